/* namings.c -- what the methods of the program call I, for whoever wants to hold its
 * monitor there: `this', a parameter, an effectively final field of their own object, or
 * `Outer.this'.
 *
 * Java code can only lock what it can name.
 */
#include <config.h>

#include <assert.h>
#include <string.h>

#include "java/program/naming.h"
#include "java/program/universe.h"
#include "java/writer/emission.h"

/* The effectively final field of THIS that has I in it, as the code of CLASS writes it;
   null: there is none that it may use. */
static const char *
field_name (struct extraction *x, value_id this, class_id class)
{
  const struct value *value = value_at (&x->values, this);
  if (value->kind != VALUE_OBJECT && value->kind != VALUE_RAW)
    return NULL;
  const uint32_t *parts = value_parts (&x->values, this);
  assert (value->part_count % 2 == 0);
  for (uint32_t i = 0; i < value->part_count; i += 2)
    {
      if (parts[i] >= x->heap.member_list.count)
        continue; /* what a task runs, or a comparator: no field */
      const struct java_field *field = heap_field (x, parts[i]);
      const char *name = universe_text (x->universe, field->name);
      bool is_own = false;
      const struct java_class *own = universe_class (x->universe, class);
      for (uint32_t k = 0; k < own->field_count; k++)
        is_own |= &own->fields[k] == field;
      if (parts[i + 1] != SELF.index || !is_own)
        continue;
      if (!(field->access & ACCESS_SYNTHETIC))
        return name;
      if (strncmp (name, "this$", 5) == 0)
        return arena_format (
          &x->arena, "%s.this",
          simple_name (x, universe_class (x->universe, x->class)->name));
      if (strncmp (name, "val$", 4) == 0)
        return arena_format (&x->arena, "%s", name + 4);
    }
  return NULL;
}

/* What the method of INSTANCE calls I; null: it cannot. */
static const char *
name_in (struct extraction *x, const struct instance *instance)
{
  uint32_t local = 0, count = row_count (&x->rows, instance->arguments);
  bool has_this = !(instance->header->access & ACCESS_STATIC);
  const char *name = NULL;
  for (uint32_t i = 0; i < count && !name; i++)
    {
      value_id value = { .index = row_words (&x->rows, instance->arguments)[i] };
      if (value_equal (value, SELF))
        name = has_this && i == 0 ? "this"
                                  : java_local_name (x->universe, instance->code, local);
      local += value_equal (value, WIDE) ? 2 : 1;
    }
  if (!name && has_this && count > 0)
    name = field_name (
      x, (value_id){ .index = row_words (&x->rows, instance->arguments)[0] },
      instance->method.class);
  return name;
}

/* Can the method of INSTANCE be declared synchronized, to hold the monitor of I?  One of
   an interface cannot, nor one that nobody wrote. */
static bool
can_be_synchronized (const struct extraction *x, const struct instance *instance,
                     const char *name)
{
  assert (member_is_known (instance->method) && name);
  return strcmp (name, "this") == 0
         && !(instance->header->access & (ACCESS_SYNTHETIC | ACCESS_STATIC))
         && !(universe_class (x->java->universe, instance->method.class)->access
              & ACCESS_INTERFACE);
}

void
namings_give (struct emission *m)
{
  struct extraction *x = m->x;
  struct arena *arena = &m->model->arena;
  for (uint32_t i = 0; i < m->bodies.list.count && m->monitor != JAVA_LOCK_NONE; i++)
    for (uint32_t p = 0; p < m->parts && m->is_called[i]; p++)
      {
        const struct instance *instance = &x->instances.at[m->bodies.list.at[i].instance];
        body_id body = *emission_body (m, i, p);
        if (body.index == UINT32_MAX)
          continue;
        const char *name = name_in (x, instance);
        struct java_monitor monitor
          = { .decl = m->declared->bodies.at[body.index].decl,
              .lock = m->lock_of[m->monitor],
              .name = name ? arena_copy (arena, name, strlen (name)) : NULL,
              .is_method = name && can_be_synchronized (x, instance, name) };
        *vec_push (arena, &m->model->monitors) = monitor;
        break;
      }
}
