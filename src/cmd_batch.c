/* cmd_batch.c -- phaselock batch: decide thousands of queries. */
#include <config.h>

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "batch/batch.h"
#include "command.h"
#include "interrupt.h"

struct command_line
{
  struct asked asked;
  struct inputs inputs;
  enum status status;
  struct batch_options batch;
};

enum
{
  KEY_FIRST = ASKED_KEYS_END,
  KEY_PROGRESS,
  KEY_STATS,
  KEY_SHARD,
  KEY_RESUME,
  KEY_FORCE,
  KEY_LIST,
  KEY_FORMAT,
  KEY_WITNESS,
};

static const struct argp_option options[]
  = { { "output", 'o', "FILE", 0,
        "write the records to FILE (default standard output); until it is complete "
        "they are in FILE.part", 1 },
      { "jobs", 'j', "N", 0, "workers (default 1; 0: one for each core)", 1 },
      { "shard", KEY_SHARD, "I/N", 0,
        "only the I-th of N parts, which cost about the same", 1 },
      { "resume", KEY_RESUME, NULL, 0,
        "go on with what FILE.part has; start anew if there is none", 1 },
      { "force", KEY_FORCE, NULL, 0, "replace FILE and FILE.part", 1 },
      { "list", KEY_LIST, NULL, 0, "print the queries, decide nothing", 1 },
      { "first", KEY_FIRST, NULL, 0, "stop at the first violation", 1 },
      { "format", KEY_FORMAT, "jsonl", 0, "there is no other", 1 },
      { "quiet", 'q', NULL, 0, "no progress, no warnings", 1 },
      { "progress", KEY_PROGRESS, "auto|always|never", 0,
        "show where the work is (default auto: when it takes more than a second)", 1 },
      { "stats", KEY_STATS, NULL, 0, "say what each query took", 1 },
      { "witness", KEY_WITNESS, NULL, 0, "put the interleaving into each record", 1 },
      { NULL, 0, NULL, 0, NULL, 0 } };

/* ---- Options. ---- */

static void
parse_shard (struct argp_state *state, const char *argument, struct batch_options *batch)
{
  const char *slash = strchr (argument, '/');
  if (!slash
      || !command_parse_number (argument, (size_t) (slash - argument), 1000000,
                                &batch->shard)
      || !command_parse_number (slash + 1, strlen (slash + 1), 1000000,
                                &batch->shards)
      || batch->shard < 1 || batch->shard > batch->shards)
    argp_error (state, "'%s' is no shard; it takes I/N, with I from 1 to N", argument);
}

static error_t
parse_option (int key, char *argument, struct argp_state *state)
{
  struct command_line *line = state->input;
  struct batch_options *batch = &line->batch;
  switch (key)
    {
    case ARGP_KEY_INIT:
      state->child_inputs[0] = &line->asked;
      return 0;
    case 'o':
      batch->output = argument;
      return 0;
    case 'j':
      batch->jobs = command_parse_jobs (state, argument);
      return 0;
    case KEY_SHARD:
      parse_shard (state, argument, batch);
      return 0;
    case KEY_RESUME:
      batch->resume = true;
      return 0;
    case KEY_FORCE:
      batch->force = true;
      return 0;
    case KEY_LIST:
      batch->list = true;
      return 0;
    case KEY_FIRST:
      batch->first = true;
      return 0;
    case KEY_FORMAT:
      if (strcmp (argument, "jsonl") != 0)
        argp_error (state, "a batch has no format '%s', only jsonl", argument);
      return 0;
    case 'q':
      batch->quiet = true;
      return 0;
    case KEY_PROGRESS:
      if (!progress_parse (argument, &batch->progress))
        argp_error (state, "'%s' is none of auto, always and never", argument);
      return 0;
    case KEY_STATS:
      batch->stats = true;
      return 0;
    case KEY_WITNESS:
      batch->witness = true;
      return 0;
    case ARGP_KEY_ARG:
      line->status = status_worse (line->status, inputs_add (&line->inputs, argument));
      return 0;
    case ARGP_KEY_NO_ARGS:
      argp_error (state, "no model given");
      return 0;
    case ARGP_KEY_END:
      if (batch->resume && (!batch->output || strcmp (batch->output, "-") == 0))
        argp_error (state, "--resume goes on with a file: -o FILE is needed");
      return 0;
    default:
      return ARGP_ERR_UNKNOWN;
    }
}

static const struct argp_child children[] = { { &asked_argp, 0, NULL, 0 }, { 0 } };

static const struct argp argp
  = { options, parse_option, "MODEL|DIR...",
      "Decide the queries of many models, with workers, and write one JSON record "
      "per query, always in the same order.  Whatever interrupts a batch, --resume "
      "goes on where it was.\v"
      "Exit status: 0 every query has its record; 2 bad usage or bad input; 4 output "
      "could not be written; 6 internal error; 130 or 143 interrupted.",
      children, NULL, NULL };

static enum status
run (int argc, char **argv)
{
  struct command_line line
    = { .status = STATUS_FINE, .batch = { .jobs = 1, .shard = 1, .shards = 1 } };
  asked_init (&line.asked);
  command_parse (&argp, argc, argv, &line);
  line.batch.asked = &line.asked;
  line.batch.inputs = &line.inputs;
  enum status status = asked_prepare (&line.asked, "batch");
  if (status == STATUS_FINE)
    status = status_worse (line.status, batch_run (&line.batch));
  asked_clear (&line.asked);
  inputs_clear (&line.inputs);
  return interrupt_status (status);
}

const struct command command_batch
  = { "batch", "decide the queries of many models: workers, shards, resume", &argp, run };
