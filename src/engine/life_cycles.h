/* life_cycles.h -- who starts whom, and who waits for whose end.
 *
 * Facts about a model, read off the survey: which bodies have a start or a join of
 * which processes, and which of these starts could happen twice.  Scripts
 * (life_scripts.h) are made from them.  Costs nothing if the model has no starts and no
 * joins.
 */
#ifndef ENGINE_LIFE_CYCLES_H
#define ENGINE_LIFE_CYCLES_H

#include <stdbool.h>
#include <stdint.h>

#include "wpds/survey.h"

/* A start or a join in a body. */
struct life_order
{
  body_id body;
  uint32_t action;
  bool starts;     /* or joins */
  idset processes;
  bool repeats;    /* a process with this body may come to it twice */
  bool locked;     /* a process with this body may come to it with a lock held */
};

struct life_cycles
{
  const struct pds *pds;
  VEC (struct life_order) orders; /* by body, then by action; none: no life cycles */
};

/* SURVEY has reached all bodies.  Everything goes to ARENA. */
void life_cycles_init (struct life_cycles *cycles, struct survey *survey,
                       struct arena *arena);

/* May process BY start, or join, process WHOM? */
bool life_cycles_may_start (const struct life_cycles *cycles, process_id by,
                            process_id whom);
bool life_cycles_may_join (const struct life_cycles *cycles, process_id by,
                           process_id whom);

/* May BY join WHOM, or start PROCESSES, with a lock held? */
bool life_cycles_may_join_locked (const struct life_cycles *cycles, process_id by,
                                  process_id whom);
bool life_cycles_may_start_locked (const struct life_cycles *cycles, process_id by,
                                   idset processes);

/* Has process P a start or a join, or is it started or joined by anyone? */
bool life_cycles_concern (const struct life_cycles *cycles, process_id p);

/* Are P and Q, which have one body, started and joined by the same statements? */
bool life_cycles_alike (const struct life_cycles *cycles, process_id p, process_id q);

#endif
