/* certificate_output.h -- `check --certificate': certificates beside the verdicts.
 *
 * certificate/certificate.h makes certificates; this opens and closes their file, which
 * has one for each model, and says on standard error what became of them.
 */
#ifndef CLI_CERTIFICATE_OUTPUT_H
#define CLI_CERTIFICATE_OUTPUT_H

#include "results/query_options.h"
#include "certificate/certificate.h"
#include "io/destination.h"
#include "witness/verdict.h"

struct certificate_output
{
  const char *path; /* "-": standard output; null: no certificate is
                       wanted */
  struct destination file;
  bool is_open, has_failed;        /* FILE; a failed one is not opened again */
  uint32_t proved;                 /* queries with a proof in FILE */
  struct certificate *certificate; /* null: there is none, or it cannot be written */
  struct certificate_about about;
};

/* All of these do nothing if no certificate is wanted. */

/* Begin the certificate of MODEL; opens the file for the first one. */
enum status certificate_output_begin (struct certificate_output *output,
                                      const struct query_options *options,
                                      const struct model_queries *model);
/* Prove that query NUMBER is safe, for which VERDICT says whether the values decided;
   warns if that takes too much. */
void certificate_output_add (struct certificate_output *output,
                             const struct model_queries *model, uint32_t number,
                             const struct verdict *verdict);
/* End it.  STATS: say how large the certificate became, and how long it took. */
enum status certificate_output_end (struct certificate_output *output, bool stats);
/* Put the file in its place.  After an unwinding in the midst of a certificate, no file
   is left over, and an old one stays as it is. */
enum status certificate_output_close (struct certificate_output *output);

#endif
