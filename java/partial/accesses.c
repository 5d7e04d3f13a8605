/* accesses.c -- fields, arrays, objects and their monitors: each access is one of a cell.
 */
#include <config.h>

#include <assert.h>
#include <string.h>

#include "java/partial/evaluation.h"

/* ---- Fields. ---- */

void
cell_mark_plain (struct evaluation *e, struct cell *cell)
{
  assert (cell->object < e->objects.count);
  if (e->concrete || cell->is_plain)
    return;
  cell->is_plain = true;
  if (!cell->is_handled)
    return;
  e->again = true;
  e->why_again = "a field is not accessed by handles only";
}

/* The instruction at PC asks whether assertions are looked at, and where the next one
   jumps to if not, there stands the throw before. */
static void
claim_assert (struct evaluation *e, uint32_t method, const struct java_class *class,
              const struct java_code *code, uint32_t pc)
{
  struct member_reference field
    = constants_member (&class->constants, (uint32_t) code->at[pc].a);
  assert (code->at[pc].opcode == OP_GETSTATIC);
  if (strcmp (text_of (e, field.name), "$assertionsDisabled") != 0
      || pc + 1 >= code->count || code->at[pc + 1].opcode != OP_IFNE)
    return;
  uint32_t target = (uint32_t) code->at[pc + 1].a;
  if (target > 0 && target <= code->count && code->at[target - 1].opcode == OP_ATHROW)
    claim_at (e, method, target - 1);
}

void
claims_of_method (struct evaluation *e, struct java_member method)
{
  const struct java_code *code = universe_code (e->universe, method);
  assert (member_is_known (method));
  for (uint32_t pc = 0; code && pc < code->count; pc++)
    if (code->at[pc].opcode == OP_GETSTATIC)
      claim_assert (e, method_number_of (e, method),
                    universe_class (e->universe, method.class), code, pc);
}

static void
evaluate_field (struct evaluation *e, enum opcode opcode, const struct instruction *at)
{
  assert (at->opcode == top (e)->code->at[top (e)->pc].opcode);
  assert (e->depth > 0);
  bool is_static = opcode == OP_GETSTATIC || opcode == OP_PUTSTATIC;
  bool writes = opcode == OP_PUTFIELD || opcode == OP_PUTSTATIC;
  struct member_reference reference
    = constants_member (&top (e)->class->constants, (uint32_t) at->a);
  struct java_type type = descriptor_type (&e->universe->names, reference.descriptor);
  class_id class = universe_find (e->universe, reference.class);
  struct java_member field = { .class = CLASS_NONE };
  if (class_is_known (class))
    field = universe_resolve_field (e->universe, class, reference.name,
                                    reference.descriptor, NULL);
  bool is_given = member_is_known (field)
                  && universe_role (e->universe, field.class) != CLASS_FROM_JDK;
  if (is_static && is_given && !class_initialise (e, field.class))
    return;
  if (!is_static && !split_reference (e, writes ? 1 : 0))
    return;
  struct datum value = writes ? pop (e) : DATUM_OF (DATUM_NONE);
  uint32_t object = is_static ? OBJECT_UNKNOWN : (uint32_t) pop (e).value;
  if (!is_static && object == OBJECT_NULL)
    {
      throw_class (e, "java/lang/NullPointerException");
      return;
    }
  if (is_static && is_given)
    object = object_statics (e, field.class);
  if (object == OBJECT_UNKNOWN || !is_given)
    {
      if (is_given || writes)
        note (e, JAVA_MAY_MISS, ALL_OF_JAVA, "unknown-object",
              "which object '%s' is %s of is not known", text_of (e, reference.name),
              writes ? "written" : "read");
      if (!writes && is_static && !is_given && type.kind == 'L')
        push (e, datum_ref (object_library (e, type.class, reference.name)));
      else if (!writes)
        push (e, type_is_reference (type) ? datum_ref (OBJECT_UNKNOWN)
                 : type_slots (type) == 2 ? DATUM_OF (DATUM_ANY_WIDE)
                                          : DATUM_OF (DATUM_ANY));
      top (e)->pc++;
      return;
    }
  if (opcode == OP_GETSTATIC)
    claim_assert (e, top (e)->method, top (e)->class, top (e)->code, top (e)->pc);
  struct cell *cell = cell_of_field (e, object, field);
  cell_mark_plain (e, cell);
  if (e->clients && is_static && writes)
    clients_write_static (e, cell);
  else if (e->clients && is_static)
    clients_read_static (e, field, cell);
  if (writes)
    cell_put (e, cell, value);
  else
    push (e, cell_get (e, cell, 0));
  top (e)->pc++;
}

/* ---- Types. ---- */

/* Is an array of class ARRAY, "[I", a TYPE? */
static enum is_a
array_is_a (struct evaluation *e, const char *array, const char *type)
{
  assert (array[0] == '[');
  if (strcmp (array, type) == 0 || strcmp (type, "java/lang/Object") == 0
      || strcmp (type, "java/lang/Cloneable") == 0
      || strcmp (type, "java/io/Serializable") == 0)
    return IS;
  if (type[0] != '[')
    return IS_NOT;
  if (array[1] == '[')
    return type[1] == 'L'   ? array_is_a (e, array + 1, "java/lang/Object")
           : type[1] == '[' ? array_is_a (e, array + 1, type + 1)
                            : IS_NOT;
  if (array[1] != 'L' || type[1] != 'L')
    return IS_NOT;
  const char *of = arena_format (e->arena, "%.*s", (int) strlen (array) - 3, array + 2);
  const char *to = arena_format (e->arena, "%.*s", (int) strlen (type) - 3, type + 2);
  return class_is_a (e, universe_name (e->universe, of), to);
}

/* Is OBJECT, not null, a TYPE?  A class whose super types are not all known may be. */
static enum is_a
object_is_a (struct evaluation *e, uint32_t object, const char *type)
{
  const struct object *at = &e->objects.at[object];
  assert (object != OBJECT_NULL);
  if (at->kind == OBJECT_ARRAY)
    return array_is_a (e, text_of (e, at->class), type);
  if (at->kind == OBJECT_LAMBDA || at->class.index == NAME_NONE.index)
    return IS_PERHAPS;
  static const char *const finals[]
    = { "java/lang/String",  "java/lang/Integer", "java/lang/Long",
        "java/lang/Boolean", "java/lang/Short",   "java/lang/Character" };
  enum is_a is = class_is_a (e, at->class, type);
  if (is == IS || at->is_library)
    return is == IS ? IS : IS_PERHAPS;
  class_id known = universe_find (e->universe, at->class);
  for (size_t i = 0; i < sizeof finals / sizeof *finals; i++)
    if (strcmp (type, finals[i]) == 0)
      return IS_NOT;
  if (is == IS_PERHAPS)
    return is;
  bool is_sure
    = type[0] == '[' || !class_is_known (known)
      || universe_super_types (e->universe, known)->complete
      || strcmp (type, "java/lang/String") == 0
      || class_is_known (universe_find (e->universe, universe_name (e->universe, type)));
  return is_sure ? IS_NOT : IS_PERHAPS;
}

/* ---- Arrays. ---- */

static uint32_t
array_new (struct evaluation *e, name_id class, const struct datum *lengths,
           uint32_t dimensions, uint32_t part)
{
  assert (dimensions > 0 && lengths[0].kind == DATUM_INT);
  uint32_t length = (uint32_t) lengths[0].value;
  uint32_t array = object_new (e, OBJECT_ARRAY, class, length, part);
  const char *text = text_of (e, class);
  char kind = text[1] == '[' ? 'L' : text[1];
  for (uint32_t i = 0; i < length; i++)
    {
      struct cell *cell = cell_at (e, array, i, kind);
      if (dimensions > 1 && e->concrete)
        {
          uint32_t inner = array_new (e, universe_name (e->universe, text + 1),
                                      lengths + 1, dimensions - 1, part);
          cell = cell_at (e, array, i, kind);
          cell_write (e, cell, datum_ref (inner));
        }
    }
  return array;
}

static void
evaluate_new_array (struct evaluation *e, const struct instruction *at)
{
  uint32_t dimensions = at->opcode == OP_MULTIANEWARRAY ? (uint32_t) at->b : 1;
  struct datum lengths[256];
  assert (dimensions > 0 && dimensions < 256);
  const struct frame *frame = top (e);
  name_id class;
  if (at->opcode == OP_NEWARRAY)
    {
      static const char kinds[] = "ZCFDBSIJ";
      char name[] = { '[', kinds[at->a - 4], '\0' };
      class = universe_name (e->universe, name);
    }
  else
    {
      class = constants_class (&frame->class->constants, (uint32_t) at->a);
      const char *text = text_of (e, class);
      if (at->opcode == OP_ANEWARRAY)
        class = universe_name (
          e->universe, arena_format (e->arena, text[0] == '[' ? "[%s" : "[L%s;", text));
    }
  bool known = true;
  uint64_t cells = 1;
  for (uint32_t i = 0; i < dimensions; i++)
    {
      lengths[i] = *peek (e, dimensions - 1 - i);
      known = known && lengths[i].kind == DATUM_INT && lengths[i].value <= 100000;
      if (known && lengths[i].value < 0)
        {
          throw_class (e, "java/lang/NegativeArraySizeException");
          return;
        }
      cells *= known ? (uint64_t) lengths[i].value + 1 : 1;
    }
  if (!known || cells > 200000 || (dimensions > 1 && !e->concrete))
    {
      give_up (e, known ? "too-large" : "array-length",
               "an array whose length is not known, or too large");
      return;
    }
  uint32_t array = array_new (e, class, lengths, dimensions, 0);
  top (e)->height -= dimensions <= top (e)->height ? dimensions : top (e)->height;
  push (e, datum_ref (array));
  top (e)->pc++;
}

/* The program is looked at as it runs without arguments. */
static void
note_arguments (struct evaluation *e, const struct object *array)
{
  assert (e->depth > 0);
  if (array->is_arguments)
    note (e, JAVA_MAY_MISS, ALL_OF_JAVA, "arguments",
          "main is given no arguments here: what others change is not looked at");
}

/* The cell that the array and index below DEPTH values of the stack mean; null: the path
   has ended, or threw. */
static struct cell *
find_element (struct evaluation *e, uint32_t depth)
{
  if (!split_reference (e, depth + 1))
    return NULL;
  uint32_t array = (uint32_t) peek (e, depth + 1)->value;
  const struct object *at = &e->objects.at[array];
  note_arguments (e, at);
  if (array == OBJECT_NULL)
    {
      throw_class (e, "java/lang/NullPointerException");
      return NULL;
    }
  if (at->kind != OBJECT_ARRAY)
    {
      note (e, JAVA_MAY_MISS, ALL_OF_JAVA, "unknown-object",
            "which array this is is not known");
      return cell_at (e, OBJECT_UNKNOWN, 0, 'L');
    }
  if (!split_number (e, depth, at->length))
    return NULL;
  int64_t index = peek (e, depth)->value;
  if (index < 0 || index >= e->objects.at[array].length)
    {
      throw_class (e, "java/lang/ArrayIndexOutOfBoundsException");
      return NULL;
    }
  const char *text = text_of (e, e->objects.at[array].class);
  struct cell *cell
    = cell_at (e, array, (uint32_t) index, text[1] == '[' ? 'L' : text[1]);
  cell_mark_plain (e, cell);
  return cell;
}

static void
evaluate_load (struct evaluation *e, enum opcode opcode)
{
  assert (e->depth > 0);
  struct cell *cell = find_element (e, 0);
  if (!cell)
    return;
  struct datum value = cell_get (e, cell, 0);
  bool is_unknown = cell->object == OBJECT_UNKNOWN;
  pop (e);
  pop (e);
  push (e, is_unknown && opcode != OP_AALOAD ? datum_unknown (opcode) : value);
  top (e)->pc++;
}

/* VALUE is put into an array of class ARRAY: it may be none of its elements. */
static void
note_store (struct evaluation *e, const char *array, struct datum value)
{
  uint32_t one = (uint32_t) value.value;
  bool is_set = value.kind == DATUM_REF_SLOT;
  uint32_t count = is_set ? row_count (&e->rows, one) : value.kind == DATUM_REF;
  assert (array[0] == '[');
  for (uint32_t i = 0; i < count; i++)
    {
      uint32_t object = is_set ? row_words (&e->rows, (uint32_t) value.value)[i] : one;
      const char *element
        = array[1] == 'L'
            ? arena_format (e->arena, "%.*s", (int) strlen (array) - 3, array + 2)
            : array + 1;
      if (object >= OBJECTS_FIXED && object_is_a (e, object, element) == IS_NOT)
        note (e, JAVA_MAY_MISS, ALL_OF_JAVA, "array-store",
              "what is put into an array may not be one of its elements");
    }
}

static void
evaluate_store (struct evaluation *e)
{
  struct cell *cell = find_element (e, 1);
  if (!cell)
    return;
  struct datum value = pop (e);
  if (cell->kind == 'L' && !datum_is_ref (value))
    value = datum_ref (OBJECT_UNKNOWN);
  if (cell->kind == 'L' && cell->object != OBJECT_UNKNOWN)
    note_store (e, text_of (e, e->objects.at[cell->object].class), value);
  cell_put (e, cell, value);
  pop (e);
  pop (e);
  top (e)->pc++;
}

static void
evaluate_length (struct evaluation *e)
{
  if (!split_reference (e, 0))
    return;
  uint32_t array = (uint32_t) pop (e).value;
  note_arguments (e, &e->objects.at[array]);
  if (array == OBJECT_NULL)
    {
      throw_class (e, "java/lang/NullPointerException");
      return;
    }
  push (e, e->objects.at[array].kind == OBJECT_ARRAY
             ? datum_int (e->objects.at[array].length)
             : DATUM_OF (DATUM_ANY));
  top (e)->pc++;
}

/* ---- Objects. ---- */

static void
evaluate_new (struct evaluation *e, const struct instruction *at)
{
  assert (at->opcode == top (e)->code->at[top (e)->pc].opcode);
  name_id class = constants_class (&top (e)->class->constants, (uint32_t) at->a);
  class_id known = universe_find (e->universe, class);
  if (class_is_known (known) && universe_role (e->universe, known) != CLASS_FROM_JDK
      && !class_initialise (e, known))
    return;
  if (class_is_known (known) && universe_role (e->universe, known) != CLASS_FROM_JDK)
    {
      struct java_member method = universe_resolve_method (
        e->universe, known, universe_name (e->universe, "finalize"),
        universe_name (e->universe, "()V"), NULL);
      if (member_is_known (method) && universe_code (e->universe, method)
          && universe_role (e->universe, method.class) != CLASS_FROM_JDK)
        note (e, JAVA_MAY_MISS, ALL_OF_JAVA, "finalizer",
              "when 'finalize' of '%s' runs is not known", text_of (e, class));
    }
  uint32_t object = object_new (e, OBJECT_PLAIN, class, 0, 0);
  e->objects.at[object].is_thrown = class_is_a (e, class, "java/lang/Throwable") == IS;
  push (e, datum_ref (object));
  top (e)->pc++;
}

static void
evaluate_cast (struct evaluation *e, enum opcode opcode, const struct instruction *at)
{
  assert (at->opcode == top (e)->code->at[top (e)->pc].opcode);
  assert (e->depth > 0);
  name_id class = constants_class (&top (e)->class->constants, (uint32_t) at->a);
  if (!split_reference (e, 0))
    return;
  uint32_t object = (uint32_t) peek (e, 0)->value;
  enum is_a is = object == OBJECT_NULL ? (opcode == OP_CHECKCAST ? IS : IS_NOT)
                                       : object_is_a (e, object, text_of (e, class));
  if (opcode == OP_CHECKCAST)
    {
      if (is == IS_NOT)
        {
          throw_class (e, "java/lang/ClassCastException");
          return;
        }
    }
  else
    {
      pop (e);
      push (e, is == IS       ? datum_int (1)
               : is == IS_NOT ? datum_int (0)
                              : DATUM_OF (DATUM_ANY));
    }
  top (e)->pc++;
}

static void
evaluate_monitor (struct evaluation *e, bool enters)
{
  if (!split_reference (e, 0))
    return;
  uint32_t object = (uint32_t) pop (e).value;
  if (object == OBJECT_NULL)
    {
      throw_class (e, "java/lang/NullPointerException");
      return;
    }
  if (has_twins (e, datum_ref (object)))
    note (e, JAVA_MAY_MISS, JAVA_DEADLOCK | JAVA_STUCK, "unknown-lock",
          "which lock this is is not known: it is left out");
  else if (enters)
    guard_acquire (e, guard_of (e, object, GUARD_MONITOR));
  else if (!guard_release (e, guard_of (e, object, GUARD_MONITOR)))
    return;
  top (e)->pc++;
}

bool
evaluate_access (struct evaluation *e, enum opcode opcode, const struct instruction *at)
{
  assert (at->opcode == opcode);
  switch ((unsigned) opcode)
    {
    case OP_IALOAD:
    case OP_LALOAD:
    case OP_FALOAD:
    case OP_DALOAD:
    case OP_AALOAD:
    case OP_BALOAD:
    case OP_CALOAD:
    case OP_SALOAD: evaluate_load (e, opcode); break;
    case OP_IASTORE:
    case OP_LASTORE:
    case OP_FASTORE:
    case OP_DASTORE:
    case OP_AASTORE:
    case OP_BASTORE:
    case OP_CASTORE:
    case OP_SASTORE: evaluate_store (e); break;
    case OP_ARRAYLENGTH: evaluate_length (e); break;
    case OP_NEWARRAY:
    case OP_ANEWARRAY:
    case OP_MULTIANEWARRAY: evaluate_new_array (e, at); break;
    case OP_NEW: evaluate_new (e, at); break;
    case OP_GETSTATIC:
    case OP_GETFIELD:
    case OP_PUTSTATIC:
    case OP_PUTFIELD: evaluate_field (e, opcode, at); break;
    case OP_CHECKCAST:
    case OP_INSTANCEOF: evaluate_cast (e, opcode, at); break;
    case OP_MONITORENTER:
    case OP_MONITOREXIT: evaluate_monitor (e, opcode == OP_MONITORENTER); break;
    default: return false;
    }
  return true;
}
