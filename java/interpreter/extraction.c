/* extraction.c -- one class: runs of the interpreter until nothing is to be
 * corrected. */
#include <config.h>

#include "java/interpreter/extraction.h"

#include <assert.h>
#include <inttypes.h>
#include <string.h>

#include "java/interpreter/selection.h"
#include "java/interpreter/threads.h"

/* Corrections only grow, so runs come to an end; this is far more than they need. */
#define RUNS_MOST 200

/* A run that found something to correct goes on for half as many steps as it took, and
   this many more: so runs that are given up cost at most three times what the last one
   costs, if each goes further than the one before it. */
#define STEPS_MORE 1000

bool
extraction_is_of_nest (struct extraction *x, class_id class)
{
  if (!class_is_known (class))
    return false;
  return class_equal (class, x->class)
         || finality_nest (x->universe, class).index
              == finality_nest (x->universe, x->class).index
         || universe_is_a (x->universe, x->class,
                           universe_class (x->universe, class)->name);
}

static bool
has_mutable_statics (struct extraction *x, class_id id)
{
  const struct java_class *class = universe_class (x->universe, id);
  for (uint32_t i = 0; i < class->field_count; i++)
    if (class->fields[i].access & ACCESS_STATIC
        && !finality_is_final (x->java->finality, (struct java_member){ id, i }))
      return true;
  return false;
}

/* In the classes of the nest, which stand together. */
static bool
nest_has_mutable_statics (struct extraction *x)
{
  assert (class_is_known (x->class));
  uint32_t first = x->class.index, last = x->class.index;
  if (x->class.index >= x->universe->given)
    return has_mutable_statics (x, x->class);
  name_id nest = finality_nest (x->universe, x->class);
  while (first > 0
         && finality_nest (x->universe, (class_id){ first - 1 }).index == nest.index)
    first--;
  while (last + 1 < x->universe->given
         && finality_nest (x->universe, (class_id){ last + 1 }).index == nest.index)
    last++;
  for (uint32_t i = first; i <= last; i++)
    if (has_mutable_statics (x, (class_id){ i }))
      return true;
  return false;
}

static void
extraction_init (struct extraction *x, struct java *java, class_id class)
{
  assert (class_is_known (class));
  *x = (struct extraction){
    .java = java, .universe = java->universe, .class = class, .library = java->library
  };
  arena_init (&x->arena, java->quota);
  arena_init (&x->run_arena, java->quota);
  values_init (&x->values, &x->arena);
  heap_init (&x->heap, &x->arena);
  pairmap_init (&x->methods, &x->arena);
  pairmap_init (&x->handle_of, &x->arena);
  pairmap_init (&x->corrections.dropped_sites, &x->arena);
  names_init (&x->note_texts, &x->arena);
  x->init_name = universe_name (x->universe, "<init>");
  x->object_name = universe_name (x->universe, "java/lang/Object");
  x->throwable_name = universe_name (x->universe, "java/lang/Throwable");
  x->has_statics = nest_has_mutable_statics (x);
  x->units_are_marked = selection_has_marked_units (x);
}

void
extraction_correct (struct extraction *x, const char *why)
{
  assert (why);
  if (x->corrections.again)
    return;
  LOG (1, "to be corrected after %" PRIu64 " steps: %s", x->steps, why);
  x->corrections.again = true;
  x->corrections.last_step = x->steps + x->steps / 2 + STEPS_MORE;
}

bool
extraction_gives_up (const struct extraction *x)
{
  return x->corrections.again && !x->threads && x->steps >= x->corrections.last_step;
}

static bool
is_static_lock (const struct extraction *x, const struct lock *lock)
{
  const struct value *at = value_at (&x->values, lock->value);
  if (at->kind != VALUE_PLACE)
    return at->kind == VALUE_CLASS;
  uint32_t place = at->a;
  while (x->heap.places.at[place].owner_kind == OWNER_PLACE)
    place = x->heap.places.at[place].owner;
  return x->heap.places.at[place].owner_kind == OWNER_STATIC;
}

/* Two locks that all objects of the class share: a thread that calls methods of another
   object can take them in another order while it does not hold the monitor of I. */
static void
see_static_locks (struct extraction *x)
{
  uint32_t count = 0;
  for (uint32_t i = 0; i < x->heap.locks.count; i++)
    count += is_static_lock (x, &x->heap.locks.at[i]);
  if (x->threads || x->has_statics || count < 2)
    return;
  x->has_statics = true;
  extraction_correct (x, "two locks are static");
}

bool
extraction_run (struct extraction *x)
{
  for (uint32_t run = 0; run < RUNS_MOST; run++)
    {
      instances_reset (x);
      notes_reset (x);
      x->java->headway = (struct java_headway){ .stage = "instructions followed" };
      x->corrections.again = false;
      entries_find (x);
      see_static_locks (x);
      LOG (1,
           "run %u of %s: %u instances, %" PRIu64 " instructions, %u states, %" PRIu64
           " steps",
           run, universe_text (x->universe, universe_class (x->universe, x->class)->name),
           x->instances.count, x->code_size, x->agenda.list.count, x->steps);
      x->all_steps += x->steps;
      if (!x->corrections.again)
        {
          heap_settle (x);
          if (x->threads)
            sites_settle (x);
          publication_check (x);
          aliases_check (x);
          accounting_check (x);
          notes_settle (x);
          return x->client.entries.count > 0;
        }
    }
  assert (false && "runs of the interpreter come to an end");
  return false;
}

struct extraction *
extraction_new (struct java *java, class_id class)
{
  struct extraction *x = arena_alloc (&java->arena, sizeof *x);
  extraction_init (x, java, class);
  *vec_push (&java->arena, &java->lent) = &x->arena;
  *vec_push (&java->arena, &java->lent) = &x->run_arena;
  return x;
}

void
extraction_free (struct extraction *x)
{
  struct java *java = x->java;
  assert (java->lent.count > 1 && java->lent.at[java->lent.count - 1] == &x->run_arena);
  arena_clear (&x->run_arena);
  arena_clear (&x->arena);
  java->lent.count -= 2;
}
