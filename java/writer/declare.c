/* declare.c -- what a model declares: fields and their sets, locks, bodies. */
#include <config.h>

#include <assert.h>
#include <string.h>

#include "base/scribe.h"
#include "base/text.h"
#include "ir/ir_builder.h"
#include "java/writer/emission.h"
#include "java/writer/frame.h"
#include "java/writer/sets.h"

static void
declare_fields (struct emission *m)
{
  struct extraction *x = m->x;
  const set_id *set_of = sets_declare (x, m->has_field, m->declared);
  m->field_of
    = arena_calloc (&x->run_arena, x->heap.locations.count + 1, sizeof *m->field_of);
  for (uint32_t i = 0; i < x->heap.locations.count; i++)
    {
      const struct location *location = &x->heap.locations.at[i];
      if (!m->has_field[i])
        continue;
      m->field_of[i] = ir_declare_field (m->declared, location->name, set_of[i]);
      m->declared->fields.at[m->field_of[i].index].is_volatile = location->is_volatile;
      if (slice_has_location (m->bodies.slice, i))
        ir_declare_values (m->declared, m->field_of[i], frame_type_of (x, i), 0,
                           m->bodies.slice->locations[i].starts_with_any,
                           m->bodies.slice->locations[i].initial);
      m->model->fields++;
    }
}

/* ---- Locks. ---- */

/* The read-write lock that LOCK is half of, by its own name: "Stack.rw". */
static const char *
whole_name (struct extraction *x, uint32_t lock)
{
  assert (x->heap.locks.at[lock].flavour >= LOCK_READ);
  const struct value *value = value_at (&x->values, x->heap.locks.at[lock].value);
  return value->kind == VALUE_PLACE ? x->heap.places.at[value->a].name : "this";
}

/* The parts of the read-write lock that LOCK is half of. */
static lock_id
declare_parts (struct emission *m, uint32_t lock)
{
  const char *whole = whole_name (m->x, lock);
  assert (m->parts > 0);
  struct arena *arena = &m->model->arena;
  if (m->parts == 1)
    return ir_declare_lock (m->declared, whole);
  lock_id first = { m->declared->locks.count };
  whole = arena_copy (arena, whole, strlen (whole));
  for (uint32_t p = 0; p < m->parts; p++)
    *vec_push (arena, &m->model->halves) = (struct java_half){
      ir_declare_lock (m->declared,
                       arena_format (&m->x->run_arena, "%s[%u]", whole, (unsigned) p)),
      whole
    };
  return first;
}

static void
declare_locks (struct emission *m)
{
  struct extraction *x = m->x;
  m->lock_of = arena_calloc (&x->run_arena, x->heap.locks.count + 1, sizeof *m->lock_of);
  lock_id *parts_of
    = arena_calloc (&x->run_arena, x->values.list.count + 1, sizeof *parts_of);
  bool *has_parts
    = arena_calloc (&x->run_arena, x->values.list.count + 1, sizeof *has_parts);
  for (uint32_t i = 0; i < x->heap.locks.count; i++)
    {
      const struct lock *lock = &x->heap.locks.at[i];
      if (!m->has_lock[i] && i != m->monitor)
        continue;
      if (lock->flavour < LOCK_READ)
        {
          m->lock_of[i] = ir_declare_lock (m->declared, lock->name);
          m->model->locks += m->has_lock[i];
          continue;
        }
      assert (lock->value.index < x->values.list.count);
      if (!has_parts[lock->value.index])
        {
          parts_of[lock->value.index] = declare_parts (m, i);
          m->model->locks++;
        }
      has_parts[lock->value.index] = true;
      m->lock_of[i] = parts_of[lock->value.index];
    }
}

/* ---- Bodies. ---- */

static void
set_position (struct emission *m, body_id body, uint32_t number)
{
  struct extraction *x = m->x;
  assert (body.index < m->declared->bodies.count && m->is_called[number]);
  const struct instance *instance = &x->instances.at[m->bodies.list.at[number].instance];
  m->declared->bodies.at[body.index].position
    = ir_name_of (m->declared, position_of (x, instance->method, 0));
}

static void
declare_procedures (struct emission *m)
{
  for (uint32_t i = 0; i < m->bodies.list.count; i++)
    {
      const struct body *body = &m->bodies.list.at[i];
      if (!m->is_called[i] || body->reads_halves)
        continue;
      *emission_body (m, i, 0) = ir_declare_procedure (m->declared, body->name);
      set_position (m, *emission_body (m, i, 0), i);
    }
}

/* "get()(Cache.lock[1])": a body in which the process reads with that lock. */
static const char *
bound_name (const struct emission *m, uint32_t number, uint32_t process)
{
  struct scribe scribe;
  assert (process < m->parts && m->model->halves.count > 0);
  FILE *file = scribe_start (&scribe, &m->x->run_arena);
  const char *glue = "(";
  fputs (m->bodies.list.at[number].name, file);
  for (uint32_t i = 0; i < m->model->halves.count; i += m->parts)
    {
      lock_id lock = m->model->halves.at[i + process].lock;
      fputs (glue, file);
      text_print_name (file,
                       ir_text (m->declared, m->declared->locks.at[lock.index].name));
      glue = ", ";
    }
  fputc (')', file);
  return scribe_end (&scribe);
}

/* BODY is one of those in which PROCESS reads, with its own parts of locks. */
static void
bind_parts (struct emission *m, struct ir_body *body, uint32_t process)
{
  struct arena *arena = m->declared->arena;
  assert (m->model->halves.count % m->parts == 0);
  uint32_t count = m->model->halves.count / m->parts;
  struct ir_binding *bindings = arena_alloc (arena, (count + 1) * sizeof *bindings);
  bindings[0] = (struct ir_binding){ IR_BOUND_OBJECT, IR_NO_OBJECT, NAME_NONE };
  for (uint32_t i = 0; i < count; i++)
    bindings[i + 1] = (struct ir_binding){
      IR_BOUND_LOCK, m->model->halves.at[i * m->parts + process].lock.index,
      ir_name_of (m->declared, arena_format (arena, "reader_%u", (unsigned) i))
    };
  body->is_bound = true;
  body->bindings = bindings;
  body->binding_count = count + 1;
}

/* The body that NUMBER is in another process, if it was declared, or else null. */
static const body_id *
find_declared (const struct emission *m, uint32_t number)
{
  for (uint32_t p = 0; p < m->parts; p++)
    if (emission_body (m, number, p)->index != UINT32_MAX)
      return emission_body (m, number, p);
  return NULL;
}

/* Body NUMBER in PROCESS; it shares its declaration with that in other processes. */
static void
declare_bound (struct emission *m, uint32_t number, uint32_t process)
{
  const char *title = m->bodies.list.at[number].name;
  const char *name = bound_name (m, number, process);
  const body_id *other = find_declared (m, number);
  body_id body = other ? ir_declare_bound (m->declared, name, *other)
                       : ir_declare_procedure (m->declared, title);
  m->declared->bodies.at[body.index].name.name = ir_name_of (m->declared, name);
  bind_parts (m, &m->declared->bodies.at[body.index], process);
  if (!other)
    set_position (m, body, number);
  *emission_body (m, number, process) = body;
}

struct pending
{
  VEC (uint32_t) list; /* bodies in which PROCESS comes */
  uint32_t process;
};

static void
reach (struct emission *m, struct pending *pending, uint32_t number)
{
  assert (number == UINT32_MAX || number < m->bodies.list.count);
  if (number == UINT32_MAX || !m->bodies.list.at[number].reads_halves
      || emission_body (m, number, pending->process)->index != UINT32_MAX)
    return;
  declare_bound (m, number, pending->process);
  *vec_push (&m->x->run_arena, &m->bound)
    = (struct bound_body){ number, pending->process };
  *vec_push (&m->x->run_arena, &pending->list) = number;
}

/* The bodies in which PROCESS reads. */
static void
declare_reached (struct emission *m, const struct emitted_process *process)
{
  struct extraction *x = m->x;
  assert (!x->threads || process->source < x->threads->processes.count);
  struct pending pending = { .list = VEC_EMPTY, .process = process->number };
  if (x->threads)
    reach (m, &pending,
           emission_body_of (m, x->threads->processes.at[process->source].instance));
  for (uint32_t i = 0; i < x->client.entries.count && !x->threads; i++)
    if (emission_calls (m, process, i))
      reach (m, &pending, emission_body_of (m, x->client.entries.at[i].instance));
  for (uint32_t i = 0; i < pending.list.count; i++)
    {
      const struct body *body = &m->bodies.list.at[pending.list.at[i]];
      for (uint32_t e = 0; e < body->edges.count; e++)
        if (body->edges.at[e].kind == EFFECT_CALL)
          reach (m, &pending, body->edges.at[e].operand);
    }
}

void
declare_model (struct emission *m)
{
  assert (m->parts > 0);
  size_t bodies = (size_t) m->bodies.list.count * m->parts;
  declare_fields (m);
  declare_locks (m);
  m->body_of = arena_alloc (&m->x->run_arena, (bodies + 1) * sizeof *m->body_of);
  for (size_t i = 0; i < bodies; i++)
    m->body_of[i] = (body_id){ UINT32_MAX };
  declare_procedures (m);
  for (uint32_t i = 0; i < m->processes.count; i++)
    {
      struct emitted_process *process = &m->processes.at[i];
      process->body = ir_declare_process (m->declared, process->name, process->copies);
    }
  for (uint32_t i = 0; i < m->processes.count && m->parts > 1; i++)
    declare_reached (m, &m->processes.at[i]);
}
