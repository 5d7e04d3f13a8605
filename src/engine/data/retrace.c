/* retrace.c -- see retrace.h. */
#include <config.h>

#include "engine/data/retrace.h"

#include <assert.h>
#include <string.h>

#include "base/log.h"

struct retracer
{
  struct exploration *e;
  struct arena *arena;
  struct run *run;
  VEC (int64_t) values; /* by step of the run */
  struct world end;     /* of the part that is gone again */
};

static void
record (struct retracer *r, uint32_t process, const struct look_step *step)
{
  assert (step->rule < r->e->model->pds->rules.count);
  *vec_push (r->arena, &r->run->steps)
    = (struct run_step){ { process }, step->rule, step->moves };
  *vec_push (r->arena, &r->values) = step->value;
}

/* Is `now', with the mover, PROCESS, where it is, the end?  Transactions are no part of
   this: what was known of them then may have been given up. */
static bool
is_at_end (struct retracer *r, uint32_t process)
{
  struct exploration *e = r->e;
  e->now.stacks[process] = frames_store (&e->frames, &e->mover);
  return e->now.done == r->end.done && e->now.midst == r->end.midst
         && memcmp (e->now.parts, r->end.parts, e->worlds.size) == 0;
}

/* Go from the parent of ID to ID. */
static void
go (struct retracer *r, world_id id)
{
  struct exploration *e = r->e;
  struct world_link link = e->worlds.links.at[id.index];
  assert (link.parent.index < id.index);
  exploration_load (e, link.parent);
  worlds_load (&e->worlds, id, &r->end);
  struct look_step step = exploration_step (e, link.process, link.choice);
  record (r, link.process, &step);
  while (!is_at_end (r, link.process))
    {
      quota_tick (r->arena->quota);
      step = exploration_step_on (e, link.process);
      record (r, link.process, &step);
    }
}

/* The values that the fields start with, by cell, if some may be any. */
static const int64_t *
start_values (struct retracer *r, uint32_t number)
{
  struct exploration *e = r->e;
  const struct ir_model *model = e->model->flow->model;
  bool any = false;
  for (uint32_t f = 0; f < model->fields.count; f++)
    any |= model->fields.at[f].any;
  assert (any || number == 0);
  if (!any)
    return NULL;
  exploration_start (e, number, &e->now);
  int64_t *values
    = arena_alloc (r->arena, (e->model->cells + (size_t) 1) * sizeof *values);
  for (uint32_t c = 0; c < e->model->cells; c++)
    {
      const struct ir_field *field = &model->fields.at[e->model->field_of[c]];
      values[c] = field->any ? e->now.cells[c] : ir_cut (field->type, field->initial);
    }
  return values;
}

/* What the processes of SIGHTING are about to do in its world. */
static void
record_last (struct retracer *r, const struct sighting *sighting)
{
  struct exploration *e = r->e;
  exploration_load (e, sighting->world);
  for (uint32_t i = 0; i < sighting->count; i++)
    {
      uint32_t process = sighting->processes[i].index;
      assert (e->views[process].symbol != FRAMES_NOWHERE);
      pds_symbol symbol = { e->views[process].symbol };
      struct look_step step = { pds_rules_of (e->model->pds, symbol).begin, true, 0 };
      record (r, process, &step);
    }
}

const struct run *
retrace (struct exploration *e, const struct sighting *sighting, struct arena *arena)
{
  struct retracer r = { .e = e, .arena = arena };
  VEC (uint32_t) way = VEC_EMPTY;
  assert (sighting->found);
  r.run = arena_calloc (arena, 1, sizeof *r.run);
  r.end = world_new (&e->worlds, arena);
  world_id first = sighting->world;
  for (; e->worlds.links.at[first.index].parent.index != WORLD_NONE.index;
       first = e->worlds.links.at[first.index].parent)
    *vec_push (arena, &way) = first.index;
  for (uint32_t i = way.count; i-- > 0;)
    go (&r, (world_id){ way.at[i] });
  if (sighting != &e->sightings.pattern)
    record_last (&r, sighting);
  r.run->values = r.values.at;
  r.run->initial = start_values (&r, e->worlds.links.at[first.index].choice);
  LOG (2, "the violation is %u steps away from the start", (unsigned) r.run->steps.count);
  assert (r.run->steps.count > 0 && r.values.count == r.run->steps.count);
  return r.run;
}
