/* transactions.h -- which processes may run in a state: reduction after Flanagan
 * and Qadeer.
 *
 * A process runs a sequence of transactions [FlanaganQadeer2003]: right movers,
 * then one action of any kind (the commit), then left movers.  In every state
 * each process p is
 *
 *     before its commit (R)   state->opener is p
 *     past it (L)             transactions_is_past_commit says so
 *     in no transaction (N)   otherwise
 *
 * and p may run only where all others are in N.  This preserves which goals
 * can be reached [FlanaganQadeer2003, Theorem A.1] if
 *
 *  1. every edge that leads into R is a right mover, every edge that leaves L
 *     is a left mover;
 *  2. no edge leads from L into R;
 *  3. whether p is in R, L or N does not change when others run;
 *  4. from every state in L the process can reach N alone.
 *
 * Movers.  ACQUIRE is a right mover, RELEASE a left mover, FREE both.  The
 * automaton's state is the one shared variable: an ACCESS is both while its
 * process holds every protecting lock, and there is one; otherwise it is neither.
 * ORDER is neither: a join has to wait for what others do, a start enables them.  It
 * reads and writes only what has happened to processes, which no other kind does, so
 * the others are the movers that they were.
 *
 * Meetings.  At a meeting place (program.h) a process is in N, so goals are in N for
 * all threads that meet.  Making L and R smaller touches none of the four, since a
 * place depends on the process alone.  A process that does not meet may be in R or L
 * at a goal.  What it did in R can be left out, for it could be put off until after the
 * goal; what it still does in L it does alone, and does not move the others away.
 *
 * Past the commit.  p is in L iff all its edges, also those that are not
 * enabled now but may be when the automaton has moved, are left movers, it is
 * not at a break point (control.h), and an edge is enabled.  So 4 holds: a left
 * mover that is enabled can be taken, break points end every path that does
 * not end by itself, and an access that waits for the automaton ends L as well.
 * 3 holds, since an access in L is protected: no other process moves the automaton.
 *
 * Protecting locks are inferred [FlanaganQadeer2003, section 6].  At first all
 * locks are assumed to protect the automaton.  A process that may run and has an
 * access ahead removes the locks that it does not hold.  The access need not be
 * enabled, for the others could move the automaton to where the access is, and do so
 * within a transaction that never ends.  A smaller set that is not empty only widens
 * L and R, so what was searched with a larger set is still enough.  Once the set is
 * empty, states in which an access counted as protected must be searched again
 * (search.c puts them back); that happens once.
 *
 * Where we depart from the paper: it has one action per location, we have
 * several edges; an action that is never forbidden counts as an access only
 * where it moves the automaton; accesses that are not enabled remove locks, too.
 */
#ifndef ENGINE_TRANSACTIONS_H
#define ENGINE_TRANSACTIONS_H

#include "engine/steps/program.h"

struct transactions
{
  bool on; /* off: all processes are always in N */
  uint32_t locks;
  bool *protects; /* by lock: may it protect the automaton? */
  uint32_t count; /* of the locks that may */
};

void transactions_init (struct transactions *transactions, bool on, uint32_t locks,
                        struct arena *arena);

/* Is PROCESS, which may do EDGES in STATE and is not its opener, in L? */
bool transactions_is_past_commit (const struct transactions *transactions,
                                  const struct program *program, struct states *states,
                                  const struct state *state, participant_id process,
                                  const struct edges *edges);

/* The opener once PROCESS has gone along EDGE, unless that leads to a meeting place;
   it was in L iff PAST_COMMIT. */
participant_id transactions_next_opener (const struct transactions *transactions,
                                         const struct state *state,
                                         participant_id process, const struct edge *edge,
                                         bool past_commit);

/* PROCESS is about to access the automaton: only locks that it holds protect.
   True iff some lock did and none does any more. */
bool transactions_weaken (struct transactions *transactions, const struct state *state,
                          participant_id process);

bool edges_have_access (const struct edges *edges);

#endif
