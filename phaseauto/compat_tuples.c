/* compat_tuples.c -- see compat_tuples.h.
 *
 * Backtracking over the processes: a tuple is tried with those chosen before
 * it, pair by pair and phase by phase; conditions 1, 2 and part of 3 depend on
 * the shapes alone (R and A), so whether two shapes clash is found out once
 * and remembered, and most pairs of tuples are never looked at.  Cycles through
 * more than two processes are searched for when all are chosen.
 */
#include <config.h>

#include "compat_tuples.h"

#include <assert.h>
#include <string.h>

struct chooser
{
  struct antichains *antichains;
  struct fragments *fragments;
  const struct antichain *const *sets;
  uint32_t processes, phases, words;
  struct arena *arena;
  tuple *chosen;
  struct pairmap clashes;  /* (shape of p's tuple, shape of q's) -> 0 or 1 */
  uint64_t *initial[2];    /* held at the start of a phase, of two processes */
  uint64_t *reach;         /* by lock: a row, for cycles */
};

static uint32_t
shape_of (const struct chooser *c, tuple t)
{
  return c->antichains->tuples.at[t.index].shape;
}

static bool
meet (const uint64_t *a, const uint64_t *b, uint32_t words)
{
  for (uint32_t w = 0; w < words; w++)
    if (a[w] & b[w])
      return true;
  return false;
}

/* Go from the start of a phase to the start of the next: (I - R) + A. */
static void
advance (const struct chooser *c, uint64_t *initial, fragment f)
{
  const uint64_t *released = fragment_released (c->fragments, f);
  const uint64_t *acquired = fragment_acquired (c->fragments, f);
  for (uint32_t w = 0; w < c->words; w++)
    initial[w] = (initial[w] & ~released[w]) | acquired[w];
}

/* Does F, by a process that held I initially, acquire or use a lock that the
   other one, G from J, holds throughout? */
static bool
intrudes (const struct chooser *c, fragment f, fragment g, const uint64_t *j, bool uses)
{
  const uint64_t *row = uses ? fragment_used (c->fragments, f)
                             : fragment_acquired (c->fragments, f);
  const uint64_t *released = fragment_released (c->fragments, g);
  for (uint32_t w = 0; w < c->words; w++)
    if (row[w] & j[w] & ~released[w])
      return true;
  return false;
}

/* Conditions 1, 2 and, of 3, what concerns A: they depend on the shapes. */
static bool
shapes_clash (struct chooser *c, tuple a, tuple b)
{
  uint32_t known = pairmap_get (&c->clashes, shape_of (c, a), shape_of (c, b));
  if (known != PAIRMAP_FREE)
    return known;
  uint64_t *x = c->initial[0], *y = c->initial[1];
  memset (x, 0, c->words * sizeof *x);
  memset (y, 0, c->words * sizeof *y);
  bool clash = false;
  for (uint32_t phase = 0; phase < c->phases && !clash; phase++)
    {
      fragment f = tuple_fragment (c->antichains, a, phase);
      fragment g = tuple_fragment (c->antichains, b, phase);
      clash = meet (x, y, c->words) || intrudes (c, f, g, y, false)
              || intrudes (c, g, f, x, false);
      advance (c, x, f);
      advance (c, y, g);
      clash = clash || meet (x, y, c->words);
    }
  *pairmap_at (&c->clashes, shape_of (c, a), shape_of (c, b)) = clash;
  return clash;
}

/* The locks that AH, or with RELEASES RH, speaks of, and what it says of one. */
static const uint64_t *
order_locks (const struct chooser *c, fragment f, bool releases)
{
  return releases ? fragment_released (c->fragments, f)
                  : fragment_acquired (c->fragments, f);
}

static const uint64_t *
order_row (const struct chooser *c, fragment f, uint32_t lock, bool releases)
{
  return releases ? fragment_before (c->fragments, f, lock)
                  : fragment_after (c->fragments, f, lock);
}

/* Conditions 4 and 5 for two: m in AH_1[l] and l in AH_2[m], or the same for
   RH? */
static bool
orders_cross (const struct chooser *c, fragment f, fragment g, bool releases)
{
  const uint64_t *mine = order_locks (c, f, releases);
  const uint64_t *others = order_locks (c, g, releases);
  for (uint32_t l = locks_next (mine, c->words, 0); l != UINT32_MAX;
       l = locks_next (mine, c->words, l + 1))
    {
      const uint64_t *row = order_row (c, f, l, releases);
      for (uint32_t m = locks_next (row, c->words, 0); m != UINT32_MAX;
           m = locks_next (row, c->words, m + 1))
        if (m != l && locks_has (others, m)
            && locks_has (order_row (c, g, m, releases), l))
          return true;
    }
  return false;
}

/* Are two tuples compatible in every phase? */
static bool
are_compatible (struct chooser *c, tuple a, tuple b)
{
  c->antichains->work++;
  if (shapes_clash (c, a, b))
    return false;
  uint64_t *x = c->initial[0], *y = c->initial[1];
  memset (x, 0, c->words * sizeof *x);
  memset (y, 0, c->words * sizeof *y);
  for (uint32_t phase = 0; phase < c->phases; phase++)
    {
      fragment f = tuple_fragment (c->antichains, a, phase);
      fragment g = tuple_fragment (c->antichains, b, phase);
      if (intrudes (c, f, g, y, true) || intrudes (c, g, f, x, true)
          || orders_cross (c, f, g, false) || orders_cross (c, f, g, true))
        return false;
      advance (c, x, f);
      advance (c, y, g);
    }
  return true;
}

/* ---- Cycles through three processes or more. ---- */

static bool
closes_cycle (struct chooser *c, uint32_t locks)
{
  for (uint32_t k = 0; k < locks; k++)
    for (uint32_t l = 0; l < locks; l++)
      if (locks_has (c->reach + (size_t) l * c->words, k))
        for (uint32_t w = 0; w < c->words; w++)
          c->reach[(size_t) l * c->words + w] |= c->reach[(size_t) k * c->words + w];
  for (uint32_t l = 0; l < locks; l++)
    if (locks_has (c->reach + (size_t) l * c->words, l))
      return true;
  return false;
}

/* Does the union of the graphs of all processes have a cycle in PHASE? */
static bool
has_cycle (struct chooser *c, uint32_t phase, bool releases)
{
  uint32_t locks = c->fragments->locks;
  memset (c->reach, 0, (size_t) locks * c->words * sizeof *c->reach);
  for (uint32_t p = 0; p < c->processes; p++)
    {
      fragment f = tuple_fragment (c->antichains, c->chosen[p], phase);
      const uint64_t *set = order_locks (c, f, releases);
      for (uint32_t l = locks_next (set, c->words, 0); l != UINT32_MAX;
           l = locks_next (set, c->words, l + 1))
        {
          const uint64_t *row = order_row (c, f, l, releases);
          uint64_t *out = c->reach + (size_t) l * c->words;
          for (uint32_t w = 0; w < c->words; w++)
            out[w] |= row[w];
          out[l / 64] &= ~((uint64_t) 1 << l % 64);
        }
    }
  return closes_cycle (c, locks);
}

static bool
is_free_of_cycles (struct chooser *c)
{
  for (uint32_t phase = 0; phase < c->phases; phase++)
    if (has_cycle (c, phase, false) || has_cycle (c, phase, true))
      return false;
  return true;
}

/* ---- Choosing. ---- */

static bool
fits (struct chooser *c, uint32_t p, tuple t)
{
  for (uint32_t q = 0; q < p; q++)
    if (!are_compatible (c, c->chosen[q], t))
      return false;
  return true;
}

static bool
is_over_budget (struct antichains *antichains)
{
  if (antichains->budget && antichains->work > antichains->budget)
    antichains->exceeded = true;
  return antichains->exceeded;
}

bool
compat_choose (struct antichains *antichains, const struct antichain *const *sets,
               uint32_t processes, tuple *choice, struct arena *scratch)
{
  struct chooser c = { .antichains = antichains, .fragments = antichains->fragments,
                       .sets = sets, .processes = processes, .arena = scratch };
  for (uint32_t p = 0; p < processes; p++)
    {
      if (sets[p]->count == 0)
        return false;
      assert (sets[p]->degree == sets[0]->degree);
    }
  c.phases = sets[0]->degree + 1;
  c.words = c.fragments->row;
  c.chosen = choice ? choice : arena_alloc (scratch, processes * sizeof *c.chosen);
  c.initial[0] = arena_alloc (scratch, c.words * sizeof (uint64_t));
  c.initial[1] = arena_alloc (scratch, c.words * sizeof (uint64_t));
  c.reach = arena_alloc (scratch, ((size_t) c.fragments->locks * c.words + 1)
                                    * sizeof *c.reach);
  pairmap_init (&c.clashes, scratch);
  uint32_t *next = arena_calloc (scratch, processes, sizeof *next);
  uint32_t p = 0;
  for (;;)
    {
      if (is_over_budget (antichains))
        return false;
      if (next[p] == sets[p]->count)
        {
          if (p == 0)
            return false;
          p--;
          continue;
        }
      tuple t = sets[p]->tuples[next[p]++];
      if (!fits (&c, p, t))
        continue;
      c.chosen[p] = t;
      if (p + 1 < processes)
        next[++p] = 0;
      else if (processes < 3 || is_free_of_cycles (&c))
        return true;
    }
}
