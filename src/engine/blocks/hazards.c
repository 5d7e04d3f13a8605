/* hazards.c -- see hazards.h: a fixpoint backwards.  Cost: the steps of the process times
   the hazards at a place, at most HAZARDS_AT_PLACE. */
#include <config.h>

#include "engine/blocks/hazards.h"

#include "base/log.h"
#include "engine/blocks/swaps.h"

/* With more hazards than this at a place, or of a process, the rest are `worst'. */
#define HAZARDS_AT_PLACE 12
#define HAZARDS_LIMIT 200

/* ---- Locks of arrays that are open at a place: forwards, they nest. ---- */

/* The innermost open lock after the step E, if INNER is the one before it. */
static uint32_t
open_after (struct danger *d, const struct effect *e, uint32_t inner)
{
  assert (inner == OPEN_NONE || inner < d->locks.count);
  if (!ir_is_open (e->node))
    return inner;
  if (e->node->op == IR_RELEASE_AT)
    {
      assert (inner != OPEN_NONE && d->locks.at[inner].slot == e->node->slot);
      return d->locks.at[inner].outer;
    }
  assert (e->node->op == IR_ACQUIRE_AT);
  struct open_lock lock = { .first = e->node->first_lock,
                            .count = e->node->lock_count,
                            .below = stacks_below (&d->u->stacks, e->place.stack),
                            .slot = e->node->slot,
                            .outer = inner };
  *vec_push (d->u->all->arena, &d->locks) = lock;
  return d->locks.count - 1;
}

static void
find_open_locks (struct danger *d)
{
  const struct places *places = d->places;
  struct arena *arena = d->u->all->arena;
  struct worklist pending;
  worklist_init (&pending, places->list.count, arena);
  d->open = arena_calloc (arena, places->list.count + (size_t) 1, sizeof *d->open);
  d->open[0] = OPEN_NONE;
  worklist_add (&pending, 0);
  for (uint32_t at; worklist_take (&pending, &at);)
    {
      const struct place *place = &places->list.at[at];
      uint32_t after = open_after (d, &place->effect, d->open[at]);
      for (uint32_t i = 0; i < place->next_count; i++)
        {
          uint32_t to = places->next.at[place->first_next + i];
          if (to != PLACE_GONE && worklist_add (&pending, to))
            d->open[to] = after;
        }
    }
}

void
danger_init (struct danger *danger, struct unrolled *u, const struct places *places,
             const struct liveness *liveness)
{
  struct arena *arena = u->all->arena;
  size_t fields = u->all->question->lowering->pds.fields.count;
  *danger = (struct danger){ .u = u, .places = places, .liveness = liveness };
  backward_init (&danger->backward, places, arena);
  find_open_locks (danger);
  danger->by_field = arena_calloc (arena, 2 * fields + 1, sizeof *danger->by_field);
}

/* ---- The accesses themselves. ---- */

bool
danger_is_real (const struct danger *danger, const struct effect *e)
{
  assert (ir_is_access (e->node));
  if (!danger->liveness || !danger->liveness->matters[ir_step_field (e->node).index])
    return false;
  uint32_t node = (uint32_t) (e->node - danger->u->all->table);
  return e->node->op == IR_WRITE
         || (e->node->slot != IR_NO_SLOT && !danger->liveness->is_dead[node]);
}

struct hunt
{
  struct danger *danger;
  struct hazards *hazards;
  struct arena *arena;
  field_id field;
  bool only_writes;
  VEC (struct pairmap_entry)
  pending; /* pairs (place, hazard) to be taken further back */
};

static bool
same_lock (const struct hazard_lock *a, const struct hazard_lock *b)
{
  return a->first.index == b->first.index && a->by_cell == b->by_cell
         && a->function == b->function && term_equal (&a->place, &b->place);
}

static bool
same_hazard (const struct hazard *a, const struct hazard *b)
{
  if (!term_equal (&a->cell, &b->cell) || !idset_equal (a->held, b->held)
      || a->lock_count != b->lock_count || a->joined != b->joined
      || a->writes != b->writes || a->swaps != b->swaps || a->expected != b->expected)
    return false;
  assert (a->lock_count <= HAZARD_LOCKS);
  for (uint32_t i = 0; i < a->lock_count; i++)
    if (!same_lock (&a->locks[i], &b->locks[i]))
      return false;
  return true;
}

/* The hazard of which nothing is known. */
static const struct hazard worst = { .cell = { .kind = TERM_UNKNOWN }, .writes = true };

/* The number of HAZARD, which is added if it is new; of `worst' if there are too many. */
static uint32_t
number_of (struct hunt *hunt, const struct hazard *hazard)
{
  struct hazards *h = hunt->hazards;
  for (uint32_t i = 0; i < h->list.count; i++)
    if (same_hazard (&h->list.at[i], hazard))
      return i;
  if (h->list.count >= HAZARDS_LIMIT && !same_hazard (hazard, &worst))
    return number_of (hunt, &worst);
  *vec_push (hunt->arena, &h->list) = *hazard;
  return h->list.count - 1;
}

static void
add (struct hunt *hunt, uint32_t place, const struct hazard *hazard)
{
  struct hazards *h = hunt->hazards;
  assert (place < hunt->danger->places->list.count);
  uint32_t number
    = number_of (hunt, h->count_at[place] >= HAZARDS_AT_PLACE ? &worst : hazard);
  uint32_t *known = pairmap_at (&h->at, place, number);
  if (*known != PAIRMAP_FREE)
    return;
  *known = 1;
  h->count_at[place]++;
  *vec_push (hunt->arena, &hunt->pending)
    = (struct pairmap_entry){ .first = place, .second = number };
}

/* Add to HAZARD the locks of arrays that are held at PLACE, the innermost ones. */
static void
add_locks (const struct danger *d, uint32_t place, struct hazard *hazard)
{
  for (uint32_t at = d->open[place]; at != OPEN_NONE && hazard->lock_count < HAZARD_LOCKS;
       at = d->locks.at[at].outer)
    {
      const struct open_lock *open = &d->locks.at[at];
      hazard->locks[hazard->lock_count++]
        = (struct hazard_lock){ .first = open->first,
                                .count = open->count,
                                .function = IR_NO_EXPR,
                                .place = term_of_slot (open->slot, open->below) };
    }
}

/* Add the hazard of an access at PLACE; INDEX is an expression or IR_NO_EXPR. */
static void
add_access (struct hunt *hunt, uint32_t place, uint32_t index, bool writes)
{
  struct danger *d = hunt->danger;
  const struct effect *e = &d->places->list.at[place].effect;
  assert (!(writes && hunt->danger->liveness == NULL));
  struct hazard hazard = { .cell = TERM_NONE, .writes = writes };
  hazard.held = ir_locks_at (d->u->all->question->lowering, e->symbol);
  if (index != IR_NO_EXPR)
    hazard.cell
      = term_of_expr (d->u, index, stacks_below (&d->u->stacks, e->place.stack));
  add_locks (d, place, &hazard);
  hazard.swaps
    = writes && swaps_is_guarded (d->u, d->places, &d->backward, place, &hazard.expected);
  add (hunt, place, &hazard);
}

/* Add a hazard for each read of the field in EXPR, of an assume at PLACE. */
static void
add_reads (struct hunt *hunt, uint32_t place, uint32_t expr)
{
  const struct ir *flow = hunt->danger->u->all->question->lowering->flow;
  assert (expr < flow->exprs.count && !hunt->only_writes);
  const struct ir_expr *e = &flow->exprs.at[expr];
  if (e->op == IR_FIELD && e->place == hunt->field.index)
    add_access (hunt, place, e->operands[0], false);
  for (uint32_t i = 0; i < ir_operand_count (e); i++)
    add_reads (hunt, place, e->operands[i]);
}

static void
add_accesses_at (struct hunt *hunt, uint32_t place)
{
  const struct effect *e = &hunt->danger->places->list.at[place].effect;
  if (e->node->op == IR_ASSUME && !hunt->only_writes)
    add_reads (hunt, place, e->node->expr);
  if (!ir_is_access (e->node) || !field_equal (ir_step_field (e->node), hunt->field))
    return;
  bool writes = e->node->op == IR_WRITE;
  if (danger_is_real (hunt->danger, e) && (writes || !hunt->only_writes))
    add_access (hunt, place, e->node->index, writes);
}

/* ---- Backwards. ---- */

/* Does the value of EXPR depend on nothing but SLOT? */
static bool
is_function_of (const struct ir *flow, uint32_t expr, uint32_t slot)
{
  const struct ir_expr *e = &flow->exprs.at[expr];
  if (e->op == IR_FIELD || e->op == IR_SELF || (e->op == IR_SLOT && e->place != slot))
    return false;
  for (uint32_t i = 0; i < ir_operand_count (e); i++)
    if (!is_function_of (flow, e->operands[i], slot))
      return false;
  return true;
}

/* The step E acquires LOCK.  CELL is the index of the access, in terms of the state
   before E: express the index of the lock likewise, if possible by the cell's. */
static void
resolve (const struct danger *d, const struct effect *e, const struct index_term *cell,
         struct hazard_lock *lock)
{
  const struct ir *flow = d->u->all->question->lowering->flow;
  pds_stack below = stacks_below (&d->u->stacks, e->place.stack);
  assert (!lock->by_cell && e->node->op == IR_ACQUIRE_AT);
  struct index_term index = term_of_expr (d->u, e->node->index, below);
  if (cell->kind != TERM_UNKNOWN && term_equal (&index, cell))
    lock->by_cell = true;
  else if (cell->kind == TERM_EXPR && index.kind == TERM_EXPR && cell->cut.width == 0
           && cell->below.index == below.index
           && terms_same_expr (flow, cell->what, index.what))
    lock->by_cell = true;
  else if (cell->kind == TERM_SLOT && cell->cut.width == 0
           && cell->below.index == below.index
           && is_function_of (flow, e->node->index, cell->what))
    {
      lock->by_cell = true;
      lock->function = e->node->index;
    }
  lock->place = lock->by_cell ? TERM_NONE : index;
}

/* The processes that the step E joins, as a set of bits. */
static uint64_t
joined_by (const struct danger *d, const struct effect *e)
{
  const struct pds *pds = &d->u->all->question->lowering->pds;
  uint64_t joined = 0;
  if (e->node->op != IR_JOIN)
    return 0;
  idset others = ir_step_processes (e->node);
  for (uint32_t q = idset_next (pds->idsets, others, 0); q < HAZARD_PROCESSES;
       q = idset_next (pds->idsets, others, q + 1))
    joined |= UINT64_C (1) << q;
  return joined;
}

static struct hazard
hazard_before (struct danger *d, const struct effect *e, struct hazard hazard)
{
  uint32_t kept = 0;
  hazard.joined |= joined_by (d, e);
  bool acquires = ir_is_open (e->node) && e->node->op == IR_ACQUIRE_AT;
  pds_stack below = stacks_below (&d->u->stacks, e->place.stack);
  hazard.cell = term_before (d->u, e, hazard.cell);
  for (uint32_t i = 0; i < hazard.lock_count; i++)
    {
      struct hazard_lock lock = hazard.locks[i];
      if (acquires && !lock.by_cell && lock.place.kind == TERM_SLOT
          && lock.place.what == e->node->slot && lock.place.below.index == below.index)
        resolve (d, e, &hazard.cell, &lock);
      else if (!lock.by_cell)
        lock.place = term_before (d->u, e, lock.place);
      if (lock.by_cell || lock.place.kind != TERM_UNKNOWN)
        hazard.locks[kept++] = lock;
    }
  for (uint32_t i = kept; i < hazard.lock_count; i++)
    hazard.locks[i] = (struct hazard_lock){ .count = 0 };
  assert (kept <= hazard.lock_count);
  hazard.lock_count = kept;
  return hazard;
}

static void
go_back (struct hunt *hunt)
{
  struct danger *d = hunt->danger;
  while (hunt->pending.count > 0)
    {
      struct pairmap_entry at = hunt->pending.at[--hunt->pending.count];
      quota_work (hunt->arena->quota, 1);
      for (uint32_t i = d->backward.first[at.first]; i < d->backward.first[at.first + 1];
           i++)
        {
          uint32_t from = d->backward.from[i];
          struct hazard before = hazard_before (d, &d->places->list.at[from].effect,
                                                hunt->hazards->list.at[at.second]);
          add (hunt, from, &before);
        }
    }
}

const struct hazards *
danger_hazards (struct danger *danger, field_id field, bool only_writes)
{
  const struct pds *pds = &danger->u->all->question->lowering->pds;
  struct arena *arena = danger->u->all->arena;
  assert (field.index < pds->fields.count);
  struct hazards **known
    = &danger->by_field[field.index + (only_writes ? pds->fields.count : 0)];
  if (*known)
    return *known;
  struct hazards *hazards = *known = arena_calloc (arena, 1, sizeof *hazards);
  struct hunt hunt = { .danger = danger,
                       .hazards = hazards,
                       .arena = arena,
                       .field = field,
                       .only_writes = only_writes };
  pairmap_init (&hazards->at, arena);
  hazards->count_at = arena_calloc (arena, danger->places->list.count + (size_t) 1,
                                    sizeof *hazards->count_at);
  if (danger->u->all->layout.first_cell[field.index] != LAYOUT_NONE)
    for (uint32_t p = 0; p < danger->places->list.count; p++)
      add_accesses_at (&hunt, p);
  hazards->access_count = hazards->list.count;
  go_back (&hunt);
  LOG (2, "process %u, field %s: %u hazards", (unsigned) danger->u->number,
       pds->fields.at[field.index].name, (unsigned) hazards->list.count);
  return hazards;
}
