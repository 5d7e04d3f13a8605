/* tracing.c -- see tracing.h. */
#include <config.h>

#include "cli/tracing.h"

#include <assert.h>
#include <fnmatch.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "io/interrupt.h"
#include "io/json.h"
#include "phaseauto/meetings.h"
#include "query/wordlist.h"

/* ---- Findings. ---- */

static void
report_finding (struct tracing *tracing, const struct trace_finding *finding)
{
  assert (finding->count > 0 && tracing->destination.stream);
  FILE *file = tracing->destination.stream;
  struct arena scratch;
  enum status status = STATUS_FINE;
  arena_init (&scratch, tracing->arena->quota);
  tracing->found++;
  if (tracing->format == FORMAT_TEXT)
    trace_finding_print (finding, file);
  else if (tracing->format == FORMAT_JSONL)
    status = json_print_line (file, trace_finding_record (finding));
  else
    trace_finding_add_to_sarif (finding, &tracing->sarif, &scratch);
  if (tracing->report)
    {
      json_t *record = trace_finding_page_record (finding, &scratch);
      status = status_worse (status, report_add_json (tracing->report, record, NULL));
      json_decref (record);
    }
  tracing->status = status_worse (tracing->status, status);
  arena_clear (&scratch);
}

static const char *const *
held_names (const struct tracing *tracing, uint32_t chain, struct arena *arena)
{
  const struct held_chains *held = &tracing->pass->world.held;
  VEC (const char *) list = VEC_EMPTY;
  for (; chain != HELD_NONE; chain = held_rest (held, chain))
    *vec_push (arena, &list)
      = symbols_text (&tracing->pass->reader.names.locks, held_lock (held, chain));
  *vec_push (arena, &list) = NULL;
  return list.at;
}

/* The text of LOCATION, or null. */
static const char *
location_of (const struct tracing *tracing, uint32_t location, struct arena *arena)
{
  char buffer[LOCATION_TEXT];
  if (location == TRACE_NONE)
    return NULL;
  return arena_format (
    arena, "%s",
    location_text (&tracing->pass->reader.names.locations, location, buffer));
}

static struct trace_step
access_step (const struct tracing *tracing, const struct access *access,
             const char *variable, struct arena *arena)
{
  const struct trace_names *names = &tracing->pass->reader.names;
  return (struct trace_step){
    .thread = symbols_text (&names->threads, (uint32_t) access->thread),
    .op = trace_op_word (access->is_write ? TRACE_WRITE : TRACE_READ),
    .object = variable,
    .event = access->event,
    .at = location_of (tracing, access->location, arena),
    .held = held_names (tracing, access->held, arena),
  };
}

static void
report_race (void *context, const struct race *race)
{
  struct tracing *tracing = context;
  struct arena scratch;
  arena_init (&scratch, tracing->arena->quota);
  const char *variable
    = symbols_text (&tracing->pass->reader.names.variables, race->variable);
  const char *const variables[] = { variable, NULL };
  const struct trace_step steps[]
    = { access_step (tracing, &race->first, variable, &scratch),
        access_step (tracing, &race->second, variable, &scratch) };
  report_finding (tracing, &(struct trace_finding){
                             .kind = QUERY_RACE,
                             .automaton = pa_race (),
                             .automata = tracing->options.pa.set.name,
                             .file = tracing->file,
                             .variables = variables,
                             .steps = steps,
                             .count = 2,
                           });
  arena_clear (&scratch);
}

static void
report_match (void *context, const struct pa_automaton *automaton,
              const struct match *match)
{
  struct tracing *tracing = context;
  const struct trace_names *names = &tracing->pass->reader.names;
  const char *threads[TRIE_THREADS + 1] = { NULL };
  const char *variables[TRIE_PARAMETERS + 1] = { NULL };
  struct trace_step steps[TRIE_STEPS];
  struct arena scratch;
  arena_init (&scratch, tracing->arena->quota);
  assert (automaton->threads.count <= TRIE_THREADS
          && automaton->steps.count <= TRIE_STEPS);
  for (uint32_t t = 0; t < automaton->threads.count; t++)
    threads[t] = symbols_text (&names->threads, match->threads[t]);
  for (uint32_t p = 0; p < automaton->parameters.count; p++)
    variables[p] = symbols_text (&names->variables, match->variables[p]);
  for (uint32_t i = 0; i < automaton->steps.count; i++)
    {
      const struct match_step *step = &match->steps[i];
      bool is_access = step->variable != TRACE_NONE;
      steps[i] = (struct trace_step){
        .thread = symbols_text (&names->threads, step->thread),
        .op = trace_op_word (!is_access       ? TRACE_BEGIN
                             : step->is_write ? TRACE_WRITE
                                              : TRACE_READ),
        .object = is_access ? symbols_text (&names->variables, step->variable) : NULL,
        .event = step->event,
        .at = location_of (tracing, step->location, &scratch),
      };
    }
  report_finding (tracing, &(struct trace_finding){
                             .kind = QUERY_PATTERN,
                             .automaton = automaton,
                             .file = tracing->file,
                             .variables = variables,
                             .threads = threads,
                             .automata = tracing->options.pa.set.name,
                             .steps = steps,
                             .count = automaton->steps.count,
                           });
  arena_clear (&scratch);
}

static bool
fits_some (const glob_list *globs, const char *name)
{
  assert (name);
  for (uint32_t i = 0; i < globs->count; i++)
    if (strcmp (globs->at[i], name) == 0 || fnmatch (globs->at[i], name, 0) == 0)
      return true;
  return false;
}

/* Does --units name METHOD? */
static bool
is_unit (void *context, const char *method)
{
  struct tracing *tracing = context;
  bool fits = fits_some (&tracing->unit_globs, method);
  tracing->units_fit |= fits;
  return fits;
}

/* Is the variable of EVENT, an access, asked about? */
static bool
is_asked (struct tracing *tracing, uint32_t variable)
{
  if (!tracing->options.fields)
    return true;
  while (tracing->variables.count <= variable)
    *vec_push (tracing->arena, &tracing->variables) = 0;
  uint8_t *known = &tracing->variables.at[variable];
  assert (*known <= 2);
  if (*known == 0)
    *known = fits_some (&tracing->variable_globs,
                        symbols_text (&tracing->pass->reader.names.variables, variable))
               ? 2
               : 1;
  return *known == 2;
}

static bool
is_asked_cell (void *context, uint32_t variable)
{
  return is_asked (context, variable);
}

static void
hear_race_event (void *context, const struct trace_event *event)
{
  struct tracing *tracing = context;
  if (!trace_is_access (event) || is_asked (tracing, event->object))
    races_event (&tracing->race_pass, event);
}

static void
hear_race_batch (void *context, const struct trace_batch *batch)
{
  struct tracing *tracing = context;
  races_prefetch (&tracing->race_pass, batch);
}

static void
hear_unit_event (void *context, const struct trace_event *event)
{
  struct tracing *tracing = context;
  if (!trace_is_access (event) || is_asked (tracing, event->object))
    atomicity_event (&tracing->atomicity_pass, event);
}

static void
hear_window_event (void *context, const struct trace_event *event)
{
  windows_event (context, event);
}

static void
report_prediction (void *context, const struct trace_finding *finding)
{
  report_finding (context, finding);
}

static void
report_unknown (void *context, const struct query *query, const char *question,
                const char *variables, uint64_t first, uint64_t last, const char *reason)
{
  assert (first <= last && reason);
  struct tracing *tracing = context;
  FILE *file = tracing->destination.stream;
  if (tracing->format == FORMAT_TEXT)
    {
      fprintf (file, "UNKNOWN    %s  %s  (%s)  events %" PRIu64 "-%" PRIu64 "\n",
               question, variables, reason, first, last);
      return;
    }
  json_t *record = json_pack (
    "{s:i,s:s,s:o,s:o,s:s,s:s,s:b,s:[I,I]}", "schema", 1, "question", question, "file",
    json_text (tracing->file), "fields", json_text (variables), "verdict", "unknown",
    "reason", reason, "predicted", 1, "window", (json_int_t) first, (json_int_t) last);
  if (tracing->format == FORMAT_JSONL)
    {
      tracing->status = status_worse (tracing->status, json_print_line (file, record));
      return;
    }
  struct arena scratch;
  arena_init (&scratch, tracing->arena->quota);
  const char *text
    = arena_format (&scratch, "%s %s: not decided (%s)", question, variables, reason);
  sarif_add_found (&tracing->sarif, &(struct sarif_found){ .automaton = query->automaton,
                                                           .path = tracing->file,
                                                           .text = text,
                                                           .identity = text,
                                                           .record = record });
  arena_clear (&scratch);
}

/* ---- The end of a trace. ---- */

static const char *
plural (uint64_t count)
{
  return count == 1 ? "" : "s";
}

static void
print_count (FILE *file, uint64_t count, const char *what)
{
  fprintf (file, "%" PRIu64 " %s%s", count, what, plural (count));
}

static void
complain_of_trace (const struct tracing *tracing, const struct trace_problem *problem,
                   const char *severity)
{
  assert (problem->message);
  command_print_safe (stderr, tracing->file);
  if (problem->line)
    fprintf (stderr, ":%" PRIu64, problem->line);
  fprintf (stderr, ": %s: ", severity);
  command_print_safe (stderr, problem->message);
  fputc ('\n', stderr);
}

static void
print_note (const struct tracing *tracing, const char *format, uint64_t count)
{
  command_print_safe (stderr, tracing->file);
  fputs (": note: ", stderr);
  fprintf (stderr, format, count, plural (count));
  fputc ('\n', stderr);
}

/* What the answers about units leave out. */
static void
print_unit_notes (const struct tracing *tracing)
{
  const struct atomicity *atomicity = &tracing->atomicity_pass;
  assert (tracing->atomicity && atomicity->trie);
  if (atomicity->unmatched)
    print_note (tracing, "%" PRIu64 " end%s of a unit that had not begun",
                atomicity->unmatched);
  if (atomicity->units == 0 && atomicity->filter.calls > 0)
    print_note (tracing,
                "no unit, but %" PRIu64 " call%s of methods: --units says which are "
                "units",
                atomicity->filter.calls);
  else if (atomicity->units == 0)
    print_note (tracing, "the trace has %" PRIu64 " unit%s: nothing can be found",
                atomicity->units);
  if (atomicity->trie->left_out.count)
    print_note (tracing, "%" PRIu64 " pattern%s left out: a trace cannot be asked them",
                atomicity->trie->left_out.count);
}

/* What predictions leave out. */
static void
print_window_notes (const struct tracing *tracing)
{
  const struct predicting *predicting = &tracing->predicting;
  assert (tracing->predict);
  if (predicting->windows.done > 1)
    print_note (tracing,
                "%" PRIu64 " window%s, which overlap: what needs events that are "
                "further apart is not predicted",
                predicting->windows.done);
  if (predicting->unnested)
    print_note (tracing,
                "in %" PRIu64 " window%s locks do not nest: reorderings are "
                "searched for, up to a limit",
                predicting->unnested);
  if (predicting->large)
    print_note (tracing,
                "in %" PRIu64 " window%s an object has too many fields: they are "
                "asked about one by one",
                predicting->large);
}

static void
print_notes (const struct tracing *tracing)
{
  const struct trace_reader *reader = &tracing->pass->reader;
  if (reader->skipped)
    {
      complain_of_trace (tracing, &reader->first_skipped, "skipped");
      command_print_safe (stderr, tracing->file);
      fprintf (stderr, ": note: %" PRIu64 " line%s skipped; this was the first\n",
               reader->skipped, plural (reader->skipped));
    }
  if (tracing->atomicity && !tracing->quiet)
    print_unit_notes (tracing);
  if (tracing->predict && !tracing->quiet)
    print_window_notes (tracing);
}

static void
print_summary (const struct tracing *tracing)
{
  assert (tracing->destination.stream);
  const struct trace_names *names = &tracing->pass->reader.names;
  FILE *file = tracing->destination.stream;
  command_print_safe (file, tracing->file);
  fputs (": ", file);
  print_count (file, tracing->pass->events, "event");
  fputs (", ", file);
  print_count (file, tracing->pass->world.seen, "thread");
  fputs (", ", file);
  print_count (file, symbols_count (&names->locks), "lock");
  fputs (", ", file);
  print_count (file, symbols_count (&names->variables), "variable");
  if (tracing->atomicity)
    {
      fputs (", ", file);
      print_count (file, tracing->atomicity_pass.units, "unit");
    }
  fputs (": ", file);
  if (tracing->races)
    {
      print_count (file, tracing->race_pass.found, "race");
      if (tracing->race_pass.found)
        {
          fputs (" on ", file);
          print_count (file, tracing->race_pass.racy, "variable");
        }
    }
  if (tracing->atomicity)
    {
      fputs (tracing->races ? ", " : "", file);
      print_count (file, tracing->atomicity_pass.found, "pattern");
    }
  if (tracing->predict)
    {
      fputs (tracing->races || tracing->atomicity ? "; predicted: " : "predicted: ",
             file);
      print_count (file, tracing->predicting.found[QUERY_RACE], "race");
      fputs (", ", file);
      print_count (file, tracing->predicting.found[QUERY_PATTERN], "pattern");
      fputs (", ", file);
      print_count (file, tracing->predicting.found[QUERY_DEADLOCK], "deadlock");
      if (tracing->predicting.unknown)
        fprintf (file, ", %" PRIu64 " unknown", tracing->predicting.unknown);
    }
  fputc ('\n', file);
}

static void
add_predicted (json_t *record, const struct predicting *predicting)
{
  json_object_set_new (record, "windows",
                       json_integer ((json_int_t) predicting->windows.done));
  json_object_set_new (
    record, "predicted",
    json_pack ("{s:I,s:I,s:I,s:I}", "races", (json_int_t) predicting->found[QUERY_RACE],
               "patterns", (json_int_t) predicting->found[QUERY_PATTERN], "deadlocks",
               (json_int_t) predicting->found[QUERY_DEADLOCK], "unknown",
               (json_int_t) predicting->unknown));
}

/* The closing record. */
static json_t *
closing_record (const struct tracing *tracing)
{
  const struct trace_pass *pass = tracing->pass;
  json_t *record = json_record ("trace", tracing->file);
  json_object_set_new (record, "events", json_integer ((json_int_t) pass->events));
  json_object_set_new (record, "threads", json_integer (pass->world.seen));
  json_object_set_new (record, "locks",
                       json_integer (symbols_count (&pass->reader.names.locks)));
  json_object_set_new (record, "variables",
                       json_integer (symbols_count (&pass->reader.names.variables)));
  if (tracing->races)
    {
      json_object_set_new (record, "races",
                           json_integer ((json_int_t) tracing->race_pass.found));
      json_object_set_new (record, "racy", json_integer (tracing->race_pass.racy));
    }
  if (tracing->atomicity)
    {
      json_object_set_new (record, "units",
                           json_integer ((json_int_t) tracing->atomicity_pass.units));
      json_object_set_new (record, "patterns",
                           json_integer ((json_int_t) tracing->atomicity_pass.found));
    }
  if (tracing->predict)
    add_predicted (record, &tracing->predicting);
  if (pass->reader.skipped)
    json_object_set_new (record, "skipped",
                         json_integer ((json_int_t) pass->reader.skipped));
  return record;
}

/* ---- A trace. ---- */

/* The words of LIST, of OPTION; LIST may be null. */
static bool
split_list (struct tracing *tracing, const char *option, const char *list,
            glob_list *globs)
{
  struct wordlist words;
  const char *problem = NULL;
  *globs = (glob_list) VEC_EMPTY;
  if (!list)
    return true;
  if (!wordlist_start (&words, list))
    quota_exhaust (tracing->arena->quota, QUOTA_MEMORY);
  while (wordlist_next (&words, &problem))
    *vec_push (tracing->arena, globs) = arena_format (tracing->arena, "%s", words.word);
  wordlist_clear (&words);
  if (problem)
    fprintf (stderr, "phaselock trace: %s: %s\n", option, problem);
  return !problem;
}

static void
start_races (struct tracing *tracing)
{
  struct races *races = &tracing->race_pass;
  races_init (races, &tracing->pass->world, (enum race_discipline) tracing->discipline,
              (enum race_detector) tracing->detector, tracing->arena);
  races->all = tracing->all;
  races->report = report_race;
  races->context = tracing;
}

static void
start_atomicity (struct tracing *tracing)
{
  assert (tracing->options.chosen.automata);
  struct atomicity *atomicity = &tracing->atomicity_pass;
  struct pattern_trie *trie = arena_alloc (tracing->arena, sizeof *trie);
  pattern_trie_build (trie, &tracing->options.pa.set, tracing->options.chosen.automata,
                      tracing->arena);
  atomicity_init (atomicity, &tracing->pass->reader.names, trie, tracing->arena);
  atomicity->all = tracing->all;
  atomicity->filter.is_unit = tracing->units ? is_unit : NULL;
  atomicity->filter.context = tracing;
  atomicity->report = report_match;
  atomicity->context = tracing;
}

static void
start_predicting (struct tracing *tracing)
{
  assert (tracing->window >= 2);
  struct predicting *predicting = &tracing->predicting;
  predicting_init (predicting, &tracing->pass->reader.names, &tracing->options,
                   tracing->window, tracing->arena);
  predicting->file = tracing->file;
  predicting->all = tracing->all;
  predicting->consistent_reads = tracing->consistent_reads;
  predicting->report = report_prediction;
  predicting->give_up = report_unknown;
  predicting->is_asked = is_asked_cell;
  predicting->context = tracing;
  predicting->windows.filter.is_unit = tracing->units ? is_unit : NULL;
  predicting->windows.filter.context = tracing;
}

static enum status
run_pass (struct tracing *tracing)
{
  struct trace_listener listeners[3];
  uint32_t count = 0;
  uint64_t found_before = tracing->found;
  assert (tracing->races || tracing->atomicity || tracing->predict);
  tracing->variables.count = tracing->variables.capacity = 0;
  if (!split_list (tracing, "--units", tracing->units, &tracing->unit_globs)
      || !split_list (tracing, "-f", tracing->options.fields, &tracing->variable_globs))
    return STATUS_BAD_INPUT;
  if (tracing->races)
    {
      start_races (tracing);
      listeners[count++]
        = (struct trace_listener){ hear_race_event, hear_race_batch, tracing };
    }
  if (tracing->atomicity)
    {
      start_atomicity (tracing);
      listeners[count++] = (struct trace_listener){ hear_unit_event, NULL, tracing };
    }
  if (tracing->predict)
    {
      start_predicting (tracing);
      listeners[count++] = (struct trace_listener){ hear_window_event, NULL,
                                                    &tracing->predicting.windows };
    }
  assert (count > 0 && count <= sizeof listeners / sizeof *listeners);
  bool fine = trace_pass_run (tracing->pass, tracing->file, listeners, count);
  if (tracing->predict)
    windows_end (&tracing->predicting.windows);
  print_notes (tracing);
  if (!fine)
    {
      complain_of_trace (tracing, &tracing->pass->reader.problem, "error");
      return STATUS_BAD_INPUT;
    }
  enum status status = STATUS_FINE;
  if (tracing->predict && tracing->predicting.unknown)
    status = STATUS_UNDECIDED;
  if (tracing->predict && tracing->predicting.bug)
    status = STATUS_INTERNAL;
  if (tracing->format == FORMAT_JSONL)
    status = status_worse (
      status, json_print_line (tracing->destination.stream, closing_record (tracing)));
  else if (tracing->format == FORMAT_TEXT
           && (!tracing->quiet || tracing->found > found_before || status != STATUS_FINE))
    print_summary (tracing);
  return status;
}

/* Memory or time ran out, or a signal came. */
static enum status
give_up (const struct tracing *tracing, enum quota_reason reason)
{
  command_print_safe (stderr, tracing->file);
  if (reason == QUOTA_INTERRUPTED)
    fputs (": interrupted\n", stderr);
  else if (reason == QUOTA_BOUND)
    fputs (": error: the trace has too many threads or events\n", stderr);
  else
    fputs (": error: not enough memory for this trace\n", stderr);
  return STATUS_BAD_INPUT;
}

enum status
tracing_file (struct tracing *tracing, const char *path)
{
  struct quota quota;
  struct arena arena;
  struct trace_pass pass;
  assert (path);
  assert (tracing->destination.stream);
  quota_init (&quota);
  quota.limit
    = tracing->options.decide.memory ? tracing->options.decide.memory : quota.limit;
  quota.interrupted = tracing->options.decide.interrupted;
  arena_init (&arena, &quota);
  tracing->file = path;
  tracing->pass = &pass;
  tracing->arena = &arena;
  memset (&pass, 0, sizeof pass);
  enum status status;
  if (quota_checkpoint (&quota))
    status = give_up (tracing, quota.reason);
  else
    {
      trace_pass_init (&pass, tracing->lenient, &arena);
      status = run_pass (tracing);
    }
  trace_pass_clear (&pass);
  arena_clear (&arena);
  return status;
}
