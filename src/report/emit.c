/* emit.c -- see emit.h.  Members have short names: there are many of them. */
#include <config.h>

#include "report/emit.h"

#include <assert.h>
#include <string.h>

#include "base/escape.h"
#include "base/text.h"

#define LINE_LIMIT 2000 /* bytes of a source line that are shown */

/* ---- JSON. ---- */

/* Writes the commas where values follow each other. */
struct emitter
{
  FILE *file;
  bool first;     /* no value precedes in this list, or a member's name does */
  uint32_t depth; /* of brackets */
  uint32_t names; /* in the table of strings */
};

static void
separate (struct emitter *out)
{
  if (!out->first)
    fputc (',', out->file);
  out->first = false;
}

static void
begin (struct emitter *out, char bracket)
{
  assert (bracket == '{' || bracket == '[');
  separate (out);
  fputc (bracket, out->file);
  out->first = true;
  out->depth++;
}

static void
end (struct emitter *out, char bracket)
{
  assert (out->depth > 0);
  fputc (bracket, out->file);
  out->first = false;
  out->depth--;
}

static void
member (struct emitter *out, const char *name)
{
  assert (out->depth > 0);
  separate (out);
  fprintf (out->file, "\"%s\":", name);
  out->first = true;
}

static void
number (struct emitter *out, uint64_t value)
{
  separate (out);
  fprintf (out->file, "%llu", (unsigned long long) value);
}

static bool
is_name (name_id name)
{
  return name.index != NAME_NONE.index;
}

/* A name is its place in the table of strings; none is -1. */
static void
put_name (struct emitter *out, name_id value)
{
  assert (!is_name (value) || value.index < out->names);
  if (is_name (value))
    number (out, value.index);
  else
    {
      separate (out);
      fputs ("-1", out->file);
    }
}

static void
string (struct emitter *out, const char *bytes, size_t length)
{
  separate (out);
  fputc ('"', out->file);
  escape_script (out->file, bytes, length);
  fputc ('"', out->file);
}

static void
member_number (struct emitter *out, const char *name, uint64_t value)
{
  member (out, name);
  number (out, value);
}

static void
member_name (struct emitter *out, const char *name, name_id value)
{
  member (out, name);
  put_name (out, value);
}

/* A text that occurs only once; none is the empty one. */
static void
member_text (struct emitter *out, const char *name, const char *text)
{
  member (out, name);
  string (out, text ? text : "", text ? strlen (text) : 0);
}

static void
member_list (struct emitter *out, const char *name)
{
  member (out, name);
  begin (out, '[');
}

static void
member_names (struct emitter *out, const char *name, const name_id *list, uint32_t count)
{
  member_list (out, name);
  for (uint32_t i = 0; i < count; i++)
    put_name (out, list[i]);
  end (out, ']');
}

/* ---- Tables. ---- */

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
  line.cells = arena_calloc (collect->arena, line.count + (size_t) 1, sizeof *line.cells);
  for (uint32_t i = 0; i < row->cells.count; i++)
    {
      assert (row->cells.at[i].column < line.count);
      assert (!line.cells[row->cells.at[i].column]);
      line.cells[row->cells.at[i].column] = &row->cells.at[i];
    }
  return line;
}

/* The verdicts, now or BEFORE, as one letter per cell; `n': no violation was found, and
   something was not looked at. */
static void
emit_cells (struct emitter *out, const struct line *line, bool before)
{
  separate (out);
  fputc ('"', out->file);
  for (uint32_t c = 0; c < line->count; c++)
    {
      const struct collect_cell *cell = line->cells[c];
      bool there = cell && (!before || cell->known_before);
      assert (!cell || cell->column == c);
      fputc (!there           ? '.'
             : before         ? *verdict_word (cell->before)
             : cell->has_gaps ? 'n'
                              : *verdict_word (cell->verdict),
             out->file);
    }
  fputc ('"', out->file);
}

/* Microseconds by column, 0 where nothing was asked. */
static void
emit_times (struct emitter *out, const struct line *line)
{
  for (uint32_t c = 0; c < line->count; c++)
    number (out, line->cells[c] ? line->cells[c]->microseconds : 0);
}

/* Engines come in long runs: [engine, how often, ...]. */
static void
emit_engines (struct emitter *out, const struct line *line)
{
  for (uint32_t c = 0, run; c < line->count; c = run)
    {
      name_id engine = line->cells[c] ? line->cells[c]->engine : NAME_NONE;
      for (run = c; run < line->count; run++)
        if (line->cells[run] && line->cells[run]->engine.index != engine.index)
          break;
      assert (run > c);
      put_name (out, engine);
      number (out, run - c);
    }
}

/* Why cells are unknown: [column, reason, ...]. */
static void
emit_reasons (struct emitter *out, const struct line *line)
{
  for (uint32_t c = 0; c < line->count; c++)
    if (line->cells[c] && is_name (line->cells[c]->reason))
      {
        number (out, c);
        put_name (out, line->cells[c]->reason);
      }
}

static void
emit_row (struct emitter *out, const struct collect *collect,
          const struct collect_table *table, uint32_t row, const struct titles *titles)
{
  static void (*const lists[]) (struct emitter *, const struct line *)
    = { emit_times, emit_engines, emit_reasons };
  static const char *const names[] = { "us", "e", "r" };
  assert (row < collect->rows.count);
  const struct collect_row *r = &collect->rows.at[row];
  struct line line = arrange (collect, table, r);
  begin (out, '{');
  member_name (out, "p", r->pattern);
  if (r->kind != QUERY_PATTERN)
    member_number (out, "k", r->kind);
  member_name (out, "t", titles->title[row]);
  member_name (out, "f", titles->formula[row]);
  if (is_name (titles->meaning[row]))
    member_name (out, "m", titles->meaning[row]);
  member_number (out, "a", r->arity);
  member (out, "c");
  emit_cells (out, &line, false);
  if (is_name (collect->baseline))
    {
      member (out, "o");
      emit_cells (out, &line, true);
    }
  for (size_t i = 0; i < sizeof lists / sizeof *lists; i++)
    {
      member_list (out, names[i]);
      lists[i](out, &line);
      end (out, ']');
    }
  end (out, '}');
}

static void
emit_tuple (struct emitter *out, const struct collect *collect, uint32_t tuple)
{
  assert (tuple < collect->tuples.count);
  const struct collect_tuple *t = &collect->tuples.at[tuple];
  for (uint32_t i = 0; i < t->arity; i++)
    put_name (out, t->fields[i]);
}

static void
emit_table (struct emitter *out, const struct collect *collect,
            const struct collect_table *table, const struct titles *titles)
{
  begin (out, '{');
  member_name (out, "m", table->model);
  member_name (out, "a", table->automata);
  if (table->noted)
    {
      member_list (out, "n");
      number (out, table->may_miss);
      number (out, table->adds_executions);
      end (out, ']');
    }
  member_list (out, "columns");
  for (uint32_t i = 0; i < table->columns.count; i++)
    {
      const struct collect_columns *columns = &table->columns.at[i];
      begin (out, '{');
      member_number (out, "a", columns->arity);
      member_list (out, "f");
      for (uint32_t c = 0; c < columns->tuples.count; c++)
        emit_tuple (out, collect, columns->tuples.at[c]);
      end (out, ']');
      end (out, '}');
    }
  end (out, ']');
  member_list (out, "rows");
  for (uint32_t i = 0; i < table->rows.count; i++)
    emit_row (out, collect, table, table->rows.at[i], titles);
  end (out, ']');
  end (out, '}');
  fputc ('\n', out->file);
}

/* ---- Violations. ---- */

static uint32_t
place_of_row (const struct collect_table *table, uint32_t row)
{
  uint32_t place = 0;
  while (place < table->rows.count && table->rows.at[place] != row)
    place++;
  assert (place < table->rows.count);
  return place;
}

static void
emit_violation (struct emitter *out, const struct collect *collect,
                const struct collect_violation *violation)
{
  assert (!violation->replaced && violation->table < collect->tables.count);
  const struct collect_table *table = &collect->tables.at[violation->table];
  begin (out, '{');
  member_number (out, "t", violation->table);
  member_number (out, "r", place_of_row (table, violation->row));
  member_number (out, "c", violation->column);
  member_name (out, "id", violation->id);
  member_names (out, "p", violation->processes.at, violation->processes.count);
  if (violation->methods.count > 0)
    member_names (out, "m", violation->methods.at, violation->methods.count);
  if (violation->locks.count > 0)
    member_names (out, "l", violation->locks.at, violation->locks.count);
  if (violation->suspected)
    member_number (out, "u", 1);
  if (is_name (violation->because))
    member_name (out, "b", violation->because);
  if (is_name (violation->repair))
    member_name (out, "f", violation->repair);
  if (violation->rank_number > 0)
    member_number (out, "k", violation->rank_number);
  if (violation->rank_order > 0)
    member_number (out, "ko", (uint64_t) violation->rank_order);
  if (is_name (violation->rank_kind))
    member_name (out, "kk", violation->rank_kind);
  if (is_name (violation->rank))
    member_name (out, "kt", violation->rank);
  if (is_name (violation->cause))
    member_name (out, "ca", violation->cause);
  if (is_name (violation->problem))
    member_name (out, "pr", violation->problem);
  if (is_name (violation->grade))
    member_name (out, "g", violation->grade);
  if (violation->has_witness)
    {
      member_list (out, "w");
      for (uint32_t i = 0; i < violation->steps.count; i++)
        {
          assert (violation->steps.at[i] < collect->statements.count);
          number (out, violation->steps.at[i]);
        }
      end (out, ']');
      member_list (out, "ph");
      for (uint32_t i = 0; i < violation->marks.count; i++)
        {
          assert (violation->marks.at[i].step < violation->steps.count);
          number (out, violation->marks.at[i].step);
          number (out, violation->marks.at[i].phase);
        }
      end (out, ']');
    }
  end (out, '}');
  fputc ('\n', out->file);
}

static void
emit_statement (struct emitter *out, const struct collect_statement *statement)
{
  const name_id names[] = { statement->process, statement->action, statement->object,
                            statement->at, statement->source };
  begin (out, '[');
  for (size_t i = 0; i < sizeof names / sizeof *names; i++)
    put_name (out, names[i]);
  number (out, statement->nested + 2u * statement->wait);
  if (is_name (statement->value))
    put_name (out, statement->value);
  end (out, ']');
}

static void
emit_gone (struct emitter *out, const struct collect *collect,
           const struct collect_gone *gone)
{
  begin (out, '[');
  put_name (out, gone->model);
  put_name (out, gone->automata);
  put_name (out, gone->pattern);
  emit_tuple (out, collect, gone->tuple);
  end (out, ']');
}

/* ---- Sources. ---- */

static void
emit_line (struct emitter *out, const struct sources_file *source, uint32_t line)
{
  assert (line < source->lines.count);
  size_t first = source->lines.at[line];
  size_t last
    = line + 1 < source->lines.count ? source->lines.at[line + 1] : source->length;
  assert (first <= last && last <= source->length);
  for (const char *text = source->text; last > first; last--)
    if (text[last - 1] != '\n' && text[last - 1] != '\r')
      break;
  if (last - first > LINE_LIMIT)
    {
      last = first + LINE_LIMIT;
      while (last > first && !text_starts_character (source->text[last]))
        last--;
    }
  string (out, source->text + first, last - first);
}

/* Pieces: [number of the first line, text, text, ...]. */
static void
emit_file (struct emitter *out, const struct sources_file *source)
{
  assert (source->found);
  begin (out, '{');
  member_name (out, "n", source->name);
  member_number (out, "lines", source->lines.count);
  member_list (out, "l");
  for (uint32_t i = 0; i < source->lines.count; i++)
    {
      if (!sources_shows (source, i))
        continue;
      begin (out, '[');
      number (out, i + 1);
      for (; i < source->lines.count && sources_shows (source, i); i++)
        emit_line (out, source, i);
      end (out, ']');
    }
  end (out, ']');
  end (out, '}');
  fputc ('\n', out->file);
}

/* ---- All of it. ---- */

void
emit_data (FILE *file, const struct collect *collect, const struct sources *sources,
           const struct titles *titles)
{
  struct emitter out
    = { .file = file, .first = true, .names = collect->names.entries.count };
  begin (&out, '{');
  member_text (&out, "by", PACKAGE_VERSION);
  member_text (&out, "made", collect->made);
  member_text (&out, "command", collect->command);
  member_names (&out, "inputs", collect->inputs.at, collect->inputs.count);
  member_name (&out, "baseline", collect->baseline);
  member_list (&out, "s");
  for (uint32_t i = 0; i < out.names; i++)
    {
      const struct name_entry *name = &collect->names.entries.at[i];
      string (&out, name->bytes, name->length);
    }
  end (&out, ']');
  fputc ('\n', file);
  member_list (&out, "tables");
  for (uint32_t i = 0; i < collect->tables.count; i++)
    emit_table (&out, collect, &collect->tables.at[i], titles);
  end (&out, ']');
  member_list (&out, "violations");
  for (uint32_t i = 0; i < collect->violations.count; i++)
    if (!collect->violations.at[i].replaced)
      emit_violation (&out, collect, &collect->violations.at[i]);
  end (&out, ']');
  member_list (&out, "statements");
  for (uint32_t i = 0; i < collect->statements.count; i++)
    emit_statement (&out, &collect->statements.at[i]);
  end (&out, ']');
  member_list (&out, "gone");
  for (uint32_t i = 0; i < collect->gone.count; i++)
    emit_gone (&out, collect, &collect->gone.at[i]);
  end (&out, ']');
  member_list (&out, "files");
  for (uint32_t i = 0; i < sources->files.count; i++)
    if (sources->files.at[i].found)
      emit_file (&out, &sources->files.at[i]);
  end (&out, ']');
  end (&out, '}');
  fputc ('\n', file);
  assert (out.depth == 0);
}
