/* maps.c -- maps of the library: a size, and a cell for each key that holds its value, or
 * null.
 *
 * Keys are one object each: constants, boxes of known numbers, enums, objects that are
 * equal only to themselves.  Which order a map has nobody knows: iterating is left out.
 * A call of a concurrent map is one piece; in a plain one it reads or writes the size,
 * too, so that two of them race if they do in Java.
 */
#include <config.h>

#include <assert.h>
#include <string.h>

#include "java/partial/evaluation.h"

static const struct kind_of_map
{
  const char *class;
  bool is_whole; /* a call is one piece */
} maps[] = {
  { "java/util/HashMap", false },
  { "java/util/LinkedHashMap", false },
  { "java/util/TreeMap", false },
  { "java/util/Hashtable", true },
  { "java/util/concurrent/ConcurrentHashMap", true },
  { "java/util/concurrent/ConcurrentSkipListMap", true },
};

struct map_call
{
  const struct invocation *call;
  uint32_t object, key; /* the map, and the object that is the key */
  bool is_whole;
};

static bool
is (const struct map_call *m, const char *name)
{
  return strcmp (m->call->name, name) == 0;
}

static struct cell *
size_of (struct evaluation *e, const struct map_call *m)
{
  assert (m->object < e->objects.count);
  struct cell *cell = cell_at (e, m->object, KEY_VALUE, 'I');
  cell->is_atomic = cell->is_atomic || m->is_whole;
  return cell;
}

static struct cell *
entry_of (struct evaluation *e, const struct map_call *m)
{
  assert (m->key < e->objects.count);
  struct cell *cell = cell_at (e, m->object, KEY_FIRST + m->key, 'L');
  cell->is_atomic = cell->is_atomic || m->is_whole;
  if (!cell->name)
    cell->name = arena_format (e->arena, "%s[%s]", object_name (e, m->object),
                               object_name (e, m->key));
  return cell;
}

/* Is KEY equal to itself only, and is that known of every other key? */
static bool
is_key (struct evaluation *e, uint32_t key)
{
  const struct object *at = &e->objects.at[key];
  assert (key < e->objects.count);
  if (key < OBJECTS_FIXED)
    return false;
  if (at->kind == OBJECT_TEXT)
    return at->text.index != NAME_NONE.index;
  return at->kind == OBJECT_CLASS
         || (at->kind == OBJECT_PLAIN && (at->is_value || equals_itself (e, key)));
}

/* ---- With values that are known. ---- */

static bool
is_known (struct evaluation *e, const struct map_call *m, struct datum *value)
{
  struct datum size;
  assert (m->object < e->objects.count);
  return cell_is_known (e, size_of (e, m), &size)
         && cell_is_known (e, entry_of (e, m), value);
}

static void
write_now (struct evaluation *e, const struct map_call *m, struct datum old,
           struct datum value)
{
  struct datum size;
  bool known = cell_is_known (e, size_of (e, m), &size);
  int64_t change = (value.value != OBJECT_NULL) - (old.value != OBJECT_NULL);
  assert (known && value.kind == DATUM_REF);
  (void) known;
  if (change != 0)
    cell_put (e, size_of (e, m), datum_int (size.value + change));
  cell_put (e, entry_of (e, m), value);
}

/* ---- With steps. ---- */

static void
begin_piece (struct evaluation *e, const struct map_call *m)
{
  become_steps (e);
  assert (!e->concrete);
  if (m->is_whole)
    atomic_open (e);
}

static void
end_piece (struct evaluation *e, const struct map_call *m)
{
  assert (!e->concrete);
  if (m->is_whole)
    atomic_close (e);
}

static void
change_size (struct evaluation *e, const struct map_call *m, int64_t change)
{
  struct datum size = cell_read (e, size_of (e, m), 1);
  assert (change == 1 || change == -1);
  size = emit_set (e, 2, DATUM_SLOT,
                   expr_binary_of (e, EXPR_ADD, expr_of (e, size),
                                   expr_constant_of (e, IR_INT, change)));
  cell_write (e, size_of (e, m), size);
}

/* The value of the key, in a slot. */
static struct datum
look (struct evaluation *e, const struct map_call *m)
{
  if (!m->is_whole)
    cell_read (e, size_of (e, m), 1);
  struct datum now = cell_read (e, entry_of (e, m), 3);
  struct datum kept = emit_set (e, 4, DATUM_REF_SLOT, expr_of (e, now));
  assert (datum_is_ref (now));
  kept.value
    = now.kind == DATUM_REF ? set_of (e, (uint32_t) now.value) : (uint32_t) now.value;
  return kept;
}

static uint32_t
test_null (struct evaluation *e, struct datum d)
{
  assert (datum_is_ref (d));
  return emit_test (e, expr_binary_of (e, EXPR_EQUAL, expr_of (e, d),
                                       expr_of (e, datum_ref (OBJECT_NULL))));
}

enum writing
{
  WRITES_ALWAYS,
  WRITES_IF_ABSENT,
  WRITES_IF_PRESENT,
};

/* Write VALUE, not null, or remove the key if it is; the old value is returned. */
static struct datum
write_steps (struct evaluation *e, const struct map_call *m, struct datum value,
             enum writing when)
{
  bool removes = value.kind == DATUM_REF && value.value == OBJECT_NULL;
  begin_piece (e, m);
  struct datum old = look (e, m);
  uint32_t end = ir_builder_new_step (&e->b), present = test_null (e, old);
  assert (!removes || when == WRITES_ALWAYS);
  if (!removes && when != WRITES_IF_PRESENT)
    {
      cell_write (e, entry_of (e, m), value);
      change_size (e, m, 1);
    }
  ir_builder_continue_at (&e->b, end);
  e->b.current = present;
  if (removes)
    change_size (e, m, -1);
  if (when != WRITES_IF_ABSENT)
    cell_write (e, entry_of (e, m), value);
  ir_builder_continue_at (&e->b, end);
  e->b.current = end;
  end_piece (e, m);
  old.value = set_union (e, (uint32_t) old.value, set_of (e, OBJECT_NULL));
  return old;
}

/* ---- The calls. ---- */

static void
finish_write (struct evaluation *e, const struct map_call *m, struct datum value,
              enum writing when)
{
  struct datum old;
  bool fits = value.kind == DATUM_REF;
  if (fits && is_known (e, m, &old) && old.value != OBJECT_UNKNOWN)
    {
      bool present = old.value != OBJECT_NULL;
      if (when == WRITES_ALWAYS || present == (when == WRITES_IF_PRESENT))
        write_now (e, m, old, value);
    }
  else
    old = write_steps (e, m, value, when);
  assert (!e->ended);
  finish_call (e, m->call, old);
}

/* computeIfAbsent: if there is none, the function makes one, which is put if there is
   still none.  In Java nobody else can put one meanwhile. */
static bool
compute (struct evaluation *e, const struct map_call *m)
{
  struct datum value;
  if (!split_reference (e, 0))
    return true;
  uint32_t function = (uint32_t) argument (e, m->call, 2)->value;
  struct datum key = datum_ref (m->key);
  assert (m->call->count == 3);
  bool known = is_known (e, m, &value);
  if (known && value.value != OBJECT_NULL)
    {
      finish_call (e, m->call, value);
      return true;
    }
  if (!known)
    {
      value = look (e, m);
      uint32_t present = test_null (e, value);
      uint32_t row = state_save (e), here = e->b.current;
      e->b.current = present;
      struct datum rest = value;
      rest.value = set_without (e, (uint32_t) value.value, OBJECT_NULL);
      finish_call (e, m->call, rest);
      state_go (e);
      e->ended = false;
      state_load (e, row);
      e->b.current = here;
      note (e, JAVA_ADDS_EXECUTIONS, 0, "compute",
            "two threads may compute a value for one key, and one of them is kept");
    }
  uint32_t height = top (e)->height;
  top (e)->height -= m->call->count;
  if (call_object (e, function, &key, 1, AFTER_COMPUTE, m->key))
    {
      e->frames[e->depth - 1].map = m->object;
      return true;
    }
  top (e)->height = height;
  return false;
}

struct datum
compute_ends (struct evaluation *e, uint32_t map, uint32_t key, struct datum value)
{
  struct map_call m = { NULL, map, key, true };
  struct datum old;
  assert (key < e->objects.count);
  if (!datum_is_ref (value))
    value = datum_ref (OBJECT_UNKNOWN);
  if (value.kind == DATUM_REF && is_known (e, &m, &old) && old.value == OBJECT_NULL)
    {
      write_now (e, &m, old, value);
      return value;
    }
  old = write_steps (e, &m, value, WRITES_IF_ABSENT);
  /* What was there first is kept. */
  uint32_t end = ir_builder_new_step (&e->b), present = test_null (e, old);
  struct datum result = emit_set (e, 5, DATUM_REF_SLOT, expr_of (e, value));
  ir_builder_continue_at (&e->b, end);
  e->b.current = present;
  emit_set (e, 5, DATUM_REF_SLOT, expr_of (e, old));
  ir_builder_continue_at (&e->b, end);
  e->b.current = end;
  uint32_t made = value.kind == DATUM_REF ? set_of (e, (uint32_t) value.value)
                                          : (uint32_t) value.value;
  result.value = set_union (e, made, set_without (e, (uint32_t) old.value, OBJECT_NULL));
  return result;
}

static bool
call_of_map (struct evaluation *e, struct map_call *m)
{
  const struct invocation *call = m->call;
  struct datum value = DATUM_OF (DATUM_NONE);
  assert (call->count > 0);
  if (is (m, "size") || is (m, "isEmpty"))
    {
      if (!cell_is_known (e, size_of (e, m), &value))
        value = cell_read (e, size_of (e, m), 1);
      if (is (m, "isEmpty"))
        value = number_is_zero (e, value);
      finish_call (e, call, value);
      return true;
    }
  bool reads = call->count == 2 && (is (m, "get") || is (m, "containsKey"));
  bool removes = call->count == 2 && is (m, "remove");
  bool puts
    = call->count == 3 && (is (m, "put") || is (m, "putIfAbsent") || is (m, "replace"));
  bool computes = call->count == 3 && is (m, "computeIfAbsent");
  if (!reads && !removes && !puts && !computes)
    return false;
  if (!split_reference (e, call->count - 2))
    return true;
  m->key = (uint32_t) argument (e, call, 1)->value;
  if (m->key == OBJECT_NULL && m->is_whole)
    {
      throw_class (e, "java/lang/NullPointerException");
      return true;
    }
  if (!is_key (e, m->key))
    return false;
  if (computes)
    return compute (e, m);
  if (puts && may_be_null (e, *argument (e, call, 2)))
    return false;
  if (puts)
    finish_write (e, m, *argument (e, call, 2),
                  is (m, "put")       ? WRITES_ALWAYS
                  : is (m, "replace") ? WRITES_IF_PRESENT
                                      : WRITES_IF_ABSENT);
  else if (removes)
    finish_write (e, m, datum_ref (OBJECT_NULL), WRITES_ALWAYS);
  else
    {
      if (!is_known (e, m, &value))
        {
          begin_piece (e, m);
          value = look (e, m);
          end_piece (e, m);
        }
      if (is (m, "containsKey"))
        {
          struct datum null = number_is_zero (e, value);
          value
            = null.kind == DATUM_INT ? datum_int (!null.value) : number_is_zero (e, null);
        }
      finish_call (e, call, value);
    }
  return true;
}

bool
map_invoke (struct evaluation *e, const struct invocation *call)
{
  if (call->kind == HANDLE_INVOKE_STATIC)
    return false;
  struct map_call m = { .call = call, .object = receiver (e, call) };
  name_id class = e->objects.at[m.object].class;
  bool found = false;
  assert (m.object < e->objects.count);
  if (m.object == OBJECT_UNKNOWN || class.index == NAME_NONE.index)
    return false;
  for (size_t i = 0; i < sizeof maps / sizeof *maps && !found; i++)
    if (strcmp (text_of (e, class), maps[i].class) == 0)
      {
        m.is_whole = maps[i].is_whole;
        found = true;
      }
  if (!found)
    return false;
  if (strcmp (call->name, "<init>") != 0)
    return call_of_map (e, &m);
  /* With a capacity, or a load factor; not with another map, an order or a comparator. */
  if (call->count > 3 || (call->count > 1 && call->signature->parameters[0].kind != 'I'))
    return false;
  size_of (e, &m);
  finish_call (e, call, DATUM_OF (DATUM_NONE));
  return true;
}
