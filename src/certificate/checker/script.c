/* script.c -- see script.h. */
#include <config.h>

#include "certificate/checker/script.h"

#include <assert.h>

/* ---- The automaton of a script. ---- */

struct author
{
  struct script *script;
  const struct part_scene *scene;
  struct arena *arena;
  struct pa_automaton *to;
  uint32_t *thread;   /* by process: its thread, or UINT32_MAX */
  uint32_t *begin;    /* by process: the step that starts it, from 1; 0: none */
  uint32_t *end;      /* by process: the step that ends it */
  uint32_t *position; /* by step of the query, from 0: its step here, from 1 */
};

static bool
is_well_formed (const struct script *script)
{
  const struct pa_automaton *plain = script->cast->query.automaton;
  uint32_t made = 0, count = script->items.count;
  for (uint32_t k = 0; k < count; k++)
    {
      const struct script_item *item = &script->items.at[k];
      made += item->kind == SCRIPT_STEP;
      if (item->kind != SCRIPT_STEP && !script->cast->member[item->actor.index])
        return false;
    }
  return count > 0 && made == script_phases (plain)
         && script->items.at[count - 1].kind == SCRIPT_STEP
         && count + plain->together - 1 <= PA_SIZE_LIMIT;
}

static bool
list_threads (struct author *w)
{
  struct script *script = w->script;
  uint32_t own = script->cast->query.automaton->threads.count;
  uint32_t processes = w->scene->pds->processes.count, count = 0;
  bool *acts = arena_calloc (w->arena, processes + (size_t) 1, sizeof *acts);
  process_id *list = arena_alloc (w->arena, (processes + (size_t) 1) * sizeof *list);
  for (uint32_t k = 0; k < script->items.count; k++)
    if (script->items.at[k].kind != SCRIPT_STEP)
      acts[script->items.at[k].actor.index] = true;
  for (uint32_t t = 0; t < own; t++)
    {
      list[count++] = script->cast->processes[t];
      acts[script->cast->processes[t].index] = false;
    }
  for (process_id p = { 0 }; p.index < processes; p.index++)
    if (acts[p.index])
      list[count++] = p;
  for (uint32_t t = 0; t < count; t++)
    {
      w->thread[list[t].index] = t;
      *vec_push (w->arena, &w->to->threads)
        = (struct pa_symbol){ w->scene->pds->processes.at[list[t].index].name, { 0, 0 } };
    }
  assert (count >= own && count <= processes);
  script->processes = list;
  return count <= PA_SIZE_LIMIT;
}

static void
list_steps (struct author *w)
{
  const struct script *script = w->script;
  const struct pa_automaton *plain = script->cast->query.automaton;
  const struct pds *pds = w->scene->pds;
  uint32_t made = 0, last = script_phases (plain) - 1;
  for (uint32_t k = 0; k < script->items.count; k++)
    {
      const struct script_item *item = &script->items.at[k];
      if (item->kind == SCRIPT_STEP)
        {
          uint32_t stop = made < last ? made + 1 : plain->steps.count;
          for (; made < stop; made++)
            {
              *vec_push (w->arena, &w->to->steps) = plain->steps.at[made];
              w->position[made] = w->to->steps.count;
            }
          continue;
        }
      assert (w->thread[item->actor.index] < w->to->threads.count);
      struct pa_step *step = vec_push (w->arena, &w->to->steps);
      *step = (struct pa_step){ .thread = { w->thread[item->actor.index] },
                                .kind = PA_FINISHES };
      if (item->kind == SCRIPT_END)
        w->end[item->actor.index] = w->to->steps.count;
      else
        {
          step->kind = PA_STARTS;
          step->processes = item->processes;
          for (uint32_t p = 0; p < pds->processes.count; p++)
            if (idset_has (pds->idsets, item->processes, p) && !w->begin[p])
              w->begin[p] = w->to->steps.count;
        }
    }
  assert (made == plain->steps.count);
}

/* Forbid that THREAD does what KIND says to PROCESSES until step TO. */
static void
forbid (struct author *w, uint32_t thread, enum pa_clause_kind kind, idset processes,
        uint32_t to)
{
  assert (thread < w->to->threads.count && to <= w->to->steps.count);
  if (to > 0)
    *vec_push (w->arena, &w->to->clauses) = (struct pa_clause){
      .kind = kind, .thread = { thread }, .processes = processes, .from = 0, .to = to
    };
}

static void
list_clauses (struct author *w)
{
  const struct script_cast *cast = w->script->cast;
  const struct pa_automaton *plain = cast->query.automaton;
  const struct pds *pds = w->scene->pds;
  uint32_t last = w->to->steps.count;
  idset tracked = IDSET_EMPTY;
  for (uint32_t p = 0; p < pds->processes.count; p++)
    if (cast->tracked[p])
      tracked = idset_add (pds->idsets, tracked, p);
  for (uint32_t i = 0; i < plain->clauses.count; i++)
    {
      struct pa_clause clause = plain->clauses.at[i];
      assert (0 < clause.from && clause.from < clause.to);
      clause.from = w->position[clause.from - 1];
      clause.to = w->position[clause.to - 1];
      *vec_push (w->arena, &w->to->clauses) = clause;
    }
  for (uint32_t t = 0; t < w->to->threads.count; t++)
    {
      uint32_t own = w->script->processes[t].index;
      /* A sleeping process that is never started sleeps for ever. */
      if (cast->asleep[own])
        forbid (w, t, PA_SLEEPS, IDSET_EMPTY, w->begin[own] ? w->begin[own] : last);
      forbid (w, t, PA_NO_START, tracked, last);
      for (uint32_t p = 0; p < pds->processes.count; p++)
        if (cast->member[p])
          forbid (w, t, PA_NO_JOIN, idset_add (pds->idsets, IDSET_EMPTY, p),
                  w->end[p] ? w->end[p] : last);
    }
}

bool
script_init (struct script *script, const struct part_scene *scene, struct arena *arena)
{
  const struct query *plain = &script->cast->query;
  size_t processes = scene->pds->processes.count + (size_t) 1;
  assert (script->cast && !script->played && !script->query.automaton);
  if (!is_well_formed (script))
    return false;
  struct author w = { .script = script,
                      .scene = scene,
                      .arena = arena,
                      .to = arena_calloc (arena, 1, sizeof *w.to) };
  w.thread = arena_calloc (arena, processes, sizeof *w.thread);
  w.begin = arena_calloc (arena, processes, sizeof *w.begin);
  w.end = arena_calloc (arena, processes, sizeof *w.end);
  w.position = arena_calloc (arena, plain->automaton->steps.count + (size_t) 1,
                             sizeof *w.position);
  w.to->name = plain->automaton->name;
  w.to->parameters = plain->automaton->parameters;
  w.to->together = plain->automaton->together;
  if (!list_threads (&w))
    return false;
  list_steps (&w);
  list_clauses (&w);
  script->query = *plain;
  script->query.automaton = w.to;
  return true;
}

bool
script_same (const struct script_item *a, uint32_t a_count, const struct script_item *b,
             uint32_t b_count)
{
  if (a_count != b_count)
    return false;
  for (uint32_t k = 0; k < a_count; k++)
    if (a[k].kind != b[k].kind
        || (a[k].kind != SCRIPT_STEP && !process_equal (a[k].actor, b[k].actor))
        || (a[k].kind == SCRIPT_START && !idset_equal (a[k].processes, b[k].processes)))
      return false;
  return true;
}

/* ---- Circles. ---- */

struct query
script_circle (const lock_id *locks, uint32_t count, struct arena *arena)
{
  struct pa_automaton *circle = arena_calloc (arena, 1, sizeof *circle);
  assert (count >= 2 && count <= PA_SIZE_LIMIT);
  circle->name = "deadlock";
  circle->together = count;
  for (uint32_t t = 0; t < count; t++)
    {
      *vec_push (arena, &circle->threads) = (struct pa_symbol){ .name = "waiter" };
      *vec_push (arena, &circle->steps)
        = (struct pa_step){ .thread = { t },
                            .kind = PA_AWAITS,
                            .lock = locks[t],
                            .holding = locks[t > 0 ? t - 1 : count - 1] };
    }
  return (struct query){ .kind = QUERY_DEADLOCK, .automaton = circle, .set = SET_NONE };
}

bool
script_same_circle (const struct pa_automaton *a, const struct pa_automaton *b)
{
  if (a->steps.count != b->steps.count)
    return false;
  for (uint32_t i = 0; i < a->steps.count; i++)
    if (!lock_equal (a->steps.at[i].lock, b->steps.at[i].lock))
      return false;
  return true;
}
