/* movers.c -- where no step of another thread need be guessed (5e).
 *
 * An acquire is a right mover, a release a left mover: in any interleaving an
 * acquire can be put off past the steps of others that follow it, and a
 * release brought forward past the steps of others before it, as long as the
 * process itself does nothing in between.  So a guess of another's step need
 * never be made
 *
 *   after an acquire    at a symbol that is only reached by acquires (and
 *                       skips from such symbols): guess before the acquire;
 *   before a release    at a symbol that only leads to releases (or by skips
 *                       to such symbols): guess after the release.
 *
 * A guess moved backwards arrives where an acquire leaves, so not before a
 * release; one moved forwards arrives after a release.  So neither rule sends
 * a guess to a place where the other one forbids it, and both end: a path has
 * a first acquire, and a process holds finitely many locks.  Only lock
 * operations are crossed, never an action whose permission could change.
 */
#include <config.h>

#include <assert.h>
#include <string.h>

#include "base/log.h"
#include "phaseauto/slice.h"

/* The symbols that only acquires lead to: a greatest fixpoint, so all symbols at first,
   and then fewer.  Linear; before releases, passes until nothing changes. */
struct after_acquires
{
  bool *holds; /* by symbol */
  struct arena *arena;
  VEC (uint32_t) work;
};

/* Symbol S is also reached in another way. */
static void
refute (struct after_acquires *after, uint32_t s)
{
  if (!after->holds[s])
    return;
  after->holds[s] = false;
  *vec_push (after->arena, &after->work) = s;
}

static void
find_after_acquires (const struct body_slice *slice, bool *holds, struct arena *arena)
{
  struct after_acquires after = { .holds = holds, .arena = arena };
  memset (holds, true, slice->symbols * sizeof *holds);
  for (uint32_t s = 0; s < slice->starts; s++)
    refute (&after, s);
  for (uint32_t e = 0; e < slice->edges.count; e++)
    {
      const struct slice_edge *edge = &slice->edges.at[e];
      assert (edge->kind == SLICE_RETURN || edge->to < slice->symbols);
      if (edge->kind == SLICE_RELEASE || edge->kind == SLICE_WATCHED
          || edge->kind == SLICE_CALL)
        refute (&after, edge->to);
      if (edge->kind == SLICE_CALL)
        refute (&after, edge->under);
    }
  while (after.work.count > 0)
    {
      uint32_t s = after.work.at[--after.work.count];
      assert (s < slice->symbols && !holds[s]);
      for (uint32_t e = slice->first_edge[s]; e < slice->first_edge[s + 1]; e++)
        if (slice->edges.at[e].kind == SLICE_SKIP)
          refute (&after, slice->edges.at[e].to);
    }
}

/* Does symbol S only lead to releases, and by skips to symbols that BEFORE has? */
static bool
leads_to_release (const struct body_slice *slice, const bool *before, uint32_t s)
{
  assert (slice->first_edge[s] <= slice->first_edge[s + 1]);
  if (slice->first_edge[s] == slice->first_edge[s + 1])
    return false;
  for (uint32_t e = slice->first_edge[s]; e < slice->first_edge[s + 1]; e++)
    {
      const struct slice_edge *edge = &slice->edges.at[e];
      bool to_release
        = edge->kind == SLICE_RELEASE || (edge->kind == SLICE_SKIP && before[edge->to]);
      if (!to_release)
        return false;
    }
  return true;
}

bool *
slice_find_quiet (const struct body_slice *slice, struct arena *arena)
{
  assert (slice->starts <= slice->symbols);
  bool *quiet = arena_alloc (arena, slice->symbols * sizeof *quiet + 1);
  bool *before = arena_calloc (arena, slice->symbols + (size_t) 1, sizeof *before);
  find_after_acquires (slice, quiet, arena);
  /* Least fixpoint; later symbols first, since skips mostly lead forwards. */
  for (bool changed = true; changed;)
    {
      changed = false;
      quota_work (arena->quota, slice->symbols / 8);
      for (uint32_t s = slice->symbols; s-- > 0;)
        if (!before[s] && leads_to_release (slice, before, s))
          changed = before[s] = true;
    }
  uint32_t count = 0;
  for (uint32_t s = 0; s < slice->symbols; s++)
    count += quiet[s] |= before[s];
  LOG (2, "no guess at %u of %u symbols", (unsigned) count, (unsigned) slice->symbols);
  return quiet;
}
