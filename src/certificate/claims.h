/* claims.h -- writes what was computed for a role as lines of a certificate. */
#ifndef CERTIFICATE_CLAIMS_H
#define CERTIFICATE_CLAIMS_H

#include "certificate/write.h"
#include "engine/weighted/tuple_weights.h"

/* Append to TEXT the claims about a role that was solved in the domain of ANTICHAINS,
   with LOCKS, without slicing or running ahead; tables go to WRITER.  SCRATCH may be
   cleared afterwards. */
void claims_print (struct certificate_text *text, struct writer *writer,
                   const struct solution *solution, const struct antichains *antichains,
                   const struct lock_numbers *locks, struct arena *scratch);

#endif
