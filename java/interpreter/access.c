/* access.c -- fields and arrays: which accesses are effects, and what is read.
 *
 * Effectively final fields are no locations: reading one leads to a place.  Any other
 * field of I, of a place or of a node is a location.  An object that was just made
 * is private until it is stored in one; from then on it is a node.
 */
#include <config.h>

#include <assert.h>
#include <string.h>

#include "java/interpreter/threads.h"

/* The field that the instruction names. */
struct field_access
{
  struct java_member field; /* unknown: of a class that is not given */
  uint32_t member;
  name_id class; /* as it stands in the instruction */
  struct java_type type;
  bool is_final;
  uint32_t location; /* that was read, if what it holds is known by its type only */
  uint32_t term;     /* of what is written */
};

static struct field_access
find_field (struct machine *m)
{
  assert (m->code->at[m->instruction].opcode >= OP_GETSTATIC
          && m->code->at[m->instruction].opcode <= OP_PUTFIELD);
  struct extraction *x = m->x;
  struct member_reference reference
    = constants_member (&m->class->constants, (uint32_t) m->code->at[m->instruction].a);
  struct field_access access = {
    .field = { .class = CLASS_NONE },
    .class = reference.class,
    .type = descriptor_type (&x->universe->names, reference.descriptor),
    .location = LOCATION_NONE,
  };
  class_id class = universe_find (x->universe, reference.class);
  if (class_is_known (class))
    access.field = universe_resolve_field (x->universe, class, reference.name,
                                           reference.descriptor, NULL);
  if (member_is_known (access.field))
    {
      access.member = heap_member (x, access.field);
      access.is_final = finality_is_final (x->java->finality, access.field);
    }
  return access;
}

static name_id
reference_type (struct java_type type)
{
  return type_is_reference (type) ? type.class : NAME_NONE;
}

static bool
is_in_constructor (const struct machine *m)
{
  assert (m->instance < m->x->instances.count);
  return m->x->instances.at[m->instance].header->name.index == m->x->init_name.index;
}

static bool
is_in_initialiser (const struct machine *m)
{
  return strcmp (
           universe_text (m->x->universe, m->x->instances.at[m->instance].header->name),
           "<clinit>")
         == 0;
}

/* The name of the class that declares the field: owner of merged nodes' locations. */
static uint32_t
declaring_class (const struct machine *m, const struct field_access *access)
{
  assert (member_is_known (access->field));
  return universe_class (m->x->universe, access->field.class)->name.index;
}

/* Reading a final field of merged nodes, or beyond two fields: again a node. */
static value_id
final_field_of_node (struct machine *m, struct field_access *access, bool is_foreign)
{
  assert (access->is_final);
  struct extraction *x = m->x;
  name_id type = reference_type (access->type);
  name_id self = universe_class (x->universe, x->class)->name;
  const char *name = universe_text (x->universe, heap_field (x, access->member)->name);
  /* The objects that I is made of belong to I. */
  if (type.index == self.index && strncmp (name, "this$", 5) == 0)
    return SELF;
  if (is_foreign)
    return ownership_foreign (x, type);
  uint32_t location
    = heap_location (x, OWNER_NODE, declaring_class (m, access), access->member);
  access->location = location;
  return location == LOCATION_NONE ? OTHER : value_read_from (m, location, type);
}

static value_id
final_field_of_place (struct machine *m, uint32_t place, struct field_access *access)
{
  assert (access->is_final && place < m->x->heap.places.count);
  struct extraction *x = m->x;
  value_id known;
  bool is_known
    = value_field (&x->values, x->heap.places.at[place].known, access->member, &known);
  if (x->heap.places.at[place].depth >= 2)
    {
      if (is_known)
        ownership_put_member (x, access->member, false, known);
      return final_field_of_node (m, access, !ownership_of_place (x, place));
    }
  uint32_t inner = heap_place (x, OWNER_PLACE, place, access->member);
  if (is_known)
    heap_learn (x, inner, known);
  return heap_place_value (x, inner);
}

/* A location is read: the effect, and the value. */
static value_id
read_location (struct machine *m, enum owner_kind owner_kind, uint32_t owner,
               struct field_access *access)
{
  struct extraction *x = m->x;
  uint32_t location = heap_location (x, owner_kind, owner, access->member);
  if (location == LOCATION_NONE)
    return ownership_foreign (x, reference_type (access->type));
  assert (location < x->heap.locations.count);
  machine_effect_of_value (m, EFFECT_READ, location,
                           m->follows ? machine_slot (m, access->type.kind) + 1 : 0);
  access->location = location;
  value_id value = value_read_from (m, location, reference_type (access->type));
  if (m->follows)
    value.term = machine_slot_term (m, machine_slot (m, access->type.kind));
  return value;
}

/* The lambda in a final field of another object of I's class, which the same constructors
   have made: the one that they give to I, with that object instead of I. */
static value_id
lambda_of_another (struct extraction *x, const struct field_access *access)
{
  if (x->threads || !access->is_final || !extraction_is_of_nest (x, access->field.class))
    return OTHER;
  value_id lambda = heap_place_value (x, heap_place (x, OWNER_SELF, 0, access->member));
  const struct value at = *value_at (&x->values, lambda);
  if (at.kind != VALUE_LAMBDA)
    return OTHER;
  name_id class = universe_class (x->universe, x->class)->name;
  value_id another = value_of (&x->values, VALUE_OBJECT, class.index, 0);
  uint32_t *parts = arena_alloc (&x->run_arena, (at.part_count + 1) * sizeof *parts);
  for (uint32_t i = 0; i < at.part_count; i++)
    {
      value_id part = { .index = value_parts (&x->values, lambda)[i] };
      parts[i] = value_equal (part, SELF) ? another.index : part.index;
    }
  return value_with_parts (&x->values, VALUE_LAMBDA, at.a, at.b, parts, at.part_count);
}

static value_id
read_field (struct machine *m, value_id object, struct field_access *access)
{
  assert (member_is_known (access->field));
  struct extraction *x = m->x;
  object = value_refined (m, object, access->class);
  const struct value at = *value_at (&x->values, object);
  value_id known = OTHER;
  switch (at.kind)
    {
    case VALUE_SELF:
      if (access->is_final)
        return heap_place_value (x, heap_place (x, OWNER_SELF, 0, access->member));
      return read_location (m, OWNER_SELF, 0, access);
    case VALUE_PLACE:
      if (access->is_final)
        return final_field_of_place (m, at.a, access);
      return read_location (m, OWNER_PLACE, at.a, access);
    case VALUE_NODE:
      if (access->is_final)
        return final_field_of_node (m, access, at.b == NODE_IS_FOREIGN);
      if (at.b == NODE_IS_FOREIGN)
        return ownership_foreign (x, reference_type (access->type));
      return read_location (m, OWNER_NODE, declaring_class (m, access), access);
    case VALUE_OBJECT:
    case VALUE_RAW:
      if (value_field (&x->values, object, access->member, &known))
        return known;
      return at.kind == VALUE_OBJECT ? lambda_of_another (x, access) : OTHER;
    case VALUE_OTHER: return lambda_of_another (x, access);
    case VALUE_WIDE:
    case VALUE_NULL:
    case VALUE_BOOLEAN:
    case VALUE_CLASS:
    case VALUE_HELD:
    case VALUE_VIEW:
    case VALUE_LAMBDA:
    case VALUE_CONDITION:
    case VALUE_HALF:
    case VALUE_ADDRESS: break;
    }
  return OTHER;
}

void
machine_read_fields_of_self (struct machine *m)
{
  struct extraction *x = m->x;
  for (class_id class = x->class; class_is_known (class);
       class = universe_super (x->universe, class))
    {
      const struct java_class *header = universe_class (x->universe, class);
      for (uint32_t i = 0; i < header->field_count; i++)
        {
          struct java_member field = { .class = class, .index = i };
          if (header->fields[i].access & ACCESS_STATIC
              || finality_is_final (x->java->finality, field))
            continue;
          uint32_t location = heap_location (x, OWNER_SELF, 0, heap_member (x, field));
          if (location != LOCATION_NONE)
            machine_effect (m, EFFECT_READ, location);
        }
    }
}

void
machine_write_out_self (struct machine *m)
{
  struct extraction *x = m->x;
  const struct instance *instance = &x->instances.at[m->instance];
  if (row_count (&x->rows, instance->arguments) == 0
      || row_words (&x->rows, instance->arguments)[0] != SELF.index)
    return;
  class_id class = instance->method.class;
  const struct java_class *header = universe_class (x->universe, class);
  for (uint32_t i = 0; i < header->field_count; i++)
    {
      struct java_member field = { .class = class, .index = i };
      if (header->fields[i].access & (ACCESS_STATIC | ACCESS_TRANSIENT))
        continue;
      struct field_access access = {
        .field = field,
        .member = heap_member (x, field),
        .class = header->name,
        .type = descriptor_type (&x->universe->names, header->fields[i].descriptor),
        .is_final = finality_is_final (x->java->finality, field),
        .location = LOCATION_NONE,
      };
      value_id value = read_field (m, SELF, &access);
      if (type_is_reference (access.type))
        contents_read (m, value, access.type.class, true);
    }
}

/* Can the static initialiser tell more of a final static than its type does?  Not of
   numbers, arrays, strings and the like. */
static bool
has_more_to_tell (struct extraction *x, const struct field_access *access)
{
  if (!type_is_reference (access->type))
    return access->type.kind == 'Z'
           && !(heap_field (x, access->member)->access & ACCESS_SYNTHETIC);
  return universe_text (x->universe, access->type.class)[0] != '['
         && library_kind (x->library, access->type.class) != LIBRARY_VALUE;
}

static value_id
read_static (struct machine *m, struct field_access *access)
{
  assert (member_is_known (access->field));
  struct extraction *x = m->x;
  if (!access->is_final)
    return read_location (m, OWNER_STATIC, 0, access);
  return heap_place_value (x, heap_place (x, OWNER_STATIC, 0, access->member));
}

/* A final static is read after the initialiser of its class has run. */
static bool
waits_for_static (struct machine *m, const struct field_access *access)
{
  struct extraction *x = m->x;
  if (!member_is_known (access->field) || !access->is_final)
    return false;
  /* In a program it may start threads. */
  if (!x->threads && !has_more_to_tell (x, access))
    return false;
  uint32_t initialiser = statics_learn (x, access->field.class);
  assert (initialiser == INSTANCE_NONE || initialiser < x->instances.count);
  return initialiser != INSTANCE_NONE && initialiser != m->instance
         && instance_waits (x, initialiser, m->state);
}

/* Is it a field of which a program can know what it holds once threads run? */
static bool
is_settling (const struct machine *m, value_id object, bool is_static,
             const struct field_access *access)
{
  return m->x->threads && member_is_known (access->field) && !access->is_final
         && type_is_reference (access->type) && (is_static || value_equal (object, SELF));
}

void
machine_get_field (struct machine *m, bool is_static)
{
  struct field_access access = find_field (m);
  if (is_static && waits_for_static (m, &access))
    return;
  value_id object = is_static ? OTHER : value_bare (machine_pop (m));
  value_id value = OTHER;
  if (is_settling (m, object, is_static, &access))
    {
      enum owner_kind owner = is_static ? OWNER_STATIC : OWNER_SELF;
      settled_see (m, owner, access.member, false);
      access.is_final = settled_is_read (m, owner, access.member);
    }
  if (!is_static)
    account_object (m, object);
  if (access.is_final && (is_static || value_equal (object, SELF)))
    account (m, ACCOUNT_FINAL);
  if (!is_static && value_equal (object, NULL_VALUE))
    {
      machine_throw (m, OTHER);
      return;
    }
  if (!is_static && !value_is_something (&m->x->values, object))
    machine_may_throw (m);
  if (!is_static && member_is_known (access.field)
      && threads_may_be_self (m, object, access.class))
    {
      uint32_t begin = m->node, height = m->stack.count;
      machine_push_type (m, access.type, read_field (m, SELF, &access));
      machine_next (m);
      m->node = begin;
      m->stack.count = height;
    }
  if (!is_static && access.is_final && type_is_reference (access.type))
    threads_read_kept (m, object, access.class, access.member);
  if (member_is_known (access.field))
    value = is_static ? read_static (m, &access) : read_field (m, object, &access);
  if (type_is_reference (access.type))
    stored_read (m, access.location);
  machine_push_type (m, access.type, value);
  machine_continue (m);
}

/* VALUE, a private object, is stored in LOCATION: others see it from now on. */
static void
publish (struct machine *m, value_id value, uint32_t location)
{
  assert (location < m->x->heap.locations.count);
  struct extraction *x = m->x;
  const struct value at = *value_at (&x->values, value);
  ownership_put (x, location, value);
  stored_in (m, location, value);
  /* Which collection is read there later is not known, nor what compares in it. */
  value_escapes (x, m->instance, m->instruction, contents_comparator (x, value));
  if (at.kind == VALUE_OBJECT)
    {
      instance_publishes (x, m->instance, value);
      machine_replace (m, value, value_read_from (m, location, (name_id){ at.a }));
    }
}

/* The field is written of an object that could be I, though nobody knows, or from where
   nobody looks: its value is not followed. */
static void
doubt_field (struct machine *m, value_id object, bool is_static,
             const struct field_access *access)
{
  struct extraction *x = m->x;
  enum value_kind kind = value_kind (&x->values, object);
  bool is_sure = is_static
                   ? !is_in_initialiser (m)
                       || class_equal (x->instances.at[m->instance].method.class,
                                       access->field.class)
                   : kind == VALUE_SELF || kind == VALUE_OBJECT || kind == VALUE_RAW
                       || kind == VALUE_NULL || (kind == VALUE_OTHER && x->threads);
  if (!is_sure && member_is_known (access->field))
    *pairmap_at (&x->doubtful, access->member, 0) = 1;
}

static void
write_location (struct machine *m, enum owner_kind owner_kind, uint32_t owner,
                const struct field_access *access, value_id value)
{
  struct extraction *x = m->x;
  uint32_t location = heap_location (x, owner_kind, owner, access->member);
  if (location == LOCATION_NONE)
    {
      stored_elsewhere (m, access->field, value);
      return;
    }
  machine_effect_of_value (m, EFFECT_WRITE, location, access->term);
  publish (m, value, location);
}

/* A final field can only be written in a constructor, and only of its own object. */
static void
write_final (struct machine *m, value_id object, const struct field_access *access,
             value_id value)
{
  assert (access->is_final);
  struct extraction *x = m->x;
  const struct value at = *value_at (&x->values, object);
  if (at.kind == VALUE_SELF && is_in_constructor (m))
    heap_learn (x, heap_place (x, OWNER_SELF, 0, access->member), value);
  else if (at.kind == VALUE_RAW)
    {
      stored_in_field (m, access->member, value);
      value_id more
        = value_set_field (&x->values, &x->run_arena, object, access->member, value);
      /* Too deep: what the field holds is kept. */
      if (x->threads && value_equal (more, OTHER))
        threads_keep (x, value);
      else
        machine_replace (m, object, more);
    }
  else if (!(heap_field (x, access->member)->access & ACCESS_FINAL))
    {
      finality_forget (x->java->finality, access->field);
      extraction_correct (x, "a field is not effectively final");
    }
}

static void
write_field (struct machine *m, value_id object, const struct field_access *access,
             value_id value)
{
  assert (member_is_known (access->field));
  struct extraction *x = m->x;
  object = value_refined (m, object, access->class);
  const struct value at = *value_at (&x->values, object);
  if (access->is_final)
    {
      write_final (m, object, access, value);
      return;
    }
  switch (at.kind)
    {
    case VALUE_SELF: write_location (m, OWNER_SELF, 0, access, value); break;
    case VALUE_PLACE: write_location (m, OWNER_PLACE, at.a, access, value); break;
    case VALUE_NODE:
      if (at.b == NODE_IS_FOREIGN)
        stored_elsewhere (m, access->field, value);
      else
        write_location (m, OWNER_NODE, declaring_class (m, access), access, value);
      break;
    case VALUE_OBJECT:
    case VALUE_RAW: stored_in_new (m, access->field, value); break;
    case VALUE_OTHER:
    case VALUE_WIDE:
    case VALUE_NULL:
    case VALUE_BOOLEAN:
    case VALUE_CLASS:
    case VALUE_HELD:
    case VALUE_VIEW:
    case VALUE_LAMBDA:
    case VALUE_CONDITION:
    case VALUE_HALF:
    case VALUE_ADDRESS: stored_elsewhere (m, access->field, value); break;
    }
}

static void
write_static (struct machine *m, const struct field_access *access, value_id value)
{
  assert (member_is_known (access->field));
  struct extraction *x = m->x;
  if (access->is_final && is_in_initialiser (m))
    heap_learn (x, heap_place (x, OWNER_STATIC, 0, access->member), value);
  else if (!access->is_final)
    write_location (m, OWNER_STATIC, 0, access, value);
}

/* VALUE is what the field holds from now on, if no other write follows. */
static void
see_settling_write (struct machine *m, enum owner_kind owner,
                    const struct field_access *access, value_id value)
{
  settled_see (m, owner, access->member, true);
  if (settled_is_field (m->x, owner, access->member))
    heap_learn (m->x, heap_place (m->x, owner, 0, access->member), value);
}

void
machine_put_field (struct machine *m, bool is_static)
{
  struct field_access access = find_field (m);
  value_id value = machine_pop (m);
  value_id object = is_static ? OTHER : value_bare (machine_pop (m));
  access.term = machine_term (m, value);
  value = value_bare (value);
  doubt_field (m, object, is_static, &access);
  if (is_settling (m, object, is_static, &access))
    see_settling_write (m, is_static ? OWNER_STATIC : OWNER_SELF, &access, value);
  if (!is_static)
    account_object (m, object);
  if (!is_static && value_equal (object, NULL_VALUE))
    {
      machine_throw (m, OTHER);
      return;
    }
  if (!is_static && !value_is_something (&m->x->values, object))
    machine_may_throw (m);
  if (!is_static && member_is_known (access.field)
      && threads_may_be_self (m, object, access.class))
    {
      uint32_t begin = m->node;
      if (is_settling (m, SELF, false, &access))
        see_settling_write (m, OWNER_SELF, &access, value);
      write_field (m, SELF, &access, value);
      machine_next (m);
      m->node = begin;
    }
  if (!member_is_known (access.field))
    machine_escape (m, value);
  else if (is_static)
    write_static (m, &access, value);
  else
    write_field (m, object, &access, value);
  machine_continue (m);
}

/* ---- Arrays. ---- */

/* The class of the elements of the array VALUE, NAME_NONE if it is not known. */
static name_id
element_type (struct extraction *x, value_id value)
{
  bool exact;
  name_id type = value_class (x, value, &exact);
  if (type.index == NAME_NONE.index)
    return x->object_name;
  const char *text = universe_text (x->universe, type);
  size_t length = strlen (text);
  if (text[0] != '[')
    return x->object_name;
  if (text[1] == 'L')
    return names_intern (&x->universe->names, text + 2, length - 3);
  if (text[1] == '[')
    return names_intern (&x->universe->names, text + 1, length - 1);
  return NAME_NONE;
}

void
machine_array_load (struct machine *m, bool is_reference, bool is_wide)
{
  struct extraction *x = m->x;
  machine_pop (m);
  value_id array = value_bare (machine_pop (m));
  account_contents (m, array);
  machine_may_throw (m);
  uint32_t contents = heap_contents (x, array);
  value_id value = is_wide ? WIDE : OTHER;
  if (contents != LOCATION_NONE)
    {
      /* An array of atomics and they are one location: who gets one out of it races with
         nobody who changes that one. */
      enum library_kind kind = is_reference
                                 ? library_kind (x->library, element_type (x, array))
                                 : LIBRARY_UNKNOWN;
      bool is_piece = kind == LIBRARY_ATOMIC || kind == LIBRARY_CONCURRENT
                      || kind == LIBRARY_COPY_ON_WRITE;
      contents_read_piece (m, contents,
                           is_piece ? heap_piece (x, contents) : JAVA_LOCK_NONE);
      if (is_reference)
        {
          stored_read (m, contents);
          value = value_read_from (m, contents, element_type (x, array));
        }
    }
  machine_push (m, value);
  machine_continue (m);
}

void
machine_array_store (struct machine *m)
{
  struct extraction *x = m->x;
  value_id value = value_bare (machine_pop (m));
  machine_pop (m);
  value_id array = value_bare (machine_pop (m));
  account_contents (m, array);
  machine_may_throw (m);
  uint32_t contents = heap_contents (x, array);
  if (contents != LOCATION_NONE)
    {
      machine_effect (m, EFFECT_WRITE, contents);
      if (heap_is_of_site (&x->heap, contents))
        threads_keep (x, value);
      else
        publish (m, value, contents);
    }
  else if (value_kind (&x->values, array) != VALUE_OBJECT || x->threads)
    machine_escape (m, value);
  else
    machine_loses (m, value);
  if (contents == LOCATION_NONE && value_kind (&x->values, array) == VALUE_OBJECT
      && !x->threads
      && (value_equal (value, SELF) || value_kind (&x->values, value) == VALUE_LAMBDA))
    note_at (x, JAVA_MAY_MISS, "lost-object", m->instance, m->instruction,
             "the object, or one that refers to it, is stored in a new array: what is "
             "done with it there is not modelled");
  machine_continue (m);
}
