/* bitset.h -- sets of small numbers as rows of 64-bit words, for tables of many sets.
 *
 * The caller knows how many words a row has, and keeps its members below 64 times that.
 */
#ifndef BASE_BITSET_H
#define BASE_BITSET_H

#include <stdbool.h>
#include <stdint.h>

static inline bool
bits_have (const uint64_t *set, uint32_t member)
{
  return set[member / 64] >> member % 64 & 1;
}

static inline void
bits_add (uint64_t *set, uint32_t member)
{
  set[member / 64] |= (uint64_t) 1 << member % 64;
}

static inline void
bits_drop (uint64_t *set, uint32_t member)
{
  set[member / 64] &= ~((uint64_t) 1 << member % 64);
}

#endif
