/* command.c -- see command.h. */
#include <config.h>

#include "cli/command.h"

#include <math.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/suggest.h"
#include "io/terminal.h"

void
command_refuse (const char *command, const char *what, const char *word,
                const char *best)
{
  fprintf (stderr, "phaselock%s%s: %s '%s'", *command ? " " : "", command, what, word);
  if (best)
    fprintf (stderr, "; did you mean '%s'?", best);
  fprintf (stderr, "\nTry 'phaselock%s%s --help'.\n", *command ? " " : "", command);
  exit (STATUS_BAD_INPUT);
}

/* Options that argp adds to every table. */
static const char *const common_options[] = { "help", "usage", "version" };

static bool
table_knows_option (const struct argp_option *options, const char *word, size_t length,
                    struct suggest *suggest)
{
  bool known = false;
  for (; options && (options->name || options->doc || options->key); options++)
    if (options->name && !(options->flags & OPTION_DOC))
      {
        known |= strncmp (options->name, word, length) == 0;
        suggest_offer (suggest, options->name);
      }
  return known;
}

/* Is WORD (LENGTH bytes) a long option or the beginning of one?  On the way,
   offer all options to SUGGEST.  Children are one deep. */
static bool
knows_option (const struct argp *argp, const char *word, size_t length,
              struct suggest *suggest)
{
  bool known = table_knows_option (argp->options, word, length, suggest);
  for (const struct argp_child *child = argp->children; child && child->argp; child++)
    known |= table_knows_option (child->argp->options, word, length, suggest);
  for (size_t i = 0; i < sizeof common_options / sizeof *common_options; i++)
    {
      known |= strncmp (common_options[i], word, length) == 0;
      suggest_offer (suggest, common_options[i]);
    }
  return known;
}

static void
check_options (const struct argp *argp, int argc, char **argv)
{
  for (int i = 1; i < argc && strcmp (argv[i], "--") != 0; i++)
    {
      if (strncmp (argv[i], "--", 2) != 0)
        continue;
      char word[64];
      size_t length = strcspn (argv[i] + 2, "=");
      snprintf (word, sizeof word, "%.*s", (int) length, argv[i] + 2);
      struct suggest suggest;
      suggest_init (&suggest, word);
      if (knows_option (argp, argv[i] + 2, length, &suggest))
        continue;
      char best[80];
      if (suggest.best)
        snprintf (best, sizeof best, "--%s", suggest.best);
      command_refuse (argv[0], "unknown option", argv[i], suggest.best ? best : NULL);
    }
}

void
command_parse (const struct argp *argp, int argc, char **argv, void *input)
{
  check_options (argp, argc, argv);
  char name[64];
  snprintf (name, sizeof name, "phaselock %s", argv[0]);
  char *word = argv[0];
  argv[0] = name;
  error_t error = argp_parse (argp, argc, argv, 0, NULL, input);
  argv[0] = word;
  if (error)
    {
      fprintf (stderr, "phaselock %s: %s\n", word, strerror (error));
      exit (STATUS_INTERNAL);
    }
}

bool
command_parse_number (const char *text, size_t length, uint32_t most, uint32_t *number)
{
  uint64_t value = 0;
  for (size_t i = 0; i < length; i++)
    {
      if (text[i] < '0' || text[i] > '9')
        return false;
      value = value * 10 + (uint64_t) (text[i] - '0');
      if (value > most)
        return false;
    }
  *number = (uint32_t) value;
  return length > 0;
}

unsigned
command_parse_jobs (struct argp_state *state, const char *argument)
{
  uint32_t jobs = 0;
  cpu_set_t cores;
  if (!command_parse_number (argument, strlen (argument), 1024, &jobs))
    argp_error (state, "'%s' is no number of workers; it takes 0 to 1024", argument);
  if (jobs == 0)
    jobs = sched_getaffinity (0, sizeof cores, &cores) == 0
             ? (uint32_t) CPU_COUNT (&cores) : 1;
  return jobs;
}

struct complaints
command_complaints (const char *command)
{
  return (struct complaints){ stderr, command, terminal_of (stderr).colours };
}

double
command_amount (struct argp_state *state, const char *argument, const char *what)
{
  char *end;
  double amount = strtod (argument, &end);
  if (end == argument || *end || !(amount > 0) || !isfinite (amount) || amount > 1e9)
    argp_error (state, "'%s' is no %s; it takes a positive number", argument, what);
  return amount;
}

enum status
command_in_arena (const char *command,
                  enum status (*work) (const void *context, struct arena *arena),
                  const void *context)
{
  struct quota quota;
  struct arena arena;
  quota_init (&quota);
  arena_init (&arena, &quota);
  enum status status;
  if (quota_checkpoint (&quota))
    {
      fprintf (stderr, "phaselock %s: not enough memory for these results\n", command);
      status = STATUS_BAD_INPUT;
    }
  else
    status = work (context, &arena);
  arena_clear (&arena);
  return status;
}
