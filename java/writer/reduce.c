/* reduce.c -- from graphs of instances to procedures.
 *
 * 1. Calls of methods without any effect vanish (a method is effective if it, or one that
 *    it calls, has an effect).
 * 2. An instruction that throws what nobody in the method catches ends the method early.
 *    If from there on the method can also end without acquiring a lock or waiting, that
 *    path does all that the early end does, and more, and nobody can keep it from
 *    ending: a conflict of the shorter run is one of the longer run.  So the early end
 *    is left out.
 * 3. Of what is left, points without effect vanish, and equal ones are merged (sketch.c).
 *
 * Each can be switched off (--keep), to be compared with: tests/java/keep.sh.  Step 2 is
 * linear but for a few repetitions.
 */
#include <config.h>

#include <assert.h>

#include "java/writer/body.h"
#include "java/interpreter/selection.h"
#include "java/writer/sketch.h"
#include "java/writer/value_slice.h"
#include "java/interpreter/threads.h"

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
  struct summary *summaries; /* by instance */
  VEC (struct call_edge) calls;
  VEC (uint32_t) order; /* instances, callers first */
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
    case EFFECT_WRITE: return selection_has_location (x, edge->operand);
    case EFFECT_LOCK:
    case EFFECT_UNLOCK:
    case EFFECT_WAIT:
    case EFFECT_NOTIFY:
    case EFFECT_NOTIFY_ALL:
    case EFFECT_BEGIN:
    case EFFECT_END: return true;
    case EFFECT_START: return threads_start_matters (x, edge->operand);
    case EFFECT_JOIN:
      return threads_join_matters (x, (value_id){ .index = edge->operand });
    case EFFECT_NONE:
    case EFFECT_CALL:
    case EFFECT_SET:
    case EFFECT_TEST: break;
    }
  return false;
}

/* ---- Which instances matter. ---- */

static void
reach_instances (struct reducer *r)
{
  struct extraction *x = r->x;
  struct arena *arena = &x->run_arena;
  for (uint32_t i = 0; i < x->client.entries.count; i++)
    {
      uint32_t instance = x->client.entries.at[i].instance;
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
      graph_postorder (arena, graph, &order, &count);
      for (uint32_t n = count; n-- > 0;)
        EDGES_OF (graph, order[n], e)
        {
          const struct graph_edge *edge = &graph->edges.at[e];
          /* A unit in which nothing is done is none. */
          bool is_border = edge->kind == EFFECT_BEGIN || edge->kind == EFFECT_END;
          if ((is_own_effect (x, edge) && !is_border) || is_kept (x, JAVA_KEEP_CALLS))
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
  for (uint32_t i = 0; i < row_count (&x->rows, monitors); i++)
    if (row_words (&x->rows, monitors)[i] == lock)
      return true;
  return false;
}

/* Can nothing keep the method from going along EDGE? */
static bool
is_free (const struct reducer *r, uint32_t instance, uint32_t from,
         const struct graph_edge *edge)
{
  assert (from != GRAPH_EXIT);
  const struct graph *graph = &r->x->instances.at[instance].graph;
  if (edge->uncaught || edge->kind == EFFECT_WAIT || edge->kind == EFFECT_JOIN
      || slice_changes (r->bodies->slice, instance, edge))
    return false;
  if (edge->kind == EFFECT_LOCK)
    return holds (r->x, graph->nodes.at[from].monitors, edge->operand);
  if (edge->kind == EFFECT_CALL)
    return r->summaries[edge->operand].passes || !r->summaries[edge->operand].effective;
  return true;
}

/* The nodes from which the exit is reached along free edges. */
static bool *
free_nodes (struct reducer *r, uint32_t instance, const uint32_t *order, uint32_t count)
{
  const struct graph *graph = &r->x->instances.at[instance].graph;
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
            if (free[edge->target] && is_free (r, instance, order[i], edge))
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
          graph_postorder (&r->x->run_arena, graph, &order, &count);
          if (free_nodes (r, instance, order, count)[GRAPH_ENTRY])
            changed = r->summaries[instance].passes = true;
        }
    }
}

/* ---- One instance. ---- */

/* What the model knows of the value of EDGE: equal ones have equal numbers. */
static uint32_t
value_of_edge (const struct slice *slice, uint32_t instance,
               const struct graph_edge *edge)
{
  switch ((unsigned) edge->kind)
    {
    case EFFECT_READ:
      return edge->value > 0 && slice_has_slot (slice, instance, edge->value - 1)
               ? edge->value
               : 0;
    case EFFECT_WRITE:
    case EFFECT_SET:
      return (edge->kind == EFFECT_SET || slice_has_location (slice, edge->operand))
                 && slice_has_formula (slice, instance, edge->value)
               ? edge->value
               : FORMULA_NONE;
    case EFFECT_CALL: return slice->is_used ? edge->value : 0;
    default: return edge->value;
    }
}

/* Is EDGE, before a call, any value of a slot that all it leads to write at once? */
static bool
is_overwritten (const struct reducer *r, uint32_t instance, const struct graph_edge *edge)
{
  const struct extraction *x = r->x;
  const struct graph *graph = &x->instances.at[instance].graph;
  if (edge->kind != EFFECT_SET || edge->value != FORMULA_NONE
      || graph->nodes.at[edge->target].first_edge == GRAPH_NONE)
    return false;
  EDGES_OF (graph, edge->target, e)
  {
    const struct graph_edge *call = &graph->edges.at[e];
    if (call->kind != EFFECT_CALL || row_count (&x->rows, call->value) == 0
        || row_words (&x->rows, call->value)[0] != edge->operand + 1
        || !slice_has_result (r->bodies->slice, call->operand))
      return false;
  }
  return true;
}

static struct sketch_edge
copy_edge (const struct reducer *r, uint32_t instance, const struct graph_edge *edge)
{
  const struct slice *slice = r->bodies->slice;
  bool is_of_value = edge->kind == EFFECT_SET || edge->kind == EFFECT_TEST;
  bool counts = edge->kind == EFFECT_CALL ? r->summaries[edge->operand].effective
                : is_of_value             ? slice_has_edge (slice, instance, edge)
                                  && !is_overwritten (r, instance, edge)
                              : is_own_effect (r->x, edge);
  struct sketch_edge copy = { .kind = EFFECT_NONE, .target = edge->target };
  if (counts)
    copy = (struct sketch_edge){ .kind = edge->kind,
                                 .operand = edge->operand,
                                 .value = value_of_edge (slice, instance, edge),
                                 .target = edge->target,
                                 .instruction = edge->instruction };
  else if (edge->kind == EFFECT_READ && value_of_edge (slice, instance, edge) > 0)
    copy = (struct sketch_edge){ .kind = EFFECT_SET,
                                 .operand = edge->value - 1,
                                 .target = edge->target,
                                 .instruction = edge->instruction };
  return copy;
}

static void
copy_edges (struct reducer *r, uint32_t instance, struct sketch *s)
{
  struct extraction *x = r->x;
  bool *free = free_nodes (r, instance, s->order, s->count);
  for (uint32_t i = 0; i < s->count; i++)
    EDGES_OF (s->graph, s->order[i], e)
    {
      const struct graph_edge *edge = &s->graph->edges.at[e];
      if (edge->uncaught && free[s->order[i]] && !is_kept (x, JAVA_KEEP_EARLY_ENDS))
        continue;
      struct sketch_edge copy = copy_edge (r, instance, edge);
      assert (edge->kind != EFFECT_CALL || edge->operand < x->instances.count);
      sketch_add (s, s->order[i], copy);
    }
}

static void
make_body (struct reducer *r, struct body *body)
{
  assert (body->nodes.count == 0);
  struct sketch s;
  sketch_init (&s, r->x, body->instance);
  copy_edges (r, body->instance, &s);
  sketch_reduce (&s, !is_kept (r->x, JAVA_KEEP_EQUAL_POINTS));
  sketch_give (&s, body);
  assert (body->nodes.count > 0);
}

/* The values that the model has.  A method whose result they need does something. */
static const struct slice *
find_slice (struct reducer *r)
{
  struct extraction *x = r->x;
  bool *reached = arena_calloc (&x->run_arena, x->instances.count + 1, sizeof *reached);
  for (uint32_t i = 0; i < r->order.count; i++)
    reached[r->order.at[i]] = true;
  const struct slice *slice = slice_find (x, reached);
  for (uint32_t i = 0; i < r->order.count; i++)
    if (slice_has_result (slice, r->order.at[i]))
      r->summaries[r->order.at[i]].effective = true;
  return slice;
}

void
bodies_make (struct extraction *x, struct bodies *bodies)
{
  assert (x->client.entries.count > 0 || x->threads);
  struct reducer r = { .x = x, .bodies = bodies };
  struct arena *arena = &x->run_arena;
  r.summaries = arena_calloc (arena, x->instances.count, sizeof *r.summaries);
  reach_instances (&r);
  bodies->slice = find_slice (&r);
  find_effective (&r);
  find_passing (&r);
  bodies->list.count = 0;
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
