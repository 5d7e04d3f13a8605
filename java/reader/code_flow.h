/* code_flow.h -- what the interpreter wants to know of a method's code before it runs it:
 * where paths meet, and which locals are still read.
 *
 * Both belong to the code, not to a model: they are found once, when a method is
 * interpreted for the first time, and serve all models of a program.
 */
#ifndef JAVA_CODE_FLOW_H
#define JAVA_CODE_FLOW_H

#include "java/reader/bytecode.h"

/* Locals from this number on are taken to be always live. */
#define FLOW_LOCALS 64

struct code_flow
{
  /* By instruction: can the interpreter come here otherwise than from the instruction
     before, or come back to it?  Only there states have to be compared with others. */
  bool *is_state;
  /* By instruction: the locals whose value is read before it is replaced. */
  uint64_t *live;
  uint64_t counted; /* locals that are counted: never booleans */
};

/* The flow of CODE; in a constructor local 0 is what is returned. */
struct code_flow *code_flow (struct arena *arena, const struct java_code *code,
                             bool is_constructor);

/* Can INSTRUCTION be carried out twice in one run of CODE, as far as jumps tell? */
bool code_repeats (const struct java_code *code, uint32_t instruction);

static inline bool
flow_is_live (const struct code_flow *flow, uint32_t instruction, uint32_t local)
{
  return local >= FLOW_LOCALS || flow->live[instruction] >> local & 1;
}

#endif
