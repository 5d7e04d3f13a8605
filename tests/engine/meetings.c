/* meetings.c -- races and deadlocks: what the weighted engines say about small models
 * whose answers are known, and about random ones, where a search over all interleavings
 * tells (tests/differential/naive.h).  With all reductions, with each one off, and with
 * none.  No interleaving is searched for here: tests/differential does that.
 */
#include <config.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "ask/decide.h"
#include "phaseauto/meetings.h"
#include "phaseauto/read_automata.h"
#include "phaseauto/reduction.h"
#include "tests/differential/naive.h"
#include "tests/lib/random_eml.h"
#include "tests/lib/tap.h"

static const struct pa_set no_patterns = { .name = "none" };

static bool
read_model (struct ir_subject *subject, const char *text)
{
  return eml_read_text (subject, "model.eml", text, strlen (text));
}

static void
list (struct queries *queries, struct ir_subject *subject)
{
  struct query_filter filter = { .race = true, .deadlock = true };
  queries_list (queries, &no_patterns, &subject->projection.pds, &filter,
                &subject->arena);
}

/* The verdicts on all races and the deadlock as letters, "VSV"; 'X' where a setting
   says something else than the first one. */
static void
decide_all (struct ir_subject *subject, char *verdicts, uint32_t *longest)
{
  static const struct engine *const engines_asked[] = { &antichain_engine, &bdd_engine };
  struct queries queries;
  list (&queries, subject);
  memset (verdicts, 0, 64);
  for (uint32_t without = 0; without <= REDUCTION_COUNT + 1; without++)
    for (size_t e = 0; e < 2; e++)
      {
        struct decide_options options
          = { .engine = engines_asked[e],
              .reductions = without < REDUCTION_COUNT ? REDUCTION_ALL & ~(1u << without)
                            : without == REDUCTION_COUNT ? REDUCTION_ALL
                                                         : 0,
              .large = 8 };
        struct decider decider;
        decider_init (&decider, &subject->projection.pds, &options, &subject->arena);
        for (uint32_t q = 0; q < queries.list.count && q < 63; q++)
          {
            struct decision verdict;
            decide_query (&decider, &queries.list.at[q], NULL, &verdict);
            char letter = verdict.kind == VERDICT_SAFE        ? 'S'
                          : verdict.kind == VERDICT_VIOLATION ? 'V'
                                                              : '?';
            if (verdicts[q] && verdicts[q] != letter)
              letter = 'X';
            verdicts[q] = letter;
            if (longest && verdict.kind == VERDICT_VIOLATION)
              *longest = verdict.automaton->threads.count;
          }
        decider_clear (&decider);
      }
}

static void
expect (const char *what, const char *text, const char *wanted, uint32_t length)
{
  struct quota quota;
  struct ir_subject subject;
  char verdicts[64];
  uint32_t longest = 0;
  quota_init (&quota);
  ir_subject_init (&subject, &quota);
  if (quota_checkpoint (&quota) || !read_model (&subject, text))
    {
      tap_ok (false, "%s: the model can be read", what);
      ir_subject_clear (&subject);
      return;
    }
  decide_all (&subject, verdicts, &longest);
  tap_ok (strcmp (verdicts, wanted) == 0, "%s: %s", what, wanted);
  if (strcmp (verdicts, wanted) != 0)
    printf ("# got %s\n", verdicts);
  if (length > 0)
    tap_ok (longest == length, "%s: %u processes meet", what, (unsigned) length);
  ir_subject_clear (&subject);
}

static void
test_known_models (void)
{
  expect ("no lock", "field x; process P { write x; } process Q { read x; }", "V", 2);
  expect ("two reads", "field x; process P { read x; } process Q { read x; }", "S", 0);
  expect ("copies", "field x; process P[2] { write x; }", "V", 2);
  expect ("no copies", "field x; process P { write x; }", "S", 0);
  expect ("one lock",
          "lock l; field x; process P { sync l { write x; } }"
          "process Q { sync l { read x; } }",
          "SS", 0);
  expect ("one of two",
          "lock l; field x; process P { sync l { write x; } write x; }"
          "process Q { sync l { read x; } }",
          "VS", 2);
  /* Each access is under a lock; nothing orders them. */
  expect ("two locks",
          "lock a, b; field x; process P { sync a { write x; } }"
          "process Q { sync b { read x; } }",
          "VS", 2);
  /* Disjoint locks, but each has used the other's lock while it held its own: one of
     them came first, and the other one could not pass. */
  expect ("histories",
          "lock a, b; field x;"
          "process P { sync a { sync b { } write x; } }"
          "process Q { sync b { sync a { } read x; } }",
          "SV", 2);
  /* Only one of them has. */
  expect ("one history",
          "lock a, b; field x;"
          "process P { sync a { sync b { } write x; } }"
          "process Q { sync b { read x; } }",
          "VS", 2);
  expect ("crossed",
          "lock a, b; process P { sync a { sync b { } } }"
          "process Q { sync b { sync a { } } }",
          "V", 2);
  expect ("crossed in copies",
          "lock a, b; process P[2] { if (*) { sync a { sync b { } } }"
          "else { sync b { sync a { } } } }",
          "V", 2);
  expect ("crossed in one",
          "lock a, b; process P { if (*) { sync a { sync b { } } }"
          "else { sync b { sync a { } } } } process Q { sync a { } sync b { } }",
          "S", 0);
  expect ("guarded",
          "lock g, a, b; process P { sync g { sync a { sync b { } } } }"
          "process Q { sync g { sync b { sync a { } } } }",
          "S", 0);
  /* The gate is passed by one of them only. */
  expect ("half guarded",
          "lock g, a, b; process P { sync g { sync a { sync b { } } } }"
          "process Q { sync b { sync a { } } }",
          "V", 2);
  expect ("three",
          "lock a, b, c; process P { sync a { sync b { } } }"
          "process Q { sync b { sync c { } } } process R { sync c { sync a { } } }",
          "V", 3);
  expect ("three, one order",
          "lock a, b, c; process P { sync a { sync b { } } }"
          "process Q { sync b { sync c { } } } process R { sync a { sync c { } } }",
          "S", 0);
  /* P has passed c while it held a, and Q while it held b: one after the other. */
  expect ("passed",
          "lock a, b, c; process P { sync a { sync c { } sync b { } } }"
          "process Q { sync b { sync c { } sync a { } } }",
          "V", 2);
  /* The first circle that is found cannot be reached: P, holding a, has passed d, which
     Q holds; but on the way there is another one. */
  expect ("another circle",
          "lock a, b, c, d;"
          "process P { sync a { sync b { } sync c { sync d { } } } }"
          "process Q { sync b { sync a { } sync d { sync c { } } } }",
          "V", 2);
  expect ("recursive",
          "lock a, b; proc f { if (*) { call f; } sync a { sync b { } } }"
          "process P { call f; } process Q { sync b { call g; } }"
          "proc g { if (*) { call g; } else { sync a { } } }",
          "V", 2);
  expect ("reentrant",
          "lock a; process P { sync a { sync a { } } }"
          "process Q { sync a { sync a { } } }",
          "S", 0);
  expect ("volatile",
          "field volatile x; field y; process P { write x; write y; }"
          "process Q { write x; }",
          "S", 0);
}

/* ---- Random models. ---- */

static void
test_random_models (void)
{
  static const struct naive_options all
    = { .everyone = true, .states = 20000, .depth = 6 };
  static unsigned decided, violations, wrong, deadlocks;
  struct quota quota;
  quota_init (&quota);
  for (uint64_t seed = 1; seed <= 120; seed++)
    {
      struct random_model_params params = random_model_default_params (seed);
      params.statements = 10;
      params.processes = 2 + (uint32_t) (seed % 2);
      params.locks = 3;
      params.fields = 2;
      params.recursion = 0;
      struct ir_subject subject;
      ir_subject_init (&subject, &quota);
      if (!quota_checkpoint (&quota) && random_eml_read (&subject, &params))
        {
          char verdicts[64];
          struct queries queries;
          decide_all (&subject, verdicts, NULL);
          list (&queries, &subject);
          for (uint32_t q = 0; q < queries.list.count; q++)
            {
              enum verdict_kind kind
                = naive_decide (&subject.projection.pds, &queries.list.at[q], &all);
              char letter = kind == VERDICT_SAFE ? 'S' : 'V';
              if (kind == VERDICT_UNKNOWN)
                continue;
              decided++;
              violations += kind == VERDICT_VIOLATION;
              deadlocks
                += kind == VERDICT_VIOLATION && queries.list.at[q].kind == QUERY_DEADLOCK;
              wrong += verdicts[q] != letter;
              if (verdicts[q] != letter)
                printf ("# seed %u, query %u (%s): %c, and %c by search\n",
                        (unsigned) seed, (unsigned) q,
                        query_kind_word (queries.list.at[q].kind), verdicts[q], letter);
            }
        }
      ir_subject_clear (&subject);
    }
  printf ("# %u queries, %u violations, %u of them deadlocks\n", decided, violations,
          deadlocks);
  tap_ok (decided > 150 && violations > 50 && deadlocks > 3,
          "random models: enough is decided");
  tap_ok (wrong == 0, "random models: the engines say what the search says");
}

int
main (void)
{
  test_known_models ();
  test_random_models ();
  return tap_done ();
}
