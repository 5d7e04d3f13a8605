/* shape.c -- the nodes of a body, its loops, and where nodes are written; see shape.h. */
#include <config.h>

#include "eml/shape.h"

#include <assert.h>
#include <stdlib.h>

#include "base/scc.h"

struct node_list
{
  uint32_t *at;
  uint32_t count, capacity;
};

/* ---- Nodes. ---- */

static const struct ir_step skip = { .op = IR_SKIP, .position = { UINT32_MAX } };

const struct ir_step *
shape_step (const struct shape *s, uint32_t node)
{
  assert (node < s->nodes.count);
  uint32_t step = s->nodes.at[node].step;
  return step == SHAPE_NONE ? &skip : &s->ir->nodes.at[step];
}

static uint32_t
only_successor (const struct ir *ir, uint32_t step)
{
  assert (ir->nodes.at[step].edge_count > 0);
  return ir->edges.at[ir->nodes.at[step].first_edge];
}

/* The last step of the statement that begins with STEP. */
static uint32_t
last_of_statement (const struct ir *ir, uint32_t step)
{
  while (ir->nodes.at[step].op == IR_CUT || ir->nodes.at[step].waits)
    step = only_successor (ir, step);
  return step;
}

/* A graph under construction: its nodes are steps, and begins of atomic blocks. */
struct draft
{
  struct shape *s;
  uint32_t first;
  uint32_t *written; /* by step of the body: itself, or the next one, if nothing is
                        written for it */
  VEC (struct shape_node) nodes; /* the nodes of steps, by number in the body */
  VEC (uint32_t) edges;
  uint32_t *ways;  /* by step of the body: edges that come into an atomic block there, */
  uint32_t *begin; /* and the node where it begins, or SHAPE_NONE */
};

/* The step that is written for STEP, with path halving. */
static uint32_t
find_written (const struct draft *d, uint32_t step)
{
  uint32_t at = step - d->first;
  while (d->written[at] != at)
    at = d->written[at] = d->written[d->written[at]];
  return at + d->first;
}

/* Is nothing written for STEP? */
static bool
is_silent (const struct ir *ir, const struct ir_step *step)
{
  if (step->op != IR_SKIP || step->edge_count > 1)
    return step->op == IR_WAKE || step->op == IR_FINISH || step->of_assume;
  /* A skip alone in a loop is written, and so is one that separates atomic blocks. */
  return step->position.index == NAME_NONE.index
         && step->atomic == ir->nodes.at[ir->edges.at[step->first_edge]].atomic;
}

static void
find_silent (struct draft *d, const struct ir_graph *body)
{
  const struct ir *ir = d->s->ir;
  d->written = arena_alloc (d->s->arena, body->node_count * sizeof *d->written);
  for (uint32_t n = 0; n < body->node_count; n++)
    d->written[n] = n;
  for (uint32_t n = 0; n < body->node_count; n++)
    if (is_silent (ir, &ir->nodes.at[body->first_node + n]))
      d->written[n]
        = find_written (d, only_successor (ir, body->first_node + n)) - body->first_node;
}

/* Does the edge from FROM, a step or null, to TARGET come into an atomic block? */
static bool
opens_atomic (const struct draft *d, const struct ir_step *from, uint32_t target)
{
  assert (target < d->s->ir->nodes.count);
  return d->s->ir->nodes.at[target].atomic && !(from && from->atomic);
}

/* Add an edge to TARGET from STEP, or into the body if that is SHAPE_NONE. */
static void
draft_edge (struct draft *d, uint32_t step, uint32_t target)
{
  const struct ir_step *from = step == SHAPE_NONE ? NULL : &d->s->ir->nodes.at[step];
  target = find_written (d, target);
  uint32_t to = target - d->first;
  bool is_skip = from && from->op == IR_SKIP && from->edge_count == 1;
  if (opens_atomic (d, from, target) && (!is_skip || d->ways[to] > 1))
    {
      if (d->begin[to] == SHAPE_NONE)
        {
          d->begin[to] = d->nodes.count;
          *vec_push (d->s->arena, &d->nodes) = (struct shape_node){ SHAPE_NONE, to, 1 };
        }
      to = d->begin[to];
      assert (d->nodes.at[to].step == SHAPE_NONE);
    }
  *vec_push (d->s->arena, &d->edges) = to;
}

/* Count the ways into each atomic block. */
static void
count_ways (struct draft *d, const struct ir_graph *body)
{
  const struct ir *ir = d->s->ir;
  d->ways = arena_calloc (d->s->arena, body->node_count, sizeof *d->ways);
  d->begin = arena_alloc (d->s->arena, body->node_count * sizeof *d->begin);
  for (uint32_t n = 0; n < body->node_count; n++)
    d->begin[n] = SHAPE_NONE;
  uint32_t entry = find_written (d, body->first_node);
  d->ways[entry - d->first] += opens_atomic (d, NULL, entry);
  for (uint32_t n = 0; n < body->node_count; n++)
    {
      uint32_t step = body->first_node + n;
      const struct ir_step *last = &ir->nodes.at[last_of_statement (ir, step)];
      for (uint32_t e = 0; e < last->edge_count; e++)
        {
          uint32_t target = find_written (d, ir->edges.at[last->first_edge + e]);
          assert (target >= d->first && target - d->first < body->node_count);
          d->ways[target - d->first] += opens_atomic (d, &ir->nodes.at[step], target);
        }
    }
}

/* The successors of NODE, the last one first. */
static uint32_t
next_node (const void *graph, uint32_t number, uint32_t *position)
{
  const struct draft *d = graph;
  const struct shape_node *node = &d->nodes.at[number];
  if (*position == node->count)
    return SCC_NONE;
  uint32_t edge = node->first + node->count - ++*position;
  return node->step == SHAPE_NONE ? node->first : d->edges.at[edge];
}

/* Store the nodes of D that are reached from ENTRY in the shape. */
static void
store_nodes (struct draft *d, uint32_t entry)
{
  struct shape *s = d->s;
  struct scc walk;
  uint32_t *number = arena_alloc (s->arena, d->nodes.count * sizeof *number);
  scc_init (&walk, s->arena, d->nodes.count, next_node, d);
  scc_from (&walk, entry);
  for (uint32_t i = 0; i < walk.left.count; i++)
    number[walk.left.at[i]] = walk.left.count - 1 - i;
  for (uint32_t i = walk.left.count; i-- > 0;)
    {
      const struct shape_node *node = &d->nodes.at[walk.left.at[i]];
      uint32_t first = s->edges.count;
      for (uint32_t e = 0; e < node->count; e++)
        *vec_push (s->arena, &s->edges)
          = number[node->step == SHAPE_NONE ? node->first : d->edges.at[node->first + e]];
      *vec_push (s->arena, &s->nodes)
        = (struct shape_node){ node->step, first, node->count };
    }
  assert (number[entry] == 0 && s->nodes.count == walk.left.count);
}

static void
make_nodes (struct shape *s, const struct ir_graph *body)
{
  const struct ir *ir = s->ir;
  struct draft d = { .s = s, .first = body->first_node };
  find_silent (&d, body);
  count_ways (&d, body);
  for (uint32_t n = 0; n < body->node_count; n++)
    *vec_push (s->arena, &d.nodes) = (struct shape_node){ body->first_node + n, 0, 0 };
  for (uint32_t n = 0; n < body->node_count; n++)
    {
      uint32_t step = body->first_node + n, first = d.edges.count;
      const struct ir_step *last = &ir->nodes.at[last_of_statement (ir, step)];
      for (uint32_t e = 0; e < last->edge_count; e++)
        draft_edge (&d, step, ir->edges.at[last->first_edge + e]);
      d.nodes.at[n].first = first;
      d.nodes.at[n].count = last->edge_count;
    }
  draft_edge (&d, SHAPE_NONE, body->first_node);
  store_nodes (&d, d.edges.at[d.edges.count - 1]);
}

/* ---- Dominators. ---- */

static uint32_t
common_dominator (const uint32_t *idom, uint32_t a, uint32_t b)
{
  assert (a != SHAPE_NONE && b != SHAPE_NONE);
  while (a != b)
    if (a > b)
      a = idom[a];
    else
      b = idom[b];
  return a;
}

static bool
dominates (const struct shape *s, uint32_t a, uint32_t b)
{
  assert (a < s->nodes.count && b < s->nodes.count);
  while (b > a)
    b = s->idom[b];
  return a == b;
}

/* Record that N may dominate TO; true: that changes its dominator. */
static bool
note_dominator (struct shape *s, uint32_t n, uint32_t to)
{
  uint32_t known = s->idom[to];
  if (to == 0)
    return false;
  s->idom[to] = known == SHAPE_NONE ? n : common_dominator (s->idom, known, n);
  return s->idom[to] != known;
}

static void
find_dominators (struct shape *s)
{
  uint32_t count = s->nodes.count;
  for (uint32_t i = 0; i < count; i++)
    s->idom[i] = SHAPE_NONE;
  s->idom[0] = 0;
  for (bool changed = true; changed;)
    {
      changed = false;
      for (uint32_t n = 0; n < count; n++)
        {
          const struct shape_node *node = &s->nodes.at[n];
          assert (s->idom[n] != SHAPE_NONE); /* reverse postorder */
          for (uint32_t e = node->first; e < node->first + node->count; e++)
            changed |= note_dominator (s, n, s->edges.at[e]);
        }
    }
}

/* Count the edges from earlier nodes; mark the heads of loops. */
static void
find_heads (struct shape *s)
{
  for (uint32_t n = 0; n < s->nodes.count; n++)
    {
      const struct shape_node *node = &s->nodes.at[n];
      for (uint32_t e = node->first; e < node->first + node->count; e++)
        {
          uint32_t to = s->edges.at[e];
          if (to > n)
            {
              s->forward[to]++;
              s->before[to] = n;
            }
          else
            s->is_head[to] |= dominates (s, to, n);
        }
    }
}

void
shape_init (struct shape *s, const struct ir *ir, const struct ir_graph *body,
            struct arena *arena)
{
  *s = (struct shape){ .arena = arena, .ir = ir };
  make_nodes (s, body);
  uint32_t count = s->nodes.count;
  assert (count > 0);
  s->idom = arena_alloc (arena, count * sizeof *s->idom);
  s->forward = arena_calloc (arena, count, sizeof *s->forward);
  s->before = arena_calloc (arena, count, sizeof *s->before);
  s->is_head = arena_calloc (arena, count, sizeof *s->is_head);
  s->plain = arena_calloc (arena, count, sizeof *s->plain);
  s->is_next = arena_calloc (arena, count, sizeof *s->is_next);
  s->cell = arena_alloc (arena, count * sizeof *s->cell);
  s->held = arena_alloc (arena, count * sizeof *s->held);
  s->closes = arena_alloc (arena, count * sizeof *s->closes);
  s->first_end = arena_alloc (arena, count * sizeof *s->first_end);
  s->next_end = arena_alloc (arena, count * sizeof *s->next_end);
  s->construct = arena_alloc (arena, count * sizeof *s->construct);
  s->first_follower = arena_alloc (arena, count * sizeof *s->first_follower);
  s->next_follower = arena_alloc (arena, count * sizeof *s->next_follower);
  s->is_placed = arena_alloc (arena, count * sizeof *s->is_placed);
  find_dominators (s);
  find_heads (s);
}

/* ---- Constructs. ---- */

/* The state of the search for constructs. */
struct search
{
  struct shape *s;
  struct node_list *blocks;  /* by node that opens a block: the nodes in it */
  struct node_list *members; /* by construct */
  uint32_t *before, *first;  /* predecessors of node n: before[first[n]] ... */
  uint32_t *stamp, now;
};

static void
find_predecessors (struct search *search)
{
  struct shape *s = search->s;
  uint32_t count = s->nodes.count;
  search->first = arena_calloc (s->arena, count + (size_t) 2, sizeof *search->first);
  search->before
    = arena_alloc (s->arena, (s->edges.count + (size_t) 1) * sizeof *search->before);
  for (uint32_t e = 0; e < s->edges.count; e++)
    search->first[s->edges.at[e] + 2]++;
  for (uint32_t i = 0; i < count; i++)
    search->first[i + 2] += search->first[i + 1];
  for (uint32_t n = 0; n < count; n++)
    for (uint32_t e = s->nodes.at[n].first;
         e < s->nodes.at[n].first + s->nodes.at[n].count; e++)
      search->before[search->first[s->edges.at[e] + 1]++] = n;
  assert (search->first[count] == s->edges.count);
}

/* Collect the nodes in each block. */
static void
fill_blocks (struct search *search)
{
  struct shape *s = search->s;
  search->blocks = arena_calloc (s->arena, s->nodes.count, sizeof *search->blocks);
  for (uint32_t n = 0; n < s->nodes.count; n++)
    if (shape_step (s, n)->op != IR_RETURN)
      for (uint32_t c = s->cell[n]; c != 0; c = s->cells.at[c].rest)
        *vec_push (s->arena, &search->blocks[s->cells.at[c].opener]) = n;
}

static void
add_node (struct search *search, struct node_list *nodes, uint32_t node)
{
  if (search->stamp[node] == search->now)
    return;
  search->stamp[node] = search->now;
  *vec_push (search->s->arena, nodes) = node;
}

/* Collect the nodes from which HEAD is reached again without leaving what it dominates,
   and the blocks that begin there: they are left by break or return. */
static void
collect_loop (struct search *search, uint32_t head, struct node_list *nodes)
{
  struct shape *s = search->s;
  assert (s->is_head[head]);
  search->now++;
  add_node (search, nodes, head);
  for (uint32_t i = 0; i < nodes->count; i++)
    for (uint32_t k = search->first[nodes->at[i]]; k < search->first[nodes->at[i] + 1];
         k++)
      if (dominates (s, head, search->before[k]))
        add_node (search, nodes, search->before[k]);
  for (uint32_t i = 0; i < nodes->count; i++)
    {
      const struct node_list *block = &search->blocks[nodes->at[i]];
      for (uint32_t k = 0; k < block->count; k++)
        add_node (search, nodes, block->at[k]);
    }
}

static void
add_construct (struct search *search, struct shape_construct construct,
               struct node_list nodes)
{
  struct shape *s = search->s;
  assert (nodes.count > 0);
  construct.size = nodes.count;
  search->members[s->constructs.count] = nodes;
  *vec_push (s->arena, &s->constructs) = construct;
}

/* For sorting: larger constructs first; of equal ones the block is outside. */
struct size_key
{
  uint32_t size, number;
  bool is_loop;
};

static int
compare_sizes (const void *left, const void *right)
{
  const struct size_key *a = left, *b = right;
  if (a->size != b->size)
    return a->size > b->size ? -1 : 1;
  if (a->is_loop != b->is_loop)
    return a->is_loop ? 1 : -1;
  return a->number < b->number ? -1 : a->number > b->number;
}

/* Put each construct inside those that are larger. */
static void
nest (struct search *search)
{
  struct shape *s = search->s;
  uint32_t count = s->constructs.count;
  struct size_key *keys = arena_alloc (s->arena, (count + (size_t) 1) * sizeof *keys);
  for (uint32_t i = 0; i < count; i++)
    keys[i]
      = (struct size_key){ s->constructs.at[i].size, i, s->constructs.at[i].is_loop };
  if (count > 0)
    qsort (keys, count, sizeof *keys, compare_sizes);
  for (uint32_t i = 0; i < count; i++)
    {
      uint32_t c = keys[i].number;
      uint32_t around = s->construct[s->constructs.at[c].entry];
      s->constructs.at[c].parent = around;
      s->constructs.at[c].depth
        = around == SHAPE_NONE ? 0 : s->constructs.at[around].depth + 1;
      for (uint32_t k = 0; k < search->members[c].count; k++)
        {
          uint32_t *innermost = &s->construct[search->members[c].at[k]];
          assert (*innermost == around);
          *innermost = c;
        }
    }
}

static void
find_constructs (struct shape *s)
{
  uint32_t count = s->nodes.count;
  struct search search = { .s = s };
  search.members = arena_calloc (s->arena, count * (size_t) 2, sizeof *search.members);
  search.stamp = arena_calloc (s->arena, count, sizeof *search.stamp);
  find_predecessors (&search);
  fill_blocks (&search);
  s->constructs.count = 0;
  for (uint32_t n = 0; n < count; n++)
    {
      s->construct[n] = SHAPE_NONE;
      if (s->is_head[n])
        {
          struct node_list nodes = { .at = NULL };
          collect_loop (&search, n, &nodes);
          add_construct (
            &search, (struct shape_construct){ .is_loop = true, .entry = n, .owner = n },
            nodes);
        }
      if (search.blocks[n].count > 0)
        add_construct (&search,
                       (struct shape_construct){
                         .entry = s->edges.at[s->nodes.at[n].first], .owner = n },
                       search.blocks[n]);
    }
  nest (&search);
}

bool
shape_contains (const struct shape *s, uint32_t construct, uint32_t node)
{
  uint32_t c = s->construct[node];
  assert (construct < s->constructs.count);
  while (c != SHAPE_NONE && s->constructs.at[c].depth > s->constructs.at[construct].depth)
    c = s->constructs.at[c].parent;
  return c == construct;
}

uint32_t
shape_loop (const struct shape *s, uint32_t head)
{
  assert (s->is_head[head]);
  uint32_t loop = s->construct[head];
  while (!s->constructs.at[loop].is_loop || s->constructs.at[loop].entry != head)
    loop = s->constructs.at[loop].parent;
  return loop;
}

/* Find the nodes where blocks are left. */
static void
find_ends (struct shape *s)
{
  for (uint32_t n = 0; n < s->nodes.count; n++)
    s->first_end[n] = s->next_end[n] = SHAPE_NONE;
  for (uint32_t n = s->nodes.count; n-- > 0;)
    {
      const struct shape_node *node = &s->nodes.at[n];
      uint32_t opener = shape_block (s, n);
      bool ends = s->closes[n];
      for (uint32_t e = 0; e < node->count && !ends && !shape_opens (s, n); e++)
        ends = shape_block (s, s->edges.at[node->first + e]) != opener;
      if (opener == SHAPE_NONE || !ends)
        continue;
      s->next_end[n] = s->first_end[opener];
      s->first_end[opener] = n;
    }
}

/* ---- Where nodes are written. ---- */

/* The outermost construct that has NODE's immediate dominator but not NODE;
 *LEAVES_BLOCK: is a block among those that are left? */
static uint32_t
construct_left (const struct shape *s, uint32_t node, bool *leaves_block)
{
  assert (node > 0);
  uint32_t left = SHAPE_NONE;
  *leaves_block = false;
  for (uint32_t c = s->construct[s->idom[node]];
       c != SHAPE_NONE && !shape_contains (s, c, node); c = s->constructs.at[c].parent)
    {
      left = c;
      *leaves_block |= !s->constructs.at[c].is_loop;
    }
  return left;
}

/* Is NODE the first of a block? */
static bool
is_inside_opener (const struct shape *s, uint32_t node)
{
  uint32_t opener = shape_block (s, node);
  return opener != SHAPE_NONE && s->edges.at[s->nodes.at[opener].first] == node;
}

/* Let NODE be written after OWNER. */
static void
place_node (struct shape *s, uint32_t node, uint32_t owner)
{
  uint32_t *at = &s->first_follower[owner];
  assert (owner < node);
  s->is_placed[node] = true;
  if (!s->is_next[node] && *at != SHAPE_NONE && s->is_next[*at])
    at = &s->next_follower[*at];
  s->next_follower[node] = *at;
  *at = node;
}

static void
place_nodes (struct shape *s)
{
  bool leaves_block;
  uint32_t count = s->nodes.count;
  for (uint32_t n = 0; n < count; n++)
    {
      s->first_follower[n] = s->next_follower[n] = SHAPE_NONE;
      s->is_placed[n] = false;
      if (n == 0 || shape_is_repeated (s, n))
        continue;
      uint32_t left = construct_left (s, n, &leaves_block);
      if (left != SHAPE_NONE)
        s->constructs.at[left].exits++;
    }
  for (uint32_t n = count; n-- > 1;)
    {
      if (shape_is_repeated (s, n) || is_inside_opener (s, n))
        continue;
      uint32_t left = construct_left (s, n, &leaves_block);
      const struct shape_construct *from
        = left == SHAPE_NONE ? NULL : &s->constructs.at[left];
      if (s->forward[n] > 1 || leaves_block
          || shape_block (s, s->before[n]) != shape_block (s, n)
          || (from && (s->idom[n] == from->entry || from->exits == 1)))
        place_node (s, n, from ? from->owner : s->idom[n]);
    }
}

bool
shape_find (struct shape *s)
{
  if (!shape_find_blocks (s))
    return false;
  find_constructs (s);
  find_ends (s);
  place_nodes (s);
  assert (s->first_follower && s->construct);
  return true;
}
