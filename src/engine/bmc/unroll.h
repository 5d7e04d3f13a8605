/* unroll.h -- one process, unrolled step by step, apart from all others [GanaiGupta2008].
 *
 * At depth k a process is at one of the places that k steps can lead to (control-state
 * reachability), and a literal says of each whether it is there; nothing else is known
 * statically, so straight code costs one place a depth.  A place is a stack: the symbol to
 * be executed, and below it the calls that are open, so that returns match calls.  Values
 * of slots are bit-vectors, one for each frame that was ever open; a step changes few of
 * them.
 *
 * A process has a copy of the shared state of its own.  It may make a visible step, one
 * that touches what is shared or that the automaton watches, only while it has the token.
 * Before each visible step is a point where it may receive the token, and with it a
 * state of which nothing is known here; after it is a point where it may pass the token
 * on.  tokens.h ties these points together.  In the midst of an atomic block nothing is
 * passed, unless the next step in it is blocked.
 *
 * Without a token passed to it, a process goes no further than its first visible step.
 */
#ifndef ENGINE_BMC_UNROLL_H
#define ENGINE_BMC_UNROLL_H

#include "engine/bmc/symbolic.h"
#include "phaseauto/instance.h"
#include "query/decide_options.h"
#include "wpds/stacks.h"

/* What is asked of all processes. */
enum bmc_goal
{
  BMC_STEPS,     /* all steps of the automaton happen */
  BMC_RACE,      /* on a field */
  BMC_DEADLOCK,  /* some wait for each other (deadlock.h) */
  BMC_CLAIM,     /* a claim is false */
  BMC_EXCLUSIVE, /* a field is accessed while its predicate does not hold */
};

struct bmc_question
{
  const struct lowering *lowering;
  enum bmc_goal goal;
  const struct pa_instance *instance; /* of BMC_STEPS, */
  const process_id *cast;             /* ... by thread */
  uint32_t threads;
  field_id field;
  uint32_t claim;
  bool without_data;                  /* codes and atomic blocks are not looked at */
  const struct decide_options *options; /* which processes a race may be of; or null */
};

/* An access that a step makes if WHEN. */
struct unrolled_access
{
  aig_lit when;
  field_id field;
  struct bits index;  /* width 0: the field is no array */
  bool writes;
  bool atomic;
  bool tests;         /* by an assume, which may be blocked */
  uint32_t depth;     /* of the step, */
  uint32_t rule;      /* ... and along which rule it is */
};

struct unrolled_accesses
{
  VEC (struct unrolled_access) list;
};

/* A step that is made if WHEN, for the run of a witness. */
struct unrolled_step
{
  aig_lit when;
  aig_lit moves;      /* the automaton */
  uint32_t rule;
  uint32_t depth;
  bool visible;
  struct bits time;   /* of a visible step: when the process had the token */
  struct bits any;    /* the value that was chosen; width 0: none was */
  struct value_type type; /* ... of this type */
};

/* Where the token may come or go. */
struct unrolled_point
{
  uint32_t process;          /* among the unrolled ones */
  aig_lit happens;           /* an input */
  const struct bits *shared; /* inputs that are received, or what is passed on */
  struct bits time;          /* of a receiver its new time, of a sender that and one more */
  struct bits receiver;      /* of a sender: inputs, the number of its receiver */
  struct unrolled_accesses accesses; /* about to be made, or just made */
  idset held;                /* locks that are held here in any case */
};

struct unrolled_points
{
  VEC (struct unrolled_point) list;
};

/* What is asked for happens if WHEN: a process makes, or is about to make, a step. */
struct bmc_hit_place
{
  uint32_t process, depth, rule;
};

struct bmc_hit
{
  aig_lit when;
  struct bits time;            /* everything up to this time has happened */
  struct bmc_hit_place place;
  bool race;                   /* two of them: `place' has written, or will */
  struct bmc_hit_place other;
};

/* A process waits for a lock if WHEN. */
struct bmc_await
{
  aig_lit when;
  struct bmc_hit_place place;
  lock_id lock;
};

/* A process that waits has the token if WHEN: nobody will change what it sees. */
struct bmc_last
{
  aig_lit when;
  uint32_t process;
  const struct bits *shared;
  struct bits time;
};

struct unrolled_place
{
  pds_stack stack;
  aig_lit here;
  bool first; /* maybe without a visible step before */
};

struct bmc;

struct unrolled
{
  struct bmc *bmc;
  uint32_t number;     /* of the process */
  process_id process;
  thread_id thread;    /* that it plays; or THREAD_NONE */
  struct stacks stacks;
  VEC (struct unrolled_place) places;
  struct pairmap slot_numbers;   /* (stack below, slot) -> value */
  VEC (struct bits) values;
  struct bits *shared;           /* its copy */
  aig_lit token;
  aig_lit scheduled;             /* it makes a visible step if it can and has the token */
  struct bits time;              /* how often the token was passed before */
  aig_lit midst;                 /* of an atomic block */
  uint32_t depth;
  VEC (struct unrolled_step) steps;
  struct unrolled_accesses first; /* of the first step of the block whose midst this is */
};

/* What all processes share while they are unrolled. */
struct bmc
{
  const struct bmc_question *question;
  struct arena *arena;
  struct layout layout;
  struct aig aig;
  uint32_t bits;       /* of times, and of numbers of points */
  VEC (struct unrolled) processes;
  struct unrolled_points receivers, senders; /* new at this depth */
  VEC (aig_lit) required;                    /* true in any case: new at this depth */
  VEC (struct bmc_hit) hits;                 /* what is asked for, at all depths */
  bool *is_protected;  /* by field: its accesses are movers; or null: nothing moves */
  VEC (struct bmc_await) awaits;             /* of a deadlock: new at this depth */
  VEC (struct bmc_last) lasts;
  bool has_atomic;
  bool waits;          /* a process may stay at a visible step (eager.h) */
};

/* BITS: of times, and of numbers of points. */
void bmc_init (struct bmc *bmc, const struct bmc_question *question, uint32_t bits,
               struct arena *arena);

/* All processes make a step. */
void bmc_deepen (struct bmc *bmc);

/* Are A and B, of two processes, to one cell, and one of them writes, and not both are
   inside of atomic blocks? */
aig_lit bmc_is_race (struct bmc *bmc, const struct unrolled_access *a,
                     const struct unrolled_access *b);

/* May a race be of processes number P and Q? */
bool bmc_are_meant (const struct bmc *bmc, uint32_t p, uint32_t q);

/* For those who deepen: IF_THIS implies THEN_THAT; a copy of a shared state; the places
   of U after EFFECTS. */
struct effects;
void bmc_require (struct bmc *bmc, aig_lit if_this, aig_lit then_that);
struct bits *bmc_copy_shared (const struct bmc *bmc, const struct bits *shared);
void bmc_move_on (struct unrolled *u, const struct effects *effects);

/* Some process makes more steps than this. */
aig_lit bmc_is_deeper (struct bmc *bmc);

#endif
