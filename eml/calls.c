/* calls.c -- see calls.h.  Everything is linear in the flow graphs. */
#include <config.h>

#include "eml/calls.h"

#include <assert.h>

void
calls_init (struct calls *calls, const struct flow *flow, struct arena *arena)
{
  uint32_t bodies = flow->bodies.count;
  assert (bodies == flow->model->bodies.count);
  *calls = (struct calls){ .flow = flow };
  calls->first_by
    = arena_calloc (arena, bodies + (size_t) 1, sizeof *calls->first_by);
  calls->first_to
    = arena_calloc (arena, bodies + (size_t) 2, sizeof *calls->first_to);
  for (body_id b = { 0 }; b.index < bodies; b.index++)
    {
      struct flow_body body = flow->bodies.at[b.index];
      calls->first_by[b.index] = calls->list.count;
      for (uint32_t n = body.first_node; n < body.first_node + body.node_count; n++)
        if (flow->nodes.at[n].op == FLOW_CALL)
          {
            body_id callee = flow_callee (&flow->nodes.at[n]);
            *vec_push (arena, &calls->list) = (struct call){ b, callee, n };
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
calls_mark_callers (const struct calls *calls, bool *marked, struct arena *arena)
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

bool *
calls_of_processes (const struct calls *calls, struct arena *arena)
{
  const struct model *model = calls->flow->model;
  bool *reached = arena_calloc (arena, model->bodies.count + (size_t) 1, sizeof *reached);
  VEC (uint32_t) work = VEC_EMPTY;
  for (uint32_t b = 0; b < model->bodies.count; b++)
    if (model->bodies.at[b].is_process)
      {
        reached[b] = true;
        *vec_push (arena, &work) = b;
      }
  while (work.count > 0)
    {
      uint32_t caller = work.at[--work.count];
      assert (reached[caller]);
      for (uint32_t i = calls->first_by[caller]; i < calls->first_by[caller + 1]; i++)
        {
          uint32_t callee = calls->list.at[i].callee.index;
          if (reached[callee])
            continue;
          reached[callee] = true;
          *vec_push (arena, &work) = callee;
        }
    }
  return reached;
}
