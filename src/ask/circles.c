/* circles.c -- see circles.h.
 *
 * Invariant: the first waiter of the circle has the smallest number, so each circle is
 * listed once; and as far as distances tell, the circle can be closed within `length'.
 */
#include <config.h>

#include "ask/circles.h"

#include <assert.h>
#include <string.h>

#include "base/log.h"
#include "ask/casting.h"
#include "phaseauto/meetings.h"
#include "phaseauto/reduction.h"

/* After this many waiters have been considered, the query is given up. */
#define WORK_LIMIT 200000000
#define NONE UINT32_MAX

static const struct idsets *
idsets_of (const struct circles *c)
{
  return c->groundwork->pds->idsets;
}

static uint32_t
lock_count (const struct circles *c)
{
  return c->groundwork->pds->locks.count;
}

/* ---- Waiters. ---- */

/* Do the same names of -P mean P and Q?  (A circle needs one for each name.) */
static bool
are_named_alike (const struct circles *c, process_id p, process_id q)
{
  for (uint32_t n = 0; n < c->options->only.filtered; n++)
    if (c->options->only.allowed[n][p.index] != c->options->only.allowed[n][q.index])
      return false;
  return true;
}

/* Does PROCESS belong to CROWD?  Processes with one body follow each other; they are
   alike if they are also named, started and joined together. */
static bool
belongs (const struct circles *c, const struct crowd *crowd, process_id process)
{
  return body_equal (crowd->body, c->groundwork->pds->processes.at[process.index].body)
         && are_named_alike (c, crowd->members.at[0], process)
         && life_cycles_alike (&c->groundwork->life_cycles, crowd->members.at[0],
                               process);
}

static void
list_crowds (struct circles *c)
{
  const struct pds *pds = c->groundwork->pds;
  for (process_id p = { 0 }; p.index < pds->processes.count; p.index++)
    {
      struct crowd *last
        = c->crowds.count > 0 ? &c->crowds.at[c->crowds.count - 1] : NULL;
      if (!last || !belongs (c, last, p))
        {
          last = vec_push (c->arena, &c->crowds);
          *last = (struct crowd){ .body = pds->processes.at[p.index].body };
        }
      *vec_push (c->arena, &last->members) = p;
    }
}

/* List the waiters of CROWD for each lock, each once. */
static void
list_waiters (struct circles *c, uint32_t crowd)
{
  const struct survey *survey = &c->groundwork->survey;
  const struct survey_body *body = &survey->body[c->crowds.at[crowd].body.index];
  assert (body->known);
  struct pairmap seen;
  pairmap_init (&seen, c->arena);
  uint32_t count = 0;
  for (lock_id l = { 0 }; l.index < lock_count (c); l.index++)
    {
      uint32_t acquire = survey_acquire_of (survey, l);
      const struct survey_action *action
        = acquire == NONE ? NULL : survey_find_action (body, acquire);
      for (uint32_t i = 0; action && i < action->count; i++)
        {
          idset held = survey->held[body->places[action->first + i].index];
          assert (!idset_has (idsets_of (c), held, l.index));
          if (idset_is_empty (held)
              || pairmap_number (&seen, l.index, held.index) != count)
            continue;
          count++;
          *vec_push (c->arena, &c->waiters) = (struct waiter){ crowd, l, held };
        }
    }
}

/* ---- The order of locks. ---- */

/* A waiter is an edge of the order of locks, from each lock that it holds to the one it
   awaits.  Drop waiters until each of them awaits a lock that another one holds, and
   holds a lock that another one awaits: what is left has cycles, or is empty.  A round
   over all locks of all waiters would be quadratic; to stay linear, counts are kept and
   only the neighbours of a dropped waiter are considered again. */
struct trimmer
{
  struct circles *c;
  uint32_t *held;             /* by lock: waiters that hold it */
  uint32_t *awaited;          /* by lock: waiters that await it */
  uint32_t *supported;        /* by waiter: how many locks it holds that are awaited */
  uint32_t *first, *awaiters; /* by lock, and an end: the waiters that await it */
  struct worklist dropped;    /* waiters whose locks have to be subtracted */
};

/* List the waiters by lock: those that hold it or, if AWAITING, await it. */
static void
index_waiters (struct circles *c, bool awaiting, uint32_t **first, uint32_t **list)
{
  size_t locks = lock_count (c);
  uint32_t *begin = arena_calloc (c->arena, locks + 2, sizeof *begin);
  uint32_t *place = NULL;
  for (unsigned round = 0; round < 2; round++)
    {
      for (uint32_t w = 0; w < c->waiters.count; w++)
        {
          const struct waiter *waiter = &c->waiters.at[w];
          uint32_t l = awaiting ? waiter->awaits.index
                                : idset_next (idsets_of (c), waiter->holds, 0);
          for (; l != NONE;
               l = awaiting ? NONE : idset_next (idsets_of (c), waiter->holds, l + 1))
            if (round == 0)
              begin[l + 2]++;
            else
              place[begin[l + 1]++] = w;
        }
      for (size_t l = 0; round == 0 && l < locks; l++)
        begin[l + 2] += begin[l + 1];
      if (round == 0)
        place = arena_alloc (c->arena, begin[locks + 1] * sizeof *place + 1);
    }
  assert (begin[0] == 0);
  *first = begin;
  *list = place;
}

static void
count_off (struct trimmer *t, uint32_t dropped)
{
  struct circles *c = t->c;
  const struct waiter *waiter = &c->waiters.at[dropped];
  assert (worklist_has_met (&t->dropped, dropped) && !idset_is_empty (waiter->holds));
  IDSET_EACH (l, idsets_of (c), waiter->holds)
    if (--t->held[l] == 0)
      for (uint32_t i = t->first[l]; i < t->first[l + 1]; i++)
        worklist_add (&t->dropped, t->awaiters[i]);
  uint32_t awaits = waiter->awaits.index;
  assert (t->awaited[awaits] > 0);
  if (--t->awaited[awaits] == 0)
    for (uint32_t i = c->first_holder[awaits]; i < c->first_holder[awaits + 1]; i++)
      if (--t->supported[c->holders[i]] == 0)
        worklist_add (&t->dropped, c->holders[i]);
}

static void
trim (struct circles *c)
{
  size_t locks = lock_count (c), count = c->waiters.count;
  struct trimmer t
    = { .c = c,
        .held = arena_calloc (c->arena, locks + 1, sizeof *t.held),
        .awaited = arena_calloc (c->arena, locks + 1, sizeof *t.awaited),
        .supported = arena_calloc (c->arena, count + 1, sizeof *t.supported) };
  worklist_init (&t.dropped, c->waiters.count, c->arena);
  index_waiters (c, false, &c->first_holder, &c->holders);
  index_waiters (c, true, &t.first, &t.awaiters);
  for (uint32_t l = 0; l < locks; l++)
    {
      t.held[l] = c->first_holder[l + 1] - c->first_holder[l];
      t.awaited[l] = t.first[l + 1] - t.first[l];
      for (uint32_t i = c->first_holder[l]; t.awaited[l] && i < c->first_holder[l + 1];
           i++)
        t.supported[c->holders[i]]++;
    }
  for (uint32_t w = 0; w < count; w++)
    if (t.held[c->waiters.at[w].awaits.index] == 0 || t.supported[w] == 0)
      worklist_add (&t.dropped, w);
  for (uint32_t waiter; worklist_take (&t.dropped, &waiter);)
    count_off (&t, waiter);
  uint32_t kept = 0;
  for (uint32_t w = 0; w < count; w++)
    if (!worklist_has_met (&t.dropped, w))
      c->waiters.at[kept++] = c->waiters.at[w];
  LOG (2,
       "places where a process waits for a lock and holds others: %u kinds, of which "
       "%u may be in a circle",
       (unsigned) count, (unsigned) kept);
  /* A circle needs two waiters. */
  assert (kept != 1);
  c->waiters.count = kept;
  index_waiters (c, false, &c->first_holder, &c->holders);
}

/* ---- Circles. ---- */

/* May V and W be in one circle, as far as the survey can tell? */
static bool
may_wait_together (const struct circles *c, const struct waiter *v,
                   const struct waiter *w)
{
  return !lock_equal (v->awaits, w->awaits)
         && (v->crowd != w->crowd || c->crowds.at[v->crowd].members.count > 1)
         && !(c->disjoint && idset_meets (idsets_of (c), v->holds, w->holds));
}

static void
count_work (struct circles *c)
{
  quota_tick (c->arena->quota);
  if (++c->work > WORK_LIMIT)
    quota_exhaust (c->arena->quota, QUOTA_BOUND);
}

/* Set `distance' by a breadth-first search backwards from the locks that waiter FIRST
   holds: how many waiters are needed to get from each lock to FIRST? */
static void
measure (struct circles *c, uint32_t first)
{
  const struct waiter *start = &c->waiters.at[first];
  uint32_t *queue = c->queue, end = 0; /* each lock enters once */
  assert (first < c->waiters.count && c->depth == 0);
  memset (c->distance, 0xFF, lock_count (c) * sizeof *c->distance);
  IDSET_EACH (l, idsets_of (c), start->holds)
    {
      c->distance[l] = 0;
      queue[end++] = l;
    }
  for (uint32_t i = 0; i < end; i++)
    for (uint32_t k = c->first_awaiter[queue[i]]; k < c->first_awaiter[queue[i] + 1]; k++)
      {
        const struct waiter *waiter = &c->waiters.at[c->awaiters[k]];
        count_work (c);
        if (c->awaiters[k] <= first || !may_wait_together (c, start, waiter))
          continue;
        IDSET_EACH (l, idsets_of (c), waiter->holds)
          if (c->distance[l] == NONE)
            {
              c->distance[l] = c->distance[queue[i]] + 1;
              queue[end++] = l;
            }
      }
  assert (end <= lock_count (c));
  uint32_t back = c->distance[start->awaits.index];
  c->shortest[first] = back == NONE ? NONE : back + 1;
  assert (c->shortest[first] >= 2);
}

void
circles_init (struct circles *circles, struct groundwork *groundwork,
              const struct decide_options *options, struct arena *arena)
{
  const struct engine *engine = options->engine;
  assert (groundwork->survey.pds == groundwork->pds);
  bool referee = engine && (engine->abilities & ENGINE_REFEREE);
  *circles
    = (struct circles){ .groundwork = groundwork,
                        .options = options,
                        .arena = arena,
                        .disjoint
                        = !referee && (options->reductions & REDUCTION_HELD_LOCKS) };
  list_crowds (circles);
  uint32_t processes = 0;
  for (uint32_t k = 0; k < circles->crowds.count; k++)
    {
      list_waiters (circles, k);
      processes += circles->crowds.at[k].members.count;
    }
  trim (circles);
  size_t locks = lock_count (circles);
  index_waiters (circles, true, &circles->first_awaiter, &circles->awaiters);
  uint32_t most = processes < locks ? processes : (uint32_t) locks;
  circles->longest = most < PA_SIZE_LIMIT ? most : PA_SIZE_LIMIT;
  circles->capped = most > PA_SIZE_LIMIT;
  circles->length = 2;
  circles->shortest = arena_calloc (arena, circles->waiters.count + (size_t) 1,
                                    sizeof *circles->shortest);
  circles->distance = arena_alloc (arena, locks * sizeof *circles->distance + 1);
  circles->queue = arena_alloc (arena, locks * sizeof *circles->queue + 1);
  circles->awaited = arena_calloc (arena, locks + 1, sizeof *circles->awaited);
  size_t room = circles->longest + (size_t) 1;
  circles->circle = arena_alloc (arena, room * sizeof *circles->circle);
  circles->next = arena_alloc (arena, room * sizeof *circles->next);
  circles->locks = arena_alloc (arena, room * sizeof *circles->locks);
  circles->processes = arena_alloc (arena, room * sizeof *circles->processes);
}

/* Add WAITER to the circle. */
static void
push (struct circles *c, uint32_t waiter)
{
  const struct waiter *w = &c->waiters.at[waiter];
  struct crowd *crowd = &c->crowds.at[w->crowd];
  assert (c->depth < c->length && waiter >= c->circle[0] * (c->depth > 0));
  assert (crowd->taken < crowd->members.count && !c->awaited[w->awaits.index]);
  c->processes[c->depth] = crowd->members.at[crowd->taken++];
  c->locks[c->depth] = w->awaits;
  c->awaited[w->awaits.index] = true;
  c->circle[c->depth] = waiter;
  c->next[c->depth++] = c->first_holder[w->awaits.index];
}

static void
pop (struct circles *c)
{
  assert (c->depth > 0);
  const struct waiter *w = &c->waiters.at[c->circle[--c->depth]];
  assert (c->awaited[w->awaits.index] && c->crowds.at[w->crowd].taken > 0);
  c->crowds.at[w->crowd].taken--;
  c->awaited[w->awaits.index] = false;
}

/* May WAITER, which holds what the last waiter of the circle awaits, be the next one? */
static bool
may_join (struct circles *c, uint32_t waiter)
{
  const struct waiter *w = &c->waiters.at[waiter];
  const struct crowd *crowd = &c->crowds.at[w->crowd];
  uint32_t missing = c->length - c->depth - 1; /* waiters that come after it */
  assert (c->depth > 0 && c->depth < c->length);
  assert (idset_has (idsets_of (c), w->holds, c->locks[c->depth - 1].index));
  count_work (c);
  if (waiter <= c->circle[0] || crowd->taken == crowd->members.count
      || c->awaited[w->awaits.index] || c->distance[w->awaits.index] > missing)
    return false;
  for (uint32_t i = 0; i < c->depth; i++)
    if (!may_wait_together (c, &c->waiters.at[c->circle[i]], w))
      return false;
  return true;
}

/* All circles up to the length that automata can have were listed: give up if there may
   be longer ones. */
static void
check_longer (const struct circles *c)
{
  for (uint32_t w = 0; c->capped && w < c->waiters.count; w++)
    if (c->shortest[w] != NONE)
      {
        LOG (1, "there may be circles of more than %d processes", PA_SIZE_LIMIT);
        quota_exhaust (c->arena->quota, QUOTA_BOUND);
      }
}

/* Begin a circle of the current length, or of the next one; false: there are no more. */
static bool
begin (struct circles *c)
{
  assert (c->depth == 0);
  for (; c->length <= c->longest; c->length++, c->first = 0)
    while (c->first < c->waiters.count)
      {
        uint32_t first = c->first++;
        if (c->shortest[first] > c->length)
          continue;
        measure (c, first);
        if (c->shortest[first] > c->length)
          continue;
        push (c, first);
        return true;
      }
  check_longer (c);
  return false;
}

/* Does the circle, which is complete, include those that -P names? */
static bool
has_named (const struct circles *c)
{
  assert (c->depth == c->length);
  return process_filter_include (&c->options->only, c->options->only.filtered,
                                 c->processes, c->depth,
                                 c->groundwork->pds->processes.count);
}

bool
circles_next (struct circles *circles, struct statistics *counts)
{
  struct circles *c = circles;
  if (c->depth > 0)
    pop (c); /* the last waiter of the circle that was listed before */
  for (;;)
    {
      if (c->depth == 0 && !begin (c))
        return false;
      uint32_t last = c->depth - 1;
      uint32_t awaits = c->waiters.at[c->circle[last]].awaits.index;
      while (c->next[last] < c->first_holder[awaits + 1]
             && !may_join (c, c->holders[c->next[last]]))
        c->next[last]++;
      if (c->next[last] == c->first_holder[awaits + 1])
        {
          pop (c);
          continue;
        }
      push (c, c->holders[c->next[last]++]);
      if (c->depth == c->length && !has_named (c))
        pop (c);
      else if (c->depth == c->length)
        {
          assert (idset_has (idsets_of (c), c->waiters.at[c->circle[0]].holds,
                             c->locks[c->depth - 1].index));
          counts->choices++;
          quota_check (c->arena->quota);
          return true;
        }
    }
}

/* ---- The question. ---- */

const struct pa_automaton *
circles_automaton (const struct circles *circles, struct arena *arena)
{
  assert (circles->depth == circles->length && circles->depth >= 2);
  return pa_circle (circles->locks, circles->depth, arena);
}

void
circles_ask (const struct circles *circles, struct question *question)
{
  struct arena *arena = circles->arena;
  const struct pds *pds = circles->groundwork->pds;
  struct pa_instance *instance = arena_alloc (arena, sizeof *instance);
  *instance = (struct pa_instance){ circles_automaton (circles, arena), NULL, SET_NONE,
                                    pds->idsets };
  uint32_t threads = circles->depth;
  struct watch *watches = arena_alloc (arena, threads * sizeof *watches);
  for (thread_id t = { 0 }; t.index < threads; t.index++)
    {
      LOG (1, "a circle: %s awaits %s",
           pds->processes.at[circles->processes[t.index].index].name,
           pds->locks.at[circles->locks[t.index].index]);
      struct pa_role role;
      pa_role_init (&role, instance->automaton, t, arena);
      watch_init (&watches[t.index], &circles->groundwork->index, &role, NULL, SET_NONE,
                  arena);
    }
  process_id *processes = arena_alloc (arena, threads * sizeof *processes);
  memcpy (processes, circles->processes, threads * sizeof *processes);
  struct casting casting
    = { circles->groundwork, circles->options, instance, processes, watches };
  casting_ask (&casting, question, arena);
}
