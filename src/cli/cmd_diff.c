/* cmd_diff.c -- phaselock diff: what changed between two runs. */
#include <config.h>

#include <assert.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "cli/command.h"
#include "io/json.h"
#include "results/compare.h"

struct diff
{
  const char *paths[2]; /* old, new */
  int count;
  bool as_json;
  struct compare_options options;
};

enum
{
  KEY_FORMAT = 256,
  KEY_SLOWER,
  KEY_LEAST,
};

static const struct argp_option options[]
  = { { "format", KEY_FORMAT, "text|jsonl", 0, "how to report (default text)", 0 },
      { "slower", KEY_SLOWER, "RATIO", 0,
        "report a time that is RATIO times as long, or as short (default 2)", 0 },
      { "least", KEY_LEAST, "MS", 0,
        "and differs by at least so many milliseconds (default 100)", 0 },
      { NULL, 0, NULL, 0, NULL, 0 } };

static double
parse_number (struct argp_state *state, const char *argument, double least,
              const char *what)
{
  char *end;
  double number = strtod (argument, &end);
  if (end == argument || *end || !isfinite (number) || number < least)
    argp_error (state, "'%s' is no %s; it takes a number from %g on", argument, what,
                least);
  return number;
}

static error_t
parse_option (int key, char *argument, struct argp_state *state)
{
  struct diff *diff = state->input;
  switch (key)
    {
    case KEY_FORMAT:
      diff->as_json = strcmp (argument, "jsonl") == 0;
      if (!diff->as_json && strcmp (argument, "text") != 0)
        argp_error (state, "unknown format '%s'; there are text and jsonl", argument);
      return 0;
    case KEY_SLOWER:
      diff->options.ratio = parse_number (state, argument, 1, "ratio");
      return 0;
    case KEY_LEAST:
      diff->options.least = parse_number (state, argument, 0, "time");
      return 0;
    case ARGP_KEY_ARG:
      if (diff->count == 2)
        argp_error (state, "'%s' is one file too many", argument);
      diff->paths[diff->count++] = argument;
      return 0;
    case ARGP_KEY_END:
      if (diff->count < 2)
        argp_error (state, "two result files are needed, the old one and the new one");
      return 0;
    default:
      return ARGP_ERR_UNKNOWN;
    }
}

/* ---- For a person. ---- */

static void
print_before (const struct change *change)
{
  const struct result *before = change->before, *after = change->after;
  /* Equal ids: the same model, to the byte. */
  bool same = before && after && before->id.index == after->id.index;
  if (!before)
    printf ("  (was not asked)");
  else if (same && before->verdict != VERDICT_UNKNOWN && after->verdict != VERDICT_UNKNOWN)
    printf ("  (was %s, of the same model: other options, or another phaselock?)",
            verdict_word (before->verdict));
  else
    printf ("  (was %s)", verdict_word (before->verdict));
}

static void
print_processes (const struct result *result)
{
  struct record record;
  result_parse (result, &record);
  for (size_t i = 0; i < json_array_size (record.processes); i++)
    {
      const char *process = record_string (record.processes, i);
      fputs (i == 0 ? "  " : ",", stdout);
      text_print_safe (stdout, process, strlen (process));
    }
  if (record.verdict == VERDICT_UNKNOWN && record.reason)
    {
      fputs ("  ", stdout);
      text_print_safe (stdout, record.reason, strlen (record.reason));
    }
  json_decref (record.json);
}

static void
print_change (const struct change *change)
{
  const struct result *shown = change->after ? change->after : change->before;
  bool timed = change->kind == CHANGE_SLOWER || change->kind == CHANGE_FASTER;
  printf ("%-13s  ", change->kind == CHANGE_INTRODUCED ? "INTRODUCED"
                                                       : change_name (change->kind));
  results_print_question (shown, stdout);
  if (timed)
    printf ("  %g ms, before %g ms", change->after->ms, change->before->ms);
  else
    {
      print_processes (shown);
      print_before (change);
    }
  putchar ('\n');
}

/* Queries that came or went are seldom news: a line a model.  Returns how many
   changes the line stands for. */
static uint32_t
print_model (const struct change *changes, uint32_t count, const struct results *results)
{
  name_id model = (changes->after ? changes->after : changes->before)->model;
  uint32_t queries = 0, violations = 0;
  for (; queries < count && changes[queries].kind == changes->kind; queries++)
    {
      const struct result *result
        = changes[queries].after ? changes[queries].after : changes[queries].before;
      if (result->model.index != model.index)
        break;
      violations += result->verdict == VERDICT_VIOLATION;
    }
  const char *name = results_name (results, model);
  printf ("%-13s  ", change_name (changes->kind));
  text_print_safe (stdout, name, strlen (name));
  printf ("  %u quer%s", (unsigned) queries, queries == 1 ? "y" : "ies");
  if (violations > 0)
    printf (", %u violation%s", (unsigned) violations, violations == 1 ? "" : "s");
  putchar ('\n');
  return queries;
}

static void
print_text (const struct comparison *comparison, const struct results *results)
{
  const struct change *changes = comparison->list.at;
  uint32_t interesting = comparison->list.count - comparison->counts[CHANGE_NONE];
  for (uint32_t i = 0; i < interesting;)
    if (changes[i].kind == CHANGE_ADDED || changes[i].kind == CHANGE_REMOVED)
      i += print_model (&changes[i], interesting - i, results);
    else
      print_change (&changes[i++]);
  for (int k = 0; k < CHANGE_SLOWER; k++)
    printf ("%s%u %s", k == 0 ? "" : ", ", (unsigned) comparison->counts[k],
            change_name ((enum change_kind) k));
  printf ("\nunchanged: %u violation%s, %u unknown, %u safe\n",
          (unsigned) comparison->same[VERDICT_VIOLATION],
          comparison->same[VERDICT_VIOLATION] == 1 ? "" : "s",
          (unsigned) comparison->same[VERDICT_UNKNOWN],
          (unsigned) comparison->same[VERDICT_SAFE]);
  printf ("time of what was decided in both: %.3f s, before %.3f s; %u slower, %u faster\n",
          comparison->ms_after / 1000, comparison->ms_before / 1000,
          (unsigned) comparison->counts[CHANGE_SLOWER],
          (unsigned) comparison->counts[CHANGE_FASTER]);
  if (comparison->counts[CHANGE_SLOWER] + comparison->counts[CHANGE_FASTER] > 0)
    printf ("Times are noisy: measure twice, on an idle machine, before you believe "
            "them.\n");
}

/* ---- For a script. ---- */

static json_t *
side_json (const struct result *result, struct record *record)
{
  result_parse (result, record);
  json_t *side = json_object ();
  static const char *const members[] = { "id", "verdict", "reason", "processes", "ms" };
  for (size_t i = 0; i < sizeof members / sizeof *members; i++)
    {
      json_t *value = json_object_get (record->json, members[i]);
      if (value)
        json_object_set (side, members[i], value);
    }
  return side;
}

static void
set_side (json_t *object, const char *name, const struct result *result)
{
  struct record record;
  if (!result)
    return;
  static const char *const members[] = { "model", "pattern", "fields", "automata" };
  json_t *side = side_json (result, &record);
  for (size_t i = 0; i < sizeof members / sizeof *members; i++)
    json_object_set (object, members[i], json_object_get (record.json, members[i]));
  json_object_set_new (object, name, side);
  json_decref (record.json);
}

/* "newly unknown" is "newly-unknown" there. */
static json_t *
kind_json (enum change_kind kind)
{
  char word[32];
  snprintf (word, sizeof word, "%s", change_name (kind));
  for (char *c = word; *c; c++)
    if (*c == ' ')
      *c = '-';
  return json_string (word);
}

static enum status
print_json (const struct comparison *comparison)
{
  enum status status = STATUS_FINE;
  uint32_t interesting = comparison->list.count - comparison->counts[CHANGE_NONE];
  for (uint32_t i = 0; i < interesting; i++)
    {
      const struct change *change = &comparison->list.at[i];
      json_t *object = json_object ();
      json_object_set_new (object, "schema", json_integer (1));
      json_object_set_new (object, "kind", kind_json (change->kind));
      set_side (object, "old", change->before);
      set_side (object, "new", change->after);
      status = status_worse (status, json_print_line (stdout, object));
    }
  json_t *summary = json_object ();
  json_object_set_new (summary, "schema", json_integer (1));
  json_object_set_new (summary, "kind", json_string ("summary"));
  for (int k = 0; k < CHANGE_COUNT; k++)
    {
      json_t *word = kind_json ((enum change_kind) k);
      json_object_set_new (summary, json_string_value (word),
                           json_integer (comparison->counts[k]));
      json_decref (word);
    }
  json_object_set_new (summary, "old_ms", json_real (comparison->ms_before));
  json_object_set_new (summary, "new_ms", json_real (comparison->ms_after));
  return status_worse (status, json_print_line (stdout, summary));
}

/* ---- The command. ---- */

static enum status
diff_files (const void *context, struct arena *arena)
{
  const struct diff *diff = context;
  struct results results;
  results_init (&results, arena);
  enum status status = STATUS_FINE;
  uint32_t split = 0;
  for (int i = 0; i < 2; i++)
    {
      split = results.list.count;
      status = status_worse (status, results_read (&results, diff->paths[i], false));
      if (status == STATUS_FINE)
        status = results_join (&results, split);
    }
  if (status != STATUS_FINE)
    return status;
  struct comparison comparison;
  compare_results (&comparison, &results, split, &diff->options);
  if (comparison.both == 0 && split > 0 && split < results.list.count)
    fputs ("phaselock diff: warning: no query is in both files; were the models named "
           "by the same paths?\n", stderr);
  if (diff->as_json)
    status = print_json (&comparison);
  else
    print_text (&comparison, &results);
  return status_worse (status, comparison.counts[CHANGE_INTRODUCED] > 0 ? STATUS_FOUND
                                                                        : STATUS_FINE);
}

static const struct argp argp
  = { options, parse_option, "OLD NEW",
      "Compare two result files: which violations were introduced, which were fixed, "
      "what is unknown or decided now, which queries came and went, which take longer.  "
      "Queries are the same if the model's name, the automaton and the fields are; the "
      "model may have been edited.  OLD and NEW are JSON lines of 'batch' and 'check', "
      "or SQLite files of 'merge'.\v"
      "Exit status: 0 no violation was introduced; 10 one was; 2 bad usage or bad input; "
      "4 output could not be written; 6 internal error.",
      NULL, NULL, NULL };

static enum status
run (int argc, char **argv)
{
  struct diff diff = { .options = { 2, 100 } };
  command_parse (&argp, argc, argv, &diff);
  return command_in_arena ("diff", diff_files, &diff);
}

const struct command command_diff
  = { "diff", "tell what changed between two runs", &argp, run };
