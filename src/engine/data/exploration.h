/* exploration.h -- the search of a model with data, breadth first.
 *
 *     exploration_init (&e, model, &goals, transactions, arena);
 *     while (!e.sightings.claims[7].found && exploration_goes_on (&e))
 *       ;
 *
 * Without an automaton one exploration finds races, deadlocks, claims that are false and
 * accesses without permission; with one, whether the automaton can make all its steps.
 * It can be left at any time between two visits, and goes on later.
 *
 * Transactions, after [FlanaganQadeer2003] (doc/engine-explicit.md has the argument).  A
 * world says who is inside a transaction, if anybody, and whether before or past the
 * commit.  Then only this process runs.  A process
 *
 *   - goes on before its commit while its steps are right movers: an acquire, a join, or
 *     something to which it has exclusive access (protection.h);
 *   - is past it while its next step is sure to be a left mover: a release, a finish, or
 *     again something to which it has exclusive access; not at a break point (control.h),
 *     so that this part ends; and not where an atomic block begins.
 *
 * Inside an atomic block only its process runs, and all that it does is one step: this is
 * a right mover if all its parts are, and never counts as a left mover.  A lock that is
 * awaited inside an atomic block is no mover, since a block that has to wait for it lets
 * others in, and one that need not does not.
 *
 * A world inside a transaction in which its process has one way to go is passed without
 * being stored.
 */
#ifndef ENGINE_EXPLORATION_H
#define ENGINE_EXPLORATION_H

#include "engine/data/sightings.h"
#include "engine/data/protection.h"
#include "engine/verdict_kind.h"

struct exploration
{
  struct data_model *model;
  struct arena *arena;
  struct frames frames;
  struct worlds worlds;
  struct looks looks;
  struct watching watching; /* if there is an automaton */
  thread_id *threads;       /* by process */
  uint32_t steps;           /* of the automaton; 0: there is none */
  struct protection protection;
  struct sightings sightings;
  struct world base;    /* the one that is visited */
  struct actor *actors; /* by process, in it */
  struct look *views;   /* by process, in it */
  struct world now;     /* a step, or more, later */
  struct actor mover;
  struct look ahead;    /* at the mover, in `now' */
  uint32_t next;        /* the first world that was not visited yet */
  VEC (world_id) again; /* those to be visited again */
  bool cut;             /* the bound of the stack was in the way */
  bool sampled;         /* not all values were tried */
  struct
  {
    uint64_t visited, stored; /* worlds: visited or passed; stored */
  } counts;
};

/* INSTANCE, an automaton whose thread t is played by process PLAYERS[t]; null: there is
   none, and sightings are for OPTIONS (sightings.h).  All pointers are borrowed. */
void exploration_init (struct exploration *e, struct data_model *model,
                       const struct pa_instance *instance, const process_id *players,
                       const struct process_filter *only, bool transactions,
                       struct arena *arena);

/* Visit one world; false: there is none left. */
bool exploration_goes_on (struct exploration *e);

/* ---- For runs (retrace.h). ---- */

/* Put ID into `base', and all processes into `actors' and `views'. */
void exploration_load (struct exploration *e, world_id id);
/* PROCESS makes its choice number CHOICE in `base': `now', `mover' and `ahead' are what
   comes of it.  No transactions are considered. */
struct look_step exploration_step (struct exploration *e, uint32_t process,
                                   uint32_t choice);
/* PROCESS, the mover, goes on with its only choice. */
struct look_step exploration_step_on (struct exploration *e, uint32_t process);
/* Start number NUMBER of the model: its fields have these values. */
void exploration_start (struct exploration *e, uint32_t number, struct world *world);

#endif
