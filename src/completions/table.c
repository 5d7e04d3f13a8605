/* table.c -- see table.h. */
#include <config.h>

#include "completions/table.h"

#include <assert.h>
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "phaseauto/read.h"
#include "phaseauto/reduction.h"

/* ---- Values. ---- */

static void
add_word (struct completion_values *values, const char *word, size_t length)
{
  size_t used = strlen (values->words);
  assert (used + length + 2 <= sizeof values->words);
  snprintf (values->words + used, sizeof values->words - used, "%s%.*s",
            used ? " " : "", (int) length, word);
}

static void
add_reductions (struct completion_values *values)
{
  for (uint32_t i = 0; i < REDUCTION_COUNT; i++)
    add_word (values, reduction_name (i), strlen (reduction_name (i)));
  add_word (values, "all", 3);
}

/* The names of the patterns of the default set. */
static void
add_patterns (struct completion_values *values)
{
  struct quota quota;
  struct pa pa;
  quota_init (&quota);
  pa_init (&pa, &quota);
  if (!quota_checkpoint (&quota) && pa_read_shipped (&pa, "strict"))
    for (uint32_t i = 0; i < pa.set.automata.count; i++)
      add_word (values, pa.set.automata.at[i].name, strlen (pa.set.automata.at[i].name));
  pa_clear (&pa);
}

static void
add_files (struct completion_values *values)
{
  values->files = true;
  values->is_list = false;
}

/* Options whose LIST is one of known words, or in a file. */
static const struct
{
  const char *option;
  void (*add) (struct completion_values *values);
} lists[] = { { "without", add_reductions }, { "pattern", add_patterns },
            { "expect", add_files } };

/* Does an argument that begins with WORD name a file or a folder? */
static bool
names_file (const char *word)
{
  static const char *const names[] = { "FILE", "DIR", "OLD", "RESULTS" };
  for (size_t i = 0; i < sizeof names / sizeof *names; i++)
    if (strncmp (word, names[i], strlen (names[i])) == 0)
      return true;
  return false;
}

static void
find_values (struct completion_values *values, const char *option, const char *argument)
{
  memset (values, 0, sizeof *values);
  if (!argument)
    return;
  for (size_t i = 0; i < sizeof lists / sizeof *lists; i++)
    if (strcmp (argument, "LIST") == 0 && strcmp (option, lists[i].option) == 0)
      {
        values->is_list = true;
        lists[i].add (values);
        return;
      }
  for (const char *word = argument; *word;)
    {
      size_t length = strcspn (word, "|");
      if (islower ((unsigned char) *word))
        add_word (values, word, length);
      else if (names_file (word))
        {
          values->files = true;
          values->extension = strcmp (option, "automata") == 0 ? "pa" : NULL;
        }
      word += length + (word[length] == '|');
    }
}

/* Models where there is nothing but models, any file where there are others. */
static void
find_positional (struct completion_values *values, const char *arguments)
{
  memset (values, 0, sizeof *values);
  values->files = arguments && *arguments;
  bool models = values->files && (strcmp (arguments, "MODEL") == 0
                                  || strcmp (arguments, "MODEL|DIR...") == 0);
  values->extension = models ? "eml" : NULL;
  for (const char *word = arguments; word && islower ((unsigned char) *word);)
    {
      size_t length = strcspn (word, "|");
      add_word (values, word, length);
      values->files = false;
      word += length + (word[length] == '|');
    }
}

/* ---- Options. ---- */

static struct completion_option *
add_option (struct completion_table *table)
{
  if (table->count == table->room)
    {
      size_t room = table->room ? 2 * table->room : 16;
      struct completion_option *options
        = realloc (table->options, room * sizeof *options);
      if (!options)
        return NULL;
      table->options = options;
      table->room = room;
    }
  return &table->options[table->count++];
}

static bool
add_options (struct completion_table *table, const struct argp_option *options)
{
  for (; options && (options->name || options->doc || options->key); options++)
    {
      if (!options->name || (options->flags & (OPTION_DOC | OPTION_HIDDEN)))
        continue;
      struct completion_option *option = add_option (table);
      if (!option)
        return false;
      bool has_letter = options->key > 0 && options->key < 128 && isgraph (options->key);
      option->name = options->name;
      option->letter = (char) (has_letter ? options->key : 0);
      option->argument = options->arg;
      option->doc = options->doc ? options->doc : "";
      find_values (&option->values, options->name, options->arg);
    }
  return true;
}

static bool
add_argp (struct completion_table *table, const struct argp *argp)
{
  bool fine = add_options (table, argp->options);
  for (const struct argp_child *child = argp->children; fine && child && child->argp;
       child++)
    fine = add_argp (table, child->argp);
  return fine;
}

bool
completion_table_init (struct completion_table *table, const struct command *command)
{
  /* What argp adds to every command. */
  static const struct argp_option common[]
    = { { "help", '?', NULL, 0, "give this help list", 0 },
        { "usage", 0x100, NULL, 0, "give a short usage message", 0 },
        { "version", 'V', NULL, 0, "print program version", 0 },
        { NULL, 0, NULL, 0, NULL, 0 } };
  memset (table, 0, sizeof *table);
  find_positional (&table->positional, command->argp->args_doc);
  return add_argp (table, command->argp) && add_options (table, common);
}

void
completion_table_clear (struct completion_table *table)
{
  free (table->options);
}
