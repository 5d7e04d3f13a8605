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

#include "phaseauto/product.h"
#include "phaseauto/role.h"

/* An action that the thread watches: a step somewhere, or forbidden. */
struct watch_entry
{
  uint32_t action;
  bool matters;            /* see below */
  struct slice_class class;
};

/* `matters': the action can be a step, or is forbidden over a range that
   starts or ends with another thread's step.  Only critical sections with such
   an action make a lock matter (5i). */

struct watch
{
  uint32_t steps;
  uint64_t foreign;                  /* bit x: the step from x is another's */
  uint32_t count;
  const struct watch_entry *entries; /* by action; all others are not watched */
  uint64_t hash;
};

/* The actions of a multi-PDS by what an automaton can name: made once, so that
   a watch costs what it watches. */
struct watch_index
{
  const struct pds *pds;
  uint32_t *first_access;   /* by field, and the end: into actions */
  uint32_t *first_boundary; /* by atomic set, and the end: into actions */
  uint32_t *actions;        /* each list in order */
};

void watch_index_init (struct watch_index *index, const struct pds *pds,
                       struct arena *arena);

/* A thread of an automaton without `accesses': what does not depend on the
   fields. */
struct watch_role
{
  struct pa_role role;
  uint64_t tied; /* states in which a clause is bounded by another's step */
};

void watch_role_init (struct watch_role *role, const struct pa_automaton *automaton,
                      thread_id thread, struct arena *arena);

/* FIELDS[k] stands for parameter k of the automaton; all are of the atomic set
   SET.  The entries are in ARENA. */
void watch_init (struct watch *watch, const struct watch_index *index,
                 const struct watch_role *role, const field_id *fields, set_id set,
                 struct arena *arena);

/* The same for a process that plays no thread: it only follows the others. */
void watch_init_bystander (struct watch *watch, uint32_t steps);

/* Replace the entries, which stay borrowed, by others, in order. */
void watch_set_entries (struct watch *watch, const struct watch_entry *entries,
                        uint32_t count);

/* What is watched of ACTION, or null. */
const struct watch_entry *watch_find (const struct watch *watch, uint32_t action);

/* The classes of ACTIONS actions, as slice.h wants them. */
struct slice_class *watch_classes (const struct watch *watch, uint32_t actions,
                                   struct arena *arena);

/* A copy with its own entries in ARENA. */
struct watch watch_copy (const struct watch *watch, struct arena *arena);

/* Do they watch the same? */
bool watch_equal (const struct watch *a, const struct watch *b);

#endif
