/* settled.c -- fields that are written only before the first thread is started.
 *
 *     static Object lock = new Object ();
 *     main: lock = new FairLock (); new Worker ().start (); synchronized (lock) ...
 *
 * From the first start on such a field holds one object for ever, as a final field does:
 * it leads to a place, which can be a lock, a thread or an executor.  Only references are
 * looked at, in statics and in fields of I.
 *
 * After a run two questions are answered on the graphs of main and of what it calls, each
 * by marks that grow to a fixpoint, linear in the graphs but for a few repetitions:
 *
 *     forwards    can a thread have been started here?  A field all of whose writes are
 *                 where none can is settled.  (Writes of the static initialiser of its
 * own class come before every other access, whoever runs it.) backwards   can a settled
 * field still be written from here on?  A read where none can leads to the place.
 *
 * Callers are not told apart, which only settles less.  What is settled is remembered,
 * and the interpreter runs again; what a later run refutes is never settled again.
 */
#include <config.h>

#include <assert.h>
#include <string.h>

#include "java/interpreter/threads.h"

enum settlement
{
  SETTLED = 1,
  UNSETTLED, /* it was found out, and stays so */
};

void
settled_see (struct machine *m, enum owner_kind owner, uint32_t member, bool writes)
{
  assert (m->x->threads && (owner == OWNER_SELF || owner == OWNER_STATIC));
  assert (member < m->x->heap.member_list.count);
  *vec_push (&m->x->run_arena, &m->x->threads->uses) = (struct field_use){
    .owner = owner,
    .member = member,
    .instance = m->instance,
    .node = m->node,
    .instruction = m->instruction,
    .writes = writes,
  };
}

bool
settled_is_field (const struct extraction *x, enum owner_kind owner, uint32_t member)
{
  assert (x->threads && member < x->heap.member_list.count);
  return pairmap_get (&x->threads->settled_fields, owner, member) == SETTLED;
}

bool
settled_is_read (struct machine *m, enum owner_kind owner, uint32_t member)
{
  struct extraction *x = m->x;
  assert (m->instance < x->instances.count);
  return settled_is_field (x, owner, member)
         && pairmap_get (&x->threads->settled_reads,
                         method_number (x, x->instances.at[m->instance].method),
                         m->instruction)
              == SETTLED;
}

/* ---- The marks. ---- */

struct settling
{
  struct extraction *x;
  const bool *by_main; /* by instance: main calls it */
  bool *by_others;     /* ... another thread does */
  bool *does;          /* ... it, or what it calls, starts a thread, or writes */
  bool *at_border;     /* ... the mark of its entry, or of its exit */
  bool **marked;       /* by instance and node */
  bool changed;
};

static void
settling_init (struct settling *s, struct extraction *x)
{
  struct arena *arena = &x->run_arena;
  uint32_t count = x->instances.count;
  *s = (struct settling){ .x = x };
  s->by_main = threads_called_by (x, x->threads->processes.at[0].instance);
  s->by_others = arena_calloc (arena, count + 1, sizeof *s->by_others);
  for (uint32_t p = 1; p < x->threads->processes.count; p++)
    {
      const bool *called = threads_called_by (x, x->threads->processes.at[p].instance);
      for (uint32_t i = 0; i < count; i++)
        s->by_others[i] = s->by_others[i] || called[i];
    }
  s->marked = arena_calloc (arena, count + 1, sizeof *s->marked);
}

/* Begin with new marks. */
static void
clear_marks (struct settling *s)
{
  struct arena *arena = &s->x->run_arena;
  uint32_t count = s->x->instances.count;
  s->does = arena_calloc (arena, count + 1, sizeof *s->does);
  s->at_border = arena_calloc (arena, count + 1, sizeof *s->at_border);
  for (uint32_t i = 0; i < count; i++)
    if (s->by_main[i])
      s->marked[i] = arena_calloc (arena, s->x->instances.at[i].graph.nodes.count + 1,
                                   sizeof *s->marked[i]);
}

static void
mark (struct settling *s, bool *what)
{
  s->changed = s->changed || !*what;
  *what = true;
}

/* Callers of what does something do it. */
static void
spread_to_callers (struct settling *s)
{
  for (s->changed = true; s->changed;)
    {
      s->changed = false;
      for (uint32_t i = 0; i < s->x->instances.count; i++)
        {
          const struct graph *graph = &s->x->instances.at[i].graph;
          for (uint32_t e = 0; s->by_main[i] && e < graph->edges.count; e++)
            if (graph->edges.at[e].kind == EFFECT_CALL
                && s->does[graph->edges.at[e].operand])
              mark (s, &s->does[i]);
        }
    }
}

/* Can a thread have been started?  Forwards through the nodes of INSTANCE, once. */
static void
go_forwards (struct settling *s, uint32_t instance)
{
  const struct graph *graph = &s->x->instances.at[instance].graph;
  bool *marked = s->marked[instance];
  assert (marked && s->by_main[instance]);
  if (s->at_border[instance])
    mark (s, &marked[GRAPH_ENTRY]);
  for (uint32_t n = 0; n < graph->nodes.count; n++)
    EDGES_OF (graph, n, e)
    {
      const struct graph_edge *edge = &graph->edges.at[e];
      bool is_call = edge->kind == EFFECT_CALL;
      assert (!is_call || edge->operand < s->x->instances.count);
      if (is_call && marked[n])
        mark (s, &s->at_border[edge->operand]);
      if (marked[n] || edge->kind == EFFECT_START || (is_call && s->does[edge->operand]))
        mark (s, &marked[edge->target]);
    }
}

/* Can a settled field still be written?  Backwards through the nodes, once. */
static void
go_backwards (struct settling *s, uint32_t instance)
{
  const struct graph *graph = &s->x->instances.at[instance].graph;
  bool *marked = s->marked[instance];
  assert (marked && s->by_main[instance]);
  if (s->at_border[instance])
    mark (s, &marked[GRAPH_EXIT]);
  for (uint32_t n = graph->nodes.count; n-- > 0;)
    EDGES_OF (graph, n, e)
    {
      const struct graph_edge *edge = &graph->edges.at[e];
      bool is_call = edge->kind == EFFECT_CALL;
      assert (!is_call || edge->operand < s->x->instances.count);
      if (is_call && marked[edge->target])
        mark (s, &s->at_border[edge->operand]);
      if (marked[edge->target] || (is_call && s->does[edge->operand]))
        mark (s, &marked[n]);
    }
}

static void
mark_all (struct settling *s, void (*go) (struct settling *s, uint32_t instance))
{
  for (s->changed = true; s->changed;)
    {
      s->changed = false;
      for (uint32_t i = 0; i < s->x->instances.count; i++)
        if (s->by_main[i])
          go (s, i);
    }
}

/* ---- What is settled. ---- */

/* Does the static initialiser of the class that has the field write it? */
static bool
is_initialisation (const struct extraction *x, const struct field_use *use)
{
  assert (use->instance < x->instances.count);
  const struct instance *at = &x->instances.at[use->instance];
  return use->owner == OWNER_STATIC
         && strcmp (universe_text (x->universe, at->header->name), "<clinit>") == 0
         && class_equal (at->method.class, x->heap.member_list.at[use->member].class);
}

/* AT of TABLE is settled if IT_IS; true if that is new. */
static bool
settle (struct pairmap *table, uint32_t one, uint32_t two, bool it_is)
{
  uint32_t *slot = pairmap_at (table, one, two);
  uint32_t before = *slot;
  assert (before == PAIRMAP_FREE || before == SETTLED || before == UNSETTLED);
  if (!it_is)
    *slot = UNSETTLED;
  else if (before == PAIRMAP_FREE)
    *slot = SETTLED;
  return (*slot == SETTLED) != (before == SETTLED);
}

static bool
settle_fields (struct settling *s)
{
  struct extraction *x = s->x;
  bool changed = false;
  clear_marks (s);
  for (uint32_t i = 0; i < x->instances.count; i++)
    for (uint32_t e = 0; e < x->instances.at[i].graph.edges.count; e++)
      if (x->instances.at[i].graph.edges.at[e].kind == EFFECT_START)
        s->does[i] = true;
  spread_to_callers (s);
  mark_all (s, go_forwards);
  for (uint32_t i = 0; i < x->threads->uses.count; i++)
    {
      const struct field_use *use = &x->threads->uses.at[i];
      if (use->writes)
        changed |= settle (&x->threads->settled_fields, use->owner, use->member,
                           is_initialisation (x, use)
                             || (s->by_main[use->instance] && !s->by_others[use->instance]
                                 && !s->marked[use->instance][use->node]));
    }
  return changed;
}

static bool
settle_reads (struct settling *s)
{
  struct extraction *x = s->x;
  bool changed = false;
  clear_marks (s);
  for (uint32_t i = 0; i < x->threads->uses.count; i++)
    {
      const struct field_use *use = &x->threads->uses.at[i];
      if (!use->writes || !settled_is_field (x, use->owner, use->member)
          || !s->by_main[use->instance])
        continue;
      assert (s->marked[use->instance]);
      s->does[use->instance] = true;
      s->marked[use->instance][use->node] = true;
    }
  spread_to_callers (s);
  mark_all (s, go_backwards);
  for (uint32_t i = 0; i < x->threads->uses.count; i++)
    {
      const struct field_use *use = &x->threads->uses.at[i];
      if (use->writes)
        continue;
      bool is_run = s->by_main[use->instance] || s->by_others[use->instance];
      changed |= settle (
        &x->threads->settled_reads,
        method_number (x, x->instances.at[use->instance].method), use->instruction,
        is_run && !(s->by_main[use->instance] && s->marked[use->instance][use->node]));
    }
  return changed;
}

bool
settled_find (struct extraction *x)
{
  struct settling s;
  assert (x->threads->processes.count > 0 && x->agenda.worklist.count == 0);
  settling_init (&s, x);
  bool fields = settle_fields (&s), reads = settle_reads (&s);
  return fields || reads;
}
