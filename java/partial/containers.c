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

static const char list_class[] = "java/util/ArrayList";

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
  bool is_without_null;
} containers[] = {
  { "java/util/ArrayList", FORM_LIST, false },
  { "java/util/LinkedList", FORM_LIST, false },
  { "java/util/ArrayDeque", FORM_LIST, true },
  { "java/util/Vector", FORM_WHOLE, false },
  { "java/util/concurrent/CopyOnWriteArrayList", FORM_WHOLE, false },
  { "java/util/concurrent/ConcurrentLinkedQueue", FORM_WHOLE, true },
  { "java/util/concurrent/ConcurrentLinkedDeque", FORM_WHOLE, true },
  { "java/util/concurrent/ArrayBlockingQueue", FORM_QUEUE, true },
  { "java/util/concurrent/LinkedBlockingQueue", FORM_QUEUE, true },
  { "java/util/concurrent/LinkedBlockingDeque", FORM_QUEUE, true },
};

struct access
{
  const struct invocation *call;
  uint32_t object;
  enum form form;
  bool is_without_null;
};

/* What kind of container A is about; false: none. */
static bool
find_container (struct evaluation *e, struct access *a)
{
  name_id class = e->objects.at[a->object].class;
  assert (a->object < e->objects.count);
  for (size_t i = 0; i < sizeof containers / sizeof *containers; i++)
    if (class.index != NAME_NONE.index
        && strcmp (text_of (e, class), containers[i].class) == 0)
      {
        a->form = containers[i].form;
        a->is_without_null = containers[i].is_without_null;
        return true;
      }
  return false;
}

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

/* ---- Whether a list has changed. ---- */

static const char iterator_class[] = "java/util/Iterator";
static const char snapshot_class[] = "java/util/concurrent/CopyOnWriteArrayList";

/* Was the list changed since ITERATOR was made? */
static struct cell *
changed_cell (struct evaluation *e, uint32_t iterator, bool is_atomic)
{
  struct cell *cell = cell_at (e, iterator, KEY_DONE, 'Z');
  assert (iterator < e->objects.count);
  cell->is_atomic = cell->is_atomic || is_atomic;
  return cell;
}

/* The list changes: its iterators can tell. */
static void
tell_iterators (struct evaluation *e, const struct access *a, bool now)
{
  name_id class = universe_name (e->universe, iterator_class);
  assert (a->object < e->objects.count);
  for (uint32_t i = 0; i < e->objects.count; i++)
    if (e->objects.at[i].class.index == class.index && e->objects.at[i].runs == a->object)
      {
        struct cell *changed = changed_cell (e, i, a->form != FORM_LIST);
        if (now)
          cell_put (e, changed, datum_int (1));
        else
          cell_write (e, changed, datum_int (1));
      }
}

/* ---- With numbers that are known. ---- */

/* Is the size known, and are all elements cells of this thread? */
static bool
is_concrete (struct evaluation *e, const struct access *a, int64_t *size)
{
  struct datum value, element;
  assert (a->object < e->objects.count);
  if (!cell_is_known (e, size_cell (e, a), &value) || value.kind != DATUM_INT
      || value.value > CONCRETE_ROOM)
    return false;
  *size = value.value;
  for (uint32_t i = 0; !e->concrete && i <= (uint32_t) value.value; i++)
    if (!cell_is_known (e, element_cell (e, a, i), &element))
      return false;
  return true;
}

static void
add_now (struct evaluation *e, const struct access *a, int64_t size, struct datum value)
{
  assert (a->object < e->objects.count);
  cell_put (e, element_cell (e, a, (uint32_t) size), value);
  cell_put (e, size_cell (e, a), datum_int (size + 1));
  tell_iterators (e, a, true);
}

/* Take the element number AT. */
static struct datum
remove_now (struct evaluation *e, const struct access *a, int64_t size, uint32_t at)
{
  struct datum first = cell_get (e, element_cell (e, a, at), 0);
  assert (size > at);
  for (uint32_t i = at; i + 1 < (uint32_t) size; i++)
    cell_put (e, element_cell (e, a, i), cell_get (e, element_cell (e, a, i + 1), 0));
  cell_put (e, size_cell (e, a), datum_int (size - 1));
  tell_iterators (e, a, true);
  return first;
}

/* ---- With steps. ---- */

/* Whether there is room is known when all threads are. */
static void
use_room (struct evaluation *e, uint32_t object, bool adds)
{
  assert (object < e->objects.count);
  *vec_push (e->arena, &e->room_uses) = (struct room_use){
    .object = object, .step = e->b.current, .place = place_here (e), .adds = adds
  };
}

/* A list that has N elements when threads start, and to which each of M steps adds one,
   at most once, never has more than N + M. */
void
containers_note (struct evaluation *e)
{
  assert (e->room_bodies == e->room_uses.count);
  for (uint32_t i = 0; i < e->room_uses.count; i++)
    {
      uint32_t object = e->room_uses.at[i].object;
      int64_t most = cell_at (e, object, KEY_VALUE, 'I')->value.value;
      for (uint32_t k = 0; k < e->room_uses.count; k++)
        if (e->room_uses.at[k].object == object)
          most += e->room_uses.at[k].count;
      if (most > ROOM)
        note_of_place (e, e->room_uses.at[i].place, JAVA_MAY_MISS, ALL_OF_JAVA,
                       "too-large",
                       "there is room for eight elements in a list or queue here");
    }
}

/* Put VALUE at the place SIZE; there is room, or the path ends. */
static void
put_at (struct evaluation *e, const struct access *a, struct datum size,
        struct datum value)
{
  assert (a->object < e->objects.count);
  uint32_t room = room_of (e, a), end = ir_builder_new_step (&e->b);
  uint32_t limit = e->objects.at[a->object].length;
  if (limit == 0 || limit > ROOM)
    use_room (e, a->object, true);
  for (uint32_t i = 0; i < room; i++)
    {
      uint32_t otherwise = emit_test (e, compare (e, EXPR_EQUAL, size, i));
      cell_write (e, element_cell (e, a, i), value);
      ir_builder_continue_at (&e->b, end);
      e->b.current = otherwise;
    }
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
   was.  Neither: an exception says that there was none. */
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
  if (!waits && limit > 0)
    otherwise = emit_test (e, compare (e, EXPR_LESS, size, limit));
  if (otherwise != NONE && !tries)
    {
      throw_otherwise (e, otherwise, "java/lang/IllegalStateException");
      otherwise = NONE;
    }
  put_at (e, a, size, value);
  cell_write (e, size_cell (e, a), sum (e, size, 1, 2));
  tell_iterators (e, a, false);
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

/* Remove the element number AT of a list, which is there, or an exception is thrown. */
static struct datum
remove_steps (struct evaluation *e, const struct access *a, uint32_t at)
{
  assert (a->object < e->objects.count);
  begin_piece (e, a);
  struct datum size = cell_read (e, size_cell (e, a), 1);
  uint32_t room = room_of (e, a);
  throw_otherwise (e, emit_test (e, compare (e, EXPR_GREATER, size, at)),
                   "java/lang/IndexOutOfBoundsException");
  struct datum first = cell_read (e, element_cell (e, a, at), 4);
  struct datum result = emit_set (e, 3, DATUM_REF_SLOT, expr_of (e, first));
  result.value
    = first.kind == DATUM_REF ? set_of (e, (uint32_t) first.value) : first.value;
  for (uint32_t i = at; i + 1 < room; i++)
    {
      struct datum next = cell_read (e, element_cell (e, a, i + 1), 5);
      cell_write (e, element_cell (e, a, i), next);
    }
  cell_write (e, size_cell (e, a), sum (e, size, -1, 2));
  tell_iterators (e, a, false);
  end_piece (e, a);
  return result;
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
    {
      cell_write (e, size_cell (e, a), sum (e, size, -1, 2));
      tell_iterators (e, a, false);
    }
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

/* A list of what is in the list now. */
static uint32_t
snapshot_of (struct evaluation *e, const struct access *a)
{
  uint32_t made
    = object_new (e, OBJECT_PLAIN, universe_name (e->universe, list_class), 0, 901);
  struct access copy = { a->call, made, FORM_LIST, false };
  int64_t size = 0;
  bool known = is_concrete (e, a, &size);
  uint32_t count = known ? (uint32_t) size : room_of (e, a);
  if (!known)
    {
      begin_piece (e, a);
      use_room (e, a->object, false);
    }
  for (uint32_t i = 0; i < count; i++)
    cell_put (e, element_cell (e, &copy, i), cell_get (e, element_cell (e, a, i), 4));
  cell_put (e, size_cell (e, &copy),
            known ? datum_int (size) : cell_read (e, size_cell (e, a), 1));
  if (!known)
    end_piece (e, a);
  assert (made != a->object);
  return made;
}

/* A queue has changed while it is gone through: then any of what it ever has may come, or
   nothing. */
static void
give_any (struct evaluation *e, const struct access *a, bool asks)
{
  uint32_t set = ROW_EMPTY, room = room_of (e, a);
  emit_premise (e, "iterator", "the queue has changed",
                "what one sees who goes through a queue that changes");
  for (uint32_t i = 0; i < room && !asks; i++)
    set = set_union (e, set, element_cell (e, a, i)->set);
  set = set_without (e, set, OBJECT_NULL);
  uint32_t count = asks ? 2 : row_count (&e->rows, set), row = state_save (e);
  for (uint32_t i = 0; i < count; i++)
    {
      uint32_t other = i + 1 < count ? emit_choice (e) : NONE;
      finish_call (e, a->call,
                   asks ? datum_int (i) : datum_ref (row_words (&e->rows, set)[i]));
      state_go (e);
      if (other == NONE)
        return;
      e->ended = false;
      state_load (e, row);
      e->b.current = other;
    }
  assert (!e->ended);
  emit_nowhere (e);
}

/* Iterators of a list throw if it was changed; those of a queue may see that or not.
   False: the path has ended. */
static bool
notice_change (struct evaluation *e, uint32_t iterator, const struct access *a, bool asks)
{
  static const char thrown[] = "java/util/ConcurrentModificationException";
  struct cell *cell = changed_cell (e, iterator, a->form != FORM_LIST);
  struct datum changed = cell_get (e, cell, 5);
  bool fails = a->form == FORM_LIST || !a->is_without_null;
  assert (a->object < e->objects.count);
  if ((datum_is_number (changed) && changed.value == 0) || (fails && asks))
    return true;
  if (fails && datum_is_number (changed))
    throw_class (e, thrown);
  if (datum_is_number (changed) && !fails)
    note (e, JAVA_MAY_MISS, ALL_OF_JAVA, "iterator",
          "a queue changes while it is gone through: what is seen then is not known");
  if (datum_is_number (changed))
    return !fails;
  uint32_t otherwise = emit_test (e, compare (e, EXPR_EQUAL, changed, 0));
  if (fails)
    {
      throw_otherwise (e, otherwise, thrown);
      return true;
    }
  uint32_t row = state_save (e), here = e->b.current;
  e->b.current = otherwise;
  give_any (e, a, asks);
  e->ended = false;
  state_load (e, row);
  e->b.current = here;
  return true;
}

static bool
iterator_call (struct evaluation *e, const struct invocation *call)
{
  assert (call->signature && call->count >= call->signature->count);
  uint32_t object = receiver (e, call);
  name_id class = e->objects.at[object].class;
  if (class.index == NAME_NONE.index || strcmp (text_of (e, class), iterator_class) != 0)
    return false;
  uint32_t list = e->objects.at[object].runs;
  struct access a = { call, list, FORM_LIST, false };
  bool asks = strcmp (call->name, "hasNext") == 0;
  if (!asks && strcmp (call->name, "next") != 0)
    return false;
  find_container (e, &a);
  if (!notice_change (e, object, &a, asks))
    return true;
  /* One that has become shorter than what was gone through goes on, in most lists. */
  bool linked
    = strcmp (text_of (e, e->objects.at[list].class), "java/util/LinkedList") == 0;
  a.form = FORM_LIST;
  int64_t length = 0;
  struct datum index, size;
  if (is_concrete (e, &a, &length)
      && cell_is_known (e, cell_at (e, object, KEY_VALUE, 'I'), &index)
      && (asks || index.value < length))
    {
      uint32_t i = (uint32_t) index.value;
      struct datum value
        = datum_int (linked ? index.value < length : index.value != length);
      if (!asks)
        {
          value = cell_get (e, element_cell (e, &a, i), 3);
          cell_put (e, cell_at (e, object, KEY_VALUE, 'I'), datum_int (index.value + 1));
        }
      finish_call (e, call, value);
      return true;
    }
  struct cell *at = cell_at (e, object, KEY_VALUE, 'I');
  at->is_atomic = true;
  index = cell_read (e, at, 0);
  size = cell_read (e, size_cell (e, &a), 1);
  bool known = index.kind == DATUM_INT && size.kind == DATUM_INT;
  if (known && asks)
    finish_call (
      e, call, datum_int (linked ? index.value < size.value : index.value != size.value));
  else if (asks)
    {
      become_steps (e);
      uint32_t end = ir_builder_new_step (&e->b);
      uint32_t otherwise
        = emit_test (e, expr_binary_of (e, linked ? EXPR_LESS : EXPR_NOT_EQUAL,
                                        expr_of (e, index), expr_of (e, size)));
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
      if (size.kind != DATUM_INT)
        use_room (e, list, false);
      else if (room > CHOICES_MOST)
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

/* The element number AT of a list whose SIZE is in a slot. */
static void
get_steps (struct evaluation *e, const struct access *a, struct datum size, uint32_t at)
{
  assert (a->object < e->objects.count);
  uint32_t otherwise = emit_test (e, compare (e, EXPR_GREATER, size, at));
  uint32_t row = state_save (e), here = e->b.current;
  e->b.current = otherwise;
  throw_class (e, "java/lang/IndexOutOfBoundsException");
  if (!e->ended)
    state_go (e);
  e->ended = false;
  state_load (e, row);
  e->b.current = here;
  finish_call (e, a->call, cell_read (e, element_cell (e, a, at), 4));
}

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
      if (a->is_without_null && may_be_null (e, *argument (e, call, 1))
          && !split_reference (e, call->count - 2))
        return true;
      struct datum value = *argument (e, call, 1), result = datum_int (1);
      if (a->is_without_null && value.kind == DATUM_REF && value.value == OBJECT_NULL)
        {
          throw_class (e, "java/lang/NullPointerException");
          return true;
        }
      uint32_t limit = e->objects.at[a->object].length;
      int64_t size = 0;
      bool fits = e->concrete || datum_is_number (value) || value.kind == DATUM_REF;
      if (fits && is_concrete (e, a, &size) && size < CONCRETE_ROOM
          && (limit == 0 || size < limit))
        add_now (e, a, size, value);
      else if (waits || call->count > 2)
        {
          may_be_interrupted (e);
          add_steps (e, a, value, waits, strncmp (call->name, "offer", 5) == 0, &result);
        }
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
      int64_t size = 0;
      bool known = is_concrete (e, a, &size);
      if (known && size > 0)
        finish_call (e, call,
                     removes ? remove_now (e, a, size, 0)
                             : cell_get (e, element_cell (e, a, 0), 0));
      else if (known && !throws && !waits)
        finish_call (e, call, datum_ref (OBJECT_NULL));
      else if (known && throws)
        throw_class (e, "java/util/NoSuchElementException");
      else if (throws)
        return false;
      else
        {
          if (waits || call->count > 1)
            may_be_interrupted (e);
          finish_call (e, call, take_steps (e, a, waits, removes));
        }
      return true;
    }
  if (strcmp (call->name, "remove") == 0 && call->count == 2
      && call->signature->parameters[0].kind == 'I'
      && argument (e, call, 1)->kind == DATUM_INT)
    {
      int64_t size = 0, at = argument (e, call, 1)->value;
      bool known = is_concrete (e, a, &size);
      if (at < 0 || (known && at >= size))
        throw_class (e, "java/lang/IndexOutOfBoundsException");
      else if (at >= ROOM && !known)
        return false;
      else if (known)
        finish_call (e, call, remove_now (e, a, size, (uint32_t) at));
      else
        finish_call (e, call, remove_steps (e, a, (uint32_t) at));
      return true;
    }
  if (strcmp (call->name, "size") == 0 || strcmp (call->name, "isEmpty") == 0)
    {
      struct datum size;
      if (!cell_is_known (e, size_cell (e, a), &size))
        size = cell_read (e, size_cell (e, a), 1);
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
      struct datum size, which = *argument (e, call, 1);
      if (!cell_is_known (e, size_cell (e, a), &size))
        size = cell_read (e, size_cell (e, a), 1);
      if (size.kind != DATUM_INT && which.kind == DATUM_INT && which.value >= 0
          && which.value < ROOM && a->form == FORM_LIST)
        {
          get_steps (e, a, size, (uint32_t) which.value);
          return true;
        }
      if (size.kind != DATUM_INT)
        return false;
      if (!split_number (e, 0, (uint32_t) size.value))
        return true;
      int64_t index = argument (e, call, 1)->value;
      if (index < 0 || index >= size.value)
        throw_class (e, "java/lang/IndexOutOfBoundsException");
      else
        finish_call (e, call, cell_get (e, element_cell (e, a, (uint32_t) index), 0));
      return true;
    }
  if (strcmp (call->name, "iterator") == 0)
    {
      name_id class = e->objects.at[a->object].class;
      uint32_t list = strcmp (text_of (e, class), snapshot_class) == 0
                        ? snapshot_of (e, a)
                        : a->object;
      uint32_t iterator
        = object_new (e, OBJECT_PLAIN, universe_name (e->universe, iterator_class), 0, 0);
      e->objects.at[iterator].runs = list;
      cell_put (e, changed_cell (e, iterator, list == a->object && a->form != FORM_LIST),
                datum_int (0));
      /* It may be made again, in another round of a loop. */
      cell_put (e, cell_at (e, iterator, KEY_VALUE, 'I'), datum_int (0));
      finish_call (e, call, datum_ref (iterator));
      return true;
    }
  return false;
}

uint32_t
container_elements (struct evaluation *e, uint32_t list, uint32_t *elements,
                    uint32_t most)
{
  struct access a = { NULL, list, FORM_LIST, false };
  int64_t size = 0;
  assert (list < e->objects.count);
  name_id class = e->objects.at[list].class;
  if (list < OBJECTS_FIXED || class.index == NAME_NONE.index
      || strcmp (text_of (e, class), list_class) != 0 || !is_concrete (e, &a, &size)
      || size > most)
    return NONE;
  for (uint32_t i = 0; i < (uint32_t) size; i++)
    {
      struct datum d = cell_get (e, element_cell (e, &a, i), 0);
      if (d.kind != DATUM_REF || d.value < OBJECTS_FIXED)
        return NONE;
      elements[i] = (uint32_t) d.value;
    }
  return (uint32_t) size;
}

uint32_t
container_of (struct evaluation *e, const uint32_t *objects, uint32_t count)
{
  uint32_t made
    = object_new (e, OBJECT_PLAIN, universe_name (e->universe, list_class), 0, 900);
  struct access a = { NULL, made, FORM_LIST, false };
  for (uint32_t i = 0; i < count; i++)
    cell_put (e, element_cell (e, &a, i), datum_ref (objects[i]));
  cell_put (e, size_cell (e, &a), datum_int (count));
  assert (made < e->objects.count);
  return made;
}

/* List.of and Arrays.asList, of elements or of an array: a list that nobody changes. */
static bool
list_of (struct evaluation *e, const struct invocation *call)
{
  bool is_of
    = strcmp (call->class, "java/util/List") == 0 && strcmp (call->name, "of") == 0;
  bool of_array = call->count == 1 && call->signature->parameters[0].kind == '[';
  if (!is_of
      && !(strcmp (call->class, "java/util/Arrays") == 0
           && strcmp (call->name, "asList") == 0))
    return false;
  if (of_array && !split_reference (e, 0))
    return true;
  uint32_t array = of_array ? (uint32_t) argument (e, call, 0)->value : OBJECT_NULL;
  uint32_t count = of_array ? e->objects.at[array].length : call->count;
  if ((of_array && e->objects.at[array].kind != OBJECT_ARRAY) || count > CHOICES_MOST)
    return false;
  uint32_t made
    = object_new (e, OBJECT_PLAIN, universe_name (e->universe, list_class), 0, 0);
  struct access a = { call, made, FORM_LIST, false };
  for (uint32_t i = 0; i < count; i++)
    {
      struct datum d
        = of_array ? cell_get (e, cell_at (e, array, i, 'L'), 0) : *argument (e, call, i);
      cell_put (e, element_cell (e, &a, i), d);
    }
  cell_put (e, size_cell (e, &a), datum_int (count));
  finish_call (e, call, datum_ref (made));
  return true;
}

bool
container_invoke (struct evaluation *e, const struct invocation *call)
{
  assert (call->signature && call->count >= call->signature->count);
  if (call->kind == HANDLE_INVOKE_STATIC)
    return list_of (e, call);
  uint32_t object = receiver (e, call);
  name_id class = e->objects.at[object].class;
  if (object == OBJECT_UNKNOWN || class.index == NAME_NONE.index)
    return false;
  if (iterator_call (e, call))
    return true;
  struct access a = { call, object, FORM_LIST, false };
  if (!find_container (e, &a))
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
