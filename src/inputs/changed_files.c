/* changed_files.c -- see changed_files.h. */
#include <config.h>

#include "inputs/changed_files.h"

#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <spawn.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

extern char **environ;

/* Start WORDS with its standard output into OUTPUT; 0, or why not. */
static int
start (char **words, int output, pid_t *child)
{
  posix_spawn_file_actions_t actions;
  int error = posix_spawn_file_actions_init (&actions);
  assert (words[0] && output > STDERR_FILENO);
  if (error)
    return error;
  error = posix_spawn_file_actions_adddup2 (&actions, output, STDOUT_FILENO);
  if (!error)
    error = posix_spawnp (child, words[0], &actions, NULL, words, environ);
  posix_spawn_file_actions_destroy (&actions);
  return error;
}

/* What WORDS prints, texts that end with a NUL, is added to FILES. */
static bool
add_output (struct changed_files *files, const char *const *words, struct arena *arena,
            const char **message)
{
  int ends[2], status = 0;
  pid_t child;
  VEC (char) text = VEC_EMPTY;
  VEC (char *) copies = VEC_EMPTY;
  for (uint32_t i = 0; words[i]; i++)
    *vec_push (arena, &copies) = arena_copy (arena, words[i], strlen (words[i]));
  *vec_push (arena, &copies) = NULL;
  if (pipe2 (ends, O_CLOEXEC) != 0)
    {
      *message = strerror (errno);
      return false;
    }
  int error = start (copies.at, ends[1], &child);
  close (ends[1]);
  char part[4096];
  ssize_t got = 0;
  while (
    !error
    && ((got = read (ends[0], part, sizeof part)) > 0 || (got < 0 && errno == EINTR)))
    for (ssize_t i = 0; i < got; i++)
      *vec_push (arena, &text) = part[i];
  close (ends[0]);
  while (!error && waitpid (child, &status, 0) < 0 && errno == EINTR)
    ;
  if (error || status != 0)
    *message = error ? arena_format (arena, "git: %s", strerror (error))
                     : "git does not know what has changed since then";
  for (uint32_t i = 0, end; i < text.count && !error && status == 0; i = end + 1)
    {
      end = i;
      while (end < text.count && text.at[end])
        end++;
      *vec_push (arena, &files->list) = arena_copy (arena, text.at + i, end - i);
    }
  return !error && status == 0;
}

bool
changed_files_since (struct changed_files *files, const char *revision,
                     struct arena *arena, const char **message)
{
  const char *const since[]
    = { "git", "diff", "--name-only", "-z", "--end-of-options", revision, "--", NULL };
  const char *const unknown[]
    = { "git",         "ls-files", "-z", "--others", "--exclude-standard",
        "--full-name", ":/",       NULL };
  assert (message);
  *files = (struct changed_files){ .list = VEC_EMPTY };
  return add_output (files, since, arena, message)
         && add_output (files, unknown, arena, message);
}
