/* verdict_kind.h -- the three verdicts, and why one is unknown. */
#ifndef ENGINE_VERDICT_KIND_H
#define ENGINE_VERDICT_KIND_H

#include "base/quota.h"

enum verdict_kind
{
  VERDICT_SAFE,
  VERDICT_VIOLATION,
  VERDICT_UNKNOWN,
};

/* "violation", "safe", "unknown". */
const char *verdict_word (enum verdict_kind kind);
/* "timeout", "memory" and so on. */
const char *verdict_reason_word (enum quota_reason reason);

#endif
