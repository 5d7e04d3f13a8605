/* access_ways.c -- see access_ways.h.
 *
 * A node of the search is a symbol with two bits: the way has not gone INTO a
 * procedure yet and may still go OUT of its own; and it has passed a place to wait.
 * A node with more bits can do all that one with fewer can, so the latter is not
 * searched once the former was met.
 */
#include <config.h>

#include "engine/direct/access_ways.h"

#include <assert.h>

#include "base/log.h"

enum
{
  MAY_LEAVE = 1,
  HAS_WAITED = 2,
  BITS = 4,
};

struct node
{
  uint32_t symbol;
  uint32_t parent; /* into nodes, or WAYS_NONE */
  struct way_edge edge;
  uint32_t bits;
};

struct searcher
{
  struct fans *fans;
  const struct access_ways_terms *terms;
  uint32_t fan;
  struct arena *scratch;
  uint8_t *met;  /* by symbol: the sets of bits that it was met with */
  uint32_t open; /* wanted accesses to which no way is known */
  bool waited;   /* some node has waited */
  VEC (struct node) nodes;
};

void
fans_init (struct fans *fans, struct arena *arena)
{
  *fans = (struct fans){ .arena = arena };
  pairmap_init (&fans->found, arena);
  *vec_push (arena, &fans->starts) = 0;
}

/* Is a node with BITS, or with more, in the set MET of sets of bits? */
static bool
is_met (uint8_t met, uint32_t bits)
{
  static const uint8_t above[BITS] = { 0xF, 0xA, 0xC, 0x8 };
  assert (bits < BITS);
  return met & above[bits];
}

/* May the thread wait at SYMBOL?  A thread that need not wait may, anywhere. */
static bool
may_wait (const struct access_ways_terms *terms, pds_symbol symbol)
{
  return !terms->waits || terms->waits[symbol.index];
}

static void
meet (struct searcher *s, pds_symbol symbol, uint32_t parent, struct way_edge edge,
      uint32_t bits)
{
  if (may_wait (s->terms, symbol))
    bits |= HAS_WAITED;
  if (is_met (s->met[symbol.index], bits))
    return;
  s->met[symbol.index] |= (uint8_t) (1 << bits);
  s->waited |= bits & HAS_WAITED;
  *vec_push (s->scratch, &s->nodes) = (struct node){ symbol.index, parent, edge, bits };
}

/* ---- Ways found. ---- */

static uint32_t
length_of (const struct searcher *s, uint32_t node)
{
  uint32_t length = 0;
  for (uint32_t n = node; n != WAYS_NONE; n = s->nodes.at[n].parent)
    length++;
  return length;
}

/* Keep the way to NODE. */
static uint32_t
keep_way (struct searcher *s, uint32_t node)
{
  struct fans *fans = s->fans;
  uint32_t length = length_of (s, node), end = fans->edges.count + length;
  assert (length > 0 && fans->starts.at[fans->starts.count - 1] == fans->edges.count);
  vec_reserve (fans->arena, &fans->edges, end);
  fans->edges.count = end;
  for (uint32_t n = node; n != WAYS_NONE; n = s->nodes.at[n].parent)
    fans->edges.at[--end] = s->nodes.at[n].edge;
  assert (fans->edges.at[end].kind == WAY_STEP); /* the first access */
  *vec_push (fans->arena, &fans->starts) = fans->edges.count;
  return fans->starts.count - 2;
}

/* ACTION can be done at NODE: keep the way there, if it is the first one. */
static void
note_access (struct searcher *s, uint32_t node, uint32_t action)
{
  if (!(s->nodes.at[node].bits & HAS_WAITED))
    return;
  uint32_t *known = pairmap_at (&s->fans->found, s->fan, action);
  if (*known != PAIRMAP_FREE)
    return;
  *known = keep_way (s, node);
  assert (s->open > 0);
  s->open--;
}

/* ---- The search. ---- */

/* Go from NODE, whose symbol can return, to where its callers go on. */
static void
leave (struct searcher *s, uint32_t node, uint32_t bits)
{
  const struct ways *unit = s->terms->unit;
  const struct survey *survey = unit->survey;
  uint32_t entry = s->terms->everywhere->entry[s->nodes.at[node].symbol];
  if (entry == WAYS_NONE)
    return;
  for (uint32_t b = survey->first_back[entry]; b < survey->first_back[entry + 1]; b++)
    {
      const struct survey_back *back = &survey->back[b];
      if (back->way != SURVEY_CALLEE
          || s->terms->reach->rank[back->from.index] == WAYS_NONE)
        continue;
      struct way_edge edge
        = { back->from.index, back->rule & (WAYS_RULES_LIMIT - 1), WAY_OUT };
      meet (s, unit->pds->rules.at[back->rule].under, node, edge, bits);
    }
}

static void
go_on (struct searcher *s, uint32_t node)
{
  const struct ways *unit = s->terms->unit;
  const struct pds *pds = unit->pds;
  uint32_t symbol = s->nodes.at[node].symbol, bits = s->nodes.at[node].bits;
  assert (bits < BITS && is_met (s->met[symbol], bits));
  struct pds_range rules = pds_rules_of (pds, (pds_symbol){ symbol });
  for (uint32_t r = rules.begin; r < rules.end; r++)
    {
      const struct pds_rule *rule = &pds->rules.at[r];
      struct way_edge edge = { symbol, r & (WAYS_RULES_LIMIT - 1), WAY_STEP };
      if (pds_rule_is_return (rule))
        {
          if (bits & MAY_LEAVE)
            leave (s, node, bits);
          continue;
        }
      if (s->fans && s->terms->wanted[rule->action.index])
        note_access (s, node, rule->action.index);
      if (ways_bar (unit, rule))
        continue;
      if (!pds_rule_is_call (rule))
        {
          meet (s, rule->to, node, edge, bits);
          continue;
        }
      edge.kind = WAY_OVER;
      /* Where the procedure begins, its caller's locks are held: if the thread may
         wait anywhere in it, then there. */
      uint32_t after = may_wait (s->terms, rule->to) ? bits | HAS_WAITED : bits;
      if (ways_return (unit, rule->to))
        meet (s, rule->under, node, edge, after);
      edge.kind = WAY_INTO;
      meet (s, rule->to, node, edge, bits & ~(uint32_t) MAY_LEAVE);
    }
}

/* May the thread wait at the entry of the procedure of PLACE?  Where it may not, it
   may wait nowhere in the procedure, and has to return first. */
static bool
is_near (const struct searcher *s, pds_symbol place)
{
  uint32_t entry = s->terms->everywhere->entry[place.index];
  return entry == WAYS_NONE || may_wait (s->terms, (pds_symbol){ entry });
}

/* The search begins after ACTION: at those of its places that are NEAR a place to wait,
   or at the others. */
static void
start_after (struct searcher *s, uint32_t action, bool near)
{
  const struct access_ways_terms *terms = s->terms;
  const struct pds *pds = terms->unit->pds;
  const struct survey_action *places = survey_find_action (terms->body, action);
  for (uint32_t i = 0; places && i < places->count; i++)
    {
      pds_symbol place = terms->body->places[places->first + i];
      struct pds_range rules = pds_rules_of (pds, place);
      if (terms->reach->rank[place.index] == WAYS_NONE || is_near (s, place) != near)
        continue;
      for (uint32_t r = rules.begin; r < rules.end; r++)
        if (pds->rules.at[r].action.index == action)
          {
            struct way_edge edge = { place.index, r & (WAYS_RULES_LIMIT - 1), WAY_STEP };
            meet (s, pds->rules.at[r].to, WAYS_NONE, edge, MAY_LEAVE);
          }
    }
}

static struct searcher
new_search (const struct access_ways_terms *terms, struct arena *scratch)
{
  size_t symbols = pds_symbol_count (terms->unit->pds);
  assert (terms->everywhere->entry && terms->reach);
  return (struct searcher){ .terms = terms,
                            .scratch = scratch,
                            .met = arena_calloc (scratch, symbols + 1, 1) };
}

bool
access_ways_may_wait (const struct access_ways_terms *terms, struct arena *scratch)
{
  struct searcher s = new_search (terms, scratch);
  for (uint32_t i = 0; i < terms->body->actions.count && !s.waited; i++)
    if (terms->wanted[terms->body->actions.at[i].action])
      {
        start_after (&s, terms->body->actions.at[i].action, true);
        start_after (&s, terms->body->actions.at[i].action, false);
      }
  for (uint32_t n = 0; n < s.nodes.count && !s.waited; n++)
    {
      quota_tick (scratch->quota);
      go_on (&s, n);
    }
  return s.waited;
}

void
fans_search (struct fans *fans, uint32_t fan, const struct access_ways_terms *terms,
             const uint32_t *actions, uint32_t count, struct arena *scratch)
{
  struct searcher s = new_search (terms, scratch);
  s.fans = fans;
  s.fan = fan;
  s.open = terms->wanted_count;
  uint32_t n = 0;
  for (int near = 1; near >= 0; near--)
    {
      for (uint32_t i = 0; i < count && s.open > 0; i++)
        start_after (&s, actions[i], near);
      for (; n < s.nodes.count && s.open > 0; n++)
        {
          quota_tick (scratch->quota);
          go_on (&s, n);
        }
    }
  LOG (2, "ways from an access: %u nodes, %u wanted accesses have none",
       (unsigned) s.nodes.count, (unsigned) s.open);
}

struct access_ways_way
fans_find (const struct fans *fans, uint32_t fan, const uint32_t *actions, uint32_t count)
{
  struct access_ways_way best = { NULL, 0, 0 };
  for (uint32_t i = 0; i < count; i++)
    {
      uint32_t way = pairmap_get (&fans->found, fan, actions[i]);
      if (way == PAIRMAP_FREE)
        continue;
      uint32_t first = fans->starts.at[way], length = fans->starts.at[way + 1] - first;
      assert (length > 0);
      if (!best.edges || length < best.count)
        best = (struct access_ways_way){ fans->edges.at + first, length, actions[i] };
    }
  return best;
}
