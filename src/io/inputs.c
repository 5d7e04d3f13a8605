/* inputs.c -- see inputs.h. */
#include <config.h>

#include "io/inputs.h"

#include <errno.h>
#include <fts.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/text.h"

static enum status
complain (const char *path, const char *message)
{
  text_print_safe (stderr, path, strlen (path));
  fprintf (stderr, ": error: %s\n", message);
  return STATUS_BAD_INPUT;
}

/* SKIP bytes of the path are not part of the name. */
static enum status
add_path (struct inputs *inputs, const char *path, size_t skip)
{
  if (inputs->count == inputs->capacity)
    {
      size_t capacity = inputs->capacity ? inputs->capacity * 2 : 16;
      struct input *list = realloc (inputs->list, capacity * sizeof *list);
      if (!list)
        return complain (path, strerror (ENOMEM));
      inputs->list = list;
      inputs->capacity = capacity;
    }
  char *copy = strdup (path);
  if (!copy)
    return complain (path, strerror (ENOMEM));
  inputs->list[inputs->count++] = (struct input){ copy, copy + skip };
  return STATUS_FINE;
}

static bool
is_model_name (const char *name)
{
  size_t length = strlen (name);
  return length > 4 && strcmp (name + length - 4, ".eml") == 0;
}

static int
compare_inputs (const void *a, const void *b)
{
  const struct input *x = a, *y = b;
  return strcmp (x->path, y->path);
}

/* A link to a model counts, a link to a folder is not followed. */
static bool
is_file (const FTSENT *entry)
{
  struct stat status;
  return entry->fts_info == FTS_F
         || (entry->fts_info == FTS_SL && stat (entry->fts_accpath, &status) == 0
             && S_ISREG (status.st_mode));
}

static enum status
add_folder (struct inputs *inputs, const char *folder)
{
  char *copy = strdup (folder);
  if (!copy)
    return complain (folder, strerror (ENOMEM));
  size_t length = strlen (copy);
  while (length > 1 && copy[length - 1] == '/')
    copy[--length] = 0;
  char *roots[] = { copy, NULL };
  FTS *walk = fts_open (roots, FTS_PHYSICAL | FTS_COMFOLLOW | FTS_NOCHDIR, NULL);
  if (!walk)
    {
      enum status status = complain (folder, strerror (errno));
      free (copy);
      return status;
    }
  enum status status = STATUS_FINE;
  size_t before = inputs->count;
  size_t skip = copy[length - 1] == '/' ? length : length + 1;
  FTSENT *entry;
  while ((entry = fts_read (walk)))
    if (entry->fts_info == FTS_DNR || entry->fts_info == FTS_ERR)
      status = complain (entry->fts_path, strerror (entry->fts_errno));
    else if (is_file (entry) && is_model_name (entry->fts_name))
      status = status_worse (status, add_path (inputs, entry->fts_path, skip));
  fts_close (walk);
  free (copy);
  if (inputs->count == before && status == STATUS_FINE)
    return complain (folder, "no *.eml file below this folder");
  if (inputs->count > before)
    qsort (inputs->list + before, inputs->count - before, sizeof *inputs->list,
           compare_inputs);
  return status;
}

enum status
inputs_add (struct inputs *inputs, const char *path)
{
  struct stat status;
  if (stat (path, &status) == 0 && S_ISDIR (status.st_mode))
    return add_folder (inputs, path);
  return add_path (inputs, path, 0);
}

static int
compare_names (const void *a, const void *b)
{
  const struct input *const *x = a, *const *y = b;
  return strcmp ((*x)->name, (*y)->name);
}

/* Paths differ, but one may be the name that another has below its folder: so
   as long as something changes. */
enum status
inputs_tell_apart (struct inputs *inputs)
{
  size_t count = inputs->count;
  struct input **sorted = malloc ((count + 1) * sizeof *sorted);
  if (!sorted)
    return complain ("models", strerror (ENOMEM));
  for (bool changed = count > 1; changed;)
    {
      changed = false;
      for (size_t i = 0; i < count; i++)
        sorted[i] = &inputs->list[i];
      qsort (sorted, count, sizeof *sorted, compare_names);
      for (size_t i = 0, end; i < count; i = end)
        {
          bool alike = true;
          for (end = i + 1;
               end < count && strcmp (sorted[i]->name, sorted[end]->name) == 0; end++)
            alike &= strcmp (sorted[i]->path, sorted[end]->path) == 0;
          for (size_t k = i; k < end && !alike; k++)
            {
              changed |= sorted[k]->name != sorted[k]->path;
              sorted[k]->name = sorted[k]->path;
            }
        }
    }
  free (sorted);
  return STATUS_FINE;
}

void
inputs_clear (struct inputs *inputs)
{
  for (size_t i = 0; i < inputs->count; i++)
    free (inputs->list[i].path);
  free (inputs->list);
  *inputs = (struct inputs){ NULL, 0, 0 };
}
