/* query_arguments.c -- see query_arguments.h. */
#include <config.h>

#include "cli/query_arguments.h"

#include <stdio.h>
#include <string.h>

#include "base/suggest.h"
#include "cli/command.h"
#include "engine/engine.h"
#include "phaseauto/reduction.h"
#include "query/wordlist.h"

enum
{
  KEY_TIMEOUT = QUERY_KEYS,
  KEY_MEMORY,
  KEY_WITHOUT,
};

static const struct argp_option options[]
  = { { "pattern", 'p', "LIST", 0, "only these patterns: 1,4-6 or names (default all)", 0 },
      { "fields", 'f', "LIST", 0,
        "only queries over these fields; names with commas in double quotes", 0 },
      { "processes", 'P', "U,V", 0,
        "only these as first, second ... thread; a bare name of a P[n] means all copies", 0 },
      { "automata", 'a', "strict|spin09|complete|FILE", 0,
        "which set of automata (default strict)", 0 },
      { "engine", 'e', "auto|antichain|bdd|explicit", 0, "how to decide (default auto)", 0 },
      { "timeout", KEY_TIMEOUT, "SECONDS", 0, "per query; then it is unknown", 0 },
      { "memory", KEY_MEMORY, "MB", 0, "per query; then it is unknown", 0 },
      { "without", KEY_WITHOUT, "LIST", 0,
        "switch exact reductions off: active, units, common-locks, roles, antichains, movers, run-ahead, "
        "private-locks, idle-locks, guarded-locks, lazy-locks, samples, slicing, "
        " transactions, or all", 0 },
      { NULL, 0, NULL, 0, NULL, 0 } };

static void
switch_off (struct argp_state *state, const char *list, uint32_t *reductions)
{
  static const char *const names[] = {
#define REDUCTION_NAME(name, id, text) name,
    REDUCTIONS (REDUCTION_NAME)
#undef REDUCTION_NAME
  };
  struct wordlist words;
  const char *problem = NULL;
  if (!wordlist_start (&words, list))
    argp_error (state, "out of memory");
  while (wordlist_next (&words, &problem))
    {
      struct suggest suggest;
      suggest_init (&suggest, words.word);
      suggest_offer (&suggest, "all");
      bool known = strcmp (words.word, "all") == 0;
      if (known)
        *reductions = 0;
      for (uint32_t i = 0; i < REDUCTION_COUNT; i++)
        {
          suggest_offer (&suggest, names[i]);
          if (strcmp (words.word, names[i]) == 0)
            {
              known = true;
              *reductions &= ~((uint32_t) 1 << i);
            }
        }
      if (!known)
        argp_error (state, "there is no reduction '%s'%s%s%s", words.word,
                    suggest.best ? "; did you mean '" : "",
                    suggest.best ? suggest.best : "", suggest.best ? "'?" : "");
    }
  if (problem)
    argp_error (state, "%s in '%s'", problem, list);
  wordlist_clear (&words);
}

static void
choose_engine (struct argp_state *state, const char *name, struct decide_options *decide)
{
  decide->engine = engine_find (name);
  if (decide->engine || strcmp (name, "auto") == 0)
    return;
  char list[200] = "auto";
  for (uint32_t i = 0; i < engine_count; i++)
    {
      size_t used = strlen (list);
      snprintf (list + used, sizeof list - used, "%s%s",
                i + 1 < engine_count ? ", " : " and ", engines[i]->name);
    }
  argp_error (state, "there is no engine '%s'; there are %s", name, list);
}

static error_t
parse_option (int key, char *argument, struct argp_state *state)
{
  struct query_options *asked = state->input;
  switch (key)
    {
    case 'p':
      asked->patterns = argument;
      return 0;
    case 'f':
      asked->fields = argument;
      return 0;
    case 'P':
      asked->processes = argument;
      return 0;
    case 'a':
      asked->automata = argument;
      return 0;
    case 'e':
      choose_engine (state, argument, &asked->decide);
      return 0;
    case KEY_TIMEOUT:
      asked->decide.timeout = (uint64_t) (command_amount (state, argument, "time") * 1e9);
      return 0;
    case KEY_MEMORY:
      asked->decide.memory
        = (uint64_t) (command_amount (state, argument, "amount of memory") * 1048576.0);
      return 0;
    case KEY_WITHOUT:
      switch_off (state, argument, &asked->decide.reductions);
      return 0;
    default:
      return ARGP_ERR_UNKNOWN;
    }
}

const struct argp query_argp = { options, parse_option, NULL, NULL, NULL, NULL, NULL };
