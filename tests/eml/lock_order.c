/* lock_order.c -- the order of locks against a search that knows no shortcut.
 *
 *     lock_order [FIRST-SEED COUNT]
 *
 * For random models: which process takes which lock while it holds which is found by
 * walking over pairs of a symbol and a set of locks, with the locks followed step by
 * step; and cycles by trying all sequences of takes by different processes.  A group
 * of locks has a cycle in both or in neither, with the same number of takes, and
 * the shortest one through each lock is as long in both.  Every other model has waits,
 * starts and joins (sprinkle.h), unless it is refused for one.
 */
#include <config.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "eml/eml.h"
#include "ir/lock_order.h"
#include "models/families/random_model.h"
#include "sprinkle.h"
#include "tests/lib/random_eml.h"
#include "tests/lib/tap.h"

#define MOST_LOCKS 5
#define SETS (1u << MOST_LOCKS)

/* Who takes TAKEN while it holds the locks of the mask HELD? */
struct naive_take
{
  uint32_t process, taken, held;
};

struct naive
{
  const struct pds *pds;
  bool *returns;
  bool *seen; /* by symbol and mask */
  VEC (struct naive_take) takes;
  struct arena *arena;
  /* The search. */
  uint32_t start, limit;
};

struct totals
{
  unsigned models, cyclic, longer, gated, waiting, refused, failures;
};

static void
find_returns (struct naive *n)
{
  for (bool more = true; more;)
    {
      more = false;
      for (uint32_t s = 0; s < pds_symbol_count (n->pds); s++)
        {
          struct pds_range rules = pds_rules_of (n->pds, (pds_symbol){ s });
          for (uint32_t r = rules.begin; r < rules.end && !n->returns[s]; r++)
            {
              const struct pds_rule *rule = &n->pds->rules.at[r];
              if (pds_rule_is_return (rule)
                  || (n->returns[rule->to.index]
                      && (!pds_rule_is_call (rule) || n->returns[rule->under.index])))
                more = n->returns[s] = true;
            }
        }
    }
}

static void
add_take (struct naive *n, struct naive_take take)
{
  for (uint32_t i = 0; i < n->takes.count; i++)
    if (memcmp (&n->takes.at[i], &take, sizeof take) == 0)
      return;
  *vec_push (n->arena, &n->takes) = take;
}

static void
walk (struct naive *n, uint32_t process, uint32_t symbol, uint32_t held)
{
  bool *seen = &n->seen[symbol * SETS + held];
  if (*seen)
    return;
  *seen = true;
  struct pds_range rules = pds_rules_of (n->pds, (pds_symbol){ symbol });
  for (uint32_t r = rules.begin; r < rules.end; r++)
    {
      const struct pds_rule *rule = &n->pds->rules.at[r];
      const struct pds_action_info *action = &n->pds->actions.at[rule->action.index];
      uint32_t after = held;
      if (pds_rule_is_return (rule))
        continue;
      if (action->op == PDS_ACQUIRE)
        {
          uint32_t taken = pds_action_lock (action).index;
          if (held)
            add_take (n, (struct naive_take){ process, taken, held });
          after = held | 1u << taken;
        }
      if (action->op == PDS_RELEASE)
        after = held & ~(1u << pds_action_lock (action).index);
      walk (n, process, rule->to.index, after);
      if (pds_rule_is_call (rule) && n->returns[rule->to.index])
        walk (n, process, rule->under.index, held);
    }
}

/* Can a path of COUNT takes, by processes PLAYED, with the locks HELD, that has led to
   LOCK, be closed with at most n->limit takes?  PASSED: the locks on it. */
static bool
can_close (const struct naive *n, uint32_t count, uint32_t played, uint32_t held,
           uint32_t passed, uint32_t lock, uint32_t group)
{
  if (count > 0 && lock == n->start)
    return true;
  if (count == n->limit || (count > 0 && (passed >> lock & 1)))
    return false;
  for (uint32_t i = 0; i < n->takes.count; i++)
    {
      const struct naive_take *take = &n->takes.at[i];
      if ((take->held >> lock & 1) && !(played >> take->process & 1)
          && !(take->held & held) && (group >> take->taken & 1)
          && can_close (n, count + 1, played | 1u << take->process, held | take->held,
                        passed | 1u << lock, take->taken, group))
        return true;
    }
  return false;
}

/* The length of a shortest cycle through LOCK; 0: there is none. */
static uint32_t
shortest (struct naive *n, uint32_t lock, uint32_t group)
{
  n->start = lock;
  for (n->limit = 2; n->limit <= MOST_LOCKS; n->limit++)
    if (can_close (n, 0, 0, 0, 0, lock, group))
      return n->limit;
  return 0;
}

/* Is each take of CYCLE one of the model's, by its process and with its locks? */
static bool
is_true (const struct naive *n, const struct lock_cycle *cycle)
{
  uint32_t held = 0, played = 0;
  for (uint32_t i = 0; i < cycle->length; i++)
    {
      const struct lock_take *take = &cycle->takes[i];
      struct naive_take wanted = { take->process.index, take->taken.index, 0 };
      for (uint32_t l = 0; l < MOST_LOCKS; l++)
        wanted.held |= (uint32_t) idset_has (n->pds->idsets, take->held, l) << l;
      bool found = false;
      for (uint32_t k = 0; k < n->takes.count; k++)
        found |= memcmp (&n->takes.at[k], &wanted, sizeof wanted) == 0;
      if (!found || (held & wanted.held) || (played >> wanted.process & 1)
          || !(wanted.held >> cycle->locks[i].index & 1)
          || !lock_equal (cycle->locks[(i + 1) % cycle->length], take->taken))
        return false;
      held |= wanted.held;
      played |= 1u << wanted.process;
    }
  return true;
}

static bool
compare (struct naive *n, struct ir_subject *subject, struct totals *totals)
{
  struct lock_order order, nothing;
  lock_order_init (&order, &subject->projection, n->arena);
  /* An order that knows no cycle: the same locks, no process. */
  lock_order_init (&nothing, &subject->projection, n->arena);
  memset (nothing.first_after, 0,
          (n->pds->locks.count + (size_t) 1) * sizeof *nothing.first_after);
  const struct lock_cycle *cycles = lock_order_cycles (&order);
  uint32_t least[MOST_LOCKS] = { 0 }, warnings = 0, found = 0;
  bool fine = true, crossed = false;
  for (uint32_t l = 0; l < n->pds->locks.count; l++)
    {
      uint32_t group = order.group[l];
      uint32_t wanted = shortest (n, l, UINT32_MAX);
      struct lock_cycle cycle = lock_order_new_cycle (&order, (lock_id){ l }, &nothing);
      struct lock_cycle again = lock_order_new_cycle (&order, (lock_id){ l }, &order);
      fine &= cycle.length == wanted && is_true (n, &cycle) && again.length == 0;
      if (wanted && (least[group] == 0 || wanted < least[group]))
        least[group] = wanted;
      crossed |= order.group_size[group] > 1;
    }
  for (uint32_t g = 0; g < order.groups; g++)
    {
      fine &= cycles[g].length == least[g] && is_true (n, &cycles[g]);
      found += cycles[g].length > 0;
      totals->longer += cycles[g].length > 2;
    }
  lock_order_warn (&subject->projection, &subject->arena, &subject->diags);
  for (uint32_t i = 0; i < subject->diags.list.count; i++)
    warnings += subject->diags.list.at[i].code
                && strcmp (subject->diags.list.at[i].code, "lock-order") == 0;
  totals->cyclic += found > 0;
  totals->gated += crossed && found == 0;
  return fine && warnings == found;
}

/* Read the model of PARAMS, with waits; false if it is refused. */
static bool
read_sprinkled (struct ir_subject *subject, const struct random_model_params *params)
{
  char *text = NULL;
  size_t size = 0;
  FILE *out = open_memstream (&text, &size);
  if (!out || !random_model_write (out, params) || fclose (out) != 0)
    abort ();
  char *more = sprinkle (text, params->seed);
  bool fine = eml_read_text (subject, "random.eml", more, strlen (more));
  free (more);
  free (text);
  return fine;
}

static void
try_seed (uint64_t seed, struct totals *totals)
{
  struct random_model_params params = random_model_vary_params (seed);
  params.locks = 2 + (uint32_t) (seed % (MOST_LOCKS - 1));
  params.processes = 2 + (uint32_t) (seed % 4);
  params.statements = 8 + (uint32_t) (seed % 7) * 8;
  params.sharing = 100;
  struct quota quota;
  struct ir_subject subject;
  quota_init (&quota);
  ir_subject_init (&subject, &quota);
  if (quota_checkpoint (&quota))
    abort ();
  bool sprinkled = seed % 2, fine;
  if (sprinkled)
    {
      params.decoration = 0;
      fine = read_sprinkled (&subject, &params);
      if (!fine)
        {
          totals->refused++;
          ir_subject_clear (&subject);
          return;
        }
      totals->waiting += subject.flow.has_waits;
    }
  else
    fine = random_eml_read (&subject, &params);
  if (fine)
    {
      const struct pds *pds = &subject.projection.pds;
      struct naive n = { .pds = pds, .arena = &subject.arena };
      n.returns = arena_calloc (n.arena, pds_symbol_count (pds), sizeof *n.returns);
      find_returns (&n);
      for (uint32_t p = 0; p < pds->processes.count; p++)
        {
          n.seen = arena_calloc (n.arena, pds_symbol_count (pds) * (size_t) SETS,
                                 sizeof *n.seen);
          walk (&n, p, pds->processes.at[p].entry.index, 0);
        }
      fine = compare (&n, &subject, totals);
    }
  totals->models++;
  if (!fine)
    {
      totals->failures++;
      printf ("# seed %llu\n%s\n", (unsigned long long) seed, subject.source.text);
    }
  ir_subject_clear (&subject);
}

int
main (int count, char **words)
{
  uint64_t first = count > 1 ? strtoull (words[1], NULL, 10) : 1;
  uint64_t models = count > 2 ? strtoull (words[2], NULL, 10) : 4000;
  struct totals totals = { 0 };
  for (uint64_t seed = first; seed < first + models && totals.failures < 3; seed++)
    try_seed (seed, &totals);
  printf ("# %u models, %u with a cycle, %u cycles of three or more, %u with both orders "
          "but no cycle; %u with waits, %u refused\n",
          totals.models, totals.cyclic, totals.longer, totals.gated, totals.waiting,
          totals.refused);
  tap_ok (totals.failures == 0, "%u random models: both find the same cycles",
          totals.models);
  tap_ok (models < 4000 || (totals.cyclic > 50 && totals.longer > 0 && totals.gated > 50),
          "there are cycles, long ones, and orders without a cycle");
  tap_ok (models < 4000 || totals.waiting > 50, "there are waits");
  return tap_done ();
}
