/* verdict.c -- see verdict.h. */
#include <config.h>

#include "engine/verdict.h"

const char *
verdict_word (enum verdict_kind kind)
{
  static const char *const words[] = { "safe", "violation", "unknown" };
  return words[kind];
}

const char *
verdict_reason_word (enum quota_reason reason)
{
  switch (reason)
    {
    case QUOTA_MEMORY:
      return "memory";
    case QUOTA_TIME:
      return "timeout";
    case QUOTA_INTERRUPTED:
      return "interrupted";
    case QUOTA_BOUND:
      return "bound";
    case QUOTA_NOT_EXHAUSTED:
      break;
    }
  return "internal";
}
