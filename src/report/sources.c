/* sources.c -- see sources.h. */
#include <config.h>

#include "report/sources.h"

#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <fts.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/text.h"

#define FILE_LIMIT ((off_t) 8 << 20) /* bytes; a larger one is not read */
#define LISTED_LIMIT 200000          /* files below a folder */
#define WHOLE_LINES 250              /* a file that short is shown whole */
#define AROUND 10                    /* lines of context, else */

void
sources_init (struct sources *sources, struct arena *arena)
{
  *sources = (struct sources){ .arena = arena };
  pairmap_init (&sources->by_name, arena);
}

void
sources_add_folder (struct sources *sources, const char *path, bool deep)
{
  for (uint32_t i = 0; i < sources->folders.count; i++)
    if (strcmp (sources->folders.at[i].path, path) == 0
        && sources->folders.at[i].deep >= deep)
      return;
  const char *copy = arena_copy (sources->arena, path, strlen (path));
  *vec_push (sources->arena, &sources->folders)
    = (struct sources_folder){ copy, deep, false, VEC_EMPTY };
}

/* ---- Positions. ---- */

/* Take ":NUMBER" off the end of TEXT; its new length, or 0. */
static size_t
take_number (const char *text, size_t length, uint32_t *number)
{
  size_t digits = length;
  assert (length <= strlen (text));
  while (digits > 0 && text[digits - 1] >= '0' && text[digits - 1] <= '9')
    digits--;
  if (digits == length || length - digits > 9 || digits < 2 || text[digits - 1] != ':')
    return 0;
  *number = 0;
  for (size_t i = digits; i < length; i++)
    *number = 10 * *number + (uint32_t) (text[i] - '0');
  return digits - 1;
}

size_t
sources_parse (const char *text, uint32_t *line)
{
  uint32_t last, before;
  size_t length = take_number (text, strlen (text), &last);
  if (length == 0)
    return 0;
  size_t shorter = take_number (text, length, &before);
  *line = shorter ? before : last;
  assert (shorter < length && text[length] == ':');
  return shorter ? shorter : length;
}

/* ---- Finding and reading files. ---- */

/* Does NAME lead out of the folder that it is relative to? */
static bool
leads_elsewhere (const char *name)
{
  if (*name == '/')
    return true;
  for (const char *part = name; part; part = strchr (part, '/'))
    {
      part += *part == '/';
      if (strncmp (part, "..", 2) == 0 && (part[2] == '/' || part[2] == '\0'))
        return true;
    }
  return false;
}

static bool
read_whole (struct sources *sources, struct sources_file *file, const char *path)
{
  /* Not blocking: the path might be that of a pipe. */
  int handle = open (path, O_RDONLY | O_NONBLOCK | O_CLOEXEC);
  if (handle < 0)
    return false;
  struct stat status;
  bool fine = fstat (handle, &status) == 0 && S_ISREG (status.st_mode)
              && status.st_size <= FILE_LIMIT;
  size_t size = fine ? (size_t) status.st_size : 0;
  file->text = arena_alloc (sources->arena, size + 1);
  file->length = 0;
  while (fine && file->length < size)
    {
      ssize_t got = read (handle, file->text + file->length, size - file->length);
      if (got < 0 && errno == EINTR)
        continue;
      fine = got >= 0;
      if (got <= 0)
        break;
      file->length += (size_t) got;
    }
  close (handle);
  assert (file->length <= size);
  return fine;
}

static int
compare_entries (const FTSENT **a, const FTSENT **b)
{
  return strcmp ((*a)->fts_name, (*b)->fts_name);
}

/* All files below a folder, in a stable order. */
static void
list_folder (struct sources *sources, struct sources_folder *folder)
{
  assert (folder->deep && !folder->listed);
  folder->listed = true;
  char *path = arena_copy (sources->arena, folder->path, strlen (folder->path));
  char *const roots[] = { path, NULL };
  FTS *walk = fts_open (roots, FTS_PHYSICAL | FTS_NOCHDIR, compare_entries);
  if (!walk)
    return;
  FTSENT *entry;
  while ((entry = fts_read (walk)) && folder->files.count < LISTED_LIMIT)
    if (entry->fts_info == FTS_D && entry->fts_level > 0 && *entry->fts_name == '.')
      fts_set (walk, entry, FTS_SKIP);
    else if (entry->fts_info == FTS_F)
      {
        const char *copy
          = arena_copy (sources->arena, entry->fts_path, entry->fts_pathlen);
        *vec_push (sources->arena, &folder->files) = copy;
      }
  fts_close (walk);
}

static bool
find_below (struct sources *sources, struct sources_folder *folder,
            struct sources_file *file, const char *name)
{
  char *joined = arena_alloc (sources->arena, strlen (folder->path) + strlen (name) + 2);
  sprintf (joined, "%s/%s", folder->path, name);
  if (read_whole (sources, file, joined))
    return true;
  if (!folder->deep)
    return false;
  if (!folder->listed)
    list_folder (sources, folder);
  char *end = arena_alloc (sources->arena, strlen (name) + 2);
  sprintf (end, "/%s", name);
  for (uint32_t i = 0; i < folder->files.count; i++)
    if (text_ends_with (folder->files.at[i], end)
        && read_whole (sources, file, folder->files.at[i]))
      return true;
  return false;
}

static bool
find_file (struct sources *sources, struct sources_file *file, const char *name,
           const char *model, const char *path)
{
  if (path && (strcmp (name, model) == 0 || strcmp (name, path) == 0))
    return read_whole (sources, file, path);
  if (strlen (name) > 4096)
    return false;
  if (*name == '/')
    return text_ends_with (name, ".eml") && read_whole (sources, file, name);
  if (leads_elsewhere (name) && !text_ends_with (name, ".eml"))
    return false;
  for (uint32_t i = 0; i < sources->folders.count; i++)
    if (find_below (sources, &sources->folders.at[i], file, name))
      return true;
  return false;
}

static void
split_lines (struct sources *sources, struct sources_file *file)
{
  assert (file->found && file->lines.count == 0);
  for (size_t i = 0; i < file->length;)
    {
      *vec_push (sources->arena, &file->lines) = i;
      const char *end = memchr (file->text + i, '\n', file->length - i);
      i = end ? (size_t) (end - file->text) + 1 : file->length;
    }
  file->wanted
    = arena_calloc (sources->arena, file->lines.count + (size_t) 1, sizeof *file->wanted);
}

/* ---- What is shown. ---- */

static struct sources_file *
file_of (struct sources *sources, name_id name, const char *text, const char *model,
         const char *path)
{
  uint32_t *number = pairmap_at (&sources->by_name, name.index, 0);
  if (*number == PAIRMAP_FREE)
    {
      *number = sources->files.count;
      struct sources_file new = { .name = name };
      new.found = find_file (sources, &new, text, model, path);
      if (new.found)
        split_lines (sources, &new);
      *vec_push (sources->arena, &sources->files) = new;
    }
  struct sources_file *file = &sources->files.at[*number];
  assert (file->name.index == name.index);
  return file;
}

void
sources_want (struct sources *sources, struct names *names, const char *text,
              const char *model, const char *path)
{
  uint32_t line;
  size_t length = sources_parse (text, &line);
  if (length == 0)
    return;
  name_id name = names_intern (names, text, length);
  struct sources_file *file
    = file_of (sources, name, names_text (names, name), model, path);
  if (file->found && line >= 1 && line <= file->lines.count)
    file->wanted[line - 1] = true;
}

bool
sources_shows (const struct sources_file *file, uint32_t line)
{
  assert (file->found && line < file->lines.count);
  if (file->lines.count <= WHOLE_LINES)
    return true;
  uint32_t first = line > AROUND ? line - AROUND : 0;
  uint32_t last
    = line + AROUND < file->lines.count ? line + AROUND : file->lines.count - 1;
  for (uint32_t i = first; i <= last; i++)
    if (file->wanted[i])
      return true;
  return false;
}
