/* loop_units.c -- the outermost loops of a method, from its jumps: see loop_units.h.
 *
 * Compilers lay out a loop in one piece, so that it is what lies between a jump back and
 * its target; ranges that overlap are one.  javac enters a loop at its first
 * instruction, others jump to the condition at its end.
 */
#include <config.h>

#include "java/interpreter/loop_units.h"

#include <assert.h>

static bool
falls_through (const struct instruction *at)
{
  switch ((unsigned) at->opcode)
    {
    case OP_GOTO:
    case OP_ATHROW:
    case OP_RETURN:
    case OP_IRETURN:
    case OP_LRETURN:
    case OP_FRETURN:
    case OP_DRETURN:
    case OP_ARETURN:
    case OP_TABLESWITCH:
    case OP_LOOKUPSWITCH: return false;
    default: return true;
    }
}

static bool
is_jump (const struct instruction *at)
{
  return opcode_traits ((enum opcode) at->opcode) & OPCODE_JUMPS
         && at->opcode != OP_TABLESWITCH && at->opcode != OP_LOOKUPSWITCH;
}

/* Add the range FIRST to LAST to LOOPS; with it, those that overlap become one. */
static void
add_range (struct unit_loops *loops, uint32_t first, uint32_t last)
{
  assert (first <= last);
  uint32_t kept = 0;
  for (uint32_t i = 0; i < loops->count; i++)
    {
      struct unit_loop at = loops->at[i];
      if (at.end < first || last < at.begin)
        {
          loops->at[kept++] = at;
          continue;
        }
      first = at.begin < first ? at.begin : first;
      last = at.end > last ? at.end : last;
    }
  loops->at[kept++] = (struct unit_loop){ .begin = first, .end = last };
  loops->count = kept;
}

/* Control comes from outside of LOOP to INSTRUCTION. */
static void
see_entry (struct unit_loop *loop, uint32_t instruction)
{
  if (instruction >= loop->begin && instruction <= loop->end && instruction < loop->entry)
    loop->entry = instruction;
}

static void
find_entry (const struct java_code *code, struct unit_loop *loop)
{
  assert (loop->begin <= loop->end && loop->end < code->count);
  loop->entry = UINT32_MAX;
  if (loop->begin == 0 || falls_through (&code->at[loop->begin - 1]))
    loop->entry = loop->begin;
  for (uint32_t i = 0; i < code->count; i++)
    if ((i < loop->begin || i > loop->end) && is_jump (&code->at[i]))
      see_entry (loop, (uint32_t) code->at[i].a);
  for (uint32_t i = 0; i < code->target_count; i++)
    see_entry (loop, code->targets[i]);
  if (loop->entry == UINT32_MAX)
    loop->entry = loop->begin;
  assert (loop->entry <= loop->end);
}

const struct unit_loops *
unit_loops (struct arena *arena, const struct java_code *code)
{
  assert (code->count > 0);
  struct unit_loops *loops = arena_calloc (arena, 1, sizeof *loops);
  loops->at = arena_calloc (arena, code->count, sizeof *loops->at);
  for (uint32_t i = 0; i < code->count; i++)
    if (is_jump (&code->at[i]) && (uint32_t) code->at[i].a <= i)
      add_range (loops, (uint32_t) code->at[i].a, i);
  for (uint32_t i = 0; i < loops->count; i++)
    find_entry (code, &loops->at[i]);
  return loops;
}

const struct unit_loop *
unit_loop_at (const struct unit_loops *loops, uint32_t instruction)
{
  for (uint32_t i = 0; loops && i < loops->count; i++)
    if (loops->at[i].begin <= instruction && instruction <= loops->at[i].end)
      return &loops->at[i];
  return NULL;
}
