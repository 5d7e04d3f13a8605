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
  if (e->objects.at[a->object].length == 0)
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

/* Remove the element number AT of a list, which is there, or an exception is thrown. */
static struct datum
remove_steps (struct evaluation *e, const struct access *a, uint32_t at)
{
  assert (a->object < e->objects.count);
  begin_piece (e, a);
  struct datum size = cell_read (e, size_cell (e, a), 1);
  uint32_t otherwise = emit_test (e, compare (e, EXPR_GREATER, size, at));
  uint32_t row = state_save (e), here = e->b.current, room = room_of (e, a);
  e->b.current = otherwise;
  end_piece (e, a);
  throw_class (e, "java/lang/IndexOutOfBoundsException");
  if (!e->ended)
    state_go (e);
  e->ended = false;
  state_load (e, row);
  e->b.current = here;
  if (a->form != FORM_LIST)
    e->b.atomic++;
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
  bool asks = strcmp (call->name, "hasNext") == 0;
  if (!asks && strcmp (call->name, "next") != 0)
    return false;
  int64_t length = 0;
  struct datum index, size;
  if (is_concrete (e, &a, &length)
      && cell_is_known (e, cell_at (e, object, KEY_VALUE, 'I'), &index)
      && (asks || index.value < length))
    {
      uint32_t i = (uint32_t) index.value;
      struct datum value = datum_int (index.value < length);
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
      struct datum value = *argument (e, call, 1), result = datum_int (1);
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
      uint32_t iterator
        = object_new (e, OBJECT_PLAIN, universe_name (e->universe, iterator_class), 0, 0);
      e->objects.at[iterator].runs = a->object;
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
  struct access a = { NULL, list, FORM_LIST };
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
  struct access a = { NULL, made, FORM_LIST };
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
  struct access a = { call, made, FORM_LIST };
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
