/* dependence.h -- which steps depend on each other, and which happened before which.
 *
 * Two steps of different processes are dependent if one may enable or disable the other,
 * or if their order makes a difference:
 *
 *     acquire, release     of the same lock
 *     a move               of the automaton, with every access of it: a move, a loop that
 *                          is forbidden somewhere, a meeting (below)
 *     a start              with a start and the wake of the same process
 *     a finish             with a join of the process
 *
 * Everything else commutes: two loops both only ask how far the automaton is.  In an
 * execution, an event happened before a later one if they are of one process or
 * dependent, or linked by a chain of such pairs. [ElmasQadeer05] uses locksets for that;
 * here each event has a clock instead, the last event of each process that happened
 * before it, since clocks need not be undone when the search goes back.
 *
 * A race is between the next step of a process and an event of another one that did not
 * happen before it, where the two are dependent and can be enabled together: then the
 * other order has to be tried.  Acquires race with acquires, moves with loops, starts
 * with starts.  (Two moves are never enabled together: each step of the automaton belongs
 * to one thread.  What waits for an event, such as an acquire for a release or a join for
 * a finish, is not enabled together with it.)
 *
 * Events are numbered from 1 on.  Everything lives in the arena given to order_init.
 */
#ifndef ENGINE_DEPENDENCE_H
#define ENGINE_DEPENDENCE_H

#include "engine/run.h"
#include "engine/steps/next_step.h"

/* A step that a process can make; or a meeting, by which it stays where it is poised for
   good (doc/engine-stateless.md). */
struct choice
{
  uint32_t rule;
  enum step_kind kind; /* STEP_ACCESS: of the automaton, there are no cells */
  uint32_t lock;       /* of an acquire or release, by number */
  bool moves;          /* the automaton */
  bool enabled;
  bool meets;
  bool hopeless; /* it can no longer be made, but might have been earlier */
  bool asleep;   /* all that begins with it has been tried elsewhere */
};

struct choices_of
{
  VEC (struct choice) list;
};

/* What a change of a table has overwritten. */
struct order_change
{
  uint32_t *place;
  uint32_t old;
};

struct order
{
  const struct program *program;
  struct arena *arena;
  uint32_t events;
  VEC (uint32_t) owner;   /* by event, from 0 on: its process */
  VEC (uint32_t) clocks;  /* by event, process */
  uint32_t *last;         /* by process: its last event, or 0 */
  uint32_t *last_of_lock; /* by lock: the last event that touched it */
  uint32_t *last_acquire;
  uint32_t last_move;
  uint32_t *last_loop;  /* by process: its last access of the automaton but moves */
  uint32_t *last_start; /* by process of the model */
  uint32_t *last_finish;
  VEC (struct order_change) changes;
  VEC (uint32_t) marks; /* by event: the number of changes before it */
};

struct event_races
{
  VEC (uint32_t) events;
};

void order_init (struct order *order, const struct program *program, struct arena *arena);

/* Add the event CHOICE of PROCESS; remove the last event. */
void order_push (struct order *order, participant_id process,
                 const struct choice *choice);
void order_pop (struct order *order);

/* Did EVENT happen before everything that PROCESS will do? */
bool order_is_before (const struct order *order, uint32_t event, participant_id process);
/* Did EVENT happen before the event LATER? */
bool order_precedes (const struct order *order, uint32_t event, uint32_t later);

/* The events that race with CHOICE of PROCESS; of several that happened before each
   other, only the last. */
void order_find_races (const struct order *order, participant_id process,
                       const struct choice *choice, struct event_races *races);

/* Are two choices of different processes dependent? */
bool choices_are_dependent (const struct program *program, participant_id a,
                            const struct choice *first, participant_id b,
                            const struct choice *second);

#endif
