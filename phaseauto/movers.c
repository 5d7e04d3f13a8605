/* movers.c -- where no guess is needed (5e).
 *
 * An acquire is a right mover, a release a left mover: in any interleaving an
 * acquire can be put off past the steps of others that follow it, and a
 * release brought forward past the steps of others before it, as long as the
 * process itself does nothing in between.  So a guess of another's step need
 * never be made
 *
 *   behind an acquire   at a symbol that is only reached by acquires (and
 *                       skips from such symbols): guess before the acquire;
 *   before a release    at a symbol that only leads to releases (or by skips
 *                       to such symbols): guess after the release.
 *
 * A guess moved backwards arrives where an acquire leaves, so not before a
 * release; one moved forwards arrives behind a release.  So neither rule sends
 * a guess to a place where the other one forbids it, and both end: a path has
 * a first acquire, and a process holds finitely many locks.  Only lock
 * operations are crossed, never an action whose permission could change.
 */
#include <config.h>

#include <assert.h>
#include <string.h>

#include "phaseauto/slice.h"

/* BEHIND: by symbol, only acquires lead here.  Greatest fixpoint: start from
   all, and take back what has another way in. */
static void
find_behind (const struct slice *slice, bool *behind, struct arena *arena)
{
  VEC (uint32_t) work = VEC_EMPTY;
  memset (behind, true, slice->symbols * sizeof *behind);
  for (uint32_t s = 0; s < slice->starts; s++)
    {
      *vec_push (arena, &work) = s;
      behind[s] = false;
    }
  for (uint32_t e = 0; e < slice->edges.count; e++)
    {
      const struct slice_edge *edge = &slice->edges.at[e];
      uint32_t ends[2] = { SLICE_NO_SYMBOL, SLICE_NO_SYMBOL };
      if (edge->kind == SLICE_RELEASE || edge->kind == SLICE_WATCHED
          || edge->kind == SLICE_CALL)
        ends[0] = edge->to;
      if (edge->kind == SLICE_CALL)
        ends[1] = edge->under;
      for (int i = 0; i < 2; i++)
        if (ends[i] != SLICE_NO_SYMBOL && behind[ends[i]])
          {
            behind[ends[i]] = false;
            *vec_push (arena, &work) = ends[i];
          }
    }
  while (work.count > 0)
    {
      uint32_t s = work.at[--work.count];
      for (uint32_t e = slice->first_edge[s]; e < slice->first_edge[s + 1]; e++)
        {
          const struct slice_edge *edge = &slice->edges.at[e];
          if (edge->kind == SLICE_SKIP && behind[edge->to])
            {
              behind[edge->to] = false;
              *vec_push (arena, &work) = edge->to;
            }
        }
    }
}

/* Does symbol S only lead to releases?  Skips lead on to symbols for which
   BEFORE is known already, or count as not. */
static bool
leads_to_release (const struct slice *slice, const bool *before, uint32_t s)
{
  if (slice->first_edge[s] == slice->first_edge[s + 1])
    return false;
  for (uint32_t e = slice->first_edge[s]; e < slice->first_edge[s + 1]; e++)
    {
      const struct slice_edge *edge = &slice->edges.at[e];
      bool to_release = edge->kind == SLICE_RELEASE
                        || (edge->kind == SLICE_SKIP && before[edge->to]);
      if (!to_release)
        return false;
    }
  return true;
}

bool *
slice_find_quiet (const struct slice *slice, struct arena *arena)
{
  bool *quiet = arena_alloc (arena, slice->symbols * sizeof *quiet + 1);
  bool *before = arena_calloc (arena, slice->symbols + (size_t) 1, sizeof *before);
  find_behind (slice, quiet, arena);
  /* Least fixpoint; later symbols first, since skips mostly lead forwards. */
  for (bool changed = true; changed;)
    {
      changed = false;
      for (uint32_t s = slice->symbols; s-- > 0;)
        if (!before[s] && leads_to_release (slice, before, s))
          changed = before[s] = true;
    }
  for (uint32_t s = 0; s < slice->symbols; s++)
    quiet[s] |= before[s];
  return quiet;
}
