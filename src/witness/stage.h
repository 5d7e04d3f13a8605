/* stage.h -- processes with data, one flow node after the other.
 *
 * Knows where each process is and every value, and executes what it is told to, node by
 * node, on the flow graphs (ir/ir.h).  It does not know whether a process may go on
 * now: locks, life cycles and the order of atomic blocks are for others, who ask
 * stage_look first.
 *
 *     stage_init (&stage, flow, arena);
 *     stage_set_initial (&stage, field, cell, value); ...
 *     stage_look (&stage, process, &look);
 *     stage_go (&stage, process, &look, edge, chosen);
 *
 * Includes no header of the engines or of wpds/, as the replay that it is for.
 */
#ifndef WITNESS_STAGE_H
#define WITNESS_STAGE_H

#include "ir/ir.h"

/* What is the matter with an expression or an index. */
enum stage_mistake
{
  STAGE_FINE,
  STAGE_DIVISION, /* by zero */
  STAGE_SHIFT,    /* by too much */
  STAGE_INDEX,    /* outside of the array */
};

/* A procedure that was not left. */
struct stage_frame
{
  body_id body;
  uint32_t node;   /* the next one */
  bool atomic;     /* its caller is in an atomic block */
  uint32_t result; /* the caller's slot for its result, or IR_NO_SLOT */
  int64_t *slots;
  uint32_t *seen; /* by slot: the cell that its value was read from, from 1; or 0 */
};

struct stage_process
{
  VEC (struct stage_frame) frames; /* the innermost last; none: it has ended */
  bool begun;
  VEC (lock_id) taken; /* with an index that is no constant, by syncs that are open */
};

struct stage
{
  const struct ir *flow;
  const struct ir_model *model;
  struct arena *arena;
  uint32_t *first_cell; /* by field, and the end */
  int64_t *cells;
  struct stage_process *processes; /* by process of the model */
  bool tells_notifies;             /* they are not silent: waits need them */
};

/* What a process would do at its next node. */
struct stage_look
{
  uint32_t number;            /* of the node */
  const struct ir_step *node; /* null: the process has ended */
  bool atomic;                /* the node is in an atomic block */
  enum stage_mistake mistake; /* it goes wrong, */
  int64_t culprit;            /* ... because of this shift or index */
  bool holds;                 /* of an assume or assert: it does */
  bool has_value;             /* SET, READ, WRITE, TEST, or the result of a return: */
  struct ir_type type;
  int64_t value;
  bool has_cell; /* of an access to an array, */
  uint32_t cell; /* ... from 0 */
  lock_id lock;  /* of an operation; of an array: the one of the index */
};

void stage_init (struct stage *stage, const struct ir *flow, struct arena *arena);

/* A field that may start with any value starts with VALUE in CELL.  False: it may not. */
bool stage_set_initial (struct stage *stage, field_id field, uint32_t cell,
                        int64_t value);

void stage_look (struct stage *stage, process_id process, struct stage_look *look);

/* The process does what LOOK says, and goes on along EDGE, from 0, if there are several;
   CHOSEN: the value of an IR_ANY. */
void stage_go (struct stage *stage, process_id process, const struct stage_look *look,
               uint32_t edge, int64_t chosen);

/* May an IR_ANY choose VALUE? */
bool stage_can_choose (const struct stage *stage, const struct stage_look *look,
                       process_id process, int64_t value);

/* Does LOOK do nothing that a witness tells, and can its process do nothing else? */
bool stage_is_silent (const struct stage *stage, process_id process,
                      const struct stage_look *look);

/* Is PROCESS at an assume that holds, and accesses CELL of FIELD in that step? */
bool stage_assume_reads (struct stage *stage, process_id process, field_id field,
                         uint32_t cell);

/* Is LOOK something that others can notice: anything but what happens to locals, calls,
   and boundaries of units? */
bool stage_is_step (const struct stage *stage, const struct stage_look *look);

/* Does the access predicate of FIELD hold for PROCESS now? */
bool stage_may_access (const struct stage *stage, process_id process, field_id field);

/* What a witness says of LOOK besides names, places and values: the local that is set or
   chosen, the condition ("i < 8", "count == 0") with the names of locals and of what was
   read, or what goes wrong; "*" if that has no name.  Safe to show; may live in ARENA. */
const char *stage_text (const struct stage *stage, process_id process,
                        const struct stage_look *look, struct arena *arena);

/* What PROCESS, which cannot go on at LOOK, waits for: "wait m", "lock m", "join A,B",
   "start A", "assume x == 1". */
const char *stage_wait_text (const struct stage *stage, process_id process,
                             const struct stage_look *look, struct arena *arena);

#endif
