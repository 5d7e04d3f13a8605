/* decide_options.h -- how queries are decided: by which engine, with which
 * reductions, within which limits, and for which processes.
 */
#ifndef QUERY_DECIDE_OPTIONS_H
#define QUERY_DECIDE_OPTIONS_H

#include <signal.h>
#include <stdbool.h>
#include <stdint.h>

struct engine; /* engine/engine.h */

struct decide_options
{
  const struct engine *engine; /* null: `auto', the portfolio chooses */
  uint32_t reductions;    /* a bit for each (phaseauto/reduction.h) */
  uint64_t timeout;       /* nanoseconds per query; 0: none */
  uint64_t memory;        /* bytes per query; 0: no limit */
  bool witness;           /* keep what the search for a witness needs */
  bool best_witness;      /* search for the shortest witness */
  uint32_t large;         /* see engine.h; 0: the default */
  /* By thread and process: may this process play that thread?  A thread past
     `filtered' may be played by all. */
  const bool *const *allowed;
  uint32_t filtered;
  const volatile sig_atomic_t *interrupted; /* or null */
};

#endif
