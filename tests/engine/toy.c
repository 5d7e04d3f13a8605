/* toy.c -- an engine is its file and one line of the table: the toy engine is found by
 * its name, decides through the same doors as the others, its violations are
 * explained and replayed, and it agrees with all of them.
 */
#include <config.h>

#include <string.h>

#include "engine/engine.h"
#include "phaseauto/read_automata.h"
#include "phaseauto/reduction.h"
#include "tests/lib/random_eml.h"
#include "tests/lib/tap.h"
#include "witness/judge.h"

struct tally
{
  unsigned queries, decided, violations, replayed, disagreements;
};

/* Decide all queries of SUBJECT with the toy and with every other engine. */
static void
compare (struct ir_subject *subject, const struct pa_set *set, struct tally *tally)
{
  struct query_filter filter = { .automata = NULL };
  struct queries queries;
  queries_list (&queries, set, &subject->projection.pds, &filter, &subject->arena);
  const struct engine *toy = engine_find ("toy");
  for (uint32_t e = 0; e < engine_count; e++)
    {
      if (engines[e] == toy || engines[e]->missing)
        continue;
      struct decide_options ours = { .engine = toy, .reductions = REDUCTION_ALL };
      struct decide_options theirs
        = { .engine = engines[e], .reductions = REDUCTION_ALL };
      engine_set_option (theirs.settings, "depth", 5);
      struct judge a, b;
      judge_init (&a, subject, &ours);
      judge_init (&b, subject, &theirs);
      for (uint32_t q = 0; q < queries.list.count; q++)
        {
          struct verdict mine = judge_query (&a, &queries.list.at[q]);
          struct verdict other = judge_query (&b, &queries.list.at[q]);
          tally->queries++;
          tally->violations += mine.kind == VERDICT_VIOLATION;
          tally->replayed += mine.kind == VERDICT_VIOLATION && mine.witness;
          if (mine.bug || (mine.counts.choices > 0 && strcmp (mine.engine, "toy") != 0))
            tally->disagreements++;
          if (mine.kind == VERDICT_UNKNOWN || other.kind == VERDICT_UNKNOWN)
            continue;
          tally->decided++;
          tally->disagreements += mine.kind != other.kind;
        }
      judge_clear (&a);
      judge_clear (&b);
    }
}

/* What is in the toy's row reaches those who know nothing of it: its option, its
   reduction and its statistic. */
static void
test_row (struct ir_subject *subject, const struct pa_set *set)
{
  struct query_filter filter = { .automata = NULL };
  struct queries queries;
  queries_list (&queries, set, &subject->projection.pds, &filter, &subject->arena);
  struct decide_options usual = { .engine = &toy_engine, .reductions = REDUCTION_ALL };
  struct decide_options few = usual, longer = usual;
  uint32_t same = 0, slot = engine_numbers (&toy_engine).statistic;
  uint64_t tries = 0, fewer = 0, all = 0, value;
  tap_ok (engine_set_option (few.settings, "tries", 1), "its option is one");
  longer.reductions &= ~reductions_named ("headroom");
  tap_ok (longer.reductions != usual.reductions, "its reduction is one");
  struct judge a, b, c;
  judge_init (&a, subject, &usual);
  judge_init (&b, subject, &few);
  judge_init (&c, subject, &longer);
  for (uint32_t q = 0; q < queries.list.count; q++)
    {
      struct verdict verdict = judge_query (&a, &queries.list.at[q]);
      fewer += judge_query (&b, &queries.list.at[q]).counts.at[slot];
      same += verdict.kind == judge_query (&c, &queries.list.at[q]).kind;
      tries += verdict.counts.at[slot];
      const struct statistic *statistic;
      uint32_t number = 0;
      while ((statistic = statistics_next (&number, &verdict.counts, &value)))
        all += strcmp (statistic->name, "tries") == 0 ? value : 0;
    }
  judge_clear (&a);
  judge_clear (&b);
  judge_clear (&c);
  tap_ok (fewer > 0 && fewer < tries, "with its option it gives up");
  tap_ok (same == queries.list.count, "without its reduction it says the same");
  tap_ok (tries > 0 && all == tries, "its statistic is counted, and has its name");
}

/* Options may change between the queries of a model (library/check.c does that): the
   engines must see the limits of the current query. */
static bool
sees_new_limits (struct ir_subject *subject, const struct pa_set *set)
{
  struct query_filter filter = { .automata = NULL };
  struct queries queries;
  queries_list (&queries, set, &subject->projection.pds, &filter, &subject->arena);
  struct decide_options options = { .engine = &toy_engine, .reductions = REDUCTION_ALL };
  struct decider decider;
  decider_init (&decider, &subject->projection.pds, &options, &subject->arena);
  options.memory = (uint64_t) 64 << 20;
  struct decision decision;
  for (uint32_t q = 0; q < queries.list.count && decider.pool.count == 0; q++)
    decide_query (&decider, &queries.list.at[q], NULL, &decision);
  bool seen = decider.pool.count > 0
              && decider.pool.started[0].means.memory == options.memory
              && decider.quota.limit == options.memory;
  decider_clear (&decider);
  return seen;
}

int
main (void)
{
  tap_ok (engine_find ("toy") == &toy_engine, "the toy is in the table");
  tap_ok (engine_find ("bdd") == &bdd_engine, "and so are the others");
  tap_ok (!engine_find ("toys"), "and nothing else");
  struct quota quota;
  struct pa pa;
  struct tally tally = { 0 };
  quota_init (&quota);
  pa_init (&pa, &quota);
  if (quota_checkpoint (&quota) || !pa_read_shipped (&pa, "complete"))
    return tap_ok (false, "the automata can be read"), tap_done ();
  for (uint64_t seed = 1; seed <= 20; seed++)
    {
      struct random_model_params params = random_model_default_params (seed);
      params.statements = 8;
      params.processes = 2;
      params.locks = 2;
      params.fields = 2;
      params.recursion = 0;
      struct ir_subject subject;
      ir_subject_init (&subject, &quota);
      if (random_eml_read (&subject, &params))
        compare (&subject, &pa.set, &tally);
      if (seed == 1)
        {
          tap_ok (sees_new_limits (&subject, &pa.set),
                  "limits are those of the current query");
          test_row (&subject, &pa.set);
        }
      ir_subject_clear (&subject);
    }
  pa_clear (&pa);
  printf ("# %u queries, %u decided by both, %u violations, %u replayed\n", tally.queries,
          tally.decided, tally.violations, tally.replayed);
  tap_ok (tally.decided > tally.queries / 2, "most queries are decided by both");
  tap_ok (tally.violations > 50, "there are violations");
  tap_ok (tally.replayed == tally.violations, "which are replayed");
  tap_ok (tally.disagreements == 0, "and no disagreements");
  return tap_done ();
}
