/* data_model.c -- see data_model.h. */
#include <config.h>

#include "engine/steps/data_model.h"

#include <assert.h>
#include <stdlib.h>

/* ---- Symbols and cells. ---- */

static void
map_symbols (struct data_model *m)
{
  uint32_t symbols = pds_symbol_count (m->pds);
  m->node = arena_alloc (m->arena, symbols * sizeof *m->node);
  m->is_atomic = arena_alloc (m->arena, symbols * sizeof *m->is_atomic);
  for (uint32_t i = 0; i < m->lowering->instances.count; i++)
    {
      const struct ir_instance *instance = &m->lowering->instances.at[i];
      const struct ir_graph *body = &m->flow->bodies.at[instance->body.index];
      bool atomic = m->lowering->contexts.at[instance->context].atomic;
      assert (instance->first_symbol + body->node_count <= symbols);
      for (uint32_t n = 0; n < body->node_count; n++)
        {
          uint32_t node = body->first_node + n;
          m->node[instance->first_symbol + n] = node;
          m->is_atomic[instance->first_symbol + n]
            = atomic || m->flow->nodes.at[node].atomic;
        }
      quota_work (m->arena->quota, body->node_count);
    }
}

static void
number_cells (struct data_model *m)
{
  const struct ir_model *model = m->flow->model;
  uint32_t fields = model->fields.count;
  m->first_cell = arena_calloc (m->arena, fields + (size_t) 1, sizeof *m->first_cell);
  uint64_t cells = 0;
  for (uint32_t f = 0; f < fields; f++)
    {
      m->first_cell[f] = (uint32_t) cells;
      cells += model->fields.at[f].cells;
      if (cells > UINT32_MAX / 2)
        quota_exhaust (m->arena->quota, QUOTA_MEMORY);
    }
  m->first_cell[fields] = m->cells = (uint32_t) cells;
  m->field_of = arena_alloc (m->arena, (cells + 1) * sizeof *m->field_of);
  for (uint32_t f = 0; f < fields; f++)
    for (uint32_t c = m->first_cell[f]; c < m->first_cell[f + 1]; c++)
      m->field_of[c] = f;
}

/* ---- Locks. ---- */

/* Number the locks that the node of SYMBOL may take; ATOMIC: it is in an atomic block. */
static void
number_locks_of (struct data_model *m, uint32_t symbol, bool *awaited)
{
  const struct ir_step *node = data_model_node (m, symbol);
  bool array = node->op == IR_ACQUIRE_AT;
  if (!array && node->op != IR_ACQUIRE)
    return;
  uint32_t first = array ? node->first_lock.index : ir_step_lock (node).index;
  assert (first < m->pds->locks.count);
  for (uint32_t l = 0; l < (array ? node->lock_count : 1); l++)
    {
      lock_numbers_add (&m->locks, (lock_id){ first + l });
      awaited[first + l] |= m->is_atomic[symbol];
    }
}

static void
number_locks (struct data_model *m)
{
  uint32_t all = m->pds->locks.count;
  bool *awaited = arena_calloc (m->arena, all + (size_t) 1, sizeof *awaited);
  lock_numbers_init (&m->locks, all, m->arena);
  for (uint32_t s = 0; s < pds_symbol_count (m->pds); s++)
    {
      quota_work (m->arena->quota, 1);
      number_locks_of (m, s, awaited);
      m->atomic_join |= m->is_atomic[s] && data_model_node (m, s)->op == IR_JOIN;
    }
  m->atomic_lock
    = arena_calloc (m->arena, m->locks.count + (size_t) 1, sizeof *m->atomic_lock);
  for (uint32_t l = 0; l < m->locks.count; l++)
    m->atomic_lock[l] = awaited[m->locks.lock[l].index];
}

/* ---- Values to try. ---- */

static int
compare_values (const void *a, const void *b)
{
  int64_t x = *(const int64_t *) a, y = *(const int64_t *) b;
  return (x > y) - (x < y);
}

static void
add_sample (struct data_model *m, int64_t value)
{
  *vec_push (m->arena, &m->samples) = value;
}

/* 0, 1, -1, the extremes, the constants of the model and their neighbours. */
static void
collect_samples (struct data_model *m)
{
  static const int64_t always[]
    = { 0, 1, -1, INT64_MIN, INT64_MAX, INT32_MIN, INT32_MAX };
  for (size_t i = 0; i < sizeof always / sizeof *always; i++)
    add_sample (m, always[i]);
  for (uint32_t e = 0;
       e < m->flow->exprs.count && m->samples.count + 3 < DATA_VALUES_LIMIT; e++)
    if (m->flow->exprs.at[e].op == IR_CONSTANT)
      for (int d = -1; d <= 1; d++)
        add_sample (m, (int64_t) ((uint64_t) m->flow->exprs.at[e].value + (uint64_t) d));
  qsort (m->samples.at, m->samples.count, sizeof *m->samples.at, compare_values);
  uint32_t kept = 0;
  for (uint32_t i = 0; i < m->samples.count; i++)
    if (i == 0 || m->samples.at[i] != m->samples.at[i - 1])
      m->samples.at[kept++] = m->samples.at[i];
  m->samples.count = kept;
  assert (kept > 0 && kept <= DATA_VALUES_LIMIT);
}

uint32_t
data_model_values (const struct data_model *model, struct ir_type type, bool *all)
{
  assert (type.width > 0);
  *all = type.is_bool || type.width <= 10;
  if (type.is_bool)
    return 2;
  static_assert (DATA_VALUES_LIMIT == 1 << 10, "types of up to 10 bits");
  return *all ? (uint32_t) 1 << type.width : model->samples.count;
}

int64_t
data_model_value (const struct data_model *model, struct ir_type type, uint32_t choice)
{
  if (type.is_bool || type.width <= 10)
    return ir_cut (type, choice);
  assert (choice < model->samples.count);
  return ir_cut (type, model->samples.at[choice]);
}

struct data_model *
data_model_new (const struct ir_projection *lowering, const struct control *control,
                struct arena *arena)
{
  assert (control->pds == &lowering->pds);
  struct data_model *m = arena_calloc (arena, 1, sizeof *m);
  m->lowering = lowering;
  m->pds = &lowering->pds;
  m->flow = lowering->flow;
  m->control = control;
  m->arena = arena;
  map_symbols (m);
  number_cells (m);
  number_locks (m);
  collect_samples (m);
  evaluator_init (&m->evaluator, m->flow, m->first_cell, arena);
  liveness_init (&m->liveness, m->flow, arena);
  m->first_slot = arena_alloc (arena, m->flow->nodes.count * sizeof *m->first_slot);
  m->result = arena_alloc (arena, m->flow->nodes.count * sizeof *m->result);
  for (uint32_t b = 0; b < m->flow->bodies.count; b++)
    {
      const struct ir_graph *body = &m->flow->bodies.at[b];
      assert (body->first_node + body->node_count <= m->flow->nodes.count);
      if (m->most_slots < body->slot_count)
        m->most_slots = body->slot_count;
      for (uint32_t n = 0; n < body->node_count; n++)
        {
          m->first_slot[body->first_node + n] = body->first_slot;
          m->result[body->first_node + n] = body->result;
        }
    }
  return m;
}
