/* program_itinerary.c -- see program_itinerary.h. */
#include <config.h>

#include "jvm/program_itinerary.h"

#include <assert.h>
#include <string.h>

#include "base/text.h"

/* While the itinerary is made. */
struct planning
{
  struct itinerary *itinerary;
  const struct ir_subject *subject;
  struct arena *arena;
  const char *problem;                          /* or null */
  process_id processes[ITINERARY_MOST_THREADS]; /* by thread */
  bool is_started[ITINERARY_MOST_THREADS];      /* by a step */
  uint32_t passed[ITINERARY_MOST_THREADS]; /* ways that a client has not chosen so far */
  bool is_written; /* the last stop has written the field that it accesses first */
};

static bool
is_same_field (const struct itinerary_stop *a, const struct itinerary_stop *b)
{
  return a->field && b->field && strcmp (a->field, b->field) == 0;
}

static const char *
process_name (const struct planning *p, process_id process)
{
  assert (process.index < p->subject->model.processes);
  const struct ir_model *model = &p->subject->model;
  struct witness_process who = witness_process_of (model, process);
  const char *name = ir_text (model, model->bodies.at[who.body.index].name);
  return who.copy == 0 ? name
                       : arena_format (p->arena, "%s #%u", name, (unsigned) who.copy + 1);
}

/* The thread that is PROCESS: a new one, if it is met for the first time. */
static uint32_t
thread_of (struct planning *p, process_id process)
{
  uint32_t t = 0;
  while (t < p->itinerary->threads && !process_equal (p->processes[t], process))
    t++;
  if (t < p->itinerary->threads)
    return t;
  if (t == ITINERARY_MOST_THREADS)
    {
      p->problem = "it has too many threads";
      return 0;
    }
  p->processes[p->itinerary->threads++] = process;
  *vec_push (p->arena, &p->itinerary->calls)
    = (struct itinerary_call){ t, process_name (p, process) };
  return t;
}

/* The place of STEP, number NUMBER. */
static struct itinerary_stop
stop_at (struct planning *p, const struct witness_step *step, uint32_t number)
{
  const struct provenance_statement *origin
    = provenance_find (p->subject->provenance, step->offset);
  struct itinerary_stop stop
    = { .thread = thread_of (p, step->process),
        .step = number,
        .place = step->position.index == NAME_NONE.index
                   ? "?"
                   : names_text (&p->subject->names, step->position) };
  assert (number > 0);
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

/* One instruction, a call of the Java library, makes several accesses: is STOP one more
   of LAST?  A read after a write of the same field is a new round of a loop. */
static bool
is_part_of (const struct planning *p, const struct itinerary_stop *last,
            const struct itinerary_stop *stop)
{
  bool again = p->is_written && !stop->writes && is_same_field (last, stop);
  return last->thread == stop->thread && last->act == ITINERARY_OVER
         && stop->act == ITINERARY_OVER && last->is_access && stop->is_access
         && is_same_place (last, stop) && !again;
}

static void
add_stop (struct planning *p, struct itinerary_stop stop)
{
  struct itinerary *itinerary = p->itinerary;
  struct itinerary_stop *last = itinerary->stops.count > 0
                                  ? &itinerary->stops.at[itinerary->stops.count - 1]
                                  : NULL;
  assert (stop.thread < itinerary->threads || p->problem);
  bool needs_place = stop.act != ITINERARY_END && stop.act != ITINERARY_WAKE;
  if (last && is_part_of (p, last, &stop))
    {
      p->is_written |= stop.writes && is_same_field (last, &stop);
      last->of_question |= stop.of_question;
      last->writes |= stop.writes;
      return;
    }
  /* What a call of the library does with locks of its own is part of it. */
  if (last && last->thread == stop.thread && last->act == ITINERARY_OVER && !last->is_lock
      && !last->is_release && is_same_place (last, &stop)
      && (stop.is_lock || stop.is_release))
    return;
  /* Whoever gives a pool a task looks at the pool first, in the same call. */
  if (last && last->thread == stop.thread && last->act == ITINERARY_OVER
      && last->is_access && stop.act == ITINERARY_START && is_same_place (last, &stop))
    itinerary->stops.count--;
  /* A lock that was taken before the first step of main has the place of that step. */
  if (last && last->thread == stop.thread && last->is_lock && is_same_place (last, &stop))
    itinerary->stops.count--;
  if (needs_place && !stop.class_name)
    p->problem = arena_format (p->arena, "step %u has no place in the bytecode",
                               (unsigned) stop.step);
  p->is_written = stop.writes;
  *vec_push (p->arena, &itinerary->stops) = stop;
}

static void
note_access (struct planning *p, const struct witness_step *step,
             struct itinerary_stop stop)
{
  const struct ir_model *model = &p->subject->model;
  assert (witness_is_access (step));
  const char *name = ir_text (model, model->fields.at[witness_field (step).index].name);
  const char *dot = strrchr (name, '.');
  stop.field = strchr (name, '[') ? NULL : dot ? dot + 1 : name;
  stop.what = name;
  stop.of_question = step->phase > 0;
  stop.is_access = true;
  stop.writes = step->action == WITNESS_WRITE;
  add_stop (p, stop);
}

/* Locks of `synchronized' methods are taken on the way to their first instruction. */
static void
note_lock (struct planning *p, const struct witness_step *step,
           struct itinerary_stop stop)
{
  bool takes = step->action == WITNESS_ACQUIRE;
  stop.is_lock = takes;
  stop.is_release = !takes;
  assert (witness_is_operation (step));
  if (step->waits)
    stop.act = takes ? ITINERARY_WAKE : ITINERARY_SLEEP;
  else if (takes && stop.index == 0)
    stop.act = ITINERARY_ENTER;
  add_stop (p, stop);
}

static void
note_start (struct planning *p, const struct witness_step *step,
            struct itinerary_stop stop)
{
  stop.act = ITINERARY_START;
  IDSET_EACH (q, &p->subject->idsets, witness_processes (step))
    {
      uint32_t t = thread_of (p, (process_id){ q });
      p->is_started[t] = true;
      *vec_push (p->arena, &stop.started) = t;
    }
  add_stop (p, stop);
}

/* A call of the library that ends with JOIN, close () of a pool, is made when those have
   ended: what it accessed before is no stop of its own. */
static void
note_join (struct planning *p, const struct itinerary_stop *join)
{
  struct itinerary_stop *stops = p->itinerary->stops.at;
  uint32_t count = p->itinerary->stops.count, i = count;
  while (i > 0 && stops[i - 1].thread != join->thread)
    i--;
  assert (i <= count);
  if (i == 0 || stops[i - 1].act != ITINERARY_OVER || !stops[i - 1].is_access
      || stops[i - 1].of_question || !is_same_place (&stops[i - 1], join))
    return;
  memmove (&stops[i - 1], &stops[i], (count - i) * sizeof *stops);
  p->itinerary->stops.count--;
  p->is_written &= i < count;
}

/* ---- Clients. ---- */

static bool
is_choice (const struct witness_step *step)
{
  assert (step->action != WITNESS_BRANCH || step->text);
  return step->action == WITNESS_BRANCH && strcmp (step->text, WITNESS_ANY) == 0;
}

static void
call_way (struct planning *p, uint32_t t, uint32_t way)
{
  assert (t < p->itinerary->threads && p->itinerary->is_of_clients);
  assert (way < p->subject->provenance->ways.count);
  p->passed[t] = 0;
  *vec_push (p->arena, &p->itinerary->ways)
    = (struct itinerary_way){ .thread = t, .way = &p->subject->provenance->ways.at[way] };
}

static struct itinerary_way *
last_way (struct planning *p, uint32_t t)
{
  uint32_t i = p->itinerary->ways.count;
  assert (t < p->itinerary->threads);
  while (i > 0 && p->itinerary->ways.at[i - 1].thread != t)
    i--;
  return i > 0 ? &p->itinerary->ways.at[i - 1] : NULL;
}

/* STEP of a client chooses what is called next, way after way, where the model has the
   beginning of the constructor; or a number for that, where the method begins. */
static void
note_choice (struct planning *p, uint32_t t, const struct witness_step *step)
{
  const struct provenance_statement *origin
    = provenance_find (p->subject->provenance, step->offset);
  uint32_t ways = p->subject->provenance->ways.count;
  assert (ways > 0);
  if (ways == 1 && !last_way (p, t))
    call_way (p, t, 0);
  struct itinerary_way *last = last_way (p, t);
  assert (p->passed[t] < ways);
  if (!origin || origin->index != 0)
    return;
  if (is_choice (step) && strcmp (origin->method, "<init>") == 0)
    {
      if (step->value == 0 || p->passed[t] + 2 == ways)
        call_way (p, t, p->passed[t] + (step->value != 0));
      else
        p->passed[t]++;
    }
  else if (last && strcmp (origin->method, last->way->method) == 0
           && strcmp (origin->descriptor, last->way->descriptor) == 0)
    {
      if (is_choice (step))
        *vec_push (p->arena, &last->numbers) = step->value == 0;
      else if (step->action == WITNESS_CHOOSE)
        *vec_push (p->arena, &last->numbers) = step->value;
    }
}

/* Is STEP of a client?  What comes before makes the object. */
static bool
note_client (struct planning *p, const struct witness_step *step)
{
  const char *name = process_name (p, step->process);
  const struct provenance_statement *origin
    = provenance_find (p->subject->provenance, step->offset);
  assert (p->itinerary->is_of_clients);
  if (strcmp (name, "main") == 0)
    {
      if (!p->itinerary->constructor && origin && strcmp (origin->method, "<init>") == 0
          && strcmp (origin->class_name, p->itinerary->subject) == 0)
        p->itinerary->constructor = origin->descriptor;
      return false;
    }
  uint32_t t = thread_of (p, step->process);
  assert (t < ITINERARY_MOST_THREADS);
  if (strncmp (name, "Client", strlen ("Client")) != 0)
    p->problem = "it starts threads of its own, besides those that call its methods";
  p->is_started[t] = true;
  note_choice (p, t, step);
  return true;
}

static void
note_step (struct planning *p, const struct witness_step *step, uint32_t number)
{
  if (p->itinerary->is_of_clients && !note_client (p, step))
    return;
  struct itinerary_stop stop = stop_at (p, step, number);
  switch (step->action)
    {
    case WITNESS_READ:
    case WITNESS_WRITE: note_access (p, step, stop); break;
    case WITNESS_ACQUIRE:
    case WITNESS_RELEASE:
      if (!step->nested)
        note_lock (p, step, stop);
      break;
    case WITNESS_START: note_start (p, step, stop); break;
    case WITNESS_NOTIFY: add_stop (p, stop); break;
    case WITNESS_JOIN: note_join (p, &stop); break; /* of who has ended: nobody waits */
    case WITNESS_END:
      stop.act = ITINERARY_END;
      add_stop (p, stop);
      break;
    case WITNESS_AWAIT:
    case WITNESS_STUCK:
      stop.act = ITINERARY_HERE;
      add_stop (p, stop);
      break;
    case WITNESS_ASSERT: p->itinerary->claimant = stop.thread; break;
    case WITNESS_WRONG:
    case WITNESS_CALL:
    case WITNESS_RETURN:
    case WITNESS_UNIT_BEGIN:
    case WITNESS_UNIT_END:
    case WITNESS_SET:
    case WITNESS_CHOOSE:
    case WITNESS_BRANCH:
    case WITNESS_ASSUME: break;
    }
}

/* What the claimant gives back on its way out, when it has seen that its assertion does
   not hold, is no order to anybody. */
static void
drop_way_out (struct itinerary *itinerary)
{
  assert (itinerary->question == ITINERARY_ASSERT);
  while (itinerary->stops.count > 0
         && itinerary->stops.at[itinerary->stops.count - 1].is_release
         && itinerary->stops.at[itinerary->stops.count - 1].thread == itinerary->claimant)
    itinerary->stops.count--;
}

/* The last accesses of a race are only reached. */
static void
mark_race (struct itinerary *itinerary, const char **problem)
{
  uint32_t count = itinerary->stops.count;
  if (count < 2
      || itinerary->stops.at[count - 1].thread == itinerary->stops.at[count - 2].thread)
    {
      *problem = "its last steps have no place in the bytecode";
      return;
    }
  itinerary->stops.at[count - 1].act = itinerary->stops.at[count - 2].act
    = ITINERARY_HERE;
}

bool
program_plan (struct itinerary *itinerary, const struct ir_subject *subject,
              enum itinerary_question question, const struct witness *witness,
              const char *main, const char *claim, struct arena *arena,
              const char **problem)
{
  assert (main && subject->provenance && witness->steps.count > 0);
  struct planning p = { .itinerary = itinerary, .subject = subject, .arena = arena };
  *itinerary = (struct itinerary){ .question = question,
                                   .subject = main,
                                   .is_program = true,
                                   .is_of_clients = subject->provenance->is_of_clients,
                                   .claim = claim };
  for (uint32_t i = 0; i < witness->steps.count && !p.problem; i++)
    note_step (&p, &witness->steps.at[i], i + 1);
  if (!p.problem && p.is_started[0] && !itinerary->is_of_clients)
    p.problem = "its first thread is not main";
  for (uint32_t t = itinerary->is_of_clients ? 0 : 1;
       t < itinerary->threads && !p.problem; t++)
    if (!p.is_started[t])
      p.problem = arena_format (arena, "nobody knows who starts %s",
                                process_name (&p, p.processes[t]));
  for (uint32_t t = 0; itinerary->is_of_clients && t < itinerary->threads && !p.problem;
       t++)
    if (!last_way (&p, t))
      p.problem = "one of its threads calls nothing";
  if (!p.problem && question == ITINERARY_RACE)
    mark_race (itinerary, &p.problem);
  if (!p.problem && question == ITINERARY_ASSERT)
    drop_way_out (itinerary);
  itinerary->meeting = itinerary->stops.count;
  while (itinerary->meeting > 0
         && itinerary->stops.at[itinerary->meeting - 1].act == ITINERARY_HERE)
    itinerary->meeting--;
  *problem = p.problem;
  return !p.problem;
}
