/* passings.h -- processes that were unrolled apart, tied together time by time.
 *
 * The token is passed again and again, and the times when it is are numbered from 1 on.
 * To each of these *passings* belongs a shared state.  For each point where a process may
 * give the token away, and for each one where it may get it, there is a variable that
 * says: this is passing number t.  If it is,
 *
 *   - of a sender: the state of the passing is the sender's, and t is its time and one
 * more;
 *   - of a receiver: the state that it goes on with is that of the passing, its time is
 * t, which is later than the time it had, and there is a sender, of another process.
 *
 * Then no two processes ever have the token at one time, by induction over the time: at
 * time 0 there is one that has it, and who has it at time t - 1 gives it away once, as
 * passing t, to one process, which is then the only one with that time.
 *
 * These are the executions of tokens.h.  A pair of points meets in a passing there is:
 * with N points and T passings there are N T variables with the equations of a state,
 * instead of N * N, and what the solver learns of the state of a passing it knows for all
 * pairs. So this is better where few passings are enough, which is what most findings
 * need; a proof needs as many as there are receivers, and pairs are better.
 *
 * Two things are not there yet.  Deeper senders come with the next depth.  And a receiver
 * may get the token in a passing of a greater number than there are: then its state is
 * anything, and its time not less than before, so that this loses no execution.  Both are
 * assumed away in each call of the solver, the latter by one literal for each *stage*,
 * twice as many passings.  If there are as many passings as receivers, "no" is an answer;
 * or if that literal is not to blame for it, and nothing was asked about passings
 * themselves, as races are.  Otherwise there is a next stage.
 */
#ifndef ENGINE_BMC_PASSINGS_H
#define ENGINE_BMC_PASSINGS_H

#include "engine/bmc/ties.h"

/* The token goes from one process to another. */
struct passing
{
  struct bits *shared;  /* inputs: the state */
  struct bits receiver; /* inputs: the number of the process that gets the token */
  aig_lit sent;         /* an input: somebody gives it away, */
  aig_lit later;        /* ... at a point that is not there yet */
  VEC (aig_lit) sends, receives; /* by point: it is this one */
  aig_lit *used, *held; /* inputs, by lock: it is held on some side of the sender's last
                           step, or after it; or null */
};

/* Passings up to a number. */
struct passing_stage
{
  uint32_t count;
  aig_lit beyond; /* an input: there is one with a greater number */
};

struct passings
{
  struct ties ties;
  VEC (aig_lit) open; /* by receiver: it is of a passing that is not there yet */
  VEC (struct passing) list;
  VEC (struct passing_stage) stages;
  bool locksets; /* no passing where one lock is held at both ends */
};

void passings_init (struct passings *passings, struct bmc *bmc, struct clauses *clauses,
                    bool locksets);

/* Take over what was new at the last depth. */
void passings_add (struct passings *passings);

/* There are only the passings of the first stage in the next call of the solver. */
void passings_hurry (struct passings *passings);
/* Nobody receives what is not there, in the next call of the solver. */
void passings_close (struct passings *passings);

/* No execution has more passings than there are. */
bool passings_are_complete (const struct passings *passings);
/* After SOLVER_UNSAT: was that because there are no more passings? */
bool passings_are_few (const struct passings *passings);
/* Go on to the next stage; false if times have too few bits for it. */
bool passings_extend (struct passings *passings);

#endif
