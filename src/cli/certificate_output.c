/* certificate_output.c -- see certificate_output.h. */
#include <config.h>

#include "cli/certificate_output.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

#include "cli/command.h"
#include "io/interrupt.h"
#include "ir/identity.h"

/* The file is not put in its place. */
static void
discard (struct certificate_output *output)
{
  assert (!output->certificate && output->is_open);
  destination_discard (&output->file);
  output->is_open = false;
  output->has_failed = true;
}

static enum status
give_up (struct certificate_output *output)
{
  discard (output);
  command_error (output->path, "there is not enough memory for a certificate");
  return STATUS_NOT_WRITTEN;
}

/* A signal came before anything was proved: there is nothing to keep. */
static enum status
leave_out (struct certificate_output *output)
{
  assert (interrupt_signal () && output->proved == 0);
  discard (output);
  command_print_safe (stderr, output->path);
  fputs (": not written: interrupted\n", stderr);
  return STATUS_NOT_WRITTEN;
}

enum status
certificate_output_begin (struct certificate_output *output,
                          const struct query_options *options,
                          const struct model_queries *model)
{
  assert (!output->certificate);
  if (!output->path || output->has_failed)
    return STATUS_FINE;
  assert (model->automata == &options->pa.set);
  size_t length;
  const void *identity
    = ir_identity (&model->subject->flow, model->subject->flow.arena, &length);
  output->about = (struct certificate_about){ .lowering = &model->subject->projection,
                                              .model = identity,
                                              .pds = &model->subject->projection.pds,
                                              .model_length = length,
                                              .automata_text = &options->pa.source,
                                              .automata = model->automata,
                                              .decide = &model->decide };
  if (!output->is_open && !destination_open (&output->file, output->path))
    {
      output->has_failed = true;
      return destination_close (&output->file);
    }
  output->is_open = true;
  output->certificate = certificate_begin (output->file.stream, &output->about);
  return output->certificate ? STATUS_FINE : give_up (output);
}

void
certificate_output_add (struct certificate_output *output,
                        const struct model_queries *model, uint32_t number,
                        const struct verdict *verdict)
{
  if (!output->certificate)
    return;
  assert (number < model->queries.list.count);
  const struct query *query = &model->queries.list.at[number];
  const char *reason = certificate_add (output->certificate, query, verdict->with_data);
  if (!reason)
    return;
  command_print_safe (stderr, ir_subject_title (model->subject));
  fputs (": warning: ", stderr);
  query_show_question (stderr, model, query);
  fputs (query->automaton->parameters.count > 0 ? ", " : "", stderr);
  query_show_fields (stderr, model, query);
  if (strcmp (reason, verdict_reason_word (QUOTA_DATA)) == 0)
    fputs (
      ": safe, but not certified: the values decided, and there is no invariant to say "
      "why\n",
      stderr);
  else if (strcmp (reason, verdict_reason_word (QUOTA_RECURSION)) == 0)
    fputs (": safe, but not certified: the values decided, a body calls itself, and "
           "invariants are for models without recursion\n",
           stderr);
  else
    fprintf (stderr, ": safe, but not certified: a proof takes too much (%s)\n", reason);
}

enum status
certificate_output_end (struct certificate_output *output, bool stats)
{
  if (!output->certificate)
    return STATUS_FINE;
  struct certificate_sizes sizes = certificate_sizes (output->certificate);
  bool complete = certificate_end (output->certificate);
  output->certificate = NULL;
  if (!complete)
    return give_up (output);
  output->proved += sizes.queries;
  if (stats)
    fprintf (stderr,
             "certificate: %u queries, %u without a proof, %u roles, %u invariants, "
             "%llu bytes, %.1f ms\n",
             (unsigned) sizes.queries, (unsigned) sizes.open, (unsigned) sizes.roles,
             (unsigned) sizes.invariants, (unsigned long long) sizes.bytes,
             (double) (sizes.nanoseconds / 1000) / 1000.0);
  return STATUS_FINE;
}

enum status
certificate_output_close (struct certificate_output *output)
{
  if (!output->is_open)
    return STATUS_FINE;
  if (output->certificate)
    {
      certificate_end (output->certificate);
      output->certificate = NULL;
      discard (output);
      return STATUS_FINE;
    }
  if (interrupt_signal () && output->file.is_file && output->proved == 0)
    return leave_out (output);
  output->is_open = false;
  return destination_close (&output->file);
}
