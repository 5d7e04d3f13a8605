/* chance.h -- a small random number generator, the same on every machine.
 *
 * splitmix64 (Steele, Lea, Flood 2014): one word of state, and neighbouring
 * seeds give unrelated streams.  Draw in statements of their own: C leaves open
 * in which order the arguments of a call are evaluated.
 */
#ifndef CHANCE_H
#define CHANCE_H

#include <assert.h>
#include <stdbool.h>
#include <stdint.h>

struct chance
{
  uint64_t state;
};

/* A bijection in which each bit of the result depends on all bits of `z`. */
static inline uint64_t
chance_mix (uint64_t z)
{
  z = (z ^ (z >> 30)) * UINT64_C (0xbf58476d1ce4e5b9);
  z = (z ^ (z >> 27)) * UINT64_C (0x94d049bb133111eb);
  return z ^ (z >> 31);
}

/* A number below `bound`.  The bias of the multiplication, 2^-32, does not matter here.
 */
static inline uint32_t
chance_below (struct chance *chance, uint32_t bound)
{
  assert (bound > 0);
  chance->state += UINT64_C (0x9e3779b97f4a7c15);
  return (uint32_t) (((chance_mix (chance->state) >> 32) * bound) >> 32);
}

static inline bool
chance_percent (struct chance *chance, uint32_t percent)
{
  assert (percent <= 100);
  return chance_below (chance, 100) < percent;
}

static inline uint32_t
chance_between (struct chance *chance, uint32_t low, uint32_t high)
{
  assert (low <= high);
  assert (high - low < UINT32_MAX);
  return low + chance_below (chance, high - low + 1);
}

#endif
