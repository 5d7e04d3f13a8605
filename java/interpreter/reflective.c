/* reflective.c -- calls that access fields of I without naming them in an instruction.
 *
 *     U.incrementAndGet (this)    AtomicIntegerFieldUpdater and the like, VarHandle,
 *                                 Field, Unsafe
 *
 * Which field an updater or a VarHandle is for is not followed: it may be any field of I
 * that is looked up by its name somewhere (finality_is_named).  Each of these is read, or
 * written, or left alone.  A call that reads and writes does so in one piece: nothing
 * comes between, so that its read and its write count one at a time.
 */
#include <config.h>

#include <assert.h>
#include <string.h>

#include "java/interpreter/threads.h"

static bool
is_accessor (struct extraction *x, name_id class)
{
  static const char *const types[] = {
    "java/util/concurrent/atomic/AtomicIntegerFieldUpdater",
    "java/util/concurrent/atomic/AtomicLongFieldUpdater",
    "java/util/concurrent/atomic/AtomicReferenceFieldUpdater",
    "java/lang/invoke/VarHandle",
    "java/lang/reflect/Field",
    "sun/misc/Unsafe",
    "jdk/internal/misc/Unsafe",
  };
  for (uint32_t i = 0; i < sizeof types / sizeof *types; i++)
    if (strcmp (universe_text (x->universe, class), types[i]) == 0)
      return true;
  return false;
}

/* The location of field I of CLASS, if it changes: of I, or a static. */
static uint32_t
location_of (struct extraction *x, class_id class, uint32_t i)
{
  assert (i < universe_class (x->universe, class)->field_count);
  struct java_member field = { class, i };
  bool is_static = universe_class (x->universe, class)->fields[i].access & ACCESS_STATIC;
  if (finality_is_final (x->java->finality, field))
    return LOCATION_NONE;
  return heap_location (x, is_static ? OWNER_STATIC : OWNER_SELF, 0,
                        heap_member (x, field));
}

/* Read LOCATION, write it, or do neither. */
static void
may_access (struct machine *m, uint32_t location)
{
  uint32_t begin = m->node, end = machine_node (m);
  assert (location < m->x->heap.locations.count);
  machine_effect (m, EFFECT_READ, location);
  machine_join (m, end);
  m->node = begin;
  machine_effect (m, EFFECT_WRITE, location);
  machine_join (m, end);
  m->node = begin;
  machine_join (m, end);
  m->node = end;
}

/* Each class of I from its own up, as far as they are given. */
#define CLASSES_OF_SELF(x, at)                                                           \
  for (class_id at = (x)->class;                                                         \
       class_is_known (at) && universe_role ((x)->universe, at) != CLASS_FROM_JDK;       \
       at = universe_super ((x)->universe, at))

/* Access the fields that it can be; are there any? */
static bool
access_by_name (struct machine *m, bool has_self)
{
  struct extraction *x = m->x;
  bool some = false;
  CLASSES_OF_SELF (x, class)
  for (uint32_t i = 0; i < universe_class (x->universe, class)->field_count; i++)
    {
      bool is_static
        = universe_class (x->universe, class)->fields[i].access & ACCESS_STATIC;
      if ((!is_static && !has_self)
          || !finality_is_named (x->java->finality, (struct java_member){ class, i }))
        continue;
      uint32_t location = location_of (x, class, i);
      if (location == LOCATION_NONE)
        continue;
      may_access (m, location);
      some = true;
    }
  return some;
}

bool
reflective_call (struct machine *m, const struct call *call)
{
  struct extraction *x = m->x;
  assert (call->kind == HANDLE_INVOKE_STATIC || call->count > 0);
  bool has_self = false;
  for (uint32_t i = 1; i < call->count; i++)
    has_self = has_self || value_equal (call->arguments[i], SELF);
  if (call->kind == HANDLE_INVOKE_STATIC || !is_accessor (x, call->member.class)
      || !access_by_name (m, has_self))
    return false;
  /* What is put into the field is out of sight. */
  for (uint32_t i = 1; i < call->count; i++)
    if (!value_equal (call->arguments[i], SELF))
      machine_escape (m, call->arguments[i]);
  return true;
}
