/* reader.c -- see reader.h. */
#include <config.h>

#include "batch/reader.h"

#include <assert.h>
#include <fcntl.h>
#include <poll.h>
#include <stdio.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "ask/settle.h"
#include "batch/output.h"
#include "explain/repair.h"
#include "io/interrupt.h"
#include "io/terminal.h"

/* ---- A model. ---- */

#define SECOND UINT64_C (1000000000)

static uint64_t
query_limit (const struct decide_options *options)
{
  uint64_t timeout = options->timeout;
  return timeout ? 2 * timeout + SECOND : 0;
}

/* Reading is not part of any query: it gets at least ten seconds. */
uint64_t
reader_model_limit (const struct decide_options *options)
{
  uint64_t limit = query_limit (options);
  return limit && limit < 10 * SECOND ? 10 * SECOND : limit;
}

/* What a worker does between items takes no time, except on a busy machine. */
uint64_t
reader_grace (const struct decide_options *options)
{
  uint64_t limit = reader_model_limit (options);
  return limit ? limit : 60 * SECOND;
}

void
reader_announce_repair (const struct model_queries *model, uint32_t number,
                        struct pool_link *link)
{
  uint64_t limit = repair_time_limit (&model->decide);
  char text[160];
  if (limit)
    limit = 2 * limit + REPAIR_CANDIDATES * reader_model_limit (&model->decide);
  query_describe (model, number, text, sizeof text);
  pool_announce (link, limit, text);
}

enum status
reader_open (struct reader *reader, const struct query_options *options,
             const struct inputs *inputs, uint32_t number, FILE *messages)
{
  assert (!reader->open && !reader->judging && number < inputs->count);
  ir_subject_init (&reader->subject, &reader->quota);
  reader->open = true;
  reader->number = number;
  const struct input *input = &inputs->list[number];
  bool fine = input_read (inputs, input, INPUT_SYSTEM, &reader->subject);
  if (messages)
    diags_render (&reader->subject.diags, messages, terminal_of (stderr).colours);
  if (!fine)
    return STATUS_BAD_INPUT;
  settle_values (&reader->subject);
  return model_queries_init (&reader->queries, options, &reader->subject, input->name)
           ? STATUS_FINE
           : STATUS_BAD_INPUT;
}

void
reader_announce_query (const struct model_queries *model, uint32_t number,
                       struct pool_link *link)
{
  char text[160];
  assert (number < model->queries.list.count);
  query_describe (model, number, text, sizeof text);
  pool_announce (link, query_limit (&model->decide), text);
}

struct judge *
reader_judge (struct reader *reader)
{
  assert (reader->open);
  if (!reader->judging)
    judge_init (&reader->judge, &reader->subject, &reader->queries.decide);
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
    ir_subject_clear (&reader->subject);
  reader->open = false;
}
