/* cmd_completions.c -- phaselock completions: scripts for the shells. */
#include <config.h>

#include <stdio.h>
#include <string.h>

#include "cli/command.h"
#include "cli/completions/table.h"

struct completions
{
  bool (*print) (void);
};

static error_t
parse_option (int key, char *argument, struct argp_state *state)
{
  struct completions *completions = state->input;
  switch (key)
    {
    case ARGP_KEY_ARG:
      if (completions->print)
        argp_error (state, "'%s' is too much: one shell at a time", argument);
      else if (strcmp (argument, "bash") == 0)
        completions->print = completions_print_bash;
      else if (strcmp (argument, "zsh") == 0)
        completions->print = completions_print_zsh;
      else
        argp_error (state, "nothing is known of the shell '%s'; there are bash and zsh",
                    argument);
      return 0;
    case ARGP_KEY_NO_ARGS:
      argp_error (state, "no shell given; there are bash and zsh");
      return 0;
    default:
      return ARGP_ERR_UNKNOWN;
    }
}

static const struct argp argp
  = { NULL, parse_option, "bash|zsh",
      "Print a script that completes commands, options and their values in a shell.  "
      "`make install' puts it where the shell looks; to try it in bash:\n\n"
      "  source <(phaselock completions bash)\v"
      "Exit status: 0, 2 bad usage, 4 output could not be written, 6 internal error.",
      NULL, NULL, NULL };

static enum status
run (int argc, char **argv)
{
  struct completions completions = { NULL };
  command_parse (&argp, argc, argv, &completions);
  if (completions.print ())
    return STATUS_FINE;
  fprintf (stderr, "phaselock completions: out of memory\n");
  return STATUS_INTERNAL;
}

const struct command command_completions
  = { "completions", "print completions for a shell", &argp, run };
