/* outfile.c -- tests of io/outfile.h, io/temporary.h and io/interrupt.h together.
 *
 * Each case is a child that writes a file, gets a signal somewhere, and ends; then its
 * folder is looked at.
 */
#include <config.h>

#include <dirent.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "io/interrupt.h"
#include "io/outfile.h"
#include "io/temporary.h"
#include "tests/lib/tap.h"

static char folder[] = "/tmp/phaselock-outfile-XXXXXX";

/* ---- The folder. ---- */

static void
put (const char *name, const char *text)
{
  FILE *file = fopen (name, "w");
  if (!file || fputs (text, file) < 0 || fclose (file) != 0)
    abort ();
}

static bool
has (const char *name, const char *text)
{
  char found[100];
  FILE *file = fopen (name, "r");
  size_t length = file ? fread (found, 1, sizeof found - 1, file) : 0;
  if (file)
    fclose (file);
  found[length] = 0;
  return file && strcmp (found, text) == 0;
}

/* How many files are there? */
static int
count_files (void)
{
  DIR *open = opendir (".");
  int count = 0;
  for (struct dirent *entry; open && (entry = readdir (open));)
    count += entry->d_name[0] != '.';
  closedir (open);
  return count;
}

static void
empty_folder (void)
{
  DIR *open = opendir (".");
  for (struct dirent *entry; open && (entry = readdir (open));)
    if (entry->d_name[0] != '.')
      unlink (entry->d_name);
  closedir (open);
}

/* ---- The cases. ---- */

enum end
{
  CLOSE,
  CLOSE_EMPTY,
  DISCARD,
  WAIT,  /* for the signal, or another one */
  CHILD, /* the signal is for a child; the file is closed */
};

struct scene
{
  bool watch;
  int signal; /* 0: none */
  enum end end;
};

static _Noreturn void
play (const struct scene *scene)
{
  struct outfile out;
  int silence = open ("/dev/null", O_WRONLY);
  dup2 (silence, STDERR_FILENO);
  signal (SIGINT, SIG_DFL);
  signal (SIGHUP, SIG_DFL); /* nohup */
  interrupt_prepare ();
  if (scene->watch)
    interrupt_watch ();
  if (!outfile_open (&out, "x"))
    _exit (90);
  if (scene->end != CLOSE_EMPTY)
    fputs ("new\n", out.stream);
  fflush (out.stream);
  pid_t child = scene->end == CHILD ? fork () : -1;
  if (scene->end != CHILD || child == 0)
    raise (scene->signal);
  if (scene->end == WAIT)
    {
      /* A second signal that is really another one. */
      usleep (600000);
      raise (scene->signal);
      _exit (91);
    }
  if (child > 0)
    waitpid (child, NULL, 0);
  enum status status = STATUS_FINE;
  if (scene->end == DISCARD)
    outfile_discard (&out);
  else
    status = outfile_close (&out);
  _exit ((int) interrupt_status (status));
}

/* The status of a child that plays SCENE; 1000 and its signal if it died of one. */
static int
run (struct scene scene)
{
  int status;
  fflush (NULL);
  pid_t child = fork ();
  if (child == 0)
    play (&scene);
  waitpid (child, &status, 0);
  return WIFEXITED (status) ? WEXITSTATUS (status) : 1000 + WTERMSIG (status);
}

static void
test_at_once (void)
{
  static const struct
  {
    int signal, status;
  } all[] = { { SIGINT, 130 }, { SIGTERM, 143 }, { SIGHUP, 1000 + SIGHUP } };
  for (size_t i = 0; i < sizeof all / sizeof *all; i++)
    {
      empty_folder ();
      put ("x", "old\n");
      int status = run ((struct scene){ false, all[i].signal, CLOSE });
      tap_ok (status == all[i].status, "signal %d: status %d", all[i].signal,
              all[i].status);
      tap_ok (has ("x", "old\n") && count_files () == 1,
              "signal %d: the old file stays, and nothing else", all[i].signal);
    }
  int status = run ((struct scene){ false, SIGTERM, CHILD });
  tap_ok (status == 0 && has ("x", "new\n") && count_files () == 1,
          "a child that gets a signal does not remove its parent's file");
}

static void
test_watched (void)
{
  empty_folder ();
  put ("x", "old\n");
  int status = run ((struct scene){ true, SIGINT, CLOSE });
  tap_ok (status == 130 && has ("x", "old\n"), "interrupted: the old file stays");
  tap_ok (has ("x.part", "new\n") && count_files () == 2,
          "interrupted: what there is, is put aside");
  put ("x.part", "a journal\n");
  status = run ((struct scene){ true, SIGTERM, CLOSE });
  tap_ok (status == 143 && has ("x.part", "a journal\n") && has ("x.part.2", "new\n"),
          "interrupted: a file that is there is not touched");
  tap_ok (has ("x", "old\n") && count_files () == 3, "interrupted: nothing else is left");
  empty_folder ();
  put ("theirs", "theirs\n");
  if (symlink ("theirs", "x.part") != 0)
    abort ();
  status = run ((struct scene){ true, SIGINT, CLOSE });
  tap_ok (status == 130 && has ("theirs", "theirs\n") && has ("x.part.2", "new\n"),
          "interrupted: a link is not followed");
  empty_folder ();
  status = run ((struct scene){ true, SIGINT, CLOSE_EMPTY });
  tap_ok (status == 130 && count_files () == 0, "interrupted: no file without anything");
  status = run ((struct scene){ true, SIGINT, DISCARD });
  tap_ok (status == 130 && count_files () == 0, "interrupted, and discarded: no file");
  put ("x", "old\n");
  status = run ((struct scene){ true, SIGTERM, WAIT });
  tap_ok (status == 143, "a second signal ends the program at once");
  tap_ok (has ("x", "old\n") && count_files () == 1,
          "a second signal: the old file stays, and nothing else");
}

static void
test_undisturbed (void)
{
  empty_folder ();
  put ("x", "old\n");
  put ("x.part", "a journal\n");
  int status = run ((struct scene){ true, 0, CLOSE });
  tap_ok (status == 0 && has ("x", "new\n") && has ("x.part", "a journal\n")
            && count_files () == 2,
          "without a signal the file is replaced");
}

/* ---- Names that are given. ---- */

static void
test_named (void)
{
  empty_folder ();
  put ("theirs", "theirs\n");
  if (symlink ("theirs", "draft") != 0)
    abort ();
  tap_ok (temporary_create_named ("draft", 0666) < 0 && has ("theirs", "theirs\n"),
          "a link is not followed");
  unlink ("draft");
  static const char name[] = "draft";
  int file = temporary_create_named (name, 0640);
  struct stat about;
  tap_ok (file >= 0 && fstat (file, &about) == 0 && (about.st_mode & 0777) == 0640,
          "a file with a name and a mode");
  close (file);
  temporary_remove (name);
  tap_ok (count_files () == 1, "and it is gone");
}

int
main (void)
{
  umask (022);
  if (!mkdtemp (folder) || chdir (folder) != 0)
    return 99;
  test_undisturbed ();
  test_at_once ();
  test_watched ();
  test_named ();
  empty_folder ();
  if (chdir ("/") != 0 || rmdir (folder) != 0)
    return 99;
  return tap_done ();
}
