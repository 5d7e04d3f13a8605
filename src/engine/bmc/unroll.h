/* unroll.h -- one process, unrolled step by step, apart from all others [GanaiGupta2008].
 *
 * At depth k a process is at one of the places that k steps can lead to (control-state
 * reachability), and a literal says of each whether it is there; nothing else is known
 * statically, so straight code costs one place a depth.  A place is a stack: the symbol
 * to be executed, and below it the calls that are open, so that returns match calls.
 * Values of slots are bit-vectors, one for each frame that was ever open; a step changes
 * few of them.
 *
 * A process has a copy of the shared state of its own.  It may make a visible step, one
 * that touches what is shared or that the automaton watches, only while it has the token.
 * Before each visible step is a point where it may receive the token, and with it a
 * state of which nothing is known here; after it is a point where it may pass the token
 * on.  coupling.h ties these points together.  In the midst of an atomic block nothing is
 * passed, unless the next step in it is blocked; a local step that ends it is such a
 * point, too.
 *
 * Without a token passed to it, a process goes no further than its first visible step.
 */
#ifndef ENGINE_BMC_UNROLL_H
#define ENGINE_BMC_UNROLL_H

#include "engine/bmc/next_places.h"
#include "engine/symbolic/unrolling.h"

/* Where the token may come or go. */
struct unrolled_point
{
  uint32_t process;          /* among the unrolled ones */
  aig_lit happens;           /* an input */
  const struct bits *shared; /* inputs that are received, or what is passed on */
  struct bits time;        /* of a receiver its new time, of a sender that and one more */
  struct bits time_before; /* of a receiver: the one that it had */
  struct unrolled_accesses accesses; /* about to be made, or just made */
  idset held;                        /* locks that are held here in any case, */
  idset used;                        /* ... or on the other side of the step */
  bool for_races;                    /* of a sender: only to show a race (tokens.c) */
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
  VEC (aig_lit) required;                    /* true in any case: new at this depth */
  struct next_places next_places;
  bool *changes;      /* by item of the shared state: somebody changes what others see */
  bool *is_protected; /* by field: its accesses are movers; or null: nothing moves */
  bool locks_stay, ends_stay; /* steps of locks, and ends of processes, do not move */
  aig_lit active; /* some process made the last step, if they are unrolled together */
  bool *is_near;  /* by symbol: the next visible step may be exposed (next_visible.h) */
};

/* BITS: of times, and of numbers of points.  The caller goes on with next_places_init. */
void bmc_init (struct bmc *bmc, const struct question *question, uint32_t bits,
               struct arena *arena);

/* All processes make a step. */
void bmc_deepen (struct bmc *bmc);

/* For those who deepen: IF_THIS implies THEN_THAT. */
void bmc_require (struct bmc *bmc, aig_lit if_this, aig_lit then_that);

/* Some process makes more steps than this. */
aig_lit bmc_is_deeper (struct bmc *bmc);

#endif
