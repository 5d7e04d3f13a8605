/* query_options.c -- see query_options.h. */
#include <config.h>

#include "results/query_options.h"

#include <assert.h>
#include <fnmatch.h>
#include <stdio.h>
#include <string.h>
#include <xxhash.h>

#include "base/log.h"
#include "base/suggest.h"
#include "base/text.h"
#include "engine/reductions.h"
#include "ir/identity.h"
#include "query/wordlist.h"

/* ---- The automata. ---- */

void
query_options_init (struct query_options *options, const struct complaints *complaints)
{
  assert (complaints->file && complaints->command);
  memset (options, 0, sizeof *options);
  options->complaints = *complaints;
  options->automata = PA_DEFAULT_SET;
  options->decide.reductions = reductions_default ();
  quota_init (&options->quota);
  pa_init (&options->pa, &options->quota);
}

bool
query_options_prepare (struct query_options *options)
{
  const struct complaints *complaints = &options->complaints;
  assert (!options->chosen.automata);
  if (quota_checkpoint (&options->quota))
    {
      fprintf (complaints->file, "phaselock %s: not enough memory for the automata\n",
               complaints->command);
      return false;
    }
  if (!patterns_read (&options->pa, options->automata, complaints))
    return false;
  return patterns_choose (&options->pa, options->patterns, &options->chosen, complaints);
}

void
query_options_clear (struct query_options *options)
{
  pa_clear (&options->pa);
}

/* ---- Choosing fields and processes of a model. ---- */

/* A list of names of things of a model: the fields of -f or the processes of -P. */
struct name_list
{
  const struct ir_subject *subject;
  struct arena *arena;
  const char *list;
  bool processes; /* or fields */
  FILE *complaints;
  struct word_fits *fits; /* or null */
  /* By word, by process: does the word name it?  Of fields there is one row for all
     words. */
  VEC (const bool *) rows;
};

static bool
complain (const struct name_list *names, const char *problem)
{
  text_print_safe (names->complaints, names->subject->source.path,
                   strlen (names->subject->source.path));
  fprintf (names->complaints, ": error: %s in the list of %s\n", problem,
           names->processes ? "processes" : "fields");
  return false;
}

static bool
complain_of_word (const struct name_list *names, const struct suggest *suggest)
{
  FILE *file = names->complaints;
  assert (!suggest->best || suggest->distance > 0);
  text_print_safe (file, names->subject->source.path,
                   strlen (names->subject->source.path));
  fprintf (file, ": error: no %s '", names->processes ? "process" : "field");
  text_print_safe (file, suggest->word, strlen (suggest->word));
  fputs ("' in this model", file);
  if (suggest->best)
    {
      fputs ("; did you mean '", file);
      text_print_safe (file, suggest->best, strlen (suggest->best));
      fputs ("'?", file);
    }
  fputc ('\n', file);
  return false;
}

/* Does a field called NAME fit WORD, though it is not its name? */
static bool
fits_word (const char *name, const char *word)
{
  size_t length = strlen (name), tail = strlen (word);
  bool ends = length > tail + 1 && name[length - tail - 1] == '.'
              && strcmp (name + length - tail, word) == 0;
  return ends || (strpbrk (word, "*?") && fnmatch (word, name, 0) == 0)
         || (strpbrk (word, "*?") && strchr (name, '.')
             && fnmatch (word, strchr (name, '.') + 1, 0) == 0);
}

/* Is NAME "WORD[]", with or without something before a dot: what an array or collection
   called WORD has in it? */
static bool
fits_contents (const char *name, const char *word)
{
  size_t length = strlen (name), tail = strlen (word);
  if (length < tail + 2 || strcmp (name + length - 2, "[]") != 0)
    return false;
  const char *begin = name + (length - 2 - tail);
  return strncmp (begin, word, tail) == 0 && (begin == name || begin[-1] == '.');
}

bool
query_match_fields (const struct ir_subject *subject, const char *word, bool *matching)
{
  const struct pds *pds = &subject->projection.pds;
  bool exact = false, any = false;
  assert (*word);
  for (uint32_t i = 0; i < pds->fields.count; i++)
    exact |= strcmp (pds->fields.at[i].name, word) == 0;
  for (uint32_t i = 0; i < pds->fields.count; i++)
    {
      const char *name = pds->fields.at[i].name;
      matching[i] = exact ? strcmp (name, word) == 0 : fits_word (name, word);
      any |= matching[i];
    }
  for (uint32_t i = 0, found = any; i < pds->fields.count && !found; i++)
    {
      matching[i] = fits_contents (pds->fields.at[i].name, word);
      any |= matching[i];
    }
  return any;
}

/* Mark in CHOSEN what WORD names.  A copy of a process has two names: with its number,
   and without. */
static bool
mark_word (const struct name_list *names, const char *word, bool *chosen)
{
  const struct ir_subject *subject = names->subject;
  const struct pds *pds = &subject->projection.pds;
  struct suggest suggest;
  bool known = false;
  assert (*word);
  suggest_init (&suggest, word);
  uint32_t count = names->processes ? pds->processes.count : pds->fields.count;
  for (uint32_t i = 0; i < count; i++)
    {
      const char *full
        = names->processes ? pds->processes.at[i].name : pds->fields.at[i].name;
      const char *bare = full;
      if (names->processes)
        bare = ir_text (&subject->model,
                        subject->model.bodies.at[pds->processes.at[i].body.index].name);
      if (!names->processes && strrchr (full, '.'))
        suggest_offer (&suggest, strrchr (full, '.') + 1);
      suggest_offer (&suggest, bare);
      suggest_offer (&suggest, full);
      if (strcmp (full, word) == 0 || strcmp (bare, word) == 0)
        known = chosen[i] = true;
    }
  if (!known && !names->processes)
    {
      bool *matching = arena_calloc (names->arena, count + (size_t) 1, sizeof *matching);
      known = query_match_fields (subject, word, matching);
      for (uint32_t i = 0; i < count; i++)
        chosen[i] |= matching[i];
    }
  LOG (2, "%s %s: %s", names->processes ? "process" : "field", word,
       known ? "chosen" : "unknown");
  if (names->fits)
    word_fits_add (names->fits, &suggest, names->processes, known);
  return known || (!names->fits && complain_of_word (names, &suggest));
}

/* Mark what all words name; false, with complaints, if one names nothing. */
static bool
mark_words (struct name_list *names, struct arena *arena)
{
  const struct pds *pds = &names->subject->projection.pds;
  size_t count = names->processes ? pds->processes.count : pds->fields.count;
  struct wordlist words;
  const char *problem = NULL;
  bool fine = true, *row = NULL;
  if (!wordlist_start (&words, names->list))
    return complain (names, "out of memory");
  bool all = names->processes || !names->fits, any = false;
  while (wordlist_next (&words, &problem))
    {
      if (!row || names->processes)
        {
          row = arena_calloc (arena, count + 1, sizeof *row);
          *vec_push (arena, &names->rows) = row;
        }
      bool known = mark_word (names, words.word, row);
      fine &= known || !all;
      any |= known;
    }
  fine &= any;
  if (problem)
    fine = complain (names, problem);
  wordlist_clear (&words);
  assert (!fine || names->rows.count > 0);
  return fine;
}

/* ---- The queries of a model. ---- */

void
model_queries_hash_text (struct model_queries *model)
{
  size_t length;
  const struct ir *ir = &model->subject->flow;
  const void *bytes = ir_identity (ir, ir->arena, &length);
  assert (length > 0);
  XXH128_hash_t hash = XXH3_128bits (bytes, length);
  model->text_hash[0] = hash.high64;
  model->text_hash[1] = hash.low64;
}

/* Does claim number C say that an assert does not go wrong, which is a claim itself? */
static bool
is_second (const struct ir *flow, uint32_t c)
{
  assert (c < flow->claims.count);
  for (uint32_t i = 0; i < flow->claims.count && !flow->claims.at[c].is_assert; i++)
    if (flow->claims.at[i].is_assert
        && flow->claims.at[i].span.begin == flow->claims.at[c].span.begin)
      return true;
  return false;
}

/* Which asserts of SUBJECT are asked about; false, with a complaint, if there is none
   where the options want one. */
static bool
choose_claims (const struct query_options *options, struct ir_subject *subject,
               struct query_filter *filter)
{
  const struct ir *flow = &subject->flow;
  filter->claims = flow->claims.count;
  if (options->only_reached)
    {
      bool *reached = arena_calloc (&subject->arena, flow->claims.count + (size_t) 1,
                                    sizeof *reached);
      for (uint32_t c = 0; c < flow->claims.count; c++)
        reached[c] = flow->claims.at[c].is_reached;
      filter->claim = reached;
      return true;
    }
  const struct pattern_choice *choice = &options->chosen;
  bool is_java = subject->provenance && subject->provenance->is_program;
  bool *chosen
    = arena_calloc (&subject->arena, flow->claims.count + (size_t) 1, sizeof *chosen);
  for (uint32_t c = 0; c < flow->claims.count && choice->places.count == 0; c++)
    chosen[c] = flow->claims.at[c].is_assert
                  ? choice->asserts
                  : choice->wrong || (choice->asserts && !is_java);
  filter->claim = chosen;
  for (uint32_t i = 0; i < options->chosen.places.count; i++)
    {
      const struct pattern_place *wanted = &options->chosen.places.at[i];
      bool found = false;
      assert (wanted->line > 0);
      for (uint32_t c = 0; c < flow->claims.count; c++)
        {
          struct source_place place
            = source_place (&subject->source, flow->claims.at[c].span.begin);
          bool here = place.line == wanted->line
                      && (wanted->column == 0 || place.column == wanted->column)
                      && !(wanted->wrong && flow->claims.at[c].is_assert)
                      && !(is_java && !wanted->wrong && !flow->claims.at[c].is_assert)
                      && !(wanted->column > 0 && !wanted->wrong && is_second (flow, c));
          chosen[c] |= here;
          found |= here;
        }
      if (found)
        continue;
      FILE *file = options->complaints.file;
      text_print_safe (file, subject->source.path, strlen (subject->source.path));
      fprintf (file, ": error: no assert, and nothing that could go wrong, in line %u",
               (unsigned) wanted->line);
      if (wanted->column)
        fprintf (file, ", column %u", (unsigned) wanted->column);
      fputc ('\n', file);
      return false;
    }
  return true;
}

bool
model_queries_init (struct model_queries *model, const struct query_options *options,
                    struct ir_subject *subject, const char *name)
{
  assert (options->chosen.automata);
  struct arena *arena = &subject->arena;
  struct query_filter filter = { .automata = options->chosen.automata,
                                 .race = options->chosen.race,
                                 .deadlock = options->chosen.deadlock };
  query_filter_fit (&filter, subject, options->pa.set.automata.count, arena);
  if (options->chosen.claims && !options->decide.ignores_data
      && !choose_claims (options, subject, &filter))
    return false;
  if (options->chosen.exclusive && !options->decide.ignores_data)
    filter.exclusive = subject->flow.exclusive;
  filter.stuck = options->chosen.stuck && !options->decide.ignores_data;
  if (subject->provenance && subject->provenance->has_program)
    filter.stuck = filter.stuck && subject->provenance->is_program;
  else if (filter.stuck && subject->provenance)
    {
      text_print_safe (options->complaints.file, name, strlen (name));
      fputs (": error: 'stuck' is a question about models in EML; a model that is made "
             "from a program does not say who wakes whom\n",
             options->complaints.file);
      return false;
    }
  *model = (struct model_queries){ .subject = subject,
                                   .name = name,
                                   .automata = &options->pa.set,
                                   .decide = options->decide };
  if (subject->provenance && model->decide.data_budget == 0)
    model->decide.data_budget = subject->provenance->data_budget;
  model_queries_hash_text (model);
  struct name_list fields
    = { subject,       arena,    options->fields, false, options->complaints.file,
        options->fits, VEC_EMPTY };
  struct name_list processes
    = { subject,       arena,    options->processes, true, options->complaints.file,
        options->fits, VEC_EMPTY };
  if (options->fields)
    {
      if (!mark_words (&fields, arena))
        return options->fits;
      assert (fields.rows.count == 1);
      filter.fields = fields.rows.at[0];
    }
  if (options->processes && !mark_words (&processes, arena))
    return options->fits;
  assert (!options->processes == (processes.rows.count == 0));
  model->decide.only.allowed = processes.rows.at;
  model->decide.only.filtered = processes.rows.count;
  model->fields = filter.fields;
  queries_list (&model->queries, &options->pa.set, &subject->projection.pds, &filter,
                arena);
  model->discipline = discipline_new (subject, arena);
  LOG (1, "model %s: %u queries", name, (unsigned) model->queries.list.count);
  return true;
}

void
query_print_word (FILE *file, const struct model_queries *model,
                  const struct query *query)
{
  if (query->kind != QUERY_ASSERT)
    {
      text_print_name (file, query->automaton->name);
      return;
    }
  const struct ir_subject *subject = model->subject;
  assert (query->claim < subject->flow.claims.count);
  const struct ir_claim *claim = &subject->flow.claims.at[query->claim];
  struct source_place place = source_place (&subject->source, claim->span.begin);
  fprintf (file, "%s:%u:%u", claim->is_assert ? query->automaton->name : PATTERNS_WRONG,
           (unsigned) place.line, (unsigned) place.column);
}

void
query_show_question (FILE *file, const struct model_queries *model,
                     const struct query *query)
{
  if (query->kind == QUERY_PATTERN)
    fputs ("pattern ", file);
  if (query->kind == QUERY_ASSERT)
    query_print_word (file, model, query);
  else
    text_show_name (file, query->automaton->name);
}

void
query_show_fields (FILE *file, const struct model_queries *model,
                   const struct query *query)
{
  for (uint32_t i = 0; i < query->automaton->parameters.count; i++)
    {
      field_id field = query->fields[i];
      assert (field.index < model->subject->projection.pds.fields.count);
      fputs (i ? "," : "", file);
      text_show_name (file, model->subject->projection.pds.fields.at[field.index].name);
    }
}

void
query_show_choice (FILE *file, const struct model_queries *model,
                   const struct query *query)
{
  assert (query->automaton);
  fputs ("-p ", file);
  if (query->kind == QUERY_ASSERT)
    query_print_word (file, model, query);
  else
    text_show_name (file, query->automaton->name);
  if (query->automaton->parameters.count > 0)
    fputs (" -f ", file);
  query_show_fields (file, model, query);
}

void
query_report_bug (const struct model_queries *model, const struct query *query,
                  const char *bug, FILE *file)
{
  assert (bug);
  fprintf (file, "phaselock: internal error: %s\n  at: phaselock check -a ", bug);
  text_show_name (file, model->automata->name);
  fputc (' ', file);
  query_show_choice (file, model, query);
  fputc (' ', file);
  text_print_safe (file, model->subject->source.path,
                   strlen (model->subject->source.path));
  fputs ("\n  The query is left undecided.  Please report this with the model.\n", file);
}

void
query_describe (const struct model_queries *model, uint32_t number, char *text,
                size_t size)
{
  assert (number < model->queries.list.count);
  const struct query *query = &model->queries.list.at[number];
  const struct pds *pds = &model->subject->projection.pds;
  uint32_t count = query->automaton->parameters.count;
  assert (model->name && size > 0);
  snprintf (
    text, size, "%.60s: %s%.20s%s%.30s%s%.30s", model->name,
    query->kind == QUERY_PATTERN ? "pattern " : "", query->automaton->name,
    count > 0 ? ", " : "", count > 0 ? pds->fields.at[query->fields[0].index].name : "",
    count > 1 ? "," : "", count > 1 ? pds->fields.at[query->fields[1].index].name : "");
}
