/* origins.c -- a stack of origins, instruction by instruction; long and double take two
 * places on it, as they do in the machine, so that `dup2' needs no types. */
#include <config.h>

#include "java/ledger/origins.h"

#include <assert.h>

#include "java/reader/descriptor.h"

struct walk
{
  struct arena *arena;
  struct names *names;
  const struct java_class *class;
  const struct java_code *code;
  uint32_t *origins; /* by instruction: the result */
  uint32_t *locals;  /* what any store puts there, if it is known */
  VEC (uint32_t) stack;
  uint32_t *landings;  /* by instruction: where in `kept' the stack of a jump to it is */
  VEC (uint32_t) kept; /* such stacks: the count, then the slots; those not empty */
};

static void
push (struct walk *w, uint32_t origin)
{
  *vec_push (w->arena, &w->stack) = origin;
}

/* Broken code may take more than there is. */
static uint32_t
pop (struct walk *w)
{
  return w->stack.count == 0 ? ORIGIN_NONE : w->stack.at[--w->stack.count];
}

static void
pop_many (struct walk *w, uint32_t count)
{
  w->stack.count -= count < w->stack.count ? count : w->stack.count;
}

static void
push_type (struct walk *w, struct java_type type, uint32_t origin)
{
  assert (type_slots (type) <= 2);
  for (uint32_t i = 0; i < type_slots (type); i++)
    push (w, origin);
}

/* Slots of a column of opcodes.def. */
static uint32_t
slots_of (const char *letters)
{
  uint32_t count = 0;
  for (; *letters; letters++)
    {
      assert (*letters != '?');
      count += *letters == 'J' || *letters == 'D' ? 2 : 1;
    }
  return count;
}

static void
walk_call (struct walk *w, uint32_t i, bool is_static, name_id descriptor)
{
  struct java_signature signature = descriptor_signature (w->names, w->arena, descriptor);
  pop_many (w, signature.slots);
  if (!is_static)
    w->origins[i] = pop (w);
  push_type (w, signature.result, ORIGIN_NONE);
}

/* dup, dup_x1 ... dup2_x2: the COUNT topmost slots once more, BELOW slots further down.
 */
static void
walk_dup (struct walk *w, uint32_t count, uint32_t below)
{
  uint32_t taken[4];
  assert (count + below <= 4);
  for (uint32_t i = 0; i < count + below; i++)
    taken[i] = pop (w); /* the topmost first */
  for (uint32_t i = count; i-- > 0;)
    push (w, taken[i]);
  for (uint32_t i = count + below; i-- > 0;)
    push (w, taken[i]);
}

static void
walk_field (struct walk *w, uint32_t i, enum opcode opcode)
{
  struct member_reference field
    = constants_member (&w->class->constants, (uint32_t) w->code->at[i].a);
  struct java_type type = descriptor_type (w->names, field.descriptor);
  if (opcode == OP_PUTFIELD || opcode == OP_PUTSTATIC)
    pop_many (w, type_slots (type));
  if (opcode == OP_PUTFIELD || opcode == OP_GETFIELD)
    w->origins[i] = pop (w);
  if (opcode == OP_GETFIELD || opcode == OP_GETSTATIC)
    push_type (w, type, ORIGIN_FIELD + i);
}

static void
walk_other (struct walk *w, uint32_t i, enum opcode opcode)
{
  const char *pops = opcode_pops (opcode), *pushes = opcode_pushes (opcode);
  /* Arrays and monitors: the object is the lowest of the operands. */
  if (pops[0] == 'A' && slots_of (pops) <= w->stack.count)
    w->origins[i] = w->stack.at[w->stack.count - slots_of (pops)];
  pop_many (w, slots_of (pops));
  for (uint32_t k = slots_of (pushes); k-- > 0;)
    push (w, opcode == OP_CHECKCAST ? w->origins[i] : ORIGIN_NONE);
}

static void
walk_instruction (struct walk *w, uint32_t i)
{
  const struct instruction *at = &w->code->at[i];
  enum opcode opcode = (enum opcode) at->opcode;
  const struct constants *constants = &w->class->constants;
  uint32_t constant = (uint32_t) at->a, first, second;
  switch ((unsigned) opcode)
    {
    case OP_LDC2_W: push (w, ORIGIN_NONE); /* fall through */
    case OP_LDC: push (w, ORIGIN_NONE); break;
    case OP_POP: pop (w); break;
    case OP_POP2: pop_many (w, 2); break;
    case OP_DUP: walk_dup (w, 1, 0); break;
    case OP_DUP_X1: walk_dup (w, 1, 1); break;
    case OP_DUP_X2: walk_dup (w, 1, 2); break;
    case OP_DUP2: walk_dup (w, 2, 0); break;
    case OP_DUP2_X1: walk_dup (w, 2, 1); break;
    case OP_DUP2_X2: walk_dup (w, 2, 2); break;
    case OP_SWAP:
      first = pop (w);
      second = pop (w);
      push (w, first);
      push (w, second);
      break;
    case OP_ALOAD:
      push (w, constant < w->code->max_locals ? w->locals[constant] : ORIGIN_NONE);
      break;
    case OP_ASTORE:
      first = pop (w);
      if (constant < w->code->max_locals && first != ORIGIN_NONE)
        w->locals[constant] = first;
      break;
    case OP_GETSTATIC:
    case OP_PUTSTATIC:
    case OP_GETFIELD:
    case OP_PUTFIELD: walk_field (w, i, opcode); break;
    case OP_INVOKEVIRTUAL:
    case OP_INVOKESPECIAL:
    case OP_INVOKESTATIC:
    case OP_INVOKEINTERFACE:
      walk_call (w, i, opcode == OP_INVOKESTATIC,
                 constants_member (constants, constant).descriptor);
      break;
    case OP_INVOKEDYNAMIC:
      walk_call (w, i, true, constants_dynamic (constants, constant).descriptor);
      break;
    case OP_MULTIANEWARRAY:
      pop_many (w, (uint32_t) at->b);
      push (w, ORIGIN_NONE);
      break;
    default: walk_other (w, i, opcode); break;
    }
}

/* A jump leads to TARGET with the present stack. */
static void
leave_for (struct walk *w, uint32_t target)
{
  if (w->stack.count == 0 || target >= w->code->count || w->landings[target] != 0)
    return;
  w->landings[target] = w->kept.count;
  assert (w->landings[target] != 0);
  *vec_push (w->arena, &w->kept) = w->stack.count;
  for (uint32_t i = 0; i < w->stack.count; i++)
    *vec_push (w->arena, &w->kept) = w->stack.at[i];
}

/* Instruction I is not reached from the one before it. */
static void
arrive_at (struct walk *w, uint32_t i)
{
  w->stack.count = 0;
  uint32_t kept = w->landings[i];
  assert (kept < w->kept.count);
  assert (w->kept.at[kept] < w->kept.count - kept);
  for (uint32_t k = 0; k < w->kept.at[kept]; k++)
    push (w, w->kept.at[kept + 1 + k]);
}

static void
walk_code (struct walk *w)
{
  for (uint32_t i = 0; i < w->code->count; i++)
    {
      const struct instruction *at = &w->code->at[i];
      if (i > 0 && opcode_traits (w->code->at[i - 1].opcode) & OPCODE_ENDS)
        arrive_at (w, i);
      walk_instruction (w, i);
      if (at->opcode == OP_TABLESWITCH || at->opcode == OP_LOOKUPSWITCH)
        for (int32_t k = 0; k < at->b; k++)
          leave_for (w, w->code->targets[at->a + k]);
      else if (opcode_traits (at->opcode) & OPCODE_JUMPS)
        leave_for (w, (uint32_t) at->a);
    }
}

const uint32_t *
origins_find (struct arena *arena, struct names *names, const struct java_class *class,
              const struct java_method *method, const struct java_code *code)
{
  struct walk w = {
    .arena = arena,
    .names = names,
    .class = class,
    .code = code,
    .origins = arena_calloc (arena, code->count + 1, sizeof (uint32_t)),
    .locals = arena_calloc (arena, code->max_locals + 1, sizeof (uint32_t)),
    .landings = arena_calloc (arena, code->count + 1, sizeof (uint32_t)),
  };
  *vec_push (arena, &w.kept) = 0; /* the empty stack */
  if (!(method->access & ACCESS_STATIC))
    w.locals[0] = ORIGIN_THIS;
  for (uint32_t i = 0; i < code->handler_count; i++)
    if (code->handlers[i].target < code->count
        && w.landings[code->handlers[i].target] == 0)
      {
        w.landings[code->handlers[i].target] = w.kept.count;
        *vec_push (arena, &w.kept) = 1; /* the exception */
        *vec_push (arena, &w.kept) = ORIGIN_NONE;
      }
  /* A loop may read a local before the code stores it: the second time all is known. */
  walk_code (&w);
  w.stack.count = 0;
  walk_code (&w);
  return w.origins;
}
