/* search.c -- the referee against brute force, on small random models.
 *
 * With and without transactions, with and without bystanders:
 * the same answer, and a witness that can be replayed.  Without transactions
 * a breadth-first search is brute force with better storage: as many states,
 * and a shortest witness.  Models with life cycles and waits are asked for races and
 * deadlocks, too, and companions of the threads are enough to take part.
 *
 *     search [FIRST-SEED COUNT]    more than the models of `make check'
 */
#include <config.h>

#include <stdlib.h>
#include <string.h>

#include "automata.h"
#include "brute.h"
#include "eml/eml.h"
#include "ask/companions.h"
#include "engine/explicit/retrace.h"
#include "models/families/random_model.h"
#include "phaseauto/meetings.h"
#include "phaseauto/read_automata.h"
#include "tests/lib/small_model.h"
#include "tests/lib/tap.h"

struct tally
{
  uint32_t questions, violations, cut, many;
  uint32_t fewer; /* questions with processes that are nobody's companions */
  uint32_t wrong, bad_runs, long_runs, other_counts;
  uint32_t gave_up, bold; /* with half of the states: unknown; or another answer */
  uint64_t with, without; /* states, transactions on and off */
};

/* All of it about one question. */
struct question
{
  const struct pds *pds;
  const struct control *control;
  struct pa_instance instance;
  process_id processes[BRUTE_PROCESSES];
  uint32_t count;
  struct quota *quota;
};

/* The bounds differ: where brute force was cut off, recursion is at work, and
   the search may find a violation further down, but must not say safe. */
static bool
is_right (enum verdict_kind answer, enum brute_answer truth)
{
  switch (truth)
    {
    case BRUTE_SAFE: return answer == VERDICT_SAFE;
    case BRUTE_VIOLATION: return answer == VERDICT_VIOLATION;
    case BRUTE_CUT: return answer != VERDICT_SAFE;
    case BRUTE_MANY: break;
    }
  return true;
}

static void
start_search (struct search *search, const struct question *q, bool transactions,
              struct arena *arena)
{
  search_init (search,
               &(struct search_options){ .control = q->control,
                                         .processes = q->processes,
                                         .count = q->count,
                                         .instance = &q->instance,
                                         .players = q->processes,
                                         .transactions = transactions },
               arena);
}

/* ANSWER took VISITED states: with half of them, stored ones counted again, the search
   must give up, or find a violation sooner. */
static void
try_budget (const struct question *q, bool transactions, enum verdict_kind answer,
            uint64_t visited, struct tally *tally)
{
  struct arena arena;
  arena_init (&arena, q->quota);
  struct search search;
  start_search (&search, q, transactions, &arena);
  enum verdict_kind within
    = search_decide (&search, &search.violations.pattern, visited / 2);
  bool gave_up = within == VERDICT_UNKNOWN && search.gave_up;
  tally->gave_up += gave_up;
  tally->bold += !gave_up && !(within == VERDICT_VIOLATION && within == answer);
  arena_clear (&arena);
}

static void
try_search (const struct question *q, const struct brute_result *truth, bool transactions,
            struct tally *tally)
{
  struct arena arena;
  arena_init (&arena, q->quota);
  struct search search;
  start_search (&search, q, transactions, &arena);
  enum verdict_kind answer = search_decide (&search, &search.violations.pattern, 0);
  tally->wrong += !is_right (answer, truth->answer);
  if (answer == VERDICT_VIOLATION)
    {
      const struct run *run = retrace (&search, &search.violations.pattern, &arena);
      const char *problem
        = brute_replay (q->pds, &q->instance, q->processes, q->count, run);
      /* Recursion may go deeper here than there. */
      if (problem && strcmp (problem, "too deep") != 0)
        {
          printf ("# witness: %s\n", problem);
          tally->bad_runs++;
        }
      if (!transactions && truth->answer == BRUTE_VIOLATION)
        tally->long_runs += run->steps.count != truth->length;
    }
  else if (!transactions && truth->answer == BRUTE_SAFE)
    tally->other_counts += search.counts.stored != truth->states;
  if (answer == VERDICT_SAFE)
    *(transactions ? &tally->with : &tally->without) += search.counts.stored;
  if (search.counts.visited > 1)
    try_budget (q, transactions, answer, search.counts.visited, tally);
  arena_clear (&arena);
}

static struct brute_result
try_question (const struct question *q, struct tally *tally)
{
  struct brute_result truth = brute_search (q->pds, &q->instance, q->processes, q->count);
  if (truth.answer == BRUTE_MANY)
    {
      tally->many++;
      return truth;
    }
  tally->questions++;
  tally->violations += truth.answer == BRUTE_VIOLATION;
  tally->cut += truth.answer == BRUTE_CUT;
  uint32_t before = tally->wrong + tally->bad_runs;
  for (int transactions = 0; transactions < 2; transactions++)
    try_search (q, &truth, transactions, tally);
  if (before != tally->wrong + tally->bad_runs)
    printf ("# automaton %s\n", q->instance.automaton->name);
  return truth;
}

/* Every automaton, over the fields and processes that SEED picks. */
static void
try_model (const struct pds *pds, const struct pa_set *set, uint64_t seed,
           struct quota *quota, struct tally *tally)
{
  struct arena arena;
  arena_init (&arena, quota);
  struct question q = { .pds = pds, .quota = quota };
  q.control = control_new (pds, &arena);
  for (uint32_t a = 0; a < set->automata.count; a++)
    {
      const struct pa_automaton *automaton = &set->automata.at[a];
      uint32_t threads = automaton->threads.count;
      field_id first = { (uint32_t) (seed % pds->fields.count) };
      field_id fields[2] = { first, first };
      set_id set_of_first = pds->fields.at[first.index].set;
      for (field_id f = { 0 }; f.index < pds->fields.count; f.index++)
        if (!field_equal (f, first)
            && set_equal (pds->fields.at[f.index].set, set_of_first))
          fields[1] = f;
      bool bystander = seed % 3 == 0 && threads < pds->processes.count;
      q.count = threads + bystander;
      if ((automaton->parameters.count == 2 && field_equal (fields[1], first))
          || pds->processes.count < threads || q.count > BRUTE_PROCESSES)
        continue;
      for (uint32_t t = 0; t < q.count; t++)
        q.processes[t] = (process_id){ (uint32_t) ((seed + t) % pds->processes.count) };
      struct pa_factors factors = { VEC_EMPTY };
      pa_factor (&factors, automaton, &arena);
      for (uint32_t f = 0; f < factors.list.count; f++)
        {
          q.instance = (struct pa_instance){ &factors.list.at[f], fields, set_of_first,
                                             pds->idsets };
          try_question (&q, tally);
        }
    }
  arena_clear (&arena);
}

static void
try_seed (uint64_t seed, const struct pa_set *set, struct quota *quota,
          struct tally *tally)
{
  struct random_model_params params = random_model_default_params (seed);
  params.statements = 6 + (uint32_t) (seed % 8);
  params.locks = 1 + (uint32_t) (seed % 3);
  params.calm = (uint32_t) (seed * 37 % 101);
  params.recursion = seed % 4 == 0 ? 30 : 0;
  char *text = NULL;
  size_t length = 0;
  FILE *file = open_memstream (&text, &length);
  if (!file || !random_model_write (file, &params) || fclose (file) != 0)
    abort ();
  struct ir_subject subject;
  ir_subject_init (&subject, quota);
  uint32_t before = tally->wrong + tally->bad_runs;
  if (eml_read_text (&subject, "random.eml", text, length))
    try_model (&subject.projection.pds, set, seed, quota, tally);
  else
    tally->wrong++;
  if (before != tally->wrong + tally->bad_runs)
    printf ("# seed %llu:\n%s\n", (unsigned long long) seed, text);
  ir_subject_clear (&subject);
  free (text);
}

/* ---- Life cycles, waits, races, deadlocks. ---- */

/* The companions of the threads of Q are enough. */
static void
try_companions (const struct question *q, const struct life_cycles *cycles,
                const struct brute_result *truth, struct arena *arena,
                struct tally *tally)
{
  struct question fewer = *q;
  uint32_t threads = q->instance.automaton->threads.count;
  fewer.count = companions_add (cycles, fewer.processes, threads, arena);
  if (fewer.count == q->count)
    return;
  tally->fewer++;
  struct tally runs;
  memset (&runs, 0, sizeof runs);
  try_search (&fewer, truth, true, &runs);
  tally->wrong += runs.wrong;
  tally->bad_runs += runs.bad_runs;
}

/* AUTOMATON, played by the processes from FIRST on; all others take part. */
static void
try_lives (struct question *q, const struct pa_automaton *automaton,
           const field_id *fields, uint32_t first, const struct life_cycles *cycles,
           struct arena *arena, struct tally *tally)
{
  uint32_t all = q->pds->processes.count;
  if (automaton->threads.count > all || all > BRUTE_PROCESSES)
    return;
  q->count = all;
  for (uint32_t t = 0; t < all; t++)
    q->processes[t] = (process_id){ (first + t) % all };
  struct pa_factors factors = { VEC_EMPTY };
  pa_factor (&factors, automaton, arena);
  for (uint32_t f = 0; f < factors.list.count; f++)
    {
      q->instance
        = (struct pa_instance){ &factors.list.at[f], fields,
                                q->pds->fields.at[fields[0].index].set, q->pds->idsets };
      struct brute_result truth = try_question (q, tally);
      try_companions (q, cycles, &truth, arena, tally);
    }
}

static void
try_small_model (const struct pds *pds, const struct pa_set *set, uint64_t seed,
                 struct quota *quota, struct tally *patterns, struct tally *races,
                 struct tally *circles)
{
  struct arena arena;
  arena_init (&arena, quota);
  struct question q = { .pds = pds, .quota = quota };
  q.control = control_new (pds, &arena);
  struct survey survey;
  struct life_cycles cycles;
  survey_init (&survey, pds, &arena);
  for (uint32_t p = 0; p < pds->processes.count; p++)
    survey_reach (&survey, pds->processes.at[p].body, pds->processes.at[p].entry);
  life_cycles_init (&cycles, &survey, &arena);
  uint32_t first = (uint32_t) seed;
  field_id fields[] = { { first % 2 }, { (first + 1) % 2 } };
  for (uint64_t a = seed; a < seed + 2; a++)
    try_lives (&q, &set->automata.at[a % set->automata.count], fields, first, &cycles,
               &arena, patterns);
  try_lives (&q, pa_race (), fields, first, &cycles, &arena, races);
  for (uint32_t l = 0; l < 3; l++)
    {
      uint32_t next = 1 + (uint32_t) (seed / 3 % 2); /* either way round */
      lock_id locks[] = { { l }, { (l + next) % 3 }, { (l + 2 * next) % 3 } };
      try_lives (&q, pa_circle (locks, l == seed / 6 % 3 ? 3 : 2, &arena), fields, first,
                 &cycles, &arena, circles);
    }
  arena_clear (&arena);
}

static void
try_small_seed (uint64_t seed, const struct pa_set *set, struct quota *quota,
                struct tally *tallies)
{
  char *text = NULL;
  size_t length = 0;
  FILE *file = open_memstream (&text, &length);
  if (!file)
    abort ();
  small_model_write (file, seed);
  fclose (file);
  struct ir_subject subject;
  ir_subject_init (&subject, quota);
  uint32_t before = 0, after = 0;
  for (int i = 0; i < 3; i++)
    before += tallies[i].wrong + tallies[i].bad_runs;
  if (eml_read_text (&subject, "small.eml", text, length))
    try_small_model (&subject.projection.pds, set, seed, quota, &tallies[0], &tallies[1],
                     &tallies[2]);
  else
    tallies[0].wrong++;
  for (int i = 0; i < 3; i++)
    after += tallies[i].wrong + tallies[i].bad_runs;
  if (before != after)
    printf ("# seed %llu:\n%s\n", (unsigned long long) seed, text);
  ir_subject_clear (&subject);
  free (text);
}

static void
try_small_models (uint64_t first, uint64_t count, const struct pa_set *set,
                  struct quota *quota)
{
  static const char *const names[] = { "patterns", "races", "deadlocks" };
  struct tally tallies[3];
  memset (tallies, 0, sizeof tallies);
  for (uint64_t seed = first; seed < first + count; seed++)
    try_small_seed (seed, set, quota, tallies);
  for (int i = 0; i < 3; i++)
    {
      const struct tally *tally = &tallies[i];
      printf ("# %s: %u questions, %u violations, %u too large, %u with processes that "
              "do not matter; safe ones: %llu states, %llu with transactions\n",
              names[i], (unsigned) tally->questions, (unsigned) tally->violations,
              (unsigned) tally->many, (unsigned) tally->fewer,
              (unsigned long long) tally->without, (unsigned long long) tally->with);
      tap_ok (tally->questions >= count / 2 && tally->violations >= count / 30
                && tally->fewer >= count / 30,
              "life cycles and waits: enough %s", names[i]);
      tap_ok (tally->wrong == 0, "%s: the answers of brute force", names[i]);
      tap_ok (tally->bad_runs == 0, "%s: witnesses can be replayed", names[i]);
      tap_ok (tally->long_runs == 0 && tally->other_counts == 0,
              "%s without transactions: as many states, shortest witnesses", names[i]);
      tap_ok (tally->with < tally->without, "%s with transactions: fewer states",
              names[i]);
    }
}

/* ---- Transactions that could hide another process. ---- */

/* U writes a, then V does: possible in all of these, though U never comes to
   an end of its own. */
static const struct
{
  const char *name, *text;
} traps[]
  = { { "a loop after the commit",
        "field a; process U { write a; loop { skip; } } process V { write a; }" },
      { "a loop of releases after the commit",
        "field a; lock l; process U { write a; loop { sync l { skip; } } }"
        "process V { write a; }" },
      { "a loop before the commit",
        "field a; lock l; process U { sync l { write a; loop { skip; } } }"
        "process V { write a; }" },
      { "calls without end, cut off by the bound",
        "field a; proc r { skip; call r; } process U { write a; call r; }"
        "process V { write a; }" },
      { "a deadlock after the write",
        "field a; lock l, m; process U { write a; sync l { sync m { skip; } } }"
        "process V { sync m { sync l { write a; } } }" },
      { "a lock that is held for ever",
        "field a; lock l; process U { sync l { write a; loop { skip; } } }"
        "process V { write a; sync l { write a; } }" },
      { "a lock that seems to protect at first",
        "field a; lock l; process U { sync l { write a; sync l { read a; } } }"
        "process V { sync l { read a; } read a; write a; }" },
      { "a lock that is found not to protect while U is passed",
        "field a; lock l; process U { sync l { write a; loop { skip; } } }"
        "process V { skip; write a; }" },
      { "a lock that is found not to protect after U was visited",
        "field a; lock l;"
        "process U { sync l { label x: write a; if (*) { goto x; } loop { skip; } } }"
        "process V { while (*) { skip; } while (*) { skip; } while (*) { skip; }"
        "  write a; }" } };

static void
try_traps (struct quota *quota)
{
  static const char text[] = "automaton 1 (a) { threads u, v; u writes a; v writes a; }";
  struct pa pa;
  pa_init (&pa, quota);
  bool fine = pa_read_text (&pa, "trap.pa", text, strlen (text));
  for (size_t i = 0; i < sizeof traps / sizeof *traps && fine; i++)
    {
      struct ir_subject subject;
      ir_subject_init (&subject, quota);
      struct tally tally;
      memset (&tally, 0, sizeof tally);
      if (eml_read_text (&subject, "trap.eml", traps[i].text, strlen (traps[i].text)))
        try_model (&subject.projection.pds, &pa.set, 2, quota, &tally);
      tap_ok (tally.violations == 1 && tally.wrong + tally.bad_runs == 0, "%s",
              traps[i].name);
      ir_subject_clear (&subject);
    }
  pa_clear (&pa);
}

int
main (int argc, char **argv)
{
  uint64_t first = argc > 1 ? strtoull (argv[1], NULL, 10) : 1;
  uint64_t count = argc > 2 ? strtoull (argv[2], NULL, 10) : 150;
  struct quota quota;
  quota_init (&quota);
  if (quota_checkpoint (&quota))
    abort ();
  struct pa pa;
  pa_init (&pa, &quota);
  try_traps (&quota);
  tap_ok (pa_read_text (&pa, "test.pa", test_automata, strlen (test_automata)),
          "automata");
  struct tally tally;
  memset (&tally, 0, sizeof tally);
  for (uint64_t seed = first; seed < first + count; seed++)
    try_seed (seed, &pa.set, &quota, &tally);
  printf ("# %u questions, %u violations, %u cut off, %u too large; safe ones: %llu "
          "states, %llu with transactions\n",
          (unsigned) tally.questions, (unsigned) tally.violations, (unsigned) tally.cut,
          (unsigned) tally.many, (unsigned long long) tally.without,
          (unsigned long long) tally.with);
  tap_ok (tally.questions >= 2 * count && tally.violations >= count / 10,
          "enough questions and violations");
  tap_ok (tally.wrong == 0, "the answers of brute force");
  tap_ok (tally.gave_up > tally.questions && tally.bold == 0, "budgets are obeyed");
  tap_ok (tally.bad_runs == 0, "witnesses can be replayed");
  tap_ok (tally.long_runs == 0, "breadth-first witnesses are shortest");
  tap_ok (tally.other_counts == 0, "without transactions: as many states");
  tap_ok (tally.with < tally.without, "with transactions: fewer states");
  try_small_models (first, count, &pa.set, &quota);
  pa_clear (&pa);
  return tap_done ();
}
