/* next_step.h -- the meaning of a step: what a process does next, and doing it.
 *
 * A step is what the action of a rule of the multi-PDS says (theory.md, section 1) and,
 * in a model with values, what its flow node does with them (ir/ir.h). `next_step_find'
 * changes nothing: it says what the next step of a process touches, whether it can be
 * made, whether it fails, and how many ways there are to make it: its choices, of a
 * branch, of a value, or of the automaton, which may loop or move. `next_step_take' makes
 * one of these choices.  The kinds say how a step interferes with those of others
 * (explicit/protection.h, stateless/dependence.h):
 *
 *     FREE      touches nothing that is shared
 *     ACCESS    of cells: a read, a write, an assume; without values there are no cells
 *     ACQUIRE   RELEASE     of a lock
 *     AWAIT     a join, a wake: needs what others do, and changes nothing
 *     FINISH    START
 *     NOTIFY    where waits end by a notify only: one choice for each process that waits,
 *               or for all of them together
 *
 * Beside its kind, a step may concern the automaton (`watched').
 */
#ifndef ENGINE_NEXT_STEP_H
#define ENGINE_NEXT_STEP_H

#include "engine/steps/frames.h"
#include "engine/steps/state.h"

enum step_kind
{
  STEP_FREE,
  STEP_ACCESS,
  STEP_ACQUIRE,
  STEP_RELEASE,
  STEP_AWAIT, /* from here on: of life cycles */
  STEP_FINISH,
  STEP_START,
  STEP_NOTIFY,
};

struct next_step
{
  enum step_kind kind;
  uint32_t symbol; /* or FRAMES_NOWHERE */
  struct pds_range rules;
  uint32_t failed;  /* the claim that is false here, or IR_NO_CLAIM */
  uint32_t choices; /* ways to make it; 0: none, for now */
  uint32_t lock;    /* of an acquire or release that does something; or NEXT_NO_LOCK */
  bool blocked;     /* an acquire, assume or join that cannot go on */
  bool cut;         /* it was cut off by the bound of the stack */
  bool loop, step;  /* whether the automaton allows it as a loop, as a step */
  uint8_t watched;  /* 0: the automaton does not care (watching.h) */
  bool meets;       /* it may be one of the steps that happen together */
  /* Without values all of these are 0. */
  bool is_step;               /* it does not only compute with locals (ir.h, Atomic) */
  bool atomic;                /* its node is atomic */
  bool writes;                /* an access that writes */
  bool sampled;               /* not all values are tried */
  const struct ir_step *node; /* or null */
  uint32_t edge;              /* of a branch */
  int64_t value;              /* of a set or write */
  VEC (uint32_t) touched;     /* cells; of an assume, also if it is blocked */
};

#define NEXT_NO_LOCK UINT32_MAX

/* Compute what ACTOR, process number PROCESS, does NEXT in STATE.  *NEXT is 0 at first,
   or the result of an earlier call for the same program. */
void next_step_find (struct frames *frames, const struct state *state, uint32_t process,
                     const struct actor *actor, struct next_step *next);

/* Make choice number CHOICE: ACTOR moves; the stacks of STATE stay as they are. */
void next_step_take (struct frames *frames, struct state *state, uint32_t process,
                     struct actor *actor, const struct next_step *next, uint32_t choice);

/* Does choice number CHOICE move the automaton? */
static inline bool
next_step_moves (const struct next_step *next, uint32_t choice)
{
  return next->watched && choice == (uint32_t) next->loop;
}

/* The rule of choice number CHOICE. */
static inline uint32_t
next_step_rule (const struct next_step *next, uint32_t choice)
{
  uint32_t rule = next->rules.begin;
  if (next->rules.end - rule > 1)
    rule += next->node && next->node->op == IR_TEST ? next->edge : choice;
  assert (rule < next->rules.end);
  return rule;
}

/* The value that choice number CHOICE of an IR_ANY stands for; 0 for other steps. */
int64_t next_step_value (const struct data_model *data, const struct next_step *next,
                         uint32_t choice);

/* The process that choice number CHOICE of a STEP_NOTIFY wakes in STATE, from 1; 0:
   nobody waits for the lock, or all who do are woken. */
uint32_t next_step_woken (const struct frames *frames, const struct state *state,
                          const struct next_step *next, uint32_t choice);

/* ---- For the stateless search, which takes steps back: without values. ---- */

/* Apply the effect on others of a step of KIND, by RULE of PROCESS, or take it back: LOCK
   changes hands, processes start and finish. */
void step_change_others (const struct program *program, struct state *state,
                         uint32_t process, enum step_kind kind, uint32_t lock,
                         const struct pds_rule *rule, bool happens);
/* Move ACTOR along RULE. */
void step_follow (struct frames *frames, struct actor *actor,
                  const struct pds_rule *rule);

#endif
