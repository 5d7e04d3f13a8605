/* movers.c -- see movers.h.  Cost: one walk over the symbols of each process. */
#include <config.h>

#include "engine/bmc/movers.h"

#include "engine/bmc/next_visible.h"

/* What is known of a field. */
struct guard
{
  uint32_t users;  /* processes that access it */
  uint32_t latest; /* the last of them that was seen, counted from 1 */
  idset locks;     /* held at all accesses so far */
};

struct guards
{
  struct bmc *bmc;
  struct guard *by_field;
};

/* Record that process number PROCESS, from 1, accesses FIELD with the locks HELD. */
static void
add_access (struct guards *guards, field_id field, uint32_t process, idset held)
{
  const struct pds *pds = &guards->bmc->all.question->lowering->pds;
  assert (process > 0 && field.index < pds->fields.count);
  struct guard *guard = &guards->by_field[field.index];
  guard->locks
    = guard->users == 0 ? held : idset_common (pds->idsets, guard->locks, held);
  if (guard->latest != process)
    guard->users++;
  guard->latest = process;
}

/* Record an access to each field of EXPR. */
static void
add_fields (struct guards *guards, uint32_t expr, uint32_t process, idset held)
{
  const struct ir_expr *e = &guards->bmc->all.question->lowering->flow->exprs.at[expr];
  if (e->op == IR_FIELD)
    add_access (guards, (field_id){ e->place }, process, held);
  for (uint32_t i = 0; i < ir_operand_count (e); i++)
    add_fields (guards, e->operands[i], process, held);
}

static void
visit (struct guards *guards, pds_symbol symbol, uint32_t process)
{
  const struct ir_projection *lowering = guards->bmc->all.question->lowering;
  const struct ir_step *node = ir_step_of (lowering, symbol);
  bool acquires = node->op == IR_ACQUIRE || node->op == IR_ACQUIRE_AT;
  if (guards->bmc->all.has_atomic && ir_is_atomic (lowering, symbol))
    {
      guards->bmc->locks_stay |= acquires;
      guards->bmc->ends_stay |= node->op == IR_JOIN;
    }
  if (ir_is_access (node))
    add_access (guards, ir_step_field (node), process, ir_locks_at (lowering, symbol));
  else if (node->op == IR_ASSUME)
    add_fields (guards, node->expr, process, ir_locks_at (lowering, symbol));
}

/* The fields of EXPR, a predicate that is asked about, are not protected: their accesses
   must not move. */
static void
expose (struct bmc *bmc, uint32_t expr)
{
  assert (bmc->is_protected);
  const struct ir_expr *e = &bmc->all.question->lowering->flow->exprs.at[expr];
  if (e->op == IR_FIELD)
    bmc->is_protected[e->place] = false;
  for (uint32_t i = 0; i < ir_operand_count (e); i++)
    expose (bmc, e->operands[i]);
}

void
movers_find (struct bmc *bmc)
{
  assert (!bmc->is_protected);
  const struct question *question = bmc->all.question;
  const struct pds *pds = &question->lowering->pds;
  struct guards guards = { .bmc = bmc };
  size_t fields = pds->fields.count;
  guards.by_field = arena_calloc (bmc->all.arena, fields + 1, sizeof *guards.by_field);
  struct worklist symbols;
  worklist_init (&symbols, pds_symbol_count (pds), bmc->all.arena);
  for (uint32_t p = 0; p < pds->processes.count; p++)
    {
      worklist_restart (&symbols);
      worklist_add (&symbols, pds->processes.at[p].entry.index);
      for (uint32_t symbol; worklist_take (&symbols, &symbol);)
        {
          visit (&guards, (pds_symbol){ symbol }, p + 1);
          pds_walk_on (pds, symbol, &symbols);
        }
    }
  bmc->is_protected
    = arena_calloc (bmc->all.arena, fields + 1, sizeof *bmc->is_protected);
  for (size_t f = 0; f < fields; f++)
    bmc->is_protected[f]
      = guards.by_field[f].users <= 1 || !idset_is_empty (guards.by_field[f].locks);
  if (question->goal == QUERY_RACE || question->goal == QUERY_EXCLUSIVE)
    bmc->is_protected[question->field.index] = false;
  if (question->goal == QUERY_EXCLUSIVE)
    expose (bmc, question->lowering->flow->exclusive[question->field.index]);
  bmc->is_near = next_visible_find (&bmc->all);
}

/* ---- At a depth. ---- */

/* Is there a field in EXPR that nothing protects? */
static bool
has_open_field (const struct bmc *bmc, uint32_t expr)
{
  assert (bmc->is_protected);
  const struct ir_expr *e = &bmc->all.question->lowering->flow->exprs.at[expr];
  if (e->op == IR_FIELD && !bmc->is_protected[e->place])
    return true;
  for (uint32_t i = 0; i < ir_operand_count (e); i++)
    if (has_open_field (bmc, e->operands[i]))
      return true;
  return false;
}

/* Is the step of E outside of atomic blocks, and the next one inside
   (symbolic/effect.h)? */
static bool
begins_block (const struct bmc *bmc, const struct effect *e)
{
  const struct ir_projection *lowering = bmc->all.question->lowering;
  uint32_t rule = pds_rules_of (&lowering->pds, e->symbol).begin;
  assert (rule < lowering->pds.rules.count);
  return bmc->all.has_atomic && ir_is_atomic (lowering, lowering->pds.rules.at[rule].to);
}

/* Is the visible step of E a left mover (it can be made earlier than steps of others) or
   a right mover (later)? */
static void
find_moves (const struct bmc *bmc, const struct unrolled *u, struct effect *e)
{
  assert (e->visible && bmc->is_protected);
  const struct pds *pds = &bmc->all.question->lowering->pds;
  const struct pds_action_info *action
    = effect_action (u, pds_rules_of (pds, e->symbol).begin);
  if (e->atomic || effect_is_watched (u, action))
    return;
  bool left
    = action->op == PDS_RELEASE || action->op == PDS_START || action->op == PDS_FINISH;
  bool right
    = action->op == PDS_ACQUIRE || action->op == PDS_JOIN || action->op == PDS_WAKE;
  if (ir_is_access (e->node))
    left = right = bmc->is_protected[ir_step_field (e->node).index];
  else if (e->node->op == IR_ASSUME)
    left = right = !has_open_field (bmc, e->node->expr);
  else if (ir_is_element (e->node))
    *(e->node->op == IR_ACQUIRE_AT ? &right : &left) = true;
  else if (action->op == PDS_FINISH)
    left = !bmc->ends_stay;
  bool locks = pds_action_is_operation (action) || ir_is_element (e->node);
  if (locks && bmc->locks_stay)
    left = right = false;
  e->left_mover = left && !e->place.first;
  e->right_mover = right && !begins_block (bmc, e);
}

void
movers_mark (const struct bmc *bmc, const struct unrolled *u, struct effects *effects)
{
  const struct ir_projection *lowering = bmc->all.question->lowering;
  const struct pds *pds = &lowering->pds;
  for (uint32_t i = 0; i < effects->list.count; i++)
    {
      struct effect *e = &effects->list.at[i];
      if (!e->visible)
        continue;
      struct pds_range rules = pds_rules_of (pds, e->symbol);
      e->exposed = effect_is_exposed (&bmc->all, e);
      if (bmc->is_protected)
        find_moves (bmc, u, e);
      e->held_before = ir_locks_at (lowering, e->symbol);
      e->held_after = ir_locks_at (lowering, pds->rules.at[rules.begin].to);
    }
}
