/* process_filter.h -- which processes a query is about: the names of -P. */
#ifndef QUERY_PROCESS_FILTER_H
#define QUERY_PROCESS_FILTER_H

#include <stdbool.h>
#include <stdint.h>

#include "base/ids.h"

struct process_filter
{
  /* By name of -P and process: is it meant?  In a pattern the first name is for the first
     thread, and so on; threads beyond `filtered' may be played by any process. */
  const bool *const *allowed;
  uint32_t filtered;
};

/* Do COUNT different PROCESSES, of ALL in the model, include one for each of the first
   NAMES names of -P?  For races and deadlocks, where processes have no order. */
bool process_filter_include (const struct process_filter *filter, uint32_t names,
                             const process_id *processes, uint32_t count, uint32_t all);

/* Does -P ask about these COUNT processes of a race or circle?  Always if FILTER is
   null. */
bool process_filter_mean (const struct process_filter *filter,
                          const process_id *processes, uint32_t count, uint32_t all);

#endif
