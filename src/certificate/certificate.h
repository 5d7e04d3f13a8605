/* certificate.h -- writing a certificate: why the safe queries of a model are
 * safe (doc/certificates.md).
 *
 *     struct certificate *c = certificate_begin (path, &about);
 *     const char *reason = certificate_add (c, query);   ... for each safe query
 *     bool fine = certificate_end (c);
 *
 * Whichever engine decided a query, its certificate comes from the antichains:
 * the weighted automata of its roles, with few reductions, so that they are
 * easy to check.  That is computed here, under limits of its own; a query that
 * exceeds them is in the file as `open', and the caller is told why.
 *
 * The file is written beside PATH and takes its place at the end.
 */
#ifndef CERTIFICATE_CERTIFICATE_H
#define CERTIFICATE_CERTIFICATE_H

#include <stdbool.h>
#include <stdint.h>

#include "decide.h"

struct certificate;

/* What the certificate is about; borrowed for as long as it is made. */
struct certificate_about
{
  const struct pds *pds;
  const struct source *model;        /* its text */
  const struct source *automata_text;
  const struct pa_set *automata;
  const struct decide_options *decide; /* processes asked about, and limits */
  uint64_t budget; /* so much work (compositions and comparisons) one role may
                      take; 0: CERTIFICATE_BUDGET */
};

#define CERTIFICATE_BUDGET 20000000

/* Null, with errno: the file cannot be written, or memory is out. */
struct certificate *certificate_begin (const char *path,
                                       const struct certificate_about *about);

/* QUERY was found safe.  Queries come in the order of the model.  Null, or why
   there is no proof of it in the certificate: "budget", "size", "memory",
   "timeout", "interrupted". */
const char *certificate_add (struct certificate *certificate, const struct query *query);

struct certificate_sizes
{
  uint32_t queries, open, roles;
  uint64_t bytes, nanoseconds;
};
struct certificate_sizes certificate_sizes (const struct certificate *certificate);

/* False, with errno: it was not written.  The certificate is gone. */
bool certificate_end (struct certificate *certificate);

#endif
