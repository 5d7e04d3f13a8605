/* certificates.c -- is every safe query certified, and nothing else?
 *
 * For the examples and for random models with random automata (those of the
 * differential tests):
 *
 *   - the certificate of the safe queries is confirmed;
 *   - a certificate for a query that is a violation, made as if it were safe, is
 *     refused, because what its roles can do fits together; and so is whatever
 *     random changes make of it;
 *   - a certificate that lacks something (mutation.h) is refused;
 *   - a certificate of the repaired model does not pass for the broken one.
 *
 *     certificates [--seeds FROM COUNT]     more random models
 *     certificates [--threads FROM COUNT]   more with starts, joins and waits
 *     certificates [--confirmed FROM COUNT] the same, the safe queries only
 */
#include <config.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../differential/case.h"
#include "../lib/tap.h"
#include "mutation.h"
#include "threads.h"

static bool
is_safe (const struct subject *subject, uint32_t query, uint32_t number)
{
  (void) number;
  return subject->verdicts[query] == VERDICT_SAFE;
}

static bool
is_number (const struct subject *subject, uint32_t query, uint32_t number)
{
  (void) subject;
  return query == number;
}

static bool
is_safe_and_below (const struct subject *subject, uint32_t query, uint32_t number)
{
  return query < number && is_safe (subject, query, 0);
}

/* Races and deadlocks. */
static bool
is_safe_meeting (const struct subject *subject, uint32_t query, uint32_t number)
{
  (void) number;
  return subject->queries.list.at[query].kind != QUERY_PATTERN
         && is_safe (subject, query, 0);
}

static uint32_t
count_safe (const struct subject *subject)
{
  uint32_t count = 0;
  for (uint32_t q = 0; q < subject->queries.list.count; q++)
    count += is_safe (subject, q, 0);
  return count;
}

/* ---- Truth. ---- */

struct tally
{
  uint32_t safe, confirmed, open, violations, refused, forged, changed, lies, survivors;
  char problem[CERTIFY_PROBLEM];
};

static void
check_safe (struct subject *subject, struct tally *tally)
{
  struct sealed sealed = sealed_make (subject, is_safe, 0);
  struct sealed_answer answer = sealed_check (subject, &sealed);
  tally->safe += count_safe (subject);
  tally->confirmed += answer.confirmed;
  tally->open += answer.open;
  tally->lies += answer.lies;
  if (!answer.fine && !*tally->problem)
    memcpy (tally->problem, answer.problem, sizeof tally->problem);
  free (sealed.text);
}

/* A certificate for query Q, a violation.  Scripts are made for what is safe only: where
   they are needed, the certificate is one without them. */
static struct sealed
forge (struct subject *subject, uint32_t q)
{
  struct sealed sealed = sealed_make (subject, is_number, q);
  char *open = strstr (sealed.text, "\nopen "), *colon = open ? strchr (open, ':') : NULL;
  if (!colon || strncmp (colon, ": scripts\n", 10) != 0)
    return sealed;
  /* The roles that the query itself needs are the first ones. */
  char *text = NULL, *script = strstr (sealed.text, "\ncast ");
  size_t length = 0;
  uint32_t roles = 0;
  for (const char *at = sealed.text;
       (at = strstr (at, "\nrole ")) && (!script || at < script); at++)
    roles++;
  FILE *memory = open_memstream (&text, &length);
  fwrite (sealed.text, 1, (size_t) (open + 1 - sealed.text), memory);
  fprintf (memory, "query%.*s:", (int) (colon - open - 5), open + 5);
  for (uint32_t i = 0; i < roles; i++)
    fprintf (memory, " %u", (unsigned) i);
  fprintf (memory, "\n");
  fclose (memory);
  free (sealed.text);
  sealed = sealed_again (text, length);
  free (text);
  return sealed;
}

/* The same with casts that prove nothing: MEMBER alone is a member. */
static struct sealed
forge_casts (struct subject *subject, uint32_t q, uint32_t member)
{
  struct sealed sealed = forge (subject, q), result;
  uint32_t processes = subject->model.projection.pds.processes.count, casts = 0;
  char *line = strstr (sealed.text, "\nquery "),
       *colon = line ? strchr (line, ':') : NULL;
  char *text = NULL;
  size_t length = 0;
  if (!colon || strstr (sealed.text, "\ncast ")
      || subject->queries.list.at[q].automaton->threads.count != 2)
    return sealed;
  FILE *memory = open_memstream (&text, &length);
  fwrite (sealed.text, 1, (size_t) (line + 1 - sealed.text), memory);
  for (uint32_t u = 0; u < processes; u++)
    for (uint32_t v = 0; v < processes; v++)
      if (u != v)
        fprintf (memory, "cast%.*s: %u %u : %u\nchoice %u\n", (int) (colon - line - 6),
                 line + 6, (unsigned) u, (unsigned) v, (unsigned) member,
                 (unsigned) casts++);
  fwrite (line + 1, 1, (size_t) (strstr (line, "\nend ") - line), memory);
  fclose (memory);
  result = sealed_again (text, length);
  free (text);
  free (sealed.text);
  return result;
}

/* Certificates for violations, and what becomes of them. */
static void
check_forged (struct subject *subject, struct tally *tally, uint32_t most,
              uint32_t changes, struct chance *chance)
{
  uint32_t tried = 0;
  for (uint32_t q = 0; q < subject->queries.list.count && tried < most; q++)
    {
      if (subject->verdicts[q] != VERDICT_VIOLATION)
        continue;
      tried++;
      tally->violations++;
      struct sealed sealed = forge (subject, q);
      struct sealed_answer answer = sealed_check (subject, &sealed);
      tally->refused += !answer.fine;
      tally->forged += !answer.fine && strstr (answer.problem, "not safe") != NULL;
      tally->lies += answer.lies;
      for (uint32_t i = 0; i < changes; i++)
        {
          struct sealed changed = mutation_random (&sealed, chance);
          struct sealed_answer other = sealed_check (subject, &changed);
          tally->changed++;
          tally->lies += other.lies;
          free (changed.text);
        }
      for (uint32_t p = 0; p < subject->model.projection.pds.processes.count && p < 4;
           p++)
        {
          struct sealed cast = forge_casts (subject, q, p);
          tally->lies += sealed_check (subject, &cast).lies;
          free (cast.text);
        }
      free (sealed.text);
    }
}

/* ---- What is needed. ---- */

#define MEETINGS UINT32_MAX

struct needing
{
  struct subject *subject;
  struct tally *tally;
};

static void
must_be_refused (const struct sealed *changed, const char *what, void *context)
{
  struct needing *needing = context;
  struct sealed_answer answer = sealed_check (needing->subject, changed);
  needing->tally->changed++;
  needing->tally->survivors += answer.fine;
  if (answer.fine)
    printf ("# accepted: %s\n", what);
}

/* Of the safe queries below QUERIES, or of the meetings. */
static void
check_needed (const char *path, const char *text, const char *automata, uint32_t queries,
              struct tally *tally)
{
  struct subject subject;
  subject_init (&subject, path, text, automata);
  struct sealed sealed = sealed_make (
    &subject, queries == MEETINGS ? is_safe_meeting : is_safe_and_below, queries);
  struct needing needing = { &subject, tally };
  mutation_each (&sealed, must_be_refused, &needing);
  free (sealed.text);
  subject_clear (&subject);
}

/* ---- Examples. ---- */

static const char *const examples[]
  = { "examples/account", "examples/buffer", "examples/cache",
      "examples/dcl",     "examples/stack",  "examples/stringbuffer",
      "examples/vector",  "examples/flag",   "examples/philosophers",
      "examples/workers" };

static char *
example_path (const char *name, const char *suffix)
{
  const char *source = getenv ("SOURCE");
  char *path = NULL;
  if (asprintf (&path, "%s/models/%s%s.eml", source ? source : ".", name, suffix) < 0)
    abort ();
  return path;
}

static void
test_example (const char *name, const char *suffix)
{
  char *path = example_path (name, suffix);
  struct chance chance = { 7 };
  struct tally tally = { .safe = 0 };
  struct subject subject;
  subject_init (&subject, path, NULL, NULL);
  check_safe (&subject, &tally);
  check_forged (&subject, &tally, 4, 25, &chance);
  tap_ok (tally.safe > 0 && tally.confirmed == tally.safe,
          "%s%s: %u safe, %u confirmed %s", name, suffix, (unsigned) tally.safe,
          (unsigned) tally.confirmed, tally.problem);
  tap_ok (tally.forged == tally.violations && tally.lies == 0,
          "%s%s: %u violations, %u forged certificates refused, %u changed, %u lies",
          name, suffix, (unsigned) tally.violations, (unsigned) tally.forged,
          (unsigned) tally.changed, (unsigned) tally.lies);
  subject_clear (&subject);
  free (path);
}

/* The certificate of the repaired model, with the digest of the broken one. */
static void
test_other_model (const char *name)
{
  char *broken = example_path (name, ""), *fixed = example_path (name, "-fixed");
  struct subject subject, other;
  subject_init (&subject, broken, NULL, NULL);
  subject_init (&other, fixed, NULL, NULL);
  struct sealed sealed = sealed_make (&other, is_safe, 0);
  struct sealed_answer answer = sealed_check (&subject, &sealed);
  tap_ok (!answer.fine && strstr (answer.problem, "another model") != NULL,
          "%s: the certificate of the repaired model is one of another model", name);
  char digest[CERTIFY_DIGEST];
  certify_digest (subject.model.source.text, subject.model.source.length, digest);
  memcpy (strstr (sealed.text, "\nmodel ") + 7, digest, CERTIFY_DIGEST - 1);
  answer = sealed_check (&subject, &sealed);
  tap_ok (!answer.fine && strstr (answer.problem, "changed") != NULL,
          "%s: an edited digest is noticed by the seal", name);
  struct sealed again = sealed_again (
    sealed.text, (size_t) (strstr (sealed.text, "\nend ") + 1 - sealed.text));
  answer = sealed_check (&subject, &again);
  tap_ok (!answer.fine && !answer.lies,
          "%s: sealed again, it is refused by what it claims: %s", name, answer.problem);
  free (again.text);
  free (sealed.text);
  subject_clear (&other);
  subject_clear (&subject);
  free (broken);
  free (fixed);
}

static void
test_needed (const char *name, const char *suffix, uint32_t queries)
{
  char *path = example_path (name, suffix);
  struct tally tally = { .safe = 0 };
  check_needed (path, NULL, NULL, queries, &tally);
  tap_ok (tally.changed > 100 && tally.survivors == 0,
          "%s%s: %u certificates that lack something, %u accepted", name, suffix,
          (unsigned) tally.changed, (unsigned) tally.survivors);
  free (path);
}

/* Other roles, also those that can do nothing, do not pass for what a query
   that is a violation needs. */
static bool
is_safe_or_number (const struct subject *subject, uint32_t query, uint32_t number)
{
  return query == number || is_safe (subject, query, 0);
}

static void
must_not_lie (const struct sealed *changed, const char *what, void *context)
{
  struct needing *needing = context;
  struct sealed_answer answer = sealed_check (needing->subject, changed);
  needing->tally->changed++;
  needing->tally->lies += answer.lies;
  if (answer.lies)
    printf ("# confirmed: %s\n", what);
}

static void
test_other_roles (const char *name)
{
  char *path = example_path (name, "");
  struct tally tally = { .safe = 0 };
  struct subject subject;
  subject_init (&subject, path, NULL, NULL);
  struct needing needing = { &subject, &tally };
  for (uint32_t q = 0; q < subject.queries.list.count; q++)
    if (subject.verdicts[q] == VERDICT_VIOLATION)
      {
        struct sealed sealed = sealed_make (&subject, is_safe_or_number, q);
        struct sealed_answer answer = sealed_check (&subject, &sealed);
        uint32_t roles = 0;
        for (const char *at = sealed.text; (at = strstr (at, "\nrole ")); at++)
          roles++;
        if (answer.line && strstr (answer.problem, "not safe"))
          mutation_each_role (&sealed, answer.line, roles, must_not_lie, &needing);
        free (sealed.text);
      }
  tap_ok (tally.changed > 100 && tally.lies == 0,
          "%s: %u certificates with other roles, %u lies", name, (unsigned) tally.changed,
          (unsigned) tally.lies);
  subject_clear (&subject);
  free (path);
}

/* Roles that take too much leave their queries open, and nothing else. */
static void
test_budget (void)
{
  char *path = example_path ("examples/stack", "-fixed");
  struct subject subject;
  subject_init (&subject, path, NULL, NULL);
  subject.budget = 5;
  struct sealed sealed = sealed_make (&subject, is_safe, 0);
  struct sealed_answer answer = sealed_check (&subject, &sealed);
  tap_ok (answer.fine && answer.open > 0 && answer.confirmed > 0
            && answer.open + answer.confirmed == count_safe (&subject)
            && strstr (sealed.text, " : budget\n") != NULL,
          "with a small budget %u queries are open, %u confirmed", (unsigned) answer.open,
          (unsigned) answer.confirmed);
  free (sealed.text);
  subject_clear (&subject);
  free (path);
}

/* ---- Random models. ---- */

static void
test_seeds (const struct shipped_sets *sets, uint64_t from, uint64_t count)
{
  struct tally tally = { .safe = 0 }, needed = { .safe = 0 };
  struct chance chance = { from };
  for (uint64_t seed = from; seed < from + count; seed++)
    {
      struct test_case test_case = test_case_make (sets, seed, 0);
      struct subject subject;
      char name[40];
      snprintf (name, sizeof name, "seed %llu", (unsigned long long) seed);
      subject_init (&subject, name, test_case.model, test_case.automata);
      uint32_t before = tally.safe - tally.confirmed, lies = tally.lies;
      check_safe (&subject, &tally);
      check_forged (&subject, &tally, 2, 10, &chance);
      if (tally.safe - tally.confirmed != before || tally.lies != lies)
        printf ("# %s: %s\n", name, tally.problem);
      subject_clear (&subject);
      if (seed % 8 == 0 && strlen (test_case.model) < 700)
        check_needed (name, test_case.model, test_case.automata, 3, &needed);
      test_case_free (&test_case);
    }
  tap_ok (tally.confirmed == tally.safe, "random models: %u safe, %u confirmed %s",
          (unsigned) tally.safe, (unsigned) tally.confirmed, tally.problem);
  tap_ok (tally.forged == tally.violations && tally.violations > 0 && tally.lies == 0,
          "random models: %u violations, %u forged certificates refused, %u changed, "
          "%u lies",
          (unsigned) tally.violations, (unsigned) tally.forged, (unsigned) tally.changed,
          (unsigned) tally.lies);
  tap_ok (needed.survivors == 0,
          "random models: %u certificates that lack something, "
          "%u accepted",
          (unsigned) needed.changed, (unsigned) needed.survivors);
}

/* ---- Processes that start, join and wait. ---- */

/* What the explicit engine knows better. */
static uint32_t
count_wrong (struct subject *subject)
{
  struct decide_options options = subject->decide;
  struct decider decider;
  uint32_t wrong = 0;
  options.engine = engine_find ("explicit");
  options.memory = (uint64_t) 64 << 20;
  decider_init (&decider, &subject->model.projection.pds, &options,
                &subject->model.arena);
  for (uint32_t q = 0; q < subject->queries.list.count; q++)
    {
      struct decision decision;
      decide_query (&decider, &subject->queries.list.at[q], NULL, &decision);
      enum verdict_kind kind = decision.kind;
      wrong += kind != VERDICT_UNKNOWN && subject->verdicts[q] != VERDICT_UNKNOWN
               && kind != subject->verdicts[q];
    }
  decider_clear (&decider);
  return wrong;
}

/* A script has no scripts. */
static void
test_script_of_script (void)
{
  char *path = example_path ("examples/workers", "-fixed"), *text = NULL;
  size_t length = 0;
  struct subject subject;
  subject_init (&subject, path, NULL, NULL);
  struct sealed sealed = sealed_make (&subject, is_safe, 0);
  char *script = strstr (sealed.text, "\nscript "), *end = strstr (sealed.text, "\nend ");
  char *next = script ? strchr (script + 1, '\n') : NULL;
  FILE *memory = next ? open_memstream (&text, &length) : NULL;
  if (memory)
    {
      fwrite (sealed.text, 1, (size_t) (next - sealed.text), memory);
      fprintf (memory, "\ncast script 0 : 0 1 : 0-1\nscript 1 step step step");
      fwrite (next, 1, (size_t) (end + 1 - next), memory);
      fclose (memory);
      struct sealed nested = sealed_again (text, length);
      struct sealed_answer answer = sealed_check (&subject, &nested);
      tap_ok (!answer.fine && strstr (answer.problem, "malformed") != NULL,
              "a cast about a script is refused: %s", answer.problem);
      free (nested.text);
    }
  else
    tap_ok (false, "workers-fixed needs scripts");
  free (text);
  free (sealed.text);
  subject_clear (&subject);
  free (path);
}

static void
test_threads (uint64_t from, uint64_t count)
{
  struct tally tally = { .safe = 0 }, needed = { .safe = 0 };
  struct chance chance = { from };
  uint32_t wrong = 0, scripts = 0;
  for (uint64_t seed = from; seed < from + count; seed++)
    {
      char *text = threads_model (seed), name[40];
      struct subject subject;
      snprintf (name, sizeof name, "threads %llu", (unsigned long long) seed);
      subject_init (&subject, name, text, NULL);
      uint32_t before = tally.safe - tally.confirmed, lies = tally.lies, bad = wrong;
      wrong += count_wrong (&subject);
      check_safe (&subject, &tally);
      check_forged (&subject, &tally, 2, 5, &chance);
      struct sealed sealed = sealed_make (&subject, is_safe, 0);
      bool scripted = strstr (sealed.text, "\nscript ") != NULL;
      scripts += scripted;
      for (uint32_t i = 0; i < 20; i++)
        {
          struct sealed changed = mutation_random (&sealed, &chance);
          struct sealed_answer other = sealed_check (&subject, &changed);
          tally.changed++;
          tally.lies += other.lies;
          free (changed.text);
        }
      free (sealed.text);
      if (tally.safe - tally.confirmed != before || tally.lies != lies || wrong != bad)
        printf ("# %s: %s\n%s", name, tally.problem, text);
      subject_clear (&subject);
      if (scripted && needed.changed < 40 * count)
        check_needed (name, text, NULL, seed % 2 ? 4 : MEETINGS, &needed);
      free (text);
    }
  tap_ok (wrong == 0, "threads: %u verdicts that the explicit engine contradicts",
          (unsigned) wrong);
  tap_ok (tally.confirmed == tally.safe && tally.lies == 0 && scripts > 0,
          "threads: %u safe, %u confirmed, %u models need scripts, %u lies %s",
          (unsigned) tally.safe, (unsigned) tally.confirmed, (unsigned) scripts,
          (unsigned) tally.lies, tally.problem);
  /* If circles need scripts, the roles of some may be missing, too. */
  tap_ok (tally.refused == tally.violations && tally.forged > tally.violations / 2,
          "threads: %u violations, %u forged certificates refused, %u as not safe",
          (unsigned) tally.violations, (unsigned) tally.refused, (unsigned) tally.forged);
  tap_ok (needed.survivors == 0,
          "threads: %u certificates that lack something, "
          "%u accepted",
          (unsigned) needed.changed, (unsigned) needed.survivors);
}

/* Many models, of which only the truth is asked.  What only the explicit engine can tell
   to be safe has too many scripts for a proof. */
static void
test_confirmed (uint64_t from, uint64_t count)
{
  struct tally tally = { .safe = 0 };
  for (uint64_t seed = from; seed < from + count; seed++)
    {
      char *text = threads_model (seed), name[40];
      struct subject subject;
      snprintf (name, sizeof name, "threads %llu", (unsigned long long) seed);
      subject_init (&subject, name, text, NULL);
      uint32_t before = tally.safe - tally.confirmed - tally.open;
      check_safe (&subject, &tally);
      if (tally.safe - tally.confirmed - tally.open != before)
        printf ("# %s: %s\n%s", name, tally.problem, text);
      subject_clear (&subject);
      free (text);
    }
  tap_ok (tally.safe > 0 && tally.confirmed + tally.open == tally.safe
            && tally.open <= tally.safe / 1000,
          "%u models with threads: %u safe, %u confirmed, %u without a proof %s",
          (unsigned) count, (unsigned) tally.safe, (unsigned) tally.confirmed,
          (unsigned) tally.open, tally.problem);
}

int
main (int argc, char **argv)
{
  struct shipped_sets *sets = shipped_sets_new ();
  if (argc == 4 && strcmp (argv[1], "--threads") == 0)
    test_threads (strtoull (argv[2], NULL, 10), strtoull (argv[3], NULL, 10));
  else if (argc == 4 && strcmp (argv[1], "--confirmed") == 0)
    test_confirmed (strtoull (argv[2], NULL, 10), strtoull (argv[3], NULL, 10));
  else if (argc == 4 && strcmp (argv[1], "--seeds") == 0)
    test_seeds (sets, strtoull (argv[2], NULL, 10), strtoull (argv[3], NULL, 10));
  else
    {
      for (size_t i = 0; i < sizeof examples / sizeof *examples; i++)
        {
          test_example (examples[i], "");
          test_example (examples[i], "-fixed");
          test_other_model (examples[i]);
        }
      test_needed ("examples/stack", "-fixed", 3);
      test_needed ("examples/buffer", "-fixed", 2);
      test_needed ("examples/account", "", 6);
      test_other_roles ("examples/stack");
      test_other_roles ("examples/buffer");
      test_needed ("examples/philosophers", "-fixed", MEETINGS);
      test_needed ("examples/workers", "-fixed", 4);
      test_budget ();
      test_seeds (sets, 1, 60);
      test_script_of_script ();
      test_threads (1, 32);
      test_confirmed (1000, 1500);
    }
  shipped_sets_free (sets);
  return tap_done ();
}
