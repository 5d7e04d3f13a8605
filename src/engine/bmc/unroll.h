/* unroll.h -- unrolls one process, step by step, apart from all others [GanaiGupta2008].
 *
 * At depth k a process is at one of the places that k steps can lead to (control-state
 * reachability), and a literal says of each whether it is there; nothing else is known
 * statically, so straight code costs one place a depth.  A place is a stack: the symbol
 * to be executed, and below it the calls that are open, so that returns match calls.
 * Values of slots are bit-vectors, one for each frame that was ever open; a step changes
 * few of them.
 *
 * A process has its own copy of the shared state.  It may make a visible step, one that
 * touches what is shared or that the automaton watches, only while it has the token.
 * Before each visible step is a point where it may receive the token, and with it a state
 * of which nothing is known here; after the step is a point where it may pass the token
 * on. coupling.h ties these points together.  In the midst of an atomic block no token is
 * passed, unless the next step in it is blocked; a local step that ends a block is
 * followed by a passing point, too.
 *
 * A process that never gets the token goes no further than its first visible step.
 */
#ifndef ENGINE_BMC_UNROLL_H
#define ENGINE_BMC_UNROLL_H

#include "engine/bmc/next_places.h"
#include "engine/symbolic/unrolling.h"

/* A point where the token may arrive (a receiver) or leave (a sender). */
struct unrolled_point
{
  uint32_t process;          /* among the unrolled ones */
  aig_lit happens;           /* an input */
  const struct bits *shared; /* of a receiver the inputs that it receives, of a sender the
                                state it passes on */
  struct bits time;        /* of a receiver its new time; of a sender its time plus one */
  struct bits time_before; /* of a receiver: its time before */
  struct unrolled_accesses
    accesses;     /* about to be made (receiver) or just made (sender) */
  idset held;     /* locks that are held here in any case */
  idset used;     /* likewise, or held on the other side of the step */
  bool for_races; /* of a sender: only to show a race (tokens.c) */
};

struct unrolled_points
{
  VEC (struct unrolled_point) list;
};

struct bmc
{
  struct unrolling all;
  uint32_t bits; /* of times, and of numbers of points (tokens.c) */
  struct unrolled_points receivers, senders; /* new at this depth */
  VEC (aig_lit)
  required; /* literals to require, new at this depth */
  struct next_places next_places;
  bool *changes;      /* by item of the shared state: some step changes it */
  bool *is_protected; /* by field: its accesses are movers; or null: nothing moves */
  bool locks_stay, ends_stay; /* steps of locks, and ends of processes, do not move */
  aig_lit active;             /* if unrolled together: some process made the last step */
  bool *is_near; /* by symbol: the next visible step may be exposed (next_visible.h) */
};

/* BITS: the width of times and of numbers of points.  Call next_places_init next. */
void bmc_init (struct bmc *bmc, const struct question *question, uint32_t bits,
               struct arena *arena);

/* Go one step deeper in each process. */
void bmc_deepen (struct bmc *bmc);

/* Require that IF_THIS implies THEN_THAT; for those who deepen. */
void bmc_require (struct bmc *bmc, aig_lit if_this, aig_lit then_that);

/* The literal: some process can make more steps than this. */
aig_lit bmc_is_deeper (struct bmc *bmc);

#endif
