/* sha256.c -- see sha256.h.  The state and the round constants are fractional parts of
   square and cube roots of the first primes; they are computed, in integers. */
#include <config.h>

#include "base/sha256.h"

#include <assert.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#define BLOCK 64
#define ROUNDS 64

struct sha256
{
  uint32_t state[8], constants[ROUNDS];
};

/* The first 32 bits after the point of the root of PRIME, of degree 2 or 3: the low half
   of the largest R with R^DEGREE <= PRIME * 2^(32 * DEGREE). */
static uint32_t
root_fraction (uint32_t prime, unsigned degree)
{
  uint64_t root = 0;
  assert (prime > 1 && prime < 512 && (degree == 2 || degree == 3));
  for (int bit = 36; bit >= 0; bit--)
    {
      uint64_t next = root | (uint64_t) 1 << bit;
      /* NEXT^3 has up to 111 bits. */
      unsigned __int128 power = (unsigned __int128) next * next;
      if (degree == 3)
        power *= next;
      if (power <= (unsigned __int128) prime << (32 * degree))
        root = next;
    }
  assert (root >> 32 > 0);
  return (uint32_t) root;
}

static void
start (struct sha256 *sha)
{
  uint32_t prime = 2;
  for (uint32_t count = 0; count < ROUNDS; prime++)
    {
      bool is_prime = true;
      for (uint32_t d = 2; d * d <= prime; d++)
        is_prime &= prime % d != 0;
      if (!is_prime)
        continue;
      if (count < 8)
        sha->state[count] = root_fraction (prime, 2);
      sha->constants[count++] = root_fraction (prime, 3);
    }
  assert (prime == 312);
}

static uint32_t
rotate (uint32_t word, unsigned by)
{
  assert (by > 0 && by < 32);
  return word >> by | word << (32 - by);
}

static void
add_block (struct sha256 *sha, const uint8_t *block)
{
  uint32_t w[ROUNDS], s[8];
  for (uint32_t i = 0; i < 16; i++)
    w[i] = (uint32_t) block[4 * i] << 24 | (uint32_t) block[4 * i + 1] << 16
           | (uint32_t) block[4 * i + 2] << 8 | block[4 * i + 3];
  for (uint32_t i = 16; i < ROUNDS; i++)
    w[i] = w[i - 16] + w[i - 7]
           + (rotate (w[i - 15], 7) ^ rotate (w[i - 15], 18) ^ w[i - 15] >> 3)
           + (rotate (w[i - 2], 17) ^ rotate (w[i - 2], 19) ^ w[i - 2] >> 10);
  memcpy (s, sha->state, sizeof s);
  for (uint32_t i = 0; i < ROUNDS; i++)
    {
      uint32_t one = s[7] + (rotate (s[4], 6) ^ rotate (s[4], 11) ^ rotate (s[4], 25))
                     + ((s[4] & s[5]) ^ (~s[4] & s[6])) + sha->constants[i] + w[i];
      uint32_t two = (rotate (s[0], 2) ^ rotate (s[0], 13) ^ rotate (s[0], 22))
                     + ((s[0] & s[1]) ^ (s[0] & s[2]) ^ (s[1] & s[2]));
      memmove (s + 1, s, 7 * sizeof *s);
      s[4] += one;
      s[0] = one + two;
    }
  for (uint32_t i = 0; i < 8; i++)
    sha->state[i] += s[i];
}

void
sha256_hex (const void *bytes, size_t length, char hex[SHA256_HEX_SIZE])
{
  const uint8_t *at = bytes;
  struct sha256 sha;
  uint8_t last[2 * BLOCK] = { 0 };
  size_t rest = length % BLOCK, end = rest < BLOCK - 8 ? BLOCK : 2 * BLOCK;
  assert (bytes || length == 0);
  start (&sha);
  for (size_t i = 0; i + BLOCK <= length; i += BLOCK)
    add_block (&sha, at + i);
  if (rest > 0)
    memcpy (last, at + (length - rest), rest);
  last[rest] = 0x80;
  for (unsigned i = 0; i < 8; i++)
    last[end - 1 - i] = (uint8_t) ((uint64_t) length * 8 >> (8 * i));
  for (size_t i = 0; i < end; i += BLOCK)
    add_block (&sha, last + i);
  for (unsigned i = 0; i < 8; i++)
    snprintf (hex + 8 * i, 9, "%08x", (unsigned) sha.state[i]);
}
