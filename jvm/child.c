/* child.c -- see child.h. */
#include <config.h>

#include "jvm/child.h"

#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

/* Options for JDKs from 9 on, which open what the harness reads of the Java library;
   older ones do not know them, and do not read this variable. */
#define OPENED                                                                           \
  "--add-opens=java.base/java.lang=ALL-UNNAMED "                                         \
  "--add-opens=java.base/java.util=ALL-UNNAMED "                                         \
  "--add-opens=java.base/java.util.concurrent=ALL-UNNAMED "                              \
  "--add-opens=java.base/java.io=ALL-UNNAMED"

#define MOST_WORDS 31

static _Noreturn void
become_program (const char *const *words, const char *folder, int output, int report,
                pid_t parent)
{
  assert (words[0] && output >= 0 && report >= 0);
  struct rlimit none = { 0, 0 };
  sigset_t mask;
  sigemptyset (&mask);
  sigprocmask (SIG_SETMASK, &mask, NULL);
  signal (SIGPIPE, SIG_DFL);
  signal (SIGINT, SIG_DFL);
  signal (SIGTERM, SIG_DFL);
  setpgid (0, 0);
  prctl (PR_SET_PDEATHSIG, SIGKILL);
  setrlimit (RLIMIT_CORE, &none);
  int nothing = open ("/dev/null", O_RDONLY);
  bool fine = getppid () == parent && nothing >= 0 && dup2 (nothing, 0) == 0
              && dup2 (output, 1) == 1 && dup2 (output, 2) == 2 && chdir (folder) == 0
              && setenv ("JDK_JAVA_OPTIONS", OPENED, 1) == 0
              && unsetenv ("JAVA_TOOL_OPTIONS") == 0 && unsetenv ("_JAVA_OPTIONS") == 0;
  char *copy[MOST_WORDS + 1] = { NULL };
  for (int i = 0; i < MOST_WORDS && words[i]; i++)
    copy[i] = strdup (words[i]);
  if (fine)
    execv (words[0], copy);
  int error = errno;
  ssize_t written = write (report, &error, sizeof error);
  _exit (written == sizeof error ? 127 : 126);
}

/* Why the child could not become the program: 0 if it could. */
static int
read_report (int report)
{
  assert (report >= 0);
  int error = 0;
  ssize_t length;
  do
    length = read (report, &error, sizeof error);
  while (length < 0 && errno == EINTR);
  close (report);
  return length == sizeof error ? error : 0;
}

bool
child_start (struct child *child, const char *const *words, const char *folder,
             struct patience *patience)
{
  int output[2], report[2];
  pid_t parent = getpid ();
  child->process = 0;
  assert (words[0] && words[0][0] == '/' && patience->output < 0);
  if (pipe2 (output, O_CLOEXEC) != 0)
    return false;
  if (pipe2 (report, O_CLOEXEC) != 0)
    {
      close (output[0]);
      close (output[1]);
      return false;
    }
  pid_t process = fork ();
  if (process == 0)
    become_program (words, folder, output[1], report[1], parent);
  int error = errno;
  close (output[1]);
  close (report[1]);
  if (process > 0)
    error = read_report (report[0]);
  else
    close (report[0]);
  if (process > 0 && error)
    waitpid (process, NULL, 0);
  if (process < 0 || error)
    {
      close (output[0]);
      errno = error;
      return false;
    }
  patience->output = output[0];
  fcntl (output[0], F_SETFL, O_NONBLOCK);
  child->process = process;
  return true;
}

int
child_wait (struct child *child, struct patience *patience, uint64_t deadline)
{
  int status = -1;
  enum patience_end end = PATIENCE_READY;
  assert (child->process > 0);
  /* The pipe is closed when it ends; no line begins with this word. */
  patience_line (patience, "\001", deadline, &end);
  if (end != PATIENCE_READY)
    {
      child_kill (child);
      return -1;
    }
  while (waitpid (child->process, &status, 0) < 0 && errno == EINTR)
    ;
  child->process = 0;
  return status;
}

void
child_kill (struct child *child)
{
  assert (child->process >= 0);
  if (child->process <= 0)
    return;
  kill (-child->process, SIGKILL);
  kill (child->process, SIGKILL);
  while (waitpid (child->process, NULL, 0) < 0 && errno == EINTR)
    ;
  child->process = 0;
}
