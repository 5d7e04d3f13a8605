/* reproduce.c -- see reproduce.h. */
#include <config.h>

#include "batch/reproduce.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/engine.h"
#include "phaseauto/reduction.h"

/* A word of a shell, in quotes if need be. */
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

/* The fields as a list of -f: a name with a comma, a quote or blanks in quotes. */
static char *
list_fields (const struct model_queries *model, const struct query *query)
{
  char *text = NULL;
  size_t length = 0;
  FILE *list = open_memstream (&text, &length);
  if (!list)
    return NULL;
  for (uint32_t i = 0; i < query->automaton->parameters.count; i++)
    {
      const char *name = model->eml->lowering.pds.fields.at[query->fields[i]].name;
      bool quoted = *name == 0 || name[strcspn (name, ",\"\\ \t")] != 0;
      fputs (i > 0 ? "," : "", list);
      fputs (quoted ? "\"" : "", list);
      for (const char *c = name; *c; c++)
        {
          if (quoted && (*c == '"' || *c == '\\'))
            fputc ('\\', list);
          fputc (*c, list);
        }
      fputs (quoted ? "\"" : "", list);
    }
  if (fclose (list) != 0)
    {
      free (text);
      return NULL;
    }
  return text;
}

static void
print_reductions (FILE *file, uint32_t reductions)
{
  static const char *const names[] = {
#define REDUCTION_NAME(name, id, text) name,
    REDUCTIONS (REDUCTION_NAME)
#undef REDUCTION_NAME
  };
  const char *before = " --without ";
  for (uint32_t i = 0; i < REDUCTION_COUNT; i++)
    if (!(reductions & ((uint32_t) 1 << i)))
      {
        fprintf (file, "%s%s", before, names[i]);
        before = ",";
      }
}

char *
reproduce_command (const struct query_options *asked, const struct model_queries *model,
                   const char *path, uint32_t number)
{
  const struct query *query = &model->queries.list.at[number];
  char *text = NULL, *fields = list_fields (model, query);
  size_t length = 0;
  FILE *command = fields ? open_memstream (&text, &length) : NULL;
  if (!command)
    {
      free (fields);
      return NULL;
    }
  fputs ("phaselock check", command);
  if (strcmp (asked->automata, "strict") != 0)
    {
      fputs (" -a ", command);
      print_word (command, asked->automata);
    }
  if (query->automaton->numbered)
    fprintf (command, " -p %u", (unsigned) query->automaton->number);
  else
    {
      fputs (" -p ", command);
      print_word (command, query->automaton->name);
    }
  fputs (" -f ", command);
  print_word (command, fields);
  if (asked->processes)
    {
      fputs (" -P ", command);
      print_word (command, asked->processes);
    }
  if (asked->decide.engine)
    fprintf (command, " -e %s", engine_name (asked->decide.engine));
  if (asked->decide.timeout)
    fprintf (command, " --timeout %.9g", (double) asked->decide.timeout / 1e9);
  if (asked->decide.memory)
    fprintf (command, " --memory %.9g", (double) asked->decide.memory / 1048576.0);
  print_reductions (command, asked->decide.reductions);
  fputs (*path == '-' && path[1] ? " -- " : " ", command);
  print_word (command, path);
  free (fields);
  if (fclose (command) != 0)
    {
      free (text);
      return NULL;
    }
  return text;
}
