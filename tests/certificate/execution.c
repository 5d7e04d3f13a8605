/* execution.c -- see execution.h. */
#include <config.h>

#include "execution.h"

#include <stdlib.h>
#include <string.h>
#include <xxhash.h>

#include "concrete.h"

static uint32_t
processes (const struct execution *e)
{
  return system_processes (&e->system);
}

static uint32_t
hash_row (const struct execution *e, const uint64_t *row)
{
  return (uint32_t) XXH3_64bits (row, e->width * sizeof *row);
}

static uint32_t
hash_state (const void *context, uint32_t state)
{
  const struct execution *e = context;
  return hash_row (e, execution_state (e, state));
}

static void
add_row (struct execution *e, const uint64_t *row)
{
  hash_reserve (&e->table, e->count, hash_state, e);
  uint32_t *slot = hash_first (&e->table, hash_row (e, row));
  for (; *slot != HASH_FREE; slot = hash_next (&e->table, slot))
    if (memcmp (execution_state (e, *slot), row, e->width * sizeof *row) == 0)
      return;
  *slot = e->count++;
  for (uint32_t i = 0; i < e->width; i++)
    *vec_push (e->arena, &e->rows) = row[i];
}

static bool
is_true (gate a)
{
  assert (gate_equal (a, GATE_TRUE) || gate_equal (a, GATE_FALSE));
  return gate_equal (a, GATE_TRUE);
}

/* Every process is at one place. */
static void
add_state (struct execution *e, const struct system_state *state)
{
  uint64_t *row = arena_alloc (e->scratch, e->width * sizeof *row);
  for (uint32_t p = 0; p < processes (e); p++)
    {
      uint32_t count = place_count (&e->system.places, p), here = UINT32_MAX;
      for (uint32_t i = 0; i < count; i++)
        if (is_true (state->at[p][i]))
          {
            if (here != UINT32_MAX)
              abort ();
            here = i;
          }
      if (here == UINT32_MAX)
        abort ();
      row[p] = here;
    }
  for (uint32_t v = 0; v < e->system.width.count; v++)
    {
      uint64_t bits = 0;
      for (uint32_t b = 0; b < state->values[v].width; b++)
        bits |= (uint64_t) is_true (state->values[v].at[b]) << b;
      row[processes (e) + v] = bits;
    }
  add_row (e, row);
}

static struct system_state
load (struct execution *e, struct gates *gates, uint32_t number)
{
  const uint64_t *row = execution_state (e, number);
  struct system_state state;
  state.at = arena_alloc (e->scratch, processes (e) * sizeof *state.at);
  for (uint32_t p = 0; p < processes (e); p++)
    {
      uint32_t count = place_count (&e->system.places, p);
      state.at[p] = arena_alloc (e->scratch, count * sizeof *state.at[p]);
      for (uint32_t i = 0; i < count; i++)
        state.at[p][i] = gate_constant (i == row[p]);
    }
  state.values = arena_alloc (e->scratch, (e->system.width.count + (size_t) 1)
                                            * sizeof *state.values);
  for (uint32_t v = 0; v < e->system.width.count; v++)
    state.values[v]
      = word_constant (gates, e->system.width.at[v], (int64_t) row[processes (e) + v]);
  return state;
}

static void
follow (struct execution *e, struct gates *gates, uint32_t state, uint32_t process)
{
  concrete_begin ();
  do
    {
      struct system_state before = load (e, gates, state);
      struct moves moves = moves_of (&e->system, gates, &before, process,
                                     e->parts ? e->parts[process] : NULL);
      e->last |= is_true (moves.last);
      add_state (e, &moves.after);
      arena_clear (e->scratch);
    }
  while (concrete_next ());
}

bool
execution_run (struct execution *e, const struct ir_projection *lowering, uint32_t steps,
               const struct part *const *parts, uint32_t most, struct arena *arena,
               struct arena *scratch)
{
  struct gates gates;
  struct gates_solver *none = NULL;
  memset (e, 0, sizeof *e);
  e->arena = arena;
  e->scratch = scratch;
  e->parts = parts;
  hash_table_init (&e->table, arena);
  gates_init (&gates, &none, scratch);
  if (!system_init (&e->system, lowering, steps, false, arena))
    return false;
  e->system.arena = scratch; /* for states */
  e->width = processes (e) + e->system.width.count;
  concrete_begin ();
  do
    {
      struct system_state first = system_first_state (&e->system, &gates);
      add_state (e, &first);
      arena_clear (scratch);
    }
  while (e->count <= most && concrete_next ());
  for (uint32_t s = 0; s < e->count && e->count <= most; s++)
    for (uint32_t p = 0; p < processes (e); p++)
      follow (e, &gates, s, p);
  return e->count <= most;
}

bool
execution_finds (struct execution *e, const struct fault *fault)
{
  struct gates gates;
  struct gates_solver *none = NULL;
  gates_init (&gates, &none, e->scratch);
  for (uint32_t s = 0; s < e->count; s++)
    {
      concrete_begin ();
      do
        {
          struct system_state state = load (e, &gates, s);
          bool found = is_true (fault_in (fault, &e->system, &gates, &state));
          arena_clear (e->scratch);
          if (found)
            return true;
        }
      while (concrete_next ());
    }
  return false;
}
