/* bits.h -- bit-vectors over an and-inverter graph: the arithmetic of EML as circuits.
 *
 * A vector is a list of literals, the least significant one first; it never changes.
 * Numbers are two's complement.  Operands of one operation have one width, which is the
 * width of the result; bits_cut and bits_extend change widths.
 */
#ifndef ENGINE_SAT_BITS_H
#define ENGINE_SAT_BITS_H

#include "engine/sat/aig.h"

struct bits
{
  const aig_lit *at;
  uint32_t width;
};

struct bits bits_constant (struct aig *aig, uint32_t width, int64_t value);
struct bits bits_input (struct aig *aig, uint32_t width);
/* One bit. */
struct bits bits_single (struct aig *aig, aig_lit bit);

/* The low WIDTH bits of A; A with more bits, all equal to its sign. */
struct bits bits_cut (struct bits a, uint32_t width);
struct bits bits_extend (struct aig *aig, struct bits a, uint32_t width);

struct bits bits_not (struct aig *aig, struct bits a);
struct bits bits_and (struct aig *aig, struct bits a, struct bits b);
struct bits bits_or (struct aig *aig, struct bits a, struct bits b);
struct bits bits_xor (struct aig *aig, struct bits a, struct bits b);
struct bits bits_choose (struct aig *aig, aig_lit condition, struct bits yes,
                         struct bits no);

struct bits bits_add (struct aig *aig, struct bits a, struct bits b);
struct bits bits_subtract (struct aig *aig, struct bits a, struct bits b);
struct bits bits_negate (struct aig *aig, struct bits a);
struct bits bits_multiply (struct aig *aig, struct bits a, struct bits b);
/* Division toward zero, as in C; the result is undefined if B is 0. */
struct bits bits_divide (struct aig *aig, struct bits a, struct bits b,
                         struct bits *remainder);
/* Shifts by the value of B, between 0 and the width of A; otherwise the result is
   undefined.  To the right the sign is copied. */
struct bits bits_shift_left (struct aig *aig, struct bits a, struct bits b);
struct bits bits_shift_right (struct aig *aig, struct bits a, struct bits b);

aig_lit bits_equal (struct aig *aig, struct bits a, struct bits b);
aig_lit bits_is_zero (struct aig *aig, struct bits a);
/* A < B, as numbers with a sign. */
aig_lit bits_less (struct aig *aig, struct bits a, struct bits b);

/* The value of A, sign-extended. */
int64_t bits_value (struct aig_values *values, struct bits a);

#endif
