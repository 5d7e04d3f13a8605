/* records.c -- see records.h. */
#include <config.h>

#include "batch/records.h"

#include <assert.h>
#include <errno.h>
#include <string.h>
#include <unistd.h>

enum status
records_refuse (const struct records *records)
{
  return output_complain (records->output.path,
                          "is there already and is not overwritten; --force does", 0);
}

enum status
records_begin (struct records *records, const char *path, bool resume, bool force,
               struct arena *arena)
{
  *records = (struct records){ .arena = arena, .early = -1, .end = UINT32_MAX };
  records->journal.file = -1;
  enum status status = output_open (&records->output, path, arena);
  if (status != STATUS_FINE || records_go_out_directly (records))
    return status;
  const char *name = records->output.path;
  if (!resume && !force && output_exists (&records->output))
    return records_refuse (records);
  size_t length = strlen (name);
  char *part = arena_alloc (arena, length + sizeof ".part");
  memcpy (part, name, length);
  memcpy (part + length, ".part", sizeof ".part");
  status = journal_open (&records->journal, part, resume, force, arena);
  if (status == STATUS_FINE && !records->journal.continued && !force
      && output_exists (&records->output))
    status = records_refuse (records);
  return status;
}

bool
records_go_out_directly (const struct records *records)
{
  return records->output.file >= 0;
}

void
records_prepare (struct records *records, uint32_t count, bool *asked)
{
  records->count = count;
  records->asked = asked;
  records->place = arena_calloc (records->arena, count + (size_t) 1, sizeof *records->place);
  records->length
    = arena_calloc (records->arena, count + (size_t) 1, sizeof *records->length);
}

bool
records_has (const struct records *records, uint32_t query)
{
  assert (query < records->count);
  return records->length[query] > 0;
}

void
records_know (struct records *records, uint32_t query, uint64_t place, uint32_t length)
{
  assert (query < records->count && length > 0);
  records->place[query] = place;
  records->length[query] = length;
}

/* ---- Directly. ---- */

static enum status
keep_early (struct records *records, uint32_t query, const char *line, size_t length)
{
  if (records->early < 0)
    records->early = output_open_nameless ();
  ssize_t written = records->early < 0 ? -1 : write (records->early, line, length);
  if (written != (ssize_t) length)
    return output_complain ("a nameless file for records that wait ($TMPDIR or /tmp)",
                            "cannot be written", written < 0 ? errno : ENOSPC);
  records_know (records, query, records->early_size, (uint32_t) length);
  records->early_size += length;
  return STATUS_FINE;
}

/* The records that were waiting for the one before them. */
static enum status
write_waiting (struct records *records)
{
  enum status status = STATUS_FINE;
  for (; records->next < records->count && status == STATUS_FINE; records->next++)
    {
      uint32_t q = records->next;
      if (!records->asked[q] || q >= records->end)
        continue;
      if (!records_has (records, q))
        return STATUS_FINE;
      vec_reserve (records->arena, &records->line, records->length[q]);
      if (pread (records->early, records->line.at, records->length[q],
                 (off_t) records->place[q]) != (ssize_t) records->length[q])
        return output_complain ("a nameless file for records that wait",
                                "cannot be read", errno);
      status = output_write (&records->output, records->line.at, records->length[q]);
    }
  return status;
}

static enum status
send_out (struct records *records, uint32_t query, const char *line, size_t length)
{
  while (records->next < query && !records->asked[records->next])
    records->next++;
  if (records->next < query)
    return keep_early (records, query, line, length);
  enum status status = output_write (&records->output, line, length);
  records->length[query] = (uint32_t) length;
  records->next++;
  return status == STATUS_FINE ? write_waiting (records) : status;
}

/* ---- Both. ---- */

enum status
records_add (struct records *records, uint32_t query, const char *line, size_t length)
{
  assert (query < records->count && records->asked[query]);
  assert (length > 0 && line[length - 1] == '\n' && !records_has (records, query));
  if (length > UINT32_MAX / 2)
    return output_complain (records->output.path, "a record is too long", 0);
  if (query >= records->end)
    return STATUS_FINE;
  if (records_go_out_directly (records))
    return send_out (records, query, line, length);
  uint64_t place = records->journal.size;
  enum status status = journal_append (&records->journal, line, length);
  if (status == STATUS_FINE)
    records_know (records, query, place, (uint32_t) length);
  return status;
}

void
records_cut (struct records *records, uint32_t end)
{
  if (end < records->end)
    records->end = end;
}

static enum status
fill_draft (struct records *records, struct output_draft *draft)
{
  enum status status = STATUS_FINE;
  for (uint32_t q = 0; q < records->count && q < records->end && status == STATUS_FINE; q++)
    {
      if (!records->asked[q])
        continue;
      assert (records_has (records, q));
      vec_reserve (records->arena, &records->line, records->length[q]);
      status = journal_read (&records->journal, records->place[q], records->line.at,
                             records->length[q]);
      if (status == STATUS_FINE)
        status = output_draft_add (draft, records->line.at, records->length[q]);
    }
  return status == STATUS_FINE ? output_draft_seal (draft) : status;
}

enum status
records_write_draft (struct records *records, struct output_draft *draft)
{
  enum status status = output_draft_open (draft, &records->output);
  if (status != STATUS_FINE)
    return status;
  status = fill_draft (records, draft);
  if (status != STATUS_FINE)
    output_draft_drop (draft);
  return status;
}

void
records_abandon (struct records *records)
{
  if (records->early >= 0)
    close (records->early);
  if (records->output.file > STDERR_FILENO)
    close (records->output.file);
  journal_close (&records->journal);
}

void
records_end (struct records *records)
{
  /* A journal in which nothing was written need not stay. */
  if (records->journal.file >= 0 && records->journal.size == 0)
    journal_remove (&records->journal);
  records_abandon (records);
}
