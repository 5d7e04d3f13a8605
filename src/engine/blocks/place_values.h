/* place_values.h -- where the value of a slot or cell probably comes from, at a place.
 *
 * A walk backwards from a place looks for what was assigned last to a slot, or by this
 * process to a cell.  If all paths read the same cell, the value is a copy of it; if all
 * assign constants, the bits in which these agree are known.  Writes of other processes
 * are ignored: so the result is likely, not certain.
 */
#ifndef ENGINE_BLOCKS_PLACE_VALUES_H
#define ENGINE_BLOCKS_PLACE_VALUES_H

#include "engine/blocks/backward.h"
#include "engine/blocks/index_terms.h"

enum origin_kind
{
  ORIGIN_NONE, /* no path leads here */
  ORIGIN_BITS, /* constants: the bits in `mask' are those of `value' */
  ORIGIN_CELL, /* a copy of cell `cell' of field `field', cut to `width' bits */
  ORIGIN_UNKNOWN,
};

struct origin
{
  enum origin_kind kind;
  uint64_t mask, value;
  uint32_t field, cell, width;
};

/* The process U, its places, and the predecessors of each of them. */
struct place_values
{
  struct unrolled *u;
  const struct places *places;
  const struct backward *backward;
  uint32_t left; /* steps that all walks together may still make */
};

/* Where the value of SLOT, of the frame over BELOW, comes from at PLACE. */
struct origin place_values_slot (struct place_values *values, uint32_t place,
                                 pds_stack below, uint32_t slot);

/* The origin of a cell of FIELD at PLACE; FIRST is its initial value. */
struct origin place_values_cell (struct place_values *values, uint32_t place,
                                 uint32_t field, uint32_t cell, struct origin first);

#endif
