/* reduce.c -- from graphs of instances to procedures.
 *
 * 1. Calls of methods without any effect vanish (a method is effective if it, or one that
 *    it calls, has an effect).
 * 2. A point that has one successor and no effect is that successor.
 * 3. An instruction that throws what nobody in the method catches ends the method early.
 *    If from there on the method can also end without acquiring a lock or waiting, that
 *    path does all that the early end does, and more, and nobody can keep it from
 *    ending: a conflict of the shorter run is one of the longer run.  So the early end
 *    is left out.
 * 4. Points with equal futures are merged (the coarsest bisimulation that respects
 *    positions and monitors, by refinement of partitions).
 *
 * Each but step 2 can be switched off (--keep), to be compared with: tests/java/keep.sh.
 *
 * Steps 2 and 3 are linear but for a few repetitions, step 4 is given up after
 * ROUNDS_MOST rounds.
 */
#include <config.h>

#include <assert.h>
#include <stdlib.h>

#include "java/body.h"
#include "java/selection.h"
#include "java/threads.h"

#define ROUNDS_MOST 64

/* What is known of an instance. */
struct summary
{
  bool reached;
  bool effective;
  bool passes; /* can end without acquiring a lock or waiting */
};

struct call_edge
{
  uint32_t caller, callee;
};

struct reducer
{
  struct extraction *x;
  struct bodies *bodies;
  struct summary *summaries;       /* by instance */
  VEC (struct call_edge) calls;
  VEC (uint32_t) order;            /* instances, callers first */
};

/* Is a reduction switched off? */
static bool
is_kept (const struct extraction *x, enum java_reduction reduction)
{
  assert (reduction != 0);
  return x->java->options->kept & (uint32_t) reduction;
}

static bool
is_own_effect (struct extraction *x, const struct graph_edge *edge)
{
  assert (edge->target != GRAPH_NONE);
  switch (edge->kind)
    {
    case EFFECT_READ:
    case EFFECT_WRITE:
      return selection_has_location (x, edge->operand);
    case EFFECT_LOCK:
    case EFFECT_UNLOCK:
    case EFFECT_WAIT:
    case EFFECT_NOTIFY:
    case EFFECT_NOTIFY_ALL:
      return true;
    case EFFECT_START:
      return threads_start_matters (x, edge->operand);
    case EFFECT_JOIN:
      return threads_join_matters (x, (value_id){ edge->operand });
    case EFFECT_NONE:
    case EFFECT_CALL:
      break;
    }
  return false;
}

/* ---- Which instances matter. ---- */

/* The nodes of a graph that are reached from its entry, in postorder. */
static void
postorder (struct arena *arena, const struct graph *graph, uint32_t **order,
           uint32_t *count)
{
  uint32_t nodes = graph->nodes.count;
  bool *seen = arena_calloc (arena, nodes, sizeof *seen);
  uint32_t *next = arena_alloc (arena, nodes * sizeof *next);
  uint32_t *stack = arena_alloc (arena, nodes * sizeof *stack);
  *order = arena_alloc (arena, nodes * sizeof **order);
  *count = 0;
  uint32_t height = 0;
  stack[height++] = GRAPH_ENTRY;
  seen[GRAPH_ENTRY] = true;
  next[GRAPH_ENTRY] = graph->nodes.at[GRAPH_ENTRY].first_edge;
  while (height > 0)
    {
      uint32_t node = stack[height - 1], edge = next[node];
      if (edge == GRAPH_NONE)
        {
          (*order)[(*count)++] = node;
          height--;
          continue;
        }
      next[node] = graph->edges.at[edge].next;
      uint32_t target = graph->edges.at[edge].target;
      if (!seen[target])
        {
          seen[target] = true;
          next[target] = graph->nodes.at[target].first_edge;
          stack[height++] = target;
        }
    }
  assert (*count <= nodes);
}

static void
reach_instances (struct reducer *r)
{
  struct extraction *x = r->x;
  struct arena *arena = &x->run_arena;
  for (uint32_t i = 0; i < x->entries.count; i++)
    {
      uint32_t instance = x->entries.at[i].instance;
      assert (instance < x->instances.count);
      if (!r->summaries[instance].reached)
        *vec_push (arena, &r->order) = instance;
      r->summaries[instance].reached = true;
    }
  for (uint32_t i = 0; i < r->order.count; i++)
    {
      uint32_t caller = r->order.at[i];
      const struct graph *graph = &x->instances.at[caller].graph;
      uint32_t *order, count;
      postorder (arena, graph, &order, &count);
      for (uint32_t n = count; n-- > 0;)
        EDGES_OF (graph, order[n], e)
          {
            const struct graph_edge *edge = &graph->edges.at[e];
            if (is_own_effect (x, edge) || is_kept (x, JAVA_KEEP_CALLS))
              r->summaries[caller].effective = true;
            if (edge->kind != EFFECT_CALL)
              continue;
            assert (edge->operand < x->instances.count);
            *vec_push (arena, &r->calls) = (struct call_edge){ caller, edge->operand };
            if (!r->summaries[edge->operand].reached)
              *vec_push (arena, &r->order) = edge->operand;
            r->summaries[edge->operand].reached = true;
          }
    }
}

/* Callers of effective instances are effective: along the calls, backwards. */
static void
find_effective (struct reducer *r)
{
  struct arena *arena = &r->x->run_arena;
  uint32_t instances = r->x->instances.count;
  uint32_t *first = arena_calloc (arena, instances + 1, sizeof *first);
  uint32_t *callers = arena_alloc (arena, (r->calls.count + 1) * sizeof *callers);
  for (uint32_t i = 0; i < r->calls.count; i++)
    first[r->calls.at[i].callee + 1]++;
  for (uint32_t i = 0; i < instances; i++)
    first[i + 1] += first[i];
  assert (first[instances] == r->calls.count);
  uint32_t *fill = arena_alloc (arena, (instances + 1) * sizeof *fill);
  for (uint32_t i = 0; i < instances; i++)
    fill[i] = first[i];
  for (uint32_t i = 0; i < r->calls.count; i++)
    callers[fill[r->calls.at[i].callee]++] = r->calls.at[i].caller;
  VEC (uint32_t) work = VEC_EMPTY;
  for (uint32_t i = 0; i < r->order.count; i++)
    if (r->summaries[r->order.at[i]].effective)
      *vec_push (arena, &work) = r->order.at[i];
  while (work.count > 0)
    {
      uint32_t callee = work.at[--work.count];
      for (uint32_t i = first[callee]; i < first[callee + 1]; i++)
        if (!r->summaries[callers[i]].effective)
          {
            r->summaries[callers[i]].effective = true;
            *vec_push (arena, &work) = callers[i];
          }
    }
}

/* ---- Early ends. ---- */

static bool
holds (const struct extraction *x, uint32_t monitors, uint32_t lock)
{
  assert (lock != JAVA_LOCK_NONE);
  for (uint32_t i = 0; i < row_count (x, monitors); i++)
    if (row_words (x, monitors)[i] == lock)
      return true;
  return false;
}

/* Can nothing keep the method from going along EDGE? */
static bool
is_free (const struct reducer *r, const struct graph *graph, uint32_t from,
         const struct graph_edge *edge)
{
  assert (from != GRAPH_EXIT);
  if (edge->uncaught || edge->kind == EFFECT_WAIT || edge->kind == EFFECT_JOIN)
    return false;
  if (edge->kind == EFFECT_LOCK)
    return holds (r->x, graph->nodes.at[from].monitors, edge->operand);
  if (edge->kind == EFFECT_CALL)
    return r->summaries[edge->operand].passes
           || !r->summaries[edge->operand].effective;
  return true;
}

/* The nodes from which the exit is reached along free edges. */
static bool *
free_nodes (struct reducer *r, const struct graph *graph, const uint32_t *order,
            uint32_t count)
{
  assert (count <= graph->nodes.count);
  bool *free = arena_calloc (&r->x->run_arena, graph->nodes.count, sizeof *free);
  free[GRAPH_EXIT] = true;
  /* Postorder: successors first; a loop needs another round. */
  for (bool changed = true; changed;)
    {
      changed = false;
      for (uint32_t i = 0; i < count; i++)
        if (!free[order[i]])
          EDGES_OF (graph, order[i], e)
            {
              const struct graph_edge *edge = &graph->edges.at[e];
              if (free[edge->target] && is_free (r, graph, order[i], edge))
                {
                  changed = free[order[i]] = true;
                  break;
                }
            }
    }
  return free;
}

static void
find_passing (struct reducer *r)
{
  for (bool changed = true; changed;)
    {
      changed = false;
      for (uint32_t i = r->order.count; i-- > 0;)
        {
          uint32_t instance = r->order.at[i];
          if (r->summaries[instance].passes)
            continue;
          const struct graph *graph = &r->x->instances.at[instance].graph;
          uint32_t *order, count;
          postorder (&r->x->run_arena, graph, &order, &count);
          if (free_nodes (r, graph, order, count)[GRAPH_ENTRY])
            changed = r->summaries[instance].passes = true;
        }
    }
}

/* ---- One instance. ---- */

struct sketch_edge
{
  enum effect_kind kind;
  uint32_t operand, target, instruction;
};

struct sketch
{
  struct reducer *r;
  const struct graph *graph;
  uint32_t *order; /* postorder */
  uint32_t count;
  uint32_t *alias; /* by node: itself, or the node that it is */
  uint32_t *class; /* by node */
  struct sketch_edge *edges;
  uint32_t *first, *edge_count; /* by node */
};

static uint32_t
resolve (struct sketch *s, uint32_t node)
{
  assert (node < s->graph->nodes.count);
  while (s->alias[node] != node)
    {
      s->alias[node] = s->alias[s->alias[node]];
      node = s->alias[node];
    }
  return node;
}

static void
copy_edges (struct sketch *s)
{
  struct reducer *r = s->r;
  struct extraction *x = r->x;
  struct arena *arena = &x->run_arena;
  uint32_t nodes = s->graph->nodes.count;
  s->alias = arena_alloc (arena, nodes * sizeof *s->alias);
  s->class = arena_calloc (arena, nodes, sizeof *s->class);
  s->first = arena_calloc (arena, nodes, sizeof *s->first);
  s->edge_count = arena_calloc (arena, nodes, sizeof *s->edge_count);
  s->edges = arena_alloc (arena, (s->graph->edges.count + 1) * sizeof *s->edges);
  bool *free = free_nodes (r, s->graph, s->order, s->count);
  for (uint32_t i = 0; i < nodes; i++)
    s->alias[i] = i;
  uint32_t total = 0;
  for (uint32_t i = 0; i < s->count; i++)
    {
      uint32_t node = s->order[i];
      s->first[node] = total;
      EDGES_OF (s->graph, node, e)
        {
          const struct graph_edge *edge = &s->graph->edges.at[e];
          if (edge->uncaught && free[node] && !is_kept (x, JAVA_KEEP_EARLY_ENDS))
            continue;
          bool counts = edge->kind == EFFECT_CALL
                          ? r->summaries[edge->operand].effective
                          : is_own_effect (x, edge);
          s->edges[total++] = (struct sketch_edge){
            .kind = counts ? edge->kind : EFFECT_NONE,
            .operand = counts ? edge->operand : 0,
            .target = edge->target,
            .instruction = counts ? edge->instruction : 0,
          };
        }
      s->edge_count[node] = total - s->first[node];
    }
  assert (total <= s->graph->edges.count);
}

static bool
is_dead (struct sketch *s, uint32_t node)
{
  assert (node < s->graph->nodes.count);
  return node != GRAPH_EXIT && s->edge_count[node] == 0;
}

/* Drop what does nothing among the edges of NODE; has it become another node? */
static bool
simplify_node (struct sketch *s, uint32_t node)
{
  assert (node != GRAPH_EXIT && s->alias[node] == node);
  struct sketch_edge *edges = s->edges + s->first[node];
  uint32_t kept = 0, before = s->edge_count[node];
  for (uint32_t i = 0; i < before; i++)
    {
      struct sketch_edge edge = edges[i];
      edge.target = resolve (s, edge.target);
      bool needless = edge.kind == EFFECT_NONE
                      && (edge.target == node || is_dead (s, edge.target));
      for (uint32_t j = 0; j < kept && !needless && before <= 64; j++)
        needless = edges[j].kind == edge.kind && edges[j].operand == edge.operand
                   && edges[j].target == edge.target
                   && edges[j].instruction == edge.instruction;
      if (!needless)
        edges[kept++] = edge;
    }
  assert (kept <= before);
  s->edge_count[node] = kept;
  if (kept == 1 && edges[0].kind == EFFECT_NONE)
    {
      s->alias[node] = edges[0].target;
      return true;
    }
  return kept != before;
}

static void
simplify (struct sketch *s)
{
  bool changed = true;
  for (uint32_t round = 0; changed && round < ROUNDS_MOST; round++)
    {
      changed = false;
      for (uint32_t i = 0; i < s->count; i++)
        if (s->order[i] != GRAPH_EXIT && s->alias[s->order[i]] == s->order[i]
            && simplify_node (s, s->order[i]))
          changed = true;
    }
}

static int
compare_words (const void *left, const void *right)
{
  const uint32_t *a = left, *b = right;
  for (uint32_t i = 0; i < 4; i++)
    if (a[i] != b[i])
      return a[i] < b[i] ? -1 : 1;
  return 0;
}

struct word_list
{
  uint32_t *at;
  uint32_t count, capacity;
};

/* The row that tells the class of NODE in the next round. */
static uint32_t
signature (struct sketch *s, uint32_t node, struct word_list *words)
{
  struct extraction *x = s->r->x;
  struct arena *arena = &x->run_arena;
  words->count = 0;
  *vec_push (arena, words) = s->class[node];
  *vec_push (arena, words) = s->graph->nodes.at[node].monitors;
  *vec_push (arena, words) = node == GRAPH_EXIT;
  for (uint32_t i = 0; i < s->edge_count[node]; i++)
    {
      const struct sketch_edge *edge = &s->edges[s->first[node] + i];
      *vec_push (arena, words) = (uint32_t) edge->kind;
      *vec_push (arena, words) = edge->operand;
      /* Where a lock is released is of no interest: javac copies finally blocks. */
      *vec_push (arena, words)
        = edge->kind == EFFECT_UNLOCK ? 0 : edge->instruction;
      *vec_push (arena, words) = s->class[resolve (s, edge->target)];
    }
  assert ((words->count - 3) % 4 == 0);
  if (words->count > 7)
    qsort (words->at + 3, (words->count - 3) / 4, 4 * sizeof *words->at,
           compare_words);
  return row_intern (x, words->at, words->count);
}

/* Of two releases that are one the later position is kept: the end of the block, not
   where something threw. */
static void
keep_later_position (struct sketch *s, uint32_t kept, uint32_t merged)
{
  assert (kept != merged && s->class[kept] == s->class[merged]);
  struct sketch_edge *edge = &s->edges[s->first[kept]];
  const struct sketch_edge *other = &s->edges[s->first[merged]];
  if (s->edge_count[kept] == 1 && s->edge_count[merged] == 1
      && edge->kind == EFFECT_UNLOCK && edge->instruction < other->instruction)
    edge->instruction = other->instruction;
}

/* Refine until the number of classes stays; then equal nodes become one. */
static void
merge_equal (struct sketch *s)
{
  struct arena *arena = &s->r->x->run_arena;
  struct word_list words = VEC_EMPTY;
  uint32_t classes = 1;
  uint32_t *new_class = arena_calloc (arena, s->graph->nodes.count, sizeof *new_class);
  for (uint32_t round = 0; round < ROUNDS_MOST; round++)
    {
      struct pairmap numbers;
      pairmap_init (&numbers, arena);
      for (uint32_t i = 0; i < s->count; i++)
        if (s->alias[s->order[i]] == s->order[i])
          new_class[s->order[i]]
            = pairmap_number (&numbers, signature (s, s->order[i], &words), 0);
      uint32_t count = numbers.entries.count;
      assert (count >= classes);
      uint32_t *old = s->class;
      s->class = new_class;
      new_class = old;
      if (count == classes)
        {
          uint32_t *first = arena_alloc (arena, count * sizeof *first);
          for (uint32_t i = 0; i < count; i++)
            first[i] = GRAPH_NONE;
          for (uint32_t i = s->count; i-- > 0;)
            {
              uint32_t node = s->order[i];
              if (s->alias[node] != node)
                continue;
              if (first[s->class[node]] == GRAPH_NONE)
                first[s->class[node]] = node;
              else
                {
                  s->alias[node] = first[s->class[node]];
                  keep_later_position (s, first[s->class[node]], node);
                }
            }
          return;
        }
      classes = count;
    }
}

/* Number what is left, from the entry on in reverse postorder. */
static void
number_nodes (struct sketch *s, struct body *body)
{
  struct arena *arena = &s->r->x->run_arena;
  uint32_t nodes = s->graph->nodes.count;
  uint32_t *number = arena_alloc (arena, nodes * sizeof *number);
  uint32_t *next = arena_calloc (arena, nodes, sizeof *next);
  uint32_t *stack = arena_alloc (arena, nodes * sizeof *stack);
  uint32_t *done = arena_alloc (arena, nodes * sizeof *done);
  bool *seen = arena_calloc (arena, nodes, sizeof *seen);
  uint32_t height = 0, count = 0;
  uint32_t entry = resolve (s, GRAPH_ENTRY);
  stack[height++] = entry;
  seen[entry] = true;
  while (height > 0)
    {
      uint32_t node = stack[height - 1];
      if (next[node] == s->edge_count[node])
        {
          done[count++] = node;
          height--;
          continue;
        }
      /* The last edge first: then earlier alternatives get the earlier numbers. */
      uint32_t edge = s->first[node] + s->edge_count[node] - 1 - next[node]++;
      uint32_t target = resolve (s, s->edges[edge].target);
      if (target != GRAPH_EXIT && !seen[target])
        {
          seen[target] = true;
          stack[height++] = target;
        }
    }
  for (uint32_t i = 0; i < count; i++)
    number[done[i]] = count - 1 - i;
  for (uint32_t i = count; i-- > 0;)
    {
      uint32_t node = done[i];
      struct body_node made = { .first = body->edges.count,
                                .count = s->edge_count[node],
                                .monitors = s->graph->nodes.at[node].monitors };
      for (uint32_t e = 0; e < s->edge_count[node]; e++)
        {
          const struct sketch_edge *edge = &s->edges[s->first[node] + e];
          uint32_t target = resolve (s, edge->target);
          assert (target == GRAPH_EXIT || seen[target]);
          *vec_push (arena, &body->edges) = (struct body_edge){
            .kind = edge->kind,
            .operand = edge->operand,
            .target = target == GRAPH_EXIT ? BODY_EXIT : number[target],
            .instruction = edge->instruction,
          };
        }
      *vec_push (arena, &body->nodes) = made;
    }
  assert (body->nodes.count == count);
}

/* A method that does nothing, if its calls are kept. */
static void
make_empty (struct reducer *r, struct body *body)
{
  assert (is_kept (r->x, JAVA_KEEP_CALLS));
  struct arena *arena = &r->x->run_arena;
  *vec_push (arena, &body->nodes) = (struct body_node){ .count = 1 };
  *vec_push (arena, &body->edges)
    = (struct body_edge){ .kind = EFFECT_NONE, .target = BODY_EXIT };
}

static void
make_body (struct reducer *r, struct body *body)
{
  assert (body->nodes.count == 0);
  struct extraction *x = r->x;
  struct sketch s = { .r = r, .graph = &x->instances.at[body->instance].graph };
  postorder (&x->run_arena, s.graph, &s.order, &s.count);
  copy_edges (&s);
  simplify (&s);
  if (!is_kept (x, JAVA_KEEP_EQUAL_POINTS))
    {
      merge_equal (&s);
      simplify (&s);
    }
  if (resolve (&s, GRAPH_ENTRY) == GRAPH_EXIT)
    make_empty (r, body);
  else
    number_nodes (&s, body);
  assert (body->nodes.count > 0);
}

void
bodies_make (struct extraction *x, struct bodies *bodies)
{
  assert (x->entries.count > 0 || x->threads);
  struct reducer r = { .x = x, .bodies = bodies };
  struct arena *arena = &x->run_arena;
  r.summaries = arena_calloc (arena, x->instances.count, sizeof *r.summaries);
  reach_instances (&r);
  find_effective (&r);
  find_passing (&r);
  *bodies = (struct bodies){ .list = VEC_EMPTY };
  for (uint32_t i = 0; i < r.order.count; i++)
    if (r.summaries[r.order.at[i]].effective)
      {
        x->instances.at[r.order.at[i]].body = bodies->list.count;
        *vec_push (arena, &bodies->list) = (struct body){ .instance = r.order.at[i] };
      }
  for (uint32_t i = 0; i < bodies->list.count; i++)
    {
      struct body *body = &bodies->list.at[i];
      make_body (&r, body);
      for (uint32_t e = 0; e < body->edges.count; e++)
        if (body->edges.at[e].kind == EFFECT_CALL)
          body->edges.at[e].operand = x->instances.at[body->edges.at[e].operand].body;
    }
}
