/* containers.c -- lists and queues of the library: a size, and elements that are cells.
 *
 * What a plain list does is done piece by piece, what a concurrent one does is one piece.
 * When threads run there is room for a few more elements than main has put in; then the
 * path ends, with a gap.
 */
#include <config.h>

#include <assert.h>
#include <string.h>

#include "java/partial/evaluation.h"

/* Elements that there is room for once there are steps. */
#define ROOM 8
#define CONCRETE_ROOM 4096

enum form
{
  FORM_LIST,  /* plain */
  FORM_WHOLE, /* every call is one piece */
  FORM_QUEUE, /* ... and some wait */
};

static const struct container
{
  const char *class;
  enum form form;
} containers[] = {
  { "java/util/ArrayList", FORM_LIST },
  { "java/util/LinkedList", FORM_LIST },
  { "java/util/ArrayDeque", FORM_LIST },
  { "java/util/Vector", FORM_WHOLE },
  { "java/util/concurrent/CopyOnWriteArrayList", FORM_WHOLE },
  { "java/util/concurrent/ConcurrentLinkedQueue", FORM_WHOLE },
  { "java/util/concurrent/ConcurrentLinkedDeque", FORM_WHOLE },
  { "java/util/concurrent/ArrayBlockingQueue", FORM_QUEUE },
  { "java/util/concurrent/LinkedBlockingQueue", FORM_QUEUE },
  { "java/util/concurrent/LinkedBlockingDeque", FORM_QUEUE },
};

static bool
is_one_of (const char *name, const char *const *words)
{
  for (; *words; words++)
    if (strcmp (name, *words) == 0)
      return true;
  return false;
}

struct access
{
  const struct invocation *call;
  uint32_t object;
  enum form form;
};

static struct cell *
size_cell (struct evaluation *e, const struct access *a)
{
  assert (a->object < e->objects.count);
  struct cell *cell = cell_at (e, a->object, KEY_VALUE, 'I');
  cell->is_atomic = cell->is_atomic || a->form != FORM_LIST;
  return cell;
}

static struct cell *
element_cell (struct evaluation *e, const struct access *a, uint32_t i)
{
  assert (a->object < e->objects.count);
  struct cell *cell = cell_at (e, a->object, KEY_FIRST + i, 'L');
  cell->is_atomic = cell->is_atomic || a->form != FORM_LIST;
  return cell;
}

static void
begin_piece (struct evaluation *e, const struct access *a)
{
  assert (a->object < e->objects.count);
  become_steps (e);
  if (a->form != FORM_LIST)
    atomic_open (e);
}

static void
end_piece (struct evaluation *e, const struct access *a)
{
  assert (a->object < e->objects.count);
  if (a->form != FORM_LIST)
    atomic_close (e);
}

static uint32_t
compare (struct evaluation *e, enum ir_expr_kind kind, struct datum a, int64_t b)
{
  return expr_binary_of (e, kind, expr_of (e, a), expr_constant_of (e, IR_INT, b));
}

static uint32_t
room_of (struct evaluation *e, const struct access *a)
{
  assert (a->object < e->objects.count);
  uint32_t limit = e->objects.at[a->object].length;
  return limit > 0 && limit < ROOM ? limit : ROOM;
}

/* ---- With numbers that are known. ---- */

static bool
is_concrete (struct evaluation *e, const struct access *a)
{
  assert (a->object < e->objects.count);
  return e->concrete && size_cell (e, a)->value.kind == DATUM_INT;
}

static void
add_now (struct evaluation *e, const struct access *a, struct datum value)
{
  assert (a->object < e->objects.count);
  int64_t size = size_cell (e, a)->value.value;
  cell_write (e, element_cell (e, a, (uint32_t) size), value);
  cell_write (e, size_cell (e, a), datum_int (size + 1));
}

static struct datum
remove_now (struct evaluation *e, const struct access *a)
{
  int64_t size = size_cell (e, a)->value.value;
  struct datum first = element_cell (e, a, 0)->value;
  assert (size > 0);
  for (uint32_t i = 0; i + 1 < (uint32_t) size; i++)
    {
      struct datum next = element_cell (e, a, i + 1)->value;
      cell_write (e, element_cell (e, a, i), next);
    }
  cell_write (e, size_cell (e, a), datum_int (size - 1));
  return first;
}

/* ---- With steps. ---- */

/* Put VALUE at the place SIZE; there is room, or the path ends. */
static void
put_at (struct evaluation *e, const struct access *a, struct datum size,
        struct datum value)
{
  assert (a->object < e->objects.count);
  uint32_t room = room_of (e, a), end = ir_builder_new_step (&e->b);
  for (uint32_t i = 0; i < room; i++)
    {
      uint32_t otherwise = emit_test (e, compare (e, EXPR_EQUAL, size, i));
      cell_write (e, element_cell (e, a, i), value);
      ir_builder_continue_at (&e->b, end);
      e->b.current = otherwise;
    }
  if (e->objects.at[a->object].length == 0)
    note (e, JAVA_MAY_MISS, ALL_OF_JAVA, "too-large",
          "there is room for %u elements in a list or queue here", (unsigned) room);
  emit_nowhere (e);
  e->ended = false;
  e->b.current = end;
}

static struct datum
sum (struct evaluation *e, struct datum number, int64_t change, uint32_t part)
{
  return emit_set (e, part, DATUM_SLOT,
                   expr_binary_of (e, EXPR_ADD, expr_of (e, number),
                                   expr_constant_of (e, IR_INT, change)));
}

/* Add the argument; WAITS: until there is room.  TRIES: the result says whether there
   was. */
static void
add_steps (struct evaluation *e, const struct access *a, struct datum value, bool waits,
           bool tries, struct datum *result)
{
  assert (a->object < e->objects.count);
  uint32_t limit = e->objects.at[a->object].length, end = ir_builder_new_step (&e->b);
  uint32_t otherwise = NONE;
  begin_piece (e, a);
  if (waits && limit > 0)
    emit_assume (e,
                 expr_binary_of (e, EXPR_LESS, expr_cell (e, size_cell (e, a)),
                                 expr_constant_of (e, IR_INT, limit)),
                 size_cell (e, a));
  struct datum size = cell_read (e, size_cell (e, a), 1);
  if (tries && limit > 0)
    otherwise = emit_test (e, compare (e, EXPR_LESS, size, limit));
  put_at (e, a, size, value);
  cell_write (e, size_cell (e, a), sum (e, size, 1, 2));
  *result = datum_int (1);
  if (otherwise != NONE)
    {
      *result = emit_set (e, 3, DATUM_SLOT, expr_constant_of (e, IR_INT, 1));
      ir_builder_continue_at (&e->b, end);
      e->b.current = otherwise;
      emit_set (e, 3, DATUM_SLOT, expr_constant_of (e, IR_INT, 0));
    }
  ir_builder_continue_at (&e->b, end);
  e->b.current = end;
  end_piece (e, a);
}

/* Take the first element, or look at it; WAITS: until there is one.  Else null if there
   is none.  */
static struct datum
take_steps (struct evaluation *e, const struct access *a, bool waits, bool removes)
{
  assert (a->object < e->objects.count);
  uint32_t room = room_of (e, a), end = ir_builder_new_step (&e->b), otherwise = NONE;
  begin_piece (e, a);
  if (waits)
    emit_assume (e,
                 expr_binary_of (e, EXPR_GREATER, expr_cell (e, size_cell (e, a)),
                                 expr_constant_of (e, IR_INT, 0)),
                 size_cell (e, a));
  struct datum size = cell_read (e, size_cell (e, a), 1);
  if (!waits)
    otherwise = emit_test (e, compare (e, EXPR_GREATER, size, 0));
  struct datum first = cell_read (e, element_cell (e, a, 0), 4);
  struct datum result = emit_set (e, 3, DATUM_REF_SLOT, expr_of (e, first));
  uint32_t set = first.kind == DATUM_REF ? set_of (e, (uint32_t) first.value)
                                         : (uint32_t) first.value;
  for (uint32_t i = 0; removes && i + 1 < room; i++)
    if (element_cell (e, a, i + 1)->is_written || element_cell (e, a, i)->is_written
        || element_cell (e, a, i + 1)->value.value != element_cell (e, a, i)->value.value)
      {
        struct datum next = cell_read (e, element_cell (e, a, i + 1), 5);
        cell_write (e, element_cell (e, a, i), next);
      }
  if (removes)
    cell_write (e, size_cell (e, a), sum (e, size, -1, 2));
  ir_builder_continue_at (&e->b, end);
  if (otherwise != NONE)
    {
      e->b.current = otherwise;
      emit_set (e, 3, DATUM_REF_SLOT, expr_of (e, datum_ref (OBJECT_NULL)));
      ir_builder_continue_at (&e->b, end);
    }
  e->b.current = end;
  end_piece (e, a);
  result.value = set_union (e, set, set_of (e, OBJECT_NULL));
  return result;
}

/* ---- Iterators: an object that knows its list and an index. ---- */

static const char iterator_class[] = "java/util/Iterator";

static bool
iterator_call (struct evaluation *e, const struct invocation *call)
{
  assert (call->signature && call->count >= call->signature->count);
  uint32_t object = receiver (e, call);
  name_id class = e->objects.at[object].class;
  if (class.index == NAME_NONE.index || strcmp (text_of (e, class), iterator_class) != 0)
    return false;
  uint32_t list = e->objects.at[object].runs;
  struct access a = { call, list, FORM_LIST };
  struct cell *at = cell_at (e, object, KEY_VALUE, 'I');
  at->is_atomic = true;
  struct datum index = cell_read (e, at, 0), size;
  bool asks = strcmp (call->name, "hasNext") == 0;
  if (!asks && strcmp (call->name, "next") != 0)
    return false;
  size = cell_read (e, size_cell (e, &a), 1);
  bool known = index.kind == DATUM_INT && size.kind == DATUM_INT;
  if (known && asks)
    finish_call (e, call, datum_int (index.value < size.value));
  else if (asks)
    {
      become_steps (e);
      uint32_t end = ir_builder_new_step (&e->b);
      uint32_t otherwise = emit_test (
        e, expr_binary_of (e, EXPR_LESS, expr_of (e, index), expr_of (e, size)));
      struct datum result = emit_set (e, 3, DATUM_SLOT, expr_constant_of (e, IR_INT, 1));
      ir_builder_continue_at (&e->b, end);
      e->b.current = otherwise;
      emit_set (e, 3, DATUM_SLOT, expr_constant_of (e, IR_INT, 0));
      ir_builder_continue_at (&e->b, end);
      e->b.current = end;
      finish_call (e, call, result);
    }
  else if (index.kind == DATUM_INT)
    {
      struct datum value
        = cell_read (e, cell_at (e, list, KEY_FIRST + (uint32_t) index.value, 'L'), 3);
      cell_write (e, cell_at (e, object, KEY_VALUE, 'I'), datum_int (index.value + 1));
      finish_call (e, call, value);
    }
  else
    {
      become_steps (e);
      uint32_t room = size.kind == DATUM_INT ? (uint32_t) size.value : ROOM,
               set = ROW_EMPTY;
      uint32_t end = ir_builder_new_step (&e->b);
      struct datum result = { DATUM_REF_SLOT, slot_of_instruction (e, 3), 0 };
      for (uint32_t i = 0; i < room && i < CHOICES_MOST; i++)
        {
          uint32_t otherwise = emit_test (e, compare (e, EXPR_EQUAL, index, i));
          struct datum value = cell_read (e, cell_at (e, list, KEY_FIRST + i, 'L'), 4);
          emit_set (e, 3, DATUM_REF_SLOT, expr_of (e, value));
          set = set_union (e, set,
                           value.kind == DATUM_REF ? set_of (e, (uint32_t) value.value)
                                                   : (uint32_t) value.value);
          cell_write (e, cell_at (e, object, KEY_VALUE, 'I'), datum_int (i + 1));
          ir_builder_continue_at (&e->b, end);
          e->b.current = otherwise;
        }
      if (size.kind != DATUM_INT || room > CHOICES_MOST)
        note (e, JAVA_MAY_MISS, ALL_OF_JAVA, "too-large", "a list may be longer here");
      emit_nowhere (e);
      e->ended = false;
      e->b.current = end;
      result.value = set;
      finish_call (e, call, result);
    }
  return true;
}

/* ---- The calls. ---- */

static const char *const adders[]
  = { "add", "addLast", "offer", "offerLast", "put", "putLast", "addElement", NULL };
static const char *const takers[]
  = { "poll", "pollFirst", "take",     "takeFirst", "remove", "removeFirst",
      "peek", "peekFirst", "getFirst", "element",   NULL };
static const char *const throwers[]
  = { "remove", "removeFirst", "getFirst", "element", NULL };

static bool
call_of_container (struct evaluation *e, struct access *a)
{
  const struct invocation *call = a->call;
  bool waits
    = a->form == FORM_QUEUE
      && (strncmp (call->name, "put", 3) == 0 || strncmp (call->name, "take", 4) == 0);
  if (is_one_of (call->name, adders)
      && (call->count == 2 || strncmp (call->name, "offer", 5) == 0)
      && call->signature->parameters[0].kind == 'L')
    {
      struct datum value = *argument (e, call, 1), result = datum_int (1);
      uint32_t limit = e->objects.at[a->object].length;
      int64_t size = size_cell (e, a)->value.value;
      if (is_concrete (e, a) && size < CONCRETE_ROOM && (limit == 0 || size < limit))
        add_now (e, a, value);
      else
        add_steps (e, a, value, waits, strncmp (call->name, "offer", 5) == 0, &result);
      finish_call (e, call, result);
      return true;
    }
  if (is_one_of (call->name, takers)
      && (call->count == 1 || strcmp (call->name, "poll") == 0))
    {
      bool removes = strncmp (call->name, "peek", 4) != 0
                     && strcmp (call->name, "getFirst") != 0
                     && strcmp (call->name, "element") != 0;
      bool throws = is_one_of (call->name, throwers);
      if (is_concrete (e, a) && removes && size_cell (e, a)->value.value > 0)
        finish_call (e, call, remove_now (e, a));
      else if (throws)
        return false;
      else
        finish_call (e, call, take_steps (e, a, waits, removes));
      return true;
    }
  if (strcmp (call->name, "size") == 0 || strcmp (call->name, "isEmpty") == 0)
    {
      struct datum size = cell_read (e, size_cell (e, a), 1);
      if (call->name[0] == 's')
        finish_call (e, call, size);
      else if (size.kind == DATUM_INT)
        finish_call (e, call, datum_int (size.value == 0));
      else
        {
          uint32_t end = ir_builder_new_step (&e->b);
          uint32_t otherwise = emit_test (e, compare (e, EXPR_EQUAL, size, 0));
          struct datum result
            = emit_set (e, 3, DATUM_SLOT, expr_constant_of (e, IR_INT, 1));
          ir_builder_continue_at (&e->b, end);
          e->b.current = otherwise;
          emit_set (e, 3, DATUM_SLOT, expr_constant_of (e, IR_INT, 0));
          ir_builder_continue_at (&e->b, end);
          e->b.current = end;
          finish_call (e, call, result);
        }
      return true;
    }
  if (strcmp (call->name, "get") == 0 && call->count == 2)
    {
      struct datum size = cell_read (e, size_cell (e, a), 1);
      if (size.kind != DATUM_INT)
        return false;
      if (!split_number (e, 0, (uint32_t) size.value))
        return true;
      int64_t index = argument (e, call, 1)->value;
      if (index < 0 || index >= size.value)
        throw_class (e, "java/lang/IndexOutOfBoundsException");
      else
        finish_call (e, call, cell_read (e, element_cell (e, a, (uint32_t) index), 0));
      return true;
    }
  if (strcmp (call->name, "iterator") == 0)
    {
      uint32_t iterator
        = object_new (e, OBJECT_PLAIN, universe_name (e->universe, iterator_class), 0, 0);
      e->objects.at[iterator].runs = a->object;
      /* It may be made again, in another round of a loop. */
      struct cell *cell = cell_at (e, iterator, KEY_VALUE, 'I');
      if (cell->is_written || e->concrete)
        cell_write (e, cell, datum_int (0));
      finish_call (e, call, datum_ref (iterator));
      return true;
    }
  return false;
}

bool
container_invoke (struct evaluation *e, const struct invocation *call)
{
  assert (call->signature && call->count >= call->signature->count);
  if (call->kind == HANDLE_INVOKE_STATIC)
    return false;
  uint32_t object = receiver (e, call);
  name_id class = e->objects.at[object].class;
  if (object == OBJECT_UNKNOWN || class.index == NAME_NONE.index)
    return false;
  if (iterator_call (e, call))
    return true;
  struct access a = { call, object, FORM_LIST };
  bool found = false;
  for (size_t i = 0; i < sizeof containers / sizeof *containers && !found; i++)
    if (strcmp (text_of (e, class), containers[i].class) == 0)
      {
        a.form = containers[i].form;
        found = true;
      }
  if (!found)
    return false;
  if (strcmp (call->name, "<init>") != 0)
    return call_of_container (e, &a);
  if (call->count > 1 && call->signature->parameters[0].kind != 'I')
    return false;
  struct datum capacity = call->count > 1 ? *argument (e, call, 1) : datum_int (0);
  if (a.form == FORM_QUEUE && capacity.kind == DATUM_INT)
    e->objects.at[object].length = (uint32_t) capacity.value;
  else if (a.form == FORM_QUEUE)
    return false;
  size_cell (e, &a);
  finish_call (e, call, DATUM_OF (DATUM_NONE));
  return true;
}
