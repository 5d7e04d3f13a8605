/* protection.c -- see protection.h.  Cost: for an acquire with locks held, walks along
   the order of locks; for most other steps, a look at each cell that they touch. */
#include <config.h>

#include "engine/explicit/protection.h"

#include <assert.h>

#include "base/log.h"
#include "base/bitset.h"

/* ---- Setting up. ---- */

static void
init_predicates (struct protection *p)
{
  const struct ir *flow = p->data->flow;
  uint32_t fields = flow->model->fields.count;
  p->field_words = fields / 64 + 1;
  p->predicates = arena_calloc (p->arena, fields + (size_t) 1, sizeof *p->predicates);
  p->support = arena_calloc (p->arena, fields + (size_t) 1, sizeof *p->support);
  for (uint32_t f = 0; flow->exclusive && f < fields; f++)
    if (flow->exclusive[f] != IR_NO_EXPR)
      {
        p->support[f] = arena_calloc (p->arena, p->field_words, sizeof **p->support);
        evaluate_add_fields (&p->data->evaluator, flow->exclusive[f], p->support[f]);
        /* The argument does not cover accesses that change their own predicate. */
        bool usable = p->on && !bits_have (p->support[f], f);
        p->predicates[f] = usable ? PREDICATE_IN_USE : PREDICATE_CHECKED;
      }
}

static void
init_cells (struct protection *p)
{
  size_t cells = p->cells + (size_t) 1;
  p->kinds = arena_calloc (p->arena, cells, sizeof *p->kinds);
  p->accessor = arena_calloc (p->arena, cells, sizeof *p->accessor);
  p->locks = arena_calloc (p->arena, cells, sizeof *p->locks);
  for (uint32_t c = 0; c < p->cells; c++)
    {
      bool declared = p->predicates[p->data->field_of[c]] == PREDICATE_IN_USE;
      p->kinds[c] = declared ? PROTECTION_PREDICATE : PROTECTION_LOCAL;
      quota_work (p->arena->quota, 1);
    }
  /* With several threads the automaton is certainly not local. */
  p->kinds[p->cells] = p->program->threads > 1 ? PROTECTION_LOCKS : PROTECTION_LOCAL;
}

void
protection_init (struct protection *protection, const struct program *program, bool on,
                 struct arena *arena)
{
  struct data_model *data = program->data;
  size_t locks = program->locks.count;
  *protection = (struct protection){ .on = on,
                                     .meets = !program->instance,
                                     .program = program,
                                     .data = data,
                                     .arena = arena,
                                     .cells = data ? data->cells : 0 };
  if (data)
    init_predicates (protection);
  if (!on)
    return;
  init_cells (protection);
  if (data)
    sole_access_init (&protection->solitude, program, arena);
  if (!protection->meets)
    return;
  protection->first_edge
    = arena_calloc (arena, locks + 1, sizeof *protection->first_edge);
  protection->seen = arena_calloc (arena, locks + 1, sizeof *protection->seen);
}

/* ---- Small questions. ---- */

static uint8_t
bit_of (const struct protection *p, uint32_t cell)
{
  uint32_t field = cell < p->cells ? p->data->field_of[cell] : UINT32_MAX;
  return (uint8_t) (1u << field % 7);
}

static bool
holds_for (const struct protection *p, const struct state *state, uint32_t field,
           uint32_t process)
{
  assert (p->predicates[field] != PREDICATE_NONE);
  struct evaluator_scope at = { .cells = state->cells, .self = (int64_t) process + 1 };
  int64_t value;
  return evaluate (&p->data->evaluator, p->data->flow->exclusive[field], &at, &value)
         && value;
}

/* Is PROCESS alone with CELL?  Not used in models with predicates: they read fields too,
   which sole_access.h does not know of. */
static bool
is_alone (const struct protection *p, const struct state *state, uint32_t process,
          uint32_t cell)
{
  if (!p->solitude.on || cell == p->cells || p->data->flow->exclusive)
    return false;
  return sole_access_is_alone (&p->solitude, state, process, p->data->field_of[cell]);
}

static void
find_held (struct protection *p, const struct state *state, uint32_t process)
{
  uint32_t locks = p->program->locks.count;
  assert (process < p->program->count);
  p->held.count = 0;
  for (uint32_t l = 0; l < locks; l++)
    if (state->owners[l] == process + 1)
      *vec_push (p->arena, &p->held) = l;
  quota_work (p->arena->quota, locks / 64);
}

/* Remove from M of a cell the locks that are not in `held'; false: none is left. */
static bool
keep_held (struct protection *p, struct protection_locks *locks)
{
  uint32_t kept = 0;
  if (!locks->known)
    {
      *locks = (struct protection_locks){ .known = true, .count = p->held.count };
      locks->at = arena_alloc (p->arena, (locks->count + (size_t) 1) * sizeof *locks->at);
      for (uint32_t i = 0; i < locks->count; i++)
        locks->at[i] = p->held.at[i];
      return locks->count > 0;
    }
  for (uint32_t i = 0, h = 0; i < locks->count; i++)
    {
      while (h < p->held.count && p->held.at[h] < locks->at[i])
        h++;
      if (h < p->held.count && p->held.at[h] == locks->at[i])
        locks->at[kept++] = locks->at[i];
    }
  assert (kept <= locks->count && kept <= p->held.count);
  locks->count = kept;
  return kept > 0;
}

/* ---- The order of locks. ---- */

/* Does the order lead from FROM to TO or, with STATE, to a lock of process TO - 1? */
static bool
leads (struct protection *p, uint32_t from, uint32_t to, const struct state *state)
{
  uint64_t mark = ++p->walks;
  assert (from < p->program->locks.count);
  p->walk.count = 0;
  *vec_push (p->arena, &p->walk) = from;
  p->seen[from] = mark;
  while (p->walk.count > 0)
    {
      uint32_t at = p->walk.at[--p->walk.count];
      for (uint32_t e = p->first_edge[at]; e; e = p->edges.at[e - 1].next)
        {
          uint32_t next = p->edges.at[e - 1].to;
          if (state ? state->owners[next] == to : next == to)
            return true;
          quota_work (p->arena->quota, 1);
          if (p->seen[next] == mark)
            continue;
          p->seen[next] = mark;
          *vec_push (p->arena, &p->walk) = next;
        }
    }
  return false;
}

static void
add_fields (struct protection *p, const uint64_t *fields)
{
  const uint32_t *first = p->data->first_cell;
  for (uint32_t f = 0; f < p->data->flow->model->fields.count; f++)
    if (bits_have (fields, f))
      for (uint32_t c = first[f]; c < first[f + 1]; c++)
        *vec_push (p->arena, &p->foot) = c;
}

/* Put into `foot' what NEXT touches. */
static void
find_foot (struct protection *p, const struct next_step *next)
{
  p->foot.count = 0;
  for (uint32_t i = 0; i < next->touched.count; i++)
    {
      const struct ir_model *model = p->data->flow->model;
      uint32_t cell = next->touched.at[i], field = p->data->field_of[cell];
      *vec_push (p->arena, &p->foot) = cell;
      if (p->predicates[field] == PREDICATE_CHECKED)
        add_fields (p, p->support[field]);
      for (uint32_t f = 0;
           next->writes && p->data->flow->exclusive && f < model->fields.count; f++)
        if (p->predicates[f] == PREDICATE_IN_USE && bits_have (p->support[f], field))
          add_fields (p, p->support[f]);
    }
}

/* ---- Noting. ---- */

/* Give up the predicate of FIELD, which is then in STATE. */
static void
give_up (struct protection *p, uint32_t field, enum predicate_state state)
{
  assert (p->predicates[field] != PREDICATE_NONE && p->predicates[field] < state);
  if (p->predicates[field] == PREDICATE_IN_USE)
    {
      LOG (2, "the access predicate of %s does not say who has it for himself",
           p->program->pds->fields.at[field].name);
      p->lost |= bit_of (p, p->data->first_cell[field]);
    }
  p->predicates[field] = (uint8_t) state;
}

/* Check the predicate of FIELD, which is in use, at an access of PROCESS. */
static void
note_predicate (struct protection *p, const struct state *state, uint32_t process,
                uint32_t field)
{
  assert (p->predicates[field] == PREDICATE_IN_USE);
  if (!holds_for (p, state, field, process))
    {
      give_up (p, field, PREDICATE_CHECKED);
      return;
    }
  for (uint32_t q = 0; q < p->program->count; q++)
    if (q != process && holds_for (p, state, field, q))
      {
        give_up (p, field, PREDICATE_CHECKED);
        return;
      }
}

/* Note that PROCESS, which holds `held', accesses CELL. */
static void
note_cell (struct protection *p, uint32_t process, uint32_t cell)
{
  assert (cell <= p->cells && process < p->program->count);
  bool automaton = cell == p->cells;
  uint8_t *kind = &p->kinds[cell];
  assert (*kind != PROTECTION_BARE || p->locks[cell].count == 0);
  if (p->accessor[cell] == 0)
    p->accessor[cell] = process + 1;
  bool locked = keep_held (p, &p->locks[cell]);
  if (*kind == PROTECTION_PREDICATE
      && p->predicates[p->data->field_of[cell]] != PREDICATE_IN_USE)
    *kind = PROTECTION_LOCAL; /* states that relied on the predicate are lost already */
  if (p->accessor[cell] != process + 1)
    p->accessor[cell] = UINT32_MAX;
  if (*kind == PROTECTION_LOCAL && p->accessor[cell] == UINT32_MAX)
    *kind = PROTECTION_LOCKS; /* all accesses so far were made with M held */
  if (*kind == PROTECTION_LOCKS && !locked)
    {
      LOG (2, "nothing protects a cell of %s",
           automaton ? "the automaton"
                     : p->program->pds->fields.at[p->data->field_of[cell]].name);
      *kind = PROTECTION_BARE;
      p->lost |= bit_of (p, cell);
    }
}

/* Note that a process that holds HELD wants LOCK. */
static void
note_edge (struct protection *p, uint32_t held, uint32_t lock)
{
  assert (held != lock && held < p->program->locks.count
          && lock < p->program->locks.count);
  if (leads (p, held, lock, NULL))
    return;
  assert (p->edges.count < UINT32_MAX);
  bool circle = leads (p, lock, held, NULL);
  *vec_push (p->arena, &p->edges) = (struct protection_edge){ lock, p->first_edge[held] };
  p->first_edge[held] = p->edges.count;
  if (circle)
    p->lost |= PROTECTION_ORDER;
}

void
protection_note_touch (struct protection *p, const struct state *state, uint32_t process,
                       const struct next_step *next)
{
  assert (p->on);
  bool wants = p->meets && next->kind == STEP_ACQUIRE && next->lock != NEXT_NO_LOCK;
  bool watched = next->watched && p->kinds[p->cells] != PROTECTION_BARE;
  if (next->touched.count == 0 && !watched && !wants)
    return;
  find_held (p, state, process);
  for (uint32_t i = 0; wants && i < p->held.count; i++)
    note_edge (p, p->held.at[i], next->lock);
  for (uint32_t i = 0; i < next->touched.count; i++)
    if (p->predicates[p->data->field_of[next->touched.at[i]]] == PREDICATE_IN_USE)
      note_predicate (p, state, process, p->data->field_of[next->touched.at[i]]);
  find_foot (p, next);
  for (uint32_t i = 0; i < p->foot.count; i++)
    if (!is_alone (p, state, process, p->foot.at[i]))
      note_cell (p, process, p->foot.at[i]);
  if (watched)
    note_cell (p, process, p->cells);
}

/* Has the write to CELL, whose value was OLD, changed the predicate of FIELD for a
   process other than PROCESS? */
static bool
is_changed (struct protection *p, struct state *state, uint32_t process, uint32_t field,
            uint32_t cell, int64_t old)
{
  int64_t now = state->cells[cell];
  for (uint32_t q = 0; q < p->program->count; q++)
    {
      if (q == process)
        continue;
      bool after = holds_for (p, state, field, q);
      state->cells[cell] = old;
      bool before = holds_for (p, state, field, q);
      state->cells[cell] = now;
      if (after != before)
        return true;
    }
  return false;
}

void
protection_note_write (struct protection *p, struct state *state, uint32_t process,
                       uint32_t cell, int64_t old)
{
  if (!p->on || !p->data->flow->exclusive)
    return;
  for (uint32_t f = 0; f < p->data->flow->model->fields.count; f++)
    if (p->predicates[f] == PREDICATE_IN_USE
        && bits_have (p->support[f], p->data->field_of[cell])
        && is_changed (p, state, process, f, cell, old))
      give_up (p, f, PREDICATE_CHECKED);
}

/* ---- Questions. ---- */

bool
protection_is_broken (struct protection *p, const struct state *state, uint32_t process,
                      const struct next_step *next, uint32_t *field)
{
  if (!p->data || !p->data->flow->exclusive || next->failed != IR_NO_CLAIM
      || next->blocked || !next->node || !ir_is_access (next->node))
    return false;
  *field = ir_step_field (next->node).index;
  return p->predicates[*field] != PREDICATE_NONE
         && p->predicates[*field] != PREDICATE_BROKEN
         && !holds_for (p, state, *field, process);
}

void
protection_break (struct protection *p, uint32_t field)
{
  give_up (p, field, PREDICATE_BROKEN);
}

static bool
has_cell (struct protection *p, const struct state *state, uint32_t process,
          uint32_t cell, uint8_t *relied)
{
  if (is_alone (p, state, process, cell))
    return true;
  if (p->kinds[cell] == PROTECTION_BARE
      || (p->kinds[cell] == PROTECTION_PREDICATE
          && !holds_for (p, state, p->data->field_of[cell], process)))
    return false;
  /* The access was noted, so it is local, or all locks of M are held. */
  *relied |= bit_of (p, cell);
  return true;
}

bool
protection_is_exclusive (struct protection *p, const struct state *state,
                         uint32_t process, const struct next_step *next, bool automaton,
                         uint8_t *relied)
{
  assert (p->on);
  if (automaton && !has_cell (p, state, process, p->cells, relied))
    return false;
  if (next->touched.count == 0)
    return true;
  find_foot (p, next);
  for (uint32_t i = 0; i < p->foot.count; i++)
    if (!has_cell (p, state, process, p->foot.at[i], relied))
      return false;
  return true;
}

bool
protection_is_meeting (struct protection *p, const struct state *state, uint32_t process,
                       const struct next_step *next, uint8_t *relied)
{
  assert (p->on);
  if (!p->meets)
    return false;
  for (uint32_t i = 0; i < next->touched.count; i++)
    if (!p->data->flow->model->fields.at[p->data->field_of[next->touched.at[i]]]
           .is_volatile
        && !has_cell (p, state, process, next->touched.at[i], relied))
      return true;
  if (next->kind != STEP_ACQUIRE || next->lock == NEXT_NO_LOCK)
    return false;
  find_held (p, state, process);
  if (p->held.count == 0)
    return false;
  *relied |= PROTECTION_ORDER;
  return leads (p, next->lock, process + 1, state);
}
