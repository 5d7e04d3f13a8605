/* races.c -- see races.h.
 *
 * Invariant: the reads of a variable since its last write are `read', if one comes after
 * all others, or else in the table `reads', the last of each thread.  Cost: a read is
 * compared with one or two accesses, a write with all of these.
 */
#include <config.h>

#include "trace/races.h"

#include <assert.h>
#include <string.h>

#include "base/log.h"

/* The first table of reads of a variable has 2^this cells. */
#define FIRST_LOG 2
/* By default, no collection before this number of edges. */
#define COLLECT_AFTER ((uint32_t) 1 << 16)

void
races_init (struct races *races, struct world *world, enum race_discipline discipline,
            enum race_detector detector, struct arena *arena)
{
  assert (races && world && arena);
  *races = (struct races){ .arena = arena,
                           .world = world,
                           .discipline = discipline,
                           .detector = detector,
                           .collect_after = COLLECT_AFTER };
  locksets_init (&races->locksets, arena);
  clocks_init (&races->clocks, arena);
  pairmap_init (&races->pairs, arena);
  pairmap_init (&races->unlocated, arena);
  *vec_push (arena, &races->cells) = access_none ();
}

/* ---- The order. ---- */

static uint32_t
new_element (struct races *races, race_numbers *elements, uint32_t number)
{
  while (elements->count <= number)
    *vec_push (races->arena, elements) = TRACE_NONE;
  if (elements->at[number] == TRACE_NONE)
    elements->at[number] = races->elements++;
  return elements->at[number];
}

static inline uint32_t
element_at (struct races *races, race_numbers *elements, uint32_t number)
{
  if (number < elements->count && elements->at[number] != TRACE_NONE)
    return elements->at[number];
  return new_element (races, elements, number);
}

static inline uint32_t
thread_element (struct races *races, uint32_t thread)
{
  while (races->times.count <= thread)
    *vec_push (races->arena, &races->times) = 1;
  return element_at (races, &races->thread_element, thread);
}

static void
add_edge (struct races *races, struct edge edge, uint32_t thread)
{
  races->since_collection++;
  if (races->detector == RACE_LOCKSETS)
    locksets_edge (&races->locksets, edge);
  else
    clocks_edge (&races->clocks, edge, thread);
}

/* Add an edge from THREAD to TO, and begin a new time of THREAD. */
static void
tell (struct races *races, uint32_t thread, uint32_t to)
{
  uint32_t from = thread_element (races, thread), *time = &races->times.at[thread];
  assert (*time > 0 && from != to);
  add_edge (races, (struct edge){ from, to, *time }, thread);
  if (++*time == 0)
    quota_exhaust (races->arena->quota, QUOTA_BOUND);
}

/* Is FIRST ordered before what THREAD does now? */
static inline bool
is_ordered (struct races *races, const struct access *first, uint32_t thread)
{
  if (first->thread == thread || first->thread == ACCESS_NOBODY)
    return true;
  uint32_t before = (uint32_t) first->thread, to = races->thread_element.at[thread];
  assert (before < races->thread_element.count && first->time > 0);
  if (races->detector == RACE_CLOCKS)
    return clocks_ordered (&races->clocks, before, first->time, to);
  return (first->lock != TRACE_NONE && world_holds (races->world, thread, first->lock))
         || locksets_ordered (&races->locksets, before, races->thread_element.at[before],
                              first->time, to);
}

/* ---- Reads that are remembered. ---- */

static struct access *
cells_of (struct races *races, const struct race_variable *variable)
{
  assert (variable->reads && variable->reads < races->cells.count);
  return &races->cells.at[variable->reads];
}

static uint32_t
allocate_cells (struct races *races, unsigned log)
{
  uint32_t first = races->free_cells[log], size = (uint32_t) 1 << log;
  if (first)
    races->free_cells[log] = races->cells.at[first].time;
  else
    {
      first = races->cells.count;
      vec_reserve (races->arena, &races->cells, (uint64_t) first + size);
      races->cells.count += size;
    }
  for (uint32_t i = 0; i < size; i++)
    races->cells.at[first + i] = access_none ();
  return first;
}

static void
free_cells (struct races *races, uint32_t first, unsigned log)
{
  assert (first > 0);
  races->cells.at[first].thread = ACCESS_NOBODY;
  races->cells.at[first].time = races->free_cells[log];
  races->free_cells[log] = first;
}

/* The cell of THREAD in a table of SIZE cells, one of which is free. */
static struct access *
cell_of (struct access *cells, uint32_t size, uint32_t thread)
{
  uint32_t at = thread & (size - 1);
  assert (size > 0 && (size & (size - 1)) == 0);
  while (cells[at].thread != thread && cells[at].thread != ACCESS_NOBODY)
    at = (at + 1) & (size - 1);
  return &cells[at];
}

static void
enlarge_reads (struct races *races, struct race_variable *variable)
{
  unsigned log = variable->reads ? variable->reads_log + 1u : FIRST_LOG;
  assert (log < 32);
  uint32_t larger = allocate_cells (races, log), size = (uint32_t) 1 << log;
  struct access *cells = &races->cells.at[larger];
  if (variable->reads)
    {
      const struct access *old = cells_of (races, variable);
      for (uint32_t i = 0; i < (uint32_t) 1 << variable->reads_log; i++)
        if (old[i].thread != ACCESS_NOBODY)
          *cell_of (cells, size, (uint32_t) old[i].thread) = old[i];
      free_cells (races, variable->reads, variable->reads_log);
    }
  variable->reads = larger;
  variable->reads_log = log & 127;
}

/* Remember READ beside those of other threads. */
static void
put_read (struct races *races, struct race_variable *variable, struct access read)
{
  if (!variable->reads
      || variable->reads_count * 2 >= (uint32_t) 1 << variable->reads_log)
    enlarge_reads (races, variable);
  struct access *cell
    = cell_of (cells_of (races, variable), (uint32_t) 1 << variable->reads_log,
               (uint32_t) read.thread);
  assert (cell->thread == ACCESS_NOBODY || cell->thread == read.thread);
  if (cell->thread == ACCESS_NOBODY)
    variable->reads_count = (variable->reads_count + 1) & 0xffffff;
  *cell = read;
}

static void
forget_reads (struct races *races, struct race_variable *variable)
{
  variable->read = access_none ();
  if (!variable->reads)
    return;
  free_cells (races, variable->reads, variable->reads_log);
  variable->reads = 0;
  variable->reads_count = 0;
}

/* ---- Accesses. ---- */

/* Was a race at this pair of locations reported?  Marks it as reported. */
static bool
was_reported (struct races *races, const struct race *race)
{
  uint32_t a = race->first.location, b = race->second.location;
  uint32_t *known = a == TRACE_NONE || b == TRACE_NONE
                      ? pairmap_at (&races->unlocated, race->variable, 0)
                      : pairmap_at (&races->pairs, a < b ? a : b, a < b ? b : a);
  if (*known != PAIRMAP_FREE)
    return true;
  *known = 1;
  return false;
}

static void
report (struct races *races, uint32_t variable, const struct access *first,
        const struct access *second)
{
  struct race race = { variable, *first, *second };
  assert (first->thread != second->thread && first->event < second->event);
  races->seen++;
  races->racy += !races->variables.at[variable].is_racy;
  races->variables.at[variable].is_racy = true;
  if (was_reported (races, &race) && !races->all)
    return;
  races->found++;
  if (races->report)
    races->report (races->context, &race);
}

static void
check_order (struct races *races, uint32_t variable, const struct access *first,
             const struct access *second)
{
  if (!is_ordered (races, first, (uint32_t) second->thread))
    report (races, variable, first, second);
}

static struct race_variable *
variable_at (struct races *races, uint32_t number)
{
  while (races->variables.count <= number)
    *vec_push (races->arena, &races->variables)
      = (struct race_variable){ .write = access_none (), .read = access_none () };
  return &races->variables.at[number];
}

/* Process a read that need not be exclusive. */
static void
read_variable (struct races *races, uint32_t number, const struct access *access)
{
  struct race_variable *variable = &races->variables.at[number];
  assert (races->discipline == RACE_CONCURRENT_READS && !access->is_write);
  check_order (races, number, &variable->write, access);
  if (!variable->reads && is_ordered (races, &variable->read, (uint32_t) access->thread))
    {
      variable->read = *access;
      return;
    }
  if (!variable->reads)
    put_read (races, variable, variable->read);
  put_read (races, variable, *access);
  variable->read = access_none ();
}

/* Process a write, or any access that must be exclusive. */
static void
write_variable (struct races *races, uint32_t number, const struct access *access)
{
  struct race_variable *variable = &races->variables.at[number];
  check_order (races, number, &variable->write, access);
  check_order (races, number, &variable->read, access);
  if (variable->reads)
    for (uint32_t i = 0; i < (uint32_t) 1 << variable->reads_log; i++)
      check_order (races, number, &cells_of (races, variable)[i], access);
  forget_reads (races, variable);
  assert (variable->reads == 0 && variable->reads_count == 0);
  variable->write = *access;
}

static void
access_variable (struct races *races, const struct trace_event *event)
{
  (void) thread_element (races, event->thread);
  assert (event->thread < races->world->threads.count);
  const struct world_thread *thread = &races->world->threads.at[event->thread];
  struct access access = {
    .thread = event->thread & ACCESS_NOBODY,
    .is_write = event->op == TRACE_WRITE,
    .event = event->number & TRACE_EVENTS_LIMIT,
    .time = races->times.at[event->thread],
    .location = event->location,
    .held = thread->held,
    .lock = held_lock (&races->world->held, thread->held),
  };
  (void) variable_at (races, event->object);
  if (access.is_write || races->discipline == RACE_EXCLUSIVE)
    write_variable (races, event->object, &access);
  else
    read_variable (races, event->object, &access);
}

/* ---- Collection. ---- */

static void
mark (struct races *races, const struct access *access)
{
  if (access->thread == ACCESS_NOBODY)
    return;
  held_mark (&races->world->held, access->held);
  assert (access->thread < races->live.count);
  races->live.at[access->thread] = true;
}

/* Drop what grows with the trace: the edges of the locksets, and the chains of locks that
   nobody holds and no access refers to. */
static void
collect (struct races *races)
{
  struct held_chains *held = &races->world->held;
  uint32_t threads = races->thread_element.count;
  vec_reserve (races->arena, &races->live, threads);
  races->live.count = threads;
  memset (races->live.at, 0, threads * sizeof *races->live.at);
  held_unmark (held);
  for (uint32_t i = 0; i < races->world->threads.count; i++)
    held_mark (held, races->world->threads.at[i].held);
  for (uint32_t i = 0; i < races->variables.count; i++)
    {
      mark (races, &races->variables.at[i].write);
      mark (races, &races->variables.at[i].read);
    }
  for (uint32_t i = 0; i < races->cells.count; i++)
    mark (races, &races->cells.at[i]);
  held_sweep (held);
  if (races->detector == RACE_LOCKSETS)
    locksets_collect (&races->locksets, races->live.at, races->thread_element.at,
                      threads);
  LOG (2, "collected after %u edges: %u chains of locks",
       (unsigned) races->since_collection, (unsigned) held->used);
  races->since_collection = 0;
}

/* Is a collection due?  It walks over all variables: it must be frequent enough to keep
   memory small, and rare enough to cost each edge no more than a few of them. */
static bool
must_collect (const struct races *races)
{
  return races->since_collection >= races->collect_after
         && races->since_collection >= races->variables.count
         && races->since_collection >= races->cells.count;
}

/* ---- Events. ---- */

/* Forget the accesses to the fields of OBJECT, which is new. */
static void
forget_object (struct races *races, uint32_t object)
{
  const struct trace_names *names = races->world->names;
  uint32_t i
    = object < names->first_field.count ? names->first_field.at[object] : TRACE_NONE;
  for (; i != TRACE_NONE; i = names->next_field.at[i])
    if (i < races->variables.count)
      {
        races->variables.at[i].write = access_none ();
        forget_reads (races, &races->variables.at[i]);
      }
}

static void
synchronise (struct races *races, const struct trace_event *event)
{
  uint32_t thread = thread_element (races, event->thread);
  if (event->op == TRACE_ACQUIRE)
    {
      uint32_t lock = element_at (races, &races->lock_element, event->object);
      add_edge (races, (struct edge){ lock, thread, 0 }, TRACE_NONE);
    }
  else if (event->op == TRACE_RELEASE)
    tell (races, event->thread, element_at (races, &races->lock_element, event->object));
  else if (event->op == TRACE_FORK)
    tell (races, event->thread, thread_element (races, event->object));
  else
    {
      assert (event->op == TRACE_JOIN);
      tell (races, event->object, thread);
    }
  if (must_collect (races))
    collect (races);
}

void
races_event (struct races *races, const struct trace_event *event)
{
  if (trace_is_access (event))
    access_variable (races, event);
  else if (event->op == TRACE_NEW)
    forget_object (races, event->object);
  else if (event->op <= TRACE_JOIN && !event->nested)
    synchronise (races, event);
}

void
races_prefetch (struct races *races, const struct trace_batch *batch)
{
  for (uint32_t i = 0; i < batch->count; i++)
    if (trace_is_access (&batch->events[i])
        && batch->events[i].object < races->variables.count)
      __builtin_prefetch (&races->variables.at[batch->events[i].object], 1);
}
