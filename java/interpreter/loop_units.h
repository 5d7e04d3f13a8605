/* loop_units.h -- units of a program (--main): what a thread runs is a unit, or, if it
 * has loops, what the thread does each time round.
 *
 *     public void run () { while (more ()) { if (!box.empty ()) box.take (); } }
 *
 * Each outermost loop of such a method is a range of its instructions.  A unit begins at
 * the instruction by which control enters the range, ends when control comes there again,
 * where the next one begins, and ends when control leaves the range.
 */
#ifndef JAVA_LOOP_UNITS_H
#define JAVA_LOOP_UNITS_H

#include "base/arena.h"
#include "java/reader/bytecode.h"

struct unit_loop
{
  uint32_t begin, end; /* instructions BEGIN to END */
  uint32_t entry;
};

struct unit_loops
{
  struct unit_loop *at;
  uint32_t count;
};

/* The outermost loops of CODE. */
const struct unit_loops *unit_loops (struct arena *arena, const struct java_code *code);
/* The loop that INSTRUCTION is in, or null.  LOOPS may be null: none are units. */
const struct unit_loop *unit_loop_at (const struct unit_loops *loops,
                                      uint32_t instruction);

#endif
