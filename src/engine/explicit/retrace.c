/* retrace.c -- see retrace.h. */
#include <config.h>

#include "engine/explicit/retrace.h"

#include <assert.h>
#include <string.h>

#include "base/log.h"

struct retracer
{
  struct search *s;
  struct arena *arena;
  struct run *run;
  VEC (int64_t) values; /* by step of the run */
  struct state end;     /* the last state of the part that is being retraced */
};

/* Record choice number CHOICE of the step NEXT of PROCESS in the state BEFORE. */
static void
record (struct retracer *r, const struct state *before, uint32_t process,
        const struct next_step *next, uint32_t choice)
{
  const struct data_model *data = r->s->program.data;
  bool fails = next->failed != IR_NO_CLAIM;
  *vec_push (r->arena, &r->run->steps) = (struct run_step){
    { process }, next_step_rule (next, choice), next_step_moves (next, choice)
  };
  int64_t value = data && !fails ? next_step_value (data, next, choice) : 0;
  if (next->kind == STEP_NOTIFY)
    value = next_step_woken (&r->s->frames, before, next, choice);
  *vec_push (r->arena, &r->values) = value;
}

/* Is `now' the end of the part?  Transactions are ignored: what was known about them then
   may have been given up since. */
static bool
is_at_end (struct retracer *r)
{
  struct search *s = r->s;
  s->now.stacks[s->mover] = frames_store (&s->frames, &s->actor);
  return s->now.done == r->end.done && s->now.midst == r->end.midst
         && memcmp (s->now.parts, r->end.parts, s->states.size) == 0;
}

/* Retrace the steps from the parent of ID to ID. */
static void
go (struct retracer *r, state_id id)
{
  struct search *s = r->s;
  struct state_link link = s->states.links.at[id.index];
  assert (link.parent.index < id.index);
  search_load (s, link.parent);
  states_load (&s->states, id, &r->end);
  record (r, &s->base, link.process, &s->views[link.process], link.choice);
  search_step (s, link.process, link.choice);
  while (!is_at_end (r))
    {
      quota_tick (r->arena->quota);
      record (r, &s->now, link.process, &s->ahead, 0);
      search_step_on (s);
    }
}

/* The initial values of fields, by cell, if some may be any value; else null. */
static const int64_t *
start_values (struct retracer *r, uint32_t number)
{
  struct search *s = r->s;
  const struct data_model *data = s->program.data;
  const struct ir_model *model = data->flow->model;
  bool any = false;
  for (uint32_t f = 0; f < model->fields.count; f++)
    any |= model->fields.at[f].any;
  assert (any || number == 0);
  if (!any)
    return NULL;
  search_start (s, number, &s->now);
  int64_t *values = arena_alloc (r->arena, (data->cells + (size_t) 1) * sizeof *values);
  for (uint32_t c = 0; c < data->cells; c++)
    {
      const struct ir_field *field = &model->fields.at[data->field_of[c]];
      values[c] = field->any ? s->now.cells[c] : ir_cut (field->type, field->initial);
    }
  return values;
}

/* Record the step that PROCESS is about to make in `base'. */
static void
record_last (struct retracer *r, uint32_t process)
{
  const struct next_step *next = &r->s->views[process];
  assert (next->symbol != FRAMES_NOWHERE);
  *vec_push (r->arena, &r->run->steps)
    = (struct run_step){ { process }, next->rules.begin, true };
  *vec_push (r->arena, &r->values) = 0;
}

/* Record the steps of the automaton that happen together in `base'. */
static void
record_meeting (struct retracer *r)
{
  const struct program *program = &r->s->program;
  const struct pa_automaton *automaton = program->instance->automaton;
  for (uint32_t i = program->alone; i < automaton->steps.count; i++)
    for (uint32_t p = 0; p < program->count; p++)
      if (program->plays[p].index == automaton->steps.at[i].thread.index)
        record_last (r, p);
}

struct run *
retrace (struct search *s, const struct violation *violation, struct arena *arena)
{
  struct retracer r = { .s = s, .arena = arena };
  VEC (uint32_t) way = VEC_EMPTY;
  assert (violation->found);
  r.run = arena_calloc (arena, 1, sizeof *r.run);
  r.end = state_new (&s->states, arena);
  state_id first = violation->state;
  for (; s->states.links.at[first.index].parent.index != STATE_NONE.index;
       first = s->states.links.at[first.index].parent)
    *vec_push (arena, &way) = first.index;
  for (uint32_t i = way.count; i-- > 0;)
    go (&r, (state_id){ way.at[i] });
  search_load (s, violation->state);
  if (violation != &s->violations.pattern)
    for (uint32_t i = 0; i < violation->count; i++)
      record_last (&r, violation->processes[i].index);
  else if (s->program.meets)
    record_meeting (&r);
  if (s->program.data)
    {
      r.run->values = r.values.at;
      r.run->initial = start_values (&r, s->states.links.at[first.index].choice);
    }
  LOG (2, "the violation is %u steps away from the start", (unsigned) r.run->steps.count);
  assert (r.run->steps.count > 0 && r.values.count == r.run->steps.count);
  return r.run;
}
