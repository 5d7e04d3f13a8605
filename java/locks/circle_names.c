/* circle_names.c -- what the methods on a circle call its locks, for whoever wants to
 * take them there: `this', a parameter, a field of one of them (circle.h).
 */
#include <config.h>

#include <assert.h>
#include <string.h>

#include "java/locks/circle.h"
#include "java/program/naming.h"

/* The parameter of INSTANCE that is TERM, or null. */
static const char *
name_of_argument (const struct circle *circle, const struct circle_instance *instance,
                  term_id term)
{
  struct lock_program *p = circle->p;
  for (uint32_t a = 0; a < instance->argument_count; a++)
    if (term_same (&p->terms, instance->arguments[a], term))
      return java_parameter_name (p->universe, circle->arena,
                                  p->methods.at[instance->method].member, a);
  return NULL;
}

/* The length of the package that CLASS is in: "org/example/". */
static size_t
package_length (const char *class)
{
  const char *slash = strrchr (class, '/');
  return slash ? (size_t) (slash - class) + 1 : 0;
}

/* May code of FROM use a field of CLASS that has such an ACCESS? */
static bool
may_use (struct java_universe *universe, unsigned access, class_id class, class_id from)
{
  const char *one = universe_text (universe, universe_class (universe, class)->name);
  const char *two = universe_text (universe, universe_class (universe, from)->name);
  size_t length = package_length (one);
  if (access & (ACCESS_SYNTHETIC | ACCESS_PUBLIC))
    return !(access & ACCESS_SYNTHETIC);
  if (access & ACCESS_PROTECTED
      && universe_is_a (universe, from, universe_class (universe, class)->name))
    return true;
  return access & ACCESS_PRIVATE
           ? class.index == from.index
           : length == package_length (two) && strncmp (one, two, length) == 0;
}

/* TERM as the method of INSTANCE writes it, if it MAY use all names; or null. */
static const char *
name_of (const struct circle *circle, const struct circle_instance *instance,
         term_id term, bool *may_write)
{
  struct lock_program *p = circle->p;
  assert (instance->method < p->methods.count);
  term = term_core (&p->terms, term);
  const char *name = name_of_argument (circle, instance, term);
  const struct term at = *term_at (&p->terms, term);
  if (name || at.kind != TERM_FIELD)
    return name;
  struct java_member member = p->terms.fields.at[at.b];
  const struct java_field *field = universe_field (p->universe, member);
  const char *base = name_of (circle, instance, (term_id){ at.a }, may_write);
  if (!base)
    return NULL;
  *may_write &= may_use (p->universe, field->access, member.class,
                         p->methods.at[instance->method].member.class);
  const char *own = universe_text (p->universe, field->name);
  const char *class = java_simple_name (p->universe,
                                        universe_class (p->universe, member.class)->name);
  bool is_cast = term_at (&p->terms, (term_id){ at.a })->kind == TERM_CAST;
  return is_cast ? arena_format (circle->arena, "((%s) %s).%s", class, base, own)
                 : arena_format (circle->arena, "%s.%s", base, own);
}

const char *
circle_name_in (const struct circle *circle, uint32_t instance, term_id lock,
                bool *may_write)
{
  const char *best = NULL;
  *may_write = true;
  const struct circle_instance *at = &circle->instances.at[instance];
  term_id object = circle_object (circle, lock);
  assert (instance < circle->instances.count);
  for (uint32_t a = 0; a < at->argument_count && !best; a++)
    if (circle_same_lock (circle, at->arguments[a], object))
      best = name_of (circle, at, at->arguments[a], may_write);
  for (uint32_t i = 0; i < circle->terms.count && !best; i++)
    if (circle_same_lock (circle, circle->terms.at[i], object))
      best = name_of (circle, at, circle->terms.at[i], may_write);
  return best;
}
