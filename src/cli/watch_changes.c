/* watch_changes.c -- see watch_changes.h. */
#include <config.h>

#include "cli/watch_changes.h"

#include <assert.h>
#include <string.h>

#include "cli/command.h"

#define MOST_TOLD 10 /* causes that are new, and that are gone */

static void
start (struct watch_outcome *outcome)
{
  *outcome = (struct watch_outcome){ .is_there = false };
  quota_init (&outcome->quota);
  arena_init (&outcome->arena, &outcome->quota);
}

void
watch_changes_init (struct watch_changes *changes)
{
  start (&changes->last);
  start (&changes->now);
}

void
watch_changes_clear (struct watch_changes *changes)
{
  arena_clear (&changes->last.arena);
  arena_clear (&changes->now.arena);
}

bool
watch_changes_add (struct watch_changes *changes, const char *model,
                   const struct causes *causes)
{
  struct watch_outcome *now = &changes->now;
  assert (model && !now->is_there);
  now->arena.quota = &now->quota;
  if (quota_checkpoint (&now->quota))
    return false;
  const char *name = arena_copy (&now->arena, model, strlen (model));
  for (uint32_t c = 0; c < causes->list.count; c++)
    {
      const char *key = causes->list.at[c].key;
      *vec_push (&now->arena, &now->causes)
        = (struct watch_cause){ name, arena_copy (&now->arena, key, strlen (key)) };
    }
  return true;
}

static bool
has (const struct watch_outcome *outcome, const struct watch_cause *cause)
{
  for (uint32_t c = 0; c < outcome->causes.count; c++)
    if (strcmp (outcome->causes.at[c].key, cause->key) == 0
        && strcmp (outcome->causes.at[c].model, cause->model) == 0)
      return true;
  return false;
}

/* The causes of ONE that OTHER lacks, each after WORD; how many there are. */
static uint32_t
tell (const struct watch_outcome *one, const struct watch_outcome *other,
      const char *word, FILE *file)
{
  uint32_t count = 0;
  for (uint32_t c = 0; c < one->causes.count; c++)
    {
      const struct watch_cause *cause = &one->causes.at[c];
      if (has (other, cause) || ++count > MOST_TOLD)
        continue;
      fprintf (file, "%s: ", word);
      command_print_safe (file, cause->model);
      fputs (": ", file);
      command_print_safe (file, cause->key);
      fputc ('\n', file);
    }
  if (count > MOST_TOLD)
    fprintf (file, "%s: and %u more\n", word, (unsigned) (count - MOST_TOLD));
  assert (count <= one->causes.count);
  return count;
}

void
watch_changes_end (struct watch_changes *changes, bool whole, FILE *file)
{
  struct watch_outcome *now = &changes->now, *last = &changes->last;
  if (whole && last->is_there && file
      && tell (now, last, "new", file) + tell (last, now, "gone", file) == 0)
    fputs ("no cause is new, none is gone\n", file);
  struct watch_outcome *over = whole ? last : now;
  now->is_there = whole;
  arena_clear (&over->arena);
  if (whole)
    {
      *last = *now;
      last->arena.quota = &last->quota;
    }
  start (now);
}
