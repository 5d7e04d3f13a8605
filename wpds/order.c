/* order.c -- see order.h.
 *
 * One depth-first search over the symbols, states ignored.  A step reads its
 * symbol before its top; a push reads its symbol before UNDER, which belongs to
 * the same procedure, and TOP begins another one, whose symbols are collected
 * in a block of their own.  A block gets its ranks when the search leaves its
 * first symbol, before any block that calls it gets its ranks; only a recursive
 * call finds its callee unfinished and is ignored.
 *
 * Invariant at the head of the loop: the blocks of the symbols on the path, and no
 * others, are open, and the innermost is that of the last symbol.  Cost: linear in
 * symbols and rules.  The papers [Schwoon2002; Reps2005] leave the order open.
 */
#include <config.h>

#include "wpds/order.h"

#include <assert.h>

#define NONE UINT32_MAX

/* A symbol on the search path. */
struct frame
{
  uint32_t symbol;
  uint32_t next_rule;
  uint32_t block;     /* in which the symbol is collected; blocks are a stack too */
  bool under_is_next; /* TOP of next_rule was visited already */
};

struct search
{
  const struct wpds_system *system;
  struct arena *scratch;
  bool *visited;
  uint32_t *next; /* in the list of a block: reverse postorder */
  VEC (struct frame) path;
  VEC (uint32_t) blocks; /* the first symbol of each list */
  uint32_t *rank, *exit;
  uint32_t ranks;
};

static void
visit (struct search *search, wpds_symbol symbol, bool new_block)
{
  assert (symbol.index < search->system->symbols);
  if (search->visited[symbol.index])
    return;
  search->visited[symbol.index] = true;
  if (new_block)
    *vec_push (search->scratch, &search->blocks) = NONE;
  assert (search->blocks.count > 0);
  *vec_push (search->scratch, &search->path)
    = (struct frame){ symbol.index, search->system->first_rule[symbol.index],
                      search->blocks.count - 1, false };
}

static void
rank_block (struct search *search, uint32_t first)
{
  uint32_t size = 0;
  for (uint32_t s = first; s != NONE; s = search->next[s])
    size++;
  uint32_t place = 0;
  for (uint32_t s = first; s != NONE; s = search->next[s], place++)
    {
      search->rank[s] = search->ranks + place;
      search->exit[s] = search->ranks + size;
    }
  search->ranks += size + 1;
}

/* The symbol on top of the path is finished. */
static void
leave (struct search *search)
{
  struct frame frame = search->path.at[--search->path.count];
  uint32_t *list = &search->blocks.at[frame.block];
  search->next[frame.symbol] = *list;
  *list = frame.symbol;
  bool block_is_done = search->path.count == 0
                       || search->path.at[search->path.count - 1].block != frame.block;
  if (block_is_done)
    {
      rank_block (search, *list);
      search->blocks.count--;
    }
}

static void
search_from (struct search *search, uint32_t root)
{
  const struct wpds_system *system = search->system;
  visit (search, (wpds_symbol){ root }, true);
  while (search->path.count > 0)
    {
      struct frame *frame = &search->path.at[search->path.count - 1];
      assert (frame->block + 1 == search->blocks.count);
      if (frame->next_rule == system->first_rule[frame->symbol + 1])
        {
          leave (search);
          continue;
        }
      const struct wpds_rule *rule = &system->rules.at[frame->next_rule];
      if (wpds_rule_is_push (rule) && !frame->under_is_next)
        {
          frame->under_is_next = true;
          visit (search, rule->top, true);
          continue;
        }
      frame->under_is_next = false;
      frame->next_rule++;
      if (wpds_rule_is_push (rule))
        visit (search, rule->under, false);
      else if (!wpds_rule_is_pop (rule))
        visit (search, rule->top, false);
    }
  assert (search->blocks.count == 0);
}

uint32_t
wpds_order_symbols (const struct wpds_system *system, struct arena *scratch,
                    uint32_t *rank, uint32_t *exit)
{
  assert (system->first_rule);
  struct search search
    = { .system = system, .scratch = scratch, .rank = rank, .exit = exit };
  uint32_t symbols = system->symbols;
  search.visited = arena_calloc (scratch, symbols, sizeof (bool));
  search.next = arena_calloc (scratch, symbols, sizeof (uint32_t));
  /* Search first from symbols that no rule leads to, where programs begin; then from
     procedures not called from there; then from the symbols left, which form loops. */
  enum
  {
    REACHED = 1,
    ENTERED = 2
  };
  unsigned char *how = arena_calloc (scratch, symbols, 1);
  for (uint32_t r = 0; r < system->rules.count; r++)
    {
      const struct wpds_rule *rule = &system->rules.at[r];
      if (wpds_rule_is_push (rule))
        {
          how[rule->top.index] |= ENTERED;
          how[rule->under.index] |= REACHED;
        }
      else if (!wpds_rule_is_pop (rule) && rule->top.index != rule->read.index)
        how[rule->top.index] |= REACHED;
    }
  for (int pass = 0; pass < 3; pass++)
    for (uint32_t s = 0; s < symbols; s++)
      if (!search.visited[s] && (pass == 2 || how[s] == (pass == 0 ? 0 : ENTERED)))
        search_from (&search, s);
  assert (search.ranks <= 2 * (uint64_t) symbols);
  return search.ranks;
}
