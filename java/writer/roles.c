/* roles.c -- see roles.h.
 *
 * Read off the instructions around the access, in a straight line: where jumps come
 * between a value and its use, nothing is said of it.  No verdict depends on a role; what
 * is shown first does (src/explain/rank.c).
 */
#include <config.h>

#include "java/writer/roles.h"

#include <assert.h>
#include <string.h>

#include "ir/provenance.h"

/* How many values INSTRUCTION takes off the stack and puts there; false: it is not told,
   or control does not just go on. */
static bool
stack_effect (struct java_universe *universe, const struct java_class *class,
              const struct instruction *instruction, uint32_t *pops, uint32_t *pushes)
{
  enum opcode opcode = instruction->opcode;
  const char *popped = opcode_pops (opcode), *pushed = opcode_pushes (opcode);
  bool is_static = opcode == OP_INVOKESTATIC || opcode == OP_INVOKEDYNAMIC;
  if (opcode_traits (opcode) & (OPCODE_JUMPS | OPCODE_ENDS))
    return false;
  *pops = (uint32_t) strlen (popped);
  *pushes = (uint32_t) strlen (pushed);
  switch (instruction->opcode)
    {
    case OP_LDC: *pushes = 1; return true;
    case OP_GETSTATIC:
    case OP_GETFIELD:
      *pops = opcode == OP_GETFIELD;
      *pushes = 1;
      return true;
    case OP_PUTSTATIC:
    case OP_PUTFIELD:
      *pops = opcode == OP_PUTFIELD ? 2 : 1;
      *pushes = 0;
      return true;
    case OP_INVOKEVIRTUAL:
    case OP_INVOKESPECIAL:
    case OP_INVOKEINTERFACE:
    case OP_INVOKESTATIC:
      {
        struct member_reference method
          = constants_member (&class->constants, (uint32_t) instruction->a);
        const struct java_signature *signature
          = universe_signature (universe, method.descriptor);
        *pops = signature->count + !is_static;
        *pushes = signature->result.kind != 'V';
        return true;
      }
    default: return !strchr (popped, '?') && !strchr (pushed, '?');
    }
}

/* What becomes of the reference that INSTRUCTION reads: it is compared with null, or
   followed, as the object of a call or of another access. */
static unsigned
use_of_value (struct java_universe *universe, const struct java_class *class,
              const struct java_code *code, uint32_t instruction)
{
  uint32_t above = 0; /* values on the stack that came after it */
  for (uint32_t k = instruction + 1; k < code->count; k++)
    {
      enum opcode opcode = code->at[k].opcode;
      uint32_t pops, pushes;
      if (above == 0 && (opcode == OP_IFNULL || opcode == OP_IFNONNULL))
        return PROVENANCE_TESTS;
      if (above == 0 && opcode == OP_CHECKCAST)
        continue;
      if (above == 0 && opcode == OP_MONITORENTER)
        return PROVENANCE_FOLLOWS;
      if (!stack_effect (universe, class, &code->at[k], &pops, &pushes))
        return 0;
      if (above >= pops)
        {
          above += pushes - pops;
          continue;
        }
      bool is_object = above == pops - 1;
      bool follows = opcode == OP_INVOKEVIRTUAL || opcode == OP_INVOKEINTERFACE
                     || opcode == OP_GETFIELD || opcode == OP_PUTFIELD
                     || opcode == OP_ARRAYLENGTH
                     || (opcode >= OP_IALOAD && opcode <= OP_SALOAD)
                     || (opcode >= OP_IASTORE && opcode <= OP_SASTORE);
      return is_object && follows ? PROVENANCE_FOLLOWS : 0;
    }
  return 0;
}

static unsigned
roles_of_field (struct java_universe *universe, const struct java_class *class,
                const struct java_code *code, uint32_t instruction)
{
  enum opcode opcode = code->at[instruction].opcode;
  unsigned roles = 0;
  struct member_reference reference
    = constants_member (&class->constants, (uint32_t) code->at[instruction].a);
  class_id owner = universe_find (universe, reference.class);
  assert (opcode >= OP_GETSTATIC && opcode <= OP_PUTFIELD);
  if (class_is_known (owner))
    {
      struct java_member field = universe_resolve_field (universe, owner, reference.name,
                                                         reference.descriptor, NULL);
      if (member_is_known (field)
          && universe_field (universe, field)->access & ACCESS_VOLATILE)
        roles |= PROVENANCE_IS_VOLATILE;
    }
  if (opcode == OP_GETFIELD || opcode == OP_GETSTATIC)
    return roles | use_of_value (universe, class, code, instruction);
  if (instruction > 0 && code->at[instruction - 1].opcode == OP_ACONST_NULL)
    roles |= PROVENANCE_IS_NULL;
  if (instruction > 0 && code->at[instruction - 1].opcode > OP_ACONST_NULL
      && code->at[instruction - 1].opcode <= OP_SIPUSH)
    roles |= PROVENANCE_IS_NUMBER;
  return roles;
}

/* Does the method of that NAME, of an updater or VarHandle, write in one piece with a
   read? */
static bool
swaps (const char *owner, const char *name)
{
  assert (*owner && *name);
  return (strstr (owner, "FieldUpdater")
          || strcmp (owner, "java/lang/invoke/VarHandle") == 0)
         && (strstr (name, "ompareAnd") || strncmp (name, "getAnd", 6) == 0
             || strstr (name, "AndGet"));
}

/* Does the method of that NAME only tell whether there is something, or how much? */
static bool
is_look (const char *name)
{
  assert (*name);
  return strcmp (name, "size") == 0 || strcmp (name, "isEmpty") == 0
         || strcmp (name, "length") == 0;
}

unsigned
roles_of (struct java_universe *universe, const struct java_class *class,
          const struct java_code *code, uint32_t instruction)
{
  assert (instruction < code->count);
  enum opcode opcode = code->at[instruction].opcode;
  if (opcode >= OP_GETSTATIC && opcode <= OP_PUTFIELD)
    return roles_of_field (universe, class, code, instruction);
  if (opcode == OP_ARRAYLENGTH || (opcode >= OP_IALOAD && opcode <= OP_SALOAD)
      || (opcode >= OP_IASTORE && opcode <= OP_SASTORE))
    return PROVENANCE_IS_ELEMENT;
  if (opcode < OP_INVOKEVIRTUAL || opcode > OP_INVOKEINTERFACE)
    return 0;
  struct member_reference method
    = constants_member (&class->constants, (uint32_t) code->at[instruction].a);
  const char *owner = universe_text (universe, method.class);
  if (strcmp (owner, "java/lang/System") == 0) /* arraycopy */
    return PROVENANCE_IS_ELEMENT;
  const char *name = universe_text (universe, method.name);
  if (swaps (owner, name))
    return PROVENANCE_SWAPS;
  return is_look (name) ? PROVENANCE_IS_LOOK : 0;
}
