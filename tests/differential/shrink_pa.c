/* shrink_pa.c -- see shrink.h: the automata.
 *
 * Automata are edited as data and printed again.  An edit works on one
 * automaton at a place (a step, a clause); steps that go move the ranges of
 * the clauses, and threads and parameters that are no longer used go, too.
 */
#include <config.h>

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "phaseauto/print_automaton.h"
#include "phaseauto/read_automata.h"
#include "shrink.h"

/* ---- Edits. ---- */

static void
remove_clause (struct pa_automaton *a, uint32_t clause)
{
  for (uint32_t c = clause; c + 1 < a->clauses.count; c++)
    a->clauses.at[c] = a->clauses.at[c + 1];
  a->clauses.count--;
}

/* Forget the threads or parameters that are not USED. */
static void
compress (struct pa_symbol *symbols, uint32_t *count, const bool *used, uint32_t *new)
{
  uint32_t kept = 0;
  for (uint32_t i = 0; i < *count; i++)
    {
      new[i] = kept;
      if (used[i])
        symbols[kept++] = symbols[i];
    }
  *count = kept;
}

static void
drop_unused (struct pa_automaton *a)
{
  bool threads[PA_SIZE_LIMIT] = { false }, parameters[PA_SIZE_LIMIT] = { false };
  uint32_t new_thread[PA_SIZE_LIMIT], new_parameter[PA_SIZE_LIMIT];
  for (uint32_t i = 0; i < a->steps.count; i++)
    threads[a->steps.at[i].thread.index] = true;
  for (uint32_t c = a->clauses.count; c-- > 0;)
    if (!threads[a->clauses.at[c].thread.index]
        || a->clauses.at[c].from >= a->clauses.at[c].to)
      remove_clause (a, c);
  for (uint32_t i = 0; i < a->steps.count; i++)
    if (pa_kind_is_access (a->steps.at[i].kind))
      parameters[a->steps.at[i].parameter.index] = true;
  for (uint32_t c = 0; c < a->clauses.count; c++)
    if (a->clauses.at[c].kind == PA_NEVER)
      parameters[a->clauses.at[c].parameter.index] = true;
  compress (a->threads.at, &a->threads.count, threads, new_thread);
  compress (a->parameters.at, &a->parameters.count, parameters, new_parameter);
  for (uint32_t i = 0; i < a->steps.count; i++)
    {
      a->steps.at[i].thread.index = new_thread[a->steps.at[i].thread.index];
      a->steps.at[i].parameter.index = new_parameter[a->steps.at[i].parameter.index];
    }
  for (uint32_t c = 0; c < a->clauses.count; c++)
    {
      a->clauses.at[c].thread.index = new_thread[a->clauses.at[c].thread.index];
      a->clauses.at[c].parameter.index = new_parameter[a->clauses.at[c].parameter.index];
    }
}

static bool
drop_step (struct pa_automaton *a, uint32_t place)
{
  if (place >= a->steps.count || a->steps.count == 1)
    return false;
  for (uint32_t i = place; i + 1 < a->steps.count; i++)
    a->steps.at[i] = a->steps.at[i + 1];
  a->steps.count--;
  for (uint32_t c = 0; c < a->clauses.count; c++)
    {
      struct pa_clause *clause = &a->clauses.at[c];
      clause->from -= clause->from > place + 1 || clause->from > a->steps.count;
      clause->to -= clause->to > place;
    }
  drop_unused (a);
  return a->parameters.count > 0;
}

static bool
drop_clause (struct pa_automaton *a, uint32_t place)
{
  if (place >= a->clauses.count)
    return false;
  remove_clause (a, place);
  drop_unused (a);
  return true;
}

static bool
raise_from (struct pa_automaton *a, uint32_t place)
{
  return place < a->clauses.count
         && ++a->clauses.at[place].from < a->clauses.at[place].to;
}

static bool
lower_to (struct pa_automaton *a, uint32_t place)
{
  return place < a->clauses.count
         && a->clauses.at[place].from < --a->clauses.at[place].to;
}

static bool
drop_in_unit (struct pa_automaton *a, uint32_t place)
{
  if (place >= a->steps.count || !a->steps.at[place].in_unit)
    return false;
  a->steps.at[place].in_unit = false;
  return true;
}

static bool
read_instead (struct pa_automaton *a, uint32_t place)
{
  if (place >= a->steps.count || a->steps.at[place].kind != PA_ACCESSES)
    return false;
  a->steps.at[place].kind = PA_READS;
  return true;
}

static bool
write_instead (struct pa_automaton *a, uint32_t place)
{
  if (place >= a->steps.count || a->steps.at[place].kind != PA_ACCESSES)
    return false;
  a->steps.at[place].kind = PA_WRITES;
  return true;
}

/* The first parameter in place of another one. */
static bool
first_parameter (struct pa_automaton *a, uint32_t place)
{
  if (place >= a->steps.count || a->steps.at[place].parameter.index == 0)
    return false;
  a->steps.at[place].parameter = (parameter_id){ 0 };
  drop_unused (a);
  return true;
}

/* Change AUTOMATON at PLACE; false if there is nothing to change. */
typedef bool edit (struct pa_automaton *automaton, uint32_t place);

static edit *const edits[] = { drop_step,     drop_clause,     drop_in_unit, read_instead,
                               write_instead, first_parameter, raise_from,   lower_to };
#define EDITS (sizeof edits / sizeof edits[0])

/* ---- Trying them. ---- */

struct shrinker
{
  const char *model;
  char *text;
  shrink_test *test;
  void *context;
  uint32_t *tests;
};

/* The text with automaton SKIP left out (or none), and EDIT made to automaton
   INDEX at PLACE; null if that is no edit. */
static char *
edited (const char *text, uint32_t skip, uint32_t index, edit *change, uint32_t place)
{
  struct quota quota;
  struct pa pa;
  char *result = NULL;
  size_t size;
  quota_init (&quota);
  pa_init (&pa, &quota);
  if (quota_checkpoint (&quota))
    abort ();
  bool fine = pa_read_text (&pa, "automata.pa", text, strlen (text));
  assert (fine);
  uint32_t count = fine ? pa.set.automata.count : 0;
  bool is_edit = skip < count
                   ? count > 1
                   : index < count && change (&pa.set.automata.at[index], place);
  if (is_edit)
    {
      FILE *out = open_memstream (&result, &size);
      if (!out)
        abort ();
      for (uint32_t i = 0; i < count; i++)
        if (i != skip)
          pa_print_source (&pa.set.automata.at[i], out);
      if (fclose (out) != 0)
        abort ();
    }
  pa_clear (&pa);
  return result;
}

/* Keep TEXT (given away, or null) if it passes the test. */
static bool
try_text (struct shrinker *s, char *text)
{
  if (!text)
    return false;
  ++*s->tests;
  bool fine = s->test (s->model, text, s->context);
  if (fine)
    {
      free (s->text);
      s->text = text;
    }
  else
    free (text);
  return fine;
}

/* More automata, steps or clauses than this stay as they are. */
#define MOST_PLACES 64

static bool
shrink_once (struct shrinker *s)
{
  bool shrunk = false;
  for (uint32_t i = 0; i < MOST_PLACES; i++)
    while (try_text (s, edited (s->text, i, UINT32_MAX, NULL, 0)))
      shrunk = true;
  for (size_t e = 0; e < EDITS; e++)
    for (uint32_t i = 0; i < MOST_PLACES; i++)
      for (uint32_t place = 0; place < MOST_PLACES; place++)
        {
          char *text = edited (s->text, UINT32_MAX, i, edits[e], place);
          if (!text && place > 10)
            break;
          shrunk |= try_text (s, text);
        }
  return shrunk;
}

char *
shrink_automata (const char *model, const char *automata, shrink_test *test,
                 void *context, uint32_t *tests)
{
  struct shrinker s = { model, strdup (automata), test, context, tests };
  if (!s.text)
    abort ();
  while (shrink_once (&s))
    ;
  return s.text;
}
