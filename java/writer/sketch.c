/* sketch.c -- the graph of a method without the points at which nothing happens.
 *
 * A point with one successor and no effect is that successor.  A choice that comes right
 * after a choice is part of it, unless a loop begins at the first.  Alternatives that do
 * the same at one place (line) and go on alike are one.  Points with equal futures are
 * merged: the coarsest bisimulation that respects places and monitors, by refinement of
 * partitions, which is given up after ROUNDS_MOST rounds.  All else is linear, but for a
 * few repetitions.
 */
#include <config.h>

#include "java/writer/sketch.h"

#include <assert.h>
#include <stdlib.h>

#define ROUNDS_MOST 64

/* Alternatives that are compared with each other; more than that are looked up. */
#define COMPARED_MOST 16

/* The nodes of a graph that are reached from its entry, in postorder. */
void
graph_postorder (struct arena *arena, const struct graph *graph, uint32_t **order,
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

void
sketch_init (struct sketch *s, struct extraction *x, uint32_t instance)
{
  assert (instance < x->instances.count);
  struct arena *arena = &x->run_arena;
  *s = (struct sketch){ .x = x,
                        .graph = &x->instances.at[instance].graph,
                        .code = x->instances.at[instance].code };
  graph_postorder (arena, s->graph, &s->order, &s->count);
  uint32_t nodes = s->graph->nodes.count;
  s->alias = arena_alloc (arena, nodes * sizeof *s->alias);
  s->class = arena_calloc (arena, nodes, sizeof *s->class);
  s->first = arena_calloc (arena, nodes, sizeof *s->first);
  s->edge_count = arena_calloc (arena, nodes, sizeof *s->edge_count);
  for (uint32_t i = 0; i < nodes; i++)
    s->alias[i] = i;
}

/* What tells positions apart for whoever reads the model: lines, if they are known. */
static uint32_t
place_of (const struct sketch *s, uint32_t instruction)
{
  uint32_t line = s->code ? code_line_of (s->code, instruction) : 0;
  return line ? line : UINT32_MAX - instruction;
}

void
sketch_add (struct sketch *s, uint32_t node, struct sketch_edge edge)
{
  assert (node < s->graph->nodes.count && edge.target < s->graph->nodes.count);
  if (s->edge_count[node] == 0)
    s->first[node] = s->edges.count;
  assert (s->first[node] + s->edge_count[node] == s->edges.count);
  edge.place = edge.kind == EFFECT_NONE ? 0 : place_of (s, edge.instruction);
  s->has_tests = s->has_tests || edge.kind == EFFECT_TEST;
  *vec_push (&s->x->run_arena, &s->edges) = edge;
  s->edge_count[node]++;
}

/* ---- Points without effect. ---- */

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

static bool
is_dead (struct sketch *s, uint32_t node)
{
  assert (node < s->graph->nodes.count);
  return node != GRAPH_EXIT && s->edge_count[node] == 0;
}

/* Is EDGE among the first KEPT of EDGES? */
static bool
is_among (const struct sketch_edge *edges, uint32_t kept, const struct sketch_edge *edge)
{
  for (uint32_t i = 0; i < kept; i++)
    if (edges[i].kind == edge->kind && edges[i].operand == edge->operand
        && edges[i].value == edge->value && edges[i].target == edge->target
        && edges[i].place == edge->place)
      return true;
  return false;
}

/* Edges that were met, if they are many. */
struct met
{
  struct pairmap effects, values, ways, places;
};

/* Was EDGE met before?  From now on it was. */
static bool
is_met (struct met *met, const struct sketch_edge *edge)
{
  uint32_t before = met->places.entries.count;
  uint32_t effect = pairmap_number (&met->effects, (uint32_t) edge->kind, edge->operand);
  uint32_t value = pairmap_number (&met->values, effect, edge->value);
  uint32_t way = pairmap_number (&met->ways, value, edge->target);
  pairmap_number (&met->places, way, edge->place);
  assert (met->places.entries.count - before <= 1);
  return met->places.entries.count == before;
}

/* Do both outcomes of the test EDGE of NODE lead to the same?  Then nobody needs to know.
 */
static bool
is_needless_test (struct sketch *s, uint32_t node, const struct sketch_edge *edge)
{
  const struct sketch_edge *edges = s->edges.at + s->first[node];
  for (uint32_t i = 0; edge->kind == EFFECT_TEST && i < s->edge_count[node]; i++)
    if (edges[i].kind == EFFECT_TEST && edges[i].value == edge->value
        && edges[i].operand != edge->operand
        && resolve (s, edges[i].target) == resolve (s, edge->target))
      return true;
  return false;
}

static void
drop_tests (struct sketch *s, uint32_t node)
{
  struct sketch_edge *edges = s->edges.at + s->first[node];
  for (uint32_t i = 0; i < s->edge_count[node]; i++)
    if (is_needless_test (s, node, &edges[i]))
      edges[i] = (struct sketch_edge){ .kind = EFFECT_NONE, .target = edges[i].target };
}

/* Drop what does nothing among the edges of NODE; has it become another node? */
static bool
simplify_node (struct sketch *s, uint32_t node)
{
  assert (node != GRAPH_EXIT && s->alias[node] == node);
  struct sketch_edge *edges = s->edges.at + s->first[node];
  uint32_t kept = 0, before = s->edge_count[node];
  if (s->has_tests)
    drop_tests (s, node);
  bool are_many = before > COMPARED_MOST;
  struct met met;
  if (are_many)
    {
      pairmap_init (&met.effects, &s->x->run_arena);
      pairmap_init (&met.values, &s->x->run_arena);
      pairmap_init (&met.ways, &s->x->run_arena);
      pairmap_init (&met.places, &s->x->run_arena);
    }
  for (uint32_t i = 0; i < before; i++)
    {
      struct sketch_edge edge = edges[i];
      edge.target = resolve (s, edge.target);
      bool needless
        = edge.kind == EFFECT_NONE && (edge.target == node || is_dead (s, edge.target));
      if (!needless && !(are_many ? is_met (&met, &edge) : is_among (edges, kept, &edge)))
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

/* ---- Choices after choices. ---- */

/* What leads to each node that is reached. */
struct arrivals
{
  uint32_t *count;
  bool *is_head;   /* an edge leads back to it */
  uint32_t *found; /* nodes in the order in which they are found */
  uint32_t found_count;
};

/* A path of the search, or of nested choices. */
struct visit
{
  uint32_t node, next;
};

static struct arrivals
find_arrivals (struct sketch *s)
{
  struct arena *arena = &s->x->run_arena;
  uint32_t nodes = s->graph->nodes.count, height = 0;
  struct arrivals a = { .count = arena_calloc (arena, nodes, sizeof *a.count),
                        .is_head = arena_calloc (arena, nodes, sizeof *a.is_head),
                        .found = arena_alloc (arena, nodes * sizeof *a.found) };
  bool *is_open = arena_calloc (arena, nodes, sizeof *is_open);
  bool *seen = arena_calloc (arena, nodes, sizeof *seen);
  struct visit *stack = arena_alloc (arena, nodes * sizeof *stack);
  uint32_t entry = resolve (s, GRAPH_ENTRY);
  stack[height++] = (struct visit){ entry, 0 };
  seen[entry] = is_open[entry] = true;
  a.found[a.found_count++] = entry;
  while (height > 0)
    {
      struct visit *top = &stack[height - 1];
      if (top->next == s->edge_count[top->node])
        {
          is_open[top->node] = false;
          height--;
          continue;
        }
      uint32_t target
        = resolve (s, s->edges.at[s->first[top->node] + top->next++].target);
      a.count[target]++;
      a.is_head[target] = a.is_head[target] || is_open[target];
      if (seen[target])
        continue;
      seen[target] = is_open[target] = true;
      a.found[a.found_count++] = target;
      stack[height++] = (struct visit){ target, 0 };
    }
  assert (a.found_count <= nodes);
  return a;
}

/* Does EDGE lead to a choice that nobody else comes to? */
static bool
leads_to_choice (struct sketch *s, const struct arrivals *a,
                 const struct sketch_edge *edge)
{
  uint32_t target = resolve (s, edge->target);
  return edge->kind == EFFECT_NONE && target != GRAPH_EXIT && a->count[target] == 1
         && !a->is_head[target] && s->edge_count[target] > 1;
}

/* The alternatives of NODE, with those of choices among them. */
static void
flatten_node (struct sketch *s, const struct arrivals *a, uint32_t node,
              struct visit *stack)
{
  assert (s->edge_count[node] > 1);
  uint32_t first = s->edges.count, height = 0;
  stack[height++] = (struct visit){ node, 0 };
  while (height > 0)
    {
      struct visit *top = &stack[height - 1];
      if (top->next == s->edge_count[top->node])
        {
          height--;
          continue;
        }
      struct sketch_edge edge = s->edges.at[s->first[top->node] + top->next++];
      if (leads_to_choice (s, a, &edge))
        stack[height++] = (struct visit){ resolve (s, edge.target), 0 };
      else
        *vec_push (&s->x->run_arena, &s->edges) = edge;
    }
  s->first[node] = first;
  s->edge_count[node] = s->edges.count - first;
}

/* Does a choice come right after NODE?  Then it is marked as part of NODE. */
static bool
mark_parts (struct sketch *s, const struct arrivals *a, uint32_t node, bool *is_part)
{
  bool any = false;
  for (uint32_t e = 0; e < s->edge_count[node]; e++)
    {
      const struct sketch_edge *edge = &s->edges.at[s->first[node] + e];
      if (!leads_to_choice (s, a, edge))
        continue;
      is_part[resolve (s, edge->target)] = any = true;
    }
  assert (!any || s->edge_count[node] > 1);
  return any;
}

/* In the order in which nodes are found a choice comes after the one that it is part of.
 */
static void
flatten (struct sketch *s)
{
  struct arrivals a = find_arrivals (s);
  uint32_t nodes = s->graph->nodes.count;
  struct visit *stack = arena_alloc (&s->x->run_arena, nodes * sizeof *stack);
  bool *is_part = arena_calloc (&s->x->run_arena, nodes, sizeof *is_part);
  for (uint32_t i = 0; i < a.found_count; i++)
    {
      uint32_t node = a.found[i];
      if (!a.is_head[node] && mark_parts (s, &a, node, is_part) && !is_part[node])
        flatten_node (s, &a, node, stack);
    }
}

/* ---- Equal futures. ---- */

/* What tells edges apart. */
#define EDGE_WORDS 5

static int
compare_words (const void *left, const void *right)
{
  const uint32_t *a = left, *b = right;
  for (uint32_t i = 0; i < EDGE_WORDS; i++)
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
  struct extraction *x = s->x;
  struct arena *arena = &x->run_arena;
  words->count = 0;
  *vec_push (arena, words) = s->class[node];
  *vec_push (arena, words) = s->graph->nodes.at[node].monitors;
  *vec_push (arena, words) = node == GRAPH_EXIT;
  for (uint32_t i = 0; i < s->edge_count[node]; i++)
    {
      const struct sketch_edge *edge = &s->edges.at[s->first[node] + i];
      *vec_push (arena, words) = (uint32_t) edge->kind;
      *vec_push (arena, words) = edge->operand;
      *vec_push (arena, words) = edge->value;
      /* Where a lock is released is of no interest: javac copies finally blocks. */
      *vec_push (arena, words) = edge->kind == EFFECT_UNLOCK ? 0 : edge->place;
      *vec_push (arena, words) = s->class[resolve (s, edge->target)];
    }
  assert ((words->count - 3) % EDGE_WORDS == 0);
  if (words->count > 3 + EDGE_WORDS)
    qsort (words->at + 3, (words->count - 3) / EDGE_WORDS, EDGE_WORDS * sizeof *words->at,
           compare_words);
  return row_intern (&x->rows, words->at, words->count);
}

/* Of two releases that are one the later position is kept: the end of the block, not
   where something threw. */
static void
keep_later_position (struct sketch *s, uint32_t kept, uint32_t merged)
{
  assert (kept != merged && s->class[kept] == s->class[merged]);
  struct sketch_edge *edge = &s->edges.at[s->first[kept]];
  const struct sketch_edge *other = &s->edges.at[s->first[merged]];
  if (s->edge_count[kept] == 1 && s->edge_count[merged] == 1
      && edge->kind == EFFECT_UNLOCK && edge->instruction < other->instruction)
    edge->instruction = other->instruction;
}

/* Refine until the number of classes stays; then equal nodes become one. */
static void
merge_equal (struct sketch *s)
{
  struct arena *arena = &s->x->run_arena;
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

/* ---- The result. ---- */

void
sketch_reduce (struct sketch *s, bool merges)
{
  simplify (s);
  if (!merges)
    return;
  merge_equal (s);
  simplify (s);
  flatten (s);
  simplify (s);
}

/* A method that does nothing, if its calls are kept. */
static void
give_nothing (struct sketch *s, struct body *body)
{
  assert (s->x->java->options->kept & JAVA_KEEP_CALLS);
  struct arena *arena = &s->x->run_arena;
  *vec_push (arena, &body->nodes) = (struct body_node){ .count = 1 };
  *vec_push (arena, &body->edges)
    = (struct body_edge){ .kind = EFFECT_NONE, .target = BODY_EXIT };
}

/* Number what is left, from the entry on in reverse postorder. */
void
sketch_give (struct sketch *s, struct body *body)
{
  assert (body->nodes.count == 0);
  struct arena *arena = &s->x->run_arena;
  uint32_t nodes = s->graph->nodes.count;
  uint32_t *number = arena_alloc (arena, nodes * sizeof *number);
  uint32_t *next = arena_calloc (arena, nodes, sizeof *next);
  uint32_t *stack = arena_alloc (arena, nodes * sizeof *stack);
  uint32_t *done = arena_alloc (arena, nodes * sizeof *done);
  bool *seen = arena_calloc (arena, nodes, sizeof *seen);
  uint32_t height = 0, count = 0;
  uint32_t entry = resolve (s, GRAPH_ENTRY);
  if (entry == GRAPH_EXIT)
    {
      give_nothing (s, body);
      return;
    }
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
      uint32_t target = resolve (s, s->edges.at[edge].target);
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
          const struct sketch_edge *edge = &s->edges.at[s->first[node] + e];
          uint32_t target = resolve (s, edge->target);
          assert (target == GRAPH_EXIT || seen[target]);
          *vec_push (arena, &body->edges) = (struct body_edge){
            .kind = edge->kind,
            .operand = edge->operand,
            .value = edge->value,
            .target = target == GRAPH_EXIT ? BODY_EXIT : number[target],
            .instruction = edge->instruction,
          };
        }
      *vec_push (arena, &body->nodes) = made;
    }
  assert (body->nodes.count == count);
}
