/* unrolling.h -- processes that are executed symbolically, one step after the other.
 *
 * A process is at one of several places, and a literal says of each whether it is there.
 * A place is a stack: the symbol to be executed, and below it the calls that are open, so
 * that returns match calls.  Values of slots are bit-vectors, one for each frame that was
 * ever open; a step changes few of them.  A process sees a shared state (layout.h): a
 * copy of its own, or one common to all, as the caller decides.  It makes a visible step,
 * one that touches what is shared or that the automaton watches, only while it has the
 * token and is scheduled; both are literals, and may be constants.
 *
 * The steps themselves are in effect.h.  bmc unrolls from the start of the model, a depth
 * at a time; ic3 from any state of it, up to the end of a block.
 */
#ifndef ENGINE_SYMBOLIC_UNROLLING_H
#define ENGINE_SYMBOLIC_UNROLLING_H

#include "engine/question.h"
#include "engine/symbolic/symbolic.h"
#include "wpds/stacks.h"

/* An access that a step makes if WHEN. */
struct unrolled_access
{
  aig_lit when;
  field_id field;
  struct bits index; /* width 0: the field is no array */
  bool writes;
  bool atomic;
  bool tests;     /* it is made by an assume, which may be blocked */
  uint32_t depth; /* the depth of the step */
  uint32_t rule;  /* the rule of the step */
};

struct unrolled_accesses
{
  VEC (struct unrolled_access) list;
};

/* A step that is made if WHEN, for the run of a witness. */
struct unrolled_step
{
  aig_lit when;
  aig_lit moves; /* the step moves the automaton */
  uint32_t rule;
  uint32_t depth;
  bool visible;
  bool inside;         /* it is a local step inside of an atomic block */
  struct bits time;    /* of a visible step: when the process had the token */
  struct bits any;     /* the value that it chose; width 0: none */
  struct ir_type type; /* the type of `any' */
};

/* A step that a process makes, or is about to make. */
struct unrolled_hit_place
{
  uint32_t process, depth, rule;
};

/* What is asked for happens if WHEN. */
struct unrolled_hit
{
  aig_lit when;
  struct bits time; /* everything up to this time has happened */
  struct unrolled_hit_place place;
  bool race; /* `place' and `other' race; the former writes */
  struct unrolled_hit_place other;
  bool ends; /* what follows the hit is no execution */
};

/* A process waits for a lock if WHEN. */
struct unrolled_await
{
  aig_lit when;
  struct unrolled_hit_place place;
  lock_id lock;
};

/* A process that waits has the token if WHEN: no other changes what it sees. */
struct unrolled_last
{
  aig_lit when;
  uint32_t process;
  const struct bits *shared;
  struct bits time;
};

/* A slot of the frame over BELOW, and its value, a constant (known.h). */
struct known_slot
{
  uint32_t number; /* its index among the values of the process */
  pds_stack below;
  struct bits value;
};

struct known_slots
{
  const struct known_slot *at;
  uint32_t count;
};

struct unrolled_place
{
  pds_stack stack;
  aig_lit here;
  struct known_slots known; /* values that slots have here; empty unless all->knows */
  bool first;               /* perhaps the process has made no visible step yet */
  bool before_commit;       /* in any case before the commit of its transaction
                               (bmc/movers.h) */
};

struct unrolling;

struct unrolled
{
  struct unrolling *all;
  uint32_t number; /* of the process */
  process_id process;
  thread_id thread; /* the thread that it plays; or THREAD_NONE */
  struct stacks stacks;
  VEC (struct unrolled_place) places;
  struct pairmap slot_numbers; /* (stack below, slot) -> value */
  VEC (struct bits) values;
  struct bits *shared; /* its copy of the shared state */
  aig_lit token;
  aig_lit scheduled; /* it makes a visible step if it can and has the token */
  struct bits time;  /* how often the token has been passed */
  aig_lit midst;     /* it is in the midst of an atomic block */
  uint32_t depth;
  VEC (struct unrolled_step) steps;
  struct unrolled_accesses first; /* of the first step of its atomic block */
};

/* The state of an unrolling that all its processes have in common. */
struct unrolling
{
  const struct question *question;
  struct arena *arena;
  struct layout layout;
  struct aig aig;
  VEC (struct unrolled) processes;
  VEC (struct unrolled_hit) hits;     /* what is asked for */
  VEC (struct unrolled_await) awaits; /* of a deadlock */
  VEC (struct unrolled_last) lasts;
  const struct ir_step *table; /* the steps of the model; without data: ignoring values */
  bool has_atomic;
  bool knows; /* `known' of places is computed */
  bool waits; /* a process may stay where it is although its visible step could be made */
};

/* The step that SYMBOL stands for. */
static inline const struct ir_step *
unrolling_step (const struct unrolling *all, pds_symbol symbol)
{
  const struct ir_projection *lowering = all->question->lowering;
  return &all->table[ir_step_of (lowering, symbol) - lowering->flow->nodes.at];
}

/* Begin without any process. */
void unrolling_init (struct unrolling *all, const struct question *question,
                     struct arena *arena);

/* Add a process, at its entry; the caller sets its shared state, time, maybe token. */
struct unrolled *unrolling_add (struct unrolling *all);

/* The stack of U after RULE, which reads the top of STACK.  The symbol of a call stays
   below, for the return to find. */
pds_stack unrolled_follow (struct unrolled *u, pds_stack stack, uint32_t rule);

/* The literal: A and B, of two processes, are to one cell, one of them writes, and not
   both are in atomic blocks. */
aig_lit unrolling_is_race (struct unrolling *all, const struct unrolled_access *a,
                           const struct unrolled_access *b);

/* Does -P allow a race of processes number P and Q? */
bool unrolling_are_meant (const struct unrolling *all, uint32_t p, uint32_t q);

struct bits *unrolling_copy_shared (const struct unrolling *all,
                                    const struct bits *shared);

#endif
