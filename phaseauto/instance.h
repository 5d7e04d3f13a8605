/* instance.h -- an automaton over the fields of a model.
 *
 * An instance says of every action of every thread what it may be: a loop, the step to
 * the next state, either, or neither.  Steps and clauses are read as they stand, action
 * by action: this is the definition, which the replayer, the explicit engine and the
 * referee use.  The weighted engines work on roles (role.h), which a test compares with
 * it.
 *
 * Everything is borrowed.
 */
#ifndef PHASEAUTO_INSTANCE_H
#define PHASEAUTO_INSTANCE_H

#include "phaseauto/phase_automaton.h"
#include "wpds/pds.h"

struct pa_instance
{
  const struct pa_automaton *automaton;
  const field_id *fields;      /* by parameter: different fields of one set */
  set_id set;                  /* the atomic set of the fields, if there are any */
  const struct idsets *idsets; /* of the actions */
};

/* What an action may be.  If both, the automaton guesses.  Steps that happen together at
   the end are not in here, but in pa_instance_poised. */
struct pa_moves
{
  bool loop, step;
};

/* The "thread" of a process that plays none. */
#define PA_BYSTANDER THREAD_NONE

/* What may ACTION of THREAD be when STATE steps are done? */
struct pa_moves pa_instance_moves (const struct pa_instance *instance, uint32_t state,
                                   thread_id thread,
                                   const struct pds_action_info *action);

/* When all phases but the last are done: is ACTION, which THREAD can do next with the
   locks HELD, its step among those that happen together?  (A step that awaits a lock is,
   although it cannot be made.) */
bool pa_instance_poised (const struct pa_instance *instance, thread_id thread,
                         const struct pds_action_info *action, idset held);

/* Has THREAD a step among those that happen together? */
bool pa_instance_meets (const struct pa_instance *instance, thread_id thread);

/* Does CLAUSE, of an ordering kind, forbid ACTION? */
bool pa_clause_forbids (const struct pa_clause *clause,
                        const struct pds_action_info *action,
                        const struct idsets *idsets);

#endif
