/* runs.c -- each part of each value has a run, and the run is one. */
#include <config.h>

#include <string.h>

#include "explicit.h"
#include "tests/lib/tap.h"
#include "wpds/path.h"
#include "wpds/solve.h"

#define LONGEST 4
#define SYSTEMS 1000
#define LIMIT 100000

static struct quota quota;
static unsigned found, longest_run;

static uint64_t
pack_stack (const struct wpds_path *path)
{
  uint64_t stack = 1;
  for (uint32_t i = path->stack.count; i-- > 0;)
    stack = stack << 4 | path->stack.at[i].index;
  return stack;
}

/* Run the rules from START; the product of their weights, or false. */
static bool
replay (const struct wpds_system *system, const struct wpds_path *path,
        struct configuration *at, wpds_weight *product)
{
  *product = wpds_one (system->domain);
  for (uint32_t i = 0; i < path->rules.count; i++)
    {
      const struct wpds_rule *rule = &system->rules.at[path->rules.at[i]];
      if (stack_height (at->stack) > 14 || !configuration_step (at, rule))
        return false;
      wpds_weight next
        = wpds_extend (system->domain, *product, system->weights.at[rule->weight]);
      wpds_release (system->domain, *product);
      *product = next;
    }
  return true;
}

/* Is there a run for PART of the value, from FROM into the set asked for? */
static bool
run_exists (struct arena *arena, const struct wpds_system *system,
            const struct wpds_value *value, wpds_weight part, wpds_split split,
            struct configuration from)
{
  const struct wpds_domain *domain = system->domain;
  struct wpds_path path;
  if (wpds_path_find (&path, arena, system, value, part, split, domain->context, LIMIT)
      != WPDS_PATH_FOUND)
    return false;
  struct configuration end = { path.state.index, pack_stack (&path) };
  wpds_weight product;
  bool fine = replay (system, &path, &from, &product) && from.state == end.state
              && from.stack == end.stack;
  /* The part lies below the weight of the run. */
  fine &= !wpds_combine (domain, &product, part, NULL);
  wpds_release (domain, product);
  found++;
  if (path.rules.count > longest_run)
    longest_run = path.rules.count;
  return fine;
}

static bool
all_runs (struct arena *arena, const struct wpds_system *system,
          const struct wpds_value *value, struct words_context *context, wpds_split split,
          struct configuration from)
{
  if (!context)
    return wpds_is_zero (system->domain, value->weight)
           || run_exists (arena, system, value, value->weight, split, from);
  bool fine = true;
  const struct words *words = words_of (value->weight);
  uint32_t stride = 1 + words->count / 16;
  for (uint32_t i = 0; i < words->count; i += stride)
    {
      wpds_weight part = words_make (context, &words->at[i], 1);
      fine &= run_exists (arena, system, value, part, split, from);
      wpds_release (system->domain, part);
    }
  word stranger = 0x1eee;
  wpds_weight part = words_make (context, &stranger, 1);
  struct wpds_path path;
  fine &= wpds_path_find (&path, arena, system, value, part, split, context, LIMIT)
          == WPDS_PATH_ABSENT;
  wpds_release (system->domain, part);
  return fine;
}

static bool
check_system (struct arena *arena, const struct wpds_system *system,
              struct words_context *context, wpds_split split, struct configuration start)
{
  struct wpds_options options = { .scratch = arena };
  bool fine = true;
  wpds_symbol stack[16];
  stack_symbols (start.stack, stack);
  struct wpds_automaton automaton;
  wpds_automaton_init (&automaton, arena, system->domain, system->states, true);
  wpds_automaton_add_configuration (&automaton, (wpds_state){ start.state }, stack,
                                    stack_height (start.stack));
  wpds_poststar (system, &automaton, &options);
  for (uint32_t p = 0; p < system->states; p++)
    {
      struct wpds_value value;
      wpds_value_of_state (&value, arena, &automaton, (wpds_state){ p });
      fine &= all_runs (arena, system, &value, context, split, start);
      wpds_value_release (&value);
    }
  wpds_automaton_release (&automaton);
  return fine;
}

/* Procedure i calls procedure i + 1 twice: runs double with each level.  Only the
   return of the first procedure leads to state 1. */
static enum wpds_path_outcome
doubling (uint32_t levels, uint32_t limit, uint32_t *length)
{
  struct arena arena;
  arena_init (&arena, &quota);
  struct wpds_system system;
  wpds_system_init (&system, &arena, &boolean_domain, 2, 3 * levels + 2);
  uint32_t last = 3 * levels;
  for (uint32_t i = 0; i < last; i += 3)
    {
      for (uint32_t call = 0; call < 2; call++)
        wpds_system_add_rule (&system, (struct wpds_rule){ .read = { i + call },
                                                           .top = { i + 3 },
                                                           .under = { i + call + 1 } });
      wpds_system_add_rule (&system, (struct wpds_rule){ .read = { i + 2 },
                                                         .to = { i == 0 },
                                                         .top = WPDS_NO_SYMBOL,
                                                         .under = WPDS_NO_SYMBOL });
    }
  wpds_system_add_rule (&system, (struct wpds_rule){ .read = { last },
                                                     .top = WPDS_NO_SYMBOL,
                                                     .under = WPDS_NO_SYMBOL });
  wpds_system_finish (&system, &arena);
  struct wpds_automaton automaton;
  wpds_automaton_init (&automaton, &arena, &boolean_domain, 2, true);
  wpds_symbol start = { 0 };
  wpds_automaton_add_configuration (&automaton, (wpds_state){ 0 }, &start, 1);
  wpds_poststar (&system, &automaton, &(struct wpds_options){ .scratch = &arena });
  struct wpds_value value;
  wpds_value_of_state (&value, &arena, &automaton, (wpds_state){ 1 });
  struct wpds_path path;
  enum wpds_path_outcome outcome = wpds_path_find (
    &path, &arena, &system, &value, (wpds_weight){ 1 }, boolean_split, NULL, limit);
  *length = path.rules.count;
  arena_clear (&arena);
  return outcome;
}

int
main (void)
{
  quota_init (&quota);
  if (quota_checkpoint (&quota))
    return 1;
  bool words_fine = true, costs_fine = true, truth_fine = true, no_leak = true;
  for (uint64_t number = 1; number <= SYSTEMS; number++)
    {
      uint64_t seed = number + 2000000;
      struct arena arena;
      arena_init (&arena, &quota);
      struct random_system random = random_system (&seed);
      struct configuration start = random_configuration (&seed, &random, 3);
      struct words_context context = { .longest = LONGEST };
      struct wpds_domain words = words_domain (&context);
      struct wpds_system system, costs, truth;
      build_words (&system, &arena, &words, &context, &random);
      words_fine &= check_system (&arena, &system, &context, words_split, start);
      wpds_system_release (&system);
      no_leak &= context.live == 0;
      build_plain (&costs, &arena, &distance_domain, true, &random);
      costs_fine &= check_system (&arena, &costs, NULL, distance_split, start);
      build_plain (&truth, &arena, &boolean_domain, false, &random);
      truth_fine &= check_system (&arena, &truth, NULL, boolean_split, start);
      arena_clear (&arena);
    }
  printf ("# %u runs, the longest of %u rules\n", found, longest_run);
  tap_ok (words_fine, "a run for each word, none for others");
  tap_ok (costs_fine, "a run that costs what the value says");
  tap_ok (truth_fine, "a run wherever there is one");
  tap_ok (no_leak, "no reference lost");
  tap_ok (found > 5000 && longest_run > 8, "there were runs to check");
  uint32_t length;
  tap_ok (doubling (10, UINT32_MAX, &length) == WPDS_PATH_FOUND
            && length == 3 * 1023 + 1024,
          "a run that doubles ten times");
  tap_ok (doubling (40, 1000, &length) == WPDS_PATH_TOO_LONG,
          "a run that doubles forty times is cut at the limit");
  return tap_done ();
}
