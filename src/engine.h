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
  ENGINE_BDD,
  ENGINE_EXPLICIT, /* explicit/search.h: asked without watches */
};

/* As after -e, and in records. */
const char *engine_name (enum engine engine);

/* One question to a weighted engine. */
struct engine_question
{
  struct survey *survey;
  uint32_t steps;
  /* One per process that takes part: the threads, then bystanders. */
  const struct participant *participants;
  uint32_t count;
  uint32_t reductions;
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

#endif
