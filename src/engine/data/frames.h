/* frames.h -- stacks of frames with values, as numbers: interned lists.
 *
 * A stack is its top frame and the stack below; equal stacks have equal numbers.  The top
 * frame of a process is where it is: a symbol and the values of the slots that are live
 * there.  A frame below is a call that has not returned: the symbol of the call and the
 * slots that will be needed then.  Stack 0 is empty, the process has ended; stack 1 is
 * that of a process that went wrong in an assume, whose condition others may change.
 *
 * An actor is a process whose top frame is unpacked, for execution.
 */
#ifndef ENGINE_FRAMES_H
#define ENGINE_FRAMES_H

#include "base/hash.h"
#include "engine/data/data_model.h"

#define FRAMES_ENDED 0
#define FRAMES_WRONG 1

struct frames
{
  const struct data_model *model;
  struct arena *arena;
  VEC (uint32_t)
  words;                 /* of stack i, from starts.at[i] on: the stack below, the symbol,
                            the slots, 32 or 64 bits each */
  VEC (uint32_t) starts; /* by stack, and the end */
  VEC (uint32_t) depth;  /* by stack: frames of recursive calls */
  struct hash_table table;
};

struct actor
{
  uint32_t symbol; /* where it is; FRAMES_NOWHERE: at its end, or wrong */
  uint32_t below;  /* the stack below */
  int64_t *slots;  /* those that are not live are anything */
};

#define FRAMES_NOWHERE UINT32_MAX

void frames_init (struct frames *frames, const struct data_model *model,
                  struct arena *arena);

/* An actor with room for the slots of any body. */
struct actor actor_new (const struct frames *frames, struct arena *arena);

/* Unpack STACK; and the number of the stack of ACTOR. */
void frames_load (const struct frames *frames, uint32_t stack, struct actor *actor);
uint32_t frames_store (struct frames *frames, const struct actor *actor);

/* ACTOR calls: it is at the first symbol of the callee, its parameters still to be set;
   all other slots are 0. */
void frames_call (struct frames *frames, struct actor *actor, uint32_t callee);
/* ACTOR returns: it is at the symbol of the call, *its* slots as they were, or at its
 * end.
 */
void frames_return (const struct frames *frames, struct actor *actor);

/* The number of frames of recursive calls on STACK. */
static inline uint32_t
frames_depth (const struct frames *frames, uint32_t stack)
{
  return frames->depth.at[stack];
}

/* Where is a process with STACK?  FRAMES_NOWHERE if it has ended, or is wrong. */
static inline uint32_t
frames_symbol (const struct frames *frames, uint32_t stack)
{
  return stack <= FRAMES_WRONG ? FRAMES_NOWHERE
                               : frames->words.at[frames->starts.at[stack] + 1];
}

#endif
