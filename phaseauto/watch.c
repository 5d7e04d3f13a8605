/* watch.c -- see watch.h. */
#include <config.h>

#include "phaseauto/watch.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>
#include <xxhash.h>

#include "base/log.h"

/* ---- The index. ---- */

/* Increment COUNTS wherever ACTION is listed: under its field, or under the sets whose
   units it begins or ends.  If ACTIONS is not null, the old count is its index there. */
static void
list_action (const struct pds *pds, uint32_t action, uint32_t *counts, uint32_t *actions)
{
  const struct pds_action_info *info = &pds->actions.at[action];
  uint32_t fields = pds->fields.count;
  if (pds_action_is_access (info))
    {
      assert (pds_action_field (info).index < fields);
      uint32_t place = counts[pds_action_field (info).index]++;
      if (actions)
        actions[place] = action;
    }
  else if (info->op == PDS_BEGIN || info->op == PDS_END)
    IDSET_EACH (s, pds->idsets, info->sets)
      {
        assert (s < pds->sets.count);
        uint32_t place = counts[fields + s]++;
        if (actions)
          actions[place] = action;
      }
  else if (info->op == PDS_ACQUIRE || info->op >= PDS_WAKE)
    {
      uint32_t list
        = info->op == PDS_ACQUIRE ? pds_action_lock (info).index : pds->locks.count;
      uint32_t place = counts[fields + pds->sets.count + list]++;
      if (actions)
        actions[place] = action;
    }
}

void
watch_index_init (struct watch_index *index, const struct pds *pds, struct arena *arena)
{
  size_t lists = (size_t) pds->fields.count + pds->sets.count + pds->locks.count + 1;
  /* Counted two places on, so that filling leaves the beginnings. */
  uint32_t *first = arena_calloc (arena, lists + 2, sizeof *first);
  for (uint32_t a = 0; a < pds->actions.count; a++)
    list_action (pds, a, first + 2, NULL);
  for (size_t i = 0; i < lists; i++)
    first[i + 2] += first[i + 1];
  uint32_t total = first[lists + 1];
  uint32_t *actions = arena_alloc (arena, total * sizeof *actions + 1);
  *index = (struct watch_index){ pds, first, actions };
  for (uint32_t a = 0; a < pds->actions.count; a++)
    list_action (pds, a, first + 1, index->actions);
  assert (first[0] == 0 && first[lists] == total);
}

/* ---- Watching. ---- */

struct watcher
{
  const struct watch_index *index;
  const struct pa_role *role;
  const field_id *fields; /* by parameter */
  set_id set;
  uint64_t own; /* steps of the role */
  struct watch_entry *entries;
  uint32_t count;
};

/* Classify ACTION for the role.  Clauses about life cycles hold for many states, and
   there are many of them: they are checked once, not for each state.  And only own steps
   of the role can be such actions. */
static void
classify (const struct watcher *w, const struct pds_action_info *action,
          struct slice_class *class)
{
  const struct pa_role *role = w->role;
  const struct idsets *idsets = w->index->pds->idsets;
  if (action->op >= PDS_WAKE)
    {
      class->forbidden = pa_role_held_back (role, idsets, action)
                         & (((uint64_t) 1 << role->step_count) - 1);
      for (uint64_t rest = w->own; rest; rest &= rest - 1)
        {
          uint32_t x = (uint32_t) __builtin_ctzll (rest);
          class->step |= (uint64_t) pa_role_is_order (role, x, action) << x;
        }
      return;
    }
  for (uint32_t x = 0; x < role->step_count; x++)
    {
      struct pa_moves moves = pa_role_moves (role, w->fields, w->set, idsets, x, action);
      class->step |= (uint64_t) moves.step << x;
      class->forbidden |= (uint64_t) !moves.loop << x;
    }
}

/* Classify the actions of LIST, a field or a set; append those that are watched. */
static void
add_entries (struct watcher *w, uint32_t list)
{
  const struct pds *pds = w->index->pds;
  for (uint32_t i = w->index->first[list]; i < w->index->first[list + 1]; i++)
    {
      uint32_t a = w->index->actions[i];
      struct watch_entry entry = { .action = a };
      classify (w, &pds->actions.at[a], &entry.class);
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

/* Take ENTRIES, and hash them member by member, since they have padding. */
void
watch_set_entries (struct watch *watch, const struct watch_entry *entries, uint32_t count)
{
  watch->entries = entries;
  watch->count = count;
  watch->hash = watch->foreign ^ watch->steps ^ (uint64_t) watch->holding.index << 32;
  for (uint32_t i = 0; i < count; i++)
    {
      const struct watch_entry *entry = &entries[i];
      assert (i == 0 || entries[i - 1].action < entry->action);
      watch->held_back |= entry->class.forbidden & 1;
      uint64_t words[3] = { entry->action, entry->class.step, entry->class.forbidden };
      watch->hash = XXH3_64bits_withSeed (words, sizeof words, watch->hash);
    }
}

void
watch_init (struct watch *watch, const struct watch_index *index,
            const struct pa_role *role, const field_id *fields, set_id set,
            struct arena *arena)
{
  const struct pds *pds = index->pds;
  assert (set.index < pds->sets.count || role->parameter_count == 0);
  assert (0 < role->step_count && role->step_count <= PA_SIZE_LIMIT);
  memset (watch, 0, sizeof *watch);
  watch->holding = LOCK_NONE;
  watch->steps = role->step_count;
  for (uint32_t x = 0; x < watch->steps; x++)
    watch->foreign |= (uint64_t) !role->steps[x].own << x;
  uint32_t lists[PA_SIZE_LIMIT + 3], list_count = 0;
  for (uint32_t k = 0; k < role->parameter_count; k++)
    {
      assert (set_equal (pds->fields.at[fields[k].index].set, set));
      if (role->parameters >> k & 1)
        lists[list_count++] = fields[k].index;
    }
  if (role->parameter_count > 0)
    lists[list_count++] = pds->fields.count + set.index;
  const struct pa_role_step *last = &role->steps[role->step_count - 1];
  if (last->own && last->kind == PA_AWAITS)
    {
      lists[list_count++] = pds->fields.count + pds->sets.count + last->lock.index;
      watch->holding = last->holding;
    }
  lists[list_count++] = pds->fields.count + pds->sets.count + pds->locks.count;
  size_t room = 0;
  for (uint32_t i = 0; i < list_count; i++)
    room += index->first[lists[i] + 1] - index->first[lists[i]];
  struct watcher w = { index,
                       role,
                       fields,
                       set,
                       ~watch->foreign & (((uint64_t) 1 << watch->steps) - 1),
                       arena_alloc (arena, room * sizeof *w.entries + 1),
                       0 };
  for (uint32_t i = 0; i < list_count; i++)
    add_entries (&w, lists[i]);
  assert (w.count <= room);
  if (w.count > 1)
    qsort (w.entries, w.count, sizeof *w.entries, compare_entries);
  watch_set_entries (watch, w.entries, w.count);
  LOG (3, "a thread with %u of %u steps watches %u actions",
       (unsigned) (watch->steps - (uint32_t) __builtin_popcountll (watch->foreign)),
       (unsigned) watch->steps, (unsigned) watch->count);
}

void
watch_init_bystander (struct watch *watch, uint32_t steps)
{
  assert (0 < steps && steps <= PA_SIZE_LIMIT);
  memset (watch, 0, sizeof *watch);
  watch->holding = LOCK_NONE;
  watch->steps = steps;
  watch->foreign = ((uint64_t) 1 << steps) - 1;
  watch_set_entries (watch, NULL, 0);
}

const struct watch_entry *
watch_find (const struct watch *watch, uint32_t action)
{
  struct watch_entry key = { .action = action };
  assert (watch->count == 0 || watch->entries);
  if (watch->count == 0)
    return NULL;
  return bsearch (&key, watch->entries, watch->count, sizeof key, compare_entries);
}

struct slice_class *
watch_classes (const struct watch *watch, uint32_t actions, struct arena *arena)
{
  struct slice_class *classes = arena_calloc (arena, actions, sizeof *classes);
  for (uint32_t i = 0; i < watch->count; i++)
    {
      assert (watch->entries[i].action < actions);
      classes[watch->entries[i].action] = watch->entries[i].class;
    }
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
      || a->count != b->count || !lock_equal (a->holding, b->holding))
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
