/* publication.c -- what constructors do after others can see the object: those run beside
 * it, which the model does not have.  A note for each location that is accessed then.
 *
 * Wherever the object, or what refers to it, gets out, the point in the graph is
 * remembered.  After the run, what is reached from there counts, in the method itself,
 * in what it calls, and in the constructors that called it.  Constructors of the JDK only
 * keep what they are given; a Thread runs it when it is started.
 */
#include <config.h>

#include <assert.h>

#include "java/interpreter/machine.h"

void
machine_publishes (struct machine *m)
{
  struct extraction *x = m->x;
  if (x->threads)
    return;
  assert (m->node < x->instances.at[m->instance].graph.nodes.count);
  *vec_push (&x->run_arena, &x->client.publications)
    = (struct publication){ m->instance, m->node, m->instruction };
}

/* What the search shares. */
struct search
{
  struct extraction *x;
  bool *is_constructing;    /* by instance: constructors of I, and what they call */
  bool *is_published;       /* by instance: I is seen by others before it returns */
  struct pairmap reached;   /* (instance, node), after that */
  VEC (uint32_t) published; /* instances whose callers are not looked at yet */
  bool *accessed;           /* by location */
  bool locks;
};

static bool
is_constructor_of_self (const struct extraction *x, const struct instance *instance)
{
  assert (instance->header && instance->arguments < x->rows.list.count);
  return instance->header->name.index == x->init_name.index
         && row_count (&x->rows, instance->arguments) > 0
         && row_words (&x->rows, instance->arguments)[0] == SELF.index;
}

static void
find_constructing (struct search *s)
{
  struct extraction *x = s->x;
  VEC (uint32_t) work = VEC_EMPTY;
  for (uint32_t i = 0; i < x->instances.count; i++)
    if (is_constructor_of_self (x, &x->instances.at[i]))
      {
        s->is_constructing[i] = true;
        *vec_push (&x->run_arena, &work) = i;
      }
  while (work.count > 0)
    {
      const struct graph *graph = &x->instances.at[work.at[--work.count]].graph;
      for (uint32_t e = 0; e < graph->edges.count; e++)
        if (graph->edges.at[e].kind == EFFECT_CALL
            && !s->is_constructing[graph->edges.at[e].operand])
          {
            s->is_constructing[graph->edges.at[e].operand] = true;
            *vec_push (&x->run_arena, &work) = graph->edges.at[e].operand;
          }
    }
}

/* Everything from NODE of INSTANCE on. */
static void
reach (struct search *s, uint32_t instance, uint32_t node)
{
  struct extraction *x = s->x;
  assert (instance < x->instances.count);
  assert (node < x->instances.at[instance].graph.nodes.count);
  pairmap_number (&s->reached, instance, node);
  for (uint32_t i = s->reached.entries.count - 1; i < s->reached.entries.count; i++)
    {
      uint32_t at = s->reached.entries.at[i].first;
      const struct graph *graph = &x->instances.at[at].graph;
      EDGES_OF (graph, s->reached.entries.at[i].second, e)
      {
        const struct graph_edge *edge = &graph->edges.at[e];
        if (edge->kind == EFFECT_READ || edge->kind == EFFECT_WRITE)
          s->accessed[edge->operand] = true;
        else if (edge->kind == EFFECT_CALL)
          pairmap_number (&s->reached, edge->operand, GRAPH_ENTRY);
        else if (effect_is_action (edge->kind))
          s->locks = true;
        pairmap_number (&s->reached, at, edge->target);
      }
    }
}

static void
publish (struct search *s, uint32_t instance)
{
  assert (instance < s->x->instances.count && s->is_constructing[instance]);
  if (!s->is_published[instance])
    *vec_push (&s->x->run_arena, &s->published) = instance;
  s->is_published[instance] = true;
}

/* Whoever called a method that publishes I goes on after the call. */
static void
reach_callers (struct search *s)
{
  struct extraction *x = s->x;
  while (s->published.count > 0)
    {
      uint32_t callee = s->published.at[--s->published.count];
      for (uint32_t i = 0; i < x->instances.count; i++)
        {
          const struct graph *graph = &x->instances.at[i].graph;
          for (uint32_t e = 0; e < graph->edges.count && s->is_constructing[i]; e++)
            if (graph->edges.at[e].kind == EFFECT_CALL
                && graph->edges.at[e].operand == callee)
              {
                reach (s, i, graph->edges.at[e].target);
                publish (s, i);
              }
        }
    }
}

void
publication_check (struct extraction *x)
{
  struct arena *arena = &x->run_arena;
  const struct publication *first = NULL;
  struct search s = {
    .x = x,
    .is_constructing = arena_calloc (arena, x->instances.count + 1, sizeof (bool)),
    .is_published = arena_calloc (arena, x->instances.count + 1, sizeof (bool)),
    .accessed = arena_calloc (arena, x->heap.locations.count + 1, sizeof (bool)),
  };
  pairmap_init (&s.reached, arena);
  find_constructing (&s);
  for (uint32_t i = 0; i < x->client.publications.count; i++)
    {
      const struct publication *at = &x->client.publications.at[i];
      if (!s.is_constructing[at->instance])
        continue;
      first = first ? first : at;
      reach (&s, at->instance, at->node);
      publish (&s, at->instance);
    }
  reach_callers (&s);
  if (first && s.locks)
    note_removing (x, JAVA_DEADLOCK, "escaping-this", first->instance, first->instruction,
                   "'this' escapes from its constructor, which takes a lock afterwards: "
                   "what others do before it has returned is not modelled");
  for (uint32_t i = 0; i < x->heap.locations.count && first; i++)
    if (s.accessed[i] && ownership_asks (x, i))
      note_location (x, JAVA_MAY_MISS, "escaping-this", i, first->instance,
                     first->instruction,
                     "'this' escapes from its constructor, which accesses '%s' "
                     "afterwards: what others do before it has returned is not modelled",
                     x->heap.locations.at[i].name);
}
