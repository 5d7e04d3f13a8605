/* measure.c -- what deciding costs, and what has to be done before.
 *
 *     measure WHAT ENGINE MODEL [PATTERN [FIELD...]]
 *
 * WHAT is `floor' (reading, checking and lowering the model, and one pass over
 * it: which symbols are reachable, which procedures return, which locks are held),
 * `decide' (that, and deciding all patterns, or PATTERN with these fields), `meetings'
 * (the same of all races and the deadlock; PATTERN is one of them), or `all' (of all
 * of them).
 * There is no search for witnesses: only the engines are compared.  Variables of the
 * environment: AUTOMATA, another set than `strict'; WITHOUT, reductions to leave out,
 * with commas; LIMIT, seconds per query.
 *
 * Prints one line: CPU seconds of the floor, of deciding, symbols, queries,
 * violations, safe, unknown, the most bytes in arenas, the most kilobytes resident.
 */
#include <config.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <time.h>

#include "eml/eml.h"
#include "ask/decide.h"
#include "phaseauto/read_automata.h"

static double
cpu_seconds (void)
{
  struct timespec now;
  clock_gettime (CLOCK_PROCESS_CPUTIME_ID, &now);
  return (double) now.tv_sec + (double) now.tv_nsec / 1e9;
}

static bool
is_wanted (const struct query *query, const struct pds *pds, int count, char **words)
{
  if (count > 0 && strcmp (query->automaton->name, words[0]) != 0)
    return false;
  for (int i = 1; i < count; i++)
    if ((uint32_t) i > query->automaton->parameters.count
        || strcmp (pds->fields.at[query->fields[i - 1].index].name, words[i]) != 0)
      return false;
  return true;
}

static const struct engine *
engine_called (const char *name)
{
  const struct engine *engine = engine_find (name);
  if (engine || strcmp (name, "auto") == 0)
    return engine;
  fprintf (stderr, "measure: no engine '%s'\n", name);
  exit (2);
}

/* All reductions but those in LIST. */
static uint32_t
reductions_without (const char *list)
{
  return reductions_default () & ~(list ? reductions_named (list) : 0);
}

int
main (int argc, char **argv)
{
  if (argc < 4)
    {
      fprintf (
        stderr,
        "usage: measure floor|decide|meetings|all ENGINE MODEL [PATTERN [FIELD...]]\n");
      return 2;
    }
  const char *automata = getenv ("AUTOMATA"), *limit = getenv ("LIMIT");
  struct quota quota;
  struct ir_subject subject;
  struct pa pa;
  quota_init (&quota);
  if (quota_checkpoint (&quota))
    {
      fputs ("measure: out of memory\n", stderr);
      return 4;
    }
  double start = cpu_seconds ();
  ir_subject_init (&subject, &quota);
  if (!eml_read (&subject, argv[3]))
    return 2;
  const struct pds *pds = &subject.projection.pds;
  struct decide_options options
    = { .engine = engine_called (argv[2]),
        .reductions = reductions_without (getenv ("WITHOUT")),
        .timeout = limit ? (uint64_t) (atof (limit) * 1e9) : 0 };
  struct survey survey;
  survey_init (&survey, pds, &subject.arena);
  double floor = cpu_seconds () - start;
  uint32_t kinds[3] = { 0 }, asked = 0;
  size_t peak = quota.peak;
  start = cpu_seconds ();
  bool all_queries = strcmp (argv[1], "all") == 0;
  bool patterns = strcmp (argv[1], "decide") == 0 || all_queries;
  bool meetings = strcmp (argv[1], "meetings") == 0 || all_queries;
  if (patterns || meetings)
    {
      struct queries queries;
      struct decider decider;
      struct query_filter all = { .race = meetings, .deadlock = meetings };
      static const struct pa_set none = { .name = "none" };
      pa_init (&pa, &quota);
      if (!pa_read_shipped (&pa, automata ? automata : "strict"))
        return 2;
      queries_list (&queries, patterns ? &pa.set : &none, pds, &all, &subject.arena);
      decider_init (&decider, pds, &options, &subject.arena);
      for (uint32_t q = 0; q < queries.list.count; q++)
        if (is_wanted (&queries.list.at[q], pds, argc - 4, argv + 4))
          {
            struct decision decision;
            decide_query (&decider, &queries.list.at[q], NULL, &decision);
            kinds[decision.kind]++;
            asked++;
          }
      peak = quota.peak + decider.quota.peak;
      decider_clear (&decider);
      pa_clear (&pa);
    }
  double decide = cpu_seconds () - start;
  struct rusage usage;
  getrusage (RUSAGE_SELF, &usage);
  printf ("%.6f %.6f %u %u %u %u %u %zu %ld\n", floor, decide, pds_symbol_count (pds),
          asked, kinds[VERDICT_VIOLATION], kinds[VERDICT_SAFE], kinds[VERDICT_UNKNOWN],
          peak, usage.ru_maxrss);
  ir_subject_clear (&subject);
  return 0;
}
