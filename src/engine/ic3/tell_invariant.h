/* tell_invariant.h -- translates the invariant that was found into the form that
   certificates have. */
#ifndef ENGINE_IC3_TELL_INVARIANT_H
#define ENGINE_IC3_TELL_INVARIANT_H

#include "engine/blocks/block_relation.h"
#include "engine/pdr/pdr.h"

/* Returns what PDR has proved about RELATION, which is plain, in ARENA.  Its bits are
   those of the relation. */
const struct invariant *tell_invariant (const struct block_relation *relation,
                                        const struct pdr *pdr, struct arena *arena);

#endif
