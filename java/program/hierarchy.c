/* hierarchy.c -- supers, interfaces, subclasses.
 *
 * Classes are linked in the order of their numbers.  To link one means to find its
 * direct supers by name, which may load them from a library, and so give them a
 * later number: when the loop reaches the last class, all supers of all are known, and
 * nothing was recursive.  A walk in depth then finds the cycles that a hostile
 * program may have (JVMS 5.3.5 forbids them), and cuts each where it closes.  So
 * everybody else may follow supers without looking out for an end.
 */
#include <config.h>

#include "java/program/universe_parts.h"

#include <assert.h>
#include <stdlib.h>

static void
find_supers (struct java_universe *universe, struct universe_class *entry)
{
  struct java_class *class = &entry->class;
  assert (!entry->interfaces && entry->colour == WALK_NEW);
  entry->interfaces
    = arena_calloc (&universe->arena, class->interface_count, sizeof *entry->interfaces);
  entry->super = CLASS_NONE;
  if (class->super.index != NAME_NONE.index)
    entry->super = universe_find (universe, class->super);
  for (uint32_t i = 0; i < class->interface_count; i++)
    entry->interfaces[i] = universe_find (universe, class->interfaces[i]);
}

/* The direct super number EDGE: the super class is the last. */
static class_id *
super_at (struct universe_class *entry, uint32_t edge)
{
  assert (edge <= entry->class.interface_count);
  return edge == entry->class.interface_count ? &entry->super : &entry->interfaces[edge];
}

/* ---- Cycles. ---- */

struct step
{
  class_id class;
  uint32_t edge; /* the next one to follow */
};

struct walk
{
  VEC (struct step) steps;
};

static void
cut (struct java_universe *universe, struct universe_class *entry, class_id *super)
{
  assert (entry->colour == WALK_OPEN && class_is_known (*super));
  diag_warning_file (universe->diags, "class-cycle",
                     "%s: class %s is its own super type, by way of %s, which is "
                     "ignored",
                     entry->class.origin, universe_dotted (universe, entry->class.name),
                     universe_dotted (universe, universe_class (universe, *super)->name));
  *super = CLASS_NONE;
}

/* Visit the supers of FIRST; an edge to an open class closes a cycle. */
static void
cut_cycles (struct java_universe *universe, struct walk *walk, class_id first)
{
  assert (walk->steps.count == 0);
  *vec_push (&universe->arena, &walk->steps) = (struct step){ first, 0 };
  universe_at (universe, first)->colour = WALK_OPEN;
  while (walk->steps.count)
    {
      struct step *step = &walk->steps.at[walk->steps.count - 1];
      struct universe_class *entry = universe_at (universe, step->class);
      if (step->edge > entry->class.interface_count)
        {
          entry->colour = WALK_DONE;
          walk->steps.count--;
          continue;
        }
      class_id *super = super_at (entry, step->edge++);
      assert (entry->colour == WALK_OPEN);
      if (!class_is_known (*super))
        continue;
      struct universe_class *above = universe_at (universe, *super);
      if (above->colour == WALK_OPEN)
        cut (universe, entry, super);
      else if (above->colour == WALK_NEW)
        {
          above->colour = WALK_OPEN;
          *vec_push (&universe->arena, &walk->steps) = (struct step){ *super, 0 };
        }
    }
}

void
universe_link_new (struct java_universe *universe)
{
  uint32_t first = universe->linked;
  assert (first <= universe->classes.count);
  for (uint32_t i = first; i < universe->classes.count; i++)
    find_supers (universe, universe->classes.at[i]);
  struct walk walk = { VEC_EMPTY };
  for (uint32_t i = first; i < universe->classes.count; i++)
    if (universe->classes.at[i]->colour == WALK_NEW)
      cut_cycles (universe, &walk, (class_id){ i });
  for (uint32_t i = first; i < universe->classes.count; i++)
    {
      struct universe_class *entry = universe->classes.at[i];
      assert (entry->colour == WALK_DONE);
      for (uint32_t edge = 0; edge <= entry->class.interface_count; edge++)
        if (class_is_known (*super_at (entry, edge)))
          *vec_push (&universe->arena,
                     &universe_at (universe, *super_at (entry, edge))->subclasses)
            = (class_id){ i };
    }
  universe->linked = universe->classes.count;
}

/* ---- Walks. ---- */

class_id
universe_super (const struct java_universe *universe, class_id class)
{
  return universe_at (universe, class)->super;
}

void
universe_begin_walk (struct java_universe *universe)
{
  universe->stamp++;
  assert (universe->stamp > 0);
}

bool
universe_meet (struct java_universe *universe, class_id class)
{
  struct universe_class *entry = universe_at (universe, class);
  bool is_new = entry->stamp != universe->stamp;
  entry->stamp = universe->stamp;
  return is_new;
}

struct name_list
{
  VEC (name_id) list;
  bool complete;
};

/* Add NAME, unless this walk has met it; whether the class is known. */
static void
add_name (struct java_universe *universe, struct name_list *names, name_id name)
{
  assert (name.index != NAME_NONE.index && universe->stamp > 0);
  class_id class = universe_find (universe, name);
  struct name_state *state = universe_state (universe, name);
  if (!class_is_known (class))
    names->complete = false;
  if (state->stamp == universe->stamp)
    return;
  state->stamp = universe->stamp;
  *vec_push (&universe->arena, &names->list) = name;
}

const struct super_types *
universe_super_types (struct java_universe *universe, class_id class)
{
  struct universe_class *entry = universe_at (universe, class);
  if (entry->super_types)
    return entry->super_types;
  struct name_list names = { VEC_EMPTY, true };
  universe_begin_walk (universe);
  /* The class itself is none of its super types, though it may claim to be. */
  universe_state (universe, entry->class.name)->stamp = universe->stamp;
  for (class_id at = class; class_is_known (at); at = universe_super (universe, at))
    if (universe_class (universe, at)->super.index != NAME_NONE.index)
      add_name (universe, &names, universe_class (universe, at)->super);
  for (uint32_t i = 0; i < entry->class.interface_count; i++)
    add_name (universe, &names, entry->class.interfaces[i]);
  for (uint32_t i = 0; i < names.list.count; i++)
    {
      class_id above = universe_find (universe, names.list.at[i]);
      if (!class_is_known (above))
        continue;
      const struct java_class *super = universe_class (universe, above);
      for (uint32_t k = 0; k < super->interface_count; k++)
        add_name (universe, &names, super->interfaces[k]);
    }
  assert (universe_state (universe, entry->class.name)->stamp == universe->stamp);
  entry->super_types = arena_alloc (&universe->arena, sizeof *entry->super_types);
  *entry->super_types
    = (struct super_types){ names.list.at, names.list.count, names.complete };
  return entry->super_types;
}

bool
universe_is_a (struct java_universe *universe, class_id class, name_id name)
{
  if (universe_class (universe, class)->name.index == name.index)
    return true;
  const struct super_types *supers = universe_super_types (universe, class);
  for (uint32_t i = 0; i < supers->count; i++)
    if (supers->at[i].index == name.index)
      return true;
  return false;
}

static int
compare_ids (const void *left, const void *right)
{
  const class_id *a = left, *b = right;
  return a->index < b->index ? -1 : a->index > b->index;
}

const struct class_list *
universe_subtypes (struct java_universe *universe, class_id class)
{
  struct universe_class *entry = universe_at (universe, class);
  if (entry->subtypes && entry->subtypes_of == universe->classes.count)
    return entry->subtypes;
  VEC (class_id) found = VEC_EMPTY;
  universe_begin_walk (universe);
  universe_meet (universe, class);
  *vec_push (&universe->arena, &found) = class;
  for (uint32_t i = 0; i < found.count; i++)
    {
      const struct universe_class *above = universe_at (universe, found.at[i]);
      for (uint32_t k = 0; k < above->subclasses.count; k++)
        if (universe_meet (universe, above->subclasses.at[k]))
          *vec_push (&universe->arena, &found) = above->subclasses.at[k];
    }
  assert (found.count > 0 && found.count <= universe->classes.count);
  qsort (found.at, found.count, sizeof *found.at, compare_ids);
  entry->subtypes = arena_alloc (&universe->arena, sizeof *entry->subtypes);
  *entry->subtypes = (struct class_list){ found.at, found.count };
  entry->subtypes_of = universe->classes.count;
  return entry->subtypes;
}
