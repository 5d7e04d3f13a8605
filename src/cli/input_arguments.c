/* input_arguments.c -- see input_arguments.h. */
#include <config.h>

#include "cli/input_arguments.h"

#include <assert.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "cli/command.h"
#include "cli/word_set.h"

enum
{
  KEY_CLASS = INPUT_KEYS,
  KEY_MAIN,
  KEY_UNITS,
  KEY_THREADS,
  KEY_CLASSPATH,
  KEY_JDK,
  KEY_SOURCE,
  KEY_KEEP,
  KEY_EXCLUDE,
  KEY_CHANGED,
  KEY_REACH,
  KEY_VALUES,
  KEY_NOTES,
  KEY_CLANG,
  KEY_CFLAGS,
};

/* More threads than this have no question that fewer have not. */
#define MOST_THREADS 16
/* For --values. */
#define MOST_SECONDS 86400

#define REDUCTION_IN_LIST(name, id, text) name ", "
static const struct argp_option table[]
  = { { NULL, 0, NULL, 0, "Of compiled Java (.class, .jar, folders of them):", 2 },
      { "class", KEY_CLASS, "NAME", 0,
        "only this class, and threads that call its methods as they like", 2 },
      { "main", KEY_MAIN, "NAME", 0,
        "the program that starts in NAME, and the threads that it starts", 2 },
      { "units", KEY_UNITS, "LIST", 0,
        "which methods are units: names or globs (default: the public ones)", 2 },
      { "threads", KEY_THREADS, "N", 0, "how many threads use the class (default 2)", 2 },
      { "classpath", KEY_CLASSPATH, "PATH", 0,
        "classes to look into, but not to check; may be given several times", 2 },
      { "jdk", KEY_JDK, "DIR", 0, "a folder with the extracted classes of the JDK", 2 },
      { "source", KEY_SOURCE, "DIR", 0,
        "search DIR for Java sources to show; may be given several times", 2 },
      { "exclude", KEY_EXCLUDE, "GLOB", 0,
        "leave out classes whose name or path this fits; may be given several times; of "
        "a folder, what is in test-classes or classes/*/test is left out anyway",
        2 },
      { "changed", KEY_CHANGED, "REV", 0,
        "only classes whose sources or class files differ from revision REV of git, and "
        "those that depend on them",
        2 },
      { "reach", KEY_REACH, NULL, 0,
        "ask about all objects that are reached, not only about what belongs to one of "
        "the class",
        2 },
      { "values", KEY_VALUES, "WHEN", 0,
        "follow the values that conditions depend on: off, on, or so many seconds of "
        "work for a question (default: of programs that check finds, not of classes)",
        2 },
      { "notes", KEY_NOTES, NULL, 0,
        "show what the models of classes leave out or add, note by note", 2 },
      { "keep", KEY_KEEP, "LIST", 0,
        "make larger models, with what is left out since no answer depends on "
        "it: " JAVA_REDUCTIONS (REDUCTION_IN_LIST) "or all",
        2 },
      { NULL, 0, NULL, 0,
        "Of C and C++ (.c, .cc, .bc, .ll), as well as --main, --units, --threads:", 3 },
      { "clang", KEY_CLANG, "PATH", 0, "the compiler (default clang)", 3 },
      { "cflags", KEY_CFLAGS, "WORDS", 0,
        "options for it, with blanks between; may be given several times", 3 },
      { NULL, 0, NULL, 0, NULL, 0 } };

/* Add LENGTH bytes of TEXT to a list that is its own. */
static void
add_text (char ***list, uint32_t *count, const char *text, size_t length,
          struct argp_state *state)
{
  char **longer = realloc (*list, (*count + (size_t) 1) * sizeof *longer);
  char *copy = strndup (text, length);
  if (longer)
    *list = longer;
  if (!longer || !copy)
    argp_failure (state, STATUS_BAD_INPUT, ENOMEM, "the command line");
  else
    longer[(*count)++] = copy;
}

/* A class path has colons, as Java's. */
static void
add_classpath (struct input_options *options, const char *argument,
               struct argp_state *state)
{
  struct java_options *java = &options->java;
  for (const char *rest = argument; *rest;)
    {
      size_t length = strcspn (rest, ":");
      assert (length <= strlen (rest));
      if (length > 0)
        add_text (&options->classpath, &java->classpath_count, rest, length, state);
      rest += length + (rest[length] == ':');
    }
  java->classpath = (const char *const *) options->classpath;
}

static void
add_cflags (struct llvm_options *llvm, const char *argument, struct argp_state *state)
{
  for (const char *rest = argument; *rest;)
    {
      size_t length = strcspn (rest, " ");
      assert (length <= strlen (rest));
      if (length > 0)
        add_text (&llvm->arguments, &llvm->argument_count, rest, length, state);
      rest += length + (rest[length] == ' ');
    }
}

/* "off", "on", or a number of seconds. */
static void
parse_values (struct java_options *java, const char *argument, struct argp_state *state)
{
  java->values_seconds = 0;
  java->values = strcmp (argument, "off") != 0;
  java->without_programs = !java->values;
  if (!java->values || strcmp (argument, "on") == 0)
    return;
  if (!command_parse_number (argument, strlen (argument), MOST_SECONDS,
                             &java->values_seconds)
      || java->values_seconds == 0)
    command_misuse (state, "--values takes off, on, or 1 to %d seconds, not '%s'",
                    MOST_SECONDS, argument);
}

static error_t
parse_option (int key, char *argument, struct argp_state *state)
{
  struct input_options *options = state->input;
  assert (options);
  struct java_options *java = &options->java;
  struct stat folder;
  switch (key)
    {
    case KEY_CLASS: java->class_name = argument; return 0;
    case KEY_MAIN: java->main_name = argument; return 0;
    case KEY_UNITS: java->units = argument; return 0;
    case KEY_THREADS:
      if (!command_parse_number (argument, strlen (argument), MOST_THREADS,
                                 &java->threads)
          || java->threads == 0)
        command_misuse (state, "'%s' is not a number of threads; it takes 1 to %d",
                        argument, MOST_THREADS);
      return 0;
    case KEY_CLASSPATH: add_classpath (options, argument, state); return 0;
    case KEY_JDK: java->jdk = argument; return 0;
    case KEY_SOURCE:
      if (stat (argument, &folder) != 0 || !S_ISDIR (folder.st_mode))
        command_misuse (state, "--source: '%s' is no folder", argument);
      add_text (&options->sources, &options->source_count, argument, strlen (argument),
                state);
      return 0;
    case KEY_KEEP:
      java->kept |= word_set_parse (state, argument, "reduction", JAVA_REDUCTION_COUNT,
                                    java_reduction_name);
      return 0;
    case KEY_EXCLUDE:
      add_text (&options->excluded, &options->excluded_count, argument, strlen (argument),
                state);
      return 0;
    case KEY_CHANGED: options->changed = argument; return 0;
    case KEY_REACH: java->reach = true; return 0;
    case KEY_VALUES: parse_values (java, argument, state); return 0;
    case KEY_NOTES: options->notes = true; return 0;
    case KEY_CLANG: options->llvm.clang = argument; return 0;
    case KEY_CFLAGS: add_cflags (&options->llvm, argument, state); return 0;
    default: return ARGP_ERR_UNKNOWN;
    }
}

const struct argp input_argp = { table, parse_option, NULL, NULL, NULL, NULL, NULL };
const struct argp_child input_children[] = { { &input_argp, 0, NULL, 0 }, { 0 } };

void
input_refuse_notes (const struct input_options *options, struct argp_state *state)
{
  assert (options && state);
  if (options->notes)
    command_misuse (
      state, "--notes is for check, explain, lint, java and llvm; %s does not show notes",
      state->name + (strncmp (state->name, "phaselock ", 10) == 0 ? 10 : 0));
}

static void
clear_list (char ***list, uint32_t *count)
{
  assert (*list || *count == 0);
  for (uint32_t i = 0; i < *count; i++)
    free ((*list)[i]);
  free (*list);
  *list = NULL;
  *count = 0;
}

void
input_options_clear (struct input_options *options)
{
  clear_list (&options->classpath, &options->java.classpath_count);
  options->java.classpath = NULL;
  clear_list (&options->sources, &options->source_count);
  clear_list (&options->excluded, &options->excluded_count);
  clear_list (&options->llvm.arguments, &options->llvm.argument_count);
}
