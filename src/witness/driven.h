/* driven.h -- what was observed when a violation was driven on a real machine.
 *
 * The texts are borrowed.
 */
#ifndef WITNESS_DRIVEN_H
#define WITNESS_DRIVEN_H

#include <stdint.h>

enum execution_grade
{
  EXECUTION_NOT_SEEN, /* not seen to happen, or not driven: that proves nothing */
  EXECUTION_SEEN,     /* it happened; serial orders have its effects, too */
  EXECUTION_HARMFUL,  /* it happened, and no serial order has its effect */
};

struct execution
{
  enum execution_grade grade;
  const char *text;      /* what differed, or why it was not driven; or "" */
  const char *arguments; /* how the object was created and what was called; or "" */
  const char *machine;   /* the version of the machine; or "" */
  uint32_t tries;
  uint64_t ns;
};

/* "harmful", "executed", "not executed". */
const char *execution_word (enum execution_grade grade);

#endif
