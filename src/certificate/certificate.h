/* certificate.h -- write a certificate: why the safe queries of a model are safe
 * (doc/certificates.md).
 *
 *     struct certificate *c = certificate_begin (file, &about);
 *     for each safe query
 *       const char *reason = certificate_add (c, query, with_data);
 *     certificate_end (c);
 *
 * Whichever engine decided a query, its certificate is made of antichains: the weighted
 * automata of its roles, with few reductions, so that they are easy to check; or, if the
 * query is safe because of values, of invariants, for which the engine ic3 is asked
 * without reductions.  Both are computed here, under limits of their own.  A query that
 * exceeds these limits is in the file as `open', and the caller is told why.
 *
 * Errors of writing are left to the owner of the file (ferror).
 */
#ifndef CERTIFICATE_CERTIFICATE_H
#define CERTIFICATE_CERTIFICATE_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include "ask/decide.h"

struct certificate;

/* What the certificate is about; borrowed until certificate_end. */
struct certificate_about
{
  const struct ir_projection *lowering;
  const struct pds *pds; /* of the lowering */
  const void *model;     /* its identity (ir/identity.h) */
  size_t model_length;
  const struct source *automata_text;
  const struct pa_set *automata;
  const struct decide_options *decide; /* the allowed processes, and the limits */
  uint64_t budget; /* the most compositions and comparisons for one role;
                      0: CERTIFICATE_BUDGET */
};

#define CERTIFICATE_BUDGET 20000000

/* Null: out of memory.  FILE is borrowed. */
struct certificate *certificate_begin (FILE *file, const struct certificate_about *about);

/* Prove QUERY, which was found to be safe; WITH_DATA: because of the values.  Queries
   come in the order of the model.  Returns null, or why there is no proof of it in the
   certificate: "budget", "size", "memory", "timeout", "interrupted", "bound", "scripts",
   "data", "recursion". */
const char *certificate_add (struct certificate *certificate, const struct query *query,
                             bool with_data);

struct certificate_sizes
{
  uint32_t queries, open, roles, invariants;
  uint64_t bytes, nanoseconds;
};
struct certificate_sizes certificate_sizes (const struct certificate *certificate);

/* Write the last line, and free the certificate.  False: out of memory for a part of it,
   so that what was written is no certificate. */
bool certificate_end (struct certificate *certificate);

#endif
