/* looks.h -- what a process of a model with data does next: ir/ir.h, executed.
 *
 * A look at a process in a world says everything about its next step, and changes
 * nothing: what it touches, whether it can go on, whether it fails, how many ways there
 * are.  `looks_take' goes one of these ways.  The kinds say how a step meets those of
 * others (protection.h):
 *
 *     FREE      touches nothing that is shared
 *     ACQUIRE   RELEASE     of a lock
 *     ACCESS    of cells: a read, a write, an assume
 *     AWAIT     a join, a wake: needs what others do, and changes nothing
 *     FINISH    START
 *
 * Beside its kind, a step may concern the automaton (`watched').
 */
#ifndef ENGINE_LOOKS_H
#define ENGINE_LOOKS_H

#include "engine/data/frames.h"
#include "engine/data/worlds.h"
#include "engine/steps/watching.h"

/* A stack may hold this number of frames of recursive calls. */
#define LOOKS_STACK_BOUND 8

enum look_kind
{
  LOOK_FREE,
  LOOK_ACQUIRE,
  LOOK_RELEASE,
  LOOK_ACCESS,
  LOOK_AWAIT,
  LOOK_FINISH,
  LOOK_START,
};

struct look
{
  enum look_kind kind;
  uint32_t symbol; /* or FRAMES_NOWHERE */
  const struct ir_step *node;
  bool is_step;     /* not only of locals (ir.h, Atomic) */
  bool atomic;      /* its node is */
  bool writes;      /* an access does */
  bool blocked;     /* an acquire, assume or join that cannot go on */
  bool cut;         /* by the bound of the stack */
  bool sampled;     /* not all values are tried */
  bool loop, step;  /* what the automaton allows it to be */
  unsigned watched; /* 0: the automaton does not care (watching.h) */
  uint32_t failed;  /* the claim that is false here, or IR_NO_CLAIM */
  uint32_t choices; /* ways to go on; 0: none, now */
  uint32_t lock;    /* of an acquire or release that does something; or LOOK_NO_LOCK */
  uint32_t edge;    /* of a branch */
  int64_t value;    /* of a set or write */
  VEC (uint32_t) touched; /* cells; of an assume, also if it is blocked */
};

#define LOOK_NO_LOCK UINT32_MAX

/* The step that was taken. */
struct look_step
{
  uint32_t rule;
  bool moves;    /* the automaton */
  int64_t value; /* that an IR_ANY chose */
};

/* What it takes to look. */
struct looks
{
  struct data_model *model;
  struct frames *frames;
  struct arena *arena;
  const struct watching *watching; /* or null: no automaton */
  const thread_id *threads;        /* by process: the one it plays, or THREAD_NONE */
  VEC (int64_t) arguments;         /* of a call, for a moment */
};

/* LOOK at ACTOR, process number PROCESS, in WORLD. */
void looks_at (struct looks *looks, const struct world *world, uint32_t process,
               const struct actor *actor, struct look *look);

/* Take choice number CHOICE.  ACTOR moves; the stacks of WORLD are left alone. */
struct look_step looks_take (struct looks *looks, struct world *world, uint32_t process,
                             struct actor *actor, const struct look *look,
                             uint32_t choice);

#endif
