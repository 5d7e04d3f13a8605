/* scenarios.c -- see scenarios.h. */
#include <config.h>

#include "jvm/scenarios.h"

#include <assert.h>
#include <string.h>

/* Calls of a prefix, at most. */
#define DEEPEST 3

/* How many children of the root come before the first ones of its children. */
#define HEAD_START 6

void
scenarios_init (struct scenarios *all, const char *steps, struct arena *arena)
{
  *all = (struct scenarios){ .arena = arena };
  while (*steps)
    {
      assert (*steps == '\t');
      size_t length = strcspn (steps + 1, "\t");
      *vec_push (arena, &all->steps) = arena_copy (arena, steps + 1, length);
      steps += 1 + length;
    }
}

static uint32_t
find_node (const struct scenarios *all, uint32_t variant, const char *calls)
{
  for (uint32_t i = 0; i < all->nodes.count; i++)
    if (all->nodes.at[i].variant == variant
        && strcmp (all->nodes.at[i].calls, calls) == 0)
      return i;
  return UINT32_MAX;
}

/* A new node, or UINT32_MAX: it is there. */
static uint32_t
add_node (struct scenarios *all, uint32_t variant, uint32_t depth, const char *calls)
{
  assert (variant < SCENARIO_VARIANTS && depth <= DEEPEST);
  if (find_node (all, variant, calls) != UINT32_MAX)
    return UINT32_MAX;
  *vec_push (all->arena, &all->nodes)
    = (struct scenario){ .calls = calls, .variant = variant, .depth = depth };
  return all->nodes.count - 1;
}

static bool
may_grow (const struct scenarios *all, uint32_t number)
{
  const struct scenario *node = &all->nodes.at[number];
  return node->kind == SCENARIO_DRIVEN && node->depth < DEEPEST
         && node->children < all->steps.count + (node->depth > 0);
}

/* The next child of node NUMBER: its last call once more, then each other one. */
static uint32_t
grow (struct scenarios *all, uint32_t number)
{
  const struct scenario *parent = &all->nodes.at[number];
  uint32_t child = all->nodes.at[number].children++;
  assert (parent->kind == SCENARIO_DRIVEN && parent->depth < DEEPEST);
  const char *last = strrchr (parent->calls, '\t');
  const char *call = !last        ? all->steps.at[child]
                     : child == 0 ? last + 1
                                  : all->steps.at[child - 1];
  return add_node (all, parent->variant, parent->depth + 1,
                   arena_format (all->arena, "%s\t%s", parent->calls, call));
}

/* Of the nodes that may have more children the one whose turn it is: of VARIANT, or of a
   SCORE. */
static uint32_t
choose_parent (const struct scenarios *all, uint32_t variant, uint32_t score)
{
  uint32_t best = UINT32_MAX, least = UINT32_MAX;
  for (uint32_t i = 0; i < all->nodes.count; i++)
    {
      const struct scenario *node = &all->nodes.at[i];
      uint32_t cost = node->children + HEAD_START * node->depth * node->depth;
      if (may_grow (all, i) && (variant == UINT32_MAX || node->variant == variant)
          && (score == UINT32_MAX || node->score == score) && cost < least)
        {
          best = i;
          least = cost;
        }
    }
  return best;
}

/* The next one of VARIANT: the empty prefix, or longer ones. */
static uint32_t
next_of_variant (struct scenarios *all, uint32_t variant)
{
  uint32_t number = add_node (all, variant, 0, "");
  while (number == UINT32_MAX)
    {
      uint32_t parent = choose_parent (all, variant, UINT32_MAX);
      if (parent == UINT32_MAX)
        return UINT32_MAX;
      number = grow (all, parent);
    }
  return number;
}

/* What got farthest, if it got farther than others: with other arguments, or made longer.
 */
static uint32_t
next_of_best (struct scenarios *all)
{
  uint32_t lowest = UINT32_MAX, highest = 0;
  for (uint32_t i = 0; i < all->nodes.count; i++)
    if (all->nodes.at[i].kind == SCENARIO_DRIVEN)
      {
        uint32_t score = all->nodes.at[i].score;
        lowest = score < lowest ? score : lowest;
        highest = score > highest ? score : highest;
      }
  if (lowest >= highest)
    return UINT32_MAX;
  for (uint32_t i = 0, count = all->nodes.count; i < count; i++)
    for (uint32_t v = 0; v < SCENARIO_VARIANTS; v++)
      {
        const struct scenario *node = &all->nodes.at[i];
        if (node->kind != SCENARIO_DRIVEN || node->score < highest)
          continue;
        uint32_t number = add_node (all, v, node->depth, node->calls);
        if (number != UINT32_MAX)
          return number;
      }
  for (uint32_t parent;
       (parent = choose_parent (all, UINT32_MAX, highest)) != UINT32_MAX;)
    {
      uint32_t number = grow (all, parent);
      if (number != UINT32_MAX)
        return number;
    }
  return UINT32_MAX;
}

uint32_t
scenarios_next (struct scenarios *all)
{
  /* Later variants begin later. */
  static const uint8_t first[] = { 0, 0, 1, 0, 1, 2, 0, 1, 2, 3 };
  uint32_t number = UINT32_MAX, turn = all->turn++;
  if (turn >= sizeof first && turn % 2 == 1)
    number = next_of_best (all);
  for (uint32_t i = 0; i < SCENARIO_VARIANTS && number == UINT32_MAX; i++)
    number = next_of_variant (all, turn < sizeof first && i == 0
                                     ? first[turn]
                                     : (turn / 2 + i) % SCENARIO_VARIANTS);
  for (uint32_t i = 0; i < all->nodes.count && number == UINT32_MAX; i++)
    if (all->nodes.at[i].kind == SCENARIO_TWIN)
      number = i;
  assert (number == UINT32_MAX || number < all->nodes.count);
  return number;
}

bool
scenarios_note_state (struct scenarios *all, uint32_t number, uint64_t state)
{
  struct scenario *node = &all->nodes.at[number];
  assert (number < all->nodes.count);
  node->state = state;
  if (node->kind == SCENARIO_TWIN)
    return true;
  for (uint32_t i = 0; i < number; i++)
    if (all->nodes.at[i].variant == node->variant && all->nodes.at[i].state == state
        && all->nodes.at[i].kind == SCENARIO_DRIVEN)
      {
        node->kind = SCENARIO_TWIN;
        return false;
      }
  return true;
}

void
scenarios_note_score (struct scenarios *all, uint32_t number, uint32_t score)
{
  struct scenario *node = &all->nodes.at[number];
  assert (number < all->nodes.count);
  node->score = score;
  node->kind = node->kind == SCENARIO_TWIN ? SCENARIO_BARREN : SCENARIO_DRIVEN;
}

void
scenarios_note_refusal (struct scenarios *all, uint32_t number)
{
  assert (number < all->nodes.count);
  all->nodes.at[number].kind = SCENARIO_BARREN;
}

void
scenarios_rewind (struct scenarios *all)
{
  for (uint32_t i = 0; i < all->nodes.count; i++)
    all->nodes.at[i].again = false;
}

uint32_t
scenarios_again (struct scenarios *all, uint32_t repeated)
{
  uint32_t best = UINT32_MAX;
  for (uint32_t i = 0; i < all->nodes.count; i++)
    {
      const struct scenario *node = &all->nodes.at[i];
      if (node->kind == SCENARIO_DRIVEN && !node->again
          && (best == UINT32_MAX
              || (repeated % 2 == 1 && node->score > all->nodes.at[best].score)))
        best = i;
    }
  if (best != UINT32_MAX)
    all->nodes.at[best].again = true;
  assert (best == UINT32_MAX || best < all->nodes.count);
  return best;
}
