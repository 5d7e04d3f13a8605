/* certificate.h -- writing a certificate: why the safe queries of a model are
 * safe (doc/certificates.md).
 *
 *     struct certificate *c = certificate_begin (file, &about);
 *     const char *reason = certificate_add (c, query);   ... for each safe query
 *     certificate_end (c);
 *
 * Whichever engine decided a query, its certificate comes from the antichains:
 * the weighted automata of its roles, with few reductions, so that they are
 * easy to check.  That is computed here, under limits of its own; a query that
 * exceeds them is in the file as `open', and the caller is told why.
 *
 * Whether everything has arrived in the file, its owner asks it (ferror).
 */
#ifndef CERTIFICATE_CERTIFICATE_H
#define CERTIFICATE_CERTIFICATE_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include "engine/decide.h"

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

/* Null: memory is out.  FILE is borrowed. */
struct certificate *certificate_begin (FILE *file, const struct certificate_about *about);

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

/* Write the end.  The certificate is gone. */
void certificate_end (struct certificate *certificate);

#endif
