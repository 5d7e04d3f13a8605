/* question.h -- what an engine is asked, and what it answers.
 *
 * A query is an automaton over fields, or a claim of the model.  It is split into
 * questions, of two kinds:
 *
 * About a *cast*: can these processes, interleaved in any way, make all steps of this
 * automaton?  The model is its multi-PDS, which knows no values, and `lowering' is null.
 * A race and a circle of waiting processes are automata, too (phaseauto/meetings.h), so
 * the goal does not matter.
 *
 * About the *whole model*: its flow graphs, in `lowering', and, unless the question says
 * `without_data', the values in their codes.  All processes take part: participant i of a
 * run is process i.
 *
 *     goal              asks                               the answer names
 *     QUERY_PATTERN     instance, processes, threads       -
 *     QUERY_RACE        field                              two processes; the 1st writes
 *     QUERY_DEADLOCK    -                                  a circle: process i awaits
 *                                                          locks[i], which the next has
 *     QUERY_ASSERT      claim, one of flow->claims         the process that failed
 *     QUERY_EXCLUSIVE   field                              the process that accesses it
 *     QUERY_STUCK       -                                  those who wait for ever
 *
 * A race, a deadlock, a claim and an access predicate are asked about all processes at
 * once: a race of any two, a circle of any length; so a query is one question.  With -P
 * only a race or circle counts whose processes are meant (`only').  Locks of an array
 * whose index is no constant are missing from the multi-PDS: in a model with such an
 * ACQUIRE_AT its "safe" about a deadlock is worth nothing.
 *
 * The run of the whole model leads from its start to the violation, as rules of the
 * multi-PDS: the n-th rule of a symbol is the n-th edge of its flow node.  It has every
 * rule that a process goes along, skips, SETs and TESTs too, of all processes that did
 * something.  To execute it without any choice:
 *
 *     run->initial   by cell, those of field 0 first: the value that it starts with.  Not
 *                    null if the model has a field that starts with any value (`= *')
 *     run->values    by step: at an IR_ANY the value that was chosen.  Not null if the
 *                    model has an IR_ANY
 *
 * Everything else follows: which way a TEST goes, which lock of an array is taken,
 * whether its acquire does anything.  (A TEST's step names the edge that is taken.)  The
 * last step, or the last ones, which would happen together, are marked `moves':
 *
 *     pattern     every step of the automaton is marked
 *     race        the two accesses, in the order of `processes': not executed.  If the
 *                 access is an assume, its rule is that of the IR_ASSUME
 *     deadlock    the acquires that wait, in the order of the circle: not executed
 *     assert      the node that fails or goes wrong, with its first rule: not executed
 *     stuck       the steps that wait: not executed.  Values of this run are, at a
 *                 notify, the process that it wakes, from 1; 0: nobody, or all who wait
 *     exclusive   the access; at it the predicate is false, or goes wrong.  (After an
 *                 assume: one of the reads that follow it)
 */
#ifndef ENGINE_QUESTION_H
#define ENGINE_QUESTION_H

#include "base/quota.h"
#include "ir/project.h"
#include "engine/invariant.h"
#include "engine/run.h"
#include "engine/verdict_kind.h"
#include "phaseauto/instance.h"
#include "phaseauto/locks_that_matter.h"
#include "query/process_filter.h"
#include "query/query.h"

/* A run of the model without its data, which may be a run with data, too. */
struct suspicion
{
  const struct run *run;       /* without values */
  const process_id *processes; /* by participant */
  uint32_t meeting;            /* how many last steps are about to happen; or 0 */
};

/* All pointers are borrowed for the call; survey and lowering until `forget'. */
struct question
{
  enum query_kind goal;
  uint32_t reductions;
  /* Work after which to give up, for engines with ENGINE_BUDGET; 0: no limit.  The engine
     chooses what to count, but it is work, not time, so that the same question always
     ends in the same way. */
  uint64_t budget;
  uint32_t patience; /* for engines with ENGINE_PATIENCE: how often it was asked before */
  bool explain;      /* a violation must come with what the witness search starts from */
  bool shown;        /* a person will see the witness */
  /* Of a cast, and of a pattern. */
  const struct pa_instance *instance; /* the automaton over its fields; no `accesses' */
  const process_id *processes;        /* that take part, as numbered by the multi-PDS */
  uint32_t threads;                   /* the first of them play the threads */
  /* Of a cast. */
  struct survey *survey; /* of the model */
  uint32_t steps;        /* the number of steps of the automaton: its phases */
  /* The processes that take part, by participant_id: those that play the threads, in the
     order of the threads; then their companions (ask/companions.h); then all others, if
     the reduction `active' is off. */
  const struct participant *participants;
  uint32_t needed, count; /* threads and companions, which a witness may need; all */
  /* A process with more symbols than this is large: of it the weighted engines first
     consider samples, a quarter of this number of symbols around each place. */
  uint32_t large;
  bool scripted; /* starts and joins are only steps of the automaton */
  /* If scripted: the question that this is a script of.  All its participants are needed
     ones of that question, and its first threads are the same. */
  const struct question *plain;
  /* Of the whole model. */
  const struct ir_projection *lowering;
  bool without_data;                 /* ignore values, or the model has none */
  field_id field;                    /* of a race or access predicate */
  uint32_t claim;                    /* of an assert */
  const struct process_filter *only; /* of a race or deadlock: who is meant; or null */
  /* Is this run a violation with data, with any values?  For engines with ENGINE_CONFIRM,
     which answer "violation", by this run with values, or "unknown".  Null: any execution
     counts. */
  const struct suspicion *suspicion;
  bool certify; /* for engines with ENGINE_INVARIANT: give one, without reductions */
};

/* How a weighted engine found a violation: which locks each participant acquires or
   releases in each phase.  Each participant has a run that touches no other locks and is
   compatible with such runs of the others; the witness is searched for among these. */
struct engine_trail
{
  idset *touched; /* by participant * steps + phase */
  bool sampled;   /* found in samples (phaseauto/sample.h), which contain such runs */
};

/* All pointers are in the scratch arena. */
struct answer
{
  enum verdict_kind kind;
  /* Of unknown: QUOTA_BOUND: a bound was reached; QUOTA_RECURSION: the model cannot be
     unrolled; QUOTA_DATA: there are too many values to try all; QUOTA_NOT_EXHAUSTED: the
     budget was spent. */
  enum quota_reason reason;
  /* Of a violation: a run; or, for a cast that is to be explained, a trail instead. */
  const struct run *run;
  const struct engine_trail *trail;
  bool plain; /* the run is an execution as it stands: shorten it only for a person */
  /* Of a violation of the whole model: its processes. */
  const process_id *processes;
  uint32_t count;       /* of the processes */
  const lock_id *locks; /* of a deadlock, by process */
  /* If `lists', further violations of the goal, at other statements, were asked for. */
  bool lists;
  const struct answer *more;
  uint32_t more_count;
  bool more_are_all;                 /* `more' is complete */
  const struct invariant *invariant; /* of safe, if the question says `certify' */
  uint64_t spent; /* with ENGINE_BUDGET: the work done, as the budget counts it */
};

#endif
