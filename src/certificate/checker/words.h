/* words.h -- values as rows of gates: the arithmetic of EML (ir/ir.h), once more.
 *
 * A word has its lowest bit first, and 1 to 64 of them; it is a number in two's
 * complement. (A truth value is a word of one bit, and is never extended.)  Words are in
 * the arena of the gates.
 */
#ifndef CERTIFICATE_CHECKER_WORDS_H
#define CERTIFICATE_CHECKER_WORDS_H

#include "certificate/checker/gates.h"

struct word
{
  const gate *at;
  uint32_t width;
};

struct word word_constant (struct gates *gates, uint32_t width, int64_t value);
struct word word_input (struct gates *gates, uint32_t width);
struct word word_of_bit (struct gates *gates, gate bit);
/* A cut to WIDTH bits, or extended by its sign. */
struct word word_fit (struct gates *gates, struct word a, uint32_t width);
struct word word_choose (struct gates *gates, gate condition, struct word yes,
                         struct word no);

/* A and B are of one width, and so is the result. */
struct word word_not (struct gates *gates, struct word a);
struct word word_and (struct gates *gates, struct word a, struct word b);
struct word word_or (struct gates *gates, struct word a, struct word b);
struct word word_xor (struct gates *gates, struct word a, struct word b);
struct word word_add (struct gates *gates, struct word a, struct word b);
struct word word_subtract (struct gates *gates, struct word a, struct word b);
struct word word_multiply (struct gates *gates, struct word a, struct word b);
/* Division toward zero; undefined if B is 0. */
struct word word_divide (struct gates *gates, struct word a, struct word b,
                         struct word *remainder);

/* A moved by B places, 0 <= B < 64; of any width. */
struct word word_shift_left (struct gates *gates, struct word a, struct word b);
struct word word_shift_right (struct gates *gates, struct word a, struct word b);

gate word_equal (struct gates *gates, struct word a, struct word b);
gate word_less (struct gates *gates, struct word a, struct word b);
/* Is A the number VALUE?  Of any width. */
gate word_is (struct gates *gates, struct word a, int64_t value);
/* Is A not one of 0 .. COUNT - 1?  Of any width. */
gate word_is_outside (struct gates *gates, struct word a, uint64_t count);

#endif
