/* sightings.c -- see sightings.h. */
#include <config.h>

#include "engine/data/sightings.h"

#include <assert.h>

void
sightings_init (struct sightings *sightings, const struct data_model *model,
                const struct process_filter *only, struct arena *arena)
{
  *sightings = (struct sightings){ .model = model, .only = only, .arena = arena };
  size_t fields = model->flow->model->fields.count;
  sightings->races = arena_calloc (arena, fields + 1, sizeof *sightings->races);
  sightings->exclusives = arena_calloc (arena, fields + 1, sizeof *sightings->exclusives);
  sightings->claims = arena_calloc (arena, model->flow->claims.count + (size_t) 1,
                                    sizeof *sightings->claims);
}

/* Are these the processes that were asked about? */
static bool
are_meant (const struct sightings *f, const process_id *processes, uint32_t count)
{
  return process_filter_mean (f->only, processes, count, f->model->pds->processes.count);
}

void
sightings_add (struct sightings *sightings, struct sighting *sighting, world_id id,
               uint32_t process)
{
  assert (process < sightings->model->pds->processes.count);
  if (sighting->found)
    return;
  *sighting = (struct sighting){ .found = true, .world = id, .count = 1 };
  sighting->processes = arena_alloc (sightings->arena, sizeof *sighting->processes);
  sighting->processes[0] = (process_id){ process };
}

/* ---- Races. ---- */

/* Can LOOK access something now? */
static bool
is_poised (const struct look *look)
{
  return look->kind == LOOK_ACCESS && look->choices > 0 && look->failed == IR_NO_CLAIM
         && look->touched.count > 0;
}

/* The first field of a cell that both touch and that may race; UINT32_MAX: none. */
static uint32_t
find_common (const struct sightings *f, const struct look *a, const struct look *b)
{
  for (uint32_t i = 0; i < a->touched.count; i++)
    for (uint32_t k = 0; k < b->touched.count; k++)
      {
        uint32_t field = f->model->field_of[a->touched.at[i]];
        if (a->touched.at[i] == b->touched.at[k] && !f->races[field].found
            && !f->model->flow->model->fields.at[field].is_volatile)
          return field;
      }
  return UINT32_MAX;
}

static void
check_pair (struct sightings *f, world_id id, const struct look *looks, uint32_t writer,
            uint32_t other)
{
  const struct look *a = &looks[writer], *b = &looks[other];
  assert (writer != other && is_poised (a) && is_poised (b));
  if (!a->writes || (a->atomic && b->atomic))
    return;
  uint32_t field = find_common (f, a, b);
  assert (field == UINT32_MAX || !f->races[field].found);
  process_id both[2] = { { writer }, { other } };
  if (field == UINT32_MAX || !are_meant (f, both, 2))
    return;
  struct sighting *sighting = &f->races[field];
  sightings_add (f, sighting, id, writer);
  sighting->count = 2;
  sighting->processes = arena_alloc (f->arena, sizeof both);
  sighting->processes[0] = both[0];
  sighting->processes[1] = both[1];
}

static void
check_races (struct sightings *f, world_id id, const struct look *looks)
{
  uint32_t processes = f->model->pds->processes.count;
  f->poised.count = 0;
  for (uint32_t p = 0; p < processes; p++)
    if (is_poised (&looks[p]))
      *vec_push (f->arena, &f->poised) = p;
  for (uint32_t i = 0; i < f->poised.count; i++)
    {
      quota_work (f->arena->quota, f->poised.count / 16);
      for (uint32_t k = i + 1; k < f->poised.count; k++)
        {
          check_pair (f, id, looks, f->poised.at[i], f->poised.at[k]);
          check_pair (f, id, looks, f->poised.at[k], f->poised.at[i]);
        }
    }
}

/* ---- Deadlocks. ---- */

/* The process that PROCESS waits for, from 1; 0: it waits for no lock. */
static uint32_t
waits_for (const struct world *world, const struct look *looks, uint32_t process)
{
  const struct look *look = &looks[process];
  assert (!(look->kind == LOOK_ACQUIRE && look->blocked)
          || world->owners[look->lock] != process + 1);
  return look->kind == LOOK_ACQUIRE && look->blocked ? world->owners[look->lock] : 0;
}

/* The length of the circle that PROCESS waits in; 0: it waits in none. */
static uint32_t
circle_length (const struct sightings *f, const struct world *world,
               const struct look *looks, uint32_t process)
{
  uint32_t length = 0, next = process;
  do
    {
      uint32_t owner = waits_for (world, looks, next);
      if (owner == 0 || length == f->model->pds->processes.count)
        return 0;
      next = owner - 1;
      length++;
    }
  while (next != process);
  assert (length > 1 && length <= f->model->pds->processes.count);
  return length;
}

static void
check_deadlock (struct sightings *f, const struct world *world, world_id id,
                const struct look *looks)
{
  for (uint32_t p = 0; p < f->model->pds->processes.count; p++)
    {
      if (waits_for (world, looks, p) == 0)
        continue;
      quota_work (f->arena->quota, 1);
      uint32_t length = circle_length (f, world, looks, p);
      if (length == 0)
        continue;
      struct sighting sighting = { .found = true, .world = id, .count = length };
      sighting.processes = arena_alloc (f->arena, length * sizeof *sighting.processes);
      sighting.locks = arena_alloc (f->arena, length * sizeof *sighting.locks);
      uint32_t next = p;
      for (uint32_t i = 0; i < length; i++)
        {
          sighting.processes[i] = (process_id){ next };
          sighting.locks[i] = f->model->locks.lock[looks[next].lock];
          next = waits_for (world, looks, next) - 1;
        }
      assert (next == p);
      if (!are_meant (f, sighting.processes, length))
        continue;
      f->deadlock = sighting;
      return;
    }
}

void
sightings_check (struct sightings *sightings, const struct world *world, world_id id,
                 const struct look *looks)
{
  assert (!world->midst && !world->runner);
  check_races (sightings, id, looks);
  if (!sightings->deadlock.found)
    check_deadlock (sightings, world, id, looks);
}
