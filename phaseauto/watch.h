/* watch.h -- a role over the actions of a model: what a thread watches.
 *
 * With the fields of a query in place of the parameters, every action of the
 * multi-PDS is classified for the thread: from which states it can be the
 * step, and in which states it may not loop.  A process contributes to a query
 * only through that and through which steps are foreign.  Two threads that
 * watch the same have the same result, whatever their automata and fields
 * (5b); so watches have a hash and can be compared.
 */
#ifndef PHASEAUTO_WATCH_H
#define PHASEAUTO_WATCH_H

#include <stdbool.h>
#include <stdint.h>

#include "phaseauto/role.h"
#include "phaseauto/slice.h"

/* An action that the thread watches: a step in some state, or forbidden in some. */
struct watch_entry
{
  uint32_t action;
  /* The action can be a step, or is forbidden in a state where the role is tied.
     Only critical sections with such an action make a lock matter (5i). */
  bool matters;
  struct slice_class class;
};

struct watch
{
  uint32_t steps;
  uint64_t foreign; /* bit x: the step from x is another thread's */
  bool held_back;   /* something is forbidden from the beginning: the
                       thread may have to wait for others before its
                       first own step */
  lock_id holding;  /* of a last step that awaits a lock: what the
                       thread holds there; or LOCK_NONE */
  uint32_t count;
  const struct watch_entry *entries; /* by action; all others are not watched */
  uint64_t hash;
};

/* The actions of a multi-PDS by what an automaton can name: made once, so that
   a watch costs what it watches. */
struct watch_index
{
  const struct pds *pds;
  uint32_t *first;   /* by field, then by atomic set, then by lock, then that of life
                        cycles, and the end: into actions */
  uint32_t *actions; /* accesses of each field, then boundaries of each set's units,
                        then acquisitions of each lock, then starts, joins and so on */
};

void watch_index_init (struct watch_index *index, const struct pds *pds,
                       struct arena *arena);

/* Set WATCH to what ROLE, of an automaton without `accesses', watches.  FIELDS[k] stands
   for parameter k; all are of the atomic set SET.  The entries are in ARENA. */
void watch_init (struct watch *watch, const struct watch_index *index,
                 const struct pa_role *role, const field_id *fields, set_id set,
                 struct arena *arena);

/* Likewise for a process that plays no thread: it only follows the others. */
void watch_init_bystander (struct watch *watch, uint32_t steps);

/* Replace the entries by ENTRIES, which are borrowed and in the order of actions. */
void watch_set_entries (struct watch *watch, const struct watch_entry *entries,
                        uint32_t count);

/* The entry of ACTION, or null if it is not watched. */
const struct watch_entry *watch_find (const struct watch *watch, uint32_t action);

/* The classes of all ACTIONS actions of the model, for slice.h. */
struct slice_class *watch_classes (const struct watch *watch, uint32_t actions,
                                   struct arena *arena);

/* A copy with its own entries in ARENA. */
struct watch watch_copy (const struct watch *watch, struct arena *arena);

/* Do A and B watch the same? */
bool watch_equal (const struct watch *a, const struct watch *b);

#endif
