/* reading.c -- see reading.h. */
#include <config.h>

#include "cli/reading.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>

#include "ask/settle.h"
#include "base/log.h"
#include "cli/input_arguments.h"
#include "io/interrupt.h"
#include "io/terminal.h"

static enum status
read_one (const struct inputs *inputs, const struct input *input,
          const struct reading *reading)
{
  assert (input->path && input->name);
  struct quota quota;
  struct ir_subject subject;
  quota_init (&quota);
  ir_subject_init (&subject, &quota);
  enum status status;
  if (quota_checkpoint (&quota))
    {
      if (quota.reason == QUOTA_MEMORY)
        command_error (input->path, "not enough memory for this model [memory]");
      status = STATUS_BAD_INPUT;
    }
  else
    {
      /* Reading may be cut short, what follows has to be written. */
      quota.interrupted = interrupt_flag ();
      bool fine = input_read (inputs, input, reading->stage, &subject);
      if (fine && reading->stage == INPUT_SYSTEM)
        settle_values (&subject);
      quota.interrupted = NULL;
      if (!reading->quiet)
        diags_render (&subject.diags, stderr, terminal_of (stderr).colours);
      status = reading->work (&subject, input->name, fine, reading->context);
      assert (fine || subject.diags.errors > 0);
      LOG (2, "%s: %s, %u errors, %u warnings", input->name, fine ? "fine" : "bad",
           (unsigned) subject.diags.errors, (unsigned) subject.diags.warnings);
      if (!fine)
        status = status_worse (status, STATUS_BAD_INPUT);
    }
  ir_subject_clear (&subject);
  return status;
}

static void
complain (void *context, enum diag_severity severity, const char *path,
          const char *message)
{
  const struct models *models = context;
  if (severity == DIAG_ERROR)
    command_error (path, message);
  else if (!models || !models->quiet)
    {
      command_print_safe (stderr, path);
      fprintf (stderr, ": %s: ", diag_severity_name (severity));
      command_print_safe (stderr, message);
      fputc ('\n', stderr);
    }
}

void
reading_find (struct models *models)
{
  models->options.complain = complain;
  models->options.context = models;
  if (models->inputs.options)
    inputs_clear (&models->inputs);
  inputs_init (&models->inputs, &models->options);
  bool found = inputs_find (&models->inputs, models->given, models->given_count);
  models->status = found ? STATUS_FINE : STATUS_BAD_INPUT;
}

enum status
reading_some (const struct models *models, const struct reading *reading,
              reading_filter *wanted)
{
  assert (reading->work && models->inputs.options);
  enum status status = models->status;
  for (size_t i = 0; i < models->inputs.count; i++)
    if (!wanted || wanted (&models->inputs.list[i], reading->context))
      status = status_worse (
        status, read_one (&models->inputs, &models->inputs.list[i], reading));
  return status;
}

enum status
reading_each (const struct models *models, const struct reading *reading)
{
  return reading_some (models, reading, NULL);
}

enum status
reading_search_sources (const struct models *models, struct report *report)
{
  static const char *const usual[] = { "src/main/java", "src" };
  enum status status = STATUS_FINE;
  assert (report);
  for (uint32_t i = 0; i < models->options.source_count; i++)
    status
      = status_worse (status, report_search (report, models->options.sources[i], true));
  for (size_t i = 0; i < models->given_count; i++)
    status = status_worse (status, report_search (report, models->given[i], false));
  for (size_t i = 0; i < sizeof usual / sizeof *usual; i++)
    status = status_worse (status, report_search (report, usual[i], false));
  return status;
}

void
reading_forget (struct models *models)
{
  assert (models->given || models->given_count == 0);
  inputs_clear (&models->inputs);
  free (models->given);
  models->given = NULL;
  input_options_clear (&models->options);
  models->given_count = 0;
}

enum status
reading_models (struct models *models, const struct reading *reading)
{
  reading_find (models);
  assert (models->inputs.count > 0 || models->status != STATUS_FINE);
  enum status status = reading_each (models, reading);
  reading_forget (models);
  return status;
}

enum status
reading_one (const char *command, const char *path, const struct input_options *options,
             const struct reading *reading)
{
  assert (path && options);
  struct models models = { .options = *options };
  models.options.complain = complain;
  models.options.interrupted = interrupt_flag ();
  inputs_init (&models.inputs, &models.options);
  bool found = inputs_find (&models.inputs, &path, 1);
  models.status = found ? STATUS_FINE : STATUS_BAD_INPUT;
  if (models.inputs.count > 1 || (found && models.inputs.count == 0))
    {
      fprintf (stderr, "phaselock %s: one model is needed, and this folder has %zu\n",
               command, models.inputs.count);
      models.status = STATUS_BAD_INPUT;
    }
  else if (models.inputs.count == 1)
    models.status = reading_each (&models, reading);
  assert (found || models.status != STATUS_FINE);
  inputs_clear (&models.inputs);
  return models.status;
}
