/* layout.h -- the shared state of processes as bit-vectors: its items.
 *
 *     cells of fields with a type   as wide as the type
 *     owner of each lock            0: nobody, else the process from 1
 *     started, finished             one bit for each process, in models with life cycles
 *     waiting                       of each process, if the question is about wait sets:
 *                                   the lock in whose set it is, from 1; 0: in none
 *     done                          steps made of the automaton, if the question has one
 *
 * A shared state is an array of vectors, by item.
 */
#ifndef ENGINE_SYMBOLIC_LAYOUT_H
#define ENGINE_SYMBOLIC_LAYOUT_H

#include "engine/sat/bits.h"
#include "ir/project.h"

#define LAYOUT_NONE UINT32_MAX

struct layout
{
  const struct ir_projection *lowering;
  uint32_t *first_cell;   /* by field; LAYOUT_NONE: it has no value */
  uint32_t first_owner;   /* by lock from here on */
  uint32_t first_started; /* by process, or LAYOUT_NONE: no life cycles */
  uint32_t first_finished;
  uint32_t first_waiting; /* by process, or LAYOUT_NONE: waits may end any time */
  uint32_t done;          /* or LAYOUT_NONE */
  VEC (uint8_t) width;    /* by item */
};

/* DATA: fields have values.  WAITS: wait sets exist.  STEPS: of the automaton, or 0. */
void layout_init (struct layout *layout, const struct ir_projection *lowering, bool data,
                  bool waits, uint32_t steps, struct arena *arena);

/* The initial state; cells that may start with any value are inputs. */
struct bits *layout_start (const struct layout *layout, struct aig *aig);

/* A state whose items are all inputs. */
struct bits *layout_inputs (const struct layout *layout, struct aig *aig);

/* The value of the cell INDEX of FIELD in SHARED; INDEX is null if FIELD is no array. */
struct bits layout_read (const struct layout *layout, struct aig *aig,
                         const struct bits *shared, field_id field,
                         const struct bits *index);
/* Write VALUE, as wide as the field, into that cell if WHEN. */
void layout_write (const struct layout *layout, struct aig *aig, struct bits *shared,
                   aig_lit when, field_id field, const struct bits *index,
                   struct bits value);

/* The number of bits for the numbers up to MOST. */
uint32_t layout_bits_for (uint64_t most);

#endif
