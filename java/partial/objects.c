/* objects.c -- objects, their cells, and sets of objects.
 *
 * What main makes before there are steps is numbered in the order of its making, which is
 * the same in every attempt.  An object that steps make is found again by the state that
 * makes it.
 */
#include <config.h>

#include <assert.h>
#include <string.h>

#include "java/partial/evaluation.h"

/* ---- Sets. ---- */

uint32_t
set_of (struct evaluation *e, uint32_t object)
{
  assert (object < e->objects.count);
  return row_intern (&e->rows, &object, 1);
}

uint32_t
set_union (struct evaluation *e, uint32_t a, uint32_t b)
{
  if (a == b || row_count (&e->rows, b) == 0)
    return a;
  uint32_t n = row_count (&e->rows, a), m = row_count (&e->rows, b), count = 0;
  uint32_t *both = arena_alloc (e->arena, (n + m) * sizeof *both);
  const uint32_t *x = row_words (&e->rows, a), *y = row_words (&e->rows, b);
  for (uint32_t i = 0, k = 0; i < n || k < m;)
    {
      uint32_t next = k == m || (i < n && x[i] <= y[k]) ? x[i] : y[k];
      i += i < n && x[i] == next;
      k += k < m && y[k] == next;
      both[count++] = next;
    }
  assert (count >= n && count >= m);
  return row_intern (&e->rows, both, count);
}

uint32_t
set_without (struct evaluation *e, uint32_t set, uint32_t object)
{
  assert (object < e->objects.count);
  assert (set < e->rows.list.count);
  uint32_t count = row_count (&e->rows, set), kept = 0;
  uint32_t *rest = arena_alloc (e->arena, (count + 1) * sizeof *rest);
  for (uint32_t i = 0; i < count; i++)
    if (row_words (&e->rows, set)[i] != object)
      rest[kept++] = row_words (&e->rows, set)[i];
  assert (kept <= count);
  return row_intern (&e->rows, rest, kept);
}

/* ---- Objects. ---- */

/* The number in MAP under (A, B); a new object if there is none yet. */
static uint32_t
find_object (struct evaluation *e, struct pairmap *map, uint32_t a, uint32_t b,
             struct object made)
{
  uint32_t *slot = pairmap_at (map, a, b);
  if (*slot == PAIRMAP_FREE)
    {
      *slot = e->objects.count;
      made.process = made.thrown_at = NONE;
      *vec_push (e->arena, &e->objects) = made;
    }
  assert (*slot < e->objects.count);
  return *slot;
}

static void forget_kept (struct evaluation *e, uint32_t object);

/* The numbers that the frames know, as a row: they tell the rounds of a loop apart. */
static uint32_t
numbers_of_state (struct evaluation *e)
{
  e->words.count = 0;
  for (uint32_t f = 0; f < e->depth; f++)
    {
      const struct frame *frame = &e->frames[f];
      uint32_t locals = frame->code->max_locals;
      for (uint32_t i = 0; i < locals + frame->height; i++)
        {
          struct datum d = i < locals ? frame->locals[i] : frame->stack[i - locals];
          *vec_push (e->arena, &e->words) = (uint32_t) d.kind;
          if (datum_is_number (d))
            {
              *vec_push (e->arena, &e->words) = (uint32_t) d.value;
              *vec_push (e->arena, &e->words) = (uint32_t) ((uint64_t) d.value >> 32);
            }
        }
    }
  for (uint32_t i = 0; i < e->kept.count; i++)
    if (datum_is_number (e->kept.at[i].value)
        && e->cells.at[e->kept.at[i].cell].key != KEY_DONE) /* of an iterator */
      {
        *vec_push (e->arena, &e->words) = e->kept.at[i].cell;
        *vec_push (e->arena, &e->words) = (uint32_t) e->kept.at[i].value.value;
      }
  assert (e->depth > 0);
  return row_intern (&e->rows, e->words.at, e->words.count);
}

uint32_t
object_new (struct evaluation *e, enum object_kind kind, name_id class, uint32_t length,
            uint32_t part)
{
  struct object made = { .kind = kind, .class = class, .length = length };
  uint32_t first = NONE, second, before = e->objects.count;
  if (e->concrete)
    second = pairmap_number (
      &e->made_of, pairmap_number (&e->made_of, class.index, NONE - kind), e->made++);
  else
    {
      const struct frame *frame = top (e);
      first = pairmap_number (&e->slot_of, frame->context,
                              frame->pc * (frame->code->max_stack + 8) + 7
                                + 0x01000000 * part);
      second = numbers_of_state (e);
      made.is_made_in_model = true;
      uint32_t *count = pairmap_at (&e->site_count, first, 0);
      if (*count == PAIRMAP_FREE)
        *count = 0;
      if (*count >= OBJECTS_OF_SITE
          && pairmap_get (&e->object_of, first, second) == PAIRMAP_FREE)
        {
          second = NONE;
          if (class_is_a (e, class, "java/lang/Throwable") != IS)
            note (e, JAVA_MAY_MISS, ALL_OF_JAVA, "loop-object",
                  "objects are made here again and again: all of them are one");
        }
      else if (pairmap_get (&e->object_of, first, second) == PAIRMAP_FREE)
        ++*count;
    }
  uint32_t object = find_object (e, &e->object_of, first, second, made);
  if (!e->concrete)
    {
      *vec_push (e->arena, &e->allocations) = e->state;
      *vec_push (e->arena, &e->allocations) = object;
    }
  if (object == before)
    {
      uint32_t same = 1;
      for (uint32_t i = 0; i < object; i++)
        same
          += e->objects.at[i].kind == kind && e->objects.at[i].class.index == class.index;
      const char *text = text_of (e, class);
      const char *simple
        = text[0] == '[' ? "array" : java_simple_name (e->universe, class);
      e->objects.at[object].name
        = same == 1 ? simple : arena_format (e->arena, "%s[%u]", simple, same);
    }
  assert (e->objects.at[object].kind == kind);
  initialisers_made (e, object);
  if (!e->concrete)
    forget_kept (e, object);
  e->objects.at[object].length = length;
  e->objects.at[object].class = class;
  return object;
}

uint32_t
object_text (struct evaluation *e)
{
  struct object made = { .kind = OBJECT_TEXT,
                         .class = universe_name (e->universe, "java/lang/String"),
                         .text = NAME_NONE,
                         .has_twins = true,
                         .name = "text" };
  return find_object (e, &e->text_of, 0, 0, made);
}

uint32_t
object_library (struct evaluation *e, name_id class, name_id name)
{
  struct object made = { .kind = OBJECT_PLAIN,
                         .class = class,
                         .has_twins = true,
                         .is_library = true,
                         .name = java_simple_name (e->universe, class) };
  assert (class.index != NAME_NONE.index);
  uint32_t place = pairmap_number (&e->text_of, 2, class.index);
  return find_object (e, &e->text_of, 3 + place, name.index, made);
}

uint32_t
object_statics (struct evaluation *e, class_id class)
{
  assert (class_is_known (class));
  name_id name = universe_class (e->universe, class)->name;
  struct object made = { .kind = OBJECT_STATICS,
                         .class = name,
                         .name = java_simple_name (e->universe, name) };
  return find_object (e, &e->statics_of, name.index, 0, made);
}

uint32_t
object_class (struct evaluation *e, name_id class)
{
  struct object made = { .kind = OBJECT_CLASS,
                         .class = universe_name (e->universe, "java/lang/Class"),
                         .text = class,
                         .name = arena_format (e->arena, "%s.class",
                                               java_simple_name (e->universe, class)) };
  return find_object (e, &e->class_of, class.index, 0, made);
}

uint32_t
object_exception (struct evaluation *e, const char *class)
{
  static const char *const wrongs[] = { "java/lang/NullPointerException",
                                        "java/lang/ClassCastException",
                                        "java/lang/ArithmeticException",
                                        "java/lang/IndexOutOfBoundsException",
                                        "java/lang/ArrayIndexOutOfBoundsException",
                                        "java/lang/NegativeArraySizeException",
                                        "java/util/ConcurrentModificationException" };
  name_id name = universe_name (e->universe, class);
  struct object made = { .kind = OBJECT_PLAIN,
                         .class = name,
                         .name = java_simple_name (e->universe, name) };
  uint32_t place = NONE;
  for (size_t i = 0; i < sizeof wrongs / sizeof *wrongs; i++)
    if (strcmp (class, wrongs[i]) == 0)
      place = place_here (e);
  uint32_t object = find_object (e, &e->exception_of, name.index, place + 1, made);
  assert (object < e->objects.count);
  e->objects.at[object].thrown_at = place;
  return object;
}

bool
has_twins (const struct evaluation *e, struct datum datum)
{
  assert (datum.kind <= DATUM_ADDRESS);
  if (datum.kind == DATUM_REF)
    return datum.value == OBJECT_UNKNOWN || e->objects.at[datum.value].has_twins;
  if (datum.kind != DATUM_REF_SLOT)
    return datum.kind == DATUM_ANY;
  for (uint32_t i = 0; i < row_count (&e->rows, (uint32_t) datum.value); i++)
    {
      uint32_t object = row_words (&e->rows, (uint32_t) datum.value)[i];
      if (object == OBJECT_UNKNOWN || e->objects.at[object].has_twins)
        return true;
    }
  return false;
}

bool
may_be_null (struct evaluation *e, struct datum d)
{
  if (d.kind == DATUM_REF)
    return d.value == OBJECT_NULL || d.value == OBJECT_UNKNOWN;
  if (d.kind != DATUM_REF_SLOT)
    return true;
  assert (row_count (&e->rows, (uint32_t) d.value) < UINT32_MAX);
  for (uint32_t i = 0; i < row_count (&e->rows, (uint32_t) d.value); i++)
    if (row_words (&e->rows, (uint32_t) d.value)[i] < OBJECTS_FIXED)
      return true;
  return false;
}

const char *
object_name (struct evaluation *e, uint32_t object)
{
  assert (object < e->objects.count);
  const char *name = e->objects.at[object].name;
  return name ? name : object == OBJECT_NULL ? "null" : "object";
}

/* ---- Classes. ---- */

/* The classes above a class of the library whose code is not there. */
static const char *const supers[][2] = {
  { "java/lang/AssertionError", "java/lang/Error" },
  { "java/lang/Error", "java/lang/Throwable" },
  { "java/lang/LinkageError", "java/lang/Error" },
  { "java/lang/ExceptionInInitializerError", "java/lang/LinkageError" },
  { "java/lang/NoClassDefFoundError", "java/lang/LinkageError" },
  { "java/lang/Exception", "java/lang/Throwable" },
  { "java/lang/RuntimeException", "java/lang/Exception" },
  { "java/lang/InterruptedException", "java/lang/Exception" },
  { "java/lang/CloneNotSupportedException", "java/lang/Exception" },
  { "java/io/IOException", "java/lang/Exception" },
  { "java/util/concurrent/ExecutionException", "java/lang/Exception" },
  { "java/util/concurrent/TimeoutException", "java/lang/Exception" },
  { "java/util/concurrent/BrokenBarrierException", "java/lang/Exception" },
  { "java/util/concurrent/RejectedExecutionException", "java/lang/RuntimeException" },
  { "java/util/concurrent/CompletionException", "java/lang/RuntimeException" },
  { "java/lang/IllegalStateException", "java/lang/RuntimeException" },
  { "java/util/concurrent/CancellationException", "java/lang/IllegalStateException" },
  { "java/lang/IllegalArgumentException", "java/lang/RuntimeException" },
  { "java/lang/IllegalThreadStateException", "java/lang/IllegalArgumentException" },
  { "java/lang/NumberFormatException", "java/lang/IllegalArgumentException" },
  { "java/lang/IllegalMonitorStateException", "java/lang/RuntimeException" },
  { "java/lang/NullPointerException", "java/lang/RuntimeException" },
  { "java/lang/ArithmeticException", "java/lang/RuntimeException" },
  { "java/lang/ClassCastException", "java/lang/RuntimeException" },
  { "java/lang/NegativeArraySizeException", "java/lang/RuntimeException" },
  { "java/lang/UnsupportedOperationException", "java/lang/RuntimeException" },
  { "java/lang/IndexOutOfBoundsException", "java/lang/RuntimeException" },
  { "java/lang/ArrayIndexOutOfBoundsException", "java/lang/IndexOutOfBoundsException" },
  { "java/util/NoSuchElementException", "java/lang/RuntimeException" },
  { "java/util/EmptyStackException", "java/lang/RuntimeException" },
  { "java/util/ConcurrentModificationException", "java/lang/RuntimeException" },
};

static const char *
super_of (const char *class)
{
  for (size_t i = 0; i < sizeof supers / sizeof *supers; i++)
    if (strcmp (supers[i][0], class) == 0)
      return supers[i][1];
  return NULL;
}

enum is_a
class_is_a (struct evaluation *e, name_id name, const char *type)
{
  if (name.index == NAME_NONE.index)
    return IS_PERHAPS;
  const char *class = text_of (e, name);
  if (strcmp (type, "java/lang/Object") == 0 || strcmp (class, type) == 0)
    return IS;
  class_id known = universe_find (e->universe, name);
  while (class_is_known (known))
    {
      if (universe_is_a (e->universe, known, universe_name (e->universe, type)))
        return IS;
      if (universe_super_types (e->universe, known)->complete)
        return IS_NOT;
      class_id above = universe_super (e->universe, known);
      if (!class_is_known (above))
        {
          name_id super = universe_class (e->universe, known)->super;
          class = super.index == NAME_NONE.index ? "java/lang/Object"
                                                 : text_of (e, super);
          if (strcmp (class, "java/lang/Object") == 0)
            return IS_NOT; /* its interfaces are not known, but none is a TYPE */
        }
      known = above;
    }
  bool is_listed = super_of (class) != NULL;
  for (; class; class = super_of (class))
    if (strcmp (class, type) == 0)
      return IS;
  return is_listed && (super_of (type) || strcmp (type, "java/lang/Throwable") == 0)
           ? IS_NOT
           : IS_PERHAPS;
}

/* ---- Cells. ---- */

static struct datum
default_of (char kind)
{
  switch (kind)
    {
    case 'J': return datum_long (0);
    case 'D': return DATUM_OF (DATUM_ANY_WIDE);
    case 'F': return DATUM_OF (DATUM_ANY);
    case 'L': return datum_ref (OBJECT_NULL);
    default: return datum_int (0);
    }
}

struct cell *
cell_at (struct evaluation *e, uint32_t object, uint32_t key, char kind)
{
  assert (object < e->objects.count && strchr ("ZBSCIJFDL", kind));
  uint32_t *slot = pairmap_at (&e->cell_of, object, key);
  if (*slot == PAIRMAP_FREE)
    {
      *slot = e->cells.count;
      *vec_push (e->arena, &e->cells) = (struct cell){ .object = object,
                                                       .key = key,
                                                       .kind = kind,
                                                       .set = set_of (e, OBJECT_NULL),
                                                       .user = NONE,
                                                       .attempt = NONE };
    }
  struct cell *cell = &e->cells.at[*slot];
  if (cell->attempt != e->attempt)
    {
      /* What a box or a lambda has in it is given once, perhaps by a thread whose body is
         built later. */
      bool stays = cell->attempt != NONE
                   && (e->objects.at[object].is_value
                       || e->objects.at[object].kind == OBJECT_LAMBDA);
      struct datum before = cell->value;
      cell->attempt = e->attempt;
      cell->field = FIELD_NONE;
      cell->value = stays ? before
                    : object == OBJECT_UNKNOWN
                      ? (kind == 'L'   ? datum_ref (OBJECT_UNKNOWN)
                         : kind == 'J' ? DATUM_OF (DATUM_ANY_WIDE)
                                       : DATUM_OF (DATUM_ANY))
                      : default_of (kind);
    }
  if (e->concrete && e->depth > 0)
    initialisers_read (e, cell);
  return cell;
}

struct cell *
cell_of_field (struct evaluation *e, uint32_t object, struct java_member field)
{
  assert (object < e->objects.count);
  const struct java_field *header = universe_field (e->universe, field);
  uint32_t key = pairmap_number (&e->member_of, field.class.index, field.index);
  const char *text = text_of (e, header->descriptor);
  struct cell *cell = cell_at (e, object, key, text[0] == '[' ? 'L' : text[0]);
  cell->is_volatile = header->access & ACCESS_VOLATILE;
  if (!cell->name)
    cell->name = arena_format (e->arena, "%s.%s", object_name (e, object),
                               text_of (e, header->name));
  return cell;
}

/* What the library's cells are called, and elements. */
static const char *
cell_name (struct evaluation *e, const struct cell *cell)
{
  assert (cell->object < e->objects.count);
  static const char *const names[]
    = { "value", "extra",   "result", "limit",       "round", "owner",
        "times", "readers", "of",     "interrupted", "done" };
  if (cell->name)
    return cell->name;
  const char *object = object_name (e, cell->object);
  if (cell->key >= KEY_FIRST)
    return arena_format (e->arena, "%s[%u]", object, (unsigned) (cell->key - KEY_FIRST));
  return cell->key >= KEY_VALUE
           ? arena_format (e->arena, "%s.%s", object, names[cell->key - KEY_VALUE])
           : arena_format (e->arena, "%s[%u]", object, (unsigned) cell->key);
}

static uint8_t
width_of (const struct evaluation *e, char kind)
{
  switch (kind)
    {
    case 'Z': return 2;
    case 'B': return 8;
    case 'S': return 16;
    case 'C': return 17;
    case 'J': return 64;
    case 'L': return e->objects.count < 120 ? 8 : 16;
    default: return 32;
    }
}

void
cell_share (struct evaluation *e, struct cell *cell)
{
  assert (cell->object < e->objects.count);
  if (cell->is_shared)
    return;
  cell->is_shared = true;
  if (!cell->is_kept)
    return;
  e->again = true;
  e->why_again = "a cell is not for one thread only";
}

field_id
cell_field (struct evaluation *e, struct cell *cell)
{
  assert (!e->concrete && cell->attempt == e->attempt);
  cell_share (e, cell);
  if (!field_equal (cell->field, FIELD_NONE))
    return cell->field;
  cell->field = ir_declare_field (e->declared, cell_name (e, cell), e->set);
  e->declared->fields.at[cell->field.index].is_volatile
    = cell->is_volatile || cell->is_atomic || (cell->is_handled && !cell->is_plain);
  bool any = cell->value.kind == DATUM_ANY || cell->value.kind == DATUM_ANY_WIDE;
  if (cell->kind != 'F' && cell->kind != 'D')
    ir_declare_values (e->declared, cell->field,
                       (struct ir_type){ false, width_of (e, cell->kind) }, 0, any,
                       any ? 0 : cell->value.value);
  return cell->field;
}

struct datum
cell_read (struct evaluation *e, struct cell *cell, uint32_t part)
{
  assert (cell->object < e->objects.count);
  if (!e->concrete)
    cell_share (e, cell);
  /* One value that is not known is the same whenever it is read. */
  if (!e->concrete && strchr ("ZBSCIJ", cell->kind) && !datum_is_number (cell->value)
      && cell->object != OBJECT_UNKNOWN)
    {
      cell->is_written = true;
      note (e, JAVA_ADDS_EXECUTIONS, 0, "any-value",
            "a value that is not known is any value");
    }
  if (e->concrete || !cell->is_written)
    return cell->value;
  bool wide = cell->kind == 'J';
  if (cell->kind == 'F' || cell->kind == 'D')
    {
      emit_read (e, cell, IR_NO_SLOT);
      return cell->kind == 'F' ? DATUM_OF (DATUM_ANY) : DATUM_OF (DATUM_ANY_WIDE);
    }
  if (cell->kind == 'L')
    cell->set = set_union (e, cell->set, set_of (e, (uint32_t) cell->value.value));
  struct datum read
    = { cell->kind == 'L' ? DATUM_REF_SLOT
        : wide            ? DATUM_WIDE_SLOT
                          : DATUM_SLOT,
        slot_of_instruction (e, part), cell->kind == 'L' ? cell->set : 0 };
  uint32_t slot = slot_in_body (e, read);
  emit_read (e, cell, slot);
  return read;
}

/* The cell can hold what SET has. */
static void
add_to_set (struct evaluation *e, struct cell *cell, uint32_t set)
{
  assert (cell->object < e->objects.count);
  assert (set < e->rows.list.count);
  uint32_t both = set_union (e, cell->set, set);
  if (both == cell->set)
    return;
  cell->set = both;
  e->again = true;
  e->why_again = "a reference can be more";
}

void
cell_write (struct evaluation *e, struct cell *cell, struct datum value)
{
  if (cell->object == OBJECT_UNKNOWN)
    return;
  if (cell->kind == 'L')
    {
      assert (datum_is_ref (value) || value.kind == DATUM_ANY);
      if (!datum_is_ref (value))
        value = datum_ref (OBJECT_UNKNOWN);
      if (!e->concrete)
        add_to_set (e, cell,
                    value.kind == DATUM_REF ? set_of (e, (uint32_t) value.value)
                                            : (uint32_t) value.value);
    }
  if (e->concrete)
    {
      initialisers_write (e, cell);
      cell->value = value;
      return;
    }
  cell_share (e, cell);
  if (!cell->is_written)
    {
      cell->is_written = e->again = true;
      e->why_again = "a cell is written";
      return; /* this attempt is of no use */
    }
  field_id field = cell_field (e, cell);
  struct ir_step write = step_with (IR_WRITE);
  write.object.field = field;
  if (cell->kind != 'F' && cell->kind != 'D')
    write.expr = expr_of (e, materialise (e, value, 6));
  emit (e, write);
}

/* ---- Cells of one thread. ---- */

/* Where CELL stands among those that the state knows, or would. */
static uint32_t
place_of_kept (const struct evaluation *e, uint32_t cell)
{
  uint32_t i = 0;
  while (i < e->kept.count && e->kept.at[i].cell < cell)
    i++;
  assert (i <= e->kept.count);
  return i;
}

/* Does only this thread have to do with CELL, as far as is known? */
static bool
is_own (struct evaluation *e, struct cell *cell)
{
  assert (!e->concrete);
  if (cell->is_shared || cell->is_written || cell->object == OBJECT_UNKNOWN
      || cell->kind == 'F' || cell->kind == 'D')
    return false;
  if (cell->user == NONE)
    cell->user = e->process;
  if (cell->user == e->process)
    return true;
  if (cell->is_kept)
    cell_share (e, cell);
  cell->user = USERS_MANY;
  return false;
}

bool
cell_is_known (struct evaluation *e, struct cell *cell, struct datum *value)
{
  uint32_t number = (uint32_t) (cell - e->cells.at);
  *value = cell->value;
  assert (number < e->cells.count);
  if (e->concrete)
    return datum_is_number (*value) || value->kind == DATUM_REF;
  if (!is_own (e, cell))
    return false;
  uint32_t at = place_of_kept (e, number);
  if (at < e->kept.count && e->kept.at[at].cell == number)
    *value = e->kept.at[at].value;
  return datum_is_number (*value) || value->kind == DATUM_REF;
}

struct datum
cell_get (struct evaluation *e, struct cell *cell, uint32_t part)
{
  struct datum value;
  if (!e->concrete && cell_is_known (e, cell, &value))
    return value;
  assert (cell->object < e->objects.count);
  /* Nobody writes it: who reads it does not matter. */
  if (!e->concrete && !cell->is_shared && !cell->is_written
      && (datum_is_number (cell->value) || cell->value.kind == DATUM_REF))
    return cell->value;
  return cell_read (e, cell, part);
}

void
cell_put (struct evaluation *e, struct cell *cell, struct datum value)
{
  uint32_t number = (uint32_t) (cell - e->cells.at);
  bool fits = datum_is_number (value) || value.kind == DATUM_REF;
  if (e->concrete || !fits || !is_own (e, cell))
    {
      cell_write (e, cell, value);
      return;
    }
  cell->is_kept = true;
  uint32_t at = place_of_kept (e, number);
  if (at == e->kept.count || e->kept.at[at].cell != number)
    {
      *vec_push (e->arena, &e->kept) = (struct kept){ number, value };
      for (uint32_t i = e->kept.count - 1; i > at; i--)
        e->kept.at[i] = e->kept.at[i - 1];
    }
  e->kept.at[at] = (struct kept){ number, value };
  if (e->kept.count > KEPT_MOST)
    cell_share (e, cell);
}

/* OBJECT is made anew. */
static void
forget_kept (struct evaluation *e, uint32_t object)
{
  uint32_t count = 0;
  for (uint32_t i = 0; i < e->kept.count; i++)
    if (e->cells.at[e->kept.at[i].cell].object != object)
      e->kept.at[count++] = e->kept.at[i];
  assert (count <= e->kept.count);
  e->kept.count = count;
}
