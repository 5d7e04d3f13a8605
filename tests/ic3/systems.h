/* systems.h -- random transition systems, and all that can be said about one by going
 * through its states one by one.
 */
#ifndef TESTS_IC3_SYSTEMS_H
#define TESTS_IC3_SYSTEMS_H

#include "engine/pdr/cube.h"
#include "engine/sat/bits.h"
#include "tests/base/random.h"

/* Of a random one. */
#define SYSTEM_BITS 8
#define SYSTEM_CHOICES 5

/* A system without bits and choices, to be filled. */
void system_init (struct transition_system *system, struct arena *arena);
/* One more bit of the state. */
aig_lit system_bit (struct transition_system *system, aig_lit initial);
aig_lit system_free_bit (struct transition_system *system);
/* WIDTH bits, which begin with VALUE. */
struct bits system_number (struct transition_system *system, uint32_t width,
                           int64_t value);
void system_next (struct transition_system *system, struct bits number, struct bits next);

/* One out of many: gates at random, counters, shift registers, and mixtures. */
void system_random (struct transition_system *system, uint64_t *seed,
                    struct arena *arena);

/* What is reachable from the beginning. */
struct reachable
{
  struct arena *arena;
  const struct transition_system *system;
  uint64_t *values;    /* by node: for each of 64 combinations of choices a bit */
  uint64_t choices;    /* of these, those that exist */
  uint8_t *is_reached; /* by state */
  uint8_t *is_bad;     /* by state: with some choice something bad happens in it */
  uint32_t *distance;  /* by state that is reached: steps from the beginning */
  bool bad;            /* some state that is reached is bad ... */
  uint32_t nearest;    /* ... after so many steps at least */
  uint32_t deepest;    /* the greatest distance */
};

void reachable_find (struct reachable *reachable, const struct transition_system *system,
                     struct arena *arena);
/* Is STATE in CUBE? */
bool reachable_is_in (const struct cube *cube, uint32_t state);
/* Do the states outside of all COUNT cubes contain the beginning, all states after a step
   from one of them, and nothing bad? */
bool reachable_is_invariant (struct reachable *reachable, const struct cube *cubes,
                             uint32_t count);
/* The number of steps after which no path goes on, whatever it did, or UINT32_MAX. */
uint32_t reachable_ends (struct reachable *reachable);

#endif
