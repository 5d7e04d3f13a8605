/* replay.c -- run the fuzz harness over given inputs, without a fuzzer.
 *
 *     replay PATH...      files, and all files below folders, in order of names
 *     replay              standard input (for afl-fuzz)
 *     SOURCE=DIR replay   as a test that speaks TAP: the kept inputs and all
 *                         models below DIR, the project
 *
 * Each path is printed before it is tried, so the last one is to blame.
 */
#include <config.h>

#include <dirent.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "fuzz_eml.h"

/* Try all of FILE; false if it cannot be read. */
static bool
try_stream (FILE *file)
{
  uint8_t *data = NULL;
  size_t size = 0, capacity = 0;
  for (;;)
    {
      if (size == capacity)
        {
          capacity = capacity ? 2 * capacity : 4096;
          data = realloc (data, capacity);
          if (!data)
            abort ();
        }
      size_t got = fread (data + size, 1, capacity - size, file);
      size += got;
      if (got == 0)
        break;
    }
  bool fine = !ferror (file);
  if (fine)
    {
      /* A block of the exact size: a byte too far is seen by the sanitizer. */
      uint8_t *exact = malloc (size ? size : 1);
      if (!exact)
        abort ();
      memcpy (exact, data, size);
      LLVMFuzzerTestOneInput (exact, size);
      free (exact);
    }
  free (data);
  return fine;
}

static int
is_visible (const struct dirent *entry)
{
  return entry->d_name[0] != '.';
}

static bool
ends_with (const char *text, const char *end)
{
  size_t m = strlen (text), n = strlen (end);
  return m >= n && strcmp (text + m - n, end) == 0;
}

/* Try PATH or everything below it; only *.eml if ONLY_EML.  Counts inputs; false
   if something cannot be read. */
static bool
try_path (const char *path, bool only_eml, unsigned *count)
{
  struct stat status;
  if (stat (path, &status) != 0)
    {
      perror (path);
      return false;
    }
  if (S_ISDIR (status.st_mode))
    {
      struct dirent **entries;
      int found = scandir (path, &entries, is_visible, alphasort);
      bool fine = found >= 0;
      for (int i = 0; i < found; i++)
        {
          char *below;
          if (asprintf (&below, "%s/%s", path, entries[i]->d_name) < 0)
            abort ();
          fine &= try_path (below, only_eml, count);
          free (below);
          free (entries[i]);
        }
      if (found >= 0)
        free (entries);
      return fine;
    }
  if (!S_ISREG (status.st_mode) || (only_eml && !ends_with (path, ".eml")))
    return true;
  FILE *file = fopen (path, "rb");
  if (!file)
    {
      perror (path);
      return false;
    }
  printf ("# %s\n", path);
  fflush (stdout);
  bool fine = try_stream (file);
  fclose (file);
  ++*count;
  return fine;
}

/* The test: everything in the repository that was ever worth reading. */
static int
replay_all (const char *source)
{
  static const struct
  {
    const char *folder;
    bool only_eml;
  } parts[]
    = { { "tests/fuzz/corpus", false }, { "models", true }, { "tests/golden", true } };
  const unsigned part_count = sizeof parts / sizeof *parts;
  bool all_fine = true;
  for (unsigned i = 0; i < part_count; i++)
    {
      char *path;
      if (asprintf (&path, "%s/%s", source, parts[i].folder) < 0)
        abort ();
      unsigned count = 0;
      bool fine = try_path (path, parts[i].only_eml, &count) && count > 0;
      printf ("%s %u - %s: %u inputs\n", fine ? "ok" : "not ok", i + 1, parts[i].folder,
              count);
      all_fine &= fine;
      free (path);
    }
  printf ("1..%u\n", part_count);
  return !all_fine;
}

int
main (int count, char **words)
{
  const char *source = getenv ("SOURCE");
  if (count == 1 && source)
    return replay_all (source);
  if (count == 1)
    return !try_stream (stdin);
  bool fine = true;
  unsigned inputs = 0;
  for (int i = 1; i < count; i++)
    fine &= try_path (words[i], false, &inputs);
  printf ("%u inputs\n", inputs);
  return !fine;
}
