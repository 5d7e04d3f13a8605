/* main.c -- the program: finds the command and runs it. */
#include <config.h>

#include <assert.h>
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/suggest.h"
#include "cli/command.h"

#define COMMAND_ADDRESS(name) &command_##name,
const struct command *const commands[] = { COMMANDS (COMMAND_ADDRESS) NULL };

static void
print_help (FILE *file)
{
  fputs ("Usage: phaselock COMMAND [OPTION...] MODEL|DIR...\n\n"
         "Decides whether a concurrent program with nested locks, modelled in EML, can\n"
         "break atomic-set serializability.\n\n", file);
  for (size_t i = 0; commands[i]; i++)
    fprintf (file, "  phaselock %-11s %s\n", commands[i]->name, commands[i]->summary);
  fputs ("\nDIR means every *.eml below it.  'phaselock COMMAND --help' says more.\n"
         "Exit status: 0 fine, 2 bad usage or input, 4 output not written, 5 undecided,\n"
         "6 internal error, 10 found.\n", file);
}

static void
print_version (FILE *stream, struct argp_state *state)
{
  (void) state;
  fprintf (stream, "phaselock %s\n", PACKAGE_VERSION);
}

/* Why could standard output not be written?  The error may be an old one whose errno is
   gone: writing once more brings it back. */
static void
complain_of_output (void)
{
  if (errno == 0)
    {
      clearerr (stdout);
      if (fputc ('\n', stdout) != EOF)
        fflush (stdout);
    }
  fprintf (stderr, "phaselock: standard output: %s\n",
           errno ? strerror (errno) : "write error");
}

/* True: all that was printed has been written.  A full disk is not a success. */
static bool
flush_output (void)
{
  errno = 0;
  bool failed = fflush (stdout) != 0;
  failed |= ferror (stdout) != 0;
  if (failed)
    complain_of_output ();
  clearerr (stdout);
  return !failed;
}

static int
finish (enum status status)
{
  /* Libraries leave with 1; a command never does. */
  assert ((int) status != 1);
  return (int) (flush_output () ? status : status_worse (status, STATUS_NOT_WRITTEN));
}

/* For argp, which prints help and ends the program. */
static void
close_output (void)
{
  if (!flush_output ())
    _exit (STATUS_NOT_WRITTEN);
}

static bool
is_one_of (const char *word, const char *const *words)
{
  while (*words && strcmp (word, *words) != 0)
    words++;
  return *words != NULL;
}

int
main (int argc, char **argv)
{
  argp_program_version_hook = print_version;
  argp_err_exit_status = STATUS_BAD_INPUT;
  /* A closed pipe and a file that grows beyond a limit are write errors, with a message
     and a status. */
  signal (SIGPIPE, SIG_IGN);
  signal (SIGXFSZ, SIG_IGN);
  if (atexit (close_output) != 0)
    return STATUS_INTERNAL;
  if (argc < 2)
    {
      print_help (stderr);
      return STATUS_BAD_INPUT;
    }
  const char *word = argv[1];
  if (is_one_of (word, (const char *const[]){ "--help", "-h", "-?", "help", NULL }))
    {
      print_help (stdout);
      return finish (STATUS_FINE);
    }
  if (is_one_of (word, (const char *const[]){ "--version", "-V", NULL }))
    {
      print_version (stdout, NULL);
      return finish (STATUS_FINE);
    }
  struct suggest suggest;
  suggest_init (&suggest, word);
  for (size_t i = 0; commands[i]; i++)
    {
      assert (commands[i]->run && commands[i]->argp);
      if (strcmp (word, commands[i]->name) == 0)
        return finish (commands[i]->run (argc - 1, argv + 1));
      suggest_offer (&suggest, commands[i]->name);
    }
  command_refuse ("", *word == '-' ? "unknown option" : "unknown command", word,
                  suggest.best);
}
