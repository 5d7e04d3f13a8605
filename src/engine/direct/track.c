/* track.c -- see track.h. */
#include <config.h>

#include "engine/direct/track.h"

#include <assert.h>

/* Longer tracks are none: a witness has to be written down. */
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

/* By RULE; a call is passed as a whole. */
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

/* By the edges of a tree from START to SYMBOL; EDGE by symbol. */
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
  uint32_t entry = WAYS_NONE; /* of the procedure entered last; none: that of the process */
  for (uint32_t i = count; i-- > 0;)
    {
      if (edges[i].kind != WAY_OUT && i > 0)
        continue;
      /* All symbols of a procedure have its entry, or it is none of lowering's. */
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

bool
track_rest (struct track *track, const struct ways *ways,
            const struct ways_nearest *nearest, const bool *waits)
{
  while (!track->failed && track->top.index != PDS_NO_SYMBOL.index
         && !waits[track->top.index])
    {
      uint32_t symbol = track->top.index;
      if (nearest->rule[symbol] != WAYS_NONE)
        pass (track, ways, nearest->rule[symbol]);
      else if (ways->exits.rule[symbol] == WAYS_NONE)
        return false;
      else if (track->below.count == 0)
        use (track, ways->pds, ways->exits.rule[symbol]);
      else
        leave_to (track, ways, track->below.count - 1);
    }
  return !track->failed;
}
