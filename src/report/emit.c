/* emit.c -- see emit.h.  Members have short names: there are many of them. */
#include <config.h>

#include "report/emit.h"

#include <assert.h>
#include <string.h>

#include "base/text.h"

#define LINE_LIMIT 2000 /* bytes of a source line that are shown */

/* ---- Values. ---- */

void
emit_string (FILE *file, const char *bytes, size_t length)
{
  fputc ('"', file);
  for (size_t i = 0; i < length;)
    {
      uint32_t size = text_utf8_length (bytes + i, length - i);
      unsigned char c = (unsigned char) bytes[i];
      if (size == 0)
        fputs ("\\ufffd", file);
      else if (size == 1 && (c < 0x20 || c == 0x7F || strchr ("\"\\<>&", c)))
        fprintf (file, "\\u%04x", c);
      else if (size == 3 && memcmp (bytes + i, "\xE2\x80", 2) == 0
               && ((unsigned char) bytes[i + 2] & 0xFE) == 0xA8)
        fprintf (file, "\\u%04x", (unsigned) (0x2028 + (bytes[i + 2] & 1)));
      else
        fwrite (bytes + i, 1, size, file);
      i += size ? size : 1;
    }
  fputc ('"', file);
}

static void
emit_number (FILE *file, uint64_t number)
{
  fprintf (file, "%llu", (unsigned long long) number);
}

/* A name is its place in the table of strings; none is -1. */
static void
emit_name (FILE *file, name_id name)
{
  if (name.index == NAME_NONE.index)
    fputs ("-1", file);
  else
    emit_number (file, name.index);
}

static void
emit_member (FILE *file, const char *member)
{
  fprintf (file, ",\"%s\":", member);
}

static void
separate (FILE *file, bool *first)
{
  if (!*first)
    fputc (',', file);
  *first = false;
}

/* ---- Tables. ---- */

/* One letter a cell. */
static char
verdict_letter (enum verdict_kind kind)
{
  switch (kind)
    {
    case VERDICT_SAFE:
      return 's';
    case VERDICT_VIOLATION:
      return 'v';
    case VERDICT_UNKNOWN:
      return 'u';
    }
  assert (false);
  return '.';
}

/* The cells of a row in the order of the columns; columns that the pattern was
   not asked about have none. */
struct line
{
  const struct collect_cell **cells;
  uint32_t count;
};

static struct line
arrange (const struct collect *collect, const struct collect_table *table,
         const struct collect_row *row)
{
  struct line line = { NULL, 0 };
  for (uint32_t i = 0; i < table->columns.count; i++)
    if (table->columns.at[i].arity == row->arity)
      line.count = table->columns.at[i].tuples.count;
  line.cells = arena_calloc (collect->arena, line.count + (size_t) 1,
                             sizeof *line.cells);
  for (uint32_t i = 0; i < row->cells.count; i++)
    {
      assert (row->cells.at[i].column < line.count);
      line.cells[row->cells.at[i].column] = &row->cells.at[i];
    }
  return line;
}

static void
emit_cells (FILE *file, const struct line *line, bool before)
{
  fputc ('"', file);
  for (uint32_t c = 0; c < line->count; c++)
    {
      const struct collect_cell *cell = line->cells[c];
      bool there = cell && (!before || cell->known_before);
      fputc (there ? verdict_letter (before ? cell->before : cell->verdict) : '.', file);
    }
  fputc ('"', file);
}

/* Microseconds by column, 0 where nothing was asked. */
static void
emit_times (FILE *file, const struct line *line)
{
  fputc ('[', file);
  for (uint32_t c = 0; c < line->count; c++)
    {
      if (c > 0)
        fputc (',', file);
      emit_number (file, line->cells[c] ? line->cells[c]->microseconds : 0);
    }
  fputc (']', file);
}

/* Engines come in long runs: [engine, how often, ...]. */
static void
emit_engines (FILE *file, const struct line *line)
{
  fputc ('[', file);
  for (uint32_t c = 0; c < line->count;)
    {
      name_id engine = line->cells[c] ? line->cells[c]->engine : NAME_NONE;
      uint32_t run = c;
      while (run < line->count
             && (!line->cells[run] || line->cells[run]->engine.index == engine.index))
        run++;
      if (c > 0)
        fputc (',', file);
      emit_name (file, engine);
      fprintf (file, ",%u", (unsigned) (run - c));
      c = run;
    }
  fputc (']', file);
}

/* Reasons of the unknown: [column, reason, ...]. */
static void
emit_reasons (FILE *file, const struct line *line)
{
  bool first = true;
  fputc ('[', file);
  for (uint32_t c = 0; c < line->count; c++)
    if (line->cells[c] && line->cells[c]->reason.index != NAME_NONE.index)
      {
        separate (file, &first);
        fprintf (file, "%u,", (unsigned) c);
        emit_name (file, line->cells[c]->reason);
      }
  fputc (']', file);
}

static void
emit_row (FILE *file, const struct collect *collect, const struct collect_table *table,
          uint32_t row, const struct titles *titles)
{
  const struct collect_row *r = &collect->rows.at[row];
  struct line line = arrange (collect, table, r);
  fputs ("{\"p\":", file);
  emit_name (file, r->pattern);
  emit_member (file, "t");
  emit_name (file, titles->title[row]);
  emit_member (file, "f");
  emit_name (file, titles->formula[row]);
  emit_member (file, "a");
  emit_number (file, r->arity);
  emit_member (file, "c");
  emit_cells (file, &line, false);
  if (collect->baseline.index != NAME_NONE.index)
    {
      emit_member (file, "o");
      emit_cells (file, &line, true);
    }
  emit_member (file, "us");
  emit_times (file, &line);
  emit_member (file, "e");
  emit_engines (file, &line);
  emit_member (file, "r");
  emit_reasons (file, &line);
  fputc ('}', file);
}

static void
emit_tuple (FILE *file, const struct collect *collect, uint32_t tuple)
{
  const struct collect_tuple *t = &collect->tuples.at[tuple];
  for (uint32_t i = 0; i < t->arity; i++)
    {
      if (i > 0)
        fputc (',', file);
      emit_name (file, t->fields[i]);
    }
}

static void
emit_table (FILE *file, const struct collect *collect, const struct collect_table *table,
            const struct titles *titles)
{
  fputs ("{\"m\":", file);
  emit_name (file, table->model);
  emit_member (file, "a");
  emit_name (file, table->automata);
  emit_member (file, "columns");
  fputc ('[', file);
  for (uint32_t i = 0; i < table->columns.count; i++)
    {
      const struct collect_columns *columns = &table->columns.at[i];
      fprintf (file, "%s{\"a\":%u,\"f\":[", i ? "," : "", (unsigned) columns->arity);
      for (uint32_t c = 0; c < columns->tuples.count; c++)
        {
          if (c > 0)
            fputc (',', file);
          emit_tuple (file, collect, columns->tuples.at[c]);
        }
      fputs ("]}", file);
    }
  fputc (']', file);
  emit_member (file, "rows");
  fputc ('[', file);
  for (uint32_t i = 0; i < table->rows.count; i++)
    {
      if (i > 0)
        fputc (',', file);
      emit_row (file, collect, table, table->rows.at[i], titles);
    }
  fputs ("]}\n", file);
}

/* ---- Violations. ---- */

static uint32_t
place_of_row (const struct collect_table *table, uint32_t row)
{
  for (uint32_t i = 0; i < table->rows.count; i++)
    if (table->rows.at[i] == row)
      return i;
  assert (false);
  return 0;
}

static void
emit_violation (FILE *file, const struct collect *collect,
                const struct collect_violation *violation)
{
  const struct collect_table *table = &collect->tables.at[violation->table];
  fprintf (file, "{\"t\":%u,\"r\":%u,\"c\":%u", (unsigned) violation->table,
           (unsigned) place_of_row (table, violation->row),
           (unsigned) violation->column);
  emit_member (file, "id");
  emit_name (file, violation->id);
  emit_member (file, "p");
  fputc ('[', file);
  for (uint32_t i = 0; i < violation->processes.count; i++)
    {
      if (i > 0)
        fputc (',', file);
      emit_name (file, violation->processes.at[i]);
    }
  fputc (']', file);
  if (violation->because.index != NAME_NONE.index)
    {
      emit_member (file, "b");
      emit_name (file, violation->because);
    }
  if (violation->repair.index != NAME_NONE.index)
    {
      emit_member (file, "f");
      emit_name (file, violation->repair);
    }
  if (violation->has_witness)
    {
      emit_member (file, "w");
      fputc ('[', file);
      for (uint32_t i = 0; i < violation->steps.count; i++)
        fprintf (file, "%s%u", i ? "," : "", (unsigned) violation->steps.at[i]);
      fputc (']', file);
      emit_member (file, "ph");
      fputc ('[', file);
      for (uint32_t i = 0; i < violation->marks.count; i++)
        fprintf (file, "%s%u,%u", i ? "," : "", (unsigned) violation->marks.at[i].step,
                 (unsigned) violation->marks.at[i].phase);
      fputc (']', file);
    }
  fputs ("}\n", file);
}

static void
emit_statement (FILE *file, const struct collect_statement *statement)
{
  const name_id names[] = { statement->process, statement->action, statement->object,
                            statement->at, statement->source };
  fputc ('[', file);
  for (size_t i = 0; i < sizeof names / sizeof *names; i++)
    {
      emit_name (file, names[i]);
      fputc (',', file);
    }
  fprintf (file, "%d]", statement->nested);
}

/* ---- Sources. ---- */

static void
emit_line (FILE *file, const struct sources_file *source, uint32_t line)
{
  size_t begin = source->lines.at[line];
  size_t end = line + 1 < source->lines.count ? source->lines.at[line + 1]
                                              : source->length;
  while (end > begin && (source->text[end - 1] == '\n' || source->text[end - 1] == '\r'))
    end--;
  if (end - begin > LINE_LIMIT)
    {
      end = begin + LINE_LIMIT;
      while (end > begin && !text_starts_character (source->text[end]))
        end--;
    }
  emit_string (file, source->text + begin, end - begin);
}

/* Pieces: [first line, text, text, ...]. */
static void
emit_file (FILE *file, const struct sources_file *source)
{
  fputs ("{\"n\":", file);
  emit_name (file, source->name);
  fprintf (file, ",\"lines\":%u,\"l\":[", (unsigned) source->lines.count);
  bool first = true, open = false;
  for (uint32_t i = 0; i < source->lines.count; i++)
    {
      bool shown = sources_shows (source, i);
      if (shown && !open)
        {
          separate (file, &first);
          fprintf (file, "[%u", (unsigned) i + 1);
        }
      else if (!shown && open)
        fputc (']', file);
      if (shown)
        {
          fputc (',', file);
          emit_line (file, source, i);
        }
      open = shown;
    }
  fputs (open ? "]]}\n" : "]}\n", file);
}

/* ---- All of it. ---- */

static void
emit_origin (FILE *file, const struct collect *collect)
{
  fputs ("{\"by\":", file);
  emit_string (file, PACKAGE_VERSION, strlen (PACKAGE_VERSION));
  emit_member (file, "inputs");
  fputc ('[', file);
  for (uint32_t i = 0; i < collect->inputs.count; i++)
    {
      if (i > 0)
        fputc (',', file);
      emit_name (file, collect->inputs.at[i]);
    }
  fputc (']', file);
  emit_member (file, "baseline");
  emit_name (file, collect->baseline);
}

void
emit_data (FILE *file, const struct collect *collect, const struct sources *sources,
           const struct titles *titles)
{
  emit_origin (file, collect);
  emit_member (file, "s");
  for (uint32_t i = 0; i < collect->names.entries.count; i++)
    {
      const struct name_entry *name = &collect->names.entries.at[i];
      fputc (i ? ',' : '[', file);
      emit_string (file, name->bytes, name->length);
    }
  fputs (collect->names.entries.count ? "]\n" : "[]\n", file);
  bool first = true;
  emit_member (file, "tables");
  fputc ('[', file);
  for (uint32_t i = 0; i < collect->tables.count; i++)
    {
      separate (file, &first);
      emit_table (file, collect, &collect->tables.at[i], titles);
    }
  fputc (']', file);
  first = true;
  emit_member (file, "violations");
  fputc ('[', file);
  for (uint32_t i = 0; i < collect->violations.count; i++)
    if (!collect->violations.at[i].replaced)
      {
        separate (file, &first);
        emit_violation (file, collect, &collect->violations.at[i]);
      }
  fputc (']', file);
  first = true;
  emit_member (file, "statements");
  fputc ('[', file);
  for (uint32_t i = 0; i < collect->statements.count; i++)
    {
      separate (file, &first);
      emit_statement (file, &collect->statements.at[i]);
    }
  fputc (']', file);
  first = true;
  emit_member (file, "gone");
  fputc ('[', file);
  for (uint32_t i = 0; i < collect->gone.count; i++)
    {
      const struct collect_gone *gone = &collect->gone.at[i];
      separate (file, &first);
      fprintf (file, "[%u,%u,%u,", (unsigned) gone->model.index,
               (unsigned) gone->automata.index, (unsigned) gone->pattern.index);
      emit_tuple (file, collect, gone->tuple);
      fputc (']', file);
    }
  fputc (']', file);
  first = true;
  emit_member (file, "files");
  fputc ('[', file);
  for (uint32_t i = 0; i < sources->files.count; i++)
    if (sources->files.at[i].found)
      {
        separate (file, &first);
        emit_file (file, &sources->files.at[i]);
      }
  fputs ("]}\n", file);
}
