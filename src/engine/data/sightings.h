/* sightings.h -- what a search of a model with data has found: races, a deadlock, claims
 * that are false, accesses without permission.  Of each the first.
 */
#ifndef ENGINE_SIGHTINGS_H
#define ENGINE_SIGHTINGS_H

#include "engine/data/looks.h"
#include "query/process_filter.h"

/* In `world' these processes are about to do it. */
struct sighting
{
  bool found;
  world_id world;
  uint32_t count;
  process_id *processes;
  lock_id *locks; /* of a deadlock: what each of them awaits */
};

struct sightings
{
  const struct data_model *model;
  const struct process_filter *only; /* or null: races and circles of which processes */
  struct arena *arena;
  struct sighting pattern;
  struct sighting deadlock;
  struct sighting *races;      /* by field */
  struct sighting *exclusives; /* by field */
  struct sighting *claims;
  VEC (uint32_t) poised; /* processes, for a moment */
};

void sightings_init (struct sightings *sightings, const struct data_model *model,
                     const struct process_filter *only, struct arena *arena);

/* PROCESS alone, in the world ID. */
void sightings_add (struct sightings *sightings, struct sighting *sighting, world_id id,
                    uint32_t process);

/* LOOKS, of all processes, in WORLD, in which all of them may run: is it a race, is it a
   deadlock? */
void sightings_check (struct sightings *sightings, const struct world *world, world_id id,
                      const struct look *looks);

#endif
