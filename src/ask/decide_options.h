/* decide_options.h -- how queries are decided: by which engine, with which
   reductions, within which limits, and for which processes. */
#ifndef ASK_DECIDE_OPTIONS_H
#define ASK_DECIDE_OPTIONS_H

#include <signal.h>

#include "engine/engine.h"

struct decide_options
{
  const struct engine *engine; /* null: `auto', the portfolio chooses */
  uint32_t reductions;         /* a bit for each (phaseauto/reduction.h) */
  uint64_t timeout;            /* nanoseconds per query; 0: none */
  uint64_t memory;             /* bytes per query; 0: no limit */
  bool witness;                /* keep what the search for a witness needs */
  bool best_witness;           /* search for the shortest witness */
  bool ignores_data;           /* decide the model without its data, if it has any */
  uint64_t data_budget; /* how many states `auto' may visit and store for one question
                           about a model with data; 0: the default */
  uint64_t settings[ENGINE_OPTIONS_LIMIT]; /* options of engines, by number */
  struct engine_output
    *output;      /* where an engine stores what an option asks for; or null */
  uint32_t large; /* see engine.h; 0: the default */
  struct process_filter only;
  const volatile sig_atomic_t *interrupted; /* or null */
};

/* Do the answers of OPTIONS list violations? */
bool decide_options_list (const struct decide_options *options);

#endif
