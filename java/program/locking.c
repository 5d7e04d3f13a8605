/* locking.c -- which classes use a lock: a walk over their fields and their code.
 *
 * A field counts by its declared type, or by what is put there: Map m = new
 * ConcurrentHashMap (), or Collections.synchronizedMap (...).  A Vector, a Hashtable or a
 * StringBuffer does not count: most are used by one thread, for want of anything else.
 */
#include <config.h>

#include "java/program/locking.h"

#include <assert.h>
#include <string.h>

#include "java/program/library_tables.h"

/* Is a TYPE made to be used by several threads? */
static bool
is_for_threads (struct java *java, name_id type)
{
  enum library_kind kind = library_kind (java->library, type);
  if (strcmp (universe_text (java->universe, type), "java/util/Random") == 0)
    return false;
  return kind == LIBRARY_CONCURRENT || kind == LIBRARY_COPY_ON_WRITE
         || kind == LIBRARY_ATOMIC || kind >= LIBRARY_LOCK;
}

static void
look_at_field (struct java *java, const struct java_field *field, struct locking *locking)
{
  struct java_type type = descriptor_type (&java->universe->names, field->descriptor);
  if (field->access & ACCESS_SYNTHETIC)
    return;
  if (field->access & ACCESS_VOLATILE
      || (type.kind == 'L' && is_for_threads (java, type.class)))
    locking->has_lock = true;
  if (type.kind == 'L' && library_kind (java->library, type.class) >= LIBRARY_LOCK
      && !(field->access & ACCESS_STATIC))
    locking->locks_itself = true;
}

/* Does INSTRUCTION, a call, make something that is meant for several threads? */
static bool
makes_for_threads (struct java *java, const struct java_class *class,
                   const struct instruction *instruction)
{
  struct java_universe *universe = java->universe;
  if (instruction->opcode != OP_INVOKESPECIAL && instruction->opcode != OP_INVOKESTATIC)
    return false;
  struct member_reference made
    = constants_member (&class->constants, (uint32_t) instruction->a);
  const char *name = universe_text (universe, made.name);
  if (instruction->opcode == OP_INVOKESPECIAL)
    return strcmp (name, "<init>") == 0 && is_for_threads (java, made.class);
  return strncmp (name, "synchronized", 12) == 0
         && strcmp (universe_text (universe, made.class), "java/util/Collections") == 0;
}

/* A method of a lock: lock, tryLock, readLock. */
static bool
calls_lock (struct java *java, const struct java_class *class,
            const struct instruction *instruction)
{
  if (instruction->opcode != OP_INVOKEINTERFACE
      && instruction->opcode != OP_INVOKEVIRTUAL)
    return false;
  struct member_reference called
    = constants_member (&class->constants, (uint32_t) instruction->a);
  return library_kind (java->library, called.class) >= LIBRARY_LOCK;
}

static void
look_at_code (struct java *java, const struct java_class *class,
              const struct java_code *code, struct locking *locking)
{
  for (uint32_t i = 0; i < code->count; i++)
    {
      const struct instruction *at = &code->at[i];
      if (at->opcode == OP_MONITORENTER)
        locking->is_synchronized = true;
      if (calls_lock (java, class, at)
          || (i > 0 && (at->opcode == OP_PUTFIELD || at->opcode == OP_PUTSTATIC)
              && makes_for_threads (java, class, &code->at[i - 1])))
        locking->has_lock = true;
    }
}

static void
look_at_class (struct java *java, class_id id, struct locking *locking)
{
  assert (class_is_known (id));
  const struct java_class *class = universe_class (java->universe, id);
  for (uint32_t i = 0; i < class->field_count; i++)
    look_at_field (java, &class->fields[i], locking);
  for (uint32_t i = 0; i < class->method_count; i++)
    {
      uint16_t access = class->methods[i].access;
      const struct java_code *code
        = universe_code (java->universe, (struct java_member){ id, i });
      if (access & ACCESS_SYNCHRONIZED)
        locking->is_synchronized = true;
      if (access & ACCESS_SYNCHRONIZED && !(access & ACCESS_STATIC))
        locking->locks_itself = true;
      if (code)
        look_at_code (java, class, code, locking);
    }
  if (library_kind (java->library, class->name) >= LIBRARY_LOCK)
    locking->locks_itself = true;
}

struct locking
locking_of (struct java *java, class_id class)
{
  struct locking locking = { .has_lock = false };
  assert (class_is_known (class));
  for (;
       class_is_known (class) && universe_role (java->universe, class) == CLASS_IS_GIVEN;
       class = universe_super (java->universe, class))
    look_at_class (java, class, &locking);
  return locking;
}

bool
locking_itself (struct java *java, class_id class)
{
  enum
  {
    NOT_KNOWN,
    NO,
    YES
  };
  assert (class_is_known (class));
  while (java->lockings.count <= class.index)
    *vec_push (&java->arena, &java->lockings) = NOT_KNOWN;
  if (java->lockings.at[class.index] == NOT_KNOWN)
    {
      bool itself = locking_of (java, class).locks_itself;
      java->lockings.at[class.index] = itself ? YES : NO;
    }
  return java->lockings.at[class.index] == YES;
}
