/* groundwork.h -- what all queries of a model share, whatever the engine.
 *
 * Made once, so that the cost of a query depends on what it asks about and not on
 * the size of the model.
 */
#ifndef ASK_GROUNDWORK_H
#define ASK_GROUNDWORK_H

#include "ask/life_cycles.h"
#include "phaseauto/units.h"
#include "phaseauto/watch.h"
#include "wpds/survey.h"

/* What queries about one automaton have in common. */
struct factored_automaton
{
  const struct pa_automaton *automaton;
  struct pa_factors factors; /* the automata it stands for: reads and writes only */
  struct pa_role *roles;     /* by factor * threads + thread */
};

struct groundwork
{
  const struct pds *pds;
  struct arena *arena;
  struct survey survey;
  struct watch_index index;
  struct life_cycles life_cycles;
  struct units units; /* computed when first needed */
  VEC (struct factored_automaton) automata;
};

/* PDS is borrowed; everything goes to ARENA. */
void groundwork_init (struct groundwork *groundwork, const struct pds *pds,
                      struct arena *arena);

/* AUTOMATON with its factors; valid until another automaton is asked for. */
const struct factored_automaton *
groundwork_automaton (struct groundwork *groundwork,
                      const struct pa_automaton *automaton);

/* Compute the units, unless that was done.  SCRATCH may be cleared afterwards; its quota
   may unwind the work. */
void groundwork_need_units (struct groundwork *groundwork, struct arena *scratch);

#endif
