/* stored.c -- I, parts of it and lambdas that are stored where the interpreter keeps only
 * types.
 *
 * Of what a field that changes, an array or a collection holds, only the type is known
 * (value_read_from): an object of I's class that is read from one is taken for another
 * object.  I itself, parts of it that have a path, and lambdas that do something to I,
 * would get lost there.  So they are remembered by the field: whoever reads the field, of
 * any object, gets what its type says on one path, and each remembered value on a path of
 * its own.
 *
 * Fields are met in any order.  What is stored for the first time is a correction: the
 * next run knows it from the beginning.
 */
#include <config.h>

#include <assert.h>

#include "java/interpreter/threads.h"

/* Lambdas that one field may hold; a further one is lost, with a note. */
#define STORED_MOST (RETURNS_MOST - 1)

static bool
is_remembered (struct extraction *x, value_id value)
{
  bool exact;
  enum value_kind kind = value_kind (&x->values, value);
  if (value_equal (value, SELF))
    return true;
  /* Fields of an object that has a lock of its own are asked about by its path alone. */
  if (kind == VALUE_PLACE)
    return ownership_of_place (x, value_at (&x->values, value)->a)
           && type_is_given (x, value_class (x, value, &exact));
  return kind == VALUE_LAMBDA && value_touches (&x->values, value);
}

static uint32_t
stored_values (const struct extraction *x, uint32_t member, bool contents,
               value_id values[STORED_MOST])
{
  uint32_t count = 0;
  for (uint32_t i = 0; i < x->heap.stored.count; i++)
    {
      const struct stored_value *at = &x->heap.stored.at[i];
      if (at->member == member && at->contents == contents)
        values[count++] = at->value;
      assert (count <= STORED_MOST);
    }
  return count;
}

/* VALUE is stored in the field MEMBER of some object, or among the elements of what the
   field holds. */
static void
remember (struct machine *m, uint32_t member, bool contents, value_id value)
{
  struct extraction *x = m->x;
  value_id values[STORED_MOST];
  if (x->threads || !is_remembered (x, value))
    return;
  uint32_t count = stored_values (x, member, contents, values);
  for (uint32_t i = 0; i < count; i++)
    if (value_equal (values[i], value))
      return;
  if (count == STORED_MOST)
    {
      note_at (x, JAVA_MAY_MISS, "lost-lambda", m->instance, m->instruction,
               "too many lambdas are stored in one field: where this one is run is not "
               "known");
      return;
    }
  *vec_push (&x->arena, &x->heap.stored)
    = (struct stored_value){ .member = member, .contents = contents, .value = value };
  extraction_correct (x, "the object or a lambda is stored");
}

void
stored_in_field (struct machine *m, uint32_t member, value_id value)
{
  remember (m, member, false, value);
}

void
stored_in (struct machine *m, uint32_t location, value_id value)
{
  assert (location < m->x->heap.locations.count);
  const struct location *at = &m->x->heap.locations.at[location];
  remember (m, at->member, at->contents, value);
}

void
stored_read (struct machine *m, uint32_t location)
{
  if (location == LOCATION_NONE)
    return;
  assert (location < m->x->heap.locations.count);
  value_id values[STORED_MOST];
  const struct location *at = &m->x->heap.locations.at[location];
  uint32_t count = stored_values (m->x, at->member, at->contents, values);
  for (uint32_t i = 0; i < count; i++)
    {
      uint32_t begin = m->node, height = m->stack.count;
      machine_push (m, values[i]);
      machine_next (m);
      m->node = begin;
      m->stack.count = height;
    }
}

void
stored_outcome (struct machine *m, uint32_t location, struct outcome *outcome)
{
  if (location == LOCATION_NONE)
    return;
  assert (location < m->x->heap.locations.count);
  value_id values[STORED_MOST];
  const struct location *at = &m->x->heap.locations.at[location];
  uint32_t count = stored_values (m->x, at->member, at->contents, values);
  for (uint32_t i = 0; i < count; i++)
    outcome_add (outcome, values[i]);
}

void
stored_elsewhere (struct machine *m, struct java_member field, value_id value)
{
  struct extraction *x = m->x;
  machine_escape (m, value);
  if (!x->threads && value_equal (value, SELF) && extraction_is_of_nest (x, field.class))
    note_at (x, JAVA_MAY_MISS, "lost-object", m->instance, m->instruction,
             "the object is stored in an object or a static that does not belong to it: "
             "what is done with it there is not modelled");
}

/* Is it only code of other classes that gets VALUE out of FIELD, or that VALUE runs?  To
   I it does what any client can do. */
static bool
is_of_others (struct extraction *x, struct java_member field, value_id value)
{
  const struct value *at = value_at (&x->values, value);
  if (at->kind == VALUE_SELF)
    return !extraction_is_of_nest (x, field.class);
  return at->kind == VALUE_OBJECT
         && !extraction_is_of_nest (x, universe_find (x->universe, (name_id){ at->a }));
}

void
stored_in_new (struct machine *m, struct java_member field, value_id value)
{
  struct extraction *x = m->x;
  enum value_kind kind = value_kind (&x->values, value);
  machine_loses (m, value);
  if (x->threads)
    threads_keep (x, value);
  else if (is_of_others (x, field, value))
    ownership_let_out (x, value);
  else if (kind == VALUE_SELF || kind == VALUE_LAMBDA
           || (kind == VALUE_OBJECT && value_touches (&x->values, value)))
    note_at (x, JAVA_MAY_MISS, "lost-object", m->instance, m->instruction,
             "the object, or one that refers to it, is stored in field '%s' of a new "
             "object: what is done with it there is not modelled",
             universe_text (
               x->universe,
               universe_class (x->universe, field.class)->fields[field.index].name));
}
