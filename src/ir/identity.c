/* identity.c -- see identity.h.
 *
 * Everything is written as a row of numbers: the members of a struct one after the other,
 * a name as its text, a set as its members, each with its length before it.  So two
 * models have the same row only if they are equal.  What nesting.c computes is left out.
 */
#include <config.h>

#include "ir/identity.h"

#include <assert.h>
#include <string.h>

struct row
{
  struct arena *arena;
  const struct ir_model *model;
  VEC (uint32_t) words;
};

static void
put (struct row *row, uint32_t word)
{
  *vec_push (row->arena, &row->words) = word;
}

static void
put_value (struct row *row, int64_t value)
{
  put (row, (uint32_t) ((uint64_t) value >> 32));
  put (row, (uint32_t) value);
}

static void
put_name (struct row *row, name_id name)
{
  bool is_none = name.index == NAME_NONE.index;
  const char *text = is_none ? "" : names_text (row->model->names, name);
  size_t length = strlen (text);
  put (row, is_none ? UINT32_MAX : (uint32_t) length);
  for (size_t i = 0; i < length; i += sizeof (uint32_t))
    {
      uint32_t word = 0;
      size_t rest = length - i;
      memcpy (&word, text + i, rest < sizeof word ? rest : sizeof word);
      put (row, word);
    }
}

static void
put_set (struct row *row, idset set)
{
  struct idsets *sets = row->model->idsets;
  IDSET_EACH (i, sets, set)
    put (row, i);
  put (row, UINT32_MAX);
}

static void
put_type (struct row *row, struct ir_type type)
{
  put (row, (uint32_t) type.is_bool << 8 | type.width);
}

/* ---- Declarations. ---- */

static void
put_declarations (struct row *row)
{
  const struct ir_model *model = row->model;
  assert (row->words.count == 0);
  put (row, model->fields.count);
  for (uint32_t i = 0; i < model->fields.count; i++)
    {
      const struct ir_field *field = &model->fields.at[i];
      put_name (row, field->name.name);
      put (row, field->set.index);
      put (row, (uint32_t) (field->is_volatile | field->is_array << 1 | field->any << 2));
      put_type (row, field->type);
      put (row, field->cells);
      put_value (row, field->initial);
    }
  put (row, model->locks.count);
  for (uint32_t i = 0; i < model->locks.count; i++)
    {
      put_name (row, model->locks.at[i].name.name);
      put (row, model->locks.at[i].cells);
    }
  put (row, model->sets.count);
  for (uint32_t i = 0; i < model->sets.count; i++)
    put_name (row, model->sets.at[i].name.name);
  put (row, model->bodies.count);
  for (uint32_t i = 0; i < model->bodies.count; i++)
    {
      const struct ir_body *body = &model->bodies.at[i];
      assert (body->decl < model->decls.count);
      put_name (row, body->name.name);
      put_name (row, model->decls.at[body->decl].name.name);
      put_name (row, body->position);
      put (row, (uint32_t) (body->is_process | body->counted << 1));
      put (row, body->copies);
    }
}

/* ---- Steps. ---- */

static void
put_object (struct row *row, const struct ir_step *step)
{
  if (ir_is_element (step) || ir_is_operation (step) || step->op == IR_NOTIFY)
    put (row, step->object.lock.index);
  else if (ir_is_access (step))
    put (row, ir_step_field (step).index);
  else if (step->op == IR_CALL)
    put (row, ir_step_callee (step).index);
  else if (step->op == IR_START || step->op == IR_JOIN)
    put_set (row, ir_step_processes (step));
  else if (step->op == IR_BEGIN || step->op == IR_END)
    put_set (row, step->sets);
}

static void
put_step (struct row *row, const struct ir *ir, const struct ir_step *step)
{
  const uint32_t words[]
    = { step->op,         step->by_sync | step->waits << 1 | step->atomic << 2,
        step->slot,       step->expr,
        step->index,      step->first_lock.index,
        step->lock_count, step->claim,
        step->wrong,      step->offset };
  for (size_t i = 0; i < sizeof words / sizeof *words; i++)
    put (row, words[i]);
  put_object (row, step);
  put_name (row, step->position);
  put (row, step->edge_count);
  assert (step->first_edge + step->edge_count <= ir->edges.count);
  for (uint32_t e = 0; e < step->edge_count; e++)
    put (row, ir->edges.at[step->first_edge + e]);
  assert (step->argument_count == 0 || step->first_argument < ir->arguments.count);
  put (row, step->argument_count);
  for (uint32_t a = 0; a < step->argument_count; a++)
    put (row, ir->arguments.at[step->first_argument + a]);
}

static void
put_exprs (struct row *row, const struct ir *ir)
{
  put (row, ir->exprs.count);
  for (uint32_t i = 0; i < ir->exprs.count; i++)
    {
      const struct ir_expr *expr = &ir->exprs.at[i];
      put (row, expr->op);
      put (row, expr->kind);
      put_type (row, expr->type);
      put (row, expr->place);
      for (uint32_t k = 0; k < 3; k++)
        put (row, expr->operands[k]);
      put_value (row, expr->value);
    }
  put (row, ir->slots.count);
  for (uint32_t i = 0; i < ir->slots.count; i++)
    put_type (row, ir->slots.at[i].type);
  for (uint32_t i = 0; i < row->model->fields.count && ir->exclusive; i++)
    put (row, ir->exclusive[i]);
}

const void *
ir_identity (const struct ir *ir, struct arena *arena, size_t *length)
{
  const struct source *source = ir->model->source;
  struct row row = { .arena = arena, .model = ir->model };
  *length = source->length;
  if (source->length > 0)
    return source->text;
  put_declarations (&row);
  for (uint32_t b = 0; b < ir->bodies.count; b++)
    {
      put (&row, ir->bodies.at[b].first_node);
      put (&row, ir->bodies.at[b].values);
      put (&row, ir->bodies.at[b].result);
    }
  for (uint32_t i = 0; i < ir->nodes.count; i++)
    put_step (&row, ir, &ir->nodes.at[i]);
  put_exprs (&row, ir);
  *length = row.words.count * sizeof *row.words.at;
  assert (*length > 0);
  return row.words.at;
}
