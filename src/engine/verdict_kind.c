/* verdict_kind.c -- see verdict_kind.h. */
#include <config.h>

#include "engine/verdict_kind.h"

#include <assert.h>

const char *
verdict_word (enum verdict_kind kind)
{
  static const char *const words[] = { "safe", "violation", "unknown" };
  assert (kind <= VERDICT_UNKNOWN);
  return words[kind];
}

const char *
verdict_reason_word (enum quota_reason reason)
{
  static const char *const words[] = { [QUOTA_NOT_EXHAUSTED] = "internal",
                                       [QUOTA_MEMORY] = "memory",
                                       [QUOTA_TIME] = "timeout",
                                       [QUOTA_INTERRUPTED] = "interrupted",
                                       [QUOTA_BOUND] = "bound",
                                       [QUOTA_PHASES] = "phases",
                                       [QUOTA_DATA] = "data",
                                       [QUOTA_RECURSION] = "recursion",
                                       [QUOTA_QUESTION] = "question" };
  assert (reason < sizeof words / sizeof *words);
  return words[reason];
}
