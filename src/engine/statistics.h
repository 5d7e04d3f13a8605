/* statistics.h -- what it took to decide a query: names and values.
 *
 * Each engine has a table of what it counts (engine.h), and one number for each entry and
 * query; those of all engines stand one after the other, in the order of engines.def.  To
 * others, entries of one name are one statistic, whose value combines those of all
 * engines: so in records, whose members have these names (doc/json.md).
 */
#ifndef ENGINE_STATISTICS_H
#define ENGINE_STATISTICS_H

#include <stdbool.h>
#include <stdint.h>

/* How numbers of two queries, or of two engines, are combined. */
enum statistic_kind
{
  STATISTIC_SUM,
  STATISTIC_MOST,
};

struct statistic
{
  const char *name;
  enum statistic_kind kind;
  const char *text; /* for people, in front of it a number: "states visited" */
  bool reached;     /* tells how far a search came before its answer was "unknown" */
};

/* The most entries of all engines together. */
#define STATISTICS_LIMIT 40

struct statistics
{
  uint64_t choices; /* choices of processes that were considered */
  uint64_t at[STATISTICS_LIMIT];
};

/* Combine MORE into SUM. */
void statistics_add (struct statistics *sum, const struct statistics *more);

/* Iterate over the names, each once, from *NUMBER = 0 on; null after the last one.
 *VALUE: its value in STATISTICS. */
const struct statistic *
statistics_next (uint32_t *number, const struct statistics *statistics, uint64_t *value);

/* *NUMBER becomes the maximum of itself and OTHER. */
static inline void
statistic_most (uint64_t *number, uint64_t other)
{
  *number = *number < other ? other : *number;
}

#endif
