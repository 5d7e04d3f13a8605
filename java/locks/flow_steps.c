/* flow_steps.c -- every instruction on terms (flow.h). */
#include <config.h>

#include <assert.h>
#include <string.h>

#include "java/locks/flow.h"

static bool
is_wide (struct flow_run *r, term_id term)
{
  return term_at (&r->p->terms, term)->kind == TERM_WIDE;
}

static void
store (struct flow_run *r, int32_t local, term_id term)
{
  assert (local >= 0 && (uint32_t) local < r->locals.count);
  r->locals.at[local] = term;
  if (is_wide (r, term) && (uint32_t) local + 1 < r->locals.count)
    r->locals.at[local + 1] = TERM_NOTHING;
}

/* dup_x2 and its kin: WORDS words are copied below SKIP others. */
static void
duplicate (struct flow_run *r, uint32_t words, uint32_t skip)
{
  assert (words >= 1 && words <= 2 && skip <= 2);
  term_id taken[2], passed[2];
  uint32_t taken_count = 0, passed_count = 0;
  for (uint32_t w = 0; w < words; taken_count++)
    {
      taken[taken_count] = flow_pop (r);
      w += is_wide (r, taken[taken_count]) ? 2 : 1;
    }
  for (uint32_t w = 0; w < skip; passed_count++)
    {
      passed[passed_count] = flow_pop (r);
      w += is_wide (r, passed[passed_count]) ? 2 : 1;
    }
  for (uint32_t i = taken_count; i-- > 0;)
    flow_push (r, taken[i]);
  for (uint32_t i = passed_count; i-- > 0;)
    flow_push (r, passed[i]);
  for (uint32_t i = taken_count; i-- > 0;)
    flow_push (r, taken[i]);
}

static void
stack_instruction (struct flow_run *r, enum opcode opcode)
{
  switch ((unsigned) opcode)
    {
    case OP_DUP: duplicate (r, 1, 0); break;
    case OP_DUP_X1: duplicate (r, 1, 1); break;
    case OP_DUP_X2: duplicate (r, 1, 2); break;
    case OP_DUP2: duplicate (r, 2, 0); break;
    case OP_DUP2_X1: duplicate (r, 2, 1); break;
    case OP_DUP2_X2: duplicate (r, 2, 2); break;
    case OP_SWAP:
      {
        term_id top = flow_pop (r), below = flow_pop (r);
        flow_push (r, top);
        flow_push (r, below);
        break;
      }
    default:
      assert (opcode == OP_POP || opcode == OP_POP2);
      if (!is_wide (r, flow_pop (r)) && opcode == OP_POP2)
        flow_pop (r);
    }
}

static void
plain_instruction (struct flow_run *r, enum opcode opcode)
{
  for (const char *c = opcode_pops (opcode); *c; c++)
    flow_pop (r);
  for (const char *c = opcode_pushes (opcode); *c; c++)
    flow_push (r, *c == 'J' || *c == 'D' ? flow_wide (r)
                  : *c == 'A'            ? flow_symbol_of (r, NAME_NONE, false, 0)
                                         : TERM_NOTHING);
}

static void
constant (struct flow_run *r, const struct instruction *at)
{
  assert (at == &r->code->at[r->instruction]);
  struct lock_program *p = r->p;
  const struct constants *constants = &r->class->constants;
  uint32_t index = (uint32_t) at->a;
  if (at->opcode == OP_BIPUSH)
    flow_push (r, at->a == 0 || at->a == 1
                    ? term_of (&p->terms, TERM_BOOLEAN, (uint32_t) at->a, 0)
                    : TERM_NOTHING);
  else if (at->opcode == OP_LDC2_W)
    flow_push (r, flow_wide (r));
  else if (constants_tag (constants, index) == CONSTANT_CLASS)
    flow_push (
      r, term_of (&p->terms, TERM_CLASS, constants_class (constants, index).index, 0));
  else if (constants_tag (constants, index) == CONSTANT_STRING)
    flow_push (
      r, flow_symbol_of (r, universe_name (p->universe, "java/lang/String"), true, 0));
  else
    flow_push (r, TERM_NOTHING);
}

/* Thread.holdsLock decides: the state where the lock is held, and the one where not. */
static void
branch_on_holds (struct flow_run *r, const struct instruction *at, term_id tested)
{
  assert (tested.index < r->p->terms.list.count);
  bool jumps_if_held = at->opcode == OP_IFNE;
  uint32_t held_at = jumps_if_held ? (uint32_t) at->a : r->instruction + 1;
  uint32_t free_at = jumps_if_held ? r->instruction + 1 : (uint32_t) at->a;
  uint32_t state = flow_state_at (r, held_at);
  if (state != UINT32_MAX)
    flow_event (r, FLOW_HOLDS, (term_id){ term_at (&r->p->terms, tested)->a }, state);
  flow_go (r, free_at);
}

static void
branch (struct flow_run *r, const struct instruction *at)
{
  assert (at->a >= 0);
  term_id top = flow_pop (r);
  const struct term tested = *term_at (&r->p->terms, top);
  bool is_test = at->opcode == OP_IFEQ || at->opcode == OP_IFNE;
  if (is_test && tested.kind == TERM_HOLDS)
    {
      branch_on_holds (r, at, top);
      return;
    }
  if ((at->opcode >= OP_IF_ICMPEQ && at->opcode <= OP_IF_ICMPLE)
      || at->opcode == OP_IF_ACMPEQ || at->opcode == OP_IF_ACMPNE)
    flow_pop (r);
  bool known = is_test && tested.kind == TERM_BOOLEAN;
  bool jumps = known && (tested.a == 1) == (at->opcode == OP_IFNE);
  if (!known)
    flow_fork (r, (uint32_t) at->a);
  if (jumps)
    flow_go (r, (uint32_t) at->a);
  else
    flow_continue (r);
}

static void
leave (struct flow_run *r, bool is_throw)
{
  assert (r->held < r->p->helds.count);
  struct lock_program *p = r->p;
  while (r->held != HELD_NONE)
    {
      if (p->helds.at[r->held].site != SITE_OF_METHOD && !is_throw)
        p->methods.at[r->method].is_partial = p->methods.at[r->method].is_unseen = true;
      flow_event (r, FLOW_RELEASE, p->helds.at[r->held].lock, 0);
      r->held = p->helds.at[r->held].below;
    }
}

static void
note_result (struct flow_run *r, term_id term)
{
  assert (term.index < r->p->terms.list.count);
  if (!r->records)
    return;
  if (r->has_result && !term_equal (r->result, term)
      && term_at (&r->p->terms, term)->kind != TERM_NULL)
    r->is_result_mixed = true;
  if (term_at (&r->p->terms, term)->kind == TERM_NULL)
    return;
  r->has_result = true;
  r->result = term;
}

static void throw (struct flow_run * r)
{
  flow_may_throw (r);
  leave (r, true);
}

static void
check_cast (struct flow_run *r, const struct instruction *at)
{
  assert (at->opcode == OP_CHECKCAST);
  name_id type = constants_class (&r->class->constants, (uint32_t) at->a);
  flow_push (r, term_refined (&r->p->terms, flow_pop (r), type));
}

static void
array_load (struct flow_run *r)
{
  struct lock_program *p = r->p;
  flow_pop (r);
  term_id array = term_core (&p->terms, flow_pop (r));
  const struct term *at = term_at (&p->terms, array);
  name_id type = NAME_NONE;
  const char *text
    = at->type.index == NAME_NONE.index ? "" : universe_text (p->universe, at->type);
  if (text[0] == '[' && text[1] == 'L')
    type = names_intern (&p->universe->names, text + 2, strlen (text) - 3);
  else if (text[0] == '[' && text[1] == '[')
    type = universe_name (p->universe, text + 1);
  flow_push (r, term_make (&p->terms, (struct term){ .kind = TERM_ELEMENT,
                                                     .a = array.index,
                                                     .b = r->instruction,
                                                     .type = type }));
}

static void
array_store (struct flow_run *r)
{
  term_id value = flow_pop (r);
  flow_pop (r);
  flow_put_element (r, flow_pop (r), value);
}

static void
new_array (struct flow_run *r, const struct instruction *at)
{
  assert (at->opcode != OP_NEW);
  uint32_t dimensions = at->opcode == OP_MULTIANEWARRAY ? (uint32_t) at->b : 1;
  for (uint32_t i = 0; i < dimensions; i++)
    flow_pop (r);
  flow_push (r, term_make (&r->p->terms, (struct term){ .kind = TERM_NEW,
                                                        .a = r->instruction,
                                                        .type = NAME_NONE }));
}

static void
switch_instruction (struct flow_run *r, const struct instruction *at)
{
  assert (at->a >= 0 && at->b >= 0);
  flow_pop (r);
  for (int32_t i = 0; i < at->b; i++)
    flow_go (r, r->code->targets[at->a + i]);
}

static bool
is_return (enum opcode opcode)
{
  return opcode >= OP_IRETURN && opcode <= OP_RETURN;
}

/* Instructions after which the path does not simply go on; false: it does. */
static bool
step_elsewhere (struct flow_run *r, const struct instruction *at)
{
  enum opcode opcode = (enum opcode) at->opcode;
  struct terms *terms = &r->p->terms;
  if (is_return (opcode))
    {
      if (opcode == OP_ARETURN)
        {
          term_id result = flow_pop (r);
          flow_lose (r, result);
          note_result (r, result);
        }
      leave (r, false);
    }
  else if (opcode == OP_GOTO)
    flow_go (r, (uint32_t) at->a);
  else if (opcode == OP_JSR)
    {
      flow_push (r, term_of (terms, TERM_ADDRESS, r->instruction + 1, 0));
      flow_go (r, (uint32_t) at->a);
    }
  else if (opcode == OP_RET)
    {
      const struct term *address = term_at (terms, r->locals.at[at->a]);
      if (address->kind == TERM_ADDRESS)
        flow_go (r, address->a);
    }
  else if (opcode == OP_TABLESWITCH || opcode == OP_LOOKUPSWITCH)
    switch_instruction (r, at);
  else if (opcode == OP_ATHROW)
    throw (r);
  else if (opcode_traits (opcode) & OPCODE_JUMPS)
    branch (r, at);
  else
    return false;
  return true;
}

/* The instruction uses a class, perhaps for the first time. */
static void
initialise (struct flow_run *r, const struct instruction *at)
{
  assert (at == &r->code->at[r->instruction]);
  struct lock_program *p = r->p;
  if (!r->records || !p->knows_fields)
    return;
  struct java_member initialiser
    = lock_initialiser (p, p->methods.at[r->method].member, at);
  if (member_is_known (initialiser) && p->initialises[initialiser.class.index])
    flow_call (r, initialiser);
}

static void
note_made (struct flow_run *r, name_id type)
{
  class_id class = universe_find (r->p->universe, type);
  if (class_is_known (class) && class.index < r->p->universe->given)
    r->p->is_made[class.index] = true;
}

void
flow_step (struct flow_run *r)
{
  assert (r->instruction < r->code->count);
  const struct instruction *at = &r->code->at[r->instruction];
  enum opcode opcode = (enum opcode) at->opcode;
  struct terms *terms = &r->p->terms;
  initialise (r, at);
  if (step_elsewhere (r, at))
    return;
  /* Calls look after themselves; a null pointer is nobody's way to give a lock back. */
  if (opcode_traits (opcode) & OPCODE_THROWS
      && (opcode < OP_GETFIELD || opcode > OP_INVOKEINTERFACE))
    flow_may_throw (r);
  switch (at->opcode)
    {
    case OP_NOP: break;
    case OP_ACONST_NULL: flow_push (r, term_of (terms, TERM_NULL, 0, 0)); break;
    case OP_BIPUSH:
    case OP_LDC:
    case OP_LDC2_W: constant (r, at); break;
    case OP_ILOAD:
    case OP_LLOAD:
    case OP_FLOAD:
    case OP_DLOAD:
    case OP_ALOAD: flow_push (r, r->locals.at[at->a]); break;
    case OP_ISTORE:
    case OP_LSTORE:
    case OP_FSTORE:
    case OP_DSTORE:
    case OP_ASTORE: store (r, at->a, flow_pop (r)); break;
    case OP_IINC: store (r, at->a, TERM_NOTHING); break;
    case OP_AALOAD: array_load (r); break;
    case OP_AASTORE: array_store (r); break;
    case OP_POP:
    case OP_POP2:
    case OP_DUP:
    case OP_DUP_X1:
    case OP_DUP_X2:
    case OP_DUP2:
    case OP_DUP2_X1:
    case OP_DUP2_X2:
    case OP_SWAP: stack_instruction (r, opcode); break;
    case OP_GETSTATIC: flow_get_field (r, true); break;
    case OP_GETFIELD: flow_get_field (r, false); break;
    case OP_PUTSTATIC: flow_put_field (r, true); break;
    case OP_PUTFIELD: flow_put_field (r, false); break;
    case OP_INVOKEVIRTUAL:
    case OP_INVOKESPECIAL:
    case OP_INVOKESTATIC:
    case OP_INVOKEINTERFACE: flow_invoke (r); return;
    case OP_INVOKEDYNAMIC: flow_invoke_dynamic (r); break;
    case OP_NEW:
      note_made (r, constants_class (&r->class->constants, (uint32_t) at->a));
      flow_push (
        r, term_make (terms, (struct term){ .kind = TERM_NEW,
                                            .a = r->instruction,
                                            .type = constants_class (&r->class->constants,
                                                                     (uint32_t) at->a),
                                            .is_exact = true }));
      break;
    case OP_NEWARRAY:
    case OP_ANEWARRAY:
    case OP_MULTIANEWARRAY: new_array (r, at); break;
    case OP_CHECKCAST: check_cast (r, at); break;
    case OP_MONITORENTER: flow_acquire (r, flow_pop (r), r->instruction, false); break;
    case OP_MONITOREXIT: flow_release (r, flow_pop (r)); break;
    default: plain_instruction (r, opcode); break;
    }
  flow_continue (r);
}
