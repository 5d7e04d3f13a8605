/* constant.c -- instructions that push constants; and divisions by constants, which
 * cannot throw.
 *
 * A constant other than 0 and the division after it are one step.  So the division that
 * is interpreted by itself, and may throw, is the one that somebody jumps to.
 */
#include <config.h>

#include <assert.h>

#include "java/interpreter/machine.h"

static value_id
value_of_constant (struct machine *m, const struct instruction *at)
{
  assert (at->opcode == OP_LDC || at->opcode == OP_LDC2_W);
  const struct constants *constants = &m->class->constants;
  uint32_t index = (uint32_t) at->a;
  switch ((unsigned) constants_tag (constants, index))
    {
    case CONSTANT_LONG:
    case CONSTANT_DOUBLE: return WIDE;
    case CONSTANT_CLASS:
      return value_of (&m->x->values, VALUE_CLASS,
                       constants_class (constants, index).index, 0);
    case CONSTANT_DYNAMIC: return at->opcode == OP_LDC2_W ? WIDE : OTHER;
    default: return OTHER;
    }
}

static bool
is_zero (const struct machine *m, const struct instruction *at)
{
  if (at->opcode == OP_BIPUSH)
    return at->a == 0;
  const struct constants *constants = &m->class->constants;
  uint32_t index = (uint32_t) at->a;
  enum constant_tag tag = constants_tag (constants, index);
  if (tag == CONSTANT_INTEGER)
    return constants_integer (constants, index) == 0;
  return tag != CONSTANT_LONG || constants_long (constants, index) == 0;
}

/* The division that comes next, if it is one of integers; or OP_NOP. */
static enum opcode
next_division (const struct machine *m)
{
  assert (m->instruction < m->code->count);
  if (m->instruction + 1 == m->code->count)
    return OP_NOP;
  enum opcode next = (enum opcode) m->code->at[m->instruction + 1].opcode;
  bool divides = next == OP_IDIV || next == OP_IREM || next == OP_LDIV || next == OP_LREM;
  return divides ? next : OP_NOP;
}

void
machine_constant (struct machine *m)
{
  assert (m->instruction < m->code->count);
  const struct instruction *at = &m->code->at[m->instruction];
  enum opcode division = next_division (m);
  if (division != OP_NOP && !is_zero (m, at))
    {
      machine_pop (m);
      machine_push (m, division == OP_LDIV || division == OP_LREM ? WIDE : OTHER);
      machine_go (m, m->instruction + 2);
      return;
    }
  if (at->opcode == OP_BIPUSH)
    machine_push (m, at->a == 0 ? FALSE_VALUE : at->a == 1 ? TRUE_VALUE : OTHER);
  else
    machine_push (m, value_of_constant (m, at));
  machine_continue (m);
}
