/* ledger.c -- see ledger.h.
 *
 * In a journal a record is found by the id of its query.  A model may have been given
 * twice: then several queries have one id, and as many records.  A query that was lost
 * with its worker has no record: it is tried again.  So is one whose record says
 * "interrupted", which only earlier versions wrote.
 *
 * The last line of a journal whose file was written is the hash of that file, and is
 * written before the file: whenever the batch is killed, --resume recognises the file as
 * its own.
 */
#include <config.h>

#include "batch/ledger.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>
#include <xxhash.h>

#include "io/json.h"

/* ---- Opening. ---- */

static enum status
refuse (const struct batch_ledger *ledger)
{
  return output_complain (ledger->output.path, "already exists; --force overwrites it",
                          0);
}

enum status
ledger_open (struct batch_ledger *ledger, const char *path, bool resume, bool force,
             bool first, struct arena *arena)
{
  *ledger = (struct batch_ledger){ .arena = arena,
                                   .journal = JOURNAL_CLOSED,
                                   .replace = force,
                                   .first = first,
                                   .end = UINT32_MAX };
  enum status status = output_open (&ledger->output, path, arena);
  if (status != STATUS_FINE || output_is_stream (&ledger->output))
    return status;
  if (!resume && !force && output_exists (&ledger->output))
    return refuse (ledger);
  status = journal_open (&ledger->journal, output_beside (&ledger->output, ".part"),
                         resume, force);
  if (status == STATUS_FINE && !ledger->journal.continued && !force
      && output_exists (&ledger->output))
    status = refuse (ledger);
  return status;
}

/* ---- What the journal knows. ---- */

/* The first line: what the records depend on: the program, the options, and the models,
   automata and fields, which are in the ids of the queries. */
static const char *
make_header (struct batch_ledger *ledger, const char *options)
{
  const struct plan *plan = ledger->plan;
  XXH3_state_t *state = XXH3_createState ();
  if (!state)
    quota_exhaust (ledger->arena->quota, QUOTA_MEMORY);
  XXH3_128bits_reset (state);
  for (uint32_t m = 0; m < plan->model_count; m++)
    XXH3_128bits_update (state, plan->models[m].ids,
                         plan->models[m].count * sizeof (struct plan_id));
  XXH128_hash_t digest = XXH3_128bits_digest (state);
  XXH3_freeState (state);
  char hash[OUTPUT_HASH_SIZE];
  output_print_hash (hash, digest.high64, digest.low64);
  char *line = json_line (json_pack (
    "{si, ss, ss, so, si, ss}", "schema", 1, "kind", "batch", "version", PACKAGE_VERSION,
    "options", json_text (options), "queries", (int) plan->query_count, "hash", hash));
  if (!line)
    quota_exhaust (ledger->arena->quota, QUOTA_MEMORY);
  size_t length = strlen (line);
  line[length] = '\n';
  const char *header = arena_copy (ledger->arena, line, length + 1);
  free (line);
  return header;
}

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

/* While a journal is read. */
struct reading
{
  struct batch_ledger *ledger;
  struct entry *entries;          /* all queries by id, then by number */
  char written[OUTPUT_HASH_SIZE]; /* hash of the file that was written, or "" */
};

static void
sort_by_id (struct reading *reading)
{
  const struct plan *plan = reading->ledger->plan;
  uint32_t used = 0;
  for (uint32_t m = 0; m < plan->model_count; m++)
    for (uint32_t q = 0; q < plan->models[m].count; q++, used++)
      reading->entries[used] = (struct entry){ plan->models[m].ids[q], used };
  assert (used == plan->query_count);
  qsort (reading->entries, used, sizeof *reading->entries, compare_entries);
}

/* The first query with ID that needs a record; false: there is none. */
static bool
find_query (const struct reading *reading, const struct plan_id *id, uint32_t *query)
{
  uint32_t low = 0, count = reading->ledger->plan->query_count, high = count;
  while (low < high)
    {
      uint32_t middle = low + (high - low) / 2;
      if (memcmp (&reading->entries[middle].id, id, sizeof *id) < 0)
        low = middle + 1;
      else
        high = middle;
    }
  assert (low == 0 || memcmp (&reading->entries[low - 1].id, id, sizeof *id) < 0);
  for (; low < count && memcmp (&reading->entries[low].id, id, sizeof *id) == 0; low++)
    {
      *query = reading->entries[low].query;
      if (reading->ledger->wanted[*query] && reading->ledger->length[*query] == 0)
        return true;
    }
  return false;
}

static void
know (struct batch_ledger *ledger, uint32_t query, uint64_t place, size_t length,
      bool violation, bool has_gaps)
{
  assert (query < ledger->plan->query_count && ledger->wanted[query]);
  assert (length > 0 && ledger->length[query] == 0);
  ledger->place[query] = place;
  ledger->length[query] = (uint32_t) length;
  ledger->known++;
  ledger->violations += violation;
  ledger->gaps += has_gaps;
}

static void
cut (struct batch_ledger *ledger, uint32_t query, bool violation)
{
  if (violation && ledger->first && query < ledger->end)
    ledger->end = query + 1;
}

static bool
is_word (const json_t *record, const char *member, const char *word)
{
  const char *value = json_string_value (json_object_get (record, member));
  return value && strcmp (value, word) == 0;
}

/* Process a line of a journal; one that is no record (disks may lose some) is ignored. */
static void
note_line (void *context, const char *line, size_t length, uint64_t offset)
{
  struct reading *reading = context;
  assert (offset > 0 && reading->entries);
  json_t *record = json_loadb (line, length, JSON_REJECT_DUPLICATES, NULL);
  const char *hash = json_string_value (json_object_get (record, "written"));
  const char *id_text = json_string_value (json_object_get (record, "id"));
  bool lost = is_word (record, "verdict", "unknown")
              && (is_word (record, "reason", "internal")
                  || is_word (record, "reason", "interrupted"));
  bool violation = is_word (record, "verdict", "violation")
                   && !json_is_true (json_object_get (record, "known"));
  struct plan_id id;
  uint32_t query;
  if (hash)
    snprintf (reading->written, sizeof reading->written, "%s", hash);
  else if (id_text && !lost && plan_read_id (id_text, &id)
           && find_query (reading, &id, &query))
    {
      know (reading->ledger, query, offset, length + 1, violation,
            json_object_get (record, "gaps") != NULL);
      cut (reading->ledger, query, violation);
    }
  json_decref (record);
}

/* Did this journal write the file that is there? */
static bool
is_ours (const struct batch_ledger *ledger, const char *written)
{
  char hash[OUTPUT_HASH_SIZE];
  return *written && output_hash (ledger->output.path, hash)
         && strcmp (hash, written) == 0;
}

enum status
ledger_start (struct batch_ledger *ledger, const struct plan *plan, const bool *wanted,
              const char *options)
{
  assert (!ledger->plan);
  size_t count = plan->query_count + (size_t) 1;
  ledger->plan = plan;
  ledger->wanted = wanted;
  ledger->place = arena_calloc (ledger->arena, count, sizeof *ledger->place);
  ledger->length = arena_calloc (ledger->arena, count, sizeof *ledger->length);
  if (output_is_stream (&ledger->output))
    return STATUS_FINE;
  assert (ledger->journal.file >= 0);
  const char *header = make_header (ledger, options);
  struct reading reading = { .ledger = ledger };
  struct arena arena;
  arena_init (&arena, ledger->arena->quota);
  if (ledger->journal.continued)
    {
      reading.entries = arena_alloc (&arena, count * sizeof *reading.entries);
      sort_by_id (&reading);
    }
  enum status status = journal_begin (&ledger->journal, header, note_line, &reading);
  arena_clear (&arena);
  if (status == STATUS_FINE && !ledger->replace && output_exists (&ledger->output))
    {
      ledger->replace = is_ours (ledger, reading.written);
      status = ledger->replace ? STATUS_FINE : refuse (ledger);
    }
  return status;
}

/* ---- Records. ---- */

bool
ledger_lacks (const struct batch_ledger *ledger, uint32_t query)
{
  assert (query < ledger->plan->query_count);
  return ledger->wanted[query] && query < ledger->end && ledger->length[query] == 0;
}

/* Write the records whose turn has come: all before the first query without one. */
static enum status
send_ready (struct batch_ledger *ledger)
{
  enum status status = STATUS_FINE;
  uint32_t count = ledger->plan->query_count;
  for (; ledger->next < count && status == STATUS_FINE; ledger->next++)
    {
      uint32_t q = ledger->next, length = ledger->length[q];
      if (ledger_lacks (ledger, q))
        return STATUS_FINE;
      if (!ledger->wanted[q] || q >= ledger->end)
        continue;
      assert (length > 0);
      vec_reserve (ledger->arena, &ledger->line, length);
      status = journal_read (&ledger->journal, ledger->place[q], ledger->line.at, length);
      if (status == STATUS_FINE)
        status = output_write (&ledger->output, ledger->line.at, length);
    }
  return status;
}

/* Has the record LINE a member "gaps"?  Inside of texts the quotes have a backslash. */
static bool
has_gaps (const char *line, size_t length)
{
  static const char member[] = "\"gaps\":";
  return memmem (line, length, member, sizeof member - 1) != NULL;
}

enum status
ledger_add (struct batch_ledger *ledger, uint32_t query, const char *line, size_t length,
            bool violation)
{
  assert (query < ledger->plan->query_count && ledger->wanted[query]);
  assert (length > 0 && line[length - 1] == '\n');
  bool stream = output_is_stream (&ledger->output);
  if (length > UINT32_MAX / 2)
    return output_complain (ledger->output.path, "a record is too long", 0);
  cut (ledger, query, violation);
  if (query >= ledger->end)
    return STATUS_FINE;
  while (stream && ledger->next < query && !ledger->wanted[ledger->next])
    ledger->next++;
  bool at_once = stream && ledger->next == query;
  assert (at_once || ledger->next <= query);
  uint64_t place = ledger->journal.size;
  enum status status = STATUS_FINE;
  if (at_once)
    status = output_write (&ledger->output, line, length);
  else if (ledger->journal.file < 0)
    status = journal_open_nameless (&ledger->journal);
  if (status == STATUS_FINE && !at_once)
    status = journal_append (&ledger->journal, line, length);
  if (status == STATUS_FINE)
    know (ledger, query, place, length, violation, has_gaps (line, length));
  ledger->next += at_once;
  return status == STATUS_FINE && at_once ? send_ready (ledger) : status;
}

/* ---- The end. ---- */

static enum status
write_draft (struct batch_ledger *ledger, char hash[OUTPUT_HASH_SIZE])
{
  enum status status = output_start_draft (&ledger->output);
  if (status == STATUS_FINE)
    status = send_ready (ledger);
  if (status != STATUS_FINE)
    return status;
  assert (ledger->next == ledger->plan->query_count);
  return output_finish_draft (&ledger->output, hash);
}

enum status
ledger_write_file (struct batch_ledger *ledger, bool keep)
{
  assert (ledger->journal.file >= 0 && ledger->next == 0);
  char hash[OUTPUT_HASH_SIZE], line[80];
  enum status status = write_draft (ledger, hash);
  if (status == STATUS_FINE)
    {
      int length
        = snprintf (line, sizeof line, "{\"schema\":1,\"written\":\"%s\"}\n", hash);
      status = journal_append (&ledger->journal, line, (size_t) length);
    }
  if (status == STATUS_FINE)
    status = output_place_draft (&ledger->output, ledger->replace);
  if (status == STATUS_FINE && !keep)
    journal_remove (&ledger->journal);
  return status;
}

void
ledger_abandon (struct batch_ledger *ledger)
{
  output_close (&ledger->output);
  journal_close (&ledger->journal);
}

void
ledger_close (struct batch_ledger *ledger)
{
  /* An empty journal is removed. */
  if (!output_is_stream (&ledger->output) && ledger->journal.file >= 0
      && ledger->journal.size == 0)
    journal_remove (&ledger->journal);
  ledger_abandon (ledger);
}
