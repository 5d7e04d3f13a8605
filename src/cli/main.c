/* main.c -- the program: finds the command and runs it. */
#include <config.h>

#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/suggest.h"
#include "cli/command.h"
#include "cli/version.h"
#include "io/interrupt.h"
#include "io/json.h"

#define COMMAND_ADDRESS(name) &command_##name,
const struct command *const commands[] = { COMMANDS (COMMAND_ADDRESS) NULL };

static void
print_help (FILE *file)
{
  fputs (
    "Usage: phaselock COMMAND [OPTION...] MODEL|DIR|JAR...\n\n"
    "Decides whether a concurrent program with nested locks, compiled Java or a model\n"
    "in EML, can break atomic-set serializability, race, or deadlock.\n\n",
    file);
  for (size_t i = 0; commands[i]; i++)
    fprintf (file, "  phaselock %-11s %s\n", commands[i]->name, commands[i]->summary);
  fputs (
    "\nDIR means every *.eml and *.class below it.  'phaselock help COMMAND' says more.\n"
    "Exit status: 0 fine, 2 bad usage or input, 4 output not written, 5 undecided,\n"
    "6 internal error, 10 violation found.\n",
    file);
}

/* Why could standard output not be written?  The error may be an old one whose errno is
   gone: writing once more brings it back.  A reader that has left (`| head') had enough:
   then nothing is said. */
static enum status
complain_of_output (void)
{
  if (errno == 0)
    {
      clearerr (stdout);
      if (fputc ('\n', stdout) != EOF)
        fflush (stdout);
    }
  if (errno == EPIPE)
    return STATUS_BROKEN_PIPE;
  fprintf (stderr, "phaselock: standard output: %s\n",
           errno ? strerror (errno) : "write error");
  return STATUS_NOT_WRITTEN;
}

/* STATUS_FINE: all that was printed has been written.  A full disk is not a success. */
static enum status
flush_output (void)
{
  errno = 0;
  bool failed = fflush (stdout) != 0;
  failed |= ferror (stdout) != 0;
  enum status status = failed ? complain_of_output () : STATUS_FINE;
  clearerr (stdout);
  return status;
}

static int
finish (enum status status)
{
  /* Libraries leave with 1; a command never does. */
  assert ((int) status != 1);
  enum status written = flush_output ();
  if (status == STATUS_INTERRUPTED || status == STATUS_TERMINATED)
    return (int) status;
  return (int) status_worse (status, written);
}

/* For argp, which prints help and ends the program. */
static void
close_output (void)
{
  enum status written = flush_output ();
  if (written != STATUS_FINE)
    _exit ((int) written);
}

/* The command called WORD; otherwise the end of the program. */
static const struct command *
find_command (const char *word)
{
  struct suggest suggest;
  suggest_init (&suggest, word);
  for (size_t i = 0; commands[i]; i++)
    {
      assert (commands[i]->run && commands[i]->argp);
      if (strcmp (word, commands[i]->name) == 0)
        return commands[i];
      suggest_offer (&suggest, commands[i]->name);
    }
  suggest_offer (&suggest, "help");
  suggest_offer (&suggest, "version");
  command_refuse ("", *word == '-' ? "unknown option" : "unknown command", word,
                  suggest.best);
}

static bool
is_one_of (const char *word, const char *const *words)
{
  while (*words && strcmp (word, *words) != 0)
    words++;
  return *words != NULL;
}

/* `help', or `help COMMAND', of which WORD is the second. */
static enum status
give_help (char *word)
{
  if (!word || is_one_of (word, (const char *const[]){ "help", "version", NULL }))
    {
      print_help (stdout);
      return STATUS_FINE;
    }
  const struct command *command = find_command (word);
  char option[] = "--help";
  char *words[] = { word, option, NULL };
  return command->run (2, words);
}

/* A standard stream that is closed would be the next file that is opened, a recording or
   a result file, and what is printed would go there.  It becomes a file that can be
   used for nothing: writing to it fails as before. */
static bool
occupy_streams (void)
{
  for (int number = 0; number <= STDERR_FILENO; number++)
    {
      if (fcntl (number, F_GETFD) >= 0)
        continue;
      int opened = open ("/dev/null", number == STDIN_FILENO ? O_WRONLY : O_RDONLY);
      assert (opened < 0 || opened == number);
      if (opened < 0)
        return false;
    }
  return true;
}

int
main (int argc, char **argv)
{
  if (!occupy_streams ())
    return STATUS_INTERNAL;
  argp_program_version_hook = version_print;
  argp_err_exit_status = STATUS_BAD_INPUT;
  /* A closed pipe and a file that grows beyond a limit are write errors, each with its
     status. */
  signal (SIGPIPE, SIG_IGN);
  signal (SIGXFSZ, SIG_IGN);
  interrupt_prepare ();
  json_watch_memory ();
  if (atexit (close_output) != 0)
    return STATUS_INTERNAL;
  if (argc < 2)
    {
      print_help (stderr);
      return STATUS_BAD_INPUT;
    }
  const char *word = argv[1];
  if (is_one_of (word, (const char *const[]){ "--help", "-h", "-?", "help", NULL }))
    return finish (give_help (argv[2]));
  if (is_one_of (word, (const char *const[]){ "--version", "-V", "version", NULL }))
    {
      version_print (stdout, NULL);
      return finish (STATUS_FINE);
    }
  return finish (find_command (word)->run (argc - 1, argv + 1));
}
