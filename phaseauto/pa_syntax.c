/* pa_syntax.c -- see pa_syntax.h. */
#include <config.h>

#include "phaseauto/pa_syntax.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

#include "base/expect.h"
#include "base/suggest.h"
#include "base/token.h"
#include "phaseauto/pa_parse.h"

const char *const pa_keywords[]
  = { "automaton", "threads", "reads", "writes", "accesses", "begins", "ends",
      "in",        "unit",    "stays", "from",   "to",       "never",  NULL };

bool
pa_parse (struct pa_raw *raw, struct arena *arena, const struct source *source,
          struct names *names, struct diags *diags)
{
  assert (diags->source == source && diags->errors == 0);
  struct pa_parser parser
    = { .arena = arena, .source = source, .names = names, .diags = diags, .raw = raw };
  memset (raw, 0, sizeof *raw);
  if (pa_yyparse (&parser, pa_scanner_new (&parser)) == 2)
    quota_exhaust (arena->quota, QUOTA_MEMORY);
  if (diags->errors == 0 && raw->automata.count == 0)
    diag_error_file (diags, "empty-set", "the file is empty: it has no automaton");
  return diags->errors == 0;
}

/* ---- Building. ---- */

struct pa_words
pa_add_word (struct pa_parser *parser, struct pa_words words, struct pa_word word)
{
  /* A list is never interrupted by another one. */
  assert (words.first + words.count == parser->raw->words.count);
  assert (word.name.index < parser->names->entries.count);
  *vec_push (parser->arena, &parser->raw->words) = word;
  words.count++;
  return words;
}

void
pa_add_text_line (struct pa_parser *parser, struct span line)
{
  assert (line.begin + 3 <= line.end && line.end <= parser->source->length);
  if (parser->text.count == 0)
    parser->text.first = parser->raw->lines.count;
  assert (parser->text.first + parser->text.count == parser->raw->lines.count);
  *vec_push (parser->arena, &parser->raw->lines) = line;
  parser->text.count++;
}

/* The automaton that was opened last, or null if its head was in error. */
static struct pa_raw_automaton *
latest (struct pa_parser *parser)
{
  uint32_t count = parser->raw->automata.count;
  assert (count > 0 || parser->diags->errors > 0);
  return count > 0 ? &parser->raw->automata.at[count - 1] : NULL;
}

void
pa_open (struct pa_parser *parser, struct pa_word name, name_id title,
         struct pa_words parameters)
{
  assert (name.name.index < parser->names->entries.count);
  assert (parameters.count > 0);
  *vec_push (parser->arena, &parser->raw->automata)
    = (struct pa_raw_automaton){ .name = name,
                                 .title = title,
                                 .text = parser->head_text,
                                 .parameters = parameters,
                                 .first_item = parser->raw->items.count };
}

void
pa_open_numbered (struct pa_parser *parser, struct pa_number number, name_id title,
                  struct pa_words parameters)
{
  char digits[16];
  int length = snprintf (digits, sizeof digits, "%u", (unsigned) number.value);
  assert (0 < length && length < (int) sizeof digits);
  name_id name = names_intern (parser->names, digits, (size_t) length);
  pa_open (parser, (struct pa_word){ name, number.span }, title, parameters);
  latest (parser)->numbered = true;
  latest (parser)->number = number;
}

void
pa_set_threads (struct pa_parser *parser, struct pa_words threads)
{
  struct pa_raw_automaton *automaton = latest (parser);
  assert (threads.count > 0);
  if (automaton)
    automaton->threads = threads;
}

void
pa_add_item (struct pa_parser *parser, struct pa_raw_item item)
{
  assert (item.kind != PA_RAW_NEVER || pa_kind_is_access (item.action));
  assert (item.kind == PA_RAW_STEP || !item.in_unit);
  *vec_push (parser->arena, &parser->raw->items) = item;
}

void
pa_close (struct pa_parser *parser)
{
  struct pa_raw_automaton *automaton = latest (parser);
  assert (!automaton || automaton->first_item <= parser->raw->items.count);
  if (automaton)
    automaton->item_count = parser->raw->items.count - automaton->first_item;
  parser->open = (struct span){ 0, 0 };
}

/* ---- Messages. ---- */

void
pa_report_character (struct pa_parser *parser, struct span span)
{
  assert (span.begin < span.end && span.end <= parser->source->length);
  uint32_t character = token_character (parser->source, span);
  const char *hint = character == '\''  ? "; a name like u' goes in quotes: \"u'\""
                     : character == '"' ? "; a quoted name goes on one line"
                                        : "";
  token_report_character (parser->diags, span, "phase automata", hint);
}

static bool
has (const char *const *tokens, unsigned count, const char *token)
{
  for (unsigned i = 0; i < count; i++)
    if (strcmp (tokens[i], token) == 0)
      return true;
  return false;
}

/* The tokens that fit, as a person wants to read of them. */
static void
list_items (struct expect *expect, const char *const *tokens, unsigned count)
{
  bool name = has (tokens, count, "a name");
  bool item = name && has (tokens, count, "'never'");
  if (item)
    {
      expect_add (expect, "a step");
      expect_add (expect, "a clause");
    }
  for (unsigned i = 0; i < count; i++)
    if (strcmp (tokens[i], "a quoted name") == 0)
      {
        /* Where quotes fit and names do not, there is a title. */
        if (!name)
          expect_add (expect, "a title in quotes");
      }
    else if (strcmp (tokens[i], "'in'") == 0)
      expect_add (expect, "'in unit'");
    else if (strcmp (tokens[i], "end of file") != 0
             && !(item
                  && (strcmp (tokens[i], "a name") == 0
                      || strcmp (tokens[i], "'never'") == 0)))
      expect_add (expect, tokens[i]);
}

/* The keyword that fits and that WORD was probably meant to be, or null. */
static const char *
meant_keyword (const char *word, const char *const *tokens, unsigned count)
{
  struct suggest suggest;
  suggest_init (&suggest, word);
  for (unsigned k = 0; pa_keywords[k]; k++)
    {
      char quoted[32];
      snprintf (quoted, sizeof quoted, "'%s'", pa_keywords[k]);
      if (has (tokens, count, quoted))
        suggest_offer (&suggest, pa_keywords[k]);
    }
  return suggest.best;
}

static void
add_advice (struct pa_parser *parser, const struct expect *expect,
            const char *const *tokens, unsigned count, const char *text)
{
  bool name = has (tokens, count, "a name");
  if (expect->at_end && parser->open.end > 0)
    diag_note (parser->diags, parser->open, "this '{' is not closed");
  else if (has (tokens, count, "'threads'"))
    diag_note (parser->diags, expect->span,
               "an automaton begins with its threads: threads u, v;");
  else if (name && token_is_keyword (pa_keywords, text))
    diag_note (parser->diags, expect->span,
               "'%s' is a keyword; in quotes it is a name: \"%s\"", text, text);
}

void
pa_report_syntax_error (struct pa_parser *parser, struct span span, bool at_end,
                        const char *const *tokens, unsigned count)
{
  assert (count > 0);
  struct expect expect = { .span = span, .last = parser->last, .at_end = at_end };
  list_items (&expect, tokens, count);
  const char *text = expect_token_text (&expect, parser->diags);
  bool is_name = token_name_is_plain (pa_keywords, text);
  expect_report (&expect, parser->diags,
                 is_name ? meant_keyword (text, tokens, count) : NULL);
  add_advice (parser, &expect, tokens, count, text);
}
