/* verdict.h -- what was found out about a query. */
#ifndef SRC_VERDICT_H
#define SRC_VERDICT_H

#include <stdint.h>

#include "base/ids.h"
#include "base/quota.h"

enum verdict_kind
{
  VERDICT_SAFE,
  VERDICT_VIOLATION,
  VERDICT_UNKNOWN,
};

/* What it took; what an engine does not count stays zero. */
struct verdict_counts
{
  uint32_t symbols;       /* of all products, the phases not counted */
  uint32_t rules;
  uint32_t locks;         /* the most that were kept */
  uint32_t choices;       /* of processes that were looked at */
  uint32_t roles;         /* computed */
  uint32_t roles_reused;
  uint32_t looks;         /* at the locks in the way, by antichains (5j) */
  uint32_t tuples;        /* of the largest antichain */
  uint64_t work;          /* compositions and comparisons of tuples */
  uint64_t peak_nodes;    /* of BDDs */
  uint64_t operations;
  uint64_t visited;       /* states of the explicit search, repetitions counted */
  uint64_t stored;
};

struct witness; /* witness/witness.h */

struct verdict
{
  enum verdict_kind kind;
  enum quota_reason reason;   /* of unknown */
  const process_id *processes; /* of a violation: one per thread */
  uint32_t factor;            /* which factor of the automaton it matches */
  /* Of a violation that was replayed (witness/judge.h); valid until the next query. */
  const struct witness *witness;
  const char *bug;            /* of unknown: what must never happen; or null */
  const char *engine;
  const char *why;            /* this engine: a word of doc/json.md */
  uint64_t nanoseconds;
  struct verdict_counts counts;
};

/* "violation", "safe", "unknown". */
const char *verdict_word (enum verdict_kind kind);
/* "timeout", "memory" and so on. */
const char *verdict_reason_word (enum quota_reason reason);

#endif
