/* itinerary.c -- see itinerary.h. */
#include <config.h>

#include "jvm/itinerary.h"

#include <assert.h>
#include <string.h>

#include "base/text.h"

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
  struct itinerary_stop stop
    = { .thread = thread, .step = number, .place = place_of (p, step) };
  if (origin)
    {
      stop.class_name = origin->class_name;
      stop.method = origin->method;
      stop.descriptor = origin->descriptor;
      stop.index = origin->index;
    }
  return stop;
}

/* Is STOP the second half of what LAST begins: does one instruction, a call of the Java
   library, read and write? */
static bool
is_other_half (const struct itinerary_stop *last, const struct itinerary_stop *stop)
{
  return last->thread == stop->thread && last->is_access && stop->is_access
         && !last->writes && stop->writes && last->index == stop->index
         && strcmp (last->class_name, stop->class_name) == 0
         && strcmp (last->method, stop->method) == 0
         && strcmp (last->descriptor, stop->descriptor) == 0;
}

static void
add_stop (struct planning *p, struct itinerary_stop stop)
{
  assert (stop.thread < p->itinerary->threads);
  struct thread *thread = &p->threads[stop.thread];
  uint32_t count = p->itinerary->stops.count;
  struct itinerary_stop *last = count > 0 ? &p->itinerary->stops.at[count - 1] : NULL;
  if (last && stop.class_name && is_other_half (last, &stop))
    {
      last->of_question |= stop.of_question;
      last->writes = true;
      return;
    }
  stop.after_wait = thread->waits;
  thread->waits = false;
  *vec_push (p->arena, &p->itinerary->stops) = stop;
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
field_name (const struct planning *p, const struct witness_step *step)
{
  assert (witness_field (step).index < p->subject->model.fields.count);
  const char *name = ir_text (
    &p->subject->model, p->subject->model.fields.at[witness_field (step).index].name);
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
  stop.field = field_name (p, step);
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
    case WITNESS_CALL: note_call (p, t, step, number); break;
    case WITNESS_RETURN: thread->depth -= thread->depth > 0; break;
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
