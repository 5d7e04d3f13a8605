/* front_eml.c -- models as they are written: *.eml, standard input, streams. */
#include <config.h>

#include <assert.h>
#include <errno.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/text.h"
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
read_model (const struct inputs *inputs, const struct input *input, bool tree,
            struct eml *eml)
{
  (void) inputs;
  assert (input->front_end == &front_end_eml && !input->part);
  if (input->copy < 0)
    return tree ? eml_read_tree (eml, input->path) : eml_read (eml, input->path);
  size_t length;
  const char *text = read_copy (input->copy, &eml->arena, &length);
  return tree ? eml_read_tree_text (eml, input->path, text, length)
              : eml_read_text (eml, input->path, text, length);
}

const struct front_end front_end_eml
  = { .files = "*.eml", .takes = takes, .add = add, .read = read_model };
