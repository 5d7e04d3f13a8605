/* threads.c -- the program that begins with main: see threads.h. */
#include <config.h>

#include "java/interpreter/threads.h"

#include <assert.h>
#include <string.h>

#include "java/interpreter/selection.h"

/* ---- Sites. ---- */

static uint32_t
site_number (struct extraction *x, struct java_member method, uint32_t instruction)
{
  assert (x->threads->site_list.count == x->threads->is_many.count);
  struct threads *threads = x->threads;
  uint32_t *slot = pairmap_at (&threads->sites, method_number (x, method), instruction);
  if (*slot == PAIRMAP_FREE)
    {
      *slot = threads->site_list.count;
      *vec_push (&x->arena, &threads->site_list)
        = (struct allocation){ method, instruction };
      *vec_push (&x->arena, &threads->is_many) = false;
    }
  return *slot;
}

uint32_t
threads_site (struct machine *m)
{
  return site_number (m->x, m->x->instances.at[m->instance].method, m->instruction);
}

bool
threads_once (const struct extraction *x, uint32_t site)
{
  assert (site < x->threads->is_many.count);
  return !x->threads->is_many.at[site];
}

uint32_t
threads_site_of (const struct extraction *x, value_id object)
{
  assert (object.index < x->values.list.count);
  value_id site;
  if (!value_field (&x->values, object, PART_SITE, &site)
      || value_kind (&x->values, site) != VALUE_ADDRESS)
    return UINT32_MAX;
  return value_at (&x->values, site)->a;
}

/* Does the present `new' of CLASS make I?  *IS_MANY: also others. */
static bool
is_isolated (struct machine *m, name_id class, uint32_t site, bool *is_many)
{
  struct extraction *x = m->x;
  struct threads *threads = x->threads;
  if (universe_class (x->universe, x->class)->name.index != class.index)
    return false;
  uint32_t which = 0;
  while (which < threads->allocations.count && threads->allocations.at[which] != site)
    which++;
  if (which == threads->allocations.count)
    *vec_push (&x->arena, &threads->allocations) = site;
  *is_many = !threads_once (x, site);
  return which == threads->isolated;
}

value_id
threads_made (struct machine *m, enum value_kind kind, name_id class)
{
  struct extraction *x = m->x;
  value_id site = value_of (&x->values, VALUE_ADDRESS, threads_site (m), 1);
  uint32_t parts[2] = { PART_SITE, site.index };
  return value_with_parts (&x->values, kind, class.index,
                           kind == VALUE_RAW ? m->instruction : 0, parts, 2);
}

void
threads_new (struct machine *m, name_id class)
{
  struct extraction *x = m->x;
  uint32_t number = threads_site (m);
  bool is_many = false, is_self = is_isolated (m, class, number, &is_many);
  value_id site = value_of (&x->values, VALUE_ADDRESS, number, 1);
  assert (number < x->threads->site_list.count);
  uint32_t parts[2] = { PART_SITE, site.index };
  if (is_self)
    {
      uint32_t height = m->stack.count;
      machine_push (m, value_with_parts (&x->values, VALUE_RAW, class.index,
                                         m->instruction | RAW_IS_SELF, parts, 2));
      if (!is_many)
        {
          machine_continue (m);
          return;
        }
      machine_next (m);
      m->stack.count = height;
    }
  machine_push (m, threads_made (m, VALUE_RAW, class));
  machine_continue (m);
}

/* An object at a place of I is the same as the one that was put there, if that is told
   from all others; one that is made more than once is told from none. */
value_id
threads_lock_object (struct extraction *x, value_id object)
{
  assert (x->threads);
  const struct value at = *value_at (&x->values, object);
  value_id known = at.kind == VALUE_PLACE ? x->heap.places.at[at.a].known : object;
  if (value_kind (&x->values, known) != VALUE_OBJECT)
    return object;
  uint32_t site = threads_site_of (x, known);
  bool is_single = site != UINT32_MAX && threads_once (x, site);
  return is_single ? known : at.kind == VALUE_OBJECT ? OTHER : object;
}

const char *
threads_object_name (struct extraction *x, value_id object)
{
  uint32_t site = threads_site_of (x, object);
  assert (site < x->threads->site_list.count);
  const struct allocation *at = &x->threads->site_list.at[site];
  return arena_format (&x->arena, "%s (%s)",
                       simple_name (x, (name_id){ value_at (&x->values, object)->a }),
                       position_of (x, at->method, at->instruction));
}

/* ---- Units. ---- */

static bool
has_public_method (const struct java_class *class)
{
  for (uint32_t i = 0; i < class->method_count; i++)
    if (class->methods[i].access & ACCESS_PUBLIC
        && !(class->methods[i].access & (ACCESS_STATIC | ACCESS_SYNTHETIC)))
      return true;
  return false;
}

bool
threads_is_unit (struct extraction *x, uint32_t instance)
{
  assert (instance < x->instances.count);
  const struct instance *at = &x->instances.at[instance];
  const char *name = universe_text (x->universe, at->header->name);
  const struct java_class *class = universe_class (x->universe, x->class);
  if (name[0] == '<')
    return false;
  if (x->java->options->units)
    return selection_has_unit (x, at->method);
  if (at->header->access & ACCESS_SYNTHETIC)
    return false;
  if (has_public_method (class) ? !(at->header->access & ACCESS_PUBLIC)
                                : at->header->access & ACCESS_PRIVATE)
    return false;
  if (at->header->access & ACCESS_STATIC)
    return class_equal (at->method.class, x->class) && strcmp (name, "main") != 0;
  return row_count (&x->rows, at->arguments) > 0
         && row_words (&x->rows, at->arguments)[0] == SELF.index;
}

bool
threads_is_run (const struct extraction *x, struct java_member method)
{
  for (uint32_t i = 0; i < x->threads->run.count; i++)
    if (member_equal (x->threads->run.at[i], method))
      return !x->java->options->units;
  return false;
}

/* ---- Joins. ---- */

/* Where THREAD is made; it may be I. */
static uint32_t
site_of_thread (const struct extraction *x, value_id thread)
{
  const struct threads *threads = x->threads;
  if (value_equal (thread, SELF) && threads->isolated < threads->allocations.count)
    return threads->allocations.at[threads->isolated];
  return threads_site_of (x, thread);
}

bool
threads_joins (const struct extraction *x, value_id thread, uint32_t process)
{
  const struct threads *threads = x->threads;
  const struct thread_process *at = &threads->processes.at[process];
  assert (process < threads->processes.count);
  if (value_kind (&x->values, thread) == VALUE_ADDRESS)
    return process > 0 && !at->is_unordered && !at->is_pooled
           && value_at (&x->values, thread)->a == site_of_thread (x, at->thread);
  uint32_t site = threads_site_of (x, thread), own = 0;
  if (process == 0 || at->is_unordered || !value_equal (at->thread, thread))
    return false;
  if (!value_equal (thread, SELF) && (site == UINT32_MAX || !threads_once (x, site)))
    return false;
  if (at->is_pooled)
    return true;
  for (uint32_t p = 1; p < threads->processes.count; p++)
    own += value_equal (threads->processes.at[p].thread, thread);
  return own == 1 && at->copies == 1;
}

bool
threads_start_matters (const struct extraction *x, uint32_t process)
{
  assert (process < x->threads->processes.count);
  return x->threads->processes.at[process].touches
         && !x->threads->processes.at[process].is_unordered;
}

bool
threads_join_matters (const struct extraction *x, value_id thread)
{
  assert (thread.index < x->values.list.count);
  for (uint32_t p = 1; p < x->threads->processes.count; p++)
    if (x->threads->processes.at[p].touches && threads_joins (x, thread, p))
      return true;
  return false;
}

/* ---- Names. ---- */

/* After the class of the task, or after the place where a lambda is started: "App.13".
   Plain words, which need no quotes where they are shown. */
static const char *
process_name (struct extraction *x, const struct thread_process *process)
{
  struct java_member method = x->instances.at[process->instance].method;
  const struct java_method *header = universe_method (x->universe, method);
  assert (process->copies > 0);
  if (process->site == UINT32_MAX)
    return "main";
  if (!(header->access & ACCESS_SYNTHETIC))
    return simple_name (x, universe_class (x->universe, method.class)->name);
  const struct allocation *site = &x->threads->site_list.at[process->site];
  const struct java_code *code = universe_code (x->universe, site->method);
  uint32_t line = code_line_of (code, site->instruction);
  return arena_format (
    &x->arena, "%s.%u",
    simple_name (x, universe_class (x->universe, site->method.class)->name),
    (unsigned) (line ? line : code->at[site->instruction].pc));
}

void
threads_name_processes (struct extraction *x)
{
  struct threads *threads = x->threads;
  struct names taken;
  names_init (&taken, &x->run_arena);
  for (uint32_t p = 0; p < threads->processes.count; p++)
    {
      const char *name = process_name (x, &threads->processes.at[p]), *tried = name;
      uint32_t before = taken.entries.count;
      names_intern (&taken, tried, strlen (tried));
      for (uint32_t i = 2; taken.entries.count == before; i++)
        {
          tried = arena_format (&x->arena, "%s_%u", name, (unsigned) i);
          names_intern (&taken, tried, strlen (tried));
        }
      assert (taken.entries.count == before + 1);
      threads->processes.at[p].name = tried;
    }
}

const char *
threads_copy_name (struct extraction *x, uint32_t process, uint32_t copy)
{
  const struct thread_process *at = &x->threads->processes.at[process];
  assert (copy < at->copies);
  assert (at->name);
  return at->copies == 1
           ? at->name
           : arena_format (&x->run_arena, "%s.copy%u", at->name, (unsigned) copy + 1);
}

/* ---- The run. ---- */

static void
reset (struct extraction *x)
{
  struct threads *threads = x->threads;
  struct arena *arena = &x->run_arena;
  threads->uses.at = NULL;
  threads->uses.count = threads->uses.capacity = 0;
  threads->processes.at = NULL;
  threads->processes.count = threads->processes.capacity = 0;
  threads->kept.at = NULL;
  threads->kept.count = threads->kept.capacity = 0;
  threads->kept_types.at = NULL;
  threads->kept_types.count = threads->kept_types.capacity = 0;
  pairmap_init (&threads->process_keys, arena);
  pairmap_init (&threads->process_of, arena);
  pairmap_init (&threads->kept_of, arena);
  pairmap_init (&threads->kept_type_of, arena);
  pairmap_init (&threads->reader_of, arena);
}

/* The processes are what the reduction and the text begin with. */
static void
make_entries (struct extraction *x)
{
  assert (x->client.entries.count == 0 && x->threads->processes.count > 0);
  for (uint32_t p = 0; p < x->threads->processes.count; p++)
    {
      const struct thread_process *process = &x->threads->processes.at[p];
      if (process->touches || p == 0)
        *vec_push (&x->run_arena, &x->client.entries)
          = (struct entry){ .instance = process->instance, .is_unit = process->is_unit };
    }
}

/* Joins that are not certain: the model does not wait. */
static void
note_joins (struct extraction *x)
{
  const struct threads *threads = x->threads;
  for (uint32_t i = 0; i < x->instances.count; i++)
    for (uint32_t e = 0; e < x->instances.at[i].graph.edges.count; e++)
      {
        const struct graph_edge *edge = &x->instances.at[i].graph.edges.at[e];
        if (edge->kind != EFFECT_JOIN)
          continue;
        for (uint32_t p = 1; p < threads->processes.count; p++)
          if (threads->processes.at[p].touches
              && threads->processes.at[p].thread.index == edge->operand
              && !threads_joins (x, (value_id){ .index = edge->operand }, p))
            {
              note_at (x, JAVA_ADDS_EXECUTIONS, "unknown-join", i, edge->instruction,
                       "which thread is waited for is not certain: the model does not "
                       "wait");
              break;
            }
      }
}

/* ---- Static initialisers that start threads. ---- */

/* Does INSTANCE, or what it calls, start a thread? */
static bool
starts_thread (struct extraction *x, uint32_t instance)
{
  const bool *called = threads_called_by (x, instance);
  for (uint32_t i = 0; i < x->instances.count; i++)
    for (uint32_t e = 0; called[i] && e < x->instances.at[i].graph.edges.count; e++)
      if (x->instances.at[i].graph.edges.at[e].kind == EFFECT_START)
        return true;
  return false;
}

static bool
is_early (const struct threads *threads, class_id class)
{
  for (uint32_t i = 0; i < threads->early.count; i++)
    if (class_equal (threads->early.at[i], class))
      return true;
  return false;
}

/* Main runs them first.  For its own class that is so; others run when they are first
   needed. */
static void
find_early (struct extraction *x)
{
  struct threads *threads = x->threads;
  for (uint32_t i = 0; i < x->instances.count; i++)
    {
      const struct instance *at = &x->instances.at[i];
      if (strcmp (universe_text (x->universe, at->header->name), "<clinit>") != 0
          || !starts_thread (x, i))
        continue;
      class_id class = at->method.class;
      if (!class_equal (class, threads->main.class))
        note_at (x, JAVA_MAY_MISS, "static-thread", i, 0,
                 "a static initialiser starts a thread: in the model it runs before "
                 "main, and not when the class is first used");
      if (is_early (threads, class))
        continue;
      *vec_push (&x->arena, &threads->early) = class;
      extraction_correct (x, "a static initialiser starts a thread");
    }
}

void
threads_begin (struct machine *m)
{
  struct extraction *x = m->x;
  assert (x->threads && m->begins);
  if (!member_equal (x->instances.at[m->instance].method, x->threads->main))
    return;
  for (uint32_t i = 0; i < x->threads->early.count; i++)
    machine_effect (m, EFFECT_CALL, statics_learn (x, x->threads->early.at[i]));
}

/* ---- The run. ---- */

void
threads_run (struct extraction *x)
{
  struct threads *threads = x->threads;
  value_id arguments[1] = { OTHER };
  assert (member_is_known (threads->main));
  reset (x);
  uint32_t main = instance_of (x, threads->main, arguments, 1, ROW_EMPTY);
  *vec_push (&x->run_arena, &threads->processes) = (struct thread_process){
    .site = UINT32_MAX,
    .instance = main,
    .thread = OTHER,
    .is_unit = x->java->options->units && threads_is_unit (x, main),
    .copies = 1,
  };
  statics_learn (x, x->class);
  interpret_all (x);
  assert (threads->processes.at[0].instance == main && x->agenda.worklist.count == 0);
  if (!threads_count (x))
    extraction_correct (x, "a site is reached twice");
  if (settled_find (x))
    extraction_correct (x, "fields are written before threads are started");
  find_early (x);
  note_joins (x);
  make_entries (x);
  LOG (1, "%u processes, %u kept values", (unsigned) threads->processes.count,
       (unsigned) threads->kept.count);
}

/* ---- What is shared. ---- */

const bool *
threads_called_by (struct extraction *x, uint32_t instance)
{
  struct arena *arena = &x->run_arena;
  bool *called = arena_calloc (arena, x->instances.count + 1, sizeof *called);
  VEC (uint32_t) work = VEC_EMPTY;
  assert (instance < x->instances.count);
  *vec_push (arena, &work) = instance;
  called[instance] = true;
  while (work.count > 0)
    {
      const struct graph *graph = &x->instances.at[work.at[--work.count]].graph;
      for (uint32_t e = 0; e < graph->edges.count; e++)
        {
          const struct graph_edge *edge = &graph->edges.at[e];
          if (edge->kind == EFFECT_CALL && !called[edge->operand])
            {
              called[edge->operand] = true;
              *vec_push (arena, &work) = edge->operand;
            }
        }
    }
  return called;
}

/* Count a process for each location that INSTANCE accesses, or what it calls. */
static void
count_accesses (struct extraction *x, uint32_t instance, uint32_t copies, uint32_t *by,
                bool *written)
{
  const bool *called = threads_called_by (x, instance);
  bool *counted
    = arena_calloc (&x->run_arena, x->heap.locations.count + 1, sizeof *counted);
  for (uint32_t i = 0; i < x->instances.count; i++)
    {
      const struct graph *graph = &x->instances.at[i].graph;
      for (uint32_t e = 0; called[i] && e < graph->edges.count; e++)
        {
          const struct graph_edge *edge = &graph->edges.at[e];
          if (edge->kind != EFFECT_READ && edge->kind != EFFECT_WRITE)
            continue;
          if (!counted[edge->operand])
            by[edge->operand] += copies;
          counted[edge->operand] = true;
          written[edge->operand] |= edge->kind == EFFECT_WRITE;
        }
    }
}

bool
threads_share (struct extraction *x)
{
  const struct threads *threads = x->threads;
  struct arena *arena = &x->run_arena;
  uint32_t locations = x->heap.locations.count;
  uint32_t *by = arena_calloc (arena, locations + 1, sizeof *by);
  bool *written = arena_calloc (arena, locations + 1, sizeof *written);
  for (uint32_t p = 0; p < threads->processes.count; p++)
    count_accesses (x, threads->processes.at[p].instance, threads->processes.at[p].copies,
                    by, written);
  for (uint32_t i = 0; i < locations; i++)
    if (by[i] > 1 && written[i])
      return true;
  return false;
}

/* Does INSTANCE, or what it calls, take a lock? */
static bool
takes_lock (struct extraction *x, uint32_t instance)
{
  assert (instance < x->instances.count);
  const bool *called = threads_called_by (x, instance);
  for (uint32_t i = 0; i < x->instances.count; i++)
    for (uint32_t e = 0; called[i] && e < x->instances.at[i].graph.edges.count; e++)
      if (x->instances.at[i].graph.edges.at[e].kind == EFFECT_LOCK)
        return true;
  return false;
}

bool
threads_may_wait (struct extraction *x)
{
  uint32_t count = 0;
  for (uint32_t i = 0; i < x->notes.count; i++)
    if (x->notes.at[i].kind == JAVA_MAY_MISS)
      return true;
  for (uint32_t p = 0; p < x->threads->processes.count; p++)
    if (takes_lock (x, x->threads->processes.at[p].instance))
      count += x->threads->processes.at[p].copies;
  return count > 1;
}
