/* itinerary.c -- see itinerary.h. */
#include <config.h>

#include "jvm/itinerary.h"

#include <assert.h>
#include <string.h>

#include "base/text.h"
#include "ir/call_graph.h"

/* While a itinerary is made. */
struct planning
{
  struct itinerary *itinerary;
  const struct ir_subject *subject;
  struct arena *arena;
  const char *problem; /* or null */
  struct thread
  {
    uint32_t depth, calls;
    bool waits; /* it has waited since its last stop */
    bool moved; /* it has called a method or returned since */
    struct itinerary_stop
      call; /* the last call as a stop: class_name null if it is a unit */
  } threads[ITINERARY_MOST_THREADS];
};

/* The one place that knows how a step is found in the bytecode. */
static const struct provenance_statement *
origin_of (const struct ir_subject *subject, const struct witness_step *step)
{
  assert (subject->provenance);
  return provenance_find (subject->provenance, step->offset);
}

static const char *
place_of (const struct planning *p, const struct witness_step *step)
{
  return step->position.index == NAME_NONE.index
           ? "?"
           : names_text (&p->subject->names, step->position);
}

/* STEP, number NUMBER, as a stop at its own instruction; class_name is null if nobody
   knows which that is. */
static struct itinerary_stop
stop_at (const struct planning *p, uint32_t thread, const struct witness_step *step,
         uint32_t number)
{
  assert (thread < ITINERARY_MOST_THREADS && number > 0);
  const struct provenance_statement *origin = origin_of (p->subject, step);
  struct itinerary_stop stop = { .thread = thread,
                                 .step = number,
                                 .statement = step->offset,
                                 .awaits = step->action == WITNESS_AWAIT,
                                 .place = place_of (p, step) };
  if (origin)
    {
      stop.class_name = origin->class_name;
      stop.method = origin->method;
      stop.descriptor = origin->descriptor;
      stop.index = origin->index;
    }
  return stop;
}

static bool
is_same_place (const struct itinerary_stop *a, const struct itinerary_stop *b)
{
  assert (a && b);
  return a->class_name && b->class_name && a->index == b->index
         && strcmp (a->class_name, b->class_name) == 0
         && strcmp (a->method, b->method) == 0
         && strcmp (a->descriptor, b->descriptor) == 0;
}

/* The last stop of thread T; the number of stops if there is none. */
static uint32_t
last_of (const struct itinerary *itinerary, uint32_t t)
{
  uint32_t i = itinerary->stops.count;
  assert (t < itinerary->threads);
  while (i > 0 && itinerary->stops.at[i - 1].thread != t)
    i--;
  return i > 0 ? i - 1 : itinerary->stops.count;
}

static void
remove_stop (struct itinerary *itinerary, uint32_t number)
{
  struct itinerary_stop *at = itinerary->stops.at + number;
  assert (number < itinerary->stops.count);
  memmove (at, at + 1, (--itinerary->stops.count - number) * sizeof *at);
}

/* One instruction, a call of the Java library, takes a lock, reads and writes: is STOP
   one more part of what LAST begins?  A breakpoint there is met once.  (A statement of
   the model that comes again, or an earlier one, is another round of a loop.) */
static bool
is_part_of (const struct planning *p, const struct itinerary_stop *last,
            const struct itinerary_stop *stop)
{
  assert (last->thread == stop->thread);
  return !p->threads[stop->thread].moved && is_same_place (last, stop)
         && last->statement < stop->statement && !stop->awaits;
}

/* What a call of the library does before or after its access of the question is done when
   that is. */
static void
add_stop (struct planning *p, struct itinerary_stop stop)
{
  assert (stop.thread < p->itinerary->threads);
  struct itinerary *itinerary = p->itinerary;
  struct thread *thread = &p->threads[stop.thread];
  uint32_t number = last_of (itinerary, stop.thread), count = itinerary->stops.count;
  struct itinerary_stop *last = number < count ? &itinerary->stops.at[number] : NULL;
  bool is_part = last && is_part_of (p, last, &stop);
  stop.after_wait = thread->waits || (is_part && last->after_wait);
  thread->waits = thread->moved = false;
  if (is_part && last->of_question)
    {
      if (stop.of_question && number + 1 < count)
        p->problem = arena_format (
          p->arena, "steps %u and %u are one call of the Java library (%s)",
          (unsigned) last->step, (unsigned) stop.step, stop.place);
      last->writes |= stop.of_question && stop.writes;
      last->statement = stop.statement;
      return;
    }
  if (is_part)
    remove_stop (itinerary, number);
  *vec_push (p->arena, &itinerary->stops) = stop;
}

/* A call of a unit, or of a method within one. */
static void
note_call (struct planning *p, uint32_t t, const struct witness_step *step,
           uint32_t number)
{
  assert (t < p->itinerary->threads && step->action == WITNESS_CALL);
  struct thread *thread = &p->threads[t];
  thread->call = stop_at (p, t, step, number);
  if (thread->depth++ > 0)
    return;
  const struct ir_body *body = &p->subject->model.bodies.at[witness_body (step).index];
  thread->call.class_name = NULL;
  thread->call.call = thread->calls++;
  *vec_push (p->arena, &p->itinerary->calls)
    = (struct itinerary_call){ t, ir_text (&p->subject->model, body->name) };
}

/* "count" of "Stack.count"; null for elements. */
static const char *
field_name (const char *name)
{
  assert (*name);
  const char *dot = strrchr (name, '.');
  return strchr (name, '[') ? NULL : dot ? dot + 1 : name;
}

static void
note_access (struct planning *p, uint32_t t, const struct witness_step *step,
             uint32_t number)
{
  struct itinerary_stop stop = stop_at (p, t, step, number);
  assert (witness_is_access (step));
  stop.of_question = step->phase > 0;
  const struct ir_model *model = &p->subject->model;
  stop.what = ir_text (model, model->fields.at[witness_field (step).index].name);
  stop.field = field_name (stop.what);
  stop.is_access = true;
  stop.writes = step->action == WITNESS_WRITE;
  if (!stop.class_name)
    p->problem = arena_format (p->arena, "step %u has no place in the bytecode",
                               (unsigned) number);
  add_stop (p, stop);
}

/* A synchronized method is index 0 of itself: then its call is the stop. */
static void
note_acquire (struct planning *p, uint32_t t, const struct witness_step *step,
              uint32_t number)
{
  assert (step->action == WITNESS_ACQUIRE || step->action == WITNESS_AWAIT);
  struct itinerary_stop stop = stop_at (p, t, step, number);
  if (!stop.class_name || stop.index == 0)
    {
      const char *place = stop.place;
      stop = p->threads[t].call;
      stop.step = number;
      stop.place = place;
      stop.awaits = step->action == WITNESS_AWAIT;
    }
  add_stop (p, stop);
}

static void
note_step (struct planning *p, uint32_t t, const struct witness_step *step,
           uint32_t number)
{
  assert (t < p->itinerary->threads && number > 0);
  struct thread *thread = &p->threads[t];
  switch (step->action)
    {
    case WITNESS_CALL:
      note_call (p, t, step, number);
      thread->moved = true;
      break;
    case WITNESS_RETURN:
      thread->depth -= thread->depth > 0;
      thread->moved = true;
      break;
    case WITNESS_READ:
    case WITNESS_WRITE: note_access (p, t, step, number); break;
    case WITNESS_ACQUIRE:
      if (!step->nested && !step->waits)
        note_acquire (p, t, step, number);
      break;
    case WITNESS_AWAIT: note_acquire (p, t, step, number); break;
    case WITNESS_RELEASE: thread->waits |= step->waits; break;
    case WITNESS_START:
    case WITNESS_JOIN:
    case WITNESS_END:
      p->problem = "it starts or joins threads, which the harness does not";
      break;
    case WITNESS_UNIT_BEGIN:
    case WITNESS_UNIT_END: break;
    case WITNESS_SET:
    case WITNESS_CHOOSE:
    case WITNESS_BRANCH:
    case WITNESS_ASSUME:
    case WITNESS_ASSERT:
    case WITNESS_WRONG: p->problem = "it has values, which models of Java do not"; break;
    case WITNESS_NOTIFY:
    case WITNESS_STUCK:
      p->problem = "threads that wait for ever are not driven yet";
      break;
    }
  if (thread->depth == 0 && thread->calls == 0
      && (witness_is_access (step) || witness_is_operation (step)))
    p->problem = "its threads do not call methods of the class: they are a program's own";
}

/* Is there an access of the question, or one of the last steps, at the place of stop
   NUMBER?  A breakpoint there stops at each round of a loop. */
static bool
shares_place (const struct itinerary *itinerary, uint32_t number)
{
  const struct itinerary_stop *stop = &itinerary->stops.at[number];
  for (uint32_t i = 0; i < itinerary->stops.count; i++)
    if ((itinerary->stops.at[i].of_question || i >= itinerary->meeting)
        && itinerary->stops.at[i].thread == stop->thread
        && is_same_place (&itinerary->stops.at[i], stop))
      return true;
  return false;
}

/* Stops that only say which way a thread takes between two others are left out: any way
   will do that leads to the accesses of the question, in their order.  What a thread does
   first, or first after a step of another one, stays: there it stands, while the other
   goes on. */
static void
thin_out (struct itinerary *itinerary)
{
  uint32_t kept = 0, last = UINT32_MAX; /* the thread of the stop before */
  uint32_t meeting = itinerary->meeting;
  assert (meeting <= itinerary->stops.count);
  for (uint32_t i = 0; i < meeting; i++)
    {
      struct itinerary_stop *stop = &itinerary->stops.at[i];
      stop->is_kept = stop->of_question || stop->after_wait || !stop->class_name
                      || last != stop->thread || shares_place (itinerary, i);
      last = stop->thread;
    }
  for (uint32_t i = 0; i < itinerary->stops.count; i++)
    if (i >= meeting || itinerary->stops.at[i].is_kept)
      itinerary->stops.at[kept++] = itinerary->stops.at[i];
  itinerary->meeting -= itinerary->stops.count - kept;
  itinerary->stops.count = kept;
}

/* How many of the last stops are only reached. */
static uint32_t
count_meeting (enum itinerary_question question, const struct witness *witness)
{
  uint32_t count = 0;
  assert (witness->steps.count > 0);
  if (question == ITINERARY_RACE)
    return 2;
  while (question == ITINERARY_DEADLOCK && count < witness->steps.count
         && witness->steps.at[witness->steps.count - 1 - count].action == WITNESS_AWAIT)
    count++;
  return count;
}

/* ---- Rivals. ---- */

/* Mark the bodies in which STEP may happen, those that they are called by included. */
static void
mark_access (const struct planning *p, const struct call_graph *calls,
             const struct witness_step *step, bool *marked)
{
  const struct ir *flow = &p->subject->flow;
  enum ir_op op = step->action == WITNESS_WRITE ? IR_WRITE : IR_READ;
  assert (witness_is_access (step));
  for (uint32_t b = 0; b < p->subject->model.bodies.count; b++)
    for (uint32_t i = 0; i < flow->bodies.at[b].node_count && !marked[b]; i++)
      {
        const struct ir_step *other = &flow->nodes.at[flow->bodies.at[b].first_node + i];
        marked[b]
          = other->op == op && field_equal (ir_step_field (other), witness_field (step));
      }
  call_graph_mark_callers (calls, marked, p->arena);
}

/* Does a method end something, or set it?  It may write null where others write objects.
 */
static bool
is_ending (const char *unit)
{
  static const char *const words[]
    = { "clear", "close", "remove", "reset", "stop", "shutdown", "destroy", "set" };
  const char *end = unit + strcspn (unit, "("), *name = end;
  while (name > unit && name[-1] != '.')
    name--;
  for (size_t i = 0; i < sizeof words / sizeof *words; i++)
    if (strncmp (name, words[i], strlen (words[i])) == 0)
      return true;
  return false;
}

/* The units that make all accesses of the second thread: those of the first thread first,
   then those that may end something. */
static void
find_rivals (struct planning *p, const struct witness *witness, process_id second)
{
  const struct ir_model *model = &p->subject->model;
  uint32_t count = model->bodies.count;
  struct call_graph calls;
  bool *makes_all = arena_alloc (p->arena, count * sizeof *makes_all);
  call_graph_init (&calls, &p->subject->flow, p->arena);
  memset (makes_all, true, count * sizeof *makes_all);
  for (uint32_t i = 0; i < witness->steps.count; i++)
    {
      const struct witness_step *step = &witness->steps.at[i];
      if (step->phase == 0 || !witness_is_access (step)
          || !process_equal (step->process, second))
        continue;
      bool *marked = arena_calloc (p->arena, count, sizeof *marked);
      mark_access (p, &calls, step, marked);
      for (uint32_t b = 0; b < count; b++)
        makes_all[b] &= marked[b];
    }
  for (int round = 0; round < 3; round++)
    for (uint32_t i = 0; i < calls.list.count; i++)
      {
        uint32_t b = calls.list.at[i].callee.index;
        const char *unit = ir_text (model, model->bodies.at[b].name);
        bool own = false;
        for (uint32_t c = 0; c < p->itinerary->calls.count; c++)
          own |= p->itinerary->calls.at[c].thread != ITINERARY_STAND_IN
                 && strcmp (p->itinerary->calls.at[c].unit, unit) == 0;
        if (makes_all[b] && model->bodies.at[calls.list.at[i].caller.index].is_process
            && round
                 == (own                ? 0
                     : is_ending (unit) ? 1
                                        : 2))
          *vec_push (p->arena, &p->itinerary->rivals) = unit;
      }
}

bool
itinerary_make (struct itinerary *itinerary, const struct ir_subject *subject,
                enum itinerary_question question, const struct witness *witness,
                const process_id *cast, uint32_t count, struct arena *arena,
                const char **problem)
{
  assert (witness && cast && problem);
  struct planning p = { .itinerary = itinerary, .subject = subject, .arena = arena };
  *itinerary = (struct itinerary){ .question = question, .threads = count };
  if (!subject->provenance)
    p.problem = "it is no compiled Java";
  else if (count < 2 || count > ITINERARY_MOST_THREADS)
    p.problem = "it has too many threads, or too few";
  else if (strstr (subject->provenance->subject, ".static+")
           || text_ends_with (subject->provenance->subject, ".static"))
    p.problem = "class initialisers wait for each other, in which a JVM sees no deadlock";
  else
    itinerary->subject = subject->provenance->subject;
  for (uint32_t i = 0; i < witness->steps.count && !p.problem; i++)
    {
      uint32_t t = 0;
      while (t < count && !process_equal (cast[t], witness->steps.at[i].process))
        t++;
      if (t < count)
        note_step (&p, t, &witness->steps.at[i], i + 1);
      else
        p.problem = "others than its threads have a part in it";
    }
  for (uint32_t t = 0; t < count && !p.problem; t++)
    if (p.threads[t].calls == 0)
      p.problem = "one of its threads calls nothing";
  uint32_t meeting = count_meeting (question, witness);
  if (!p.problem && itinerary->stops.count < meeting)
    p.problem = "its last steps have no place in the bytecode";
  *problem = p.problem;
  itinerary->meeting = p.problem ? 0 : itinerary->stops.count - meeting;
  if (!p.problem)
    thin_out (itinerary);
  if (!p.problem && question == ITINERARY_PATTERN && count == 2)
    find_rivals (&p, witness, cast[ITINERARY_STAND_IN]);
  return !p.problem;
}

bool
itinerary_is_elsewhere (const struct itinerary *itinerary, uint32_t t)
{
  assert (t < itinerary->threads);
  for (uint32_t i = 0; i < itinerary->calls.count; i++)
    if (itinerary->calls.at[i].thread == t
        && strstr (itinerary->calls.at[i].unit, ", the object as argument "))
      return true;
  return false;
}

/* ---- Stand-ins. ---- */

/* The first thread does what it did; the stand-in is added where the second thread made
   its first access of the pattern. */
static uint32_t
copy_stops (struct itinerary *other, const struct itinerary *itinerary,
            struct arena *arena)
{
  assert (other->stops.count == 0);
  uint32_t turns = 0, last = UINT32_MAX; /* turns of the second thread */
  for (uint32_t i = 0; i < itinerary->stops.count; i++)
    {
      const struct itinerary_stop *stop = &itinerary->stops.at[i];
      bool begins = stop->of_question && stop->thread == ITINERARY_STAND_IN
                    && last != ITINERARY_STAND_IN;
      turns += begins;
      if (stop->of_question)
        last = stop->thread;
      if (stop->thread != ITINERARY_STAND_IN)
        *vec_push (arena, &other->stops) = *stop;
      else if (begins)
        *vec_push (arena, &other->stops) = (struct itinerary_stop){
          .thread = ITINERARY_STAND_IN, .step = stop->step, .place = stop->place
        };
    }
  return turns;
}

bool
itinerary_replace (struct itinerary *other, const struct itinerary *itinerary,
                   const char *unit, struct arena *arena)
{
  assert (unit && *unit && !itinerary->has_stand_in);
  *other = (struct itinerary){ .question = itinerary->question,
                               .subject = itinerary->subject,
                               .threads = itinerary->threads,
                               .has_stand_in = true };
  if (itinerary->question != ITINERARY_PATTERN || itinerary->threads != 2)
    return false;
  for (uint32_t i = 0; i < itinerary->calls.count; i++)
    if (itinerary->calls.at[i].thread != ITINERARY_STAND_IN)
      *vec_push (arena, &other->calls) = itinerary->calls.at[i];
  *vec_push (arena, &other->calls) = (struct itinerary_call){ ITINERARY_STAND_IN, unit };
  for (uint32_t i = 0; i < itinerary->stops.count; i++)
    {
      const struct itinerary_stop *stop = &itinerary->stops.at[i];
      if (!stop->of_question || stop->thread != ITINERARY_STAND_IN)
        continue;
      if (!stop->field)
        return false;
      *vec_push (arena, &other->accesses)
        = (struct itinerary_access){ stop->field, stop->writes };
    }
  uint32_t turns = copy_stops (other, itinerary, arena);
  other->meeting = other->stops.count;
  return turns == 1;
}
