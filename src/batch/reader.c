/* reader.c -- see reader.h. */
#include <config.h>

#include "batch/reader.h"

#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/text.h"
#include "batch/output.h"
#include "explain/repair.h"
#include "io/interrupt.h"
#include "io/terminal.h"

/* ---- What can be read only once. ---- */

/* Copies at most one buffer more than a model may have: whoever reads the model
   then finds that it is too large. */
static bool
copy_stream (int from, int to)
{
  char buffer[65536];
  uint64_t all = 0;
  while (all <= SOURCE_LIMIT)
    {
      /* Somebody who types a model, or does not, can still stop the program. */
      struct pollfd ready = { .fd = from, .events = POLLIN };
      if (poll (&ready, 1, 100) <= 0)
        {
          errno = EINTR;
          if (interrupt_signal ())
            return false;
          continue;
        }
      ssize_t got = read (from, buffer, sizeof buffer);
      if (got < 0 && errno == EINTR)
        continue;
      if (got < 0)
        return false;
      if (got == 0)
        return true;
      if ((errno = output_write_whole (to, buffer, (size_t) got)))
        return false;
      all += (uint64_t) got;
      /* A stream of endless zeros is not a text either. */
      if (memchr (buffer, 0, (size_t) got))
        return true;
    }
  return true;
}

/* A copy of what PATH, which is a stream, gives; -1: none, see errno. */
static int
keep_copy (const char *path)
{
  int from = strcmp (path, "-") == 0 ? STDIN_FILENO : open (path, O_RDONLY | O_CLOEXEC);
  if (from < 0)
    return -1;
  int copy = memfd_create ("phaselock-model", MFD_CLOEXEC);
  bool fine = copy >= 0 && copy_stream (from, copy);
  int why = errno;
  if (from != STDIN_FILENO)
    close (from);
  if (!fine && copy >= 0)
    close (copy);
  errno = why;
  return fine ? copy : -1;
}

struct reader_source *
reader_list_sources (const struct inputs *inputs, struct arena *arena,
                     enum status *status)
{
  struct reader_source *sources
    = arena_calloc (arena, inputs->count + 1, sizeof *sources);
  for (size_t i = 0; i < inputs->count; i++)
    {
      const struct input *input = &inputs->list[i];
      struct stat about;
      sources[i] = (struct reader_source){ input->path, input->name, -1 };
      bool stream = strcmp (input->path, "-") == 0
                    || (stat (input->path, &about) == 0 && !S_ISREG (about.st_mode)
                        && !S_ISDIR (about.st_mode));
      if (!stream)
        continue;
      sources[i].copy = keep_copy (input->path);
      if (sources[i].copy >= 0 || interrupt_signal ())
        continue;
      text_print_safe (stderr, input->path, strlen (input->path));
      fprintf (stderr, ": error: cannot be read: %s\n", strerror (errno));
      *status = status_worse (*status, STATUS_BAD_INPUT);
    }
  return sources;
}

/* ---- A model. ---- */

#define SECOND UINT64_C (1000000000)

static uint64_t
query_limit (const struct decide_options *options)
{
  uint64_t timeout = options->timeout;
  return timeout ? 2 * timeout + SECOND : 0;
}

/* Reading is not part of any query: ten seconds at least. */
uint64_t
reader_model_limit (const struct decide_options *options)
{
  uint64_t limit = query_limit (options);
  return limit && limit < 10 * SECOND ? 10 * SECOND : limit;
}

/* What a worker does between takes no time at all, except on a busy machine. */
uint64_t
reader_grace (const struct decide_options *options)
{
  uint64_t limit = reader_model_limit (options);
  return limit ? limit : 60 * SECOND;
}

void
reader_announce_repair (const struct model_queries *model, uint32_t number,
                        struct pool_desk *desk)
{
  uint64_t limit = repair_time_limit (&model->decide);
  char text[160];
  if (limit)
    limit = 2 * limit + REPAIR_CANDIDATES * reader_model_limit (&model->decide);
  query_describe (model, number, text, sizeof text);
  pool_announce (desk, limit, text);
}

/* Read the text of a copy from its beginning, whatever was read of it before. */
static bool
read_copy (struct eml *eml, const struct reader_source *source)
{
  struct stat about;
  assert (source->copy >= 0);
  if (fstat (source->copy, &about) != 0)
    about.st_size = 0;
  size_t length = (size_t) about.st_size, used = 0;
  char *text = arena_alloc (&eml->arena, length + 1);
  while (used < length)
    {
      ssize_t got = pread (source->copy, text + used, length - used, (off_t) used);
      if (got < 0 && errno == EINTR)
        continue;
      if (got <= 0)
        break;
      used += (size_t) got;
    }
  return eml_read_text (eml, source->path, text, used);
}

enum status
reader_open (struct reader *reader, const struct query_options *options,
             const struct reader_source *source, uint32_t number, FILE *messages)
{
  assert (!reader->open && !reader->judging);
  eml_init (&reader->eml, &reader->quota);
  reader->open = true;
  reader->number = number;
  bool fine = source->copy >= 0 ? read_copy (&reader->eml, source)
                                : eml_read (&reader->eml, source->path);
  if (messages)
    diags_render (&reader->eml.diags, messages, terminal_of (stderr).colours);
  if (!fine)
    return STATUS_BAD_INPUT;
  return model_queries_init (&reader->queries, options, &reader->eml, source->name)
           ? STATUS_FINE : STATUS_BAD_INPUT;
}

void
reader_announce_query (const struct model_queries *model, uint32_t number,
                       struct pool_desk *desk)
{
  char text[160];
  assert (number < model->queries.list.count);
  query_describe (model, number, text, sizeof text);
  pool_announce (desk, query_limit (&model->decide), text);
}

struct judge *
reader_judge (struct reader *reader)
{
  assert (reader->open);
  if (!reader->judging)
    judge_init (&reader->judge, &reader->eml, &reader->queries.decide);
  reader->judging = true;
  return &reader->judge;
}

void
reader_forget (struct reader *reader)
{
  if (reader->judging)
    judge_clear (&reader->judge);
  reader->judging = false;
}

void
reader_close (struct reader *reader)
{
  reader_forget (reader);
  if (reader->open)
    eml_clear (&reader->eml);
  reader->open = false;
}
