/* asked.c -- see asked.h. */
#include <config.h>

#include "asked.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <xxhash.h>

#include "base/suggest.h"
#include "base/text.h"
#include "command.h"
#include "interrupt.h"
#include "patterns.h"
#include "phaseauto/reduction.h"
#include "wordlist.h"

/* ---- Options. ---- */

enum
{
  KEY_TIMEOUT = ASKED_KEYS,
  KEY_MEMORY,
  KEY_WITHOUT,
};

#define REDUCTION_IN_LIST(name, id, text) name ", "
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
        "switch exact reductions off: " REDUCTIONS (REDUCTION_IN_LIST) "or all", 0 },
      { NULL, 0, NULL, 0, NULL, 0 } };

static void
switch_off (struct argp_state *state, const char *list, uint32_t *reductions)
{
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
          suggest_offer (&suggest, reduction_name (i));
          if (strcmp (words.word, reduction_name (i)) == 0)
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
  struct asked *asked = state->input;
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
      for (uint32_t i = 0; i < ENGINE_COUNT; i++)
        if (strcmp (argument, engine_name ((enum engine) i)) == 0)
          {
            asked->decide.engine = (enum engine) i;
            return 0;
          }
      argp_error (state, "there is no engine '%s'; there are auto, antichain, bdd and "
                  "explicit", argument);
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

const struct argp asked_argp = { options, parse_option, NULL, NULL, NULL, NULL, NULL };

/* ---- The automata. ---- */

void
asked_init (struct asked *asked)
{
  memset (asked, 0, sizeof *asked);
  asked->automata = "strict";
  asked->decide.reductions = REDUCTION_ALL;
  quota_init (&asked->quota);
  pa_init (&asked->pa, &asked->quota);
}

enum status
asked_prepare (struct asked *asked, const char *command)
{
  if (quota_checkpoint (&asked->quota))
    {
      fprintf (stderr, "phaselock %s: not enough memory for the automata\n", command);
      return STATUS_BAD_INPUT;
    }
  if (patterns_read (&asked->pa, asked->automata) != STATUS_FINE)
    return STATUS_BAD_INPUT;
  asked->chosen = arena_calloc (&asked->pa.arena, asked->pa.set.automata.count + (size_t) 1,
                                sizeof *asked->chosen);
  if (!patterns_choose (&asked->pa.set, asked->patterns, asked->chosen, command))
    return STATUS_BAD_INPUT;
  asked->decide.interrupted = interrupt_watch ();
  return STATUS_FINE;
}

void
asked_clear (struct asked *asked)
{
  pa_clear (&asked->pa);
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
    {
      fprintf (stderr, ": error: no %s '", what);
      text_print_safe (stderr, word, strlen (word));
      fputs ("' in this model", stderr);
      if (best)
        {
          fputs ("; did you mean '", stderr);
          text_print_safe (stderr, best, strlen (best));
          fputs ("'?", stderr);
        }
      fputc ('\n', stderr);
    }
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

/* ---- The queries of a model. ---- */

void
asked_hash_text (struct asked_model *model)
{
  const struct source *source = &model->eml->source;
  XXH128_hash_t hash = XXH3_128bits (source->text, source->length);
  model->text_hash[0] = hash.high64;
  model->text_hash[1] = hash.low64;
}

enum status
asked_model_init (struct asked_model *model, const struct asked *asked, struct eml *eml,
                  const char *name)
{
  struct arena *arena = &eml->arena;
  const struct pds *pds = &eml->lowering.pds;
  struct query_filter filter = { asked->chosen, NULL };
  *model = (struct asked_model){ .eml = eml, .name = name, .automata = &asked->pa.set,
                                 .decide = asked->decide };
  asked_hash_text (model);
  if (asked->fields)
    {
      bool *fields = arena_calloc (arena, pds->fields.count + (size_t) 1, sizeof *fields);
      enum status status = choose_fields (eml, asked->fields, fields);
      if (status != STATUS_FINE)
        return status;
      filter.fields = fields;
    }
  if (asked->processes)
    {
      enum status status = choose_processes (eml, asked->processes, arena, &model->decide);
      if (status != STATUS_FINE)
        return status;
    }
  queries_list (&model->queries, &asked->pa.set, pds, &filter, arena);
  return STATUS_FINE;
}

void
asked_show_fields (FILE *file, const struct asked_model *model,
                   const struct query *query)
{
  for (uint32_t i = 0; i < query->automaton->parameters.count; i++)
    {
      fputs (i ? "," : "", file);
      text_show_name (file, model->eml->lowering.pds.fields.at[query->fields[i]].name);
    }
}

void
asked_report_bug (const struct asked_model *model, const struct query *query,
                  const char *bug)
{
  fprintf (stderr, "phaselock: internal error: %s\n  at: phaselock check -a ", bug);
  text_show_name (stderr, model->automata->name);
  fputs (" -p ", stderr);
  text_show_name (stderr, query->automaton->name);
  fputs (" -f ", stderr);
  asked_show_fields (stderr, model, query);
  fputc (' ', stderr);
  text_print_safe (stderr, model->eml->source.path, strlen (model->eml->source.path));
  fputs ("\n  The query is left undecided.  Please report this with the model.\n", stderr);
}

void
asked_describe_query (const struct asked_model *model, uint32_t number, char *text,
                      size_t size)
{
  const struct query *query = &model->queries.list.at[number];
  const struct pds *pds = &model->eml->lowering.pds;
  bool more = query->automaton->parameters.count > 1;
  snprintf (text, size, "%.60s: pattern %.20s, %.30s%s%.30s", model->name,
            query->automaton->name, pds->fields.at[query->fields[0]].name,
            more ? "," : "", more ? pds->fields.at[query->fields[1]].name : "");
}
