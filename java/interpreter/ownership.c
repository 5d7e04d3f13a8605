/* ownership.c -- which objects are parts of I, see ownership.h. */
#include <config.h>

#include "java/interpreter/ownership.h"

#include <assert.h>
#include <string.h>

#include "java/interpreter/threads.h"
#include "java/program/locking.h"

void
ownership_reset (struct extraction *x)
{
  x->ownership = (struct ownership){ .was_handed_out = false };
  pairmap_init (&x->ownership.made, &x->run_arena);
  pairmap_init (&x->ownership.kinds, &x->run_arena);
}

/* Is every object that is reached from I taken to be a part of it?  In a program
   (--main) objects are told apart by where they are made instead. */
static bool
reaches_all (const struct extraction *x)
{
  return x->threads || x->java->options->reach || x->java->options->fields;
}

/* Can one object be a NAME and an OTHER_NAME, as far as is known? */
static bool
are_related (struct extraction *x, name_id name, name_id other)
{
  class_id one = universe_find (x->universe, name);
  class_id two = universe_find (x->universe, other);
  return name.index == other.index
         || (class_is_known (one) && universe_is_a (x->universe, one, other))
         || (class_is_known (two) && universe_is_a (x->universe, two, name));
}

static bool
has_related (struct extraction *x, const name_id *list, uint32_t count, name_id class)
{
  for (uint32_t i = 0; i < count; i++)
    if (are_related (x, list[i], class))
      return true;
  return false;
}

static name_id
own_class (const struct extraction *x)
{
  return universe_class (x->universe, x->class)->name;
}

/* ---- Reading. ---- */

static void
ask_again (struct machine *m)
{
  struct ownership *o = &m->x->ownership;
  if (o->readers.count == 0 || o->readers.at[o->readers.count - 1] != m->state)
    *vec_push (&m->x->run_arena, &o->readers) = m->state;
}

bool
ownership_holds (struct machine *m, uint32_t location, name_id type)
{
  struct extraction *x = m->x;
  const struct ownership *o = &x->ownership;
  assert (location < x->heap.locations.count);
  if (reaches_all (x))
    return true;
  const struct location *at = &x->heap.locations.at[location];
  /* The rows of a matrix belong to it. */
  if (at->contents && type.index != NAME_NONE.index
      && universe_text (x->universe, type)[0] == '[')
    return true;
  if (pairmap_get (&o->made, at->member, at->contents) != PAIRMAP_FREE)
    return true;
  for (uint32_t i = 0; i < o->loose.count; i++)
    if (!type_is_given (x, type) || are_related (x, o->loose.at[i], type))
      return true;
  ask_again (m);
  return false;
}

enum library_kind
ownership_kind (struct machine *m, uint32_t location)
{
  struct extraction *x = m->x;
  assert (location < x->heap.locations.count);
  const struct location *at = &x->heap.locations.at[location];
  if (at->contents || x->threads)
    return LIBRARY_UNKNOWN;
  ask_again (m);
  uint32_t kind = pairmap_get (&x->ownership.kinds, at->member, 0);
  return kind == PAIRMAP_FREE ? LIBRARY_UNKNOWN : (enum library_kind) kind;
}

/* Has an object of CLASS a reference to the object that it was made in, which is I? */
static bool
is_inner (struct extraction *x, name_id name)
{
  class_id id = universe_find (x->universe, name);
  if (!class_is_known (id))
    return false;
  const struct java_class *class = universe_class (x->universe, id);
  for (uint32_t i = 0; i < class->field_count; i++)
    {
      struct java_type type
        = descriptor_type (&x->universe->names, class->fields[i].descriptor);
      if (type.kind == 'L' && type.class.index == own_class (x).index
          && strncmp (universe_text (x->universe, class->fields[i].name), "this$", 5)
               == 0)
        return true;
    }
  return false;
}

value_id
ownership_foreign (struct extraction *x, name_id type)
{
  if (type.index == NAME_NONE.index || !type_is_given (x, type) || !is_inner (x, type))
    return OTHER;
  return value_of (&x->values, VALUE_NODE, type.index, NODE_IS_FOREIGN);
}

value_id
ownership_read (struct machine *m, uint32_t location, name_id type)
{
  struct extraction *x = m->x;
  assert (type_is_given (x, type));
  /* I stands for all objects of its class, and one that has a lock of its own, which no
     path leads to, is asked about with its class. */
  if (!reaches_all (x)
      && (type.index == own_class (x).index
          || locking_itself (x->java, universe_find (x->universe, type))))
    return ownership_foreign (x, type);
  if (ownership_holds (m, location, type))
    return value_of (&x->values, VALUE_NODE, type.index, 0);
  return ownership_foreign (x, type);
}

bool
ownership_runs (struct machine *m, struct java_member method)
{
  struct extraction *x = m->x;
  const struct ownership *o = &x->ownership;
  assert (member_is_known (method));
  if (reaches_all (x))
    return true;
  for (uint32_t i = 0; i < o->made_classes.count; i++)
    if (member_equal (
          universe_select_method (x->universe, o->made_classes.at[i], method, NULL),
          method))
      return true;
  ask_again (m);
  return false;
}

/* ---- Putting. ---- */

/* More is owned than was known: whoever met a foreign object looks again. */
static void
wake_readers (struct extraction *x)
{
  struct ownership *o = &x->ownership;
  for (uint32_t i = 0; i < o->readers.count; i++)
    agenda_wake (&x->agenda, o->readers.at[i]);
  o->readers.count = 0;
}

static void
keep_class (struct extraction *x, name_id name)
{
  struct ownership *o = &x->ownership;
  class_id class = universe_find (x->universe, name);
  if (!class_is_known (class))
    return;
  for (uint32_t i = 0; i < o->made_classes.count; i++)
    if (class_equal (o->made_classes.at[i], class))
      return;
  *vec_push (&x->run_arena, &o->made_classes) = class;
  wake_readers (x);
}

/* Is VALUE an object that I made, or a part of I? */
static bool
is_own (struct extraction *x, value_id value)
{
  const struct value *at = value_at (&x->values, value);
  return at->kind == VALUE_OBJECT || at->kind == VALUE_HELD || at->kind == VALUE_VIEW
         || (at->kind == VALUE_NODE && at->b != NODE_IS_FOREIGN)
         || (at->kind == VALUE_PLACE && ownership_of_place (x, at->a));
}

/* The final fields of a new object, which will be read out of nodes. */
static void
put_parts (struct extraction *x, value_id value)
{
  const struct value at = *value_at (&x->values, value);
  assert (at.kind == VALUE_OBJECT && at.part_count % 2 == 0);
  for (uint32_t i = 0; i < at.part_count; i += 2)
    {
      uint32_t member = value_parts (&x->values, value)[i];
      value_id part = { .index = value_parts (&x->values, value)[i + 1] };
      if (member < x->heap.member_list.count && is_own (x, part))
        ownership_put_member (x, member, false, part);
    }
}

void
ownership_put_member (struct extraction *x, uint32_t member, bool is_contents,
                      value_id value)
{
  if (reaches_all (x) || !is_own (x, value))
    return;
  const struct value at = *value_at (&x->values, value);
  if (at.kind == VALUE_OBJECT)
    {
      keep_class (x, (name_id){ at.a });
      put_parts (x, value);
    }
  uint32_t *slot = pairmap_at (&x->ownership.made, member, is_contents);
  if (*slot != PAIRMAP_FREE)
    return;
  *slot = 1;
  wake_readers (x);
}

/* An object of some library kind, or something that is not known, is put into MEMBER. */
static void
put_kind (struct extraction *x, uint32_t member, value_id value)
{
  const struct value *at = value_at (&x->values, value);
  assert (at->kind != VALUE_HELD || at->a < x->heap.locations.count);
  if (at->kind == VALUE_NULL
      || (at->kind == VALUE_HELD && x->heap.locations.at[at->a].member == member))
    return;
  uint32_t kind = at->kind == VALUE_OBJECT ? library_kind (x->library, (name_id){ at->a })
                                           : LIBRARY_UNKNOWN;
  uint32_t *slot = pairmap_at (&x->ownership.kinds, member, 0);
  if (*slot == kind || *slot == LIBRARY_UNKNOWN)
    return;
  *slot = *slot == PAIRMAP_FREE ? kind : LIBRARY_UNKNOWN;
  wake_readers (x);
}

void
ownership_put (struct extraction *x, uint32_t location, value_id value)
{
  assert (location < x->heap.locations.count);
  const struct location at = x->heap.locations.at[location];
  if (x->threads)
    {
      threads_keep_all (x, value);
      sites_see_named (x, value, value_of (&x->values, VALUE_HELD, location, 0));
    }
  if (!at.contents)
    put_kind (x, at.member, value);
  ownership_put_member (x, at.member, at.contents, value);
  /* Its elements come along. */
  if (value_kind (&x->values, value) == VALUE_HELD)
    ownership_put_member (x, at.member, true, value);
}

void
ownership_put_loose (struct extraction *x, value_id value)
{
  struct ownership *o = &x->ownership;
  bool exact;
  if (reaches_all (x) || !is_own (x, value))
    return;
  name_id class = value_class (x, value, &exact);
  if (class.index == NAME_NONE.index)
    return;
  for (uint32_t i = 0; i < o->loose.count; i++)
    if (o->loose.at[i].index == class.index)
      return;
  *vec_push (&x->run_arena, &o->loose) = class;
  if (value_kind (&x->values, value) == VALUE_OBJECT)
    {
      keep_class (x, class);
      put_parts (x, value);
    }
  wake_readers (x);
}

/* ---- Leaving. ---- */

static void
add_left (struct extraction *x, name_id class)
{
  assert (class.index != NAME_NONE.index);
  struct ownership *o = &x->ownership;
  for (uint32_t i = 0; i < o->left.count; i++)
    if (o->left.at[i].index == class.index)
      return;
  *vec_push (&x->run_arena, &o->left) = class;
}

void
ownership_let_out (struct extraction *x, value_id value)
{
  struct ownership *o = &x->ownership;
  const struct value at = *value_at (&x->values, value);
  bool exact;
  name_id class = value_class (x, value, &exact);
  o->was_handed_out
    = o->was_handed_out
      || (at.touches_self
          && (at.kind == VALUE_SELF || at.kind == VALUE_OBJECT || at.kind == VALUE_LAMBDA
              || (at.kind == VALUE_NODE && is_inner (x, class))));
  if (class.index == NAME_NONE.index)
    return;
  if ((at.kind == VALUE_NODE || at.kind == VALUE_PLACE) && is_own (x, value)
      && type_is_given (x, class))
    add_left (x, class);
  /* A private array or collection takes along what was put into one. */
  if (at.kind == VALUE_OBJECT && !type_is_given (x, class))
    for (uint32_t i = 0; i < o->loose.count; i++)
      if (type_is_given (x, o->loose.at[i]))
        add_left (x, o->loose.at[i]);
}

/* Is VALUE still in the frame, so that it can be put into I, too? */
static bool
is_in_frame (const struct machine *m, value_id value)
{
  for (uint32_t i = 0; i < m->locals.count; i++)
    if (value_equal (m->locals.at[i], value))
      return true;
  for (uint32_t i = 0; i < m->stack.count; i++)
    if (value_equal (m->stack.at[i], value))
      return true;
  return false;
}

void
ownership_share (struct machine *m, value_id value)
{
  struct extraction *x = m->x;
  const struct value at = *value_at (&x->values, value);
  if (at.kind == VALUE_OBJECT && type_is_given (x, (name_id){ at.a })
      && is_in_frame (m, value))
    add_left (x, (name_id){ at.a });
}

void
ownership_skip (struct machine *m)
{
  struct ownership *o = &m->x->ownership;
  assert (m->instance < m->x->instances.count);
  struct foreign_call call = { m->instance, m->instruction, m->monitors.count > 0 };
  if (o->foreign_calls.count > 0)
    {
      const struct foreign_call *last = &o->foreign_calls.at[o->foreign_calls.count - 1];
      if (last->instance == call.instance && last->instruction == call.instruction
          && last->holds == call.holds)
        return;
    }
  *vec_push (&m->x->run_arena, &o->foreign_calls) = call;
}

/* ---- Answers. ---- */

/* The class of the object at PLACE, as far as is known. */
static name_id
class_of_place (struct extraction *x, uint32_t place)
{
  assert (place < x->heap.places.count);
  const struct place *at = &x->heap.places.at[place];
  return value_kind (&x->values, at->known) == VALUE_OBJECT
           ? (name_id){ value_at (&x->values, at->known)->a }
           : at->type;
}

bool
ownership_has_path (struct extraction *x, uint32_t place)
{
  assert (place < x->heap.places.count);
  while (x->heap.places.at[place].owner_kind == OWNER_PLACE)
    place = x->heap.places.at[place].owner;
  const struct place *at = &x->heap.places.at[place];
  return at->owner_kind == OWNER_SELF
         || extraction_is_of_nest (x, x->heap.member_list.at[at->member].class);
}

/* An array or library collection in a field is a part of I, whoever made it; an object
   that has fields of given classes only if I made it, whatever the type of the field
   says: `Object' may be any of them. */
bool
ownership_of_fields (struct extraction *x, uint32_t place)
{
  assert (place < x->heap.places.count);
  const struct place *at = &x->heap.places.at[place];
  if (value_kind (&x->values, at->known) == VALUE_OBJECT
      && !type_is_given (x, class_of_place (x, place)))
    return false; /* a Vector has none */
  return ownership_of_place (x, place) && (reaches_all (x) || at->is_made);
}

bool
ownership_of_place (struct extraction *x, uint32_t place)
{
  assert (place < x->heap.places.count);
  const struct place *at = &x->heap.places.at[place];
  if (!ownership_has_path (x, place))
    return false;
  if (at->owner_kind == OWNER_PLACE && !ownership_of_fields (x, at->owner))
    return false;
  if (reaches_all (x))
    return true;
  name_id class = class_of_place (x, place);
  if (class.index == own_class (x).index)
    return false;
  return at->is_made || class.index == NAME_NONE.index || !type_is_given (x, class);
}

bool
ownership_of_field (struct extraction *x, uint32_t member)
{
  assert (member < x->heap.member_list.count);
  return reaches_all (x) || ownership_of_class (x, x->heap.member_list.at[member].class);
}

bool
ownership_of_class (struct extraction *x, class_id class)
{
  assert (class_is_known (class));
  return class_equal (class, x->class)
         || universe_is_a (x->universe, x->class,
                           universe_class (x->universe, class)->name);
}

static bool
has_left (struct extraction *x, name_id class)
{
  const struct ownership *o = &x->ownership;
  return class.index != NAME_NONE.index
         && has_related (x, o->left.at, o->left.count, class);
}

static bool
is_asked (struct extraction *x, uint32_t location)
{
  const struct location *at = &x->heap.locations.at[location];
  if (reaches_all (x))
    return true;
  if (at->owner_kind == OWNER_NODE)
    {
      class_id class = universe_find (x->universe, (name_id){ at->owner });
      return !has_left (x, (name_id){ at->owner })
             && !(class_is_known (class) && locking_itself (x->java, class));
    }
  for (uint32_t place = at->owner; at->owner_kind == OWNER_PLACE;)
    {
      name_id class = class_of_place (x, place);
      if (!ownership_of_place (x, place)
          || (type_is_given (x, class) && has_left (x, class)))
        return false;
      if (x->heap.places.at[place].owner_kind != OWNER_PLACE)
        return true;
      place = x->heap.places.at[place].owner;
    }
  return true;
}

bool
ownership_asks (struct extraction *x, uint32_t location)
{
  struct ownership *o = &x->ownership;
  enum
  {
    NOT_KNOWN,
    NO,
    YES
  };
  assert (location < x->heap.locations.count);
  while (o->answers.count <= location)
    *vec_push (&x->run_arena, &o->answers) = NOT_KNOWN;
  if (o->answers.at[location] == NOT_KNOWN)
    o->answers.at[location] = is_asked (x, location) ? YES : NO;
  return o->answers.at[location] == YES;
}

void
ownership_note (struct extraction *x)
{
  const struct ownership *o = &x->ownership;
  const bool *under_lock = instances_under_lock (x);
  for (uint32_t i = 0; i < o->foreign_calls.count && o->was_handed_out; i++)
    {
      const struct foreign_call *call = &o->foreign_calls.at[i];
      assert (call->instance < x->instances.count);
      if (!call->holds && !under_lock[call->instance])
        continue;
      note_call_back (x, "unknown-call", true, call->instance, call->instruction,
                      "a method of an object that does not belong to this one is not "
                      "looked into: if it calls the object back, which was handed out, "
                      "that is a unit of its own, without the locks that are held here");
      return;
    }
}
