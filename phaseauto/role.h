/* role.h -- what one thread sees of an automaton.
 *
 * A process interacts with the others through locks and the state of the
 * automaton alone.  So what it contributes depends on its role only: which
 * steps are its own and which are foreign, and what is forbidden to it in each
 * state (5b).  Many patterns have the same role for a thread; roles are
 * therefore kept in a canonical form in which the parameters are numbered by
 * their use, and equal roles have equal keys.
 *
 *     pattern 11, u   R_u(l1) W_v(l1) W_v(l2) R_u(l2)   []R0+[E]-[E]-[E]R1+
 *     pattern 12, u   R_u(l1) W_v(l2) W_v(l1) R_u(l2)   []R0+[E]-[E]-[E]R1+
 *     pattern 12, v                                     []-[]W0+[E]W1+[]-
 *
 * The last is automaton parameter l2 as parameter 0 of the role and l1 as 1:
 * what is cached for a role is keyed by its own fields in its own order.
 *
 * Everything lives in the arena given to pa_role_init.
 */
#ifndef PHASEAUTO_ROLE_H
#define PHASEAUTO_ROLE_H

#include "phaseauto/instance.h"

/* A parameter of a role: other numbers than those of the automaton. */
typedef struct
{
  uint32_t index;
} role_parameter;

struct pa_role_step
{
  bool own;           /* else another thread's, and the rest is zero */
  enum pa_kind kind;
  role_parameter parameter;
  bool in_unit;       /* also where the steps before it see to that */
};

/* What may be forbidden about a field. */
enum
{
  PA_NO_READ = 1,
  PA_NO_WRITE = 2,
};

struct pa_role
{
  const char *key;        /* equal roles have equal keys, and only they */
  uint32_t step_count;
  uint32_t parameter_count;
  const struct pa_role_step *steps;  /* step i leads from state i to i + 1 */
  const bool *keeps_unit;            /* by state: may not end the unit */
  const uint8_t *forbidden;          /* by state and parameter: PA_NO_... */
  const parameter_id *parameters;    /* of the automaton, by parameter of the role */
};

void pa_role_init (struct pa_role *role, const struct pa_automaton *automaton,
                   thread_id thread, struct arena *arena);

/* PA_NO_READ and PA_NO_WRITE for PARAMETER in STATE. */
unsigned pa_role_forbidden (const struct pa_role *role, uint32_t state,
                            role_parameter parameter);

/* The fields of the role's parameters, from those of the automaton's. */
void pa_role_bind (const struct pa_role *role, const field_id *automaton_fields,
                   field_id *role_fields);

/* As pa_instance_moves, with FIELDS for the parameters of the role. */
struct pa_moves pa_role_moves (const struct pa_role *role, const field_id *fields,
                               set_id set, const struct idsets *idsets,
                               uint32_t state, const struct pds_action_info *action);

#endif
