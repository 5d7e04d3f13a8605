/* counting.c -- how often a method runs, a process is started, a site is reached: at
 * most once, or more often.
 *
 * An instance runs as often as all instances that call it do, times the calls on one path
 * through each of them; a process as often as it is started; all saturate at two, and
 * grow from below to the least fixpoint, so that what calls itself runs more than once.
 * Calls in different places of one method count twice only if a path leads from one to
 * the other.  A Thread object starts once, whatever else is known.
 */
#include <config.h>

#include <assert.h>
#include <stdlib.h>

#include "java/interpreter/graph_paths.h"
#include "java/interpreter/threads.h"

#define MANY 2

struct counting
{
  struct extraction *x;
  uint32_t *times; /* by instance */
  bool *accesses;  /* by instance: it, or what it calls, accesses or locks something */
  const bool **is_cyclic; /* by instance: nodes that lie on a cycle */
  VEC (struct use {
    uint32_t from; /* instance */
    uint32_t to;   /* instance, or process */
    bool is_start;
    uint32_t paths; /* on one path through FROM: 1 or 2 */
  })
  uses;
};

static uint32_t
saturated (uint32_t number)
{
  return number < MANY ? number : MANY;
}

/* ---- Uses. ---- */

/* An edge that calls or starts, and the use that it belongs to. */
struct use_edge
{
  uint32_t use, from, target;
};

static int
compare_use_edges (const void *left, const void *right)
{
  const struct use_edge *a = left, *b = right;
  if (a->use != b->use)
    return a->use < b->use ? -1 : 1;
  return a->from < b->from ? -1 : a->from > b->from;
}

/* Those of one use that are not on a cycle: does a path lead from one to another? */
static void
order_uses (struct counting *c, const struct graph *graph, struct use_edge *edges,
            uint32_t count)
{
  assert (count > 1);
  struct arena *arena = &c->x->run_arena;
  struct path_search search;
  path_search_init (&search, arena, graph);
  qsort (edges, count, sizeof *edges, compare_use_edges);
  for (uint32_t i = 0, end; i < count; i = end)
    {
      struct use *use = &c->uses.at[edges[i].use];
      uint32_t mark = edges[i].use + 1;
      assert (use->paths >= 1 && mark > 0);
      for (end = i; end < count && edges[end].use == edges[i].use; end++)
        search.marked[edges[end].from] = mark;
      for (uint32_t k = i; k < end && end - i > 1 && use->paths < MANY; k++)
        if (search.marked[edges[k].target] == mark
            || path_search_from (&search, arena, edges[k].target, mark))
          use->paths = MANY;
    }
}

/* The uses that INSTANCE makes of others, each once. */
static void
find_uses (struct counting *c, uint32_t instance)
{
  assert (instance < c->x->instances.count && !c->is_cyclic[instance]);
  struct extraction *x = c->x;
  struct arena *arena = &x->run_arena;
  const struct graph *graph = &x->instances.at[instance].graph;
  const bool *is_cyclic = c->is_cyclic[instance] = paths_cyclic (arena, graph);
  struct pairmap seen;
  VEC (struct use_edge) edges = VEC_EMPTY;
  bool has_several = false;
  pairmap_init (&seen, arena);
  for (uint32_t n = 0; n < graph->nodes.count; n++)
    EDGES_OF (graph, n, e)
    {
      const struct graph_edge *edge = &graph->edges.at[e];
      /* Who only locks can be part of a deadlock. */
      if (edge->kind == EFFECT_READ || edge->kind == EFFECT_WRITE
          || edge->kind == EFFECT_LOCK)
        c->accesses[instance] = true;
      if (edge->kind != EFFECT_CALL && edge->kind != EFFECT_START)
        continue;
      uint32_t *slot = pairmap_at (&seen, edge->operand, edge->kind == EFFECT_START);
      bool is_new = *slot == PAIRMAP_FREE;
      if (is_new)
        {
          *slot = c->uses.count;
          *vec_push (arena, &c->uses) = (struct use){
            .from = instance,
            .to = edge->operand,
            .is_start = edge->kind == EFFECT_START,
            .paths = 1,
          };
        }
      assert (*slot < c->uses.count && c->uses.at[*slot].to == edge->operand);
      struct use *use = &c->uses.at[*slot];
      if (is_cyclic[n] && is_cyclic[edge->target])
        use->paths = MANY;
      has_several = has_several || !is_new;
      *vec_push (arena, &edges) = (struct use_edge){ *slot, n, edge->target };
    }
  if (has_several)
    order_uses (c, graph, edges.at, edges.count);
}

/* ---- The whole program. ---- */

/* A Thread object that is told from others is started once. */
static bool
starts_once (const struct extraction *x, const struct thread_process *process)
{
  assert (process->copies >= 1 && process->copies <= MANY);
  if (process->is_pooled)
    return false;
  if (value_equal (process->thread, SELF))
    return true;
  uint32_t site = threads_site_of (x, process->thread);
  return site != UINT32_MAX && threads_once (x, site);
}

static void
count_once_more (struct counting *c, uint32_t *times, uint32_t *starts)
{
  struct extraction *x = c->x;
  struct threads *threads = x->threads;
  for (uint32_t i = 0; i < x->instances.count; i++)
    times[i] = 0;
  for (uint32_t p = 0; p < threads->processes.count; p++)
    starts[p] = p == 0;
  for (uint32_t i = 0; i < c->uses.count; i++)
    {
      const struct use *use = &c->uses.at[i];
      assert (use->paths >= 1 && use->paths <= MANY);
      uint32_t *to = use->is_start ? &starts[use->to] : &times[use->to];
      *to = saturated (*to + c->times[use->from] * use->paths);
    }
  for (uint32_t p = 0; p < threads->processes.count; p++)
    {
      struct thread_process *process = &threads->processes.at[p];
      process->is_repeated = starts[p] > 1;
      if (starts_once (x, process))
        starts[p] = saturated (starts[p]) > 0;
      else if (process->is_pooled && starts[p] > 0)
        starts[p] = MANY;
      process->copies = starts[p] ? starts[p] : 1;
      times[process->instance] = saturated (times[process->instance] + starts[p]);
    }
}

static void
count_to_fixpoint (struct counting *c)
{
  struct extraction *x = c->x;
  struct arena *arena = &x->run_arena;
  uint32_t count = x->instances.count;
  uint32_t *times = arena_calloc (arena, count + 1, sizeof *times);
  uint32_t *starts
    = arena_calloc (arena, x->threads->processes.count + 1, sizeof *starts);
  for (bool changed = true; changed;)
    {
      changed = false;
      count_once_more (c, times, starts);
      for (uint32_t i = 0; i < count; i++)
        if (times[i] > c->times[i])
          {
            c->times[i] = times[i];
            changed = true;
          }
    }
}

/* ---- Sites. ---- */

/* Points of one instance at which control is at one site. */
struct point
{
  uint32_t site, instance, node;
};

/* Of the COUNT points of one site and instance: does a path lead from one to another? */
static bool
points_follow (struct counting *c, const struct point *points, uint32_t count)
{
  assert (count > 0 && points[0].instance == points[count - 1].instance);
  struct arena *arena = &c->x->run_arena;
  struct path_search search;
  for (uint32_t i = 0; i < count; i++)
    if (c->is_cyclic[points[i].instance][points[i].node])
      return true;
  if (count == 1)
    return false;
  path_search_init (&search, arena, &c->x->instances.at[points[0].instance].graph);
  for (uint32_t i = 0; i < count; i++)
    search.marked[points[i].node] = 1;
  for (uint32_t i = 0; i < count; i++)
    if (path_search_from (&search, arena, points[i].node, 1))
      return true;
  return false;
}

static int
compare_points (const void *left, const void *right)
{
  const struct point *a = left, *b = right;
  if (a->site != b->site)
    return a->site < b->site ? -1 : 1;
  if (a->instance != b->instance)
    return a->instance < b->instance ? -1 : 1;
  return a->node < b->node ? -1 : a->node > b->node;
}

/* How often control comes to each site; false if one is now known to be reached more
   than once. */
static bool
count_sites (struct counting *c)
{
  struct extraction *x = c->x;
  struct threads *threads = x->threads;
  struct arena *arena = &x->run_arena;
  VEC (struct point) points = VEC_EMPTY;
  uint32_t *times = arena_calloc (arena, threads->site_list.count + 1, sizeof *times);
  for (uint32_t i = 0; i < x->agenda.list.count; i++)
    {
      const struct state *state = &x->agenda.list.at[i];
      uint32_t site = pairmap_get (
        &threads->sites, method_number (x, x->instances.at[state->instance].method),
        state->instruction);
      if (site != PAIRMAP_FREE && !threads->is_many.at[site])
        *vec_push (arena, &points) = (struct point){ site, state->instance, state->node };
    }
  if (points.count)
    qsort (points.at, points.count, sizeof *points.at, compare_points);
  bool unchanged = true;
  for (uint32_t i = 0, end; i < points.count; i = end)
    {
      const struct point *point = &points.at[i];
      for (end = i + 1; end < points.count && points.at[end].site == point->site
                        && points.at[end].instance == point->instance;
           end++)
        ;
      if (threads->is_many.at[point->site])
        continue;
      times[point->site] += c->times[point->instance];
      if (times[point->site] > 1 || points_follow (c, point, end - i))
        {
          threads->is_many.at[point->site] = true;
          unchanged = false;
        }
    }
  return unchanged;
}

/* ---- Processes that matter. ---- */

/* Does FROM, or what it calls, start PROCESS? */
static bool
starts (const struct counting *c, uint32_t from, uint32_t process)
{
  assert (process < c->x->threads->processes.count);
  const bool *called = threads_called_by (c->x, from);
  for (uint32_t i = 0; i < c->uses.count; i++)
    if (c->uses.at[i].is_start && c->uses.at[i].to == process
        && called[c->uses.at[i].from])
      return true;
  return false;
}

/* Does PROCESS come to the site that makes I? */
static bool
makes_self (const struct counting *c, uint32_t process)
{
  struct extraction *x = c->x;
  const struct threads *threads = x->threads;
  if (threads->isolated >= threads->allocations.count)
    return false;
  uint32_t site = threads->allocations.at[threads->isolated];
  assert (site < threads->site_list.count);
  struct java_member method = threads->site_list.at[site].method;
  const bool *called = threads_called_by (c->x, threads->processes.at[process].instance);
  for (uint32_t i = 0; i < x->instances.count; i++)
    if (called[i] && member_equal (x->instances.at[i].method, method))
      return true;
  return false;
}

/* Threads of one kind that make an object each, and keep it to themselves, do not share
   it: of these only the one that has I is in the model. */
static void
find_own (struct counting *c)
{
  struct extraction *x = c->x;
  struct threads *threads = x->threads;
  uint32_t maker = UINT32_MAX, makers = 0;
  for (uint32_t i = 0; i < threads->kept.count; i++)
    if (value_touches (&x->values, threads->kept.at[i]))
      return;
  for (uint32_t p = 0; p < threads->processes.count; p++)
    if (makes_self (c, p))
      {
        maker = p;
        makers++;
      }
  assert (makers == 0 || maker < threads->processes.count);
  if (makers == 1 && maker > 0)
    threads->processes.at[maker].copies = 1;
}

/* A process that starts others like itself cannot wait for its own start. */
static void
find_unordered (struct counting *c)
{
  struct extraction *x = c->x;
  for (uint32_t p = 1; p < x->threads->processes.count; p++)
    {
      struct thread_process *process = &x->threads->processes.at[p];
      process->is_unordered = process->copies > 1 && starts (c, process->instance, p);
      if (process->is_unordered)
        note_at (x, JAVA_ADDS_EXECUTIONS, "starts-itself", process->instance, 0,
                 "a thread starts others like itself: in the model they run from the "
                 "beginning");
    }
}

static void
find_touching (struct counting *c)
{
  struct threads *threads = c->x->threads;
  for (bool changed = true; changed;)
    {
      changed = false;
      for (uint32_t i = 0; i < c->uses.count; i++)
        {
          const struct use *use = &c->uses.at[i];
          assert (use->from < c->x->instances.count);
          uint32_t to = use->is_start ? threads->processes.at[use->to].instance : use->to;
          if (c->accesses[to] && !c->accesses[use->from])
            changed = c->accesses[use->from] = true;
        }
    }
  for (uint32_t p = 0; p < threads->processes.count; p++)
    threads->processes.at[p].touches = c->accesses[threads->processes.at[p].instance];
}

bool
threads_count (struct extraction *x)
{
  struct counting c = { .x = x };
  assert (x->threads && x->threads->processes.count > 0);
  c.times = arena_calloc (&x->run_arena, x->instances.count + 1, sizeof *c.times);
  c.accesses = arena_calloc (&x->run_arena, x->instances.count + 1, sizeof *c.accesses);
  c.is_cyclic = arena_calloc (&x->run_arena, x->instances.count + 1, sizeof *c.is_cyclic);
  for (uint32_t i = 0; i < x->instances.count; i++)
    find_uses (&c, i);
  count_to_fixpoint (&c);
  find_touching (&c);
  find_own (&c);
  find_unordered (&c);
  return count_sites (&c);
}
