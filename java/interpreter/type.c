/* type.c -- what the type of a value tells of it. */
#include <config.h>

#include <assert.h>
#include <string.h>

#include "java/interpreter/machine.h"

bool
type_is_given (struct extraction *x, name_id type)
{
  if (type.index == NAME_NONE.index || library_lists (x->library, type))
    return false;
  class_id class = universe_find (x->universe, type);
  return class_is_known (class) && universe_role (x->universe, class) != CLASS_FROM_JDK;
}

value_id
value_read_from (struct machine *m, uint32_t location, name_id type)
{
  struct extraction *x = m->x;
  assert (location < x->heap.locations.count);
  if (type.index == NAME_NONE.index || heap_is_of_site (&x->heap, location))
    return OTHER;
  if (type_is_given (x, type))
    return ownership_read (m, location, type);
  enum library_kind kind = library_kind (x->library, type);
  if (kind == LIBRARY_VALUE || kind == LIBRARY_PRIVATE)
    return OTHER;
  if (x->heap.locations.at[location].contents && !ownership_holds (m, location, type))
    return OTHER;
  return value_of (&x->values, VALUE_HELD, location, 0);
}

value_id
value_refined (struct machine *m, value_id value, name_id type)
{
  struct extraction *x = m->x;
  assert (value.index < x->values.list.count);
  const struct value *at = value_at (&x->values, value);
  if (at->kind == VALUE_HELD)
    {
      if (type_is_given (x, type))
        return ownership_read (m, at->a, type);
      enum library_kind kind = library_kind (x->library, type);
      return kind == LIBRARY_VALUE || kind == LIBRARY_PRIVATE ? OTHER : value;
    }
  if (at->kind == VALUE_NODE && at->a != type.index && type_is_given (x, type))
    {
      class_id below = universe_find (x->universe, type);
      if (universe_is_a (x->universe, below, (name_id){ at->a }))
        return value_of (&x->values, VALUE_NODE, type.index, at->b);
    }
  return value;
}

const uint32_t *
value_parts_copy (struct extraction *x, value_id value)
{
  uint32_t count = value_at (&x->values, value)->part_count;
  uint32_t *copy = arena_alloc (&x->run_arena, (count + 1) * sizeof *copy);
  for (uint32_t i = 0; i < count; i++)
    copy[i] = value_parts (&x->values, value)[i];
  return copy;
}

name_id
value_class (struct extraction *x, value_id value, bool *exact)
{
  assert (value.index < x->values.list.count);
  const struct value *at = value_at (&x->values, value);
  *exact = false;
  switch (at->kind)
    {
    case VALUE_SELF: *exact = true; return universe_class (x->universe, x->class)->name;
    case VALUE_OBJECT:
    case VALUE_RAW: *exact = true; return (name_id){ at->a };
    case VALUE_PLACE:
      {
        const struct place *place = &x->heap.places.at[at->a];
        if (value_kind (&x->values, place->known) != VALUE_OBJECT)
          return place->type;
        *exact = true;
        return (name_id){ value_at (&x->values, place->known)->a };
      }
    case VALUE_NODE: return (name_id){ at->a };
    case VALUE_HELD: return x->heap.locations.at[at->a].type;
    case VALUE_LAMBDA: return (name_id){ at->b };
    case VALUE_OTHER:
    case VALUE_WIDE:
    case VALUE_NULL:
    case VALUE_BOOLEAN:
    case VALUE_CLASS:
    case VALUE_VIEW:
    case VALUE_CONDITION:
    case VALUE_HALF:
    case VALUE_ADDRESS: break;
    }
  return NAME_NONE;
}

/* Strings and boxes are classes that nobody extends. */
static bool
is_well_known_class (struct extraction *x, name_id type)
{
  static const char *const names[] = { "String", "Integer", "Long",    "Short",    "Byte",
                                       "Double", "Float",   "Boolean", "Character" };
  const char *text = universe_text (x->universe, type);
  if (strncmp (text, "java/lang/", 10) != 0)
    return false;
  for (uint32_t i = 0; i < sizeof names / sizeof *names; i++)
    if (strcmp (text + 10, names[i]) == 0)
      return true;
  return false;
}

/* Is VALUE, if it is not null, an instance of TYPE?  0 no, 1 yes, -1 unknown. */
static int
is_instance (struct extraction *x, value_id value, name_id type)
{
  bool exact;
  name_id name = value_class (x, value, &exact);
  if (name.index == NAME_NONE.index)
    return -1;
  if (name.index == type.index || type.index == x->object_name.index)
    return 1;
  class_id class = universe_find (x->universe, name);
  if (!class_is_known (class))
    return -1;
  if (universe_is_a (x->universe, class, type))
    return 1;
  if (exact && is_well_known_class (x, type))
    return 0;
  return exact && universe_super_types (x->universe, class)->complete ? 0 : -1;
}

void
machine_check_cast (struct machine *m)
{
  assert (m->code->at[m->instruction].opcode == OP_CHECKCAST);
  struct extraction *x = m->x;
  name_id type
    = constants_class (&m->class->constants, (uint32_t) m->code->at[m->instruction].a);
  value_id value = machine_pop (m);
  int fits = value_equal (value, NULL_VALUE) ? 1 : is_instance (x, value, type);
  if (fits == 0)
    {
      machine_throw (m, OTHER);
      return;
    }
  if (fits < 0)
    machine_may_throw (m);
  value_id refined = value_refined (m, value_bare (value), type);
  refined.term = value.term;
  machine_push (m, refined);
  machine_continue (m);
}

void
machine_instance_of (struct machine *m)
{
  assert (m->code->at[m->instruction].opcode == OP_INSTANCEOF);
  struct extraction *x = m->x;
  name_id type
    = constants_class (&m->class->constants, (uint32_t) m->code->at[m->instruction].a);
  value_id value = machine_pop (m);
  int fits = is_instance (x, value, type);
  value_id result = OTHER;
  if (value_equal (value, NULL_VALUE) || fits == 0)
    result = FALSE_VALUE;
  else if (fits == 1 && value_is_something (&x->values, value))
    result = TRUE_VALUE;
  machine_push (m, result);
  machine_continue (m);
}
