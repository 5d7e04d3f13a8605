/* draft.c -- see draft.h: nodes and edges, and the finished graph. */
#include <config.h>

#include "eml/draft.h"

#include <assert.h>

uint32_t
draft_new_node (struct builder *b)
{
  uint32_t node = b->drafts.count;
  struct draft *draft = vec_push (b->arena, &b->drafts);
  *draft = (struct draft){ .node = IR_STEP_NONE,
                           .alias = node, .first_edge = NONE, .last_edge = NONE,
                           .number = NONE };
  return node;
}

/* With path halving. */
uint32_t
draft_find (struct builder *b, uint32_t node)
{
  assert (node < b->drafts.count);
  struct draft *drafts = b->drafts.at;
  while (drafts[node].alias != node)
    {
      drafts[node].alias = drafts[drafts[node].alias].alias;
      node = drafts[node].alias;
    }
  return node;
}

void
draft_add_edge (struct builder *b, uint32_t from, uint32_t to)
{
  uint32_t edge = b->edges.count;
  assert (from < b->drafts.count && to < b->drafts.count);
  *vec_push (b->arena, &b->edges) = (struct draft_edge){ to, NONE };
  struct draft *draft = &b->drafts.at[from];
  if (draft->first_edge == NONE)
    draft->first_edge = edge;
  else
    b->edges.at[draft->last_edge].next = edge;
  draft->last_edge = edge;
}

void
draft_set_place (struct builder *b, uint32_t node, uint32_t offset, name_id position)
{
  assert (node < b->drafts.count);
  b->drafts.at[node].node.offset = offset;
  b->drafts.at[node].node.position = position;
}

void
draft_continue_at (struct builder *b, uint32_t target)
{
  uint32_t from = draft_find (b, b->current), to = draft_find (b, target);
  if (from == to)
    {
      draft_add_edge (b, from, to); /* an endless loop that does nothing */
      b->drafts.at[from].node.atomic = b->atomic > 0;
    }
  else
    {
      assert (b->drafts.at[from].first_edge == NONE);
      b->drafts.at[from].alias = to;
    }
}

void
draft_go_on (struct builder *b)
{
  uint32_t next = draft_new_node (b);
  draft_add_edge (b, b->current, next);
  b->current = next;
}

void
draft_go_nowhere (struct builder *b)
{
  b->current = draft_new_node (b);
  b->drafts.at[b->current].orphan = true;
}

void
draft_put (struct builder *b, struct ir_step step, uint32_t offset, name_id position)
{
  struct ir_step *node = &b->drafts.at[b->current].node;
  assert (node->op == IR_SKIP && b->drafts.at[b->current].alias == b->current);
  *node = step;
  node->units = b->units;
  node->atomic = b->atomic > 0;
  draft_set_place (b, b->current, offset, position);
}

struct ir_step *
draft_fill (struct builder *b, enum ir_op op, uint32_t offset, name_id position)
{
  struct ir_step *node = &b->drafts.at[b->current].node;
  assert (node->op == IR_SKIP && b->drafts.at[b->current].alias == b->current);
  node->op = op;
  node->units = b->units;
  node->atomic = b->atomic > 0;
  draft_set_place (b, b->current, offset, position);
  return node;
}

/* ---- Finishing a body. ---- */

static void
number_nodes (struct builder *b, uint32_t entry)
{
  b->numbered.count = 0;
  b->pending.count = 0;
  *vec_push (b->arena, &b->pending) = entry;
  while (b->pending.count > 0)
    {
      uint32_t node = b->pending.at[--b->pending.count];
      struct draft *draft = &b->drafts.at[node];
      assert (draft->alias == node);
      if (draft->number != NONE)
        continue;
      draft->number = b->numbered.count;
      *vec_push (b->arena, &b->numbered) = node;
      /* The first successor goes on top, to be numbered next. */
      uint32_t before = b->pending.count;
      for (uint32_t e = draft->first_edge; e != NONE; e = b->edges.at[e].next)
        {
          b->edges.at[e].to = draft_find (b, b->edges.at[e].to);
          *vec_push (b->arena, &b->pending) = b->edges.at[e].to;
        }
      for (uint32_t i = before, k = b->pending.count; i + 1 < k; i++, k--)
        {
          uint32_t swap = b->pending.at[i];
          b->pending.at[i] = b->pending.at[k - 1];
          b->pending.at[k - 1] = swap;
        }
    }
}

void
draft_store (struct builder *b, uint32_t entry)
{
  struct ir *flow = b->flow;
  number_nodes (b, draft_find (b, entry));
  struct ir_graph body = { .first_node = flow->nodes.count,
                           .node_count = b->numbered.count,
                           .first_slot = flow->slots.count, .result = IR_NO_SLOT };
  assert (body.node_count > 0);
  for (uint32_t i = 0; i < b->numbered.count; i++)
    {
      const struct draft *draft = &b->drafts.at[b->numbered.at[i]];
      struct ir_step *node = vec_push (flow->arena, &flow->nodes);
      *node = draft->node;
      node->first_edge = flow->edges.count;
      for (uint32_t e = draft->first_edge; e != NONE; e = b->edges.at[e].next)
        {
          uint32_t to = b->drafts.at[b->edges.at[e].to].number;
          assert (to < body.node_count);
          *vec_push (flow->arena, &flow->edges) = body.first_node + to;
        }
      node->edge_count = flow->edges.count - node->first_edge;
      assert (node->op == IR_SKIP
              || node->edge_count
                   == (node->op == IR_RETURN ? 0 : node->op == IR_TEST ? 2 : 1));
    }
  assert (flow->nodes.count == body.first_node + body.node_count);
  *vec_push (flow->arena, &flow->bodies) = body;
}
