/* state.c -- see state.h. */
#include <config.h>

#include "engine/steps/state.h"

#include <assert.h>
#include <string.h>
#include <xxhash.h>

#include "engine/steps/lives.h"

#define FIRST_STACK_BITS 16

/* The bits that the numbers up to GREATEST need. */
static uint32_t
width_of (uint32_t greatest)
{
  uint32_t bits = 0;
  while (bits < 32 && greatest >> bits)
    bits++;
  return bits;
}

/* List the cells that are part of a state. */
static void
list_cells (struct states *states, const struct data_model *data)
{
  for (uint32_t c = 0; c < data->cells; c++)
    {
      uint32_t field = data->field_of[c];
      struct ir_type type = data->flow->model->fields.at[field].type;
      if (data->liveness.matters[field])
        *vec_push (states->arena, &states->kept)
          = (struct state_cell){ c, type.is_bool ? 1 : type.width, type };
    }
}

static void
set_words (struct states *states)
{
  const struct program *program = states->program;
  uint64_t bits = states->done_bits + states->process_bits + states->midst_bits;
  bits += (uint64_t) program->count * states->stack_bits;
  bits += (uint64_t) program->locks.count * states->process_bits;
  bits += (uint64_t) program->lives * states->life_bits;
  for (uint32_t c = 0; c < states->kept.count; c++)
    bits += states->kept.at[c].bits;
  uint64_t words = (bits + 31) / 32;
  if (words > UINT32_MAX / 64)
    quota_exhaust (states->arena->quota, QUOTA_MEMORY);
  states->words = (uint32_t) words;
}

void
states_init (struct states *states, const struct program *program, struct arena *arena)
{
  const struct data_model *data = program->data;
  assert (program->count < UINT32_MAX / 2);
  uint32_t process_bits = width_of (program->count | 1);
  *states
    = (struct states){ .program = program,
                       .arena = arena,
                       .cells = data ? data->cells : 0,
                       .done_bits = width_of (program->alone),
                       .process_bits = process_bits,
                       .midst_bits = data ? process_bits : 0,
                       .life_bits = (data ? LIFE_BITS : LIFE_BITS - 1u) + program->waits,
                       .stack_bits = FIRST_STACK_BITS };
  states->size = states->cells * sizeof (int64_t)
                 + ((size_t) program->count + program->locks.count) * sizeof (uint32_t)
                 + program->lives;
  if (data)
    list_cells (states, data);
  set_words (states);
  hash_table_init (&states->table, arena);
}

struct state
state_new (const struct states *states, struct arena *arena)
{
  struct state state = { .parts = arena_calloc (arena, states->size + 1, 1) };
  state.cells = state.parts;
  state.stacks = (uint32_t *) (void *) (state.cells + states->cells);
  state.owners = state.stacks + states->program->count;
  state.lives = (uint8_t *) (state.owners + states->program->locks.count);
  return state;
}

void
state_copy (const struct states *states, struct state *to, const struct state *from)
{
  to->done = from->done;
  to->opener = from->opener;
  to->midst = from->midst;
  memcpy (to->parts, from->parts, states->size);
}

/* ---- Rows. ---- */

/* A stream of bits in a row. */
struct stream
{
  uint32_t *word;
  uint64_t bits; /* bits not yet in the row, or not yet read */
  uint32_t count;
};

/* Append VALUE, of WIDTH bits, which are at most 32. */
static inline void
put (struct stream *stream, uint32_t value, uint32_t width)
{
  stream->bits |= (uint64_t) value << stream->count;
  stream->count += width;
  if (stream->count >= 32)
    {
      *stream->word++ = (uint32_t) stream->bits;
      stream->bits >>= 32;
      stream->count -= 32;
    }
}

static inline uint32_t
get (struct stream *stream, uint32_t width)
{
  if (stream->count < width)
    {
      stream->bits |= (uint64_t) *stream->word++ << stream->count;
      stream->count += 32;
    }
  uint32_t value = (uint32_t) (stream->bits & (((uint64_t) 1 << width) - 1));
  stream->bits >>= width;
  stream->count -= width;
  return value;
}

/* Append the low WIDTH bits of VALUE. */
static void
put_cell (struct stream *stream, int64_t value, uint32_t width)
{
  assert (width <= 64);
  uint64_t bits
    = width < 64 ? (uint64_t) value & (((uint64_t) 1 << width) - 1) : (uint64_t) value;
  uint32_t low = width < 32 ? width : 32;
  put (stream, (uint32_t) bits, low);
  put (stream, (uint32_t) (bits >> 32), width - low);
}

static int64_t
get_cell (struct stream *stream, uint32_t width, struct ir_type type)
{
  uint32_t low = width < 32 ? width : 32;
  uint64_t value = get (stream, low);
  value |= (uint64_t) get (stream, width - low) << 32;
  return ir_cut (type, (int64_t) value);
}

static void
pack (const struct states *states, const struct state *state, uint32_t *row)
{
  const struct program *program = states->program;
  struct stream stream = { row, 0, 0 };
  assert (state->opener <= program->count && state->midst <= program->count);
  assert (state->done <= program->alone && (program->data || !state->midst));
  put (&stream, state->done, states->done_bits);
  put (&stream, state->opener, states->process_bits);
  put (&stream, state->midst, states->midst_bits);
  for (uint32_t p = 0; p < program->count; p++)
    put (&stream, state->stacks[p], states->stack_bits);
  for (uint32_t l = 0; l < program->locks.count; l++)
    put (&stream, state->owners[l], states->process_bits);
  for (uint32_t p = 0; p < program->lives; p++)
    put (&stream, state->lives[p], states->life_bits);
  for (uint32_t c = 0; c < states->kept.count; c++)
    put_cell (&stream, state->cells[states->kept.at[c].cell], states->kept.at[c].bits);
  if (stream.count > 0)
    *stream.word++ = (uint32_t) stream.bits;
  assert (stream.word == row + states->words);
}

static void
unpack (const struct states *states, uint32_t *row, struct state *state)
{
  const struct program *program = states->program;
  struct stream stream = { row, 0, 0 };
  state->done = get (&stream, states->done_bits);
  state->opener = get (&stream, states->process_bits);
  state->midst = get (&stream, states->midst_bits);
  for (uint32_t p = 0; p < program->count; p++)
    state->stacks[p] = get (&stream, states->stack_bits);
  for (uint32_t l = 0; l < program->locks.count; l++)
    state->owners[l] = get (&stream, states->process_bits);
  for (uint32_t p = 0; p < program->lives; p++)
    state->lives[p] = (uint8_t) get (&stream, states->life_bits);
  for (uint32_t c = 0; c < states->kept.count; c++)
    state->cells[states->kept.at[c].cell]
      = get_cell (&stream, states->kept.at[c].bits, states->kept.at[c].type);
}

static uint32_t *
row_of (const struct states *states, uint32_t id)
{
  return &states->rows.at[(size_t) id * states->words];
}

void
states_load (const struct states *states, state_id id, struct state *state)
{
  assert (id.index < states_count (states));
  unpack (states, row_of (states, id.index), state);
}

/* ---- Interning. ---- */

static uint32_t
hash_row (const struct states *states, const uint32_t *row)
{
  return (uint32_t) XXH3_64bits (row, states->words * sizeof *row);
}

static uint32_t
hash_of_state (const void *context, uint32_t id)
{
  const struct states *states = context;
  return hash_row (states, row_of (states, id));
}

/* The numbers of stacks need 32 bits: pack all rows anew. */
static void
widen (struct states *states)
{
  struct states old = *states;
  struct state state = state_new (states, states->arena);
  assert (states->stack_bits < 32);
  states->stack_bits = 32;
  set_words (states);
  memset (&states->rows, 0, sizeof states->rows);
  vec_reserve (states->arena, &states->rows,
               ((uint64_t) states_count (states) + 1) * states->words);
  for (uint32_t id = 0; id < states_count (states); id++)
    {
      quota_work (states->arena->quota, states->words);
      unpack (&old, row_of (&old, id), &state);
      pack (states, &state, row_of (states, id));
    }
  states->rows.count = states_count (states) * states->words;
  hash_enlarge (&states->table, states_count (states), hash_of_state, states);
}

/* Pack STATE behind the last row. */
static uint32_t *
pack_next (struct states *states, const struct state *state)
{
  for (uint32_t p = 0; states->stack_bits < 32 && p < states->program->count; p++)
    if (state->stacks[p] >> states->stack_bits)
      widen (states);
  vec_reserve (states->arena, &states->rows,
               (uint64_t) states->rows.count + states->words);
  uint32_t *row = &states->rows.at[states->rows.count];
  pack (states, state, row);
  return row;
}

state_id
states_intern (struct states *states, const struct state *state,
               const struct state_link *link, bool *is_new)
{
  uint32_t count = states_count (states);
  assert (link->parent.index == STATE_NONE.index || link->parent.index < count);
  const uint32_t *row = pack_next (states, state);
  hash_reserve (&states->table, count, hash_of_state, states);
  uint32_t *slot = hash_first (&states->table, hash_row (states, row));
  for (; *slot != HASH_FREE; slot = hash_next (&states->table, slot))
    if (memcmp (row_of (states, *slot), row, states->words * sizeof *row) == 0)
      break;
  *is_new = *slot == HASH_FREE;
  if (!*is_new)
    return (state_id){ *slot };
  *vec_push (states->arena, &states->links) = *link;
  *vec_push (states->arena, &states->relied) = 0;
  states->rows.count += states->words;
  *slot = count;
  return (state_id){ count };
}
