/* asked.c -- see asked.h. */
#include <config.h>

#include "query/query_options.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <xxhash.h>

#include "base/suggest.h"
#include "base/text.h"
#include "query/patterns.h"
#include "phaseauto/reduction.h"
#include "query/wordlist.h"

/* ---- The automata. ---- */

void
query_options_init (struct query_options *asked, const struct complaints *complaints)
{
  memset (asked, 0, sizeof *asked);
  asked->complaints = *complaints;
  asked->automata = "strict";
  asked->decide.reductions = REDUCTION_ALL;
  quota_init (&asked->quota);
  pa_init (&asked->pa, &asked->quota);
}

bool
query_options_prepare (struct query_options *asked)
{
  const struct complaints *complaints = &asked->complaints;
  if (quota_checkpoint (&asked->quota))
    {
      fprintf (complaints->file, "phaselock %s: not enough memory for the automata\n",
               complaints->command);
      return false;
    }
  if (!patterns_read (&asked->pa, asked->automata, complaints))
    return false;
  asked->chosen = arena_calloc (&asked->pa.arena, asked->pa.set.automata.count + (size_t) 1,
                                sizeof *asked->chosen);
  return patterns_choose (&asked->pa.set, asked->patterns, asked->chosen, complaints);
}

void
query_options_clear (struct query_options *asked)
{
  pa_clear (&asked->pa);
}

/* ---- Choosing fields and processes of a model. ---- */

static bool
complain_list (FILE *file, const struct eml *eml, const char *what, const char *word,
               const char *problem, const char *best)
{
  text_print_safe (file, eml->source.path, strlen (eml->source.path));
  if (problem)
    fprintf (file, ": error: %s in the list of %ss\n", problem, what);
  else
    {
      fprintf (file, ": error: no %s '", what);
      text_print_safe (file, word, strlen (word));
      fputs ("' in this model", file);
      if (best)
        {
          fputs ("; did you mean '", file);
          text_print_safe (file, best, strlen (best));
          fputs ("'?", file);
        }
      fputc ('\n', file);
    }
  return false;
}

static bool
choose_fields (const struct eml *eml, const char *list, FILE *complaints, bool *chosen)
{
  const struct pds *pds = &eml->lowering.pds;
  struct wordlist words;
  const char *problem = NULL;
  bool fine = true;
  if (!wordlist_start (&words, list))
    return complain_list (complaints, eml, "field", "", "out of memory", NULL);
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
        fine = complain_list (complaints, eml, "field", words.word, NULL, suggest.best);
    }
  if (problem)
    fine = complain_list (complaints, eml, "field", "", problem, NULL);
  wordlist_clear (&words);
  return fine;
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

static bool
choose_processes (const struct eml *eml, const char *list, FILE *complaints,
                  struct arena *arena, struct decide_options *decide)
{
  const struct pds *pds = &eml->lowering.pds;
  struct wordlist words;
  const char *problem = NULL;
  bool fine = true;
  VEC (const bool *) allowed = VEC_EMPTY;
  if (!wordlist_start (&words, list))
    return complain_list (complaints, eml, "process", "", "out of memory", NULL);
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
        fine = complain_list (complaints, eml, "process", words.word, NULL, suggest.best);
    }
  if (problem)
    fine = complain_list (complaints, eml, "process", "", problem, NULL);
  wordlist_clear (&words);
  decide->allowed = allowed.at;
  decide->filtered = allowed.count;
  return fine;
}

/* ---- The queries of a model. ---- */

void
model_queries_hash_text (struct model_queries *model)
{
  const struct source *source = &model->eml->source;
  XXH128_hash_t hash = XXH3_128bits (source->text, source->length);
  model->text_hash[0] = hash.high64;
  model->text_hash[1] = hash.low64;
}

bool
model_queries_init (struct model_queries *model, const struct query_options *asked, struct eml *eml,
                  const char *name)
{
  struct arena *arena = &eml->arena;
  FILE *complaints = asked->complaints.file;
  const struct pds *pds = &eml->lowering.pds;
  struct query_filter filter = { asked->chosen, NULL };
  *model = (struct model_queries){ .eml = eml, .name = name, .automata = &asked->pa.set,
                                 .decide = asked->decide };
  model_queries_hash_text (model);
  if (asked->fields)
    {
      bool *fields = arena_calloc (arena, pds->fields.count + (size_t) 1, sizeof *fields);
      if (!choose_fields (eml, asked->fields, complaints, fields))
        return false;
      filter.fields = fields;
    }
  if (asked->processes
      && !choose_processes (eml, asked->processes, complaints, arena, &model->decide))
    return false;
  queries_list (&model->queries, &asked->pa.set, pds, &filter, arena);
  return true;
}

void
query_show_fields (FILE *file, const struct model_queries *model,
                   const struct query *query)
{
  for (uint32_t i = 0; i < query->automaton->parameters.count; i++)
    {
      fputs (i ? "," : "", file);
      text_show_name (file, model->eml->lowering.pds.fields.at[query->fields[i]].name);
    }
}

void
query_report_bug (const struct model_queries *model, const struct query *query,
                  const char *bug, FILE *file)
{
  fprintf (file, "phaselock: internal error: %s\n  at: phaselock check -a ", bug);
  text_show_name (file, model->automata->name);
  fputs (" -p ", file);
  text_show_name (file, query->automaton->name);
  fputs (" -f ", file);
  query_show_fields (file, model, query);
  fputc (' ', file);
  text_print_safe (file, model->eml->source.path, strlen (model->eml->source.path));
  fputs ("\n  The query is left undecided.  Please report this with the model.\n", file);
}

void
query_describe (const struct model_queries *model, uint32_t number, char *text,
                      size_t size)
{
  const struct query *query = &model->queries.list.at[number];
  const struct pds *pds = &model->eml->lowering.pds;
  bool more = query->automaton->parameters.count > 1;
  snprintf (text, size, "%.60s: pattern %.20s, %.30s%s%.30s", model->name,
            query->automaton->name, pds->fields.at[query->fields[0]].name,
            more ? "," : "", more ? pds->fields.at[query->fields[1]].name : "");
}
