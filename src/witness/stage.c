/* stage.c -- see stage.h. */
#include <config.h>

#include "witness/stage.h"

#include <assert.h>
#include <inttypes.h>

#include "base/scribe.h"
#include "base/text.h"
#include "witness/expression.h"
#include "witness/witness.h"

/* ---- Where the processes are. ---- */

static struct stage_frame *
enter (struct stage *stage, struct stage_process *process, body_id body)
{
  assert (body.index < stage->flow->bodies.count);
  const struct ir_graph *flow = &stage->flow->bodies.at[body.index];
  struct stage_frame *frame = vec_push (stage->arena, &process->frames);
  size_t slots = flow->slot_count + (size_t) 1;
  *frame = (struct stage_frame){ .body = body,
                                 .node = flow->first_node,
                                 .result = IR_NO_SLOT };
  frame->slots = arena_calloc (stage->arena, slots, sizeof *frame->slots);
  frame->seen = arena_calloc (stage->arena, slots, sizeof *frame->seen);
  return frame;
}

void
stage_init (struct stage *stage, const struct ir *flow, struct arena *arena)
{
  const struct ir_model *model = flow->model;
  *stage = (struct stage){ .flow = flow, .model = model, .arena = arena };
  stage->first_cell
    = arena_calloc (arena, model->fields.count + (size_t) 1, sizeof (uint32_t));
  for (uint32_t f = 0; f < model->fields.count; f++)
    stage->first_cell[f + 1] = stage->first_cell[f] + model->fields.at[f].cells;
  uint32_t cells = stage->first_cell[model->fields.count];
  stage->cells = arena_calloc (arena, cells + (size_t) 1, sizeof *stage->cells);
  for (uint32_t f = 0; f < model->fields.count; f++)
    for (uint32_t c = stage->first_cell[f]; c < stage->first_cell[f + 1]; c++)
      stage->cells[c] = model->fields.at[f].initial;
  stage->processes
    = arena_calloc (arena, model->processes + (size_t) 1, sizeof *stage->processes);
}

bool
stage_set_initial (struct stage *stage, field_id field, uint32_t cell, int64_t value)
{
  const struct ir_model *model = stage->model;
  assert (stage->cells && stage->first_cell);
  if (field.index >= model->fields.count)
    return false;
  const struct ir_field *found = &model->fields.at[field.index];
  if (!found->any || cell >= found->cells || value != ir_cut (found->type, value))
    return false;
  stage->cells[stage->first_cell[field.index] + cell] = value;
  return true;
}

static struct stage_process *
find_process (struct stage *stage, process_id id)
{
  assert (id.index < stage->model->processes);
  struct stage_process *process = &stage->processes[id.index];
  if (!process->begun)
    {
      process->begun = true;
      enter (stage, process, (body_id){ ir_body_of_process (stage->model, id.index) });
    }
  return process;
}

static struct stage_frame *
top_frame (const struct stage_process *process)
{
  assert (process->frames.count > 0);
  return &process->frames.at[process->frames.count - 1];
}

static struct expression_view
view_of (const struct stage *stage, process_id id)
{
  const struct stage_process *process = &stage->processes[id.index];
  return (struct expression_view){ stage, id, top_frame (process) };
}

/* ---- Looking. ---- */

/* The slot of PROCESS that LOOK sets or chooses. */
static const struct ir_slot *
slot_of (const struct stage *stage, process_id process, const struct stage_look *look)
{
  const struct stage_frame *frame = top_frame (&stage->processes[process.index]);
  const struct ir_graph *body = &stage->flow->bodies.at[frame->body.index];
  assert (look->node->slot < body->slot_count);
  return &stage->flow->slots.at[body->first_slot + look->node->slot];
}

/* Evaluate the index of the cell or lock; false: it goes wrong. */
static bool
look_at_index (const struct expression_view *view, struct stage_look *look,
               uint32_t count)
{
  int64_t index = 0;
  assert (look->node->index != IR_NO_EXPR && count > 0);
  look->mistake = expression_value (view, look->node->index, &index, &look->culprit);
  if (look->mistake == STAGE_FINE && (index < 0 || index >= count))
    {
      look->mistake = STAGE_INDEX;
      look->culprit = index;
    }
  look->cell = (uint32_t) index;
  return look->mistake == STAGE_FINE;
}

static void
look_at_access (const struct stage *stage, const struct expression_view *view,
                struct stage_look *look)
{
  field_id field = ir_step_field (look->node);
  const struct ir_field *found = &stage->model->fields.at[field.index];
  if (found->type.width == 0)
    return;
  assert (found->is_array == (look->node->index != IR_NO_EXPR));
  look->type = found->type;
  look->has_cell = found->is_array;
  if (found->is_array && !look_at_index (view, look, found->cells))
    return;
  look->value = stage->cells[stage->first_cell[field.index] + look->cell];
  if (look->node->op == IR_WRITE)
    look->mistake
      = expression_value (view, look->node->expr, &look->value, &look->culprit);
  look->has_value = look->mistake == STAGE_FINE;
  look->value = ir_cut (look->type, look->value);
}

/* Find the lock of the step. */
static void
look_at_lock (const struct stage_process *process, const struct expression_view *view,
              struct stage_look *look)
{
  if (ir_is_operation (look->node))
    look->lock = ir_step_lock (look->node);
  else if (look->node->op == IR_RELEASE_AT)
    {
      assert (process->taken.count > 0);
      look->lock = process->taken.at[process->taken.count - 1];
    }
  else if (look_at_index (view, look, look->node->lock_count))
    look->lock = (lock_id){ look->node->first_lock.index + look->cell };
}

/* Evaluate the expression of a step that has nothing else. */
static void
look_at_expr (const struct stage *stage, const struct expression_view *view,
              struct stage_look *look)
{
  const struct ir_step *step = look->node;
  assert (step->expr != IR_NO_EXPR);
  look->mistake = expression_value (view, step->expr, &look->value, &look->culprit);
  look->has_value = look->mistake == STAGE_FINE;
  look->holds = look->has_value && look->value != 0;
  look->type = stage->flow->exprs.at[step->expr].type;
  if (step->op != IR_SET)
    return;
  look->type = slot_of (stage, view->process, look)->type;
  look->value = ir_cut (look->type, look->value);
}

/* Find the result of a return. */
static void
look_at_return (const struct stage *stage, const struct stage_frame *frame,
                struct stage_look *look)
{
  const struct ir_graph *body = &stage->flow->bodies.at[frame->body.index];
  if (body->result == IR_NO_SLOT)
    return;
  assert (body->result < body->slot_count);
  look->has_value = true;
  look->type = stage->flow->slots.at[body->first_slot + body->result].type;
  look->value = frame->slots[body->result];
}

static void
look_at_step (const struct stage *stage, const struct stage_process *process,
              const struct expression_view *view, struct stage_look *look)
{
  const struct ir_step *step = look->node;
  switch ((unsigned) step->op)
    {
    case IR_SET:
    case IR_TEST:
    case IR_ASSUME:
    case IR_ASSERT: look_at_expr (stage, view, look); break;
    case IR_READ:
    case IR_WRITE: look_at_access (stage, view, look); break;
    case IR_ACQUIRE_AT:
    case IR_RELEASE_AT: look_at_lock (process, view, look); break;
    case IR_CALL:
      for (uint32_t i = 0; i < step->argument_count && look->mistake == STAGE_FINE; i++)
        look->mistake
          = expression_value (view, stage->flow->arguments.at[step->first_argument + i],
                              &look->value, &look->culprit);
      break;
    case IR_ANY: look->type = slot_of (stage, view->process, look)->type; break;
    case IR_RETURN: look_at_return (stage, view->frame, look); break;
    case IR_ACQUIRE:
    case IR_RELEASE:
    case IR_NOTIFY: look->lock = ir_step_lock (step); break;
    default: break;
    }
}

void
stage_look (struct stage *stage, process_id id, struct stage_look *look)
{
  const struct stage_process *process = find_process (stage, id);
  *look = (struct stage_look){ .lock = LOCK_NONE };
  if (process->frames.count == 0)
    return;
  const struct stage_frame *frame = top_frame (process);
  look->number = frame->node;
  look->node = &stage->flow->nodes.at[frame->node];
  look->atomic = look->node->atomic || frame->atomic;
  struct expression_view view = view_of (stage, id);
  look_at_step (stage, process, &view, look);
}

bool
stage_can_choose (const struct stage *stage, const struct stage_look *look,
                  process_id process, int64_t value)
{
  assert (look->node->op == IR_ANY);
  return value == ir_cut (slot_of (stage, process, look)->type, value);
}

bool
stage_is_silent (const struct stage *stage, process_id process,
                 const struct stage_look *look)
{
  if (!look->node || look->mistake != STAGE_FINE)
    return false;
  switch ((unsigned) look->node->op)
    {
    case IR_WAKE: return true;
    case IR_NOTIFY: return !stage->tells_notifies;
    case IR_SKIP: return look->node->edge_count == 1;
    case IR_SET: return slot_of (stage, process, look)->name.index == NAME_NONE.index;
    case IR_ASSERT: return look->holds;
    default: return false;
    }
}

bool
stage_is_step (const struct stage *stage, const struct stage_look *look)
{
  assert (look->node);
  switch (look->node->op)
    {
    case IR_SKIP:
    case IR_SET:
    case IR_ANY:
    case IR_TEST:
    case IR_ASSERT:
    case IR_CALL:
    case IR_RETURN:
    case IR_BEGIN:
    case IR_END: return false;
    case IR_ASSUME: return expression_reads (stage->flow, look->node->expr);
    case IR_ACQUIRE:
    case IR_RELEASE:
    case IR_ACQUIRE_AT:
    case IR_RELEASE_AT:
    case IR_READ:
    case IR_WRITE:
    case IR_WAKE:
    case IR_FINISH:
    case IR_START:
    case IR_JOIN:
    case IR_CUT:
    case IR_RESUME:
    case IR_NOTIFY: break;
    }
  return true;
}

/* ---- Going. ---- */

/* Push the frame of the callee, with its parameters. */
static void
call (struct stage *stage, process_id id, const struct stage_look *look)
{
  struct stage_process *process = &stage->processes[id.index];
  struct expression_view view = view_of (stage, id);
  body_id callee = ir_step_callee (look->node);
  const struct ir_graph *body = &stage->flow->bodies.at[callee.index];
  uint32_t count = look->node->argument_count;
  assert (count == body->values);
  int64_t *values = arena_calloc (stage->arena, count + (size_t) 1, sizeof *values);
  for (uint32_t i = 0; i < count; i++)
    {
      int64_t culprit;
      expression_value (&view, stage->flow->arguments.at[look->node->first_argument + i],
                        &values[i], &culprit);
      values[i] = ir_cut (stage->flow->slots.at[body->first_slot + i].type, values[i]);
    }
  struct stage_frame *frame = enter (stage, process, callee);
  frame->atomic = look->atomic;
  frame->result = look->node->slot;
  for (uint32_t i = 0; i < count; i++)
    frame->slots[i] = values[i];
}

static void
set_slot (const struct stage *stage, struct stage_frame *frame, uint32_t slot,
          int64_t value, uint32_t seen)
{
  const struct ir_graph *body = &stage->flow->bodies.at[frame->body.index];
  assert (slot < body->slot_count);
  frame->slots[slot]
    = ir_cut (stage->flow->slots.at[body->first_slot + slot].type, value);
  frame->seen[slot] = seen;
}

/* Leave the innermost procedure. */
static void
leave (struct stage *stage, struct stage_process *process, const struct stage_look *look)
{
  assert (look->node->op == IR_RETURN);
  uint32_t result = top_frame (process)->result;
  process->frames.count--;
  if (result == IR_NO_SLOT || process->frames.count == 0)
    return;
  assert (look->has_value);
  set_slot (stage, top_frame (process), result, look->value, 0);
}

/* Apply to the values what LOOK does. */
static void
execute (struct stage *stage, struct stage_process *process,
         const struct stage_look *look, int64_t chosen)
{
  const struct ir_step *step = look->node;
  struct stage_frame *frame = top_frame (process);
  uint32_t cell = 0;
  if (ir_is_access (step))
    cell = stage->first_cell[ir_step_field (step).index] + look->cell;
  switch ((unsigned) step->op)
    {
    case IR_SET: set_slot (stage, frame, step->slot, look->value, 0); break;
    case IR_ANY: set_slot (stage, frame, step->slot, chosen, 0); break;
    case IR_READ:
      if (step->slot != IR_NO_SLOT)
        set_slot (stage, frame, step->slot, look->value, cell + 1);
      break;
    case IR_WRITE:
      if (step->expr != IR_NO_EXPR)
        stage->cells[cell] = look->value;
      break;
    case IR_ACQUIRE_AT:
      if (ir_is_open (step))
        *vec_push (stage->arena, &process->taken) = look->lock;
      break;
    case IR_RELEASE_AT:
      assert (!ir_is_open (step) || process->taken.count > 0);
      process->taken.count -= ir_is_open (step);
      break;
    default: break;
    }
}

void
stage_go (struct stage *stage, process_id id, const struct stage_look *look,
          uint32_t edge, int64_t chosen)
{
  struct stage_process *process = &stage->processes[id.index];
  const struct ir_step *node = look->node;
  assert (node && look->mistake == STAGE_FINE);
  assert (node->op == IR_RETURN || edge < node->edge_count);
  execute (stage, process, look, chosen);
  struct stage_frame *frame = top_frame (process);
  assert (frame->node == look->number);
  if (node->op == IR_RETURN)
    {
      leave (stage, process, look);
      return;
    }
  frame->node = stage->flow->edges.at[node->first_edge + edge];
  if (node->op == IR_CALL)
    call (stage, id, look);
}

/* ---- Assumes and access predicates. ---- */

bool
stage_assume_reads (struct stage *stage, process_id id, field_id field, uint32_t cell)
{
  struct stage_look look;
  stage_look (stage, id, &look);
  if (!look.node || look.node->op != IR_ASSUME || !look.holds)
    return false;
  struct expression_view view = view_of (stage, id);
  return expression_touches (&view, look.node->expr, field, cell);
}

bool
stage_may_access (const struct stage *stage, process_id process, field_id field)
{
  struct expression_view view = { stage, process, NULL };
  int64_t value = 0, culprit;
  assert (stage->flow->exclusive && stage->flow->exclusive[field.index] != IR_NO_EXPR);
  enum stage_mistake mistake
    = expression_value (&view, stage->flow->exclusive[field.index], &value, &culprit);
  return mistake == STAGE_FINE && value != 0;
}

/* ---- Texts. ---- */

static void
print_mistake (const struct stage *stage, const struct stage_look *look, FILE *file)
{
  const struct ir_model *model = stage->model;
  assert (look->node && look->mistake != STAGE_FINE);
  if (look->mistake == STAGE_DIVISION)
    fputs ("division by zero", file);
  else if (look->mistake == STAGE_SHIFT)
    fprintf (file, "shift by %" PRId64, look->culprit);
  else
    {
      fprintf (file, "index %" PRId64 " is outside of ", look->culprit);
      if (ir_is_access (look->node))
        text_show_name (
          file, ir_text (model, model->fields.at[ir_step_field (look->node).index].name));
      else
        fputs ("the array", file);
    }
}

const char *
stage_text (const struct stage *stage, process_id process, const struct stage_look *look,
            struct arena *arena)
{
  assert (look->node && process.index < stage->model->processes);
  bool fine = look->mistake == STAGE_FINE;
  enum ir_op op = look->node->op;
  if (fine && op == IR_SKIP)
    return WITNESS_ANY;
  if (fine && (op == IR_SET || op == IR_ANY))
    {
      name_id name = slot_of (stage, process, look)->name;
      return name.index == NAME_NONE.index ? WITNESS_ANY
                                           : names_text (stage->model->names, name);
    }
  assert (!fine || op == IR_TEST || op == IR_ASSUME || op == IR_ASSERT);
  struct expression_view view = view_of (stage, process);
  struct scribe scribe;
  FILE *file = scribe_start (&scribe, arena);
  if (!fine)
    print_mistake (stage, look, file);
  else
    expression_print (&view, look->node->expr, file);
  return scribe_end (&scribe);
}

const char *
stage_wait_text (const struct stage *stage, process_id process,
                 const struct stage_look *look, struct arena *arena)
{
  const struct ir_model *model = stage->model;
  struct expression_view view = view_of (stage, process);
  struct scribe scribe;
  FILE *file = scribe_start (&scribe, arena);
  switch ((unsigned) look->node->op)
    {
    case IR_ACQUIRE:
    case IR_ACQUIRE_AT:
      fputs (look->node->waits ? "wait " : "lock ", file);
      text_show_name (file, ir_text (model, model->locks.at[look->lock.index].name));
      break;
    case IR_ASSUME:
      fputs ("assume ", file);
      expression_print (&view, look->node->expr, file);
      break;
    case IR_START:
    case IR_JOIN:
      fputs (look->node->op == IR_START ? "start " : "join ", file);
      witness_print_processes (file, model, ir_step_processes (look->node));
      break;
    default: assert (false && "nobody waits at such a step");
    }
  return scribe_end (&scribe);
}
