/* cmd_check.c -- phaselock check: decide the queries of models. */
#include <config.h>

#include <math.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/suggest.h"
#include "base/text.h"
#include "check.h"
#include "command.h"
#include "decide.h"
#include "inputs.h"
#include "interrupt.h"
#include "patterns.h"
#include "phaseauto/reduction.h"
#include "progress.h"
#include "reading.h"
#include "wordlist.h"

struct check
{
  struct inputs inputs;
  enum status status;
  const char *automata;    /* -a */
  const char *patterns;    /* -p */
  const char *fields;      /* -f */
  const char *processes;   /* -P */
  bool as_json, quiet, stats, first;
  enum progress_mode progress_mode;
  struct decide_options options;

  struct pa pa;
  bool *chosen;            /* by automaton */
  struct progress progress;
  bool stop;               /* --first found something, or a signal came */
  bool matched;            /* -f or -P fitted some model */
  uint32_t models;
  struct check_totals totals;
};

enum
{
  KEY_TIMEOUT = 256,
  KEY_MEMORY,
  KEY_FIRST,
  KEY_FORMAT,
  KEY_PROGRESS,
  KEY_STATS,
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
      { "first", KEY_FIRST, NULL, 0, "stop at the first violation", 0 },
      { "format", KEY_FORMAT, "text|jsonl", 0, "how to report (default text)", 0 },
      { "quiet", 'q', NULL, 0, "no table and no progress, only the findings", 0 },
      { "progress", KEY_PROGRESS, "auto|always|never", 0,
        "show where the work is (default auto: when it takes more than a second)", 0 },
      { "stats", KEY_STATS, NULL, 0, "say what it took", 0 },
      { "without", KEY_WITHOUT, "LIST", 0,
        "switch exact reductions off: active, roles, antichains, movers, run-ahead, "
        "private-locks, idle-locks, slicing, transactions, or all", 0 },
      { NULL, 0, NULL, 0, NULL, 0 } };

/* ---- Options. ---- */

static double
parse_amount (struct argp_state *state, const char *argument, const char *what)
{
  char *end;
  double amount = strtod (argument, &end);
  if (end == argument || *end || !(amount > 0) || !isfinite (amount) || amount > 1e9)
    argp_error (state, "'%s' is no %s; it takes a positive number", argument, what);
  return amount;
}

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

static error_t
parse_option (int key, char *argument, struct argp_state *state)
{
  struct check *check = state->input;
  switch (key)
    {
    case 'p':
      check->patterns = argument;
      return 0;
    case 'f':
      check->fields = argument;
      return 0;
    case 'P':
      check->processes = argument;
      return 0;
    case 'a':
      check->automata = argument;
      return 0;
    case 'e':
      for (uint32_t i = 0; i < ENGINE_COUNT; i++)
        if (strcmp (argument, engine_name ((enum engine) i)) == 0)
          {
            check->options.engine = (enum engine) i;
            return 0;
          }
      argp_error (state, "there is no engine '%s'; there are auto, antichain, bdd and "
                  "explicit", argument);
      return 0;
    case KEY_TIMEOUT:
      check->options.timeout = (uint64_t) (parse_amount (state, argument, "time") * 1e9);
      return 0;
    case KEY_MEMORY:
      check->options.memory
        = (uint64_t) (parse_amount (state, argument, "amount of memory") * 1048576.0);
      return 0;
    case KEY_FIRST:
      check->first = true;
      return 0;
    case KEY_FORMAT:
      if (strcmp (argument, "jsonl") == 0)
        check->as_json = true;
      else if (strcmp (argument, "text") != 0)
        argp_error (state, "unknown format '%s'; there are text and jsonl", argument);
      return 0;
    case 'q':
      check->quiet = true;
      return 0;
    case KEY_PROGRESS:
      if (strcmp (argument, "auto") == 0)
        check->progress_mode = PROGRESS_AUTO;
      else if (strcmp (argument, "always") == 0)
        check->progress_mode = PROGRESS_ALWAYS;
      else if (strcmp (argument, "never") == 0)
        check->progress_mode = PROGRESS_NEVER;
      else
        argp_error (state, "'%s' is none of auto, always and never", argument);
      return 0;
    case KEY_STATS:
      check->stats = true;
      return 0;
    case KEY_WITHOUT:
      switch_off (state, argument, &check->options.reductions);
      return 0;
    case ARGP_KEY_ARG:
      check->status = status_worse (check->status, inputs_add (&check->inputs, argument));
      return 0;
    case ARGP_KEY_NO_ARGS:
      argp_error (state, "no model given");
      return 0;
    default:
      return ARGP_ERR_UNKNOWN;
    }
}

/* ---- Choosing fields and processes of a model. ---- */

static enum status
complain_list (const struct eml *eml, const char *what, const char *word,
               const char *problem, const char *best)
{
  text_print_safe (stderr, eml->source.path, strlen (eml->source.path));
  if (problem)
    fprintf (stderr, ": error: %s in the list of %ss\n", problem, what);
  else
    fprintf (stderr, ": error: no %s '%s' in this model%s%s%s\n", what, word,
             best ? "; did you mean '" : "", best ? best : "", best ? "'?" : "");
  return STATUS_BAD_INPUT;
}

static enum status
choose_fields (const struct eml *eml, const char *list, bool *chosen)
{
  const struct pds *pds = &eml->lowering.pds;
  struct wordlist words;
  const char *problem = NULL;
  enum status status = STATUS_FINE;
  if (!wordlist_start (&words, list))
    return complain_list (eml, "field", "", "out of memory", NULL);
  while (wordlist_next (&words, &problem))
    {
      struct suggest suggest;
      suggest_init (&suggest, words.word);
      bool known = false;
      for (uint32_t f = 0; f < pds->fields.count; f++)
        {
          suggest_offer (&suggest, pds->fields.at[f].name);
          if (strcmp (pds->fields.at[f].name, words.word) == 0)
            known = chosen[f] = true;
        }
      if (!known)
        status = complain_list (eml, "field", words.word, NULL, suggest.best);
    }
  if (problem)
    status = complain_list (eml, "field", "", problem, NULL);
  wordlist_clear (&words);
  return status;
}

/* Does WORD name process P: all of it, or, for a copy, without its number? */
static bool
names_process (const struct eml *eml, const char *word, uint32_t p)
{
  const struct pds_process *process = &eml->lowering.pds.processes.at[p];
  const struct model_body *body = &eml->model.bodies.at[process->body];
  return strcmp (process->name, word) == 0
         || strcmp (model_text (&eml->model, body->name), word) == 0;
}

static enum status
choose_processes (const struct eml *eml, const char *list, struct arena *arena,
                  struct decide_options *decide)
{
  const struct pds *pds = &eml->lowering.pds;
  struct wordlist words;
  const char *problem = NULL;
  enum status status = STATUS_FINE;
  VEC (const bool *) allowed = VEC_EMPTY;
  if (!wordlist_start (&words, list))
    return complain_list (eml, "process", "", "out of memory", NULL);
  while (wordlist_next (&words, &problem))
    {
      struct suggest suggest;
      suggest_init (&suggest, words.word);
      bool known = false;
      bool *may = arena_calloc (arena, pds->processes.count + (size_t) 1, sizeof *may);
      for (uint32_t p = 0; p < pds->processes.count; p++)
        {
          const struct model_body *body
            = &eml->model.bodies.at[pds->processes.at[p].body];
          suggest_offer (&suggest, model_text (&eml->model, body->name));
          suggest_offer (&suggest, pds->processes.at[p].name);
          if (names_process (eml, words.word, p))
            known = may[p] = true;
        }
      *vec_push (arena, &allowed) = may;
      if (!known)
        status = complain_list (eml, "process", words.word, NULL, suggest.best);
    }
  if (problem)
    status = complain_list (eml, "process", "", problem, NULL);
  wordlist_clear (&words);
  decide->allowed = allowed.at;
  decide->filtered = allowed.count;
  return status;
}

/* ---- One model. ---- */

static void
show_progress (struct check *check, const struct check_model *model, uint32_t q)
{
  const struct query *query = &model->queries->list.at[q];
  char now[256];
  const struct pds *pds = &model->eml->lowering.pds;
  const char *field = pds->fields.at[query->fields[0]].name;
  const char *more = query->automaton->parameters.count > 1
                       ? pds->fields.at[query->fields[1]].name : "";
  snprintf (now, sizeof now, "%.80s: pattern %.20s, %.60s%s%.60s", model->name,
            query->automaton->name, field, *more ? "," : "", more);
  progress_show (&check->progress, q, model->queries->list.count,
                 check->totals.violations, now);
}

static enum status
decide_model (struct check *check, struct check_model *model,
              struct decide_options *decide, struct verdict *verdicts)
{
  enum status status = STATUS_FINE;
  struct decider decider;
  decider_init (&decider, &model->eml->lowering.pds, decide, model->eml->tree.arena);
  for (uint32_t q = 0; q < model->queries->list.count && !check->stop; q++)
    {
      show_progress (check, model, q);
      verdicts[q] = decide_query (&decider, &model->queries->list.at[q]);
      model->decided = q + 1;
      enum verdict_kind kind = verdicts[q].kind;
      if (kind == VERDICT_VIOLATION)
        {
          check->totals.violations++;
          check->stop |= check->first;
        }
      check->totals.unknown += kind == VERDICT_UNKNOWN;
      check->totals.safe += kind == VERDICT_SAFE;
      check->stop |= interrupt_signal () != 0;
      if (check->as_json)
        {
          progress_clear (&check->progress);
          status = status_worse (status, check_print_record (model, q));
        }
    }
  decider_clear (&decider);
  progress_clear (&check->progress);
  if (!check->as_json)
    check_print_text (model, check->quiet);
  return status;
}

static enum status
check_model (struct eml *eml, const char *name, bool fine, void *context)
{
  struct check *check = context;
  if (!fine || check->stop)
    return STATUS_FINE;
  struct arena *arena = &eml->arena;
  const struct pds *pds = &eml->lowering.pds;
  struct query_filter filter = { check->chosen, NULL };
  struct decide_options decide = check->options;
  if (check->fields)
    {
      bool *fields = arena_calloc (arena, pds->fields.count + (size_t) 1, sizeof *fields);
      enum status status = choose_fields (eml, check->fields, fields);
      if (status != STATUS_FINE)
        return status;
      filter.fields = fields;
    }
  if (check->processes)
    {
      enum status status = choose_processes (eml, check->processes, arena, &decide);
      if (status != STATUS_FINE)
        return status;
    }
  struct queries queries;
  queries_list (&queries, &check->pa.set, pds, &filter, arena);
  struct verdict *verdicts
    = arena_calloc (arena, queries.list.count + (size_t) 1, sizeof *verdicts);
  struct check_model model = { .eml = eml, .name = name, .automata = &check->pa.set,
                               .queries = &queries, .verdicts = verdicts,
                               .stats = check->stats };
  check->models++;
  return decide_model (check, &model, &decide, verdicts);
}

/* ---- The command. ---- */

static void
print_summary (const struct check *check)
{
  if (check->models > 1)
    printf ("%u models: %u violation%s, %u unknown, %u safe\n", (unsigned) check->models,
            (unsigned) check->totals.violations,
            check->totals.violations == 1 ? "" : "s", (unsigned) check->totals.unknown,
            (unsigned) check->totals.safe);
  if (check->totals.safe > 0 && pa_shipped_find (check->automata) && !check->quiet)
    printf ("Safe: no interleaving of two units matches.  Cycles through three or more "
            "units are in no set.\n");
}

enum status
command_check (int argc, char **argv)
{
  static const struct argp argp
    = { options, parse_option, "MODEL|DIR...",
        "Decide, for every pattern, field and ordered choice of fields of an atomic "
        "set, whether an execution of the model matches: exactly, with unbounded "
        "recursion and context switches.\v"
        "Exit status: 0 everything was decided and there is no violation; 10 a "
        "violation; 5 no violation found, but something is unknown; 2 bad usage or "
        "bad input; 4 output could not be written; 6 internal error; 130 or 143 "
        "interrupted.",
        NULL, NULL, NULL };
  struct check check = { .status = STATUS_FINE, .automata = "strict" };
  check.options.reductions = REDUCTION_ALL;
  command_parse (&argp, argc, argv, &check);
  struct quota quota;
  quota_init (&quota);
  pa_init (&check.pa, &quota);
  enum status status = check.status;
  if (quota_checkpoint (&quota))
    {
      fprintf (stderr, "phaselock check: not enough memory for the automata\n");
      status = STATUS_BAD_INPUT;
    }
  else if (patterns_read (&check.pa, check.automata) != STATUS_FINE)
    status = STATUS_BAD_INPUT;
  else
    {
      check.chosen = arena_calloc (&check.pa.arena, check.pa.set.automata.count + (size_t) 1,
                                   sizeof *check.chosen);
      if (!patterns_choose (&check.pa.set, check.patterns, check.chosen, "check"))
        status = STATUS_BAD_INPUT;
      else
        {
          check.options.interrupted = interrupt_watch ();
          progress_start (&check.progress, check.progress_mode, check.quiet);
          struct reading reading = { READING_SYSTEM, false, check_model, &check };
          status = status_worse (status, reading_each (&check.inputs, &reading));
          if (!check.as_json)
            print_summary (&check);
          if (check.totals.violations)
            status = status_worse (status, STATUS_FOUND);
          if (check.totals.unknown)
            status = status_worse (status, STATUS_UNDECIDED);
        }
    }
  pa_clear (&check.pa);
  inputs_clear (&check.inputs);
  return interrupt_status (status);
}
