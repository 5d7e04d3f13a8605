/* schedule.c -- see schedule.h.
 *
 * The best schedule is looked for first, among up to BEST_STATES states; if
 * there are more, any schedule: the same search, but always going on where most
 * is done already.
 */
#include <config.h>

#include "schedule.h"

#include <assert.h>
#include <string.h>

#define BEST_STATES 1000000
#define SOME_STATES 4000000

/* A move of a process: the rules behind the move before it, up to and with one
   that something can stand in the way of (or the end of the path). */
struct move
{
  uint32_t end;      /* of its steps in the path */
  uint32_t visible;  /* statements */
  uint32_t acquires; /* lock, or NONE: of its last rule */
  bool guarded;      /* its last rule is forbidden somewhere, and makes no step */
  bool steps;        /* its last rule makes a step of the automaton */
  idset held;        /* shared locks that are held behind it */
  uint32_t made;     /* steps of the automaton behind it, by this process */
};

#define NONE UINT32_MAX

struct lane
{
  const struct local_path *path;
  VEC (struct move) moves;
};

/* A state: the places of all, and who moved last.  Places are interned as a
   list: (list so far, place) -> list. */
struct node
{
  uint32_t parent;   /* node, NONE: the start */
  uint64_t cost;     /* switches, then statements */
  uint32_t last;     /* who moved; NONE: nobody yet */
  uint32_t first_place;
  bool done;
};

struct heap_item
{
  uint64_t key;
  uint32_t node;
};

struct scheduler
{
  const struct pds *pds;
  const struct pa_instance *instance;
  struct quota *quota;
  struct arena *arena;
  struct lane *lanes;
  uint32_t count;
  idset shared;                /* locks that more than one path uses */
  bool best;                   /* else: any */
  VEC (struct node) nodes;
  VEC (uint32_t) places;       /* moves made, COUNT for each node */
  struct pairmap lists;
  struct pairmap node_ids;     /* (list, last) -> node */
  VEC (struct heap_item) heap;
};

/* ---- Lanes. ---- */

static const struct pds_action_info *
action_of (const struct scheduler *s, const struct local_step *step)
{
  return &s->pds->actions.at[s->pds->rules.at[step->rule].action.index];
}

static bool
is_lock (const struct pds_action_info *action)
{
  return action->op == PDS_ACQUIRE || action->op == PDS_RELEASE;
}

static void
find_shared (struct scheduler *s)
{
  idset seen = IDSET_EMPTY;
  for (uint32_t p = 0; p < s->count; p++)
    {
      const struct local_path *path = s->lanes[p].path;
      idset mine = IDSET_EMPTY;
      for (uint32_t i = 0; i < path->steps.count; i++)
        {
          const struct pds_action_info *action = action_of (s, &path->steps.at[i]);
          if (is_lock (action) && !idset_has (s->pds->idsets, mine, action->object))
            {
              mine = idset_add (s->pds->idsets, mine, action->object);
              if (idset_has (s->pds->idsets, seen, action->object))
                s->shared = idset_add (s->pds->idsets, s->shared, action->object);
            }
        }
      seen = idset_union (s->pds->idsets, seen, mine);
    }
}

/* Is ACTION forbidden to THREAD in some state? */
static bool
is_guarded (const struct scheduler *s, uint32_t thread,
            const struct pds_action_info *action)
{
  for (uint32_t x = 0; x < s->instance->automaton->steps.count; x++)
    if (!pa_instance_moves (s->instance, x, thread, action).loop)
      return true;
  return false;
}

static idset
without (struct idsets *idsets, idset set, uint32_t member)
{
  return idset_minus (idsets, set, idset_add (idsets, IDSET_EMPTY, member));
}

static void
list_moves (struct scheduler *s, uint32_t p)
{
  struct lane *lane = &s->lanes[p];
  struct idsets *idsets = s->pds->idsets;
  idset held = IDSET_EMPTY;
  uint32_t visible = 0, made = 0;
  for (uint32_t i = 0; i < lane->path->steps.count; i++)
    {
      const struct local_step *step = &lane->path->steps.at[i];
      const struct pds_action_info *action = action_of (s, step);
      bool lock = is_lock (action) && idset_has (idsets, s->shared, action->object);
      struct move move = { .end = i + 1, .acquires = NONE, .steps = step->moves };
      if (lock && action->op == PDS_ACQUIRE)
        {
          move.acquires = action->object;
          held = idset_add (idsets, held, action->object);
        }
      else if (lock)
        held = without (idsets, held, action->object);
      made += step->moves;
      move.guarded = !step->moves && is_guarded (s, p, action);
      move.held = held;
      move.made = made;
      visible += rule_is_visible (&s->pds->rules.at[step->rule]);
      if (!lock && !move.steps && !move.guarded)
        continue;
      move.visible = visible;
      visible = 0;
      *vec_push (s->arena, &lane->moves) = move;
    }
}

/* ---- States. ---- */

static uint32_t
place_of (const struct scheduler *s, const struct node *node, uint32_t p)
{
  return s->places.at[node->first_place + p];
}

static idset
held_by (const struct scheduler *s, const struct node *node, uint32_t p)
{
  uint32_t place = place_of (s, node, p);
  return place ? s->lanes[p].moves.at[place - 1].held : IDSET_EMPTY;
}

/* The state of the automaton. */
static uint32_t
steps_made (const struct scheduler *s, const struct node *node)
{
  uint32_t made = 0;
  for (uint32_t p = 0; p < s->count; p++)
    {
      uint32_t place = place_of (s, node, p);
      made += place ? s->lanes[p].moves.at[place - 1].made : 0;
    }
  return made;
}

static bool
can_move (const struct scheduler *s, const struct node *node, uint32_t p)
{
  const struct lane *lane = &s->lanes[p];
  uint32_t place = place_of (s, node, p);
  if (place == lane->moves.count)
    return false;
  const struct move *move = &lane->moves.at[place];
  const struct pds_action_info *action
    = action_of (s, &lane->path->steps.at[move->end - 1]);
  uint32_t state = steps_made (s, node);
  if (move->steps && !pa_instance_moves (s->instance, state, p, action).step)
    return false;
  if (move->guarded && !pa_instance_moves (s->instance, state, p, action).loop)
    return false;
  for (uint32_t q = 0; q < s->count && move->acquires != NONE; q++)
    if (q != p && idset_has (s->pds->idsets, held_by (s, node, q), move->acquires))
      return false;
  return true;
}

/* ---- The heap, smallest key on top. ---- */

static void
heap_push (struct scheduler *s, uint64_t key, uint32_t node)
{
  *vec_push (s->arena, &s->heap) = (struct heap_item){ key, node };
  struct heap_item *heap = s->heap.at;
  for (uint32_t i = s->heap.count - 1; i > 0 && heap[i].key < heap[(i - 1) / 2].key;
       i = (i - 1) / 2)
    {
      struct heap_item swap = heap[i];
      heap[i] = heap[(i - 1) / 2];
      heap[(i - 1) / 2] = swap;
    }
}

static uint32_t
heap_pop (struct scheduler *s)
{
  struct heap_item *heap = s->heap.at;
  uint32_t top = heap[0].node, count = --s->heap.count;
  heap[0] = heap[count];
  for (uint32_t i = 0;;)
    {
      uint32_t least = i;
      for (uint32_t child = 2 * i + 1; child <= 2 * i + 2 && child < count; child++)
        if (heap[child].key < heap[least].key)
          least = child;
      if (least == i)
        return top;
      struct heap_item swap = heap[i];
      heap[i] = heap[least];
      heap[least] = swap;
      i = least;
    }
}

/* ---- The search. ---- */

static uint64_t
key_of (const struct scheduler *s, const struct node *node)
{
  if (s->best)
    return node->cost;
  /* Steps of the automaton first, then moves; what is left, so to speak. */
  uint64_t moves = 0;
  for (uint32_t p = 0; p < s->count; p++)
    moves += place_of (s, node, p);
  return UINT64_MAX - ((uint64_t) steps_made (s, node) << 48) - moves;
}

/* The places are the last COUNT of s->places; they are taken back if the state
   is known already. */
static void
reach (struct scheduler *s, uint32_t parent, uint32_t last, uint64_t cost)
{
  uint32_t first = s->places.count - s->count, list = 0;
  for (uint32_t p = 0; p < s->count; p++)
    {
      uint32_t *next = pairmap_at (&s->lists, list, s->places.at[first + p]);
      if (*next == PAIRMAP_FREE)
        *next = s->lists.count;
      list = *next;
    }
  uint32_t *id = pairmap_at (&s->node_ids, list, last);
  if (*id == PAIRMAP_FREE)
    {
      *id = s->nodes.count;
      *vec_push (s->arena, &s->nodes) = (struct node){ parent, cost, last, first, false };
    }
  else
    {
      s->places.count = first;
      struct node *known = &s->nodes.at[*id];
      if (known->done || known->cost <= cost || !s->best)
        return;
      known->cost = cost;
      known->parent = parent;
    }
  heap_push (s, key_of (s, &s->nodes.at[*id]), *id);
}

static void
expand (struct scheduler *s, uint32_t number)
{
  for (uint32_t p = 0; p < s->count; p++)
    {
      const struct node *node = &s->nodes.at[number];
      if (!can_move (s, node, p))
        continue;
      const struct move *move = &s->lanes[p].moves.at[place_of (s, node, p)];
      uint64_t cost = node->cost + move->visible;
      if (node->last != NONE && node->last != p)
        cost += (uint64_t) 1 << 32;
      uint32_t first = node->first_place;
      for (uint32_t q = 0; q < s->count; q++)
        {
          uint32_t place = s->places.at[first + q] + (q == p);
          *vec_push (s->arena, &s->places) = place;
        }
      reach (s, number, p, cost);
    }
}

/* The node in which all steps are made, or NONE. */
static uint32_t
search (struct scheduler *s, uint32_t limit)
{
  uint32_t steps = s->instance->automaton->steps.count;
  for (uint32_t p = 0; p < s->count; p++)
    *vec_push (s->arena, &s->places) = 0;
  reach (s, NONE, NONE, 0);
  while (s->heap.count > 0 && s->nodes.count < limit)
    {
      quota_tick (s->quota);
      uint32_t number = heap_pop (s);
      if (s->nodes.at[number].done)
        continue;
      s->nodes.at[number].done = true;
      if (steps_made (s, &s->nodes.at[number]) == steps)
        return number;
      expand (s, number);
    }
  return NONE;
}

static void
forget (struct scheduler *s)
{
  s->nodes.count = s->places.count = s->heap.count = 0;
  pairmap_init (&s->lists, s->arena);
  pairmap_init (&s->node_ids, s->arena);
}

/* ---- The run. ---- */

static void
write_run (struct scheduler *s, uint32_t goal, struct run *run)
{
  VEC (uint32_t) chain = VEC_EMPTY;
  for (uint32_t n = goal; s->nodes.at[n].parent != NONE; n = s->nodes.at[n].parent)
    *vec_push (s->arena, &chain) = n;
  uint32_t last = NONE;
  for (uint32_t i = chain.count; i-- > 0;)
    {
      const struct node *node = &s->nodes.at[chain.at[i]];
      uint32_t p = node->last, place = place_of (s, node, p);
      const struct lane *lane = &s->lanes[p];
      uint32_t begin = place > 1 ? lane->moves.at[place - 2].end : 0;
      run->switches += last != NONE && last != p;
      last = p;
      for (uint32_t k = begin; k < lane->moves.at[place - 1].end; k++)
        *vec_push (s->arena, &run->steps)
          = (struct run_step){ p, lane->path->steps.at[k].rule,
                               lane->path->steps.at[k].moves };
    }
}

bool
schedule_find (struct run *run, const struct pds *pds,
               const struct pa_instance *instance, const struct local_path *paths,
               uint32_t count, struct quota *quota, struct arena *arena)
{
  struct scheduler s = { .pds = pds, .instance = instance, .quota = quota,
                         .arena = arena, .count = count, .best = true };
  s.lanes = arena_calloc (arena, count, sizeof *s.lanes);
  for (uint32_t p = 0; p < count; p++)
    s.lanes[p].path = &paths[p];
  find_shared (&s);
  for (uint32_t p = 0; p < count; p++)
    list_moves (&s, p);
  *run = (struct run){ VEC_EMPTY, 0 };
  forget (&s);
  uint32_t goal = search (&s, BEST_STATES);
  if (goal == NONE && s.heap.count > 0)
    {
      s.best = false;
      forget (&s);
      goal = search (&s, SOME_STATES);
    }
  if (goal == NONE)
    return false;
  write_run (&s, goal, run);
  return true;
}
