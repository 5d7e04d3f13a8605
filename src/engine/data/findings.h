/* findings.h -- what a search of a model with data has found: races, a deadlock, claims
 * that are false, accesses without permission.  Of each the first.
 */
#ifndef ENGINE_FINDINGS_H
#define ENGINE_FINDINGS_H

#include "engine/data/looks.h"
#include "query/decide_options.h"

/* In `world' these processes are about to do it. */
struct finding
{
  bool found;
  world_id world;
  uint32_t count;
  process_id *processes;
  lock_id *locks; /* of a deadlock: what each of them awaits */
};

struct findings
{
  const struct data_model *model;
  const struct decide_options *options; /* or null: races and circles of which processes */
  struct arena *arena;
  struct finding pattern;
  struct finding deadlock;
  struct finding *races;      /* by field */
  struct finding *exclusives; /* by field */
  struct finding *claims;
  VEC (uint32_t) poised;      /* processes, for a moment */
};

void findings_init (struct findings *findings, const struct data_model *model,
                    const struct decide_options *options, struct arena *arena);

/* PROCESS alone, in the world ID. */
void findings_add (struct findings *findings, struct finding *finding, world_id id,
                   uint32_t process);

/* LOOKS, of all processes, in WORLD, in which all of them may run: is it a race, is it a
   deadlock? */
void findings_check (struct findings *findings, const struct world *world, world_id id,
                     const struct look *looks);

#endif
