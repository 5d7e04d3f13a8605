/* search.c -- bounded search, apart and together, with and without reductions.
 *
 *     search                        random models, those of `make check'
 *     search -s SEED COUNT DEPTH    others
 *     search DEPTH MODEL...         all questions about these models, and what is found
 *
 * An execution in which each of three processes makes at most D steps has at most 3 D
 * steps in all: so what is found apart at depth D is found together at depth 3 D, and the
 * other way round at once.  What one of them proves the other must not refute.
 */
#include <config.h>

#include <stdlib.h>
#include <string.h>

#include "eml/eml.h"
#include "engine/bmc/bounded.h"
#include "models/families/random_data.h"
#include "tests/lib/tap.h"

static struct quota quota;

static const char *const words[] = { "found", "exhausted", "bound", "spent" };

struct result
{
  enum bmc_outcome outcome;
  uint32_t depth, steps, count;
};

/* How to search. */
struct manner
{
  bool lazy, locksets, movers, csr, contexts, balance, all_races;
  bool cut; /* a signal comes when the first race is found */
};

/* As usual; with nothing that is known without values; with idle steps. */
static const struct manner usual
  = { .lazy = true, .locksets = true, .movers = true, .csr = true, .contexts = true },
  plain = { .lazy = true },
  unmatched = { .lazy = true, .locksets = true, .movers = true, .csr = true },
  balanced = { .lazy = true,
               .locksets = true,
               .movers = true,
               .csr = true,
               .contexts = true,
               .balance = true },
  together = { .csr = true, .contexts = true };

static struct result
ask (const struct question *question, struct manner manner, uint32_t depth)
{
  struct arena arena;
  arena_init (&arena, &quota);
  struct solver *solver = NULL;
  struct bmc_search search = { .arena = &arena,
                               .solver = &solver,
                               .most = depth,
                               .lazy = manner.lazy,
                               .locksets = manner.locksets,
                               .movers = manner.movers,
                               .csr = manner.csr,
                               .contexts = manner.contexts,
                               .balance = manner.balance,
                               .all_races = manner.all_races };
  if (manner.cut)
    quota.interrupted = (const volatile sig_atomic_t *) &search.found.count;
  enum bmc_outcome outcome = bmc_search (&search, question);
  quota.interrupted = NULL;
  struct result result
    = { outcome, search.depth, search.found.count ? search.found.at[0].step_count : 0,
        search.found.count };
  arena_clear (&arena);
  return result;
}

/* Searches, answers, and violations so far. */
static uint32_t searches, found, proved, races, cut_short, wrong;

static bool
contradict (enum bmc_outcome a, enum bmc_outcome b)
{
  return (a == BMC_FOUND && b == BMC_EXHAUSTED) || (a == BMC_EXHAUSTED && b == BMC_FOUND);
}

static bool
equals (struct result a, struct result b)
{
  return a.outcome == b.outcome && a.depth == b.depth;
}

/* Does A, which may need to go deeper than B, find what B finds, and contradict nothing?
 */
static bool
covers (struct result a, struct result b)
{
  return !contradict (a.outcome, b.outcome)
         && (b.outcome != BMC_FOUND || a.outcome == BMC_FOUND);
}

/* Idle steps make an execution at most this much deeper, in random models. */
#define IDLE 4

static void
compare (const char *name, const char *what, const struct question *question,
         uint32_t depth, bool show)
{
  struct result lazy = ask (question, usual, depth);
  struct result bare = ask (question, plain, depth);
  struct result loose = ask (question, unmatched, depth);
  struct result idle
    = ask (question, balanced, lazy.outcome == BMC_FOUND ? IDLE * lazy.depth : depth);
  struct result eager = ask (question, together, 3 * depth);
  bool same = equals (lazy, bare) && equals (lazy, loose) && covers (eager, lazy)
              && covers (idle, lazy);
  searches++;
  found += lazy.outcome == BMC_FOUND;
  proved += lazy.outcome == BMC_EXHAUSTED;
  wrong += !same;
  if (show || !same)
    printf (
      "# %s: %s: %s at %u (%u steps), without reductions %s at %u, without contexts "
      "%s at %u, balanced %s at %u, together %s at %u\n",
      name, what, words[lazy.outcome], (unsigned) lazy.depth, (unsigned) lazy.steps,
      words[bare.outcome], (unsigned) bare.depth, words[loose.outcome],
      (unsigned) loose.depth, words[idle.outcome], (unsigned) idle.depth,
      words[eager.outcome], (unsigned) eager.depth);
}

/* All pairs of statements that race: the same, apart with all reductions and with none,
   and all of them together. */
static void
compare_races (const char *name, const struct question *question, uint32_t depth)
{
  struct manner all = usual, bare = plain, eager = together;
  all.all_races = bare.all_races = eager.all_races = true;
  struct result one = ask (question, usual, depth);
  if (one.outcome != BMC_FOUND)
    return;
  struct result lazy = ask (question, all, depth), none = ask (question, bare, depth);
  struct result global = ask (question, eager, 3 * depth);
  all.cut = eager.cut = true;
  struct result cut = ask (question, all, depth),
                early = ask (question, eager, 3 * depth);
  bool same
    = lazy.count == none.count && lazy.count >= one.count && global.count >= lazy.count;
  /* What was found when a signal came is kept. */
  same &= cut.outcome == BMC_FOUND && cut.count > 0 && cut.count <= lazy.count;
  same &= early.outcome == BMC_FOUND && early.count > 0 && early.count <= global.count;
  cut_short += cut.count < lazy.count;
  races += lazy.count;
  wrong += !same;
  if (!same)
    printf ("# %s: field %u: %u races, %u without reductions, %u together\n", name,
            (unsigned) question->field.index, (unsigned) lazy.count,
            (unsigned) none.count, (unsigned) global.count);
}

/* All questions but patterns about SUBJECT. */
static void
compare_all (const struct ir_subject *subject, const char *name, uint32_t depth,
             bool show)
{
  const struct ir_model *model = &subject->model;
  char what[80];
  for (uint32_t c = 0; c < subject->flow.claims.count; c++)
    {
      struct question claim
        = { .lowering = &subject->projection, .goal = QUERY_ASSERT, .claim = c };
      snprintf (what, sizeof what, "claim %u", (unsigned) c);
      compare (name, what, &claim, depth, show);
    }
  for (uint32_t f = 0; f < model->fields.count; f++)
    {
      const char *field = ir_text (model, model->fields.at[f].name);
      struct question race
        = { .lowering = &subject->projection, .goal = QUERY_RACE, .field = { f } };
      struct question exclusive = race;
      exclusive.goal = QUERY_EXCLUSIVE;
      snprintf (what, sizeof what, "race %.60s", field);
      if (!model->fields.at[f].is_volatile)
        {
          compare (name, what, &race, depth, show);
          compare_races (name, &race, depth);
        }
      snprintf (what, sizeof what, "exclusive %.60s", field);
      if (subject->flow.exclusive && subject->flow.exclusive[f] != IR_NO_EXPR)
        compare (name, what, &exclusive, depth, show);
    }
  struct question deadlock = { .lowering = &subject->projection, .goal = QUERY_DEADLOCK };
  if (model->locks.count)
    compare (name, "deadlock", &deadlock, depth, show);
}

static void
compare_random (uint64_t seed, uint32_t depth)
{
  char *text = NULL, name[32];
  size_t length = 0;
  FILE *out = open_memstream (&text, &length);
  struct ir_subject subject;
  random_data_write (out, seed);
  fclose (out);
  snprintf (name, sizeof name, "seed %llu", (unsigned long long) seed);
  ir_subject_init (&subject, &quota);
  if (eml_read_text (&subject, name, text, length))
    compare_all (&subject, name, depth, false);
  else
    wrong++;
  ir_subject_clear (&subject);
  free (text);
}

static void
compare_seeds (uint64_t first, uint32_t count, uint32_t depth)
{
  for (uint32_t i = 0; i < count; i++)
    compare_random (first + i, depth);
  tap_ok (wrong == 0 && found > 0 && proved > 0 && races > 0,
          "%u random models, %u questions at depth %u: %u found, %u proved, %u pairs of "
          "statements race, all agree",
          (unsigned) count, (unsigned) searches, (unsigned) depth, (unsigned) found,
          (unsigned) proved, (unsigned) races);
}

/* True if the model at PATH can be read, and nothing is wrong. */
static bool
compare_file (const char *path, uint32_t depth, bool show)
{
  struct ir_subject subject;
  ir_subject_init (&subject, &quota);
  bool fine = eml_read (&subject, path);
  if (fine)
    compare_all (&subject, path, depth, show);
  ir_subject_clear (&subject);
  return fine && wrong == 0;
}

/* A field with several races: a signal comes after the first. */
static void
compare_signal (void)
{
  char path[4096];
  const char *source = getenv ("SOURCE");
  snprintf (path, sizeof path, "%s/tests/bmc/races.eml", source ? source : ".");
  bool fine = compare_file (path, 12, false);
  tap_ok (fine && cut_short > 0,
          "a signal ends a search for all races, which keeps what it has");
}

int
main (int count, char **arguments)
{
  quota_init (&quota);
  if (quota_checkpoint (&quota))
    return 1;
  if (count == 1)
    {
      compare_seeds (1, 16, 4);
      compare_signal ();
    }
  else if (count == 5 && strcmp (arguments[1], "-s") == 0)
    compare_seeds (strtoull (arguments[2], NULL, 10), (uint32_t) atoi (arguments[3]),
                   (uint32_t) atoi (arguments[4]));
  else
    for (int i = 2; i < count; i++)
      tap_ok (compare_file (arguments[i], (uint32_t) atoi (arguments[1]), true), "%s",
              arguments[i]);
  return tap_done ();
}
