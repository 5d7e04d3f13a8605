/* candidates.c -- which classes there are models of, and why (--list). */
#include <config.h>

#include <assert.h>
#include <string.h>

#include "base/suggest.h"
#include "java/program/annotate.h"
#include "java/program/finality.h"
#include "java/isolate.h"
#include "java/java.h"
#include "java/locks/lock_circles.h"
#include "java/program/library_tables.h"
#include "java/program/locking.h"
#include "java/program/universe.h"

struct candidate
{
  uint32_t mutable_fields; /* inherited ones, too */
  struct locking locking;
  bool is_thread_safe;   /* says so */
  const char *disclaims; /* "@NotThreadSafe" and the like; or null */
  bool is_plain;         /* neither an interface nor the like */
  bool has_entry;        /* a method that others can call */
  bool has_own;          /* a method or field that it does not inherit */
  const char *owner; /* the class that it is a part of, and asked about with; or null */
};

static void
look_at_field (struct java *java, class_id id, uint32_t index,
               struct candidate *candidate)
{
  const struct java_class *class = universe_class (java->universe, id);
  assert (index < class->field_count);
  const struct java_field *field = &class->fields[index];
  struct java_type type = descriptor_type (&java->universe->names, field->descriptor);
  enum library_kind kind
    = type.kind == 'L' ? library_kind (java->library, type.class) : LIBRARY_UNKNOWN;
  if (field->access & ACCESS_SYNTHETIC)
    return;
  if (type.kind == '[' || library_has_contents (kind)
      || !finality_is_final (java->finality, (struct java_member){ id, index }))
    candidate->mutable_fields++;
}

static bool
says (struct java *java, class_id id, const char *simple)
{
  assert (class_is_known (id));
  return annotation_of_class (java, id, simple) != NULL;
}

/* Is METHOD one that others can call (entries.c)? */
static bool
is_entry (struct java *java, struct java_member method)
{
  const struct java_method *header = universe_method (java->universe, method);
  return !(header->access & (ACCESS_PRIVATE | ACCESS_SYNTHETIC))
         && *universe_text (java->universe, header->name) != '<'
         && universe_code (java->universe, method)
         && !annotation_of_method (java, method, "VisibleForTesting")
         && !annotation_of_method (java, method, "ThreadConfined");
}

/* What CLASS and its given super classes have. */
static void
look_at_members (struct java *java, class_id id, struct candidate *candidate)
{
  assert (class_is_known (id));
  for (class_id at = id;
       class_is_known (at) && universe_role (java->universe, at) == CLASS_IS_GIVEN;
       at = universe_super (java->universe, at))
    {
      const struct java_class *class = universe_class (java->universe, at);
      for (uint32_t i = 0; i < class->field_count; i++)
        look_at_field (java, at, i, candidate);
      for (uint32_t m = 0; m < class->method_count && !candidate->has_entry; m++)
        candidate->has_entry = is_entry (java, (struct java_member){ at, m });
      if (class_equal (at, id))
        candidate->has_own = candidate->has_entry || candidate->mutable_fields > 0;
    }
}

/* The class that CLASS is a part of: one that only the classes around it can name, and
   whose objects have no lock of their own, is used by them alone, with their locks. */
static const char *
owner_of (struct java *java, class_id id, const struct locking *locking)
{
  const struct java_class *class = universe_class (java->universe, id);
  bool is_part = class->enclosing_class.index != NAME_NONE.index; /* local to a method */
  for (uint32_t i = 0; i < class->inner_class_count; i++)
    if (class->inner_classes[i].inner.index == class->name.index)
      is_part = is_part
                || !(class->inner_classes[i].access & (ACCESS_PUBLIC | ACCESS_PROTECTED));
  if (!is_part || locking->locks_itself)
    return NULL;
  name_id nest = finality_nest (java->universe, id);
  return nest.index == class->name.index ? NULL : universe_dotted (java->universe, nest);
}

static struct candidate
look_at (struct java *java, class_id id)
{
  assert (class_is_known (id));
  const struct java_class *class = universe_class (java->universe, id);
  struct candidate candidate = {
    .is_plain = !(class->access & (ACCESS_INTERFACE | ACCESS_ANNOTATION | ACCESS_MODULE)),
  };
  if (!candidate.is_plain)
    return candidate;
  look_at_members (java, id, &candidate);
  candidate.locking = locking_of (java, id);
  candidate.owner = owner_of (java, id, &candidate.locking);
  candidate.is_thread_safe = says (java, id, "ThreadSafe");
  candidate.disclaims = says (java, id, "NotThreadSafe")    ? "@NotThreadSafe"
                        : says (java, id, "Immutable")      ? "@Immutable"
                        : says (java, id, "ThreadConfined") ? "@ThreadConfined"
                                                            : NULL;
  return candidate;
}

/* Why, or why not. */
static void
decide (struct java *java, const struct candidate *candidate, bool some_say_so,
        struct java_candidate *entry)
{
  bool locks = candidate->locking.is_synchronized || candidate->locking.has_lock;
  entry->chosen = candidate->is_plain && candidate->has_entry && candidate->has_own
                  && candidate->mutable_fields > 0 && locks && !candidate->disclaims
                  && !candidate->owner && (candidate->is_thread_safe || !some_say_so);
  if (!candidate->is_plain)
    entry->reason = "no class that could be instantiated";
  else if (candidate->disclaims)
    entry->reason = candidate->disclaims;
  else if (!candidate->has_entry)
    entry->reason = "no method that others can call";
  else if (candidate->mutable_fields == 0)
    entry->reason = "no mutable field";
  else if (!locks)
    entry->reason = "no lock";
  else if (candidate->owner)
    entry->reason = arena_format (&java->arena, "a part of %s", candidate->owner);
  else if (!candidate->has_own)
    entry->reason = "nothing that it does not inherit";
  else if (!entry->chosen)
    entry->reason = "other classes are @ThreadSafe, this one is not";
  else
    entry->reason
      = arena_format (&java->arena, "%u mutable field%s, %s%s", candidate->mutable_fields,
                      candidate->mutable_fields == 1 ? "" : "s",
                      candidate->locking.is_synchronized ? "synchronized" : "a lock",
                      candidate->is_thread_safe ? ", @ThreadSafe" : "");
}

/* What people call a class: the name without its package, and for a nested class also
   without the class around it. */
static bool
is_called (const char *dotted, const char *name)
{
  const char *dot = strrchr (dotted, '.');
  const char *base = dot ? dot + 1 : dotted;
  const char *dollar = strrchr (base, '$');
  return strcmp (base, name) == 0 || (dollar && strcmp (dollar + 1, name) == 0);
}

/* The class called NAME: its full name, or a short one that only one of the given classes
   has. */
static bool
find_class (struct java *java, const char *name, class_id *class)
{
  assert (java->universe && name);
  *class = universe_find_text (java->universe, name);
  if (class_is_known (*class))
    return true;
  struct suggest suggest;
  suggest_init (&suggest, name);
  uint32_t found = 0;
  const char *one = NULL;
  for (uint32_t i = 0; i < java->universe->given; i++)
    {
      const struct java_class *given = universe_class (java->universe, (class_id){ i });
      const char *dotted = universe_dotted (java->universe, given->name);
      const char *dot = strrchr (dotted, '.');
      suggest_offer (&suggest, dotted);
      suggest_offer (&suggest, dot ? dot + 1 : dotted);
      if (!is_called (dotted, name))
        continue;
      *class = (class_id){ i };
      one = dotted;
      found++;
    }
  assert (found <= java->universe->given);
  if (found == 1)
    return true;
  if (found > 1)
    diag_error_file (&java->diags, "no-class",
                     "%u classes are called '%s'; one of them is '%s'", (unsigned) found,
                     name, one);
  else if (suggest.best)
    diag_error_file (&java->diags, "no-class",
                     "there is no class '%s'; did you mean '%s'?", name, suggest.best);
  else
    diag_error_file (&java->diags, "no-class", "there is no class '%s'", name);
  return false;
}

const char *
java_find_class (struct java *java, const char *name)
{
  class_id class;
  assert (java->universe && name);
  if (isolate_is_program (java, name))
    return name;
  const struct lock_circle *circle = lock_circle_called (lock_circles_of (java), name);
  if (circle)
    return circle->name;
  return find_class (java, name, &class) ? universe_dotted (
           java->universe, universe_class (java->universe, class)->name)
                                         : NULL;
}

const char *
java_class_file (struct java *java, const char *class_name)
{
  class_id class = universe_find_text (java->universe, class_name);
  assert (class_name);
  return class_is_known (class) ? universe_class (java->universe, class)->origin : NULL;
}

static void
name_candidate (struct java *java, class_id id, struct java_candidate *entry)
{
  assert (class_is_known (id));
  const struct java_class *class = universe_class (java->universe, id);
  entry->class_name = universe_dotted (java->universe, class->name);
  entry->path = class->origin;
}

/* The candidate of CLASS_NAME that is chosen, or null. */
static bool
is_chosen (const struct java_candidates *candidates, const char *class_name)
{
  for (uint32_t i = 0; i < candidates->count; i++)
    if (candidates->at[i].chosen
        && strcmp (candidates->at[i].class_name, class_name) == 0)
      return true;
  return false;
}

static struct java_candidate
circle_candidate (struct java *java, const struct lock_circle *circle)
{
  struct lock_circles *circles = lock_circles_of (java);
  class_id class = lock_circle_class (circles, circle);
  return (struct java_candidate){
    .class_name = circle->name,
    .path = universe_class (java->universe, class)->origin,
    .chosen = true,
    .reason = lock_circle_reason (circles, circle),
    .is_circle = true,
  };
}

/* Add the circles of the lock graph that go through CLASS, or all of them if it is
   CLASS_NONE, but for those that the model of a chosen class has itself. */
static void
add_circles (struct java *java, struct java_candidates *candidates, class_id class)
{
  struct lock_circles *circles = lock_circles_of (java);
  uint32_t classes = candidates->count;
  struct java_candidate *at
    = arena_calloc (&java->arena, classes + circles->list.count + 1, sizeof *at);
  memcpy (at, candidates->at, classes * sizeof *at);
  candidates->at = at;
  for (uint32_t i = 0; i < circles->list.count; i++)
    {
      const struct lock_circle *circle = &circles->list.at[i];
      if ((class_is_known (class) && !lock_circle_touches (circles, circle, class))
          || (class_is_known (circle->own)
              && is_chosen (
                candidates,
                universe_dotted (java->universe,
                                 universe_class (java->universe, circle->own)->name))))
        continue;
      at[candidates->count++] = circle_candidate (java, circle);
    }
}

bool
java_candidates (struct java *java, struct java_candidates *candidates)
{
  assert (java->universe);
  *candidates = (struct java_candidates){ .count = 0 };
  const char *only = java->options->class_name;
  if (java->options->main_name && !only)
    return isolate_candidates (java, candidates);
  if (only && isolate_is_program (java, only))
    {
      candidates->at = arena_calloc (&java->arena, 1, sizeof *candidates->at);
      return isolate_program_candidate (java, only, &candidates->at[candidates->count++]);
    }
  if (only)
    {
      class_id id;
      const struct lock_circle *circle
        = lock_circle_called (lock_circles_of (java), only);
      if (circle)
        {
          candidates->at = arena_calloc (&java->arena, 1, sizeof *candidates->at);
          candidates->at[candidates->count++] = circle_candidate (java, circle);
          return true;
        }
      if (!find_class (java, only, &id))
        return false;
      candidates->at = arena_calloc (&java->arena, 2, sizeof *candidates->at);
      candidates->count = 1;
      struct candidate candidate = look_at (java, id);
      decide (java, &candidate, false, &candidates->at[0]);
      name_candidate (java, id, &candidates->at[0]);
      candidates->at[0].chosen = true;
      if (java->options->values && !java->options->no_clients
          && isolate_clients_candidate (java, id, &candidates->at[1]))
        candidates->count++;
      add_circles (java, candidates, id);
      return true;
    }
  uint32_t count = java->universe->given;
  struct candidate *all = arena_calloc (&java->arena, count, sizeof *all);
  candidates->at = arena_calloc (&java->arena, count, sizeof *candidates->at);
  candidates->count = count;
  bool some_say_so = false;
  for (uint32_t i = 0; i < count; i++)
    {
      all[i] = look_at (java, (class_id){ i });
      some_say_so = some_say_so || all[i].is_thread_safe;
    }
  for (uint32_t i = 0; i < count; i++)
    {
      decide (java, &all[i], some_say_so, &candidates->at[i]);
      name_candidate (java, (class_id){ i }, &candidates->at[i]);
    }
  add_circles (java, candidates, CLASS_NONE);
  if (isolate_makes_programs (java) && !java->options->no_programs)
    isolate_add_programs (java, candidates);
  return true;
}
