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

#include "eml/eml.h"
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
  const char *family; /* or, with a colon before it, a model */
  struct families_params params;
  const char *pattern; /* the name of one, or the word for another question */
  const char *engines; /* words */
  uint64_t every;      /* fewer than EVERY; 0: as many */
};

/* Arrays of cells and locks, values, and a call. */
#define CELLS                                                                            \
  ":field int(2) a[2]; field int(2) n; lock l[2], m[2];"                                 \
  "proc add(int(1) i) { sync l[i & 1] { sync m[i & 1] { a[i & 1] = 1; } } }"             \
  "process P { call add(*); n = 1; }"                                                    \
  "process Q { call add(0); assert (n < 2); }"

static const struct subject subjects[] = {
  { "pairs",
    { .locks = 3, .processes = 2, .safe = true },
    "12",
    "auto antichain explicit",
    0 },
  /* Engines take turns; the first thousands of looks are before that. */
  { "pairs", { .locks = 6, .processes = 2, .safe = true }, "12", "auto", 40 },
  { "window", { .locks = 4, .processes = 2 }, "12", "antichain", 0 },
  { "recursion",
    { .locks = 2, .size = 2, .processes = 2, .fields = 2 },
    "11",
    "antichain bdd",
    0 },
  { "workers",
    { .processes = 2, .fields = 1 },
    "2",
    "auto bdd explicit stateless cpds",
    0 },
  { "clients",
    { .locks = 1, .processes = 2, .fields = 2, .procedures = 3, .entries = 1, .seed = 1 },
    "12",
    "auto",
    0 },
  { "philosophers",
    { .processes = 3, .fields = 1 },
    "deadlock",
    "auto bdd explicit stateless",
    0 },
  { CELLS, { .seed = 0 }, "race", "auto explicit", 20 },
  { CELLS, { .seed = 0 }, "deadlock", "explicit", 20 },
  { CELLS, { .seed = 0 }, "assert", "auto explicit", 20 },
#ifdef HAVE_CADICAL
  { CELLS, { .seed = 0 }, "race", "bmc ic3", 20 },
  { CELLS, { .seed = 0 }, "deadlock", "bmc", 20 },
  { CELLS, { .seed = 0 }, "assert", "bmc ic3", 20 },
  { "workers", { .processes = 2, .fields = 1 }, "2", "ic3 bmc", 100 },
  { "philosophers",
    { .processes = 2, .fields = 1, .safe = true },
    "deadlock",
    "ic3 bmc",
    100 },
#endif
};

/* The engine of the word that *WORDS begins with, which is passed; null: auto. */
static const struct engine *
next_engine (const char **words)
{
  size_t length = strcspn (*words, " ");
  const char *word = *words;
  *words += length + strspn (*words + length, " ");
  for (uint32_t i = 0; i < engine_count; i++)
    if (strlen (engines[i]->name) == length
        && strncmp (engines[i]->name, word, length) == 0)
      return engines[i];
  assert (length == 4 && strncmp (word, "auto", length) == 0);
  return NULL;
}

static char *
text_of (const struct subject *subject)
{
  char *text = NULL;
  size_t length;
  if (*subject->family == ':')
    return strdup (subject->family + 1);
  FILE *out = open_memstream (&text, &length);
  families_write (out, families_find (subject->family), &subject->params);
  fclose (out);
  return text;
}

static const char *
name_of (const struct subject *subject)
{
  return *subject->family == ':' ? "cells and locks" : subject->family;
}

static const struct query *
find_query (const struct queries *queries, const char *pattern)
{
  for (uint32_t q = 0; q < queries->list.count; q++)
    {
      const struct query *query = &queries->list.at[q];
      const char *word = query->kind == QUERY_PATTERN ? query->automaton->name
                                                      : query_kind_word (query->kind);
      if (strcmp (word, pattern) == 0)
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
test_query (struct ir_subject *model, const struct query *query,
            const struct engine *engine, const struct subject *subject)
{
  const char *name = name_of (subject);
  uint64_t every = subject->every ? subject->every : EVERY;
  struct decide_options options
    = { .engine = engine, .reductions = REDUCTION_ALL, .large = 16 };
  struct judge judge;
  judge_init (&judge, model, &options);
  enum verdict_kind right = judge_until (&judge, query, 0);
  uint64_t looks = judge.decider.quota.looks;
  unsigned wrong = 0, spoilt = 0, cut = 0, tried = 0;
  for (uint64_t n = 1; n <= looks; n += n < every ? 1 : n / 16)
    {
      /* What was searched with data is known then: only a new judge searches again. */
      if (ir_has_data (&model->flow))
        {
          judge_clear (&judge);
          judge_init (&judge, model, &options);
        }
      enum verdict_kind kind = judge_until (&judge, query, n);
      wrong += kind != right && kind != VERDICT_UNKNOWN;
      cut += kind == VERDICT_UNKNOWN;
      tried++;
      /* Mostly several in a row. */
      if (n % 5 == 0)
        spoilt += judge_until (&judge, query, 0) != right;
    }
  tap_ok (right != VERDICT_UNKNOWN && wrong == 0 && spoilt == 0 && cut > 0,
          "%s, %s, %s: given up at %u of %llu looks, %u times never wrong", name,
          subject->pattern, engine_name (engine), tried, (unsigned long long) looks, cut);
  judge_clear (&judge);
}

/* Reading can be given up as well: was it, at look N? */
static bool
is_reading_cut (const char *text, uint64_t n)
{
  struct quota quota;
  struct ir_subject model;
  quota_init (&quota);
  quota.impatient = true;
  quota.last_look = n;
  ir_subject_init (&model, &quota);
  bool cut = quota_checkpoint (&quota);
  if (!cut && !eml_read_text (&model, "model.eml", text, strlen (text)))
    tap_ok (false, "the model can be read");
  ir_subject_clear (&model);
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
  struct ir_subject model;
  char *text = text_of (subject);
  quota_init (&quota);
  ir_subject_init (&model, &quota);
  if (quota_checkpoint (&quota)
      || !eml_read_text (&model, "model.eml", text, strlen (text)))
    tap_ok (false, "%s can be read", name_of (subject));
  else
    {
      struct query_filter filter
        = { .race = true, .deadlock = true, .claims = model.flow.claims.count };
      struct queries queries;
      queries_list (&queries, set, &model.projection.pds, &filter, &model.arena);
      const struct query *query = find_query (&queries, subject->pattern);
      assert (query);
      for (const char *e = subject->engines; *e;)
        test_query (&model, query, next_engine (&e), subject);
      test_reading (text, name_of (subject));
    }
  ir_subject_clear (&model);
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
