/* script_listing.c -- all scripts of a cast that have to be impossible; see script.h. */
#include <config.h>

#include "certificate/checker/script.h"

#include <assert.h>

#include "base/log.h"
#include "certificate/checker/passed.h"

/* ---- Which processes start and join which. ---- */

static const struct scene_body *
body_of (const struct part_scene *scene, process_id process)
{
  assert (process.index < scene->pds->processes.count);
  return &scene->body[scene->pds->processes.at[process.index].body.index];
}

/* Has BY a start, or a join, that names WHOM?  LOCKED: with a lock held. */
static bool
may_order (const struct part_scene *scene, enum pds_op op, process_id by, process_id whom,
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
script_cast_init (struct script_cast *cast, const struct part_scene *scene,
                  const bool *extra, struct arena *arena)
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

/* ---- All scripts. ---- */

struct listing
{
  const struct script_cast *cast;
  const struct part_scene *scene;
  struct arena *arena;
  bool (*visit) (void *context, const struct script_item *items, uint32_t count);
  void *context;
  VEC (struct script_item) items; /* the script so far */
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

/* Does P make a step of the query whose phase is at least FROM and below TO? */
static bool
makes_step (const struct listing *l, process_id p, uint32_t from, uint32_t to)
{
  const struct pa_automaton *plain = l->cast->query.automaton;
  uint32_t last = script_phases (plain) - 1;
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

/* Can anyone need that item K comes before the later ones?  If not, the script without it
   allows as much.  A process that acts before K but not after it may need it, too: to
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
   such a script allows nothing. */
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

/* List the scripts that go on with a start that P can make next. */
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

/* Can a member come to a join of P next? */
static bool
can_be_joined (const struct listing *l, process_id p)
{
  const struct pds *pds = l->scene->pds;
  for (process_id q = { 0 }; q.index < pds->processes.count; q.index++)
    {
      if (!is_awake (l, q) || process_equal (p, q))
        continue;
      const struct scene_body *body = body_of (l->scene, q);
      for (uint32_t k = 0; k < body->orders.count; k++)
        {
          const struct pds_action_info *order
            = &pds->actions.at[body->orders.at[k].action];
          if (order->op == PDS_JOIN
              && idset_has (pds->idsets, pds_action_processes (order), p.index)
              && has_passed (l, q, body->orders.at[k].action))
            return true;
        }
    }
  return false;
}

/* Does every reachable join name both or neither? */
static bool
are_joined_together (const struct listing *l, process_id p, process_id q)
{
  const struct pds *pds = l->scene->pds;
  for (uint32_t b = 0; b < l->scene->bodies; b++)
    for (uint32_t k = 0; k < l->scene->body[b].orders.count; k++)
      {
        uint32_t action = l->scene->body[b].orders.at[k].action;
        idset named = pds_action_processes (&pds->actions.at[action]);
        if (pds->actions.at[action].op == PDS_JOIN
            && idset_has (pds->idsets, named, p.index)
                 != idset_has (pds->idsets, named, q.index))
          return false;
      }
  return true;
}

/* Has P nothing left to do? */
static bool
can_end (const struct listing *l, process_id p)
{
  const struct pds *pds = l->scene->pds;
  if (!is_awake (l, p) || makes_step (l, p, l->made, UINT32_MAX))
    return false;
  for (uint32_t a = 0; a < pds->actions.count; a++)
    if (pds->actions.at[a].op == PDS_FINISH && body_of (l->scene, p)->does[a]
        && !has_passed (l, p, a))
      return false;
  return true;
}

/* A process need not finish before the first join that names it.  So there FIRST ends,
   and all those that every join names together with it, in the order of their numbers. */
static bool
list_ends (struct listing *l, process_id first)
{
  uint32_t count = l->scene->pds->processes.count, items = l->items.count;
  if (!can_be_joined (l, first))
    return true;
  for (process_id p = { 0 }; p.index < count; p.index++)
    if (l->cast->member[p.index] && are_joined_together (l, first, p)
        && (p.index < first.index || !can_end (l, p)))
      return true;
  for (process_id p = first; p.index < count; p.index++)
    if (l->cast->member[p.index] && are_joined_together (l, first, p))
      {
        l->ended[p.index] = true;
        *vec_push (l->arena, &l->items)
          = (struct script_item){ SCRIPT_END, p, IDSET_EMPTY };
      }
  assert (l->items.count > items);
  bool go_on = list_all (l);
  for (; l->items.count > items; l->items.count--)
    l->ended[l->items.at[l->items.count - 1].actor.index] = false;
  return go_on;
}

static bool
list_step (struct listing *l)
{
  for (process_id p = { 0 }; p.index < l->scene->pds->processes.count; p.index++)
    if (!is_awake (l, p) && makes_step (l, p, l->made, l->made + 1))
      return true;
  assert (l->made < script_phases (l->cast->query.automaton));
  l->made++;
  bool go_on = list_with (l, (struct script_item){ .kind = SCRIPT_STEP });
  l->made--;
  return go_on;
}

static bool
list_all (struct listing *l)
{
  quota_tick (l->arena->quota);
  if (l->made == script_phases (l->cast->query.automaton))
    {
      for (uint32_t k = 0; k < l->items.count; k++)
        if (!is_useful (l, k))
          return true;
      l->scripts++;
      return l->visit (l->context, l->items.at, l->items.count);
    }
  for (process_id p = { 0 }; p.index < l->scene->pds->processes.count; p.index++)
    if (is_awake (l, p) && !(list_starts (l, p) && list_ends (l, p)))
      return false;
  return list_step (l);
}

bool
script_each (const struct script_cast *cast, const struct part_scene *scene,
             bool (*visit) (void *context, const struct script_item *items,
                            uint32_t count),
             void *context, struct arena *scratch)
{
  size_t processes = scene->pds->processes.count + (size_t) 1;
  struct listing l = {
    .cast = cast, .scene = scene, .arena = scratch, .visit = visit, .context = context
  };
  assert (cast->member && cast->tracked && cast->asleep);
  l.started = arena_calloc (scratch, processes, sizeof *l.started);
  l.ended = arena_calloc (scratch, processes, sizeof *l.ended);
  bool all = list_all (&l);
  assert (!all || (l.items.count == 0 && l.made == 0));
  LOG (2, "%u scripts%s", (unsigned) l.scripts, all ? "" : ", the last one is missing");
  return all;
}
