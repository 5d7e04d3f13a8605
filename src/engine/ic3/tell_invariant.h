/* tell_invariant.h -- the invariant that was found, as certificates want it. */
#ifndef ENGINE_IC3_TELL_INVARIANT_H
#define ENGINE_IC3_TELL_INVARIANT_H

#include "engine/blocks/block_relation.h"
#include "engine/pdr/pdr.h"

/* What PDR has proved about RELATION, which is plain.  In ARENA; the bits are those of
   the relation. */
const struct invariant *tell_invariant (const struct block_relation *relation,
                                        const struct pdr *pdr, struct arena *arena);

#endif
