/* frames.c -- see frames.h. */
#include <config.h>

#include "engine/steps/frames.h"

#include <assert.h>
#include <string.h>
#include <xxhash.h>

/* A bit in the word of a frame: its symbol is that of a call whose result is awaited. */
#define AWAITED ((uint32_t) 1 << 31)

void
frames_init (struct frames *frames, const struct program *program, struct arena *arena)
{
  *frames = (struct frames){ .program = program, .arena = arena };
  assert (pds_symbol_count (program->pds) < AWAITED);
  pairmap_init (&frames->stacks, arena);
  hash_table_init (&frames->table, arena);
  *vec_push (arena, &frames->starts) = 0;
  for (uint32_t stack = 0; stack <= FRAMES_WRONG; stack++)
    *vec_push (arena, &frames->depth) = 0;
}

/* ---- Actors. ---- */

static size_t
size_of_slots (const struct frames *frames)
{
  const struct data_model *data = frames->program->data;
  return data ? data->most_slots * sizeof (int64_t) : 0;
}

struct actor
actor_new (const struct frames *frames, struct arena *arena)
{
  struct actor actor = { FRAMES_NOWHERE, FRAMES_ENDED, NULL };
  if (frames->program->data)
    actor.slots = arena_calloc (arena, size_of_slots (frames) + 1, 1);
  return actor;
}

void
actor_copy (const struct frames *frames, struct actor *to, const struct actor *from)
{
  to->symbol = from->symbol;
  to->below = from->below;
  if (from->slots)
    memcpy (to->slots, from->slots, size_of_slots (frames));
}

static void
clear_slots (const struct frames *frames, struct actor *actor)
{
  if (actor->slots)
    memset (actor->slots, 0, size_of_slots (frames));
}

void
frames_enter (const struct frames *frames, uint32_t process, struct actor *actor)
{
  const struct program *program = frames->program;
  assert (process < program->count);
  actor->symbol
    = program->pds->processes.at[program->processes[process].index].entry.index;
  actor->below = FRAMES_ENDED;
  clear_slots (frames, actor);
}

/* ---- Frames with values. ---- */

/* The slots that a frame with the word SYMBOL keeps. */
static struct slot_list
list_slots (const struct data_model *data, uint32_t symbol)
{
  uint32_t node = data->node[symbol & ~AWAITED];
  return symbol & AWAITED ? data->liveness.kept[node] : data->liveness.live[node];
}

/* The slots of the body to which a frame with the word SYMBOL belongs. */
static const struct ir_slot *
slots_of (const struct data_model *data, uint32_t symbol)
{
  return &data->flow->slots.at[data->first_slot[data->node[symbol & ~AWAITED]]];
}

static bool
is_wide (const struct ir_slot *slot)
{
  return slot->type.width > 32 || slot->type.width == 0;
}

static uint32_t
hash_words (const uint32_t *words, uint32_t count)
{
  return (uint32_t) XXH3_64bits (words, count * sizeof *words);
}

static uint32_t
hash_of_frame (const void *context, uint32_t frame)
{
  const struct frames *frames = context;
  uint32_t start = frames->starts.at[frame];
  return hash_words (&frames->words.at[start], frames->starts.at[frame + 1] - start);
}

/* The number of the frame whose words are at the end of the table, from START on. */
static uint32_t
intern_frame (struct frames *frames, uint32_t start)
{
  uint32_t count = frames->words.count - start, known = frames->starts.count - 1;
  hash_reserve (&frames->table, known, hash_of_frame, frames);
  const uint32_t *words = &frames->words.at[start];
  uint32_t *slot = hash_first (&frames->table, hash_words (words, count));
  for (; *slot != HASH_FREE; slot = hash_next (&frames->table, slot))
    {
      uint32_t other = frames->starts.at[*slot];
      if (frames->starts.at[*slot + 1] - other == count
          && memcmp (&frames->words.at[other], words, count * sizeof *words) == 0)
        {
          frames->words.count = start;
          return *slot;
        }
    }
  *vec_push (frames->arena, &frames->starts) = frames->words.count;
  return *slot = known;
}

/* The number of the frame with the word SYMBOL, and values from SLOTS. */
static uint32_t
pack_frame (struct frames *frames, uint32_t symbol, const int64_t *slots)
{
  struct arena *arena = frames->arena;
  const struct data_model *data = frames->program->data;
  struct slot_list list = list_slots (data, symbol);
  uint32_t start = frames->words.count;
  assert (start == frames->starts.at[frames->starts.count - 1]);
  vec_reserve (arena, &frames->words, (uint64_t) start + 1 + 2 * (uint64_t) list.count);
  *vec_push (arena, &frames->words) = symbol;
  const struct ir_slot *kinds = slots_of (data, symbol);
  for (uint32_t i = 0; i < list.count; i++)
    {
      uint32_t slot = data->liveness.slots.at[list.first + i];
      uint64_t value = (uint64_t) slots[slot];
      *vec_push (arena, &frames->words) = (uint32_t) value;
      if (is_wide (&kinds[slot]))
        *vec_push (arena, &frames->words) = (uint32_t) (value >> 32);
    }
  return intern_frame (frames, start);
}

/* Unpack FRAME into ACTOR. */
static void
unpack_frame (const struct frames *frames, uint32_t frame, struct actor *actor)
{
  const struct data_model *data = frames->program->data;
  const uint32_t *words = &frames->words.at[frames->starts.at[frame]];
  actor->symbol = *words++;
  struct slot_list list = list_slots (data, actor->symbol);
  const struct ir_slot *kinds = slots_of (data, actor->symbol);
  for (uint32_t i = 0; i < list.count; i++)
    {
      uint32_t slot = data->liveness.slots.at[list.first + i];
      uint64_t value = *words++;
      if (is_wide (&kinds[slot]))
        value |= (uint64_t) *words++ << 32;
      actor->slots[slot] = ir_cut (kinds[slot].type, (int64_t) value);
    }
}

/* ---- Stacks. ---- */

/* Where a frame with the word SYMBOL goes on once its callee returns. */
static uint32_t
symbol_after (const struct frames *frames, uint32_t symbol)
{
  const struct pds *pds = frames->program->pds;
  if (!(symbol & AWAITED))
    return symbol;
  pds_symbol call = { symbol & ~AWAITED };
  return pds->rules.at[pds_rules_of (pds, call).begin].under.index;
}

/* The stack of a frame with the word SYMBOL, and values from SLOTS, on BELOW. */
static uint32_t
push (struct frames *frames, uint32_t symbol, const int64_t *slots, uint32_t below)
{
  const struct program *program = frames->program;
  uint32_t top = program->data ? pack_frame (frames, symbol, slots) : symbol;
  uint32_t stack = pairmap_number (&frames->stacks, top, below) + FRAMES_WRONG + 1;
  assert (below < stack && stack <= frames->depth.count);
  if (stack == frames->depth.count)
    *vec_push (frames->arena, &frames->depth)
      = frames_depth (frames, below)
        + program->control->is_recursive[symbol_after (frames, symbol)];
  return stack;
}

void
frames_load (const struct frames *frames, uint32_t stack, struct actor *actor)
{
  actor->symbol = FRAMES_NOWHERE;
  actor->below = stack;
  if (stack <= FRAMES_WRONG)
    return;
  const struct pairmap_entry *entry
    = &frames->stacks.entries.at[stack - FRAMES_WRONG - 1];
  actor->below = entry->second;
  actor->symbol = entry->first;
  if (frames->program->data)
    unpack_frame (frames, entry->first, actor);
}

uint32_t
frames_store (struct frames *frames, const struct actor *actor)
{
  assert (actor->symbol != FRAMES_NOWHERE || actor->below <= FRAMES_WRONG);
  return actor->symbol == FRAMES_NOWHERE
           ? actor->below
           : push (frames, actor->symbol, actor->slots, actor->below);
}

/* ---- Calls. ---- */

void
frames_call (struct frames *frames, struct actor *actor, const struct pds_rule *rule)
{
  const struct data_model *data = frames->program->data;
  assert (pds_rule_is_call (rule));
  bool awaits = data && data_model_node (data, actor->symbol)->slot != IR_NO_SLOT;
  uint32_t symbol = awaits ? actor->symbol | AWAITED : rule->under.index;
  actor->below = push (frames, symbol, actor->slots, actor->below);
  actor->symbol = rule->to.index;
  clear_slots (frames, actor);
}

uint32_t
frames_return (const struct frames *frames, struct actor *actor)
{
  assert (actor->below != FRAMES_WRONG);
  frames_load (frames, actor->below, actor);
  uint32_t symbol = actor->symbol;
  if (symbol == FRAMES_NOWHERE || !(symbol & AWAITED))
    return FRAMES_NOWHERE;
  actor->symbol = symbol_after (frames, symbol);
  return symbol & ~AWAITED;
}
