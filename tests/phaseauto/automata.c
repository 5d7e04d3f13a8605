/* automata.c -- the shipped sets against the tables of doc/automata.md,
 * automata of users, and factoring. */
#include <config.h>

#include <stdlib.h>
#include <string.h>

#include "phaseauto/print_automaton.h"
#include "phaseauto/read_automata.h"
#include "tests/lib/tap.h"

/* Kind, thread, field of each access, as in the tables. */
static const char *const patterns[]
  = { "RuaWvaWua",    "RuaWvaRua",    "WuaRvaWua",    "WuaWvaRua",    "WuaWvaWua",
      "WuaWvaWvbWub", "WuaWvbWvaWub", "WuaWvbWubWva", "WuaRvaRvbWub", "WuaRvbRvaWub",
      "RuaWvaWvbRub", "RuaWvbWvaRub", "RuaWvbRubWva", "WuaRvbWubRva", "RuaRvbWubWva",
      "RuaRvbWvaWub", "RuaWvaRvbWub", "RuaWvaWvbWub", "RuaWvbWubWva", "RuaWvbWvaWub",
      "WuaRvaWvbRub", "WuaRvaWvbWub", "WuaRvbWubWva", "WuaRvbWvaWub", "WuaWvaRvbWub",
      "WuaWvaWvbRub", "WuaWvbRubRva", "WuaWvbRubWva", "WuaWvbWubRva", "WuaWvbRvaRub",
      "WuaWvbRvaWub", "WuaWvbWvaRub" };

static struct quota quota;

/* ---- Comparing. ---- */

static bool
steps_equal (const struct pa_step *a, const struct pa_step *b)
{
  return thread_equal (a->thread, b->thread) && a->kind == b->kind
         && a->in_unit == b->in_unit
         && (!pa_kind_is_access (a->kind)
             || parameter_equal (a->parameter, b->parameter));
}

static bool
clauses_equal (const struct pa_clause *a, const struct pa_clause *b)
{
  return a->kind == b->kind && thread_equal (a->thread, b->thread) && a->from == b->from
         && a->to == b->to
         && (a->kind == PA_STAYS
             || (a->access == b->access && parameter_equal (a->parameter, b->parameter)));
}

/* Do the automata say the same, places in the text aside? */
static bool
automata_equal (const struct pa_automaton *a, const struct pa_automaton *b)
{
  if (strcmp (a->name, b->name) != 0 || a->numbered != b->numbered
      || (a->title == NULL) != (b->title == NULL)
      || (a->title && strcmp (a->title, b->title) != 0)
      || a->parameters.count != b->parameters.count
      || a->threads.count != b->threads.count || a->steps.count != b->steps.count
      || a->clauses.count != b->clauses.count)
    return false;
  for (uint32_t i = 0; i < a->parameters.count; i++)
    if (strcmp (a->parameters.at[i].name, b->parameters.at[i].name) != 0)
      return false;
  for (uint32_t i = 0; i < a->threads.count; i++)
    if (strcmp (a->threads.at[i].name, b->threads.at[i].name) != 0)
      return false;
  for (uint32_t i = 0; i < a->steps.count; i++)
    if (!steps_equal (&a->steps.at[i], &b->steps.at[i]))
      return false;
  for (uint32_t i = 0; i < a->clauses.count; i++)
    if (!clauses_equal (&a->clauses.at[i], &b->clauses.at[i]))
      return false;
  return true;
}

/* ---- Shipped sets. ---- */

/* The accesses of an automaton, written like the table. */
static void
write_accesses (const struct pa_automaton *automaton, char *text)
{
  for (uint32_t i = 0; i < automaton->steps.count; i++)
    {
      const struct pa_step *step = &automaton->steps.at[i];
      if (!pa_kind_is_access (step->kind))
        continue;
      *text++ = "RWA"[step->kind];
      *text++ = *automaton->threads.at[step->thread.index].name;
      *text++ = (char) ('a' + step->parameter.index);
    }
  *text = 0;
}

/* First and last access of THREAD, from 1; the number of its accesses. */
static uint32_t
find_accesses (const struct pa_automaton *automaton, thread_id thread, uint32_t *first,
               uint32_t *last)
{
  uint32_t count = 0;
  for (uint32_t i = 0; i < automaton->steps.count; i++)
    if (thread_equal (automaton->steps.at[i].thread, thread)
        && pa_kind_is_access (automaton->steps.at[i].kind))
      {
        *last = i + 1;
        if (count++ == 0)
          *first = i + 1;
      }
  return count;
}

static bool
has_stays (const struct pa_automaton *automaton, thread_id thread, uint32_t from,
           uint32_t to)
{
  for (uint32_t i = 0; i < automaton->clauses.count; i++)
    {
      const struct pa_clause *clause = &automaton->clauses.at[i];
      if (clause->kind == PA_STAYS && thread_equal (clause->thread, thread)
          && clause->from == from && clause->to == to)
        return true;
    }
  return false;
}

/* A thread with two accesses: the first in a unit that lasts to the second.
   There is no other condition. */
static bool
is_strict (const struct pa_automaton *automaton)
{
  uint32_t clauses = 0;
  for (thread_id t = { 0 }; t.index < 2; t.index++)
    {
      uint32_t first = 0, last = 0;
      bool two = find_accesses (automaton, t, &first, &last) == 2;
      if (two && !has_stays (automaton, t, first, last))
        return false;
      clauses += two;
      for (uint32_t i = 0; i < automaton->steps.count; i++)
        if (thread_equal (automaton->steps.at[i].thread, t)
            && automaton->steps.at[i].in_unit != (two && i + 1 == first))
          return false;
    }
  return automaton->clauses.count == clauses
         && automaton->steps.count == (automaton->parameters.count == 1 ? 3 : 4);
}

static bool
is_spin09 (const struct pa_automaton *automaton)
{
  const thread_id u = { 0 };
  uint32_t first = 0, last = 0;
  find_accesses (automaton, u, &first, &last);
  for (uint32_t i = 0; i < automaton->steps.count; i++)
    if (automaton->steps.at[i].in_unit)
      return false;
  return automaton->steps.at[0].kind == PA_BEGINS
         && thread_equal (automaton->steps.at[0].thread, u)
         && automaton->clauses.count == 1 && has_stays (automaton, u, 1, last)
         && automaton->steps.count == (automaton->parameters.count == 1 ? 4 : 5);
}

static void
test_shipped (const char *name, uint32_t count,
              bool (*is_right) (const struct pa_automaton *automaton))
{
  struct pa pa;
  pa_init (&pa, &quota);
  bool fine = pa_read_shipped (&pa, name);
  diags_render (&pa.diags, stdout, false);
  tap_ok (fine && pa.diags.list.count == 0, "%s is read without a word", name);
  tap_ok (pa.set.automata.count == count && strcmp (pa.set.name, name) == 0,
          "%s has %u automata", name, (unsigned) count);
  bool numbers = true, accesses = true, right = true, fields = true;
  for (uint32_t i = 0; i < pa.set.automata.count; i++)
    {
      const struct pa_automaton *automaton = &pa.set.automata.at[i];
      char text[16];
      pa_check (automaton);
      write_accesses (automaton, text);
      numbers &= automaton->numbered && automaton->number == i + 1 && automaton->title;
      accesses &= strcmp (text, patterns[i]) == 0;
      right &= is_right (automaton);
      fields &= automaton->parameters.count == (i < 5 ? 1 : 2)
                && automaton->threads.count == 2;
    }
  tap_ok (numbers, "%s: numbered in order, with titles", name);
  tap_ok (accesses, "%s: the accesses of the table", name);
  tap_ok (fields, "%s: one field up to 5, then two; two threads", name);
  tap_ok (right, "%s: steps, states and clauses as the set asks", name);
  pa_clear (&pa);
}

static void
test_complete_has_strict (void)
{
  struct pa strict, complete;
  pa_init (&strict, &quota);
  pa_init (&complete, &quota);
  bool equal
    = pa_read_shipped (&strict, "strict") && pa_read_shipped (&complete, "complete");
  for (uint32_t i = 0; equal && i < strict.set.automata.count; i++)
    equal = automata_equal (&strict.set.automata.at[i], &complete.set.automata.at[i]);
  tap_ok (equal, "complete begins with strict");
  tap_ok (!automata_equal (&complete.set.automata.at[14], &complete.set.automata.at[15]),
          "different automata are different");
  pa_clear (&complete);
  pa_clear (&strict);
}

/* The table of a shipped set says what its text says. */
static void
test_table (const char *name)
{
  struct pa pa, text;
  pa_init (&pa, &quota);
  pa_init (&text, &quota);
  pa_read_shipped (&pa, name);
  bool equal = pa_read_text (&text, name, pa.source.text, pa.source.length)
               && pa.source.length == strlen (pa.source.text)
               && text.set.automata.count == pa.set.automata.count;
  for (uint32_t i = 0; equal && i < pa.set.automata.count; i++)
    {
      const struct pa_automaton *a = &pa.set.automata.at[i],
                                *b = &text.set.automata.at[i];
      equal = automata_equal (a, b) && a->number == b->number
              && a->numbered == b->numbered && a->span.begin == b->span.begin
              && a->span.end == b->span.end
              && (!b->text.says || strcmp (a->text.says, b->text.says) == 0);
      for (uint32_t k = 0; equal && k < a->steps.count; k++)
        equal = a->steps.at[k].span.begin == b->steps.at[k].span.begin;
    }
  tap_ok (equal, "the table of %s says what its text says", name);
  pa_clear (&text);
  pa_clear (&pa);
}

/* Print all of a set and read it again. */
static void
test_source (const char *name)
{
  struct pa pa, again;
  pa_init (&pa, &quota);
  pa_init (&again, &quota);
  pa_read_shipped (&pa, name);
  char *text = NULL;
  size_t length;
  FILE *memory = open_memstream (&text, &length);
  for (uint32_t i = 0; i < pa.set.automata.count; i++)
    pa_print_source (&pa.set.automata.at[i], memory);
  fclose (memory);
  bool equal = pa_read_text (&again, "again", text, length)
               && again.set.automata.count == pa.set.automata.count;
  for (uint32_t i = 0; equal && i < pa.set.automata.count; i++)
    equal = automata_equal (&pa.set.automata.at[i], &again.set.automata.at[i]);
  tap_ok (equal, "%s printed and read again is the same", name);
  free (text);
  pa_clear (&again);
  pa_clear (&pa);
}

/* ---- Automata of users. ---- */

static const char user_text[]
  = "// three threads, one of which only looks\n"
    "automaton relay \"through the middle\" (in_, \"out \\\"2\\\"\") {\n"
    "  threads a, \"b'\", c;\n"
    "  never c accesses in_ from 2 to 4;   // before the steps it is about\n"
    "  a accesses in_ in unit;\n"
    "  \"b'\" begins unit;\n"
    "  \"b'\" accesses \"out \\\"2\\\"\";\n"
    "  c reads \"out \\\"2\\\"\";\n"
    "  a stays in unit from 1 to 4;\n"
    "  a ends unit;\n"
    "}\n"
    "automaton 7 (l) { threads u; u writes l; }\n";

static void
test_user (void)
{
  struct pa pa;
  pa_init (&pa, &quota);
  tap_ok (pa_read_text (&pa, "user.pa", user_text, strlen (user_text)),
          "a file with three threads is read");
  diags_render (&pa.diags, stdout, false);
  const struct pa_automaton *a = &pa.set.automata.at[0];
  pa_check (a);
  tap_ok (!a->numbered && strcmp (a->name, "relay") == 0
            && strcmp (a->title, "through the middle") == 0,
          "name and title");
  tap_ok (a->threads.count == 3 && strcmp (a->threads.at[1].name, "b'") == 0
            && strcmp (a->parameters.at[1].name, "out \"2\"") == 0,
          "quoted names");
  tap_ok (a->steps.count == 5 && a->steps.at[1].kind == PA_BEGINS
            && a->steps.at[4].kind == PA_ENDS && a->steps.at[0].in_unit
            && !a->steps.at[2].in_unit,
          "steps are numbered without the clauses");
  tap_ok (a->clauses.count == 2 && a->clauses.at[0].kind == PA_NEVER
            && a->clauses.at[0].thread.index == 2
            && a->clauses.at[0].access == PA_ACCESSES,
          "clauses");
  bool held[6];
  for (uint32_t x = 0; x < 6; x++)
    held[x] = pa_clause_holds (&a->clauses.at[0], x);
  tap_ok (!held[0] && !held[1] && held[2] && held[3] && !held[4] && !held[5],
          "from 2 to 4: when two and three steps are done");
  tap_ok (pa.set.automata.at[1].threads.count == 1
            && pa.set.automata.at[1].steps.count == 1,
          "one thread and one step are enough");

  struct pa_factors factors;
  pa_factor (&factors, a, &pa.arena);
  bool right = factors.list.count == 4;
  for (uint32_t i = 0; right && i < 4; i++)
    {
      const struct pa_automaton *factor = &factors.list.at[i];
      right = factor->origin == a && factor->clauses.count == 2
              && factor->steps.at[0].kind == (i & 2 ? PA_WRITES : PA_READS)
              && factor->steps.at[2].kind == (i & 1 ? PA_WRITES : PA_READS)
              && factor->steps.at[0].in_unit && factor->steps.at[3].kind == PA_READS;
      pa_check (factor);
    }
  tap_ok (right, "two `accesses' make four factors that know their origin");
  tap_ok (a->steps.at[0].kind == PA_ACCESSES, "the automaton itself stays as it is");
  pa_factor (&factors, &pa.set.automata.at[1], &pa.arena);
  tap_ok (factors.list.count == 1 && factors.list.at[0].origin == &pa.set.automata.at[1],
          "an automaton without them is its only factor");
  pa_clear (&pa);
}

int
main (void)
{
  quota_init (&quota);
  if (quota_checkpoint (&quota))
    return 1;
  test_shipped ("strict", 14, is_strict);
  test_shipped ("spin09", 14, is_spin09);
  test_shipped ("complete", 32, is_strict);
  test_complete_has_strict ();
  test_table ("strict");
  test_table ("spin09");
  test_table ("complete");
  test_source ("strict");
  test_source ("spin09");
  test_source ("complete");
  test_user ();
  tap_ok (pa_shipped_find ("strict") && !pa_shipped_find ("Strict"),
          "sets are found by their exact name");
  return tap_done ();
}
