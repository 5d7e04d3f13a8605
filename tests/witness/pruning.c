/* pruning.c -- a run loses what nobody needs, and nothing else (witness/tidy.h).
 *
 * P goes round a loop and writes, R writes on the side, Q writes last.  What is needed of
 * P and R is said by the test: a number of writes.
 */
#include <config.h>

#include <string.h>

#include "eml/eml.h"
#include "tests/lib/tap.h"
#include "witness/tidy.h"

static const char text[] = "model Pruning;\n"
                           "field x;\n"
                           "process P { while (*) { write x; } }\n"
                           "process Q { write x; }\n"
                           "process R { write x; write x; write x; }\n";

struct needs
{
  const struct pds *pds;
  uint32_t writes[3]; /* by participant, at least */
};

static bool
is_write (const struct pds *pds, uint32_t rule)
{
  return pds->actions.at[pds->rules.at[rule].action.index].op == PDS_WRITE;
}

static bool
has_enough (void *context, const struct run *run)
{
  const struct needs *needs = context;
  uint32_t writes[3] = { 0 };
  for (uint32_t i = 0; i < run->steps.count; i++)
    writes[run->steps.at[i].participant.index]
      += is_write (needs->pds, run->steps.at[i].rule);
  for (uint32_t p = 0; p < 3; p++)
    if (writes[p] < needs->writes[p])
      return false;
  return true;
}

/* Add the steps of PARTICIPANT until it has made COUNT writes; where there is a choice,
   it goes into the loop. */
static void
walk (struct run *run, const struct pds *pds, uint32_t participant, uint32_t count,
      struct arena *arena)
{
  pds_symbol at = pds->processes.at[participant].entry;
  while (count > 0)
    {
      struct pds_range rules = pds_rules_of (pds, at);
      uint32_t rule = rules.begin;
      /* The way into the loop is the one that a write is on. */
      for (uint32_t r = rules.begin; r < rules.end && rules.end - rules.begin > 1; r++)
        if (is_write (pds, pds_rules_of (pds, pds->rules.at[r].to).begin))
          rule = r;
      *vec_push (arena, &run->steps) = (struct run_step){ { participant }, rule, false };
      count -= is_write (pds, rule);
      at = pds->rules.at[rule].to;
    }
}

/* The writes of P and R that are left when so many are needed. */
static void
expect (const struct pds *pds, const struct run *run, uint32_t p, uint32_t r,
        struct arena *arena)
{
  struct needs needs = { pds, { p, 1, r } };
  const struct run *pruned = prune_run (run, 1, pds, has_enough, &needs, arena);
  struct needs more_p = { pds, { p + 1, 0, 0 } }, more_r = { pds, { 0, 0, r + 1 } };
  const struct run_step *last = &pruned->steps.at[pruned->steps.count - 1];
  tap_ok (has_enough (&needs, pruned) && !has_enough (&more_p, pruned)
            && !has_enough (&more_r, pruned) && last->participant.index == 1,
          "%u writes of the loop and %u on the side: %u steps of %u", (unsigned) p,
          (unsigned) r, (unsigned) pruned->steps.count, (unsigned) run->steps.count);
}

int
main (void)
{
  struct quota quota;
  struct arena arena;
  struct ir_subject subject;
  quota_init (&quota);
  if (quota_checkpoint (&quota))
    return 1;
  arena_init (&arena, &quota);
  ir_subject_init (&subject, &quota);
  if (!eml_read_text (&subject, "pruning", text, strlen (text)))
    return 1;
  struct run run = { VEC_EMPTY, 0, NULL, NULL };
  walk (&run, &subject.projection.pds, 0, 5, &arena);
  walk (&run, &subject.projection.pds, 2, 3, &arena);
  walk (&run, &subject.projection.pds, 1, 1, &arena);
  expect (&subject.projection.pds, &run, 0, 0, &arena);
  expect (&subject.projection.pds, &run, 1, 0, &arena);
  expect (&subject.projection.pds, &run, 2, 1, &arena);
  expect (&subject.projection.pds, &run, 5, 3, &arena);
  arena_clear (&arena);
  ir_subject_clear (&subject);
  return tap_done ();
}
