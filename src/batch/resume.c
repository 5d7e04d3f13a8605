/* resume.c -- see resume.h.
 *
 * A record is known by its id.  The same model may have been given twice: then
 * several queries have one id, and as many records.  A query that was lost with
 * its worker is not known: it is tried again.
 */
#include <config.h>

#include "batch/resume.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "batch/header.h"
#include "io/json.h"

/* ---- Queries by their ids. ---- */

struct entry
{
  struct plan_id id;
  uint32_t query;
};

static int
compare_entries (const void *a, const void *b)
{
  const struct entry *x = a, *y = b;
  int order = memcmp (&x->id, &y->id, sizeof x->id);
  return order ? order : x->query < y->query ? -1 : x->query > y->query;
}

static void
sort_by_id (struct resume *resume, struct arena *arena)
{
  const struct plan *plan = resume->plan;
  struct entry *entries = malloc ((plan->query_count + (size_t) 1) * sizeof *entries);
  if (!entries)
    quota_exhaust (arena->quota, QUOTA_MEMORY);
  uint32_t used = 0;
  for (uint32_t m = 0; m < plan->model_count; m++)
    for (uint32_t q = 0; q < plan->models[m].count; q++, used++)
      entries[used] = (struct entry){ plan->models[m].ids[q], used };
  assert (used == plan->query_count);
  qsort (entries, used, sizeof *entries, compare_entries);
  resume->by_id = arena_alloc (arena, used * sizeof *resume->by_id + 1);
  for (uint32_t i = 0; i < used; i++)
    resume->by_id[i] = entries[i].query;
  free (entries);
}

static bool
read_id (const char *text, struct plan_id *id)
{
  if (!text || strlen (text) != 2 * sizeof id->bytes
      || text[strspn (text, "0123456789abcdef")])
    return false;
  for (size_t i = 0; i < sizeof id->bytes; i++)
    {
      char digits[3] = { text[2 * i], text[2 * i + 1], 0 };
      id->bytes[i] = (uint8_t) strtoul (digits, NULL, 16);
    }
  return true;
}

/* The first query with ID that has no record yet. */
static bool
find_query (const struct resume *resume, const struct plan_id *id, uint32_t *query)
{
  uint32_t low = 0, high = resume->plan->query_count;
  while (low < high)
    {
      uint32_t middle = low + (high - low) / 2;
      struct plan_id other = plan_id_of (resume->plan, resume->by_id[middle]);
      if (memcmp (&other, id, sizeof other) < 0)
        low = middle + 1;
      else
        high = middle;
    }
  for (; low < resume->plan->query_count; low++)
    {
      *query = resume->by_id[low];
      struct plan_id other = plan_id_of (resume->plan, *query);
      if (memcmp (&other, id, sizeof other) != 0)
        return false;
      if (resume->records->asked[*query] && !records_has (resume->records, *query))
        return true;
    }
  return false;
}

/* ---- Lines. ---- */

static bool
is_word (const json_t *record, const char *member, const char *word)
{
  const char *value = json_string_value (json_object_get (record, member));
  return value && strcmp (value, word) == 0;
}

/* Was the query lost with its worker? */
static bool
is_lost (const json_t *record)
{
  return is_word (record, "verdict", "unknown") && is_word (record, "reason", "internal");
}

static void
note_record (struct resume *resume, const json_t *record, size_t length, uint64_t offset)
{
  struct plan_id id;
  uint32_t query;
  if (!read_id (json_string_value (json_object_get (record, "id")), &id)
      || is_lost (record) || !find_query (resume, &id, &query))
    return;
  bool violation = is_word (record, "verdict", "violation");
  records_know (resume->records, query, offset, (uint32_t) length + 1);
  resume->known++;
  resume->violations += violation;
  if (violation && resume->first)
    records_cut (resume->records, query + 1);
}

/* Lines that are no records (a disk may have lost some) do not count. */
static bool
note_line (void *context, const char *line, size_t length, uint64_t offset)
{
  struct resume *resume = context;
  if (!resume->begun)
    {
      resume->begun = true;
      return header_fits (resume->header, line, length, resume->records->journal.path);
    }
  json_t *record = json_loadb (line, length, JSON_REJECT_DUPLICATES, NULL);
  const char *hash = json_string_value (json_object_get (record, "written"));
  if (hash)
    snprintf (resume->records->written, sizeof resume->records->written, "%s", hash);
  else if (record)
    note_record (resume, record, length, offset);
  json_decref (record);
  return true;
}

enum status
resume_begin (struct resume *resume, struct arena *arena)
{
  struct journal *journal = &resume->records->journal;
  if (journal->continued)
    sort_by_id (resume, arena);
  return journal_begin (journal, resume->header, note_line, resume);
}

/* ---- A journal whose file was written. ---- */

static void
write_hash (char text[33], const uint64_t hash[2])
{
  snprintf (text, 33, "%016llx%016llx", (unsigned long long) hash[0],
            (unsigned long long) hash[1]);
}

enum status
resume_mark_end (struct records *records, const uint64_t hash[2])
{
  char text[33], line[80];
  write_hash (text, hash);
  int length = snprintf (line, sizeof line, "{\"schema\":1,\"written\":\"%s\"}\n", text);
  return journal_append (&records->journal, line, (size_t) length);
}

bool
resume_wrote_file (const struct records *records)
{
  uint64_t hash[2];
  char text[33];
  if (!*records->written || !output_hash (&records->output, hash))
    return false;
  write_hash (text, hash);
  return strcmp (text, records->written) == 0;
}
