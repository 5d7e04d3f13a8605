/* code_flow.c -- joins and live locals of a method's code.
 *
 * A local is live where some path reads it before it is written.  What a dead local holds
 * makes no difference to anything, so the interpreter forgets it: two paths that differ
 * in dead locals only are one state.  Liveness is the textbook's backward analysis, as a
 * set of bits for each instruction; most methods need two rounds.  For iinc, the old
 * value is of no interest: what is counted is never known.
 */
#include <config.h>

#include "java/reader/code_flow.h"

#include <assert.h>

/* Rounds of the analysis and handlers that it can tell apart; beyond them all locals are
   live. */
#define ROUNDS_MOST 32
#define HANDLERS_MOST 64

#define ALL_LIVE UINT64_MAX

static uint64_t
bit (int32_t local)
{
  assert (local >= 0);
  return local < FLOW_LOCALS ? UINT64_C (1) << local : 0;
}

static bool
is_switch (const struct instruction *at)
{
  return at->opcode == OP_TABLESWITCH || at->opcode == OP_LOOKUPSWITCH;
}

/* What a call returns becomes known later: it is interpreted again. */
static bool
is_call (const struct instruction *at)
{
  return at->opcode >= OP_INVOKEVIRTUAL && at->opcode <= OP_INVOKEDYNAMIC;
}

static void
find_states (const struct java_code *code, bool *is_state)
{
  assert (code->count > 0);
  is_state[0] = true;
  for (uint32_t i = 0; i < code->count; i++)
    {
      const struct instruction *at = &code->at[i];
      if (is_call (at))
        is_state[i] = true;
      if (!(opcode_traits ((enum opcode) at->opcode) & OPCODE_JUMPS) || is_switch (at))
        continue;
      is_state[at->a] = true;
      if (at->opcode == OP_JSR && i + 1 < code->count)
        is_state[i + 1] = true;
    }
  for (uint32_t i = 0; i < code->target_count; i++)
    is_state[code->targets[i]] = true;
  for (uint32_t i = 0; i < code->handler_count; i++)
    is_state[code->handlers[i].target] = true;
}

static uint64_t
counted_locals (const struct java_code *code)
{
  uint64_t counted = 0;
  for (uint32_t i = 0; i < code->count; i++)
    if (code->at[i].opcode == OP_IINC)
      counted |= bit (code->at[i].a);
  return counted;
}

/* ---- Liveness. ---- */

struct liveness
{
  const struct java_code *code;
  uint64_t *live;
  uint64_t *handlers; /* by instruction: the handlers that cover it */
};

/* Before instruction NUMBER, if AFTER is live behind it. */
static uint64_t
before (const struct instruction *at, uint64_t after)
{
  switch (at->opcode)
    {
    case OP_ILOAD:
    case OP_LLOAD:
    case OP_FLOAD:
    case OP_DLOAD:
    case OP_ALOAD: return after | bit (at->a);
    case OP_ISTORE:
    case OP_FSTORE:
    case OP_ASTORE:
    case OP_IINC: return after & ~bit (at->a);
    case OP_LSTORE:
    case OP_DSTORE: return after & ~bit (at->a) & ~bit (at->a + 1);
    default: return after;
    }
}

static uint64_t
live_at (const struct liveness *l, uint32_t number)
{
  const struct instruction *at = &l->code->at[number];
  unsigned traits = opcode_traits ((enum opcode) at->opcode);
  uint64_t after = 0;
  if (!(traits & OPCODE_ENDS) && number + 1 < l->code->count)
    after = l->live[number + 1];
  if (is_switch (at))
    for (int32_t i = 0; i < at->b; i++)
      after |= l->live[l->code->targets[at->a + i]];
  else if (traits & OPCODE_JUMPS)
    after |= l->live[at->a];
  uint64_t live = before (at, after);
  for (uint64_t left = l->handlers[number]; left; left &= left - 1)
    live |= l->live[l->code->handlers[__builtin_ctzll (left)].target];
  return live;
}

static bool
has_subroutines (const struct java_code *code)
{
  for (uint32_t i = 0; i < code->count; i++)
    if (code->at[i].opcode == OP_JSR || code->at[i].opcode == OP_RET)
      return true;
  return false;
}

/* False: the code is not of the kind that this is made for. */
static bool
find_live (struct arena *arena, const struct java_code *code, uint64_t *live)
{
  if (code->handler_count > HANDLERS_MOST || has_subroutines (code))
    return false;
  struct liveness l = { .code = code, .live = live };
  l.handlers = arena_calloc (arena, code->count, sizeof *l.handlers);
  for (uint32_t i = 0; i < code->handler_count; i++)
    for (uint32_t n = code->handlers[i].begin; n < code->handlers[i].end; n++)
      l.handlers[n] |= UINT64_C (1) << i;
  for (uint32_t round = 0; round < ROUNDS_MOST; round++)
    {
      bool changed = false;
      for (uint32_t i = code->count; i-- > 0;)
        {
          uint64_t now = live_at (&l, i);
          assert ((now & live[i]) == live[i]);
          changed = changed || now != live[i];
          live[i] = now;
        }
      if (!changed)
        return true;
    }
  return false;
}

struct code_flow *
code_flow (struct arena *arena, const struct java_code *code, bool is_constructor)
{
  assert (code->count > 0);
  struct code_flow *flow = arena_alloc (arena, sizeof *flow);
  flow->is_state = arena_calloc (arena, code->count, sizeof *flow->is_state);
  flow->live = arena_calloc (arena, code->count, sizeof *flow->live);
  flow->counted = counted_locals (code);
  find_states (code, flow->is_state);
  bool found = find_live (arena, code, flow->live);
  for (uint32_t i = 0; i < code->count; i++)
    flow->live[i] = !found           ? ALL_LIVE
                    : is_constructor ? flow->live[i] | 1
                                     : flow->live[i];
  return flow;
}

bool
code_repeats (const struct java_code *code, uint32_t instruction)
{
  assert (instruction < code->count);
  for (uint32_t i = 0; i < code->count; i++)
    {
      const struct instruction *at = &code->at[i];
      if (at->opcode == OP_RET)
        return true;
      if (i < instruction || !(opcode_traits ((enum opcode) at->opcode) & OPCODE_JUMPS))
        continue;
      if (!is_switch (at) && (uint32_t) at->a <= instruction)
        return true;
      for (int32_t k = 0; is_switch (at) && k < at->b; k++)
        if (code->targets[at->a + k] <= instruction)
          return true;
    }
  for (uint32_t i = 0; i < code->handler_count; i++)
    if (code->handlers[i].end > instruction && code->handlers[i].target <= instruction)
      return true;
  return false;
}
