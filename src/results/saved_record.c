/* saved_record.c -- see saved_record.h: is this JSON value the record of a query? */
#include <config.h>

#include "results/saved_record.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

#include "query/patterns.h"

/* What is wrong, in words; the first complaint stays. */
struct complaint
{
  char *buffer;
  size_t size;
  const char *text;
};

static void
complain (struct complaint *complaint, const char *before, const char *word,
          const char *after)
{
  assert (complaint->size > 0);
  if (complaint->text)
    return;
  /* The word may come from the file, and be long. */
  snprintf (complaint->buffer, complaint->size, "%s%.80s%s", before, word, after);
  complaint->text = complaint->buffer;
}

/* ---- Members by type; null if missing, a complaint if of another type. ---- */

static const char *
take_string (struct complaint *complaint, const json_t *json, const char *member,
             bool required)
{
  const json_t *value = json_object_get (json, member);
  if (!value && required)
    complain (complaint, "there is no \"", member, "\"");
  else if (value && !json_is_string (value))
    complain (complaint, "\"", member, "\" is not a string");
  else
    return json_string_value (value);
  return NULL;
}

/* An array of strings, or null; if SOME, one that is there and is not empty. */
static const json_t *
take_strings (struct complaint *complaint, const json_t *json, const char *member,
              bool some)
{
  const json_t *value = json_object_get (json, member);
  if (!value)
    {
      if (some)
        complain (complaint, "there is no \"", member, "\"");
      return NULL;
    }
  if (!json_is_array (value))
    complain (complaint, "\"", member, "\" is not an array");
  assert (complaint->text || json_is_array (value));
  for (size_t i = 0; i < json_array_size (value); i++)
    if (!json_is_string (json_array_get (value, i)))
      complain (complaint, "\"", member, "\" holds something that is not a string");
  if (some && json_array_size (value) == 0)
    complain (complaint, "\"", member, "\" is empty");
  return value;
}

static int64_t
take_order (const json_t *json)
{
  const json_t *rank = json_object_get (json, "rank");
  double order = json_number_value (json_object_get (rank, "order"));
  return order > 0 && order < 9e15 ? (int64_t) order : 0;
}

static void
check_schema (struct complaint *complaint, const json_t *json)
{
  const json_t *schema = json_object_get (json, "schema");
  if (!schema)
    complain (complaint, "there is no \"schema\"", "",
              ": this is not a record of phaselock");
  else if (!json_is_integer (schema) || json_integer_value (schema) < 1)
    complain (complaint, "\"schema\" is not a positive number", "", "");
  else if (json_integer_value (schema) != 1)
    complain (complaint, "\"schema\" is not 1", "",
              ": written by a later phaselock, which can read it");
  const json_t *kind = json_object_get (json, "kind");
  if (kind && !json_object_get (json, "pattern") && !json_object_get (json, "question"))
    complain (complaint, "a record of kind \"",
              json_is_string (kind) ? json_string_value (kind) : "?",
              "\", not of a query: results come from 'check' and 'batch'");
}

static void
take_verdict (struct complaint *complaint, struct record *record, const json_t *json)
{
  const char *word = take_string (complaint, json, "verdict", false);
  record->reason = take_string (complaint, json, "reason", false);
  record->decided = word != NULL;
  record->verdict = VERDICT_UNKNOWN;
  record->has_gaps = json_array_size (json_object_get (json, "gaps")) > 0;
  if (!word)
    return;
  static const enum verdict_kind kinds[]
    = { VERDICT_SAFE, VERDICT_VIOLATION, VERDICT_UNKNOWN };
  for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
    if (strcmp (word, verdict_word (kinds[i])) == 0)
      {
        record->verdict = kinds[i];
        return;
      }
  complain (complaint, "\"verdict\" is \"", word,
            "\"; there are violation, safe and unknown");
}

static void
take_question (struct complaint *complaint, struct record *record, const json_t *json)
{
  const char *word = take_string (complaint, json, "question", false);
  bool known = !word;
  for (uint32_t kind = 0; word && kind < QUERY_KINDS; kind++)
    if (strcmp (word, query_kind_word ((enum query_kind) kind)) == 0)
      {
        record->kind = (enum query_kind) kind;
        known = true;
      }
  if (!known)
    complain (complaint, "\"question\" is \"", word,
              "\"; there are pattern, race, deadlock, assert, exclusive and stuck");
  record->at = take_string (complaint, json, "at", record->kind == QUERY_ASSERT);
  const json_t *pattern = json_object_get (json, "pattern");
  if (record->kind == QUERY_PATTERN && !pattern)
    complain (complaint, "there is no \"pattern\"", "", "");
  else if (pattern && !json_is_integer (pattern) && !json_is_string (pattern))
    complain (complaint, "\"pattern\" is neither a number nor a name", "", "");
  assert (complaint->text || record->kind != QUERY_ASSERT || record->at);
  if (record->kind != QUERY_PATTERN)
    return;
  record->pattern = json_string_value (pattern);
  record->number = json_integer_value (pattern);
}

static void
check_step (struct complaint *complaint, const json_t *step)
{
  if (!json_is_object (step))
    {
      complain (complaint, "\"witness\" holds something that is not an object", "", "");
      return;
    }
  take_string (complaint, step, "process", true);
  take_string (complaint, step, "action", true);
  take_string (complaint, step, "object", false);
  take_string (complaint, step, "at", false);
  take_string (complaint, step, "source", false);
  const json_t *phase = json_object_get (step, "phase");
  if (phase && !json_is_integer (phase))
    complain (complaint, "\"phase\" of a step is not a number", "", "");
  const json_t *cell = json_object_get (step, "cell");
  if (cell && !json_is_integer (cell))
    complain (complaint, "\"cell\" of a step is not a number", "", "");
  const json_t *value = json_object_get (step, "value");
  if (value && !json_is_integer (value) && !json_is_boolean (value))
    complain (complaint, "\"value\" of a step is neither a number nor true or false", "",
              "");
  const json_t *nested = json_object_get (step, "nested");
  if (nested && !json_is_boolean (nested))
    complain (complaint, "\"nested\" of a step is neither true nor false", "", "");
}

/* "query":[k,n], the k-th of n: both fit 32 bits, or they are not our numbers. */
static void
take_place (struct complaint *complaint, struct record *record, const json_t *json)
{
  const json_t *value = json_object_get (json, "query");
  if (!value)
    return;
  json_int_t k = json_integer_value (json_array_get (value, 0));
  json_int_t n = json_integer_value (json_array_get (value, 1));
  if (json_array_size (value) != 2 || k < 1 || n < k || n > UINT32_MAX)
    {
      complain (complaint, "\"query\" is not [k,n] with 1 <= k <= n", "", "");
      return;
    }
  record->place = (uint32_t) k;
  record->total = (uint32_t) n;
  assert (0 < record->place && record->place <= record->total);
}

const char *
record_check (struct record *record, json_t *json, char *buffer, size_t size)
{
  assert (buffer && size > 0);
  struct complaint complaint = { buffer, size, NULL };
  memset (record, 0, sizeof *record);
  if (!json_is_object (json))
    return "not a JSON object";
  record->json = json;
  check_schema (&complaint, json);
  record->id = take_string (&complaint, json, "id", true);
  record->model = take_string (&complaint, json, "model", true);
  record->automata = take_string (&complaint, json, "automata", true);
  take_place (&complaint, record, json);
  take_question (&complaint, record, json);
  record->fields
    = take_strings (&complaint, json, "fields",
                    record->kind != QUERY_DEADLOCK && record->kind != QUERY_ASSERT
                      && record->kind != QUERY_STUCK);
  take_verdict (&complaint, record, json);
  record->processes = take_strings (&complaint, json, "processes", false);
  if (record->kind == QUERY_DEADLOCK)
    record->locks = take_strings (&complaint, json, "locks", false);
  record->engine = take_string (&complaint, json, "engine", false);
  record->fingerprint = take_string (&complaint, json, "fingerprint", false);
  record->cause = take_string (&complaint, json, "cause", false);
  record->problem = take_string (&complaint, json, "problem", false);
  record->order = take_order (json);
  const json_t *ms = json_object_get (json, "ms");
  if (ms && (!json_is_number (ms) || json_number_value (ms) < 0))
    complain (&complaint, "\"ms\" is not a time", "", "");
  record->ms = json_number_value (ms);
  record->because = take_string (&complaint, json, "because", false);
  record->witness = json_object_get (json, "witness");
  record->suspected = !record->witness && json_object_get (json, "suspicion");
  if (record->suspected)
    record->witness = json_object_get (json, "suspicion");
  if (record->witness && !json_is_array (record->witness))
    complain (&complaint,
              record->suspected ? "\"suspicion\" is not an array"
                                : "\"witness\" is not an array",
              "", "");
  for (size_t i = 0; i < json_array_size (record->witness) && !complaint.text; i++)
    check_step (&complaint, json_array_get (record->witness, i));
  assert (complaint.text || (record->id && record->model && record->automata));
  assert (complaint.text || record->kind == QUERY_DEADLOCK || record->kind == QUERY_ASSERT
          || record->kind == QUERY_STUCK || json_array_size (record->fields) > 0);
  return complaint.text;
}

const char *
record_pattern (const struct record *record, char *buffer, size_t size)
{
  assert (size > 20);
  if (record->kind == QUERY_ASSERT)
    {
      assert (record->at && record->json);
      /* "stack.eml:12:5": the name may have colons, too. */
      const char *column = strrchr (record->at, ':'), *line = column;
      while (line && line > record->at && line[-1] != ':')
        line--;
      bool wrong = json_is_true (json_object_get (record->json, "wrong"));
      snprintf (buffer, size, "%s:%s",
                wrong ? PATTERNS_WRONG : query_kind_word (record->kind),
                line ? line : record->at);
      return buffer;
    }
  if (record->kind != QUERY_PATTERN)
    return query_kind_word (record->kind);
  if (record->pattern)
    return record->pattern;
  snprintf (buffer, size, "%lld", (long long) record->number);
  return buffer;
}

const char *
record_string (const json_t *array, size_t index)
{
  assert (index < json_array_size (array));
  const char *string = json_string_value (json_array_get (array, index));
  assert (string);
  return string;
}
