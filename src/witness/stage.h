/* stage.h -- processes with data, one flow node after the other.
 *
 * A stage knows where each process is and every value, and executes what it is told to,
 * node by node, on the flow graphs (ir/ir.h).  It does not know whether a process may go
 * on now: locks, life cycles and the order of atomic blocks are the caller's business,
 * who calls stage_look first.
 *
 *     stage_init (&stage, flow, arena);
 *     stage_set_initial (&stage, field, cell, value); ...
 *     stage_look (&stage, process, &look);
 *     stage_go (&stage, process, &look, edge, chosen);
 *
 * It includes no header of the engines or of wpds/, like the replay that it is for.
 */
#ifndef WITNESS_STAGE_H
#define WITNESS_STAGE_H

#include "ir/ir.h"

/* What can go wrong with an expression or an index. */
enum stage_mistake
{
  STAGE_FINE,
  STAGE_DIVISION, /* by zero */
  STAGE_SHIFT,    /* by too much */
  STAGE_INDEX,    /* out of the bounds of the array */
};

/* A call that has not returned. */
struct stage_frame
{
  body_id body;
  uint32_t node;   /* the next one */
  bool atomic;     /* its caller is in an atomic block */
  uint32_t result; /* the caller's slot for its result, or IR_NO_SLOT */
  int64_t *slots;
  uint32_t *seen; /* by slot: the cell, from 1, that its value was read from; or 0 */
};

struct stage_process
{
  VEC (struct stage_frame) frames; /* the innermost last; none: it has ended */
  bool begun;
  VEC (lock_id) taken; /* locks with a variable index, of syncs that are open */
};

struct stage
{
  const struct ir *flow;
  const struct ir_model *model;
  struct arena *arena;
  uint32_t *first_cell; /* by field; one more entry for the end */
  int64_t *cells;
  struct stage_process *processes; /* by process of the model */
  bool tells_notifies;             /* notifies are not silent, since waits need them */
};

/* What a process would do at its present node. */
struct stage_look
{
  uint32_t number;            /* of the node */
  const struct ir_step *node; /* null: the process has ended */
  bool atomic;                /* the node is in an atomic block */
  enum stage_mistake mistake; /* whether it goes wrong, */
  int64_t culprit;            /* and because of which shift or index */
  bool holds;                 /* of an assume or assert: it is true */
  bool has_value;             /* SET, READ, WRITE, TEST, or the result of a return: */
  struct ir_type type;
  int64_t value;
  bool has_cell; /* it is an access to an array, */
  uint32_t cell; /* to this cell, from 0 */
  lock_id lock;  /* of an operation; of an array of locks: that of the index */
};

void stage_init (struct stage *stage, const struct ir *flow, struct arena *arena);

/* Set the initial value of CELL of FIELD, which may start with any value.  False: it may
   not have VALUE. */
bool stage_set_initial (struct stage *stage, field_id field, uint32_t cell,
                        int64_t value);

void stage_look (struct stage *stage, process_id process, struct stage_look *look);

/* Let the process do what LOOK says, and go on along EDGE, from 0, if there are several;
   CHOSEN: the value of an IR_ANY. */
void stage_go (struct stage *stage, process_id process, const struct stage_look *look,
               uint32_t edge, int64_t chosen);

/* May an IR_ANY choose VALUE? */
bool stage_can_choose (const struct stage *stage, const struct stage_look *look,
                       process_id process, int64_t value);

/* Does LOOK do nothing that a witness shows, without any choice? */
bool stage_is_silent (const struct stage *stage, process_id process,
                      const struct stage_look *look);

/* Is PROCESS at an assume that is true and reads CELL of FIELD? */
bool stage_assume_reads (struct stage *stage, process_id process, field_id field,
                         uint32_t cell);

/* Can other processes notice LOOK?  Yes, unless it only computes with locals, calls, or
   is a boundary of a unit. */
bool stage_is_step (const struct stage *stage, const struct stage_look *look);

/* Does the access predicate of FIELD hold for PROCESS now? */
bool stage_may_access (const struct stage *stage, process_id process, field_id field);

/* What a witness says of LOOK besides names, places and values: the local that is set or
   chosen, the condition ("i < 8", "count == 0") with the names of locals and of the cells
   that were read, or what goes wrong; "*" if that has no name.  Safe to show; maybe in
   ARENA. */
const char *stage_text (const struct stage *stage, process_id process,
                        const struct stage_look *look, struct arena *arena);

/* What PROCESS, which is blocked at LOOK, waits for: "wait m", "lock m", "join A,B",
   "start A", "assume x == 1". */
const char *stage_wait_text (const struct stage *stage, process_id process,
                             const struct stage_look *look, struct arena *arena);

#endif
