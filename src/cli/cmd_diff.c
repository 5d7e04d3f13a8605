/* cmd_diff.c -- phaselock diff: what changed between two runs. */
#include <config.h>

#include <assert.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

#include "cli/command.h"
#include "io/json.h"
#include "results/compare.h"

#define MOST_VIOLATIONS 4 /* of a cause, that are shown */

struct diff
{
  struct files results; /* old, new */
  enum command_format format;
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
        "report queries that take RATIO times as long, or as short (default 2)", 0 },
      { "least", KEY_LEAST, "MS", 0,
        "of these, only those that differ by MS milliseconds (default 100)", 0 },
      { NULL, 0, NULL, 0, NULL, 0 } };

static const struct argp argp; /* below */
static const struct setting settings[] = { SETTING (KEY_FORMAT, struct diff, format),
                                           SETTING (ARGP_KEY_ARG, struct diff, results),
                                           { 0 } };

static error_t
parse_option (int key, char *argument, struct argp_state *state)
{
  struct diff *diff = state->input;
  switch (key)
    {
    case KEY_SLOWER:
      diff->options.ratio = command_parse_double (state, argument, 1, "ratio");
      return 0;
    case KEY_LEAST:
      diff->options.least = command_parse_double (state, argument, 0, "time");
      return 0;
    default: return command_store (&argp, settings, key, argument, state);
    }
}

/* ---- For a person. ---- */

/* The side of CHANGE that is shown: the new one, if the query was asked again. */
static const struct result *
shown_side (const struct change *change)
{
  assert (change->before || change->after);
  return change->after ? change->after : change->before;
}

static void
print_before (const struct change *change)
{
  const struct result *before = change->before, *after = change->after;
  /* Equal ids: the same model, to the byte. */
  assert (change->kind != CHANGE_NONE);
  bool same = before && after && before->id.index == after->id.index;
  if (!before)
    printf ("  (was not asked)");
  else if (same && before->verdict != VERDICT_UNKNOWN
           && after->verdict != VERDICT_UNKNOWN)
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
  assert (record.verdict == result->verdict);
  for (size_t i = 0; i < json_array_size (record.processes); i++)
    {
      const char *process = record_string (record.processes, i);
      fputs (i == 0 ? "  " : ",", stdout);
      command_print_safe (stdout, process);
    }
  if (record.verdict == VERDICT_UNKNOWN && record.reason)
    {
      fputs ("  ", stdout);
      command_print_safe (stdout, record.reason);
    }
  json_decref (record.json);
}

static void
print_kind (const struct change *change)
{
  assert (change->kind < CHANGE_NONE);
  printf ("%-13s  ",
          change->kind == CHANGE_INTRODUCED ? "INTRODUCED" : change_name (change->kind));
}

/* What was asked, and what became of it; the model is WITH it or was printed above. */
static void
print_query (const struct change *change, bool with)
{
  const struct result *shown = shown_side (change);
  bool timed = change->kind == CHANGE_SLOWER || change->kind == CHANGE_FASTER;
  results_print_question (shown, with, stdout);
  assert (!timed || (change->before && change->after));
  if (timed)
    printf ("  %g ms, before %g ms", change->after->ms, change->before->ms);
  else
    {
      print_processes (shown);
      if (change->after && change->after->has_gaps)
        fputs ("  no violation found; something was not looked at", stdout);
      print_before (change);
    }
  putchar ('\n');
}

/* A cause, in words, and a few of its violations, of which CHANGES begins with one.
   Returns how many it has. */
static uint32_t
print_cause (const struct change *changes, uint32_t count, const struct results *results)
{
  const struct result *first = change_violation (changes);
  struct record record;
  uint32_t violations = 1;
  result_parse (first, &record);
  assert (record.cause);
  print_kind (changes);
  command_print_safe (stdout, results_name (results, first->model));
  fputs ("  ", stdout);
  command_print_safe (stdout, record.problem ? record.problem : record.cause);
  putchar ('\n');
  json_decref (record.json);
  for (; violations < count && changes[violations].kind == changes->kind; violations++)
    {
      const struct result *next = change_violation (&changes[violations]);
      if (next->model.index != first->model.index
          || next->cause.index != first->cause.index)
        break;
    }
  uint32_t shown = violations > MOST_VIOLATIONS ? MOST_VIOLATIONS - 1 : violations;
  for (uint32_t i = 0; i < shown; i++)
    {
      printf ("%-17s", "");
      print_query (&changes[i], false);
    }
  if (shown < violations)
    printf ("%-17sand %u more\n", "", (unsigned) (violations - shown));
  return violations;
}

/* Queries that came or went are seldom news: one line for each model.  Returns how many
   changes the line stands for. */
static uint32_t
print_model (const struct change *changes, uint32_t count, const struct results *results)
{
  name_id model = shown_side (changes)->model;
  uint32_t queries = 0, violations = 0;
  assert (count > 0 && (!changes->before || !changes->after));
  for (; queries < count && changes[queries].kind == changes->kind; queries++)
    {
      const struct result *result = shown_side (&changes[queries]);
      if (result->model.index != model.index)
        break;
      violations += result->verdict == VERDICT_VIOLATION;
    }
  assert (queries > 0);
  print_kind (changes);
  command_print_safe (stdout, results_name (results, model));
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
  assert (comparison->counts[CHANGE_NONE] <= comparison->list.count);
  uint32_t interesting = comparison->list.count - comparison->counts[CHANGE_NONE];
  for (uint32_t i = 0; i < interesting;)
    if (changes[i].kind == CHANGE_ADDED || changes[i].kind == CHANGE_REMOVED)
      i += print_model (&changes[i], interesting - i, results);
    else if (change_violation (&changes[i])
             && change_violation (&changes[i])->cause.index != NAME_NONE.index)
      i += print_cause (&changes[i], interesting - i, results);
    else
      {
        print_kind (&changes[i]);
        print_query (&changes[i++], true);
      }
  for (int k = 0; k < CHANGE_SLOWER; k++)
    printf ("%s%u %s", k == 0 ? "" : ", ", (unsigned) comparison->counts[k],
            change_name ((enum change_kind) k));
  printf ("\nunchanged: %u violation%s, %u unknown, %u safe",
          (unsigned) comparison->same[VERDICT_VIOLATION],
          comparison->same[VERDICT_VIOLATION] == 1 ? "" : "s",
          (unsigned) comparison->same[VERDICT_UNKNOWN],
          (unsigned) (comparison->same[VERDICT_SAFE] - comparison->gaps));
  if (comparison->gaps > 0)
    printf (", %u no violation found", (unsigned) comparison->gaps);
  putchar ('\n');
  printf ("time of what was decided in both: %.3f s, before %.3f s; %u slower, "
          "%u faster\n",
          comparison->ms_after / 1000, comparison->ms_before / 1000,
          (unsigned) comparison->counts[CHANGE_SLOWER],
          (unsigned) comparison->counts[CHANGE_FASTER]);
  if (comparison->counts[CHANGE_SLOWER] + comparison->counts[CHANGE_FASTER] > 0)
    printf ("Times are noisy: measure twice, on an idle machine, before you believe "
            "them.\n");
}

/* ---- For a script. ---- */

static void
copy_members (json_t *to, const json_t *from, const char *const *members)
{
  for (; *members; members++)
    {
      json_t *value = json_object_get (from, *members);
      if (value)
        json_object_set (to, *members, value);
    }
}

/* What was asked goes into OBJECT, what was answered into its member NAME. */
static void
set_side (json_t *object, const char *name, const struct result *result)
{
  static const char *const asked[]
    = { "model", "question", "pattern", "fields", "automata", NULL };
  static const char *const answered[]
    = { "id", "verdict", "reason", "processes", "locks", "cause", "problem", "ms", NULL };
  if (!result)
    return;
  struct record record;
  json_t *side = json_object ();
  result_parse (result, &record);
  assert (record.json);
  copy_members (object, record.json, asked);
  copy_members (side, record.json, answered);
  json_object_set_new (object, name, side);
  json_decref (record.json);
}

/* "newly unknown" is "newly-unknown" in JSON. */
#define KIND_SIZE 32
static const char *
kind_word (enum change_kind kind, char word[KIND_SIZE])
{
  assert (kind < CHANGE_COUNT && strlen (change_name (kind)) < KIND_SIZE);
  snprintf (word, KIND_SIZE, "%s", change_name (kind));
  for (char *c = word; *c; c++)
    if (*c == ' ')
      *c = '-';
  return word;
}

static json_t *
new_object (const char *kind)
{
  json_t *object = json_object ();
  json_object_set_new (object, "schema", json_integer (1));
  json_object_set_new (object, "kind", json_string (kind));
  return object;
}

static enum status
print_json (const struct comparison *comparison)
{
  char word[KIND_SIZE];
  enum status status = STATUS_FINE;
  uint32_t interesting = comparison->list.count - comparison->counts[CHANGE_NONE];
  for (uint32_t i = 0; i < interesting; i++)
    {
      const struct change *change = &comparison->list.at[i];
      assert (i == 0 || comparison->list.at[i - 1].kind <= change->kind);
      json_t *object = new_object (kind_word (change->kind, word));
      set_side (object, "old", change->before);
      set_side (object, "new", change->after);
      status = status_worse (status, json_print_line (stdout, object));
    }
  json_t *summary = new_object ("summary");
  for (int k = 0; k < CHANGE_COUNT; k++)
    json_object_set_new (summary, kind_word ((enum change_kind) k, word),
                         json_integer (comparison->counts[k]));
  json_object_set_new (summary, "old_ms", json_real (comparison->ms_before));
  json_object_set_new (summary, "new_ms", json_real (comparison->ms_after));
  return status_worse (status, json_print_line (stdout, summary));
}

/* ---- The command. ---- */

/* Is this a model, or a folder of them, and not a result file? */
static bool
is_model (const char *path)
{
  static const char suffix[] = ".eml";
  size_t length = strlen (path), tail = sizeof suffix - 1;
  struct stat about;
  assert (tail > 0);
  return (length > tail && strcmp (path + length - tail, suffix) == 0)
         || (stat (path, &about) == 0 && S_ISDIR (about.st_mode));
}

/* Results of two models cannot be compared without having been made. */
static enum status
refuse_model (const char *path)
{
  assert (is_model (path));
  fputs ("phaselock diff: '", stderr);
  command_print_safe (stderr, path);
  fputs ("' is not a result file; diff compares the results of two runs, for instance "
         "before and after a change to the models:\n"
         "  phaselock check --format jsonl MODELS >old.jsonl\n"
         "  (change them)\n"
         "  phaselock check --format jsonl MODELS >new.jsonl\n"
         "  phaselock diff old.jsonl new.jsonl\n",
         stderr);
  return STATUS_BAD_INPUT;
}

static enum status
diff_files (const void *context, struct arena *arena)
{
  const struct diff *diff = context;
  assert (diff->results.count == 2);
  for (int i = 0; i < 2; i++)
    if (is_model (diff->results.paths[i]))
      return refuse_model (diff->results.paths[i]);
  struct results results;
  results_init (&results, arena);
  enum status status = STATUS_FINE;
  uint32_t split = 0;
  for (int i = 0; i < 2; i++)
    {
      split = results.list.count;
      const char *path = diff->results.paths[i];
      status = status_worse (status, results_read (&results, path, false));
      if (status == STATUS_FINE)
        status = results_join (&results, split);
    }
  if (status != STATUS_FINE)
    return status;
  assert (split <= results.list.count);
  struct comparison comparison;
  compare_results (&comparison, &results, split, &diff->options);
  if (comparison.both == 0 && split > 0 && split < results.list.count)
    fputs ("phaselock diff: warning: no query is in both files; were the models named "
           "by the same paths?\n",
           stderr);
  if (diff->format == FORMAT_JSONL)
    status = print_json (&comparison);
  else
    print_text (&comparison, &results);
  return status_worse (status, comparison.counts[CHANGE_INTRODUCED] > 0 ? STATUS_FOUND
                                                                        : STATUS_FINE);
}

static const struct argp argp
  = { options,
      parse_option,
      "OLD NEW",
      "Compare two result files: which violations were introduced or fixed, which "
      "queries became unknown or were decided, which were added or removed, which take "
      "longer.  Two queries are the same if model name, automaton and fields are; the "
      "text of the model may have changed.  OLD and NEW are JSON lines of 'batch' and "
      "'check', or SQLite files of 'merge'.\v"
      "Exit status: 0 no violation was introduced; 10 one was; 2 bad usage or bad input; "
      "4 output could not be written; 6 internal error.",
      NULL,
      NULL,
      NULL };

static enum status
run (int argc, char **argv)
{
  struct diff diff = { .options = { 2, 100 } };
  command_parse (&argp, argc, argv, &diff);
  return command_in_arena ("diff", diff_files, &diff);
}

const struct command command_diff
  = { "diff", "show what changed between two runs", &argp, run };
