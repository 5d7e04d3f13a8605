/* protection.c -- see protection.h. */
#include <config.h>

#include "engine/data/protection.h"

#include <assert.h>
#include <string.h>

#include "base/log.h"
#include "engine/data/data_bits.h"

/* ---- Setting up. ---- */

static bool
is_empty (const uint64_t *set, uint32_t words)
{
  for (uint32_t w = 0; w < words; w++)
    if (set[w])
      return false;
  return true;
}

static void
init_predicates (struct protection *p)
{
  const struct ir *flow = p->model->flow;
  uint32_t fields = flow->model->fields.count;
  p->field_words = fields / 64 + 1;
  p->predicates = arena_calloc (p->arena, fields + (size_t) 1, sizeof *p->predicates);
  p->support = arena_calloc (p->arena, fields + (size_t) 1, sizeof *p->support);
  for (uint32_t f = 0; flow->exclusive && f < fields; f++)
    if (flow->exclusive[f] != IR_NO_EXPR)
      {
        p->support[f] = arena_calloc (p->arena, p->field_words, sizeof **p->support);
        evaluate_add_fields (&p->model->evaluator, flow->exclusive[f], p->support[f]);
        /* An access that changes its own predicate would need another argument. */
        bool usable = p->on && !bits_have (p->support[f], f);
        p->predicates[f] = usable ? PREDICATE_IN_USE : PREDICATE_CHECKED;
      }
}

static void
init_cells (struct protection *p)
{
  size_t cells = p->model->cells + (size_t) 1;
  uint32_t locks = p->model->locks.count;
  p->kinds = arena_calloc (p->arena, cells, sizeof *p->kinds);
  p->accessor = arena_calloc (p->arena, cells, sizeof *p->accessor);
  p->locks = arena_calloc (p->arena, cells * p->set_words, sizeof *p->locks);
  for (uint32_t c = 0; c < cells; c++)
    {
      bool declared = c < p->model->cells
                      && p->predicates[p->model->field_of[c]] == PREDICATE_IN_USE;
      p->kinds[c] = declared ? PROTECTION_PREDICATE : PROTECTION_LOCAL;
      for (uint32_t l = 0; l < locks; l++)
        bits_add (&p->locks[(size_t) c * p->set_words], l);
    }
}

void
protection_init (struct protection *protection, struct data_model *model, bool on,
                 bool meets, struct arena *arena)
{
  uint32_t locks = model->locks.count;
  *protection = (struct protection){ .on = on, .meets = meets, .model = model,
                                     .arena = arena, .set_words = locks / 64 + 1 };
  init_predicates (protection);
  if (!on)
    return;
  init_cells (protection);
  solitude_init (&protection->solitude, model, arena);
  protection->held = arena_calloc (arena, protection->set_words, sizeof (uint64_t));
  protection->order = arena_calloc (arena, (size_t) locks + 1,
                                    protection->set_words * sizeof (uint64_t));
}

/* ---- Small questions. ---- */

static uint8_t
bit_of (const struct protection *p, uint32_t cell)
{
  uint32_t field = cell < p->model->cells ? p->model->field_of[cell] : UINT32_MAX;
  return (uint8_t) (1u << field % 7);
}

static bool
holds_for (const struct protection *p, const struct world *world, uint32_t field,
           uint32_t process)
{
  assert (p->predicates[field] != PREDICATE_NONE);
  struct evaluation at = { .cells = world->cells, .self = (int64_t) process + 1 };
  int64_t value;
  return evaluate (&p->model->evaluator, p->model->flow->exclusive[field], &at, &value)
         && value;
}

/* Is PROCESS alone with CELL?  What predicates look at is accessed by more than solitude.h
   knows. */
static bool
is_alone (const struct protection *p, const struct world *world, uint32_t process,
          uint32_t cell)
{
  if (!p->solitude.on || cell == p->model->cells || p->model->flow->exclusive)
    return false;
  return solitude_is_alone (&p->solitude, world, process, p->model->field_of[cell]);
}

static void
find_held (struct protection *p, const struct world *world, uint32_t process)
{
  memset (p->held, 0, p->set_words * sizeof *p->held);
  for (uint32_t l = 0; l < p->model->locks.count; l++)
    if (world->owners[l] == process + 1)
      bits_add (p->held, l);
}

static void
add_fields (struct protection *p, const uint64_t *fields)
{
  const uint32_t *first = p->model->first_cell;
  for (uint32_t f = 0; f < p->model->flow->model->fields.count; f++)
    if (bits_have (fields, f))
      for (uint32_t c = first[f]; c < first[f + 1]; c++)
        *vec_push (p->arena, &p->foot) = c;
}

/* Put into `foot' what LOOK touches. */
static void
find_foot (struct protection *p, const struct look *look)
{
  const struct ir_model *model = p->model->flow->model;
  p->foot.count = 0;
  for (uint32_t i = 0; i < look->touched.count; i++)
    {
      uint32_t cell = look->touched.at[i], field = p->model->field_of[cell];
      *vec_push (p->arena, &p->foot) = cell;
      if (p->predicates[field] == PREDICATE_CHECKED)
        add_fields (p, p->support[field]);
      for (uint32_t f = 0; look->writes && p->model->flow->exclusive
                           && f < model->fields.count; f++)
        if (p->predicates[f] == PREDICATE_IN_USE && bits_have (p->support[f], field))
          add_fields (p, p->support[f]);
    }
}

/* ---- Noting. ---- */

/* The predicate of FIELD is no more in use. */
static void
give_up (struct protection *p, uint32_t field, enum predicate_state state)
{
  assert (p->predicates[field] != PREDICATE_NONE && p->predicates[field] < state);
  if (p->predicates[field] == PREDICATE_IN_USE)
    {
      LOG (2, "the access predicate of %s does not say who has it for himself",
           p->model->pds->fields.at[field].name);
      p->lost |= bit_of (p, p->model->first_cell[field]);
    }
  p->predicates[field] = (uint8_t) state;
}

/* The predicate of FIELD, in use, at an access of PROCESS. */
static void
note_predicate (struct protection *p, const struct world *world, uint32_t process,
                uint32_t field)
{
  assert (p->predicates[field] == PREDICATE_IN_USE);
  if (!holds_for (p, world, field, process))
    {
      give_up (p, field, PREDICATE_CHECKED);
      return;
    }
  for (uint32_t q = 0; q < p->model->pds->processes.count; q++)
    if (q != process && holds_for (p, world, field, q))
      {
        give_up (p, field, PREDICATE_CHECKED);
        return;
      }
}

/* PROCESS, which holds `held', accesses CELL. */
static void
note_cell (struct protection *p, uint32_t process, uint32_t cell)
{
  uint64_t *locks = &p->locks[(size_t) cell * p->set_words];
  assert (cell <= p->model->cells && process < p->model->pds->processes.count);
  bool automaton = cell == p->model->cells;
  uint8_t *kind = &p->kinds[cell];
  assert (*kind != PROTECTION_BARE || is_empty (locks, p->set_words));
  if (p->accessor[cell] == 0)
    p->accessor[cell] = process + 1;
  for (uint32_t w = 0; w < p->set_words; w++)
    locks[w] &= p->held[w];
  if (*kind == PROTECTION_PREDICATE
      && p->predicates[p->model->field_of[cell]] != PREDICATE_IN_USE)
    *kind = PROTECTION_LOCAL; /* what relied on the predicate was lost with it */
  if (p->accessor[cell] != process + 1)
    p->accessor[cell] = UINT32_MAX;
  if (*kind == PROTECTION_LOCAL && p->accessor[cell] == UINT32_MAX)
    *kind = PROTECTION_LOCKS; /* all accesses so far hold M */
  if (*kind == PROTECTION_LOCKS && is_empty (locks, p->set_words))
    {
      LOG (2, "nothing protects a cell of %s",
           automaton ? "the automaton"
                     : p->model->pds->fields.at[p->model->field_of[cell]].name);
      *kind = PROTECTION_BARE;
      p->lost |= bit_of (p, cell);
    }
}

/* A process that holds HELD wants LOCK. */
static void
note_edge (struct protection *p, uint32_t held, uint32_t lock)
{
  uint32_t locks = p->model->locks.count, words = p->set_words;
  uint64_t *after = &p->order[(size_t) lock * words];
  assert (held != lock && held < locks && lock < locks);
  if (bits_have (&p->order[(size_t) held * words], lock))
    return;
  for (uint32_t l = 0; l < locks; l++)
    {
      uint64_t *row = &p->order[(size_t) l * words];
      if (l != held && !bits_have (row, held))
        continue;
      bits_add (row, lock);
      for (uint32_t w = 0; w < words; w++)
        row[w] |= after[w];
    }
  if (bits_have (after, held))
    p->lost |= PROTECTION_ORDER;
}

void
protection_note (struct protection *p, const struct world *world, uint32_t process,
                 const struct look *look)
{
  if (!p->on)
    return;
  bool wants = p->meets && look->kind == LOOK_ACQUIRE && look->lock != LOOK_NO_LOCK;
  if (look->touched.count == 0 && !look->watched && !wants)
    return;
  find_held (p, world, process);
  for (uint32_t l = 0; wants && l < p->model->locks.count; l++)
    if (bits_have (p->held, l))
      note_edge (p, l, look->lock);
  for (uint32_t i = 0; i < look->touched.count; i++)
    if (p->predicates[p->model->field_of[look->touched.at[i]]] == PREDICATE_IN_USE)
      note_predicate (p, world, process, p->model->field_of[look->touched.at[i]]);
  find_foot (p, look);
  for (uint32_t i = 0; i < p->foot.count; i++)
    if (!is_alone (p, world, process, p->foot.at[i]))
      note_cell (p, process, p->foot.at[i]);
  if (look->watched)
    note_cell (p, process, p->model->cells);
}

/* Does the predicate of FIELD hold for others than PROCESS now as it did with OLD? */
static bool
is_changed (struct protection *p, struct world *world, uint32_t process, uint32_t field,
            uint32_t cell, int64_t old)
{
  int64_t now = world->cells[cell];
  for (uint32_t q = 0; q < p->model->pds->processes.count; q++)
    {
      if (q == process)
        continue;
      bool after = holds_for (p, world, field, q);
      world->cells[cell] = old;
      bool before = holds_for (p, world, field, q);
      world->cells[cell] = now;
      if (after != before)
        return true;
    }
  return false;
}

void
protection_note_write (struct protection *p, struct world *world, uint32_t process,
                       uint32_t cell, int64_t old)
{
  if (!p->on || !p->model->flow->exclusive)
    return;
  for (uint32_t f = 0; f < p->model->flow->model->fields.count; f++)
    if (p->predicates[f] == PREDICATE_IN_USE
        && bits_have (p->support[f], p->model->field_of[cell])
        && is_changed (p, world, process, f, cell, old))
      give_up (p, f, PREDICATE_CHECKED);
}

/* ---- Questions. ---- */

bool
protection_is_broken (struct protection *p, const struct world *world, uint32_t process,
                      const struct look *look, uint32_t *field)
{
  if (!p->model->flow->exclusive || look->failed != IR_NO_CLAIM || look->blocked
      || !look->node || !ir_is_access (look->node))
    return false;
  *field = ir_step_field (look->node).index;
  return p->predicates[*field] != PREDICATE_NONE
         && p->predicates[*field] != PREDICATE_BROKEN
         && !holds_for (p, world, *field, process);
}

void
protection_break (struct protection *p, uint32_t field)
{
  give_up (p, field, PREDICATE_BROKEN);
}

static bool
has_cell (struct protection *p, const struct world *world, uint32_t process, uint32_t cell,
          uint8_t *relied)
{
  if (is_alone (p, world, process, cell))
    return true;
  *relied |= bit_of (p, cell);
  switch ((enum protection_kind) p->kinds[cell])
    {
    case PROTECTION_PREDICATE:
      return holds_for (p, world, p->model->field_of[cell], process);
    case PROTECTION_LOCAL:
    case PROTECTION_LOCKS:
      return true;
    case PROTECTION_BARE:
      break;
    }
  return false;
}

bool
protection_is_exclusive (struct protection *p, const struct world *world,
                         uint32_t process, const struct look *look, bool automaton,
                         uint8_t *relied)
{
  assert (p->on);
  if (automaton && !has_cell (p, world, process, p->model->cells, relied))
    return false;
  if (look->touched.count == 0)
    return true;
  find_foot (p, look);
  for (uint32_t i = 0; i < p->foot.count; i++)
    if (!has_cell (p, world, process, p->foot.at[i], relied))
      return false;
  return true;
}

bool
protection_is_meeting (struct protection *p, const struct world *world, uint32_t process,
                       const struct look *look, uint8_t *relied)
{
  assert (p->on);
  if (!p->meets)
    return false;
  for (uint32_t i = 0; i < look->touched.count; i++)
    if (!p->model->flow->model->fields.at[p->model->field_of[look->touched.at[i]]].is_volatile
        && !has_cell (p, world, process, look->touched.at[i], relied))
      return true;
  if (look->kind != LOOK_ACQUIRE || look->lock == LOOK_NO_LOCK)
    return false;
  const uint64_t *after = &p->order[(size_t) look->lock * p->set_words];
  for (uint32_t l = 0; l < p->model->locks.count; l++)
    if (world->owners[l] == process + 1)
      {
        *relied |= PROTECTION_ORDER;
        if (bits_have (after, l))
          return true;
      }
  return false;
}
