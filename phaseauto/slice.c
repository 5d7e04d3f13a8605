/* slice.c -- see slice.h.
 *
 *   1. Which symbols can do, now or later, something watched?  Backwards from
 *      the watched actions.  A call into a procedure that cannot and that
 *      returns is a skip; one that cannot and does not return is a dead end.
 *   2. Contract what skips connect (strongly connected components of the skip
 *      edges), then symbols whose only way on is a skip.
 *   3. Number what is left, from the entry on.
 *
 * Cost: linear in the symbols that the process reaches.
 */
#include <config.h>

#include "phaseauto/slice.h"

#include <assert.h>
#include <string.h>

#include "phaseauto/reduction.h"
#include "phaseauto/sample.h"

#define NONE UINT32_MAX

enum edge_kind
{
  EDGE_SKIP,
  EDGE_LOCK,    /* acquires or releases a lock of the query */
  EDGE_WATCHED, /* its class says more */
  EDGE_CALL,
  EDGE_RETURN,
};

struct edge
{
  enum edge_kind kind;
  uint32_t to, under;  /* nodes */
  uint32_t action;
};

struct builder
{
  struct slice *slice;
  const struct slice_query *query;
  const struct pds *pds;
  const struct survey *survey;
  struct arena *arena;
  const pds_symbol *symbols; /* that the process reaches, or of the sample */
  uint32_t nodes;          /* how many */
  bool *alive;             /* by node: something watched can still happen */
  VEC (struct edge) edges;
  uint32_t *first_edge;    /* by node, and the end */
  uint32_t *group;         /* by node: its component */
  uint32_t groups;
  uint32_t *first_member;  /* by group, and the end */
  uint32_t *members;       /* nodes */
  uint32_t *alias;         /* by group: the group it stands for */
  uint32_t *number;        /* by group: the symbol of the product */
  VEC (uint32_t) order;    /* groups by number */
};

/* ---- What is watched. ---- */

static bool
is_lock_operation (const struct builder *b, uint32_t action)
{
  const struct pds_action_info *info = &b->pds->actions.at[action];
  return (info->op == PDS_ACQUIRE || info->op == PDS_RELEASE)
         && b->query->locks[info->object] != SLICE_NO_LOCK;
}

static bool
is_watched (const struct builder *b, uint32_t action)
{
  const struct slice_class *class = &b->query->classes[action];
  return class->step || class->forbidden;
}

/* The tables are the survey's: making them anew for each slice would cost more
   than a small one. */
static void
number_nodes (struct builder *b)
{
  struct survey_scratch *scratch = &b->query->survey->scratch;
  scratch->round++;
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

/* Does RULE lead out of the sample?  Nobody knows what happens there. */
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
  VEC (uint32_t) work = VEC_EMPTY;
  b->alive = arena_calloc (b->arena, b->nodes + (size_t) 1, sizeof *b->alive);
  bool all = !(b->query->reductions & REDUCTION_SLICING);
  for (uint32_t n = 0; n < b->nodes; n++)
    {
      struct pds_range rules = pds_rules_of (b->pds, b->symbols[n]);
      bool here = all;
      for (uint32_t r = rules.begin; r < rules.end && !here; r++)
        {
          const struct pds_rule *rule = &b->pds->rules.at[r];
          uint32_t action = rule->action.index;
          here = is_lock_operation (b, action) || is_watched (b, action)
                 || leaves_sample (b, rule);
        }
      if (here)
        {
          b->alive[n] = true;
          *vec_push (b->arena, &work) = n;
        }
    }
  while (work.count > 0)
    {
      uint32_t n = work.at[--work.count];
      uint32_t s = b->symbols[n].index;
      for (uint32_t k = b->survey->first_back[s]; k < b->survey->first_back[s + 1]; k++)
        {
          const struct survey_back *back = &b->survey->back[k];
          uint32_t from = node_of (b, back->from.index);
          uint32_t callee = b->pds->rules.at[back->rule].to.index;
          bool leads_here = back->way != SURVEY_UNDER || b->survey->returns[callee];
          if (from != NONE && leads_here && !b->alive[from])
            {
              b->alive[from] = true;
              *vec_push (b->arena, &work) = from;
            }
        }
    }
}

/* ---- The graph. ---- */

static void
add_edge (struct builder *b, enum edge_kind kind, uint32_t to, uint32_t under,
          uint32_t action)
{
  *vec_push (b->arena, &b->edges) = (struct edge){ kind, to, under, action };
}

static void
add_rule_edge (struct builder *b, const struct pds_rule *rule)
{
  if (pds_rule_is_return (rule))
    {
      add_edge (b, EDGE_RETURN, NONE, NONE, 0);
      return;
    }
  uint32_t to = node_of (b, rule->to.index);
  if (leaves_sample (b, rule))
    {
      assert (b->query->sample);
      return;
    }
  if (pds_rule_is_call (rule))
    {
      uint32_t under = node_of (b, rule->under.index);
      bool returns = b->survey->returns[rule->to.index];
      if (b->alive[to])
        /* Where it never returns, what lies under it never shows. */
        add_edge (b, EDGE_CALL, to, returns ? under : to, 0);
      else if (returns)
        add_edge (b, EDGE_SKIP, under, NONE, 0);
      return;
    }
  uint32_t action = rule->action.index;
  enum edge_kind kind = is_lock_operation (b, action) ? EDGE_LOCK
                        : is_watched (b, action)      ? EDGE_WATCHED
                                                      : EDGE_SKIP;
  add_edge (b, kind, to, NONE, action);
}

static void
build_graph (struct builder *b)
{
  b->first_edge
    = arena_alloc (b->arena, (b->nodes + (size_t) 1) * sizeof *b->first_edge);
  for (uint32_t n = 0; n < b->nodes; n++)
    {
      b->first_edge[n] = b->edges.count;
      struct pds_range rules = pds_rules_of (b->pds, b->symbols[n]);
      for (uint32_t r = rules.begin; r < rules.end; r++)
        add_rule_edge (b, &b->pds->rules.at[r]);
    }
  b->first_edge[b->nodes] = b->edges.count;
}

/* ---- Contraction. ---- */

/* Every node a group of its own: what happens without slicing. */
static void
group_singly (struct builder *b)
{
  b->groups = b->nodes;
  for (uint32_t n = 0; n < b->nodes; n++)
    b->group[n] = n;
}

/* Tarjan's algorithm on the skip edges, with a stack of its own.  Groups are
   numbered in reverse topological order: a skip edge between groups leads to
   the smaller number. */
struct visit
{
  uint32_t node, next_edge;
};

static void
group_by_skips (struct builder *b)
{
  uint32_t *index = arena_calloc (b->arena, b->nodes + (size_t) 1, sizeof *index);
  uint32_t *low = arena_calloc (b->arena, b->nodes + (size_t) 1, sizeof *low);
  VEC (struct visit) visits = VEC_EMPTY;
  VEC (uint32_t) open = VEC_EMPTY;
  uint32_t count = 0;
  memset (b->group, 0xFF, b->nodes * sizeof *b->group);
  for (uint32_t root = 0; root < b->nodes; root++)
    {
      if (index[root])
        continue;
      *vec_push (b->arena, &visits) = (struct visit){ root, b->first_edge[root] };
      while (visits.count > 0)
        {
          struct visit *visit = &visits.at[visits.count - 1];
          uint32_t n = visit->node;
          if (!index[n])
            {
              index[n] = low[n] = ++count;
              *vec_push (b->arena, &open) = n;
            }
          if (visit->next_edge < b->first_edge[n + 1])
            {
              const struct edge *edge = &b->edges.at[visit->next_edge++];
              if (edge->kind != EDGE_SKIP)
                continue;
              if (!index[edge->to])
                *vec_push (b->arena, &visits)
                  = (struct visit){ edge->to, b->first_edge[edge->to] };
              else if (b->group[edge->to] == NONE && index[edge->to] < low[n])
                low[n] = index[edge->to];
              continue;
            }
          visits.count--;
          if (visits.count > 0)
            {
              uint32_t parent = visits.at[visits.count - 1].node;
              if (low[n] < low[parent])
                low[parent] = low[n];
            }
          if (low[n] == index[n])
            {
              uint32_t member;
              do
                b->group[member = open.at[--open.count]] = b->groups;
              while (member != n);
              b->groups++;
            }
        }
    }
}

static void
list_members (struct builder *b)
{
  b->first_member
    = arena_calloc (b->arena, b->groups + (size_t) 2, sizeof *b->first_member);
  b->members = arena_alloc (b->arena, b->nodes * sizeof *b->members + 1);
  uint32_t *start = b->first_member;
  for (uint32_t n = 0; n < b->nodes; n++)
    start[b->group[n] + 2]++;
  for (uint32_t g = 0; g < b->groups; g++)
    start[g + 2] += start[g + 1];
  for (uint32_t n = 0; n < b->nodes; n++)
    b->members[start[b->group[n] + 1]++] = n;
}

/* The group that a skip leads to for good. */
static uint32_t
final_group (const struct builder *b, uint32_t node)
{
  return b->alias[b->group[node]];
}

/* The group that GROUP stands for: itself, unless its edges are one skip. */
static uint32_t
alias_of (const struct builder *b, uint32_t group)
{
  uint32_t target = NONE;
  for (uint32_t m = b->first_member[group]; m < b->first_member[group + 1]; m++)
    {
      uint32_t n = b->members[m];
      for (uint32_t e = b->first_edge[n]; e < b->first_edge[n + 1]; e++)
        {
          const struct edge *edge = &b->edges.at[e];
          if (edge->kind != EDGE_SKIP)
            return group;
          uint32_t to = b->group[edge->to];
          if (to == group)
            continue;
          to = b->alias[to];
          if (target != NONE && target != to)
            return group;
          target = to;
        }
    }
  return target == NONE ? group : target;
}

static void
contract (struct builder *b)
{
  bool slicing = b->query->reductions & REDUCTION_SLICING;
  b->group = arena_alloc (b->arena, (b->nodes + (size_t) 1) * sizeof *b->group);
  if (slicing)
    group_by_skips (b);
  else
    group_singly (b);
  list_members (b);
  b->alias = arena_alloc (b->arena, (b->groups + (size_t) 1) * sizeof *b->alias);
  for (uint32_t g = 0; g < b->groups; g++)
    b->alias[g] = slicing ? alias_of (b, g) : g;
}

/* ---- What is left. ---- */

static void
number_group (struct builder *b, uint32_t group)
{
  if (b->number[group] != NONE)
    return;
  b->number[group] = b->order.count;
  *vec_push (b->arena, &b->order) = group;
}

static uint32_t
symbol_of (struct builder *b, uint32_t node)
{
  uint32_t group = final_group (b, node);
  number_group (b, group);
  return b->number[group];
}

static void
store_edge (struct builder *b, uint32_t from, const struct edge *edge)
{
  struct slice_edge stored = { .to = SLICE_NO_SYMBOL, .under = SLICE_NO_SYMBOL,
                               .lock = SLICE_NO_LOCK, .action = edge->action };
  if (edge->kind != EDGE_RETURN)
    stored.to = symbol_of (b, edge->to);
  switch (edge->kind)
    {
    case EDGE_SKIP:
      if (stored.to == from)
        return;
      stored.kind = SLICE_SKIP;
      break;
    case EDGE_LOCK:
      {
        const struct pds_action_info *info = &b->pds->actions.at[edge->action];
        stored.kind = info->op == PDS_ACQUIRE ? SLICE_ACQUIRE : SLICE_RELEASE;
        stored.lock = b->query->locks[info->object];
        break;
      }
    case EDGE_WATCHED:
      stored.kind = SLICE_WATCHED;
      break;
    case EDGE_CALL:
      stored.kind = SLICE_CALL;
      stored.under = symbol_of (b, edge->under);
      break;
    case EDGE_RETURN:
      stored.kind = SLICE_RETURN;
      break;
    }
  *vec_push (b->arena, &b->slice->edges) = stored;
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
    number_group (b, final_group (b, node_of (b, sample->starts.at[i].index)));
  if (!sample)
    number_group (b, final_group (b, node_of (b, b->query->entry.index)));
  b->slice->starts = b->order.count;
  for (uint32_t i = 0; i < b->order.count; i++)
    {
      uint32_t g = b->order.at[i];
      *vec_push (b->arena, &first) = b->slice->edges.count;
      for (uint32_t m = b->first_member[g]; m < b->first_member[g + 1]; m++)
        for (uint32_t e = b->first_edge[b->members[m]];
             e < b->first_edge[b->members[m] + 1]; e++)
          store_edge (b, i, &b->edges.at[e]);
    }
  *vec_push (b->arena, &first) = b->slice->edges.count;
  b->slice->first_edge = first.at;
  b->slice->symbols = b->order.count;
  b->slice->origins
    = arena_alloc (b->arena, b->order.count * sizeof *b->slice->origins);
  for (uint32_t i = 0; i < b->order.count; i++)
    b->slice->origins[i]
      = b->symbols[b->members[b->first_member[b->order.at[i]]]];
}

void
slice_build (struct slice *slice, const struct slice_query *query,
             struct arena *arena)
{
  memset (slice, 0, sizeof *slice);
  struct builder b = { .slice = slice, .query = query, .arena = arena,
                       .survey = query->survey, .pds = query->survey->pds };
  if (query->sample)
    {
      b.symbols = query->sample->symbols.at;
      b.nodes = query->sample->symbols.count;
    }
  else
    {
      const struct survey_body *reach
        = survey_reach (query->survey, query->body, query->entry);
      b.symbols = reach->symbols.at;
      b.nodes = reach->symbols.count;
    }
  number_nodes (&b);
  find_alive (&b);
  build_graph (&b);
  contract (&b);
  store_groups (&b);
}
