/* why_safe_circles.c -- what protects a model from deadlocks; see why_safe.h.
 *
 * The circles that a deadlock query is asked about are listed again, this time also those
 * in which two processes would hold one lock.  If there are none, the order of locks says
 * why: it is the relation "somebody takes l with k held", and without a cycle in it there
 * is no circle.
 */
#include <config.h>

#include <assert.h>

#include "base/text.h"
#include "ask/circles.h"
#include "explain/why_safe.h"

/* Locks that are written out, and those that are sorted for that. */
#define MOST_LOCKS 8
#define MOST_SORTED 256

struct seeker
{
  const struct pds *pds;
  const struct survey *survey;
  struct circles circles;
  struct arena *arena;
};

/* ---- The order of locks. ---- */

/* By lock k and lock l, in a table: somebody who may take part takes l with k held.  The
   number of such pairs. */
static uint32_t
find_pairs (const struct seeker *s, bool *order)
{
  uint32_t locks = s->pds->locks.count, pairs = 0;
  assert (s->survey->pds == s->pds);
  for (uint32_t i = 0; i < s->circles.crowds.count; i++)
    {
      const struct survey_body *body
        = &s->survey->body[s->circles.crowds.at[i].body.index];
      for (uint32_t l = 0; l < locks; l++)
        {
          uint32_t acquire = survey_acquire_of (s->survey, (lock_id){ l });
          const struct survey_action *action
            = acquire == UINT32_MAX ? NULL : survey_find_action (body, acquire);
          if (!action)
            continue;
          for (uint32_t k = idset_next (s->pds->idsets, action->held, 0); k != UINT32_MAX;
               k = idset_next (s->pds->idsets, action->held, k + 1))
            {
              bool *pair = &order[(size_t) k * locks + l];
              pairs += !*pair;
              *pair = true;
            }
        }
    }
  return pairs;
}

/* List the locks that are in a pair of ORDER, which has no cycle: a lock comes after all
   that are held when it is taken, and as early as its declaration allows. */
static void
sort_locks (const struct seeker *s, const bool *order, struct why_safe_circles *why)
{
  uint32_t locks = s->pds->locks.count;
  assert (locks <= MOST_SORTED);
  bool *done = arena_calloc (s->arena, locks + (size_t) 1, sizeof *done);
  for (bool more = true; more;)
    {
      more = false;
      for (uint32_t l = 0; l < locks && !more; l++)
        {
          bool first = !done[l], paired = false;
          for (uint32_t k = 0; k < locks; k++)
            {
              first = first && (done[k] || !order[(size_t) k * locks + l]);
              paired |= order[(size_t) k * locks + l] || order[(size_t) l * locks + k];
            }
          if (!first)
            continue;
          more = done[l] = true;
          if (paired)
            *vec_push (s->arena, &why->order) = (lock_id){ l };
        }
    }
  assert (why->order.count >= 2);
}

/* There is no cycle in the order of locks.  With many locks it is not written out. */
static void
find_order (const struct seeker *s, struct why_safe_circles *why)
{
  size_t locks = s->pds->locks.count;
  why->kind = WHY_SAFE_ORDER;
  if (locks > MOST_SORTED)
    return;
  bool *order = arena_calloc (s->arena, locks * locks + 1, sizeof *order);
  if (find_pairs (s, order) == 0)
    why->kind = WHY_SAFE_NO_NESTING;
  else
    sort_locks (s, order, why);
}

/* ---- Circles. ---- */

/* Two processes of the current circle that hold one lock: a gate, which lets only one of
   them in at a time. */
static bool
find_gate (const struct seeker *s, struct why_safe_circles *why)
{
  const struct circles *c = &s->circles;
  const struct idsets *idsets = s->pds->idsets;
  assert (c->depth >= 2);
  for (uint32_t i = 0; i < c->depth; i++)
    for (uint32_t k = i + 1; k < c->depth; k++)
      {
        idset one = c->waiters.at[c->circle[i]].holds;
        idset other = c->waiters.at[c->circle[k]].holds;
        for (uint32_t l = idset_next (idsets, one, 0); l != UINT32_MAX;
             l = idset_next (idsets, one, l + 1))
          if (idset_has (idsets, other, l))
            {
              if (why->count == 0)
                {
                  why->gate = (lock_id){ l };
                  why->gated[0] = i;
                  why->gated[1] = k;
                }
              return true;
            }
      }
  return false;
}

static void
find_circles (struct seeker *s, struct why_safe_circles *why)
{
  struct statistics counts = { 0 };
  const struct circles *c = &s->circles;
  why->kind = WHY_SAFE_CIRCLES;
  why->gate = LOCK_NONE;
  why->all_gated = true;
  while (why->count < WHY_SAFE_MOST_CIRCLES && circles_next (&s->circles, &counts))
    {
      why->all_gated &= find_gate (s, why);
      for (uint32_t i = 0; i < c->depth && why->count == 0; i++)
        *vec_push (s->arena, &why->first)
          = (struct why_safe_waiter){ c->processes[i], c->locks[i] };
      why->count++;
    }
}

void
why_safe_find_circles (struct why_safe_circles *why, struct groundwork *groundwork,
                       const struct decide_options *options, struct arena *work)
{
  struct seeker s
    = { .pds = groundwork->pds, .survey = &groundwork->survey, .arena = work };
  *why = (struct why_safe_circles){ .named = options->only.filtered > 0 };
  circles_init (&s.circles, groundwork, options, work);
  assert (!s.circles.disjoint);
  if (s.circles.waiters.count == 0)
    find_order (&s, why);
  else
    find_circles (&s, why);
}

/* ---- In words. ---- */

static void
print_lock (const struct pds *pds, lock_id lock, FILE *file)
{
  assert (lock.index < pds->locks.count);
  text_show_quoted (file, pds->locks.at[lock.index]);
}

static void
print_process (const struct pds *pds, process_id process, FILE *file)
{
  assert (process.index < pds->processes.count);
  text_show_name (file, pds->processes.at[process.index].name);
}

/* "P would hold 'a' and wait for 'b', and Q 'b' and 'a', but ..." */
static void
print_first (const struct why_safe_circles *why, const struct pds *pds, FILE *file)
{
  uint32_t length = why->first.count;
  assert (length >= 2);
  for (uint32_t i = 0; i < length; i++)
    {
      const struct why_safe_waiter *waiter = &why->first.at[i];
      fputs (i == 0 ? "" : ", ", file);
      print_process (pds, waiter->process, file);
      fputs (" would hold ", file);
      print_lock (pds, why->first.at[(i + length - 1) % length].awaits, file);
      fputs (" and wait for ", file);
      print_lock (pds, waiter->awaits, file);
    }
  if (lock_equal (why->gate, LOCK_NONE))
    {
      fputs ("; but they never get that far together.", file);
      return;
    }
  assert (why->gated[0] < why->gated[1] && why->gated[1] < length);
  fputs ("; but ", file);
  print_process (pds, why->first.at[why->gated[0]].process, file);
  fputs (" and ", file);
  print_process (pds, why->first.at[why->gated[1]].process, file);
  fputs (" would both hold ", file);
  print_lock (pds, why->gate, file);
  fputs (", too.", file);
}

static void
print_circles (const struct why_safe_circles *why, const struct pds *pds, FILE *file)
{
  if (why->count == 0)
    {
      fputs (why->named ? "the orders in which locks are taken allow no circle that "
                          "includes these processes."
                        : "locks are taken in different orders, but not by different "
                          "processes that could wait for each other.",
             file);
      return;
    }
  print_first (why, pds, file);
  uint32_t more = why->count - 1;
  if (more == 0)
    return;
  if (why->all_gated && why->count < WHY_SAFE_MOST_CIRCLES)
    fprintf (file, "\nIn the same way, two would hold one lock in %u more circle%s.",
             (unsigned) more, more == 1 ? "" : "s");
  else
    fprintf (file, "\nNor does it happen in %s%u more circle%s.",
             why->count < WHY_SAFE_MOST_CIRCLES ? "" : "at least ", (unsigned) more,
             more == 1 ? "" : "s");
}

void
why_safe_print_circles (const struct why_safe_circles *why, const struct pds *pds,
                        FILE *file)
{
  switch (why->kind)
    {
    case WHY_SAFE_NO_NESTING:
      fputs ("no process takes a lock while it holds another one.", file);
      break;
    case WHY_SAFE_ORDER:
      fputs ("whoever holds several locks has taken them in one order", file);
      for (uint32_t i = 0; i < why->order.count && why->order.count <= MOST_LOCKS; i++)
        {
          fputs (i == 0 ? ": " : ", ", file);
          print_lock (pds, why->order.at[i], file);
        }
      fputc ('.', file);
      break;
    case WHY_SAFE_CIRCLES: print_circles (why, pds, file); break;
    }
}
