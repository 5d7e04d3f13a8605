/* compat_tuples.c -- see compat_tuples.h.
 *
 * Backtracking over the processes: a tuple is compared with those chosen before
 * it, pair by pair and phase by phase.  Conditions 1, 2 and part of 3 depend on
 * the shapes alone (R and A), so whether two shapes clash is computed once and
 * remembered, and most pairs of tuples are never compared in full.  Cycles
 * through more than two processes are searched for when a tuple is chosen for
 * every process.
 *
 * With a focus the search considers the locks of the focus alone, and each
 * choice that it finds is then examined with all locks.
 */
#include <config.h>

#include "phaseauto/compat_tuples.h"

#include <assert.h>
#include <string.h>

#include "base/bitset.h"
#include "base/log.h"

struct chooser
{
  struct antichains *antichains;
  struct fragments *fragments;
  const struct antichain *const *sets; /* by process */
  uint32_t processes, phases, words;
  struct arena *arena;
  tuple *chosen;          /* by process */
  const uint64_t *view;   /* a row: the locks that are considered */
  bool remember;          /* the clashes of shapes may be remembered */
  struct pairmap clashes; /* (shape of one tuple, shape of another) -> 0 or 1 */
  uint64_t *initial[2];   /* rows: held at the start of a phase, by two processes */
  uint64_t *reach;        /* by lock: a row, for cycles */
  uint32_t *next;         /* by process: the tuple of its set to be tried next */
  uint32_t current;       /* the process for which a tuple is chosen now */
};

/* Do the rows A and B have a lock of the view in common? */
static bool
meet (const struct chooser *c, const uint64_t *a, const uint64_t *b)
{
  for (uint32_t w = 0; w < c->words; w++)
    if (a[w] & b[w] & c->view[w])
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

/* Does F acquire, or if USES use, a lock that is held throughout G, by a process that
   holds INITIAL at its start? */
static bool
intrudes (const struct chooser *c, fragment f, fragment g, const uint64_t *initial,
          bool uses)
{
  const uint64_t *row
    = uses ? fragment_used (c->fragments, f) : fragment_acquired (c->fragments, f);
  const uint64_t *released = fragment_released (c->fragments, g);
  for (uint32_t w = 0; w < c->words; w++)
    if (row[w] & initial[w] & ~released[w] & c->view[w])
      return true;
  return false;
}

/* The locks l for which F has AH[l], or, if RELEASES, RH[l]. */
static const uint64_t *
order_locks (const struct chooser *c, fragment f, bool releases)
{
  return releases ? fragment_released (c->fragments, f)
                  : fragment_acquired (c->fragments, f);
}

/* AH[LOCK] of F, or RH[LOCK]. */
static const uint64_t *
order_row (const struct chooser *c, fragment f, lock_number lock, bool releases)
{
  return releases ? fragment_before (c->fragments, f, lock)
                  : fragment_after (c->fragments, f, lock);
}

/* Conditions 4 and 5 for two processes: is m in AH_1[l] and l in AH_2[m], or the
   same for RH?  If IN_THE_WAY is not null, all such locks are added to it, and the
   answer is false. */
static bool
orders_cross (const struct chooser *c, fragment f, fragment g, bool releases,
              uint64_t *in_the_way)
{
  const uint64_t *mine = order_locks (c, f, releases);
  const uint64_t *others = order_locks (c, g, releases);
  for (lock_number l = locks_next (mine, c->words, 0); l.index != UINT32_MAX;
       l = locks_next (mine, c->words, l.index + 1))
    {
      if (!locks_has (c->view, l))
        continue;
      const uint64_t *row = order_row (c, f, l, releases);
      for (lock_number m = locks_next (row, c->words, 0); m.index != UINT32_MAX;
           m = locks_next (row, c->words, m.index + 1))
        if (!lock_number_equal (m, l) && locks_has (others, m) && locks_has (c->view, m)
            && locks_has (order_row (c, g, m, releases), l))
          {
            if (in_the_way)
              {
                locks_put (in_the_way, l);
                locks_put (in_the_way, m);
                continue;
              }
            return true;
          }
    }
  return false;
}

/* Do the tuples A and B break a condition in some phase?  If BY_SHAPE, one of those
   that depend on the shapes alone: 1, 2, and 3 for A.  If not, one of the others. */
static bool
clash (const struct chooser *c, tuple a, tuple b, bool by_shape)
{
  uint64_t *x = c->initial[0], *y = c->initial[1];
  memset (x, 0, c->words * sizeof *x);
  memset (y, 0, c->words * sizeof *y);
  for (uint32_t phase = 0; phase < c->phases; phase++)
    {
      fragment f = tuple_fragment (c->antichains, a, phase);
      fragment g = tuple_fragment (c->antichains, b, phase);
      if (by_shape ? intrudes (c, f, g, y, false) || intrudes (c, g, f, x, false)
                   : intrudes (c, f, g, y, true) || intrudes (c, g, f, x, true)
                       || orders_cross (c, f, g, false, NULL)
                       || orders_cross (c, f, g, true, NULL))
        return true;
      advance (c, x, f);
      advance (c, y, g);
      if (by_shape && meet (c, x, y))
        return true;
    }
  return false;
}

static bool
are_compatible (struct chooser *c, tuple a, tuple b)
{
  const struct tuple_info *info = c->antichains->tuples.at;
  c->antichains->work++;
  quota_spend (c->arena->quota, (uint64_t) c->phases * c->antichains->unit);
  if (!c->remember)
    return !clash (c, a, b, true) && !clash (c, a, b, false);
  uint32_t *known = pairmap_at (&c->clashes, info[a.index].shape, info[b.index].shape);
  if (*known == PAIRMAP_FREE)
    *known = clash (c, a, b, true);
  return !*known && !clash (c, a, b, false);
}

/* ---- Cycles through three processes or more. ---- */

static uint64_t *
reach_of (const struct chooser *c, lock_number lock)
{
  return c->reach + (size_t) lock.index * c->words;
}

/* Is there a lock on a cycle?  All such locks are added to IN_THE_WAY, unless null. */
static bool
closes_cycle (struct chooser *c, uint64_t *in_the_way)
{
  uint32_t locks = c->fragments->locks;
  bool found = false;
  for (lock_number k = { 0 }; k.index < locks; k.index++)
    {
      quota_spend (c->arena->quota, c->antichains->unit);
      for (lock_number l = { 0 }; l.index < locks; l.index++)
        if (locks_has (reach_of (c, l), k))
          for (uint32_t w = 0; w < c->words; w++)
            reach_of (c, l)[w] |= reach_of (c, k)[w];
    }
  for (lock_number l = { 0 }; l.index < locks; l.index++)
    if (locks_has (reach_of (c, l), l))
      {
        assert (locks_has (c->view, l));
        found = true;
        if (in_the_way)
          locks_put (in_the_way, l);
      }
  return found;
}

/* Does the union of the graphs of all processes have a cycle in PHASE? */
static bool
has_cycle (struct chooser *c, uint32_t phase, bool releases, uint64_t *in_the_way)
{
  memset (c->reach, 0, (size_t) c->fragments->locks * c->words * sizeof *c->reach);
  for (uint32_t p = 0; p < c->processes; p++)
    {
      fragment f = tuple_fragment (c->antichains, c->chosen[p], phase);
      const uint64_t *set = order_locks (c, f, releases);
      for (lock_number l = locks_next (set, c->words, 0); l.index != UINT32_MAX;
           l = locks_next (set, c->words, l.index + 1))
        {
          if (!locks_has (c->view, l))
            continue;
          const uint64_t *row = order_row (c, f, l, releases);
          uint64_t *out = reach_of (c, l);
          for (uint32_t w = 0; w < c->words; w++)
            out[w] |= row[w] & c->view[w];
          bits_drop (out, l.index);
        }
    }
  return closes_cycle (c, in_the_way);
}

static bool
is_free_of_cycles (struct chooser *c)
{
  for (uint32_t phase = 0; phase < c->phases; phase++)
    if (has_cycle (c, phase, false, NULL) || has_cycle (c, phase, true, NULL))
      return false;
  return true;
}

/* ---- Choosing. ---- */

/* Is T, of process P, compatible with the tuples chosen for the processes before? */
static bool
fits (struct chooser *c, uint32_t p, tuple t)
{
  assert (p < c->processes);
  for (uint32_t q = 0; q < p; q++)
    if (!are_compatible (c, c->chosen[q], t))
      return false;
  return true;
}

/* Prepare to choose from SETS, considering all locks; false: a set is empty. */
static bool
start (struct chooser *c, struct antichains *antichains,
       const struct antichain *const *sets, uint32_t processes, tuple *choice,
       struct arena *scratch)
{
  assert (processes > 0);
  for (uint32_t p = 0; p < processes; p++)
    {
      if (sets[p]->count == 0)
        return false;
      assert (sets[p]->degree == sets[0]->degree);
    }
  *c = (struct chooser){ .antichains = antichains,
                         .fragments = antichains->fragments,
                         .sets = sets,
                         .processes = processes,
                         .phases = sets[0]->degree + 1,
                         .words = antichains->fragments->row,
                         .arena = scratch,
                         .remember = true };
  size_t row = c->words * sizeof (uint64_t);
  c->view = memset (arena_alloc (scratch, row), 0xFF, row);
  c->chosen = choice ? choice : arena_alloc (scratch, processes * sizeof *c->chosen);
  c->initial[0] = arena_alloc (scratch, row);
  c->initial[1] = arena_alloc (scratch, row);
  c->reach = arena_alloc (scratch, c->fragments->locks * row + 1);
  pairmap_init (&c->clashes, scratch);
  c->next = arena_calloc (scratch, processes, sizeof *c->next);
  return true;
}

/* Choose the next tuples, one per process, that are compatible in the view. */
static bool
choose_next (struct chooser *c)
{
  struct antichains *antichains = c->antichains;
  for (;;)
    {
      antichains->exceeded |= antichains->budget && antichains->work > antichains->budget;
      if (antichains->exceeded)
        return false;
      uint32_t p = c->current;
      quota_spend (c->arena->quota, 1);
      assert (p < c->processes && c->next[p] <= c->sets[p]->count);
      if (c->next[p] == c->sets[p]->count)
        {
          if (p == 0)
            return false;
          c->current--;
          continue;
        }
      tuple t = c->sets[p]->tuples[c->next[p]++];
      assert (c->antichains->tuples.at[t.index].degree + 1 == c->phases);
      if (!fits (c, p, t))
        continue;
      c->chosen[p] = t;
      if (p + 1 < c->processes)
        c->next[++c->current] = 0;
      else if (c->processes < 3 || is_free_of_cycles (c))
        return true;
    }
}

bool
compat_choose (struct antichains *antichains, const struct antichain *const *sets,
               uint32_t processes, tuple *choice, struct arena *scratch)
{
  struct chooser c;
  assert (!antichains->fragments->focus);
  return start (&c, antichains, sets, processes, choice, scratch) && choose_next (&c);
}

/* ---- With a focus. ---- */

/* After this number of choices that are compatible in the focus only, the search
   gives up and asks for a larger focus. */
#define CONFLICTS_LIMIT 64

/* Add the locks for which two processes, with fragments F and G that start with X and
   Y held, break one of the conditions 1 to 5. */
static void
add_conflicts (const struct chooser *c, fragment f, fragment g, const uint64_t *x,
               const uint64_t *y, uint64_t *in_the_way)
{
  const struct fragments *all = c->fragments;
  const uint64_t *rf = fragment_released (all, f), *rg = fragment_released (all, g);
  const uint64_t *af = fragment_acquired (all, f), *ag = fragment_acquired (all, g);
  const uint64_t *uf = fragment_used (all, f), *ug = fragment_used (all, g);
  for (uint32_t w = 0; w < c->words; w++)
    in_the_way[w]
      |= (x[w] & y[w]) | (((x[w] & ~rf[w]) | af[w]) & ((y[w] & ~rg[w]) | ag[w]))
         | ((af[w] | uf[w]) & y[w] & ~rg[w]) | ((ag[w] | ug[w]) & x[w] & ~rf[w]);
  orders_cross (c, f, g, false, in_the_way);
  orders_cross (c, f, g, true, in_the_way);
}

static bool
is_empty (const uint64_t *row, uint32_t words)
{
  for (uint32_t w = 0; w < words; w++)
    if (row[w])
      return false;
  return true;
}

/* Add the locks that prevent the choice, in the first phase with any; those on cycles
   through more than two processes only if there are no others. */
static void
find_conflicts (struct chooser *c, uint64_t *in_the_way)
{
  memset (in_the_way, 0, c->words * sizeof *in_the_way);
  uint64_t *held
    = arena_calloc (c->arena, (size_t) c->processes * c->words, sizeof *held);
  for (uint32_t phase = 0; phase < c->phases && is_empty (in_the_way, c->words); phase++)
    {
      for (uint32_t p = 0; p < c->processes; p++)
        for (uint32_t q = 0; q < p; q++)
          add_conflicts (c, tuple_fragment (c->antichains, c->chosen[p], phase),
                         tuple_fragment (c->antichains, c->chosen[q], phase),
                         held + (size_t) p * c->words, held + (size_t) q * c->words,
                         in_the_way);
      for (uint32_t p = 0; p < c->processes; p++)
        advance (c, held + (size_t) p * c->words,
                 tuple_fragment (c->antichains, c->chosen[p], phase));
    }
  for (uint32_t phase = 0; phase < c->phases && is_empty (in_the_way, c->words); phase++)
    {
      has_cycle (c, phase, false, in_the_way);
      has_cycle (c, phase, true, in_the_way);
    }
  assert (!is_empty (in_the_way, c->words));
}

/* Is the choice compatible in the view? */
static bool
is_compatible (struct chooser *c)
{
  for (uint32_t p = 1; p < c->processes; p++)
    if (!fits (c, p, c->chosen[p]))
      return false;
  return c->processes < 3 || is_free_of_cycles (c);
}

enum compat_answer
compat_choose_in_focus (struct antichains *antichains,
                        const struct antichain *const *sets, uint32_t processes,
                        tuple *choice, uint64_t *focus, struct arena *scratch)
{
  struct chooser c;
  assert (antichains->fragments->focus);
  if (!start (&c, antichains, sets, processes, choice, scratch))
    return COMPAT_NONE;
  struct chooser whole = c; /* for the choice with all locks considered */
  whole.remember = false;
  uint64_t *in_the_way = arena_alloc (scratch, c.words * sizeof *in_the_way);
  c.view = antichains->fragments->focus;
  uint32_t conflicts = 0;
  for (; conflicts < CONFLICTS_LIMIT && choose_next (&c); conflicts++)
    {
      if (is_compatible (&whole))
        return COMPAT_FOUND;
      if (conflicts == 0)
        find_conflicts (&whole, in_the_way);
    }
  if (conflicts == 0)
    return COMPAT_NONE;
  /* One lock at a time: sets of tuples grow with every one. */
  uint64_t fresh = 0;
  for (uint32_t w = 0; w < c.words && !fresh; w++)
    {
      assert (!(c.view[w] & ~focus[w]));
      fresh = in_the_way[w] & ~c.view[w];
      focus[w] |= fresh & (~fresh + 1);
    }
  assert (fresh);
  LOG (2, "choices that are compatible in the focus only: %u; a lock joins the focus",
       (unsigned) conflicts);
  return COMPAT_CONFLICT;
}
