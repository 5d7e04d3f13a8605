/* query_arguments.c -- see query_arguments.h. */
#include <config.h>

#include "cli/query_arguments.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

#include "base/log.h"
#include "cli/command.h"
#include "cli/input_arguments.h"
#include "cli/word_set.h"
#include "engine/engine.h"
#include "io/interrupt.h"
#include "phaseauto/reduction.h"
#include "query/wordlist.h"

enum
{
  KEY_TIMEOUT = QUERY_KEYS,
  KEY_MEMORY,
  KEY_WITH,
  KEY_WITHOUT,
  KEY_LOG,
  KEY_ENGINES, /* and so on: the options of the engines, by number */
};

static const struct argp_option table[]
  = { { "pattern", 'p', "LIST", 0,
        "only these: patterns as 1,4-6, names or titles; race, deadlock, assert (or "
        "assert:LINE), exclusive, patterns (default all); stuck and wrong, not asked by "
        "default",
        0 },
      { "fields", 'f', "LIST", 0,
        "only queries over these fields; names with commas in double quotes", 0 },
      { "processes", 'P', "U,V", 0,
        "only these processes as first, second ... thread, the others as they come; in "
        "a race or deadlock in any order; P means all copies of P[n]",
        0 },
      { "automata", 'a', "complete|strict|spin09|FILE", 0,
        "which set of automata (default " PA_DEFAULT_SET ")", 0 },
      { "engine", 'e', "", 0, "how to decide (default auto)", 0 },
      { "timeout", KEY_TIMEOUT, "SECONDS", 0,
        "at most this time for each query; then the query is unknown", 0 },
      { "memory", KEY_MEMORY, "MB", 0,
        "at most this memory for each query; then the query is unknown", 0 },
      { "with", KEY_WITH, "LIST", 0,
        "switch exact reductions on that do not always pay off: ", 0 },
      { "without", KEY_WITHOUT, "LIST", 0, "switch exact reductions off: ", 0 },
      { "log", KEY_LOG, "ROOM:LEVEL,...", 0,
        "log to standard error: engine:2,witness or all (only in builds with logging)",
        0 },
      { NULL, 0, NULL, 0, NULL, 0 } };

const char *
query_arguments_without (uint32_t number)
{
  return number < reductions_count () ? reductions_name (number) : "data";
}

uint32_t
query_arguments_with_count (void)
{
  uint32_t off = ~reductions_default () & (((uint32_t) 1 << reductions_count ()) - 1);
  return (uint32_t) __builtin_popcount (off);
}

const char *
query_arguments_with (uint32_t number)
{
  uint32_t usual = reductions_default (), i = 0;
  assert (number < query_arguments_with_count ());
  while ((usual & ((uint32_t) 1 << i)) || number-- > 0)
    i++;
  return reductions_name (i);
}

/* Switch off what LIST names; `all' are the reductions, which change no verdict. */
static void
switch_off (struct argp_state *state, const char *list, struct decide_options *decide)
{
  uint32_t named = word_set_parse (state, list, "reduction", reductions_count () + 1,
                                   query_arguments_without);
  struct wordlist words;
  const char *problem = NULL;
  assert (named);
  decide->reductions &= ~named;
  if (!wordlist_start (&words, list))
    command_misuse (state, "out of memory");
  while (wordlist_next (&words, &problem))
    decide->ignores_data |= strcmp (words.word, "data") == 0;
  wordlist_clear (&words);
}

/* Append BEFORE and WORD to LIST, which has SIZE bytes. */
static void
append (char *list, size_t size, const char *before, const char *word)
{
  size_t used = strlen (list);
  assert (used + strlen (before) + strlen (word) < size);
  snprintf (list + used, size - used, "%s%s", before, word);
}

static void
choose_engine (struct argp_state *state, const char *name, struct decide_options *decide)
{
  decide->engine = engine_find (name);
  assert (!decide->engine || strcmp (decide->engine->name, name) == 0);
  if (decide->engine || strcmp (name, "auto") == 0)
    return;
  char list[200] = "auto";
  const char *missing = NULL, *last = NULL;
  for (uint32_t i = 0; i < engine_count; i++)
    {
      if (strcmp (engines[i]->name, name) == 0)
        missing = engines[i]->missing;
      if (engines[i]->missing)
        continue;
      if (last)
        append (list, sizeof list, ", ", last);
      last = engines[i]->name;
    }
  append (list, sizeof list, " and ", last);
  if (missing)
    command_misuse (state,
                    "this phaselock was built without %s, which engine %s needs; "
                    "there are %s",
                    missing, name, list);
  command_misuse (state, "there is no engine '%s'; there are %s", name, list);
}

static void
choose_log (struct argp_state *state, const char *list)
{
  const char *problem = NULL;
  if (!LOG_IS_COMPILED_IN)
    command_misuse (state, "this phaselock was built without the log; build one with "
                           "'configure --enable-logging'");
  else if (!log_select (list, &problem))
    command_misuse (state,
                    "'%s' is not a room and level of the log; rooms are folders of "
                    "the sources, levels are 1 to %d: engine:2,witness",
                    problem, LOG_MOST);
}

/* ---- The options of engines. ---- */

/* Has option NUMBER the same name as one before it, which is in the table for both? */
static bool
is_repeated (uint32_t number, const struct engine_option *option)
{
  const struct engine *engine;
  for (uint32_t i = 0; i < number; i++)
    if (strcmp (engine_option (i, &engine)->name, option->name) == 0)
      return true;
  return false;
}

/* What -e, --with and --without take, as the tables have it. */
static void
fill_words (struct query_table *all)
{
  assert (all->options[0].name);
  strcpy (all->engines, "auto");
  for (uint32_t i = 0; i < engine_count; i++)
    if (!engines[i]->missing)
      append (all->engines, sizeof all->engines, "|", engines[i]->name);
  all->with[0] = all->without[0] = 0;
  for (uint32_t i = 0; all->options[i].name; i++)
    {
      struct argp_option *option = &all->options[i];
      if (option->key == 'e')
        option->arg = all->engines;
      char *help = option->key == KEY_WITH ? all->with : all->without;
      if (option->key != KEY_WITH && option->key != KEY_WITHOUT)
        continue;
      append (help, QUERY_HELP_LIMIT, "", option->doc);
      option->doc = help;
    }
  for (uint32_t i = 0; i < query_arguments_with_count (); i++)
    append (all->with, sizeof all->with, i ? ", " : "", query_arguments_with (i));
  for (uint32_t i = 0; i < reductions_count (); i++)
    append (all->without, sizeof all->without, reductions_name (i), ", ");
  append (all->without, sizeof all->without,
          "or all; data: ", "decide models without their data");
}

const struct argp_option *
query_arguments_options (const struct argp *argp, struct query_table *whole)
{
  if (argp != &query_argp && argp != &query_check_argp)
    return argp->options;
  uint32_t count = sizeof table / sizeof *table - 1;
  const struct engine *engine;
  const struct engine_option *option;
  struct argp_option *all = whole->options;
  memcpy (all, table, sizeof table);
  for (uint32_t i = 0; (option = engine_option (i, &engine)); i++)
    {
      bool number = option->kind == ENGINE_OPTION_NUMBER;
      if ((!number && argp == &query_argp) || is_repeated (i, option))
        continue;
      assert (count + 1 < QUERY_OPTIONS_LIMIT);
      all[count++] = (struct argp_option){ option->name,     KEY_ENGINES + (int) i,
                                           option->argument, 0,
                                           option->help,     !number };
    }
  assert (count < QUERY_OPTIONS_LIMIT);
  all[count] = (struct argp_option){ .name = NULL };
  fill_words (whole);
  return all;
}

/* OPTION of an engine was given, with ARGUMENT. */
static void
set_option (struct argp_state *state, const struct engine_option *option,
            const char *argument, struct query_options *options)
{
  uint32_t value = 1;
  assert (!option->argument == !argument);
  if (option->kind == ENGINE_OPTION_NUMBER
      && (!command_parse_number (argument, strlen (argument), UINT32_MAX - 1, &value)
          || value == 0))
    command_misuse (state, "--%s needs a number of steps, 1 or more, not '%s'",
                    option->name, argument);
  if (option->kind == ENGINE_OPTION_FILE)
    {
      options->output = option;
      options->output_path = argument;
      if (strcmp (argument, "-") == 0)
        command_misuse (state,
                        "--%s -: standard output has the findings; give the question a "
                        "file",
                        option->name);
    }
  bool set = engine_set_option (options->decide.settings, option->name, value);
  assert (set);
  (void) set;
}

/* Has the engine that DECIDE asks for an option called NAME, which means something with
   its reductions?  What `auto' does is up to it. */
static bool
has_option (const struct decide_options *decide, const char *name)
{
  for (uint32_t i = 0; decide->engine && i < decide->engine->option_count; i++)
    {
      const struct engine_option *option = &decide->engine->options[i];
      assert (!option->unless || reductions_named (option->unless));
      if (strcmp (option->name, name) == 0)
        return !option->unless
               || !(decide->reductions & reductions_named (option->unless));
    }
  return false;
}

/* Complain of an option that the engine does not have. */
static void
check_engine_options (struct argp_state *state, const struct decide_options *decide)
{
  const struct engine *engine;
  const struct engine_option *option;
  for (uint32_t i = 0; (option = engine_option (i, &engine)); i++)
    {
      if (!decide->settings[i] || has_option (decide, option->name))
        continue;
      char list[200] = "";
      const struct engine_option *other;
      for (uint32_t k = 0; (other = engine_option (k, &engine)); k++)
        if (strcmp (other->name, option->name) == 0)
          {
            size_t used = strlen (list);
            snprintf (list + used, sizeof list - used, "%s-e %s%s%s", used ? ", or " : "",
                      engine->name, other->unless ? " --without " : "",
                      other->unless ? other->unless : "");
          }
      command_misuse (state, "--%s needs %s: %s", option->name, list, option->others);
    }
}

static error_t
parse_option (int key, char *argument, struct argp_state *state)
{
  struct query_options *options = state->input;
  switch (key)
    {
    case 'p': options->patterns = argument; return 0;
    case 'f': options->fields = argument; return 0;
    case 'P': options->processes = argument; return 0;
    case 'a': options->automata = argument; return 0;
    case 'e': choose_engine (state, argument, &options->decide); return 0;
    case KEY_TIMEOUT:
      options->decide.timeout = command_parse_time (state, argument);
      return 0;
    case KEY_MEMORY:
      options->decide.memory = command_parse_memory (state, argument);
      return 0;
    case KEY_LOG: choose_log (state, argument); return 0;
    case KEY_WITH:
      word_set_parse (state, argument, "reduction for --with called",
                      query_arguments_with_count (), query_arguments_with);
      options->decide.reductions
        |= strcmp (argument, "all") == 0 ? REDUCTION_ALL : reductions_named (argument);
      return 0;
    case KEY_WITHOUT: switch_off (state, argument, &options->decide); return 0;
    case ARGP_KEY_END: check_engine_options (state, &options->decide); return 0;
    default: break;
    }
  const struct engine *engine;
  const struct engine_option *option
    = key >= KEY_ENGINES && key < QUERY_KEYS_END
        ? engine_option ((uint32_t) (key - KEY_ENGINES), &engine)
        : NULL;
  if (!option)
    return ARGP_ERR_UNKNOWN;
  set_option (state, option, argument, options);
  return 0;
}

const struct argp query_argp = { table, parse_option, NULL, NULL, NULL, NULL, NULL };
const struct argp query_check_argp
  = { table, parse_option, NULL, NULL, NULL, NULL, NULL };
const struct argp_child query_children[] = { { &query_argp, 0, NULL, 0 }, { 0 } };
const struct argp_child query_input_children[]
  = { { &query_argp, 0, NULL, 0 }, { &input_argp, 0, NULL, 0 }, { 0 } };

bool
query_arguments_parse (const struct argp *argp, int argc, char **argv, void *input,
                       struct query_options *options)
{
  assert (argp->children && argp->children[0].argp->parser == parse_option);
  struct complaints complaints = command_complaints (argv[0]);
  query_options_init (options, &complaints);
  command_parse (argp, argc, argv, input);
  assert (options->automata);
  bool prepared = query_options_prepare (options);
  /* From here on there is something to lose, and work that looks for signals. */
  options->decide.interrupted = interrupt_watch ();
  return prepared;
}

void
query_arguments_narrow (const struct query_options *options, struct input_options *inputs)
{
  const struct pattern_choice *chosen = &options->chosen;
  assert (chosen->automata);
  inputs->java.no_clients = !chosen->claims && !chosen->stuck;
  inputs->java.no_programs = inputs->java.no_clients && !chosen->deadlock;
}
