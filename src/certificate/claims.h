/* claims.h -- what was computed for a role, as lines of a certificate. */
#ifndef CERTIFICATE_CLAIMS_H
#define CERTIFICATE_CLAIMS_H

#include "engine/antichain/tuple_weights.h"
#include "certificate/write.h"

/* The claims of a role that was solved in the domain of ANTICHAINS without
   slicing and running ahead.  LOCKS: by number of a lock in the fragments, the
   model's.  Appended to TEXT; tables go to WRITER.  SCRATCH may be cleared
   afterwards. */
void claims_print (struct certificate_text *text, struct writer *writer,
                   const struct solution *solution,
                   const struct antichains *antichains, const uint32_t *locks,
                   struct arena *scratch);

#endif
