/* access_ledger.c -- one walk over the bytecode of the given classes, linear in its size;
 * then each access to a field is found by the name of the field. */
#include <config.h>

#include "java/ledger/access_ledger.h"

#include <assert.h>

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
  assert (what < 2 * ACCOUNT_UNKNOWN);
  uint32_t number = pairmap_number (&accounts->methods, class, method);
  *pairmap_at (&accounts->methods, class, method) = number;
  uint32_t *bits = pairmap_at (&accounts->instructions, number, instruction);
  *bits = (*bits == PAIRMAP_FREE ? 0 : *bits) | what;
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
see_method (struct ledger *ledger, struct member_reference method)
{
  *pairmap_at (&ledger->named, method.name.index, method.descriptor.index) = 1;
}

/* Lambdas and method references are arguments of the bootstrap method. */
static void
see_dynamic (struct ledger *ledger, const struct java_class *class, uint32_t constant)
{
  uint32_t number = constants_dynamic (&class->constants, constant).bootstrap;
  struct bootstrap_method bootstrap = class_bootstrap (class, number);
  for (uint32_t i = 0; i < bootstrap.arguments; i++)
    {
      uint32_t argument = class_bootstrap_argument (class, number, i);
      if (constants_tag (&class->constants, argument) == CONSTANT_METHOD_HANDLE)
        see_method (ledger, constants_method_handle (&class->constants, argument).member);
    }
}

void
ledger_add_code (struct ledger *ledger, uint32_t class, uint32_t method,
                 const struct java_code *code)
{
  assert (class < ledger->classes.count);
  const struct java_class *at = ledger->classes.at[class];
  assert (method < at->method_count);
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
          see_method (ledger, constants_member (&at->constants, constant));
          break;
        case OP_INVOKEDYNAMIC: see_dynamic (ledger, at, constant); break;
        default: break;
        }
    }
}

/* ---- Accounting. ---- */

/* Is CLASS the class OWNER, or below it?  As far as super classes are given. */
static bool
is_below (const struct ledger *ledger, name_id class, name_id owner)
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
         && !is_below (ledger, ledger->accesses.at[next].through, owner))
    next = ledger->accesses.at[next].before;
  return next;
}

/* Can nobody but the given classes call METHOD, and do they never name it? */
static bool
is_never_called (const struct ledger *ledger, const struct java_method *method)
{
  return !(method->access & (ACCESS_PUBLIC | ACCESS_PROTECTED))
         && pairmap_get (&ledger->named, method->name.index, method->descriptor.index)
              == PAIRMAP_FREE;
}

enum ledger_reason
ledger_reason_of (const struct ledger *ledger, const struct accounts *accounts,
                  uint32_t access, name_id owner, name_id isolated)
{
  assert (access < ledger->accesses.count);
  const struct ledger_access *at = &ledger->accesses.at[access];
  const struct java_class *class = ledger->classes.at[at->class];
  assert (at->method < class->method_count);
  const struct java_method *method = &class->methods[at->method];
  unsigned bits = accounts_of (accounts, at->class, at->method, at->instruction);
  if (bits & ACCOUNT_MODELLED)
    return LEDGER_MODELLED;
  if (names_text (ledger->names, method->name)[0] == '<')
    return LEDGER_CONSTRUCTOR;
  if (is_below (ledger, class->name, owner) && !is_below (ledger, isolated, class->name))
    return LEDGER_SUBCLASS;
  if (bits & (ACCOUNT_PRIVATE | ACCOUNT_FOREIGN | ACCOUNT_FINAL))
    return LEDGER_NOT_SHARED;
  if (bits & ACCOUNT_UNKNOWN)
    return LEDGER_GAP;
  if (bits & ACCOUNT_VISITED)
    return LEDGER_OVERLOOKED;
  return is_never_called (ledger, method) ? LEDGER_NOT_CALLED : LEDGER_GAP;
}
