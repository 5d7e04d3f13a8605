/* print.c -- prints a model: declarations and bodies; see print.h. */
#include <config.h>

#include "eml/print.h"

#include <assert.h>
#include <inttypes.h>
#include <string.h>

#include "eml/printer.h"

/* ---- Declarations. ---- */

static void
print_field_declaration (struct printer *p, const struct ir_field *field)
{
  print_put (p, field->is_volatile ? "field volatile " : "field ");
  if (field->type.width > 0)
    {
      print_type (p, field->type);
      print_put (p, " ");
    }
  print_name_id (p, field->name.name);
  if (field->is_array)
    print_format (p, "[%u]", (unsigned) field->cells);
  if (field->any)
    print_put (p, " = *");
  else if (field->initial != 0 && field->type.is_bool)
    print_put (p, " = true");
  else if (field->initial == INT64_MIN)
    print_put (p, " = 0x8000000000000000");
  else if (field->initial != 0)
    print_format (p, " = %" PRId64, field->initial);
  print_put (p, ";\n");
}

static void
print_lock_declaration (struct printer *p, const struct ir_lock *lock)
{
  print_put (p, "lock ");
  print_name_id (p, lock->cells > 0 ? lock->array : lock->name.name);
  if (lock->cells > 0)
    print_format (p, "[%u]", (unsigned) lock->cells);
  print_put (p, ";\n");
}

/* Are all fields in the default set, `all', so that no `atomicset' is needed? */
static bool
has_one_set (const struct ir_model *model)
{
  return model->sets.count <= 1
         && (model->sets.count == 0
             || strcmp (ir_text (model, model->sets.at[0].name), "all") == 0);
}

static void
print_set_declaration (struct printer *p, uint32_t set)
{
  const struct ir_model *model = p->ir->model;
  assert (set < model->sets.count);
  const char *before = " { ";
  for (uint32_t f = 0; f < model->fields.count; f++)
    if (model->fields.at[f].set.index == set)
      {
        if (before[1] == '{')
          {
            print_put (p, "atomicset ");
            print_name_id (p, model->sets.at[set].name.name);
          }
        print_put (p, before);
        print_name_id (p, model->fields.at[f].name.name);
        before = ", ";
      }
  if (before[0] == ',')
    print_put (p, " }\n");
}

static void
print_declarations (struct printer *p)
{
  const struct ir *ir = p->ir;
  const struct ir_model *model = ir->model;
  for (uint32_t f = 0; f < model->fields.count; f++)
    print_field_declaration (p, &model->fields.at[f]);
  for (uint32_t l = 0; l < model->locks.count; l++)
    {
      print_lock_declaration (p, &model->locks.at[l]);
      if (model->locks.at[l].cells > 0)
        l += model->locks.at[l].cells - 1;
    }
  for (uint32_t s = 0; s < model->sets.count && !has_one_set (model); s++)
    print_set_declaration (p, s);
  for (uint32_t f = 0; f < model->fields.count && ir->exclusive; f++)
    if (ir->exclusive[f] != IR_NO_EXPR)
      {
        print_put (p, "exclusive ");
        print_name_id (p, model->fields.at[f].name.name);
        print_put (p, " when (");
        print_expr (p, ir->exclusive[f]);
        print_put (p, ");\n");
      }
}

/* ---- Bodies. ---- */

/* Do only ends of blocks lie between STEP and the end of the body? */
static bool
ends_after (const struct ir *ir, uint32_t step)
{
  for (;;)
    {
      assert (step < ir->nodes.count);
      const struct ir_step *at = &ir->nodes.at[step];
      if (at->op == IR_RETURN)
        return true;
      step = ir->edges.at[at->first_edge];
      enum ir_op op = ir->nodes.at[step].op;
      bool is_end = op == IR_END
                    || (ir_is_operation (&ir->nodes.at[step])
                        || ir_is_element (&ir->nodes.at[step]));
      is_end = is_end && !ir_takes_lock (&ir->nodes.at[step]);
      if (op != IR_RETURN && op != IR_FINISH && !is_end)
        return false;
    }
}

/* Is the result of the body set only where a `return' can do it? */
static bool
returns_values (const struct printer *p)
{
  const struct ir *ir = p->ir;
  const struct ir_graph *body = p->body;
  uint32_t end = body->first_node + body->node_count;
  assert (end <= ir->nodes.count);
  for (uint32_t n = body->first_node; n < end && body->result != IR_NO_SLOT; n++)
    {
      const struct ir_step *step = &ir->nodes.at[n];
      bool is_set = step->slot == body->result; /* the body has a result */
      if (is_set
          && ((step->op != IR_SET && step->op != IR_READ && step->op != IR_ANY)
              || !ends_after (ir, n)))
        return false;
    }
  return true;
}

static void
print_parameters (struct printer *p)
{
  const struct ir_graph *body = p->body;
  assert (body->values <= body->slot_count);
  for (uint32_t i = 0; i < body->values; i++)
    {
      print_put (p, i == 0 ? "(" : ", ");
      print_type (p, p->ir->slots.at[body->first_slot + i].type);
      print_put (p, " ");
      print_name (p, p->slots[i]);
    }
  print_put (p, body->values > 0 ? ")" : "");
  if (body->result == IR_NO_SLOT)
    return;
  assert (body->result < body->slot_count);
  print_put (p, " : ");
  print_type (p, p->ir->slots.at[body->first_slot + body->result].type);
}

static bool
print_whole_body (struct printer *p, uint32_t number)
{
  assert (number < p->ir->bodies.count && !p->body);
  const struct ir_body *declared = &p->ir->model->bodies.at[number];
  p->body = &p->ir->bodies.at[number];
  p->returns_values = returns_values (p);
  print_name_slots (p);
  print_put (p, declared->is_process ? "\nprocess " : "\nproc ");
  print_name_id (p, declared->name.name);
  if (declared->counted)
    print_format (p, "[%u]", (unsigned) declared->copies);
  print_parameters (p);
  print_position (p, declared->position);
  print_open_scope (p);
  bool fine = print_body (p);
  print_close_scope (p);
  print_end_line (p);
  p->body = NULL;
  return fine;
}

/* ---- Processes that never run. ---- */

static bool
is_body_name (const struct ir_model *model, const char *name)
{
  for (uint32_t b = 0; b < model->bodies.count; b++)
    if (strcmp (ir_text (model, model->bodies.at[b].name), name) == 0)
      return true;
  return false;
}

/* A process that some start names runs only when started, even if that is never reached:
   print such starts in a procedure that is never called. */
static void
print_lost_starts (struct printer *p)
{
  assert (!p->body);
  const struct ir_model *model = p->ir->model;
  idset lost = model->started;
  for (uint32_t n = 0; n < p->ir->nodes.count; n++)
    if (p->ir->nodes.at[n].op == IR_START)
      lost = idset_minus (model->idsets, lost, ir_step_processes (&p->ir->nodes.at[n]));
  if (idset_is_empty (lost))
    return;
  const char *name = "never";
  for (unsigned i = 2; is_body_name (model, name); i++)
    name = arena_format (p->arena, "never_%u", i);
  print_format (p, "\nproc %s", name);
  print_open_scope (p);
  IDSET_EACH (i, model->idsets, lost)
    {
      print_begin_line (p);
      print_put (p, "start ");
      print_processes (p, idset_add (model->idsets, IDSET_EMPTY, i));
      print_put (p, ";");
      print_end_line (p);
    }
  print_close_scope (p);
  print_end_line (p);
}

void
eml_print_statements (const struct ir *ir, struct ir_statements *statements,
                      struct arena *arena)
{
  struct printer p = { .arena = arena, .ir = ir, .statements = statements };
  *statements = (struct ir_statements){ .list = VEC_EMPTY };
  statements->places
    = arena_alloc (arena, (ir->nodes.count + (size_t) 1) * sizeof *statements->places);
  statements->bodies
    = arena_alloc (arena, (ir->bodies.count + (size_t) 1) * sizeof *statements->bodies);
  for (uint32_t b = 0; b < ir->bodies.count; b++)
    {
      statements->bodies[b].end = UINT32_MAX;
      if (!print_whole_body (&p, b))
        {
          statements->bodies = NULL;
          return;
        }
    }
  assert (p.place > 0 || ir->bodies.count == 0);
}

const char *const *
eml_print_slots (const struct ir *ir, uint32_t body, struct arena *arena)
{
  struct printer p = { .arena = arena, .ir = ir, .body = &ir->bodies.at[body] };
  assert (body < ir->bodies.count);
  print_name_slots (&p);
  return p.slots;
}

const char *
eml_print (const struct ir *ir, const char *title, struct arena *arena)
{
  struct printer p = { .arena = arena, .ir = ir };
  if (title)
    {
      print_put (&p, "model ");
      print_name (&p, title);
      print_put (&p, ";\n\n");
    }
  print_declarations (&p);
  for (uint32_t b = 0; b < ir->bodies.count; b++)
    if (!print_whole_body (&p, b))
      return NULL;
  print_lost_starts (&p);
  assert (p.indent == 0);
  return arena_copy (arena, p.text.at, p.text.count);
}
