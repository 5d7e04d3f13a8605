/* certificate_output.h -- `check --certificate': a certificate beside the verdicts.
 *
 * Certificates are certificate/certificate.h; this is what a command says
 * about them on standard error, and their status.
 */
#ifndef SRC_PROVING_H
#define SRC_PROVING_H

#include "certificate/certificate.h"
#include "io/outfile.h"
#include "query/query_options.h"

struct proving
{
  const char *path;                /* null: no certificate is wanted */
  struct outfile file;
  struct certificate *certificate; /* or null: it cannot be written */
  struct certificate_about about;
};

/* All do nothing where none is wanted. */
enum status proving_begin (struct proving *proving, const struct asked *asked,
                           const struct asked_model *model);
/* Query number QUERY is safe.  Says so if there will be no proof of it. */
void proving_add (struct proving *proving, const struct asked_model *model,
                  uint32_t query);
/* STATS: say what it took. */
enum status proving_end (struct proving *proving, bool stats);

#endif
