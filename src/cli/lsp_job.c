/* lsp_job.c -- see lsp_job.h. */
#include <config.h>

#include "cli/lsp_job.h"

#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

uint64_t
lsp_now (void)
{
  struct timespec now;
  clock_gettime (CLOCK_MONOTONIC, &now);
  return (uint64_t) now.tv_sec * 1000 + (uint64_t) now.tv_nsec / 1000000;
}

/* A file with TEXT in it, to be read from its beginning. */
static int
open_input (const char *text)
{
  if (!text)
    return open ("/dev/null", O_RDONLY | O_CLOEXEC);
  int file = memfd_create ("phaselock", MFD_CLOEXEC);
  size_t length = strlen (text);
  if (file >= 0
      && (write (file, text, length) != (ssize_t) length
          || lseek (file, 0, SEEK_SET) != 0))
    {
      close (file);
      return -1;
    }
  return file;
}

static bool
spawn (struct lsp_job *job, const char *const *words, const char *folder, int input,
       int output)
{
  assert (input >= 0 && output >= 0);
  posix_spawn_file_actions_t actions;
  int error = posix_spawn_file_actions_init (&actions);
  if (error)
    return false;
  error |= posix_spawn_file_actions_adddup2 (&actions, input, STDIN_FILENO);
  error |= posix_spawn_file_actions_adddup2 (&actions, output, STDOUT_FILENO);
  error |= posix_spawn_file_actions_addopen (&actions, STDERR_FILENO, "/dev/null",
                                             O_WRONLY, 0);
  error |= posix_spawn_file_actions_addchdir_np (&actions, folder);
  char *const *copy;
  memcpy (&copy, &words, sizeof copy);
  if (!error)
    error = posix_spawn (&job->child, "/proc/self/exe", &actions, NULL, copy, environ);
  posix_spawn_file_actions_destroy (&actions);
  if (error)
    job->child = 0;
  return !error;
}

bool
lsp_job_start (struct lsp_job *job, const char *const *words, const char *folder,
               const char *input, uint32_t seconds)
{
  assert (seconds > 0);
  int ends[2], from = open_input (input);
  assert (job->child == 0 && words[0] && folder);
  if (from < 0 || pipe2 (ends, O_CLOEXEC) != 0)
    {
      if (from >= 0)
        close (from);
      return false;
    }
  bool fine = spawn (job, words, folder, from, ends[1]);
  close (from);
  close (ends[1]);
  if (!fine)
    close (ends[0]);
  job->output = ends[0];
  job->length = 0;
  job->deadline = lsp_now () + 1000 * (uint64_t) seconds;
  return fine;
}

void
lsp_job_stop (struct lsp_job *job)
{
  if (job->child)
    {
      assert (job->child > 1);
      kill (job->child, SIGKILL);
      while (waitpid (job->child, NULL, 0) < 0 && errno == EINTR)
        continue;
      close (job->output);
    }
  free (job->bytes);
  *job = (struct lsp_job){ .child = 0 };
}

bool
lsp_job_read (struct lsp_job *job)
{
  assert (job->child && job->length <= job->capacity);
  if (job->capacity - job->length < 1 << 16)
    {
      size_t capacity = 2 * job->capacity + (1 << 18);
      char *more = realloc (job->bytes, capacity);
      if (!more)
        {
          lsp_job_stop (job);
          return false;
        }
      job->bytes = more;
      job->capacity = capacity;
    }
  assert (job->capacity > job->length);
  ssize_t got = read (job->output, job->bytes + job->length, job->capacity - job->length);
  if (got > 0 || (got < 0 && errno == EINTR))
    {
      job->length += got > 0 ? (size_t) got : 0;
      return true;
    }
  while (waitpid (job->child, NULL, 0) < 0 && errno == EINTR)
    continue;
  close (job->output);
  job->child = 0;
  return false;
}
