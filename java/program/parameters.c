/* parameters.c -- an index of methods by the types of their parameters. */
#include <config.h>

#include "java/program/parameters.h"

#include <assert.h>

void
parameters_init (struct parameters *parameters, struct arena *arena,
                 struct java_universe *universe)
{
  *parameters = (struct parameters){ .arena = arena, .universe = universe };
}

/* Calls VISIT for each type of a parameter of a given method, once a method. */
struct visitor
{
  struct parameters *parameters;
  uint32_t *counts; /* by name: how many, then where the next one goes */
  bool counts_only;
};

static void
visit_method (struct visitor *visitor, struct java_member method)
{
  assert (member_is_known (method));
  struct java_universe *universe = visitor->parameters->universe;
  const struct java_signature *signature
    = universe_signature (universe, universe_method (universe, method)->descriptor);
  for (uint32_t i = 0; i < signature->count; i++)
    {
      struct java_type type = signature->parameters[i];
      bool again = false;
      for (uint32_t j = 0; j < i; j++)
        again = again || signature->parameters[j].class.index == type.class.index;
      if (type.kind != 'L' || again)
        continue;
      assert (type.class.index < visitor->parameters->universe->names.entries.count);
      uint32_t at = visitor->counts[type.class.index]++;
      if (!visitor->counts_only)
        visitor->parameters->methods.at[at] = method;
    }
}

static void
visit_all (struct visitor *visitor)
{
  struct java_universe *universe = visitor->parameters->universe;
  for (uint32_t c = 0; c < universe->given; c++)
    {
      const struct java_class *class = universe_class (universe, (class_id){ c });
      for (uint32_t i = 0; i < class->method_count; i++)
        visit_method (visitor, (struct java_member){ { c }, i });
    }
}

/* Signatures may bring new names: they are all taken apart first. */
static void
take_apart (struct java_universe *universe)
{
  for (uint32_t c = 0; c < universe->given; c++)
    {
      const struct java_class *class = universe_class (universe, (class_id){ c });
      for (uint32_t i = 0; i < class->method_count; i++)
        universe_signature (universe, class->methods[i].descriptor);
    }
}

static void
build (struct parameters *parameters)
{
  assert (!parameters->is_built);
  take_apart (parameters->universe);
  uint32_t names = parameters->universe->names.entries.count;
  struct visitor visitor = { .parameters = parameters, .counts_only = true };
  visitor.counts = arena_calloc (parameters->arena, names, sizeof *visitor.counts);
  visit_all (&visitor);
  vec_reserve (parameters->arena, &parameters->first, names + 1);
  uint32_t total = 0;
  for (uint32_t i = 0; i < names; i++)
    {
      *vec_push (parameters->arena, &parameters->first) = total;
      total += visitor.counts[i];
      visitor.counts[i] = parameters->first.at[i];
    }
  *vec_push (parameters->arena, &parameters->first) = total;
  vec_reserve (parameters->arena, &parameters->methods, total);
  parameters->methods.count = total;
  visitor.counts_only = false;
  visit_all (&visitor);
  parameters->is_built = true;
}

struct parameter_range
parameters_of_type (struct parameters *parameters, name_id type)
{
  assert (type.index != NAME_NONE.index);
  if (!parameters->is_built)
    build (parameters);
  if (type.index + 1 >= parameters->first.count || parameters->methods.count == 0)
    return (struct parameter_range){ NULL, 0 };
  uint32_t begin = parameters->first.at[type.index];
  uint32_t end = parameters->first.at[type.index + 1];
  assert (begin <= end && end <= parameters->methods.count);
  return (struct parameter_range){ parameters->methods.at + begin, end - begin };
}
