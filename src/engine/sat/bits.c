/* bits.c -- see bits.h.
 *
 * Ripple-carry adders, shift-and-add multiplication, restoring division, barrel shifters:
 * SAT solvers prefer few gates to short paths.
 */
#include <config.h>

#include "engine/sat/bits.h"

static aig_lit *
new_bits (struct aig *aig, uint32_t width)
{
  assert (width >= 1 && width <= 64);
  return arena_alloc (aig->arena, width * sizeof (aig_lit));
}

static aig_lit
sign_of (struct bits a)
{
  assert (a.width >= 1);
  return a.at[a.width - 1];
}

struct bits
bits_constant (struct aig *aig, uint32_t width, int64_t value)
{
  aig_lit *at = new_bits (aig, width);
  for (uint32_t i = 0; i < width; i++)
    at[i] = aig_constant (((uint64_t) value >> i) & 1);
  return (struct bits){ at, width };
}

struct bits
bits_input (struct aig *aig, uint32_t width)
{
  aig_lit *at = new_bits (aig, width);
  for (uint32_t i = 0; i < width; i++)
    at[i] = aig_input (aig);
  return (struct bits){ at, width };
}

struct bits
bits_single (struct aig *aig, aig_lit bit)
{
  aig_lit *at = new_bits (aig, 1);
  at[0] = bit;
  return (struct bits){ at, 1 };
}

struct bits
bits_cut (struct bits a, uint32_t width)
{
  assert (width >= 1 && width <= a.width);
  return (struct bits){ a.at, width };
}

struct bits
bits_extend (struct aig *aig, struct bits a, uint32_t width)
{
  assert (width >= a.width);
  aig_lit *at = new_bits (aig, width);
  for (uint32_t i = 0; i < width; i++)
    at[i] = i < a.width ? a.at[i] : sign_of (a);
  return (struct bits){ at, width };
}

struct bits
bits_not (struct aig *aig, struct bits a)
{
  aig_lit *at = new_bits (aig, a.width);
  for (uint32_t i = 0; i < a.width; i++)
    at[i] = aig_not (a.at[i]);
  return (struct bits){ at, a.width };
}

static struct bits
each (struct aig *aig, aig_lit (*gate) (struct aig *aig, aig_lit a, aig_lit b),
      struct bits a, struct bits b)
{
  assert (a.width == b.width);
  aig_lit *at = new_bits (aig, a.width);
  for (uint32_t i = 0; i < a.width; i++)
    at[i] = gate (aig, a.at[i], b.at[i]);
  return (struct bits){ at, a.width };
}

struct bits
bits_and (struct aig *aig, struct bits a, struct bits b)
{
  return each (aig, aig_and, a, b);
}

struct bits
bits_or (struct aig *aig, struct bits a, struct bits b)
{
  return each (aig, aig_or, a, b);
}

struct bits
bits_xor (struct aig *aig, struct bits a, struct bits b)
{
  return each (aig, aig_xor, a, b);
}

struct bits
bits_choose (struct aig *aig, aig_lit condition, struct bits yes, struct bits no)
{
  assert (yes.width == no.width);
  if (yes.at == no.at || aig_equal (condition, AIG_TRUE))
    return yes;
  if (aig_equal (condition, AIG_FALSE))
    return no;
  aig_lit *at = new_bits (aig, yes.width);
  for (uint32_t i = 0; i < yes.width; i++)
    at[i] = aig_choose (aig, condition, yes.at[i], no.at[i]);
  return (struct bits){ at, yes.width };
}

/* ---- Arithmetic. ---- */

/* A + B + CARRY; *CARRY becomes the carry out of it. */
static struct bits
add (struct aig *aig, struct bits a, struct bits b, aig_lit *carry)
{
  assert (a.width == b.width);
  aig_lit *at = new_bits (aig, a.width);
  for (uint32_t i = 0; i < a.width; i++)
    {
      aig_lit differ = aig_xor (aig, a.at[i], b.at[i]);
      at[i] = aig_xor (aig, differ, *carry);
      *carry = aig_choose (aig, differ, *carry, a.at[i]);
    }
  return (struct bits){ at, a.width };
}

struct bits
bits_add (struct aig *aig, struct bits a, struct bits b)
{
  aig_lit carry = AIG_FALSE;
  return add (aig, a, b, &carry);
}

struct bits
bits_subtract (struct aig *aig, struct bits a, struct bits b)
{
  aig_lit carry = AIG_TRUE;
  return add (aig, a, bits_not (aig, b), &carry);
}

struct bits
bits_negate (struct aig *aig, struct bits a)
{
  return bits_subtract (aig, bits_constant (aig, a.width, 0), a);
}

/* A moved up by PLACES, zeros below. */
static struct bits
move_up (struct aig *aig, struct bits a, uint32_t places)
{
  assert (places <= a.width);
  aig_lit *at = new_bits (aig, a.width);
  for (uint32_t i = 0; i < a.width; i++)
    at[i] = i < places ? AIG_FALSE : a.at[i - places];
  return (struct bits){ at, a.width };
}

static struct bits
move_down (struct aig *aig, struct bits a, uint32_t places)
{
  assert (places <= a.width);
  aig_lit *at = new_bits (aig, a.width);
  for (uint32_t i = 0; i < a.width; i++)
    at[i] = i + places < a.width ? a.at[i + places] : sign_of (a);
  return (struct bits){ at, a.width };
}

struct bits
bits_multiply (struct aig *aig, struct bits a, struct bits b)
{
  assert (a.width == b.width);
  struct bits zero = bits_constant (aig, a.width, 0), sum = zero;
  for (uint32_t i = 0; i < a.width; i++)
    if (!aig_equal (b.at[i], AIG_FALSE))
      sum = bits_add (aig, sum, bits_choose (aig, b.at[i], move_up (aig, a, i), zero));
  return sum;
}

/* A >= B, as numbers without a sign; *DIFFERENCE is A - B. */
static aig_lit
at_least (struct aig *aig, struct bits a, struct bits b, struct bits *difference)
{
  aig_lit carry = AIG_TRUE;
  *difference = add (aig, a, bits_not (aig, b), &carry);
  return carry;
}

/* A / B without signs, by restoring division: one bit at a time, the highest first. */
static struct bits
divide_plain (struct aig *aig, struct bits a, struct bits b, struct bits *remainder)
{
  assert (a.width == b.width);
  aig_lit *quotient = new_bits (aig, a.width);
  struct bits rest = bits_constant (aig, a.width, 0);
  for (uint32_t i = a.width; i-- > 0;)
    {
      /* The bit shifted out at the top: if it is set, REST is larger than B anyway. */
      aig_lit top = sign_of (rest);
      struct bits next = move_up (aig, rest, 1), difference;
      aig_lit *low = new_bits (aig, a.width);
      for (uint32_t k = 0; k < a.width; k++)
        low[k] = k == 0 ? a.at[i] : next.at[k];
      next.at = low;
      quotient[i] = aig_or (aig, top, at_least (aig, next, b, &difference));
      rest = bits_choose (aig, quotient[i], difference, next);
    }
  *remainder = rest;
  return (struct bits){ quotient, a.width };
}

static struct bits
absolute (struct aig *aig, struct bits a)
{
  return bits_choose (aig, sign_of (a), bits_negate (aig, a), a);
}

struct bits
bits_divide (struct aig *aig, struct bits a, struct bits b, struct bits *remainder)
{
  assert (a.width == b.width);
  struct bits rest;
  struct bits quotient = divide_plain (aig, absolute (aig, a), absolute (aig, b), &rest);
  aig_lit differ = aig_xor (aig, sign_of (a), sign_of (b));
  *remainder = bits_choose (aig, sign_of (a), bits_negate (aig, rest), rest);
  return bits_choose (aig, differ, bits_negate (aig, quotient), quotient);
}

static struct bits
shift (struct aig *aig,
       struct bits (*move) (struct aig *aig, struct bits a, uint32_t places),
       struct bits a, struct bits b)
{
  for (uint32_t i = 0; i < b.width && ((uint32_t) 1 << i) < a.width; i++)
    a = bits_choose (aig, b.at[i], move (aig, a, (uint32_t) 1 << i), a);
  return a;
}

struct bits
bits_shift_left (struct aig *aig, struct bits a, struct bits b)
{
  return shift (aig, move_up, a, b);
}

struct bits
bits_shift_right (struct aig *aig, struct bits a, struct bits b)
{
  return shift (aig, move_down, a, b);
}

/* ---- Comparisons. ---- */

aig_lit
bits_equal (struct aig *aig, struct bits a, struct bits b)
{
  assert (a.width == b.width);
  aig_lit equal = AIG_TRUE;
  for (uint32_t i = 0; i < a.width; i++)
    equal = aig_and (aig, equal, aig_not (aig_xor (aig, a.at[i], b.at[i])));
  return equal;
}

aig_lit
bits_is_zero (struct aig *aig, struct bits a)
{
  aig_lit zero = AIG_TRUE;
  for (uint32_t i = 0; i < a.width; i++)
    zero = aig_and (aig, zero, aig_not (a.at[i]));
  return zero;
}

aig_lit
bits_less (struct aig *aig, struct bits a, struct bits b)
{
  assert (a.width == b.width);
  /* From the lowest bit up: the highest bit that differs decides, and that of the sign
     the other way round. */
  aig_lit less = AIG_FALSE;
  for (uint32_t i = 0; i < a.width; i++)
    {
      bool is_sign = i + 1 == a.width;
      aig_lit differ = aig_xor (aig, a.at[i], b.at[i]);
      less = aig_choose (aig, differ, is_sign ? a.at[i] : b.at[i], less);
    }
  return less;
}

int64_t
bits_value (struct aig_values *values, struct bits a)
{
  assert (a.width >= 1 && a.width <= 64);
  uint64_t value = aig_value (values, sign_of (a)) ? ~(uint64_t) 0 : 0;
  for (uint32_t i = 0; i < a.width; i++)
    {
      uint64_t bit = (uint64_t) 1 << i;
      value = aig_value (values, a.at[i]) ? value | bit : value & ~bit;
    }
  return (int64_t) value;
}
