/* block_relation.h -- from a model and a question to a transition system over bits.
 *
 * A state says where each process rests (places.h), the values of the slots of its open
 * frames that somebody may still read (steps/liveness.h), what all share
 * (symbolic/layout.h), and who is in the midst of an atomic block, if anybody.  Values
 * that are dead, and frames that are not open, are 0: so states that behave alike are
 * one.
 *
 * A step is a block: the choices say which process moves, and it goes on by itself until
 * it rests again (blocks.h).  Without the reduction `transactions' every rule that a
 * process goes along is a block, and the system is that of engine/invariant.h.
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
  bool *kept;        /* by number of a place: it is live there */
};

struct relation_process
{
  struct places places;
  struct bits at; /* bits of the state: the number of its place */
  aig_lit *is_at; /* by number: it is there */
  VEC (struct relation_slot) slots;
  aig_lit chosen; /* it makes the step */
};

/* A bit that is no part of the state, since it always has the same value. */
struct relation_constant
{
  struct invariant_bit what;
  bool value;
};

struct forever;
struct movers;

/* Reductions: the first ones are an engine's own, in this order; the last is
   REDUCTION_TRANSACTIONS. */
enum block_reduction
{
  BLOCK_PHASE = 1 << 0,
  BLOCK_REACHABILITY = 1 << 1,
  BLOCK_STATIC_POINTER = 1 << 2,
  BLOCK_MONOTONIC_ATOMIC = 1 << 3,
  BLOCK_LOCKS = 1 << 4,
  BLOCK_OWN = (1 << 5) - 1,
  BLOCK_TRANSACTIONS = 1 << 5,
  /* No reduction: of who waits for ever, look for what is certain, not for what is
     possible (forever.h). */
  BLOCK_CERTAIN = 1 << 6,
};

struct block_relation
{
  const struct question *question;
  uint32_t reductions; /* enum block_reduction */
  struct arena *arena;
  struct unrolling all;     /* the processes while they walk through a block */
  struct liveness liveness; /* if there are codes */
  struct relation_process *processes;
  struct movers *movers;     /* what movers.h knows of the model */
  const struct bits *shared; /* bits of the state, or constants */
  struct bits midst;         /* bits of the state: who is, from 1; width 0: nobody
                                ever */
  struct transition_system system;
  VEC (struct invariant_bit) bits; /* by bit of the state: what it is */
  VEC (struct relation_constant) constants;
  const uint8_t *known;    /* by bit: see ternary.h; or null: nothing is known */
  uint32_t numbered;       /* bits, those that are known too */
  struct stuck stuck;      /* of a deadlock */
  struct forever *forever; /* of who waits for ever */
  bool recursive;          /* a body calls itself: there is no relation */
};

/* Build the relation of QUESTION, which stays there, with REDUCTIONS.  Everything is in
   ARENA.  False: the model is `recursive', or there are too many places. */
bool block_relation_init (struct block_relation *relation,
                          const struct question *question, uint32_t reductions,
                          struct arena *arena);

/* Are the steps of the relation those of the model, one at a time? */
bool block_relation_is_plain (const struct block_relation *relation);

/* Let process number P stand where the state says: its values and what it sees are bits
   of the state. */
struct unrolled *block_relation_enter (struct block_relation *relation, uint32_t p);

#endif
