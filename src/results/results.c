/* results.c -- see results.h. */
#include <config.h>

#include "results/results.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "io/json.h"

/* At most this many messages of a kind are shown. */
#define RESULTS_MESSAGES 10

void
results_init (struct results *results, struct arena *arena)
{
  memset (results, 0, sizeof *results);
  results->arena = arena;
  names_init (&results->names, arena);
}

/* ---- Reading. ---- */

static name_id
intern (struct results *results, const char *text)
{
  return names_intern (&results->names, text, strlen (text));
}

/* What is asked, as one name.  JSON is unambiguous, whatever the names hold. */
static name_id
intern_question (struct results *results, const struct record *record)
{
  json_t *list;
  if (record->kind == QUERY_PATTERN)
    list = json_pack ("[s,s,O,O]", record->model, record->automata,
                      json_object_get (record->json, "pattern"), record->fields);
  else
    /* The same with every set of automata. */
    list
      = json_pack ("[s,s,O?,s?,O?]", record->model, query_kind_word (record->kind),
                   record->fields, record->at, json_object_get (record->json, "wrong"));
  char *text = list ? json_dumps (list, JSON_COMPACT) : NULL;
  json_decref (list);
  if (json_ran_out ())
    {
      free (text);
      text = NULL;
    }
  if (!text)
    quota_exhaust (results->arena->quota, QUOTA_MEMORY);
  /* Interning may unwind as well: the text must not be ours by then. */
  char *copy = arena_copy (results->arena, text, strlen (text));
  free (text);
  return intern (results, copy);
}

static void
add_record (struct results *results, const struct record_reader *reader,
            const struct record *record)
{
  assert (results->files.count > 0 && reader->line > 0);
  struct result result
    = { .id = intern (results, record->id),
        .model = intern (results, record->model),
        .automata = intern (results, record->automata),
        .question = intern_question (results, record),
        .cause = record->cause ? intern (results, record->cause) : NAME_NONE,
        .order = record->order,
        .place = record->place,
        .total = record->total,
        .answered = record->decided,
        .witness = record->witness != NULL,
        .verdict = record->verdict,
        .has_gaps = record->has_gaps,
        .ms = record->ms,
        .file = results->files.count - 1,
        .number = reader->line };
  size_t length = reader->length;
  while (length > 0 && strchr (" \t\r", reader->text[length - 1]))
    length--;
  result.line = arena_copy (results->arena, reader->text, length);
  result.length = (uint32_t) length;
  *vec_push (results->arena, &results->list) = result;
}

enum status
results_read (struct results *results, const char *path, bool listed)
{
  *vec_push (results->arena, &results->files) = path;
  struct record_reader reader;
  struct record record;
  if (record_reader_open (&reader, path))
    {
      reader.allow_undecided = listed;
      while (record_reader_next (&reader, &record))
        add_record (results, &reader, &record);
    }
  return record_reader_close (&reader);
}

uint32_t *
results_index_ids (const struct results *results, uint32_t from, uint32_t end)
{
  assert (from <= end && end <= results->list.count);
  uint32_t *at = arena_calloc (results->arena, results->names.entries.count + (size_t) 1,
                               sizeof *at);
  for (uint32_t i = from; i < end; i++)
    at[results->list.at[i].id.index] = i + 1;
  return at;
}

/* ---- Several records of one query. ---- */

/* Two records that say the same, or one of which says nothing: is A the one to
   keep?  A total order, so that the choice does not depend on which came first. */
static bool
is_better (const struct result *a, const struct result *b)
{
  assert (a->id.index == b->id.index);
  bool known_a = a->answered && a->verdict != VERDICT_UNKNOWN;
  bool known_b = b->answered && b->verdict != VERDICT_UNKNOWN;
  if (known_a != known_b)
    return known_a;
  if (a->answered != b->answered)
    return a->answered;
  if (a->witness != b->witness)
    return a->witness;
  if (a->ms != b->ms)
    return a->ms < b->ms;
  return strcmp (a->line, b->line) < 0;
}

static bool
disagree (const struct result *a, const struct result *b)
{
  return a->answered && b->answered && a->verdict != VERDICT_UNKNOWN
         && b->verdict != VERDICT_UNKNOWN && a->verdict != b->verdict;
}

static void
complain_disagreement (const struct results *results, const struct result *first,
                       const struct result *second)
{
  results_print_origin (results, second);
  fprintf (stderr, ": error: %s here, %s in ", verdict_word (second->verdict),
           verdict_word (first->verdict));
  results_print_origin (results, first);
  fputs (": ", stderr);
  results_print_question (second, true, stderr);
  fputc ('\n', stderr);
}

enum status
results_join (struct results *results, uint32_t from)
{
  assert (from <= results->list.count);
  uint32_t disagreements = 0;
  uint32_t *at = results_index_ids (results, from, from);
  uint32_t kept = from;
  for (uint32_t i = from; i < results->list.count; i++)
    {
      assert (kept <= i);
      const struct result *result = &results->list.at[i];
      uint32_t *slot = &at[result->id.index];
      if (*slot == 0)
        {
          results->list.at[kept] = *result;
          *slot = ++kept;
          continue;
        }
      assert (from < *slot && *slot <= kept);
      struct result *other = &results->list.at[*slot - 1];
      if (disagree (other, result))
        {
          if (disagreements++ < RESULTS_MESSAGES)
            complain_disagreement (results, other, result);
        }
      else if (is_better (result, other))
        *other = *result;
    }
  results->list.count = kept;
  if (disagreements == 0)
    return STATUS_FINE;
  fprintf (stderr,
           "phaselock: internal error: %u quer%s with two verdicts; only one can be "
           "true.  Unless one of the files was made with --processes, this is a bug "
           "in phaselock: please report it with the model.\n",
           (unsigned) disagreements, disagreements == 1 ? "y" : "ies");
  return STATUS_INTERNAL;
}

/* ---- For messages. ---- */

const char *
results_name (const struct results *results, name_id name)
{
  return names_text (&results->names, name);
}

void
results_print_origin (const struct results *results, const struct result *result)
{
  assert (result->file < results->files.count && result->number > 0);
  record_reader_print_origin (results->files.at[result->file], result->number);
}

void
result_parse (const struct result *result, struct record *record)
{
  char buffer[256];
  assert (result->length > 0 && result->line[result->length] == '\0');
  json_t *json = json_loadb (result->line, result->length, 0, NULL);
  const char *wrong = json ? record_check (record, json, buffer, sizeof buffer) : NULL;
  /* The line was fine when it was read first. */
  if (!json || wrong)
    {
      fputs ("phaselock: not enough memory for a JSON record\n", stderr);
      exit (STATUS_INTERNAL);
    }
}

/* Names come from strangers; one that could be taken for two is in quotes. */
static void
print_field (FILE *file, const char *name)
{
  bool quoted = !*name || strpbrk (name, " ,\"");
  if (quoted)
    fputc ('"', file);
  text_print_safe (file, name, strlen (name));
  if (quoted)
    fputc ('"', file);
}

void
results_print_question (const struct result *result, bool model, FILE *file)
{
  struct record record;
  char buffer[32];
  result_parse (result, &record);
  if (model)
    {
      text_print_safe (file, record.model, strlen (record.model));
      fputs ("  ", file);
    }
  fputs (record.kind == QUERY_PATTERN ? "pattern " : "", file);
  const char *pattern = record_pattern (&record, buffer, sizeof buffer);
  text_print_safe (file, pattern, strlen (pattern));
  fputs (json_array_size (record.fields) > 0 ? "  " : "", file);
  for (size_t i = 0; i < json_array_size (record.fields); i++)
    {
      if (i > 0)
        fputc (',', file);
      print_field (file, record_string (record.fields, i));
    }
  json_decref (record.json);
}
