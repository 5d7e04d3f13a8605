/* place_values.h -- what a value is where its process is, as far as the text tells.
 *
 * A walk backwards from a place looks for what was assigned last to a slot, or to a cell
 * of a field by this process.  If all ways tell of the same cell, the value is a copy of
 * it; if all tell of constants, the bits in which these agree are known.  Nobody asks
 * what other processes write meanwhile: so what is found is likely, and no more.
 */
#ifndef ENGINE_BLOCKS_PLACE_VALUES_H
#define ENGINE_BLOCKS_PLACE_VALUES_H

#include "engine/blocks/backward.h"
#include "engine/blocks/index_terms.h"

enum origin_kind
{
  ORIGIN_NONE, /* no way leads here */
  ORIGIN_BITS, /* constants: the bits of `mask' are those of `value' */
  ORIGIN_CELL, /* a copy of cell `cell' of field `field', cut to `width' bits */
  ORIGIN_UNKNOWN,
};

struct origin
{
  enum origin_kind kind;
  uint64_t mask, value;
  uint32_t field, cell, width;
};

/* The process U with its places, and the steps to each of them. */
struct place_values
{
  struct unrolled *u;
  const struct places *places;
  const struct backward *backward;
  uint32_t left; /* steps that walks may still make, all together */
};

/* Where the value of SLOT, of the frame over BELOW, comes from at PLACE. */
struct origin place_values_slot (struct place_values *values, uint32_t place,
                                 pds_stack below, uint32_t slot);

/* The same for a cell of FIELD, which begins with FIRST. */
struct origin place_values_cell (struct place_values *values, uint32_t place,
                                 uint32_t field, uint32_t cell, struct origin first);

#endif
