/* cmd_batch.c -- phaselock batch: decide thousands of queries. */
#include <config.h>

#include <assert.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

#include "batch/batch.h"
#include "cli/command.h"
#include "cli/input_arguments.h"
#include "cli/query_arguments.h"
#include "cli/reading.h"
#include "io/interrupt.h"
#include "report/report.h"
#include "results/record_reader.h"

struct command_line
{
  struct query_options options;
  struct models models;
  struct batch_options batch;
  unsigned format;    /* jsonl, 0, is the only one */
  const char *report; /* the page, or null */
  const char *baseline_path;
  struct baseline baseline;
};

enum
{
  KEY_FIRST = QUERY_KEYS_END,
  KEY_PROGRESS,
  KEY_STATS,
  KEY_SHARD,
  KEY_RESUME,
  KEY_FORCE,
  KEY_LIST,
  KEY_FORMAT,
  KEY_WITNESS,
  KEY_REPORT,
  KEY_CERTIFICATE,
  KEY_FAIL,
  KEY_STRICT,
  KEY_BASELINE,
};

static const struct argp_option options[]
  = { { "output", 'o', "FILE", 0,
        "write the records to FILE (default standard output); until it is complete "
        "they are in FILE.part",
        1 },
      { "jobs", 'j', "N", 0, "workers (default 1; 0: one for each core)", 1 },
      { "shard", KEY_SHARD, "I/N", 0,
        "only the I-th of N parts, which cost about the same", 1 },
      { "resume", KEY_RESUME, NULL, 0,
        "continue from FILE.part; start afresh if there is none", 1 },
      { "force", KEY_FORCE, NULL, 0, "replace FILE and FILE.part", 1 },
      { "list", KEY_LIST, NULL, 0, "print the queries, decide nothing", 1 },
      { "first", KEY_FIRST, NULL, 0, "stop at the first violation", 1 },
      { "fail", KEY_FAIL, NULL, 0,
        "for builds: exit with status 10 if there is a violation", 1 },
      { "strict", KEY_STRICT, NULL, 0,
        "of Java and C: status 5 if something was not looked at for a query without a "
        "violation",
        1 },
      { "baseline", KEY_BASELINE, "FILE", 0,
        "violations that are in this result file are known, and do not fail a build", 1 },
      { "format", KEY_FORMAT, "jsonl", 0, "the only format", 1 },
      { "quiet", 'q', NULL, 0, COMMAND_QUIET, 1 },
      { "progress", KEY_PROGRESS, "auto|always|never", 0,
        "show progress (default auto: when the work takes more than a second)", 1 },
      { "report", KEY_REPORT, "FILE.html", 0,
        "at the end, also write a page that shows the results, and the interleavings if "
        "--witness is given",
        1 },
      { "certificate", KEY_CERTIFICATE, "FILE", OPTION_HIDDEN, NULL, 1 },
      { "stats", KEY_STATS, NULL, 0, "report how much work each query took", 1 },
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
      || !command_parse_number (slash + 1, strlen (slash + 1), 1000000, &batch->shards)
      || batch->shard < 1 || batch->shard > batch->shards)
    command_misuse (state, "'%s' is not a shard; it takes I/N, with I from 1 to N",
                    argument);
}

/* The page is made from the file of -o, when that is complete. */
static void
check_report (struct argp_state *state, const struct batch_options *batch)
{
  assert (!batch->resume || batch->output);
  struct stat about;
  const char *path = batch->output;
  if (batch->list)
    command_misuse (state, "--list decides nothing that --report could show");
  if (!path || strcmp (path, "-") == 0
      || (stat (path, &about) == 0 && !S_ISREG (about.st_mode)))
    command_misuse (state, "--report makes its page from a file: -o FILE is needed");
}

static const struct argp argp; /* below */
static const struct setting settings[]
  = { SETTING ('o', struct command_line, batch.output),
      SETTING (KEY_RESUME, struct command_line, batch.resume),
      SETTING (KEY_FORCE, struct command_line, batch.force),
      SETTING (KEY_LIST, struct command_line, batch.list),
      SETTING (KEY_FIRST, struct command_line, batch.first),
      SETTING (KEY_FAIL, struct command_line, batch.fail),
      SETTING (KEY_STRICT, struct command_line, batch.strict),
      SETTING (KEY_BASELINE, struct command_line, baseline_path),
      SETTING (KEY_FORMAT, struct command_line, format),
      SETTING ('q', struct command_line, batch.quiet),
      SETTING (KEY_PROGRESS, struct command_line, batch.progress),
      SETTING (KEY_REPORT, struct command_line, report),
      SETTING (KEY_STATS, struct command_line, batch.stats),
      SETTING (KEY_WITNESS, struct command_line, batch.witness),
      SETTING (ARGP_KEY_ARG, struct command_line, models),
      { 0 } };

static error_t
parse_option (int key, char *argument, struct argp_state *state)
{
  struct command_line *line = state->input;
  struct batch_options *batch = &line->batch;
  switch (key)
    {
    case ARGP_KEY_INIT:
      state->child_inputs[0] = &line->options;
      state->child_inputs[1] = &line->models.options;
      return 0;
    case 'j': batch->jobs = command_parse_jobs (state, argument); return 0;
    case KEY_SHARD: parse_shard (state, argument, batch); return 0;
    case KEY_CERTIFICATE:
      command_misuse (state, "a batch makes no certificates; use 'phaselock check "
                             "--certificate FILE' for these models");
      return 0;
    case ARGP_KEY_END:
      input_refuse_notes (&line->models.options, state);
      if (batch->resume && (!batch->output || strcmp (batch->output, "-") == 0))
        command_misuse (state, "--resume continues a file: -o FILE is needed");
      if (line->report)
        check_report (state, batch);
      return 0;
    default: return command_store (&argp, settings, key, argument, state);
    }
}

/* ---- The page. ---- */

/* Records are in the order of the models, so the model of a record is the current one or
   a later one. */
static enum status
add_records (struct report *report, const struct command_line *line)
{
  enum status status = STATUS_FINE;
  const struct inputs *inputs = &line->models.inputs;
  size_t at = 0, searched = SIZE_MAX;
  struct record_reader reader;
  struct record record;
  if (record_reader_open (&reader, line->batch.output))
    while (status == STATUS_FINE && record_reader_next (&reader, &record))
      {
        assert (record.decided && record.model);
        while (at < inputs->count && strcmp (inputs->list[at].name, record.model) != 0)
          at++;
        assert (searched == SIZE_MAX || searched <= at);
        const char *path = at < inputs->count ? inputs->list[at].path : NULL;
        if (path && searched != at)
          status = report_search_beside (report, path);
        searched = at;
        status = status_worse (status, report_add (report, &record, path));
      }
  return status_worse (status, record_reader_close (&reader));
}

static enum status
write_report (const struct command_line *line)
{
  assert (line->report && line->batch.output);
  assert (!line->batch.list);
  struct report *report = report_new ();
  if (!report)
    {
      fputs ("phaselock batch: not enough memory for the report\n", stderr);
      return STATUS_BAD_INPUT;
    }
  enum status status = report_name_input (report, line->batch.output);
  status = status_worse (status, reading_search_sources (&line->models, report));
  status = status_worse (status, report_search (report, ".", false));
  if (status == STATUS_FINE)
    status = add_records (report, line);
  if (status == STATUS_FINE)
    status = report_write (report, line->report);
  report_free (report);
  return status;
}

/* ---- The command. ---- */

static const struct argp argp
  = { options,
      parse_option,
      "MODEL|DIR|JAR...",
      "Decide the queries of many models, with workers, and write one JSON record "
      "per query, always in the same order.  Whatever interrupts a batch, --resume "
      "continues where it stopped.\v"
      "Exit status: 0 every query has its record; 10, with --fail, some are "
      "violations that --baseline does not know; 5, with --strict, something was not "
      "looked at; 2 bad usage or bad input; 4 output "
      "could not be written; 6 internal error; 130 or 143 interrupted.",
      query_input_children,
      NULL,
      NULL };

static enum status
read_baseline (struct command_line *line)
{
  if (!line->baseline_path)
    return STATUS_FINE;
  assert (!line->batch.baseline);
  line->batch.baseline = &line->baseline;
  return baseline_read (&line->baseline, line->baseline_path, &line->models.inputs);
}

static enum status
run (int argc, char **argv)
{
  struct command_line line = { .batch = { .jobs = 1, .shard = 1, .shards = 1 } };
  struct inputs *inputs = &line.models.inputs;
  enum status status = STATUS_BAD_INPUT;
  if (query_arguments_parse (&argp, argc, argv, &line, &line.options))
    {
      line.batch.queries = &line.options;
      line.batch.inputs = inputs;
      line.models.options.interrupted = line.options.decide.interrupted;
      line.models.quiet = line.batch.quiet;
      query_arguments_narrow (&line.options, &line.models.options);
      reading_find (&line.models);
      assert (line.batch.jobs > 0 && line.format == 0);
      assert (line.batch.shard >= 1 && line.batch.shard <= line.batch.shards);
      bool complete = false;
      status = read_baseline (&line);
      if (status == STATUS_FINE)
        status = status_worse (line.models.status, batch_run (&line.batch, &complete));
      if (line.report && complete)
        status = status_worse (status, write_report (&line));
    }
  query_options_clear (&line.options);
  reading_forget (&line.models);
  baseline_clear (&line.baseline);
  return interrupt_status (status);
}

const struct command command_batch
  = { "batch", "decide the queries of many models: workers, shards, resume", &argp, run };
