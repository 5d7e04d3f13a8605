/* library.c -- calls of what is not given: a few methods that matter, checks that throw,
 * and everything else, of which nothing is known.
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

static bool
begins (const char *text, const char *prefix)
{
  return strncmp (text, prefix, strlen (prefix)) == 0;
}

/* ---- Checks: methods that throw if something does not hold. ---- */

enum check
{
  CHECK_TRUE,
  CHECK_FALSE,
  CHECK_EQUAL,
  CHECK_NOT_NULL,
  CHECK_NULL,
  CHECK_SAME,
  CHECK_FAIL,
};

static const char error[] = "java/lang/AssertionError";
static const char state[] = "java/lang/IllegalStateException";
static const char bad_argument[] = "java/lang/IllegalArgumentException";

static const struct checker
{
  const char *class, *method; /* the class: how it begins */
  enum check check;
  const char *throws;
} checkers[] = {
  { "org/junit/", "assertTrue", CHECK_TRUE, error },
  { "org/junit/", "assertFalse", CHECK_FALSE, error },
  { "org/junit/", "assertEquals", CHECK_EQUAL, error },
  { "org/junit/", "assertNotNull", CHECK_NOT_NULL, error },
  { "org/junit/", "assertNull", CHECK_NULL, error },
  { "org/junit/", "assertSame", CHECK_SAME, error },
  { "org/junit/", "fail", CHECK_FAIL, error },
  { "junit/framework/", "assertTrue", CHECK_TRUE, error },
  { "junit/framework/", "assertFalse", CHECK_FALSE, error },
  { "junit/framework/", "assertEquals", CHECK_EQUAL, error },
  { "junit/framework/", "assertNotNull", CHECK_NOT_NULL, error },
  { "junit/framework/", "assertNull", CHECK_NULL, error },
  { "junit/framework/", "assertSame", CHECK_SAME, error },
  { "junit/framework/", "fail", CHECK_FAIL, error },
  { "com/google/common/base/Preconditions", "checkState", CHECK_TRUE, state },
  { "com/google/common/base/Preconditions", "checkArgument", CHECK_TRUE, bad_argument },
  { "com/google/common/base/Preconditions", "checkNotNull", CHECK_NOT_NULL,
    "java/lang/NullPointerException" },
  { "com/google/common/base/Verify", "verify", CHECK_TRUE, state },
};

/* The first argument whose type is one of KINDS, from FIRST on; UINT32_MAX: none. */
static uint32_t
find_argument (const struct invocation *call, uint32_t first, const char *kinds)
{
  uint32_t receivers = call->count - call->signature->count;
  for (uint32_t i = first; i < call->signature->count; i++)
    if (strchr (kinds, call->signature->parameters[i].kind))
      return receivers + i;
  return UINT32_MAX;
}

static void
fail_check (struct evaluation *e, const char *class)
{
  uint32_t object
    = object_new (e, OBJECT_PLAIN, universe_name (e->universe, class), 0, 1);
  e->objects.at[object].is_thrown = true;
  e->objects.at[object].thrown_at = place_here (e);
  throw_object (e, object);
}

/* The step where CONDITION, of KIND, holds for A and B goes on; the other one throws. */
static void
check (struct evaluation *e, const struct invocation *call, const struct checker *checker,
       enum ir_expr_kind kind, struct datum a, struct datum b, struct datum result)
{
  assert (call->signature && call->count >= call->signature->count);
  bool known = !datum_is_slot (a) && !datum_is_slot (b) && a.kind != DATUM_ANY
               && b.kind != DATUM_ANY && a.kind != DATUM_ANY_WIDE
               && b.kind != DATUM_ANY_WIDE;
  bool unknown = has_twins (e, a) || has_twins (e, b)
                 || (checker->check == CHECK_EQUAL && datum_is_ref (a)
                     && !(known && a.value == b.value));
  if (known && !unknown)
    {
      if ((a.value == b.value) == (kind == EXPR_EQUAL))
        finish_call (e, call, result);
      else
        fail_check (e, checker->throws);
      return;
    }
  become_steps (e);
  uint32_t otherwise
    = unknown ? emit_choice (e)
              : emit_test (e, expr_binary_of (e, kind, expr_of (e, materialise (e, a, 4)),
                                              expr_of (e, materialise (e, b, 5))));
  if (unknown)
    note (e, JAVA_ADDS_EXECUTIONS, 0, "any-value",
          "an object that is not known is any object");
  uint32_t row = state_save (e), here = e->b.current;
  e->b.current = otherwise;
  fail_check (e, checker->throws);
  if (!e->ended)
    state_go (e);
  e->ended = false;
  state_load (e, row);
  e->b.current = here;
  finish_call (e, call, result);
}

static bool
check_call (struct evaluation *e, const struct invocation *call)
{
  assert (call->signature && call->count >= call->signature->count);
  const struct checker *found = NULL;
  for (size_t i = 0; i < sizeof checkers / sizeof *checkers && !found; i++)
    if (begins (call->class, checkers[i].class) && is (call->name, checkers[i].method))
      found = &checkers[i];
  if (!found)
    return false;
  struct datum null = datum_ref (OBJECT_NULL);
  uint32_t last = call->count - 1, at;
  switch (found->check)
    {
    case CHECK_FAIL: fail_check (e, found->throws); return true;
    case CHECK_TRUE:
    case CHECK_FALSE:
      at = find_argument (call, 0, "Z");
      if (at == UINT32_MAX)
        return false;
      check (e, call, found, found->check == CHECK_TRUE ? EXPR_NOT_EQUAL : EXPR_EQUAL,
             *argument (e, call, at), datum_int (0), DATUM_OF (DATUM_NONE));
      return true;
    case CHECK_NULL:
    case CHECK_NOT_NULL:
      /* The message stands in front of it in JUnit 4, behind it elsewhere. */
      at = begins (call->class, "org/junit/Assert") || begins (call->class, "junit/")
             ? last
             : 0;
      check (e, call, found, found->check == CHECK_NULL ? EXPR_EQUAL : EXPR_NOT_EQUAL,
             *argument (e, call, at), null, *argument (e, call, at));
      return true;
    case CHECK_EQUAL:
    case CHECK_SAME: break;
    }
  at = find_argument (call, 0, "IJSBCZ");
  if (at == UINT32_MAX)
    at = call->count > 2 && begins (call->class, "org/junit/Assert") ? 1 : 0;
  if (at + 1 >= call->count)
    return false;
  check (e, call, found, EXPR_EQUAL, *argument (e, call, at), *argument (e, call, at + 1),
         DATUM_OF (DATUM_NONE));
  return true;
}

/* ---- Boxes. ---- */

static struct datum
datum_any (char kind)
{
  return kind == 'J' ? DATUM_OF (DATUM_ANY_WIDE) : DATUM_OF (DATUM_ANY);
}

static const struct box
{
  const char *class;
  char kind;
  const char *method; /* that tells what is in it */
} boxes[] = {
  { "java/lang/Integer", 'I', "intValue" },
  { "java/lang/Long", 'J', "longValue" },
  { "java/lang/Boolean", 'Z', "booleanValue" },
  { "java/lang/Short", 'S', "shortValue" },
  { "java/lang/Byte", 'B', "byteValue" },
  { "java/lang/Character", 'C', "charValue" },
};

/* The box of the number D.  Which ones are the same object Java says of small numbers
   only. */
static uint32_t
box_of (struct evaluation *e, const struct box *box, struct datum d)
{
  name_id class = universe_name (e->universe, box->class);
  if (!datum_is_number (d))
    {
      uint32_t object = object_new (e, OBJECT_PLAIN, class, 0, 0);
      e->objects.at[object].has_twins = true;
      cell_write (e, cell_at (e, object, KEY_VALUE, box->kind), d);
      return object;
    }
  uint32_t *slot = pairmap_at (
    &e->box_of, pairmap_number (&e->box_of, class.index, (uint32_t) d.value),
    (uint32_t) ((uint64_t) d.value >> 32));
  if (*slot == PAIRMAP_FREE)
    {
      *slot = e->objects.count;
      *vec_push (e->arena, &e->objects)
        = (struct object){ .kind = OBJECT_PLAIN,
                           .class = class,
                           .name = java_simple_name (e->universe, class),
                           .is_value = true,
                           .has_twins = !is (box->class, "java/lang/Boolean")
                                        && (d.value < -128 || d.value > 127),
                           .process = NONE,
                           .thrown_at = NONE };
    }
  assert (*slot < e->objects.count);
  cell_at (e, *slot, KEY_VALUE, box->kind)->value = d;
  return *slot;
}

bool
box_number (struct evaluation *e, const char *class, char kind, struct datum *d)
{
  assert (!datum_is_ref (*d));
  for (size_t i = 0; i < sizeof boxes / sizeof *boxes; i++)
    if (class ? is (boxes[i].class, class) : boxes[i].kind == kind)
      {
        *d = datum_ref (box_of (e, &boxes[i], *d));
        return true;
      }
  return false;
}

bool
unbox_number (struct evaluation *e, struct datum *d)
{
  assert (datum_is_ref (*d));
  name_id class = d->kind == DATUM_REF ? e->objects.at[d->value].class : NAME_NONE;
  for (size_t i = 0; i < sizeof boxes / sizeof *boxes; i++)
    if (class.index != NAME_NONE.index && is (text_of (e, class), boxes[i].class))
      {
        *d = cell_read (e, cell_at (e, (uint32_t) d->value, KEY_VALUE, boxes[i].kind), 3);
        return true;
      }
  return false;
}

static bool
box_call (struct evaluation *e, const struct invocation *call)
{
  assert (call->signature && call->count >= call->signature->count);
  const struct box *box = NULL;
  for (size_t i = 0; i < sizeof boxes / sizeof *boxes && !box; i++)
    if (is (call->class, boxes[i].class))
      box = &boxes[i];
  if (!box)
    return false;
  if (is (call->name, "<init>") && call->signature->parameters[0].kind == box->kind)
    {
      uint32_t made = receiver (e, call);
      cell_write (e, cell_at (e, made, KEY_VALUE, box->kind), *argument (e, call, 1));
      finish_call (e, call, DATUM_OF (DATUM_NONE));
      return true;
    }
  if (is (call->name, "<init>"))
    {
      cell_at (e, receiver (e, call), KEY_VALUE, box->kind)->value
        = datum_any (box->kind);
      finish_call (e, call, DATUM_OF (DATUM_NONE));
      return true;
    }
  if (is (call->name, "valueOf") && call->count == 1
      && call->signature->parameters[0].kind == box->kind)
    {
      finish_call (e, call, datum_ref (box_of (e, box, *argument (e, call, 0))));
      return true;
    }
  if (call->kind == HANDLE_INVOKE_STATIC || !is (call->name, box->method)
      || receiver (e, call) == OBJECT_UNKNOWN)
    return false;
  finish_call (e, call,
               cell_read (e, cell_at (e, receiver (e, call), KEY_VALUE, box->kind), 0));
  return true;
}

/* ---- Others. ---- */

/* The number that says which object this is: one that is not known, but always the same.
 */
static struct datum
hash_of (struct evaluation *e, uint32_t object)
{
  assert (object < e->objects.count);
  struct cell *cell = cell_at (e, object, KEY_EXTRA + 0x200, 'I');
  become_steps (e);
  if (!cell->name)
    cell->name = arena_format (e->arena, "%s.hash", object_name (e, object));
  cell->is_written = cell->is_atomic = true;
  cell->value = DATUM_OF (DATUM_ANY);
  return cell_read (e, cell, 0);
}

static bool
least_or_greatest (struct evaluation *e, const struct invocation *call)
{
  assert (call->signature && call->count >= call->signature->count);
  bool least = is (call->name, "min");
  if (!is (call->class, "java/lang/Math") || (!least && !is (call->name, "max"))
      || !strchr ("IJ", call->signature->result.kind))
    return false;
  struct datum a = *argument (e, call, 0), b = *argument (e, call, 1);
  if (!datum_is_slot (a) && !datum_is_slot (b))
    {
      bool known = a.kind != DATUM_ANY && b.kind != DATUM_ANY && a.kind != DATUM_ANY_WIDE
                   && b.kind != DATUM_ANY_WIDE;
      finish_call (e, call,
                   !known                         ? DATUM_OF (DATUM_NONE)
                   : (a.value < b.value) == least ? a
                                                  : b);
      return true;
    }
  a = materialise (e, a, 4);
  b = materialise (e, b, 5);
  enum datum_kind kind
    = call->signature->result.kind == 'J' ? DATUM_WIDE_SLOT : DATUM_SLOT;
  uint32_t end = ir_builder_new_step (&e->b);
  uint32_t other = emit_test (e, expr_binary_of (e, least ? EXPR_LESS : EXPR_GREATER,
                                                 expr_of (e, a), expr_of (e, b)));
  struct datum result = emit_set (e, 0, kind, expr_of (e, a));
  ir_builder_continue_at (&e->b, end);
  e->b.current = other;
  emit_set (e, 0, kind, expr_of (e, b));
  ir_builder_continue_at (&e->b, end);
  e->b.current = end;
  finish_call (e, call, result);
  return true;
}

/* What is known of a text that is a constant. */
static bool
text_question (struct evaluation *e, const struct invocation *call)
{
  uint32_t object = call->count > 0 ? receiver (e, call) : OBJECT_NULL;
  if (!is (call->class, "java/lang/String") || call->kind == HANDLE_INVOKE_STATIC
      || e->objects.at[object].kind != OBJECT_TEXT
      || e->objects.at[object].text.index == NAME_NONE.index)
    return false;
  name_id name = e->objects.at[object].text;
  const char *text = text_of (e, name);
  uint32_t hash = 0, length = 0;
  for (; text[length]; length++)
    {
      if ((unsigned char) text[length] >= 0x80)
        return false;
      hash = 31 * hash + (unsigned char) text[length];
    }
  if (is (call->name, "hashCode"))
    finish_call (e, call, datum_int ((int32_t) hash));
  else if (is (call->name, "length"))
    finish_call (e, call, datum_int (length));
  else if (is (call->name, "isEmpty"))
    finish_call (e, call, datum_int (length == 0));
  else if (is (call->name, "equals"))
    {
      if (!split_reference (e, 0))
        return true;
      const struct object *other = &e->objects.at[argument (e, call, 1)->value];
      if (other->kind != OBJECT_TEXT || other->text.index == NAME_NONE.index)
        return false;
      finish_call (e, call, datum_int (other->text.index == name.index));
    }
  else
    return false;
  assert (length < UINT32_MAX);
  return true;
}

/* ---- Arrays. ---- */

#define CONCRETE_CLONE 4096
/* Random numbers from so many are told apart. */
#define RANDOM_MOST 8

/* System.arraycopy and Arrays.fill, if all numbers are known. */
static bool
array_call (struct evaluation *e, const struct invocation *call)
{
  bool copies = is (call->class, "java/lang/System") && is (call->name, "arraycopy");
  bool fills
    = is (call->class, "java/util/Arrays") && is (call->name, "fill") && call->count == 2;
  if (!copies && !fills)
    return false;
  if (!split_reference (e, call->count - 1))
    return true;
  if (copies && !split_reference (e, call->count - 3))
    return true;
  uint32_t from = (uint32_t) argument (e, call, 0)->value, to = from;
  int64_t numbers[3] = { 0, 0, e->objects.at[from].length };
  for (uint32_t i = 0; copies && i < 3; i++)
    {
      struct datum d = *argument (e, call, i == 0 ? 1 : i + 2);
      if (d.kind != DATUM_INT)
        return false;
      numbers[i] = d.value;
    }
  if (copies)
    to = (uint32_t) argument (e, call, 2)->value;
  if (from == OBJECT_NULL || to == OBJECT_NULL)
    {
      throw_class (e, "java/lang/NullPointerException");
      return true;
    }
  const struct object *a = &e->objects.at[from], *b = &e->objects.at[to];
  if (a->kind != OBJECT_ARRAY || b->kind != OBJECT_ARRAY || a->length > CHOICES_MOST * 4)
    return false;
  if (numbers[0] < 0 || numbers[1] < 0 || numbers[2] < 0
      || numbers[0] + numbers[2] > a->length || numbers[1] + numbers[2] > b->length)
    {
      throw_class (e, "java/lang/ArrayIndexOutOfBoundsException");
      return true;
    }
  const char *text = text_of (e, a->class);
  char kind = text[1] == '[' ? 'L' : text[1];
  bool backwards = from == to && numbers[0] < numbers[1];
  for (int64_t i = 0; i < numbers[2]; i++)
    {
      int64_t k = backwards ? numbers[2] - 1 - i : i;
      struct datum value
        = copies ? cell_get (e, cell_at (e, from, (uint32_t) (numbers[0] + k), kind), 0)
                 : *argument (e, call, 1);
      cell_put (e, cell_at (e, to, (uint32_t) (numbers[1] + k), kind), value);
    }
  finish_call (e, call, DATUM_OF (DATUM_NONE));
  return true;
}

/* A copy of an array. */
static bool
clone_call (struct evaluation *e, const struct invocation *call)
{
  if (!is (call->name, "clone") || call->count != 1)
    return false;
  uint32_t from = receiver (e, call);
  const struct object at = e->objects.at[from];
  assert (from < e->objects.count);
  if (at.kind != OBJECT_ARRAY || at.length > CONCRETE_CLONE)
    return false;
  uint32_t to = object_new (e, OBJECT_ARRAY, at.class, at.length, 0);
  const char *text = text_of (e, at.class);
  char kind = text[1] == '[' ? 'L' : text[1];
  for (uint32_t i = 0; i < at.length; i++)
    {
      struct datum value = cell_get (e, cell_at (e, from, i, kind), 0);
      cell_put (e, cell_at (e, to, i, kind), value);
    }
  finish_call (e, call, datum_ref (to));
  return true;
}

/* The number of a constant of an enum. */
static bool
enum_call (struct evaluation *e, const struct invocation *call)
{
  bool makes = is (call->class, "java/lang/Enum") && is (call->name, "<init>");
  if ((!makes && !is (call->name, "ordinal")) || call->kind == HANDLE_INVOKE_STATIC
      || call->count != (makes ? 3u : 1u))
    return false;
  uint32_t object = receiver (e, call);
  assert (object < e->objects.count);
  if (class_is_a (e, e->objects.at[object].class, "java/lang/Enum") != IS)
    return false;
  struct cell *cell = cell_at (e, object, KEY_VALUE, 'I');
  if (makes)
    cell_write (e, cell, *argument (e, call, 2));
  finish_call (e, call, makes ? DATUM_OF (DATUM_NONE) : cell_read (e, cell, 0));
  return true;
}

/* Random numbers from a few: each is a way of its own, on which it is known. */
static bool
random_call (struct evaluation *e, const struct invocation *call)
{
  bool is_random = is (call->class, "java/util/Random")
                   || is (call->class, "java/util/concurrent/ThreadLocalRandom");
  bool flips = is (call->name, "nextBoolean");
  if (!is_random || (!flips && (!is (call->name, "nextInt") || call->count != 2)))
    return false;
  struct datum bound = flips ? datum_int (2) : *argument (e, call, 1);
  if (bound.kind != DATUM_INT || bound.value < 1 || bound.value > RANDOM_MOST)
    return false;
  become_steps (e);
  uint32_t row = state_save (e);
  for (int64_t i = 0; i < bound.value; i++)
    {
      uint32_t other = i + 1 < bound.value ? emit_choice (e) : NONE;
      finish_call (e, call, datum_int (i));
      state_go (e);
      if (other == NONE)
        break;
      e->ended = false;
      state_load (e, row);
      e->b.current = other;
    }
  assert (e->ended);
  return true;
}

static bool
other_call (struct evaluation *e, const struct invocation *call)
{
  assert (call->signature && call->count >= call->signature->count);
  if (is (call->name, "desiredAssertionStatus"))
    finish_call (e, call, datum_int (1));
  else if (is (call->class, "java/util/Objects") && is (call->name, "requireNonNull"))
    {
      if (!split_reference (e, call->count - 1))
        return true;
      struct datum d = *argument (e, call, 0);
      if (d.value == OBJECT_NULL)
        throw_class (e, "java/lang/NullPointerException");
      else
        finish_call (e, call, d);
    }
  else if (is (call->class, "java/lang/System") && is (call->name, "exit"))
    {
      become_steps (e);
      emit_premise (e, "exit", "the program ends",
                    "other threads go on for a while after System.exit");
      emit_nowhere (e);
    }
  else if ((is (call->class, "java/lang/System") && is (call->name, "identityHashCode"))
           || (is (call->name, "hashCode") && call->count == 1
               && e->objects.at[receiver (e, call)].kind == OBJECT_PLAIN))
    {
      if (!split_reference (e, call->count - 1))
        return true;
      uint32_t object = (uint32_t) argument (e, call, 0)->value;
      finish_call (e, call,
                   object == OBJECT_NULL      ? datum_int (0)
                   : object == OBJECT_UNKNOWN ? DATUM_OF (DATUM_NONE)
                                              : hash_of (e, object));
    }
  else if (is (call->name, "getClass") && call->count == 1
           && e->objects.at[receiver (e, call)].class.index != NAME_NONE.index)
    finish_call (e, call,
                 datum_ref (object_class (e, e->objects.at[receiver (e, call)].class)));
  else if (is (call->name, "equals") && call->count == 2
           && e->objects.at[receiver (e, call)].kind == OBJECT_PLAIN
           && is (call->class, "java/lang/Object")
           && equals_itself (e, receiver (e, call)))
    {
      struct datum d = *argument (e, call, 1);
      finish_call (e, call,
                   d.kind == DATUM_REF && d.value != OBJECT_UNKNOWN
                     ? datum_int (d.value == receiver (e, call))
                     : DATUM_OF (DATUM_NONE));
    }
  else
    return false;
  return true;
}

/* ---- What is not known. ---- */

/* The method NAME of OBJECT that a library calls back, if it is given. */
static struct java_member
callback_of (struct evaluation *e, uint32_t object, const char *name, const char *type)
{
  const struct object *at = &e->objects.at[object];
  struct java_member method = { .class = CLASS_NONE };
  assert (object < e->objects.count);
  if (at->kind != OBJECT_PLAIN || at->class.index == NAME_NONE.index)
    return method;
  class_id class = universe_find (e->universe, at->class);
  if (!class_is_known (class) || universe_role (e->universe, class) == CLASS_FROM_JDK)
    return method;
  method = universe_resolve_method (e->universe, class, universe_name (e->universe, name),
                                    universe_name (e->universe, type), NULL);
  if (!member_is_known (method)
      || universe_role (e->universe, method.class) == CLASS_FROM_JDK
      || !universe_code (e->universe, method))
    method.class = CLASS_NONE;
  return method;
}

bool
equals_itself (struct evaluation *e, uint32_t object)
{
  name_id name = e->objects.at[object].class;
  class_id class = name.index == NAME_NONE.index ? CLASS_NONE
                                                 : universe_find (e->universe, name);
  const char *top_class = name.index == NAME_NONE.index ? "" : text_of (e, name);
  assert (object < e->objects.count);
  while (class_is_known (class) && universe_role (e->universe, class) != CLASS_FROM_JDK)
    {
      name_id super = universe_class (e->universe, class)->super;
      top_class = super.index == NAME_NONE.index ? "" : text_of (e, super);
      class = universe_super (e->universe, class);
    }
  /* Others, such as records, may have their own idea. */
  bool is_plain = is (top_class, "java/lang/Object") || is (top_class, "java/lang/Enum")
                  || is (top_class, "java/lang/Thread");
  return is_plain
         && !member_is_known (callback_of (e, object, "equals", "(Ljava/lang/Object;)Z"))
         && !member_is_known (callback_of (e, object, "hashCode", "()I"))
         && !member_is_known (
           callback_of (e, object, "compareTo", "(Ljava/lang/Object;)I"));
}

static const char text_type[] = "()Ljava/lang/String;";

/* Does nothing of the program run if somebody prints OBJECT, compares it or asks for its
   hash? */
static bool
is_inert (struct evaluation *e, uint32_t object, uint32_t depth)
{
  static const char *const methods[][2] = {
    { "toString", text_type },
    { "hashCode", "()I" },
    { "equals", "(Ljava/lang/Object;)Z" },
    { "compareTo", "(Ljava/lang/Object;)I" },
  };
  assert (object < e->objects.count);
  enum object_kind kind = e->objects.at[object].kind;
  if (object < OBJECTS_FIXED || kind == OBJECT_TEXT || kind == OBJECT_CLASS)
    return true;
  if (kind == OBJECT_LAMBDA || depth == 0)
    return false;
  bool calls_back = false;
  for (size_t i = 0; i < sizeof methods / sizeof *methods; i++)
    calls_back
      = calls_back
        || member_is_known (callback_of (e, object, methods[i][0], methods[i][1]));
  class_id class = e->objects.at[object].class.index == NAME_NONE.index
                     ? CLASS_NONE
                     : universe_find (e->universe, e->objects.at[object].class);
  if (calls_back
      || (kind == OBJECT_PLAIN && class_is_known (class)
          && universe_role (e->universe, class) != CLASS_FROM_JDK))
    return !calls_back;
  /* What a list or an array has in it is printed with it. */
  for (uint32_t i = 0; i < e->cells.count && !calls_back; i++)
    {
      const struct cell *cell = &e->cells.at[i];
      if (cell->object != object || cell->kind != 'L')
        continue;
      uint32_t now = (uint32_t) cell->value.value, set = cell->set;
      calls_back = cell->attempt == e->attempt && !is_inert (e, now, depth - 1);
      for (uint32_t k = 0; k < row_count (&e->rows, set) && !calls_back; k++)
        calls_back = !is_inert (e, row_words (&e->rows, set)[k], depth - 1);
    }
  for (uint32_t i = 0; i < e->kept.count && !calls_back; i++)
    calls_back = e->cells.at[e->kept.at[i].cell].object == object
                 && e->kept.at[i].value.kind == DATUM_REF
                 && !is_inert (e, (uint32_t) e->kept.at[i].value.value, depth - 1);
  return !calls_back;
}

static bool
is_inert_datum (struct evaluation *e, struct datum d)
{
  if (d.kind == DATUM_REF)
    return is_inert (e, (uint32_t) d.value, 3);
  if (d.kind == DATUM_REF_SLOT)
    for (uint32_t i = 0; i < row_count (&e->rows, (uint32_t) d.value); i++)
      if (!is_inert (e, row_words (&e->rows, (uint32_t) d.value)[i], 3))
        return false;
  return true;
}

/* CALL makes a text of OBJECT: its method of the program says which. */
static bool
text_call (struct evaluation *e, const struct invocation *call, uint32_t at)
{
  static const char *const names[]
    = { "print", "println", "append", "valueOf", "toString" };
  bool found = false, first = call->count > call->signature->count;
  assert (call->count <= 256);
  for (size_t i = 0; i < sizeof names / sizeof *names; i++)
    found = found || is (call->name, names[i]);
  if (!found || call->count > 1 + (uint32_t) first
      || !split_reference (e, call->count - 1 - at))
    return found && e->ended;
  uint32_t object = (uint32_t) argument (e, call, at)->value;
  struct java_member method = callback_of (e, object, "toString", text_type);
  if (!member_is_known (method))
    return false;
  struct datum self = datum_ref (object);
  bool gives = call->signature->result.kind != 'V';
  uint32_t result = !gives  ? OBJECT_NULL
                    : first ? (uint32_t) argument (e, call, 0)->value
                            : object_text (e);
  top (e)->height -= call->count;
  call_given (e, method, &self, 1, AFTER_GIVES, result);
  return true;
}

/* A method of these that returns a String returns one; of a StringBuilder, that itself.
 */
static struct datum
result_of_unknown (struct evaluation *e, const struct invocation *call)
{
  struct java_type type = call->signature->result;
  assert (call->count >= call->signature->count);
  if (type.kind != 'L')
    return DATUM_OF (DATUM_NONE);
  const char *class = text_of (e, type.class);
  static const char *const never_null[] = {
    "java/lang/String",  "java/lang/Integer", "java/lang/Long",     "java/lang/Object",
    "java/lang/Double",  "java/lang/Boolean", "java/lang/Enum",     "java/lang/Character",
    "java/util/Arrays",  "java/util/Objects", "java/math/",         "java/time/",
    "java/lang/Runtime", "java/util/Locale",  "java/util/logging/", "java/lang/invoke/"
  };
  for (size_t i = 0; i < sizeof never_null / sizeof *never_null; i++)
    if (begins (call->class, never_null[i]))
      return datum_ref (is (class, "java/lang/String")
                          ? object_text (e)
                          : object_library (e, type.class, type.class));
  bool same = is (class, "java/lang/StringBuilder") || is (class, "java/io/PrintStream");
  return same && call->count > 0 && call->kind != HANDLE_INVOKE_STATIC
           ? *argument (e, call, 0)
           : DATUM_OF (DATUM_NONE);
}

/* Nothing is known of the call: it returns anything, and may do anything to what it is
   given. */
static void
unknown_call (struct evaluation *e, const struct invocation *call)
{
  assert (call->signature && call->count >= call->signature->count);
  bool passes = false, inert = true;
  uint32_t receivers = call->count - call->signature->count;
  for (uint32_t i = 0; i < call->count; i++)
    {
      struct datum d = *argument (e, call, i);
      passes = passes || d.kind == DATUM_REF_SLOT
               || (d.kind == DATUM_REF && d.value != OBJECT_NULL
                   && e->objects.at[d.value].kind != OBJECT_TEXT
                   && e->objects.at[d.value].kind != OBJECT_CLASS);
      if (i >= receivers && !is_inert_datum (e, d))
        {
          if (inert && is_harmless (call) && text_call (e, call, i))
            return;
          inert = false;
        }
    }
  bool is_init = is (call->name, "<init>");
  bool is_root = is (call->class, "java/lang/Object")
                 || class_is_a (e, call->member.class, "java/lang/Throwable") == IS;
  if (!(is_init && is_root) && !(inert && is_harmless (call)))
    note (e, JAVA_MAY_MISS,
          passes && !(is_init && call->count == 1) ? ALL_OF_JAVA
                                                   : JAVA_DEADLOCK | JAVA_STUCK,
          "library-call", "what '%s' of '%s' does is not known", call->name,
          universe_dotted (e->universe, call->member.class));
  else if (may_throw (e, call))
    {
      note (e, JAVA_ADDS_EXECUTIONS, 0, "library-throws",
            "whether '%s' of '%s' throws is not known", call->name,
            universe_dotted (e->universe, call->member.class));
      may_end_by (e, strncmp (call->name, "parse", 5) == 0
                       ? "java/lang/NumberFormatException"
                       : NULL);
    }
  finish_call (e, call, result_of_unknown (e, call));
}

bool
texts_are_inert (struct evaluation *e, uint32_t count, struct java_member *method,
                 uint32_t *object)
{
  uint32_t found = 0;
  for (uint32_t i = 0; i < count; i++)
    {
      if (is_inert_datum (e, *peek (e, i)))
        continue;
      if (!split_reference (e, i))
        return false;
      uint32_t at = (uint32_t) peek (e, i)->value;
      *method = callback_of (e, at, "toString", text_type);
      *object = at;
      if (++found > 1 || !member_is_known (*method))
        {
          note (
            e, JAVA_MAY_MISS, ALL_OF_JAVA, "unknown-call",
            "several objects become one text: what theirs methods do is not followed");
          method->class = CLASS_NONE;
          return true;
        }
    }
  return true;
}

void
library_invoke (struct evaluation *e, const struct invocation *call)
{
  assert (call->signature && call->count >= call->signature->count);
  if (!(handle_invoke (e, call) || stamp_invoke (e, call) || synchronizer_invoke (e, call)
        || concurrency_invoke (e, call) || container_invoke (e, call)
        || map_invoke (e, call) || check_call (e, call) || box_call (e, call)
        || least_or_greatest (e, call) || text_question (e, call) || array_call (e, call)
        || clone_call (e, call) || enum_call (e, call) || random_call (e, call)
        || other_call (e, call)))
    unknown_call (e, call);
}
