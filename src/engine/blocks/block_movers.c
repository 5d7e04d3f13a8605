/* block_movers.c -- see block_movers.h: what is known without looking at a state.  Cost:
   for each access the hazards of its field; if it moves on a condition, the places of
   others times these. */
#include <config.h>

#include "engine/blocks/block_movers.h"

#define CONDITIONS                                                                       \
  (BLOCK_REACHABILITY | BLOCK_STATIC_POINTER | BLOCK_MONOTONIC_ATOMIC | BLOCK_LOCKS)

static const struct pds_action_info *
action_of (const struct block_relation *r, uint32_t p, const struct effect *e)
{
  const struct pds *pds = &r->question->lowering->pds;
  return effect_action (&r->all.processes.at[p], pds_rules_of (pds, e->symbol).begin);
}

/* ---- The model as a whole. ---- */

/* The locks that E may acquire or release: *COUNT of them, from the result on. */
static uint32_t
locks_of (const struct effect *e, const struct pds_action_info *action, uint32_t *count)
{
  *count = 0;
  if (pds_action_is_operation (action))
    {
      *count = 1;
      return pds_action_lock (action).index;
    }
  if (!ir_is_element (e->node))
    return 0;
  assert (e->node->lock_count > 0);
  *count = e->node->lock_count;
  return e->node->first_lock.index;
}

static void
note_one (uint32_t *who, uint32_t process)
{
  assert (process < MOVERS_SEVERAL);
  *who = *who == MOVERS_NOBODY || *who == process ? process : MOVERS_SEVERAL;
}

/* Record in r->movers what the step E of process P does with locks and processes. */
static void
note_step (struct block_relation *r, uint32_t p, const struct effect *e)
{
  struct movers *m = r->movers;
  const struct pds *pds = &r->question->lowering->pds;
  if (e->node->op == IR_CALL || e->node->op == IR_RETURN)
    return;
  const struct pds_action_info *action = action_of (r, p, e);
  uint32_t count, first = locks_of (e, action, &count);
  assert (count == 0 || first + count <= pds->locks.count);
  for (uint32_t l = first; l < first + count; l++)
    {
      note_one (&m->user[l], p);
      m->awaited[l] |= e->atomic && e->blocks;
    }
  if (!pds_action_is_ordering (action))
    return;
  idset others = pds_action_processes (action);
  IDSET_EACH (q, pds->idsets, others)
    if (action->op == PDS_START)
      note_one (&m->starter[q], p);
    else
      m->joined[q] |= e->atomic;
}

/* Mark the fields of EXPR as observed. */
static void
look_at (const struct ir *flow, uint32_t expr, bool *looked_at)
{
  assert (expr < flow->exprs.count);
  const struct ir_expr *e = &flow->exprs.at[expr];
  if (e->op == IR_FIELD)
    looked_at[e->place] = true;
  for (uint32_t i = 0; i < ir_operand_count (e); i++)
    look_at (flow, e->operands[i], looked_at);
}

static void
survey (struct block_relation *r)
{
  const struct ir_projection *lowering = r->question->lowering;
  struct arena *arena = r->arena;
  size_t locks = lowering->pds.locks.count + (size_t) 1;
  uint32_t processes = r->all.processes.count;
  struct movers *m = r->movers = arena_calloc (arena, 1, sizeof *m);
  m->dangers = arena_calloc (arena, processes + (size_t) 1, sizeof *m->dangers);
  m->awaited = arena_calloc (arena, locks, sizeof *m->awaited);
  m->joined = arena_calloc (arena, processes + (size_t) 1, sizeof *m->joined);
  m->user = arena_alloc (arena, locks * sizeof *m->user);
  m->starter = arena_alloc (arena, (processes + (size_t) 1) * sizeof *m->starter);
  m->looked_at
    = arena_calloc (arena, lowering->pds.fields.count + (size_t) 1, sizeof *m->looked_at);
  for (size_t l = 0; l < locks; l++)
    m->user[l] = MOVERS_NOBODY;
  for (uint32_t p = 0; p < processes; p++)
    m->starter[p] = MOVERS_NOBODY;
  for (uint32_t p = 0; p < processes; p++)
    {
      const struct places *places = &r->processes[p].places;
      assert (places->list.count > 0 && places->resting.count == 0);
      danger_init (&m->dangers[p], &r->all.processes.at[p], places,
                   r->question->without_data ? NULL : &r->liveness);
      for (uint32_t i = 0; i < places->list.count; i++)
        note_step (r, p, &places->list.at[i].effect);
    }
  if (r->question->goal == QUERY_EXCLUSIVE)
    look_at (lowering->flow, lowering->flow->exclusive[r->question->field.index],
             m->looked_at);
}

/* ---- Accesses. ---- */

bool
movers_may_be_harmless (const struct block_relation *r, const struct hazard *hazard,
                        bool reads)
{
  return ((r->reductions & BLOCK_STATIC_POINTER) && hazard->cell.kind != TERM_UNKNOWN)
         || ((r->reductions & BLOCK_LOCKS)
             && (hazard->lock_count > 0 || !idset_is_empty (hazard->held)))
         || ((r->reductions & BLOCK_MONOTONIC_ATOMIC) && reads && hazard->swaps);
}

/* The mover class of step E of process P, an access to FIELD, a read if READS. */
static enum mover
access_mover (struct block_relation *r, uint32_t p, const struct effect *e,
              field_id field, bool reads)
{
  const struct ir_projection *lowering = r->question->lowering;
  const struct idsets *sets = lowering->pds.idsets;
  idset held = ir_locks_at (lowering, e->symbol);
  enum mover result = MOVER_ALWAYS;
  assert (p < r->all.processes.count && field.index < lowering->pds.fields.count);
  for (uint32_t q = 0; q < r->all.processes.count; q++)
    {
      if (q == p)
        continue;
      const struct hazards *hazards
        = danger_hazards (&r->movers->dangers[q], field, reads);
      for (uint32_t i = 0; i < hazards->access_count; i++)
        {
          const struct hazard *hazard = &hazards->list.at[i];
          if (idset_meets (sets, held, hazard->held))
            continue; /* a lock excludes that both happen */
          result = MOVER_MAYBE;
          if (!(r->reductions & BLOCK_REACHABILITY)
              && !movers_may_be_harmless (r, hazard, reads))
            return MOVER_NEVER;
        }
    }
  return result == MOVER_MAYBE && !(r->reductions & CONDITIONS) ? MOVER_NEVER : result;
}

/* The mover class of step E, an assume, as far as the fields in its condition EXPR go. */
static enum mover
assume_mover (struct block_relation *r, uint32_t p, const struct effect *e, uint32_t expr)
{
  assert (expr < r->question->lowering->flow->exprs.count);
  const struct ir_expr *x = &r->question->lowering->flow->exprs.at[expr];
  enum mover result = MOVER_ALWAYS;
  if (x->op == IR_FIELD)
    result = access_mover (r, p, e, (field_id){ x->place }, true);
  for (uint32_t i = 0; i < ir_operand_count (x); i++)
    {
      enum mover operand = assume_mover (r, p, e, x->operands[i]);
      result = operand < result ? operand : result;
    }
  return result;
}

/* ---- All steps. ---- */

static void
classify_lock (const struct block_relation *r, struct place *place,
               const struct pds_action_info *action)
{
  const struct movers *m = r->movers;
  uint32_t count, first = locks_of (&place->effect, action, &count);
  bool own = true;
  assert (count > 0);
  place->right = place->left = MOVER_NEVER;
  for (uint32_t l = first; l < first + count; l++)
    {
      own &= m->user[l] != MOVERS_SEVERAL;
      if (m->awaited[l])
        return;
    }
  if (place->effect.blocks)
    place->right = MOVER_ALWAYS;
  else
    {
      place->left = MOVER_ALWAYS;
      place->right = own ? MOVER_ALWAYS : MOVER_NEVER;
    }
}

static void
classify_access (struct block_relation *r, uint32_t p, struct place *place)
{
  const struct effect *e = &place->effect;
  field_id field = ir_step_field (e->node);
  bool reads = e->node->op == IR_READ;
  assert (e->visible);
  bool asked = r->question->goal == QUERY_EXCLUSIVE
               && (field_equal (field, r->question->field)
                   || (!reads && r->movers->looked_at[field.index]));
  if (asked)
    place->right = MOVER_NEVER;
  else if (!danger_is_real (&r->movers->dangers[p], e))
    place->right = MOVER_ALWAYS;
  else
    place->right = access_mover (r, p, e, field, reads);
  place->left = place->right;
}

static void
classify (struct block_relation *r, uint32_t p, struct place *place)
{
  const struct effect *e = &place->effect;
  if (!e->visible)
    {
      place->right = place->left = MOVER_ALWAYS;
      return;
    }
  const struct pds_action_info *action = action_of (r, p, e);
  assert (e->node->op != IR_CALL && e->node->op != IR_RETURN);
  uint32_t locks;
  place->right = place->left = MOVER_NEVER;
  locks_of (e, action, &locks);
  if (effect_is_watched (&r->all.processes.at[p], action))
    return;
  if (ir_is_access (e->node))
    classify_access (r, p, place);
  else if (locks > 0)
    classify_lock (r, place, action);
  else if (e->node->op == IR_ASSUME)
    place->right = assume_mover (r, p, e, e->node->expr);
  else if (action->op == PDS_WAKE || action->op == PDS_JOIN)
    place->right = MOVER_ALWAYS; /* its condition stays true, and it changes nothing */
  else if (action->op == PDS_FINISH && !r->movers->joined[p])
    place->left = MOVER_ALWAYS;
}

/* ---- Atomic blocks. ---- */

/* May the process go wrong at the step E?  In the midst of a block it would then stop all
   others for ever. */
static bool
may_fail (const struct effect *e)
{
  return e->node->op == IR_ASSERT || e->node->wrong != IR_NO_CLAIM;
}

/* Process P enters an atomic block by the step from PLACE: are all steps that may follow
   in it left movers, and does it end? */
static bool
moves_whole (struct block_relation *r, uint32_t p, uint32_t place,
             struct worklist *pending)
{
  const struct places *places = &r->processes[p].places;
  worklist_restart (pending);
  worklist_add (pending, place);
  assert (effect_begins (&places->list.at[place].effect));
  for (uint32_t number; worklist_take (pending, &number);)
    {
      const struct place *at = &places->list.at[number];
      quota_work (r->arena->quota, 1);
      if (effect_waits (&at->effect) || at->left != MOVER_ALWAYS || at->cut
          || may_fail (&at->effect))
        return false;
      for (uint32_t i = 0; i < at->next_count; i++)
        {
          uint32_t to = places->next.at[at->first_next + i];
          if (to != PLACE_GONE && places->list.at[to].effect.atomic)
            worklist_add (pending, to);
        }
    }
  return true;
}

static void
classify_blocks (struct block_relation *r, uint32_t p)
{
  struct places *places = &r->processes[p].places;
  uint32_t count = places->list.count;
  bool *whole = arena_calloc (r->arena, count + (size_t) 1, sizeof *whole);
  struct worklist pending;
  worklist_init (&pending, count, r->arena);
  for (uint32_t i = 0; i < count; i++)
    whole[i]
      = effect_begins (&places->list.at[i].effect) && moves_whole (r, p, i, &pending);
  for (uint32_t i = 0; i < count; i++)
    if (effect_begins (&places->list.at[i].effect))
      places->list.at[i].left = whole[i] ? MOVER_ALWAYS : MOVER_NEVER;
}

/* ---- Conditions that are worth it. ---- */

/* An access of process P, which only reads if READS, with the locks HELD. */
struct worth
{
  struct block_relation *r;
  uint32_t p;
  idset held;
  bool reads;
};

/* May another process rest at PLACE, which has NUMBER, with none of HAZARDS that it can
   come to from there interfering? */
static bool
may_be_out_of_way (const struct worth *w, const struct hazards *hazards,
                   const struct place *place, uint32_t number)
{
  const struct idsets *sets = w->r->question->lowering->pds.idsets;
  bool reachability = w->r->reductions & BLOCK_REACHABILITY;
  if (!place->cut && (!place->effect.visible || place->left == MOVER_ALWAYS))
    return false;
  for (uint32_t i = 0; i < hazards->list.count && hazards->count_at[number] > 0; i++)
    {
      const struct hazard *hazard = &hazards->list.at[i];
      bool joins
        = reachability && w->p < HAZARD_PROCESSES && (hazard->joined >> w->p & 1);
      if (hazards_are_at (hazards, number, i) && !joins
          && !idset_meets (sets, w->held, hazard->held)
          && !movers_may_be_harmless (w->r, hazard, w->reads))
        return false;
    }
  return true;
}

/* The step E of process P accesses FIELD and moves if a condition holds.  Can it hold
   while all other processes still have something to do?  If not, the condition costs more
   than it saves: if all others have ended, nobody interrupts anyway. */
static bool
is_worth_it (struct block_relation *r, uint32_t p, const struct effect *e, field_id field,
             bool reads)
{
  struct worth w = { r, p, ir_locks_at (r->question->lowering, e->symbol), reads };
  for (uint32_t q = 0; q < r->all.processes.count; q++)
    {
      const struct places *places = &r->processes[q].places;
      if (q == p)
        continue;
      const struct hazards *hazards
        = danger_hazards (&r->movers->dangers[q], field, reads);
      bool worth
        = hazards->list.count == 0
          || ((r->reductions & BLOCK_REACHABILITY) && r->movers->starter[q] == p);
      for (uint32_t i = 0; i < places->list.count && !worth; i++)
        worth = may_be_out_of_way (&w, hazards, &places->list.at[i], i);
      if (!worth)
        return false;
    }
  return true;
}

/* Is the condition worth it for all fields in EXPR, the condition of an assume? */
static bool
are_worth_it (struct block_relation *r, uint32_t p, const struct effect *e, uint32_t expr)
{
  const struct ir_expr *x = &r->question->lowering->flow->exprs.at[expr];
  if (x->op == IR_FIELD && !is_worth_it (r, p, e, (field_id){ x->place }, true))
    return false;
  for (uint32_t i = 0; i < ir_operand_count (x); i++)
    if (!are_worth_it (r, p, e, x->operands[i]))
      return false;
  return true;
}

/* Make the steps of process P whose condition is not worth it non-movers. */
static void
drop_conditions (struct block_relation *r, uint32_t p)
{
  struct places *places = &r->processes[p].places;
  for (uint32_t i = 0; i < places->list.count; i++)
    {
      struct place *place = &places->list.at[i];
      const struct effect *e = &place->effect;
      if (place->right != MOVER_MAYBE)
        continue;
      assert (r->reductions & CONDITIONS);
      bool worth
        = e->node->op == IR_ASSUME
            ? are_worth_it (r, p, e, e->node->expr)
            : is_worth_it (r, p, e, ir_step_field (e->node), e->node->op == IR_READ);
      if (worth)
        continue;
      place->right = MOVER_NEVER;
      if (place->left == MOVER_MAYBE)
        place->left = MOVER_NEVER;
    }
}

void
movers_classify (struct block_relation *relation)
{
  survey (relation);
  for (uint32_t p = 0; p < relation->all.processes.count; p++)
    {
      struct places *places = &relation->processes[p].places;
      for (uint32_t i = 0; i < places->list.count; i++)
        classify (relation, p, &places->list.at[i]);
      classify_blocks (relation, p);
    }
  for (uint32_t p = 0; p < relation->all.processes.count; p++)
    drop_conditions (relation, p);
}
