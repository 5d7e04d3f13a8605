/* hazards.h -- accesses that a process can still come to, and what is known of them
 * (doc/reductions.md, section 4).
 *
 * A hazard at a place is an access to a field that can be reached from there.  It says
 * which cell will be accessed, and which locks will be held then, in terms of the state
 * in which the process is at that place (index_terms.h).  Hazards are found by going
 * backwards from the accesses, once for each process, field, and whether only writes
 * matter.
 */
#ifndef ENGINE_BLOCKS_HAZARDS_H
#define ENGINE_BLOCKS_HAZARDS_H

#include "engine/steps/liveness.h"
#include "engine/blocks/backward.h"
#include "engine/blocks/index_terms.h"

/* Of nested locks of arrays the innermost ones count. */
#define HAZARD_LOCKS 3u

/* Of that many processes a hazard knows whether they are joined before. */
#define HAZARD_PROCESSES 64u

/* A lock of an array that will be held. */
struct hazard_lock
{
  lock_id first;
  uint32_t count;
  bool by_cell;      /* its place in the array is a function of the index of the cell: */
  uint32_t function; /* ... this expression, with the index in place of any slot; or
                        IR_NO_EXPR: it is the index */
  struct term place; /* otherwise */
};

struct hazard
{
  struct term cell; /* the index; unknown also of a field that is no array */
  idset held;       /* locks that are held in any case */
  struct hazard_lock locks[HAZARD_LOCKS];
  uint32_t lock_count;
  uint64_t joined; /* a bit for each process, below HAZARD_PROCESSES: it must have
                      ended by then */
  bool writes;
  bool swaps; /* it is made only if the cell is `expected' (swaps.h) */
  int64_t expected;
};

/* The hazards of one process for one field. */
struct hazards
{
  VEC (struct hazard) list; /* all that there are at any place; accesses first */
  uint32_t access_count;    /* that many are at the accesses themselves */
  struct pairmap at;        /* (place, hazard) */
  uint32_t *count_at;       /* by place */
};

/* A lock of an array that a process holds at a place. */
struct open_lock
{
  lock_id first;
  uint32_t count;
  pds_stack below;
  uint32_t slot;  /* of that frame: which one; -1: it was held already */
  uint32_t outer; /* the next one, or OPEN_NONE */
};

#define OPEN_NONE UINT32_MAX

/* What hazards of one process are made from. */
struct danger
{
  struct unrolled *u;
  const struct places *places;
  const struct liveness *liveness; /* or null: there are no codes */
  struct backward backward;
  uint32_t *open; /* by place: the innermost open lock, or OPEN_NONE */
  VEC (struct open_lock) locks;
  struct hazards **by_field; /* by field: all accesses; then by field: writes; or null:
                                not looked at yet */
};

void danger_init (struct danger *danger, struct unrolled *u, const struct places *places,
                  const struct liveness *liveness);

/* Does the step E, an access, read or write a value that matters to anybody? */
bool danger_is_real (const struct danger *danger, const struct effect *e);

/* The hazards for FIELD: all accesses to it, or only writes. */
const struct hazards *danger_hazards (struct danger *danger, field_id field,
                                      bool only_writes);

/* Is hazard number HAZARD at PLACE? */
static inline bool
hazards_are_at (const struct hazards *hazards, uint32_t place, uint32_t hazard)
{
  return pairmap_get (&hazards->at, place, hazard) != PAIRMAP_FREE;
}

#endif
