/* call_graph.c -- see call_graph.h.  Everything is linear in the flow graphs. */
#include <config.h>

#include "ir/call_graph.h"

#include <assert.h>

void
call_graph_init (struct call_graph *calls, const struct ir *flow, struct arena *arena)
{
  uint32_t bodies = flow->bodies.count;
  assert (bodies == flow->model->bodies.count);
  *calls = (struct call_graph){ .flow = flow };
  calls->first_by = arena_calloc (arena, bodies + (size_t) 1, sizeof *calls->first_by);
  calls->first_to = arena_calloc (arena, bodies + (size_t) 2, sizeof *calls->first_to);
  for (body_id b = { 0 }; b.index < bodies; b.index++)
    {
      struct ir_graph body = flow->bodies.at[b.index];
      calls->first_by[b.index] = calls->list.count;
      for (uint32_t n = body.first_node; n < body.first_node + body.node_count; n++)
        if (flow->nodes.at[n].op == IR_CALL)
          {
            body_id callee = ir_step_callee (&flow->nodes.at[n]);
            *vec_push (arena, &calls->list) = (struct ir_call){ b, callee, n };
            calls->first_to[callee.index + 2]++;
          }
    }
  calls->first_by[bodies] = calls->list.count;
  /* A counting sort: see turn_rules in wpds/survey.c. */
  calls->to = arena_alloc (arena, (calls->list.count + (size_t) 1) * sizeof *calls->to);
  for (uint32_t b = 0; b <= bodies; b++)
    calls->first_to[b + 1] += calls->first_to[b];
  for (uint32_t i = 0; i < calls->list.count; i++)
    calls->to[calls->first_to[calls->list.at[i].callee.index + 1]++] = i;
  assert (calls->first_to[bodies] == calls->list.count);
}

void
call_graph_mark_callers (const struct call_graph *calls, bool *marked,
                         struct arena *arena)
{
  VEC (uint32_t) work = VEC_EMPTY;
  for (uint32_t b = 0; b < calls->flow->bodies.count; b++)
    if (marked[b])
      *vec_push (arena, &work) = b;
  while (work.count > 0)
    {
      uint32_t callee = work.at[--work.count];
      assert (marked[callee]);
      for (uint32_t i = calls->first_to[callee]; i < calls->first_to[callee + 1]; i++)
        {
          uint32_t caller = calls->list.at[calls->to[i]].caller.index;
          if (marked[caller])
            continue;
          marked[caller] = true;
          *vec_push (arena, &work) = caller;
        }
    }
}

struct place
{
  uint32_t node;
  body_id body;
};

/* A walk over the nodes that are reached. */
struct walk
{
  const struct call_graph *calls;
  struct arena *arena;
  bool *reached; /* by node */
  bool *returns; /* by body: its end is reached */
  VEC (struct place) work;
};

static void
reach (struct walk *w, uint32_t node, body_id body)
{
  assert (node - w->calls->flow->bodies.at[body.index].first_node
          < w->calls->flow->bodies.at[body.index].node_count);
  if (w->reached[node])
    return;
  w->reached[node] = true;
  *vec_push (w->arena, &w->work) = (struct place){ node, body };
}

/* Reach what follows the calls of BODY that were reached. */
static void
return_from (struct walk *w, body_id body)
{
  const struct call_graph *calls = w->calls;
  assert (body.index < calls->flow->bodies.count);
  if (w->returns[body.index])
    return;
  w->returns[body.index] = true;
  for (uint32_t i = calls->first_to[body.index]; i < calls->first_to[body.index + 1]; i++)
    {
      const struct ir_call *call = &calls->list.at[calls->to[i]];
      const struct ir_step *node = &calls->flow->nodes.at[call->node];
      assert (node->edge_count == 1);
      if (w->reached[call->node])
        reach (w, calls->flow->edges.at[node->first_edge], call->caller);
    }
}

bool *
call_graph_reached (const struct call_graph *calls, struct arena *arena)
{
  const struct ir *flow = calls->flow;
  struct walk w = { .calls = calls, .arena = arena };
  w.reached = arena_calloc (arena, flow->nodes.count + (size_t) 1, sizeof *w.reached);
  w.returns = arena_calloc (arena, flow->bodies.count + (size_t) 1, sizeof *w.returns);
  for (body_id b = { 0 }; b.index < flow->bodies.count; b.index++)
    if (flow->model->bodies.at[b.index].is_process)
      reach (&w, flow->bodies.at[b.index].first_node, b);
  while (w.work.count > 0)
    {
      struct place at = w.work.at[--w.work.count];
      const struct ir_step *node = &flow->nodes.at[at.node];
      assert (w.reached[at.node]);
      if (node->op == IR_RETURN)
        return_from (&w, at.body);
      if (node->op == IR_CALL)
        {
          body_id callee = ir_step_callee (node);
          reach (&w, flow->bodies.at[callee.index].first_node, callee);
          if (!w.returns[callee.index])
            continue;
        }
      for (uint32_t e = 0; e < node->edge_count; e++)
        reach (&w, flow->edges.at[node->first_edge + e], at.body);
    }
  return w.reached;
}

void
call_graph_spread (const struct call_graph *calls, const bool *reached, idset *sets,
                   struct idsets *idsets, struct arena *arena)
{
  VEC (uint32_t) work = VEC_EMPTY;
  assert (reached);
  for (uint32_t b = 0; b < calls->flow->bodies.count; b++)
    if (!idset_is_empty (sets[b]))
      *vec_push (arena, &work) = b;
  while (work.count > 0)
    {
      uint32_t callee = work.at[--work.count];
      for (uint32_t i = calls->first_to[callee]; i < calls->first_to[callee + 1]; i++)
        {
          const struct ir_call *call = &calls->list.at[calls->to[i]];
          uint32_t caller = call->caller.index;
          if (!reached[call->node])
            continue;
          idset more = idset_union (idsets, sets[caller], sets[callee]);
          if (idset_equal (more, sets[caller]))
            continue;
          sets[caller] = more;
          *vec_push (arena, &work) = caller;
        }
    }
}
