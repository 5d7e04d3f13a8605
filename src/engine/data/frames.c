/* frames.c -- see frames.h. */
#include <config.h>

#include "engine/data/frames.h"

#include <assert.h>
#include <string.h>
#include <xxhash.h>

void
frames_init (struct frames *frames, const struct data_model *model, struct arena *arena)
{
  *frames = (struct frames){ .model = model, .arena = arena };
  hash_table_init (&frames->table, arena);
  /* The two stacks without a frame, which are not in the table. */
  for (uint32_t stack = 0; stack <= FRAMES_WRONG; stack++)
    {
      *vec_push (arena, &frames->starts) = 0;
      *vec_push (arena, &frames->depth) = 0;
    }
  *vec_push (arena, &frames->starts) = 0;
}

struct actor
actor_new (const struct frames *frames, struct arena *arena)
{
  size_t slots = frames->model->most_slots;
  return (struct actor){ FRAMES_NOWHERE, FRAMES_ENDED,
                         arena_calloc (arena, slots + 1, sizeof (int64_t)) };
}

/* The slots of the body that SYMBOL is in. */
static const struct ir_slot *
slots_of (const struct frames *frames, uint32_t symbol)
{
  const struct data_model *model = frames->model;
  assert (symbol < pds_symbol_count (model->pds));
  return &model->flow->slots.at[model->first_slot[model->node[symbol]]];
}

static bool
is_wide (const struct ir_slot *slot)
{
  return slot->type.width > 32 || slot->type.width == 0;
}

/* ---- Packing. ---- */

static uint32_t
count_frames (const struct frames *frames)
{
  return frames->starts.count - 1;
}

static uint32_t
hash_words (const uint32_t *words, uint32_t count)
{
  return (uint32_t) XXH3_64bits (words, count * sizeof *words);
}

static uint32_t
hash_of_frame (const void *context, uint32_t entry)
{
  const struct frames *frames = context;
  uint32_t stack = entry + FRAMES_WRONG + 1, start = frames->starts.at[stack];
  return hash_words (&frames->words.at[start], frames->starts.at[stack + 1] - start);
}

/* The number of the stack whose words stand at the end of the table, unfinished. */
static uint32_t
intern (struct frames *frames, uint32_t start, uint32_t count, uint32_t depth)
{
  uint32_t entries = count_frames (frames) - FRAMES_WRONG - 1;
  hash_reserve (&frames->table, entries, hash_of_frame, frames);
  const uint32_t *words = &frames->words.at[start];
  uint32_t *slot = hash_first (&frames->table, hash_words (words, count));
  for (; *slot != HASH_FREE; slot = hash_next (&frames->table, slot))
    {
      uint32_t stack = *slot + FRAMES_WRONG + 1, other = frames->starts.at[stack];
      if (frames->starts.at[stack + 1] - other == count
          && memcmp (&frames->words.at[other], words, count * sizeof *words) == 0)
        {
          frames->words.count = start;
          return stack;
        }
    }
  *vec_push (frames->arena, &frames->depth) = depth;
  *vec_push (frames->arena, &frames->starts) = frames->words.count;
  *slot = entries;
  return entries + FRAMES_WRONG + 1;
}

/* A frame at SYMBOL with the slots of LIST, on BELOW. */
static uint32_t
push (struct frames *frames, uint32_t symbol, const struct slot_list *list,
      const int64_t *slots, uint32_t below, uint32_t depth)
{
  struct arena *arena = frames->arena;
  uint32_t start = frames->words.count;
  assert (start == frames->starts.at[frames->starts.count - 1]);
  vec_reserve (arena, &frames->words, (uint64_t) start + 2 + 2 * (uint64_t) list->count);
  *vec_push (arena, &frames->words) = below;
  *vec_push (arena, &frames->words) = symbol;
  const struct ir_slot *kinds = list->count > 0 ? slots_of (frames, symbol) : NULL;
  for (uint32_t i = 0; i < list->count; i++)
    {
      uint32_t slot = frames->model->liveness.slots.at[list->first + i];
      uint64_t value = (uint64_t) slots[slot];
      *vec_push (arena, &frames->words) = (uint32_t) value;
      if (is_wide (&kinds[slot]))
        *vec_push (arena, &frames->words) = (uint32_t) (value >> 32);
    }
  return intern (frames, start, frames->words.count - start, depth);
}

/* Unpack the frame of STACK, with the slots of LIST. */
static void
unpack (const struct frames *frames, uint32_t stack, const struct slot_list *list,
        struct actor *actor)
{
  const uint32_t *words = &frames->words.at[frames->starts.at[stack]];
  assert (stack > FRAMES_WRONG && words[0] < stack);
  actor->below = words[0];
  actor->symbol = words[1];
  words += 2;
  const struct ir_slot *kinds = list->count > 0 ? slots_of (frames, actor->symbol) : NULL;
  for (uint32_t i = 0; i < list->count; i++)
    {
      uint32_t slot = frames->model->liveness.slots.at[list->first + i];
      uint64_t value = *words++;
      if (is_wide (&kinds[slot]))
        value |= (uint64_t) *words++ << 32;
      actor->slots[slot] = ir_cut (kinds[slot].type, (int64_t) value);
    }
}

void
frames_load (const struct frames *frames, uint32_t stack, struct actor *actor)
{
  assert (stack < count_frames (frames));
  actor->symbol = FRAMES_NOWHERE;
  actor->below = stack;
  if (stack <= FRAMES_WRONG)
    return;
  uint32_t node = frames->model->node[frames_symbol (frames, stack)];
  unpack (frames, stack, &frames->model->liveness.live[node], actor);
}

uint32_t
frames_store (struct frames *frames, const struct actor *actor)
{
  if (actor->symbol == FRAMES_NOWHERE)
    {
      assert (actor->below <= FRAMES_WRONG);
      return actor->below;
    }
  uint32_t node = frames->model->node[actor->symbol];
  return push (frames, actor->symbol, &frames->model->liveness.live[node], actor->slots,
               actor->below, frames_depth (frames, actor->below));
}

/* ---- Calls. ---- */

void
frames_call (struct frames *frames, struct actor *actor, uint32_t callee)
{
  const struct data_model *model = frames->model;
  uint32_t node = model->node[actor->symbol];
  uint32_t rule = pds_rules_of (model->pds, (pds_symbol){ actor->symbol }).begin;
  uint32_t under = model->pds->rules.at[rule].under.index;
  assert (model->flow->nodes.at[node].op == IR_CALL);
  uint32_t depth
    = frames_depth (frames, actor->below) + model->control->is_recursive[under];
  actor->below = push (frames, actor->symbol, &model->liveness.kept[node], actor->slots,
                       actor->below, depth);
  actor->symbol = callee;
  memset (actor->slots, 0, model->most_slots * sizeof *actor->slots);
}

void
frames_return (const struct frames *frames, struct actor *actor)
{
  uint32_t stack = actor->below;
  assert (stack != FRAMES_WRONG);
  actor->symbol = FRAMES_NOWHERE;
  if (stack == FRAMES_ENDED)
    return;
  uint32_t node = frames->model->node[frames_symbol (frames, stack)];
  unpack (frames, stack, &frames->model->liveness.kept[node], actor);
}
