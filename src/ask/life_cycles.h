/* life_cycles.h -- which process starts which, and which waits for whose end.
 *
 * Facts about a model, computed from the survey: which bodies have a start or a join of
 * which processes, and which of these starts could happen twice.  Scripts
 * (life_scripts.h) are made from them.  Without starts and joins there is no cost.
 */
#ifndef ASK_LIFE_CYCLES_H
#define ASK_LIFE_CYCLES_H

#include <stdbool.h>
#include <stdint.h>

#include "wpds/survey.h"

/* A start or a join in a body. */
struct life_order
{
  body_id body;
  uint32_t action;
  bool starts; /* or joins */
  idset processes;
  bool repeats;   /* a process with this body may come to it twice */
  bool locked;    /* a process with this body may come to it with a lock held */
  uint64_t after; /* the orders, a bit for each of the first LIFE_ORDERS_KNOWN, that a
                     process with this body has passed when it comes here */
};

#define LIFE_ORDERS_KNOWN 64

/* The orders of one body: BEGIN to END - 1. */
struct life_range
{
  uint32_t begin, end;
};

struct life_cycles
{
  const struct pds *pds;
  VEC (struct life_order)
  orders;                     /* by body, then by action; none: no life cycles */
  uint64_t *ends_after;       /* by body: the orders that a process passed when it ends */
  struct life_range *of_body; /* by body; null: there are none */
  uint32_t *named; /* by process: equal iff the same orders name them; or null */
};

/* SURVEY must have reached all bodies.  Everything goes to ARENA. */
void life_cycles_init (struct life_cycles *cycles, struct survey *survey,
                       struct arena *arena);

/* The orders that process P has. */
struct life_range life_cycles_of (const struct life_cycles *cycles, process_id p);

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
