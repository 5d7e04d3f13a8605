/* proving.h -- `check --certificate': a certificate beside the verdicts.
 *
 * Certificates are certificate/certificate.h; this is what a command says
 * about them on standard error, and their status.
 */
#ifndef CLI_CERTIFICATE_OUTPUT_H
#define CLI_CERTIFICATE_OUTPUT_H

#include "query/query_options.h"
#include "certificate/certificate.h"
#include "io/outfile.h"

struct certificate_output
{
  const char *path;                /* null: no certificate is wanted */
  struct outfile file;
  struct certificate *certificate; /* or null: it cannot be written */
  struct certificate_about about;
};

/* All do nothing where none is wanted. */
enum status certificate_output_begin (struct certificate_output *proving, const struct query_options *asked,
                           const struct model_queries *model);
/* Query number QUERY is safe.  Says so if there will be no proof of it. */
void certificate_output_add (struct certificate_output *proving, const struct model_queries *model,
                  uint32_t query);
/* STATS: say what it took. */
enum status certificate_output_end (struct certificate_output *proving, bool stats);

#endif
