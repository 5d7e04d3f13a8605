/* block_relation.h -- from a model and a question to a transition system over bits.
 *
 * A state says where each process rests (places.h), the values of the slots of its open
 * frames that may still be read (steps/liveness.h), the shared state (symbolic/layout.h),
 * and who is in the midst of an atomic block, if anybody.  Values that are dead, and
 * slots of frames that are not open, are 0: so states that behave alike are equal.
 *
 * A step is a block: the choices say which process moves, and it goes on by itself until
 * it rests again (blocks.h).  Without the reduction `transactions' every rule is a block,
 * and the system is that of engine/invariant.h.
 *
 * The relation is built twice: the second time without the bits that never change.
 */
#ifndef ENGINE_BLOCKS_BLOCK_RELATION_H
#define ENGINE_BLOCKS_BLOCK_RELATION_H

#include "engine/steps/liveness.h"
#include "engine/sat/ternary.h"
#include "engine/blocks/places.h"
#include "engine/invariant.h"
#include "engine/sat/transition.h"
#include "engine/symbolic/stuck.h"

/* A slot of a frame that is open at some place where its process rests. */
struct relation_slot
{
  pds_stack below; /* the stack below the frame */
  uint32_t slot;
  struct bits value; /* bits of the state */
  bool *kept;        /* by number of a place: the slot is live there */
};

struct relation_process
{
  struct places places;
  struct bits at; /* bits of the state: the number of its place */
  aig_lit *is_at; /* by number of a place: the process rests there */
  VEC (struct relation_slot) slots;
  aig_lit chosen; /* the process makes the step */
};

/* A bit that is no part of the state, since it always has the same value. */
struct relation_constant
{
  struct invariant_bit what;
  bool value;
};

struct forever;
struct movers;

/* Reductions: those of BLOCK_OWN are an engine's own, in this order; BLOCK_TRANSACTIONS
   is REDUCTION_TRANSACTIONS. */
enum block_reduction
{
  BLOCK_PHASE = 1 << 0,
  BLOCK_REACHABILITY = 1 << 1,
  BLOCK_STATIC_POINTER = 1 << 2,
  BLOCK_MONOTONIC_ATOMIC = 1 << 3,
  BLOCK_LOCKS = 1 << 4,
  BLOCK_OWN = (1 << 5) - 1,
  BLOCK_TRANSACTIONS = 1 << 5,
  /* Not a reduction: search for states in which a process certainly waits for ever, not
     for those in which one may (forever.h). */
  BLOCK_CERTAIN = 1 << 6,
};

struct block_relation
{
  const struct question *question;
  uint32_t reductions; /* enum block_reduction */
  struct arena *arena;
  struct unrolling all;     /* the processes as they walk through a block */
  struct liveness liveness; /* if there are codes */
  struct relation_process *processes;
  struct movers *movers;     /* what movers.h knows of the model */
  const struct bits *shared; /* bits of the state, or constants */
  struct bits midst;         /* bits of the state: the process in the midst of an atomic
                                block, from 1; width 0: the model has none */
  struct transition_system system;
  VEC (struct invariant_bit) bits; /* by bit of the state: what it is */
  VEC (struct relation_constant) constants;
  const uint8_t *known;    /* by bit: its value in all states (ternary.h); or null */
  uint32_t numbered;       /* the number of bits, those with a known value included */
  struct stuck stuck;      /* of a deadlock */
  struct forever *forever; /* if the question is who waits for ever */
  bool recursive;          /* a body calls itself, so there is no relation */
};

/* Build the relation of QUESTION, which must outlive it, with REDUCTIONS, all in ARENA.
   False: the model is `recursive', or has too many places. */
bool block_relation_init (struct block_relation *relation,
                          const struct question *question, uint32_t reductions,
                          struct arena *arena);

/* Is each step of the relation one step of the model? */
bool block_relation_is_plain (const struct block_relation *relation);

/* Place process number P where the state says: its values, and those of the shared state
   that it sees, are bits of the state.  Returns the process. */
struct unrolled *block_relation_enter (struct block_relation *relation, uint32_t p);

#endif
