/* cmd_completions.c -- phaselock completions: scripts for the shells.
 *
 * The scripts are texts (completions/); the commands and their options are filled in from
 * the argp tables that --help is printed from.  What an option takes is read from the
 * name of its argument: in "complete|strict|spin09|FILE" the words in small letters are
 * values, and FILE is a file.  Which words a list may have (LIST) depends on the option.
 */
#include <config.h>

#include <assert.h>
#include <ctype.h>
#include <stdio.h>
#include <string.h>

#include "cli/command.h"
#include "cli/completions/scripts.h"
#include "cli/query_arguments.h"
#include "phaseauto/read_automata.h"
#include "engine/reductions.h"

/* ---- What may follow an option, or stand alone. ---- */

struct values
{
  char words[600];       /* separated by blanks; may be empty */
  bool is_list;          /* several of them may follow, separated by commas */
  bool files;            /* files as well */
  const char *extension; /* only files with one of these, bars between them; null: any */
};

static void
add_word (struct values *values, const char *word, size_t length)
{
  size_t used = strlen (values->words);
  assert (length > 0);
  assert (used + length + 2 <= sizeof values->words);
  snprintf (values->words + used, sizeof values->words - used, "%s%.*s", used ? " " : "",
            (int) length, word);
}

/* The words of an option that word_set.h parses. */
static void
add_word_set (struct values *values, uint32_t count, const char *(*name) (uint32_t))
{
  assert (count > 0);
  for (uint32_t i = 0; i < count; i++)
    add_word (values, name (i), strlen (name (i)));
  add_word (values, "all", 3);
}

/* The questions, and the names of the patterns of the default set. */
static void
add_patterns (struct values *values)
{
  static const char *const questions[]
    = { "patterns", "race", "deadlock", "assert", "exclusive", "stuck" };
  for (size_t i = 0; i < sizeof questions / sizeof *questions; i++)
    add_word (values, questions[i], strlen (questions[i]));
  struct quota quota;
  struct pa pa;
  quota_init (&quota);
  pa_init (&pa, &quota);
  if (!quota_checkpoint (&quota) && pa_read_shipped (&pa, PA_DEFAULT_SET))
    for (uint32_t i = 0; i < pa.set.automata.count; i++)
      add_word (values, pa.set.automata.at[i].name, strlen (pa.set.automata.at[i].name));
  pa_clear (&pa);
}

/* The words in small letters at the beginning of ARGUMENT or after a bar; does
   another word name a file or a folder? */
static bool
add_alternatives (struct values *values, const char *argument)
{
  static const char *const files[] = { "FILE", "DIR", "OLD", "RESULTS", "PATH" };
  bool names_file = false;
  for (const char *word = argument; *word;)
    {
      size_t length = strcspn (word, "|");
      if (islower ((unsigned char) *word))
        add_word (values, word, length);
      for (size_t i = 0; i < sizeof files / sizeof *files; i++)
        names_file |= strncmp (word, files[i], strlen (files[i])) == 0;
      word += length + (word[length] == '|');
    }
  return names_file;
}

static struct values
values_of_option (const struct argp_option *option)
{
  struct values values = { .words = "" };
  assert (option->name && option->arg);
  if (strcmp (option->arg, "LIST") != 0)
    {
      values.files = add_alternatives (&values, option->arg);
      values.extension = strcmp (option->name, "automata") == 0 ? "pa" : NULL;
    }
  else if (strcmp (option->name, "without") == 0)
    add_word_set (&values, reductions_count () + 1, query_arguments_without);
  else if (strcmp (option->name, "with") == 0)
    add_word_set (&values, query_arguments_with_count (), query_arguments_with);
  else if (strcmp (option->name, "keep") == 0)
    add_word_set (&values, JAVA_REDUCTION_COUNT, java_reduction_name);
  else if (strcmp (option->name, "pattern") == 0)
    add_patterns (&values);
  else
    values.files = strcmp (option->name, "expect") == 0;
  values.is_list = strcmp (option->arg, "LIST") == 0 && values.words[0];
  return values;
}

/* A command takes words, or models and nothing else, or any files. */
static struct values
values_of_command (const struct command *command)
{
  const char *arguments = command->argp->args_doc ? command->argp->args_doc : "";
  struct values values = { .words = "" };
  add_alternatives (&values, arguments);
  values.files = *arguments && !values.words[0];
  if (strcmp (arguments, "MODEL|DIR...") == 0)
    values.extension = "eml";
  else if (strcmp (arguments, "MODEL") == 0
           || strcmp (arguments, "MODEL|DIR|JAR...") == 0)
    values.extension = "eml|class|jar";
  else if (strcmp (arguments, "PATH...") == 0)
    values.extension = "class|jar";
  return values;
}

/* ---- Walking the options of a command. ---- */

typedef void print_option (const struct argp_option *option, char letter);

static void
print_visible (const struct argp_option *option, void *context)
{
  print_option *const *print = context;
  bool letter = option->key > 0 && option->key < 128 && isgraph (option->key);
  if (!(option->flags & OPTION_HIDDEN))
    (*print) (option, (char) (letter ? option->key : 0));
}

static void
print_options_of (const struct command *command, print_option *print)
{
  command_each_option (command->argp, print_visible, &print);
}

/* ---- For bash: calls of the functions in bash.sh. ---- */

static void
bash_command (const struct command *command)
{
  printf ("      %s\n", command->name);
}

static void
bash_values (const struct values *values)
{
  assert (values->files || !values->extension);
  if (values->words[0])
    printf ("_phaselock_%s '%s'; ", values->is_list ? "list" : "words", values->words);
  if (values->files)
    printf ("_phaselock_files '%s'; ", values->extension ? values->extension : "");
}

static void
bash_option_values (const struct argp_option *option, char letter)
{
  if (!option->arg)
    return;
  struct values values = values_of_option (option);
  fputs ("        ", stdout);
  if (letter)
    printf ("-%c|", letter);
  printf ("--%s) ", option->name);
  bash_values (&values);
  puts ("return ;;");
}

static void
bash_option_name (const struct argp_option *option, char letter)
{
  printf (" --%s", option->name);
  if (letter)
    printf (" -%c", letter);
}

static void
bash_case (const struct command *command)
{
  struct values values = values_of_command (command);
  printf ("    %s)\n      case $prev in\n", command->name);
  print_options_of (command, bash_option_values);
  fputs ("      esac\n      options='", stdout);
  print_options_of (command, bash_option_name);
  fputs ("'\n      if [[ $cur == -* ]]; then _phaselock_words \"$options\"\n"
         "      else ",
         stdout);
  bash_values (&values);
  puts (":; fi ;;");
}

/* ---- For zsh: one call of its _arguments for each command. ---- */

/* Text inside the brackets of a specification, itself in single quotes. */
static void
zsh_explanation (const char *text)
{
  for (; *text && *text != '\n'; text++)
    if (*text == '\'')
      fputs ("'\\''", stdout);
    else
      printf (strchr ("[]:\\", *text) ? "\\%c" : "%c", *text);
}

static void
zsh_command (const struct command *command)
{
  printf ("    '%s:", command->name);
  zsh_explanation (command->summary);
  puts ("'");
}

/* The action of zsh that completes a value; it stands in single quotes. */
static void
zsh_values (const struct values *values, const char *what)
{
  assert (!values->is_list || (values->words[0] && !values->files));
  if (values->is_list)
    printf ("_values -s , \"%s\" %s", what, values->words);
  else if (values->words[0] && values->files)
    printf ("_alternative \"words\\:%s\\:(%s)\" \"files\\:file\\:_files\"", what,
            values->words);
  else if (values->words[0])
    printf ("(%s)", values->words);
  else if (values->files && values->extension)
    printf ("_files -g \"*.(%s)(-.)\"", values->extension);
  else
    fputs (values->files ? "_files" : " ", stdout);
}

static void
zsh_option (const struct argp_option *option, char letter)
{
  const char *equals = option->arg ? "=" : "";
  fputs ("        ", stdout);
  if (letter)
    printf ("'(-%c --%s)'{'-%c%s','--%s%s'}'[", letter, option->name, letter,
            option->arg ? "+" : "", option->name, equals);
  else
    printf ("'--%s%s[", option->name, equals);
  zsh_explanation (option->doc ? option->doc : "");
  putchar (']');
  if (option->arg)
    {
      struct values values = values_of_option (option);
      printf (":%s:", option->name);
      zsh_values (&values, option->name);
    }
  fputs ("' \\\n", stdout);
}

static void
zsh_case (const struct command *command)
{
  struct values values = values_of_command (command);
  printf ("    %s)\n      _arguments -s -S \\\n", command->name);
  print_options_of (command, zsh_option);
  fputs ("        ", stdout);
  if (values.files || values.words[0])
    {
      fputs ("'*:argument:", stdout);
      zsh_values (&values, "argument");
      fputs ("' ", stdout);
    }
  puts (";;");
}

/* ---- For fish: one "complete" for each command, option and argument. ---- */

/* TEXT up to the end of its line, in single quotes. */
static void
fish_text (const char *text)
{
  putchar ('\'');
  for (; *text && *text != '\n'; text++)
    printf (*text == '\'' || *text == '\\' ? "\\%c" : "%c", *text);
  putchar ('\'');
}

static void
fish_command (const struct command *command)
{
  printf (
    "complete -c phaselock -n '__fish_is_nth_token 1; or __fish_seen_subcommand_from "
    "help' -a %s -d ",
    command->name);
  fish_text (command->summary);
  putchar ('\n');
}

/* The options of fish's "complete" that offer VALUES. */
static void
fish_values (const struct values *values)
{
  assert (!values->is_list || (values->words[0] && !values->files));
  if (values->is_list)
    printf (" -a '(__fish_complete_list , \"string split \\\" \\\" \\\"%s\\\"\")'",
            values->words);
  else if (values->words[0])
    printf (" -a '%s'", values->words);
  if (values->files && values->extension)
    {
      fputs (" -k -a '(__fish_complete_suffix", stdout);
      for (const char *rest = values->extension; *rest;)
        {
          size_t length = strcspn (rest, "|");
          printf (" .%.*s", (int) length, rest);
          rest += length + (rest[length] == '|');
        }
      fputs (")'", stdout);
    }
  else if (values->files)
    fputs (" -F", stdout);
}

static void
fish_option (const struct argp_option *option, char letter)
{
  assert (option->name);
  fputs ("complete -c phaselock -n $when", stdout);
  if (letter)
    printf (" -s %c", letter);
  printf (" -l %s", option->name);
  if (option->arg)
    {
      struct values values = values_of_option (option);
      fputs (values.files ? " -r" : " -x", stdout);
      fish_values (&values);
    }
  fputs (" -d ", stdout);
  fish_text (option->doc ? option->doc : "");
  putchar ('\n');
}

/* fish has no functions for each command: a condition on each line says where it counts.
 */
static void
fish_case (const struct command *command)
{
  struct values values = values_of_command (command);
  printf ("set -l when '__fish_seen_subcommand_from %s'\n", command->name);
  print_options_of (command, fish_option);
  if (!values.files && !values.words[0])
    return;
  fputs ("complete -c phaselock -n $when", stdout);
  fish_values (&values);
  putchar ('\n');
}

/* ---- The command. ---- */

/* What replaces a line @commands@ and a line @cases@, for each command. */
struct shell
{
  const char *name;
  void (*command) (const struct command *command);
  void (*one_case) (const struct command *command);
};

static const struct shell shells[] = { { "bash", bash_command, bash_case },
                                       { "zsh", zsh_command, zsh_case },
                                       { "fish", fish_command, fish_case } };

static void
print_script (const struct shell *shell)
{
  const struct completion_script *script = completion_script;
  while (script->name && strcmp (script->name, shell->name) != 0)
    script++;
  assert (script->name);
  unsigned filled = 0;
  for (const char *line = script->text; *line;)
    {
      size_t length = strcspn (line, "\n") + 1;
      void (*print) (const struct command *command)
        = strncmp (line, "@commands@\n", length) == 0 ? shell->command
          : strncmp (line, "@cases@\n", length) == 0  ? shell->one_case
                                                      : NULL;
      if (!print)
        fwrite (line, 1, length, stdout);
      for (size_t i = 0; print && commands[i]; i++)
        print (commands[i]);
      filled += print != NULL;
      line += length;
      assert (line <= script->text + strlen (script->text));
    }
  assert (filled == 2);
}

static error_t
parse_option (int key, char *argument, struct argp_state *state)
{
  const struct shell **shell = state->input;
  switch (key)
    {
    case ARGP_KEY_ARG:
      if (*shell)
        command_misuse (state, "one shell at a time, not '%s' as well", argument);
      for (size_t i = 0; i < sizeof shells / sizeof *shells; i++)
        if (strcmp (argument, shells[i].name) == 0)
          *shell = &shells[i];
      if (!*shell)
        command_misuse (state,
                        "there are no completions for '%s', only for bash, zsh and fish",
                        argument);
      return 0;
    case ARGP_KEY_NO_ARGS:
      command_misuse (state, "no shell given; there are bash, zsh and fish");
      return 0;
    default: return ARGP_ERR_UNKNOWN;
    }
}

static const struct argp argp
  = { NULL,
      parse_option,
      "bash|zsh|fish",
      "Print a script that completes commands, options and their values in a shell.  "
      "'make install' puts it where the shell looks; to try it in bash:\n\n"
      "  source <(phaselock completions bash)\v"
      "Exit status: 0, 2 bad usage, 4 output could not be written, 6 internal error.",
      NULL,
      NULL,
      NULL };

static enum status
run (int argc, char **argv)
{
  const struct shell *shell = NULL;
  command_parse (&argp, argc, argv, &shell);
  assert (shell);
  print_script (shell);
  return STATUS_FINE;
}

const struct command command_completions
  = { "completions", "print completions for a shell", &argp, run };
