/* bits.c -- circuits against the machine's arithmetic.
 *
 * Each operation is built once for a width, over inputs; then random numbers are put in.
 * Constants that are put in when the circuit is built must give the same values.
 */
#include <config.h>

#include <string.h>

#include "engine/sat/bits.h"
#include "tests/base/random.h"
#include "tests/lib/tap.h"

static struct quota quota;
static struct arena arena;
static uint64_t seed = 7;

/* The values of the inputs, by their order. */
struct setting
{
  uint64_t a, b, c;
  uint32_t width;
};

/* Inputs: A at nodes 1 .. width, then B, then C. */
static bool
value_of (void *context, uint32_t node)
{
  const struct setting *s = context;
  uint32_t bit = (node - 1) % s->width;
  uint64_t word = (node - 1) / s->width == 0   ? s->a
                  : (node - 1) / s->width == 1 ? s->b
                                               : s->c;
  return (word >> bit) & 1;
}

static int64_t
cut (uint64_t value, uint32_t width)
{
  return (int64_t) (value << (64 - width)) >> (64 - width);
}

enum operation
{
  ADD,
  SUBTRACT,
  NEGATE,
  MULTIPLY,
  DIVIDE,
  REMAINDER,
  LEFT,
  RIGHT,
  NOT,
  AND,
  OR,
  XOR,
  CHOOSE,
  EQUAL,
  LESS,
  ZERO,
  OPERATIONS,
};
static const char *const names[OPERATIONS]
  = { "add",        "subtract",    "negate", "multiply", "divide", "remainder",
      "shift left", "shift right", "not",    "and",      "or",     "xor",
      "choose",     "equal",       "less",   "zero" };

static struct bits
build (struct aig *aig, enum operation op, struct bits a, struct bits b, struct bits c)
{
  struct bits rest, quotient;
  switch (op)
    {
    case ADD: return bits_add (aig, a, b);
    case SUBTRACT: return bits_subtract (aig, a, b);
    case NEGATE: return bits_negate (aig, a);
    case MULTIPLY: return bits_multiply (aig, a, b);
    case DIVIDE: return bits_divide (aig, a, b, &rest);
    case REMAINDER:
      quotient = bits_divide (aig, a, b, &rest);
      (void) quotient;
      return rest;
    case LEFT: return bits_shift_left (aig, a, b);
    case RIGHT: return bits_shift_right (aig, a, b);
    case NOT: return bits_not (aig, a);
    case AND: return bits_and (aig, a, b);
    case OR: return bits_or (aig, a, b);
    case XOR: return bits_xor (aig, a, b);
    case CHOOSE: return bits_choose (aig, c.at[0], a, b);
    case EQUAL: return bits_single (aig, bits_equal (aig, a, b));
    case LESS: return bits_single (aig, bits_less (aig, a, b));
    case ZERO: return bits_single (aig, bits_is_zero (aig, a));
    case OPERATIONS: break;
    }
  return a;
}

/* What OP of A, B and C is; false: it is not defined. */
static bool
compute (enum operation op, uint32_t width, int64_t a, int64_t b, int64_t c, int64_t *r)
{
  uint64_t x = (uint64_t) a, y = (uint64_t) b;
  switch (op)
    {
    case ADD: *r = cut (x + y, width); break;
    case SUBTRACT: *r = cut (x - y, width); break;
    case NEGATE: *r = cut (0 - x, width); break;
    case MULTIPLY: *r = cut (x * y, width); break;
    case DIVIDE:
      if (b == 0)
        return false;
      *r = b == -1 ? cut (0 - x, width) : cut ((uint64_t) (a / b), width);
      break;
    case REMAINDER:
      if (b == 0)
        return false;
      *r = b == -1 ? 0 : a % b;
      break;
    case LEFT:
    case RIGHT:
      if (b < 0 || b >= (int64_t) width)
        return false;
      *r = op == LEFT ? cut (x << b, width) : a >> b;
      break;
    case NOT: *r = ~a; break;
    case AND: *r = a & b; break;
    case OR: *r = a | b; break;
    case XOR: *r = a ^ b; break;
    case CHOOSE: *r = c & 1 ? a : b; break;
    case EQUAL: *r = -(int64_t) (a == b); break;
    case LESS: *r = -(int64_t) (a < b); break;
    case ZERO: *r = -(int64_t) (a == 0); break;
    case OPERATIONS: return false;
    }
  return true;
}

static uint64_t
interesting (uint32_t width)
{
  uint64_t value = random_next (&seed);
  switch (random_below (&seed, 4))
    {
    case 0: return random_below (&seed, width + 1);
    case 1: return 0 - (uint64_t) random_below (&seed, 3);
    case 2: return (uint64_t) 1 << (width - 1);
    default: return value;
    }
}

static void
check (enum operation op, uint32_t width)
{
  arena_clear (&arena);
  struct aig aig;
  aig_init (&aig, &arena);
  struct bits a = bits_input (&aig, width), b = bits_input (&aig, width),
              c = bits_input (&aig, width);
  struct bits result = build (&aig, op, a, b, c);
  uint32_t size = aig.nodes.count, wrong = 0;
  struct bits again = build (&aig, op, a, b, c);
  bool same = aig.nodes.count == size
              && memcmp (again.at, result.at, result.width * sizeof *again.at) == 0;
  for (uint32_t i = 0; i < 60; i++)
    {
      struct setting s
        = { interesting (width), interesting (width), interesting (width), width };
      int64_t x = cut (s.a, width), y = cut (s.b, width), z = cut (s.c, width), expected;
      if (!compute (op, width, x, y, z, &expected))
        continue;
      struct aig_values values;
      aig_values_init (&values, &aig, value_of, &s, &arena);
      wrong += bits_value (&values, result) != expected;
      struct bits folded
        = build (&aig, op, bits_constant (&aig, width, x), bits_constant (&aig, width, y),
                 bits_constant (&aig, width, z));
      for (uint32_t k = 0; k < folded.width; k++)
        wrong += !aig_is_constant (folded.at[k])
                 || aig_equal (folded.at[k], AIG_TRUE) != ((expected >> k) & 1);
    }
  tap_ok (wrong == 0 && same, "%s, %u bits, %u nodes", names[op], (unsigned) width,
          (unsigned) size);
}

static void
check_all (void)
{
  static const uint32_t widths[] = { 1, 2, 3, 8, 31, 32, 64 };
  for (uint32_t op = 0; op < OPERATIONS; op++)
    for (uint32_t w = 0; w < sizeof widths / sizeof *widths; w++)
      check ((enum operation) op, widths[w]);
}

int
main (void)
{
  quota_init (&quota);
  arena_init (&arena, &quota);
  if (quota_checkpoint (&quota))
    return 1;
  check_all ();
  arena_clear (&arena);
  return tap_done ();
}
