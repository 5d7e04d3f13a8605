/* ir.h -- what the bodies of a model do: steps, and how control goes from one to the
 * next.
 *
 * A step is one thing: its operation says what it does, with which object, expression,
 * slot and so on, and every pass that looks at steps has one switch.  Blocks, loops,
 * break, continue, goto and return have become edges; every sync and unit has become a
 * step where it begins and one for each way out.  Locks are still reentrant and units
 * still nest: project.c turns a graph into rules for each context in which its body is
 * called.  All graphs share the tables; a body owns a range of steps, its entry first,
 * all of them reachable from it.
 *
 * Passes that ignore values see what ir_plain_op says: a model that can do all that this
 * one can, and more.  That is what the weighted engines look at.
 *
 * Every access to a field is a step of its own: `f = g + f' is
 *
 *     READ g into slot 4;  READ f into slot 5;  WRITE f = slot 4 + slot 5
 *
 * and expressions are over slots.  (Only the condition of an assume and the predicates of
 * `exclusive' are over fields: they are evaluated at one moment.)  Where an operand of
 * && || ?: accesses fields, the operator has become tests.  `*' has become ANY.
 *
 * Assume.  If its condition reads fields, the steps after ASSUME read them, each as one
 * READ without a slot, as the evaluation of a true condition reads them, with branches
 * where && || ?: decide what is read; all these nodes are `atomic'.  ASSUME is the step,
 * and accesses all those cells; the reads are there for those who watch accesses, one at
 * a time, and are `of_assume'.  An assume that reads no field is a local step.
 *
 * Lock arrays.  A process may hold slot[i] when it acquires slot[j], and i may be j.  So
 * an acquire of a lock of an array, by any index, puts the lock's index into `slot' if it
 * takes the lock, and -1 if the process held it already; the release gives back the lock
 * that `slot' names, if any.  (The index of a release is a constant, or IR_NO_EXPR: the
 * expression of the acquire may have another value by then.)  A wait or notify of such a
 * lock is like any other.
 *
 * Atomic.  Steps inside `atomic { }' are `atomic'; those of bodies that are called there
 * are so by ir_is_atomic (project.h).  A process is in the midst of an atomic block iff
 * it has made a step in it (anything but SET, ANY, TEST, ASSERT, CALL, RETURN, BEGIN,
 * END, a plain skip or a local assume) and its next node is still atomic; then no other
 * process makes a step.  If with that step it comes to an acquire, assume, join or start
 * that cannot go on, the others run until it can and makes its next step (as in Promela:
 * that it could go on does not stop the others).  An ASSUME that reads fields counts as a
 * step inside the block of the reads that follow it, whether it is `atomic' itself (it is
 * if it stands in an atomic block) or not.  A node that is not atomic separates two
 * blocks.  A process that fails inside of a block stays in its midst.
 *
 * Going wrong.  An expression goes wrong if it divides by zero, shifts by a number
 * outside 0 .. 31 (63 if the left operand is wider than 32 bits), and an access or lock
 * operation if its index is out of bounds.  Then the process stays at that node for ever,
 * nothing else happens there, and claim `wrong' is false.  A node that cannot go wrong
 * has no such claim.  A predicate of `exclusive' that goes wrong counts as false.
 */
#ifndef IR_IR_H
#define IR_IR_H

#include <assert.h>
#include <stdbool.h>
#include <stdint.h>

#include "ir/expr.h"
#include "ir/model.h"

enum ir_op
{
  IR_SKIP,    /* any number of successors: control goes to one of them.  All other
                 steps but TEST and RETURN have exactly one */
  IR_ACQUIRE, /* a lock */
  IR_RELEASE,
  IR_ACQUIRE_AT, /* a lock of an array: the one at `index' */
  IR_RELEASE_AT, /* the lock of an array that `slot' names */
  IR_READ,       /* a field; slot = the cell, or IR_NO_SLOT */
  IR_WRITE,      /* a field; the cell = expr, if the field has a value */
  IR_SET,        /* slot = expr */
  IR_ANY,        /* slot = any value of the slot's type */
  IR_TEST,       /* two successors: the first iff expr, which is bool, holds */
  IR_ASSUME,     /* goes on only when expr, over fields, is true */
  IR_ASSERT,     /* goes on only if expr is true; else the process stays here for ever,
                    and claim `claim' is false */
  IR_BEGIN,      /* a unit */
  IR_END,
  IR_CALL,   /* a body: its parameters = arguments; slot = the result, later */
  IR_RETURN, /* no successor */
  /* Life cycles. */
  IR_WAKE,   /* first step of a process that some start names */
  IR_FINISH, /* before the returns of a process that is joined */
  IR_START,  /* processes */
  IR_JOIN,
  /* `wait l' is IR_CUT, a release and an acquire with `waits', IR_RESUME. */
  IR_CUT,    /* all open units end, those of callers as well */
  IR_RESUME, /* they begin again */
  IR_NOTIFY, /* a lock; has no effect here */
};

#define IR_NO_STEP UINT32_MAX

struct ir_step
{
  enum ir_op op;
  bool nested;         /* lock: this body itself holds it already, or still */
  bool by_sync;        /* lock: by a sync statement, not lock or unlock */
  bool waits;          /* lock: of a wait, which releases it at any depth, callers
                          included, and acquires it again */
  bool atomic;         /* inside an `atomic' of this body */
  bool of_assume;      /* a read of the assume before it */
  bool all;            /* notify: wakes all who wait */
  bool idle;           /* a process here stands for any thread that comes later */
  const char *leaving; /* end of a sync or unit: the word of the "break", "continue"
                          or "return" that leaves it; null: it ends normally */
  union
  {
    lock_id lock;    /* see ir_step_lock; LOCK_NONE: only its index says which */
    field_id field;  /* see ir_step_field */
    body_id callee;  /* see ir_step_callee */
    idset processes; /* see ir_step_processes */
  } object;
  idset sets;       /* of a unit: its atomic sets */
  idset units;      /* sets in whose unit this body itself is, but for the unit that
                       begins or ends here */
  idset locks;      /* the locks that this body itself holds before this step */
  uint32_t offset;  /* where the statement is in the text; without a text, a number that
                       identifies the origin of the step */
  name_id position; /* the @"..." of the statement, or NAME_NONE */
  uint32_t first_edge;
  uint32_t edge_count;
  uint32_t slot;      /* or IR_NO_SLOT */
  uint32_t expr;      /* or IR_NO_EXPR */
  uint32_t index;     /* of the cell or lock; or IR_NO_EXPR: the field is no array */
  lock_id first_lock; /* of ACQUIRE_AT and RELEASE_AT: the array */
  uint32_t lock_count;
  uint32_t
    first_argument; /* of a call: an expression for each value parameter, from here */
  uint32_t argument_count; /* on in `arguments', so many */
  uint32_t claim;          /* of an assert; else IR_NO_CLAIM */
  uint32_t wrong;          /* or IR_NO_CLAIM: this step cannot go wrong */
};

/* A step that does nothing. */
#define IR_STEP_NONE                                                                     \
  ((struct ir_step){ .position = NAME_NONE,                                              \
                     .slot = IR_NO_SLOT,                                                 \
                     .expr = IR_NO_EXPR,                                                 \
                     .index = IR_NO_EXPR,                                                \
                     .claim = IR_NO_CLAIM,                                               \
                     .wrong = IR_NO_CLAIM })

/* Does STEP acquire or release a lock of an array by an index? */
static inline bool
ir_is_element (const struct ir_step *step)
{
  return step->op == IR_ACQUIRE_AT || step->op == IR_RELEASE_AT;
}

/* By an index that is no constant? */
static inline bool
ir_is_open (const struct ir_step *step)
{
  return ir_is_element (step) && lock_equal (step->object.lock, LOCK_NONE);
}

/* The operation of STEP for passes that ignore values: IR_SKIP if its lock is unknown. */
static inline enum ir_op
ir_plain_op (const struct ir_step *step)
{
  switch ((unsigned) step->op)
    {
    case IR_SET:
    case IR_ANY:
    case IR_TEST:
    case IR_ASSUME:
    case IR_ASSERT: return IR_SKIP;
    case IR_ACQUIRE_AT: return ir_is_open (step) ? IR_SKIP : IR_ACQUIRE;
    case IR_RELEASE_AT: return ir_is_open (step) ? IR_SKIP : IR_RELEASE;
    default: return step->op;
    }
}

/* Does STEP acquire or release a lock that is known? */
static inline bool
ir_is_operation (const struct ir_step *step)
{
  return step->op == IR_ACQUIRE || step->op == IR_RELEASE
         || (ir_is_element (step) && !ir_is_open (step));
}

static inline bool
ir_is_access (const struct ir_step *step)
{
  return step->op == IR_READ || step->op == IR_WRITE;
}

/* The lock of an operation or notify, the field of an access, the body that is called,
   the processes that are started or joined. */
static inline lock_id
ir_step_lock (const struct ir_step *step)
{
  assert (ir_is_operation (step) || step->op == IR_NOTIFY);
  return step->object.lock;
}

static inline field_id
ir_step_field (const struct ir_step *step)
{
  assert (ir_is_access (step));
  return step->object.field;
}

static inline body_id
ir_step_callee (const struct ir_step *step)
{
  assert (step->op == IR_CALL);
  return step->object.callee;
}

static inline idset
ir_step_processes (const struct ir_step *step)
{
  assert (step->op == IR_START || step->op == IR_JOIN);
  return step->object.processes;
}

/* The lock that STEP acquires or releases; if only its index says which, the first. */
static inline lock_id
ir_named_lock (const struct ir_step *step)
{
  return ir_is_open (step) ? step->first_lock : ir_step_lock (step);
}

/* Does STEP acquire a lock that is held from then on?  (That of a wait does not.) */
static inline bool
ir_takes_lock (const struct ir_step *step)
{
  return (step->op == IR_ACQUIRE && !step->waits) || step->op == IR_ACQUIRE_AT;
}

struct ir_graph
{
  uint32_t first_node, node_count;
  uint32_t first_slot, slot_count; /* in the flow's table `slots' */
  uint32_t values;                 /* the first slots, which are parameters */
  uint32_t result;                 /* its slot for the result, or IR_NO_SLOT */
};

/* A stack of locks that a body holds: top and rest.  Equal stacks have equal numbers. */
struct ir_stack
{
  uint32_t rest;
  lock_id lock;
  bool by_sync;
  bool open;          /* some unknown lock of the array that begins with `lock' */
  bool nested;        /* the lock is also in the rest */
  idset locks;        /* all known locks of the stack */
  uint32_t outermost; /* the largest part of the stack whose top is not nested */
};

#define IR_STACK_EMPTY 0u

struct ir
{
  struct arena *arena;
  const struct ir_model *model;
  VEC (struct ir_step) nodes;
  VEC (uint32_t) edges;         /* the node that each edge leads to */
  VEC (struct ir_graph) bodies; /* one for each body of the model */
  /* Data: all empty in a model without. */
  bool has_values; /* some step uses values */
  VEC (struct ir_expr) exprs;
  VEC (uint32_t) arguments; /* of calls: expressions */
  VEC (struct ir_slot) slots;
  VEC (struct ir_claim) claims;
  uint32_t *exclusive; /* by field: when it may be accessed, an expression over fields and
                          `self', or IR_NO_EXPR: always; null: there are no predicates */
  bool has_atomic;     /* some node is inside an `atomic' */
  bool may_forget;     /* each read of a non-volatile field into a slot is followed by a
                          skip for it: see ir_forget */
  /* From ir_check_nesting: */
  VEC (struct ir_stack) stacks;
  uint32_t *stack_at;  /* by node: the stack of locks that its body holds before it */
  uint32_t *came_from; /* by node: the node before it on a shortest path from the entry,
                          UINT32_MAX: it is the entry */
  bool has_waits;      /* some node is of a wait or notify */
  bool has_idle;       /* some node is idle: `stuck' needs a process at one */
  bool pairs_locks;    /* some node is of a `lock' or `unlock' of a lock in an array */
};

/* Has EXPR, which may be IR_NO_EXPR, an IR_SLOT or IR_FIELD, OP, of PLACE (IR_ANYWHERE:
   of any place)? */
#define IR_ANYWHERE UINT32_MAX
bool ir_expr_has (const struct ir *flow, uint32_t expr, enum ir_expr_op op,
                  uint32_t place);

/* Add to SET, a row of bits (base/bitset.h), FIRST plus the number of each slot that STEP
   reads.  (A return reads its body's result besides.) */
void ir_step_add_reads (const struct ir *flow, const struct ir_step *step, uint32_t first,
                        uint64_t *set);

/* Does STEP set its slot? */
static inline bool
ir_step_sets_slot (const struct ir_step *step)
{
  return step->slot != IR_NO_SLOT && step->op != IR_RELEASE_AT;
}

/* The nodes of one body as a graph, counted from its first; `ir_nodes_next' gives their
   successors as base/scc.h wants them. */
struct ir_nodes
{
  const struct ir *flow;
  const struct ir_graph *body;
};

uint32_t ir_nodes_next (const void *graph, uint32_t node, uint32_t *position);

/* Does STEP concern more than locals: locks, fields or processes? */
bool ir_is_action (const struct ir_step *step);

/* Does STEP use values? */
static inline bool
ir_is_of_values (const struct ir *flow, const struct ir_step *step)
{
  return ir_is_access (step)
           ? flow->model->fields.at[ir_step_field (step).index].type.width > 0
           : step->slot != IR_NO_SLOT || step->expr != IR_NO_EXPR
               || step->argument_count > 0;
}

/* Does the model have data?  Then some questions depend on values, or on what only
   engines that know data look at: atomic blocks and access predicates. */
static inline bool
ir_has_data (const struct ir *flow)
{
  return flow->has_values || flow->exclusive || flow->has_atomic;
}

/* The span of the text for NODE: its statement up to a brace or semicolon. */
struct span ir_step_span (const struct ir *flow, uint32_t node);

/* The steps of IR for passes that ignore values, by number; in ARENA if they differ. */
const struct ir_step *ir_plain_steps (const struct ir *ir, struct arena *arena);

/* From now on, let reads of FIELD yield any value: needs `may_forget'. */
void ir_forget (struct ir *ir, field_id field);

/* Is some lock chosen by an index that is no constant?  Passes that ignore values do not
   see such an acquire. */
bool ir_hides_locks (const struct ir *flow);

/* A place where locks do not nest.  FROM leads to NODE with STACK, but NODE has another
   stack; or, if FROM is UINT32_MAX, NODE may not be reached with STACK, which it has. */
struct ir_mistake
{
  body_id body;
  uint32_t node, from, stack;
};

struct ir_mistakes
{
  struct ir_mistake *at;
  uint32_t count, capacity;
};

/* Compute which locks are held at each node; false, with the MISTAKES in the order of
   bodies, if locks do not nest properly (nesting.c). */
bool ir_check_nesting (struct ir *flow, struct ir_mistakes *mistakes);

/* What violates this header, or those below it, in IR; null: nothing (check.c).  The text
   is in ARENA.  Expensive checks ask after each front end. */
const char *ir_check (const struct ir *ir, struct arena *arena);

#endif
