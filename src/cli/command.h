/* command.h -- the commands of the program, and what they share.
 *
 * Each command is a file cmd_NAME.c with one table of options for glibc's argp, from
 * which usage, help, completions and the check for misspelt options all come, and one
 * table of settings, which says where the values of options are stored.
 */
#ifndef CLI_COMMAND_H
#define CLI_COMMAND_H

#include <argp.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/arena.h"
#include "inputs/inputs.h"
#include "io/status.h"
#include "query/patterns.h"

/* Defined at the end of the command's file, as command_NAME. */
struct command
{
  const char *name;
  const char *summary;     /* for the list of commands */
  const struct argp *argp; /* its options, and its children's */
  enum status (*run) (int argc, char **argv);
};

/* In the order of the help. */
/* clang-format off */
#define COMMANDS(X)                                                                      \
  X (check) X (explain) X (confirm) X (batch) X (replay) X (certify) X (report) X (merge) X (diff)   \
  X (java) X (llvm) X (trace) X (record) X (lint) X (lsp) X (fmt) X (dump) X (patterns)          \
  X (completions)
/* clang-format on */
#define COMMAND_DECLARE(name) extern const struct command command_##name;
COMMANDS (COMMAND_DECLARE)

/* All commands; a null pointer is the end. */
extern const struct command *const commands[];

/* What -q does, for the help of all commands that have it. */
#define COMMAND_QUIET "only what is wrong, no progress; nothing if all is well"
/* And what --root does. */
#define COMMAND_ROOT                                                                     \
  "the folder that paths in a SARIF log are relative to (default: the current one)"

/* Parse the options of a command into INPUT; argv[0] is the command's name.  Bad
   usage ends the program with status 2, --help and --version with 0. */
void command_parse (const struct argp *argp, int argc, char **argv, void *input);

/* Call VISIT for each option of ARGP, its children and argp itself that has a name. */
typedef void command_visit (const struct argp_option *option, void *context);
void command_each_option (const struct argp *argp, command_visit *visit, void *context);

/* ---- Where the values of options are stored. ---- */

/* The models and folders that a command line names, and what they stand for, once they
   are searched (reading.h). */
struct models
{
  const char **given; /* arguments, borrowed; the array is not */
  size_t given_count;
  struct input_options options;
  bool quiet; /* -q: no warnings about what is searched */
  struct inputs inputs;
  enum status status; /* of the search: a folder may be unreadable */
};

/* The files that a command line names, as argv has them. */
struct files
{
  char **paths;
  int count;
};

/* What --format chooses where it takes "text|jsonl". */
enum command_format
{
  FORMAT_TEXT,
  FORMAT_JSONL,
};

enum setting_kind
{
  SETTING_END,
  SETTING_FLAG,   /* bool: the option was given */
  SETTING_TEXT,   /* const char *: its argument, borrowed */
  SETTING_CHOICE, /* unsigned or an enum: the place of its argument among the words
                     that --help lists for it, 1 for jsonl in "text|jsonl" */
  SETTING_MODELS, /* struct models: the arguments of the command */
  SETTING_FILES,  /* struct files: the same */
};

/* A row of a table of settings: the option with KEY (ARGP_KEY_ARG: the arguments) is
   stored in MEMBER of TYPE, the struct that the command fills in. */
struct setting
{
  int key;
  enum setting_kind kind;
  size_t offset;
};
#define SETTING(key, type, member)                                                         \
  {                                                                                        \
    key,                                                                                 \
    _Generic (((type *) 0)->member, bool: SETTING_FLAG, const char *: SETTING_TEXT,      \
              unsigned: SETTING_CHOICE, struct models: SETTING_MODELS,                   \
              struct files: SETTING_FILES),                                              \
    offsetof (type, member) \
  }

/* Store ARGUMENT of the option KEY where SETTINGS says, in state->input.  Called by the
   parser of ARGP, the command's own table: its result is the parser's. */
error_t command_store (const struct argp *argp, const struct setting *settings, int key,
                       char *argument, struct argp_state *state);

/* PATH, the argument of the long OPTION, is a folder, or null: else that is bad usage. */
void command_want_folder (const struct argp_state *state, const char *option,
                          const char *path);

/* The place of ARGUMENT among WORDS, which have bars between them; OPTION is their
   long option, for the complaint. */
unsigned command_choose (struct argp_state *state, const char *option, const char *words,
                         const char *argument);

/* Numbers in arguments; bad ones are bad usage.  A limit in seconds, as nanoseconds; in
   megabytes, as bytes; workers (-j), where 0 stands for the cores that may be used; a
   number from LEAST on, called WHAT in the complaint. */
uint64_t command_parse_time (struct argp_state *state, const char *argument);
uint64_t command_parse_memory (struct argp_state *state, const char *argument);
unsigned command_parse_jobs (struct argp_state *state, const char *argument);
double command_parse_double (struct argp_state *state, const char *argument, double least,
                             const char *what);
/* LENGTH decimal digits, at most MOST; false if TEXT is anything else. */
bool command_parse_number (const char *text, size_t length, uint32_t most,
                           uint32_t *number);

/* ---- Complaints, on standard error. ---- */

/* argp_error, for words of the command line in messages: what is hostile to a terminal is
   spelt, and a message is one line. */
_Noreturn void command_misuse (const struct argp_state *state, const char *format, ...)
  __attribute__ ((format (printf, 2, 3)));

/* "phaselock COMMAND: WHAT 'WORD'", with a suggestion where BEST is not null; ends the
   program. */
_Noreturn void command_refuse (const char *command, const char *what, const char *word,
                               const char *best);

/* "PATH: error: MESSAGE" */
void command_error (const char *path, const char *message);

/* Complaints about queries, in the name of COMMAND. */
struct complaints command_complaints (const char *command);

/* TEXT, with nothing in it that a terminal would obey. */
void command_print_safe (FILE *file, const char *text);

/* ---- Memory. ---- */

/* Do WORK in an arena of its own, for commands that read results.  If memory runs out,
   COMMAND complains. */
enum status command_in_arena (const char *command,
                              enum status (*work) (const void *context,
                                                   struct arena *arena),
                              const void *context);

#endif
