/* cmd_merge.c -- phaselock merge: join the results of shards. */
#include <config.h>

#include <assert.h>
#include <stdio.h>
#include <string.h>

#include "base/text.h"
#include "cli/command.h"
#include "io/destination.h"
#include "results/merge.h"
#include "results/store.h"

enum merge_format
{
  MERGE_JSONL,
  MERGE_SQLITE,
  MERGE_BY_NAME, /* of the output file */
};

struct merge
{
  struct files results;
  const char *output; /* null: standard output */
  const char *expect;
  enum merge_format format;
  bool force;
};

enum
{
  KEY_FORMAT = 256,
  KEY_EXPECT,
  KEY_FORCE,
};

static const struct argp_option options[]
  = { { "output", 'o', "FILE", 0, "where to write (default or '-': standard output)", 0 },
      { "format", KEY_FORMAT, "jsonl|sqlite", 0,
        "what to write (default: sqlite if FILE ends with .sqlite or .db, otherwise "
        "jsonl)",
        0 },
      { "expect", KEY_EXPECT, "LIST", 0,
        "the queries that should be there, and their order: a file made by 'phaselock "
        "batch --list'",
        0 },
      { "force", KEY_FORCE, NULL, 0, "overwrite FILE", 0 },
      { NULL, 0, NULL, 0, NULL, 0 } };

static void
complete_options (struct merge *merge, struct argp_state *state)
{
  if (merge->output && strcmp (merge->output, "-") == 0)
    merge->output = NULL;
  if (merge->format == MERGE_BY_NAME)
    merge->format = merge->output
                        && (text_ends_with (merge->output, ".sqlite")
                            || text_ends_with (merge->output, ".db"))
                      ? MERGE_SQLITE
                      : MERGE_JSONL;
  if (merge->format == MERGE_SQLITE && !merge->output)
    command_misuse (state, "an SQLite file cannot be written to standard output; give -o "
                           "FILE");
}

static const struct argp argp; /* below */
static const struct setting settings[] = { SETTING ('o', struct merge, output),
                                           SETTING (KEY_FORMAT, struct merge, format),
                                           SETTING (KEY_EXPECT, struct merge, expect),
                                           SETTING (KEY_FORCE, struct merge, force),
                                           SETTING (ARGP_KEY_ARG, struct merge, results),
                                           { 0 } };

static error_t
parse_option (int key, char *argument, struct argp_state *state)
{
  if (key == ARGP_KEY_END)
    complete_options (state->input, state);
  return command_store (&argp, settings, key, argument, state);
}

/* ---- Writing. ---- */

static void
print_lines (FILE *file, const struct results *results, const struct merged *merged)
{
  for (uint32_t i = 0; i < merged->order.count; i++)
    {
      assert (merged->order.at[i] < results->list.count);
      const struct result *result = &results->list.at[merged->order.at[i]];
      assert (result->length > 0 && !memchr (result->line, '\n', result->length));
      fwrite (result->line, 1, result->length, file);
      fputc ('\n', file);
    }
}

static enum status
write_output (const struct merge *merge, const struct results *results,
              const struct merged *merged)
{
  assert (merge->format != MERGE_BY_NAME);
  assert (merge->output || merge->format == MERGE_JSONL);
  struct destination out;
  enum status status = STATUS_FINE;
  if (!destination_open (&out, merge->output))
    return destination_close (&out);
  if (merge->format == MERGE_JSONL)
    print_lines (out.stream, results, merged);
  else
    status = store_write (&out.file, results, merged->order.at, merged->order.count);
  if (status == STATUS_FINE)
    return destination_close (&out);
  destination_discard (&out);
  return status;
}

/* ---- The command. ---- */

/* Results that took hours are not overwritten by accident. */
static bool
may_write (const struct merge *merge)
{
  if (!merge->output || merge->force || !outfile_would_replace (merge->output))
    return true;
  command_error (merge->output, "already exists; --force overwrites it");
  return false;
}

static enum status
merge_files (const void *context, struct arena *arena)
{
  const struct merge *merge = context;
  assert (merge->results.count > 0);
  struct results results;
  struct merged merged;
  struct merge_order order;
  results_init (&results, arena);
  enum status status = STATUS_FINE;
  if (merge->expect)
    status = results_read (&results, merge->expect, true);
  uint32_t from = results.list.count;
  assert (from == 0 || merge->expect);
  for (int i = 0; i < merge->results.count; i++)
    status
      = status_worse (status, results_read (&results, merge->results.paths[i], false));
  if (status == STATUS_FINE)
    {
      merge_find_order (&order, &results);
      status = results_join (&results, from);
    }
  if (status == STATUS_FINE)
    status = merge->expect ? merge_by_list (&merged, &results, from)
                           : merge_by_place (&merged, &results, &order);
  if (status != STATUS_FINE && status != STATUS_UNDECIDED)
    {
      fputs ("phaselock merge: nothing was written\n", stderr);
      return status;
    }
  status = status_worse (status, write_output (merge, &results, &merged));
  /* The shard of a file that was not given may have had whole models. */
  if (status == STATUS_FINE && !merge->expect && merge->results.count > 1)
    fputs ("phaselock merge: the models in these files are complete; whether a model is "
           "missing is only known with --expect LIST, from 'phaselock batch --list'\n",
           stderr);
  return status;
}

static const struct argp argp
  = { options,
      parse_option,
      "RESULTS...",
      "Merge result files (of shards, or of several runs) into one, in the order of the "
      "queries.  A query that is in several of them is kept once, with a verdict if one "
      "of them has it.  RESULTS are JSON lines of 'batch' and 'check', or SQLite files "
      "of this command.\v"
      "Exit status: 0 all queries are there; 5 the file was written, but some are "
      "missing; 2 bad usage or bad input; 4 output could not be written; 6 two files "
      "have different verdicts for one query.",
      NULL,
      NULL,
      NULL };

static enum status
run (int argc, char **argv)
{
  struct merge merge = { .format = MERGE_BY_NAME };
  command_parse (&argp, argc, argv, &merge);
  if (!may_write (&merge))
    return STATUS_NOT_WRITTEN;
  return command_in_arena ("merge", merge_files, &merge);
}

const struct command command_merge
  = { "merge", "merge the results of shards", &argp, run };
