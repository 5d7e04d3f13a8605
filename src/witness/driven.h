/* driven.h -- what was seen when a violation was driven on a real machine.
 *
 * The texts are borrowed.
 */
#ifndef WITNESS_DRIVEN_H
#define WITNESS_DRIVEN_H

#include <stdint.h>

enum execution_grade
{
  EXECUTION_NOT_SEEN, /* it was not seen to happen, or not driven, which proves nothing */
  EXECUTION_SEEN,     /* it happened, with no effect that a serial order lacks */
  EXECUTION_HARMFUL,  /* it happened, and no serial order has this effect */
};

struct execution
{
  enum execution_grade grade;
  const char *text;      /* what differed, or why it was not executed; "" */
  const char *arguments; /* how the object was made and what was called; "" */
  const char *machine;   /* its version; "" */
  uint32_t tries;
  uint64_t ns;
};

/* "harmful", "executed", "not executed". */
const char *execution_word (enum execution_grade grade);

#endif
