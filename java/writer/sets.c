/* sets.c -- @AtomicSet and @UnitFor. */
#include <config.h>

#include "java/writer/sets.h"

#include <assert.h>
#include <string.h>

#include "ir/ir_builder.h"
#include "java/program/annotate.h"

/* The atomic set that LOCATION is in by its @AtomicSet; null: it has none. */
static const char *
annotated_set (struct extraction *x, uint32_t location)
{
  assert (location < x->heap.locations.count);
  uint32_t member = x->heap.locations.at[location].member;
  if (member == UINT32_MAX)
    return NULL;
  return annotation_text (
    x->java, annotation_of_field (x->java, x->heap.member_list.at[member], "AtomicSet"));
}

/* The set called NAME, or SET_NONE. */
static set_id
find_set (const struct ir_model *declared, const char *name)
{
  for (uint32_t i = 0; i < declared->sets.count; i++)
    if (strcmp (ir_text (declared, declared->sets.at[i].name), name) == 0)
      return (set_id){ i };
  return SET_NONE;
}

static bool
is_set (set_id set)
{
  return set.index != SET_NONE.index;
}

const set_id *
sets_declare (struct extraction *x, const bool *has_field, struct ir_model *declared)
{
  uint32_t count = x->heap.locations.count;
  assert (declared->sets.count == 0);
  set_id *set_of = arena_alloc (&x->run_arena, (count + 1) * sizeof *set_of);
  for (uint32_t i = 0; i < count; i++)
    {
      const char *name = has_field[i] ? annotated_set (x, i) : NULL;
      set_of[i] = name ? find_set (declared, name) : SET_NONE;
      if (name && !is_set (set_of[i]))
        set_of[i] = ir_declare_set (declared, name);
    }
  bool alone = declared->sets.count > 0;
  set_id all = alone ? SET_NONE : ir_declare_set (declared, "all");
  for (uint32_t i = 0; i < count; i++)
    if (has_field[i] && !is_set (set_of[i]))
      set_of[i] = alone ? ir_declare_set (declared, x->heap.locations.at[i].name) : all;
  return set_of;
}

idset
sets_of_unit (struct extraction *x, struct java_member method,
              const struct ir_model *declared)
{
  assert (member_is_known (method));
  const struct java_annotation *annotation
    = annotation_of_method (x->java, method, "UnitFor");
  idset sets = IDSET_EMPTY;
  for (uint32_t i = 0; annotation && i < annotation->values.count; i++)
    {
      set_id set
        = find_set (declared, universe_text (x->universe, annotation->values.at[i]));
      if (is_set (set))
        sets = idset_add (declared->idsets, sets, set.index);
    }
  return idset_is_empty (sets) ? declared->all_sets : sets;
}
