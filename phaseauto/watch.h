/* watch.h -- a phase automaton seen through one of its threads.
 *
 * With the fields of a query in place of the parameters, every action of the
 * multi-PDS is classified for the thread: from which states it can be the
 * step, and in which it may not loop.  That, and which steps are another
 * thread's, is all that a process contributes by: two threads of whatever
 * automata and fields that watch the same have the same result (5b), and so a
 * watch has a hash and can be compared.
 */
#ifndef PHASEAUTO_WATCH_H
#define PHASEAUTO_WATCH_H

#include <stdbool.h>
#include <stdint.h>

#include "phaseauto/pa.h"
#include "phaseauto/product.h"

struct watch
{
  uint32_t steps;
  uint64_t foreign;              /* bit x: the step from x is another's */
  uint32_t actions;
  struct slice_class *classes; /* by action */
  bool *matters;                 /* by action: see below */
  uint64_t hash;
};

/* `matters': the action can be a step, or is forbidden over a range that
   starts or ends with another thread's step.  Only critical sections with such
   an action make a lock matter (5i). */

/* AUTOMATON has no `accesses'.  FIELDS[k] stands for parameter k; all are of
   the atomic set SET.  The tables are in ARENA. */
void watch_init (struct watch *watch, const struct pds *pds,
                 const struct pa_automaton *automaton, uint32_t thread,
                 const uint32_t *fields, uint32_t set, struct arena *arena);

/* The same for a process that plays no thread: it only follows the others. */
void watch_init_bystander (struct watch *watch, const struct pds *pds,
                           const struct pa_automaton *automaton,
                           struct arena *arena);

/* A copy with its own tables in ARENA. */
struct watch watch_copy (const struct watch *watch, struct arena *arena);

/* Do they watch the same? */
bool watch_equal (const struct watch *a, const struct watch *b);

#endif
