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
 */
#include <config.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../differential/case.h"
#include "../lib/tap.h"
#include "mutation.h"

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
  uint32_t safe, confirmed, violations, forged, changed, lies, survivors;
  char problem[CERTIFY_PROBLEM];
};

static void
check_safe (struct subject *subject, struct tally *tally)
{
  struct sealed sealed = sealed_make (subject, is_safe, 0);
  struct sealed_answer answer = sealed_check (subject, &sealed);
  tally->safe += count_safe (subject);
  tally->confirmed += answer.confirmed;
  tally->lies += answer.lies;
  if (!answer.fine && !*tally->problem)
    memcpy (tally->problem, answer.problem, sizeof tally->problem);
  free (sealed.text);
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
      struct sealed sealed = sealed_make (subject, is_number, q);
      struct sealed_answer answer = sealed_check (subject, &sealed);
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
      free (sealed.text);
    }
}

/* ---- What is needed. ---- */

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

static void
check_needed (const char *path, const char *text, const char *automata, uint32_t queries,
              struct tally *tally)
{
  struct subject subject;
  subject_init (&subject, path, text, automata);
  struct sealed sealed = sealed_make (&subject, is_safe_and_below, queries);
  struct needing needing = { &subject, tally };
  mutation_each (&sealed, must_be_refused, &needing);
  free (sealed.text);
  subject_clear (&subject);
}

/* ---- Examples. ---- */

static const char *const examples[]
  = { "account", "buffer", "cache", "dcl", "stack", "stringbuffer", "vector" };

static char *
example_path (const char *name, const char *suffix)
{
  const char *source = getenv ("SOURCE");
  char *path = NULL;
  if (asprintf (&path, "%s/models/examples/%s%s.eml", source ? source : ".", name,
                suffix) < 0)
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
  tap_ok (tally.safe > 0 && tally.confirmed == tally.safe, "%s%s: %u safe, %u confirmed %s",
          name, suffix, (unsigned) tally.safe, (unsigned) tally.confirmed, tally.problem);
  tap_ok (tally.forged == tally.violations && tally.lies == 0,
          "%s%s: %u violations, %u forged certificates refused, %u changed, %u lies", name,
          suffix, (unsigned) tally.violations, (unsigned) tally.forged,
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
  certify_digest (subject.eml.source.text, subject.eml.source.length, digest);
  memcpy (strstr (sealed.text, "\nmodel ") + 7, digest, CERTIFY_DIGEST - 1);
  answer = sealed_check (&subject, &sealed);
  tap_ok (!answer.fine && strstr (answer.problem, "changed") != NULL,
          "%s: an edited digest is noticed by the seal", name);
  struct sealed again
    = sealed_again (sealed.text, (size_t) (strstr (sealed.text, "\nend ") + 1 - sealed.text));
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
  char *path = example_path ("stack", "-fixed");
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
  tap_ok (needed.survivors == 0, "random models: %u certificates that lack something, "
          "%u accepted", (unsigned) needed.changed, (unsigned) needed.survivors);
}

int
main (int argc, char **argv)
{
  struct shipped_sets *sets = shipped_sets_new ();
  if (argc == 4 && strcmp (argv[1], "--seeds") == 0)
    test_seeds (sets, strtoull (argv[2], NULL, 10), strtoull (argv[3], NULL, 10));
  else
    {
      for (size_t i = 0; i < sizeof examples / sizeof *examples; i++)
        {
          test_example (examples[i], "");
          test_example (examples[i], "-fixed");
          test_other_model (examples[i]);
        }
      test_needed ("stack", "-fixed", 3);
      test_needed ("buffer", "-fixed", 2);
      test_needed ("account", "", 6);
      test_other_roles ("stack");
      test_other_roles ("buffer");
      test_budget ();
      test_seeds (sets, 1, 60);
    }
  shipped_sets_free (sets);
  return tap_done ();
}
