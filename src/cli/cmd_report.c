/* cmd_report.c -- phaselock report: a page from saved results. */
#include <config.h>

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>

#include "cli/command.h"
#include "report/report.h"
#include "results/record_reader.h"

struct report_command
{
  struct files results;
  const char *output;
  const char *baseline;
  const char **sources; /* folders of --source */
  size_t source_count;
};

enum
{
  KEY_BASELINE = 256,
  KEY_SOURCE,
};

static const struct argp_option options[]
  = { { "output", 'o', "FILE.html", 0, "the page to write ('-': to standard output)", 0 },
      { "baseline", KEY_BASELINE, "OLD.jsonl", 0,
        "show what was introduced, fixed or unchanged since these results", 0 },
      { "source", KEY_SOURCE, "DIR", 0,
        "search DIR and its subfolders for models and Java sources; may be given "
        "several times (always searched: the folder of RESULTS and the current one)",
        0 },
      { NULL, 0, NULL, 0, NULL, 0 } };

static const struct argp argp; /* below */
static const struct setting settings[]
  = { SETTING ('o', struct report_command, output),
      SETTING (KEY_BASELINE, struct report_command, baseline),
      SETTING (ARGP_KEY_ARG, struct report_command, results),
      { 0 } };

static error_t
parse_option (int key, char *argument, struct argp_state *state)
{
  struct report_command *command = state->input;
  switch (key)
    {
    case KEY_SOURCE:
      assert (command->source_count < (size_t) state->argc);
      command->sources[command->source_count++] = argument;
      return 0;
    case ARGP_KEY_END:
      if (!command->output)
        command_misuse (state, "no page to write; give -o FILE.html");
      return command_store (&argp, settings, key, argument, state);
    default: return command_store (&argp, settings, key, argument, state);
    }
}

/* Add every record of PATH; OLD: to the baseline. */
static enum status
read_records (struct report *report, const char *path, bool old)
{
  assert (path);
  enum status status = STATUS_FINE;
  struct record_reader reader;
  struct record record;
  if (record_reader_open (&reader, path))
    while (status == STATUS_FINE && record_reader_next (&reader, &record))
      status
        = old ? report_add_old (report, &record) : report_add (report, &record, NULL);
  return status_worse (status, record_reader_close (&reader));
}

static enum status
make_report (const struct report_command *command, struct report *report)
{
  enum status status = STATUS_FINE;
  const struct files *results = &command->results;
  assert (results->count > 0 && command->output);
  for (size_t i = 0; i < command->source_count; i++)
    status = status_worse (status, report_search (report, command->sources[i], true));
  for (int i = 0; i < results->count; i++)
    status = status_worse (status, report_search_beside (report, results->paths[i]));
  status = status_worse (status, report_search (report, ".", false));
  for (int i = 0; i < results->count; i++)
    {
      status = status_worse (status, report_name_input (report, results->paths[i]));
      status = status_worse (status, read_records (report, results->paths[i], false));
    }
  if (command->baseline)
    {
      status = status_worse (status, report_name_baseline (report, command->baseline));
      status = status_worse (status, read_records (report, command->baseline, true));
    }
  /* If some results cannot be read there is no page: it would show a part as if it
     were all. */
  return status == STATUS_FINE ? report_write (report, command->output) : status;
}

static const struct argp argp
  = { options,
      parse_option,
      "RESULTS.jsonl...",
      "Write one self-contained HTML page from saved results: an overview, a matrix for "
      "each model, and each violation as a picture.  RESULTS are what 'check --format "
      "jsonl', 'batch' and 'merge' write; with --witness the page shows the "
      "interleavings.\v"
      "Exit status: 0; 2 if results cannot be read; 4 if the page cannot be written.",
      NULL,
      NULL,
      NULL };

static enum status
run (int argc, char **argv)
{
  struct report_command command = { .output = NULL };
  command.sources = calloc ((size_t) argc + 1, sizeof *command.sources);
  struct report *report = report_new ();
  enum status status = STATUS_BAD_INPUT;
  if (!command.sources || !report)
    fputs ("phaselock report: not enough memory\n", stderr);
  else
    {
      command_parse (&argp, argc, argv, &command);
      assert (command.source_count < (size_t) argc);
      status = make_report (&command, report);
    }
  report_free (report);
  free (command.sources);
  return status;
}

const struct command command_report
  = { "report", "write an HTML page from saved results", &argp, run };
