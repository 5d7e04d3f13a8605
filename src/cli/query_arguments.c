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
  KEY_DEPTH,
  KEY_WITH,
  KEY_WITHOUT,
  KEY_LOG,
};

static const char engine_words[] = "auto"
#define ENGINE(name) "|" #name
#include ENGINE_TABLE
#undef ENGINE
  ;

#define REDUCTION_IN_LIST(name, id, text) name ", "
static const struct argp_option table[]
  = { { "pattern", 'p', "LIST", 0,
        "only these: patterns as 1,4-6, names or titles; race, deadlock, assert (or "
        "assert:LINE), exclusive, patterns (default all)", 0 },
      { "fields", 'f', "LIST", 0,
        "only queries over these fields; names with commas in double quotes", 0 },
      { "processes", 'P', "U,V", 0,
        "only these processes as first, second ... thread, the others as they come; in "
        "a race or deadlock in any order; P means all copies of P[n]", 0 },
      { "automata", 'a', "complete|strict|spin09|FILE", 0,
        "which set of automata (default " PA_DEFAULT_SET ")", 0 },
      { "engine", 'e', engine_words, 0, "how to decide (default auto)", 0 },
      { "timeout", KEY_TIMEOUT, "SECONDS", 0,
        "at most this time for each query; then the query is unknown", 0 },
      { "memory", KEY_MEMORY, "MB", 0,
        "at most this memory for each query; then the query is unknown", 0 },
      { "depth", KEY_DEPTH, "N", 0,
        "-e bmc: consider at most N steps of each process; then the query is unknown", 0 },
      { "with", KEY_WITH, "LIST", 0,
        "switch exact reductions on that do not always pay off: balance", 0 },
      { "without", KEY_WITHOUT, "LIST", 0,
        "switch exact reductions off: " REDUCTIONS (REDUCTION_IN_LIST) "or all; data: "
        "decide models without their data", 0 },
      { "log", KEY_LOG, "ROOM:LEVEL,...", 0,
        "log to standard error: engine:2,witness or all (only in builds with logging)",
        0 },
      { NULL, 0, NULL, 0, NULL, 0 } };

const char *
query_arguments_without (uint32_t number)
{
  return number < REDUCTION_COUNT ? reduction_name (number) : "data";
}

const char *
query_arguments_with (uint32_t number)
{
  assert (number < QUERY_WITH_COUNT);
  (void) number;
  return reduction_name (REDUCTION_NUMBER_BALANCE);
}

/* Switch off what LIST names; `all' are the reductions, which change no verdict. */
static void
switch_off (struct argp_state *state, const char *list, struct decide_options *decide)
{
  uint32_t named = word_set_parse (state, list, "reduction", REDUCTION_COUNT + 1,
                                   query_arguments_without);
  struct wordlist words;
  const char *problem = NULL;
  assert (named);
  decide->reductions &= ~named;
  if (!wordlist_start (&words, list))
    argp_error (state, "out of memory");
  while (wordlist_next (&words, &problem))
    decide->ignores_data |= strcmp (words.word, "data") == 0;
  wordlist_clear (&words);
}

static void
choose_engine (struct argp_state *state, const char *name, struct decide_options *decide)
{
  decide->engine = engine_find (name);
  assert (!decide->engine || strcmp (decide->engine->name, name) == 0);
  if (decide->engine || strcmp (name, "auto") == 0)
    return;
  char list[200] = "auto";
  for (uint32_t i = 0; i < engine_count; i++)
    {
      size_t used = strlen (list);
      assert (used + strlen (engines[i]->name) + 6 < sizeof list);
      snprintf (list + used, sizeof list - used, "%s%s",
                i + 1 < engine_count ? ", " : " and ", engines[i]->name);
    }
#ifndef HAVE_CADICAL
  if (strcmp (name, "bmc") == 0 || strcmp (name, "ic3") == 0)
    argp_error (state, "this phaselock was built without CaDiCaL, which engine %s needs; "
                "there are %s", name, list);
#endif
  argp_error (state, "there is no engine '%s'; there are %s", name, list);
}

static void
choose_log (struct argp_state *state, const char *list)
{
  const char *problem = NULL;
  if (!LOG_IS_COMPILED_IN)
    argp_error (state, "this phaselock was built without the log; build one with "
                "'configure --enable-logging'");
  else if (!log_select (list, &problem))
    argp_error (state, "'%s' is not a room and level of the log; rooms are folders of "
                "the sources, levels are 1 to %d: engine:2,witness", problem, LOG_MOST);
}

/* Does the search that DECIDE asks for go deeper and deeper?  What `auto' does is up to
   it. */
static bool
has_depth (const struct decide_options *decide)
{
  const char *engine = decide->engine ? decide->engine->name : "auto";
  return strcmp (engine, "bmc") == 0
         || (strcmp (engine, "ic3") == 0 && !(decide->reductions & REDUCTION_INDUCTION));
}

static error_t
parse_option (int key, char *argument, struct argp_state *state)
{
  struct query_options *options = state->input;
  switch (key)
    {
    case 'p':
      options->patterns = argument;
      return 0;
    case 'f':
      options->fields = argument;
      return 0;
    case 'P':
      options->processes = argument;
      return 0;
    case 'a':
      options->automata = argument;
      return 0;
    case 'e':
      choose_engine (state, argument, &options->decide);
      return 0;
    case KEY_TIMEOUT:
      options->decide.timeout = command_parse_time (state, argument);
      return 0;
    case KEY_MEMORY:
      options->decide.memory = command_parse_memory (state, argument);
      return 0;
    case KEY_DEPTH:
      if (!command_parse_number (argument, strlen (argument), UINT32_MAX - 1,
                                 &options->decide.depth)
          || options->decide.depth == 0)
        argp_error (state, "--depth needs a number of steps, 1 or more, not '%s'", argument);
      return 0;
    case KEY_LOG:
      choose_log (state, argument);
      return 0;
    case KEY_WITH:
      word_set_parse (state, argument, "reduction for --with called",
                      QUERY_WITH_COUNT, query_arguments_with);
      options->decide.reductions |= REDUCTION_BALANCE;
      return 0;
    case KEY_WITHOUT:
      switch_off (state, argument, &options->decide);
      return 0;
    case ARGP_KEY_END:
      if (options->decide.depth && !has_depth (&options->decide))
        argp_error (state, "--depth needs -e bmc, or -e ic3 --without induction: the other "
                           "searches have no depth");
      return 0;
    default:
      return ARGP_ERR_UNKNOWN;
    }
}

const struct argp query_argp = { table, parse_option, NULL, NULL, NULL, NULL, NULL };
const struct argp_child query_children[] = { { &query_argp, 0, NULL, 0 }, { 0 } };
const struct argp_child query_input_children[]
  = { { &query_argp, 0, NULL, 0 }, { &input_argp, 0, NULL, 0 }, { 0 } };

bool
query_arguments_parse (const struct argp *argp, int argc, char **argv, void *input,
                       struct query_options *options)
{
  assert (argp->children && argp->children[0].argp == &query_argp);
  struct complaints complaints = command_complaints (argv[0]);
  query_options_init (options, &complaints);
  command_parse (argp, argc, argv, input);
  assert (options->automata && (options->decide.reductions & ~REDUCTION_ALL) == 0);
  bool prepared = query_options_prepare (options);
  /* From here on there is something to lose, and work that looks for signals. */
  options->decide.interrupted = interrupt_watch ();
  return prepared;
}
