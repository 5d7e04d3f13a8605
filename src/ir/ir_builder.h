/* ir_builder.h -- how front ends build what a model declares and does.
 *
 *     ir_model_init (&model, arena, &idsets, &names, &source);
 *     field_id x = ir_declare_field (&model, "x", ir_declare_set (&model, "s"));
 *     body_id p = ir_declare_process (&model, "P");
 *     ir_builder_init (&b, &ir, &model, arena);
 *     uint32_t entry = ir_builder_begin_body (&b);
 *     ir_builder_fill (&b, IR_WRITE, offset, NAME_NONE)->object.field = x;
 *     ir_builder_go_on (&b);
 *     ir_builder_fill (&b, IR_RETURN, offset, NAME_NONE);
 *     ir_builder_end_body (&b, entry);
 *
 * Bodies are built in the order in which they are declared, when everything is declared.
 * `current' is the step that comes next; it is created together with its predecessor, and
 * filled in then.  A step that turns out to do nothing (the end of a branch, a break)
 * becomes an alias of the step where control goes on, so joins cost no steps.  What is
 * not reachable from the entry is left out.
 *
 * When all bodies are built, ir_check checks them against ir.h, and ir_check_nesting
 * computes which locks are held where.
 */
#ifndef IR_IR_BUILDER_H
#define IR_IR_BUILDER_H

#include "ir/ir.h"

#define IR_BUILDER_NONE UINT32_MAX

/* ---- Declarations, by front ends that have no text. ---- */

void ir_model_init (struct ir_model *model, struct arena *arena, struct idsets *idsets,
                    struct names *names, const struct source *source);

/* TEXT as a name of the model: for positions, and for slots. */
name_id ir_name_of (struct ir_model *model, const char *text);

set_id ir_declare_set (struct ir_model *model, const char *name);
/* A field without values; model->fields.at[] takes whether it is volatile. */
field_id ir_declare_field (struct ir_model *model, const char *name, set_id set);
/* Give FIELD values of TYPE, which start with INITIAL, or with any.  CELLS: 0: no
   array. */
void ir_declare_values (struct ir_model *model, field_id field, struct ir_type type,
                        uint32_t cells, bool any, int64_t initial);
lock_id ir_declare_lock (struct ir_model *model, const char *name);
body_id ir_declare_procedure (struct ir_model *model, const char *name);
/* Declare the code of BODY, a procedure, for other objects; people see its name. */
body_id ir_declare_bound (struct ir_model *model, const char *name, body_id body);
/* `process name', if COPIES is 0, or `process name[copies]'. */
body_id ir_declare_process (struct ir_model *model, const char *name, uint32_t copies);

/* All copies of BODY, a process. */
idset ir_model_copies (struct ir_model *model, body_id body);
/* Note that some step starts PROCESSES, copies of BODY, or joins them: to be called
   before any body is built. */
void ir_model_note_order (struct ir_model *model, body_id body, idset processes,
                          bool starts);

/* ---- Steps. ---- */

/* A step under construction.  Its edges are a linked list, since more may come. */
struct ir_draft
{
  struct ir_step node;
  bool orphan;    /* it follows a jump: no edge leads to it */
  uint32_t alias; /* the step that it stands for, possibly itself */
  uint32_t first_edge, last_edge;
  uint32_t number; /* in the finished graph, IR_BUILDER_NONE if unreachable */
};

struct ir_draft_edge
{
  uint32_t to, next;
};

struct ir_builder
{
  struct ir *ir;
  struct arena *arena;
  VEC (struct ir_draft) drafts; /* of the body that is built */
  VEC (struct ir_draft_edge) edges;
  VEC (uint32_t) pending;  /* steps to be numbered */
  VEC (uint32_t) numbered; /* drafts, by their number in the finished body */
  uint32_t current;
  idset units;     /* the units of this body that are open here */
  uint32_t atomic; /* the number of enclosing `atomic' blocks */
  bool of_assume;  /* the steps are reads of an assume */
};

/* Begin IR, of MODEL, without bodies. */
void ir_builder_init (struct ir_builder *b, struct ir *ir, const struct ir_model *model,
                      struct arena *arena);

/* Begin the next body at the current step, which is returned. */
uint32_t ir_builder_begin_body (struct ir_builder *b);

uint32_t ir_builder_new_step (struct ir_builder *b);
/* The step that STEP stands for. */
uint32_t ir_builder_find (struct ir_builder *b, uint32_t step);
void ir_builder_add_edge (struct ir_builder *b, uint32_t from, uint32_t to);
void ir_builder_set_place (struct ir_builder *b, uint32_t step, uint32_t offset,
                           name_id position);

/* The current step does nothing: control goes on at TARGET at once. */
void ir_builder_continue_at (struct ir_builder *b, uint32_t target);
/* Control goes on from the current step to a new one, which becomes current. */
void ir_builder_go_on (struct ir_builder *b);
/* After a jump: begin a new current step, to which no edge leads. */
void ir_builder_go_nowhere (struct ir_builder *b);

/* Make the current step do OP at OFFSET, for the statement with POSITION; its object is
   still to be set. */
struct ir_step *ir_builder_fill (struct ir_builder *b, enum ir_op op, uint32_t offset,
                                 name_id position);
/* Add a wait for LOCK: it is released, at any depth, and acquired again; open units end
   before and begin again after. */
void ir_builder_wait (struct ir_builder *b, lock_id lock, uint32_t offset,
                      name_id position);
/* Make the current step do STEP. */
void ir_builder_put (struct ir_builder *b, struct ir_step step, uint32_t offset,
                     name_id position);

/* Number what is reachable from ENTRY, depth first, and store it as the next body. */
void ir_builder_end_body (struct ir_builder *b, uint32_t entry);

#endif
