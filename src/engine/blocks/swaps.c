/* swaps.c -- see swaps.h: a walk backwards from the write. */
#include <config.h>

#include "engine/blocks/swaps.h"

#include "engine/blocks/index_terms.h"

/* The most steps that are visited for one write: paths that meet are walked twice. */
#define SWAPS_STEPS 1000

struct search
{
  struct unrolled *u;
  const struct ir *flow;
  const struct places *places;
  const struct backward *backward;
  field_id field;
  uint32_t index;   /* of the write, an expression; or IR_NO_EXPR */
  bool found;       /* a guard was found, */
  int64_t expected; /* with this constant */
  uint32_t steps;   /* visited so far */
};

/* ---- What a condition says. ---- */

/* Does it follow from "EXPR is HOLDS" that a slot has a constant value?  Then *SLOT and
 *VALUE say which.  If SLOT is null: that the cell that is written has one? */
static bool
says_equal (const struct search *s, uint32_t expr, bool holds, uint32_t *slot,
            int64_t *value)
{
  assert (expr < s->flow->exprs.count && value);
  const struct ir_expr *e = &s->flow->exprs.at[expr];
  bool is_term = slot ? e->op == IR_SLOT
                      : e->op == IR_FIELD && e->place == s->field.index
                          && terms_same_expr (s->flow, e->operands[0], s->index);
  if (is_term && e->type.is_bool)
    {
      if (slot)
        *slot = e->place;
      *value = holds;
      return true;
    }
  if (e->op != IR_OPERATOR)
    return false;
  if (e->kind == EXPR_NOT)
    return says_equal (s, e->operands[0], !holds, slot, value);
  if (e->kind == (holds ? EXPR_AND : EXPR_OR))
    return says_equal (s, e->operands[0], holds, slot, value)
           || says_equal (s, e->operands[1], holds, slot, value);
  if (e->kind != (holds ? EXPR_EQUAL : EXPR_NOT_EQUAL))
    return false;
  for (uint32_t i = 0; i < 2; i++)
    {
      const struct ir_expr *a = &s->flow->exprs.at[e->operands[i]];
      const struct ir_expr *b = &s->flow->exprs.at[e->operands[1 - i]];
      if (b->op != IR_CONSTANT)
        continue;
      if (slot ? a->op != IR_SLOT
               : a->op != IR_FIELD || a->place != s->field.index
                   || !terms_same_expr (s->flow, a->operands[0], s->index))
        continue;
      if (slot)
        *slot = a->place;
      *value = b->value;
      return true;
    }
  return false;
}

/* Does the branch at FROM lead to TO by only one of its two ways?  Then *HOLDS is the
   value of its condition. */
static bool
is_one_way (const struct search *s, const struct place *from, uint32_t to, bool *holds)
{
  if (from->next_count != 2)
    return false;
  const uint32_t *next = &s->places->next.at[from->first_next];
  assert (next[0] == to || next[1] == to);
  *holds = next[0] == to;
  return next[0] != next[1];
}

/* ---- The walk. ---- */

static struct ir_type
slot_type (const struct search *s, const struct effect *e, uint32_t slot)
{
  const struct ir_projection *lowering = s->u->all->question->lowering;
  assert (slot != IR_NO_SLOT);
  body_id body = ir_instance_of (lowering, e->symbol)->body;
  return s->flow->slots.at[s->flow->bodies.at[body.index].first_slot + slot].type;
}

/* Does the step E make what is known of the cell obsolete? */
static bool
disturbs (const struct search *s, const struct effect *e)
{
  if (!e->atomic || e->node->op == IR_CALL || e->node->op == IR_RETURN
      || effect_waits (e))
    return true;
  if (e->node->op == IR_WRITE && field_equal (ir_step_field (e->node), s->field))
    return true;
  return e->node->op != IR_RELEASE_AT && e->node->slot != IR_NO_SLOT
         && ir_expr_has (s->flow, s->index, IR_SLOT, e->node->slot);
}

static bool
accept (struct search *s, int64_t value)
{
  assert (s->steps > 0);
  if (s->found && s->expected != value)
    return false;
  s->found = true;
  s->expected = value;
  return true;
}

/* SLOT equals VALUE at PLACE.  Does the cell, since all paths read it into SLOT? */
static bool
was_read (struct search *s, uint32_t place, uint32_t slot, int64_t value)
{
  const struct backward *b = s->backward;
  if (++s->steps > SWAPS_STEPS || b->first[place] == b->first[place + 1])
    return false;
  for (uint32_t i = b->first[place]; i < b->first[place + 1]; i++)
    {
      uint32_t from = b->from[i];
      const struct effect *e = &s->places->list.at[from].effect;
      if (disturbs (s, e))
        return false;
      uint32_t next_slot = slot;
      if (e->node->op != IR_RELEASE_AT && e->node->slot == slot)
        {
          struct ir_type type = slot_type (s, e, slot);
          if (e->node->op == IR_READ && field_equal (ir_step_field (e->node), s->field)
              && terms_same_expr (s->flow, e->node->index, s->index)
              && type.width >= s->flow->model->fields.at[s->field.index].type.width)
            {
              if (!accept (s, value))
                return false;
              continue;
            }
          const struct ir_expr *set
            = e->node->op == IR_SET ? &s->flow->exprs.at[e->node->expr] : NULL;
          if (!set || set->op != IR_SLOT || set->type.width > type.width)
            return false;
          next_slot = set->place;
        }
      if (!was_read (s, from, next_slot, value))
        return false;
    }
  return true;
}

/* Is the cell equal to one constant whenever the process comes to PLACE? */
static bool
is_known (struct search *s, uint32_t place)
{
  const struct backward *b = s->backward;
  if (++s->steps > SWAPS_STEPS || b->first[place] == b->first[place + 1])
    return false;
  for (uint32_t i = b->first[place]; i < b->first[place + 1]; i++)
    {
      uint32_t from = b->from[i], slot = 0;
      const struct effect *e = &s->places->list.at[from].effect;
      int64_t value;
      bool holds;
      if (e->node->op == IR_ASSUME && e->atomic
          && says_equal (s, e->node->expr, true, NULL, &value))
        {
          if (!accept (s, value))
            return false;
          continue;
        }
      if (disturbs (s, e))
        return false;
      if (e->node->op == IR_TEST
          && is_one_way (s, &s->places->list.at[from], place, &holds)
          && says_equal (s, e->node->expr, holds, &slot, &value))
        {
          bool found = s->found;
          if (was_read (s, from, slot, value))
            continue;
          s->found = found;
        }
      if (!is_known (s, from))
        return false;
    }
  return true;
}

bool
swaps_is_guarded (struct unrolled *u, const struct places *places,
                  const struct backward *backward, uint32_t place, int64_t *expected)
{
  const struct effect *e = &places->list.at[place].effect;
  assert (e->node->op == IR_WRITE);
  if (!e->atomic || e->node->expr == IR_NO_EXPR)
    return false;
  struct search s = { .u = u,
                      .flow = u->all->question->lowering->flow,
                      .places = places,
                      .backward = backward,
                      .field = ir_step_field (e->node),
                      .index = e->node->index };
  if (!is_known (&s, place))
    return false;
  assert (s.found || s.steps <= SWAPS_STEPS);
  *expected = s.expected;
  return s.found;
}
