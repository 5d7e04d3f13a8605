/* watch.c -- see watch.h. */
#include <config.h>

#include "phaseauto/watch.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>
#include <xxhash.h>


/* Does the range of CLAUSE start or end with a step of another thread? */
static bool
is_tied (const struct pa_automaton *automaton, const struct pa_clause *clause)
{
  const struct pa_step *steps = automaton->steps.at;
  return !thread_equal (steps[clause->from - 1].thread, clause->thread)
         || !thread_equal (steps[clause->to - 1].thread, clause->thread);
}

/* In which states is what THREAD may do bounded by a step of another one? */
static uint64_t
tied_states (const struct pa_automaton *automaton, thread_id thread)
{
  uint64_t tied = 0;
  for (uint32_t c = 0; c < automaton->clauses.count; c++)
    {
      const struct pa_clause *clause = &automaton->clauses.at[c];
      if (!thread_equal (clause->thread, thread) || !is_tied (automaton, clause))
        continue;
      for (uint32_t x = 0; x < automaton->steps.count; x++)
        if (pa_clause_holds (clause, x))
          tied |= (uint64_t) 1 << x;
    }
  return tied;
}

/* ---- Which actions can be watched? ---- */

/* Counted two places on, so that filling leaves the beginnings. */
static void
count_actions (const struct pds *pds, uint32_t *accesses, uint32_t *boundaries)
{
  for (uint32_t a = 0; a < pds->actions.count; a++)
    {
      const struct pds_action_info *info = &pds->actions.at[a];
      if (pds_action_is_access (info))
        accesses[pds_action_field (info).index + 2]++;
      if (info->op == PDS_BEGIN || info->op == PDS_END)
        for (uint32_t s = idset_next (pds->idsets, info->sets, 0); s != UINT32_MAX;
             s = idset_next (pds->idsets, info->sets, s + 1))
          boundaries[s + 2]++;
    }
}

void
watch_index_init (struct watch_index *index, const struct pds *pds, struct arena *arena)
{
  size_t fields = pds->fields.count, sets = pds->sets.count;
  uint32_t *accesses = arena_calloc (arena, fields + 2, sizeof *accesses);
  uint32_t *boundaries = arena_calloc (arena, sets + 2, sizeof *boundaries);
  count_actions (pds, accesses, boundaries);
  for (uint32_t f = 0; f < fields; f++)
    accesses[f + 1] += accesses[f];
  accesses[fields + 1] += accesses[fields];
  boundaries[0] = boundaries[1] = accesses[fields + 1];
  for (uint32_t s = 0; s <= sets; s++)
    boundaries[s + 1] += s ? boundaries[s] : 0;
  index->pds = pds;
  index->first_access = accesses;
  index->first_boundary = boundaries;
  index->actions
    = arena_alloc (arena, boundaries[sets + 1] * sizeof *index->actions + 1);
  for (uint32_t a = 0; a < pds->actions.count; a++)
    {
      const struct pds_action_info *info = &pds->actions.at[a];
      if (pds_action_is_access (info))
        index->actions[accesses[pds_action_field (info).index + 1]++] = a;
      if (info->op == PDS_BEGIN || info->op == PDS_END)
        for (uint32_t s = idset_next (pds->idsets, info->sets, 0); s != UINT32_MAX;
             s = idset_next (pds->idsets, info->sets, s + 1))
          index->actions[boundaries[s + 1]++] = a;
    }
}

void
watch_role_init (struct watch_role *role, const struct pa_automaton *automaton,
                 thread_id thread, struct arena *arena)
{
  assert (automaton->steps.count <= PRODUCT_STEPS_LIMIT);
  pa_role_init (&role->role, automaton, thread, arena);
  role->tied = tied_states (automaton, thread);
}

/* ---- Watching. ---- */

struct watcher
{
  const struct watch_index *index;
  const struct watch_role *role;
  const field_id *fields; /* by parameter of the role */
  set_id set;
  struct watch_entry *entries;
  uint32_t count;
};

/* What the thread makes of the actions of a list. */
static void
add_entries (struct watcher *w, uint32_t begin, uint32_t end)
{
  const struct pds *pds = w->index->pds;
  for (uint32_t i = begin; i < end; i++)
    {
      uint32_t a = w->index->actions[i];
      struct watch_entry entry = { .action = a };
      for (uint32_t x = 0; x < w->role->role.step_count; x++)
        {
          uint64_t bit = (uint64_t) 1 << x;
          struct pa_moves moves = pa_role_moves (&w->role->role, w->fields, w->set,
                                                 pds->idsets, x, &pds->actions.at[a]);
          entry.class.step |= moves.step ? bit : 0;
          entry.class.forbidden |= moves.loop ? 0 : bit;
        }
      if (!entry.class.step && !entry.class.forbidden)
        continue;
      entry.matters = entry.class.step || (entry.class.forbidden & w->role->tied);
      w->entries[w->count++] = entry;
    }
}

static int
compare_entries (const void *left, const void *right)
{
  const struct watch_entry *a = left, *b = right;
  return a->action < b->action ? -1 : a->action > b->action;
}

/* Entries have holes, so members are hashed one by one. */
static void
finish (struct watch *watch)
{
  uint64_t hash = watch->foreign ^ watch->steps;
  for (uint32_t i = 0; i < watch->count; i++)
    {
      const struct watch_entry *entry = &watch->entries[i];
      uint64_t words[3] = { entry->action, entry->class.step, entry->class.forbidden };
      hash = XXH3_64bits_withSeed (words, sizeof words, hash);
    }
  watch->hash = hash;
}

void
watch_init (struct watch *watch, const struct watch_index *index,
            const struct watch_role *watched, const field_id *fields, set_id set,
            struct arena *arena)
{
  const struct pa_role *role = &watched->role;
  memset (watch, 0, sizeof *watch);
  watch->steps = role->step_count;
  for (uint32_t x = 0; x < watch->steps; x++)
    watch->foreign |= role->steps[x].own ? 0 : (uint64_t) 1 << x;
  field_id *bound = arena_alloc (arena, role->parameter_count * sizeof *bound + 1);
  pa_role_bind (role, fields, bound);
  const uint32_t *boundaries = &index->first_boundary[set.index];
  size_t room = boundaries[1] - boundaries[0];
  for (uint32_t k = 0; k < role->parameter_count; k++)
    room += index->first_access[bound[k].index + 1] - index->first_access[bound[k].index];
  struct watcher w = { index, watched, bound, set, NULL, 0 };
  w.entries = arena_alloc (arena, room * sizeof *w.entries + 1);
  for (uint32_t k = 0; k < role->parameter_count; k++)
    add_entries (&w, index->first_access[bound[k].index],
                 index->first_access[bound[k].index + 1]);
  add_entries (&w, boundaries[0], boundaries[1]);
  if (w.count > 1)
    qsort (w.entries, w.count, sizeof *w.entries, compare_entries);
  watch->entries = w.entries;
  watch->count = w.count;
  finish (watch);
}

void
watch_init_bystander (struct watch *watch, uint32_t steps)
{
  memset (watch, 0, sizeof *watch);
  watch->steps = steps;
  watch->foreign = ((uint64_t) 1 << steps) - 1;
  finish (watch);
}

void
watch_set_entries (struct watch *watch, const struct watch_entry *entries, uint32_t count)
{
  watch->entries = entries;
  watch->count = count;
  finish (watch);
}

const struct watch_entry *
watch_find (const struct watch *watch, uint32_t action)
{
  struct watch_entry key = { .action = action };
  if (watch->count == 0)
    return NULL;
  return bsearch (&key, watch->entries, watch->count, sizeof key, compare_entries);
}

struct slice_class *
watch_classes (const struct watch *watch, uint32_t actions, struct arena *arena)
{
  struct slice_class *classes = arena_calloc (arena, actions, sizeof *classes);
  for (uint32_t i = 0; i < watch->count; i++)
    classes[watch->entries[i].action] = watch->entries[i].class;
  return classes;
}

struct watch
watch_copy (const struct watch *watch, struct arena *arena)
{
  struct watch copy = *watch;
  size_t bytes = watch->count * sizeof *watch->entries;
  struct watch_entry *entries = arena_alloc (arena, bytes + 1);
  if (bytes)
    memcpy (entries, watch->entries, bytes);
  copy.entries = entries;
  return copy;
}

bool
watch_equal (const struct watch *a, const struct watch *b)
{
  if (a->hash != b->hash || a->steps != b->steps || a->foreign != b->foreign
      || a->count != b->count)
    return false;
  for (uint32_t i = 0; i < a->count; i++)
    {
      const struct watch_entry *x = &a->entries[i], *y = &b->entries[i];
      if (x->action != y->action || x->class.step != y->class.step
          || x->class.forbidden != y->class.forbidden)
        return false;
    }
  return true;
}
