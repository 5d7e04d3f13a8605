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
  bool unknown = (a.kind == DATUM_REF && a.value == OBJECT_UNKNOWN)
                 || (b.kind == DATUM_REF && b.value == OBJECT_UNKNOWN);
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
  if (is (call->name, "valueOf") && call->count == 1
      && call->signature->parameters[0].kind == box->kind)
    {
      struct datum d = *argument (e, call, 0);
      name_id class = universe_name (e->universe, box->class);
      uint32_t object;
      if (d.kind == DATUM_INT || d.kind == DATUM_LONG)
        {
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
                                   .process = NONE,
                                   .thrown_at = NONE };
            }
          object = *slot;
          cell_at (e, object, KEY_VALUE, box->kind)->value = d;
        }
      else
        {
          object = object_new (e, OBJECT_PLAIN, class, 0, 0);
          cell_write (e, cell_at (e, object, KEY_VALUE, box->kind), d);
        }
      finish_call (e, call, datum_ref (object));
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

static bool
other_call (struct evaluation *e, const struct invocation *call)
{
  assert (call->signature && call->count >= call->signature->count);
  if (is (call->name, "desiredAssertionStatus"))
    finish_call (e, call, datum_int (1));
  else if (is (call->class, "java/util/Objects") && begins (call->name, "requireNonNull"))
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
           && is (call->class, "java/lang/Object"))
    {
      struct datum d = *argument (e, call, 1);
      finish_call (e, call,
                   d.kind == DATUM_REF && d.value != OBJECT_UNKNOWN
                     ? datum_int (d.value == receiver (e, call))
                     : DATUM_OF (DATUM_NONE));
    }
  else if (call->signature->result.kind == 'L'
           && is (text_of (e, call->signature->result.class), "java/lang/String"))
    finish_call (e, call, datum_ref (object_text (e)));
  else if (call->signature->result.kind == 'L' && call->count > 0
           && (is (text_of (e, call->signature->result.class), "java/lang/StringBuilder")
               || is (text_of (e, call->signature->result.class), "java/io/PrintStream"))
           && call->kind != HANDLE_INVOKE_STATIC)
    finish_call (e, call, *argument (e, call, 0));
  else
    return false;
  return true;
}

/* Can nobody tell that CLASS was used, but for what it returns? */
static bool
is_harmless (const char *class)
{
  static const char *const classes[] = { "java/io/PrintStream",
                                         "java/util/Random",
                                         "java/util/Locale",
                                         "java/time/",
                                         "java/text/",
                                         "java/math/",
                                         "java/util/concurrent/TimeUnit",
                                         "java/util/concurrent/ThreadLocalRandom",
                                         "java/util/logging/",
                                         "java/util/Arrays",
                                         "java/util/Objects" };
  if (begins (class, "java/lang/") && !begins (class, "java/lang/ref")
      && !begins (class, "java/lang/invoke") && !begins (class, "java/lang/Thread")
      && !is (class, "java/lang/Iterable") && !is (class, "java/lang/Runnable"))
    return true;
  for (size_t i = 0; i < sizeof classes / sizeof *classes; i++)
    if (begins (class, classes[i]))
      return true;
  return false;
}

/* Nothing is known of the call: it returns anything, and may do anything to what it is
   given. */
static void
unknown_call (struct evaluation *e, const struct invocation *call)
{
  assert (call->signature && call->count >= call->signature->count);
  bool passes = false;
  for (uint32_t i = 0; i < call->count; i++)
    {
      struct datum d = *argument (e, call, i);
      passes = passes || d.kind == DATUM_REF_SLOT
               || (d.kind == DATUM_REF && d.value != OBJECT_NULL
                   && e->objects.at[d.value].kind != OBJECT_TEXT
                   && e->objects.at[d.value].kind != OBJECT_CLASS);
    }
  bool is_init = is (call->name, "<init>");
  bool is_root = is (call->class, "java/lang/Object")
                 || class_is_a (e, call->member.class, "java/lang/Throwable") == IS;
  if (!(is_init && is_root) && !is_harmless (call->class))
    note (e, JAVA_MAY_MISS,
          passes && !(is_init && call->count == 1) ? ALL_OF_JAVA
                                                   : JAVA_DEADLOCK | JAVA_STUCK,
          "library-call", "what '%s' of '%s' does is not known", call->name,
          universe_dotted (e->universe, call->member.class));
  finish_call (e, call, DATUM_OF (DATUM_NONE));
}

void
library_invoke (struct evaluation *e, const struct invocation *call)
{
  assert (call->signature && call->count >= call->signature->count);
  if (!(synchronizer_invoke (e, call) || concurrency_invoke (e, call)
        || container_invoke (e, call) || check_call (e, call) || box_call (e, call)
        || least_or_greatest (e, call) || other_call (e, call)))
    unknown_call (e, call);
}
