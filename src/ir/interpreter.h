/* interpreter.h -- the steps of a model executed one by one, where a wait ends by a
 * notify only.
 *
 * This is ir.h as code, as plain as possible, with the wait sets of doc/theory-stuck.md:
 * for those who must know what a model can still do without asking an engine.  The replay
 * follows a witness of `stuck' with it and lists what can come after it; the checker of
 * certificates lists all states (listing.h).  No engine includes it.
 *
 *     interpreter_init (&interpreter, flow, arena);
 *     struct interpreter_state state = interpreter_start (&interpreter);
 *     while ((count = interpreter_choices (&interpreter, &state, process)) > 0)
 *       interpreter_go (&interpreter, &state, process, 0);
 *
 * The choices of a step are its edges, the values of an IR_ANY, or the processes that a
 * notify may wake.
 */
#ifndef IR_INTERPRETER_H
#define IR_INTERPRETER_H

#include "ir/ir.h"

/* Of types wider than this not all values are tried. */
#define INTERPRETER_ANY_WIDTH 10
/* A process with this many frames more than there are bodies is in a recursion, which is
   not followed any deeper. */
#define INTERPRETER_FRAMES 8

struct interpreter
{
  const struct ir *flow;
  const struct ir_model *model;
  struct arena *arena;
  uint32_t *first_cell; /* by field, and an end */
  uint64_t *live;       /* by node: its row, a set of the slots that may still be read */
  uint32_t live_words;  /* of a row */
  bool *repeats;        /* by node: a back edge leads to it */
  int64_t *values;      /* buffer for arguments */
};

/* What has happened to a process. */
enum
{
  INTERPRETER_STARTED = 1,
  INTERPRETER_ENDED = 2,
  INTERPRETER_WRONG = 4, /* it went wrong in an assume, and stays there */
};

struct interpreter_process
{
  /* Its frames, the innermost last: each has its slots, then the caller's slot for the
     result or -1, whether its call is atomic, the body, and the next node. */
  VEC (int64_t) stack;
  uint32_t frames; /* 0: it has ended */
  uint8_t life;
  bool waiting;   /* it is in the wait set of the lock that it acquires next */
  uint32_t given; /* how often it held the lock that a wait has released */
};

struct interpreter_lock
{
  uint32_t owner; /* a process from 1; 0: it is free */
  uint32_t depth;
};

struct interpreter_state
{
  uint32_t midst; /* a process from 1, in the midst of an atomic block; or 0 */
  int64_t *cells;
  struct interpreter_lock *locks;
  struct interpreter_process *processes;
};

void interpreter_init (struct interpreter *interpreter, const struct ir *flow,
                       struct arena *arena);

/* The state with all processes at their entries.  Fields with any initial value are 0. */
struct interpreter_state interpreter_start (const struct interpreter *interpreter);

/* What a process can do in a state. */
enum interpreter_outlook
{
  INTERPRETER_RUNS,    /* it can make a step, if no other is in an atomic block */
  INTERPRETER_WAITS,   /* it can once others have done something */
  INTERPRETER_STAYS,   /* it has ended, was not started, has failed or gone wrong, or a
                          condition over its locals is false: nobody can help it */
  INTERPRETER_UNKNOWN, /* its recursion is too deep, or its choice too large */
};

enum interpreter_outlook interpreter_look (const struct interpreter *interpreter,
                                           const struct interpreter_state *state,
                                           uint32_t process);

/* The number of choices of the next step of PROCESS; 0: it makes none in this state. */
uint32_t interpreter_choices (const struct interpreter *interpreter,
                              const struct interpreter_state *state, uint32_t process);

/* Let PROCESS make choice number CHOICE of its next step. */
void interpreter_go (const struct interpreter *interpreter,
                     struct interpreter_state *state, uint32_t process, uint32_t choice);

/* Let PROCESS, at an IR_ANY, choose VALUE, even if there are too many. */
void interpreter_choose (const struct interpreter *interpreter,
                         struct interpreter_state *state, uint32_t process,
                         int64_t value);

/* The node that PROCESS is at; IR_NO_STEP: it has ended. */
uint32_t interpreter_node (const struct interpreter_state *state, uint32_t process);

/* Is the step of PROCESS, which has choices, unnoticeable to other processes, and not one
   that a loop comes back to?  Then it can as well be made at once. */
bool interpreter_is_unnoticed (const struct interpreter *interpreter,
                               const struct interpreter_state *state, uint32_t process);

/* Is some process at an idle step (ir.h)? */
bool interpreter_is_idle (const struct interpreter *interpreter,
                          const struct interpreter_state *state);

/* The value of choice 0 of an IR_ANY of TYPE; the others follow. */
int64_t interpreter_first_value (struct ir_type type);

/* The choice of PROCESS, at a notify, that wakes WOKEN, a process from 1; 0: nobody.
   UINT32_MAX: there is none. */
uint32_t interpreter_waking (const struct interpreter *interpreter,
                             const struct interpreter_state *state, uint32_t process,
                             uint32_t woken);

/* Append STATE as words to ROW, which grows in ARENA: equal words mean equal states, but
   for values that are never read again. interpreter_unpack reads them back. */
struct interpreter_row
{
  VEC (int64_t) words;
};
void interpreter_pack (const struct interpreter *interpreter,
                       const struct interpreter_state *state, struct interpreter_row *row,
                       struct arena *arena);
void interpreter_unpack (const struct interpreter *interpreter, const int64_t *words,
                         struct interpreter_state *state);

#endif
