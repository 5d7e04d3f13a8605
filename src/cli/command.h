/* command.h -- the commands of the program.
 *
 * Each command is a file cmd_NAME.c with one table of options for glibc's
 * argp, from which usage, help and the check for misspelt options all come.
 */
#ifndef SRC_COMMAND_H
#define SRC_COMMAND_H

#include <argp.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/arena.h"
#include "io/status.h"
#include "query/patterns.h"

/* A command is this, defined at the end of its file; main.c lists them all. */
struct command
{
  const char *name;
  const char *summary;     /* for the list of commands */
  const struct argp *argp; /* what it understands: its options, and its children's */
  enum status (*run) (int argc, char **argv);
};

extern const struct command command_check;
extern const struct command command_explain;
extern const struct command command_replay;
extern const struct command command_batch;
extern const struct command command_certify;
extern const struct command command_lint;
extern const struct command command_fmt;
extern const struct command command_dump;
extern const struct command command_merge;
extern const struct command command_diff;
extern const struct command command_patterns;
extern const struct command command_report;
extern const struct command command_completions;

/* All of them, in the order of the help; a null pointer is the end. */
extern const struct command *const commands[];

/* Parse the options of a command; argv[0] is its name.  Bad usage ends the
   program with status 2, --help and --version with 0. */
void command_parse (const struct argp *argp, int argc, char **argv, void *input);

/* Do WORK in an arena of its own, for commands that read results: where memory
   runs out, it is said in the name of COMMAND. */
enum status command_in_arena (const char *command,
                              enum status (*work) (const void *context,
                                                   struct arena *arena),
                              const void *context);

/* Complain about usage in the name of COMMAND, with a suggestion where BEST is
   not null, and end the program. */
void command_refuse (const char *command, const char *what, const char *word,
                     const char *best);

/* The value of an option that takes a positive number; else it complains of
   WHAT. */
double command_amount (struct argp_state *state, const char *argument, const char *what);

/* LENGTH decimal digits, at most MOST. */
bool command_parse_number (const char *text, size_t length, uint32_t most,
                           uint32_t *number);
/* The argument of -j: workers; 0 stands for the cores that may be used. */
unsigned command_parse_jobs (struct argp_state *state, const char *argument);

/* Complaints of COMMAND, on standard error. */
struct complaints command_complaints (const char *command);

#endif
