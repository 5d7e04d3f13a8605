/* ir_builder.c -- see ir_builder.h. */
#include <config.h>

#include "ir/ir_builder.h"

#include <assert.h>
#include <string.h>

#define NONE IR_BUILDER_NONE

/* ---- Declarations. ---- */

void
ir_model_init (struct ir_model *model, struct arena *arena, struct idsets *idsets,
               struct names *names, const struct source *source)
{
  assert (arena && idsets && names && source);
  *model = (struct ir_model){ .arena = arena,
                              .idsets = idsets,
                              .names = names,
                              .source = source,
                              .all_sets = IDSET_EMPTY,
                              .started = IDSET_EMPTY };
}

name_id
ir_name_of (struct ir_model *model, const char *text)
{
  assert (*text);
  return names_intern (model->names, text, strlen (text));
}

/* Add a declaration of TEXT; returns its number, and *NAME. */
static uint32_t
declare (struct ir_model *model, const char *text, struct ir_name *name)
{
  *name = (struct ir_name){ ir_name_of (model, text), { 0, 0 } };
  *vec_push (model->arena, &model->decls) = (struct ir_decl){ *name, NAME_NONE };
  return model->decls.count - 1;
}

set_id
ir_declare_set (struct ir_model *model, const char *text)
{
  struct ir_set set;
  declare (model, text, &set.name);
  *vec_push (model->arena, &model->sets) = set;
  set_id added = { model->sets.count - 1 };
  model->all_sets = idset_add (model->idsets, model->all_sets, added.index);
  return added;
}

field_id
ir_declare_field (struct ir_model *model, const char *text, set_id set)
{
  struct ir_field field = { .set = set, .object = IR_NO_OBJECT, .cells = 1 };
  assert (set.index < model->sets.count);
  field.decl = declare (model, text, &field.name);
  *vec_push (model->arena, &model->fields) = field;
  return (field_id){ model->fields.count - 1 };
}

void
ir_declare_values (struct ir_model *model, field_id number, struct ir_type type,
                   uint32_t cells, bool any, int64_t initial)
{
  struct ir_field *field = &model->fields.at[number.index];
  assert (type.width > 0 && ir_cut (type, initial) == initial);
  field->type = type;
  field->is_array = cells > 0;
  field->cells = cells > 0 ? cells : 1;
  field->any = any;
  field->initial = initial;
}

lock_id
ir_declare_lock (struct ir_model *model, const char *text)
{
  struct ir_lock lock = { .object = IR_NO_OBJECT };
  lock.decl = declare (model, text, &lock.name);
  *vec_push (model->arena, &model->locks) = lock;
  return (lock_id){ model->locks.count - 1 };
}

/* Add a body; the caller sets what is particular about it. */
static struct ir_body *
add_body (struct ir_model *model)
{
  struct ir_body *body = vec_push (model->arena, &model->bodies);
  *body = (struct ir_body){ .copies = 1,
                            .position = NAME_NONE,
                            .first_process = { model->processes },
                            .processes = IDSET_EMPTY };
  return body;
}

body_id
ir_declare_procedure (struct ir_model *model, const char *text)
{
  struct ir_body *body = add_body (model);
  body->decl = declare (model, text, &body->name);
  assert (model->bodies.count > 0);
  return (body_id){ model->bodies.count - 1 };
}

body_id
ir_declare_bound (struct ir_model *model, const char *text, body_id number)
{
  assert (!model->bodies.at[number.index].is_process);
  struct ir_body *body = add_body (model), *first = &model->bodies.at[number.index];
  body->name.name = ir_name_of (model, text);
  body->decl = first->decl;
  body->position = first->position;
  body->is_bound = first->is_bound = true;
  return (body_id){ model->bodies.count - 1 };
}

body_id
ir_declare_process (struct ir_model *model, const char *text, uint32_t copies)
{
  struct ir_body *body = add_body (model);
  body->is_process = true;
  body->counted = copies > 0;
  body->copies = copies > 0 ? copies : 1;
  body->decl = declare (model, text, &body->name);
  assert (body->copies <= IR_PROCESSES_LIMIT - model->processes);
  model->processes += body->copies;
  return (body_id){ model->bodies.count - 1 };
}

idset
ir_model_copies (struct ir_model *model, body_id number)
{
  struct ir_body *body = &model->bodies.at[number.index];
  assert (body->is_process && body->copies > 0);
  if (idset_is_empty (body->processes))
    for (uint32_t copy = 0; copy < body->copies; copy++)
      body->processes
        = idset_add (model->idsets, body->processes, body->first_process.index + copy);
  return body->processes;
}

void
ir_model_note_order (struct ir_model *model, body_id number, idset processes, bool starts)
{
  struct ir_body *body = &model->bodies.at[number.index];
  assert (body->is_process && !idset_is_empty (processes));
  ir_model_copies (model, number);
  body->is_started |= starts;
  body->is_joined |= !starts;
  if (starts)
    model->started = idset_union (model->idsets, model->started, processes);
}

/* ---- Steps. ---- */

void
ir_builder_init (struct ir_builder *b, struct ir *ir, const struct ir_model *model,
                 struct arena *arena)
{
  assert (ir && model && arena);
  *ir = (struct ir){ .arena = arena, .model = model };
  *b = (struct ir_builder){ .ir = ir, .arena = arena };
}

uint32_t
ir_builder_begin_body (struct ir_builder *b)
{
  assert (b->ir->bodies.count < b->ir->model->bodies.count);
  b->drafts.count = b->edges.count = 0;
  b->units = IDSET_EMPTY;
  b->atomic = 0;
  b->of_assume = false;
  return b->current = ir_builder_new_step (b);
}

uint32_t
ir_builder_new_step (struct ir_builder *b)
{
  uint32_t node = b->drafts.count;
  struct ir_draft *draft = vec_push (b->arena, &b->drafts);
  *draft = (struct ir_draft){ .node = IR_STEP_NONE,
                              .alias = node,
                              .first_edge = NONE,
                              .last_edge = NONE,
                              .number = NONE };
  return node;
}

/* A union-find structure, with path halving. */
uint32_t
ir_builder_find (struct ir_builder *b, uint32_t node)
{
  assert (node < b->drafts.count);
  struct ir_draft *drafts = b->drafts.at;
  while (drafts[node].alias != node)
    {
      drafts[node].alias = drafts[drafts[node].alias].alias;
      node = drafts[node].alias;
    }
  return node;
}

void
ir_builder_add_edge (struct ir_builder *b, uint32_t from, uint32_t to)
{
  uint32_t edge = b->edges.count;
  assert (from < b->drafts.count && to < b->drafts.count);
  *vec_push (b->arena, &b->edges) = (struct ir_draft_edge){ to, NONE };
  struct ir_draft *draft = &b->drafts.at[from];
  if (draft->first_edge == NONE)
    draft->first_edge = edge;
  else
    b->edges.at[draft->last_edge].next = edge;
  draft->last_edge = edge;
}

void
ir_builder_set_place (struct ir_builder *b, uint32_t node, uint32_t offset,
                      name_id position)
{
  assert (node < b->drafts.count);
  b->drafts.at[node].node.offset = offset;
  b->drafts.at[node].node.position = position;
}

void
ir_builder_continue_at (struct ir_builder *b, uint32_t target)
{
  uint32_t from = ir_builder_find (b, b->current), to = ir_builder_find (b, target);
  if (from == to)
    {
      ir_builder_add_edge (b, from, to); /* an endless loop that does nothing */
      b->drafts.at[from].node.atomic = b->atomic > 0;
    }
  else
    {
      assert (b->drafts.at[from].first_edge == NONE);
      b->drafts.at[from].alias = to;
    }
}

void
ir_builder_go_on (struct ir_builder *b)
{
  uint32_t next = ir_builder_new_step (b);
  ir_builder_add_edge (b, b->current, next);
  b->current = next;
}

void
ir_builder_go_nowhere (struct ir_builder *b)
{
  b->current = ir_builder_new_step (b);
  b->drafts.at[b->current].orphan = true;
}

void
ir_builder_put (struct ir_builder *b, struct ir_step step, uint32_t offset,
                name_id position)
{
  struct ir_step *node = &b->drafts.at[b->current].node;
  assert (node->op == IR_SKIP && b->drafts.at[b->current].alias == b->current);
  *node = step;
  node->units = b->units;
  node->atomic = b->atomic > 0;
  node->of_assume = b->of_assume;
  ir_builder_set_place (b, b->current, offset, position);
}

struct ir_step *
ir_builder_fill (struct ir_builder *b, enum ir_op op, uint32_t offset, name_id position)
{
  struct ir_step step = IR_STEP_NONE;
  step.op = op;
  ir_builder_put (b, step, offset, position);
  return &b->drafts.at[b->current].node;
}

void
ir_builder_wait (struct ir_builder *b, lock_id lock, uint32_t offset, name_id position)
{
  static const enum ir_op ops[] = { IR_CUT, IR_RELEASE, IR_ACQUIRE, IR_RESUME };
  assert (lock.index < b->ir->model->locks.count);
  for (size_t i = 0; i < sizeof ops / sizeof *ops; i++)
    {
      struct ir_step *step = ir_builder_fill (b, ops[i], offset, position);
      if (ir_is_operation (step))
        {
          step->waits = true;
          step->object.lock = lock;
        }
      ir_builder_go_on (b);
    }
  b->ir->has_waits = true;
}

/* ---- Finishing a body. ---- */

static void
number_nodes (struct ir_builder *b, uint32_t entry)
{
  b->numbered.count = 0;
  b->pending.count = 0;
  *vec_push (b->arena, &b->pending) = entry;
  while (b->pending.count > 0)
    {
      uint32_t node = b->pending.at[--b->pending.count];
      struct ir_draft *draft = &b->drafts.at[node];
      assert (draft->alias == node);
      if (draft->number != NONE)
        continue;
      draft->number = b->numbered.count;
      *vec_push (b->arena, &b->numbered) = node;
      /* Push the first successor last, so that it is numbered next. */
      uint32_t before = b->pending.count;
      for (uint32_t e = draft->first_edge; e != NONE; e = b->edges.at[e].next)
        {
          b->edges.at[e].to = ir_builder_find (b, b->edges.at[e].to);
          *vec_push (b->arena, &b->pending) = b->edges.at[e].to;
        }
      for (uint32_t i = before, k = b->pending.count; i + 1 < k; i++, k--)
        {
          uint32_t swap = b->pending.at[i];
          b->pending.at[i] = b->pending.at[k - 1];
          b->pending.at[k - 1] = swap;
        }
    }
}

void
ir_builder_end_body (struct ir_builder *b, uint32_t entry)
{
  struct ir *ir = b->ir;
  number_nodes (b, ir_builder_find (b, entry));
  struct ir_graph body = { .first_node = ir->nodes.count,
                           .node_count = b->numbered.count,
                           .first_slot = ir->slots.count,
                           .result = IR_NO_SLOT };
  assert (body.node_count > 0);
  for (uint32_t i = 0; i < b->numbered.count; i++)
    {
      const struct ir_draft *draft = &b->drafts.at[b->numbered.at[i]];
      struct ir_step *node = vec_push (ir->arena, &ir->nodes);
      *node = draft->node;
      node->first_edge = ir->edges.count;
      for (uint32_t e = draft->first_edge; e != NONE; e = b->edges.at[e].next)
        {
          uint32_t to = b->drafts.at[b->edges.at[e].to].number;
          assert (to < body.node_count);
          *vec_push (ir->arena, &ir->edges) = body.first_node + to;
        }
      node->edge_count = ir->edges.count - node->first_edge;
      assert (node->op == IR_SKIP
              || node->edge_count
                   == (node->op == IR_RETURN ? 0
                       : node->op == IR_TEST ? 2
                                             : 1));
    }
  assert (ir->nodes.count == body.first_node + body.node_count);
  *vec_push (ir->arena, &ir->bodies) = body;
}
