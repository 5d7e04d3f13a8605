/* discipline.c -- see discipline.h.
 *
 * What each body can rely on when it is called is the greatest solution of
 *
 *     entry (b) = the intersection of  entry (c) + locks (s)  over all calls s of b in c
 *
 * with nothing held at the entry of a process.  Every access then has its own locks and
 * those of its body's entry.
 */
#include <config.h>

#include "explain/discipline.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"

struct access
{
  uint32_t field;
  uint32_t place; /* equal for accesses of one place */
  idset held;
};

struct work
{
  struct ir_subject *subject;
  struct arena *arena;
  idset *entry;  /* by body: what is held whenever it is called, */
  bool *reached; /* if it is called at all */
  VEC (struct access) accesses;
  bool takes_locks;
};

/* ---- What is held at the entries of bodies. ---- */

/* BODY is called with HELD.  Is that news? */
static bool
enter (struct work *work, body_id body, idset held)
{
  struct idsets *idsets = &work->subject->idsets;
  idset *entry = &work->entry[body.index];
  idset less = held;
  assert (body.index < work->subject->model.bodies.count);
  if (work->reached[body.index])
    less = idset_minus (idsets, *entry, idset_minus (idsets, *entry, held));
  bool is_new = !work->reached[body.index] || !idset_equal (less, *entry);
  work->reached[body.index] = true;
  *entry = less;
  return is_new;
}

static bool
enter_callees (struct work *work, uint32_t body)
{
  assert (body < work->subject->flow.bodies.count);
  const struct ir *flow = &work->subject->flow;
  const struct ir_graph *graph = &flow->bodies.at[body];
  bool news = false;
  assert (work->reached[body]);
  for (uint32_t i = 0; i < graph->node_count; i++)
    {
      const struct ir_step *step = &flow->nodes.at[graph->first_node + i];
      if (step->op == IR_CALL)
        news
          |= enter (work, ir_step_callee (step),
                    idset_union (&work->subject->idsets, work->entry[body], step->locks));
    }
  return news;
}

static void
find_entries (struct work *work)
{
  const struct ir_model *model = &work->subject->model;
  bool news = true;
  assert (model->bodies.count > 0 || model->processes == 0);
  for (uint32_t b = 0; b < model->bodies.count; b++)
    if (model->bodies.at[b].is_process)
      enter (work, (body_id){ b }, IDSET_EMPTY);
  while (news)
    {
      news = false;
      for (uint32_t b = 0; b < model->bodies.count; b++)
        if (work->reached[b])
          news |= enter_callees (work, b);
    }
}

/* ---- Places. ---- */

/* The read-write lock that LOCK is a part of, as the program calls it; or null. */
static const char *
name_of_whole (const struct provenance *provenance, lock_id lock)
{
  for (uint32_t i = 0; provenance && i < provenance->halves.count; i++)
    if (lock_equal (provenance->halves.at[i].lock, lock))
      return provenance->halves.at[i].whole;
  return NULL;
}

/* The lock that stands for LOCK: parts of one read-write lock count as one. */
static lock_id
whole_of (const struct work *work, lock_id lock)
{
  assert (lock.index < work->subject->model.locks.count);
  const struct provenance *provenance = work->subject->provenance;
  const char *whole = name_of_whole (provenance, lock);
  for (uint32_t i = 0; whole && i < provenance->halves.count; i++)
    if (strcmp (provenance->halves.at[i].whole, whole) == 0)
      return provenance->halves.at[i].lock;
  return lock;
}

static idset
wholes_of (struct work *work, idset locks)
{
  struct idsets *idsets = &work->subject->idsets;
  idset wholes = IDSET_EMPTY;
  for (uint32_t l = idset_next (idsets, locks, 0); l != UINT32_MAX;
       l = idset_next (idsets, locks, l + 1))
    wholes = idset_add (idsets, wholes, whole_of (work, (lock_id){ l }).index);
  return wholes;
}

static void
list_accesses (struct work *work)
{
  const struct ir *flow = &work->subject->flow;
  assert (work->accesses.count == 0);
  for (uint32_t b = 0; b < flow->bodies.count; b++)
    for (uint32_t i = 0; work->reached[b] && i < flow->bodies.at[b].node_count; i++)
      {
        const struct ir_step *step = &flow->nodes.at[flow->bodies.at[b].first_node + i];
        work->takes_locks |= ir_takes_lock (step);
        if (!ir_is_access (step))
          continue;
        bool named = step->position.index != NAME_NONE.index;
        idset held = idset_union (&work->subject->idsets, work->entry[b], step->locks);
        *vec_push (work->arena, &work->accesses)
          = (struct access){ ir_step_field (step).index,
                             named ? step->position.index : step->offset,
                             wholes_of (work, held) };
      }
}

static int
compare_accesses (const void *a, const void *b)
{
  const struct access *x = a, *y = b;
  return x->field != y->field ? (x->field > y->field ? 1 : -1)
                              : (x->place > y->place) - (x->place < y->place);
}

/* Join the accesses of one place: what all of them hold is held there. */
static void
join_accesses (struct work *work)
{
  struct idsets *idsets = &work->subject->idsets;
  struct access *accesses = work->accesses.at;
  uint32_t kept = 0;
  if (work->accesses.count > 0)
    qsort (accesses, work->accesses.count, sizeof *accesses, compare_accesses);
  for (uint32_t i = 0; i < work->accesses.count; i++)
    if (kept > 0 && compare_accesses (&accesses[kept - 1], &accesses[i]) == 0)
      {
        idset held = accesses[kept - 1].held;
        accesses[kept - 1].held
          = idset_minus (idsets, held, idset_minus (idsets, held, accesses[i].held));
      }
    else
      accesses[kept++] = accesses[i];
  assert (kept <= work->accesses.count);
  work->accesses.count = kept;
}

/* ---- Guards. ---- */

static const struct discipline_field *
find_guards (struct work *work)
{
  const struct ir_model *model = &work->subject->model;
  const struct idsets *idsets = &work->subject->idsets;
  struct discipline_field *fields
    = arena_calloc (work->arena, model->fields.count + (size_t) 1, sizeof *fields);
  uint32_t *counts
    = arena_calloc (work->arena, model->locks.count + (size_t) 1, sizeof *counts);
  for (uint32_t f = 0; f < model->fields.count; f++)
    fields[f].guard = LOCK_NONE;
  for (uint32_t i = 0; i < work->accesses.count; i++)
    {
      const struct access *access = &work->accesses.at[i];
      assert (access->field < model->fields.count);
      struct discipline_field *field = &fields[access->field];
      if (field->places++ == 0)
        memset (counts, 0, model->locks.count * sizeof *counts);
      for (uint32_t l = idset_next (idsets, access->held, 0); l != UINT32_MAX;
           l = idset_next (idsets, access->held, l + 1))
        if (++counts[l] > field->locked)
          {
            field->locked = counts[l];
            field->guard = (lock_id){ l };
          }
      assert (field->locked <= field->places);
    }
  return fields;
}

const char *
discipline_lock_name (const struct ir_subject *subject, lock_id lock)
{
  assert (lock.index < subject->model.locks.count);
  const char *whole = name_of_whole (subject->provenance, lock);
  return whole ? whole
               : ir_text (&subject->model, subject->model.locks.at[lock.index].name);
}

void
discipline_show_guard (const struct ir_subject *subject, lock_id lock, FILE *file)
{
  assert (lock.index < subject->model.locks.count);
  fputs (name_of_whole (subject->provenance, lock) ? "the write lock of " : "", file);
  text_show_quoted (file, discipline_lock_name (subject, lock));
}

struct discipline *
discipline_new (struct ir_subject *subject, struct arena *arena)
{
  struct discipline *discipline = arena_calloc (arena, 1, sizeof *discipline);
  assert (subject->flow.bodies.count == subject->model.bodies.count);
  discipline->subject = subject;
  discipline->arena = arena;
  return discipline;
}

static void
find_out (struct discipline *discipline)
{
  if (discipline->fields)
    return;
  struct ir_subject *subject = discipline->subject;
  size_t bodies = subject->model.bodies.count + (size_t) 1;
  struct work work = { .subject = subject, .arena = discipline->arena };
  work.entry = arena_calloc (work.arena, bodies, sizeof *work.entry);
  work.reached = arena_calloc (work.arena, bodies, sizeof *work.reached);
  find_entries (&work);
  list_accesses (&work);
  join_accesses (&work);
  discipline->takes_locks = work.takes_locks;
  discipline->fields = find_guards (&work);
}

struct discipline_field
discipline_of (struct discipline *discipline, field_id field)
{
  assert (field.index < discipline->subject->model.fields.count);
  find_out (discipline);
  return discipline->fields[field.index];
}

bool
discipline_takes_locks (struct discipline *discipline)
{
  find_out (discipline);
  assert (discipline->fields);
  return discipline->takes_locks;
}
