/* engine.h -- what an engine decides: one automaton, one choice of processes.
 *
 * decide.c lists the choices; an engine answers for each whether the chosen
 * processes can make all steps of the automaton.  It may keep what it computed
 * (roles) between the queries of a model.
 */
#ifndef SRC_ENGINE_H
#define SRC_ENGINE_H

#include <stdbool.h>
#include <stdint.h>

#include "phaseauto/locks.h"
#include "verdict.h"

enum engine
{
  ENGINE_AUTO,
  ENGINE_ANTICHAIN,
  ENGINE_BDD,
  ENGINE_EXPLICIT, /* explicit/search.h: asked without watches */
  ENGINE_COUNT,
};

/* As after -e, and in records. */
const char *engine_name (enum engine engine);

/* How an engine found a violation: which locks each participant acquires or
   releases in each phase.  A run with no others exists that is compatible with
   such runs of the other participants; the witness is searched among them. */
struct engine_trail
{
  struct arena *arena;
  idset *touched; /* by participant * steps + phase */
  bool sampled;   /* found in a sample (role.h): such runs are there */
};

/* One question to a weighted engine. */
struct engine_question
{
  struct survey *survey;
  uint32_t steps;
  /* One per process that takes part: the threads, then bystanders. */
  const struct participant *participants;
  uint32_t count;
  uint32_t reductions;
  struct engine_trail *trail; /* to be filled in; or null */
  /* A process with more symbols than this is large: samples are asked first,
     with a quarter of them around each place. */
  uint32_t large;
};

/* The BDD engine (engine_bdd.c). */
struct bdd_engine;

/* MODEL_ARENA lives as long as the engine; LIMIT bytes for BDDs, 0: default. */
struct bdd_engine *bdd_engine_new (struct arena *model_arena, uint64_t limit);

/* Can the participants make all steps?  Works under QUOTA, which may unwind;
   then bdd_engine_abandon must be called before the next question.  SCRATCH is
   cleared by the caller. */
bool bdd_engine_decide (struct bdd_engine *engine, const struct engine_question *question,
                        struct quota *quota, struct arena *scratch,
                        struct verdict_counts *counts);
void bdd_engine_abandon (struct bdd_engine *engine);

/* The antichain engine (engine_antichain.c). */
struct antichain_engine;

enum engine_answer
{
  ENGINE_SAFE,
  ENGINE_VIOLATION,
  ENGINE_GAVE_UP, /* the budget is spent: nothing is known */
};

/* The engine is in MODEL_ARENA, what it keeps in an arena under QUOTA. */
struct antichain_engine *antichain_engine_new (struct arena *model_arena,
                                               struct quota *quota);
/* As bdd_engine_decide.  BUDGET counts work, not time, so the same question
   always ends the same way; 0: without limit. */
enum engine_answer antichain_engine_decide (struct antichain_engine *engine,
                                            const struct engine_question *question,
                                            uint64_t budget, struct quota *quota,
                                            struct arena *scratch,
                                            struct verdict_counts *counts);
/* Drop what is kept; to be called after an unwinding, and at the end. */
void antichain_engine_forget (struct antichain_engine *engine);

#endif
