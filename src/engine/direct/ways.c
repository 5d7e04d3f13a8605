/* ways.c -- see ways.h.
 *
 * Shortest ways out of procedures, backwards from the returns: Dijkstra's algorithm, with
 * Knuth's generalisation for calls,
 *
 *     cost (s) = 1 + cost (t)             s -> t
 *     cost (s) = 1 + cost (e) + cost (u)  s -> e u
 *     cost (s) = 1                        s ->
 *
 * A cost is larger than those that it is made of, so the smallest one that is open is
 * final [Knuth1977].
 * Ways forwards are breadth first, by edges.
 */
#include <config.h>

#include "engine/direct/ways.h"

#include <assert.h>
#include <string.h>

#include "base/binary_heap.h"
#include "base/log.h"

/* The longest run of a way: it can be exponentially longer than the program. */
#define COST_LIMIT ((uint32_t) 1 << 21)

/* ---- Shortest ways. ---- */

struct solver
{
  const struct ways *ways;
  struct ways_exits *exits;
  bool *final; /* by symbol */
  struct arena *arena;
  struct binary_heap heap; /* symbols, the cheapest first, then the first */
};

static void
offer (struct solver *s, uint32_t symbol, uint64_t cost, uint32_t rule)
{
  if (cost >= s->exits->cost[symbol] || cost > COST_LIMIT)
    return;
  assert (!s->final[symbol]);
  s->exits->cost[symbol] = (uint32_t) cost;
  s->exits->rule[symbol] = rule;
  heap_add (&s->heap, s->arena,
            (struct heap_item){ .key = cost, .tie = symbol, .value = symbol });
}

/* The cost of SYMBOL is final: update what leads there. */
static void
relax (struct solver *s, uint32_t symbol)
{
  assert (s->final[symbol]);
  const struct survey *survey = s->ways->survey;
  const struct pds *pds = s->ways->pds;
  const uint32_t *cost = s->exits->cost;
  for (uint32_t b = survey->first_back[symbol]; b < survey->first_back[symbol + 1]; b++)
    {
      const struct survey_back *back = &survey->back[b];
      const struct pds_rule *rule = &pds->rules.at[back->rule];
      uint64_t on = 1 + (uint64_t) cost[symbol];
      if (ways_bar (s->ways, rule))
        continue;
      if (back->way == SURVEY_STEP)
        offer (s, back->from.index, on, back->rule);
      else if (back->way == SURVEY_UNDER && s->final[rule->to.index])
        offer (s, back->from.index, on + cost[rule->to.index], back->rule);
      else if (back->way == SURVEY_CALLEE && s->final[rule->under.index])
        offer (s, back->from.index, on + cost[rule->under.index], back->rule);
    }
}

static void
solve (struct solver *s)
{
  while (s->heap.items.count > 0)
    {
      struct heap_item item = heap_take (&s->heap);
      uint32_t symbol = item.value;
      if (s->final[symbol])
        continue;
      assert (item.key == s->exits->cost[symbol]);
      s->final[symbol] = true;
      quota_tick (s->arena->quota);
      relax (s, symbol);
    }
}

static bool
calls_anything (const struct pds *pds)
{
  for (uint32_t r = 0; r < pds->rules.count; r++)
    if (pds_rule_is_call (&pds->rules.at[r]))
      return true;
  return false;
}

static void
find_exits (struct ways *ways)
{
  const struct pds *pds = ways->pds;
  size_t symbols = pds_symbol_count (pds) + (size_t) 1;
  struct ways_exits *exits = &ways->exits;
  exits->rule = arena_alloc (ways->arena, symbols * sizeof *exits->rule);
  exits->cost = arena_alloc (ways->arena, symbols * sizeof *exits->cost);
  memset (exits->rule, 0xFF, symbols * sizeof *exits->rule);
  memset (exits->cost, 0xFF, symbols * sizeof *exits->cost);
  if (!calls_anything (pds))
    return;
  struct solver s = { .ways = ways, .exits = exits, .arena = ways->arena };
  s.final = arena_calloc (ways->arena, symbols, sizeof *s.final);
  for (uint32_t i = 0; i < pds_symbol_count (pds); i++)
    {
      struct pds_range rules = pds_rules_of (pds, (pds_symbol){ i });
      for (uint32_t r = rules.begin; r < rules.end; r++)
        if (pds_rule_is_return (&pds->rules.at[r]))
          offer (&s, i, 1, r);
    }
  solve (&s);
}

struct ways *
ways_new (const struct survey *survey, const bool *barred, struct arena *arena)
{
  struct ways *ways = arena_calloc (arena, 1, sizeof *ways);
  assert (!barred[0] && survey->pds->rules.count < WAYS_RULES_LIMIT);
  ways->survey = survey;
  ways->pds = survey->pds;
  ways->arena = arena;
  ways->barred = barred;
  ways->reach = arena_calloc (arena, survey->bodies + (size_t) 1, sizeof *ways->reach);
  find_exits (ways);
  return ways;
}

/* ---- Trees. ---- */

/* A walk from a start, breadth first. */
struct walk
{
  const struct ways *ways;
  struct way_edge *edge; /* by symbol */
  uint32_t *mark;        /* by symbol: WAYS_NONE if it was not met */
  VEC (uint32_t) queue;
};

static void
meet (struct walk *walk, pds_symbol symbol, struct way_edge edge, uint32_t mark)
{
  assert (mark != WAYS_NONE); /* that would mean: not met */
  if (walk->mark[symbol.index] != WAYS_NONE)
    return;
  walk->mark[symbol.index] = mark;
  walk->edge[symbol.index] = edge;
  *vec_push (walk->ways->arena, &walk->queue) = symbol.index;
}

/* Walk from SYMBOL along each edge.  MARK: the mark of symbols met, or WAYS_NONE for
   their place in the queue. */
static void
walk_on (struct walk *walk, uint32_t symbol, bool into, uint32_t mark)
{
  const struct ways *ways = walk->ways;
  struct pds_range rules = pds_rules_of (ways->pds, (pds_symbol){ symbol });
  assert (walk->mark[symbol] != WAYS_NONE);
  for (uint32_t r = rules.begin; r < rules.end; r++)
    {
      const struct pds_rule *rule = &ways->pds->rules.at[r];
      struct way_edge edge = { symbol, r & (WAYS_RULES_LIMIT - 1), WAY_STEP };
      if (pds_rule_is_return (rule) || ways_bar (ways, rule))
        continue;
      if (!pds_rule_is_call (rule))
        {
          meet (walk, rule->to, edge, mark != WAYS_NONE ? mark : walk->queue.count);
          continue;
        }
      edge.kind = WAY_OVER;
      if (ways_return (ways, rule->to))
        meet (walk, rule->under, edge, mark != WAYS_NONE ? mark : walk->queue.count);
      edge.kind = WAY_INTO;
      if (into)
        meet (walk, rule->to, edge, mark != WAYS_NONE ? mark : walk->queue.count);
    }
}

const struct ways_tree *
ways_reach (struct ways *ways, body_id body, pds_symbol entry)
{
  assert (body.index < ways->survey->bodies);
  struct ways_tree **known = &ways->reach[body.index];
  if (*known)
    {
      assert ((*known)->start.index == entry.index);
      return *known;
    }
  size_t symbols = pds_symbol_count (ways->pds) + (size_t) 1;
  struct ways_tree *tree = arena_alloc (ways->arena, sizeof *tree);
  tree->start = entry;
  tree->edge = arena_alloc (ways->arena, symbols * sizeof *tree->edge);
  tree->rank = arena_alloc (ways->arena, symbols * sizeof *tree->rank);
  memset (tree->rank, 0xFF, symbols * sizeof *tree->rank);
  struct walk walk = { ways, tree->edge, tree->rank, VEC_EMPTY };
  meet (&walk, entry, (struct way_edge){ WAYS_NONE, 0, WAY_STEP }, 0);
  for (uint32_t i = 0; i < walk.queue.count; i++)
    {
      quota_tick (ways->arena->quota);
      walk_on (&walk, walk.queue.at[i], true, WAYS_NONE);
    }
  LOG (2, "ways of a body: %u symbols", (unsigned) walk.queue.count);
  return *known = tree;
}

void
ways_need_levels (struct ways *ways)
{
  const struct pds *pds = ways->pds;
  if (ways->entry)
    return;
  size_t symbols = pds_symbol_count (pds) + (size_t) 1;
  uint32_t *entry = arena_alloc (ways->arena, symbols * sizeof *entry);
  memset (entry, 0xFF, symbols * sizeof *entry);
  ways->level = arena_alloc (ways->arena, symbols * sizeof *ways->level);
  struct walk walk = { ways, ways->level, entry, VEC_EMPTY };
  uint32_t done = 0;
  for (uint32_t r = 0; r < pds->rules.count; r++)
    if (pds_rule_is_call (&pds->rules.at[r]))
      {
        pds_symbol start = pds->rules.at[r].to;
        meet (&walk, start, (struct way_edge){ WAYS_NONE, 0, WAY_STEP }, start.index);
        for (; done < walk.queue.count; done++)
          {
            quota_tick (ways->arena->quota);
            walk_on (&walk, walk.queue.at[done], false, start.index);
          }
      }
  ways->entry = entry;
}
