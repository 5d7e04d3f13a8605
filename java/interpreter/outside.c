/* outside.c -- methods of I that are not public, and that other given classes call: they
 * are entered through those callers, with the locks that these hold there.
 *
 *     class User {
 *       private final Purse purse;
 *       public void spend () { synchronized (purse) { purse.take (); } }
 *     }
 *
 * take () is not called by clients.  spend () is, once with I as `purse', and once for
 * each parameter that I can be.  Where that shows the call with I as its receiver, and
 * nothing else in the same run of the method, it is known what is held there.
 * A method with a call that is not shown so is an entry of its own, without any locks.
 */
#include <config.h>

#include <assert.h>

#include "java/interpreter/entries.h"
#include "java/program/callers.h"

/* METHOD of another class, with I in each final field of its object that can hold it. */
static void
enter_with_fields (struct extraction *x, struct java_member method)
{
  assert (member_is_known (method));
  const struct java_class *class = universe_class (x->universe, method.class);
  if (universe_method (x->universe, method)->access & ACCESS_STATIC)
    return;
  for (uint32_t i = 0; i < class->field_count; i++)
    {
      struct java_member field = { method.class, i };
      struct java_type type
        = descriptor_type (&x->universe->names, class->fields[i].descriptor);
      if (class->fields[i].access & ACCESS_STATIC || !entry_can_hold (x, type, true)
          || !finality_is_final (x->java->finality, field))
        continue;
      uint32_t parts[] = { heap_member (x, field), SELF.index };
      value_id object
        = value_with_parts (&x->values, VALUE_OBJECT, class->name.index, 0, parts, 2);
      value_id arguments[256];
      uint32_t count = entry_arguments (x, method, object, arguments);
      assert (count > 0 && value_equal (arguments[0], object));
      entry_add (x, method, arguments, count,
                 arena_format (&x->run_arena, "the object in %s",
                               universe_text (x->universe, class->fields[i].name)));
      assert (x->client.entries.count > 0);
      /* What it does between two calls of I is its own affair. */
      struct entry *entry = &x->client.entries.at[x->client.entries.count - 1];
      entry->is_unit = entry->is_unit && x->java->options->units;
    }
}

/* Can clients call METHOD, so that nobody else's locks are held? */
static bool
is_public (struct extraction *x, struct java_member method)
{
  const struct java_method *header = universe_method (x->universe, method);
  return header->access & ACCESS_PUBLIC && header->name.index != x->init_name.index;
}

/* The next of the sites before SITE, or null. */
static const struct caller_site *
next_site (const struct extraction *x, const struct caller_site *site)
{
  assert (site->before == UINT32_MAX || site->before < x->java->callers->sites.count);
  return site->before == UINT32_MAX ? NULL : &x->java->callers->sites.at[site->before];
}

void
outside_enter (struct extraction *x)
{
  struct java_members all = { .list = VEC_EMPTY };
  struct pairmap entered; /* methods of other classes */
  pairmap_init (&entered, &x->run_arena);
  entry_methods (x, x->class, false, &all);
  for (uint32_t i = 0; i < all.list.count; i++)
    {
      struct java_member method = all.list.at[i];
      if (universe_method (x->universe, method)->access & ACCESS_PUBLIC)
        continue;
      const struct caller_site *site = callers_of (x->java->callers, method);
      if (site)
        *vec_push (&x->run_arena, &x->client.outside) = method;
      for (; site; site = next_site (x, site))
        {
          uint32_t *slot
            = pairmap_at (&entered, site->caller.class.index, site->caller.index);
          if (*slot != PAIRMAP_FREE || !is_public (x, site->caller))
            continue;
          *slot = 1;
          entry_add_with_parameter (x, site->caller, OTHER, true);
          enter_with_fields (x, site->caller);
        }
    }
}

/* Was the call at SITE shown with I, in some run of its method, and with nothing else? */
static bool
is_shown (const struct extraction *x, const struct caller_site *site)
{
  for (uint32_t i = 0; i < x->instances.count; i++)
    if (member_equal (x->instances.at[i].method, site->caller)
        && pairmap_get (&x->client.receivers, i, site->instruction) == RECEIVER_IS_SELF)
      return true;
  return false;
}

void
outside_finish (struct extraction *x)
{
  for (uint32_t i = 0; i < x->client.outside.count; i++)
    {
      struct java_member method = x->client.outside.at[i];
      const struct caller_site *site = callers_of (x->java->callers, method);
      assert (site);
      while (site && is_public (x, site->caller) && is_shown (x, site))
        site = next_site (x, site);
      if (!site)
        continue;
      entry_add_own (x, method);
      note_at (x, JAVA_ADDS_EXECUTIONS, "package-entry", UINT32_MAX, 0,
               "'%s' is not public, and '%s' calls it: which locks are held there is not "
               "known",
               full_method_name (x, method), full_method_name (x, site->caller));
    }
}
