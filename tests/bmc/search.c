/* search.c -- bounded search, apart and together: all questions of the models that are
 * given, up to a depth, by both.
 *
 *     search DEPTH MODEL...
 */
#include <config.h>

#include <stdlib.h>

#include "eml/eml.h"
#include "engine/bmc/bounded.h"
#include "tests/lib/tap.h"

static struct quota quota;

static const char *const words[] = { "found", "exhausted", "bound" };

struct result
{
  enum bmc_outcome outcome;
  uint32_t depth, steps;
  uint64_t clauses;
};

static struct result
ask (const struct bmc_question *question, bool lazy, bool locksets, uint32_t depth)
{
  struct arena arena;
  arena_init (&arena, &quota);
  struct solver *solver = NULL;
  struct verdict_counts counts = { .depth = 0 };
  struct bmc_search search = { .arena = &arena, .solver = &solver, .lazy = lazy,
                               .locksets = locksets, .movers = locksets, .most = depth,
                               .counts = &counts };
  enum bmc_outcome outcome = bmc_search (&search, question);
  struct result result = { outcome, search.depth, search.run.count, counts.clauses };
  arena_clear (&arena);
  return result;
}

/* Two outcomes cannot both be right. */
static bool
contradict (enum bmc_outcome a, enum bmc_outcome b)
{
  return (a == BMC_FOUND && b == BMC_EXHAUSTED) || (a == BMC_EXHAUSTED && b == BMC_FOUND);
}

static void
compare (const char *path, const char *what, const struct bmc_question *question,
         uint32_t depth)
{
  if (getenv ("ONLY")) { struct result r = ask (question, getenv ("ONLY")[0] == (char) 108, true, depth); printf ("# %s %s: %s at %u, %llu clauses\n", path, what, words[r.outcome], (unsigned) r.depth, (unsigned long long) r.clauses); return; }
  struct result lazy = ask (question, true, true, depth);
  struct result plain = ask (question, true, false, depth);
  struct result eager = ask (question, false, false, 3 * depth);
  bool fine = lazy.outcome == plain.outcome && !contradict (lazy.outcome, eager.outcome)
              && (lazy.outcome == BMC_BOUND || eager.outcome != BMC_BOUND
                  || eager.depth == 3 * depth);
  tap_ok (fine, "%s: %s: %s at %u (%u steps), %s at %u (%u steps)", path, what,
          words[lazy.outcome], (unsigned) lazy.depth, (unsigned) lazy.steps,
          words[eager.outcome], (unsigned) eager.depth, (unsigned) eager.steps);
}

int
main (int count, char **arguments)
{
  quota_init (&quota);
  if (quota_checkpoint (&quota))
    return 1;
  uint32_t depth = count > 1 ? (uint32_t) atoi (arguments[1]) : 0;
  for (int i = 2; i < count; i++)
    {
      struct eml eml;
      eml_init (&eml, &quota);
      if (!eml_read (&eml, arguments[i]))
        {
          diags_render (&eml.diags, stderr, false);
          return 1;
        }
      const struct model *model = &eml.model;
      char what[64];
      for (uint32_t c = 0; c < eml.flow.claims.count; c++)
        {
          struct bmc_question q = { .lowering = &eml.lowering, .goal = BMC_CLAIM, .claim = c };
          if (getenv ("NO_CLAIM")) continue;
          snprintf (what, sizeof what, "claim %u", (unsigned) c);
          compare (arguments[i], what, &q, depth);
        }
      for (uint32_t f = 0; f < model->fields.count; f++)
        {
          struct bmc_question q = { .lowering = &eml.lowering, .goal = BMC_RACE, .field = { f } };
          snprintf (what, sizeof what, "race %s",
                    model_text (model, model->fields.at[f].name));
          if (!model->fields.at[f].is_volatile)
            compare (arguments[i], what, &q, depth);
          q.goal = BMC_EXCLUSIVE;
          snprintf (what, sizeof what, "exclusive %s",
                    model_text (model, model->fields.at[f].name));
          if (eml.flow.exclusive && eml.flow.exclusive[f] != CODE_NO_EXPR)
            compare (arguments[i], what, &q, depth);
        }
      struct bmc_question q = { .lowering = &eml.lowering, .goal = BMC_DEADLOCK };
      if (model->locks.count)
        compare (arguments[i], "deadlock", &q, depth);
      eml_clear (&eml);
    }
  return tap_done ();
}
