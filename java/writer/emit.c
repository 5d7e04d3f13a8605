/* emit.c -- the text of a model: declarations, procedures, the most general client. */
#include <config.h>

#include <assert.h>
#include <string.h>

#include "java/writer/body.h"
#include "java/writer/compose.h"
#include "java/writer/guards.h"
#include "java/writer/listing.h"
#include "java/writer/sets.h"
#include "java/interpreter/threads.h"

const char *
model_text (struct java_model *model, const char *text)
{
  assert (model && text);
  return arena_copy (&model->arena, text, strlen (text));
}

/* ---- Read-write locks: one lock for each process. ---- */

uint32_t
composition_parts (const struct composition *composition, uint32_t lock)
{
  assert (lock < composition->x->heap.locks.count);
  return composition->x->heap.locks.at[lock].flavour == LOCK_WRITE ? composition->halves
                                                                   : 1;
}

/* The read-write lock that LOCK is half of, by its own name: "Stack.rw". */
static const char *
base_name (struct extraction *x, uint32_t lock)
{
  assert (x->heap.locks.at[lock].flavour >= LOCK_READ);
  const struct lock *at = &x->heap.locks.at[lock];
  const struct value *value = value_at (&x->values, at->value);
  return value->kind == VALUE_PLACE ? x->heap.places.at[value->a].name : "this";
}

static const char *
half_name (const struct composition *composition, uint32_t lock, uint32_t part)
{
  assert (part < composition->halves);
  struct extraction *x = composition->x;
  if (composition->halves == 1)
    return base_name (x, lock);
  return arena_format (&x->run_arena, "%s[%u]", base_name (x, lock), part);
}

const char *
composition_lock (const struct composition *composition, uint32_t lock, uint32_t part)
{
  assert (part < composition_parts (composition, lock));
  const struct lock *at = &composition->x->heap.locks.at[lock];
  if (at->flavour == LOCK_WRITE)
    return half_name (composition, lock, part);
  if (at->flavour == LOCK_READ)
    return composition->parameters[lock];
  return at->name;
}

/* ---- What is used. ---- */

struct emission
{
  struct extraction *x;
  struct bodies bodies;
  struct listing listing;
  struct composition composition;
  bool *is_called;  /* by body */
  bool *has_field;  /* by location */
  bool *has_lock;   /* by lock */
  uint32_t monitor; /* of I, which is declared even if nobody takes it: a repair may */
};

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
          else if (edge->kind != EFFECT_NONE && edge->kind != EFFECT_START
                   && edge->kind != EFFECT_JOIN)
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

/* Processes of the model, copies counted. */
static uint32_t
count_processes (const struct extraction *x)
{
  uint32_t count = 0;
  if (!x->threads)
    return x->java->options->threads ? x->java->options->threads : 2;
  for (uint32_t p = 0; p < x->threads->processes.count; p++)
    if (p == 0 || x->threads->processes.at[p].touches)
      count += x->threads->processes.at[p].copies;
  return count;
}

static void
prepare_halves (struct emission *m)
{
  struct extraction *x = m->x;
  struct composition *c = &m->composition;
  uint32_t threads = count_processes (x);
  assert (threads > 0);
  c->parameters
    = arena_calloc (&x->run_arena, x->heap.locks.count + 1, sizeof *c->parameters);
  c->halves = 1;
  for (uint32_t i = 0; i < x->heap.locks.count; i++)
    if (m->has_lock[i] && x->heap.locks.at[i].flavour == LOCK_READ)
      {
        c->halves = threads;
        c->parameters[i] = arena_format (&x->run_arena, "reader_%u", i);
      }
}

void
compose_parameters (const struct composition *composition, struct listing *w,
                    bool as_arguments)
{
  assert (composition->parameters);
  struct extraction *x = composition->x;
  bool is_first = true;
  listing_put (w, "(");
  for (uint32_t i = 0; i < x->heap.locks.count; i++)
    if (composition->parameters[i])
      {
        listing_put (w, is_first ? "" : ", ");
        listing_put (w, as_arguments ? "" : "lock ");
        listing_put (w, composition->parameters[i]);
        is_first = false;
      }
  listing_put (w, ")");
}

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

/* ---- Declarations. ---- */

static void
write_declaration (struct emission *m, const char *head, const char *name)
{
  assert (name);
  struct listing *w = &m->listing;
  listing_begin (w);
  listing_put (w, head);
  listing_name (w, name);
  listing_put (w, ";");
  listing_end (w);
}

static void
write_locks (struct emission *m)
{
  struct extraction *x = m->x;
  bool *is_declared
    = arena_calloc (&x->run_arena, x->values.list.count + 1, sizeof *is_declared);
  for (uint32_t i = 0; i < x->heap.locks.count; i++)
    {
      const struct lock *lock = &x->heap.locks.at[i];
      if (!m->has_lock[i] && i != m->monitor)
        continue;
      if (lock->flavour < LOCK_READ)
        {
          write_declaration (m, "lock ", lock->name);
          m->composition.model->locks += m->has_lock[i];
          continue;
        }
      if (is_declared[lock->value.index])
        continue;
      assert (m->composition.halves > 0);
      is_declared[lock->value.index] = true;
      m->composition.model->locks++;
      for (uint32_t p = 0; p < m->composition.halves; p++)
        {
          const char *name = half_name (&m->composition, i, p);
          write_declaration (m, "lock ", name);
          if (m->composition.halves > 1)
            *vec_push (&m->composition.model->arena, &m->composition.model->halves)
              = (struct java_half){ model_text (m->composition.model, name),
                                    model_text (m->composition.model, base_name (x, i)) };
        }
    }
}

static void
write_declarations (struct emission *m)
{
  struct extraction *x = m->x;
  struct listing *w = &m->listing;
  listing_begin (w);
  listing_put (w, "model ");
  listing_name (w, m->composition.model->name);
  listing_put (w, ";");
  listing_end (w);
  listing_end (w);
  for (uint32_t i = 0; i < x->heap.locations.count; i++)
    if (m->has_field[i])
      {
        write_declaration (
          m, x->heap.locations.at[i].is_volatile ? "field volatile " : "field ",
          x->heap.locations.at[i].name);
        m->composition.model->fields++;
      }
  write_locks (m);
  sets_write (x, m->has_field, w);
  listing_end (w);
}

static void
write_procedure (struct emission *m, const struct body *body)
{
  assert (body->name);
  struct listing *w = &m->listing;
  struct java_member method = m->x->instances.at[body->instance].method;
  listing_begin (w);
  listing_put (w, "proc ");
  listing_name (w, body->name);
  if (body->reads_halves)
    compose_parameters (&m->composition, w, false);
  listing_position (w, method, 0);
  listing_put (w, " {");
  listing_end (w);
  w->indent++;
  compose_body (&m->composition, body);
  w->indent--;
  listing_line (w, "}");
  listing_end (w);
}

/* ---- The client. ---- */

/* The locks of a reader in process PROCESS. */
static void
write_own_halves (struct emission *m, uint32_t process)
{
  assert (process < m->composition.halves);
  struct extraction *x = m->x;
  struct listing *w = &m->listing;
  bool is_first = true;
  listing_put (w, "(");
  for (uint32_t i = 0; i < x->heap.locks.count; i++)
    if (m->composition.parameters[i])
      {
        listing_put (w, is_first ? "" : ", ");
        listing_name (w, half_name (&m->composition, i, process));
        is_first = false;
      }
  listing_put (w, ")");
}

static void
write_call (struct emission *m, const struct entry *entry, uint32_t process)
{
  struct extraction *x = m->x;
  struct listing *w = &m->listing;
  assert (x->instances.at[entry->instance].body < m->bodies.list.count);
  const struct body *body = &m->bodies.list.at[x->instances.at[entry->instance].body];
  listing_begin (w);
  if (entry->is_unit)
    {
      sets_write_unit (x, x->instances.at[entry->instance].method, m->has_field, w);
      listing_position (w, x->instances.at[body->instance].method, 0);
      listing_put (w, " { ");
    }
  listing_put (w, "call ");
  listing_name (w, body->name);
  if (body->reads_halves)
    write_own_halves (m, process);
  listing_position (w, x->instances.at[body->instance].method, 0);
  listing_put (w, entry->is_unit ? "; }" : ";");
  listing_end (w);
}

static void
write_choices (struct emission *m, uint32_t process)
{
  struct extraction *x = m->x;
  struct listing *w = &m->listing;
  bool is_first = true;
  listing_open (w, "while (*)");
  for (uint32_t i = 0; i < x->client.entries.count; i++)
    if (x->instances.at[x->client.entries.at[i].instance].body != UINT32_MAX)
      {
        if (!is_first)
          w->indent--;
        listing_open (w, is_first ? "choose" : "} or");
        write_call (m, &x->client.entries.at[i], process);
        is_first = false;
      }
  if (is_first)
    listing_line (w, "skip;");
  else
    listing_close (w);
  listing_close (w);
}

static void
write_client (struct emission *m)
{
  struct extraction *x = m->x;
  struct listing *w = &m->listing;
  uint32_t threads = x->java->options->threads ? x->java->options->threads : 2;
  if (m->composition.halves == 1)
    {
      listing_open (w, arena_format (&x->run_arena, "process Client[%u]", threads));
      write_choices (m, 0);
      listing_close (w);
      return;
    }
  for (uint32_t i = 0; i < threads; i++)
    {
      listing_open (w, arena_format (&x->run_arena, "process Client%u", i + 1));
      write_choices (m, i);
      listing_close (w);
    }
}

/* Which lock each method would hold if it were synchronized. */
static void
give_monitors (struct emission *m)
{
  struct extraction *x = m->x;
  for (uint32_t i = 0; i < m->bodies.list.count; i++)
    {
      const struct body *body = &m->bodies.list.at[i];
      if (m->is_called[i] && has_self (x, body))
        *vec_push (&m->composition.model->arena, &m->composition.model->monitors)
          = (struct java_monitor){ model_text (m->composition.model, body->name),
                                   model_text (m->composition.model,
                                               x->heap.locks.at[m->monitor].name) };
    }
}

/* A process of a program: its first copy is number FIRST of all. */
static void
write_process (struct emission *m, uint32_t process, uint32_t copy, uint32_t first)
{
  struct extraction *x = m->x;
  struct listing *w = &m->listing;
  assert (process < x->threads->processes.count);
  const struct thread_process *at = &x->threads->processes.at[process];
  bool together = m->composition.halves == 1;
  struct entry entry = { .instance = at->instance, .is_unit = at->is_unit };
  listing_begin (w);
  listing_put (w, "process ");
  listing_name (w, together ? at->name : threads_copy_name (x, process, copy));
  if (together && at->copies > 1)
    listing_put (w, arena_format (&x->run_arena, "[%u]", at->copies));
  listing_put (w, " {");
  listing_end (w);
  w->indent++;
  if (x->instances.at[at->instance].body == UINT32_MAX)
    listing_line (w, "skip;");
  else
    write_call (m, &entry, first + copy);
  listing_close (w);
}

static void
write_processes (struct emission *m)
{
  struct extraction *x = m->x;
  uint32_t first = 0;
  for (uint32_t p = 0; p < x->threads->processes.count; p++)
    {
      const struct thread_process *at = &x->threads->processes.at[p];
      uint32_t copies = m->composition.halves == 1 ? 1 : at->copies;
      if (p > 0 && !at->touches)
        continue;
      for (uint32_t i = 0; i < copies; i++)
        write_process (m, p, i, first);
      first += at->copies;
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

void
emit_model (struct extraction *x, struct java_model *model)
{
  assert (class_is_known (x->class));
  struct emission m = { .x = x };
  struct arena *arena = &x->run_arena;
  const struct java_class *class = universe_class (x->universe, x->class);
  model->name = model_text (model, simple_name (x, class->name));
  bodies_make (x, &m.bodies);
  m.monitor = find_monitor (x, &m.bodies);
  m.is_called = arena_calloc (arena, m.bodies.list.count + 1, sizeof *m.is_called);
  m.has_field = arena_calloc (arena, x->heap.locations.count + 1, sizeof *m.has_field);
  m.has_lock = arena_calloc (arena, x->heap.locks.count + 1, sizeof *m.has_lock);
  find_called (&m);
  find_readers (&m);
  listing_init (&m.listing, x);
  m.composition = (struct composition){
    .x = x, .model = model, .bodies = &m.bodies, .listing = &m.listing
  };
  prepare_halves (&m);
  name_all (&m);
  if (x->threads)
    threads_name_processes (x);
  write_declarations (&m);
  for (uint32_t i = 0; i < m.bodies.list.count; i++)
    if (m.is_called[i])
      write_procedure (&m, &m.bodies.list.at[i]);
  if (x->threads)
    write_processes (&m);
  else
    write_client (&m);
  give_monitors (&m);
  model->steps = x->all_steps;
  model->methods = count_methods (x);
  model->text = arena_copy (&model->arena, m.listing.text.at, m.listing.text.count);
  model->length = m.listing.text.count;
  assert (m.listing.indent == 0);
  guards_check (x, &m.bodies, m.is_called);
  notes_give (x, model);
}
