/* inputs.c -- see inputs.h. */
#include <config.h>

#include "io/inputs.h"

#include <assert.h>
#include <errno.h>
#include <fts.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/log.h"
#include "base/text.h"

static enum status
complain (const char *path, const char *message)
{
  text_print_safe (stderr, path, strlen (path));
  fprintf (stderr, ": error: %s\n", message);
  return STATUS_BAD_INPUT;
}

/* Add the model at PATH; its name leaves out the first SKIP bytes of the path. */
static enum status
add_path (struct inputs *inputs, const char *path, size_t skip)
{
  assert (inputs->count <= inputs->capacity && skip <= strlen (path));
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

/* Is ENTRY a file or a link to a file?  Links to folders are not followed. */
static bool
is_file (const FTSENT *entry)
{
  struct stat status;
  return entry->fts_info == FTS_F
         || (entry->fts_info == FTS_SL && stat (entry->fts_accpath, &status) == 0
             && S_ISREG (status.st_mode));
}

/* Add the models below FOLDER, which has no slash at its end. */
static enum status
walk_folder (struct inputs *inputs, char *folder)
{
  size_t length = strlen (folder), before = inputs->count;
  assert (length > 0 && (length == 1 || folder[length - 1] != '/'));
  char *roots[] = { folder, NULL };
  FTS *walk = fts_open (roots, FTS_PHYSICAL | FTS_COMFOLLOW | FTS_NOCHDIR, NULL);
  if (!walk)
    return complain (folder, strerror (errno));
  enum status status = STATUS_FINE;
  size_t skip = folder[length - 1] == '/' ? length : length + 1;
  FTSENT *entry;
  while ((entry = fts_read (walk)))
    if (entry->fts_info == FTS_DNR || entry->fts_info == FTS_ERR)
      status = complain (entry->fts_path, strerror (entry->fts_errno));
    else if (is_file (entry) && is_model_name (entry->fts_name))
      status = status_worse (status, add_path (inputs, entry->fts_path, skip));
  fts_close (walk);
  LOG (1, "%s: %zu models", folder, inputs->count - before);
  if (inputs->count > before)
    qsort (inputs->list + before, inputs->count - before, sizeof *inputs->list,
           compare_inputs);
  else if (status == STATUS_FINE)
    return complain (folder, "no *.eml file below this folder");
  return status;
}

static enum status
add_folder (struct inputs *inputs, const char *folder)
{
  char *copy = strdup (folder);
  if (!copy)
    return complain (folder, strerror (ENOMEM));
  for (size_t length = strlen (copy); length > 1 && copy[length - 1] == '/';)
    copy[--length] = 0;
  enum status status = walk_folder (inputs, copy);
  free (copy);
  return status;
}

enum status
inputs_add (struct inputs *inputs, const char *path)
{
  assert (inputs && path);
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

/* Models of one name but different paths get their paths as names.  Such a path
   may in turn be the name of another model, so repeat until nothing changes. */
enum status
inputs_tell_apart (struct inputs *inputs)
{
  assert (inputs->count == 0 || inputs->list);
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
          assert (i < end && end <= count);
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
  assert (inputs->count <= inputs->capacity);
  for (size_t i = 0; i < inputs->count; i++)
    free (inputs->list[i].path);
  free (inputs->list);
  *inputs = (struct inputs){ NULL, 0, 0 };
}
