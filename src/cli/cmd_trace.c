/* cmd_trace.c -- phaselock trace: what a recorded execution shows. */
#include <config.h>

#include <assert.h>
#include <stdio.h>
#include <string.h>

#include "cli/query_arguments.h"
#include "cli/tracing.h"
#include "io/interrupt.h"

enum
{
  KEY_RACES = QUERY_KEYS_END,
  KEY_ATOMICITY,
  KEY_PREDICT,
  KEY_CONSISTENT_READS,
  KEY_WINDOW,
  KEY_UNITS,
  KEY_DISCIPLINE,
  KEY_DETECTOR,
  KEY_ALL,
  KEY_LENIENT,
  KEY_FORMAT,
  KEY_REPORT,
  KEY_ROOT,
};

static const struct argp_option options[] = {
  { "races", KEY_RACES, NULL, 0,
    "races: accesses that no lock, fork or join orders (if nothing else is asked)", 1 },
  { "atomicity", KEY_ATOMICITY, NULL, 0,
    "units that interfered: the patterns of -a in the execution as it was", 1 },
  { "predict", KEY_PREDICT, NULL, 0,
    "what -p asks of all reorderings of the events that locks, forks and joins allow",
    1 },
  { "consistent-reads", KEY_CONSISTENT_READS, NULL, 0,
    "predict only what leaves each read the value that it had: then it can happen", 1 },
  { "window", KEY_WINDOW, "EVENTS", 0,
    "predict from this number of events at a time (default 10000)", 1 },
  { "units", KEY_UNITS, "LIST", 0,
    "methods that are units, from enter to exit: names, which may have * and ? in "
    "them",
    1 },
  { "discipline", KEY_DISCIPLINE, "exclusive|concurrent-reads", 0,
    "what must be ordered: any two accesses, or each write with all others (default "
    "concurrent-reads)",
    1 },
  { "detector", KEY_DETECTOR, "locksets|vector-clocks", 0,
    "how the order is computed; both find the same (default locksets)", 1 },
  { "all", KEY_ALL, NULL, 0, "every race, not one for each pair of locations", 1 },
  { "lenient", KEY_LENIENT, NULL, 0, "skip lines that are broken, and count them", 1 },
  { "format", KEY_FORMAT, "text|jsonl|sarif", 0, "how to report (default text)", 1 },
  { "output", 'o', "FILE", 0, "write to FILE, once everything is decided", 1 },
  { "report", KEY_REPORT, "FILE.html", 0,
    "also write a page that shows what was found, with the interleavings", 1 },
  { "root", KEY_ROOT, "DIR", 0, COMMAND_ROOT, 1 },
  { "quiet", 'q', NULL, 0, COMMAND_QUIET, 1 },
  { NULL, 0, NULL, 0, NULL, 0 }
};

static const struct argp argp; /* below */
static const struct setting settings[]
  = { SETTING (KEY_RACES, struct tracing, races),
      SETTING (KEY_ATOMICITY, struct tracing, atomicity),
      SETTING (KEY_PREDICT, struct tracing, predict),
      SETTING (KEY_CONSISTENT_READS, struct tracing, consistent_reads),
      SETTING (KEY_UNITS, struct tracing, units),
      SETTING (KEY_DISCIPLINE, struct tracing, discipline),
      SETTING (KEY_DETECTOR, struct tracing, detector),
      SETTING (KEY_ALL, struct tracing, all),
      SETTING (KEY_LENIENT, struct tracing, lenient),
      SETTING (KEY_FORMAT, struct tracing, format),
      SETTING ('o', struct tracing, path),
      SETTING (KEY_REPORT, struct tracing, report_path),
      SETTING (KEY_ROOT, struct tracing, root),
      SETTING ('q', struct tracing, quiet),
      SETTING (ARGP_KEY_ARG, struct tracing, files),
      { 0 } };

static error_t
parse_option (int key, char *argument, struct argp_state *state)
{
  struct tracing *tracing = state->input;
  if (key == ARGP_KEY_INIT)
    {
      state->child_inputs[0] = &tracing->options;
      return 0;
    }
  if (key == KEY_WINDOW)
    {
      if (!command_parse_number (argument, strlen (argument), 1000000, &tracing->window)
          || tracing->window < 2)
        command_misuse (state, "--window: '%s' is no number from 2 to 1000000", argument);
      return 0;
    }
  if (key == ARGP_KEY_END && tracing->consistent_reads)
    tracing->predict = true;
  if (key == ARGP_KEY_END)
    command_want_folder (state, "root", tracing->root);
  if (key == ARGP_KEY_END && tracing->options.processes)
    command_misuse (state, "-P is for models: threads of a trace cannot be chosen");
  if (key == ARGP_KEY_END && tracing->report_path
      && strcmp (tracing->report_path, "-") == 0
      && (!tracing->path || strcmp (tracing->path, "-") == 0))
    command_misuse (state,
                    "--report -: standard output has the findings; give these a file "
                    "with -o, or the page a name");
  return command_store (&argp, settings, key, argument, state);
}

/* The rules of SARIF: what may be found. */
static bool
start_sarif (struct tracing *tracing)
{
  struct query_options *asked = &tracing->options;
  const struct pattern_choice *chosen = &asked->chosen;
  assert (tracing->races || tracing->atomicity || tracing->predict);
  if (quota_checkpoint (&asked->quota))
    {
      fputs ("phaselock trace: not enough memory for the texts of the automata\n",
             stderr);
      return false;
    }
  bool patterns = tracing->atomicity || tracing->predict;
  tracing->rules = (struct pattern_choice){
    .automata = patterns ? chosen->automata
                         : arena_calloc (&asked->pa.arena, asked->pa.set.automata.count,
                                         sizeof (bool)),
    .race = tracing->races || (tracing->predict && chosen->race),
    .deadlock = tracing->predict && chosen->deadlock,
  };
  sarif_start (&tracing->sarif, tracing->destination.stream, &asked->pa.set,
               &tracing->rules, tracing->root);
  return true;
}

static enum status
start_report (struct tracing *tracing)
{
  if (!tracing->report_path)
    return STATUS_FINE;
  assert (!tracing->report);
  tracing->report = report_new ();
  if (tracing->report)
    return report_search (tracing->report, ".", false);
  fputs ("phaselock trace: not enough memory for the report\n", stderr);
  return STATUS_BAD_INPUT;
}

static enum status
finish_report (struct tracing *tracing)
{
  if (!tracing->report)
    return STATUS_FINE;
  assert (tracing->report_path);
  enum status status = report_write (tracing->report, tracing->report_path);
  report_free (tracing->report);
  return status;
}

static enum status
run_all (struct tracing *tracing)
{
  assert (tracing->files.count > 0);
  if (!destination_open (&tracing->destination, tracing->path))
    return destination_close (&tracing->destination);
  enum status status = start_report (tracing);
  bool is_sarif = tracing->format == TRACING_SARIF;
  if (is_sarif && !start_sarif (tracing))
    {
      destination_discard (&tracing->destination);
      report_free (tracing->report);
      return STATUS_BAD_INPUT;
    }
  for (int i = 0; i < tracing->files.count && interrupt_signal () == 0; i++)
    status = status_worse (status, tracing_file (tracing, tracing->files.paths[i]));
  status = status_worse (status, tracing->status);
  if (tracing->units && !tracing->units_fit && status == STATUS_FINE)
    {
      command_error (tracing->units, "--units: no method of the traces fits");
      status = STATUS_BAD_INPUT;
    }
  if (tracing->found)
    status = status_worse (status, STATUS_FOUND);
  if (is_sarif)
    status
      = status_worse (status, sarif_end (&tracing->sarif, interrupt_status (status)));
  status = status_worse (status, finish_report (tracing));
  return status_worse (status, destination_close (&tracing->destination));
}

static enum status
run (int argc, char **argv)
{
  struct tracing tracing
    = { .discipline = RACE_CONCURRENT_READS, .detector = RACE_LOCKSETS, .window = 10000 };
  enum status status = STATUS_BAD_INPUT;
  if (query_arguments_parse (&argp, argc, argv, &tracing, &tracing.options))
    {
      assert (tracing.predict || !tracing.consistent_reads);
      tracing.races |= !tracing.atomicity && !tracing.predict;
      status = run_all (&tracing);
    }
  query_options_clear (&tracing.options);
  return interrupt_status (status);
}

static const struct argp argp
  = { options,
      parse_option,
      "TRACE...",
      "Report what a recorded execution shows: races, units that interfered, "
      "and what could have happened in another order."
      "\vA trace has an event a line, thread|op(object)|location, in the STD format of "
      "RAPID; it may be compressed with gzip or zstd, and '-' is standard input.",
      query_children,
      NULL,
      NULL };

const struct command command_trace
  = { "trace", "races and more in recorded executions", &argp, run };
