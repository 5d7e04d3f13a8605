/* reproduce.c -- see reproduce.h. */
#include <config.h>

#include "batch/reproduce.h"

#include <assert.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "engine/engine.h"

/* Print a word for a shell, in quotes if necessary. */
static void
print_word (FILE *file, const char *word)
{
  static const char plain[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
                              "0123456789_-+=.,:/@%";
  if (*word && word[strspn (word, plain)] == 0)
    {
      fputs (word, file);
      return;
    }
  fputc ('\'', file);
  for (; *word; word++)
    if (*word == '\'')
      fputs ("'\\''", file);
    else
      fputc (*word, file);
  fputc ('\'', file);
}

/* Print an option and its argument. */
static void
print_option (FILE *file, const char *option, const char *argument)
{
  assert (option[0] == '-' && argument);
  fprintf (file, " %s ", option);
  print_word (file, argument);
}

static void
print_query (FILE *file, const struct model_queries *model, const struct query *query)
{
  char *fields = NULL;
  size_t length = 0;
  assert (query->automaton && model->subject);
  FILE *list = open_memstream (&fields, &length);
  if (!list)
    quota_exhaust (model->subject->arena.quota, QUOTA_MEMORY);
  for (uint32_t i = 0; i < query->automaton->parameters.count; i++)
    {
      fputs (i > 0 ? "," : "", list);
      text_print_name (
        list, model->subject->projection.pds.fields.at[query->fields[i].index].name);
    }
  if (fclose (list) != 0)
    quota_exhaust (model->subject->arena.quota, QUOTA_MEMORY);
  char *word = NULL;
  FILE *memory = query->kind == QUERY_ASSERT ? open_memstream (&word, &length) : NULL;
  if (memory)
    {
      query_print_word (memory, model, query);
      if (fclose (memory) != 0)
        quota_exhaust (model->subject->arena.quota, QUOTA_MEMORY);
    }
  print_option (file, "-p", word ? word : query->automaton->name);
  free (word);
  if (query->automaton->parameters.count > 0)
    print_option (file, "-f", fields);
  free (fields);
}

static void
print_reductions (FILE *file, uint32_t reductions, bool without_data)
{
  const char *before = " --without ";
  if (without_data)
    {
      fprintf (file, "%sdata", before);
      before = ",";
    }
  uint32_t usual = reductions_default ();
  for (uint32_t i = 0; i < reductions_count (); i++)
    if ((usual & ~reductions) & ((uint32_t) 1 << i))
      {
        fprintf (file, "%s%s", before, reductions_name (i));
        before = ",";
      }
  before = " --with ";
  for (uint32_t i = 0; i < reductions_count (); i++)
    if ((reductions & ~usual) & ((uint32_t) 1 << i))
      {
        fprintf (file, "%s%s", before, reductions_name (i));
        before = ",";
      }
}

void
reproduce_options (FILE *file, const struct query_options *options,
                   const struct model_queries *model, const struct query *query)
{
  const struct decide_options *decide = &options->decide;
  assert (!model == !query);
  if (strcmp (options->automata, PA_DEFAULT_SET) != 0)
    print_option (file, "-a", options->automata);
  if (query)
    print_query (file, model, query);
  if (options->processes)
    print_option (file, "-P", options->processes);
  if (decide->engine)
    print_option (file, "-e", engine_name (decide->engine));
  if (decide->timeout)
    fprintf (file, " --timeout %.9g", (double) decide->timeout / 1e9);
  if (decide->memory)
    fprintf (file, " --memory %.9g", (double) decide->memory / 1048576.0);
  const struct engine *engine;
  const struct engine_option *option;
  for (uint32_t i = 0; (option = engine_option (i, &engine)); i++)
    if (decide->settings[i] && engine == decide->engine
        && option->kind == ENGINE_OPTION_NUMBER)
      fprintf (file, " --%s %" PRIu64, option->name, decide->settings[i]);
  print_reductions (file, decide->reductions, decide->ignores_data);
}

char *
reproduce_command (const struct query_options *options, const struct model_queries *model,
                   const char *path, uint32_t number)
{
  assert (number < model->queries.list.count);
  char *text = NULL;
  size_t length = 0;
  FILE *command = open_memstream (&text, &length);
  if (!command)
    return NULL;
  fputs ("phaselock check", command);
  reproduce_options (command, options, model, &model->queries.list.at[number]);
  const struct provenance *provenance = model->subject->provenance;
  fputs (*path == '-' && path[1] ? " -- " : " ", command);
  if (!provenance)
    print_word (command, path);
  for (uint32_t i = 0; provenance && i < provenance->words.count; i++)
    {
      fputs (i ? " " : "", command);
      print_word (command, provenance->words.at[i]);
    }
  if (fclose (command) == 0)
    return text;
  free (text);
  return NULL;
}
