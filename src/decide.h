/* decide.h -- decide the queries of one model.
 *
 * A decider holds what the queries of a model share.  For each query it lists
 * the choices of processes for the automaton's threads that can make the steps
 * at all, and asks an engine about one after the other, in the order of the
 * declarations, until one has a violation.
 *
 * With `witness' a violation comes with an interleaving.  A violation without
 * one is none: then the verdict is unknown, because of a bound (the shortest
 * run is too long to be written down) or because of a bug (`internal').
 *
 * Whatever runs out (memory, time, patience) costs the query at hand, whose
 * verdict is unknown, and nothing else.
 */
#ifndef SRC_DECIDE_H
#define SRC_DECIDE_H

#include <signal.h>
#include <stdbool.h>
#include <stdint.h>

#include "engine.h"
#include "phaseauto/common.h"
#include "query.h"

struct decide_options
{
  enum engine engine;
  uint32_t reductions;
  uint64_t timeout;       /* nanoseconds per query, 0: none */
  uint64_t memory;        /* bytes per query, 0: no limit */
  bool witness;           /* a violation comes with a run, */
  bool best_witness;      /* and that is as short as can be had */
  uint32_t large;         /* see engine.h; 0: default */
  /* By thread and process: may this process play that thread?  A thread past
     `filtered' may be played by all. */
  const bool *const *allowed;
  uint32_t filtered;
  const volatile sig_atomic_t *interrupted; /* or null */
};

/* What all queries about one automaton share. */
struct asked_automaton
{
  const struct pa_automaton *automaton;
  struct pa_factors factors;
  struct watch_role *roles; /* by factor * threads + thread */
};

struct decider
{
  const struct pds *pds;
  const struct decide_options *options;
  struct arena *model_arena;
  struct survey survey;
  struct watch_index index;
  struct units units;     /* made with the first query */
  VEC (struct asked_automaton) automata;
  struct quota quota;     /* of the query at hand */
  struct arena kept;      /* what the engine keeps between queries */
  struct arena scratch;   /* of the query at hand */
  struct arena runs;      /* the run of the last violation */
  struct arena states;    /* of the explicit search at hand */
  struct antichain_engine *antichain; /* or null: not asked yet */
  struct bdd_engine *bdd;             /* or null */
  bool in_buddy;          /* this thread is inside (wpds/buddy.h) */
  struct control *control;       /* of the explicit search; or null */
  struct verdict verdict; /* of the query at hand */
  unsigned tries;         /* at it */
};

/* PDS and OPTIONS are borrowed; what is computed once goes to MODEL_ARENA. */
void decider_init (struct decider *decider, const struct pds *pds,
                   const struct decide_options *options, struct arena *model_arena);
void decider_clear (struct decider *decider);

/* The engine that is asked first; a verdict names the last that was. */
enum engine decide_first_engine (const struct decide_options *options);

struct verdict decide_query (struct decider *decider, const struct query *query);

#endif
