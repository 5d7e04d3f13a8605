/* interrupts.c -- a clock that runs out at the n-th look, for every n.
 *
 * A query may be given up wherever it looks at the clock (base/quota.h).  Here it is, at
 * each of its looks in turn, with a look at every unit of work: the verdict is then
 * unknown, or the right one if the last look came before, and the next query of the same
 * judge, without a limit, gets the right one.  With sanitizers nothing leaks, and nothing
 * that was given up in the middle is used.
 */
#include <config.h>

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "models/families/families.h"
#include "phaseauto/read_automata.h"
#include "phaseauto/reduction.h"
#include "tests/lib/tap.h"
#include "witness/judge.h"
#include "wpds/buddy.h"

/* Every look up to this one, and then fewer and fewer. */
#define EVERY 1000

struct subject
{
  const char *family;
  struct families_params params;
  const char *pattern; /* null: the deadlock */
  const char *engines; /* first letters; u: auto */
  uint64_t every;      /* fewer than EVERY; 0: as many */
};

static const struct subject subjects[]
  = { { "pairs", { .locks = 3, .processes = 2, .safe = true }, "12", "uae", 0 },
      /* Engines take turns; the first thousands of looks are before that. */
      { "pairs", { .locks = 6, .processes = 2, .safe = true }, "12", "u", 40 },
      { "window", { .locks = 4, .processes = 2 }, "12", "a", 0 },
      { "recursion", { .locks = 2, .size = 2, .processes = 2, .fields = 2 }, "11", "ab", 0 },
      { "workers", { .processes = 2, .fields = 1 }, "2", "ube", 0 },
      { "clients",
        { .locks = 1, .processes = 2, .fields = 2, .procedures = 3, .entries = 1,
          .seed = 1 },
        "12", "u", 0 },
      { "philosophers", { .processes = 3, .fields = 1 }, NULL, "ube", 0 },
#ifdef HAVE_CADICAL
      { "workers", { .processes = 2, .fields = 1 }, "2", "i", 100 },
      { "philosophers", { .processes = 2, .fields = 1, .safe = true }, NULL, "i", 100 },
#endif
      };

static const struct engine *
engine_of (char letter)
{
  for (uint32_t i = 0; i < engine_count; i++)
    if (engines[i]->name[0] == letter)
      return engines[i];
  assert (letter == 'u'); /* auto */
  return NULL;
}

static char *
text_of (const struct subject *subject)
{
  char *text = NULL;
  size_t length;
  FILE *out = open_memstream (&text, &length);
  families_write (out, families_find (subject->family), &subject->params);
  fclose (out);
  return text;
}

static const struct query *
find_query (const struct queries *queries, const char *pattern)
{
  for (uint32_t q = 0; q < queries->list.count; q++)
    {
      const struct query *query = &queries->list.at[q];
      if (pattern ? query->kind == QUERY_PATTERN
                      && strcmp (query->automaton->name, pattern) == 0
                  : query->kind == QUERY_DEADLOCK)
        return query;
    }
  return NULL;
}

/* Time is up at look N; 0: never. */
static enum verdict_kind
judge_until (struct judge *judge, const struct query *query, uint64_t n)
{
  struct quota *quota = &judge->decider.quota;
  quota->impatient = true;
  quota->looks = 0;
  quota->last_look = n;
  struct verdict verdict = judge_query (judge, query);
  if (verdict.kind == VERDICT_UNKNOWN && verdict.reason != QUOTA_TIME && n > 0)
    tap_ok (false, "look %u: time is up, and that is the reason", (unsigned) n);
  return verdict.kind;
}

static void
test_query (struct eml *eml, const struct query *query, const struct engine *engine,
            const struct subject *subject)
{
  const char *name = subject->family;
  uint64_t every = subject->every ? subject->every : EVERY;
  struct decide_options options
    = { .engine = engine, .reductions = REDUCTION_ALL, .large = 16 };
  struct judge judge;
  judge_init (&judge, eml, &options);
  enum verdict_kind right = judge_until (&judge, query, 0);
  uint64_t looks = judge.decider.quota.looks;
  unsigned wrong = 0, spoilt = 0, cut = 0, tried = 0;
  for (uint64_t n = 1; n <= looks; n += n < every ? 1 : n / 16)
    {
      enum verdict_kind kind = judge_until (&judge, query, n);
      wrong += kind != right && kind != VERDICT_UNKNOWN;
      cut += kind == VERDICT_UNKNOWN;
      tried++;
      /* Mostly several in a row. */
      if (n % 5 == 0)
        spoilt += judge_until (&judge, query, 0) != right;
    }
  tap_ok (right != VERDICT_UNKNOWN && wrong == 0 && spoilt == 0 && cut > 0,
          "%s, %s: given up at %u of %llu looks, %u times never wrong", name,
          engine_name (engine), tried, (unsigned long long) looks, cut);
  judge_clear (&judge);
}

/* Reading can be given up as well: was it, at look N? */
static bool
is_reading_cut (const char *text, uint64_t n)
{
  struct quota quota;
  struct eml eml;
  quota_init (&quota);
  quota.impatient = true;
  quota.last_look = n;
  eml_init (&eml, &quota);
  bool cut = quota_checkpoint (&quota);
  if (!cut && !eml_read_text (&eml, "model.eml", text, strlen (text)))
    tap_ok (false, "the model can be read");
  eml_clear (&eml);
  return cut;
}

static void
test_reading (const char *text, const char *name)
{
  unsigned looks = 0;
  while (is_reading_cut (text, looks + 1))
    looks++;
  tap_ok (looks > 0, "%s: reading is given up at each of %u looks", name, looks);
}

static void
test_subject (const struct subject *subject, const struct pa_set *set)
{
  struct quota quota;
  struct eml eml;
  char *text = text_of (subject);
  quota_init (&quota);
  eml_init (&eml, &quota);
  if (quota_checkpoint (&quota)
      || !eml_read_text (&eml, "model.eml", text, strlen (text)))
    tap_ok (false, "%s can be read", subject->family);
  else
    {
      struct query_filter filter = { .race = true, .deadlock = true };
      struct queries queries;
      queries_list (&queries, set, &eml.lowering.pds, &filter, &eml.arena);
      const struct query *query = find_query (&queries, subject->pattern);
      assert (query);
      for (const char *e = subject->engines; *e; e++)
        test_query (&eml, query, engine_of (*e), subject);
      test_reading (text, subject->family);
    }
  eml_clear (&eml);
  free (text);
}

int
main (void)
{
  struct quota quota;
  struct pa pa;
  quota_init (&quota);
  pa_init (&pa, &quota);
  if (quota_checkpoint (&quota) || !pa_read_shipped (&pa, "strict"))
    tap_ok (false, "the automata can be read");
  else
    for (size_t i = 0; i < sizeof subjects / sizeof subjects[0]; i++)
      test_subject (&subjects[i], &pa.set);
  pa_clear (&pa);
  buddy_stop ();
  return tap_done ();
}
