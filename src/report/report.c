/* report.c -- see report.h. */
#include <config.h>

#include "report/report.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "io/destination.h"
#include "report/collect.h"
#include "report/emit.h"
#include "report/origin.h"
#include "report/sources.h"
#include "report/titles.h"

struct report
{
  struct quota quota;
  struct arena arena;
  struct collect collect;
  struct sources sources;
  bool spoilt; /* memory ran out in the middle of something */
};

/* After an unwinding: what there is may be half done. */
static enum status
give_up (struct report *report)
{
  if (!report->spoilt)
    fputs ("phaselock: error: not enough memory for the report\n", stderr);
  report->spoilt = true;
  return STATUS_BAD_INPUT;
}

#define REPORT_GUARD(report)                                                             \
  do                                                                                     \
    if ((report)->spoilt || quota_checkpoint (&(report)->quota))                         \
      return give_up (report);                                                           \
  while (0)

static enum status
prepare (struct report *report)
{
  REPORT_GUARD (report);
  collect_init (&report->collect, &report->arena);
  sources_init (&report->sources, &report->arena);
  return STATUS_FINE;
}

struct report *
report_new (void)
{
  struct report *report = calloc (1, sizeof *report);
  if (!report)
    return NULL;
  quota_init (&report->quota);
  arena_init (&report->arena, &report->quota);
  if (prepare (report) == STATUS_FINE)
    return report;
  report_free (report);
  return NULL;
}

void
report_free (struct report *report)
{
  if (report)
    arena_clear (&report->arena);
  free (report);
}

enum status
report_search (struct report *report, const char *folder, bool deep)
{
  assert (folder && *folder);
  REPORT_GUARD (report);
  sources_add_folder (&report->sources, folder, deep);
  return STATUS_FINE;
}

enum status
report_search_beside (struct report *report, const char *path)
{
  const char *slash = strrchr (path, '/');
  assert (*path);
  if (!slash)
    return report_search (report, ".", false);
  char *folder = strndup (path, slash == path ? 1 : (size_t) (slash - path));
  enum status status = folder ? report_search (report, folder, false) : give_up (report);
  free (folder);
  return status;
}

enum status
report_name_input (struct report *report, const char *path)
{
  REPORT_GUARD (report);
  name_id name = collect_name (&report->collect, path);
  *vec_push (&report->arena, &report->collect.inputs) = name;
  return STATUS_FINE;
}

enum status
report_name_baseline (struct report *report, const char *path)
{
  REPORT_GUARD (report);
  assert (report->collect.baseline.index == NAME_NONE.index);
  report->collect.baseline = collect_name (&report->collect, path);
  return STATUS_FINE;
}

enum status
report_add (struct report *report, const struct record *record, const char *model_path)
{
  REPORT_GUARD (report);
  assert (record->json && record->model);
  collect_add (&report->collect, record, model_path);
  return STATUS_FINE;
}

enum status
report_add_json (struct report *report, json_t *json, const char *model_path)
{
  struct record record;
  char buffer[256];
  const char *wrong = json ? record_check (&record, json, buffer, sizeof buffer)
                           : "not enough memory for a record";
  if (!wrong && record.decided)
    return report_add (report, &record, model_path);
  if (!wrong)
    wrong = "no verdict";
  fputs ("phaselock: error: a record for the report is wrong: ", stderr);
  text_print_safe (stderr, wrong, strlen (wrong));
  fputc ('\n', stderr);
  return STATUS_INTERNAL;
}

enum status
report_add_old (struct report *report, const struct record *record)
{
  REPORT_GUARD (report);
  assert (record->json && report->collect.baseline.index != NAME_NONE.index);
  collect_add_old (&report->collect, record);
  return STATUS_FINE;
}

/* ---- Writing. ---- */

static void
want_source (struct report *report, name_id position, const char *model, const char *path)
{
  struct names *names = &report->collect.names;
  assert (model);
  if (position.index != NAME_NONE.index)
    sources_want (&report->sources, names, names_text (names, position), model, path);
}

/* Which lines of which files are shown?  Those of all witnesses. */
static void
want_sources (struct report *report)
{
  struct collect *collect = &report->collect;
  for (uint32_t v = 0; v < collect->violations.count; v++)
    {
      const struct collect_violation *violation = &collect->violations.at[v];
      assert (violation->table < collect->tables.count);
      const struct collect_table *table = &collect->tables.at[violation->table];
      const char *model = names_text (&collect->names, table->model);
      const char *path = table->path.index == NAME_NONE.index
                           ? NULL
                           : names_text (&collect->names, table->path);
      for (uint32_t i = 0; i < violation->steps.count && !violation->replaced; i++)
        {
          assert (violation->steps.at[i] < collect->statements.count);
          const struct collect_statement *statement
            = &collect->statements.at[violation->steps.at[i]];
          want_source (report, statement->at, model, path);
          want_source (report, statement->source, model, path);
        }
    }
}

static void
write_page (const struct report *report, const struct titles *titles, FILE *file)
{
  static const char marker[] = "\n@data@\n";
  const char *page = report_page[0].text;
  const char *gap = strstr (page, marker);
  assert (gap && !strstr (gap + strlen (marker), marker));
  fwrite (page, 1, (size_t) (gap - page) + 1, file);
  emit_data (file, &report->collect, &report->sources, titles);
  fputs (gap + strlen (marker), file);
}

/* The work that may unwind is apart from the file that must be closed. */
static enum status
write_stream (struct report *report, FILE *file)
{
  REPORT_GUARD (report);
  struct titles titles;
  titles_find (&titles, &report->collect);
  report->collect.made = origin_date (&report->arena);
  report->collect.command = origin_command (&report->arena);
  want_sources (report);
  write_page (report, &titles, file);
  return STATUS_FINE;
}

enum status
report_write (struct report *report, const char *path)
{
  struct destination out;
  if (!destination_open (&out, path))
    return destination_close (&out);
  enum status status = write_stream (report, out.stream);
  if (status == STATUS_FINE)
    return destination_close (&out);
  destination_discard (&out);
  return status;
}
