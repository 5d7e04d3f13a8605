/* parts.c -- the queue, the order of work, limits, and solve.h's example. */
#include <config.h>

#include <stdlib.h>
#include <string.h>

#include "explicit.h"
#include "tests/lib/tap.h"
#include "wpds/queue.h"
#include "wpds/solve.h"
#include "wpds/value.h"

static struct quota quota;

static void
count_tick (void *context)
{
  ++*(uint64_t *) context;
}

static void
stop_tick (void *context)
{
  if (--*(uint64_t *) context == 0)
    quota_exhaust (&quota, QUOTA_TIME);
}

static bool
queue_sorts (uint32_t ranks, uint32_t items)
{
  struct arena arena;
  arena_init (&arena, &quota);
  struct wpds_queue queue;
  wpds_queue_init (&queue, &arena, ranks);
  uint32_t *rank_of = arena_calloc (&arena, items, sizeof *rank_of);
  bool *inside = arena_calloc (&arena, items, sizeof *inside);
  uint64_t seed = ranks;
  bool fine = wpds_queue_is_empty (&queue);
  for (uint32_t round = 0; round < 20 * items; round++)
    {
      uint32_t item = random_below (&seed, items);
      if (!inside[item])
        {
          rank_of[item] = random_below (&seed, ranks);
          inside[item] = true;
          wpds_queue_push (&queue, rank_of[item], item);
        }
      if (random_below (&seed, 2) || wpds_queue_is_empty (&queue))
        continue;
      uint32_t popped = wpds_queue_pop (&queue);
      fine &= inside[popped];
      inside[popped] = false;
      for (uint32_t i = 0; i < items; i++)
        fine &= !inside[i] || rank_of[i] >= rank_of[popped];
    }
  while (!wpds_queue_is_empty (&queue))
    inside[wpds_queue_pop (&queue)] = false;
  for (uint32_t i = 0; i < items; i++)
    fine &= !inside[i];
  arena_clear (&arena);
  return fine;
}

static struct wpds_rule
step (uint32_t state, uint32_t from, uint32_t to_state, uint32_t to, uint32_t weight)
{
  return (struct wpds_rule){ .from = { state },
                             .read = { from },
                             .to = { to_state },
                             .top = { to },
                             .under = WPDS_NO_SYMBOL,
                             .weight = weight };
}

/* N branches in a row in each of three phases: one side dear and short, one with
   a call of a procedure that has two exits, the cheaper one later.  Symbols are
   numbered so that their order is of no help. */
static uint64_t
branches (struct arena *arena, uint32_t n, uintptr_t *value)
{
  enum
  {
    PHASES = 3,
    EACH = 8
  };
  uint32_t symbols = n * EACH + 1;
#define SCRAMBLE(s) ((uint32_t) ((uint64_t) (s) *7919 % symbols))
  struct wpds_system system;
  while (symbols % 7919 == 0)
    symbols++;
  wpds_system_init (&system, arena, &distance_domain, PHASES, symbols);
  uint32_t cheap = wpds_system_add_weight (&system, (wpds_weight){ 1 });
  uint32_t dear = wpds_system_add_weight (&system, (wpds_weight){ 3 });
  for (uint32_t p = 0; p < PHASES; p++)
    for (uint32_t s = 0; s < n * EACH; s += EACH)
      {
        /* s -> s+8, dear; s -> s+1 -> call s+4 -> s+2 -> s+3 -> s+8.
           s+4 -> s+5, dear; s+4 -> s+6 -> s+7, cheap. */
        const uint32_t steps[][3]
          = { { 0, 8, dear }, { 0, 1, 0 },    { 2, 3, 0 },    { 3, 8, 0 },
              { 4, 6, 0 },    { 4, 5, dear }, { 6, 7, cheap } };
        for (uint32_t i = 0; i < 7; i++)
          wpds_system_add_rule (&system, step (p, SCRAMBLE (s + steps[i][0]), p,
                                               SCRAMBLE (s + steps[i][1]), steps[i][2]));
        struct wpds_rule call = step (p, SCRAMBLE (s + 1), p, SCRAMBLE (s + 4), 0);
        call.under.index = SCRAMBLE (s + 2);
        wpds_system_add_rule (&system, call);
        for (uint32_t i = 5; i < 8; i += 2)
          {
            struct wpds_rule pop = step (p, SCRAMBLE (s + i), p, 0, 0);
            pop.top = WPDS_NO_SYMBOL;
            wpds_system_add_rule (&system, pop);
          }
        if (p + 1 < PHASES)
          wpds_system_add_rule (&system, step (p, SCRAMBLE (s), p + 1, SCRAMBLE (s), 0));
      }
  wpds_system_finish (&system, arena);
  struct wpds_automaton automaton;
  wpds_automaton_init (&automaton, arena, &distance_domain, PHASES, false);
  wpds_symbol start = { SCRAMBLE (0) }, end = { SCRAMBLE (n * EACH) };
  uint64_t ticks = 0;
  struct wpds_options options
    = { .scratch = arena, .tick = count_tick, .tick_context = &ticks };
  wpds_automaton_add_configuration (&automaton, (wpds_state){ 0 }, &start, 1);
  wpds_poststar (&system, &automaton, &options);
  *value
    = configuration_value (&automaton, (wpds_state){ PHASES - 1 }, &end, 1, arena).bits;
  return ticks;
#undef SCRAMBLE
}

/* Each transition settles once: the work per branch does not grow. */
static void
check_order (void)
{
  struct arena arena;
  arena_init (&arena, &quota);
  uintptr_t value;
  uint64_t small = branches (&arena, 20, &value);
  bool right = value == 20;
  uint64_t large = branches (&arena, 2000, &value);
  right &= value == 2000;
  printf ("# %u weights for 20 branches, %u for 2000\n", (unsigned) small,
          (unsigned) large);
  /* In each phase ten rules, an entry and a return, and in two phases a step into
     the next. */
  tap_ok (right && large <= 2000 * 38 + 100, "post* does the work once");
  arena_clear (&arena);
}

/* A loop that adds one word at a time: only the new ones are extended. */
static void
check_delta (void)
{
  struct arena arena;
  arena_init (&arena, &quota);
  struct words_context context = { .longest = 15 };
  struct wpds_domain domain = words_domain (&context);
  struct wpds_system system;
  wpds_system_init (&system, &arena, &domain, 1, 1);
  word letter = 0x1a;
  uint32_t weight = wpds_system_add_weight (&system, words_make (&context, &letter, 1));
  wpds_system_add_rule (&system, step (0, 0, 0, 0, weight));
  wpds_system_finish (&system, &arena);
  struct wpds_automaton automaton;
  wpds_automaton_init (&automaton, &arena, &domain, 1, false);
  wpds_symbol start = { 0 };
  wpds_automaton_add_configuration (&automaton, (wpds_state){ 0 }, &start, 1);
  wpds_poststar (&system, &automaton, &(struct wpds_options){ .scratch = &arena });
  tap_ok (words_of (automaton.transitions.at[0].weight)->count == 16
            && context.joined == 16,
          "what was extended once is not extended again");
  wpds_automaton_release (&automaton);
  wpds_system_release (&system);
  arena_clear (&arena);
}

static void
print_automaton (const struct wpds_automaton *automaton, FILE *file)
{
  for (uint32_t t = 0; t < automaton->transitions.count; t++)
    {
      const struct wpds_transition_info *info = &automaton->transitions.at[t];
      fprintf (file, "%u ", (unsigned) info->from.index);
      if (info->symbol.index == WPDS_NO_SYMBOL.index)
        fprintf (file, "epsilon");
      else
        fprintf (file, "y%u", (unsigned) info->symbol.index);
      fprintf (file, " %u%s ", (unsigned) info->to.index,
               automaton->states.at[info->to.index].final ? " (final)" : "");
      print_weight (automaton->domain, info->weight, file);
      fputc ('\n', file);
    }
}

/* Text of the automaton of a random system. */
static char *
solve_to_text (uint64_t number, bool reverse_rules)
{
  uint64_t seed = number;
  struct arena arena;
  arena_init (&arena, &quota);
  struct random_system random = random_system (&seed);
  struct random_system given = random;
  if (reverse_rules)
    for (uint32_t r = 0; r < random.rule_count; r++)
      given.rules[r] = random.rules[random.rule_count - 1 - r];
  struct wpds_system system;
  build_plain (&system, &arena, &distance_domain, true, &given);
  struct wpds_automaton automaton;
  wpds_automaton_init (&automaton, &arena, &distance_domain, random.states, true);
  wpds_symbol start[] = { { 0 }, { random.symbols - 1 } };
  wpds_automaton_add_configuration (&automaton, (wpds_state){ 0 }, start, 2);
  wpds_poststar (&system, &automaton, &(struct wpds_options){ .scratch = &arena });
  char *text = NULL;
  size_t length = 0;
  FILE *file = open_memstream (&text, &length);
  if (!file)
    abort ();
  if (reverse_rules)
    fprintf (file, "%u\n", (unsigned) automaton.transitions.count);
  else
    print_automaton (&automaton, file);
  fclose (file);
  arena_clear (&arena);
  return text;
}

static void
check_same_output (void)
{
  bool same = true, same_size = true;
  for (uint64_t number = 1; number <= 100; number++)
    {
      char *one = solve_to_text (number, false);
      char *two = solve_to_text (number, false);
      char *size = solve_to_text (number, true);
      same &= strcmp (one, two) == 0;
      unsigned lines = 0;
      for (const char *c = one; *c; c++)
        lines += *c == '\n';
      same_size &= strtoul (size, NULL, 10) == lines;
      free (one);
      free (two);
      free (size);
    }
  tap_ok (same, "the same system gives the same automaton to the byte");
  tap_ok (same_size, "the order of rules does not matter to its size");
}

static struct arena limited;

/* The value under a limit of bytes, or of ticks; infinity: it unwound. */
static uintptr_t
solve_limited (size_t bytes, uint64_t ticks)
{
  uintptr_t value = DISTANCE_NONE;
  quota_init (&quota);
  quota.limit = bytes;
  if (quota_checkpoint (&quota))
    {
      arena_clear (&limited);
      return DISTANCE_NONE;
    }
  arena_init (&limited, &quota);
  struct wpds_system system;
  wpds_system_init (&system, &limited, &distance_domain, 1, 20001);
  uint32_t cost = wpds_system_add_weight (&system, (wpds_weight){ 1 });
  for (uint32_t s = 0; s < 20000; s++)
    wpds_system_add_rule (&system, step (0, s, 0, s + 1, cost));
  wpds_system_finish (&system, &limited);
  struct wpds_automaton automaton;
  wpds_automaton_init (&automaton, &limited, &distance_domain, 1, true);
  wpds_symbol start = { 0 }, end = { 20000 };
  wpds_automaton_add_configuration (&automaton, (wpds_state){ 0 }, &start, 1);
  struct wpds_options options
    = { .scratch = &limited, .tick = stop_tick, .tick_context = &ticks };
  wpds_poststar (&system, &automaton, &options);
  value = configuration_value (&automaton, (wpds_state){ 0 }, &end, 1, &limited).bits;
  arena_clear (&limited);
  return value;
}

static void
check_limits (void)
{
  unsigned unwound = 0, solved = 0;
  bool fine = true;
  for (size_t bytes = 1000; bytes < 100000000; bytes += bytes / 2)
    {
      uintptr_t value = solve_limited (bytes, UINT64_MAX);
      bool is_unwound = value == DISTANCE_NONE;
      unwound += is_unwound;
      solved += !is_unwound;
      fine &= is_unwound ? quota.reason == QUOTA_MEMORY : value == 20000;
      fine &= quota.bytes == 0;
    }
  tap_ok (fine && unwound > 5 && solved > 2, "too little memory unwinds");
  fine = solve_limited (SIZE_MAX, 100) == DISTANCE_NONE && quota.reason == QUOTA_TIME;
  tap_ok (fine && solve_limited (SIZE_MAX, 20001) == 20000, "a tick can stop it");
}

/* What solve.h shows. */
static void
check_example (void)
{
  quota_init (&quota);
  if (quota_checkpoint (&quota))
    exit (1);
  struct arena arena;
  arena_init (&arena, &quota);
  struct arena *scratch = &arena;
  struct wpds_system system;
  wpds_system_init (&system, &arena, &boolean_domain, 2, 1);
  wpds_system_add_rule (&system, step (0, 0, 1, 0, WPDS_WEIGHT_ONE));
  wpds_system_finish (&system, scratch);
  struct wpds_automaton automaton;
  wpds_automaton_init (&automaton, &arena, &boolean_domain, 2, false);
  wpds_state start = { 0 }, end = { 1 };
  wpds_symbol stack[] = { { 0 } };
  struct wpds_options options = { .scratch = scratch };
  struct wpds_value value;

  wpds_automaton_add_configuration (&automaton, start, stack, 1);
  wpds_poststar (&system, &automaton, &options);
  wpds_value_of_state (&value, scratch, &automaton, end);

  tap_ok (!wpds_is_zero (&boolean_domain, value.weight), "the example");
  arena_clear (&arena);
}

int
main (void)
{
  quota_init (&quota);
  if (quota_checkpoint (&quota))
    return 1;
  tap_ok (queue_sorts (1, 10) && queue_sorts (64, 50) && queue_sorts (65, 50)
            && queue_sorts (5000, 300) && queue_sorts (300000, 100),
          "the queue sorts");
  check_order ();
  check_delta ();
  check_same_output ();
  check_limits ();
  check_example ();
  return tap_done ();
}
