/* atomic_places.c -- see atomic_places.h. */
#include <config.h>

#include "certificate/checker/atomic_places.h"

/* A process at a place of its list, and whether it is in the midst of a block there. */
struct visit
{
  uint32_t index;
  bool inside;
};

struct search
{
  const struct system *system;
  uint32_t process;
  struct atomic_places found;
  VEC (struct visit) visits;
};

static void
reach (struct search *s, uint32_t place, bool inside, struct arena *arena)
{
  uint32_t index = place_index (&s->system->places, s->process, place);
  assert (index != PLACE_NONE);
  bool *known = inside ? &s->found.inside[index] : &s->found.outside[index];
  if (*known)
    return;
  *known = true;
  *vec_push (arena, &s->visits) = (struct visit){ index, inside };
}

/* Let the process of STAND come to PLACE, inside of a block if that goes on there. */
static void
arrive (struct search *s, const struct stand *stand, uint32_t place, bool inside)
{
  struct arena *arena = stand->terms.gates->arena;
  bool goes_on = false, waits = false;
  if (place >= PLACE_FIRST)
    {
      struct stand next
        = stand_at (s->system, stand->terms.gates, stand->terms.state, s->process,
                    place_index (&s->system->places, s->process, place));
      goes_on = next.atomic;
      waits = stand_can_wait (&next);
    }
  if (inside && goes_on)
    reach (s, place, true, arena);
  if (!inside || !goes_on || waits)
    reach (s, place, false, arena);
}

struct atomic_places
atomic_places_find (const struct system *system, struct gates *gates,
                    const struct system_state *state, uint32_t process)
{
  uint32_t count = place_count (&system->places, process);
  struct search s = { .system = system, .process = process };
  s.found.inside = arena_calloc (gates->arena, count, sizeof *s.found.inside);
  s.found.outside = arena_calloc (gates->arena, count, sizeof *s.found.outside);
  assert (count > PLACE_FIRST);
  reach (&s, place_at (&system->places, process, PLACE_FIRST), false, gates->arena);
  for (uint32_t i = 0; i < s.visits.count; i++)
    {
      struct visit visit = s.visits.at[i];
      if (place_at (&system->places, process, visit.index) < PLACE_FIRST)
        continue;
      struct stand stand = stand_at (system, gates, state, process, visit.index);
      bool assumes = stand.node->op == IR_ASSUME;
      bool begins = stand_is_step (&stand) && (stand.atomic || assumes);
      for (uint32_t r = stand.rules.begin; r < stand.rules.end; r++)
        arrive (&s, &stand, place_after (&system->places, stand.place, r),
                visit.inside || begins);
      if (assumes)
        reach (&s, PLACE_WRONG, visit.inside, gates->arena);
    }
  return s.found;
}
