/* print_locals.c -- names of slots, and where they are declared; see printer.h.
 *
 * A local is declared by the statement that sets it first in the text, if all else that
 * names it stands in the block of that statement; this is known once the body has been
 * written.  Otherwise it is declared, with 0, at the beginning of the body, where all
 * slots are 0.
 */
#include <config.h>

#include <assert.h>
#include <string.h>

#include "eml/printer.h"

/* ---- Names. ---- */

/* Is NAME that of a field, or of a slot before SLOT? */
static bool
is_taken (const struct printer *p, const char *name, uint32_t slot)
{
  const struct ir_model *model = p->ir->model;
  for (uint32_t f = 0; f < model->fields.count; f++)
    if (strcmp (ir_text (model, model->fields.at[f].name), name) == 0)
      return true;
  for (uint32_t s = 0; s < slot; s++)
    if (p->slots[s] && strcmp (p->slots[s], name) == 0)
      return true;
  return false;
}

/* By slot: does a statement name it?  Not so for locks, and for reads of assumes. */
static const bool *
find_used (const struct printer *p)
{
  const struct ir_graph *body = p->body;
  bool *used = arena_calloc (p->arena, body->slot_count + (size_t) 1, sizeof *used);
  for (uint32_t s = 0; s < body->values; s++)
    used[s] = true;
  for (uint32_t n = body->first_node; n < body->first_node + body->node_count; n++)
    {
      const struct ir_step *step = &p->ir->nodes.at[n];
      assert (step->slot == IR_NO_SLOT || step->slot < body->slot_count);
      if (step->slot != IR_NO_SLOT && !ir_is_element (step) && !step->of_assume)
        used[step->slot] = true;
    }
  return used;
}

void
print_name_slots (struct printer *p)
{
  const struct ir_graph *body = p->body;
  const bool *used = find_used (p);
  p->slots = arena_calloc (p->arena, body->slot_count + (size_t) 1, sizeof *p->slots);
  p->locals = arena_calloc (p->arena, body->slot_count + (size_t) 1, sizeof *p->locals);
  for (uint32_t s = 0; s < body->slot_count; s++)
    {
      name_id name = p->ir->slots.at[body->first_slot + s].name;
      p->locals[s].step = IR_NO_STEP;
      if (!used[s])
        continue;
      const char *text
        = name.index != NAME_NONE.index ? names_text (p->ir->model->names, name)
          : s == body->result           ? "result"
                                        : arena_format (p->arena, "t%u", (unsigned) s);
      p->slots[s] = text;
      for (unsigned i = 2; is_taken (p, p->slots[s], s); i++)
        p->slots[s] = arena_format (p->arena, "%s_%u", text, i);
    }
}

/* ---- Declarations. ---- */

void
print_begin_locals (struct printer *p)
{
  const struct ir_graph *body = p->body;
  assert (p->scopes.count == 1);
  for (uint32_t s = 0; s < body->slot_count; s++)
    {
      struct print_local *local = &p->locals[s];
      local->step = IR_NO_STEP;
      local->is_early |= s < body->values;
      if (!local->is_early || s < body->values)
        continue;
      struct ir_type type = p->ir->slots.at[body->first_slot + s].type;
      print_begin_line (p);
      print_type (p, type);
      print_put (p, " ");
      print_name (p, p->slots[s]);
      print_put (p, type.is_bool ? " = false;" : " = 0;");
      print_end_line (p);
    }
}

bool
print_declares (struct printer *p, uint32_t slot, uint32_t step)
{
  struct print_local *local = &p->locals[slot];
  assert (slot < p->body->slot_count && p->scopes.count > 0);
  const struct ir_step *at = &p->ir->nodes.at[step];
  if (local->is_early || local->step != IR_NO_STEP
      || at->op == IR_CALL /* which would declare it too early */
      || ir_expr_has (p->ir, at->expr, IR_SLOT, slot)
      || ir_expr_has (p->ir, at->index, IR_SLOT, slot))
    return false;
  local->step = step;
  local->scope = p->scopes.at[p->scopes.count - 1];
  return true;
}

void
print_mention (struct printer *p, uint32_t slot)
{
  struct print_local *local = &p->locals[slot];
  bool is_visible = local->is_early;
  assert (slot < p->body->slot_count);
  for (uint32_t i = p->scopes.count; i-- > 0 && !is_visible;)
    is_visible = local->step != IR_NO_STEP && p->scopes.at[i] == local->scope;
  local->is_early = local->is_early || !is_visible;
}
