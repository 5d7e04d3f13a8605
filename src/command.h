/* command.h -- the commands of the program.
 *
 * Each command is a file cmd_NAME.c with one table of options for glibc's
 * argp, from which usage, help and the check for misspelt options all come.
 */
#ifndef SRC_COMMAND_H
#define SRC_COMMAND_H

#include <argp.h>
#include <stdbool.h>

#include "status.h"

struct command
{
  const char *name;
  const char *summary; /* for the list of commands */
  enum status (*run) (int argc, char **argv);
};

enum status command_check (int argc, char **argv);
enum status command_lint (int argc, char **argv);
enum status command_fmt (int argc, char **argv);
enum status command_dump (int argc, char **argv);
enum status command_patterns (int argc, char **argv);

/* Parse the options of a command; argv[0] is its name.  Bad usage ends the
   program with status 2, --help and --version with 0. */
void command_parse (const struct argp *argp, int argc, char **argv, void *input);

/* Complain about usage in the name of COMMAND, with a suggestion where BEST is
   not null, and end the program. */
void command_refuse (const char *command, const char *what, const char *word,
                     const char *best);

/* Are colours wanted on standard error? */
bool command_colours (void);

#endif
