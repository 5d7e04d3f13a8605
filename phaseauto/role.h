/* role.h -- what an automaton's thread asks of the process that plays it.
 *
 * A process interacts with the others through locks and the state of the
 * automaton alone.  What it contributes to a query therefore depends only on
 * its role: which steps are its own and which are foreign, and what is
 * forbidden to it in each state (theory.md, section 2).
 *
 *     strict 12, thread v    R_u(l1) W_v(l2) W_v(l1) R_u(l2)
 *     own steps              2: writes l2 in unit     3: writes l1 in unit
 *     keeps its unit         in state 2
 *
 * A role does not know the fields of a query yet; watch.h puts them in.
 *
 * Everything lives in the arena given to pa_role_init.
 */
#ifndef PHASEAUTO_ROLE_H
#define PHASEAUTO_ROLE_H

#include "phaseauto/instance.h"

struct pa_role_step
{
  bool own; /* if not, another thread's, and the rest is zero */
  enum pa_kind kind;
  parameter_id parameter; /* of an access */
  bool in_unit;           /* the step says so, or it follows from the steps before */
  lock_id lock, holding;  /* of PA_AWAITS */
  idset processes;        /* of PA_STARTS */
};

/* What may be forbidden about a field. */
enum
{
  PA_NO_READ = 1,
  PA_NO_WRITE = 2,
};

struct pa_role
{
  uint32_t step_count;              /* those that happen together count as one */
  uint32_t parameter_count;         /* of the automaton */
  const struct pa_role_step *steps; /* step i leads from state i to i + 1 */
  const bool *keeps_unit;           /* by state: the thread may not end its unit */
  const uint8_t *forbidden;         /* by state and parameter: PA_NO_... */
  uint64_t parameters;              /* mask: those that own steps or clauses name */
  const struct pa_clause **orders;  /* the clauses that order life cycles */
  uint32_t order_count;
  uint64_t tied; /* mask of states: a clause is in force that starts
                    or ends with a step of another thread */
};

void pa_role_init (struct pa_role *role, const struct pa_automaton *automaton,
                   thread_id thread, struct arena *arena);

/* PA_NO_READ and PA_NO_WRITE for PARAMETER in STATE. */
unsigned pa_role_forbidden (const struct pa_role *role, uint32_t state,
                            parameter_id parameter);

/* The states, as a mask, in which the clauses about life cycles forbid ACTION. */
uint64_t pa_role_held_back (const struct pa_role *role, const struct idsets *idsets,
                            const struct pds_action_info *action);

/* Is ACTION, which acquires a lock or is one of life cycles, the step from STATE? */
bool pa_role_is_order (const struct pa_role *role, uint32_t state,
                       const struct pds_action_info *action);

/* As pa_instance_moves: FIELDS stand for the parameters of the automaton, and are
   of the atomic set SET. */
struct pa_moves pa_role_moves (const struct pa_role *role, const field_id *fields,
                               set_id set, const struct idsets *idsets, uint32_t state,
                               const struct pds_action_info *action);

#endif
