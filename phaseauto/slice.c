/* slice.c -- see slice.h.
 *
 *   1. Which symbols are alive: can they do, now or later, something that the
 *      query notices?  Backwards from these actions.  A call of a procedure that
 *      is not alive is a skip if the procedure returns, and otherwise a dead end.
 *   2. Contract what skips connect (strongly connected components of the skip
 *      edges), then symbols whose only way on is a skip.
 *   3. Number the symbols that are left, from the entry on.
 *
 * Cost: linear in the symbols that the process reaches.
 */
#include <config.h>

#include "phaseauto/slice.h"

#include <assert.h>
#include <string.h>

#include "base/log.h"
#include "base/scc.h"
#include "phaseauto/reduction.h"
#include "phaseauto/sample.h"

#define NONE UINT32_MAX

struct builder
{
  struct body_slice *slice;
  const struct slice_query *query;
  const struct pds *pds;
  const struct survey *survey;
  struct arena *arena;
  const pds_symbol *symbols; /* by node: what the process reaches, or the sample */
  uint32_t nodes;
  struct worklist alive;         /* nodes: something that is noticed can still happen */
  VEC (struct slice_edge) edges; /* between nodes in place of symbols */
  uint32_t *first_edge;          /* by node, and the end */
  uint32_t *group;               /* by node: its component */
  uint32_t groups;
  uint32_t *first_member; /* by group: a node */
  uint32_t *next_member;  /* by node: another node of its group, or NONE */
  uint32_t *alias;        /* by group: the group that replaces it, or itself */
  uint32_t *number;       /* by group: the symbol of the slice */
  VEC (uint32_t) order;   /* groups by number */
};

/* ---- Live symbols. ---- */

/* The lock that ACTION operates, if it matters. */
static lock_number
lock_of (const struct builder *b, uint32_t action)
{
  const struct pds_action_info *info = &b->pds->actions.at[action];
  return pds_action_is_operation (info)
           ? b->query->locks->number[pds_action_lock (info).index]
           : LOCK_NUMBER_NONE;
}

static enum slice_kind
kind_of (const struct builder *b, uint32_t action)
{
  const struct slice_class *class = &b->query->classes[action];
  if (!lock_number_equal (lock_of (b, action), LOCK_NUMBER_NONE))
    return b->pds->actions.at[action].op == PDS_ACQUIRE ? SLICE_ACQUIRE : SLICE_RELEASE;
  return class->step || class->forbidden ? SLICE_WATCHED : SLICE_SKIP;
}

/* Number the nodes in tables of the survey: new tables for each slice would cost more
   than a small slice. */
static void
number_nodes (struct builder *b)
{
  struct survey_scratch *scratch = &b->query->survey->scratch;
  scratch->round++;
  assert (scratch->round > 0);
  for (uint32_t n = 0; n < b->nodes; n++)
    {
      scratch->round_of[b->symbols[n].index] = scratch->round;
      scratch->number[b->symbols[n].index] = n;
    }
}

/* The node of SYMBOL, or NONE. */
static uint32_t
node_of (const struct builder *b, uint32_t symbol)
{
  const struct survey_scratch *scratch = &b->survey->scratch;
  return scratch->round_of[symbol] == scratch->round ? scratch->number[symbol] : NONE;
}

/* Does RULE lead out of the sample?  What happens there is not known. */
static bool
leaves_sample (const struct builder *b, const struct pds_rule *rule)
{
  if (pds_rule_is_return (rule))
    return false;
  return node_of (b, rule->to.index) == NONE
         || (pds_rule_is_call (rule) && b->survey->returns[rule->to.index]
             && node_of (b, rule->under.index) == NONE);
}

static void
find_alive (struct builder *b)
{
  worklist_init (&b->alive, b->nodes, b->arena);
  bool all = !(b->query->reductions & REDUCTION_SLICING);
  for (uint32_t n = 0; n < b->nodes; n++)
    {
      struct pds_range rules = pds_rules_of (b->pds, b->symbols[n]);
      quota_work (b->arena->quota, 1);
      bool here = all;
      for (uint32_t r = rules.begin; r < rules.end && !here; r++)
        {
          const struct pds_rule *rule = &b->pds->rules.at[r];
          here = kind_of (b, rule->action.index) != SLICE_SKIP || leaves_sample (b, rule);
        }
      if (here)
        worklist_add (&b->alive, n);
    }
  for (uint32_t n; worklist_take (&b->alive, &n);)
    {
      quota_work (b->arena->quota, 1);
      assert (n < b->nodes && worklist_has_met (&b->alive, n));
      uint32_t s = b->symbols[n].index;
      for (uint32_t k = b->survey->first_back[s]; k < b->survey->first_back[s + 1]; k++)
        {
          const struct survey_back *back = &b->survey->back[k];
          uint32_t from = node_of (b, back->from.index);
          uint32_t callee = b->pds->rules.at[back->rule].to.index;
          bool leads_here = back->way != SURVEY_UNDER || b->survey->returns[callee];
          if (from != NONE && leads_here)
            worklist_add (&b->alive, from);
        }
    }
}

/* ---- The graph. ---- */

static void
add_edge (struct builder *b, enum slice_kind kind, uint32_t to, uint32_t under,
          uint32_t action)
{
  assert (kind == SLICE_RETURN || to < b->nodes);
  *vec_push (b->arena, &b->edges)
    = (struct slice_edge){ kind, to, under, lock_of (b, action), action };
}

static void
add_rule_edge (struct builder *b, const struct pds_rule *rule)
{
  uint32_t skip = 0; /* the action of calls and returns */
  assert (b->pds->actions.at[skip].op == PDS_SKIP);
  if (pds_rule_is_return (rule))
    {
      add_edge (b, SLICE_RETURN, NONE, NONE, skip);
      return;
    }
  if (leaves_sample (b, rule))
    {
      assert (b->query->sample);
      return;
    }
  uint32_t to = node_of (b, rule->to.index);
  if (!pds_rule_is_call (rule))
    {
      add_edge (b, kind_of (b, rule->action.index), to, NONE, rule->action.index);
      return;
    }
  uint32_t under = node_of (b, rule->under.index);
  bool returns = b->survey->returns[rule->to.index];
  if (worklist_has_met (&b->alive, to))
    /* If the call never returns, the symbol under it is never seen. */
    add_edge (b, SLICE_CALL, to, returns ? under : to, skip);
  else if (returns)
    add_edge (b, SLICE_SKIP, under, NONE, skip);
}

static void
build_graph (struct builder *b)
{
  b->first_edge = arena_alloc (b->arena, (b->nodes + (size_t) 1) * sizeof *b->first_edge);
  for (uint32_t n = 0; n < b->nodes; n++)
    {
      b->first_edge[n] = b->edges.count;
      quota_work (b->arena->quota, 1);
      struct pds_range rules = pds_rules_of (b->pds, b->symbols[n]);
      for (uint32_t r = rules.begin; r < rules.end; r++)
        add_rule_edge (b, &b->pds->rules.at[r]);
    }
  b->first_edge[b->nodes] = b->edges.count;
}

/* ---- Contraction. ---- */

static uint32_t
next_skip (const void *context, uint32_t node, uint32_t *position)
{
  const struct builder *b = context;
  for (uint32_t e = b->first_edge[node] + *position; e < b->first_edge[node + 1]; e++)
    {
      ++*position;
      if (b->edges.at[e].kind == SLICE_SKIP)
        return b->edges.at[e].to;
    }
  return SCC_NONE;
}

/* A skip edge between groups leads to the smaller number. */
static void
group_by_skips (struct builder *b)
{
  struct scc scc;
  scc_init (&scc, b->arena, b->nodes, next_skip, b);
  scc_all (&scc);
  b->group = scc.of;
  b->groups = scc.count;
}

/* List the members of each group in the order of the nodes. */
static void
list_members (struct builder *b)
{
  b->first_member = arena_alloc (b->arena, b->groups * sizeof *b->first_member + 1);
  b->next_member = arena_alloc (b->arena, b->nodes * sizeof *b->next_member + 1);
  memset (b->first_member, 0xFF, b->groups * sizeof *b->first_member);
  for (uint32_t n = b->nodes; n-- > 0;)
    {
      assert (b->group[n] < b->groups);
      b->next_member[n] = b->first_member[b->group[n]];
      b->first_member[b->group[n]] = n;
    }
}

/* The group that replaces GROUP: itself, unless its only way on is a skip.  The
   groups that skips lead to come before it, and so their aliases are known. */
static uint32_t
alias_of (const struct builder *b, uint32_t group)
{
  uint32_t target = NONE;
  for (uint32_t n = b->first_member[group]; n != NONE; n = b->next_member[n])
    for (uint32_t e = b->first_edge[n]; e < b->first_edge[n + 1]; e++)
      {
        const struct slice_edge *edge = &b->edges.at[e];
        if (edge->kind != SLICE_SKIP)
          return group;
        uint32_t to = b->group[edge->to];
        if (to == group)
          continue;
        assert (to < group);
        if (target != NONE && target != b->alias[to])
          return group;
        target = b->alias[to];
      }
  return target == NONE ? group : target;
}

static void
contract (struct builder *b)
{
  bool slicing = b->query->reductions & REDUCTION_SLICING;
  if (slicing)
    group_by_skips (b);
  else
    {
      b->group = arena_alloc (b->arena, (b->nodes + (size_t) 1) * sizeof *b->group);
      for (; b->groups < b->nodes; b->groups++)
        b->group[b->groups] = b->groups;
    }
  assert (b->groups <= b->nodes);
  list_members (b);
  b->alias = arena_alloc (b->arena, (b->groups + (size_t) 1) * sizeof *b->alias);
  for (uint32_t g = 0; g < b->groups; g++)
    b->alias[g] = slicing ? alias_of (b, g) : g;
}

/* ---- The result. ---- */

/* The symbol of the slice that NODE belongs to: a new one, if there is none. */
static uint32_t
symbol_of (struct builder *b, uint32_t node)
{
  assert (node < b->nodes);
  uint32_t group = b->alias[b->group[node]];
  assert (b->alias[group] == group);
  if (b->number[group] == NONE)
    {
      b->number[group] = b->order.count;
      *vec_push (b->arena, &b->order) = group;
    }
  return b->number[group];
}

/* EDGE, between nodes, leaves symbol FROM. */
static void
store_edge (struct builder *b, uint32_t from, struct slice_edge edge)
{
  static_assert (SLICE_NO_SYMBOL == NONE, "no node, no symbol");
  assert ((edge.to == NONE) == (edge.kind == SLICE_RETURN));
  assert ((edge.under == NONE) == (edge.kind != SLICE_CALL));
  if (edge.to != NONE)
    edge.to = symbol_of (b, edge.to);
  if (edge.under != NONE)
    edge.under = symbol_of (b, edge.under);
  if (edge.kind != SLICE_SKIP || edge.to != from)
    *vec_push (b->arena, &b->slice->edges) = edge;
}

/* Breadth first from the entry: numbering a group puts it into the queue. */
static void
store_groups (struct builder *b)
{
  b->number = arena_alloc (b->arena, (b->groups + (size_t) 1) * sizeof *b->number);
  memset (b->number, 0xFF, (b->groups + (size_t) 1) * sizeof *b->number);
  VEC (uint32_t) first = VEC_EMPTY;
  const struct sample *sample = b->query->sample;
  for (uint32_t i = 0; sample && i < sample->starts.count; i++)
    symbol_of (b, node_of (b, sample->starts.at[i].index));
  if (!sample)
    symbol_of (b, node_of (b, b->query->entry.index));
  b->slice->starts = b->order.count;
  assert (b->slice->starts > 0 || sample);
  for (uint32_t i = 0; i < b->order.count; i++)
    {
      uint32_t g = b->order.at[i];
      *vec_push (b->arena, &first) = b->slice->edges.count;
      quota_work (b->arena->quota, 1);
      for (uint32_t n = b->first_member[g]; n != NONE; n = b->next_member[n])
        for (uint32_t e = b->first_edge[n]; e < b->first_edge[n + 1]; e++)
          store_edge (b, i, b->edges.at[e]);
    }
  *vec_push (b->arena, &first) = b->slice->edges.count;
  b->slice->first_edge = first.at;
  b->slice->symbols = b->order.count;
  b->slice->origins = arena_alloc (b->arena, b->order.count * sizeof *b->slice->origins);
  for (uint32_t i = 0; i < b->order.count; i++)
    b->slice->origins[i] = b->symbols[b->first_member[b->order.at[i]]];
}

const char *
slice_process_name (const struct pds *pds, body_id body)
{
  for (uint32_t p = 0; p < pds->processes.count; p++)
    if (body_equal (pds->processes.at[p].body, body))
      return pds->processes.at[p].name;
  return "?";
}

bool
slice_is_unlocked (const struct survey *survey, const struct lock_numbers *locks,
                   pds_symbol symbol)
{
  const struct idsets *idsets = survey->pds->idsets;
  idset held = survey->held[symbol.index];
  IDSET_EACH (l, idsets, held)
    if (lock_numbers_has (locks, (lock_id){ l }))
      return false;
  return true;
}

void
slice_build (struct body_slice *slice, const struct slice_query *query,
             struct arena *arena)
{
  assert (query->survey && query->classes && query->locks);
  assert (query->body.index < query->survey->bodies);
  assert (query->entry.index < pds_symbol_count (query->survey->pds));
  memset (slice, 0, sizeof *slice);
  struct builder b = { .slice = slice,
                       .query = query,
                       .arena = arena,
                       .survey = query->survey,
                       .pds = query->survey->pds };
  const struct survey_body *reach
    = survey_reach (query->survey, query->body, query->entry);
  b.symbols = query->sample ? query->sample->symbols.at : reach->symbols.at;
  b.nodes = query->sample ? query->sample->symbols.count : reach->symbols.count;
  number_nodes (&b);
  find_alive (&b);
  build_graph (&b);
  contract (&b);
  store_groups (&b);
  assert (slice->starts <= slice->symbols && slice->symbols <= b.groups);
  LOG (2, "%s%s: %u symbols and %u edges, sliced to %u and %u",
       slice_process_name (b.pds, query->body), query->sample ? ", a sample" : "",
       (unsigned) b.nodes, (unsigned) b.edges.count, (unsigned) slice->symbols,
       (unsigned) slice->edges.count);
}
