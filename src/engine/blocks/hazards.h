/* hazards.h -- accesses that a process can still come to, and what is known of them
 * (doc/reductions.md, section 4).
 *
 * A hazard at a place is an access to a field that can be reached from there.  It says
 * which cell will be accessed, and which locks will be held then, in terms of the state
 * in which the process is at that place (index_terms.h).  Hazards are found by going
 * backwards from the accesses, once for each process and field, for all accesses and for
 * writes only.
 */
#ifndef ENGINE_BLOCKS_HAZARDS_H
#define ENGINE_BLOCKS_HAZARDS_H

#include "engine/steps/liveness.h"
#include "engine/blocks/backward.h"
#include "engine/blocks/index_terms.h"

/* Of nested locks of arrays a hazard has at most the innermost ones, so many. */
#define HAZARD_LOCKS 3u

/* A hazard says of the first processes, so many, whether they are joined before it. */
#define HAZARD_PROCESSES 64u

/* A lock of an array that will be held at the access. */
struct hazard_lock
{
  lock_id first;
  uint32_t count;
  bool by_cell;      /* its index in the array is a function of that of the cell */
  uint32_t function; /* if so: an expression, with the cell's index in place of any slot;
                        or IR_NO_EXPR, the identity */
  struct index_term place; /* otherwise: its index in the array */
};

struct hazard
{
  struct index_term
    cell;     /* the index of the cell; unknown also if the field is no array */
  idset held; /* locks that are held in any case */
  struct hazard_lock locks[HAZARD_LOCKS];
  uint32_t lock_count;
  uint64_t joined; /* by process, below HAZARD_PROCESSES: a bit that says that it must
                      have ended by then */
  bool writes;
  bool swaps; /* it writes only if the cell is `expected' (swaps.h) */
  int64_t expected;
};

/* The hazards of one process for one field. */
struct hazards
{
  VEC (struct hazard) list; /* the hazards at any place; those at accesses first */
  uint32_t access_count;    /* how many are at the accesses themselves */
  struct pairmap at;        /* pairs (place, hazard) */
  uint32_t *count_at;       /* by place: how many hazards it has */
};

/* A lock of an array that a process holds at a place, taken by an IR_ACQUIRE_AT. */
struct open_lock
{
  lock_id first;
  uint32_t count;
  pds_stack below;
  uint32_t slot;  /* the slot of that frame with its index; -1: it was held already */
  uint32_t outer; /* the next one outwards, or OPEN_NONE */
};

#define OPEN_NONE UINT32_MAX

/* What the hazards of one process are computed from. */
struct danger
{
  struct unrolled *u;
  const struct places *places;
  const struct liveness *liveness; /* or null: there are no codes */
  struct backward backward;
  uint32_t *open; /* by place: the innermost open lock, or OPEN_NONE */
  VEC (struct open_lock) locks;
  struct hazards **by_field; /* hazards by field: of all accesses, then of writes only;
                                null: not computed yet */
};

void danger_init (struct danger *danger, struct unrolled *u, const struct places *places,
                  const struct liveness *liveness);

/* Does the step E, an access, read or write a value that matters to any process? */
bool danger_is_real (const struct danger *danger, const struct effect *e);

/* The hazards for FIELD: all accesses, or only writes. */
const struct hazards *danger_hazards (struct danger *danger, field_id field,
                                      bool only_writes);

/* Is hazard number HAZARD at PLACE? */
static inline bool
hazards_are_at (const struct hazards *hazards, uint32_t place, uint32_t hazard)
{
  return pairmap_get (&hazards->at, place, hazard) != PAIRMAP_FREE;
}

#endif
