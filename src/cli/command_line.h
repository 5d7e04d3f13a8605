/* command_line.h -- command lines of this program, to be pasted into a shell.
 *
 * What is printed is exact: words are quoted for a POSIX shell where they have to be, and
 * what a terminal would obey or could not show is spelt $'\033', which bash, zsh and ksh
 * understand.  Words are borrowed or in the arena.
 */
#ifndef CLI_COMMAND_LINE_H
#define CLI_COMMAND_LINE_H

#include "inputs/inputs.h"
#include "io/terminal.h"
#include "results/query_options.h"

struct command_line
{
  struct arena *arena;
  VEC (const char *) words;
};

/* "phaselock COMMAND". */
void command_line_start (struct command_line *line, const char *command,
                         struct arena *arena);
void command_line_add (struct command_line *line, const char *word);
/* OPTION and VALUE, unless VALUE is null. */
void command_line_add_option (struct command_line *line, const char *option,
                              const char *value);
/* A file, whatever its name begins with. */
void command_line_add_path (struct command_line *line, const char *path);
/* What names the model SUBJECT: its path, or options and paths. */
void command_line_add_model (struct command_line *line, const struct ir_subject *subject);
/* The folders of source that were given: those of --source. */
void command_line_add_sources (struct command_line *line,
                               const struct input_options *inputs);
/* Of OPTIONS, those that say how queries are decided and what they are about: -a, unless
   it is the default, -e and -P. */
void command_line_add_decision (struct command_line *line,
                                const struct query_options *options);

/* These, those that choose queries, -p and -f, and the limits of each. */
void command_line_add_queries (struct command_line *line,
                               const struct query_options *options);

/* The command that shows query Q of MODEL. */
void command_line_explain (struct command_line *line, const struct model_queries *model,
                           uint32_t q, const struct query_options *options,
                           struct arena *arena);

/* "-p 12 -f count,data": what chooses QUERY, quoted for a shell; in ARENA. */
const char *command_line_choice (const struct model_queries *model,
                                 const struct query *query,
                                 const struct terminal *terminal, struct arena *arena);

/* A line of its own, after two blanks; in several, with \ at their ends, if the width of
   TERMINAL is known and smaller. */
void command_line_print (const struct command_line *line, const struct terminal *terminal,
                         FILE *file);

#endif
