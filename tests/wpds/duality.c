/* duality.c -- pre* against post*, and given weights in both.
 *
 * The runs from c into a regular set C are found by pre* of C, read at c, and by
 * post* of c, read at C: same words, same cost, same truth.
 */
#include <config.h>

#include <stdlib.h>

#include "explicit.h"
#include "tests/lib/tap.h"
#include "tests/spec/prestar.h"
#include "wpds/solve.h"

#define LONGEST 4
#define SYSTEMS 1500

static struct quota quota;
static unsigned positive, negative;

/* Accept <state, w> for w in the language. */
static void
add_language (struct wpds_automaton *automaton, uint32_t state,
              const struct language *language, uint32_t symbols)
{
  wpds_weight one = wpds_one (automaton->domain);
  uint32_t first = automaton->states.count;
  for (uint32_t s = 0; s < language->states; s++)
    wpds_automaton_add_state (automaton, language->final[s]);
  if (language->final[0])
    wpds_automaton_set_final (automaton, (wpds_state){ state });
  for (uint32_t e = 0; e < language->edge_count; e++)
    for (uint32_t y = 0; y < symbols; y++)
      {
        struct language_edge edge = language->edges[e];
        if (edge.symbol.index != y && edge.symbol.index != ANY_SYMBOL.index)
          continue;
        wpds_state to = { first + edge.to };
        wpds_automaton_add (automaton, (wpds_state){ first + edge.from },
                            (wpds_symbol){ y }, to, one);
        if (edge.from == 0)
          wpds_automaton_add (automaton, (wpds_state){ state }, (wpds_symbol){ y }, to,
                              one);
      }
  wpds_release (automaton->domain, one);
}

static bool
duality (struct arena *arena, const struct wpds_system *system, struct configuration c,
         uint32_t state, const struct language *language)
{
  const struct wpds_domain *domain = system->domain;
  wpds_symbol stack[16];
  stack_symbols (c.stack, stack);
  uint32_t height = stack_height (c.stack);
  struct wpds_options options = { .scratch = arena };
  struct wpds_automaton post, pre;
  wpds_automaton_init (&post, arena, domain, system->states, false);
  wpds_automaton_add_configuration (&post, (wpds_state){ c.state }, stack, height);
  wpds_poststar (system, &post, &options);
  wpds_automaton_init (&pre, arena, domain, system->states, false);
  add_language (&pre, state, language, system->symbols);
  wpds_prestar (system, &pre);
  wpds_weight forward = language_value (&post, (wpds_state){ state }, language, arena);
  wpds_weight backward
    = configuration_value (&pre, (wpds_state){ c.state }, stack, height, arena);
  bool fine = weights_equal (domain, forward, backward);
  if (!fine)
    {
      printf ("# post* ");
      print_weight (domain, forward, stdout);
      printf (", pre* ");
      print_weight (domain, backward, stdout);
      printf ("\n");
    }
  if (wpds_is_zero (domain, forward))
    negative++;
  else
    positive++;
  wpds_release (domain, forward);
  wpds_release (domain, backward);
  wpds_automaton_release (&post);
  wpds_automaton_release (&pre);
  return fine;
}

/* Letters c, d, e on the given path of a stack, top first. */
static void
add_weighted (struct wpds_automaton *automaton, struct words_context *context,
              struct configuration c)
{
  wpds_state state = { c.state };
  word letter = 0x1c;
  for (uint64_t rest = c.stack; rest > 1; rest >>= 4, letter++)
    {
      wpds_state next = wpds_automaton_add_state (automaton, rest < 256);
      wpds_weight weight = words_make (context, &letter, 1);
      wpds_automaton_add (automaton, state, (wpds_symbol){ rest & 15 }, next, weight);
      wpds_release (automaton->domain, weight);
      state = next;
    }
}

/* Given weights: after post*, those of the bottom first, then the run; after
   pre*, the run and then those of the top first. */
static bool
given_weights (struct arena *arena, struct words_context *context,
               const struct random_system *random, const struct wpds_system *system,
               struct configuration from, struct configuration to)
{
  const struct wpds_domain *domain = system->domain;
  struct runs runs;
  if (!explore (&runs, arena, random, from, context->longest))
    return true;
  word down = EMPTY_WORD, up = EMPTY_WORD;
  for (unsigned i = 0; i < stack_height (to.stack); i++)
    down = word_append (down, 0x1c + i);
  for (unsigned i = stack_height (from.stack); i-- > 0;)
    up = word_append (up, 0x1c + i);
  word *after = calloc (runs.pairs.count + 1, sizeof *after);
  word *before = calloc (runs.pairs.count + 1, sizeof *before);
  if (!after || !before)
    abort ();
  uint32_t count = 0;
  for (uint32_t i = 0; i < runs.pairs.count; i++)
    if (runs.pairs.at[i].at.state == to.state && runs.pairs.at[i].at.stack == to.stack)
      {
        before[count] = word_append (up, runs.pairs.at[i].word);
        after[count++] = word_append (runs.pairs.at[i].word, down);
      }
  struct wpds_options options = { .scratch = arena };
  bool fine = true;
  for (int backward = 0; backward < 2; backward++)
    {
      struct configuration given = backward ? to : from;
      struct configuration asked = backward ? from : to;
      wpds_symbol stack[16];
      struct wpds_automaton automaton;
      wpds_automaton_init (&automaton, arena, domain, system->states, true);
      add_weighted (&automaton, context, given);
      if (backward)
        wpds_prestar (system, &automaton);
      else
        wpds_poststar (system, &automaton, &options);
      stack_symbols (asked.stack, stack);
      wpds_weight value = configuration_value (&automaton, (wpds_state){ asked.state },
                                               stack, stack_height (asked.stack), arena);
      wpds_weight wanted = words_make (context, backward ? after : before, count);
      fine &= weights_equal (domain, value, wanted);
      wpds_release (domain, wanted);
      wpds_release (domain, value);
      wpds_automaton_release (&automaton);
    }
  free (after);
  free (before);
  return fine;
}

int
main (void)
{
  quota_init (&quota);
  if (quota_checkpoint (&quota))
    return 1;
  bool words_fine = true, costs_fine = true, truth_fine = true;
  bool given_fine = true, no_leak = true;
  for (uint64_t number = 1; number <= SYSTEMS; number++)
    {
      uint64_t seed = number + 1000000;
      struct arena arena;
      arena_init (&arena, &quota);
      struct random_system random = random_system (&seed);
      struct configuration c = random_configuration (&seed, &random, 3);
      uint32_t state = random_below (&seed, random.states);
      struct random_language language;
      random_language (&language, &seed, random.symbols);
      struct words_context context = { .longest = LONGEST };
      struct wpds_domain words = words_domain (&context);
      struct wpds_system system;
      build_words (&system, &arena, &words, &context, &random);
      words_fine &= duality (&arena, &system, c, state, &language.language);
      struct wpds_system costs, truth;
      build_plain (&costs, &arena, &distance_domain, true, &random);
      costs_fine &= duality (&arena, &costs, c, state, &language.language);
      build_plain (&truth, &arena, &boolean_domain, false, &random);
      truth_fine &= duality (&arena, &truth, c, state, &language.language);
      /* The given word and the run together are not truncated. */
      if (number % 3 == 0)
        {
          struct configuration from = random_configuration (&seed, &random, 2);
          struct configuration to = random_configuration (&seed, &random, 2);
          from.stack = from.stack == 1 ? 16 : from.stack;
          to.stack = to.stack == 1 ? 16 : to.stack;
          given_fine &= given_weights (&arena, &context, &random, &system, from, to);
        }
      wpds_system_release (&system);
      no_leak &= context.live == 0;
      arena_clear (&arena);
    }
  printf ("# %u nonempty, %u empty\n", positive, negative);
  tap_ok (words_fine, "pre* and post* see the same words");
  tap_ok (costs_fine, "pre* and post* see the same costs");
  tap_ok (truth_fine, "c in pre*(C) iff post*(c) meets C");
  tap_ok (given_fine, "given weights stand before or after the run");
  tap_ok (no_leak, "no reference lost");
  tap_ok (positive > SYSTEMS / 2 && negative > SYSTEMS / 2, "both answers occur often");
  return tap_done ();
}
