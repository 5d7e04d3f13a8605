/* predicting.c -- see predicting.h. */
#include <config.h>

#include "cli/predicting.h"

#include <assert.h>
#include <string.h>

#include "base/log.h"
#include "base/scribe.h"
#include "base/text.h"
#include "witness/verdict.h"
#include "phaseauto/meetings.h"
#include "trace/reorder_search.h"
#include "trace/reordering.h"
#include "trace/window_model.h"
#include "witness/judge.h"

/* States of one search for a reordering. */
#define SEARCH_BUDGET 200000

/* The current window. */
struct current
{
  struct predicting *predicting;
  const struct trace_window *window;
  const struct window_model *model;
  struct ir_subject *subject;
  struct arena *arena;   /* of the window */
  struct arena *scratch; /* of a search */
};

/* A violation, as events of the window. */
struct prediction
{
  const uint32_t *order; /* events */
  uint32_t order_count;
  const uint32_t *steps; /* those of the pattern, race or circle */
  uint32_t step_count;
  const uint32_t *threads; /* of the trace: who plays each thread of the automaton */
  uint32_t thread_count;
};

/* ---- From a witness to events. ---- */

typedef VEC (uint32_t) event_list;

/* The event of the window that STEP is, or TRACE_NONE: it is not in the trace. */
static uint32_t
event_of_step (const struct current *current, const struct witness_step *step)
{
  if (step->action == WITNESS_END || step->action == WITNESS_RETURN)
    return TRACE_NONE;
  return window_model_event (current->model, step->offset);
}

/* Append the events of THREAD up to UNTIL, those that the model leaves out included;
   NEXT[thread] is the first one that is not there yet. */
static void
append_events (const struct current *current, uint32_t thread, uint32_t until,
               uint32_t *next, event_list *order)
{
  const struct trace_window *window = current->window;
  assert (until <= window->events.count && thread < window->threads.count);
  for (; next[thread] < until; next[thread]++)
    if (window->events.at[next[thread]].thread == thread)
      *vec_push (current->arena, order) = next[thread];
}

/* The events before the steps that happen together, in the order of WITNESS. */
static void
order_events (const struct current *current, const struct witness *witness,
              uint32_t together, event_list *order)
{
  uint32_t *next
    = arena_calloc (current->arena, current->window->threads.count, sizeof *next);
  uint32_t count = witness->steps.count;
  assert (together <= count);
  for (uint32_t i = 0; i < count; i++)
    {
      uint32_t event = event_of_step (current, &witness->steps.at[i]);
      if (event == TRACE_NONE)
        continue;
      const struct window_event *what = &current->window->events.at[event];
      /* A thread that is joined has done everything, also what the model leaves out. */
      if (what->op == TRACE_JOIN)
        append_events (current, what->object, current->window->events.count, next, order);
      /* Of a step that is about to happen, what its thread does before. */
      append_events (current, what->thread, i < count - together ? event + 1 : event,
                     next, order);
    }
}

/* ---- Findings. ---- */

static const char *
thread_name (const struct current *current, uint32_t thread)
{
  return symbols_text (&current->predicting->names->threads, thread);
}

static const char *
cell_name (const struct current *current, uint32_t cell)
{
  assert (cell < current->window->cells.count);
  return symbols_text (&current->predicting->names->variables,
                       current->window->cells.at[cell].variable);
}

/* The locks that the thread of event EVENT holds there, as in the trace. */
static const char *const *
held_names (const struct current *current, uint32_t event)
{
  assert (event < current->window->events.count);
  uint32_t thread = current->window->events.at[event].thread;
  const struct window_thread *start = &current->window->threads.at[thread];
  struct window_thread copy = { .held = VEC_EMPTY };
  VEC (const char *) list = VEC_EMPTY;
  for (uint32_t i = 0; i < start->held.count; i++)
    *vec_push (current->arena, &copy.held) = start->held.at[i];
  for (uint32_t i = 0; i < event; i++)
    if (current->window->events.at[i].thread == thread)
      window_thread_step (&copy, &current->window->events.at[i], current->arena);
  for (uint32_t i = copy.held.count; i-- > 0;)
    *vec_push (current->arena, &list)
      = symbols_text (&current->predicting->names->locks, copy.held.at[i]);
  *vec_push (current->arena, &list) = NULL;
  return list.at;
}

/* Event number I of the window, without the locks that are held. */
static struct trace_step
event_step (const struct current *current, uint32_t i)
{
  assert (i < current->window->events.count);
  const struct trace_names *names = current->predicting->names;
  const struct window_event *event = &current->window->events.at[i];
  const char *object = NULL;
  if (event->op == TRACE_READ || event->op == TRACE_WRITE)
    object = cell_name (current, event->object);
  else if (event->op == TRACE_ACQUIRE || event->op == TRACE_RELEASE)
    object = symbols_text (&names->locks, event->object);
  else if (event->op == TRACE_FORK || event->op == TRACE_JOIN)
    object = thread_name (current, event->object);
  char buffer[LOCATION_TEXT];
  return (struct trace_step){
    .thread = thread_name (current, event->thread),
    .op = trace_op_word (event->op),
    .object = object,
    .event = event->number,
    .at = event->location == TRACE_NONE
            ? NULL
            : arena_format (current->arena, "%s",
                            location_text (&names->locations, event->location, buffer)),
  };
}

static struct trace_step
step_of (const struct current *current, uint32_t i)
{
  struct trace_step step = event_step (current, i);
  step.held = held_names (current, i);
  return step;
}

/* Is the same finding, at the same locations, known? */
static bool
was_reported (const struct current *current, const struct trace_finding *finding)
{
  assert (finding->count > 0);
  struct scribe scribe;
  FILE *file = scribe_start (&scribe, current->arena);
  bool located = true;
  fprintf (file, "%d|%s", (int) finding->kind,
           finding->kind == QUERY_PATTERN ? finding->automaton->name : "");
  for (uint32_t i = 0; i < finding->count; i++)
    located &= finding->steps[i].at != NULL;
  for (uint32_t i = 0; i < finding->count; i++)
    fprintf (file, "|%s%s", finding->steps[i].op,
             located                    ? finding->steps[i].at
             : finding->steps[i].object ? finding->steps[i].object
                                        : "");
  const char *text = scribe_end (&scribe);
  struct names *reported = &current->predicting->reported;
  uint32_t before = reported->entries.count;
  names_intern (reported, text, strlen (text));
  return reported->entries.count == before;
}

static const char *const *
thread_names (const struct current *current, const struct prediction *prediction)
{
  const char **names
    = arena_calloc (current->arena, prediction->thread_count + 1, sizeof *names);
  for (uint32_t t = 0; t < prediction->thread_count; t++)
    names[t] = thread_name (current, prediction->threads[t]);
  return names;
}

static const char *const *
variable_names (const struct current *current, const struct query *query)
{
  uint32_t count = query->automaton->parameters.count;
  assert (count == 0 || query->fields);
  const char **names = arena_calloc (current->arena, count + 1, sizeof *names);
  for (uint32_t p = 0; p < count; p++)
    names[p]
      = cell_name (current, current->model->cell_of_field.at[query->fields[p].index]);
  return names;
}

/* Is PREDICTION, of QUERY, a reordering of the window?  The steps of a race and the waits
   of a deadlock are about to happen. */
static bool
holds (const struct current *current, const struct query *query,
       const struct prediction *prediction)
{
  bool meets = query->kind != QUERY_PATTERN;
  assert (prediction->step_count > 0);
  struct reordering reordering = {
    .order = prediction->order,
    .count = prediction->order_count,
    .ends = prediction->steps,
    .end_count = meets ? prediction->step_count : 0,
    .consistent_reads = current->predicting->consistent_reads,
  };
  return reordering_check (current->window, &reordering, current->arena);
}

/* Tell the violation of QUERY.  False: it is no reordering of the window, which is a
   bug. */
static bool
tell (const struct current *current, const struct query *query,
      const struct prediction *prediction)
{
  struct predicting *predicting = current->predicting;
  const struct trace_window *window = current->window;
  uint32_t count = prediction->order_count;
  if (!holds (current, query, prediction))
    return false;
  struct trace_step *steps
    = arena_calloc (current->arena, prediction->step_count, sizeof *steps);
  struct trace_step *moves = arena_calloc (current->arena, count, sizeof *moves);
  for (uint32_t i = 0; i < prediction->step_count; i++)
    steps[i] = step_of (current, prediction->steps[i]);
  for (uint32_t i = 0; i < count; i++)
    moves[i] = event_step (current, prediction->order[i]);
  struct trace_finding finding = {
    .kind = query->kind,
    .automaton = query->automaton,
    .automata = predicting->options->pa.set.name,
    .file = predicting->file,
    .variables = variable_names (current, query),
    .threads = thread_names (current, prediction),
    .steps = steps,
    .count = prediction->step_count,
    .predicted = true,
    .consistent = predicting->consistent_reads,
    .first = window->events.at[0].number,
    .last = window->events.at[window->events.count - 1].number,
    .order = moves,
    .order_count = count,
  };
  if (was_reported (current, &finding) && !predicting->all)
    return true;
  predicting->found[query->kind]++;
  predicting->report (predicting->context, &finding);
  return true;
}

/* ---- Queries. ---- */

static void
tell_unknown (const struct current *current, const struct query *query,
              const char *reason)
{
  assert (reason && current->window->events.count > 0);
  struct predicting *predicting = current->predicting;
  const struct trace_window *window = current->window;
  struct scribe scribe;
  FILE *file = scribe_start (&scribe, current->arena);
  for (uint32_t p = 0; p < query->automaton->parameters.count; p++)
    {
      fputs (p ? "," : "", file);
      text_show_name (
        file,
        cell_name (current, current->model->cell_of_field.at[query->fields[p].index]));
    }
  const char *variables = scribe_end (&scribe);
  query_show_question (scribe_start (&scribe, current->arena), NULL, query);
  predicting->unknown++;
  predicting->give_up (predicting->context, query, scribe_end (&scribe), variables,
                       window->events.at[0].number,
                       window->events.at[window->events.count - 1].number, reason);
}

/* The witness of VERDICT, as events. */
static struct prediction
translate (const struct current *current, const struct verdict *verdict)
{
  const struct witness *witness = verdict->witness;
  assert (witness && verdict->kind == VERDICT_VIOLATION);
  uint32_t together = verdict->automaton->together,
           count = verdict->automaton->threads.count;
  event_list order = VEC_EMPTY, steps = VEC_EMPTY;
  order_events (current, witness, together > 1 ? together : 0, &order);
  for (uint32_t i = 0; i < witness->steps.count; i++)
    {
      const struct witness_step *step = &witness->steps.at[i];
      uint32_t event = step->phase ? event_of_step (current, step) : TRACE_NONE;
      if (event != TRACE_NONE)
        *vec_push (current->arena, &steps) = event;
    }
  uint32_t *threads = arena_calloc (current->arena, count, sizeof *threads);
  for (uint32_t t = 0; t < count; t++)
    threads[t] = current->model->thread_of_body.at[verdict->processes[t].index];
  return (
    struct prediction){ order.at, order.count, steps.at, steps.count, threads, count };
}

static const uint32_t *
copy_numbers (const struct current *current, const uint32_t *numbers, uint32_t count)
{
  uint32_t *copy = arena_calloc (current->arena, count, sizeof *copy);
  if (count > 0)
    memcpy (copy, numbers, count * sizeof *copy);
  return copy;
}

/* Search for a reordering that answers QUERY, along GUIDE. */
static enum reorder_answer
search (const struct current *current, const struct query *query,
        const struct prediction *guide, struct prediction *prediction)
{
  static const enum reorder_kind kinds[] = { [QUERY_PATTERN] = REORDER_PATTERN,
                                             [QUERY_RACE] = REORDER_RACE,
                                             [QUERY_DEADLOCK] = REORDER_DEADLOCK };
  uint32_t *cells
    = arena_calloc (current->arena, query->automaton->parameters.count, sizeof *cells);
  for (uint32_t p = 0; p < query->automaton->parameters.count; p++)
    cells[p] = current->model->cell_of_field.at[query->fields[p].index];
  struct reorder_question question = {
    .kind = kinds[query->kind],
    .automaton = query->automaton,
    .cells = cells,
    .consistent_reads = current->predicting->consistent_reads,
    .budget = SEARCH_BUDGET,
    .guide = guide->order,
    .guide_count = guide->order_count,
    .steps = guide->steps,
    .step_count = guide->step_count,
  };
  struct reorder_witness witness;
  enum reorder_answer answer
    = reorder_search (current->window, &question, &witness, current->scratch);
  assert (answer != REORDER_FOUND || witness.steps.count > 0);
  *prediction = (struct prediction){
    copy_numbers (current, witness.order.at, witness.order.count),
    witness.order.count,
    copy_numbers (current, witness.steps.at, witness.steps.count),
    witness.steps.count,
    copy_numbers (current, witness.threads.at, witness.threads.count),
    witness.threads.count,
  };
  arena_clear (current->scratch);
  return answer;
}

/* QUERY is violated in the model, which GUIDE shows, or was not asked of it. */
static void
settle (const struct current *current, const struct query *query,
        const struct prediction *guide)
{
  struct predicting *predicting = current->predicting;
  struct prediction prediction = *guide;
  enum reorder_answer answer = REORDER_FOUND;
  bool is_exact = !predicting->consistent_reads && current->model->unnested == 0;
  if (!is_exact && (guide->step_count == 0 || !holds (current, query, guide)))
    answer = search (current, query, guide, &prediction);
  if (answer == REORDER_FOUND && !tell (current, query, &prediction))
    {
      predicting->bug = true;
      tell_unknown (current, query, "internal");
    }
  else if (answer == REORDER_UNKNOWN)
    tell_unknown (current, query, verdict_reason_word (QUOTA_BOUND));
}

static void
ask (struct current *current)
{
  static const struct prediction no_guide = { .order = NULL };
  struct predicting *predicting = current->predicting;
  const struct query_options *options = predicting->options;
  /* A lock that is left out may make a deadlock, or prevent one: the model says nothing.
   */
  bool deadlock_by_search = options->chosen.deadlock && current->model->unnested > 0;
  bool *fields = arena_calloc (current->arena, current->model->cell_of_field.count + 1,
                               sizeof *fields);
  for (uint32_t f = 0; f < current->model->cell_of_field.count; f++)
    {
      uint32_t cell = current->model->cell_of_field.at[f];
      fields[f] = predicting->is_asked (predicting->context,
                                        current->window->cells.at[cell].variable);
    }
  struct query_filter filter
    = { .automata = options->chosen.automata,
        .fields = fields,
        .race = options->chosen.race,
        .deadlock = options->chosen.deadlock && !deadlock_by_search };
  struct queries queries;
  queries_list (&queries, &options->pa.set, &current->subject->projection.pds, &filter,
                current->arena);
  struct decide_options decide = options->decide;
  decide.witness = true;
  struct judge judge;
  judge_init (&judge, current->subject, &decide);
  for (uint32_t q = 0; q < queries.list.count; q++)
    {
      const struct query *query = &queries.list.at[q];
      quota_check (current->arena->quota);
      struct verdict verdict = judge_query (&judge, query);
      predicting->asked++;
      predicting->bug |= verdict.bug != NULL;
      if (verdict.kind == VERDICT_VIOLATION)
        {
          struct prediction guide = translate (current, &verdict);
          settle (current, query, &guide);
        }
      else if (verdict.kind == VERDICT_UNKNOWN)
        tell_unknown (current, query, verdict_reason_word (verdict.reason));
    }
  judge_clear (&judge);
  if (deadlock_by_search)
    {
      predicting->asked++;
      settle (current,
              &(struct query){ .kind = QUERY_DEADLOCK, .automaton = pa_deadlock () },
              &no_guide);
    }
}

/* ---- Windows. ---- */

static void
predict_here (struct predicting *predicting, const struct trace_window *window,
              struct ir_subject *subject, struct arena *arena, struct arena *scratch)
{
  struct window_model model;
  assert (window->events.count > 0);
  ir_subject_begin (subject, predicting->file);
  window_model_build (&model, window, subject, arena);
  predicting->unnested += model.unnested > 0;
  predicting->large += model.large > 0;
  if (model.cell_of_field.count == 0 && model.lock_of_lock.count == 0)
    return;
  if (!ir_subject_end (subject))
    {
      LOG (1, "the model of a window has errors: %s", subject->diags.list.at[0].message);
      predicting->bug = true;
      return;
    }
  struct current current = { predicting, window, &model, subject, arena, scratch };
  ask (&current);
}

/* With memory of its own, which goes with the window. */
static void
predict (void *context, const struct trace_window *window)
{
  struct predicting *predicting = context;
  struct quota quota;
  struct arena arena, scratch;
  struct ir_subject subject;
  quota_init (&quota);
  quota.interrupted = predicting->options->decide.interrupted;
  arena_init (&arena, &quota);
  arena_init (&scratch, &quota);
  ir_subject_init (&subject, &quota);
  bool fine = !quota_checkpoint (&quota);
  if (fine)
    predict_here (predicting, window, &subject, &arena, &scratch);
  enum quota_reason reason = quota.reason;
  ir_subject_clear (&subject);
  arena_clear (&scratch);
  arena_clear (&arena);
  if (!fine)
    quota_exhaust (predicting->arena->quota, reason);
}

void
predicting_init (struct predicting *predicting, const struct trace_names *names,
                 const struct query_options *options, uint32_t size, struct arena *arena)
{
  assert (names && options && size >= 2);
  *predicting = (struct predicting){ .arena = arena, .names = names, .options = options };
  names_init (&predicting->reported, arena);
  windows_init (&predicting->windows, names, size, arena);
  predicting->windows.work = predict;
  predicting->windows.context = predicting;
}
