/* main.c -- the program: finds the command and runs it. */
#include <config.h>

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/suggest.h"
#include "cli/command.h"

const struct command *const commands[]
  = { &command_check,
      &command_explain,
      &command_batch,
      &command_replay,
      &command_certify,
      &command_report,
      &command_merge,
      &command_diff,
      &command_lint,
      &command_fmt,
      &command_dump,
      &command_patterns,
      &command_completions,
      NULL };

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

/* Why could standard output not be written?  The reason may be long forgotten:
   trying once more brings it back. */
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

/* What was printed has to arrive: a full disk is not a success. */
static enum status
finish_output (enum status status)
{
  errno = 0;
  bool failed = fflush (stdout) != 0;
  failed |= ferror (stdout) != 0;
  if (!failed)
    return status;
  complain_of_output ();
  clearerr (stdout);
  return status_worse (status, STATUS_NOT_WRITTEN);
}

/* The same at exit, for what ends the program from inside: argp's help. */
static void
close_output (void)
{
  bool failed = ferror (stdout) != 0;
  errno = 0;
  failed |= fflush (stdout) != 0;
  if (failed)
    {
      complain_of_output ();
      _exit (STATUS_NOT_WRITTEN);
    }
}

int
main (int argc, char **argv)
{
  argp_program_version_hook = print_version;
  argp_err_exit_status = STATUS_BAD_INPUT;
  /* A closed pipe is a write error, with a message and a status. */
  signal (SIGPIPE, SIG_IGN);
  /* So is a file that grows beyond a limit. */
  signal (SIGXFSZ, SIG_IGN);
  if (atexit (close_output) != 0)
    return STATUS_INTERNAL;
  if (argc < 2)
    {
      print_help (stderr);
      return STATUS_BAD_INPUT;
    }
  const char *word = argv[1];
  if (strcmp (word, "--help") == 0 || strcmp (word, "-h") == 0
      || strcmp (word, "-?") == 0 || strcmp (word, "help") == 0)
    {
      print_help (stdout);
      return (int) finish_output (STATUS_FINE);
    }
  if (strcmp (word, "--version") == 0 || strcmp (word, "-V") == 0)
    {
      print_version (stdout, NULL);
      return (int) finish_output (STATUS_FINE);
    }
  struct suggest suggest;
  suggest_init (&suggest, word);
  for (size_t i = 0; commands[i]; i++)
    {
      if (strcmp (word, commands[i]->name) == 0)
        return (int) finish_output (commands[i]->run (argc - 1, argv + 1));
      suggest_offer (&suggest, commands[i]->name);
    }
  command_refuse ("", *word == '-' ? "unknown option" : "unknown command", word,
                  suggest.best);
}
