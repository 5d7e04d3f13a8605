/* script.c -- see script.h. */
#include <config.h>

#include "certificate/checker/script.h"

#include <assert.h>
#include <string.h>

#include "base/log.h"
#include "certificate/checker/passed.h"

/* ---- Who starts and joins whom. ---- */

static const struct scene_body *
body_of (const struct scene *scene, process_id process)
{
  assert (process.index < scene->pds->processes.count);
  return &scene->body[scene->pds->processes.at[process.index].body.index];
}

/* Has BY a start, or a join, that names WHOM?  LOCKED: with a lock held. */
static bool
may_order (const struct scene *scene, enum pds_op op, process_id by, process_id whom,
           bool locked)
{
  const struct pds *pds = scene->pds;
  const struct scene_body *body = body_of (scene, by);
  assert (body->does && body->locked);
  assert (op == PDS_START || op == PDS_JOIN);
  for (uint32_t a = 0; a < pds->actions.count; a++)
    if (pds->actions.at[a].op == op && (locked ? body->locked : body->does)[a]
        && idset_has (pds->idsets, pds_action_processes (&pds->actions.at[a]),
                      whom.index))
      return true;
  return false;
}

void
script_cast_init (struct script_cast *cast, const struct scene *scene, const bool *extra,
                  struct arena *arena)
{
  uint32_t count = scene->pds->processes.count;
  bool *tracked = arena_calloc (arena, count + (size_t) 1, sizeof *tracked);
  bool *asleep = arena_calloc (arena, count + (size_t) 1, sizeof *asleep);
  assert (cast->member && !cast->played);
  for (process_id p = { 0 }; p.index < count; p.index++)
    {
      asleep[p.index]
        = cast->member[p.index] && scene->pds->processes.at[p.index].started;
      for (process_id q = { 0 }; q.index < count && asleep[p.index]; q.index++)
        if (!cast->member[q.index] && may_order (scene, PDS_START, q, p, false))
          asleep[p.index] = false;
      tracked[p.index] = asleep[p.index] || extra[p.index];
    }
  cast->tracked = tracked;
  cast->asleep = asleep;
}

/* ---- The automaton of a script. ---- */

struct author
{
  struct script *script;
  const struct scene *scene;
  struct arena *arena;
  struct pa_automaton *to;
  uint32_t *thread;   /* by process: its thread, or UINT32_MAX */
  uint32_t *begin;    /* by process: the step that starts it, from 1; 0: none */
  uint32_t *end;      /* by process: the step that ends it */
  uint32_t *position; /* by step of the query, from 0: its step here, from 1 */
};

static uint32_t
phases_of (const struct pa_automaton *automaton)
{
  assert (0 < automaton->together && automaton->together <= automaton->steps.count);
  return automaton->steps.count - automaton->together + 1;
}

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
  return count > 0 && made == phases_of (plain)
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
  uint32_t made = 0, last = phases_of (plain) - 1;
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

/* THREAD may not do what KIND says to PROCESSES until step TO. */
static void
forbid (struct author *w, uint32_t thread, enum pa_clause_kind kind, idset processes,
        uint32_t to)
{
  assert (thread < w->to->threads.count && to <= w->to->steps.count);
  if (to > 0)
    *vec_push (w->arena, &w->to->clauses)
      = (struct pa_clause){ .kind = kind, .thread = { thread }, .processes = processes,
                            .from = 0, .to = to };
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
      /* One that sleeps and is never started sleeps for ever. */
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
script_init (struct script *script, const struct scene *scene, struct arena *arena)
{
  const struct query *plain = &script->cast->query;
  size_t processes = scene->pds->processes.count + (size_t) 1;
  assert (script->cast && !script->played && !script->query.automaton);
  if (!is_well_formed (script))
    return false;
  struct author w = { .script = script, .scene = scene, .arena = arena,
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

/* ---- All scripts. ---- */

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

struct listing
{
  const struct script_cast *cast;
  const struct scene *scene;
  struct arena *arena;
  bool (*visit) (void *context, const struct script_item *items, uint32_t count);
  void *context;
  VEC (struct script_item) items; /* so far */
  uint32_t made;                  /* steps of the query among them */
  bool *started, *ended;          /* by process: by one of the items */
  uint32_t scripts;
};

static bool
is_awake (const struct listing *l, process_id p)
{
  return l->cast->member[p.index] && !l->ended[p.index]
         && (!l->cast->asleep[p.index] || l->started[p.index]);
}

/* Does P make one of the steps of the query from number FROM on, counted in phases, and
   below TO? */
static bool
makes_step (const struct listing *l, process_id p, uint32_t from, uint32_t to)
{
  const struct pa_automaton *plain = l->cast->query.automaton;
  uint32_t last = phases_of (plain) - 1;
  for (uint32_t i = 0; i < plain->steps.count; i++)
    {
      uint32_t phase = i < last ? i : last;
      if (from <= phase && phase < to
          && process_equal (l->cast->processes[plain->steps.at[i].thread.index], p))
        return true;
    }
  return false;
}

/* Is P the actor of an item from BEGIN to END - 1? */
static bool
acts (const struct listing *l, process_id p, uint32_t begin, uint32_t end)
{
  uint32_t made = 0;
  assert (begin <= end && end <= l->items.count);
  for (uint32_t k = 0; k < end; k++)
    {
      const struct script_item *item = &l->items.at[k];
      bool step = item->kind == SCRIPT_STEP;
      if (k >= begin
          && (step ? makes_step (l, p, made, made + 1) : process_equal (item->actor, p)))
        return true;
      made += step;
    }
  return false;
}

/* Can anyone need that item K comes before the later ones?  If not, the script without
   it allows as much.  Who acts before K and not after it may need it, too: in order to
   release a lock. */
static bool
is_useful (const struct listing *l, uint32_t k)
{
  const struct pds *pds = l->scene->pds;
  const struct script_item *item = &l->items.at[k];
  uint32_t count = l->items.count;
  assert (k < count);
  if (item->kind == SCRIPT_STEP)
    return true;
  for (process_id p = { 0 }; p.index < pds->processes.count; p.index++)
    {
      if (!l->cast->member[p.index])
        continue;
      bool waits = item->kind == SCRIPT_START
                     ? process_equal (p, item->actor)
                         || idset_has (pds->idsets, item->processes, p.index)
                     : may_order (l->scene, PDS_JOIN, p, item->actor, false);
      if (waits && acts (l, p, k + 1, count))
        return true;
      if (item->kind == SCRIPT_END && may_order (l->scene, PDS_JOIN, p, item->actor, true)
          && acts (l, p, 0, k))
        return true;
    }
  if (item->kind == SCRIPT_END)
    return false;
  const struct scene_body *body = body_of (l->scene, item->actor);
  for (uint32_t a = 0; a < pds->actions.count; a++)
    if (pds->actions.at[a].op == PDS_START && body->locked[a]
        && idset_equal (pds_action_processes (&pds->actions.at[a]), item->processes))
      return acts (l, item->actor, 0, k);
  return false;
}

/* Can P, which comes to ACTION next, have passed all starts and joins before it?  If not,
   a script that says so allows nothing. */
static bool
has_passed (const struct listing *l, process_id p, uint32_t action)
{
  const struct pds *pds = l->scene->pds;
  const struct scene_body *body = body_of (l->scene, p);
  for (uint32_t k = 0; k < body->orders.count; k++)
    {
      const struct pds_action_info *order = &pds->actions.at[body->orders.at[k].action];
      if (body->orders.at[k].action == action || !passed_before (body, k, action))
        continue;
      bool matters = order->op == PDS_JOIN, open = false;
      for (uint32_t d = 0; d < pds->processes.count; d++)
        if (idset_has (pds->idsets, pds_action_processes (order), d))
          {
            matters |= l->cast->tracked[d];
            open |= order->op == PDS_JOIN ? l->cast->member[d] && !l->ended[d]
                                          : !l->started[d];
          }
      if (matters && open)
        return false;
    }
  return true;
}

static bool list_all (struct listing *l);

static bool
list_with (struct listing *l, struct script_item item)
{
  *vec_push (l->arena, &l->items) = item;
  bool go_on = list_all (l);
  assert (l->items.count > 0);
  l->items.count--;
  return go_on;
}

/* Every start that P can make next. */
static bool
list_starts (struct listing *l, process_id p)
{
  const struct pds *pds = l->scene->pds;
  assert (is_awake (l, p));
  for (uint32_t a = 0; a < pds->actions.count; a++)
    {
      if (pds->actions.at[a].op != PDS_START || !body_of (l->scene, p)->does[a])
        continue;
      idset named = pds_action_processes (&pds->actions.at[a]);
      bool matters = false, again = false;
      for (uint32_t d = 0; d < pds->processes.count; d++)
        if (idset_has (pds->idsets, named, d))
          {
            matters |= l->cast->tracked[d];
            again |= l->started[d];
          }
      if (!matters || again || !has_passed (l, p, a))
        continue;
      for (unsigned on = 1;; on = 0)
        {
          for (uint32_t d = 0; d < pds->processes.count; d++)
            if (idset_has (pds->idsets, named, d))
              l->started[d] = on;
          if (!on)
            break;
          if (!list_with (l, (struct script_item){ SCRIPT_START, p, named }))
            return false;
        }
    }
  return true;
}

/* P ends next, if it has nothing left to do and someone may wait for it. */
static bool
list_end (struct listing *l, process_id p)
{
  const struct pds *pds = l->scene->pds;
  bool joined = false;
  assert (is_awake (l, p) && !l->ended[p.index]);
  if (makes_step (l, p, l->made, UINT32_MAX))
    return true;
  for (uint32_t a = 0; a < pds->actions.count; a++)
    if (pds->actions.at[a].op == PDS_FINISH && body_of (l->scene, p)->does[a]
        && !has_passed (l, p, a))
      return true;
  for (process_id q = { 0 }; q.index < pds->processes.count && !joined; q.index++)
    joined = l->cast->member[q.index] && !process_equal (p, q)
             && may_order (l->scene, PDS_JOIN, q, p, false);
  if (!joined)
    return true;
  l->ended[p.index] = true;
  bool go_on = list_with (l, (struct script_item){ SCRIPT_END, p, IDSET_EMPTY });
  l->ended[p.index] = false;
  return go_on;
}

static bool
list_step (struct listing *l)
{
  for (process_id p = { 0 }; p.index < l->scene->pds->processes.count; p.index++)
    if (!is_awake (l, p) && makes_step (l, p, l->made, l->made + 1))
      return true;
  assert (l->made < phases_of (l->cast->query.automaton));
  l->made++;
  bool go_on = list_with (l, (struct script_item){ .kind = SCRIPT_STEP });
  l->made--;
  return go_on;
}

static bool
list_all (struct listing *l)
{
  quota_tick (l->arena->quota);
  if (l->made == phases_of (l->cast->query.automaton))
    {
      for (uint32_t k = 0; k < l->items.count; k++)
        if (!is_useful (l, k))
          return true;
      l->scripts++;
      return l->visit (l->context, l->items.at, l->items.count);
    }
  for (process_id p = { 0 }; p.index < l->scene->pds->processes.count; p.index++)
    if (is_awake (l, p) && !(list_starts (l, p) && list_end (l, p)))
      return false;
  return list_step (l);
}

bool
script_each (const struct script_cast *cast, const struct scene *scene,
             bool (*visit) (void *context, const struct script_item *items,
                            uint32_t count),
             void *context, struct arena *scratch)
{
  size_t processes = scene->pds->processes.count + (size_t) 1;
  struct listing l = { .cast = cast, .scene = scene, .arena = scratch, .visit = visit,
                       .context = context };
  assert (cast->member && cast->tracked && cast->asleep);
  l.started = arena_calloc (scratch, processes, sizeof *l.started);
  l.ended = arena_calloc (scratch, processes, sizeof *l.ended);
  bool all = list_all (&l);
  assert (!all || (l.items.count == 0 && l.made == 0));
  LOG (2, "%u scripts%s", (unsigned) l.scripts, all ? "" : ", the last one is missing");
  return all;
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
        = (struct pa_step){ .thread = { t }, .kind = PA_AWAITS, .lock = locks[t],
                            .holding = locks[t > 0 ? t - 1 : count - 1] };
    }
  return (struct query){ QUERY_DEADLOCK, circle, NULL, SET_NONE };
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
