/* statistics.c -- see statistics.h. */
#include <config.h>

#include "engine/statistics.h"

#include <assert.h>
#include <string.h>

#include "engine/engine.h"

/* Statistic NUMBER of all engines; null after the last one. */
static const struct statistic *
find (uint32_t number)
{
  for (uint32_t i = 0; i < engine_count; i++)
    {
      if (number < engines[i]->statistic_count)
        return &engines[i]->statistics[number];
      number -= engines[i]->statistic_count;
    }
  return NULL;
}

static void
combine (uint64_t *value, enum statistic_kind kind, uint64_t more)
{
  if (kind == STATISTIC_SUM)
    *value += more;
  else
    statistic_most (value, more);
}

void
statistics_add (struct statistics *sum, const struct statistics *more)
{
  const struct statistic *statistic;
  assert (sum != more);
  sum->choices += more->choices;
  for (uint32_t i = 0; (statistic = find (i)); i++)
    {
      assert (i < STATISTICS_LIMIT);
      combine (&sum->at[i], statistic->kind, more->at[i]);
    }
}

const struct statistic *
statistics_next (uint32_t *number, const struct statistics *statistics, uint64_t *value)
{
  const struct statistic *found = find (*number), *other;
  for (uint32_t i = 0; found && i < *number; i++)
    if (strcmp (find (i)->name, found->name) == 0)
      {
        found = find (++*number);
        i = UINT32_MAX; /* start over with the next name */
      }
  assert (*number < STATISTICS_LIMIT || !found);
  *value = 0;
  for (uint32_t i = *number; found && (other = find (i)); i++)
    if (strcmp (other->name, found->name) == 0)
      {
        assert (other->kind == found->kind);
        combine (value, found->kind, statistics->at[i]);
      }
  ++*number;
  return found;
}
