/* front_eml.c -- models as they are written: *.eml, standard input, streams. */
#include <config.h>

#include <assert.h>
#include <errno.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/text.h"
#include "eml/eml.h"
#include "inputs/inputs.h"

static bool
takes (const char *name)
{
  return text_ends_with (name, ".eml");
}

static bool
add (struct inputs *inputs, const char *path, const char *part, size_t skip)
{
  assert (!part);
  return inputs_add (inputs, &front_end_eml, path, part, skip);
}

/* The text of the copy of a stream, from its beginning, whatever was read of it
   before. */
static const char *
read_copy (int copy, struct arena *arena, size_t *length)
{
  struct stat about;
  assert (copy >= 0);
  if (fstat (copy, &about) != 0)
    about.st_size = 0;
  size_t size = (size_t) about.st_size;
  char *text = arena_alloc (arena, size + 1);
  *length = 0;
  while (*length < size)
    {
      ssize_t got = pread (copy, text + *length, size - *length, (off_t) *length);
      if (got < 0 && errno == EINTR)
        continue;
      if (got <= 0)
        break;
      *length += (size_t) got;
    }
  return text;
}

static bool
parse (struct eml *eml, const struct input *input)
{
  if (input->copy < 0)
    return eml_parse_path (eml, input->path);
  size_t length;
  const char *text = read_copy (input->copy, &eml->subject->arena, &length);
  return eml_parse_text (eml, input->path, text, length);
}

static bool
read_model (const struct inputs *inputs, const struct input *input,
            enum input_stage stage, struct ir_subject *subject)
{
  (void) inputs;
  assert (input->front_end == &front_end_eml && !input->part);
  struct eml eml = { .subject = subject };
  bool fine = parse (&eml, input);
  if (stage != INPUT_UNCHECKED)
    fine = eml_check (&eml, fine);
  if (fine && stage == INPUT_LINTED)
    eml_lint (&eml);
  return fine;
}

bool
input_read_text (const char *name, const char *text, size_t length,
                 struct ir_subject *subject)
{
  return eml_read_text (subject, name, text, length);
}

const struct front_end front_end_eml
  = { .files = "*.eml", .takes = takes, .add = add, .read = read_model };
