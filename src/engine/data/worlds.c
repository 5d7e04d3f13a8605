/* worlds.c -- see worlds.h. */
#include <config.h>

#include "engine/data/worlds.h"

#include <assert.h>
#include <string.h>
#include <xxhash.h>

#define DONE_BITS 6 /* PA_SIZE_LIMIT is 63 */
#define PHASE_BITS 2
#define LIFE_BITS 3
#define FIRST_STACK_BITS 16

/* List the cells that are part of a state. */
static void
list_cells (struct worlds *worlds)
{
  const struct data_model *model = worlds->model;
  for (uint32_t c = 0; c < worlds->cells; c++)
    {
      uint32_t field = model->field_of[c];
      struct ir_type type = model->flow->model->fields.at[field].type;
      if (model->liveness.matters[field])
        *vec_push (worlds->arena, &worlds->kept)
          = (struct world_cell){ c, type.is_bool ? 1 : type.width, type };
    }
}

static void
set_words (struct worlds *worlds)
{
  uint64_t bits = DONE_BITS + PHASE_BITS + 2 * (uint64_t) worlds->process_bits;
  bits += (uint64_t) worlds->processes * worlds->stack_bits;
  bits += (uint64_t) worlds->locks * worlds->process_bits;
  bits += worlds->lives ? (uint64_t) LIFE_BITS * worlds->processes : 0;
  for (uint32_t c = 0; c < worlds->kept.count; c++)
    bits += worlds->kept.at[c].bits;
  uint64_t words = (bits + 31) / 32;
  if (words > UINT32_MAX / 64)
    quota_exhaust (worlds->arena->quota, QUOTA_MEMORY);
  worlds->words = (uint32_t) words;
}

void
worlds_init (struct worlds *worlds, const struct data_model *model, struct arena *arena)
{
  const struct pds *pds = model->pds;
  *worlds = (struct worlds){ .model = model,
                             .arena = arena,
                             .processes = pds->processes.count,
                             .locks = model->locks.count,
                             .cells = model->cells,
                             .lives = pds->life_cycles,
                             .process_bits = 1,
                             .stack_bits = FIRST_STACK_BITS };
  assert (worlds->processes < UINT32_MAX / 2);
  while (worlds->processes >> worlds->process_bits)
    worlds->process_bits++;
  worlds->size = worlds->cells * sizeof (int64_t)
                 + ((size_t) worlds->processes + worlds->locks) * sizeof (uint32_t)
                 + (worlds->lives ? worlds->processes : 0);
  list_cells (worlds);
  set_words (worlds);
  hash_table_init (&worlds->table, arena);
}

struct world
world_new (const struct worlds *worlds, struct arena *arena)
{
  struct world world = { .parts = arena_calloc (arena, worlds->size + 1, 1) };
  world.cells = world.parts;
  world.stacks = (uint32_t *) (void *) (world.cells + worlds->cells);
  world.owners = world.stacks + worlds->processes;
  if (worlds->lives)
    world.lives = (uint8_t *) (world.owners + worlds->locks);
  return world;
}

void
world_copy (const struct worlds *worlds, struct world *to, const struct world *from)
{
  to->done = from->done;
  to->phase = from->phase;
  to->runner = from->runner;
  to->midst = from->midst;
  memcpy (to->parts, from->parts, worlds->size);
}

/* ---- Rows. ---- */

/* A stream of bits in a row. */
struct stream
{
  uint32_t *word;
  uint64_t bits; /* not yet in the row, or not yet read */
  uint32_t count;
};

static inline void
put (struct stream *stream, uint64_t value, uint32_t width)
{
  assert (width <= 32 && stream->count < 32);
  stream->bits |= (value & (((uint64_t) 1 << width) - 1)) << stream->count;
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

static void
put_cell (struct stream *stream, int64_t value, uint32_t width)
{
  uint32_t low = width < 32 ? width : 32;
  put (stream, (uint64_t) value, low);
  put (stream, (uint64_t) value >> 32, width - low);
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
pack (const struct worlds *worlds, const struct world *world, uint32_t *row)
{
  struct stream stream = { row, 0, 0 };
  assert (world->runner <= worlds->processes && world->midst <= worlds->processes);
  put (&stream, world->done, DONE_BITS);
  put (&stream, world->phase, PHASE_BITS);
  put (&stream, world->runner, worlds->process_bits);
  put (&stream, world->midst, worlds->process_bits);
  for (uint32_t p = 0; p < worlds->processes; p++)
    put (&stream, world->stacks[p], worlds->stack_bits);
  for (uint32_t l = 0; l < worlds->locks; l++)
    put (&stream, world->owners[l], worlds->process_bits);
  for (uint32_t p = 0; worlds->lives && p < worlds->processes; p++)
    put (&stream, world->lives[p], LIFE_BITS);
  for (uint32_t c = 0; c < worlds->kept.count; c++)
    put_cell (&stream, world->cells[worlds->kept.at[c].cell], worlds->kept.at[c].bits);
  if (stream.count > 0)
    *stream.word++ = (uint32_t) stream.bits;
  assert (stream.word == row + worlds->words);
}

static void
unpack (const struct worlds *worlds, uint32_t *row, struct world *world)
{
  struct stream stream = { row, 0, 0 };
  world->done = get (&stream, DONE_BITS);
  world->phase = get (&stream, PHASE_BITS);
  world->runner = get (&stream, worlds->process_bits);
  world->midst = get (&stream, worlds->process_bits);
  for (uint32_t p = 0; p < worlds->processes; p++)
    world->stacks[p] = get (&stream, worlds->stack_bits);
  for (uint32_t l = 0; l < worlds->locks; l++)
    world->owners[l] = get (&stream, worlds->process_bits);
  for (uint32_t p = 0; worlds->lives && p < worlds->processes; p++)
    world->lives[p] = (uint8_t) get (&stream, LIFE_BITS);
  for (uint32_t c = 0; c < worlds->kept.count; c++)
    world->cells[worlds->kept.at[c].cell]
      = get_cell (&stream, worlds->kept.at[c].bits, worlds->kept.at[c].type);
}

static uint32_t *
row_of (const struct worlds *worlds, uint32_t id)
{
  return &worlds->rows.at[(size_t) id * worlds->words];
}

void
worlds_load (const struct worlds *worlds, world_id id, struct world *world)
{
  assert (id.index < worlds_count (worlds));
  unpack (worlds, row_of (worlds, id.index), world);
}

/* ---- Interning. ---- */

static uint32_t
hash_row (const struct worlds *worlds, const uint32_t *row)
{
  return (uint32_t) XXH3_64bits (row, worlds->words * sizeof *row);
}

static uint32_t
hash_of_world (const void *context, uint32_t id)
{
  const struct worlds *worlds = context;
  return hash_row (worlds, row_of (worlds, id));
}

/* The numbers of stacks need 32 bits: pack all rows anew. */
static void
widen (struct worlds *worlds)
{
  struct worlds old = *worlds;
  struct world world = world_new (worlds, worlds->arena);
  assert (worlds->stack_bits < 32);
  worlds->stack_bits = 32;
  set_words (worlds);
  memset (&worlds->rows, 0, sizeof worlds->rows);
  vec_reserve (worlds->arena, &worlds->rows,
               ((uint64_t) worlds_count (worlds) + 1) * worlds->words);
  for (uint32_t id = 0; id < worlds_count (worlds); id++)
    {
      quota_work (worlds->arena->quota, worlds->words);
      unpack (&old, row_of (&old, id), &world);
      pack (worlds, &world, row_of (worlds, id));
    }
  worlds->rows.count = worlds_count (worlds) * worlds->words;
  hash_enlarge (&worlds->table, worlds_count (worlds), hash_of_world, worlds);
}

/* Pack WORLD behind the last row. */
static uint32_t *
pack_next (struct worlds *worlds, const struct world *world)
{
  for (uint32_t p = 0; worlds->stack_bits < 32 && p < worlds->processes; p++)
    if (world->stacks[p] >> worlds->stack_bits)
      widen (worlds);
  vec_reserve (worlds->arena, &worlds->rows,
               (uint64_t) worlds->rows.count + worlds->words);
  uint32_t *row = &worlds->rows.at[worlds->rows.count];
  pack (worlds, world, row);
  return row;
}

world_id
worlds_intern (struct worlds *worlds, const struct world *world,
               const struct world_link *link, bool *is_new)
{
  uint32_t count = worlds_count (worlds);
  assert (link->parent.index == WORLD_NONE.index || link->parent.index < count);
  const uint32_t *row = pack_next (worlds, world);
  hash_reserve (&worlds->table, count, hash_of_world, worlds);
  uint32_t *slot = hash_first (&worlds->table, hash_row (worlds, row));
  for (; *slot != HASH_FREE; slot = hash_next (&worlds->table, slot))
    if (memcmp (row_of (worlds, *slot), row, worlds->words * sizeof *row) == 0)
      break;
  *is_new = *slot == HASH_FREE;
  if (!*is_new)
    return (world_id){ *slot };
  *vec_push (worlds->arena, &worlds->links) = *link;
  *vec_push (worlds->arena, &worlds->relied) = 0;
  worlds->rows.count += worlds->words;
  *slot = count;
  return (world_id){ count };
}
