/* structure.c -- loops and synchronized blocks of a procedure's graph.
 *
 * The graph is reducible if every edge to an earlier node (in reverse postorder) leads to
 * a node that dominates it; javac writes nothing else.  Then each such node is the head
 * of a loop.  A lock is a synchronized block if what runs with it held is entered by that
 * acquisition only; gotos cannot leave a `sync' in EML, so locks that are not blocks are
 * written as `lock' and `unlock'.  Loops and blocks that overlap: the block gives way.
 *
 * A node that several edges lead to is written after the node that dominates it
 * immediately, and after the constructs that end between the two: after the loop if it
 * is no longer in the loop.  That is the idea of Ramsey's translation to structured
 * code, with EML's goto where its break is not enough.  Dominators as Cooper, Harvey and
 * Kennedy compute them.
 */
#include <config.h>

#include "java/writer/structure.h"

#include <assert.h>
#include <stdlib.h>

/* ---- Dominators. ---- */

static uint32_t
common_dominator (const uint32_t *idom, uint32_t a, uint32_t b)
{
  assert (a != GRAPH_NONE && b != GRAPH_NONE);
  while (a != b)
    if (a > b)
      a = idom[a];
    else
      b = idom[b];
  return a;
}

static bool
dominates (const struct structure *s, uint32_t a, uint32_t b)
{
  assert (a < s->body->nodes.count && b < s->body->nodes.count);
  while (b > a)
    b = s->idom[b];
  return a == b;
}

static void
find_dominators (struct structure *s)
{
  const struct body *body = s->body;
  uint32_t count = body->nodes.count;
  for (uint32_t i = 0; i < count; i++)
    s->idom[i] = GRAPH_NONE;
  s->idom[0] = 0;
  for (bool changed = true; changed;)
    {
      changed = false;
      for (uint32_t n = 0; n < count; n++)
        {
          const struct body_node *node = &body->nodes.at[n];
          assert (s->idom[n] != GRAPH_NONE); /* reverse postorder */
          for (uint32_t e = node->first; e < node->first + node->count; e++)
            {
              uint32_t t = body->edges.at[e].target;
              if (t == BODY_EXIT || t == 0)
                continue;
              uint32_t new = s->idom[t] == GRAPH_NONE
                               ? n
                               : common_dominator (s->idom, s->idom[t], n);
              if (new != s->idom[t])
                {
                  s->idom[t] = new;
                  changed = true;
                }
            }
        }
    }
}

/* ---- Loops. ---- */

/* Count the edges from before; mark the heads; false if the flow is irreducible. */
static bool
find_heads (struct structure *s)
{
  const struct body *body = s->body;
  for (uint32_t n = 0; n < body->nodes.count; n++)
    {
      const struct body_node *node = &body->nodes.at[n];
      for (uint32_t e = node->first; e < node->first + node->count; e++)
        {
          uint32_t t = body->edges.at[e].target;
          if (t == BODY_EXIT)
            continue;
          if (t > n)
            s->forward[t]++;
          else if (dominates (s, t, n))
            s->is_head[t] = true;
          else
            return false;
        }
    }
  return true;
}

/* Nodes by predecessor edges. */
struct predecessors
{
  uint32_t *first, *node;
};

static struct predecessors
find_predecessors (struct structure *s)
{
  struct arena *arena = &s->x->run_arena;
  const struct body *body = s->body;
  uint32_t count = body->nodes.count;
  struct predecessors p = {
    .first = arena_calloc (arena, count + 2, sizeof *p.first),
    .node = arena_alloc (arena, (body->edges.count + 1) * sizeof *p.node),
  };
  for (uint32_t e = 0; e < body->edges.count; e++)
    if (body->edges.at[e].target != BODY_EXIT)
      p.first[body->edges.at[e].target + 2]++;
  for (uint32_t i = 0; i < count; i++)
    p.first[i + 2] += p.first[i + 1];
  for (uint32_t n = 0; n < count; n++)
    for (uint32_t e = body->nodes.at[n].first;
         e < body->nodes.at[n].first + body->nodes.at[n].count; e++)
      if (body->edges.at[e].target != BODY_EXIT)
        p.node[p.first[body->edges.at[e].target + 1]++] = n;
  assert (p.first[count] <= body->edges.count);
  return p;
}

struct node_list
{
  uint32_t *at;
  uint32_t count, capacity;
};

static void
add_construct (struct structure *s, struct construct construct,
               const struct node_list *nodes, struct node_list **members)
{
  assert (nodes->count > 0);
  struct arena *arena = &s->x->run_arena;
  construct.size = nodes->count;
  construct.parent = CONSTRUCT_NONE;
  *vec_push (arena, &s->constructs) = construct;
  uint32_t number = s->constructs.count - 1;
  struct node_list *list = &(*members)[number];
  *list = (struct node_list){ .at = NULL };
  vec_reserve (arena, list, nodes->count);
  for (uint32_t i = 0; i < nodes->count; i++)
    *vec_push (arena, list) = nodes->at[i];
}

/* Add the nodes that run with the lock of EDGE held, as far as they are new, to the loop
   of HEAD; those that are not entered by way of HEAD alone are no part of the loop. */
static void
add_locked (struct structure *s, uint32_t head, uint32_t edge, uint32_t *stamp,
            uint32_t now, struct node_list *nodes)
{
  assert (s->body->edges.at[edge].kind == EFFECT_LOCK);
  struct arena *arena = &s->x->run_arena;
  const struct body *body = s->body;
  uint32_t entry = body->edges.at[edge].target;
  uint32_t depth = row_count (&s->x->rows, body->nodes.at[entry].monitors);
  struct node_list work = { .at = NULL };
  bool *seen = arena_calloc (arena, body->nodes.count, sizeof *seen);
  *vec_push (arena, &work) = entry;
  seen[entry] = true;
  for (uint32_t i = 0; i < work.count; i++)
    {
      const struct body_node *node = &body->nodes.at[work.at[i]];
      if (stamp[work.at[i]] != now)
        *vec_push (arena, nodes) = work.at[i];
      stamp[work.at[i]] = now;
      for (uint32_t e = node->first; e < node->first + node->count; e++)
        {
          const struct body_edge *out = &body->edges.at[e];
          if (out->target == BODY_EXIT || seen[out->target]
              || !dominates (s, head, out->target)
              || (out->kind == EFFECT_UNLOCK
                  && row_count (&s->x->rows, node->monitors) == depth))
            continue;
          seen[out->target] = true;
          *vec_push (arena, &work) = out->target;
        }
    }
}

/* The nodes from which the head is reached again without leaving its subtree, and those
   of the synchronized blocks that begin there: they are left by break or return. */
static void
collect_loop (struct structure *s, const struct predecessors *p, uint32_t head,
              uint32_t *stamp, uint32_t now, struct node_list *nodes)
{
  assert (s->is_head[head]);
  struct arena *arena = &s->x->run_arena;
  nodes->count = 0;
  *vec_push (arena, nodes) = head;
  stamp[head] = now;
  for (uint32_t i = 0; i < nodes->count; i++)
    {
      uint32_t n = nodes->at[i];
      for (uint32_t k = p->first[n]; k < p->first[n + 1]; k++)
        {
          uint32_t before = p->node[k];
          /* Of the head only the edges that go back. */
          if ((n == head && before < head) || stamp[before] == now)
            continue;
          stamp[before] = now;
          *vec_push (arena, nodes) = before;
        }
    }
  const struct body *body = s->body;
  for (uint32_t i = 0; i < nodes->count; i++)
    {
      const struct body_node *node = &body->nodes.at[nodes->at[i]];
      for (uint32_t e = node->first; e < node->first + node->count; e++)
        if (body->edges.at[e].kind == EFFECT_LOCK && !s->plain[e]
            && stamp[body->edges.at[e].target] == now)
          {
            assert (dominates (s, head, body->edges.at[e].target));
            add_locked (s, head, e, stamp, now, nodes);
          }
    }
}

/* ---- Synchronized blocks. ---- */

/* The nodes that run with the lock of EDGE held; false if another edge enters them. */
static bool
collect_sync (struct structure *s, const struct predecessors *p, uint32_t from,
              uint32_t edge, uint32_t *stamp, uint32_t now, struct node_list *nodes)
{
  assert (s->body->edges.at[edge].kind == EFFECT_LOCK);
  struct arena *arena = &s->x->run_arena;
  const struct body *body = s->body;
  uint32_t entry = body->edges.at[edge].target;
  nodes->count = 0;
  if (entry == BODY_EXIT)
    return false;
  uint32_t depth = row_count (&s->x->rows, body->nodes.at[entry].monitors);
  *vec_push (arena, nodes) = entry;
  stamp[entry] = now;
  for (uint32_t i = 0; i < nodes->count; i++)
    {
      const struct body_node *node = &body->nodes.at[nodes->at[i]];
      uint32_t held = row_count (&s->x->rows, node->monitors);
      for (uint32_t e = node->first; e < node->first + node->count; e++)
        {
          const struct body_edge *out = &body->edges.at[e];
          if (out->kind == EFFECT_UNLOCK && held == depth)
            continue;
          if (out->target == BODY_EXIT)
            return false;
          if (stamp[out->target] != now)
            {
              stamp[out->target] = now;
              *vec_push (arena, nodes) = out->target;
            }
        }
    }
  for (uint32_t i = 0; i < nodes->count; i++)
    {
      uint32_t n = nodes->at[i], from_outside = 0;
      for (uint32_t k = p->first[n]; k < p->first[n + 1]; k++)
        if (stamp[p->node[k]] != now)
          from_outside++;
      if (from_outside != (n == entry ? 1 : 0))
        return false;
    }
  assert (stamp[from] != now || from == entry);
  return stamp[from] != now;
}

/* ---- Nesting. ---- */

bool
structure_contains (const struct structure *s, uint32_t construct, uint32_t node)
{
  assert (node < s->body->nodes.count);
  uint32_t c = s->construct[node];
  while (c != CONSTRUCT_NONE && c != construct)
    c = s->constructs.at[c].parent;
  return c == construct;
}

uint32_t
structure_sync_of (const struct structure *s, uint32_t node)
{
  assert (node < s->body->nodes.count);
  uint32_t c = s->construct[node];
  while (c != CONSTRUCT_NONE && !s->constructs.at[c].is_sync)
    c = s->constructs.at[c].parent;
  return c;
}

/* Put construct C, with its MEMBERS, inside those that are larger.  Returns a
   construct that it overlaps with, or CONSTRUCT_NONE. */
static uint32_t
nest (struct structure *s, uint32_t c, const struct node_list *members)
{
  assert (c < s->constructs.count && members->count == s->constructs.at[c].size);
  uint32_t around = s->construct[s->constructs.at[c].entry];
  for (uint32_t i = 0; i < members->count; i++)
    if (s->construct[members->at[i]] != around)
      return s->construct[members->at[i]] != CONSTRUCT_NONE ? s->construct[members->at[i]]
                                                            : around;
  s->constructs.at[c].parent = around;
  for (uint32_t i = 0; i < members->count; i++)
    s->construct[members->at[i]] = c;
  return CONSTRUCT_NONE;
}

/* Larger ones first; of equal ones the synchronized block is outside. */
struct size_key
{
  uint32_t size, number;
  bool is_sync;
};

static int
compare_sizes (const void *left, const void *right)
{
  const struct size_key *a = left, *b = right;
  if (a->size != b->size)
    return a->size > b->size ? -1 : 1;
  if (a->is_sync != b->is_sync)
    return a->is_sync ? -1 : 1;
  return a->number < b->number ? -1 : 1;
}

static struct size_key *
order_by_size (const struct structure *s)
{
  uint32_t count = s->constructs.count;
  struct size_key *keys = arena_alloc (&s->x->run_arena, (count + 1) * sizeof *keys);
  for (uint32_t i = 0; i < count; i++)
    keys[i] = (struct size_key){ .size = s->constructs.at[i].size,
                                 .number = i,
                                 .is_sync = s->constructs.at[i].is_sync };
  if (count > 0)
    qsort (keys, count, sizeof *keys, compare_sizes);
  return keys;
}

/* Find all constructs; false if a block had to give way: then once more. */
static bool
find_constructs (struct structure *s, const struct predecessors *p)
{
  struct arena *arena = &s->x->run_arena;
  const struct body *body = s->body;
  uint32_t count = body->nodes.count;
  uint32_t *stamp = arena_calloc (arena, count, sizeof *stamp);
  struct node_list nodes = { .at = NULL };
  struct node_list *members
    = arena_calloc (arena, count + body->edges.count + 1, sizeof *members);
  uint32_t now = 0;
  s->constructs.count = 0;
  for (uint32_t n = 0; n < count; n++)
    {
      s->construct[n] = CONSTRUCT_NONE;
      if (s->is_head[n])
        {
          collect_loop (s, p, n, stamp, ++now, &nodes);
          add_construct (s, (struct construct){ .entry = n, .owner = n }, &nodes,
                         &members);
        }
      for (uint32_t e = body->nodes.at[n].first;
           e < body->nodes.at[n].first + body->nodes.at[n].count; e++)
        if (body->edges.at[e].kind == EFFECT_LOCK && !s->plain[e])
          {
            if (collect_sync (s, p, n, e, stamp, ++now, &nodes))
              add_construct (s,
                             (struct construct){ .is_sync = true,
                                                 .entry = body->edges.at[e].target,
                                                 .owner = n,
                                                 .edge = e },
                             &nodes, &members);
            else
              s->plain[e] = true;
          }
    }
  const struct size_key *keys = order_by_size (s);
  for (uint32_t i = 0; i < s->constructs.count; i++)
    {
      uint32_t c = keys[i].number, clash = nest (s, c, &members[c]);
      if (clash == CONSTRUCT_NONE)
        continue;
      if (s->constructs.at[c].is_sync)
        s->plain[s->constructs.at[c].edge] = true;
      else if (s->constructs.at[clash].is_sync)
        s->plain[s->constructs.at[clash].edge] = true;
      else
        s->structured = false;
      return false;
    }
  return true;
}

/* ---- Where nodes are written. ---- */

/* The outermost construct that NODE's immediate dominator is in and NODE is not. */
static uint32_t
construct_left (const struct structure *s, uint32_t node)
{
  assert (node > 0);
  uint32_t left = CONSTRUCT_NONE;
  for (uint32_t c = s->construct[s->idom[node]]; c != CONSTRUCT_NONE;
       c = s->constructs.at[c].parent)
    if (!structure_contains (s, c, node))
      left = c;
  return left;
}

/* Nodes outside a loop that edges from inside lead to, each once. */
static void
count_exits (struct structure *s)
{
  const struct body *body = s->body;
  for (uint32_t n = 1; n < body->nodes.count; n++)
    {
      uint32_t left = construct_left (s, n);
      if (left != CONSTRUCT_NONE && !s->constructs.at[left].is_sync)
        s->constructs.at[left].exits++;
    }
}

static void
place_nodes (struct structure *s)
{
  uint32_t count = s->body->nodes.count;
  for (uint32_t n = 0; n < count; n++)
    s->first_follower[n] = s->next_follower[n] = GRAPH_NONE;
  count_exits (s);
  /* What runs with a lock held is written where it is acquired, also at the end of a
     loop. */
  bool *is_locked = arena_calloc (&s->x->run_arena, count, sizeof *is_locked);
  for (uint32_t i = 0; i < s->constructs.count; i++)
    if (s->constructs.at[i].is_sync)
      is_locked[s->constructs.at[i].entry] = true;
  for (uint32_t n = count; n-- > 1;)
    {
      if (is_locked[n])
        continue;
      uint32_t left = construct_left (s, n);
      bool leaves_loop = left != CONSTRUCT_NONE && !s->constructs.at[left].is_sync;
      s->is_placed[n] = s->forward[n] > 1
                        || (left != CONSTRUCT_NONE && s->constructs.at[left].is_sync)
                        || (leaves_loop
                            && (s->idom[n] == s->constructs.at[left].entry
                                || s->constructs.at[left].exits == 1));
      if (!s->is_placed[n])
        continue;
      uint32_t owner = left == CONSTRUCT_NONE ? s->idom[n] : s->constructs.at[left].owner;
      assert (owner < n);
      s->next_follower[n] = s->first_follower[owner];
      s->first_follower[owner] = n;
    }
}

void
structure_find (struct structure *s, struct extraction *x, const struct body *body,
                bool *plain)
{
  struct arena *arena = &x->run_arena;
  uint32_t count = body->nodes.count;
  assert (count > 0);
  *s = (struct structure){ .x = x, .body = body, .plain = plain, .structured = true };
  s->idom = arena_alloc (arena, count * sizeof *s->idom);
  s->forward = arena_calloc (arena, count, sizeof *s->forward);
  s->construct = arena_alloc (arena, count * sizeof *s->construct);
  s->is_head = arena_calloc (arena, count, sizeof *s->is_head);
  s->is_placed = arena_calloc (arena, count, sizeof *s->is_placed);
  s->first_follower = arena_alloc (arena, count * sizeof *s->first_follower);
  s->next_follower = arena_alloc (arena, count * sizeof *s->next_follower);
  find_dominators (s);
  s->structured = find_heads (s);
  if (!s->structured)
    return;
  struct predecessors p = find_predecessors (s);
  while (s->structured && !find_constructs (s, &p))
    ;
  if (s->structured)
    place_nodes (s);
}
