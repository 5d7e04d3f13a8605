/* handles.c -- VarHandle, field updaters, and arrays of atomics: each call is about one
 * cell, to which it does what an atomic does (synchronizers.def).
 */
#include <config.h>

#include <assert.h>
#include <string.h>

#include "java/partial/evaluation.h"

static bool
is (const char *a, const char *b)
{
  return strcmp (a, b) == 0;
}

static const char handle_class[] = "java/lang/invoke/VarHandle";
static const char lookup_class[] = "java/lang/invoke/MethodHandles$Lookup";
static const char factory_class[] = "java/lang/invoke/MethodHandles";

static const struct family
{
  const char *updater, *array;
  char kind;
} families[] = {
  { "java/util/concurrent/atomic/AtomicIntegerFieldUpdater",
    "java/util/concurrent/atomic/AtomicIntegerArray", 'I' },
  { "java/util/concurrent/atomic/AtomicLongFieldUpdater",
    "java/util/concurrent/atomic/AtomicLongArray", 'J' },
  { "java/util/concurrent/atomic/AtomicReferenceFieldUpdater",
    "java/util/concurrent/atomic/AtomicReferenceArray", 'L' },
};

static bool
is_updater (const char *class)
{
  for (size_t i = 0; i < sizeof families / sizeof *families; i++)
    if (is (class, families[i].updater))
      return true;
  return false;
}

/* ---- Handles are made. ---- */

/* The object that argument I is, of KIND; null: it is not known. */
static const struct object *
known_argument (struct evaluation *e, const struct invocation *call, uint32_t i,
                enum object_kind kind)
{
  struct datum d = *argument (e, call, i);
  assert (i < call->count);
  if (d.kind != DATUM_REF)
    return NULL;
  const struct object *at = &e->objects.at[d.value];
  return at->kind == kind && at->text.index != NAME_NONE.index ? at : NULL;
}

/* The field NAME of CLASS or what is above it. */
static struct java_member
find_field (struct evaluation *e, name_id class, name_id name)
{
  class_id at = universe_find (e->universe, class);
  for (; class_is_known (at); at = universe_super (e->universe, at))
    {
      const struct java_class *header = universe_class (e->universe, at);
      for (uint32_t i = 0; i < header->field_count; i++)
        if (header->fields[i].name.index == name.index
            && universe_role (e->universe, at) != CLASS_FROM_JDK)
          return (struct java_member){ at, i };
    }
  assert (!class_is_known (at));
  return (struct java_member){ .class = CLASS_NONE };
}

static void
finish_handle (struct evaluation *e, const struct invocation *call, const char *class,
               char handles, struct java_member field, char element)
{
  uint32_t made = object_new (e, OBJECT_PLAIN, universe_name (e->universe, class), 0, 0);
  assert (strchr ("fsa", handles));
  e->objects.at[made].handles = handles;
  e->objects.at[made].element = element;
  e->objects.at[made].field = field;
  finish_call (e, call, datum_ref (made));
}

static bool
make_handle (struct evaluation *e, const struct invocation *call)
{
  bool updates = is (call->name, "newUpdater") && is_updater (call->class);
  bool finds = is (call->class, lookup_class) && strstr (call->name, "VarHandle");
  bool of_elements
    = is (call->class, factory_class) && is (call->name, "arrayElementVarHandle");
  bool is_lookup = is (call->class, factory_class)
                   && (is (call->name, "lookup") || is (call->name, "privateLookupIn"));
  bool is_fence = is (call->class, handle_class) && strstr (call->name, "Fence");
  if (is_lookup || is_fence)
    {
      struct java_type type = call->signature->result;
      finish_call (e, call,
                   is_lookup ? datum_ref (object_library (e, type.class, type.class))
                             : DATUM_OF (DATUM_NONE));
      return true;
    }
  struct java_member field = { .class = CLASS_NONE };
  if (of_elements)
    {
      const struct object *class = known_argument (e, call, 0, OBJECT_CLASS);
      const char *text = class ? text_of (e, class->text) : "";
      if (text[0] != '[')
        return false;
      finish_handle (e, call, handle_class, 'a', field, text[1] == '[' ? 'L' : text[1]);
      return true;
    }
  if ((!updates && !finds) || call->count < 2)
    return false;
  const struct object *class = known_argument (e, call, updates ? 0 : 1, OBJECT_CLASS);
  const struct object *name
    = known_argument (e, call, updates ? call->count - 1 : 2, OBJECT_TEXT);
  if (class && name)
    field = find_field (e, class->text, name->text);
  if (!member_is_known (field))
    return false;
  const struct java_field *header = universe_field (e->universe, field);
  char kind = text_of (e, header->descriptor)[0];
  finish_handle (e, call, updates ? call->class : handle_class,
                 header->access & ACCESS_STATIC ? 's' : 'f', field,
                 kind == '[' ? 'L' : kind);
  return true;
}

/* ---- Handles are used. ---- */

/* CELL is accessed as if it were volatile; or, if that IS_PLAIN, as by its name. */
static void
mark_handled (struct evaluation *e, struct cell *cell, bool is_plain)
{
  assert (cell->object < e->objects.count);
  if (is_plain)
    cell_mark_plain (e, cell);
  else if (cell->is_plain && !cell->is_volatile)
    note (e, JAVA_MAY_MISS, JAVA_ASSERT | JAVA_STUCK, "data-race",
          "a field that is not volatile is accessed by a handle and by its name: reads "
          "may see old values");
  if (is_plain || cell->is_handled || cell->is_volatile)
    return;
  cell->is_handled = true;
  e->again = e->again || !e->concrete;
  e->why_again = "a field is accessed by a handle";
}

/* CALL is about element INDEX, argument number AT, of ARRAY, which has LENGTH. */
static bool
call_element (struct evaluation *e, const struct invocation *call, uint32_t array,
              uint32_t length, uint32_t at, char kind, bool is_atomic)
{
  assert (at < call->count);
  if (!split_number (e, call->count - 1 - at, length))
    return true;
  int64_t index = argument (e, call, at)->value;
  if (index < 0 || index >= length)
    {
      throw_class (e, "java/lang/IndexOutOfBoundsException");
      return true;
    }
  struct atomic_cell cell = { array, (uint32_t) index, kind, at + 1 };
  struct cell *there = cell_at (e, array, (uint32_t) index, kind);
  if (is_atomic)
    there->is_atomic = true;
  else
    mark_handled (e, there, false);
  return synchronizer_by_handle (e, call, &cell);
}

static bool
use_handle (struct evaluation *e, const struct invocation *call)
{
  const struct object handle = e->objects.at[receiver (e, call)];
  bool is_plain = is (call->class, handle_class)
                  && (is (call->name, "get") || is (call->name, "set"));
  assert (call->count > 0);
  if (handle.handles == 's')
    {
      if (!class_initialise (e, handle.field.class))
        return true;
      uint32_t statics = object_statics (e, handle.field.class);
      struct cell *cell = cell_of_field (e, statics, handle.field);
      struct atomic_cell at = { statics, cell->key, cell->kind, 1 };
      mark_handled (e, cell, is_plain);
      return synchronizer_by_handle (e, call, &at);
    }
  if (call->count < 2 || !split_reference (e, call->count - 2))
    return call->count >= 2;
  uint32_t object = (uint32_t) argument (e, call, 1)->value;
  if (object == OBJECT_UNKNOWN)
    return false;
  if (object == OBJECT_NULL)
    {
      throw_class (e, "java/lang/NullPointerException");
      return true;
    }
  if (handle.handles == 'a')
    return call->count > 2
           && call_element (e, call, object, e->objects.at[object].length, 2,
                            handle.element, false);
  struct cell *cell = cell_of_field (e, object, handle.field);
  struct atomic_cell at = { object, cell->key, cell->kind, 2 };
  mark_handled (e, cell, is_plain);
  return synchronizer_by_handle (e, call, &at);
}

/* ---- Arrays of atomics. ---- */

static bool
array_call (struct evaluation *e, const struct invocation *call, char kind)
{
  uint32_t object = receiver (e, call);
  assert (object < e->objects.count);
  if (is (call->name, "<init>"))
    {
      bool counts = call->signature->parameters[0].kind == 'I';
      if (!counts && !split_reference (e, 0))
        return true;
      struct datum given = *argument (e, call, 1);
      uint32_t from = given.kind == DATUM_REF ? (uint32_t) given.value : OBJECT_UNKNOWN;
      uint32_t length = counts ? (uint32_t) given.value : e->objects.at[from].length;
      if (counts ? given.kind != DATUM_INT : e->objects.at[from].kind != OBJECT_ARRAY)
        return false;
      if (length > CHOICES_MOST)
        return false;
      e->objects.at[object].length = length;
      for (uint32_t i = 0; i < length; i++)
        {
          struct datum value = { DATUM_NONE, 0, 0 };
          if (!counts)
            value = cell_get (e, cell_at (e, from, i, kind), 0);
          struct cell *cell = cell_at (e, object, i, kind);
          cell->is_atomic = true;
          if (!counts)
            cell_write (e, cell, value);
        }
      finish_call (e, call, DATUM_OF (DATUM_NONE));
      return true;
    }
  if (is (call->name, "length"))
    {
      finish_call (e, call, datum_int (e->objects.at[object].length));
      return true;
    }
  return call->count > 1
         && call_element (e, call, object, e->objects.at[object].length, 1, kind, true);
}

bool
handle_invoke (struct evaluation *e, const struct invocation *call)
{
  if (make_handle (e, call))
    return true;
  if (call->kind == HANDLE_INVOKE_STATIC || call->count == 0)
    return false;
  uint32_t object = receiver (e, call);
  name_id name = e->objects.at[object].class;
  if (object < OBJECTS_FIXED || name.index == NAME_NONE.index)
    return false;
  if (e->objects.at[object].handles && strchr ("fsa", e->objects.at[object].handles))
    return use_handle (e, call);
  const char *class = text_of (e, name);
  for (size_t i = 0; i < sizeof families / sizeof *families; i++)
    if (is (class, families[i].array))
      return array_call (e, call, families[i].kind);
  assert (!is_updater (class) || !e->objects.at[object].handles);
  return false;
}
