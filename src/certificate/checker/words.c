/* words.c -- see words.h. */
#include <config.h>

#include "certificate/checker/words.h"

#include <assert.h>

static gate *
new_word (struct gates *gates, uint32_t width)
{
  assert (width >= 1);
  return arena_alloc (gates->arena, width * sizeof (gate));
}

static gate
sign (struct word a)
{
  assert (a.width >= 1);
  return a.at[a.width - 1];
}

struct word
word_constant (struct gates *gates, uint32_t width, int64_t value)
{
  gate *at = new_word (gates, width);
  for (uint32_t i = 0; i < width; i++)
    at[i] = gate_constant (i < 64 ? (uint64_t) value >> i & 1 : value < 0);
  return (struct word){ at, width };
}

struct word
word_input (struct gates *gates, uint32_t width)
{
  gate *at = new_word (gates, width);
  for (uint32_t i = 0; i < width; i++)
    at[i] = gate_input (gates);
  return (struct word){ at, width };
}

struct word
word_of_bit (struct gates *gates, gate bit)
{
  assert (bit.literal != 0);
  gate *at = new_word (gates, 1);
  at[0] = bit;
  return (struct word){ at, 1 };
}

struct word
word_fit (struct gates *gates, struct word a, uint32_t width)
{
  assert (width >= 1 && a.width >= 1);
  if (width <= a.width)
    return (struct word){ a.at, width };
  gate *at = new_word (gates, width);
  for (uint32_t i = 0; i < width; i++)
    at[i] = i < a.width ? a.at[i] : sign (a);
  return (struct word){ at, width };
}

struct word
word_choose (struct gates *gates, gate condition, struct word yes, struct word no)
{
  assert (yes.width == no.width);
  gate *at = new_word (gates, yes.width);
  for (uint32_t i = 0; i < yes.width; i++)
    at[i] = gate_choose (gates, condition, yes.at[i], no.at[i]);
  return (struct word){ at, yes.width };
}

/* ---- Bit by bit. ---- */

struct word
word_not (struct gates *gates, struct word a)
{
  gate *at = new_word (gates, a.width);
  for (uint32_t i = 0; i < a.width; i++)
    at[i] = gate_not (a.at[i]);
  return (struct word){ at, a.width };
}

static struct word
combine (struct gates *gates, gate (*make) (struct gates *gates, gate a, gate b),
         struct word a, struct word b)
{
  assert (a.width == b.width);
  gate *at = new_word (gates, a.width);
  for (uint32_t i = 0; i < a.width; i++)
    at[i] = make (gates, a.at[i], b.at[i]);
  return (struct word){ at, a.width };
}

struct word
word_and (struct gates *gates, struct word a, struct word b)
{
  return combine (gates, gate_and, a, b);
}

struct word
word_or (struct gates *gates, struct word a, struct word b)
{
  return combine (gates, gate_or, a, b);
}

struct word
word_xor (struct gates *gates, struct word a, struct word b)
{
  return combine (gates, gate_xor, a, b);
}

/* ---- Sums and products. ---- */

/* A + B, or A + B + 1. */
static struct word
sum (struct gates *gates, struct word a, struct word b, gate carry)
{
  assert (a.width == b.width);
  gate *at = new_word (gates, a.width);
  for (uint32_t i = 0; i < a.width; i++)
    {
      gate odd = gate_xor (gates, a.at[i], b.at[i]);
      at[i] = gate_xor (gates, odd, carry);
      carry = gate_or (gates, gate_and (gates, a.at[i], b.at[i]),
                       gate_and (gates, odd, carry));
    }
  return (struct word){ at, a.width };
}

struct word
word_add (struct gates *gates, struct word a, struct word b)
{
  return sum (gates, a, b, GATE_FALSE);
}

struct word
word_subtract (struct gates *gates, struct word a, struct word b)
{
  return sum (gates, a, word_not (gates, b), GATE_TRUE);
}

/* A shifted by a constant number of PLACES, up if positive; FILL is shifted in. */
static struct word
move (struct gates *gates, struct word a, int places, gate fill)
{
  assert (places > -64 && places < 128);
  gate *at = new_word (gates, a.width);
  for (int i = 0; i < (int) a.width; i++)
    {
      int from = i - places;
      at[i] = from >= 0 && from < (int) a.width ? a.at[from] : fill;
    }
  return (struct word){ at, a.width };
}

struct word
word_multiply (struct gates *gates, struct word a, struct word b)
{
  struct word product = word_constant (gates, a.width, 0);
  assert (a.width == b.width);
  for (uint32_t i = 0; i < b.width; i++)
    {
      struct word line = move (gates, a, (int) i, GATE_FALSE);
      gate *at = new_word (gates, a.width);
      for (uint32_t k = 0; k < a.width; k++)
        at[k] = gate_and (gates, line.at[k], b.at[i]);
      product = word_add (gates, product, (struct word){ at, a.width });
    }
  return product;
}

static struct word
without_sign (struct gates *gates, struct word a)
{
  struct word zero = word_constant (gates, a.width, 0);
  return word_choose (gates, sign (a), word_subtract (gates, zero, a), a);
}

/* Long division with one more bit than the operands have, so that all is positive. */
struct word
word_divide (struct gates *gates, struct word a, struct word b, struct word *remainder)
{
  assert (a.width == b.width);
  uint32_t width = a.width + 2;
  struct word x = without_sign (gates, word_fit (gates, a, width));
  struct word y = without_sign (gates, word_fit (gates, b, width));
  struct word rest = word_constant (gates, width, 0), zero = rest;
  gate *quotient = new_word (gates, width);
  for (uint32_t i = width; i-- > 0;)
    {
      rest = move (gates, rest, 1, x.at[i]);
      quotient[i] = gate_not (word_less (gates, rest, y));
      rest = word_choose (gates, quotient[i], word_subtract (gates, rest, y), rest);
    }
  struct word whole = { quotient, width };
  gate negative = gate_xor (gates, sign (a), sign (b));
  whole = word_choose (gates, negative, word_subtract (gates, zero, whole), whole);
  rest = word_choose (gates, sign (a), word_subtract (gates, zero, rest), rest);
  *remainder = word_fit (gates, rest, a.width);
  return word_fit (gates, whole, a.width);
}

/* ---- Shifts: by 1, 2, 4, ... places, as the bits of B say. ---- */

static struct word
shift (struct gates *gates, struct word a, struct word b, bool left)
{
  assert (a.width <= 64 && b.width >= 1);
  for (uint32_t i = 0; i < b.width && i < 6; i++)
    {
      int places = 1 << i;
      struct word moved
        = left ? move (gates, a, places, GATE_FALSE) : move (gates, a, -places, sign (a));
      a = word_choose (gates, b.at[i], moved, a);
    }
  return a;
}

struct word
word_shift_left (struct gates *gates, struct word a, struct word b)
{
  return shift (gates, a, b, true);
}

struct word
word_shift_right (struct gates *gates, struct word a, struct word b)
{
  return shift (gates, a, b, false);
}

/* ---- Comparisons. ---- */

gate
word_equal (struct gates *gates, struct word a, struct word b)
{
  assert (a.width == b.width);
  gate equal = GATE_TRUE;
  /* From the highest bit down: numbers of cells differ in their low bits, and share the
     gates for the high ones. */
  for (uint32_t i = a.width; i-- > 0;)
    equal = gate_and (gates, equal, gate_not (gate_xor (gates, a.at[i], b.at[i])));
  return equal;
}

/* The sign of A - B, computed with one more bit, so that it cannot overflow. */
gate
word_less (struct gates *gates, struct word a, struct word b)
{
  assert (a.width == b.width);
  return sign (word_subtract (gates, word_fit (gates, a, a.width + 1),
                              word_fit (gates, b, b.width + 1)));
}

gate
word_is (struct gates *gates, struct word a, int64_t value)
{
  assert (a.width >= 1);
  if (a.width < 64 && (value >> (a.width - 1)) != (value < 0 ? -1 : 0))
    return GATE_FALSE; /* VALUE needs more bits */
  return word_equal (gates, a, word_constant (gates, a.width, value));
}

gate
word_is_outside (struct gates *gates, struct word a, uint64_t count)
{
  assert (count > 0 && count <= INT64_MAX);
  struct word wide = word_fit (gates, a, a.width < 64 ? 65 : a.width + 1);
  return gate_or (gates, sign (wide),
                  gate_not (word_less (
                    gates, wide, word_constant (gates, wide.width, (int64_t) count))));
}
