/* referee.c -- see referee.h. */
#include <config.h>

#include "referee.h"

#include <assert.h>
#include <string.h>
#include <xxhash.h>

#define NOBODY (-1)
#define MOST_PROCESSES 8
#define MOST_CELLS 200
#define MOST_WORDS (MOST_PROCESSES + MOST_CELLS + 3)

/* ---- States. ---- */

static uint32_t
process_count (const struct referee *r)
{
  return r->world.processes.count;
}

static const int64_t *
row_of (const struct referee *r, uint32_t state)
{
  assert (state < r->count);
  return r->rows.at + (size_t) state * r->width;
}

static const struct op *
op_of (const struct referee *r, const int64_t *row, uint32_t process)
{
  return &r->processes.configs.at[row[process]].op;
}

static int64_t *
cells_of (const struct referee *r, int64_t *row)
{
  return row + process_count (r);
}

static uint32_t
hash_state (const void *context, uint32_t state)
{
  const struct referee *r = context;
  return (uint32_t) XXH3_64bits (row_of (r, state), r->width * sizeof (int64_t));
}

static uint32_t
add_state (struct referee *r, const int64_t *row)
{
  hash_reserve (&r->table, r->count, hash_state, r);
  uint32_t hash = (uint32_t) XXH3_64bits (row, r->width * sizeof *row);
  uint32_t *slot = hash_first (&r->table, hash);
  for (; *slot != HASH_FREE; slot = hash_next (&r->table, slot))
    if (memcmp (row_of (r, *slot), row, r->width * sizeof *row) == 0)
      return *slot;
  if (r->count == r->most)
    {
      r->refused = true;
      return 0;
    }
  *slot = r->count++;
  for (uint32_t i = 0; i < r->width; i++)
    *vec_push (r->arena, &r->rows) = row[i];
  return r->count - 1;
}

/* ---- What can happen in a state. ---- */

static uint32_t
holder_of (const struct referee *r, const int64_t *row, uint32_t lock)
{
  for (uint32_t p = 0; p < process_count (r); p++)
    if (process_depth (&r->processes, (uint32_t) row[p], lock) > 0)
      return p;
  return WORLD_NONE;
}

/* The assume that PROCESS is at, in ROW. */
static struct evaluation
assume_in (const struct referee *r, const int64_t *row, uint32_t process,
           struct access *accesses, bool *holds)
{
  struct evaluation e = { .cells = row + process_count (r), .accesses = accesses };
  *holds = process_assume (&r->processes, process, (uint32_t) row[process], &e);
  return e;
}

/* Could PROCESS make its step, were nobody amidst an atomic block? */
static bool
is_enabled (const struct referee *r, const int64_t *row, uint32_t process)
{
  const struct op *op = op_of (r, row, process);
  int64_t started = row[r->width - 2];
  bool holds;
  switch ((unsigned) op->kind)
    {
    case OP_READ:
    case OP_WRITE:
    case OP_RELEASE:
    case OP_GIVE:
    case OP_NOTIFY:
    case OP_IDLE: return true;
    case OP_TAKE:
      if (row[r->width - 3] >> process & 1)
        return false;
      return holder_of (r, row, op->object) == WORLD_NONE;
    case OP_ACQUIRE: return holder_of (r, row, op->object) == WORLD_NONE;
    case OP_ASSUME:
      return assume_in (r, row, process, NULL, &holds).op.kind == OP_WRONG || holds;
    case OP_WAKE: return started >> process & 1;
    case OP_START:
      for (uint32_t i = 0; i < op->count; i++)
        if (started >> (op->object + i) & 1)
          return false;
      return true;
    case OP_JOIN:
      for (uint32_t i = 0; i < op->count; i++)
        if (op_of (r, row, op->object + i)->kind != OP_ENDED)
          return false;
      return true;
    default: return false;
    }
}

/* Does PROCESS let others run although it is amidst an atomic block? */
static bool
gives_way (const struct referee *r, const int64_t *row, uint32_t process)
{
  enum op_kind kind = op_of (r, row, process)->kind;
  return (kind == OP_ACQUIRE || kind == OP_TAKE || kind == OP_ASSUME || kind == OP_BARRED
          || kind == OP_JOIN || kind == OP_START)
         && !is_enabled (r, row, process);
}

/* ---- Questions about a state. ---- */

/* The accesses of the step that PROCESS can make. */
static uint32_t
next_accesses (const struct referee *r, const int64_t *row, uint32_t process,
               struct access *accesses)
{
  const struct op *op = op_of (r, row, process);
  bool holds;
  if (op->kind == OP_READ || op->kind == OP_WRITE)
    {
      accesses[0] = (struct access){ op->object, op->cell, op->kind == OP_WRITE };
      return 1;
    }
  if (op->kind != OP_ASSUME)
    return 0;
  struct evaluation e = assume_in (r, row, process, accesses, &holds);
  return holds ? e.access_count : 0;
}

static void
find_races (struct referee *r, const int64_t *row)
{
  struct access mine[EVALUATE_ACCESSES], yours[EVALUATE_ACCESSES];
  if (row[r->width - 1] != NOBODY)
    return;
  for (uint32_t p = 0; p < process_count (r); p++)
    for (uint32_t q = 0; q < p; q++)
      {
        if (process_is_atomic (&r->processes, (uint32_t) row[p])
            && process_is_atomic (&r->processes, (uint32_t) row[q]))
          continue;
        uint32_t m = next_accesses (r, row, p, mine),
                 n = next_accesses (r, row, q, yours);
        for (uint32_t i = 0; i < m; i++)
          for (uint32_t j = 0; j < n; j++)
            if (mine[i].cell == yours[j].cell && (mine[i].writes || yours[j].writes))
              r->race[mine[i].field] = true;
      }
}

static uint32_t
awaited_by (const struct referee *r, const int64_t *row, uint32_t process)
{
  const struct op *op = op_of (r, row, process);
  return op->kind == OP_ACQUIRE || op->kind == OP_TAKE ? holder_of (r, row, op->object)
                                                       : WORLD_NONE;
}

static void
find_deadlock (struct referee *r, const int64_t *row)
{
  for (uint32_t p = 0; p < process_count (r); p++)
    {
      uint32_t q = p, steps = 0;
      do
        q = awaited_by (r, row, q);
      while (q != WORLD_NONE && q != p && ++steps < process_count (r));
      r->deadlock |= q == p;
    }
}

static void
find_claims (struct referee *r, const int64_t *row)
{
  for (uint32_t p = 0; p < process_count (r); p++)
    {
      const struct op *op = op_of (r, row, p);
      if (op->kind == OP_FAILED)
        r->failed[op->object] = true;
      if (op->kind == OP_WRONG)
        r->wrong[op->object] = true;
    }
}

/* PROCESS accesses FIELD in ROW: may it? */
static void
check_exclusive (struct referee *r, const int64_t *row, uint32_t process, uint32_t field)
{
  const struct world_field *f = &r->world.fields.at[field];
  if (f->exclusive == TREE_NO_EXPR)
    return;
  struct evaluation e = { .world = &r->world,
                          .at = WORLD_NONE,
                          .self = process + 1,
                          .place = world_place (&r->world, WORLD_NONE, f->object, NULL),
                          .cells = row + process_count (r) };
  struct tree_type type = { .is_bool = true, .width = 1 };
  bool holds = evaluate_expr (&e, f->exclusive, type) != 0;
  r->exclusive[field] |= !holds || e.op.kind != OP_NONE;
}

/* ---- Steps. ---- */

/* PROCESS has done its step, and ROW has everything but its new configuration. */
static void
add_outcomes (struct referee *r, uint32_t from, int64_t *row, struct referee_edge edge)
{
  struct processes *p = &r->processes;
  for (uint32_t i = 0; i < p->outcomes.count && !p->refused; i++)
    {
      row[edge.process] = p->outcomes.at[i].config;
      row[r->width - 1] = NOBODY;
      if (process_is_amidst (p, p->outcomes.at[i].config)
          && !gives_way (r, row, edge.process))
        row[r->width - 1] = edge.process;
      edge.from = from;
      edge.ends = p->outcomes.at[i].ends;
      edge.to = add_state (r, row);
      *vec_push (r->arena, &r->edges) = edge;
    }
}

/* The processes in the wait set of LOCK in ROW, as bits. */
static int64_t
waiting_for (const struct referee *r, const int64_t *row, uint32_t lock)
{
  int64_t all = 0;
  for (uint32_t p = 0; p < process_count (r); p++)
    if ((row[r->width - 3] >> p & 1) && op_of (r, row, p)->object == lock)
      all |= (int64_t) 1 << p;
  return all;
}

/* PROCESS makes its step in STATE; WOKEN, as bits, leave their wait sets. */
static void
step (struct referee *r, uint32_t state, uint32_t process, int64_t woken)
{
  int64_t row[MOST_WORDS];
  memcpy (row, row_of (r, state), r->width * sizeof *row);
  uint32_t config = (uint32_t) row[process];
  struct op op = *op_of (r, row, process);
  int64_t result = 0;
  struct access accesses[EVALUATE_ACCESSES];
  uint32_t count = next_accesses (r, row, process, accesses);
  struct referee_edge edge = { .process = process,
                               .first_access = r->accesses.count,
                               .access_count = count,
                               .units = process_units (&r->processes, config) };
  for (uint32_t i = 0; i < count; i++)
    {
      check_exclusive (r, row, process, accesses[i].field);
      *vec_push (r->arena, &r->accesses) = accesses[i];
    }
  bool holds = true;
  if (op.kind == OP_ASSUME)
    {
      struct evaluation e = assume_in (r, row, process, NULL, &holds);
      r->refused |= e.op.kind != OP_NONE && e.op.kind != OP_WRONG;
    }
  if (op.kind == OP_READ)
    result = cells_of (r, row)[op.cell];
  if (op.kind == OP_WRITE)
    cells_of (r, row)[op.cell] = op.value;
  if (op.kind == OP_IDLE)
    result = 1;
  row[r->width - 3] &= ~woken;
  if (op.kind == OP_GIVE && r->processes.waits)
    row[r->width - 3] |= (int64_t) 1 << process;
  if (op.kind == OP_GIVE)
    result = process_depth (&r->processes, config, op.object);
  if (op.kind == OP_START)
    for (uint32_t i = 0; i < op.count; i++)
      row[r->width - 2] |= (int64_t) 1 << (op.object + i);
  if (holds)
    process_continue (&r->processes, process, config, result);
  else
    process_goes_wrong (&r->processes, process, config);
  add_outcomes (r, state, row, edge);
}

/* PROCESS makes its step in STATE, whoever it wakes. */
static void
step_all (struct referee *r, uint32_t state, uint32_t process)
{
  struct op op = *op_of (r, row_of (r, state), process);
  int64_t waiting
    = op.kind == OP_NOTIFY ? waiting_for (r, row_of (r, state), op.object) : 0;
  if (waiting == 0 || op.count == 1)
    step (r, state, process, waiting);
  else
    for (uint32_t p = 0; p < process_count (r) && !r->refused; p++)
      if (waiting >> p & 1)
        step (r, state, process, (int64_t) 1 << p);
}

static void
explore_state (struct referee *r, uint32_t state)
{
  int64_t row[MOST_WORDS];
  memcpy (row, row_of (r, state), r->width * sizeof *row);
  find_races (r, row);
  find_deadlock (r, row);
  find_claims (r, row);
  for (uint32_t p = 0; p < process_count (r) && !r->refused; p++)
    if ((row[r->width - 1] == NOBODY || row[r->width - 1] == p) && is_enabled (r, row, p))
      {
        step_all (r, state, p);
        r->refused |= r->processes.refused;
      }
}

/* ---- The beginning. ---- */

/* The initial value of CELL number I of all; how many there are to choose from. */
static uint32_t
initial_values (struct referee *r, uint32_t cell, int64_t *only)
{
  uint32_t f = 0;
  while (cell >= r->world.fields.at[f].first_cell + r->world.fields.at[f].cells)
    f++;
  const struct world_field *field = &r->world.fields.at[f];
  uint32_t x = r->world.tree->decls.at[field->decl].expr;
  *only = 0;
  if (x == TREE_NO_EXPR || field->type.width == 0)
    return 1;
  struct evaluation e
    = { .world = &r->world,
        .at = WORLD_NONE,
        .place = world_place (&r->world, WORLD_NONE, field->object, NULL) };
  *only = evaluate_cut (field->type, evaluate_expr (&e, x, field->type));
  r->refused |= e.op.kind != OP_NONE && e.op.kind != OP_CHOICE;
  return e.op.kind == OP_CHOICE ? e.op.count : 1;
}

static struct tree_type
type_of_cell (const struct referee *r, uint32_t cell)
{
  uint32_t f = 0;
  while (cell >= r->world.fields.at[f].first_cell + r->world.fields.at[f].cells)
    f++;
  return r->world.fields.at[f].type;
}

static void
begin_cells (struct referee *r, int64_t *row, uint32_t cell)
{
  if (r->refused)
    return;
  if (cell == r->world.cell_count)
    {
      add_state (r, row);
      return;
    }
  int64_t only;
  uint32_t values = initial_values (r, cell, &only);
  for (uint32_t v = 0; v < values; v++)
    {
      cells_of (r, row)[cell]
        = values == 1 ? only : evaluate_cut (type_of_cell (r, cell), v);
      begin_cells (r, row, cell + 1);
    }
}

static void
begin_processes (struct referee *r, int64_t *row, uint32_t process)
{
  if (r->refused)
    return;
  if (process == process_count (r))
    {
      begin_cells (r, row, 0);
      return;
    }
  process_begin (&r->processes, process);
  r->refused |= r->processes.refused;
  uint32_t count = r->processes.outcomes.count, first = 0;
  uint32_t configs[256];
  assert (count <= 256);
  for (uint32_t i = 0; i < count; i++)
    configs[i] = r->processes.outcomes.at[first + i].config;
  for (uint32_t i = 0; i < count; i++)
    {
      row[process] = configs[i];
      begin_processes (r, row, process + 1);
    }
}

static bool
explore (struct referee *r, const struct tree *tree, struct arena *arena, uint32_t most,
         bool waits)
{
  memset (r, 0, sizeof *r);
  r->arena = arena;
  r->most = most;
  world_init (&r->world, tree, arena);
  processes_init (&r->processes, &r->world, arena);
  r->processes.waits = waits;
  hash_table_init (&r->table, arena);
  r->width = r->world.processes.count + r->world.cell_count + 3;
  r->failed = arena_calloc (arena, tree->stmts.count + 1, sizeof *r->failed);
  r->wrong = arena_calloc (arena, tree->stmts.count + 1, sizeof *r->wrong);
  r->race = arena_calloc (arena, r->world.fields.count + 1, sizeof *r->race);
  r->exclusive = arena_calloc (arena, r->world.fields.count + 1, sizeof *r->exclusive);
  r->refused = process_count (r) > MOST_PROCESSES || r->world.cell_count > MOST_CELLS
               || r->world.sets.count > 31 || process_count (r) == 0;
  if (r->refused)
    return false;
  int64_t row[MOST_WORDS] = { 0 };
  row[r->width - 1] = NOBODY;
  begin_processes (r, row, 0);
  for (uint32_t s = 0; s < r->count && !r->refused; s++)
    {
      *vec_push (arena, &r->first_edge) = r->edges.count;
      explore_state (r, s);
    }
  *vec_push (arena, &r->first_edge) = r->edges.count;
  return !r->refused;
}

bool
referee_explore (struct referee *r, const struct tree *tree, struct arena *arena,
                 uint32_t most)
{
  return explore (r, tree, arena, most, false);
}

/* ---- Waiting for ever. ---- */

/* Does PROCESS wait in ROW for what others do? */
static bool
is_waiting (const struct referee *r, const int64_t *row, uint32_t process)
{
  enum op_kind kind = op_of (r, row, process)->kind;
  return (kind == OP_ACQUIRE || kind == OP_TAKE || kind == OP_ASSUME || kind == OP_JOIN
          || kind == OP_START)
         && !is_enabled (r, row, process);
}

/* Is there a state from which nothing leads to one where PROCESS does not wait? */
static bool
is_stuck_somewhere (const struct referee *r, uint32_t process)
{
  bool *hopes = arena_calloc (r->arena, r->count, sizeof *hopes), changed = true;
  for (uint32_t s = 0; s < r->count; s++)
    hopes[s] = !is_waiting (r, row_of (r, s), process);
  while (changed)
    {
      changed = false;
      for (uint32_t i = r->edges.count; i-- > 0;)
        if (hopes[r->edges.at[i].to] && !hopes[r->edges.at[i].from])
          changed = hopes[r->edges.at[i].from] = true;
    }
  for (uint32_t s = 0; s < r->count; s++)
    if (!hopes[s])
      return true;
  return false;
}

bool
referee_find_stuck (struct referee *referee)
{
  struct referee r;
  if (!explore (&r, referee->world.tree, referee->arena, referee->most, true))
    return false;
  for (uint32_t p = 0; p < process_count (&r); p++)
    referee->stuck |= is_stuck_somewhere (&r, p);
  return true;
}

/* ---- Patterns. ---- */

/* A process plays a thread, or none. */
struct cast
{
  const struct referee *r;
  const struct pa_automaton *automaton;
  const uint32_t *fields;
  uint32_t set;
  uint32_t player[MOST_PROCESSES]; /* by thread */
  uint64_t *reached;               /* by state: which numbers of steps done */
  uint32_t *queue;                 /* states to be looked at, */
  bool *waiting;                   /* ... by state: it is in there */
};

static bool
kind_fits (enum pa_kind kind, bool writes)
{
  assert (pa_kind_is_access (kind));
  return kind == PA_ACCESSES || (kind == PA_WRITES) == writes;
}

/* The numbers of steps that may be done after ACCESS of THREAD, from those of DONE. */
static uint64_t
after_access (const struct cast *c, uint64_t done, uint32_t thread, struct access access,
              uint32_t units)
{
  uint64_t next = 0;
  for (uint32_t x = 0; x < c->automaton->steps.count; x++)
    {
      if (!(done >> x & 1))
        continue;
      const struct pa_step *s = &c->automaton->steps.at[x];
      if (s->thread.index == thread && kind_fits (s->kind, access.writes)
          && c->fields[s->parameter.index] == access.field
          && (!s->in_unit || (units >> c->set & 1)))
        next |= (uint64_t) 1 << (x + 1);
      bool loops = true;
      for (uint32_t i = 0; i < c->automaton->clauses.count; i++)
        {
          const struct pa_clause *clause = &c->automaton->clauses.at[i];
          if (clause->kind == PA_NEVER && pa_clause_holds (clause, x)
              && clause->thread.index == thread
              && kind_fits (clause->access, access.writes)
              && c->fields[clause->parameter.index] == access.field)
            loops = false;
        }
      next |= loops ? (uint64_t) 1 << x : 0;
    }
  return next;
}

/* ... after THREAD has ended its unit. */
static uint64_t
after_end (const struct cast *c, uint64_t done, uint32_t thread)
{
  uint64_t next = done;
  for (uint32_t x = 0; x < c->automaton->steps.count; x++)
    for (uint32_t i = 0; i < c->automaton->clauses.count; i++)
      {
        const struct pa_clause *clause = &c->automaton->clauses.at[i];
        if (clause->kind == PA_STAYS && pa_clause_holds (clause, x)
            && clause->thread.index == thread)
          next &= ~((uint64_t) 1 << x);
      }
  return next;
}

static uint64_t
after_edge (const struct cast *c, uint64_t done, const struct referee_edge *edge)
{
  uint64_t goal = (uint64_t) 1 << c->automaton->steps.count;
  for (uint32_t t = 0; t < c->automaton->threads.count; t++)
    {
      if (c->player[t] != edge->process)
        continue;
      for (uint32_t i = 0; i < edge->access_count; i++)
        {
          done = after_access (c, done, t, c->r->accesses.at[edge->first_access + i],
                               edge->units);
          if (done & goal)
            return done;
        }
      if (edge->ends >> c->set & 1)
        done = after_end (c, done, t);
    }
  return done;
}

/* Can these players do it? */
static bool
is_played (const struct cast *c)
{
  const struct referee *r = c->r;
  uint32_t head = 0, tail = 0, room = r->count + 1;
  uint64_t goal = (uint64_t) 1 << c->automaton->steps.count;
  for (uint32_t s = 0; s < r->count; s++)
    {
      c->reached[s] = 1; /* no step is done: that is so in every state */
      c->queue[tail++] = s;
      c->waiting[s] = true;
    }
  while (head != tail)
    {
      uint32_t s = c->queue[head];
      head = (head + 1) % room;
      c->waiting[s] = false;
      for (uint32_t i = r->first_edge.at[s]; i < r->first_edge.at[s + 1]; i++)
        {
          const struct referee_edge *edge = &r->edges.at[i];
          uint64_t next = c->reached[edge->to] | after_edge (c, c->reached[s], edge);
          if (next & goal)
            return true;
          if (next == c->reached[edge->to])
            continue;
          c->reached[edge->to] = next;
          if (!c->waiting[edge->to])
            {
              c->waiting[edge->to] = true;
              c->queue[tail] = edge->to;
              tail = (tail + 1) % room;
            }
        }
    }
  return false;
}

bool
referee_finds (const struct referee *r, const struct pa_automaton *automaton,
               const uint32_t *fields, uint32_t set)
{
  assert (!r->refused && automaton->together == 1);
  struct cast cast = { .r = r,
                       .automaton = automaton,
                       .fields = fields,
                       .set = set,
                       .reached = arena_calloc (r->arena, r->count, sizeof (uint64_t)),
                       .queue = arena_calloc (r->arena, r->count + 1, sizeof (uint32_t)),
                       .waiting = arena_calloc (r->arena, r->count, sizeof (bool)) };
  uint32_t threads = automaton->threads.count, casts = 1;
  assert (threads <= MOST_PROCESSES);
  for (uint32_t t = 0; t < threads; t++)
    casts *= process_count (r);
  for (uint32_t n = 0; n < casts; n++)
    {
      bool different = true;
      for (uint32_t t = 0, rest = n; t < threads; t++, rest /= process_count (r))
        {
          cast.player[t] = rest % process_count (r);
          for (uint32_t other = 0; other < t; other++)
            different &= cast.player[other] != cast.player[t];
        }
      if (different && is_played (&cast))
        return true;
    }
  return false;
}
