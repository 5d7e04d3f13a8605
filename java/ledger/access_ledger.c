/* access_ledger.c -- one walk over the bytecode of the given classes, linear in its size;
 * then each access to a field is found by the name of the field. */
#include <config.h>

#include "java/ledger/access_ledger.h"

#include <assert.h>

#include "java/ledger/origins.h"

/* ---- The table of the interpreter. ---- */

void
accounts_init (struct accounts *accounts, struct arena *arena)
{
  pairmap_init (&accounts->methods, arena);
  pairmap_init (&accounts->instructions, arena);
}

void
accounts_add (struct accounts *accounts, uint32_t class, uint32_t method,
              uint32_t instruction, unsigned what)
{
  assert (what != 0);
  assert (what < 2 * ACCOUNT_NOTHING);
  uint32_t number = pairmap_number (&accounts->methods, class, method);
  *pairmap_at (&accounts->methods, class, method) = number;
  uint32_t *bits = pairmap_at (&accounts->instructions, number, instruction);
  *bits = (*bits == PAIRMAP_FREE ? 0 : *bits) | what;
  assert (*bits != PAIRMAP_FREE);
}

unsigned
accounts_of (const struct accounts *accounts, uint32_t class, uint32_t method,
             uint32_t instruction)
{
  uint32_t number = pairmap_get (&accounts->methods, class, method);
  if (number == PAIRMAP_FREE)
    return 0;
  uint32_t bits = pairmap_get (&accounts->instructions, number, instruction);
  assert (bits != 0);
  return bits == PAIRMAP_FREE ? 0 : bits;
}

/* ---- The walk. ---- */

void
ledger_init (struct ledger *ledger, struct arena *arena, struct names *names)
{
  *ledger = (struct ledger){ .arena = arena, .names = names, .classes = VEC_EMPTY };
  pairmap_init (&ledger->last_of, arena);
  pairmap_init (&ledger->named, arena);
  pairmap_init (&ledger->supers, arena);
}

void
ledger_add_class (struct ledger *ledger, const struct java_class *class)
{
  assert (class->name.index != NAME_NONE.index);
  *pairmap_at (&ledger->supers, class->name.index, 0) = class->super.index;
  *vec_push (ledger->arena, &ledger->classes) = class;
}

/* The instruction names a field. */
static void
see_field (struct ledger *ledger, struct ledger_access access,
           struct member_reference field)
{
  uint32_t *last
    = pairmap_at (&ledger->last_of, field.name.index, field.descriptor.index);
  access.before = *last == PAIRMAP_FREE ? UINT32_MAX : *last;
  assert (access.before == UINT32_MAX || access.before < ledger->accesses.count);
  access.through = field.class;
  *last = ledger->accesses.count;
  *vec_push (ledger->arena, &ledger->accesses) = access;
}

static void
see_method (struct ledger *ledger, struct member_reference method,
            struct ledger_caller caller)
{
  uint32_t *last
    = pairmap_at (&ledger->named, method.name.index, method.descriptor.index);
  assert (*last == UINT32_MAX || *last < ledger->callers.count);
  /* PAIRMAP_FREE is UINT32_MAX, too. */
  const struct ledger_caller *before
    = *last == UINT32_MAX ? NULL : &ledger->callers.at[*last];
  if (before && before->class == caller.class && before->is_special == caller.is_special
      && before->is_own == caller.is_own)
    return;
  caller.before = *last;
  *last = ledger->callers.count;
  *vec_push (ledger->arena, &ledger->callers) = caller;
}

/* Lambdas and method references are arguments of the bootstrap method. */
static void
see_dynamic (struct ledger *ledger, uint32_t number, uint32_t constant)
{
  const struct java_class *class = ledger->classes.at[number];
  uint32_t bootstrap = constants_dynamic (&class->constants, constant).bootstrap;
  for (uint32_t i = 0; i < class_bootstrap (class, bootstrap).arguments; i++)
    {
      uint32_t argument = class_bootstrap_argument (class, bootstrap, i);
      if (constants_tag (&class->constants, argument) == CONSTANT_METHOD_HANDLE)
        see_method (ledger, constants_method_handle (&class->constants, argument).member,
                    (struct ledger_caller){ .class = number });
    }
}

void
ledger_add_code (struct ledger *ledger, uint32_t class, uint32_t method,
                 const struct java_code *code, struct arena *scratch)
{
  assert (class < ledger->classes.count);
  const struct java_class *at = ledger->classes.at[class];
  assert (method < at->method_count);
  /* Whose methods are called is of interest for subclasses of given classes. */
  const uint32_t *origins = NULL;
  if (pairmap_get (&ledger->supers, at->super.index, 0) != PAIRMAP_FREE)
    origins = origins_find (scratch, ledger->names, at, &at->methods[method], code);
  for (uint32_t i = 0; i < code->count; i++)
    {
      uint32_t constant = (uint32_t) code->at[i].a;
      struct ledger_access access
        = { .class = class, .method = method, .instruction = i };
      switch (code->at[i].opcode)
        {
        case OP_PUTFIELD:
        case OP_PUTSTATIC: access.writes = true; /* fall through */
        case OP_GETFIELD:
        case OP_GETSTATIC:
          see_field (ledger, access, constants_member (&at->constants, constant));
          break;
        case OP_INVOKEVIRTUAL:
        case OP_INVOKESPECIAL:
        case OP_INVOKESTATIC:
        case OP_INVOKEINTERFACE:
          see_method (
            ledger, constants_member (&at->constants, constant),
            (struct ledger_caller){ .class = class,
                                    .is_special = code->at[i].opcode == OP_INVOKESPECIAL,
                                    .is_own = origins && origins[i] == ORIGIN_THIS });
          break;
        case OP_INVOKEDYNAMIC: see_dynamic (ledger, class, constant); break;
        default: break;
        }
    }
}

/* ---- Accounting. ---- */

bool
ledger_is_below (const struct ledger *ledger, name_id class, name_id owner)
{
  /* A circle of super classes has no more members than there are classes. */
  for (uint32_t i = 0; i <= ledger->classes.count; i++)
    {
      if (class.index == owner.index)
        return true;
      uint32_t super = pairmap_get (&ledger->supers, class.index, 0);
      if (super == PAIRMAP_FREE || super == NAME_NONE.index)
        return false;
      class = (name_id){ super };
    }
  return false;
}

uint32_t
ledger_next (const struct ledger *ledger, name_id owner, name_id name, name_id descriptor,
             uint32_t access)
{
  assert (access == UINT32_MAX || access < ledger->accesses.count);
  uint32_t next = access == UINT32_MAX
                    ? pairmap_get (&ledger->last_of, name.index, descriptor.index)
                    : ledger->accesses.at[access].before;
  /* PAIRMAP_FREE is UINT32_MAX, too: no access. */
  while (next != UINT32_MAX
         && !ledger_is_below (ledger, ledger->accesses.at[next].through, owner))
    next = ledger->accesses.at[next].before;
  assert (next == UINT32_MAX || next < ledger->accesses.count);
  assert (next == UINT32_MAX || next < access); /* from the last to the first */
  return next;
}

/* Has a class from ISOLATED on, below CLASS, a method of its own instead of METHOD, and
   nobody there calls the one above? */
static bool
is_overridden (const struct ledger *ledger, uint32_t class,
               const struct java_method *method, name_id isolated)
{
  const struct java_class *at = ledger->classes.at[class];
  bool has_own = false;
  if (method->access & (ACCESS_STATIC | ACCESS_PRIVATE))
    return false;
  for (uint32_t c = 0; c < ledger->classes.count; c++)
    has_own
      = has_own
        || (c != class && ledger_is_below (ledger, isolated, ledger->classes.at[c]->name)
            && ledger_is_below (ledger, ledger->classes.at[c]->name, at->name)
            && class_find_method (ledger->classes.at[c], method->name, method->descriptor)
                 != UINT32_MAX);
  if (!has_own)
    return false;
  for (uint32_t i
       = pairmap_get (&ledger->named, method->name.index, method->descriptor.index);
       i != UINT32_MAX; i = ledger->callers.at[i].before)
    if (ledger->callers.at[i].is_special
        && ledger_is_below (ledger, isolated,
                            ledger->classes.at[ledger->callers.at[i].class]->name))
      return false;
  return true;
}

enum ledger_reason
ledger_never_runs (const struct ledger *ledger, uint32_t class,
                   const struct java_method *method, name_id isolated)
{
  assert (class < ledger->classes.count);
  if (is_overridden (ledger, class, method, isolated))
    return LEDGER_OVERRIDDEN;
  if (method->access & ACCESS_PUBLIC)
    return LEDGER_GAP;
  name_id owner = ledger->classes.at[class]->name;
  enum ledger_reason reason = LEDGER_NOT_CALLED;
  for (uint32_t i
       = pairmap_get (&ledger->named, method->name.index, method->descriptor.index);
       i != UINT32_MAX; i = ledger->callers.at[i].before)
    {
      assert (ledger->callers.at[i].class < ledger->classes.count);
      name_id caller = ledger->classes.at[ledger->callers.at[i].class]->name;
      /* What another class below has as `this' is no object of the isolated one. */
      if (!ledger->callers.at[i].is_own || !ledger_is_below (ledger, caller, owner)
          || ledger_is_below (ledger, isolated, caller))
        return LEDGER_GAP;
      reason = LEDGER_SUBCLASS;
    }
  return reason;
}

enum ledger_reason
ledger_reason_of (const struct ledger *ledger, const struct accounts *accounts,
                  uint32_t access, name_id owner, name_id isolated)
{
  assert (access < ledger->accesses.count);
  const struct ledger_access *at = &ledger->accesses.at[access];
  assert (at->class < ledger->classes.count);
  const struct java_class *class = ledger->classes.at[at->class];
  assert (at->method < class->method_count);
  const struct java_method *method = &class->methods[at->method];
  unsigned bits = accounts_of (accounts, at->class, at->method, at->instruction);
  if (bits & ACCOUNT_MODELLED)
    return LEDGER_MODELLED;
  if (names_text (ledger->names, method->name)[0] == '<')
    return LEDGER_CONSTRUCTOR;
  if (ledger_is_below (ledger, class->name, owner)
      && !ledger_is_below (ledger, isolated, class->name))
    return LEDGER_SUBCLASS;
  if (bits & ACCOUNT_FINAL)
    return LEDGER_FINAL;
  if (bits & (ACCOUNT_PRIVATE | ACCOUNT_FOREIGN))
    return LEDGER_NOT_SHARED;
  if (bits & ACCOUNT_UNKNOWN)
    return LEDGER_GAP;
  if (bits & ACCOUNT_VISITED)
    return LEDGER_OVERLOOKED;
  return ledger_never_runs (ledger, at->class, method, isolated);
}

const char *
ledger_reason_text (enum ledger_reason reason)
{
  switch (reason)
    {
    case LEDGER_MODELLED: return "in the model";
    case LEDGER_NOT_SHARED: return "of an object that one thread has, or a foreign one";
    case LEDGER_FINAL: return "the field never changes";
    case LEDGER_CONSTRUCTOR: return "before others see the object";
    case LEDGER_SUBCLASS: return "by a subclass: asked about with that";
    case LEDGER_NOT_CALLED: return "in a method that nobody calls";
    case LEDGER_OVERRIDDEN: return "in a method that is overridden";
    case LEDGER_STATIC:
      return "the lock of a class, without an object: in the lock graph";
    case LEDGER_OTHER_CLASS: return "in another class, which no entry leads to";
    case LEDGER_NOTED: return "left out, with a note";
    case LEDGER_NOTHING: return "nothing is touched";
    case LEDGER_FROM_OUTSIDE: return "of an object that comes from outside";
    case LEDGER_OVERLOOKED: return "OVERLOOKED";
    case LEDGER_GAP: return "a gap: nobody looked, or the object is not told apart";
    }
  assert (false && "a reason");
  return NULL;
}
