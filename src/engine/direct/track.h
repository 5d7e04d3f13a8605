/* track.h -- what one thread does, rule by rule, and where it waits for the others.
 *
 * A track is a run of one process, with its stack, spelt out from ways (ways.h).
 */
#ifndef DIRECT_TRACK_H
#define DIRECT_TRACK_H

#include "engine/direct/access_ways.h"

struct track
{
  struct arena *arena;
  pds_symbol top;         /* PDS_NO_SYMBOL: the process has ended */
  VEC (pds_symbol) below; /* the rest of the stack, the bottom first */
  VEC (uint32_t) rules;   /* the rules used so far */
  const bool *waits;      /* by symbol: a place to wait, if one is wanted; or null */
  uint32_t waited;        /* rules up to the first such place, or WAYS_NONE */
  bool failed;            /* it is too long, and must not be used */
};

/* Begin the track of a process at ENTRY. */
void track_init (struct track *track, pds_symbol entry, struct arena *arena);

/* From here on look for a place to wait, a symbol of WAITS. */
void track_seek (struct track *track, const bool *waits);

/* Go on by EDGE, in WAYS.  An edge OUT returns to wherever the stack says. */
void track_go (struct track *track, const struct ways *ways, struct way_edge edge);

/* Go from the entry of a process to SYMBOL. */
void track_reach (struct track *track, const struct ways *ways,
                  const struct ways_tree *tree, uint32_t symbol);

/* Go from the entry of a process to where the way EDGES begins, with the stack that its
   edges OUT need.  EVERYWHERE bars what is barred before the way. */
void track_approach (struct track *track, const struct ways *everywhere,
                     const struct ways_tree *tree, const struct way_edge *edges,
                     uint32_t count);

/* Go to a place of WAITS, near in its procedure or where a caller goes on; false: there
   is none.  ENTRY by symbol: that of its procedure. */
bool track_rest (struct track *track, const struct ways *ways, const bool *waits,
                 const uint32_t *entry);

#endif
