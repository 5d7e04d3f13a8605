/* collect.c -- see collect.h. */
#include <config.h>

#include "report/collect.h"

#include <assert.h>
#include <math.h>
#include <string.h>

void
collect_init (struct collect *collect, struct arena *arena)
{
  memset (collect, 0, sizeof *collect);
  collect->arena = arena;
  collect->baseline = NAME_NONE;
  collect->no_fields = COLLECT_NONE;
  names_init (&collect->names, arena);
  struct pairmap *maps[]
    = { &collect->tuple_ids,   &collect->table_ids,  &collect->row_ids,
        &collect->pattern_ids, &collect->column_ids, &collect->cell_ids,
        &collect->place_ids };
  for (size_t i = 0; i < sizeof maps / sizeof *maps; i++)
    pairmap_init (maps[i], arena);
}

name_id
collect_name (struct collect *collect, const char *text)
{
  return text ? names_intern (&collect->names, text, strlen (text)) : NAME_NONE;
}

/* ---- Where a record belongs. ---- */

static uint32_t
find_empty_tuple (struct collect *collect)
{
  if (collect->no_fields == COLLECT_NONE)
    {
      collect->no_fields = collect->tuples.count;
      *vec_push (collect->arena, &collect->tuples) = (struct collect_tuple){ 0, NULL };
    }
  assert (collect->tuples.at[collect->no_fields].arity == 0);
  return collect->no_fields;
}

static uint32_t
find_tuple (struct collect *collect, const json_t *fields)
{
  uint32_t tuple = COLLECT_NONE;
  size_t arity = json_array_size (fields);
  if (arity == 0)
    return find_empty_tuple (collect);
  for (size_t i = 0; i < arity; i++)
    {
      name_id field = collect_name (collect, record_string (fields, i));
      uint32_t *known = pairmap_at (&collect->tuple_ids, tuple, field.index);
      if (*known == PAIRMAP_FREE)
        {
          *known = collect->tuples.count;
          name_id *longer = arena_alloc (collect->arena, (i + 1) * sizeof *longer);
          if (i > 0)
            memcpy (longer, collect->tuples.at[tuple].fields, i * sizeof *longer);
          longer[i] = field;
          tuple = collect->tuples.count;
          *vec_push (collect->arena, &collect->tuples)
            = (struct collect_tuple){ (uint32_t) i + 1, longer };
        }
      else
        tuple = *known;
      assert (collect->tuples.at[tuple].arity == i + 1);
    }
  return tuple;
}

static name_id
find_pattern (struct collect *collect, const struct record *record)
{
  char buffer[32];
  return collect_name (collect, record_pattern (record, buffer, sizeof buffer));
}

/* An automaton may be called race, too. */
static uint32_t
shape_of (const struct record *record)
{
  assert (record->kind < QUERY_KINDS);
  return (uint32_t) json_array_size (record->fields) * QUERY_KINDS
         + (uint32_t) record->kind;
}

/* The number of the row for PATTERN with the fields of RECORD in TABLE, or where it is
   to be stored. */
static uint32_t *
row_slot (struct collect *collect, uint32_t table, name_id pattern,
          const struct record *record)
{
  uint32_t *id = pairmap_at (&collect->pattern_ids, pattern.index, shape_of (record));
  if (*id == PAIRMAP_FREE)
    *id = collect->pattern_ids.entries.count;
  return pairmap_at (&collect->row_ids, table, *id);
}

static uint32_t
find_table (struct collect *collect, const struct record *record)
{
  name_id model = collect_name (collect, record->model);
  name_id automata = collect_name (collect, record->automata);
  uint32_t *table = pairmap_at (&collect->table_ids, model.index, automata.index);
  if (*table == PAIRMAP_FREE)
    {
      *table = collect->tables.count;
      struct collect_table *added = vec_push (collect->arena, &collect->tables);
      memset (added, 0, sizeof *added);
      added->model = model;
      added->automata = automata;
      added->path = NAME_NONE;
    }
  return *table;
}

static uint32_t
find_row (struct collect *collect, uint32_t table, const struct record *record)
{
  assert (table < collect->tables.count);
  name_id pattern = find_pattern (collect, record);
  uint32_t arity = (uint32_t) json_array_size (record->fields);
  uint32_t *row = row_slot (collect, table, pattern, record);
  if (*row == PAIRMAP_FREE)
    {
      *row = collect->rows.count;
      struct collect_row *added = vec_push (collect->arena, &collect->rows);
      memset (added, 0, sizeof *added);
      added->kind = record->kind;
      added->pattern = pattern;
      added->claim = collect_name (
        collect, json_string_value (json_object_get (record->json, "claim")));
      added->arity = arity;
      *vec_push (collect->arena, &collect->tables.at[table].rows)
        = collect->rows.count - 1;
    }
  return *row;
}

static uint32_t
find_column (struct collect *collect, uint32_t table, uint32_t tuple)
{
  assert (table < collect->tables.count && tuple < collect->tuples.count);
  uint32_t *column = pairmap_at (&collect->column_ids, table, tuple);
  if (*column != PAIRMAP_FREE)
    return *column;
  struct collect_table *t = &collect->tables.at[table];
  uint32_t arity = collect->tuples.at[tuple].arity, c = 0;
  while (c < t->columns.count && t->columns.at[c].arity != arity)
    c++;
  if (c == t->columns.count)
    *vec_push (collect->arena, &t->columns)
      = (struct collect_columns){ arity, VEC_EMPTY };
  struct collect_columns *columns = &t->columns.at[c];
  *column = columns->tuples.count;
  *vec_push (collect->arena, &columns->tuples) = tuple;
  return columns->tuples.count - 1;
}

/* ---- Witnesses. ---- */

static const char *
step_text (const json_t *step, const char *member)
{
  return json_string_value (json_object_get (step, member));
}

static bool
same_statement (const struct collect_statement *a, const struct collect_statement *b)
{
  return a->process.index == b->process.index && a->action.index == b->action.index
         && a->object.index == b->object.index && a->at.index == b->at.index
         && a->source.index == b->source.index && a->value.index == b->value.index
         && a->nested == b->nested && a->wait == b->wait;
}

/* The object of STEP, with its place in an array. */
static name_id
find_object (struct collect *collect, const json_t *step)
{
  const char *object = step_text (step, "object");
  const json_t *cell = json_object_get (step, "cell");
  assert (!cell || json_is_integer (cell)); /* see saved_record.c */
  if (!object || !cell)
    return collect_name (collect, object);
  return collect_name (collect, arena_format (collect->arena, "%s[%lld]", object,
                                              (long long) json_integer_value (cell)));
}

/* "3", "true"; NAME_NONE: STEP has no value. */
static name_id
find_value (struct collect *collect, const json_t *step)
{
  const json_t *value = json_object_get (step, "value");
  assert (!value || json_is_boolean (value) || json_is_integer (value));
  if (json_is_boolean (value))
    return collect_name (collect, json_is_true (value) ? "true" : "false");
  if (!value)
    return NAME_NONE;
  return collect_name (collect, arena_format (collect->arena, "%lld",
                                              (long long) json_integer_value (value)));
}

/* A list that pairmap_at has just begun is empty. */
_Static_assert(PAIRMAP_FREE == COLLECT_NONE, "no statement");

/* Few statements share a process and a position: a list of them is enough. */
static uint32_t
find_statement (struct collect *collect, const json_t *step)
{
  assert (step_text (step, "process") && step_text (step, "action"));
  struct collect_statement new
    = { .process = collect_name (collect, step_text (step, "process")),
        .action = collect_name (collect, step_text (step, "action")),
        .object = find_object (collect, step),
        .at = collect_name (collect, step_text (step, "at")),
        .source = collect_name (collect, step_text (step, "source")),
        .value = find_value (collect, step),
        .nested = json_is_true (json_object_get (step, "nested")),
        .wait = json_is_true (json_object_get (step, "wait")) };
  uint32_t *first = pairmap_at (&collect->place_ids, new.at.index, new.process.index);
  for (uint32_t s = *first; s != COLLECT_NONE; s = collect->statements.at[s].next)
    if (same_statement (&collect->statements.at[s], &new))
      return s;
  new.next = *first;
  *first = collect->statements.count;
  *vec_push (collect->arena, &collect->statements) = new;
  return collect->statements.count - 1;
}

static void
add_witness (struct collect *collect, struct collect_violation *violation,
             const json_t *witness)
{
  assert (!violation->has_witness && violation->steps.count == 0);
  violation->has_witness = true;
  for (size_t i = 0; i < json_array_size (witness); i++)
    {
      const json_t *step = json_array_get (witness, i);
      uint32_t statement = find_statement (collect, step);
      *vec_push (collect->arena, &violation->steps) = statement;
      const json_t *phase = json_object_get (step, "phase");
      json_int_t number = json_integer_value (phase);
      assert (statement < collect->statements.count);
      if (phase && number >= 0 && number < UINT32_MAX)
        *vec_push (collect->arena, &violation->marks)
          = (struct collect_mark){ (uint32_t) i, (uint32_t) number };
    }
}

static uint32_t
rank_number_of (const json_t *rank)
{
  double number = json_number_value (json_object_get (rank, "number"));
  return number > 0 && number <= 100 ? (uint32_t) number : 0;
}

/* Numbers that a page can hold; any other is 0. */
/* What became of it on a JVM, or else what values allow; or null. */
static const char *
grade_of (const json_t *record)
{
  const char *grade = step_text (json_object_get (record, "confirmed"), "grade");
  return grade ? grade : step_text (record, "grade");
}

static uint32_t
add_violation (struct collect *collect, const struct record *record, uint32_t table,
               uint32_t row, uint32_t column)
{
  assert (record->verdict == VERDICT_VIOLATION || record->suspected);
  assert (row < collect->rows.count);
  struct collect_violation violation
    = { .table = table,
        .row = row,
        .column = column,
        .suspected = record->suspected,
        .id = collect_name (collect, record->id),
        .because = collect_name (collect, record->because),
        .rank = collect_name (collect,
                              step_text (json_object_get (record->json, "rank"), "why")),
        .rank_number = rank_number_of (json_object_get (record->json, "rank")),
        .rank_order = record->order,
        .rank_kind = collect_name (
          collect, step_text (json_object_get (record->json, "rank"), "kind")),
        .cause = collect_name (collect, record->cause),
        .problem = collect_name (collect, record->problem),
        .grade = collect_name (collect, grade_of (record->json)),
        .repair = collect_name (
          collect, step_text (json_object_get (record->json, "repair"), "text")) };
  for (size_t i = 0; i < json_array_size (record->processes); i++)
    {
      name_id process = collect_name (collect, record_string (record->processes, i));
      *vec_push (collect->arena, &violation.processes) = process;
    }
  const json_t *methods = json_object_get (record->json, "methods");
  for (size_t i = 0; i < json_array_size (methods); i++)
    *vec_push (collect->arena, &violation.methods)
      = collect_name (collect, record_string (methods, i));
  for (size_t i = 0; i < json_array_size (record->locks); i++)
    *vec_push (collect->arena, &violation.locks)
      = collect_name (collect, record_string (record->locks, i));
  if (record->witness)
    add_witness (collect, &violation, record->witness);
  *vec_push (collect->arena, &collect->violations) = violation;
  return collect->violations.count - 1;
}

/* ---- Records. ---- */

static uint64_t
microseconds (double ms)
{
  return ms > 0 && ms < 1e12 ? (uint64_t) llround (ms * 1000) : 0;
}

static uint32_t
note_count (const json_t *notes, const char *kind)
{
  json_int_t number = json_integer_value (json_object_get (notes, kind));
  assert (json_is_object (notes));
  return number > 0 && number < UINT32_MAX ? (uint32_t) number : 0;
}

/* All records of a model have the same. */
static void
add_notes (struct collect_table *table, const struct record *record)
{
  const json_t *notes = json_object_get (record->json, "notes");
  if (!json_is_object (notes))
    return;
  table->noted = true;
  table->may_miss = note_count (notes, "may_miss");
  table->adds_executions = note_count (notes, "adds_executions");
}

void
collect_add (struct collect *collect, const struct record *record, const char *model_path)
{
  assert (record->decided);
  uint32_t table = find_table (collect, record);
  if (model_path)
    collect->tables.at[table].path = collect_name (collect, model_path);
  add_notes (&collect->tables.at[table], record);
  uint32_t row = find_row (collect, table, record);
  uint32_t tuple = find_tuple (collect, record->fields);
  struct collect_cell cell = { .column = find_column (collect, table, tuple),
                               .verdict = record->verdict,
                               .has_gaps = record->has_gaps,
                               .reason = collect_name (collect, record->reason),
                               .engine = collect_name (collect, record->engine),
                               .microseconds = microseconds (record->ms),
                               .violation = COLLECT_NONE };
  if (record->verdict == VERDICT_VIOLATION || record->suspected)
    cell.violation = add_violation (collect, record, table, row, cell.column);
  struct collect_row *r = &collect->rows.at[row];
  assert (r->arity == collect->tuples.at[tuple].arity);
  uint32_t *known = pairmap_at (&collect->cell_ids, row, tuple);
  if (*known == PAIRMAP_FREE)
    {
      *known = r->cells.count;
      *vec_push (collect->arena, &r->cells) = cell;
    }
  else
    {
      assert (*known < r->cells.count && r->cells.at[*known].column == cell.column);
      uint32_t old = r->cells.at[*known].violation;
      assert (old == COLLECT_NONE || old < collect->violations.count);
      if (old != COLLECT_NONE)
        collect->violations.at[old].replaced = true;
      r->cells.at[*known] = cell;
    }
}

void
collect_add_old (struct collect *collect, const struct record *record)
{
  assert (record->decided);
  name_id model = collect_name (collect, record->model);
  name_id automata = collect_name (collect, record->automata);
  name_id pattern = find_pattern (collect, record);
  uint32_t tuple = find_tuple (collect, record->fields);
  uint32_t table = pairmap_get (&collect->table_ids, model.index, automata.index);
  uint32_t cell = PAIRMAP_FREE, row = PAIRMAP_FREE;
  uint32_t id = pairmap_get (&collect->pattern_ids, pattern.index, shape_of (record));
  if (table != PAIRMAP_FREE && id != PAIRMAP_FREE)
    row = pairmap_get (&collect->row_ids, table, id);
  if (row != PAIRMAP_FREE)
    cell = pairmap_get (&collect->cell_ids, row, tuple);
  if (cell != PAIRMAP_FREE)
    {
      assert (cell < collect->rows.at[row].cells.count);
      struct collect_cell *c = &collect->rows.at[row].cells.at[cell];
      c->known_before = true;
      c->before = record->verdict;
    }
  else if (record->verdict == VERDICT_VIOLATION)
    *vec_push (collect->arena, &collect->gone)
      = (struct collect_gone){ model, automata, pattern, tuple };
}
