/* jdk.c -- see jdk.h. */
#include <config.h>

#include "jvm/jdk.h"

#include <assert.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include <xxhash.h>

#include "jvm/child.h"
#include "jvm/folder.h"
#include "jvm/java_text.h"

/* Nanoseconds for one run of javac, on a busy machine. */
#define COMPILE_LIMIT (120 * UINT64_C (1000000000))

/* ---- Which? ---- */

static bool
is_program (const char *path)
{
  assert (path && *path);
  struct stat status;
  return stat (path, &status) == 0 && S_ISREG (status.st_mode)
         && access (path, X_OK) == 0;
}

/* The absolute path of PATH, links followed: java on the PATH is often one, and javac is
   beside what it leads to. */
static const char *
real_path (const char *path, struct arena *arena)
{
  char *real = realpath (path, NULL);
  if (!real)
    return NULL;
  const char *copy = arena_copy (arena, real, strlen (real));
  free (real);
  return copy;
}

static const char *
search_path (struct arena *arena)
{
  const char *rest = getenv ("PATH");
  while (rest && *rest)
    {
      size_t length = strcspn (rest, ":");
      const char *path = arena_format (arena, "%.*s/java", (int) length, rest);
      if (length > 0 && is_program (path))
        return path;
      rest += length + (rest[length] == ':');
    }
  return NULL;
}

bool
jdk_find (struct jdk *jdk, const char *given, struct arena *arena, const char **problem)
{
  assert (jdk && problem);
  const char *home = getenv ("JAVA_HOME");
  const char *path = given && is_program (given) ? given
                     : given         ? arena_format (arena, "%s/bin/java", given)
                     : home && *home ? arena_format (arena, "%s/bin/java", home)
                                     : search_path (arena);
  const char *real = path && is_program (path) ? real_path (path, arena) : NULL;
  if (!real)
    {
      *problem = path ? arena_format (arena, "there is no JVM at '%s'", path)
                      : "there is no java: install a JDK, or name one with --java";
      return false;
    }
  size_t folder = (size_t) (strrchr (real, '/') - real);
  jdk->java = real;
  jdk->javac = arena_format (arena, "%.*s/javac", (int) folder, real);
  jdk->classes = NULL;
  if (is_program (jdk->javac))
    return true;
  *problem = arena_format (arena,
                           "'%s' belongs to no JDK: there is no javac beside it, which "
                           "compiles what calls the methods",
                           real);
  return false;
}

/* ---- javac. ---- */

bool
jdk_compile (const struct jdk *jdk, const char *file, const char *classpath,
             const char *folder, const volatile sig_atomic_t *interrupted,
             struct arena *arena, const char **problem)
{
  assert (jdk->javac && *folder == '/' && *file == '/');
  const char *words[]
    = { jdk->javac, "-nowarn", "-Xlint:none", "-encoding", "UTF-8", "-cp",
        classpath,  "-d",      folder,        file,        NULL };
  struct patience patience;
  struct child child;
  patience_init (&patience, interrupted);
  if (!child_start (&child, words, folder, &patience))
    {
      *problem = arena_format (arena, "%s: %s", jdk->javac, strerror (errno));
      return false;
    }
  int status = child_wait (&child, &patience, quota_clock () + COMPILE_LIMIT);
  if (patience.output >= 0)
    close (patience.output);
  if (status == 0)
    return true;
  *problem = status == -1 ? "javac was not done in time"
                          : arena_format (arena, "javac fails:\n%s", patience.printed);
  return false;
}

/* ---- The harness. ---- */

static bool
write_source (const char *path)
{
  assert (*path == '/' && java_text[JAVA_TEXT_HARNESS].text);
  assert (java_text[JAVA_TEXT_ANSWERS].text);
  FILE *file = fopen (path, "wxe");
  bool fine = file && fputs (java_text[JAVA_TEXT_HARNESS].text, file) >= 0
              && fputs (java_text[JAVA_TEXT_ANSWERS].text, file) >= 0;
  if (file)
    fine = fclose (file) == 0 && fine;
  return fine;
}

/* Compile the harness into FOLDER, which exists. */
static bool
compile_into (const struct jdk *jdk, const char *folder,
              const volatile sig_atomic_t *interrupted, struct arena *arena,
              const char **problem)
{
  const char *source = arena_format (arena, "%s/Harness.java", folder);
  assert (java_text[JAVA_TEXT_HARNESS].text && *folder == '/');
  if (!write_source (source))
    {
      *problem = arena_format (arena, "%s: %s", source, strerror (errno));
      return false;
    }
  return jdk_compile (jdk, source, folder, folder, interrupted, arena, problem);
}

/* Is PATH a folder that is ours, and that nobody else can write to? */
static bool
is_ours (const char *path)
{
  assert (*path == '/');
  struct stat status;
  return lstat (path, &status) == 0 && S_ISDIR (status.st_mode)
         && status.st_uid == geteuid () && (status.st_mode & (S_IWGRP | S_IWOTH)) == 0;
}

/* The cache, made if need be; null: there is none that can be trusted. */
static const char *
find_cache (struct arena *arena)
{
  const char *base = getenv ("XDG_CACHE_HOME"), *home = getenv ("HOME");
  if (!base || *base != '/')
    base = home && *home == '/' ? arena_format (arena, "%s/.cache", home) : NULL;
  if (!base)
    return NULL;
  const char *cache = arena_format (arena, "%s/phaselock", base);
  mkdir (base, 0700);
  mkdir (cache, 0700);
  return is_ours (cache) ? cache : NULL;
}

/* A name for the harness as this JDK compiles it. */
static const char *
entry_name (const struct jdk *jdk, const char *cache, struct arena *arena)
{
  assert (jdk->javac && cache);
  struct stat status;
  if (stat (jdk->javac, &status) != 0)
    return NULL;
  const char *key
    = arena_format (arena, "%s %lld %lld %s%s", jdk->javac, (long long) status.st_size,
                    (long long) status.st_mtime, java_text[JAVA_TEXT_HARNESS].text,
                    java_text[JAVA_TEXT_ANSWERS].text);
  return arena_format (arena, "%s/harness-%016llx", cache,
                       (unsigned long long) XXH3_64bits (key, strlen (key)));
}

static bool
is_complete (const char *entry, struct arena *arena)
{
  assert (*entry == '/');
  return is_ours (entry)
         && access (arena_format (arena, "%s/phaselock/Harness.class", entry), R_OK) == 0;
}

bool
jdk_prepare (struct jdk *jdk, const char *folder,
             const volatile sig_atomic_t *interrupted, struct arena *arena,
             const char **problem)
{
  assert (jdk->javac && *folder == '/');
  const char *cache = find_cache (arena);
  const char *entry = cache ? entry_name (jdk, cache, arena) : NULL;
  if (entry && is_complete (entry, arena))
    {
      jdk->classes = entry;
      return true;
    }
  char *work = entry ? arena_format (arena, "%s/new-XXXXXX", cache) : NULL;
  if (!work || !mkdtemp (work))
    {
      jdk->classes = folder;
      return compile_into (jdk, folder, interrupted, arena, problem);
    }
  bool fine = compile_into (jdk, work, interrupted, arena, problem);
  /* Whoever is first wins; what the others made is the same. */
  if (fine && rename (work, entry) != 0 && !is_complete (entry, arena))
    {
      *problem = arena_format (arena, "%s: %s", entry, strerror (errno));
      fine = false;
    }
  folder_remove (work);
  jdk->classes = entry;
  return fine;
}
