/* launch.c -- see launch.h. */
#include <config.h>

#include "trace/recording/launch.h"

#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#define LIBRARY "libphaselock-record.so"

/* ---- The recorder. ---- */

static bool
has_library (struct arena *arena, const char *folder)
{
  return access (arena_format (arena, "%s/" LIBRARY, folder), R_OK) == 0;
}

const char *
launch_find_library (struct arena *arena, const char *installed)
{
  assert (installed);
  char program[4096];
  ssize_t length = readlink ("/proc/self/exe", program, sizeof program - 1);
  if (length > 0)
    {
      program[length] = '\0';
      *strrchr (program, '/') = '\0';
      const char *built = arena_format (arena, "%s/trace/record/.libs", program);
      if (has_library (arena, built))
        return built;
    }
  return has_library (arena, installed) ? installed : NULL;
}

/* ---- The child. ---- */

static bool
set_environment (const struct launch *launch)
{
  const char *old = getenv ("LD_LIBRARY_PATH");
  char *path = NULL;
  if (asprintf (&path, "%s%s%s", launch->library, old && *old ? ":" : "",
                old && *old ? old : "")
      < 0)
    return false;
  bool done = setenv ("LD_LIBRARY_PATH", path, 1) == 0
              && setenv ("PHASELOCK_RECORD", launch->recording, 1) == 0;
  free (path);
  return done;
}

/* Execute the program with everything as it was when we were started, but for the
   environment. */
static _Noreturn void
become_program (const struct launch *launch, const sigset_t *mask, int report)
{
  signal (SIGPIPE, SIG_DFL);
  signal (SIGXFSZ, SIG_DFL);
  sigprocmask (SIG_SETMASK, mask, NULL);
  if (set_environment (launch))
    execvp (launch->words[0], launch->words);
  int error = errno;
  ssize_t written = write (report, &error, sizeof error);
  _exit (written == sizeof error ? 127 : 126);
}

/* ---- The parent. ---- */

/* Wait, and pass on the signals that only we receive. */
static int
wait_for (pid_t child, const sigset_t *signals)
{
  int status = 0;
  assert (child > 0); /* not whole groups of processes */
  while (waitpid (child, &status, WNOHANG) == 0)
    {
      int number = sigwaitinfo (signals, NULL);
      if (number == SIGTERM || number == SIGHUP)
        kill (child, number);
    }
  return status;
}

/* The error by which the child could not become the program; 0: it could. */
static int
read_report (int report)
{
  assert (report >= 0);
  int error = 0;
  ssize_t length;
  do
    length = read (report, &error, sizeof error);
  while (length < 0 && errno == EINTR);
  return length == sizeof error ? error : 0;
}

struct launch_end
launch_run (const struct launch *launch)
{
  assert (launch->words[0] && launch->library && launch->recording[0] == '/');
  struct launch_end end = { 0 };
  sigset_t signals, before;
  int report[2];
  if (pipe2 (report, O_CLOEXEC) != 0)
    return (struct launch_end){ .error = errno };
  sigemptyset (&signals);
  sigaddset (&signals, SIGCHLD);
  sigaddset (&signals, SIGTERM);
  sigaddset (&signals, SIGHUP);
  sigaddset (&signals, SIGINT);
  sigaddset (&signals, SIGQUIT);
  signal (SIGCHLD, SIG_DFL);
  sigprocmask (SIG_BLOCK, &signals, &before);
  fflush (NULL);
  pid_t child = fork ();
  if (child == 0)
    become_program (launch, &before, report[1]);
  end.error = child < 0 ? errno : 0;
  close (report[1]);
  if (child > 0)
    {
      end.error = read_report (report[0]);
      end.status = wait_for (child, &signals);
    }
  close (report[0]);
  sigprocmask (SIG_SETMASK, &before, NULL);
  return end;
}
