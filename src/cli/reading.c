/* reading.c -- see reading.h. */
#include <config.h>

#include "cli/reading.h"

#include <stdio.h>
#include <string.h>

#include "base/text.h"
#include "io/terminal.h"

static enum status
read_one (const struct input *input, const struct reading *reading)
{
  struct quota quota;
  struct eml eml;
  quota_init (&quota);
  eml_init (&eml, &quota);
  enum status status;
  if (quota_checkpoint (&quota))
    {
      text_print_safe (stderr, input->path, strlen (input->path));
      fputs (": error: not enough memory for this model [memory]\n", stderr);
      status = STATUS_BAD_INPUT;
    }
  else
    {
      bool fine = reading->stage == READING_TREE ? eml_read_tree (&eml, input->path)
                                                 : eml_read (&eml, input->path);
      if (!reading->quiet)
        diags_render (&eml.diags, stderr, terminal_of (stderr).colours);
      status = reading->work (&eml, input->name, fine, reading->context);
      if (!fine)
        status = status_worse (status, STATUS_BAD_INPUT);
    }
  eml_clear (&eml);
  return status;
}

enum status
reading_each (struct inputs *inputs, const struct reading *reading)
{
  enum status status = inputs_tell_apart (inputs);
  for (size_t i = 0; i < inputs->count; i++)
    status = status_worse (status, read_one (&inputs->list[i], reading));
  return status;
}
