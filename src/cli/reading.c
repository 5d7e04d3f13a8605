/* reading.c -- see reading.h. */
#include <config.h>

#include "cli/reading.h"

#include <assert.h>
#include <stdio.h>

#include "base/log.h"
#include "io/terminal.h"

static enum status
read_one (const struct input *input, const struct reading *reading)
{
  assert (input->path && input->name);
  struct quota quota;
  struct eml eml;
  quota_init (&quota);
  eml_init (&eml, &quota);
  enum status status;
  if (quota_checkpoint (&quota))
    {
      command_error (input->path, "not enough memory for this model [memory]");
      status = STATUS_BAD_INPUT;
    }
  else
    {
      LOG (1, "reading %s", input->path);
      bool fine = reading->stage == READING_TREE ? eml_read_tree (&eml, input->path)
                                                 : eml_read (&eml, input->path);
      if (!reading->quiet)
        diags_render (&eml.diags, stderr, terminal_of (stderr).colours);
      status = reading->work (&eml, input->name, fine, reading->context);
      assert (fine || eml.diags.errors > 0);
      LOG (2, "%s: %s, %u errors, %u warnings", input->name, fine ? "fine" : "bad",
           (unsigned) eml.diags.errors, (unsigned) eml.diags.warnings);
      if (!fine)
        status = status_worse (status, STATUS_BAD_INPUT);
    }
  eml_clear (&eml);
  return status;
}

enum status
reading_each (struct inputs *inputs, const struct reading *reading)
{
  assert (reading->work);
  enum status status = inputs_tell_apart (inputs);
  for (size_t i = 0; i < inputs->count; i++)
    status = status_worse (status, read_one (&inputs->list[i], reading));
  return status;
}

enum status
reading_models (struct models *models, const struct reading *reading)
{
  assert (models->inputs.count > 0 || models->status != STATUS_FINE);
  enum status status
    = status_worse (models->status, reading_each (&models->inputs, reading));
  inputs_clear (&models->inputs);
  return status;
}

enum status
reading_one (const char *command, const char *path, const struct reading *reading)
{
  assert (path);
  struct models models = { .status = STATUS_FINE };
  models.status = inputs_add (&models.inputs, path);
  if (models.status == STATUS_FINE && models.inputs.count != 1)
    {
      fprintf (stderr, "phaselock %s: one model is needed, and this folder has %zu\n",
               command, models.inputs.count);
      models.status = STATUS_BAD_INPUT;
    }
  if (models.status == STATUS_FINE)
    return reading_models (&models, reading);
  inputs_clear (&models.inputs);
  return models.status;
}
