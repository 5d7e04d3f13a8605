/* command.c -- see command.h. */
#include <config.h>

#include "cli/command.h"

#include <assert.h>
#include <math.h>
#include <sched.h>
#include <stdarg.h>
#include <stdio.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/suggest.h"
#include "base/text.h"
#include "cli/query_arguments.h"
#include "io/terminal.h"

void
command_refuse (const char *command, const char *what, const char *word, const char *best)
{
  assert (command && what && word);
  fprintf (stderr, "phaselock%s%s: %s ", *command ? " " : "", command, what);
  text_show_quoted (stderr, word);
  if (best)
    fprintf (stderr, "; did you mean '%s'?", best);
  fprintf (stderr, "\nTry 'phaselock%s%s --help'.\n", *command ? " " : "", command);
  exit (STATUS_BAD_INPUT);
}

void
command_misuse (const struct argp_state *state, const char *format, ...)
{
  char *message = NULL, *safe = NULL;
  size_t length = 0;
  va_list arguments;
  va_start (arguments, format);
  int size = vasprintf (&message, format, arguments);
  va_end (arguments);
  FILE *file = size < 0 ? NULL : open_memstream (&safe, &length);
  if (file)
    text_print_safe (file, message, (size_t) size);
  bool made = file && fclose (file) == 0;
  argp_error (state, "%s", made ? safe : "not enough memory to say what is wrong");
  exit (STATUS_BAD_INPUT);
}

/* What getopt, on behalf of argp, says about words of the command line goes through this
   stream: it shows them as they are. */
static ssize_t
write_safe (void *cookie, const char *bytes, size_t length)
{
  FILE *file = cookie;
  for (size_t i = 0, end; i < length; i = end + 1)
    {
      const char *line = memchr (bytes + i, '\n', length - i);
      end = line ? (size_t) (line - bytes) : length;
      text_print_safe (file, bytes + i, end - i);
      if (line)
        fputc ('\n', file);
    }
  return (ssize_t) length;
}

/* ---- The options of a command. ---- */

static void
visit_table (const struct argp_option *option, command_visit *visit, void *context)
{
  for (; option && (option->name || option->doc || option->key); option++)
    if (option->name && !(option->flags & OPTION_DOC))
      visit (option, context);
}

void
command_each_option (const struct argp *argp, command_visit *visit, void *context)
{
  /* What argp adds to every command. */
  static const struct argp_option common[]
    = { { "help", '?', NULL, 0, "give this help list", 0 },
        { "usage", 0x100, NULL, 0, "give a short usage message", 0 },
        { "version", 'V', NULL, 0, "print program version", 0 },
        { NULL, 0, NULL, 0, NULL, 0 } };
  visit_table (argp->options, visit, context);
  for (const struct argp_child *child = argp->children; child && child->argp; child++)
    {
      assert (!child->argp->children);
      struct query_table table;
      visit_table (query_arguments_options (child->argp, &table), visit, context);
    }
  visit_table (common, visit, context);
}

/* A long option on the command line: is it one, or the beginning of one? */
struct spelling
{
  const char *word;
  size_t length;
  bool known, exact;
  struct suggest suggest;
};

static void
compare_option (const struct argp_option *option, void *context)
{
  struct spelling *spelling = context;
  bool begins = strncmp (option->name, spelling->word, spelling->length) == 0;
  spelling->known |= begins;
  spelling->exact |= begins && option->name[spelling->length] == 0;
  suggest_offer (&spelling->suggest, option->name);
}

static void
check_options (const struct argp *argp, int argc, char **argv)
{
  for (int i = 1; i < argc && strcmp (argv[i], "--") != 0; i++)
    {
      if (strncmp (argv[i], "--", 2) != 0)
        continue;
      char word[64], best[80];
      struct spelling spelling = { .word = argv[i] + 2 };
      spelling.length = strcspn (spelling.word, "=");
      snprintf (word, sizeof word, "%.*s", (int) spelling.length, spelling.word);
      suggest_init (&spelling.suggest, word);
      command_each_option (argp, compare_option, &spelling);
      /* What is short for several is shown with its value, by getopt: on one line. */
      if (spelling.exact || (spelling.known && !strpbrk (spelling.word, "\n\r")))
        continue;
      if (spelling.suggest.best)
        snprintf (best, sizeof best, "--%s", spelling.suggest.best);
      command_refuse (argv[0], "unknown option", argv[i],
                      spelling.suggest.best ? best : NULL);
    }
}

/* -h, as --help, for every command: one level above its own table, which is given
   INPUT. */
static error_t
parse_short_help (int key, char *argument, struct argp_state *state)
{
  (void) argument;
  assert (state->input);
  if (key == ARGP_KEY_INIT)
    state->child_inputs[0] = state->input;
  if (key == 'h')
    argp_state_help (state, state->out_stream, ARGP_HELP_STD_HELP);
  return key == 'h' || key == ARGP_KEY_INIT ? 0 : ARGP_ERR_UNKNOWN;
}

/* Tables of options that a command shares with others: queries, inputs, confirming. */
#define MOST_CHILDREN 3

void
command_parse (const struct argp *argp, int argc, char **argv, void *input)
{
  assert (argc > 0 && input);
  check_options (argp, argc, argv);
  char name[64];
  snprintf (name, sizeof name, "phaselock %s", argv[0]);
  char *word = argv[0];
  argv[0] = name;
  static const struct argp_option help[]
    = { { NULL, 'h', NULL, OPTION_HIDDEN, "the same as --help", 0 },
        { NULL, 0, NULL, 0, NULL, 0 } };
  /* A copy, with the options of the engines. */
  struct argp whole = *argp, shared[MOST_CHILDREN];
  struct argp_child all[MOST_CHILDREN + 1] = { { 0 } };
  struct query_table tables[MOST_CHILDREN];
  for (uint32_t i = 0; argp->children && argp->children[i].argp; i++)
    {
      assert (i < MOST_CHILDREN);
      shared[i] = *argp->children[i].argp;
      shared[i].options = query_arguments_options (argp->children[i].argp, &tables[i]);
      all[i] = argp->children[i];
      all[i].argp = &shared[i];
    }
  whole.children = argp->children ? all : NULL;
  const struct argp_child children[] = { { &whole, 0, NULL, 0 }, { 0 } };
  const struct argp with_help
    = { .options = help, .parser = parse_short_help, .children = children };
  FILE *errors = stderr;
  FILE *safe = fopencookie (errors, "w", (cookie_io_functions_t){ .write = write_safe });
  if (safe)
    {
      setvbuf (safe, NULL, _IOLBF, 0);
      stderr = safe;
    }
  error_t error = argp_parse (&with_help, argc, argv, 0, NULL, input);
  stderr = errors;
  if (safe)
    fclose (safe);
  argv[0] = word;
  if (error)
    {
      fprintf (stderr, "phaselock %s: %s\n", word, strerror (error));
      exit (STATUS_INTERNAL);
    }
}

/* ---- Settings. ---- */

/* The place of ARGUMENT among WORDS, or UINT32_MAX. */
static uint32_t
find_word (const char *words, const char *argument)
{
  for (uint32_t place = 0;; place++)
    {
      size_t length = strcspn (words, "|");
      if (strlen (argument) == length && strncmp (words, argument, length) == 0)
        return place;
      if (!words[length])
        return UINT32_MAX;
      words += length + 1;
    }
}

/* WORDS as a person lists them: "text, jsonl or sarif". */
static void
list_words (const char *words, char *list, size_t size)
{
  assert (2 * strlen (words) < size);
  FILE *file = fmemopen (list, size, "w");
  assert (file);
  while (*words)
    {
      size_t length = strcspn (words, "|");
      fprintf (file, "%.*s", (int) length, words);
      words += length + (words[length] == '|');
      if (*words)
        fputs (strchr (words, '|') ? ", " : " or ", file);
    }
  fclose (file);
}

unsigned
command_choose (struct argp_state *state, const char *option, const char *words,
                const char *argument)
{
  assert (*words);
  uint32_t place = find_word (words, argument);
  if (place == UINT32_MAX)
    {
      char list[200];
      list_words (words, list, sizeof list);
      command_misuse (state, "--%s takes %s, not '%s'", option, list, argument);
    }
  return place;
}

void
command_want_folder (const struct argp_state *state, const char *option, const char *path)
{
  struct stat about;
  assert (option && *option);
  if (path && (stat (path, &about) != 0 || !S_ISDIR (about.st_mode)))
    command_misuse (state, "--%s takes a folder, and '%s' is none", option, path);
}

static const struct argp_option *
find_option (const struct argp *argp, int key)
{
  const struct argp_option *option = argp->options;
  while (option->key != key)
    {
      assert (option->name);
      option++;
    }
  return option;
}

/* Arguments as args_doc has them: one or more if it ends in dots, otherwise as many as
   it has words. */
static void
check_files (const struct argp *argp, int count, struct argp_state *state)
{
  const char *wanted = argp->args_doc;
  assert (wanted && *wanted);
  if (strstr (wanted, "..."))
    {
      if (count == 0)
        command_misuse (state, "no %s given",
                        strstr (wanted, "TRACE") ? "trace" : "result file");
      return;
    }
  int words = 1;
  for (const char *c = wanted; *c; c++)
    words += *c == ' ';
  if (count != words)
    command_misuse (state, "it takes %s", wanted);
}

static error_t
store_files (const struct argp *argp, struct files *files, int key,
             struct argp_state *state)
{
  switch (key)
    {
    case ARGP_KEY_ARGS:
      files->paths = state->argv + state->next;
      files->count = state->argc - state->next;
      assert (files->count > 0);
      return 0;
    case ARGP_KEY_END: check_files (argp, files->count, state); return 0;
    default: return ARGP_ERR_UNKNOWN;
    }
}

/* Models are searched when all options are known. */
static void
note_given (struct models *models, const char *argument, struct argp_state *state)
{
  size_t count = models->given_count + 1;
  assert (argument);
  const char **given = realloc (models->given, count * sizeof *given);
  if (!given)
    argp_failure (state, STATUS_BAD_INPUT, errno, "the command line");
  models->given = given;
  models->given[count - 1] = argument;
  models->given_count = count;
}

static error_t
store_models (struct models *models, int key, const char *argument,
              struct argp_state *state)
{
  switch (key)
    {
    case ARGP_KEY_ARG: note_given (models, argument, state); return 0;
    case ARGP_KEY_NO_ARGS: command_misuse (state, "no model given"); return 0;
    default: return ARGP_ERR_UNKNOWN;
    }
}

error_t
command_store (const struct argp *argp, const struct setting *settings, int key,
               char *argument, struct argp_state *state)
{
  for (const struct setting *setting = settings; setting->kind != SETTING_END; setting++)
    {
      assert (setting->key == ARGP_KEY_ARG || setting->kind < SETTING_MODELS);
      void *place = (char *) state->input + setting->offset;
      if (setting->kind == SETTING_MODELS || setting->kind == SETTING_FILES)
        {
          assert (setting->key == ARGP_KEY_ARG && setting[1].kind == SETTING_END);
          return setting->kind == SETTING_FILES
                   ? store_files (argp, place, key, state)
                   : store_models (place, key, argument, state);
        }
      if (setting->key != key)
        continue;
      const struct argp_option *option = find_option (argp, key);
      assert (!option->arg == (setting->kind == SETTING_FLAG));
      if (setting->kind == SETTING_FLAG)
        *(bool *) place = true;
      else if (setting->kind == SETTING_TEXT)
        *(const char **) place = argument;
      else
        *(unsigned *) place = command_choose (state, option->name, option->arg, argument);
      return 0;
    }
  return ARGP_ERR_UNKNOWN;
}

/* ---- Numbers. ---- */

bool
command_parse_number (const char *text, size_t length, uint32_t most, uint32_t *number)
{
  assert (most < UINT32_MAX);
  uint64_t value = 0;
  for (size_t i = 0; i < length; i++)
    {
      assert (value <= most);
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
    command_misuse (state, "'%s' is not a number of workers; it takes 0 to 1024",
                    argument);
  if (jobs == 0)
    jobs = sched_getaffinity (0, sizeof cores, &cores) == 0
             ? (uint32_t) CPU_COUNT (&cores)
             : 1;
  assert (jobs > 0);
  return jobs;
}

/* All of ARGUMENT as a number; not a number if it is none. */
static double
parse_double (const char *argument)
{
  char *end;
  double number = strtod (argument, &end);
  return end == argument || *end || !isfinite (number) ? NAN : number;
}

double
command_parse_double (struct argp_state *state, const char *argument, double least,
                      const char *what)
{
  assert (isfinite (least));
  double number = parse_double (argument);
  if (!(number >= least))
    command_misuse (state, "'%s' is not a %s; it takes a number from %g on", argument,
                    what, least);
  return number;
}

/* ARGUMENT, a positive number of UNITs; nobody means more than 10^9 of them. */
static uint64_t
parse_limit (struct argp_state *state, const char *argument, double unit,
             const char *what)
{
  assert (unit >= 1 && unit <= 1e9);
  double amount = parse_double (argument);
  if (!(amount > 0) || amount > 1e9)
    command_misuse (state, "'%s' is not %s; it takes a positive number", argument, what);
  return (uint64_t) (amount * unit);
}

uint64_t
command_parse_time (struct argp_state *state, const char *argument)
{
  return parse_limit (state, argument, 1e9, "a time");
}

uint64_t
command_parse_memory (struct argp_state *state, const char *argument)
{
  return parse_limit (state, argument, 1048576.0, "an amount of memory");
}

/* ---- Complaints, and memory. ---- */

void
command_print_safe (FILE *file, const char *text)
{
  assert (text);
  text_print_safe (file, text, strlen (text));
}

void
command_error (const char *path, const char *message)
{
  assert (message[strlen (message) - 1] != '\n');
  command_print_safe (stderr, path);
  fputs (": error: ", stderr);
  command_print_safe (stderr, message);
  fputc ('\n', stderr);
}

struct complaints
command_complaints (const char *command)
{
  return (struct complaints){ stderr, command, terminal_of (stderr).colours };
}

enum status
command_in_arena (const char *command,
                  enum status (*work) (const void *context, struct arena *arena),
                  const void *context)
{
  assert (command && work);
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
