/* command_line.c -- see command_line.h. */
#include <config.h>

#include "cli/command_line.h"

#include <assert.h>
#include <string.h>

#include "base/scribe.h"
#include "base/text.h"
#include "engine/engine.h"

void
command_line_start (struct command_line *line, const char *command, struct arena *arena)
{
  *line = (struct command_line){ .arena = arena };
  command_line_add (line, "phaselock");
  command_line_add (line, command);
}

void
command_line_add (struct command_line *line, const char *word)
{
  assert (word);
  *vec_push (line->arena, &line->words) = word;
}

void
command_line_add_option (struct command_line *line, const char *option, const char *value)
{
  assert (*option == '-');
  if (!value)
    return;
  command_line_add (line, option);
  command_line_add (line, value);
}

void
command_line_add_path (struct command_line *line, const char *path)
{
  bool like_an_option = path[0] == '-' && path[1];
  if (like_an_option)
    path = arena_format (line->arena, "./%s", path);
  command_line_add (line, path);
}

void
command_line_add_model (struct command_line *line, const struct ir_subject *subject)
{
  const struct provenance *provenance = subject->provenance;
  if (!provenance)
    command_line_add_path (line, arena_format (line->arena, "%s", subject->source.path));
  assert (!provenance || provenance->words.count > 0);
  for (uint32_t i = 0; provenance && i < provenance->words.count; i++)
    command_line_add (line, arena_format (line->arena, "%s", provenance->words.at[i]));
}

void
command_line_add_sources (struct command_line *line, const struct input_options *inputs)
{
  assert (inputs->sources || inputs->source_count == 0);
  for (uint32_t i = 0; i < inputs->source_count; i++)
    command_line_add_option (line, "--source", inputs->sources[i]);
}

/* Unless there is none. */
static void
add_limit (struct command_line *line, const char *option, double limit)
{
  assert (limit >= 0);
  if (limit > 0)
    command_line_add_option (line, option, arena_format (line->arena, "%.9g", limit));
}

void
command_line_add_decision (struct command_line *line, const struct query_options *options)
{
  assert (options->automata);
  if (strcmp (options->automata, PA_DEFAULT_SET) != 0)
    command_line_add_option (line, "-a", options->automata);
  if (options->decide.engine)
    command_line_add_option (line, "-e", options->decide.engine->name);
  if (options->decide.ignores_data)
    command_line_add_option (line, "--without", "data");
  const struct engine *engine;
  const struct engine_option *option;
  for (uint32_t i = 0; (option = engine_option (i, &engine)); i++)
    if (options->decide.settings[i] && engine == options->decide.engine
        && option->kind == ENGINE_OPTION_NUMBER)
      command_line_add_option (
        line, arena_format (line->arena, "--%s", option->name),
        arena_format (line->arena, "%u", (unsigned) options->decide.settings[i]));
  uint32_t more = options->decide.reductions & ~reductions_default ();
  for (uint32_t i = 0; i < reductions_count (); i++)
    if (more & ((uint32_t) 1 << i))
      command_line_add_option (line, "--with", reductions_name (i));
  command_line_add_option (line, "-P", options->processes);
}

void
command_line_add_queries (struct command_line *line, const struct query_options *options)
{
  command_line_add_decision (line, options);
  command_line_add_option (line, "-p", options->patterns);
  command_line_add_option (line, "-f", options->fields);
  add_limit (line, "--timeout", (double) options->decide.timeout / 1e9);
  add_limit (line, "--memory", (double) options->decide.memory / 1048576.0);
}

/* What -p and -f take: names with other characters than letters are in double quotes. */
static const char *
pattern_word (const struct model_queries *model, const struct query *query,
              struct arena *arena)
{
  struct scribe scribe;
  query_print_word (scribe_start (&scribe, arena), model, query);
  return scribe_end (&scribe);
}

static const char *
fields_word (const struct model_queries *model, const struct query *query,
             struct arena *arena)
{
  struct scribe scribe;
  FILE *memory = scribe_start (&scribe, arena);
  for (uint32_t i = 0; i < query->automaton->parameters.count; i++)
    {
      uint32_t field = query->fields[i].index;
      assert (field < model->subject->projection.pds.fields.count);
      fputs (i ? "," : "", memory);
      text_print_name (memory, model->subject->projection.pds.fields.at[field].name);
    }
  return scribe_end (&scribe);
}

void
command_line_explain (struct command_line *line, const struct model_queries *model,
                      uint32_t q, const struct query_options *options,
                      struct arena *arena)
{
  assert (q < model->queries.list.count);
  const struct query *query = &model->queries.list.at[q];
  command_line_start (line, "explain", arena);
  command_line_add_model (line, model->subject);
  command_line_add_decision (line, options);
  command_line_add_option (line, "-p", pattern_word (model, query, arena));
  if (query->automaton->parameters.count > 0)
    command_line_add_option (line, "-f", fields_word (model, query, arena));
}

/* ---- For a shell. ---- */

enum quoting
{
  QUOTE_NOT,   /* as it is */
  QUOTE_PLAIN, /* '...' */
  QUOTE_BYTES, /* $'...', in which bytes can be spelt */
};

/* Is the character of BYTES bytes, or TEXT_BROKEN, to be spelt? */
static bool
is_spelt (uint32_t character, uint32_t bytes, const struct terminal *terminal)
{
  return character == TEXT_BROKEN || text_is_hostile (character)
         || (bytes > 1 && !terminal->utf8);
}

static enum quoting
choose_quoting (const char *word, const struct terminal *terminal)
{
  static const char harmless[] = "abcdefghijklmnopqrstuvwxyz"
                                 "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_./,:@+-";
  enum quoting quoting = *word ? QUOTE_NOT : QUOTE_PLAIN;
  uint32_t bytes;
  for (size_t i = 0, length = strlen (word); i < length; i += bytes)
    {
      uint32_t character = text_next (word + i, length - i, &bytes);
      if (is_spelt (character, bytes, terminal))
        return QUOTE_BYTES;
      if (bytes == 1 && !strchr (harmless, word[i]))
        quoting = QUOTE_PLAIN;
    }
  return quoting;
}

static void
print_word (const char *word, const struct terminal *terminal, FILE *file)
{
  enum quoting quoting = choose_quoting (word, terminal);
  uint32_t bytes;
  fputs (quoting == QUOTE_NOT ? "" : quoting == QUOTE_PLAIN ? "'" : "$'", file);
  for (size_t i = 0, length = strlen (word); i < length; i += bytes)
    {
      uint32_t character = text_next (word + i, length - i, &bytes);
      if (quoting == QUOTE_PLAIN && word[i] == '\'')
        fputs ("'\\''", file);
      else if (quoting == QUOTE_BYTES && strchr ("'\\", word[i]))
        fprintf (file, "\\%c", word[i]);
      else if (quoting == QUOTE_BYTES && is_spelt (character, bytes, terminal))
        for (uint32_t b = 0; b < bytes; b++)
          fprintf (file, "\\%03o", (unsigned) (unsigned char) word[i + b]);
      else
        fwrite (word + i, 1, bytes, file);
    }
  fputs (quoting == QUOTE_NOT ? "" : "'", file);
}

const char *
command_line_choice (const struct model_queries *model, const struct query *query,
                     const struct terminal *terminal, struct arena *arena)
{
  const char *pattern = pattern_word (model, query, arena);
  const char *fields = fields_word (model, query, arena);
  struct scribe scribe;
  FILE *memory = scribe_start (&scribe, arena);
  fputs ("-p ", memory);
  print_word (pattern, terminal, memory);
  if (*fields)
    {
      fputs (" -f ", memory);
      print_word (fields, terminal, memory);
    }
  return scribe_end (&scribe);
}

/* An option stays in a line with its value. */
void
command_line_print (const struct command_line *line, const struct terminal *terminal,
                    FILE *file)
{
  struct scribe scribe;
  uint32_t column = 1;
  assert (line->words.count >= 2);
  fputc (' ', file);
  for (uint32_t w = 0, end; w < line->words.count; w = end)
    {
      bool option = line->words.at[w][0] == '-' && line->words.at[w][1];
      end = option && w + 1 < line->words.count ? w + 2 : w + 1;
      FILE *memory = scribe_start (&scribe, line->arena);
      for (uint32_t i = w; i < end; i++)
        {
          fputc (' ', memory);
          print_word (line->words.at[i], terminal, memory);
        }
      const char *piece = scribe_end (&scribe);
      uint32_t wanted = text_columns (piece) + (end < line->words.count ? 2 : 0);
      if (terminal->known && column > 4 && column + wanted > terminal->width)
        {
          fputs (" \\\n   ", file);
          column = 3;
        }
      fputs (piece, file);
      column += text_columns (piece);
    }
  fputc ('\n', file);
}
