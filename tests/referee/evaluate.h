/* evaluate.h -- the value of an expression, one access at a time.
 *
 * A statement is executed by doing it again from its beginning with a log of what has
 * happened in it so far: the values that it read and the choices it made, in order.  When
 * the log is used up and something has to happen that others can see, or a choice has to
 * be made, the evaluation is suspended with that operation; when the operation has been
 * made, its result is put into the log, and the statement is executed again.  This is
 * slow, and there is nothing to get wrong about intermediate values.
 */
#ifndef TESTS_REFEREE_EVALUATE_H
#define TESTS_REFEREE_EVALUATE_H

#include "world.h"

/* What a process is about to do. */
enum op_kind
{
  OP_NONE,
  OP_READ, /* a cell */
  OP_WRITE,
  OP_CHOICE,  /* of `count' */
  OP_ACQUIRE, /* a lock that it does not hold */
  OP_RELEASE,
  OP_GIVE,   /* wait: the lock */
  OP_TAKE,   /* ... again */
  OP_NOTIFY, /* who waits for the lock: `count' is 1 if all do; where waits need it */
  OP_ASSUME, /* statement `object', which reads fields */
  OP_START,  /* `count' processes from `object' on */
  OP_JOIN,
  OP_WAKE,
  OP_IDLE, /* nothing that others notice, but inside `atomic' it is a step: of a lock
              that is held anyway, or a notify */
  OP_CALL, /* statement `object' calls: a step for the process only */
  /* Nothing, for ever. */
  OP_FAILED,   /* the assert `object' */
  OP_WRONG,    /* in statement `object' */
  OP_BARRED,   /* by an assume that is false, whatever the fields are */
  OP_DIVERGED, /* goes round without a step */
  OP_ENDED,
  OP_REFUSED, /* too large for the referee */
};

struct op
{
  enum op_kind kind;
  uint32_t object;
  uint32_t cell; /* of all cells */
  uint32_t count;
  int64_t value;
};

struct access
{
  uint32_t field, cell;
  bool writes;
};

struct evaluation
{
  struct world *world;
  uint32_t place, at; /* where the expression stands; at: WORLD_NONE, in no statement */
  uint32_t self;
  const int64_t *locals; /* or null */
  const int64_t *cells;  /* null: reading one suspends the evaluation; else it is read */
  struct access *accesses; /* ... and noted here, if this is not null */
  uint32_t access_count;
  const int64_t *log;
  uint32_t logged, replayed;
  struct op op; /* OP_NONE: goes on */
};

#define EVALUATE_ACCESSES 64 /* at most, in one assume */

/* The result of OP, if it is in the log; false: the evaluation is suspended. */
bool evaluate_happened (struct evaluation *e, struct op op, int64_t *result);

/* EXPR, of which TYPE is expected.  0 if the evaluation does not go on. */
int64_t evaluate_expr (struct evaluation *e, uint32_t expr, struct tree_type type);

/* The number of the cell INDEX of FIELD; goes wrong outside. */
uint32_t evaluate_cell (struct evaluation *e, uint32_t field, int64_t index);

/* What is left of VALUE in TYPE. */
int64_t evaluate_cut (struct tree_type type, int64_t value);

/* Any value of TYPE: a choice. */
int64_t evaluate_any (struct evaluation *e, struct tree_type type);

/* A OPERATION B, where A and B are wide or not; false if that goes wrong. */
bool evaluate_operate (enum ir_expr_kind operation, int64_t a, bool a_wide, int64_t b,
                       bool b_wide, int64_t *result);

/* Is the value of EXPR wider than 32 bits? */
bool evaluate_is_wide (struct evaluation *e, uint32_t expr);

/* Does EXPR name a field? */
bool evaluate_has_fields (struct evaluation *e, uint32_t expr);

#endif
