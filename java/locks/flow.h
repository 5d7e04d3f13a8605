/* flow.h -- one run of a method's code on terms (flow.c, flow_steps.c, ...).
 *
 * States are pairs of an instruction, where paths meet, and the locks that are held
 * there; frames that come to one state are joined, and what they differ in becomes a
 * symbol.  So both outcomes of a tryLock stay apart, and the work is linear in the code.
 */
#ifndef JAVA_LOCKS_FLOW_H
#define JAVA_LOCKS_FLOW_H

#include "java/locks/lock_program.h"
#include "java/reader/code_flow.h"

struct flow_frame
{
  uint32_t instruction, held;
  uint32_t stack_count;
  term_id *terms; /* locals, then the stack */
  bool is_queued;
};

struct flow_run
{
  struct lock_program *p;
  uint32_t method;
  struct arena *scratch;
  const struct java_class *class;
  const struct java_code *code;
  const struct code_flow *flow;
  VEC (struct flow_frame) frames;
  struct pairmap frame_of; /* (instruction, held) */
  VEC (uint32_t) worklist;
  bool *is_reached; /* by frame, once frames do not change any more; or null */
  bool records;     /* all frames are known: events are recorded */
  /* The path: */
  uint32_t instruction, held;
  bool goes_on;
  VEC (term_id) locals;
  VEC (term_id) stack;
  VEC (uint32_t) next;         /* states, of the present one */
  VEC (struct flow_put) puts;  /* of new objects into fields, */
  VEC (struct flow_put) parts; /* of parts of locks into final ones */
  VEC (struct flow_event) out; /* of the present state */
  bool has_result, is_result_mixed;
  term_id result;
};

/* A new object, or part of a lock, that was put into a field. */
struct flow_put
{
  term_id value;
  uint32_t field;
};

/* A long or double. */
term_id flow_wide (struct flow_run *r);
term_id flow_pop (struct flow_run *r);
void flow_push (struct flow_run *r, term_id term);
/* A reference of TYPE of which nothing else is known; or a number. */
term_id flow_symbol (struct flow_run *r, struct java_type type, uint32_t which);
term_id flow_symbol_of (struct flow_run *r, name_id type, bool is_exact, uint32_t which);
/* The path ends at INSTRUCTION; another one may begin. */
void flow_go (struct flow_run *r, uint32_t instruction);
/* The number of the state at INSTRUCTION with the present frame, UINT32_MAX: none. */
uint32_t flow_state_at (struct flow_run *r, uint32_t instruction);
/* Perhaps it goes on at INSTRUCTION, with the present frame. */
void flow_fork (struct flow_run *r, uint32_t instruction);
/* It goes on at the next instruction. */
void flow_continue (struct flow_run *r);
/* The instruction may throw: perhaps it goes on at its handlers. */
void flow_may_throw (struct flow_run *r);
void flow_event (struct flow_run *r, enum flow_kind kind, term_id lock, uint32_t operand);
void flow_acquire (struct flow_run *r, term_id lock, uint32_t site, bool tries);
void flow_release (struct flow_run *r, term_id lock);
/* getfield, getstatic; putfield, putstatic. */
void flow_get_field (struct flow_run *r, bool is_static);
void flow_put_field (struct flow_run *r, bool is_static);
/* The method has come to its end: of which locks the parts in fields are. */
void flow_settle_parts (struct flow_run *r);
/* Carry out the instruction. */
void flow_step (struct flow_run *r);
/* A call of TARGET without arguments. */
void flow_call (struct flow_run *r, struct java_member target);
/* Instructions that call: invoke* and invokedynamic. */
void flow_invoke (struct flow_run *r);
void flow_invoke_dynamic (struct flow_run *r);

/* ---- escapes.c ---- */

/* TERM goes where nobody follows it. */
void flow_lose (struct flow_run *r, term_id term);
/* VALUE is put into FIELD, or into ARRAY. */
void flow_put (struct flow_run *r, uint32_t field, term_id value);
void flow_put_element (struct flow_run *r, term_id array, term_id value);
/* CALL gives ARGUMENTS to its targets. */
void flow_hand (struct flow_run *r, const struct lock_call *call,
                const term_id *arguments, uint32_t count);

/* ---- targets.c ---- */

/* The methods that a call of REFERENCE on RECEIVER can run, into CALL. */
void flow_find_targets (struct lock_program *p, struct lock_call *call,
                        struct member_reference reference, enum handle_kind kind,
                        term_id receiver);

#endif
