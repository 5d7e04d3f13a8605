/* ternary.c -- bits that never change, of random systems: whoever is said to be one has
 * its value in all states that are reached.
 *
 *     tests/ic3/ternary [COUNT [SEED]]     that many systems
 */
#include <config.h>

#include <stdlib.h>

#include "engine/sat/ternary.h"
#include "tests/ic3/systems.h"
#include "tests/lib/tap.h"

static struct quota quota;
static struct arena arena;

/* Has bit B the value VALUE in all states that are reached? */
static bool
is_constant (const struct reachable *reachable, uint32_t b, bool value)
{
  for (uint32_t s = 0; s >> reachable->system->state.count == 0; s++)
    if (reachable->is_reached[s] && (s >> b & 1) != value)
      return false;
  return true;
}

static void
compare (uint32_t count, uint64_t seed)
{
  uint32_t wrong = 0, told = 0, there = 0;
  for (uint32_t i = 0; i < count; i++)
    {
      arena_clear (&arena);
      struct transition_system system;
      struct reachable reachable;
      system_random (&system, &seed, &arena);
      reachable_find (&reachable, &system, &arena);
      const uint8_t *known = constants_find (&system, &arena);
      for (uint32_t b = 0; b < system.state.count; b++)
        {
          bool zero = is_constant (&reachable, b, false);
          bool one = is_constant (&reachable, b, true);
          there += zero || one;
          told += known[b] != TERNARY_ANY;
          wrong += (known[b] == TERNARY_0 && !zero) || (known[b] == TERNARY_1 && !one);
        }
    }
  tap_ok (wrong == 0 && told > 0 && told < there,
          "%u random systems: of %u bits that never change %u are told, and no other",
          (unsigned) count, (unsigned) there, (unsigned) told);
}

/* A counter of three bits, of which one never moves, beside a bit that is copied from
   another one that stays, and one that begins with anything. */
static void
test_known (void)
{
  struct transition_system system;
  system_init (&system, &arena);
  struct bits number = system_number (&system, 3, 4);
  aig_lit one = system_bit (&system, AIG_TRUE), copy = system_bit (&system, AIG_TRUE);
  aig_lit any = system_free_bit (&system);
  struct aig *aig = system.aig;
  aig_lit next[]
    = { aig_not (number.at[0]), aig_xor (aig, number.at[1], number.at[0]), number.at[2] };
  system_next (&system, number, (struct bits){ next, 3 });
  system_next (&system, bits_single (aig, one), bits_single (aig, one));
  system_next (&system, bits_single (aig, copy), bits_single (aig, one));
  system_next (&system, bits_single (aig, any), bits_single (aig, any));
  system.step = AIG_TRUE;
  const uint8_t *known = constants_find (&system, &arena);
  tap_ok (known[0] == TERNARY_ANY && known[1] == TERNARY_ANY && known[2] == TERNARY_1
            && known[3] == TERNARY_1 && known[4] == TERNARY_1 && known[5] == TERNARY_ANY,
          "a counter, a copy, and a bit that begins with anything");
}

int
main (int count, char **arguments)
{
  quota_init (&quota);
  arena_init (&arena, &quota);
  if (quota_checkpoint (&quota))
    return 1;
  test_known ();
  compare (count > 1 ? (uint32_t) atoi (arguments[1]) : 500,
           count > 2 ? strtoull (arguments[2], NULL, 10) : 1);
  arena_clear (&arena);
  return tap_done ();
}
