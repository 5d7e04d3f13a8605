/* predicting.c -- see predicting.h. */
#include <config.h>

#include "cli/predicting.h"

#include <assert.h>
#include <string.h>

#include "base/log.h"
#include "base/scribe.h"
#include "base/text.h"
#include "engine/verdict.h"
#include "trace/reordering.h"
#include "trace/window_model.h"
#include "witness/judge.h"

/* The current window. */
struct current
{
  struct predicting *predicting;
  const struct trace_window *window;
  const struct window_model *model;
  struct eml *eml;
  struct arena *arena; /* of the window */
};

/* ---- From a witness to events. ---- */

typedef VEC (uint32_t) event_list;

/* The event of the window that STEP is, or TRACE_NONE: it is not in the trace. */
static uint32_t
event_of_step (const struct current *current, const struct witness_step *step)
{
  if (step->action == WITNESS_END || step->action == WITNESS_RETURN)
    return TRACE_NONE;
  uint32_t line = source_place (&current->eml->source, step->offset).line;
  assert (line < current->model->event_of_line.count);
  return current->model->event_of_line.at[line];
}

/* Append the events of THREAD up to UNTIL, those that the model leaves out included;
   NEXT[thread] is the first one that is not there yet. */
static void
append_events (const struct current *current, uint32_t thread, uint32_t until,
               uint32_t *next, event_list *order)
{
  const struct trace_window *window = current->window;
  for (; next[thread] < until; next[thread]++)
    if (window->events.at[next[thread]].thread == thread)
      *vec_push (current->arena, order) = next[thread];
}

/* The events before the steps that happen together, in the order of WITNESS. */
static void
order_events (const struct current *current, const struct witness *witness,
              uint32_t together, event_list *order)
{
  uint32_t *next = arena_calloc (current->arena, current->window->threads.count,
                                 sizeof *next);
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
      append_events (current, what->thread,
                     i < count - together ? event + 1 : event, next, order);
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
  return symbols_text (&current->predicting->names->variables,
                       current->window->cells.at[cell].variable);
}

/* The locks that the thread of event EVENT holds there, as in the trace. */
static const char *const *
held_names (const struct current *current, uint32_t event)
{
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

static struct trace_step
step_of (const struct current *current, uint32_t i)
{
  const struct trace_names *names = current->predicting->names;
  const struct window_event *event = &current->window->events.at[i];
  bool is_access = event->op == TRACE_READ || event->op == TRACE_WRITE;
  char buffer[LOCATION_TEXT];
  return (struct trace_step){
    .thread = thread_name (current, event->thread),
    .op = trace_op_word (event->op),
    .object = is_access ? cell_name (current, event->object)
              : event->op == TRACE_ACQUIRE ? symbols_text (&names->locks, event->object)
                                           : NULL,
    .event = event->number,
    .at = event->location == TRACE_NONE
            ? NULL
            : arena_format (current->arena, "%s",
                            location_text (&names->locations, event->location, buffer)),
    .held = held_names (current, i),
  };
}

/* Is the same finding, at the same locations, known? */
static bool
was_reported (const struct current *current, const struct trace_finding *finding)
{
  struct scribe scribe;
  FILE *file = scribe_start (&scribe, current->arena);
  bool located = true;
  fprintf (file, "%d|%s", (int) finding->kind,
           finding->kind == QUERY_PATTERN ? finding->automaton->name : "");
  for (uint32_t i = 0; i < finding->count; i++)
    located &= finding->steps[i].at != NULL;
  for (uint32_t i = 0; i < finding->count; i++)
    fprintf (file, "|%s%s", finding->steps[i].op,
             located ? finding->steps[i].at
             : finding->steps[i].object ? finding->steps[i].object : "");
  const char *text = scribe_end (&scribe);
  struct names *reported = &current->predicting->reported;
  uint32_t before = reported->entries.count;
  names_intern (reported, text, strlen (text));
  return reported->entries.count == before;
}

/* The steps of the pattern, race or circle. */
static void
list_steps (const struct current *current, const struct verdict *verdict,
            struct trace_finding *finding)
{
  VEC (struct trace_step) steps = VEC_EMPTY;
  for (uint32_t i = 0; i < verdict->witness->steps.count; i++)
    {
      const struct witness_step *step = &verdict->witness->steps.at[i];
      uint32_t event = step->phase ? event_of_step (current, step) : TRACE_NONE;
      if (event != TRACE_NONE)
        *vec_push (current->arena, &steps) = step_of (current, event);
    }
  finding->steps = steps.at;
  finding->count = steps.count;
}

static void
list_names (const struct current *current, const struct query *query,
            const struct verdict *verdict, struct trace_finding *finding)
{
  const struct pa_automaton *automaton = verdict->automaton;
  const char **variables = arena_calloc (current->arena, query->automaton->parameters.count + 1,
                                         sizeof *variables);
  const char **threads = arena_calloc (current->arena, automaton->threads.count + 1,
                                       sizeof *threads);
  for (uint32_t p = 0; p < query->automaton->parameters.count; p++)
    variables[p]
      = cell_name (current, current->model->cell_of_field.at[query->fields[p].index]);
  for (uint32_t t = 0; t < automaton->threads.count; t++)
    {
      uint32_t thread = current->model->thread_of_body.at[verdict->processes[t].index];
      threads[t] = thread_name (current, thread);
    }
  finding->variables = variables;
  finding->threads = threads;
}

/* Tell the violation of QUERY.  False: the witness is no reordering of the window, which
   is a bug. */
static bool
tell (const struct current *current, const struct query *query,
      const struct verdict *verdict)
{
  struct predicting *predicting = current->predicting;
  const struct trace_window *window = current->window;
  uint32_t together = verdict->automaton->together, wrong;
  event_list order = VEC_EMPTY;
  order_events (current, verdict->witness, together > 1 ? together : 0, &order);
  if (!reordering_check (window, order.at, order.count, false, &wrong, current->arena))
    return false;
  struct trace_finding finding = {
    .kind = query->kind,
    .automaton = query->automaton,
    .automata = predicting->options->pa.set.name,
    .file = predicting->file,
    .predicted = true,
    .first = window->events.at[0].number,
    .last = window->events.at[window->events.count - 1].number,
  };
  list_steps (current, verdict, &finding);
  list_names (current, query, verdict, &finding);
  struct trace_move *moves = arena_calloc (current->arena, order.count, sizeof *moves);
  for (uint32_t i = 0; i < order.count; i++)
    moves[i] = (struct trace_move){ thread_name (current,
                                                 window->events.at[order.at[i]].thread),
                                    window->events.at[order.at[i]].number };
  finding.order = moves;
  finding.order_count = order.count;
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
  struct predicting *predicting = current->predicting;
  const struct trace_window *window = current->window;
  struct scribe scribe;
  FILE *file = scribe_start (&scribe, current->arena);
  for (uint32_t p = 0; p < query->automaton->parameters.count; p++)
    {
      fputs (p ? "," : "", file);
      text_show_name (file, cell_name (current, current->model->cell_of_field
                                                  .at[query->fields[p].index]));
    }
  const char *variables = scribe_end (&scribe);
  query_show_question (scribe_start (&scribe, current->arena), query);
  predicting->unknown++;
  predicting->give_up (predicting->context, scribe_end (&scribe), variables,
                       window->events.at[0].number,
                       window->events.at[window->events.count - 1].number, reason);
}

static void
ask (struct current *current)
{
  struct predicting *predicting = current->predicting;
  const struct query_options *options = predicting->options;
  struct query_filter filter = { .automata = options->chosen.automata,
                                 .race = options->chosen.race,
                                 .deadlock = options->chosen.deadlock };
  struct queries queries;
  queries_list (&queries, &options->pa.set, &current->eml->lowering.pds, &filter,
                current->arena);
  struct decide_options decide = options->decide;
  decide.witness = true;
  struct judge judge;
  judge_init (&judge, current->eml, &decide);
  for (uint32_t q = 0; q < queries.list.count; q++)
    {
      const struct query *query = &queries.list.at[q];
      quota_check (current->arena->quota);
      struct verdict verdict = judge_query (&judge, query);
      predicting->asked++;
      if (verdict.kind == VERDICT_VIOLATION && !tell (current, query, &verdict))
        {
          predicting->bug = true;
          tell_unknown (current, query, "internal");
        }
      else if (verdict.kind == VERDICT_UNKNOWN)
        {
          predicting->bug |= verdict.bug != NULL;
          tell_unknown (current, query, verdict_reason_word (verdict.reason));
        }
    }
  judge_clear (&judge);
}

/* ---- Windows. ---- */

static void
predict_here (struct predicting *predicting, const struct trace_window *window,
              struct eml *eml, struct arena *arena)
{
  struct window_model model;
  window_model_build (&model, window, arena);
  if (!model.nests)
    {
      predicting->unnested++;
      return;
    }
  if (model.cell_of_field.count == 0 && model.lock_of_lock.count == 0)
    return;
  LOG (3, "the window as a model:\n%s", model.text);
  if (!eml_read_text (eml, predicting->file, model.text, model.length))
    {
      LOG (1, "the model of a window has errors: %s", eml->diags.list.at[0].message);
      predicting->bug = true;
      return;
    }
  struct current current = { predicting, window, &model, eml, arena };
  ask (&current);
}

/* With memory of its own, which goes with the window. */
static void
predict (void *context, const struct trace_window *window)
{
  struct predicting *predicting = context;
  struct quota quota;
  struct arena arena;
  struct eml eml;
  quota_init (&quota);
  quota.interrupted = predicting->options->decide.interrupted;
  arena_init (&arena, &quota);
  eml_init (&eml, &quota);
  bool fine = !quota_checkpoint (&quota);
  if (fine)
    predict_here (predicting, window, &eml, &arena);
  enum quota_reason reason = quota.reason;
  eml_clear (&eml);
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
