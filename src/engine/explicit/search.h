/* search.h -- the search over all states of a program, breadth first, with transactions.
 *
 *     struct search search;
 *     search_init (&search, &(struct search_options){ .control = control, ... }, arena);
 *     if (search_decide (&search, &search.violations.claims[7], 0) == VERDICT_VIOLATION)
 *       run = retrace (&search, &search.violations.claims[7], arena);
 *
 * With an automaton it finds out whether the processes can make all its steps; without
 * one, a single search finds races, deadlocks, claims that are false and accesses without
 * permission.  It can be left between two visits, and goes on later.  Exact, but for
 * recursion (a stack holds at most PROGRAM_STACK_BOUND frames of recursive calls) and for
 * values of wide types, of which only some are tried: if one of these was in the way and
 * no violation was found, the answer is unknown, never safe.
 *
 * Transactions [FlanaganQadeer2003].  A process runs a sequence of transactions: right
 * movers, then one step of any kind (the commit), then left movers.  In every state each
 * process p is
 *
 *     before its commit (R)   state->opener is p
 *     past it (L)             its next step is sure to be a left mover
 *     in no transaction (N)   otherwise
 *
 * and p may run only where all others are in N.  This preserves which goals can be
 * reached [FlanaganQadeer2003, Theorem A.1] if
 *
 *  1. every step that leads into R is a right mover, every step that leaves L is a left
 *     mover;
 *  2. no step leads from L into R;
 *  3. whether p is in R, L or N does not change when others run;
 *  4. from every state in L the process can reach N alone.
 *
 * Movers.  An acquire, a join and a wake are right movers, a release and a finish are
 * left movers, and what touches something shared is both while its process has exclusive
 * access to it (protection.h), otherwise neither.  The automaton's state is shared by the
 * steps that it watches.  A start is neither.
 *
 * Past the commit.  p is in L iff all its choices are left movers, one of them can be
 * made, and p is not at a break point (control.h) nor where an atomic block begins.  So 4
 * holds: break points end every path that does not end by itself.  3 holds, since nobody
 * else touches what p has for itself.
 *
 * Atomic blocks.  Inside of one only its process runs, and all that it does is one step:
 * a right mover if all its parts are, and never a left mover.  A lock that is awaited
 * inside an atomic block is no mover, since a block that has to wait for it lets others
 * in, and one that need not does not.
 *
 * Meetings.  Where a process may be poised for a race, a deadlock or a step of those that
 * happen together, it is in N.  doc/engine-explicit.md has the whole argument.
 *
 * A state inside a transaction in which its process has one way to go is passed without
 * being stored.
 */
#ifndef ENGINE_SEARCH_H
#define ENGINE_SEARCH_H

#include "engine/explicit/protection.h"
#include "engine/explicit/found_violations.h"
#include "engine/verdict_kind.h"

struct search_options
{
  const struct control *control;
  struct data_model *data;            /* null: without values */
  const process_id *processes;        /* that take part; null: all */
  uint32_t count;                     /* of them */
  const struct pa_instance *instance; /* an automaton, whose thread t is played */
  const process_id *players;          /* ... by players[t]; null: there is none */
  const struct process_filter *only;  /* of races and deadlocks without it, or null */
  bool transactions;
  bool waits; /* a wait ends by a notify only: for stuck.h, without transactions */
};

/* A state that is to be visited again once all states before AFTER have been visited. */
struct search_return
{
  state_id id;
  uint32_t after;
};

struct search
{
  struct program program;
  struct arena *arena;
  struct frames frames;
  struct states states;
  struct protection protection;
  struct violations violations;
  struct state base;       /* the one that is visited */
  struct actor *actors;    /* by process, in it */
  struct next_step *views; /* by process, in it */
  bool *past_commit;       /* by process, in it */
  struct state now;        /* a step, or more, later */
  uint32_t mover;          /* the process that has made it, */
  struct actor actor;      /* ... where it is, */
  struct next_step ahead;  /* ... what it does next, */
  bool is_past_commit;     /* ... and is it past its commit? */
  uint32_t next;           /* the first state that was not visited yet */
  VEC (struct search_return) again;
  uint32_t returned; /* how many of these have been visited */
  uint32_t effort;   /* of a visit, or a step (base/quota.h) */
  bool gave_up;      /* the budget was spent */
  bool cut;          /* the bound of the stack was in the way */
  bool sampled;      /* not all values were tried */
  struct
  {
    uint64_t visited, stored; /* states: visited or passed; stored */
  } counts;
};

/* All pointers are borrowed. */
void search_init (struct search *search, const struct search_options *options,
                  struct arena *arena);

/* Visit one state; false: there is none left. */
bool search_goes_on (struct search *search);

/* Go on until GOAL, of the search, is found, or BUDGET states are visited and stored
   from now on; 0: no limit. */
enum verdict_kind search_decide (struct search *search, const struct violation *goal,
                                 uint64_t budget);

/* ---- For runs (retrace.h). ---- */

/* Put ID into `base', and all processes into `actors' and `views'. */
void search_load (struct search *search, state_id id);
/* PROCESS makes its choice number CHOICE in `base': `now', `actor' and `ahead' are what
   comes of it.  No transactions are considered. */
void search_step (struct search *search, uint32_t process, uint32_t choice);
/* The mover goes on with its only choice. */
void search_step_on (struct search *search);
/* Start number NUMBER of the program: its fields have these values. */
void search_start (struct search *search, uint32_t number, struct state *state);

#endif
