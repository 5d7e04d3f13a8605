/* driven.c -- see driven.h. */
#include <config.h>

#include "witness/driven.h"

#include <assert.h>

const char *
execution_word (enum execution_grade grade)
{
  static const char *const words[] = { [EXECUTION_NOT_SEEN] = "not executed",
                                       [EXECUTION_SEEN] = "executed",
                                       [EXECUTION_HARMFUL] = "harmful" };
  assert (grade < sizeof words / sizeof *words);
  return words[grade];
}
