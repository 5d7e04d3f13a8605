/* instance.h -- an automaton over the fields of a model.
 *
 * Says for every action of every thread what it may be: a loop, the step to
 * the next state, either, or neither.  Steps and clauses are read as they
 * stand, action by action: this is the definition, which the replayer, the
 * explicit engine and the referee use.  The weighted engines work on roles
 * (role.h), which a test compares with it.
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
  set_id set;                  /* the atomic set of the fields */
  const struct idsets *idsets; /* of the actions */
};

/* What an action may be.  If both, the automaton guesses. */
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

#endif
