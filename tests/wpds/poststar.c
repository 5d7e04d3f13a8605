/* poststar.c -- post* of random systems against all their short runs.
 *
 * Words tell runs apart, including the order of their rules; costs and
 * reachability are compared on the same systems.
 */
#include <config.h>

#include <stdlib.h>

#include "explicit.h"
#include "tests/lib/tap.h"
#include "wpds/solve.h"

#define LONGEST 4
#define SYSTEMS 600

struct quota quota;
static unsigned compared, systems;

static void
add_start (struct wpds_automaton *automaton, struct configuration start)
{
  wpds_symbol stack[16];
  stack_symbols (start.stack, stack);
  wpds_automaton_add_configuration (automaton, (wpds_state){ start.state }, stack,
                                    stack_height (start.stack));
}

/* The words of the runs to configurations that LANGUAGE, or else STACK, has. */
static wpds_weight
expected (struct words_context *context, const struct runs *runs, uint32_t state,
          const struct language *language, uint64_t stack)
{
  word *list = calloc (runs->pairs.count + 1, sizeof *list);
  uint32_t count = 0;
  if (!list)
    abort ();
  for (uint32_t i = 0; i < runs->pairs.count; i++)
    {
      const struct pair *pair = &runs->pairs.at[i];
      if (pair->at.state == state
          && (language ? language_has (language, pair->at.stack)
                       : pair->at.stack == stack))
        list[count++] = pair->word;
    }
  wpds_weight set = words_make (context, list, count);
  free (list);
  return set;
}

/* Both weights are taken over. */
static bool
agree (const struct wpds_domain *domain, wpds_weight value, wpds_weight wanted)
{
  bool fine = weights_equal (domain, value, wanted);
  if (!fine)
    {
      printf ("# got ");
      print_weight (domain, value, stdout);
      printf (", wanted ");
      print_weight (domain, wanted, stdout);
      printf ("\n");
    }
  compared++;
  wpds_release (domain, wanted);
  wpds_release (domain, value);
  return fine;
}

/* All stacks over few symbols up to a small height, found or not. */
static uint64_t
next_stack (uint64_t stack, uint32_t symbols)
{
  uint64_t carry = 1;
  unsigned height = stack_height (stack);
  for (unsigned i = 0; i < height; i++, carry <<= 4)
    {
      if ((stack >> 4 * i & 15) + 1 < symbols)
        return stack + carry;
      stack &= ~(UINT64_C (15) << 4 * i);
    }
  return UINT64_C (1) << 4 * (height + 1);
}

static bool
compare_words (struct arena *arena, const struct random_system *random,
               struct configuration start, const struct runs *runs, uint64_t *seed,
               bool recording)
{
  struct words_context context = { .longest = LONGEST };
  struct wpds_domain domain = words_domain (&context);
  struct wpds_system system;
  build_words (&system, arena, &domain, &context, random);
  struct wpds_automaton automaton;
  wpds_automaton_init (&automaton, arena, &domain, random->states, recording);
  add_start (&automaton, start);
  wpds_poststar (&system, &automaton, &(struct wpds_options){ .scratch = arena });
  bool fine = true;
  struct wpds_value value;
  wpds_symbol stack[16];
  for (uint32_t p = 0; p < random->states; p++)
    {
      wpds_value_of_state (&value, arena, &automaton, (wpds_state){ p });
      const bool final[] = { true };
      struct language_edge loop = { 0, ANY_SYMBOL, 0 };
      struct language any = { 1, final, &loop, 1 };
      wpds_weight weight = wpds_retain (&domain, value.weight);
      wpds_value_release (&value);
      fine &= agree (&domain, weight, expected (&context, runs, p, &any, 0));
      struct random_language language;
      random_language (&language, seed, random->symbols);
      fine &= agree (
        &domain,
        language_value (&automaton, (wpds_state){ p }, &language.language, arena),
        expected (&context, runs, p, &language.language, 0));
      for (uint64_t s = 1; stack_height (s) <= 2; s = next_stack (s, random->symbols))
        {
          stack_symbols (s, stack);
          fine &= agree (&domain,
                         configuration_value (&automaton, (wpds_state){ p }, stack,
                                              stack_height (s), arena),
                         expected (&context, runs, p, NULL, s));
        }
    }
  for (uint32_t i = 0; i < runs->pairs.count; i += 7)
    {
      struct configuration c = runs->pairs.at[i].at;
      stack_symbols (c.stack, stack);
      fine &= agree (&domain,
                     configuration_value (&automaton, (wpds_state){ c.state }, stack,
                                          stack_height (c.stack), arena),
                     expected (&context, runs, c.state, NULL, c.stack));
    }
  wpds_automaton_release (&automaton);
  wpds_system_release (&system);
  if (context.live != 0)
    printf ("# %ld weights leaked\n", context.live);
  return fine && context.live == 0;
}

/* The cheapest of the runs found, or infinity. */
static uintptr_t
least_cost (const struct runs *runs, struct configuration c)
{
  uintptr_t least = DISTANCE_NONE;
  for (uint32_t i = 0; i < runs->pairs.count; i++)
    {
      const struct pair *pair = &runs->pairs.at[i];
      if (pair->at.state == c.state && pair->at.stack == c.stack
          && word_length (pair->word) < least)
        least = word_length (pair->word);
    }
  return least;
}

static bool
compare_costs (struct arena *arena, const struct random_system *random,
               struct configuration start, const struct runs *runs)
{
  const struct wpds_domain *domains[] = { &distance_domain, &boolean_domain };
  struct wpds_automaton automata[2];
  struct wpds_system systems_of[2];
  for (int i = 0; i < 2; i++)
    {
      build_plain (&systems_of[i], arena, domains[i], i == 0, random);
      wpds_automaton_init (&automata[i], arena, domains[i], random->states, false);
      add_start (&automata[i], start);
      wpds_poststar (&systems_of[i], &automata[i],
                     &(struct wpds_options){ .scratch = arena });
    }
  bool fine = true;
  for (uint32_t p = 0; p < random->states; p++)
    for (uint64_t s = 1; stack_height (s) <= 3; s = next_stack (s, random->symbols))
      {
        wpds_symbol stack[16];
        stack_symbols (s, stack);
        uintptr_t cost = configuration_value (&automata[0], (wpds_state){ p }, stack,
                                              stack_height (s), arena)
                           .bits;
        uintptr_t reached = configuration_value (&automata[1], (wpds_state){ p }, stack,
                                                 stack_height (s), arena)
                              .bits;
        uintptr_t wanted = least_cost (runs, (struct configuration){ p, s });
        compared++;
        /* Runs that cost more than LONGEST were not explored. */
        fine &= wanted == DISTANCE_NONE ? cost > LONGEST : cost == wanted;
        fine &= reached == (cost != DISTANCE_NONE);
      }
  return fine;
}

int
main (void)
{
  quota_init (&quota);
  if (quota_checkpoint (&quota))
    return 1;
  bool words_fine = true, costs_fine = true;
  for (uint64_t number = 1; number <= SYSTEMS; number++)
    {
      uint64_t seed = number;
      struct arena arena;
      arena_init (&arena, &quota);
      struct random_system random = random_system (&seed);
      struct configuration start = random_configuration (&seed, &random, 3);
      struct runs runs;
      if (explore (&runs, &arena, &random, start, LONGEST))
        {
          systems++;
          bool fine = compare_words (&arena, &random, start, &runs, &seed, number % 2);
          bool cheap = compare_costs (&arena, &random, start, &runs);
          if (!fine || !cheap)
            printf ("# system %u\n", (unsigned) number);
          words_fine &= fine;
          costs_fine &= cheap;
        }
      arena_clear (&arena);
    }
  printf ("# %u systems, %u values\n", systems, compared);
  tap_ok (words_fine, "words of all runs, no reference lost");
  tap_ok (costs_fine, "costs and reachability");
  tap_ok (systems > SYSTEMS / 2 && compared > 20 * systems,
          "there was something to compare");
  return tap_done ();
}
