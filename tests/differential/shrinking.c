/* shrinking.c -- the shrinker, with disagreements that are not there.
 *
 * A test that looks for some property of a valid model and some verdict takes
 * the place of two engines that disagree.  What comes out must still have the
 * property, and be as small as a person would write it.
 */
#include <config.h>

#include <stdlib.h>
#include <string.h>

#include "case.h"
#include "shrink.h"
#include "subject.h"
#include "tests/lib/tap.h"

/* How many queries of the subject are violations? */
static uint32_t
count_violations (struct subject *subject)
{
  uint32_t count = 0;
  struct finding *findings = arena_calloc (
    &subject->model.arena, subject->queries.list.count + (size_t) 1, sizeof *findings);
  subject_decide (subject, (struct setting){ 0, 0 }, findings);
  for (uint32_t q = 0; q < subject->queries.list.count; q++)
    count += findings[q].kind == VERDICT_VIOLATION;
  return count;
}

static bool
has_violation (const char *model, const char *automata)
{
  struct subject subject;
  bool found
    = subject_read (&subject, model, automata, false) && count_violations (&subject) > 0;
  subject_clear (&subject);
  return found;
}

/* A `sync' right inside a `sync', and a violation. */
static bool
is_nested (const char *model, const char *automata, void *context)
{
  (void) context;
  uint32_t depth = 0, inside[64] = { 0 };
  bool nested = false, sync = false;
  for (const char *at = model; *at; at++)
    {
      if (strncmp (at, "sync ", 5) == 0)
        sync = true;
      if (*at == ';')
        sync = false;
      if (*at == '{' && depth + 1 < 64)
        {
          nested |= sync && inside[depth];
          inside[depth + 1] = inside[depth] + sync;
          depth++;
          sync = false;
        }
      if (*at == '}' && depth > 0)
        depth--;
    }
  return nested && has_violation (model, automata);
}

/* A call, and a violation. */
static bool
has_call (const char *model, const char *automata, void *context)
{
  (void) context;
  return strstr (model, "call ") && has_violation (model, automata);
}

/* A clause, and a violation. */
static bool
has_clause (const char *model, const char *automata, void *context)
{
  (void) context;
  return strstr (automata, " stays ") && has_violation (model, automata);
}

static size_t
count_of (const char *text, const char *word)
{
  size_t count = 0;
  for (const char *at = text; (at = strstr (at, word)); at++)
    count++;
  return count;
}

/* Shrink the first of the random cases that passes TEST; it must come to at
   most STATEMENTS (semicolons) and LINES of automata. */
static void
check_shrinking (const struct shipped_sets *sets, shrink_test *test, const char *what,
                 size_t statements, size_t lines)
{
  uint64_t seed = 1;
  struct test_case made = test_case_make (sets, seed, 0);
  while (!test (made.model, made.automata, NULL))
    {
      test_case_free (&made);
      made = test_case_make (sets, ++seed, 0);
    }
  struct shrunk shrunk = shrink (made.model, made.automata, test, NULL);
  char *text = shrink_format (shrunk.model);
  bool fine = test (text, shrunk.automata, NULL);
  tap_ok (fine, "%s: still so after %u tests", what, (unsigned) shrunk.tests);
  fine = count_of (text, ";") <= statements && count_of (shrunk.automata, "\n") <= lines;
  if (!tap_ok (fine, "%s: small", what))
    printf ("# %zu statements, %zu lines:\n%s%s", count_of (text, ";"),
            count_of (shrunk.automata, "\n"), text, shrunk.automata);
  /* Nothing is left to be done. */
  struct shrunk again = shrink (text, shrunk.automata, test, NULL);
  tap_ok (strlen (again.model) >= strlen (shrunk.model)
            && strcmp (again.automata, shrunk.automata) == 0,
          "%s: cannot be shrunk again", what);
  free (again.model);
  free (again.automata);
  free (text);
  free (shrunk.model);
  free (shrunk.automata);
  test_case_free (&made);
}

int
main (void)
{
  struct shipped_sets *sets = shipped_sets_new ();
  /* One step by one thread is enough for a violation: a field, an access, and
     what is looked for. */
  check_shrinking (sets, is_nested, "nested sync", 4, 4);
  check_shrinking (sets, has_call, "call", 4, 4);
  check_shrinking (sets, has_clause, "clause", 5, 6);
  shipped_sets_free (sets);
  return tap_done ();
}
