/* waiters.c -- see waiters.h: a search that begins with each waiter in turn, through
 * waiters with larger numbers from which the first one can be reached. */
#include <config.h>

#include "certificate/checker/waiters.h"

#include <assert.h>

#include "base/log.h"

struct waiter
{
  body_id body;
  lock_id awaits;
  idset held;
};

struct search
{
  const struct part_scene *scene;
  struct arena *arena;
  circles_visitor visit;
  void *context;
  uint32_t *room; /* by body: processes that are not in the circle */
  VEC (struct waiter) waiters;
  bool *useful; /* by waiter: it can be in a circle with the first one */
  uint32_t circle[PA_SIZE_LIMIT];
  uint32_t length, circles;
  enum circles_end end;
};

static bool
shares_lock (const struct search *s, idset a, idset b)
{
  return !idset_equal (idset_minus (s->scene->locks, a, b), a);
}

/* Does W hold what V awaits, and can both wait at once? */
static bool
follows (const struct search *s, uint32_t v, uint32_t w)
{
  const struct waiter *one = &s->waiters.at[v], *other = &s->waiters.at[w];
  assert (v < s->waiters.count && w < s->waiters.count);
  return idset_has (s->scene->locks, other->held, one->awaits.index)
         && !shares_lock (s, one->held, other->held);
}

static void
add_waiter (struct search *s, struct waiter waiter)
{
  assert (!idset_is_empty (waiter.held));
  assert (!idset_has (s->scene->locks, waiter.held, waiter.awaits.index));
  for (uint32_t i = 0; i < s->waiters.count; i++)
    {
      const struct waiter *known = &s->waiters.at[i];
      if (body_equal (known->body, waiter.body)
          && lock_equal (known->awaits, waiter.awaits)
          && idset_equal (known->held, waiter.held))
        return;
    }
  *vec_push (s->arena, &s->waiters) = waiter;
}

static void
list_waiters (struct search *s, body_id body)
{
  const struct pds *pds = s->scene->pds;
  const struct scene_body *scene_body = &s->scene->body[body.index];
  for (uint32_t i = 0; i < scene_body->symbols.count; i++)
    {
      uint32_t symbol = scene_body->symbols.at[i];
      struct pds_range rules = pds_rules_of (pds, (pds_symbol){ symbol });
      idset held = s->scene->held[symbol];
      for (uint32_t r = rules.begin; r < rules.end && !idset_is_empty (held); r++)
        {
          const struct pds_action_info *action
            = &pds->actions.at[pds->rules.at[r].action.index];
          if (action->op == PDS_ACQUIRE)
            add_waiter (s, (struct waiter){ body, pds_action_lock (action), held });
        }
      quota_tick (s->arena->quota);
    }
}

/* Mark the waiters from FIRST on that FIRST reaches and that reach FIRST. */
static void
find_useful (struct search *s, uint32_t first)
{
  uint32_t count = s->waiters.count;
  bool *back = arena_calloc (s->arena, count, sizeof *back);
  bool *forth = arena_calloc (s->arena, count, sizeof *forth);
  back[first] = forth[first] = true;
  for (bool changed = true; changed;)
    {
      changed = false;
      for (uint32_t v = first; v < count; v++)
        for (uint32_t w = first; w < count; w++)
          if ((forth[v] && !forth[w]) || (back[w] && !back[v]))
            {
              quota_tick (s->arena->quota);
              if (!follows (s, v, w))
                continue;
              changed |= (forth[v] && !forth[w]) || (back[w] && !back[v]);
              forth[w] |= forth[v];
              back[v] |= back[w];
            }
    }
  for (uint32_t w = 0; w < count; w++)
    s->useful[w] = back[w] && forth[w];
}

/* May W join the circle? */
static bool
fits (const struct search *s, uint32_t w)
{
  const struct waiter *waiter = &s->waiters.at[w];
  assert (s->length > 0 && w > s->circle[0]);
  if (!s->useful[w] || s->room[waiter->body.index] == 0)
    return false;
  for (uint32_t i = 0; i < s->length; i++)
    {
      const struct waiter *other = &s->waiters.at[s->circle[i]];
      if (lock_equal (other->awaits, waiter->awaits)
          || shares_lock (s, other->held, waiter->held))
        return false;
    }
  return true;
}

/* The circle is closed: visit it, the smallest lock first. */
static bool
visit_circle (struct search *s)
{
  lock_id locks[PA_SIZE_LIMIT];
  body_id bodies[PA_SIZE_LIMIT];
  uint32_t smallest = 0;
  assert (s->length >= 2);
  for (uint32_t i = 1; i < s->length; i++)
    if (s->waiters.at[s->circle[i]].awaits.index
        < s->waiters.at[s->circle[smallest]].awaits.index)
      smallest = i;
  for (uint32_t i = 0; i < s->length; i++)
    {
      const struct waiter *waiter = &s->waiters.at[s->circle[(smallest + i) % s->length]];
      locks[i] = waiter->awaits;
      bodies[i] = waiter->body;
    }
  s->circles++;
  return s->visit (s->context, locks, bodies, s->length);
}

/* Go on from the last waiter of the circle.  False: the search is over. */
static bool
go_on (struct search *s)
{
  uint32_t first = s->circle[0], last = s->circle[s->length - 1];
  quota_tick (s->arena->quota);
  if (s->length >= 2 && follows (s, last, first) && !visit_circle (s))
    {
      s->end = CIRCLES_STOPPED;
      return false;
    }
  for (uint32_t w = first + 1; w < s->waiters.count; w++)
    {
      if (!fits (s, w) || !follows (s, last, w))
        continue;
      if (s->length == PA_SIZE_LIMIT)
        {
          s->end = CIRCLES_UNCLEAR;
          return false;
        }
      uint32_t *room = &s->room[s->waiters.at[w].body.index];
      assert (*room > 0);
      (*room)--;
      s->circle[s->length++] = w;
      bool fine = go_on (s);
      s->length--;
      (*room)++;
      if (!fine)
        return false;
    }
  return true;
}

enum circles_end
circles_each (const struct part_scene *scene, circles_visitor visit, void *context,
              struct arena *scratch)
{
  struct search *s = arena_calloc (scratch, 1, sizeof *s);
  *s = (struct search){ .scene = scene,
                        .arena = scratch,
                        .visit = visit,
                        .context = context,
                        .end = CIRCLES_ALL };
  assert (scene->locks && visit);
  if (!scene->steady)
    return CIRCLES_UNCLEAR;
  s->room = arena_calloc (scratch, scene->bodies + (size_t) 1, sizeof *s->room);
  for (uint32_t p = 0; p < scene->pds->processes.count; p++)
    s->room[scene->pds->processes.at[p].body.index]++;
  for (body_id b = { 0 }; b.index < scene->bodies; b.index++)
    if (s->room[b.index] > 0)
      list_waiters (s, b);
  s->useful = arena_calloc (scratch, s->waiters.count + (size_t) 1, sizeof *s->useful);
  for (uint32_t w = 0; w < s->waiters.count && s->end == CIRCLES_ALL; w++)
    {
      find_useful (s, w);
      uint32_t *room = &s->room[s->waiters.at[w].body.index];
      s->circle[0] = w;
      s->length = 1;
      (*room)--;
      go_on (s);
      (*room)++;
    }
  LOG (1, "%u waiters, %u circles", (unsigned) s->waiters.count, (unsigned) s->circles);
  return s->end;
}
