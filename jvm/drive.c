/* drive.c -- see drive.h. */
#include <config.h>

#include "jvm/drive.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

#include "base/log.h"
#include "jvm/driver.h"

/* ---- Ends. ---- */

bool
driver_fail (struct driver *d, const char *what)
{
  assert (what && d->drive.end != DRIVE_REFUSED);
  d->drive.end = DRIVE_FAILED;
  d->drive.reason = d->vm->failure[0] ? arena_format (d->arena, "%s", d->vm->failure)
                    : d->vm->error    ? arena_format (d->arena, "%s: %s", what,
                                                      jdwp_error_text (d->vm->error))
                                      : what;
  return false;
}

bool
driver_go_astray (struct driver *d, const char *format, ...)
{
  va_list arguments;
  va_start (arguments, format);
  d->drive.end = DRIVE_ASTRAY;
  d->drive.reason = arena_vformat (d->arena, format, arguments);
  va_end (arguments);
  LOG (2, "%s", d->drive.reason);
  return false;
}

/* ---- Requests. ---- */

bool
driver_request (struct driver *d, struct request *own,
                const struct debuggee_filter *filter)
{
  assert (own->number == 0);
  own->kind = filter->kind;
  return debuggee_request (d->vm, filter, &own->number)
         || driver_fail (d, "the JVM refuses a breakpoint");
}

void
driver_clear (struct driver *d, struct request *own)
{
  if (own->number)
    debuggee_clear (d->vm, own->kind, own->number);
  own->number = 0;
}

bool
driver_break_in (struct driver *d, struct request *own, uint64_t type, const char *method,
                 const char *descriptor, uint64_t thread)
{
  struct debuggee_member member;
  if (!debuggee_find_method (d->vm, type, method, descriptor, &member))
    return driver_fail (d, "a method of the harness");
  struct debuggee_filter filter = { .kind = JDWP_EVENT_BREAKPOINT,
                                    .thread = thread,
                                    .location = { 1, type, member.id, 0 } };
  return driver_request (d, own, &filter);
}

bool
driver_watch_waits (struct driver *d, struct driven *thread)
{
  static const enum jdwp_event_kind kinds[]
    = { JDWP_EVENT_MONITOR_CONTENDED_ENTER, JDWP_EVENT_MONITOR_WAIT };
  static const char *const parks[] = { "()V", "(Ljava/lang/Object;)V" };
  assert (thread->park_count == 0);
  uint64_t support;
  for (int i = 0; i < 2; i++)
    {
      struct debuggee_filter filter = { .kind = kinds[i], .thread = thread->id };
      if (!driver_request (d, &thread->parks[thread->park_count++], &filter))
        return false;
    }
  if (!debuggee_find_type (d->vm, "Ljava/util/concurrent/locks/LockSupport;", &support))
    return driver_fail (d, "LockSupport");
  for (int i = 0; i < 2; i++)
    if (!driver_break_in (d, &thread->parks[thread->park_count++], support, "park",
                          parks[i], thread->id))
      return false;
  assert (thread->park_count <= MOST_REQUESTS);
  return true;
}

/* ---- Events. ---- */

bool
driver_tells_wait (const struct driven *thread, const struct jdwp_event *event)
{
  for (uint32_t i = 0; i < thread->park_count; i++)
    if (driver_is_request (&thread->parks[i], event))
      return true;
  return false;
}

bool
driver_resume (struct driver *d, struct driven *thread)
{
  assert (thread->id != 0);
  thread->state = RUNNING;
  return debuggee_resume (d->vm, thread->id) || driver_fail (d, "a thread cannot go on");
}

/* The thread is at a call: is that its stop? */
static bool
begin_call (struct driver *d, struct driven *thread)
{
  assert (thread->begun <= d->itinerary->calls.count);
  const struct itinerary_stop *stop = thread->next < d->itinerary->stops.count
                                        ? &d->itinerary->stops.at[thread->next]
                                        : NULL;
  uint32_t call = thread->begun++;
  if (stop && !stop->class_name && stop->call == call)
    {
      thread->state = HELD;
      return true;
    }
  return driver_resume (d, thread);
}

/* THREAD, which runs, has been suspended by EVENT. */
static bool
note_event (struct driver *d, struct driven *thread, const struct jdwp_event *event)
{
  if (!thread)
    return true;
  assert (event->thread == thread->id);
  if (driver_is_request (&d->begin, event))
    return begin_call (d, thread);
  if (driver_is_request (&d->done, event))
    thread->state = ENDED;
  else if (driver_is_request (&thread->stop, event))
    thread->state = HELD;
  else if (driver_is_request (&thread->step, event))
    {
      thread->state = HELD;
      thread->stepped = true;
      thread->at = event->location;
    }
  else if (driver_is_request (&thread->watch, event))
    {
      thread->state = HELD;
      thread->object = event->object;
      thread->watched = true;
    }
  else if (stand_in_note (d, event))
    return driver_resume (d, thread);
  else if (driver_tells_wait (thread, event) && event->kind == JDWP_EVENT_MONITOR_WAIT)
    {
      if (!driver_resume (d, thread))
        return false;
      thread->state = WAITING;
    }
  else if (driver_tells_wait (thread, event))
    thread->state = BLOCKED;
  else
    return driver_resume (d, thread);
  return true;
}

static struct driven *
find_thread (struct driver *d, uint64_t id)
{
  assert (d->itinerary->threads <= ITINERARY_MOST_THREADS);
  for (uint32_t t = 0; t < d->itinerary->threads; t++)
    if (d->threads[t].id == id)
      return &d->threads[t];
  return NULL;
}

bool
driver_await (struct driver *d, struct driven *thread)
{
  uint64_t deadline = quota_clock () + d->limit;
  assert (d->note);
  while (thread->state == RUNNING)
    {
      struct jdwp_event event;
      if (!jdwp_next_event (d->vm, &event, deadline))
        {
          d->drive.is_late = !jdwp_has_failed (d->vm);
          return d->drive.is_late ? driver_go_astray (
                   d, "a thread neither ends nor gets on within the time limit")
                                  : driver_fail (d, "events");
        }
      if (d->vm->dead)
        return driver_fail (d, "the program ended the JVM");
      if (!d->note (d, find_thread (d, event.thread), &event))
        return false;
    }
  return true;
}

/* ---- Steps. ---- */

const char *
driver_unit (const struct driver *d, uint32_t t)
{
  const char *unit = "a thread";
  uint32_t call = 0;
  for (uint32_t i = 0; i < d->itinerary->calls.count; i++)
    if (d->itinerary->calls.at[i].thread == t && call++ <= d->threads[t].begun)
      unit = d->itinerary->calls.at[i].unit;
  return unit;
}

/* Let thread T go on to stop NUMBER, or if there is none to its end. */
static bool
go_to (struct driver *d, uint32_t t, uint32_t number)
{
  assert (t < d->itinerary->threads && number <= d->itinerary->stops.count);
  struct driven *thread = &d->threads[t];
  driver_clear (d, &thread->stop);
  thread->next = number;
  thread->is_known = false;
  if (number < d->itinerary->stops.count && d->places[number].location.type)
    {
      struct debuggee_filter filter = { .kind = JDWP_EVENT_BREAKPOINT,
                                        .thread = thread->id,
                                        .instance = d->places[number].instance,
                                        .location = d->places[number].location };
      if (!driver_request (d, &thread->stop, &filter))
        return false;
    }
  return driver_resume (d, thread) && driver_await (d, thread);
}

static uint32_t
next_stop (const struct itinerary *itinerary, uint32_t t, uint32_t from)
{
  assert (t < itinerary->threads);
  while (from < itinerary->stops.count && itinerary->stops.at[from].thread != t)
    from++;
  return from;
}

/* Let the thread of stop NUMBER go on as far as the field: which object is it of?  The
   access does not happen yet. */
static bool
look_at_object (struct driver *d, uint32_t number)
{
  const struct itinerary_stop *stop = &d->itinerary->stops.at[number];
  const struct place *place = &d->places[number];
  struct driven *thread = &d->threads[stop->thread];
  struct debuggee_filter filter
    = { .kind = stop->writes ? JDWP_EVENT_FIELD_MODIFICATION : JDWP_EVENT_FIELD_ACCESS,
        .thread = thread->id,
        .field_type = place->field_type,
        .field = place->field };
  assert (place->field && thread->state == HELD);
  thread->watched = false;
  driver_clear (d, &thread->stop);
  if (!driver_request (d, &thread->watch, &filter) || !driver_resume (d, thread)
      || !driver_await (d, thread))
    return false;
  driver_clear (d, &thread->watch);
  return thread->watched
         || driver_go_astray (d, "step %u (%s) accessed something else",
                              (unsigned) stop->step, stop->place);
}

/* What OBJECT is a view of: an iterator of its collection, a set of its map. */
static uint64_t
find_backing (struct driver *d, uint64_t object)
{
  static const char *const fields[] = { "this$0", "map", "m", "c", "list" };
  for (int depth = 0; object && depth < 4; depth++)
    {
      uint64_t type = 0, backing = 0;
      if (!debuggee_object_type (d->vm, object, &type)
          || !debuggee_type_begins (d->vm, type, "Ljava/util/"))
        break;
      for (size_t i = 0; i < sizeof fields / sizeof *fields && !backing; i++)
        if (!debuggee_value (d->vm, object, fields[i], &backing))
          backing = 0;
      if (!backing)
        break;
      object = backing;
    }
  return object;
}

/* The collection that the field of STOP, an access of its elements, holds in the object
   of which all methods are; 0: nobody knows. */
static uint64_t
find_collection (struct driver *d, const struct itinerary_stop *stop)
{
  const char *dot = strrchr (stop->what, '.'), *name = dot ? dot + 1 : stop->what;
  uint64_t collection = 0;
  assert (stop->is_access);
  if (!d->target
      || !debuggee_value (d->vm, d->target,
                          arena_copy (d->arena, name, strcspn (name, "[")), &collection))
    return 0;
  return find_backing (d, collection);
}

/* THREAD stands at the beginning of a method of the library: of which object, or of which
   one that it is given, if that is the collection of STOP? */
static uint64_t
find_receiver (struct driver *d, const struct driven *thread,
               const struct itinerary_stop *stop)
{
  uint64_t collection = find_collection (d, stop), receiver = 0, argument = 0;
  assert (thread->state == HELD);
  if (debuggee_this (d->vm, thread->id, &receiver))
    receiver = find_backing (d, receiver);
  if (receiver != collection && debuggee_argument (d->vm, thread->id, 1, &argument)
      && find_backing (d, argument) == collection)
    receiver = collection;
  return receiver;
}

/* Let the thread of stop NUMBER go into the method of a collection that it is about to
   call: of which object is that?  Nothing is accessed yet. */
static bool
look_at_receiver (struct driver *d, uint32_t number)
{
  const struct itinerary_stop *stop = &d->itinerary->stops.at[number];
  const struct wire_location *place = &d->places[number].location;
  struct driven *thread = &d->threads[stop->thread];
  struct debuggee_filter filter
    = { .kind = JDWP_EVENT_SINGLE_STEP, .thread = thread->id, .into = true };
  assert (d->places[number].calls && thread->state == HELD);
  thread->stepped = false;
  driver_clear (d, &thread->stop);
  if (!driver_request (d, &thread->step, &filter) || !driver_resume (d, thread)
      || !driver_await (d, thread))
    return false;
  driver_clear (d, &thread->step);
  if (!thread->stepped)
    return driver_go_astray (
      d, "%s had to wait at step %u (%s): what it calls takes a lock",
      driver_unit (d, stop->thread), (unsigned) stop->step, stop->place);
  bool left = thread->at.type == place->type && thread->at.method == place->method;
  thread->object = left ? 0 : find_receiver (d, thread, stop);
  if (jdwp_has_failed (d->vm))
    return driver_fail (d, "what is called");
  return thread->object != 0
         || driver_go_astray (d, "which object step %u (%s) accesses cannot be observed",
                              (unsigned) stop->step, stop->place);
}

/* Accesses of another object that a stop may come upon before the object's own. */
#define MOST_OTHERS 200

/* A thread that calls a method of another object comes upon the fields of that object,
   too: let it go on until it is about to access the object's own. */
static bool
find_object (struct driver *d, uint32_t number)
{
  const struct itinerary_stop *stop = &d->itinerary->stops.at[number];
  struct driven *thread = &d->threads[stop->thread];
  if (!d->places[number].field || !itinerary_is_elsewhere (d->itinerary, stop->thread))
    return true;
  for (int i = 0; i < MOST_OTHERS; i++)
    {
      if (!look_at_object (d, number))
        return false;
      thread->is_known = true;
      if (thread->object == d->target)
        return true;
      if (!go_to (d, stop->thread, number))
        return false;
      if (thread->state != HELD)
        break;
    }
  return driver_go_astray (d, "%s did not access the object at step %u (%s)",
                           driver_unit (d, stop->thread), (unsigned) stop->step,
                           stop->place);
}

/* Thread T is to stand before stop NUMBER. */
static bool
has_arrived (struct driver *d, uint32_t number)
{
  assert (number < d->itinerary->stops.count);
  const struct itinerary_stop *stop = &d->itinerary->stops.at[number];
  struct driven *thread = &d->threads[stop->thread];
  const char *unit = driver_unit (d, stop->thread);
  if (thread->state == WAITING && stop->after_wait)
    thread->state = RUNNING;
  if (thread->state == RUNNING && !driver_await (d, thread))
    return false;
  switch (thread->state)
    {
    case HELD:
      return thread->next == number ? find_object (d, number)
                                    : driver_go_astray (d, "it lost its way");
    case ENDED:
      return driver_go_astray (d, "%s ended before step %u (%s): it took another way",
                               unit, (unsigned) stop->step, stop->place);
    case BLOCKED:
      return driver_go_astray (d, "%s had to wait for a lock before step %u (%s)", unit,
                               (unsigned) stop->step, stop->place);
    case WAITING:
      return driver_go_astray (d, "%s waited to be notified before step %u (%s)", unit,
                               (unsigned) stop->step, stop->place);
    case RUNNING: break;
    }
  return driver_go_astray (d, "%s did not get to step %u", unit, (unsigned) stop->step);
}

/* Can it be seen which object stop NUMBER accesses?  A call shows the collection whose
   elements it accesses, but not the object of a field, as that of compareAndSet.  A step
   of a program is carried out as a whole. */
static bool
is_visible (const struct driver *d, uint32_t number)
{
  const struct place *place = &d->places[number];
  assert (number < d->itinerary->stops.count);
  return d->itinerary->stops.at[number].of_question
         && (place->field
             || (place->calls && !d->itinerary->stops.at[number].field
                 && (!d->itinerary->is_program || number >= d->itinerary->meeting)));
}

bool
driver_is_same_object (struct driver *d, uint32_t number)
{
  const struct itinerary_stop *stop = &d->itinerary->stops.at[number];
  if (!is_visible (d, number))
    return true;
  if (!d->threads[stop->thread].is_known
      && !(d->places[number].field ? look_at_object : look_at_receiver) (d, number))
    return false;
  uint64_t object = d->threads[stop->thread].object;
  d->places[number].instance = object;
  for (uint32_t i = 0; i < number; i++)
    if (is_visible (d, i) && strcmp (d->itinerary->stops.at[i].what, stop->what) == 0
        && d->places[i].instance != object)
      return driver_go_astray (d, "step %u (%s) accessed the field of another object",
                               (unsigned) stop->step, stop->place);
  return true;
}

/* Of a drive that goes slowly, before each step: nothing is decided by it. */
static const struct timespec a_while = { 0, 20000000 };

/* Make step NUMBER: its thread goes on to its next stop.  One that has none left may as
   well wait for a lock; it goes on later. */
static bool
make_step (struct driver *d, uint32_t number)
{
  assert (number < d->itinerary->meeting);
  const struct itinerary *itinerary = d->itinerary;
  uint32_t t = itinerary->stops.at[number].thread;
  uint32_t next = next_stop (itinerary, t, number + 1);
  if (d->slowly)
    nanosleep (&a_while, NULL);
  return driver_is_same_object (d, number) && go_to (d, t, next);
}

bool
driver_meet (struct driver *d, uint32_t number)
{
  const struct itinerary_stop *stop = &d->itinerary->stops.at[number];
  assert (d->itinerary->question == ITINERARY_RACE);
  if (!is_visible (d, number))
    return driver_go_astray (d, "which %s step %u accesses cannot be observed",
                             stop->field ? "object" : "element", (unsigned) stop->step);
  return driver_is_same_object (d, number);
}

/* The accesses of a race are reached, and not made: all are of one object. */
static bool
meet (struct driver *d)
{
  for (uint32_t i = d->itinerary->meeting; i < d->itinerary->stops.count; i++)
    if (!driver_meet (d, i))
      return false;
  return true;
}

/* Each thread goes on from the lock that it is about to take, and is about to wait. */
static bool
lock_up (struct driver *d)
{
  assert (d->itinerary->question == ITINERARY_DEADLOCK);
  for (uint32_t i = d->itinerary->meeting; i < d->itinerary->stops.count; i++)
    {
      const struct itinerary_stop *stop = &d->itinerary->stops.at[i];
      if (!go_to (d, stop->thread, d->itinerary->stops.count))
        return false;
      if (d->threads[stop->thread].state != BLOCKED)
        return driver_go_astray (d, "%s got the lock of step %u (%s)",
                                 driver_unit (d, stop->thread), (unsigned) stop->step,
                                 stop->place);
    }
  return true;
}

static bool
follow (struct driver *d)
{
  assert (d->drive.reached == 0);
  const struct itinerary *itinerary = d->itinerary;
  for (uint32_t i = 0; i < itinerary->stops.count; i++)
    {
      if (!has_arrived (d, i))
        return false;
      d->drive.reached = i + 1;
      if (i < itinerary->meeting && !make_step (d, i))
        return false;
    }
  return itinerary->question == ITINERARY_RACE       ? meet (d)
         : itinerary->question == ITINERARY_DEADLOCK ? lock_up (d)
         : itinerary->has_stand_in                   ? stand_in_check (d)
                                                     : true;
}

/* ---- Beginning and end. ---- */

/* The threads that the harness starts: of a program that with main. */
static uint32_t
count_beginners (const struct itinerary *itinerary)
{
  assert (itinerary->threads > 0);
  return itinerary->is_program && !itinerary->is_of_clients ? 1 : itinerary->threads;
}

static bool
find_threads (struct driver *d)
{
  assert (d->machine->harness != 0);
  uint64_t threads = 0, harness = d->machine->harness;
  if (!debuggee_static (d->vm, harness, "target", &d->target)
      || !debuggee_static (d->vm, harness, "threads", &threads))
    return driver_fail (d, "the harness has no threads");
  for (uint32_t t = 0, most = count_beginners (d->itinerary); t < most; t++)
    {
      if (!debuggee_element (d->vm, threads, t, &d->threads[t].id) || !d->threads[t].id)
        return driver_fail (d, "the harness lacks a thread");
      d->threads[t].state = HELD;
    }
  return true;
}

/* Hold each thread where it begins, then lead it to its first stop. */
static bool
gather (struct driver *d)
{
  for (uint32_t t = 0; t < d->itinerary->threads; t++)
    {
      struct driven *thread = &d->threads[t];
      thread->next = next_stop (d->itinerary, t, 0);
      if (!driver_watch_waits (d, thread))
        return false;
    }
  return true;
}

static bool
lead_in (struct driver *d)
{
  if (d->slowly)
    nanosleep (&a_while, NULL);
  for (uint32_t t = 0; t < d->itinerary->threads; t++)
    {
      struct driven *thread = &d->threads[t];
      const struct itinerary_stop *first = thread->next < d->itinerary->stops.count
                                             ? &d->itinerary->stops.at[thread->next]
                                             : NULL;
      /* Each stands before its first call, which may be its stop. */
      thread->begun = 1;
      thread->state = HELD;
      if (first && !first->class_name && first->call == 0)
        continue;
      if (!go_to (d, t, thread->next))
        return false;
    }
  return true;
}

/* Let those that are held finish, one after the other, the one that made the last step
   first: so all that happens depends on the itinerary. */
static void
run_out (struct driver *d)
{
  assert (d->itinerary->question != ITINERARY_DEADLOCK);
  uint32_t count = d->itinerary->stops.count;
  uint32_t last = count > 0 ? d->itinerary->stops.at[count - 1].thread : 0;
  for (uint32_t round = 0; round < 2 && d->drive.end == DRIVE_DONE; round++)
    for (uint32_t i = 0; i < d->itinerary->threads && d->drive.end == DRIVE_DONE; i++)
      {
        uint32_t t = (last + i) % d->itinerary->threads;
        if (d->threads[t].state == HELD || (round > 0 && d->threads[t].state == BLOCKED))
          go_to (d, t, count);
      }
}

/* Nobody is held any more. */
static void
release (struct driver *d)
{
  for (uint32_t t = 0; t < d->itinerary->threads; t++)
    {
      driver_clear (d, &d->threads[t].stop);
      driver_clear (d, &d->threads[t].watch);
      driver_clear (d, &d->threads[t].step);
      for (uint32_t i = 0; i < d->threads[t].park_count; i++)
        driver_clear (d, &d->threads[t].parks[i]);
    }
  for (uint32_t i = 0; i < MOST_STARTERS; i++)
    driver_clear (d, &d->starters[i]);
  driver_clear (d, &d->births);
  driver_clear (d, &d->deaths);
  driver_clear (d, &d->exceptions);
  for (uint32_t i = 0; i < d->itinerary->accesses.count; i++)
    driver_clear (d, &d->awaited[i].watch);
  driver_clear (d, &d->begin);
  driver_clear (d, &d->done);
  /* Events that were under way when their requests went: their threads are suspended. */
  struct jdwp_event event;
  while (!jdwp_has_failed (d->vm) && jdwp_next_event (d->vm, &event, 0))
    {
      struct driven *thread = find_thread (d, event.thread);
      if (thread && event.policy == JDWP_SUSPEND_THREAD)
        thread->state = HELD;
      else if (event.thread && event.policy == JDWP_SUSPEND_THREAD)
        debuggee_resume (d->vm, event.thread);
    }
  for (uint32_t t = 0; t < d->itinerary->threads && !jdwp_has_failed (d->vm); t++)
    if (d->threads[t].state != RUNNING && d->threads[t].state != WAITING
        && d->threads[t].id)
      debuggee_resume (d->vm, d->threads[t].id);
}

/* The threads are started, and each is held where it begins: wait for all of them. */
static bool
await_beginners (struct driver *d)
{
  uint64_t deadline = quota_clock () + d->limit;
  for (uint32_t count = 0, most = count_beginners (d->itinerary); count < most;)
    {
      struct jdwp_event event;
      if (!jdwp_next_event (d->vm, &event, deadline))
        return driver_fail (d, "the threads do not begin");
      if (driver_is_request (&d->begin, &event))
        count++;
    }
  return true;
}

/* What the harness may take to load classes and make calls, in limits of a step: it has
   its own, of CPU time. */
#define SET_UP_LIMITS 4

/* Have the harness start the threads. */
static bool
set_up (struct driver *d)
{
  assert (d->drive.end == DRIVE_DONE);
  if (!driver_break_in (d, &d->begin, d->machine->harness, "begin", "()V", 0)
      || !driver_break_in (d, &d->done, d->machine->harness, "done", "()V", 0))
    return false;
  const char *order = arena_format (d->arena, "%s%s",
                                    d->itinerary->is_of_clients ? "clients"
                                    : d->itinerary->is_program  ? "program"
                                                                : "drive",
                                    drive_list_classes (d->itinerary, d->arena));
  const char *answer = jvm_obey (d->machine, order, SET_UP_LIMITS * d->limit);
  if (!answer)
    return driver_fail (d, arena_format (d->arena, "%s", d->machine->failure));
  const char *text = jvm_text (answer, d->arena);
  if (!jvm_says (answer, "ready"))
    {
      d->drive.end = DRIVE_REFUSED;
      d->drive.reason = text;
      return false;
    }
  d->drive.story = text;
  return await_beginners (d) && find_threads (d);
}

struct drive
drive_along (struct jvm *machine, const struct itinerary *itinerary, uint64_t limit,
             bool slowly, struct arena *arena)
{
  struct driver d = { .note = itinerary->is_program ? lead_note : note_event,
                      .machine = machine,
                      .vm = &machine->vm,
                      .itinerary = itinerary,
                      .arena = arena,
                      .limit = limit,
                      .slowly = slowly,
                      .drive = { .end = DRIVE_DONE, .reason = "", .story = "" } };
  assert (itinerary->threads <= ITINERARY_MOST_THREADS);
  d.places = arena_calloc (arena, itinerary->stops.count + (size_t) 1, sizeof *d.places);
  d.awaited
    = arena_calloc (arena, itinerary->accesses.count + (size_t) 1, sizeof *d.awaited);
  if (itinerary->is_program)
    (void) (set_up (&d) && stops_find (&d) && lead_along (&d));
  else if (set_up (&d) && stops_find (&d) && gather (&d) && stand_in_watch (&d)
           && lead_in (&d) && follow (&d) && itinerary->question != ITINERARY_DEADLOCK)
    run_out (&d);
  if (d.drive.end != DRIVE_FAILED)
    release (&d);
  if (jdwp_has_failed (d.vm) && d.drive.end != DRIVE_FAILED)
    driver_fail (&d, "the JVM");
  return d.drive;
}
