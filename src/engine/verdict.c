/* verdict.c -- see verdict.h. */
#include <config.h>

#include "engine/verdict.h"

#include <assert.h>
#include <inttypes.h>
#include <string.h>

struct verdict
verdict_of_more (const struct verdict *verdict, uint32_t number)
{
  assert (verdict->kind == VERDICT_VIOLATION && number < verdict->more_count);
  struct verdict other = *verdict;
  other.witness = verdict->more[number].witness;
  other.processes = verdict->more[number].processes;
  other.cast = verdict->more[number].cast;
  other.more = NULL;
  other.more_count = 0;
  return other;
}

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
  static const char *const words[]
    = { [QUOTA_NOT_EXHAUSTED] = "internal", [QUOTA_MEMORY] = "memory",
        [QUOTA_TIME] = "timeout", [QUOTA_INTERRUPTED] = "interrupted",
        [QUOTA_BOUND] = "bound", [QUOTA_PHASES] = "phases", [QUOTA_DATA] = "data",
        [QUOTA_RECURSION] = "recursion" };
  assert (reason < sizeof words / sizeof *words);
  return words[reason];
}

uint64_t
verdict_depth (const struct verdict *verdict)
{
  assert (verdict->kind == VERDICT_UNKNOWN && verdict->engine);
  return strcmp (verdict->engine, "bmc") == 0 ? verdict->counts.depth : 0;
}

void
verdict_print_reason (const struct verdict *verdict, FILE *file)
{
  uint64_t depth = verdict_depth (verdict);
  fputs (verdict_reason_word (verdict->reason), file);
  if (depth)
    fprintf (file, "; depth %" PRIu64, depth);
}

void
verdict_counts_add (struct verdict_counts *counts, const struct verdict_counts *more)
{
  assert (counts != more);
#define COMBINE_SUM(name) counts->name += more->name;
#define COMBINE_MOST(name) \
  counts->name = counts->name < more->name ? more->name : counts->name;
#define COMBINE(name, combine, meaning) COMBINE_##combine (name)
  VERDICT_COUNTS (COMBINE)
#undef COMBINE
#undef COMBINE_MOST
#undef COMBINE_SUM
}
