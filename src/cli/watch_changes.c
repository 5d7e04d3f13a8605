/* watch_changes.c -- see watch_changes.h. */
#include <config.h>

#include "cli/watch_changes.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/scribe.h"
#include "cli/command.h"
#include "io/wrap.h"

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
watch_changes_add (struct watch_changes *changes, const struct ir_subject *subject,
                   const struct causes *causes)
{
  struct watch_outcome *now = &changes->now;
  struct scribe scribe;
  assert (subject && !now->is_there);
  now->arena.quota = &now->quota;
  if (quota_checkpoint (&now->quota))
    return false;
  command_print_safe (scribe_start (&scribe, &now->arena), ir_subject_title (subject));
  const char *name = scribe_end (&scribe);
  for (uint32_t c = 0, order = now->causes.count; c < causes->list.count; c++, order++)
    {
      const struct cause *cause = &causes->list.at[c];
      const char *key = arena_copy (&now->arena, cause->key, strlen (cause->key));
      cause_print_whole (cause, subject, scribe_start (&scribe, &now->arena));
      *vec_push (&now->arena, &now->causes)
        = (struct watch_cause){ name, key, scribe_end (&scribe), cause->rank, order };
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

static int
compare_causes (const void *a, const void *b)
{
  const struct watch_cause *x = a, *y = b;
  int order = rank_compare (&x->rank, &y->rank);
  return order ? order : (x->order > y->order) - (x->order < y->order);
}

static void
say (const char *word, const struct watch_cause *cause, FILE *file)
{
  struct terminal terminal = terminal_of (file);
  struct watch_outcome line;
  assert (cause->model && cause->text);
  start (&line);
  if (!quota_checkpoint (&line.quota))
    wrap_print_line (
      &terminal,
      arena_format (&line.arena, "%s: %s: %s", word, cause->model, cause->text),
      &line.arena, file);
  arena_clear (&line.arena);
}

/* The causes of ONE that OTHER lacks, each after WORD, the most dangerous first; how many
   there are. */
static uint32_t
tell (const struct watch_outcome *one, const struct watch_outcome *other,
      const char *word, FILE *file)
{
  uint32_t count = 0;
  for (uint32_t c = 0; c < one->causes.count; c++)
    {
      const struct watch_cause *cause = &one->causes.at[c];
      if (!has (other, cause) && ++count <= MOST_TOLD)
        say (word, cause, file);
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
  if (now->causes.count > 0)
    qsort (now->causes.at, now->causes.count, sizeof *now->causes.at, compare_causes);
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
