/* ir.h -- the flow graphs of the bodies of a model.
 *
 * A node for each statement that does something; an edge leads to a node where
 * control may go on.  Blocks, loops, break, continue, goto and return have become
 * edges; every sync and unit has become a node where it begins and one for each
 * way out.  Locks are still reentrant and units still nest: project.c turns a graph
 * into rules for each context in which its body is called.
 *
 * All graphs share the tables; a body owns a range of nodes, its entry first,
 * all of them reachable from it.
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
  IR_SKIP,    /* any number of successors; the others have exactly one */
  IR_ACQUIRE, /* a lock */
  IR_RELEASE,
  IR_READ,    /* a field */
  IR_WRITE,
  IR_BEGIN,   /* a unit */
  IR_END,
  IR_CALL,    /* a body */
  IR_RETURN,  /* no successor */
  /* Life cycles. */
  IR_WAKE,    /* entry of a process that some start names */
  IR_FINISH,  /* before the returns of a process that some join names */
  IR_START,   /* processes */
  IR_JOIN,
  /* `wait l' is IR_CUT, a release and an acquire with `waits', IR_RESUME. */
  IR_CUT,     /* all open units end, also those of callers */
  IR_RESUME,  /* and begin again */
  IR_NOTIFY,  /* a lock; no effect */
};

struct ir_step
{
  enum ir_op op;
  bool nested;          /* lock: this body itself holds it already, or still */
  bool by_sync;         /* lock: by a sync statement, not lock or unlock */
  bool waits;           /* lock: by a wait, which gives it back, and takes it again,
                           whatever its depth, callers counted */
  bool atomic;          /* inside an `atomic' of this body (ir.h) */
  const char *leaving;  /* end of a sync or unit: the word of the "break", "continue"
                           or "return" that leaves it; null: it ends normally */
  union
  {
    lock_id lock;       /* see ir_step_lock */
    field_id field;     /* see ir_step_field */
    body_id callee;     /* see ir_step_callee */
    idset processes;    /* see ir_step_processes */
  } object;
  idset sets;           /* of a unit: its atomic sets */
  idset units;          /* sets in whose unit this body itself is, without
                           the unit that begins or ends here */
  idset locks;          /* the locks that this body itself holds before this node */
  uint32_t offset;      /* of the statement in the text */
  name_id position;     /* the @"..." of the statement, or NAME_NONE */
  uint32_t first_edge;
  uint32_t edge_count;
  uint32_t code;        /* what it does with data, in the flow's table `codes'; or
                           IR_NO_CODE */
};

#define IR_NO_CODE UINT32_MAX

static inline bool
ir_is_operation (const struct ir_step *node)
{
  return node->op == IR_ACQUIRE || node->op == IR_RELEASE;
}

/* Does it take or give back some lock of an array, by an index that is no constant? */
static inline bool
ir_is_open (const struct ir_step *node)
{
  return node->op == IR_SKIP && node->by_sync;
}

static inline bool
ir_is_access (const struct ir_step *node)
{
  return node->op == IR_READ || node->op == IR_WRITE;
}

/* The lock of an operation or notify, the field of an access, the body that is called,
   the processes that are started or joined. */
static inline lock_id
ir_step_lock (const struct ir_step *node)
{
  assert (ir_is_operation (node) || node->op == IR_NOTIFY);
  return node->object.lock;
}

static inline field_id
ir_step_field (const struct ir_step *node)
{
  assert (ir_is_access (node));
  return node->object.field;
}

static inline body_id
ir_step_callee (const struct ir_step *node)
{
  assert (node->op == IR_CALL);
  return node->object.callee;
}

static inline idset
ir_step_processes (const struct ir_step *node)
{
  assert (node->op == IR_START || node->op == IR_JOIN);
  return node->object.processes;
}

struct ir_graph
{
  uint32_t first_node, node_count;
  uint32_t first_slot, slot_count; /* in the flow's table `slots' */
  uint32_t values;                 /* the first slots, which are parameters */
  uint32_t result;                 /* its slot for the result, or IR_NO_SLOT */
};

/* A stack of locks that a body holds: its top and the rest.  Equal stacks have equal
   numbers. */
struct ir_stack
{
  uint32_t rest;
  lock_id lock;
  bool by_sync;
  bool open;   /* it is some lock of the array that begins with `lock' */
  bool nested; /* the lock is also in the rest */
  idset locks; /* all locks of the stack that are known */
  uint32_t outermost; /* the largest part of the stack whose top is not nested */
};

#define IR_STACK_EMPTY 0u

struct ir
{
  struct arena *arena;
  const struct ir_model *model;
  VEC (struct ir_step) nodes;
  VEC (uint32_t) edges;          /* the node that each edge leads to */
  VEC (struct ir_graph) bodies; /* one for each body of the model */
  /* Data: all empty in a model without. */
  VEC (struct code) codes;
  VEC (struct ir_expr) exprs;
  VEC (uint32_t) arguments;        /* of calls: expressions */
  VEC (struct ir_slot) slots;
  VEC (struct ir_claim) claims;
  uint32_t *exclusive;             /* by field: when it may be accessed, an expression over
                                      fields and `self', or IR_NO_EXPR: always; null:
                                      no field has such a predicate */
  bool has_atomic;                 /* some node is inside an `atomic' */
  /* From ir_check_nesting: */
  VEC (struct ir_stack) stacks;
  uint32_t *stack_at;  /* by node: the locks that its body holds before it */
  uint32_t *came_from; /* by node: the node before it on a shortest path from the entry,
                          UINT32_MAX: it is the entry */
  bool has_waits;      /* some node is of a wait or notify */
  bool pairs_locks;    /* some node is of a `lock' or `unlock' of a lock in an array */
};

/* The lock that NODE takes or gives back; of an array, the first. */
static inline lock_id
ir_named_lock (const struct ir *flow, const struct ir_step *node)
{
  return ir_is_open (node) ? flow->codes.at[node->code].first_lock : ir_step_lock (node);
}

/* Does NODE take a lock that is held from then on?  (A wait only takes it again.) */
static inline bool
ir_takes_lock (const struct ir *flow, const struct ir_step *node)
{
  return (node->op == IR_ACQUIRE && !node->waits)
         || (ir_is_open (node) && flow->codes.at[node->code].kind == CODE_ACQUIRE);
}

/* Does the model have data?  Then some questions depend on values, or on what only
   engines that know data look at: atomic blocks and access predicates. */
static inline bool
ir_has_data (const struct ir *flow)
{
  return flow->codes.count > 0 || flow->exclusive || flow->has_atomic;
}

/* The part of the text that shows NODE: its statement up to a brace or semicolon. */
struct span ir_step_span (const struct ir *flow, uint32_t node);

/* Is some lock chosen by an index that is no constant?  Who does not look at codes sees
   nothing of such an acquire. */
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

/* Fill in what each node holds; false, with the MISTAKES in the order of bodies, if locks do
   not nest properly (nesting.c). */
bool ir_check_nesting (struct ir *flow, struct ir_mistakes *mistakes);

/* Check, in builds with expensive checks, that codes are as ir.h says (check.c). */
void ir_check (const struct ir *flow);

#endif
