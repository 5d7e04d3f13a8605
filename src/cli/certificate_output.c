/* proving.c -- see proving.h. */
#include <config.h>

#include "cli/certificate_output.h"

#include <stdio.h>
#include <string.h>

#include "base/text.h"

enum status
certificate_output_begin (struct certificate_output *proving, const struct query_options *asked,
               const struct model_queries *model)
{
  if (!proving->path)
    return STATUS_FINE;
  proving->about = (struct certificate_about){ .pds = &model->eml->lowering.pds,
                                               .model = &model->eml->source,
                                               .automata_text = &asked->pa.source,
                                               .automata = model->automata,
                                               .decide = &model->decide };
  if (!outfile_open (&proving->file, proving->path))
    return outfile_close (&proving->file);
  proving->certificate = certificate_begin (proving->file.stream, &proving->about);
  if (proving->certificate)
    return STATUS_FINE;
  outfile_discard (&proving->file);
  text_print_safe (stderr, proving->path, strlen (proving->path));
  fputs (": error: there is not enough memory for a certificate\n", stderr);
  return STATUS_NOT_WRITTEN;
}

void
certificate_output_add (struct certificate_output *proving, const struct model_queries *model, uint32_t number)
{
  const struct query *query = &model->queries.list.at[number];
  const char *reason
    = proving->certificate ? certificate_add (proving->certificate, query) : NULL;
  if (!reason)
    return;
  text_print_safe (stderr, model->eml->source.path, strlen (model->eml->source.path));
  fputs (": warning: pattern ", stderr);
  text_show_name (stderr, query->automaton->name);
  for (uint32_t i = 0; i < query->automaton->parameters.count; i++)
    {
      fputs (i ? "," : ", ", stderr);
      const char *field = model->eml->lowering.pds.fields.at[query->fields[i]].name;
      text_print_safe (stderr, field, strlen (field));
    }
  fprintf (stderr, ": safe, but not certified: a proof takes too much (%s)\n", reason);
}

enum status
certificate_output_end (struct certificate_output *proving, bool stats)
{
  if (!proving->certificate)
    return STATUS_FINE;
  struct certificate_sizes sizes = certificate_sizes (proving->certificate);
  certificate_end (proving->certificate);
  proving->certificate = NULL;
  enum status status = outfile_close (&proving->file);
  if (stats && status == STATUS_FINE)
    fprintf (stderr, "certificate: %u queries, %u without a proof, %u roles, %llu bytes, "
             "%.1f ms\n", (unsigned) sizes.queries, (unsigned) sizes.open,
             (unsigned) sizes.roles, (unsigned long long) sizes.bytes,
             (double) (sizes.nanoseconds / 1000) / 1000.0);
  return status;
}
