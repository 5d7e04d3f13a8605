/* dispatch.c -- which member a name means: JVMS 5.4.3 (resolution) and 5.4.6
 * (selection).
 */
#include <config.h>

#include "java/program/universe_parts.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

static const struct java_member none = { { UINT32_MAX }, UINT32_MAX };

/* What is looked for, and what was met on the way. */
struct search
{
  struct java_universe *universe;
  name_id name, descriptor;
  bool complete; /* every class so far is known */
};

static struct java_member
method_in (const struct search *search, class_id class)
{
  assert (class_is_known (class));
  uint32_t index = class_find_method (universe_class (search->universe, class),
                                      search->name, search->descriptor);
  return index == UINT32_MAX ? none : (struct java_member){ class, index };
}

static void
answer (const struct search *search, bool *complete)
{
  if (complete)
    *complete = search->complete;
}

/* Go on to the super class of CLASS, and notice if there is one that is unknown. */
static class_id
super_of (struct search *search, class_id class)
{
  class_id super = universe_super (search->universe, class);
  if (!class_is_known (super)
      && universe_class (search->universe, class)->super.index != NAME_NONE.index)
    search->complete = false;
  return super;
}

/* ---- Interfaces. ---- */

/* Can METHOD be what a call through an interface finds: neither static nor private? */
static bool
is_inherited (const struct java_universe *universe, struct java_member method)
{
  assert (member_is_known (method));
  return !(universe_method (universe, method)->access & (ACCESS_STATIC | ACCESS_PRIVATE));
}

/* All methods of the super interfaces of CLASS that are inherited. */
static void
collect (struct search *search, class_id class, struct java_members *found)
{
  struct java_universe *universe = search->universe;
  const struct super_types *supers = universe_super_types (universe, class);
  if (!supers->complete)
    search->complete = false;
  for (uint32_t i = 0; i < supers->count; i++)
    {
      class_id super = universe_find (universe, supers->at[i]);
      if (!class_is_known (super)
          || !(universe_class (universe, super)->access & ACCESS_INTERFACE))
        continue;
      struct java_member method = method_in (search, super);
      if (member_is_known (method) && is_inherited (universe, method))
        *vec_push (&universe->arena, &found->list) = method;
    }
}

/* Is there a method in FOUND whose interface extends that of METHOD? */
static bool
is_overridden (struct java_universe *universe, const struct java_members *found,
               struct java_member method)
{
  assert (found->list.count > 0);
  name_id name = universe_class (universe, method.class)->name;
  for (uint32_t i = 0; i < found->list.count; i++)
    if (!class_equal (found->list.at[i].class, method.class)
        && universe_is_a (universe, found->list.at[i].class, name))
      return true;
  return false;
}

/* The most specific method of the interfaces, one with a body if there is one. */
static struct java_member
method_of_interfaces (struct search *search, class_id class)
{
  struct java_universe *universe = search->universe;
  struct java_members found = { VEC_EMPTY };
  struct java_member best = none;
  collect (search, class, &found);
  for (uint32_t i = 0; i < found.list.count; i++)
    {
      struct java_member method = found.list.at[i];
      if (is_overridden (universe, &found, method))
        continue;
      bool has_body = !(universe_method (universe, method)->access & ACCESS_ABSTRACT);
      if (has_body)
        return method;
      if (!member_is_known (best))
        best = method;
    }
  return best;
}

/* ---- Methods. ---- */

struct java_member
universe_resolve_method (struct java_universe *universe, class_id class, name_id name,
                         name_id descriptor, bool *complete)
{
  assert (class_is_known (class));
  struct search search = { universe, name, descriptor, true };
  struct java_member method = none;
  for (class_id at = class; class_is_known (at) && !member_is_known (method);
       at = member_is_known (method) ? at : super_of (&search, at))
    method = method_in (&search, at);
  if (!member_is_known (method))
    method = method_of_interfaces (&search, class);
  assert (!member_is_known (method)
          || universe_method (universe, method)->name.index == name.index);
  answer (&search, complete);
  return method;
}

/* The length of the package in the name of a class. */
static size_t
package_length (const char *name)
{
  const char *slash = strrchr (name, '/');
  return slash ? (size_t) (slash - name) : 0;
}

static bool
in_one_package (const struct java_universe *universe, class_id a, class_id b)
{
  const char *x = universe_text (universe, universe_class (universe, a)->name);
  const char *y = universe_text (universe, universe_class (universe, b)->name);
  size_t length = package_length (x);
  return length == package_length (y) && memcmp (x, y, length) == 0;
}

/* Does OTHER, of the same name and type in a subclass, override METHOD? */
static bool
overrides (const struct java_universe *universe, struct java_member other,
           struct java_member method)
{
  assert (!class_equal (other.class, method.class));
  uint16_t access = universe_method (universe, method)->access;
  if (!is_inherited (universe, other))
    return false;
  return access & (ACCESS_PUBLIC | ACCESS_PROTECTED)
         || in_one_package (universe, other.class, method.class);
}

struct java_member
universe_select_method (struct java_universe *universe, class_id receiver,
                        struct java_member method, bool *complete)
{
  assert (class_is_known (receiver) && member_is_known (method));
  const struct java_method *resolved = universe_method (universe, method);
  struct search search = { universe, resolved->name, resolved->descriptor, true };
  struct java_member selected = none;
  if (resolved->access & (ACCESS_PRIVATE | ACCESS_STATIC))
    selected = method;
  for (class_id at = receiver; class_is_known (at) && !member_is_known (selected);
       at = member_is_known (selected) ? at : super_of (&search, at))
    {
      struct java_member other = method_in (&search, at);
      if (member_is_known (other)
          && (class_equal (at, method.class) || overrides (universe, other, method)))
        selected = other;
    }
  if (!member_is_known (selected))
    selected = method_of_interfaces (&search, receiver);
  assert (!member_is_known (selected)
          || universe_method (universe, selected)->descriptor.index
               == resolved->descriptor.index);
  answer (&search, complete);
  return selected;
}

static int
compare_members (const void *left, const void *right)
{
  const struct java_member *a = left, *b = right;
  if (!class_equal (a->class, b->class))
    return a->class.index < b->class.index ? -1 : 1;
  return a->index < b->index ? -1 : a->index > b->index;
}

/* The targets of METHOD in SUBTYPES, each once. */
static void
find_targets (struct java_universe *universe, const struct class_list *subtypes,
              struct java_member method, struct java_members *targets)
{
  targets->list.count = 0;
  for (uint32_t i = 0; i < subtypes->count; i++)
    {
      uint16_t access = universe_class (universe, subtypes->at[i])->access;
      if (access & (ACCESS_ABSTRACT | ACCESS_INTERFACE))
        continue;
      struct java_member target
        = universe_select_method (universe, subtypes->at[i], method, NULL);
      if (member_is_known (target)
          && !(universe_method (universe, target)->access & ACCESS_ABSTRACT))
        *vec_push (&universe->arena, &targets->list) = target;
    }
  if (targets->list.count == 0)
    return;
  qsort (targets->list.at, targets->list.count, sizeof *targets->list.at,
         compare_members);
  uint32_t kept = 1;
  for (uint32_t i = kept; i < targets->list.count; i++)
    if (!member_equal (targets->list.at[i], targets->list.at[kept - 1]))
      targets->list.at[kept++] = targets->list.at[i];
  assert (kept > 0 && kept <= targets->list.count);
  targets->list.count = kept;
}

const struct java_members *
universe_targets (struct java_universe *universe, class_id class,
                  struct java_member method)
{
  assert (member_is_known (method));
  const struct class_list *subtypes = universe_subtypes (universe, class);
  uint32_t number = pairmap_number (&universe->called, method.class.index, method.index);
  uint32_t slot = pairmap_number (&universe->targets_of, class.index, number);
  if (slot == universe->targets.count)
    {
      struct universe_targets *new = arena_alloc (&universe->arena, sizeof *new);
      *new = (struct universe_targets){ .subtypes = 0 };
      *vec_push (&universe->arena, &universe->targets) = new;
    }
  struct universe_targets *targets = universe->targets.at[slot];
  if (targets->subtypes != subtypes->count)
    {
      assert (targets->subtypes < subtypes->count);
      targets->subtypes = subtypes->count;
      find_targets (universe, subtypes, method, &targets->members);
    }
  return &targets->members;
}

/* ---- Fields. ---- */

static struct java_member
field_in (const struct search *search, class_id class)
{
  uint32_t index = class_find_field (universe_class (search->universe, class),
                                     search->name, search->descriptor);
  return index == UINT32_MAX ? none : (struct java_member){ class, index };
}

/* In the class, its interfaces, then its super class (JVMS 5.4.3.2).  Which super
   interface does not matter to a valid program. */
struct java_member
universe_resolve_field (struct java_universe *universe, class_id class, name_id name,
                        name_id descriptor, bool *complete)
{
  assert (class_is_known (class));
  struct search search = { universe, name, descriptor, true };
  struct java_member field = field_in (&search, class);
  if (!member_is_known (field))
    {
      const struct super_types *supers = universe_super_types (universe, class);
      search.complete = supers->complete;
      for (uint32_t i = 0; i < supers->count && !member_is_known (field); i++)
        {
          class_id super = universe_find (universe, supers->at[i]);
          if (class_is_known (super))
            field = field_in (&search, super);
        }
    }
  assert (!member_is_known (field)
          || universe_field (universe, field)->name.index == name.index);
  answer (&search, complete);
  return field;
}

bool
universe_is_finalizer (const struct java_universe *universe, struct java_member method)
{
  assert (member_is_known (method));
  const struct java_method *header = universe_method (universe, method);
  return strcmp (universe_text (universe, header->name), "finalize") == 0
         && strcmp (universe_text (universe, header->descriptor), "()V") == 0;
}

bool
universe_is_serializer (struct java_universe *universe, struct java_member method)
{
  const struct java_method *header = universe_method (universe, method);
  const char *name = universe_text (universe, header->name);
  const char *descriptor = universe_text (universe, header->descriptor);
  bool is_one = (strcmp (name, "writeObject") == 0 && header->access & ACCESS_PRIVATE
                 && strcmp (descriptor, "(Ljava/io/ObjectOutputStream;)V") == 0)
                || (strcmp (name, "writeReplace") == 0
                    && strcmp (descriptor, "()Ljava/lang/Object;") == 0);
  return is_one && !(header->access & ACCESS_STATIC)
         && universe_is_a (universe, method.class,
                           universe_name (universe, "java/io/Serializable"));
}

bool
universe_is_privileged (struct java_universe *universe, struct java_member method)
{
  assert (member_is_known (method));
  const struct java_method *header = universe_method (universe, method);
  if (strcmp (universe_text (universe, header->name), "run") != 0
      || strncmp (universe_text (universe, header->descriptor), "()L", 3) != 0)
    return false;
  return universe_is_a (universe, method.class,
                        universe_name (universe, "java/security/PrivilegedAction"))
         || universe_is_a (
           universe, method.class,
           universe_name (universe, "java/security/PrivilegedExceptionAction"));
}

bool
universe_is_seen_as_super (struct java_universe *universe, struct java_member method)
{
  assert (member_is_known (method));
  const struct super_types *supers = universe_super_types (universe, method.class);
  const struct java_method *header = universe_method (universe, method);
  for (uint32_t i = 0; i < supers->count; i++)
    {
      class_id super = universe_find (universe, supers->at[i]);
      if (!class_is_known (super))
        {
          if (strcmp (universe_text (universe, supers->at[i]), "java/lang/Object") != 0)
            return true;
        }
      else if (universe_class (universe, super)->access & ACCESS_PUBLIC
               && class_find_method (universe_class (universe, super), header->name,
                                     header->descriptor)
                    != UINT32_MAX)
        return true;
    }
  return false;
}
