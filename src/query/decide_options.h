/* decide_options.h -- how queries are decided: by which engine, with which
 * reductions, within which limits, and for which processes.
 */
#ifndef QUERY_DECIDE_OPTIONS_H
#define QUERY_DECIDE_OPTIONS_H

#include <signal.h>
#include <stdbool.h>
#include <stdint.h>

#include "base/ids.h"

struct engine; /* engine/engine.h */
struct dimacs; /* engine/sat/dimacs.h */

struct decide_options
{
  const struct engine *engine; /* null: `auto', the portfolio chooses */
  uint32_t reductions;    /* a bit for each (phaseauto/reduction.h) */
  uint64_t timeout;       /* nanoseconds per query; 0: none */
  uint64_t memory;        /* bytes per query; 0: no limit */
  bool witness;           /* keep what the search for a witness needs */
  bool best_witness;      /* search for the shortest witness */
  bool ignores_data;      /* decide the model without its data, if it has any */
  uint64_t data_budget;   /* states that `auto' may visit and store for one question about
                             a model with data; 0: the default */
  uint32_t depth;         /* the greatest depth of the bounded search; 0: none */
  bool all_races;         /* of a field that has races: one for each pair of statements */
  struct dimacs *dimacs;  /* bmc keeps its last question to the solver; or null */
  uint32_t large;         /* see engine.h; 0: the default */
  /* By name of -P and process: is it meant?  In a pattern the first name is that of the
     first thread, and so on; a thread past `filtered' may be played by all. */
  const bool *const *allowed;
  uint32_t filtered;
  const volatile sig_atomic_t *interrupted; /* or null */
};

/* Do COUNT different PROCESSES, of ALL in the model, include one for each of the first
   NAMES names of -P?  So in races and deadlocks, where no process comes first. */
bool decide_options_include (const struct decide_options *options, uint32_t names,
                             const process_id *processes, uint32_t count, uint32_t all);

/* Are these COUNT processes, of a race or a circle, what -P asks about?  Null: whoever. */
bool decide_options_mean (const struct decide_options *options,
                          const process_id *processes, uint32_t count, uint32_t all);

#endif
