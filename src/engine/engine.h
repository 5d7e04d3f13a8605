/* engine.h -- the table of engines, what they are asked and what they answer.
 *
 * A query is an automaton over fields; a question is a query with a process for
 * each of the automaton's threads: can these processes, interleaved in any way,
 * make all steps of the automaton?  choices.h lists the questions of a query, an
 * engine answers them one at a time, and the first violation is the query's.
 *
 * An engine is a row of engines.def and a constant `NAME_engine' of type struct
 * engine in a folder of its own; doc/adding-an-engine.md shows how to add one.
 * Only portfolio.c, which prefers one engine to another, knows engines by name.
 * An engine never says "violation" to the user: that is left to the witness search
 * and the replay (witness/judge.h).
 */
#ifndef ENGINE_ENGINE_H
#define ENGINE_ENGINE_H

#include <stdbool.h>
#include <stdint.h>

#include "engine/data_question.h"
#include "engine/run.h"
#include "engine/verdict.h"
#include "phaseauto/instance.h"
#include "phaseauto/locks_that_matter.h"

/* What an engine can answer, as bits. */
enum engine_ability
{
  /* Programs with recursion are decided, too.  An engine without this ability may
     answer "unknown" because of a bound. */
  ENGINE_RECURSION = 1 << 0,
  /* The engine is a referee: it finds out by itself what one pass over the model
     (reductions `units' and `common-locks') would have told. */
  ENGINE_REFEREE = 1 << 1,
  /* The engine obeys the `budget' of a question. */
  ENGINE_BUDGET = 1 << 2,
  /* The engine knows what starts and joins mean.  Any other is asked scripts
     (life_scripts.h), in which they are steps of the automaton. */
  ENGINE_LIFE_CYCLES = 1 << 3,
  /* The engine knows data: it has `decide_data' (data_question.h). */
  ENGINE_DATA = 1 << 4,
  /* The engine can search for ever.  It gives up early, so that other questions of the
     query have their turn; while none is a violation, all are asked again, with more
     `patience'. */
  ENGINE_PATIENCE = 1 << 5,
};

/* The most patience. */
#define ENGINE_MOST_PATIENCE 2

struct life_script;

/* All pointers are borrowed for the time of the call. */
struct question
{
  struct survey *survey;              /* of the model */
  const struct pa_instance *instance; /* the automaton over its fields; no `accesses' */
  uint32_t steps;                     /* of the automaton: its phases */
  /* The processes that take part, by participant_id: those that play the threads, in
     the order of the threads; then their companions (companions.h); then all others,
     if the reduction `active' is off. */
  const struct participant *participants;
  const process_id *processes;        /* the same, as the multi-PDS counts them */
  /* Participants that play a thread; these and companions, who may be needed in a
     witness; and all. */
  uint32_t threads, needed, count;
  uint32_t reductions;
  /* A process with more symbols than this is large: the weighted engines consider
     samples first, of a quarter of this number of symbols around each place. */
  uint32_t large;
  /* Work after which to give up, for engines with ENGINE_BUDGET; 0: no limit.
     Counts work, not time, so the same question always ends the same way. */
  uint64_t budget;
  uint32_t patience; /* for engines with ENGINE_PATIENCE: how often it was asked before */
  bool scripted; /* starts and joins have no meaning but what the automaton says */
  /* If it is scripted: the question that it is a script of.  All its participants are
     needed ones of that question, and its first threads are the same. */
  const struct question *plain;
  const struct life_script *script; /* ... and that script */
  bool explain; /* a violation needs what the witness search starts from */
  bool shown;   /* ... and a person will see the witness */
};

/* How a weighted engine found a violation: which locks each participant acquires
   or releases in each phase.  Each participant has a run that touches no other locks
   and is compatible with such runs of the others: the witness is searched among
   these runs. */
struct engine_trail
{
  idset *touched; /* by participant * steps + phase */
  bool sampled;   /* found in samples (phaseauto/sample.h): they contain such runs */
};

struct answer
{
  enum verdict_kind kind;
  enum quota_reason reason; /* of unknown: QUOTA_BOUND, or QUOTA_NOT_EXHAUSTED if
                               only the budget is spent */
  /* Of a violation that is to be explained: one of the two, in the scratch arena. */
  const struct engine_trail *trail;
  const struct run *run;
  bool plain; /* of the run: it is an execution as it is, and need be no shorter unless a
                 person will see it */
};

/* What an engine works with. */
struct engine_means
{
  struct quota *quota;           /* may unwind at any time; then `forget' is called */
  struct arena *kept;            /* lives until `forget' */
  struct arena *scratch;         /* lives until the query is explained */
  uint64_t memory;               /* the limit of the query in bytes; 0: none */
  struct verdict_counts *counts; /* of the query; the engine adds to them */
};

struct engine
{
  const char *name;   /* as after -e, and in records */
  unsigned abilities; /* enum engine_ability */
  /* Make the state: what the engine keeps between the questions of a model. */
  void *(*create) (const struct engine_means *means);
  /* Null: the engine has only one way to be asked, the next one. */
  void (*decide) (void *state, const struct question *question,
                  const struct engine_means *means, struct answer *answer);
  /* The same about a model with data; null without ENGINE_DATA. */
  void (*decide_data) (void *state, const struct data_question *question,
                       const struct engine_means *means, struct data_answer *answer);
  /* The query has ended: let go of what others wait for. */
  void (*rest) (void *state);
  /* Free everything that is kept outside of the arenas.  Also called after an
     unwinding, when the state may be in the middle of something. */
  void (*forget) (void *state);
};

/* The table, in the order of engines.def; the tests add a line of their own. */
#ifndef ENGINE_TABLE
#define ENGINE_TABLE "engine/engines.def"
#endif
#define ENGINE(name) extern const struct engine name##_engine;
#include ENGINE_TABLE
#undef ENGINE
extern const struct engine *const engines[];
extern const uint32_t engine_count;

/* The engine called NAME; null if there is none.  "auto" is none (portfolio.h). */
const struct engine *engine_find (const char *name);
/* The name of ENGINE; "auto" for null. */
const char *engine_name (const struct engine *engine);

#endif
