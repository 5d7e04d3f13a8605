/* search.h -- the search over all states of a program, breadth first, with transactions.
 *
 *     struct search search;
 *     search_init (&search, &(struct search_options){ .control = control, ... }, arena);
 *     if (search_decide (&search, &search.violations.claims[7], 0) == VERDICT_VIOLATION)
 *       run = retrace (&search, &search.violations.claims[7], arena);
 *
 * With an automaton it finds out whether the processes can make all its steps; without
 * one, a single search finds races, deadlocks, false claims and accesses without
 * permission.  The search may be interrupted between two visits, and continued later.  It
 * is exact except for recursion (a stack holds at most PROGRAM_STACK_BOUND frames of
 * recursive calls) and for values of wide types, of which only some are tried: if one of
 * these limits was reached and no violation was found, the answer is unknown, never safe.
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
 *     1. every step that leads into R is a right mover, every one that leaves L a left
 *        mover;
 *     2. no step leads from L into R;
 *     3. whether p is in R, L or N does not change when others run;
 *     4. from every state in L the process can reach N alone.
 *
 * Movers.  An acquire, a join and a wake are right movers, a release and a finish are
 * left movers, and what touches something shared is both while its process has exclusive
 * access to it (protection.h), otherwise neither.  The automaton's state is shared by the
 * steps that it watches.  A start is neither.
 *
 * Past the commit. p is in L iff all its choices are left movers, one of them can be
 * made, and p is neither at a break point (control.h) nor where an atomic block begins.
 * So 4 holds: break points end every path that does not end by itself. 3 holds, since no
 * other process touches what p has exclusive access to.
 *
 * Atomic blocks.  Inside of one only its process runs, and all that it does is one step:
 * a right mover if all its parts are, and never a left mover.  A lock that is awaited
 * inside of an atomic block is no mover, since a block that waits for it lets others run,
 * and one that need not does not.
 *
 * Meetings.  Where a process may be poised for a race, a deadlock or one of the steps
 * that happen together, it is in N. doc/engine-explicit.md has the whole argument.
 *
 * A state inside a transaction whose process has one way to go is passed, not stored.
 */
#ifndef ENGINE_SEARCH_H
#define ENGINE_SEARCH_H

#include "engine/explicit/protection.h"
#include "engine/explicit/found_violations.h"
#include "engine/explicit/growth.h"
#include "engine/verdict_kind.h"

struct search_options
{
  const struct control *control;
  struct data_model *data;     /* null: values are ignored */
  const process_id *processes; /* that take part; null: all */
  uint32_t count;              /* how many take part */
  const struct pa_instance
    *instance;                       /* the automaton; thread t is played by players[t] */
  const process_id *players;         /* by thread; null: there is no automaton */
  const struct process_filter *only; /* the processes whose races and deadlocks count,
                                        without an automaton; or null */
  bool transactions;
  bool growth; /* states that larger ones cover are left out: no automaton, no waits */
  bool waits;  /* a wait ends by a notify only: for stuck.h, without transactions */
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
  struct growth growth;
  struct state base;       /* the state that is visited */
  struct actor *actors;    /* by process, in `base' */
  struct next_step *views; /* by process, in `base': its next step */
  bool *past_commit;       /* by process, in `base' */
  struct state now;        /* the state after a step, or several */
  uint32_t mover;          /* the process that has made these steps (the mover), */
  struct actor actor;      /* where it is in `now', */
  struct next_step ahead;  /* what it does next there, */
  bool is_past_commit;     /* and whether it is past its commit there */
  uint32_t next;           /* the first state that was not visited yet */
  VEC (struct search_return) again;
  uint32_t returned; /* how many of `again' have been visited */
  uint32_t effort;   /* effort of a visit or a step (base/quota.h) */
  bool gave_up;      /* the budget was spent */
  bool cut;          /* some stack was cut off */
  bool sampled;      /* not all values were tried */
  struct
  {
    uint64_t visited, stored; /* states visited or passed; states stored */
  } counts;
};

/* All pointers are borrowed. */
void search_init (struct search *search, const struct search_options *options,
                  struct arena *arena);

/* Visit one state; false: there is none left. */
bool search_goes_on (struct search *search);

/* Visit states until GOAL, of the search, is found, or BUDGET states were visited and
   stored in this call; 0: no limit. */
enum verdict_kind search_decide (struct search *search, const struct violation *goal,
                                 uint64_t budget);

/* ---- For runs (retrace.h). ---- */

/* Load ID into `base', `actors' and `views'. */
void search_load (struct search *search, state_id id);
/* Let PROCESS make its choice number CHOICE in `base': `now', `actor' and `ahead' are the
   result.  Transactions are ignored. */
void search_step (struct search *search, uint32_t process, uint32_t choice);
/* Let the mover make its only choice. */
void search_step_on (struct search *search);
/* Set STATE to initial state number NUMBER: one combination of values of fields. */
void search_start (struct search *search, uint32_t number, struct state *state);

#endif
