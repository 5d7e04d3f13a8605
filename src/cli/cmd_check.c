/* cmd_check.c -- phaselock check: decide the queries of models. */
#include <config.h>

#include <assert.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "base/scribe.h"
#include "cli/checking.h"
#include "cli/input_arguments.h"
#include "cli/query_arguments.h"
#include "cli/reading.h"
#include "io/file_watch.h"
#include "io/interrupt.h"
#include "io/wrap.h"

enum
{
  KEY_BASELINE = QUERY_KEYS_END,
  KEY_CERTIFICATE,
  KEY_CONFIRM,
  KEY_EXPLAIN,
  KEY_FIRST,
  KEY_FORMAT,
  KEY_PROGRESS,
  KEY_PROPERTY,
  KEY_STATS,
  KEY_WITNESS,
  KEY_WITNESS_FORMAT,
  KEY_REPORT,
  KEY_ROOT,
  KEY_STRICT,
  KEY_WATCH,
};

static const struct argp_option options[] = {
  { "baseline", KEY_BASELINE, "FILE", 0,
    "violations that are in this result file are known, and do not fail a build", 1 },
  { "certificate", KEY_CERTIFICATE, "FILE", 0,
    "save proofs of the safe queries, for 'phaselock certify'", 1 },
  { "confirm", KEY_CONFIRM, "N", OPTION_ARG_OPTIONAL,
    "drive the violations of compiled Java on a JVM, which EXECUTES the classes: in text "
    "the first one of each of the first N causes, in records all of these causes "
    "(default: all that there is time for)",
    1 },
  { "explain", KEY_EXPLAIN, "first|all|none", 0,
    "timelines in text: of the first violation of each cause, of all, or none "
    "(default first; for several models none, with a table)",
    1 },
  { "first", KEY_FIRST, NULL, 0, "stop at the first violation", 1 },
  { "format", KEY_FORMAT, "text|jsonl|sarif", 0, "how to report (default text)", 1 },
  { "output", 'o', "FILE", 0, "write to FILE, once everything is decided", 1 },
  { "jobs", 'j', "N", 0, "workers (default 1; 0: one for each core)", 1 },
  { "quiet", 'q', NULL, 0, COMMAND_QUIET, 1 },
  { "progress", KEY_PROGRESS, "auto|always|never", 0,
    "show progress (default auto: when the work takes more than a second)", 1 },
  { "property", KEY_PROPERTY, "FILE", 0,
    "only what this property file of a competition asks of a C program, unreach-call or "
    "no-data-race; the last line is true, false(unreach-call) or unknown",
    1 },
  { "stats", KEY_STATS, NULL, 0, "report how much work the queries took", 1 },
  { "strict", KEY_STRICT, NULL, 0,
    "of Java: status 5 if something was not looked at for a query without a violation",
    1 },
  { "report", KEY_REPORT, "FILE.html", 0,
    "also write a page that shows the results, with the interleavings", 1 },
  { "root", KEY_ROOT, "DIR", 0, COMMAND_ROOT, 1 },
  { "watch", KEY_WATCH, NULL, 0, "decide again when a model is saved, until Ctrl-C", 1 },
  { "witness", KEY_WITNESS, NULL, 0, "put the interleavings into the JSON records", 1 },
  { "witness-format", KEY_WITNESS_FORMAT, "json|yaml", 0,
    "yaml: instead of anything else write the first violation of a C program as a "
    "witness of format 2.0, and [] if there is none",
    1 },
  { NULL, 0, NULL, 0, NULL, 0 }
};

static const struct argp argp; /* below */
static const struct setting settings[]
  = { SETTING (KEY_BASELINE, struct check, baseline_path),
      SETTING (KEY_CERTIFICATE, struct check, certificate.path),
      SETTING (KEY_EXPLAIN, struct check, explain),
      SETTING (KEY_FIRST, struct check, first),
      SETTING (KEY_FORMAT, struct check, format),
      SETTING ('o', struct check, path),
      SETTING ('q', struct check, quiet),
      SETTING (KEY_PROGRESS, struct check, progress_mode),
      SETTING (KEY_PROPERTY, struct check, property.path),
      SETTING (KEY_STATS, struct check, stats),
      SETTING (KEY_STRICT, struct check, strict),
      SETTING (KEY_REPORT, struct check, report_path),
      SETTING (KEY_ROOT, struct check, root),
      SETTING (KEY_WATCH, struct check, watch),
      SETTING (KEY_WITNESS, struct check, witness),
      SETTING (KEY_WITNESS_FORMAT, struct check, witness_format),
      SETTING (ARGP_KEY_ARG, struct check, models),
      { 0 } };

/* What --watch shows is text on standard output, new each time. */
static void
refuse_with_watch (const struct check *check, struct argp_state *state)
{
  assert (check->watch && check->models.given_count > 0);
  const char *other = check->path                    ? "-o"
                      : check->property.path         ? "--property"
                      : check->witness_format        ? "--witness-format"
                      : check->format != FORMAT_TEXT ? "--format jsonl and sarif"
                      : check->report_path           ? "--report"
                      : check->certificate.path      ? "--certificate"
                      : check->confirm               ? "--confirm"
                                                     : NULL;
  if (other)
    command_misuse (state, "--watch only shows text: use %s in a run without --watch",
                    other);
  if (check->options.output_path)
    command_misuse (state, "--watch only shows text: use --%s in a run without --watch",
                    check->options.output->name);
  for (size_t i = 0; i < check->models.given_count; i++)
    if (strcmp (check->models.given[i], "-") == 0)
      command_misuse (state,
                      "--watch: standard input cannot be watched; give the model as a "
                      "file");
}

static bool
is_standard_output (const char *path)
{
  return path && strcmp (path, "-") == 0;
}

/* Standard output is for one thing. */
static void
refuse_to_mix (const struct check *check, struct argp_state *state)
{
  bool findings = !check->path || is_standard_output (check->path);
  bool page = is_standard_output (check->report_path);
  bool proof = is_standard_output (check->certificate.path);
  if (page && findings)
    command_misuse (state, "--report -: standard output has the findings; give these a "
                           "file with -o, or the page a name");
  if (proof && findings)
    command_misuse (state,
                    "--certificate -: standard output has the findings; give these a "
                    "file with -o, or the certificate a name");
  if (proof && page)
    command_misuse (state,
                    "--certificate -: standard output has the page; give one of them a "
                    "name");
}

/* --property and --witness-format, when all options are known. */
static void
choose_property (struct check *check, struct argp_state *state)
{
  struct property *property = &check->property;
  if (check->witness_format)
    {
      if (check->format != FORMAT_TEXT)
        command_misuse (state, "--witness-format yaml is a format by itself: leave out "
                               "--format");
      check->format = FORMAT_YAML;
    }
  if (!property->path)
    return;
  if (check->options.patterns)
    command_misuse (state, "--property says what is asked: leave out -p");
  if (!property_read (property))
    command_misuse (state, "%s: %s", property->path,
                    errno ? strerror (errno)
                          : "no property file: CHECK( init(main()), ...)");
  assert (property->kind != PROPERTY_NONE);
  check->strict = true;
  check->options.patterns = property->kind == PROPERTY_NO_DATA_RACE ? "race" : "assert";
  check->options.only_reached = property->kind == PROPERTY_UNREACH_CALL;
  if (!check->models.options.java.main_name)
    check->models.options.java.main_name = property->main;
}

static error_t
parse_option (int key, char *argument, struct argp_state *state)
{
  struct check *check = state->input;
  switch (key)
    {
    case ARGP_KEY_INIT:
      state->child_inputs[0] = &check->options;
      state->child_inputs[1] = &check->models.options;
      state->child_inputs[2] = &check->confirming;
      return 0;
    case KEY_CONFIRM:
      check->confirm = UINT32_MAX;
      if (argument
          && !command_parse_number (argument, strlen (argument), UINT32_MAX - 1,
                                    &check->confirm))
        command_misuse (state, "--confirm takes a number, not '%s'", argument);
      check->models.options.java.kept |= CONFIRMING_KEEPS;
      return 0;
    case 'j': check->jobs = command_parse_jobs (state, argument); return 0;
    case ARGP_KEY_END:
      if (check->watch && check->models.given_count > 0)
        refuse_with_watch (check, state);
      choose_property (check, state);
      refuse_to_mix (check, state);
      command_want_folder (state, "root", check->root);
      return 0;
    default: return command_store (&argp, settings, key, argument, state);
    }
}

/* ---- The page. ---- */

static enum status
start_report (struct check *check)
{
  if (!check->report_path)
    return STATUS_FINE;
  assert (!check->report);
  check->report = report_new ();
  if (check->report)
    return status_worse (reading_search_sources (&check->models, check->report),
                         report_search (check->report, ".", false));
  fputs ("phaselock check: not enough memory for the report\n", stderr);
  return STATUS_BAD_INPUT;
}

static enum status
finish_report (struct check *check)
{
  if (!check->report)
    return STATUS_FINE;
  enum status status = report_write (check->report, check->report_path);
  report_free (check->report);
  return status;
}

/* ---- The command. ---- */

/* What "safe" means for what was asked, perhaps of some processes only.  Without a lock
   there is no deadlock query, and no deadlock. */
static void
print_meaning_of_safe (const struct check *check, FILE *file)
{
  const struct query_options *asked = &check->options;
  bool patterns = check->asked[QUERY_PATTERN], race = check->asked[QUERY_RACE];
  bool deadlock = asked->chosen.deadlock;
  bool claims = check->asked[QUERY_ASSERT], exclusive = check->asked[QUERY_EXCLUSIVE];
  bool stuck = check->asked[QUERY_STUCK];
  assert (patterns || race || deadlock || claims || exclusive || stuck);
  fputs ("Safe: ", file);
  if (patterns)
    fputs ("no two units match a pattern", file);
  if (race)
    fprintf (file, "%sno race", patterns ? "; " : "");
  if (deadlock)
    fprintf (file, "%sno deadlock", race ? ", " : patterns ? "; " : "");
  if (claims)
    fprintf (file, "%sno assert fails, and nothing goes wrong",
             patterns || race || deadlock ? "; " : "");
  if (exclusive)
    fprintf (file, "%sno access without permission",
             patterns || race || deadlock || claims ? "; " : "");
  if (stuck)
    fprintf (file, "%snobody waits for ever",
             patterns || race || deadlock || claims || exclusive ? "; " : "");
  fprintf (file, "%s.", asked->processes ? ", " CHECK_ONLY_THESE : "");
  if (asked->processes && (race || deadlock))
    fprintf (file, "  A %s counts if all of them take part, whoever else does.",
             !race       ? "deadlock"
             : !deadlock ? "race"
                         : "race or deadlock");
  if (patterns)
    fputs ("  Cycles through three or more units are not covered.", file);
}

/* What the inputs of this run are called. */
static const char *
noun_of_inputs (const struct check *check)
{
  const struct inputs *inputs = &check->models.inputs;
  bool is_java = inputs->count > 0;
  for (size_t i = 0; i < inputs->count && is_java; i++)
    is_java = inputs->list[i].front_end == &front_end_java;
  assert (check->made.circles + check->made.programs <= check->made.models);
  return !is_java || check->made.programs > 0 ? "models"
         : check->made.circles > 0            ? "classes and circles of locks"
                                              : "classes";
}

/* A failing run ends with its counts.  What "safe" means is said once, where EVERYTHING
   is. */
static void
print_summary (const struct check *check, bool everything, struct arena *arena)
{
  FILE *file = check->destination.stream;
  struct terminal terminal = terminal_of (file);
  const uint32_t *counts = check->totals.count;
  assert (check->checked > 0 || counts[VERDICT_SAFE] == 0);
  assert (!everything || counts[VERDICT_VIOLATION] + counts[VERDICT_UNKNOWN] == 0);
  bool some = check->options.processes && counts[VERDICT_SAFE] > 0;
  struct scribe scribe;
  FILE *memory = scribe_start (&scribe, arena);
  if (check->checked > 1)
    {
      fprintf (memory, "%u %s: %u violation%s", (unsigned) check->checked,
               noun_of_inputs (check), (unsigned) counts[VERDICT_VIOLATION],
               counts[VERDICT_VIOLATION] == 1 ? "" : "s");
      check_print_known (&check->totals, memory);
      fprintf (memory, ", %u unknown, ", (unsigned) counts[VERDICT_UNKNOWN]);
      check_print_safe (&check->totals, memory);
      fputs (some ? " " CHECK_ONLY_THESE : "", memory);
    }
  else if (counts[VERDICT_VIOLATION] + counts[VERDICT_UNKNOWN] > 0)
    check_print_counts (&check->totals, ":", some, memory);
  const char *text = scribe_end (&scribe);
  if (*text)
    wrap_print_line (&terminal, text, arena, file);
  if (everything && counts[VERDICT_SAFE] > 0 && check->totals.gaps == 0
      && pa_shipped_find (check->options.automata))
    {
      print_meaning_of_safe (check, scribe_start (&scribe, arena));
      wrap_print_line (&terminal, scribe_end (&scribe), arena, file);
    }
  provenance_print_meaning (&check->made, check->models.options.notes,
                            counts[VERDICT_SAFE] > 0, counts[VERDICT_VIOLATION] > 0,
                            scribe_start (&scribe, arena));
  text = scribe_end (&scribe);
  if (*text)
    wrap_print_line (&terminal, text, arena, file);
}

/* With an arena of its own: the models are gone. */
static void
summarise (const struct check *check, bool everything)
{
  struct quota quota;
  struct arena arena;
  quota_init (&quota);
  arena_init (&arena, &quota);
  if (!quota_checkpoint (&quota))
    print_summary (check, everything, &arena);
  arena_clear (&arena);
}

/* Classes that were not asked for by name, and are not checked. */
static void
tell_left_out (const struct check *check)
{
  const struct inputs *inputs = &check->models.inputs;
  const struct java_options *java = &check->models.options.java;
  uint32_t left_out = inputs->left_out - inputs->excluded - inputs->unchanged;
  assert (left_out <= inputs->left_out && inputs->left_out <= inputs->classes);
  if (inputs->excluded > 0)
    fprintf (stderr,
             "phaselock check: %u of %u classes are excluded: tests, or by --exclude\n",
             (unsigned) inputs->excluded, (unsigned) inputs->classes);
  if (inputs->unchanged > 0)
    fprintf (stderr, "phaselock check: %u of %u classes have not changed since %s\n",
             (unsigned) inputs->unchanged, (unsigned) inputs->classes,
             check->models.options.changed);
  if (left_out > 0 && inputs->count > 0 && !java->class_name && !java->main_name)
    fprintf (
      stderr,
      "phaselock check: %u of %u classes were left out: they use no lock, or have no "
      "fields that change; 'phaselock java --list' says why\n",
      (unsigned) left_out, (unsigned) inputs->classes);
}

/* Are there queries that nobody asked for? */
static bool
asks_for_some (const struct check *check)
{
  const struct query_options *asked = &check->options;
  return asked->patterns || asked->fields || asked->processes
         || check->models.options.java.units;
}

/* Decide all queries, and write what was found. */
static enum status
check_models (struct check *check)
{
  if (check->baseline_path)
    {
      enum status read
        = baseline_read (&check->baseline, check->baseline_path, &check->models.inputs);
      if (read != STATUS_FINE)
        return read;
    }
  if (!destination_open (&check->destination, check->path))
    return destination_close (&check->destination);
  enum status status = start_report (check);
  if (check->format == FORMAT_SARIF)
    sarif_start (&check->sarif, check->destination.stream, &check->options.pa.set,
                 &check->options.chosen, check->root);
  check->sarif.baseline = check->baseline_path != NULL;
  check->several = check->models.inputs.count > 1;
  model_table_init (&check->table, &check->models.inputs, check->baseline_path != NULL,
                    check->destination.stream);
  if (!checking_has_table (check)) /* which says it, too */
    tell_left_out (check);
  suppressions_init (&check->suppressions, &check->options.pa,
                     &check->options.complaints);
  struct reading reading = { INPUT_SYSTEM, check->quiet, checking_model, check };
  struct word_fits fits;
  word_fits_init (&fits, &check->options.quota);
  bool some = check->several && (check->options.fields || check->options.processes);
  check->options.fits = some ? &fits : NULL;
  status = status_worse (status, reading_each (&check->models, &reading));
  if (some && !check->stop && !word_fits_end (&fits, check->models.inputs.count, stderr))
    status = status_worse (status, STATUS_BAD_INPUT);
  check->options.fits = NULL;
  word_fits_clear (&fits);
  status = status_worse (status, certificate_output_close (&check->certificate));
  if (!check->stop && !asks_for_some (check))
    suppressions_tell_stale (&check->suppressions, stderr);
  suppressions_clear (&check->suppressions);
  if (check->totals.count[VERDICT_VIOLATION] > check->totals.known)
    status = status_worse (status, STATUS_FOUND);
  if (check->totals.count[VERDICT_UNKNOWN] || (check->strict && check->totals.gaps))
    status = status_worse (status, STATUS_UNDECIDED);
  if (checking_has_table (check))
    status = status_worse (
      status, model_table_end (&check->table, &check->options, check->baseline_path,
                               &check->models.inputs, &check->models.options,
                               check->models.given, check->models.given_count));
  model_table_clear (&check->table);
  if (check->format == FORMAT_TEXT && !check->quiet)
    summarise (check,
               status == STATUS_FINE && check->totals.known == 0 && !interrupt_signal ());
  status = status_worse (status, finish_report (check));
  if (check->format == FORMAT_YAML && !check->has_witness)
    fputs ("[]\n", check->destination.stream);
  if (check->format == FORMAT_SARIF)
    status = status_worse (status, sarif_end (&check->sarif, interrupt_status (status)));
  /* No query could be asked (a mistyped option), and nothing was written: that is
     no result. */
  if (check->checked == 0 && check->format != FORMAT_SARIF && status != STATUS_FINE)
    {
      destination_discard (&check->destination);
      return status;
    }
  return status_worse (status, destination_close (&check->destination));
}

/* The answer to --property.  A violation may need executions that the model has, and the
   program has not: then it is none.  The status of the run. */
static enum status
answer_property (const struct check *check, enum status status)
{
  assert (check->property.kind != PROPERTY_NONE);
  if (status == STATUS_FOUND && check->made.added > 0)
    status = STATUS_UNDECIDED;
  const char *answer = property_answer (&check->property, status);
  bool apart
    = check->format == FORMAT_TEXT || (check->path && !is_standard_output (check->path));
  if (answer)
    fprintf (apart ? stdout : stderr, "%s\n", answer);
  return status;
}

/* ---- Again and again. ---- */

/* Watch the file or folder of PATH, which may be PATH!PART. */
static bool
watch_path (struct file_watch *watch, const char *path)
{
  assert (path);
  char *file = strndup (path, inputs_file_length (path));
  bool fine = file && file_watch_add (watch, file);
  if (!file)
    command_error (path, strerror (ENOMEM));
  free (file);
  return fine;
}

/* Is there the file or folder of PATH?  If not, errno says why. */
static bool
is_there (const char *path)
{
  assert (path);
  char *file = strndup (path, inputs_file_length (path));
  bool there = file && access (file, F_OK) == 0;
  int reason = errno;
  free (file);
  errno = reason;
  return there;
}

/* Classes are being read: so many. */
static void
tell_headway (void *context, const char *doing, uint64_t done, uint64_t all)
{
  struct check *check = context;
  assert (doing || done == 0);
  if (doing)
    progress_show_count (&check->progress, done, all, doing);
  else
    progress_clear (&check->progress);
}

/* Find the models that are given. */
static void
find_models (struct check *check)
{
  assert (check->models.given_count > 0);
  progress_start (&check->progress, check->progress_mode, check->quiet);
  check->models.options.tell = tell_headway;
  check->models.options.tell_context = check;
  query_arguments_narrow (&check->options, &check->models.options);
  reading_find (&check->models);
}

/* Find the models that there are now.  They are watched before they are read. */
static bool
start_round (struct check *check, struct file_watch *watch)
{
  assert (check->watch && check->models.given_count > 0);
  file_watch_start (watch);
  for (size_t i = 0; i < check->models.given_count; i++)
    if (!watch_path (watch, check->models.given[i]))
      return false;
  inputs_clear (&check->models.inputs);
  find_models (check);
  check->stop = false;
  check->checked = 0;
  check->totals = (struct check_totals){ .known = 0 };
  check->made = (struct provenance_totals){ .models = 0 };
  memset (check->asked, false, sizeof check->asked);
  return true;
}

/* "18:12:03  waiting for changes; Ctrl-C ends". */
static bool
end_round (const struct check *check)
{
  char text[32] = "";
  time_t now = time (NULL);
  struct tm local;
  assert (check->destination.stream == stdout || check->checked == 0);
  if (localtime_r (&now, &local))
    strftime (text, sizeof text, "%H:%M:%S  ", &local);
  if (!check->quiet)
    printf ("%swaiting for changes; Ctrl-C ends\n", text);
  return fflush (stdout) == 0;
}

/* "1 of 40 classes was decided again". */
static void
tell_decided_again (const struct check *check)
{
  uint32_t again = check->kept.again;
  assert (again <= check->checked);
  if (again == check->checked || check->stats
      || decide_options_list (&check->options.decide))
    return;
  if (check->checked == 1)
    puts ("nothing has changed: it was not decided again");
  else
    printf ("%u of %u %s %s decided again\n", (unsigned) again, (unsigned) check->checked,
            noun_of_inputs (check), again == 1 ? "was" : "were");
}

/* Until a signal comes, or nobody reads what is found. */
static enum status
check_again_and_again (struct check *check)
{
  struct file_watch watch;
  assert (check->format == FORMAT_TEXT && !check->path);
  /* A file may vanish later; one that was never there is a mistyped name. */
  for (size_t i = 0; i < check->models.given_count; i++)
    if (!is_there (check->models.given[i]))
      {
        command_error (check->models.given[i], strerror (errno));
        check->models.status = STATUS_BAD_INPUT;
      }
  if (check->models.status != STATUS_FINE)
    return check->models.status;
  enum status status = STATUS_BAD_INPUT;
  watch_changes_init (&check->changes);
  bool going = file_watch_open (&watch, inputs_is_file_name);
  while (going && start_round (check, &watch))
    {
      status = check_models (check);
      bool whole = !check->stop
                   && (status == STATUS_FINE || status == STATUS_FOUND
                       || status == STATUS_UNDECIDED);
      if (!check->quiet)
        {
          tell_decided_again (check);
          watch_changes_end (&check->changes, whole, stdout);
        }
      kept_begin_round (&check->kept, whole);
      baseline_clear (&check->baseline);
      check->waiting = interrupt_signal () == 0;
      going = check->waiting && end_round (check) && file_watch_wait (&watch);
      check->waiting &= !going;
      if (going && isatty (STDOUT_FILENO))
        fputs ("\033[H\033[2J", stdout);
    }
  file_watch_close (&watch);
  watch_changes_clear (&check->changes);
  kept_clear (&check->kept);
  return going ? STATUS_BAD_INPUT : status;
}

/* What was written looks complete, and is not.  There were COUNT inputs, called NOUN. */
static void
tell_interruption (const struct check *check, size_t count, const char *noun)
{
  const uint32_t *counts = check->totals.count;
  uint32_t decided = counts[VERDICT_SAFE] + counts[VERDICT_VIOLATION];
  assert (interrupt_signal () && (check->checked > 0 || decided == 0));
  fprintf (stderr,
           "phaselock check: interrupted after %u quer%s; the others were not "
           "decided\n",
           (unsigned) decided, decided == 1 ? "y" : "ies");
  if (count > 1)
    fprintf (stderr, "phaselock check: %u of %zu %s were looked at, %zu were not\n",
             (unsigned) check->checked, count, noun, count - check->checked);
}

static const struct argp_child children[] = { { &query_check_argp, 0, NULL, 0 },
                                              { &input_argp, 0, NULL, 0 },
                                              { &confirming_argp, 0, NULL, 0 },
                                              { 0 } };

static const struct argp argp
  = { options,
      parse_option,
      "MODEL|DIR|JAR...",
      "Decide whether two units can interfere, for every pattern, field and ordered "
      "choice of fields of an atomic set; whether a field can have a data race; and "
      "whether there can be a deadlock: exactly, with unbounded recursion and context "
      "switches.  Patterns cover two units at a time, and every pair of them; cycles "
      "through three or more units are not covered.  Of models with data also whether an "
      "assert can fail, a statement go wrong, or an access predicate not hold.\v"
      "Exit status: 0 everything was decided and there is no violation; 10 a "
      "violation that --baseline does not know; 5 no violation found, but something is "
      "unknown; 2 bad usage or bad input; 4 output could not be written; 6 internal "
      "error; 130 or 143 interrupted.",
      children,
      NULL,
      NULL };

static enum status
run (int argc, char **argv)
{
  struct check check = { .jobs = 1, .explain = EXPLAIN_UNASKED };
  enum status status = STATUS_BAD_INPUT;
  confirming_init (&check.confirming);
  bool prepared = query_arguments_parse (&argp, argc, argv, &check, &check.options);
  check.models.quiet = check.quiet;
  check.models.options.interrupted = check.options.decide.interrupted;
  check.confirming.interrupted = check.options.decide.interrupted;
  check.confirming.models = &check.models;
  if (prepared && !check.watch)
    find_models (&check);
  if (check.options.output && check.models.inputs.count > 1)
    fprintf (stderr, "phaselock check: --%s takes one model\n",
             check.options.output->name);
  else if (prepared)
    status = check.watch                             ? check_again_and_again (&check)
             : check.property.kind == PROPERTY_OTHER ? STATUS_UNDECIDED
                                                     : check_models (&check);
  if (check.confirming.problem)
    fprintf (stderr, "phaselock check: %s\n", check.confirming.problem);
  status = status_worse (status, check.confirming.status);
  if (prepared && check.property.kind != PROPERTY_NONE && !interrupt_signal ())
    status = answer_property (&check, status);
  size_t count = check.models.inputs.count;
  const char *noun = noun_of_inputs (&check);
  confirming_clear (&check.confirming);
  query_options_clear (&check.options);
  reading_forget (&check.models);
  baseline_clear (&check.baseline);
  if (interrupt_signal () && !check.waiting)
    tell_interruption (&check, count, noun);
  return interrupt_status (status);
}

const struct command command_check
  = { "check", "decide the queries of models", &argp, run };
