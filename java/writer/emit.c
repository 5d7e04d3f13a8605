/* emit.c -- from the graphs of effects to the model: what is in it, under which names. */
#include <config.h>

#include <assert.h>
#include <string.h>

#include "java/program/callers.h"
#include "java/writer/emission.h"
#include "java/writer/guards.h"

/* ---- What is used. ---- */

static bool
takes_read_half (const struct extraction *x, const struct body_edge *edge)
{
  assert (edge->kind != EFFECT_LOCK || edge->operand < x->heap.locks.count);
  return edge->kind == EFFECT_LOCK
         && x->heap.locks.at[edge->operand].flavour == LOCK_READ;
}

/* Bodies that entries reach, by calls that are still there. */
static void
find_called (struct emission *m)
{
  struct extraction *x = m->x;
  struct arena *arena = &x->run_arena;
  VEC (uint32_t) work = VEC_EMPTY;
  for (uint32_t i = 0; i < x->client.entries.count; i++)
    {
      uint32_t body = x->instances.at[x->client.entries.at[i].instance].body;
      assert (body == UINT32_MAX || body < m->bodies.list.count);
      if (body != UINT32_MAX && !m->is_called[body])
        {
          m->is_called[body] = true;
          *vec_push (arena, &work) = body;
        }
    }
  while (work.count > 0)
    {
      const struct body *body = &m->bodies.list.at[work.at[--work.count]];
      for (uint32_t e = 0; e < body->edges.count; e++)
        {
          const struct body_edge *edge = &body->edges.at[e];
          if (edge->kind == EFFECT_READ || edge->kind == EFFECT_WRITE)
            m->has_field[edge->operand] = true;
          else if (edge->kind == EFFECT_CALL)
            {
              assert (edge->operand < m->bodies.list.count);
              if (!m->is_called[edge->operand])
                *vec_push (arena, &work) = edge->operand;
              m->is_called[edge->operand] = true;
            }
          else if (effect_is_action (edge->kind) && edge->kind != EFFECT_START
                   && edge->kind != EFFECT_JOIN && edge->kind != EFFECT_BEGIN
                   && edge->kind != EFFECT_END)
            m->has_lock[edge->operand] = true;
        }
    }
}

/* Which bodies take read halves, themselves or in what they call? */
static void
find_readers (struct emission *m)
{
  for (bool changed = true; changed;)
    {
      changed = false;
      for (uint32_t b = m->bodies.list.count; b-- > 0;)
        {
          struct body *body = &m->bodies.list.at[b];
          for (uint32_t e = 0; e < body->edges.count && !body->reads_halves; e++)
            {
              const struct body_edge *edge = &body->edges.at[e];
              if (takes_read_half (m->x, edge)
                  || (edge->kind == EFFECT_CALL
                      && m->bodies.list.at[edge->operand].reads_halves))
                changed = body->reads_halves = true;
            }
        }
    }
}

/* ---- Processes. ---- */

static void
add_process (struct emission *m, const char *name, uint32_t source, uint32_t copies)
{
  assert (*name);
  const struct emitted_process *last
    = m->processes.count ? &m->processes.at[m->processes.count - 1] : NULL;
  uint32_t number = !last ? 0 : last->number + (last->copies ? last->copies : 1);
  *vec_push (&m->x->run_arena, &m->processes) = (struct emitted_process){
    .name = name, .source = source, .copies = copies, .number = number
  };
}

static uint32_t
client_count (const struct extraction *x)
{
  return x->java->options->threads ? x->java->options->threads : 2;
}

/* Is ENTRY called by a process of its own, and does it do something? */
static bool
is_alone (const struct extraction *x, const struct entry *entry)
{
  return entry->caller != CALLED_BY_CLIENTS
         && x->instances.at[entry->instance].body != UINT32_MAX;
}

/* Processes of the model, copies counted. */
static uint32_t
count_processes (const struct extraction *x)
{
  uint32_t count = 0;
  for (uint32_t i = 0; i < x->client.entries.count && !x->threads; i++)
    count += is_alone (x, &x->client.entries.at[i]);
  if (!x->threads)
    return client_count (x) + count;
  for (uint32_t p = 0; p < x->threads->processes.count; p++)
    if (p == 0 || x->threads->processes.at[p].touches)
      count += x->threads->processes.at[p].copies;
  return count;
}

/* A lock that somebody takes to read has a part for each process. */
static void
find_parts (struct emission *m)
{
  struct extraction *x = m->x;
  m->parts = 1;
  for (uint32_t i = 0; i < x->heap.locks.count; i++)
    if (m->has_lock[i] && x->heap.locks.at[i].flavour == LOCK_READ)
      m->parts = count_processes (x);
  assert (m->parts > 0);
}

static void
add_clients (struct emission *m)
{
  struct arena *arena = &m->x->run_arena;
  uint32_t count = client_count (m->x);
  if (m->parts == 1)
    add_process (m, "Client", 0, count);
  else
    for (uint32_t i = 1; i <= count; i++)
      add_process (m, arena_format (arena, "Client%u", (unsigned) i), 0, 0);
  for (uint32_t i = 0, number = 1; i < m->x->client.entries.count; i++)
    if (is_alone (m->x, &m->x->client.entries.at[i]))
      add_process (m, arena_format (arena, "Thread%u", (unsigned) number++), i + 1, 0);
}

static void
add_processes (struct emission *m)
{
  struct extraction *x = m->x;
  threads_name_processes (x);
  for (uint32_t p = 0; p < x->threads->processes.count; p++)
    {
      const struct thread_process *at = &x->threads->processes.at[p];
      if (p > 0 && !at->touches)
        continue;
      if (m->parts == 1)
        add_process (m, at->name, p, at->copies > 1 ? at->copies : 0);
      else
        for (uint32_t i = 0; i < at->copies; i++)
          add_process (m, threads_copy_name (x, p, i), p, 0);
    }
}

/* ---- The monitor of I. ---- */

/* Is BODY that of a method whose `this' is I? */
static bool
has_self (const struct extraction *x, const struct body *body)
{
  assert (body->instance < x->instances.count);
  const struct instance *instance = &x->instances.at[body->instance];
  return !(instance->header->access & ACCESS_STATIC)
         && row_count (&x->rows, instance->arguments) > 0
         && row_words (&x->rows, instance->arguments)[0] == SELF.index;
}

/* The monitor of I, if a method could take it. */
static uint32_t
find_monitor (struct extraction *x, const struct bodies *bodies)
{
  for (uint32_t i = 0; i < bodies->list.count; i++)
    if (has_self (x, &bodies->list.at[i]))
      return heap_lock (x, LOCK_MONITOR, SELF);
  return JAVA_LOCK_NONE;
}

/* ---- Names. ---- */

/* Methods of the class itself need no class before them. */
static const char *
procedure_name (struct extraction *x, struct java_member method)
{
  return method.class.index == x->class.index ? method_name (x, method)
                                              : full_method_name (x, method);
}

/* NAME, or with a number after it if it is taken. */
static const char *
unique_name (struct emission *m, struct names *taken, const char *name)
{
  assert (name);
  struct extraction *x = m->x;
  const char *tried = name;
  for (uint32_t i = 2;; i++)
    {
      uint32_t before = taken->entries.count;
      names_intern (taken, tried, strlen (tried));
      if (taken->entries.count > before)
        return tried;
      tried = arena_format (&x->arena, "%s #%u", name, i);
    }
}

static void
name_all (struct emission *m)
{
  struct extraction *x = m->x;
  struct names procedures, fields, locks;
  names_init (&procedures, &x->run_arena);
  names_init (&fields, &x->run_arena);
  names_init (&locks, &x->run_arena);
  for (uint32_t i = 0; i < x->client.entries.count; i++)
    {
      const struct entry *entry = &x->client.entries.at[i];
      uint32_t number = x->instances.at[entry->instance].body;
      if (number == UINT32_MAX)
        continue;
      struct body *body = &m->bodies.list.at[number];
      const char *name = procedure_name (x, x->instances.at[body->instance].method);
      if (entry->how)
        name = arena_format (&x->arena, "%s, %s", name, entry->how);
      body->name = unique_name (m, &procedures, name);
    }
  for (uint32_t i = 0; i < m->bodies.list.count; i++)
    {
      struct body *body = &m->bodies.list.at[i];
      if (m->is_called[i] && !body->name)
        body->name = unique_name (
          m, &procedures, procedure_name (x, x->instances.at[body->instance].method));
    }
  for (uint32_t i = 0; i < x->heap.locations.count; i++)
    if (m->has_field[i])
      x->heap.locations.at[i].name
        = unique_name (m, &fields, x->heap.locations.at[i].name);
  for (uint32_t i = 0; i < x->heap.locks.count; i++)
    if ((m->has_lock[i] || i == m->monitor) && x->heap.locks.at[i].flavour < LOCK_READ)
      x->heap.locks.at[i].name = unique_name (m, &locks, x->heap.locks.at[i].name);
}

/* ---- The model. ---- */

/* Do other classes call METHOD, which clients cannot call?  It is an entry since nobody
   knows what they hold. */
static bool
is_inner (struct extraction *x, struct java_member method)
{
  assert (member_is_known (method));
  return !(universe_method (x->universe, method)->access
           & (ACCESS_PRIVATE | ACCESS_SYNTHETIC | ACCESS_PROTECTED | ACCESS_PUBLIC))
         && callers_of (x->java->callers, method);
}

static void
give_inner (struct emission *m)
{
  struct extraction *x = m->x;
  for (uint32_t i = 0; i < x->client.entries.count; i++)
    {
      const struct entry *entry = &x->client.entries.at[i];
      const struct instance *instance = &x->instances.at[entry->instance];
      if (instance->body == UINT32_MAX || entry->caller != CALLED_BY_CLIENTS
          || !is_inner (x, instance->method))
        continue;
      for (uint32_t p = 0; p < m->parts; p++)
        {
          body_id body = *emission_body (m, instance->body, p);
          if (body.index != UINT32_MAX)
            *vec_push (&m->model->arena, &m->model->inner)
              = m->declared->bodies.at[body.index].decl;
        }
    }
}

/* Methods of the class that are entries, or units of a program, each counted once. */
static uint32_t
count_methods (struct extraction *x)
{
  struct pairmap seen;
  pairmap_init (&seen, &x->run_arena);
  for (uint32_t i = 0; i < x->client.entries.count; i++)
    {
      struct java_member method
        = x->instances.at[x->client.entries.at[i].instance].method;
      if (!x->threads)
        pairmap_number (&seen, method.class.index, method.index);
    }
  for (uint32_t i = 0; x->threads && i < x->instances.count; i++)
    {
      struct java_member method = x->instances.at[i].method;
      if (x->instances.at[i].body != UINT32_MAX && threads_is_unit (x, i))
        pairmap_number (&seen, method.class.index, method.index);
    }
  return seen.entries.count;
}

static void
find_model (struct emission *m)
{
  struct extraction *x = m->x;
  struct arena *arena = &x->run_arena;
  bodies_make (x, &m->bodies);
  m->monitor = find_monitor (x, &m->bodies);
  m->is_called = arena_calloc (arena, m->bodies.list.count + 1, sizeof *m->is_called);
  m->has_field = arena_calloc (arena, x->heap.locations.count + 1, sizeof *m->has_field);
  m->has_lock = arena_calloc (arena, x->heap.locks.count + 1, sizeof *m->has_lock);
  find_called (m);
  find_readers (m);
  find_parts (m);
  name_all (m);
  if (x->threads)
    add_processes (m);
  else
    add_clients (m);
}

void
emit_model (struct extraction *x, struct java_model *model)
{
  assert (class_is_known (x->class) && model->declared && model->ir);
  struct emission m = { .x = x, .model = model, .declared = model->declared };
  const char *name = simple_name (x, universe_class (x->universe, x->class)->name);
  model->name = arena_copy (&model->arena, name, strlen (name));
  find_model (&m);
  declare_model (&m);
  steps_build (&m);
  namings_give (&m);
  give_inner (&m);
  model->steps = x->all_steps;
  model->methods = count_methods (x);
  guards_check (x, &m.bodies, m.is_called);
  notes_give (x, model);
}
