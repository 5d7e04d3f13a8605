/* listing.c -- see listing.h. */
#include <config.h>

#include "ir/listing.h"

#include <assert.h>
#include <string.h>
#include <xxhash.h>

#include "base/bitset.h"
#include "base/scc.h"

struct listing
{
  const struct interpreter *in;
  struct arena *arena;
  struct interpreter_row rows; /* of all states */
  VEC (uint64_t) first;        /* by state: its first word; and an end */
  struct hash_table table;
  struct interpreter_state base, now; /* the state that is visited, and a successor */
  bool edges_wanted;
  VEC (uint32_t) edges;
  VEC (uint32_t) first_edge; /* by state that was visited */
  bool unknown;              /* some successors are not known */
};

static uint32_t
count_states (const struct listing *l)
{
  assert (l->first.count > 0);
  return l->first.count - 1;
}

static uint32_t
hash_words (const int64_t *words, uint64_t count)
{
  return (uint32_t) XXH3_64bits (words, count * sizeof *words);
}

static uint32_t
hash_of (const void *context, uint32_t entry)
{
  assert (entry < count_states (context));
  const struct listing *l = context;
  uint64_t begin = l->first.at[entry];
  return hash_words (&l->rows.words.at[begin], l->first.at[entry + 1] - begin);
}

/* The number of STATE, which is added if new. */
static uint32_t
intern (struct listing *l, const struct interpreter_state *state)
{
  uint64_t begin = l->rows.words.count;
  interpreter_pack (l->in, state, &l->rows, l->arena);
  uint64_t count = l->rows.words.count - begin;
  assert (begin == l->first.at[l->first.count - 1] && count > 0);
  const int64_t *row = &l->rows.words.at[begin];
  hash_reserve (&l->table, count_states (l), hash_of, l);
  uint32_t *slot = hash_first (&l->table, hash_words (row, count));
  for (; *slot != HASH_FREE; slot = hash_next (&l->table, slot))
    {
      uint64_t other = l->first.at[*slot];
      if (l->first.at[*slot + 1] - other == count
          && memcmp (&l->rows.words.at[other], row, count * sizeof *row) == 0)
        {
          l->rows.words.count = (uint32_t) begin;
          return *slot;
        }
    }
  *slot = count_states (l);
  *vec_push (l->arena, &l->first) = l->rows.words.count;
  return count_states (l) - 1;
}

static void
load (struct listing *l, uint32_t state)
{
  assert (state < count_states (l));
  interpreter_unpack (l->in, &l->rows.words.at[l->first.at[state]], &l->base);
}

static void
listing_init (struct listing *l, const struct interpreter *in, bool edges,
              struct arena *arena)
{
  *l = (struct listing){ .in = in, .arena = arena, .edges_wanted = edges };
  hash_table_init (&l->table, arena);
  *vec_push (arena, &l->first) = 0;
  l->base = interpreter_start (in);
  l->now = interpreter_start (in);
}

/* ---- Visits. ---- */

/* The process whose unnoticed steps come first in `base'; or the number of processes. */
static uint32_t
find_hasty (const struct listing *l)
{
  uint32_t processes = l->in->model->processes;
  for (uint32_t p = 0; p < processes; p++)
    if (interpreter_choices (l->in, &l->base, p) > 0
        && interpreter_is_unnoticed (l->in, &l->base, p))
      return p;
  return processes;
}

/* Visit STATE: list its successors. */
static void
visit (struct listing *l, uint32_t state)
{
  assert (!l->edges_wanted || state == l->first_edge.count);
  const struct interpreter *in = l->in;
  quota_tick (l->arena->quota);
  load (l, state);
  if (l->edges_wanted)
    *vec_push (l->arena, &l->first_edge) = l->edges.count;
  uint32_t hasty = find_hasty (l), processes = in->model->processes;
  bool alone = hasty < processes;
  for (uint32_t p = alone ? hasty : 0; p < (alone ? hasty + 1 : processes); p++)
    {
      l->unknown |= interpreter_look (in, &l->base, p) == INTERPRETER_UNKNOWN;
      uint32_t choices = interpreter_choices (in, &l->base, p);
      for (uint32_t c = 0; c < choices; c++)
        {
          interpreter_unpack (in, &l->rows.words.at[l->first.at[state]], &l->now);
          interpreter_go (in, &l->now, p, c);
          uint32_t next = intern (l, &l->now);
          if (l->edges_wanted)
            *vec_push (l->arena, &l->edges) = next;
        }
    }
}

/* ---- From a given state. ---- */

enum listing_result
listing_waits_for_ever (const struct interpreter *in,
                        const struct interpreter_state *state,
                        const process_id *processes, uint32_t count, uint32_t limit,
                        struct arena *scratch)
{
  struct listing l;
  assert (count > 0);
  if (in->flow->has_idle && !interpreter_is_idle (in, state))
    return LISTING_NO;
  listing_init (&l, in, false, scratch);
  intern (&l, state);
  for (uint32_t i = 0; i < count_states (&l); i++)
    {
      if (i == limit)
        return LISTING_TOO_MANY;
      visit (&l, i);
      for (uint32_t k = 0; k < count; k++)
        if (interpreter_look (in, &l.base, processes[k].index) != INTERPRETER_WAITS)
          return LISTING_NO;
      if (l.unknown)
        return LISTING_UNKNOWN;
    }
  return LISTING_YES;
}

/* ---- From the start. ---- */

/* List the initial states: all values of cells that may have any.  False: too many. */
static bool
list_starts (struct listing *l, uint32_t limit)
{
  const struct ir_model *model = l->in->model;
  struct interpreter_state start = interpreter_start (l->in);
  VEC (uint32_t) fields = VEC_EMPTY; /* by cell that may have any value */
  VEC (uint32_t) cells = VEC_EMPTY;
  for (uint32_t f = 0; f < model->fields.count; f++)
    for (uint32_t c = l->in->first_cell[f];
         model->fields.at[f].any && c < l->in->first_cell[f + 1]; c++)
      {
        if (model->fields.at[f].type.width > INTERPRETER_ANY_WIDTH)
          return false;
        assert (c < l->in->first_cell[model->fields.count]);
        start.cells[c] = interpreter_first_value (model->fields.at[f].type);
        *vec_push (l->arena, &fields) = f;
        *vec_push (l->arena, &cells) = c;
      }
  for (uint32_t i = 0;;)
    {
      intern (l, &start);
      if (count_states (l) > limit)
        return false;
      for (i = 0; i < cells.count; i++) /* the next combination, as one counts up */
        {
          struct ir_type type = model->fields.at[fields.at[i]].type;
          int64_t first = interpreter_first_value (type);
          if (++start.cells[cells.at[i]] < first + ((int64_t) 1 << type.width))
            break;
          start.cells[cells.at[i]] = first;
        }
      if (i == cells.count)
        return true;
    }
}

static uint32_t
successor (const void *graph, uint32_t node, uint32_t *position)
{
  assert (node < ((const struct listing *) graph)->first_edge.count);
  const struct listing *l = graph;
  uint32_t end
    = node + 1 < l->first_edge.count ? l->first_edge.at[node + 1] : l->edges.count;
  uint32_t edge = l->first_edge.at[node] + *position;
  ++*position;
  return edge < end ? l->edges.at[edge] : SCC_NONE;
}

/* Is there a process that waits in all states of a component that nothing leaves? */
static bool
find_stuck (struct listing *l)
{
  assert (l->edges_wanted && !l->unknown);
  uint32_t states = count_states (l), processes = l->in->model->processes;
  size_t words = processes / 64 + (size_t) 1;
  struct scc scc;
  scc_init (&scc, l->arena, states, successor, l);
  scc_all (&scc);
  bool *left = arena_calloc (l->arena, scc.count + (size_t) 1, sizeof *left);
  for (uint32_t i = 0; i < states; i++)
    {
      uint32_t position = 0;
      for (uint32_t next; (next = successor (l, i, &position)) != SCC_NONE;)
        left[scc.of[i]] |= scc.of[next] != scc.of[i];
    }
  uint64_t *moves = arena_calloc (l->arena, (scc.count + (size_t) 1) * words,
                                  sizeof *moves); /* by component: who does not wait */
  for (uint32_t i = 0; i < states; i++)
    {
      if (left[scc.of[i]])
        continue;
      quota_tick (l->arena->quota);
      load (l, i);
      for (uint32_t p = 0; p < processes; p++)
        if (interpreter_look (l->in, &l->base, p) != INTERPRETER_WAITS)
          bits_add (&moves[scc.of[i] * words], p);
    }
  for (uint32_t c = 0; c < scc.count; c++)
    for (uint32_t p = 0; p < processes && !left[c]; p++)
      if (!bits_have (&moves[c * words], p))
        return true;
  return false;
}

/* Is there a state in which a process is idle (ir.h), and another one waits, there and in
   all that comes after it? */
static bool
find_stuck_beside_idle (struct listing *l)
{
  uint32_t states = count_states (l), processes = l->in->model->processes;
  bool *goes = arena_alloc (l->arena, states + (size_t) 1); /* by state */
  assert (l->in->flow->has_idle && l->first_edge.count == states);
  VEC (uint32_t) work = VEC_EMPTY, came = VEC_EMPTY, first = VEC_EMPTY;
  /* The edges backwards; by state: where its first one is in `came'. */
  for (uint32_t i = 0; i <= states + 1; i++)
    *vec_push (l->arena, &first) = 0;
  for (uint32_t e = 0; e < l->edges.count; e++)
    {
      first.at[l->edges.at[e] + 2]++;
      *vec_push (l->arena, &came) = 0;
    }
  for (uint32_t i = 0; i < states; i++)
    first.at[i + 2] += first.at[i + 1];
  for (uint32_t i = 0; i < states; i++)
    {
      uint32_t position = 0;
      for (uint32_t next; (next = successor (l, i, &position)) != SCC_NONE;)
        came.at[first.at[next + 1]++] = i;
    }
  assert (first.at[states] == l->edges.count);
  for (uint32_t p = 0; p < processes; p++)
    {
      work.count = 0;
      for (uint32_t i = 0; i < states; i++)
        {
          quota_tick (l->arena->quota);
          load (l, i);
          goes[i] = interpreter_look (l->in, &l->base, p) != INTERPRETER_WAITS;
          if (goes[i])
            *vec_push (l->arena, &work) = i;
        }
      while (work.count > 0)
        {
          uint32_t to = work.at[--work.count];
          for (uint32_t e = first.at[to]; e < first.at[to + 1]; e++)
            if (!goes[came.at[e]])
              {
                goes[came.at[e]] = true;
                *vec_push (l->arena, &work) = came.at[e];
              }
        }
      for (uint32_t i = 0; i < states; i++)
        {
          load (l, i);
          if (!goes[i] && interpreter_is_idle (l->in, &l->base))
            return true;
        }
    }
  return false;
}

enum listing_result
listing_is_stuck (const struct ir *flow, uint32_t limit, struct arena *scratch)
{
  assert (limit > 0);
  struct interpreter in;
  struct listing l;
  interpreter_init (&in, flow, scratch);
  listing_init (&l, &in, true, scratch);
  if (!list_starts (&l, limit))
    return LISTING_UNKNOWN;
  for (uint32_t i = 0; i < count_states (&l); i++)
    {
      if (i == limit)
        return LISTING_TOO_MANY;
      visit (&l, i);
      if (l.unknown)
        return LISTING_UNKNOWN;
    }
  bool found = flow->has_idle ? find_stuck_beside_idle (&l) : find_stuck (&l);
  return found ? LISTING_YES : LISTING_NO;
}
