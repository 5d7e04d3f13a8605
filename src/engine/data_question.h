/* data_question.h -- what an engine that knows data is asked, and what it answers.
 *
 * About a model with data (ir_has_data) an engine with ENGINE_DATA is asked
 * through `decide_data' instead of `decide'.  All processes of the model take part: a
 * participant of a run is a process, participant i is process i.
 *
 *     goal            asks                                  the answer names
 *     DATA_PATTERN    instance, threads                     -
 *     DATA_RACE       field                                 two processes, the first writes
 *     DATA_DEADLOCK   -                                     a circle: process i awaits
 *                                                           locks[i], which the next holds
 *     DATA_ASSERT     claim, one of flow->claims            the process that failed
 *     DATA_EXCLUSIVE  field                                 the process that accesses it
 *
 * A race, a deadlock, a claim and an access predicate are asked about all processes at
 * once: a race of any two, a circle of any length; so a query is one question.  explicit
 * finds the answers to all of them in one search, which it keeps, and goes on with where
 * it stopped; bmc and ic3 search for one at a time.  (Also about locks of an array whose
 * index is no constant, of which the weighted engines see nothing: their "safe" about a
 * deadlock is worth nothing in a model that has a CODE_ACQUIRE with op IR_SKIP.)  With
 * -P, which `options' has, only a race or circle counts whose processes are meant
 * (decide_options_include).
 *
 * The run.  From the start of the model to the violation, as rules of the multi-PDS: the
 * n-th rule of a symbol is the n-th edge of its flow node.  Every rule that a process
 * goes along is there, also skips, SETs and BRANCHes, of all processes that did
 * something.  To execute it without any choice:
 *
 *     run->initial   by cell, those of field 0 first: the value that it starts with.  Not
 *                    null if the model has a field that starts with any value (`= *')
 *     run->values    by step: at a CODE_ANY the value that was chosen.  Not null if the
 *                    model has a CODE_ANY
 *
 * Everything else follows: which way a BRANCH goes, which lock of an array is taken,
 * whether an acquire of it does anything.  (A BRANCH's step names the edge that is
 * taken.)  The last step, or the last ones that would happen together, are marked `moves':
 *
 *     pattern     every step of the automaton is marked
 *     race        the two accesses, in the order of `processes': not executed.  If the
 *                 access is an assume, its rule is that of the CODE_ASSUME node
 *     deadlock    the acquires that wait, in the order of the circle: not executed
 *     assert      the node that fails or goes wrong, with its first rule: not executed
 *     exclusive   the access; at it the predicate is false, or goes wrong.  (After an
 *                 assume: one of the reads that follow it)
 */
#ifndef ENGINE_DATA_QUESTION_H
#define ENGINE_DATA_QUESTION_H

#include "base/quota.h"
#include "engine/invariant.h"
#include "engine/run.h"
#include "engine/verdict.h"
#include "ir/project.h"
#include "phaseauto/instance.h"
#include "query/decide_options.h"

enum data_goal
{
  DATA_PATTERN,
  DATA_RACE,
  DATA_DEADLOCK,
  DATA_ASSERT,
  DATA_EXCLUSIVE,
};

/* A run of the model without its data, which may be one with data. */
struct data_suspicion
{
  const struct run *run;       /* without values */
  const process_id *processes; /* by participant */
  uint32_t meeting;            /* steps at its end that are about to happen; or 0 */
};

/* All pointers are borrowed for the time of the call; the lowering until `forget'. */
struct data_question
{
  const struct ir_projection *lowering; /* of the model, the same in all questions */
  enum data_goal goal;
  bool without_data; /* the model has none, or it is not to be looked at: only engines that
                        have no `decide' are asked */
  const struct pa_instance *instance; /* of a pattern: the automaton over its fields, */
  const process_id *threads;          /* ... and the process that plays each thread */
  field_id field;                     /* of a race or access predicate */
  uint32_t claim;                     /* of an assert */
  /* Of a race or deadlock: only these processes, if `options->filtered' (-P).  Of a
     bounded search: how deep, all races, DIMACS.  May be null. */
  const struct decide_options *options;
  uint32_t reductions;
  /* Is this a violation with data, with any values?  Only bmc is asked so; the answer is
     a violation, by this run with values, or unknown.  Null: any execution. */
  const struct data_suspicion *suspicion;
  /* Work to do before giving up; 0: no limit.  explicit: states to visit and to store;
     bmc: conflicts at each depth; ic3: calls of the solver and conflicts. */
  uint64_t budget;
  bool certify;    /* of an engine that finds invariants: one without reductions is wanted */
};

/* All pointers are in the scratch arena. */
struct data_answer
{
  enum verdict_kind kind;
  /* Of unknown: QUOTA_BOUND: the recursion was cut off, or a bound was given;
     QUOTA_RECURSION: it cannot be unrolled; QUOTA_DATA: not all of too many values were
     tried; QUOTA_NOT_EXHAUSTED: the budget is spent. */
  enum quota_reason reason;
  /* Of a violation: */
  const struct run *run;
  const process_id *processes;
  uint32_t count;              /* of the processes */
  const lock_id *locks;        /* of a deadlock, by process */
  /* ... of a race, with --all-races: one for each other pair of statements that race. */
  const struct data_answer *more;
  uint32_t more_count;
  bool more_are_all;           /* there are no others */
  const struct invariant *invariant; /* of safe, if the question says `certify' and the
                                        engine can; else null */
};

#endif
