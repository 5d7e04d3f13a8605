/* lock_order.c -- see lock_order.h.
 *
 * With n locks held, one acquisition orders n pairs of locks.  To stay linear, groups are
 * the strongly connected components of another graph, whose nodes are the locks and the
 * sets of locks that are held together.  Acquiring l with the set H held gives the edges
 * H -> l and l -> H + l.  A path from a to l without another lock on it leads through
 * sets that all have a; so l is reachable from a here iff it is in the graph of pairs.
 */
#include <config.h>

#include "ir/lock_order.h"

#include <assert.h>
#include <string.h>

#include "base/log.h"
#include "base/scc.h"
#include "wpds/survey.h"

#define NONE UINT32_MAX
/* The most processes of which one and the same take is kept. */
#define FEW 8
/* The most pairs of locks that are kept, and the most steps of a search. */
#define PAIRS_LIMIT ((uint32_t) 1 << 20)
#define STEPS_LIMIT ((uint32_t) 1 << 22)

/* ---- All acquisitions. ---- */

struct acquisition
{
  pds_symbol place;
  lock_id lock;
  idset held; /* before it */
};

struct acquisitions
{
  VEC (struct acquisition) list;
};

static void
list_acquisitions (struct acquisitions *found, const struct lock_order *order)
{
  const struct ir_projection *lowering = order->lowering;
  const struct ir *flow = lowering->flow;
  const struct pds *pds = &lowering->pds;
  for (uint32_t i = 0; i < lowering->instances.count; i++)
    {
      const struct ir_instance *instance = &lowering->instances.at[i];
      idset outside = lowering->contexts.at[instance->context].locks;
      struct ir_graph body = flow->bodies.at[instance->body.index];
      for (uint32_t n = 0; n < body.node_count; n++)
        {
          const struct ir_step *node = &flow->nodes.at[body.first_node + n];
          /* The acquire of a wait orders nothing new: its lock was first taken with the
             same locks held. */
          if (ir_plain_op (node) != IR_ACQUIRE || node->nested || node->waits
              || idset_has (pds->idsets, outside, ir_step_lock (node).index))
            continue;
          *vec_push (order->arena, &found->list)
            = (struct acquisition){ { instance->first_symbol + n },
                                    ir_step_lock (node),
                                    idset_union (pds->idsets, outside, node->locks) };
        }
    }
}

/* ---- Groups of locks. ---- */

struct graph_edge
{
  uint32_t from, to;
};

/* The graph of locks and sets: nodes below the number of locks are locks. */
struct graph
{
  uint32_t nodes;
  VEC (struct graph_edge) list;
  uint32_t *first; /* by node, and an end */
  uint32_t *to;
};

static uint32_t
set_node (struct pairmap *numbers, uint32_t locks, idset set)
{
  assert (!idset_is_empty (set));
  return locks + pairmap_number (numbers, set.index, 0);
}

static void
build_graph (struct graph *graph, const struct lock_order *order,
             const struct acquisitions *found)
{
  struct arena *arena = order->arena;
  struct idsets *idsets = order->lowering->pds.idsets;
  uint32_t locks = order->lowering->pds.locks.count;
  struct pairmap seen, sets;
  pairmap_init (&seen, arena);
  pairmap_init (&sets, arena);
  for (uint32_t i = 0; i < found->list.count; i++)
    {
      const struct acquisition *a = &found->list.at[i];
      uint32_t *known = pairmap_at (&seen, a->held.index, a->lock.index);
      if (*known != PAIRMAP_FREE)
        continue;
      *known = 1;
      idset later = idset_add (idsets, a->held, a->lock.index);
      uint32_t after = set_node (&sets, locks, later);
      *vec_push (arena, &graph->list) = (struct graph_edge){ a->lock.index, after };
      if (!idset_is_empty (a->held))
        *vec_push (arena, &graph->list)
          = (struct graph_edge){ set_node (&sets, locks, a->held), a->lock.index };
    }
  graph->nodes = locks + sets.entries.count;
  /* A counting sort: see turn_rules in wpds/survey.c. */
  graph->first = arena_calloc (arena, graph->nodes + (size_t) 2, sizeof *graph->first);
  graph->to = arena_alloc (arena, graph->list.count * sizeof *graph->to);
  for (uint32_t e = 0; e < graph->list.count; e++)
    graph->first[graph->list.at[e].from + 2]++;
  for (uint32_t n = 0; n <= graph->nodes; n++)
    graph->first[n + 1] += graph->first[n];
  for (uint32_t e = 0; e < graph->list.count; e++)
    graph->to[graph->first[graph->list.at[e].from + 1]++] = graph->list.at[e].to;
  assert (graph->first[graph->nodes] == graph->list.count);
}

static uint32_t
next_node (const void *context, uint32_t node, uint32_t *position)
{
  const struct graph *graph = context;
  uint32_t edge = graph->first[node] + (*position)++;
  return edge < graph->first[node + 1] ? graph->to[edge] : SCC_NONE;
}

/* Number the groups in the order of their first locks.  True: some has two locks. */
static bool
find_groups (struct lock_order *order, const struct acquisitions *found)
{
  struct graph graph = { .nodes = 0 };
  build_graph (&graph, order, found);
  struct scc scc;
  scc_init (&scc, order->arena, graph.nodes, next_node, &graph);
  scc_all (&scc);
  uint32_t locks = order->lowering->pds.locks.count;
  bool larger = false;
  size_t components = (scc.count + (size_t) 1) * sizeof (uint32_t);
  uint32_t *group_of = arena_alloc (order->arena, components);
  memset (group_of, 0xFF, components);
  order->group_size
    = arena_calloc (order->arena, locks + (size_t) 1, sizeof *order->group_size);
  for (uint32_t l = 0; l < locks; l++)
    {
      assert (scc.of[l] < scc.count);
      if (group_of[scc.of[l]] == NONE)
        group_of[scc.of[l]] = order->groups++;
      order->group[l] = group_of[scc.of[l]];
      larger |= ++order->group_size[order->group[l]] > 1;
    }
  return larger;
}

/* ---- Takes. ---- */

/* Is a lock of HELD in the group of LOCK? */
static bool
is_in_group (const struct lock_order *order, idset held, lock_id lock)
{
  const struct idsets *idsets = order->lowering->pds.idsets;
  uint32_t group = order->group[lock.index];
  if (order->group_size[group] < 2)
    return false;
  IDSET_EACH (l, idsets, held)
    if (order->group[l] == group)
      return true;
  return false;
}

/* A walk over the symbols of each process in turn.  A symbol that FEW processes have
   reached is not visited again: what can be reached from it has been reached as often. */
struct walk
{
  struct lock_order *order;
  const struct acquisitions *found;
  uint32_t *acquisition; /* by symbol: an acquisition that matters, or NONE */
  uint32_t *last;        /* by symbol: the last process that reached it, plus 1 */
  uint8_t *reached;      /* by symbol: how many processes reached it */
  struct pairmap kinds;  /* (held, lock): numbers */
  struct pairmap seen;   /* (kind, process) */
  VEC (pds_symbol) work;
};

static void
enter (struct walk *w, process_id process, pds_symbol symbol)
{
  uint32_t s = symbol.index;
  if (w->last[s] == process.index + 1 || w->reached[s] == FEW)
    return;
  w->last[s] = process.index + 1;
  w->reached[s]++;
  *vec_push (w->order->arena, &w->work) = symbol;
  if (w->acquisition[s] == NONE)
    return;
  const struct acquisition *a = &w->found->list.at[w->acquisition[s]];
  assert (a->place.index == s);
  uint32_t kind = pairmap_number (&w->kinds, a->held.index, a->lock.index);
  uint32_t *seen = pairmap_at (&w->seen, kind, process.index);
  if (*seen != PAIRMAP_FREE)
    return;
  *seen = 1;
  *vec_push (w->order->arena, &w->order->takes)
    = (struct lock_take){ process, a->lock, a->held, symbol };
}

static void
walk_process (struct walk *w, process_id process)
{
  const struct pds *pds = &w->order->lowering->pds;
  assert (w->work.count == 0);
  enter (w, process, pds->processes.at[process.index].entry);
  while (w->work.count > 0)
    {
      pds_symbol s = w->work.at[--w->work.count];
      PDS_EACH_RULE (rule, pds, s)
        {
          if (pds_rule_is_return (rule))
            continue;
          enter (w, process, rule->to);
          if (pds_rule_is_call (rule) && w->order->returns[rule->to.index])
            enter (w, process, rule->under);
        }
    }
}

static void
find_takes (struct lock_order *order, const struct acquisitions *found)
{
  const struct pds *pds = &order->lowering->pds;
  size_t symbols = pds_symbol_count (pds) + (size_t) 1;
  struct survey survey;
  survey_init (&survey, pds, order->arena);
  order->returns = survey.returns;
  struct walk w = { .order = order, .found = found };
  w.acquisition = arena_alloc (order->arena, symbols * sizeof *w.acquisition);
  memset (w.acquisition, 0xFF, symbols * sizeof *w.acquisition);
  w.last = arena_calloc (order->arena, symbols, sizeof *w.last);
  w.reached = arena_calloc (order->arena, symbols, sizeof *w.reached);
  pairmap_init (&w.kinds, order->arena);
  pairmap_init (&w.seen, order->arena);
  for (uint32_t i = 0; i < found->list.count; i++)
    if (is_in_group (order, found->list.at[i].held, found->list.at[i].lock))
      w.acquisition[found->list.at[i].place.index] = i;
  for (process_id p = { 0 }; p.index < pds->processes.count; p.index++)
    walk_process (&w, p);
}

/* Index the takes by the locks held, and by the locks taken. */
static void
index_takes (struct lock_order *order)
{
  const struct idsets *idsets = order->lowering->pds.idsets;
  uint32_t locks = order->lowering->pds.locks.count, pairs = 0;
  order->first_after
    = arena_calloc (order->arena, locks + (size_t) 2, sizeof *order->first_after);
  order->first_of
    = arena_calloc (order->arena, locks + (size_t) 2, sizeof *order->first_of);
  /* As above.  First they are counted, then placed. */
  for (uint32_t placing = 0; placing < 2; placing++)
    {
      pairs = 0;
      for (uint32_t t = 0; t < order->takes.count; t++)
        {
          const struct lock_take *take = &order->takes.at[t];
          uint32_t group = order->group[take->taken.index];
          if (placing)
            order->of[order->first_of[take->taken.index + 1]++] = t;
          else
            order->first_of[take->taken.index + 2]++;
          for (uint32_t l = idset_next (idsets, take->held, 0);
               l != NONE && pairs < PAIRS_LIMIT;
               l = idset_next (idsets, take->held, l + 1))
            {
              pairs++;
              if (order->group[l] != group)
                continue;
              if (placing)
                order->after[order->first_after[l + 1]++] = t;
              else
                order->first_after[l + 2]++;
            }
        }
      if (placing)
        break;
      for (uint32_t l = 0; l <= locks; l++)
        {
          order->first_after[l + 1] += order->first_after[l];
          order->first_of[l + 1] += order->first_of[l];
        }
      order->after = arena_calloc (order->arena, pairs + (size_t) 1, sizeof (uint32_t));
      order->of
        = arena_calloc (order->arena, order->takes.count + (size_t) 1, sizeof (uint32_t));
    }
  assert (order->first_of[locks] == order->takes.count);
  assert (order->first_after[locks] <= pairs);
}

void
lock_order_init (struct lock_order *order, const struct ir_projection *lowering,
                 struct arena *arena)
{
  assert (lowering->flow && lowering->pds.first_rule.count > 0);
  *order = (struct lock_order){ .lowering = lowering, .arena = arena };
  uint32_t locks = lowering->pds.locks.count;
  order->group = arena_calloc (arena, locks + (size_t) 1, sizeof *order->group);
  struct acquisitions found = { .list = VEC_EMPTY };
  list_acquisitions (&found, order);
  if (find_groups (order, &found) && lowering->pds.processes.count > 1)
    find_takes (order, &found);
  index_takes (order);
  LOG (2, "order of locks: %u acquisitions, %u locks in %u groups, %u takes in cycles",
       (unsigned) found.list.count, (unsigned) locks, (unsigned) order->groups,
       (unsigned) order->takes.count);
}

/* ---- Cycles. ---- */

struct search
{
  const struct lock_order *order;
  const struct lock_order *known; /* or null */
  struct arena *arena;
  lock_id start;
  bool least;           /* START must be the cycle's first lock in the model */
  uint32_t *distance;   /* by lock: the fewest takes from it to START, or NONE */
  VEC (uint32_t) queue; /* the locks that have a distance */
  bool *on_path;        /* by lock */
  uint32_t limit;       /* the most takes in the cycle */
  uint32_t steps;       /* steps that may still be made */
  uint32_t length;      /* the length of the path, */
  lock_id *locks;
  struct lock_take *takes;
};

/* Can TAKE happen together with COUNT others: is it by another process, and do no two
   hold a lock in common? */
static bool
is_compatible (const struct lock_order *order, const struct lock_take *others,
               uint32_t count, const struct lock_take *take, uint32_t *steps)
{
  const struct idsets *idsets = order->lowering->pds.idsets;
  assert (count < LOCK_CYCLE_LONGEST);
  for (uint32_t i = 0; i < count; i++)
    {
      if (process_equal (others[i].process, take->process))
        return false;
      IDSET_EACH (l, idsets, take->held)
        {
          if (*steps == 0 || idset_has (idsets, others[i].held, l))
            return false;
          --*steps;
        }
    }
  return true;
}

/* Has KNOWN a cycle of these LOCKS that extends the COUNT takes chosen? */
static bool
is_known (const struct lock_order *known, const lock_id *locks, uint32_t length,
          struct lock_take *takes, uint32_t count, uint32_t *steps)
{
  assert (count <= length);
  if (count == length)
    return true;
  lock_id lock = locks[count], next = locks[(count + 1) % length];
  for (uint32_t i = known->first_after[lock.index];
       i < known->first_after[lock.index + 1] && *steps > 0; i++)
    {
      takes[count] = known->takes.at[known->after[i]];
      --*steps;
      if (lock_equal (takes[count].taken, next)
          && is_compatible (known, takes, count, &takes[count], steps)
          && is_known (known, locks, length, takes, count + 1, steps))
        return true;
    }
  return false;
}

static bool
is_new (struct search *s)
{
  if (!s->known)
    return true;
  struct lock_take *takes = arena_calloc (s->arena, s->length, sizeof *takes);
  return !is_known (s->known, s->locks, s->length, takes, 0, &s->steps);
}

/* Find the distances to START, in its group. */
static void
find_distances (struct search *s)
{
  const struct lock_order *order = s->order;
  const struct idsets *idsets = order->lowering->pds.idsets;
  for (uint32_t i = 0; i < s->queue.count; i++)
    s->distance[s->queue.at[i]] = NONE;
  s->queue.count = 0;
  s->distance[s->start.index] = 0;
  *vec_push (s->arena, &s->queue) = s->start.index;
  for (uint32_t i = 0; i < s->queue.count; i++)
    {
      uint32_t lock = s->queue.at[i];
      for (uint32_t k = order->first_of[lock]; k < order->first_of[lock + 1]; k++)
        {
          idset held = order->takes.at[order->of[k]].held;
          for (uint32_t l = idset_next (idsets, held, 0); l != NONE && s->steps > 0;
               l = idset_next (idsets, held, l + 1))
            {
              s->steps--;
              if (order->group[l] != order->group[lock] || s->distance[l] != NONE)
                continue;
              s->distance[l] = s->distance[lock] + 1;
              *vec_push (s->arena, &s->queue) = l;
            }
        }
    }
}

/* Extend the path, whose last take leads to LOCK, to a cycle. */
static bool
close_path (struct search *s, lock_id lock)
{
  const struct lock_order *order = s->order;
  assert (s->length < s->limit);
  s->locks[s->length] = lock;
  for (uint32_t i = order->first_after[lock.index];
       i < order->first_after[lock.index + 1] && s->steps > 0; i++)
    {
      const struct lock_take *take = &order->takes.at[order->after[i]];
      lock_id next = take->taken;
      bool closes = lock_equal (next, s->start);
      s->steps--;
      if ((!closes
           && (s->on_path[next.index] || (s->least && next.index < s->start.index)))
          || s->distance[next.index] >= s->limit - s->length
          || !is_compatible (order, s->takes, s->length, take, &s->steps))
        continue;
      s->takes[s->length++] = *take;
      s->on_path[next.index] = true;
      if (closes ? is_new (s) : close_path (s, next))
        return true;
      s->on_path[next.index] = closes;
      s->length--;
    }
  return false;
}

/* A shortest cycle through START of at most MOST takes. */
static bool
search_from (struct search *s, lock_id start, uint32_t most)
{
  const struct lock_order *order = s->order;
  assert (most >= 2 && most <= LOCK_CYCLE_LONGEST);
  s->start = start;
  find_distances (s);
  uint32_t least = NONE;
  for (uint32_t i = order->first_after[start.index];
       i < order->first_after[start.index + 1]; i++)
    {
      uint32_t way = s->distance[order->takes.at[order->after[i]].taken.index];
      if (way < least)
        least = way;
    }
  if (least == NONE)
    return false;
  assert (least > 0);
  for (s->limit = least + 1; s->limit <= most && s->steps > 0; s->limit++)
    {
      s->length = 0;
      s->on_path[start.index] = true;
      bool found = close_path (s, start);
      s->on_path[start.index] = false;
      if (found)
        return true;
    }
  return false;
}

static void
search_init (struct search *s, const struct lock_order *order)
{
  uint32_t locks = order->lowering->pds.locks.count;
  *s = (struct search){ .order = order, .arena = order->arena, .steps = STEPS_LIMIT };
  size_t distances = (locks + (size_t) 1) * sizeof *s->distance;
  s->distance = arena_alloc (s->arena, distances);
  memset (s->distance, 0xFF, distances);
  s->on_path = arena_calloc (s->arena, locks + (size_t) 1, sizeof *s->on_path);
  s->locks = arena_calloc (s->arena, LOCK_CYCLE_LONGEST, sizeof *s->locks);
  s->takes = arena_calloc (s->arena, LOCK_CYCLE_LONGEST, sizeof *s->takes);
}

/* An upper bound for the length of cycles in GROUP. */
static uint32_t
longest_in (const struct lock_order *order, uint32_t group)
{
  assert (group < order->groups);
  uint32_t most = order->group_size[group];
  uint32_t processes = order->lowering->pds.processes.count;
  most = most < processes ? most : processes;
  return most < LOCK_CYCLE_LONGEST ? most : LOCK_CYCLE_LONGEST;
}

/* Copy the cycle that S has found: the search may go on. */
static struct lock_cycle
take_cycle (struct search *s)
{
  struct lock_cycle cycle = { .length = s->length };
  assert (s->length >= 2);
  lock_id *locks = arena_calloc (s->arena, s->length, sizeof *locks);
  struct lock_take *takes = arena_calloc (s->arena, s->length, sizeof *takes);
  for (uint32_t i = 0; i < s->length; i++)
    {
      locks[i] = s->locks[i];
      takes[i] = s->takes[i];
      s->on_path[locks[i].index] = false;
    }
  cycle.locks = locks;
  cycle.takes = takes;
  return cycle;
}

const struct lock_cycle *
lock_order_cycles (const struct lock_order *order)
{
  assert (order->group && order->first_after);
  struct lock_cycle *best
    = arena_calloc (order->arena, order->groups + (size_t) 1, sizeof *best);
  if (order->takes.count == 0)
    return best;
  struct search s;
  search_init (&s, order);
  s.least = true;
  for (lock_id l = { 0 }; l.index < order->lowering->pds.locks.count; l.index++)
    {
      uint32_t group = order->group[l.index];
      uint32_t most
        = best[group].length ? best[group].length - 1 : longest_in (order, group);
      if (most >= 2 && search_from (&s, l, most))
        best[group] = take_cycle (&s);
    }
  return best;
}

struct lock_cycle
lock_order_new_cycle (const struct lock_order *order, lock_id lock,
                      const struct lock_order *known)
{
  struct lock_cycle none = { .length = 0 };
  assert (lock.index < order->lowering->pds.locks.count);
  assert (known->lowering->pds.locks.count == order->lowering->pds.locks.count);
  uint32_t most = longest_in (order, order->group[lock.index]);
  if (most < 2 || order->takes.count == 0)
    return none;
  struct search s;
  search_init (&s, order);
  s.known = known;
  return search_from (&s, lock, most) ? take_cycle (&s) : none;
}
