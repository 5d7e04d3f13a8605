/* frames.h -- stacks of frames as numbers: interned lists.
 *
 * A stack is its top frame and the stack below; equal stacks have equal numbers.  A frame
 * is a symbol and, in a model with values, those of the slots that are live there.  The
 * symbol of the top frame is where a process is; that of a frame below, where a call will
 * return to.  (If the call has a result, the frame has the symbol of the call instead,
 * which says which slot the result goes to.)  Stack 0 is empty: the process has ended;
 * stack 1 is that of a process that went wrong in an assume, whose condition others may
 * change.
 *
 * An actor is a process whose top frame is unpacked, for execution.
 */
#ifndef ENGINE_FRAMES_H
#define ENGINE_FRAMES_H

#include "base/hash.h"
#include "base/pairmap.h"
#include "engine/steps/program.h"

#define FRAMES_ENDED 0
#define FRAMES_WRONG 1

struct frames
{
  const struct program *program;
  struct arena *arena;
  struct pairmap stacks; /* (top frame, stack below); pair i is stack i + 2 */
  VEC (uint32_t) depth;  /* by stack: frames that a recursive call returns to */
  /* A frame is its word for a symbol; with values, the number of these words. */
  VEC (uint32_t) words; /* the word, then the slots, 32 or 64 bits each */
  VEC (uint32_t)
  starts; /* by number: where its words start; and an end */
  struct hash_table table;
};

struct actor
{
  uint32_t symbol; /* where it is; FRAMES_NOWHERE: it has ended, or gone wrong */
  uint32_t below;  /* the stack below */
  int64_t *slots;  /* undefined if not live; null: the model has no values */
};

#define FRAMES_NOWHERE UINT32_MAX

void frames_init (struct frames *frames, const struct program *program,
                  struct arena *arena);

/* An actor with room for the slots of any body. */
struct actor actor_new (const struct frames *frames, struct arena *arena);
void actor_copy (const struct frames *frames, struct actor *to, const struct actor *from);

/* Put ACTOR where PROCESS begins. */
void frames_enter (const struct frames *frames, uint32_t process, struct actor *actor);

/* Unpack STACK into ACTOR; and the number of ACTOR's stack. */
void frames_load (const struct frames *frames, uint32_t stack, struct actor *actor);
uint32_t frames_store (struct frames *frames, const struct actor *actor);

/* Let ACTOR call, by RULE: it is then at the first symbol of the callee, its parameters
   still to be set; all other slots are 0. */
void frames_call (struct frames *frames, struct actor *actor,
                  const struct pds_rule *rule);
/* Let ACTOR return: it is then where the call leads, with the slots as they were, or at
   its end.  Returns the symbol of the call that awaits the result, or FRAMES_NOWHERE. */
uint32_t frames_return (const struct frames *frames, struct actor *actor);

/* The number of frames of recursive calls on STACK. */
static inline uint32_t
frames_depth (const struct frames *frames, uint32_t stack)
{
  return frames->depth.at[stack];
}

/* Where a process with STACK is; FRAMES_NOWHERE if it has ended or gone wrong. */
static inline uint32_t
frames_symbol (const struct frames *frames, uint32_t stack)
{
  if (stack <= FRAMES_WRONG)
    return FRAMES_NOWHERE;
  uint32_t frame = frames->stacks.entries.at[stack - FRAMES_WRONG - 1].first;
  return frames->program->data ? frames->words.at[frames->starts.at[frame]] : frame;
}

#endif
