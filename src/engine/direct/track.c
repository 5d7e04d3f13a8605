/* track.c -- see track.h. */
#include <config.h>

#include "engine/direct/track.h"

#include <assert.h>

/* The longest track: a witness has to be written down. */
#define TRACK_LIMIT ((uint32_t) 1 << 21)

void
track_init (struct track *track, pds_symbol entry, struct arena *arena)
{
  *track = (struct track){ .arena = arena, .top = entry, .waited = WAYS_NONE };
}

static void
look_around (struct track *track)
{
  if (track->waits && track->waited == WAYS_NONE
      && (track->top.index == PDS_NO_SYMBOL.index || track->waits[track->top.index]))
    track->waited = track->rules.count;
}

void
track_seek (struct track *track, const bool *waits)
{
  assert (!track->waits);
  track->waits = waits;
  look_around (track);
}

/* Use RULE, which is one of the top symbol. */
static void
use (struct track *track, const struct pds *pds, uint32_t rule)
{
  const struct pds_rule *info = &pds->rules.at[rule];
  assert (track->top.index != PDS_NO_SYMBOL.index);
  assert (pds_rules_of (pds, track->top).begin <= rule
          && rule < pds_rules_of (pds, track->top).end);
  quota_tick (track->arena->quota);
  *vec_push (track->arena, &track->rules) = rule;
  track->failed = track->rules.count > TRACK_LIMIT;
  if (pds_rule_is_call (info))
    *vec_push (track->arena, &track->below) = info->under;
  if (!pds_rule_is_return (info))
    track->top = info->to;
  else if (track->below.count > 0)
    track->top = track->below.at[--track->below.count];
  else
    track->top = PDS_NO_SYMBOL;
  look_around (track);
}

/* Return from procedures until DEPTH frames are below the top. */
static void
leave_to (struct track *track, const struct ways *ways, uint32_t depth)
{
  while (track->below.count > depth && !track->failed)
    {
      assert (ways->exits.rule[track->top.index] != WAYS_NONE);
      use (track, ways->pds, ways->exits.rule[track->top.index]);
    }
}

/* Go along RULE; over a call, to where it returns. */
static void
pass (struct track *track, const struct ways *ways, uint32_t rule)
{
  uint32_t depth = track->below.count;
  assert (!ways_bar (ways, &ways->pds->rules.at[rule]));
  use (track, ways->pds, rule);
  if (pds_rule_is_call (&ways->pds->rules.at[rule]))
    leave_to (track, ways, depth);
}

void
track_go (struct track *track, const struct ways *ways, struct way_edge edge)
{
  if (track->failed)
    return;
  if (edge.kind == WAY_OUT)
    {
      struct pds_range rules = pds_rules_of (ways->pds, track->top);
      uint32_t r = rules.begin;
      while (!pds_rule_is_return (&ways->pds->rules.at[r]))
        {
          r++;
          assert (r < rules.end);
        }
      use (track, ways->pds, r);
      assert (track->top.index == ways->pds->rules.at[edge.rule].under.index);
      return;
    }
  assert (track->top.index == edge.from);
  if (edge.kind == WAY_OVER)
    pass (track, ways, edge.rule);
  else
    use (track, ways->pds, edge.rule);
}

/* Go from START to SYMBOL by the edges of a tree, EDGE by symbol. */
static void
climb (struct track *track, const struct ways *ways, const struct way_edge *edge,
       uint32_t start, uint32_t symbol)
{
  VEC (struct way_edge) way = VEC_EMPTY;
  for (; symbol != start; symbol = edge[symbol].from)
    {
      assert (symbol != WAYS_NONE);
      *vec_push (track->arena, &way) = edge[symbol];
    }
  while (way.count > 0)
    track_go (track, ways, way.at[--way.count]);
}

void
track_reach (struct track *track, const struct ways *ways, const struct ways_tree *tree,
             uint32_t symbol)
{
  assert (track->rules.count == 0 && track->top.index == tree->start.index);
  assert (tree->rank[symbol] != WAYS_NONE);
  climb (track, ways, tree->edge, tree->start.index, symbol);
}

void
track_approach (struct track *track, const struct ways *everywhere,
                const struct ways_tree *tree, const struct way_edge *edges,
                uint32_t count)
{
  assert (count > 0 && edges[0].kind == WAY_STEP);
  uint32_t entry
    = WAYS_NONE; /* of the procedure entered last; WAYS_NONE: that of the process */
  for (uint32_t i = count; i-- > 0;)
    {
      if (edges[i].kind != WAY_OUT && i > 0)
        continue;
      /* All symbols of a procedure have its entry, if it was made by ir/project.c. */
      if (entry != WAYS_NONE && everywhere->entry[edges[i].from] != entry)
        track->failed = true;
      if (track->failed)
        return;
      if (entry == WAYS_NONE)
        track_reach (track, everywhere, tree, edges[i].from);
      else
        climb (track, everywhere, everywhere->level, entry, edges[i].from);
      if (i == 0)
        return;
      struct way_edge into = { edges[i].from, edges[i].rule, WAY_INTO };
      track_go (track, everywhere, into);
      entry = everywhere->pds->rules.at[into.rule].to.index;
      assert (track->failed || track->top.index == entry);
    }
}

/* The most symbols that a search within a procedure visits. */
#define NEAR 512

/* A search within a procedure. */
struct stroll
{
  const struct ways *ways;
  struct arena *arena;
  struct pairmap met;          /* (symbol, 0), numbered as they are met */
  VEC (struct way_edge) edges; /* by that number: the last one on the way there */
};

static void
stroll_to (struct stroll *stroll, pds_symbol symbol, struct way_edge edge)
{
  if (pairmap_number (&stroll->met, symbol.index, 0) == stroll->edges.count)
    *vec_push (stroll->arena, &stroll->edges) = edge;
}

static void
stroll_on (struct stroll *stroll, uint32_t symbol)
{
  const struct ways *ways = stroll->ways;
  struct pds_range rules = pds_rules_of (ways->pds, (pds_symbol){ symbol });
  for (uint32_t r = rules.begin; r < rules.end; r++)
    {
      const struct pds_rule *rule = &ways->pds->rules.at[r];
      struct way_edge edge = { symbol, r & (WAYS_RULES_LIMIT - 1), WAY_STEP };
      if (pds_rule_is_return (rule) || ways_bar (ways, rule))
        continue;
      edge.kind = pds_rule_is_call (rule) ? WAY_OVER : WAY_STEP;
      if (!pds_rule_is_call (rule))
        stroll_to (stroll, rule->to, edge);
      else if (ways_return (ways, rule->to))
        stroll_to (stroll, rule->under, edge);
    }
}

/* Go to a place of WAITS within the procedure; false, and no step, if none is near. */
static bool
rest_near (struct track *track, const struct ways *ways, const bool *waits)
{
  struct stroll stroll = { .ways = ways, .arena = track->arena };
  pairmap_init (&stroll.met, track->arena);
  stroll_to (&stroll, track->top, (struct way_edge){ WAYS_NONE, 0, WAY_STEP });
  uint32_t n = 0;
  while (n < stroll.edges.count && n < NEAR && !waits[stroll.met.entries.at[n].first])
    stroll_on (&stroll, stroll.met.entries.at[n++].first);
  if (n == stroll.edges.count || n == NEAR)
    return false;
  VEC (struct way_edge) way = VEC_EMPTY;
  for (; n > 0; n = pairmap_number (&stroll.met, stroll.edges.at[n].from, 0))
    *vec_push (track->arena, &way) = stroll.edges.at[n];
  while (way.count > 0)
    track_go (track, ways, way.at[--way.count]);
  return true;
}

bool
track_rest (struct track *track, const struct ways *ways, const bool *waits,
            const uint32_t *entry)
{
  while (!track->failed && track->top.index != PDS_NO_SYMBOL.index
         && !waits[track->top.index])
    {
      uint32_t symbol = track->top.index, start = entry[symbol];
      /* What is held where a procedure begins is held all through it. */
      bool near = start == WAYS_NONE || waits[start];
      if (near && rest_near (track, ways, waits))
        continue;
      if (track->below.count == 0 || ways->exits.rule[symbol] == WAYS_NONE)
        return false;
      leave_to (track, ways, track->below.count - 1);
    }
  return !track->failed;
}
