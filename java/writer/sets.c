/* sets.c -- @AtomicSet and @UnitFor. */
#include <config.h>

#include "java/writer/sets.h"

#include <assert.h>
#include <string.h>

#include "java/program/annotate.h"

const char *
sets_of_location (struct extraction *x, uint32_t location)
{
  assert (location < x->heap.locations.count);
  uint32_t member = x->heap.locations.at[location].member;
  if (member == UINT32_MAX)
    return NULL;
  return annotation_text (
    x->java, annotation_of_field (x->java, x->heap.member_list.at[member], "AtomicSet"));
}

/* Has some location the atomic set NAME? */
static bool
is_set (struct extraction *x, const bool *has_field, const char *name)
{
  for (uint32_t i = 0; i < x->heap.locations.count; i++)
    if (has_field[i])
      {
        const char *set = sets_of_location (x, i);
        if (set && strcmp (set, name) == 0)
          return true;
      }
  return false;
}

static void
write_set (struct extraction *x, const char *name, const uint32_t *locations,
           uint32_t count, struct listing *listing)
{
  assert (count > 0);
  listing_begin (listing);
  listing_put (listing, "atomicset ");
  listing_name (listing, name);
  listing_put (listing, " { ");
  for (uint32_t i = 0; i < count; i++)
    {
      listing_put (listing, i ? ", " : "");
      assert (locations[i] < x->heap.locations.count);
      listing_name (listing, x->heap.locations.at[locations[i]].name);
    }
  listing_put (listing, " }");
  listing_end (listing);
}

void
sets_write (struct extraction *x, const bool *has_field, struct listing *listing)
{
  struct arena *arena = &x->run_arena;
  struct names sets;
  names_init (&sets, arena);
  uint32_t *set_of = arena_alloc (arena, (x->heap.locations.count + 1) * sizeof *set_of);
  for (uint32_t i = 0; i < x->heap.locations.count; i++)
    {
      const char *name = has_field[i] ? sets_of_location (x, i) : NULL;
      set_of[i] = name ? names_intern (&sets, name, strlen (name)).index : UINT32_MAX;
    }
  if (sets.entries.count == 0)
    return;
  for (uint32_t s = 0; s < sets.entries.count; s++)
    {
      VEC (uint32_t) members = VEC_EMPTY;
      for (uint32_t i = 0; i < x->heap.locations.count; i++)
        if (set_of[i] == s)
          *vec_push (arena, &members) = i;
      write_set (x, names_text (&sets, (name_id){ s }), members.at, members.count,
                 listing);
    }
  for (uint32_t i = 0; i < x->heap.locations.count; i++)
    if (has_field[i] && set_of[i] == UINT32_MAX)
      write_set (x, x->heap.locations.at[i].name, &i, 1, listing);
}

void
sets_write_unit (struct extraction *x, struct java_member method, const bool *has_field,
                 struct listing *listing)
{
  assert (member_is_known (method));
  const struct java_annotation *annotation
    = annotation_of_method (x->java, method, "UnitFor");
  bool is_first = true;
  listing_put (listing, "unit");
  for (uint32_t i = 0; annotation && i < annotation->values.count; i++)
    {
      const char *name = universe_text (x->universe, annotation->values.at[i]);
      if (!is_set (x, has_field, name))
        continue;
      listing_put (listing, is_first ? " " : ", ");
      listing_name (listing, name);
      is_first = false;
    }
}
