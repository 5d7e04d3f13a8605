/* uses.c -- which instructions lock something or use contents, and what became of them.
 */
#include <config.h>

#include "java/ledger/uses.h"

#include <assert.h>
#include <string.h>

static bool
starts_with (const char *text, const char *prefix)
{
  return strncmp (text, prefix, strlen (prefix)) == 0;
}

/* The name of CLASS, or of the first class above it that is not given. */
static const char *
library_name (const struct ledger *ledger, name_id class)
{
  for (uint32_t i = 0; i <= ledger->classes.count; i++)
    {
      uint32_t super = pairmap_get (&ledger->supers, class.index, 0);
      if (super == PAIRMAP_FREE || super == NAME_NONE.index)
        break;
      class = (name_id){ super };
    }
  return names_text (ledger->names, class);
}

static bool
is_acquisition (const char *class, const char *name)
{
  if (strcmp (class, "java/util/concurrent/Semaphore") == 0)
    return starts_with (name, "acquire") || starts_with (name, "tryAcquire");
  if (!starts_with (class, "java/util/concurrent/locks/"))
    return false;
  if (strcmp (class, "java/util/concurrent/locks/StampedLock") == 0)
    return starts_with (name, "readLock") || starts_with (name, "writeLock")
           || strcmp (name, "tryReadLock") == 0 || strcmp (name, "tryWriteLock") == 0;
  return strcmp (name, "lock") == 0 || strcmp (name, "tryLock") == 0
         || strcmp (name, "lockInterruptibly") == 0;
}

/* Do objects of CLASS hold something that others put into them? */
static bool
has_contents (const char *class)
{
  static const char *const words[]
    = { "List",  "Map",       "Set",    "Queue",      "Deque", "Collection",  "Vector",
        "Stack", "Hashtable", "Atomic", "Properties", "Adder", "Accumulator", NULL };
  if (!starts_with (class, "java/util/") || strstr (class, "Updater")
      || starts_with (class, "java/util/function/")
      || starts_with (class, "java/util/concurrent/locks/"))
    return false;
  for (uint32_t i = 0; words[i]; i++)
    if (strstr (class, words[i]))
      return true;
  return false;
}

/* What every object has, and what a constructor does, is no use of contents. */
static bool
uses_contents (const char *class, const char *name)
{
  static const char *const common[]
    = { "<init>", "getClass", "wait", "notify", "notifyAll", "finalize", NULL };
  for (uint32_t i = 0; common[i]; i++)
    if (strcmp (name, common[i]) == 0)
      return false;
  return has_contents (class);
}

static void
add_use (struct arena *arena, struct ledger_uses *uses, const struct java_class *class,
         const struct java_code *code, struct ledger_use use)
{
  if (use.origin >= ORIGIN_FIELD)
    {
      assert (use.origin - ORIGIN_FIELD < code->count);
      const struct instruction *read = &code->at[use.origin - ORIGIN_FIELD];
      use.field = constants_member (&class->constants, (uint32_t) read->a);
    }
  *vec_push (arena, &uses->list) = use;
}

void
uses_find (const struct ledger *ledger, struct arena *arena,
           const struct java_class *class, const struct java_method *method,
           const struct java_code *code, struct ledger_uses *uses)
{
  /* A bridge only calls the method that it stands for. */
  if (!code || (method->access & ACCESS_BRIDGE && method->access & ACCESS_SYNTHETIC))
    return;
  assert (method >= class->methods && method < class->methods + class->method_count);
  if (method->access & ACCESS_SYNCHRONIZED)
    add_use (arena, uses, class, code,
             (struct ledger_use){
               .instruction = LEDGER_WHOLE_METHOD,
               .locks = true,
               .origin = method->access & ACCESS_STATIC ? ORIGIN_NONE : ORIGIN_THIS });
  const uint32_t *origins = origins_find (arena, ledger->names, class, method, code);
  for (uint32_t i = 0; i < code->count; i++)
    {
      unsigned opcode = code->at[i].opcode;
      struct ledger_use use = { .instruction = i, .origin = origins[i] };
      bool is_use = (opcode >= OP_IALOAD && opcode <= OP_SALOAD)
                    || (opcode >= OP_IASTORE && opcode <= OP_SASTORE);
      if (opcode == OP_MONITORENTER)
        is_use = use.locks = true;
      if (opcode == OP_INVOKEVIRTUAL || opcode == OP_INVOKEINTERFACE)
        {
          struct member_reference member
            = constants_member (&class->constants, (uint32_t) code->at[i].a);
          const char *name = names_text (ledger->names, member.name);
          const char *type = library_name (ledger, member.class);
          use.locks = is_acquisition (type, name);
          is_use = use.locks || uses_contents (type, name);
        }
      if (is_use)
        add_use (arena, uses, class, code, use);
    }
}

enum ledger_reason
uses_reason (const struct ledger *ledger, const struct accounts *accounts, uint32_t class,
             uint32_t method, const struct ledger_use *use, name_id isolated,
             bool is_asked)
{
  assert (class < ledger->classes.count);
  const struct java_class *at = ledger->classes.at[class];
  assert (method < at->method_count);
  unsigned bits = accounts_of (accounts, class, method, use->instruction);
  if (bits & ACCOUNT_MODELLED)
    return LEDGER_MODELLED;
  if (bits & ACCOUNT_LEFT_OUT)
    return LEDGER_NOTED;
  if (bits & ACCOUNT_NOTHING)
    return LEDGER_NOTHING;
  if (bits & ACCOUNT_UNKNOWN)
    return is_asked ? LEDGER_GAP : LEDGER_FROM_OUTSIDE;
  if (bits & (ACCOUNT_PRIVATE | ACCOUNT_FOREIGN))
    return LEDGER_NOT_SHARED;
  if (names_text (ledger->names, at->methods[method].name)[0] == '<')
    return LEDGER_CONSTRUCTOR;
  if (bits & ACCOUNT_VISITED)
    return LEDGER_OVERLOOKED;
  if (!ledger_is_below (ledger, isolated, at->name))
    return LEDGER_OTHER_CLASS;
  enum ledger_reason reason
    = ledger_never_runs (ledger, class, &at->methods[method], isolated);
  if (reason != LEDGER_GAP)
    return reason;
  if (use->locks && at->methods[method].access & ACCESS_STATIC)
    return LEDGER_STATIC;
  /* What leads to the isolated object is read out of a field, which has a line, or is
     given in a call: those of the interpreter's that give it go to code that it visits.
     So an argument, in code that it does not visit, is another object. */
  return use->origin == ORIGIN_NONE ? LEDGER_FROM_OUTSIDE : LEDGER_GAP;
}
