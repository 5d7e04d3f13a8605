/* program_source.c -- see program_source.h. */
#include <config.h>

#include "explain/program_source.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

/* Does PATH, parts with slashes between them, lead up? */
static bool
leads_up (const char *path)
{
  assert (path);
  for (const char *part = path; part; part = strchr (part, '/'))
    {
      part += *part == '/';
      if (strncmp (part, "..", 2) == 0 && (part[2] == '/' || part[2] == 0))
        return true;
    }
  return *path == '/';
}

static bool
is_file (const char *path)
{
  struct stat about;
  return stat (path, &about) == 0 && S_ISREG (about.st_mode);
}

const char *
program_source_path (const struct provenance *provenance, const char *name, size_t length,
                     struct arena *arena)
{
  assert (length > 0 && length <= strlen (name));
  if (memchr (name, '/', length) || length > 255)
    return NULL;
  for (uint32_t f = 0; f < provenance->folders.count; f++)
    for (uint32_t p = 0; p <= provenance->packages.count; p++)
      {
        bool bare = p == provenance->packages.count;
        const char *package = bare ? "" : provenance->packages.at[p];
        if (leads_up (package))
          continue;
        const char *path = arena_format (arena, "%s%s%s%s%.*s", provenance->folders.at[f],
                                         *provenance->folders.at[f] ? "/" : "", package,
                                         *package ? "/" : "", (int) length, name);
        if (is_file (path))
          return path;
      }
  return NULL;
}

const char *
program_source_guess (const struct provenance *provenance, const char *class_name,
                      const char *name, size_t length, struct arena *arena)
{
  const char *found = program_source_path (provenance, name, length, arena);
  const char *dot = strrchr (class_name, '.');
  assert (length > 0 && length <= strlen (name));
  if (found)
    return strncmp (found, "./", 2) == 0 ? found + 2 : found;
  char *path = arena_format (arena, "%.*s%s%.*s", dot ? (int) (dot - class_name) : 0,
                             class_name, dot ? "/" : "", (int) length, name);
  for (char *c = path; dot && c < path + (dot - class_name); c++)
    *c = *c == '.' ? '/' : *c;
  return path;
}

const char *
program_source_line (const char *path, uint32_t number, struct arena *arena)
{
  assert (path && number > 0);
  FILE *file = fopen (path, "re");
  char *line = NULL;
  size_t size = 0;
  ssize_t length = -1;
  for (uint32_t i = 0; file && i < number; i++)
    if ((length = getline (&line, &size, file)) < 0)
      break;
  if (file)
    fclose (file);
  const char *found = NULL;
  if (length >= 0)
    {
      size_t begin = strspn (line, " \t\r\n"), end = (size_t) length;
      while (end > begin && strchr (" \t\r\n", line[end - 1]))
        end--;
      found = arena_copy (arena, line + begin, end - begin);
    }
  free (line);
  return found;
}
