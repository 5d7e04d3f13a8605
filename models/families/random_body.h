/* random_body.h -- random bodies of procedures and processes, as lists of operations.
 *
 * Private to random_model.c, which sets a maker up, asks it for one body after
 * another, prints each, and frees what the maker has grown.
 */
#ifndef RANDOM_BODY_H
#define RANDOM_BODY_H

#include "chance.h"
#include "random_model.h"

#include <stddef.h>

enum op_kind
{
  OP_READ,
  OP_WRITE,
  OP_CALL,
  OP_LOCK,
  OP_UNLOCK,
  OP_GOTO,
  OP_LABEL,
  OP_SKIP,
  OP_BREAK,
  OP_CONTINUE,
  OP_RETURN,
  OP_START,
  OP_JOIN,
  OP_WAIT,
  OP_NOTIFY,
  OP_NOTIFYALL,
  OP_SYNC,
  OP_UNIT,
  OP_IF,
  OP_WHILE,
  OP_LOOP,
  OP_CHOOSE,
  OP_BLOCK,
  OP_ELSE_IF,
  OP_ELSE,
  OP_OR,        /* end a block and begin the next */
  OP_END,       /* of any block */
  OP_END_PLACED /* of a sync or unit, after which a position may stand */
};

enum
{
  MOST_TARGETS = 3,
  BARE_UNIT = 0
};

#define ALL_COPIES UINT32_MAX

struct op
{
  enum op_kind kind;
  uint32_t arg;                   /* field, procedure, lock, label, process body; number
                                   * of targets */
  uint32_t copy;                  /* of OP_START and OP_JOIN, or ALL_COPIES */
  uint32_t targets[MOST_TARGETS]; /* of OP_GOTO: labels, all different */
  uint32_t unit, stack;           /* of OP_GOTO and OP_LABEL: where they stand */
  uint64_t sets;                  /* of OP_UNIT: a bit each, or BARE_UNIT */
};

enum hold
{
  HOLD_SYNC,  /* released by the end of its block */
  HOLD_LOCK,  /* released by an unlock, anywhere below it */
  HOLD_PINNED /* released by the unlock that was made with it */
};

/* A stack of open locks: the top one, and the stack below it. */
struct stack_node
{
  uint32_t parent;
  uint32_t first_child,
    next_sibling; /* among HOLD_LOCKs; 0: none, for the root is no child */
  uint32_t lock;
  uint32_t open; /* how many are not HOLD_SYNC */
  enum hold hold;
};

struct maker
{
  /* Set up for the whole model. */
  struct random_model_params params;
  struct chance chance;
  uint32_t bodies;        /* of processes; each owns a share of everything */
  uint32_t *set_of_field; /* below params.sets; params.sets: in no named set */
  uint32_t *held;         /* by lock: SYNCs and PINNEDs around this point; 0 at first */
  bool *called;           /* by procedure */
  const uint32_t *copies; /* by process body */
  bool *calls;            /* by process body made so far: it calls a procedure */
  bool failed;            /* memory ran out: what is made is worth nothing */

  /* Set up for each body. */
  uint32_t owner;        /* the process body whose share it prefers */
  uint32_t first_callee; /* procedures before it would close a cycle */
  bool process;          /* no procedure: `owner` is what is being made */
  uint32_t procedure;    /* otherwise, which */

  /* Its result, and what serves to make it.  `nodes` has room for one from the start. */
  struct op *ops;
  size_t op_count, op_capacity;
  struct stack_node *nodes;
  size_t node_count, node_capacity;
  uint32_t stack;         /* at this point */
  uint32_t labels, units; /* so far */
  uint32_t wanted, wanted_unit,
    wanted_stack;          /* how many labels a goto lacks, and where */
  bool ended;              /* the last statement does not go on to the next */
  bool has_unit, has_call; /* the body, so far */
};

/* Make a body of about `budget` statements in `ops`, or set `failed`. */
void maker_make_body (struct maker *maker, uint32_t budget, bool process);

/* Give every goto in `ops` some of the labels that it may go to.  One without any
 * becomes a skip. */
void maker_resolve_gotos (struct maker *maker);

#endif
