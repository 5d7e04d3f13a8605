/* data.h -- shared by the passes that draft statements (ir_builder.h, ir.h).
 *
 * build.c calls data_stmt.c and locking.c for statements with values and with arrays of
 * locks; these call evaluation.c for expressions.  No other file includes this header.
 */
#ifndef EML_DATA_H
#define EML_DATA_H

#include "eml/resolved.h"
#include "eml/types.h"
#include "ir/ir_builder.h"

#define NONE UINT32_MAX

/* Slots for intermediate values of one type: the first `used' of them are taken in the
   current statement. */
struct data_pool
{
  VEC (uint32_t) slots;
  uint32_t used;
};

struct data
{
  struct typing typing;
  VEC (struct typed_local) locals; /* by slot: the slots of the body that have names */
  VEC (struct ir_slot) slots;      /* all slots of the body */
  struct data_pool pools[66];      /* by type: its width, or 65 for bool */
  bool pools_used, pools_filled;   /* in this statement; in this body */
  uint32_t values, result;         /* of the body, as in ir.h */
  VEC (bool) can_fail;             /* by expression of the flow: it can go wrong */
  uint32_t *chosen;                /* by expression of the tree: the slot with the value
                                      of this `*', or NONE */
  VEC (uint32_t)
  choices;                    /* the expressions with a slot in `chosen', until the
                                 statement ends */
  bool sure;                  /* what can go wrong here has been checked before */
  uint32_t stmt;              /* the statement that is drafted */
  uint32_t errors_before;     /* the number of errors before it */
  uint32_t *asserts, *wrongs; /* by statement: its claims, or NONE */
  bool *reported;             /* by statement: it has an error, in some body */
};

struct frame; /* a statement whose block encloses the present place: build.c */

/* The state of the translation of statements to steps. */
struct builder
{
  struct ir_builder steps;
  struct ir *flow;
  const struct ir_model *model;
  const struct resolved *resolved;
  const struct tree *tree;
  struct diags *diags;
  struct arena *arena;
  const struct ir_body *body;
  const struct resolved_body *text; /* this body in the text */
  VEC (struct frame) frames;
  uint32_t *starts;     /* by statement: the step it starts at */
  uint32_t *labels;     /* by statement: the step of a label, or NONE */
  bool *warned;         /* by declaration: it was warned of dead code */
  uint32_t last_return; /* the step at the end of the body, or NONE */
  struct data *data;    /* the state for values */
};

/* ---- data.c ---- */

void data_init (struct builder *b);
/* Begin a body, whose slots with names are known. */
void data_begin_body (struct builder *b);
/* Store the slots of the body that was built last. */
void data_end_body (struct builder *b);
/* To be called when all bodies are stored: adds the predicates of fields, and sorts
   claims in the order of the text. */
void data_finish (struct builder *b);

/* Give slot number SLOT its NAME and TYPE. */
void data_name_slot (struct builder *b, uint32_t slot, struct ir_type type,
                     struct ir_name name);

/* Begin statement STMT: null if it has errors in another body.  And end it. */
const struct tree_stmt *data_begin_stmt (struct builder *b, uint32_t stmt);
void data_end_stmt (struct builder *b);
/* The claim that the current statement does not go wrong, or that it asserts. */
uint32_t data_claim (struct builder *b, bool is_assert);
/* A new slot for an intermediate value: until the end of the statement; for good. */
uint32_t data_new_temporary (struct builder *b, struct ir_type type);
uint32_t data_new_slot (struct builder *b, struct ir_type type);
/* The current node becomes STEP at OFFSET, and control goes on.  A step that can go wrong
   gets its claim here. */
void data_step (struct builder *b, uint32_t offset, struct ir_step step);
/* Likewise, but the caller says where control goes on. */
void data_fill (struct builder *b, uint32_t offset, struct ir_step step);
/* A step with OP, whose operands are yet to be set. */
struct ir_step data_new (enum ir_op op);

/* ---- data_stmt.c ---- */

/* Does the simple statement STMT use values?  Then draft it. */
bool data_draft (struct builder *b, uint32_t stmt);
/* Draft the value of a return, if any; the caller draws the edge. */
void data_return (struct builder *b, uint32_t stmt);
/* The body ends without a return: its result, if any, becomes 0.  Returns the node or
   NONE. */
uint32_t data_fall_off (struct builder *b);
/* Do the nodes from number FIRST on only read and branch, so repeating them is idle? */
bool data_is_inert (const struct builder *b, uint32_t first);
/* Go on at YES if the condition of STMT holds, else at NO. */
void data_condition (struct builder *b, uint32_t stmt, uint32_t yes, uint32_t no);

/* ---- locking.c: arrays of locks ---- */

/* Does STMT, a statement about a lock, use an array of locks? */
bool locking_has_array (const struct builder *b, const struct tree_stmt *stmt);
/* The lock that STMT, a lock, unlock, wait or notify, names: LOCK_NONE after an error. */
lock_id locking_element (struct builder *b, uint32_t stmt);
/* Draft a lock or unlock of an element. */
void locking_draft (struct builder *b, uint32_t stmt);
/* Draft the begin of a sync of an element; its end: a RELEASE_AT, or a skip on error. */
struct ir_step locking_open (struct builder *b, uint32_t stmt);

/* ---- evaluation.c ---- */

/* Draft the nodes that evaluate EXPR, whose types are checked; returns its value, an
   expression of the flow over slots. */
uint32_t evaluation_value (struct builder *b, uint32_t expr);
/* Likewise; store the value in SLOT. */
void evaluation_into (struct builder *b, uint32_t expr, uint32_t slot);
/* Go on at YES if EXPR, a bool, is true, else at NO. */
void evaluation_branch (struct builder *b, uint32_t expr, uint32_t yes, uint32_t no);
/* EXPR as an expression over fields.  Nodes are drafted only for its choices. */
uint32_t evaluation_over_fields (struct builder *b, uint32_t expr);
/* Draft reads of what the evaluation of EXPR, which is true, reads. */
void evaluation_touch (struct builder *b, uint32_t expr);

uint32_t evaluation_constant (struct builder *b, struct ir_type type, int64_t value);
uint32_t evaluation_slot (struct builder *b, uint32_t slot);
uint32_t evaluation_operator (struct builder *b, enum ir_expr_kind kind,
                              struct ir_type type, uint32_t left, uint32_t right);
bool evaluation_can_fail (const struct builder *b, uint32_t ir_expr);
bool evaluation_is_constant (const struct builder *b, uint32_t ir_expr);
/* Compute a value that can go wrong now, if LATER steps follow. */
uint32_t evaluation_settle (struct builder *b, uint32_t ir_expr, bool later);
/* Does the evaluation of EXPR need nodes? */
bool evaluation_has_steps (const struct builder *b, uint32_t expr);

#endif
