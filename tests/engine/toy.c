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

/* Decide all queries of EML with the toy and with every other engine. */
static void
compare (struct eml *eml, const struct pa_set *set, struct tally *tally)
{
  struct query_filter filter = { .automata = NULL };
  struct queries queries;
  queries_list (&queries, set, &eml->lowering.pds, &filter, &eml->arena);
  const struct engine *toy = engine_find ("toy");
  for (uint32_t e = 0; e < engine_count; e++)
    {
      if (engines[e] == toy)
        continue;
      struct decide_options ours = { .engine = toy, .reductions = REDUCTION_ALL };
      struct decide_options theirs = { .engine = engines[e], .reductions = REDUCTION_ALL };
      engine_set_option (theirs.settings, "depth", 5);
      struct judge a, b;
      judge_init (&a, eml, &ours);
      judge_init (&b, eml, &theirs);
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

/* Options may change between the queries of a model (library/check.c does that): the
   engines must see the limits of the current query. */
static bool
sees_new_limits (struct eml *eml, const struct pa_set *set)
{
  struct query_filter filter = { .automata = NULL };
  struct queries queries;
  queries_list (&queries, set, &eml->lowering.pds, &filter, &eml->arena);
  struct decide_options options = { .engine = &toy_engine, .reductions = REDUCTION_ALL };
  struct decider decider;
  decider_init (&decider, &eml->lowering.pds, &options, &eml->arena);
  options.memory = (uint64_t) 64 << 20;
  decide_query (&decider, &queries.list.at[0], NULL);
  bool seen = decider.crew.started[0].means.memory == options.memory
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
  for (uint64_t seed = 1; seed <= 60; seed++)
    {
      struct random_model_params params = random_model_default_params (seed);
      params.statements = 8;
      params.processes = 2;
      params.locks = 2;
      params.fields = 2;
      params.recursion = 0;
      struct eml eml;
      eml_init (&eml, &quota);
      if (random_eml_read (&eml, &params))
        compare (&eml, &pa.set, &tally);
      if (seed == 1)
        tap_ok (sees_new_limits (&eml, &pa.set), "limits are those of the current query");
      eml_clear (&eml);
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
