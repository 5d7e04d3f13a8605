/* titles.c -- see titles.h. */
#include <config.h>

#include "report/titles.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "phaseauto/meetings.h"
#include "phaseauto/print_automaton.h"
#include "phaseauto/read_automata.h"

static name_id
intern_formula (struct collect *collect, const struct pa_automaton *automaton)
{
  assert (automaton->name);
  char *text = NULL;
  size_t length = 0;
  FILE *memory = open_memstream (&text, &length);
  if (!memory)
    quota_exhaust (collect->arena->quota, QUOTA_MEMORY);
  pa_print_pattern (automaton, memory);
  bool fine = fclose (memory) == 0;
  /* Interning may unwind: the text must not be ours by then. */
  const char *copy = fine ? arena_copy (collect->arena, text, length) : "";
  free (text);
  return collect_name (collect, copy);
}

/* What TEXT says but for its example, or NAME_NONE. */
static name_id
intern_meaning (struct collect *collect, const struct pa_text *text)
{
  if (!text->says)
    return NAME_NONE;
  return collect_name (
    collect, text->harm ? arena_format (collect->arena, "%s %s", text->says, text->harm)
                        : text->says);
}

static void
title_row (struct titles *titles, struct collect *collect, uint32_t row,
           const struct pa_set *set)
{
  assert (row < collect->rows.count);
  const char *pattern = names_text (&collect->names, collect->rows.at[row].pattern);
  for (uint32_t i = 0; i < set->automata.count; i++)
    {
      const struct pa_automaton *automaton = &set->automata.at[i];
      if (strcmp (automaton->name, pattern) != 0
          || automaton->parameters.count != collect->rows.at[row].arity)
        continue;
      titles->title[row] = collect_name (collect, automaton->title);
      titles->formula[row] = intern_formula (collect, automaton);
      titles->meaning[row] = intern_meaning (collect, &automaton->text);
    }
}

/* Races and deadlocks, and what models with data are asked, are of no set. */
static void
title_meeting (struct titles *titles, struct collect *collect, uint32_t row)
{
  assert (row < collect->rows.count);
  enum query_kind kind = collect->rows.at[row].kind;
  const struct pa_automaton *automaton = kind == QUERY_RACE        ? pa_race ()
                                         : kind == QUERY_ASSERT    ? pa_assert ()
                                         : kind == QUERY_EXCLUSIVE ? pa_exclusive ()
                                         : kind == QUERY_STUCK     ? pa_stuck ()
                                                                   : pa_deadlock ();
  assert (kind != QUERY_PATTERN);
  titles->title[row] = collect_name (collect, automaton->title);
  if (collect->rows.at[row].claim.index != NAME_NONE.index)
    titles->title[row] = collect->rows.at[row].claim;
  titles->meaning[row] = intern_meaning (collect, &automaton->text);
}

static bool
read_set (struct pa *pa, const char *name)
{
  if (pa_shipped_find (name))
    return pa_read_shipped (pa, name);
  size_t length = strlen (name);
  return length > 3 && strcmp (name + length - 3, ".pa") == 0 && pa_read (pa, name);
}

void
titles_find (struct titles *titles, struct collect *collect)
{
  uint32_t rows = collect->rows.count;
  titles->title = arena_alloc (collect->arena, (rows + (size_t) 1) * sizeof (name_id));
  titles->formula = arena_alloc (collect->arena, (rows + (size_t) 1) * sizeof (name_id));
  titles->meaning = arena_alloc (collect->arena, (rows + (size_t) 1) * sizeof (name_id));
  for (uint32_t i = 0; i < rows; i++)
    titles->title[i] = titles->formula[i] = titles->meaning[i] = NAME_NONE;
  /* Each set is read once, for all tables that use it. */
  bool *done
    = arena_calloc (collect->arena, collect->tables.count + (size_t) 1, sizeof *done);
  for (uint32_t t = 0; t < collect->tables.count; t++)
    {
      if (done[t])
        continue;
      name_id automata = collect->tables.at[t].automata;
      struct pa pa;
      pa_init (&pa, collect->arena->quota);
      bool fine = read_set (&pa, names_text (&collect->names, automata));
      for (uint32_t u = t; u < collect->tables.count; u++)
        if (collect->tables.at[u].automata.index == automata.index)
          {
            done[u] = true;
            for (uint32_t i = 0; i < collect->tables.at[u].rows.count; i++)
              {
                uint32_t row = collect->tables.at[u].rows.at[i];
                assert (row < rows);
                if (collect->rows.at[row].kind != QUERY_PATTERN)
                  title_meeting (titles, collect, row);
                else if (fine)
                  title_row (titles, collect, row, &pa.set);
              }
          }
      pa_clear (&pa);
    }
}
