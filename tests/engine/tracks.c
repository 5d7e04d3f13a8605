/* tracks.c -- violations that need no search (src/engine/direct): which are found in
 * small models made for each condition of 5p, that each is replayed, and that nothing
 * is found where there is none.  Then small members of the family `clients', where
 * antichains tell.
 */
#include <config.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "eml/eml.h"
#include "models/families/families.h"
#include "phaseauto/read_automata.h"
#include "phaseauto/reduction.h"
#include "tests/lib/tap.h"
#include "witness/judge.h"

/* The verdict of ENGINE (null: auto) on QUERY: 'V', 'S' or '?'; 'X' if a violation does
   not replay. */
static char
ask (struct ir_subject *subject, const struct query *query, const struct engine *engine,
     uint32_t reductions, bool best)
{
  struct decide_options options
    = { .engine = engine, .reductions = reductions, .best_witness = best };
  struct judge judge;
  judge_init (&judge, subject, &options);
  struct verdict verdict = judge_query (&judge, query);
  char letter = verdict.bug                         ? 'X'
                : verdict.kind == VERDICT_VIOLATION ? 'V'
                : verdict.kind == VERDICT_SAFE      ? 'S'
                                                    : '?';
  judge_clear (&judge);
  return letter;
}

static void
list (struct queries *queries, struct pa *pa, struct ir_subject *subject)
{
  struct query_filter filter = { .race = false };
  queries_list (queries, &pa->set, &subject->projection.pds, &filter, &subject->arena);
}

/* ---- Models made for it. ---- */

static const struct
{
  const char *what;
  char direct, truth;
  const char *pattern, *first, *second; /* fields; without a second one: null */
  const char *text;
} cases[] = {
  { "no locks at all", 'V', 'V', "1", "a", NULL,
    "field a; process P[2] { unit { read a; write a; } }" },
  { "free between the accesses", 'V', 'V', "12", "a", "b",
    "field a, b; lock l; process P[2] { unit { sync l { read a; write b; } sync l { "
    "read b; write a; } } }" },
  { "nothing is free", '?', 'S', "1", "a", NULL,
    "field a; lock l; process P[2] { unit { sync l { read a; write a; } } }" },
  { "a lock that the other one does without", 'V', 'V', "1", "a", NULL,
    "field a; lock l; process P { unit { sync l { read a; write a; } } } "
    "process Q { write a; }" },
  { "a lock that the other one needs before its access", '?', 'S', "1", "a", NULL,
    "field a; lock l; process P { unit { sync l { read a; write a; } } } "
    "process Q { sync l { skip; } sync l { write a; } }" },
  { "a lock that the other one needs only earlier", '?', 'V', "1", "a", NULL,
    "field a; lock l; process P { unit { sync l { read a; write a; } } } "
    "process Q { sync l { skip; } write a; }" },
  { "the other one stays where it is, with its lock", 'V', 'V', "1", "a", NULL,
    "field a; lock k, l; process P { unit { sync l { read a; write a; } } } "
    "process Q { sync k { write a; sync l { skip; } } }" },
  { "... which is needed", '?', 'S', "1", "a", NULL,
    "field a; lock k, l; process P { unit { sync l { read a; sync k { write a; } } } } "
    "process Q { sync k { write a; sync l { skip; } } }" },
  { "the unit ends in between", '?', 'S', "1", "a", NULL,
    "field a; process P[2] { unit { read a; } unit { write a; } }" },
  { "up into a caller and down again", 'V', 'V', "12", "a", "b",
    "field a, b; lock l; proc r { sync l { read a; } } proc s { sync l { read b; } } "
    "proc w { sync l { write b; write a; } } "
    "process P { unit { call r; call s; } } process Q { unit { call w; } }" },
  { "not to another caller", '?', 'S', "12", "a", "b",
    "field a, b; proc p { skip; } process P { if (*) { unit { read a; call p; } } else { "
    "unit { call p; read b; } } } process Q { unit { write b; write a; } }" },
  { "not up after down", '?', 'S', "11", "a", "b",
    "field a, b; proc p { skip; } proc q { read a; call p; return; } "
    "process P { if (*) { unit { call q; } } else { unit { call p; read b; } } } "
    "process Q { unit { write a; write b; } }" },
  { "recursion that has to unwind", 'V', 'V', "12", "a", "b",
    "field a, b; lock l; proc r { sync l { if (*) { call r; } read a; } } "
    "process P { unit { call r; sync l { read b; } } } "
    "process Q { unit { sync l { write b; write a; } } }" },
  { "a procedure that never returns", '?', 'S', "12", "a", "b",
    "field a, b; proc stuck { loop { skip; } } "
    "process P { unit { if (*) { read a; call stuck; } read b; } } "
    "process Q { unit { write b; write a; } }" },
  { "both wait, with different locks", 'V', 'V', "8", "a", "b",
    "field a, b; lock k, l; process P { unit { sync k { write a; write b; } } } "
    "process Q { unit { sync l { write b; write a; } } }" },
  { "both wait, with one lock", '?', 'S', "8", "a", "b",
    "field a, b; lock l; process P { unit { sync l { write a; write b; } } } "
    "process Q { unit { sync l { write b; write a; } } }" },
};

static void
test_case (size_t i, struct pa *pa, struct quota *quota)
{
  struct ir_subject subject;
  ir_subject_init (&subject, quota);
  struct queries queries;
  const struct query *query = NULL;
  bool read
    = eml_read_text (&subject, "model.eml", cases[i].text, strlen (cases[i].text));
  if (read)
    list (&queries, pa, &subject);
  for (uint32_t q = 0; read && q < queries.list.count; q++)
    {
      const struct query *one = &queries.list.at[q];
      const struct pds_field *fields = subject.projection.pds.fields.at;
      if (strcmp (one->automaton->name, cases[i].pattern) == 0
          && strcmp (fields[one->fields[0].index].name, cases[i].first) == 0
          && (!cases[i].second
              || strcmp (fields[one->fields[1].index].name, cases[i].second) == 0))
        query = one;
    }
  char direct = 0, best = 0, truth = 0;
  if (query)
    {
      /* Without 5l and 5m: it must not rely on them. */
      uint32_t reductions
        = REDUCTION_ALL & ~(uint32_t) (REDUCTION_UNITS | REDUCTION_COMMON_LOCKS);
      direct = ask (&subject, query, &direct_engine, reductions, false);
      best = ask (&subject, query, &direct_engine, reductions, true);
      truth = ask (&subject, query, &antichain_engine, REDUCTION_ALL, false);
    }
  tap_ok (direct == cases[i].direct && best == direct && truth == cases[i].truth,
          "%s: %c %c %c", cases[i].what, direct, best, truth);
  ir_subject_clear (&subject);
}

/* ---- Clients. ---- */

static void
test_clients (uint64_t seed, struct pa *pa, struct quota *quota)
{
  const struct family *family = families_find ("clients");
  struct families_params params = family->defaults;
  params.seed = seed;
  params.procedures = 4 + (uint32_t) seed % 5;
  params.entries = 2;
  params.fields = 3;
  params.locks = 1 + (uint32_t) seed % 3;
  params.unlocked = seed % 2 ? 0 : 30;
  params.callbacks = 20;
  params.safe = seed % 4 == 0;
  char *text = NULL;
  size_t length = 0;
  FILE *out = open_memstream (&text, &length);
  if (!out)
    abort ();
  families_write (out, family, &params);
  fclose (out);
  struct ir_subject subject;
  ir_subject_init (&subject, quota);
  bool read = eml_read_text (&subject, "clients.eml", text, length);
  struct queries queries;
  uint32_t found = 0, violations = 0, wrong = 0;
  if (read)
    list (&queries, pa, &subject);
  for (uint32_t q = 0; read && q < queries.list.count; q++)
    {
      const struct query *query = &queries.list.at[q];
      char direct = ask (&subject, query, &direct_engine, REDUCTION_ALL, false);
      char truth = ask (&subject, query, &antichain_engine, REDUCTION_ALL, false);
      char all = ask (&subject, query, NULL, REDUCTION_ALL, false);
      found += direct == 'V';
      violations += truth == 'V';
      wrong += direct == 'X' || (direct == 'V' && truth != 'V') || all != truth;
    }
  tap_ok (read && wrong == 0 && 10 * found >= 9 * violations,
          "clients --seed=%u: %u of %u violations found, %u wrong", (unsigned) seed,
          (unsigned) found, (unsigned) violations, (unsigned) wrong);
  ir_subject_clear (&subject);
  free (text);
}

int
main (void)
{
  struct quota quota;
  struct pa pa;
  quota_init (&quota);
  if (quota_checkpoint (&quota))
    return 1;
  pa_init (&pa, &quota);
  if (!pa_read_shipped (&pa, "strict"))
    return 1;
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
    test_case (i, &pa, &quota);
  for (uint64_t seed = 1; seed <= 8; seed++)
    test_clients (seed, &pa, &quota);
  pa_clear (&pa);
  return tap_done ();
}
