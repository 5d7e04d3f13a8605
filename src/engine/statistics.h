/* statistics.h -- what it took to decide a query: names and values.
 *
 * Each engine has a table of what it counts (engine.h), and numbers of its own for each
 * query, in the order of that table; those of all engines stand one after the other, in
 * the order of the table of engines.  For others a name counts once, and its value is
 * that of all engines together: so in records, whose members these names are
 * (doc/json.md).
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
  const char *text; /* for people, after a number: "states visited" */
  bool reached;     /* how far a search had come when its answer was unknown */
};

/* No table of engines counts more. */
#define STATISTICS_LIMIT 40

struct statistics
{
  uint64_t choices; /* of processes that were considered */
  uint64_t at[STATISTICS_LIMIT];
};

/* Combine MORE into SUM. */
void statistics_add (struct statistics *sum, const struct statistics *more);

/* The names, each once, from *NUMBER 0 on: null after the last one.  *VALUE: in
 * STATISTICS. */
const struct statistic *
statistics_next (uint32_t *number, const struct statistics *statistics, uint64_t *value);

/* NUMBER is the most of itself and OTHER. */
static inline void
statistic_most (uint64_t *number, uint64_t other)
{
  *number = *number < other ? other : *number;
}

#endif
