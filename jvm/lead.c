/* lead.c -- leads the threads of a program along its itinerary (program_itinerary.h).
 *
 * A thread that is started is held before its first instruction.  When it is its turn it
 * runs until it stands before its step, carries it out, and is held again: so the order
 * of all steps that others can notice is that of the witness, and a thread whose part in
 * it is over stays where it is.  Which thread is which is told by the object that
 * Thread.start is called of; a task that goes to a thread which a pool has already is
 * recognised by its first step.
 */
#include <config.h>

#include <assert.h>
#include <string.h>

#include "jvm/driver.h"

/* ---- Events. ---- */

static bool
is_at (const struct wire_location *a, const struct wire_location *b)
{
  return a->type != 0 && a->type == b->type && a->method == b->method
         && a->index == b->index;
}

/* THREAD was started; it will say so before its first instruction. */
static void
expect (struct driven *thread, uint64_t id)
{
  assert (thread->id == 0 && id != 0);
  thread->id = id;
  thread->state = RUNNING;
}

/* The first stop of thread T that has a place. */
static uint32_t
first_stop (const struct driver *d, uint32_t t)
{
  uint32_t i = 0;
  assert (t < d->itinerary->threads);
  while (i < d->itinerary->stops.count
         && (d->itinerary->stops.at[i].thread != t || !d->places[i].location.type))
    i++;
  return i;
}

/* A thread is about to call Thread.start: of which?  Of those that its step starts, the
   one that has its turn first. */
static bool
note_start (struct driver *d, struct driven *starter, const struct jdwp_event *event)
{
  uint64_t object = 0;
  assert (event->thread != 0);
  if (!debuggee_this (d->vm, event->thread, &object))
    return driver_fail (d, "Thread.start");
  struct driven *next = NULL;
  uint32_t first = UINT32_MAX;
  bool known = false;
  for (uint32_t t = 0; t < d->itinerary->threads; t++)
    {
      struct driven *thread = &d->threads[t];
      known |= thread->id == object;
      if (starter && thread->is_expected && thread->id == 0
          && &d->threads[thread->starter] == starter && first_stop (d, t) < first)
        {
          next = thread;
          first = first_stop (d, t);
        }
    }
  if (next && !known)
    {
      driver_clear (d, &next->stop);
      expect (next, object);
      if (starter->halts)
        {
          starter->state = HELD;
          return true;
        }
    }
  return debuggee_resume (d->vm, event->thread)
         || driver_fail (d, "a thread cannot go on");
}

/* A thread of a pool, which has no part in the witness any more, or had none, has got to
   the first step of a thread that is not known yet. */
static bool
adopt (struct driver *d, struct driven *own, const struct jdwp_event *event)
{
  for (uint32_t t = 0; t < d->itinerary->threads; t++)
    {
      struct driven *thread = &d->threads[t];
      if (thread->id != 0 || !driver_is_request (&thread->stop, event)
          || (own && own->state != ENDED))
        continue;
      if (own)
        own->id = 0, own->is_expected = false;
      driver_clear (d, &thread->stop);
      thread->id = event->thread;
      thread->state = HELD;
      thread->at = event->location;
      return true;
    }
  return false;
}

/* Exceptions that a task leaves with are kept by its Future. */
static bool
note_exception (struct driver *d, struct driven *thread, const struct jdwp_event *event)
{
  static const char *const keepers[]
    = { "Ljava/util/concurrent/FutureTask;", "Ljava/util/concurrent/CompletableFuture",
        "Ljava/util/concurrent/ForkJoinTask" };
  assert (thread->id == event->thread);
  for (size_t i = 0; i < sizeof keepers / sizeof *keepers && event->caught.type; i++)
    if (debuggee_type_begins (d->vm, event->caught.type, keepers[i]))
      d->thrown = event->object;
  return driver_resume (d, thread);
}

static bool
note_stranger (struct driver *d, const struct jdwp_event *event)
{
  assert (d->itinerary->is_program);
  if (event->policy != JDWP_SUSPEND_THREAD || !event->thread || adopt (d, NULL, event))
    return true;
  return debuggee_resume (d->vm, event->thread)
         || driver_fail (d, "a thread cannot go on");
}

/* Is EVENT what THREAD was let go for? */
static bool
is_own (const struct driven *thread, const struct jdwp_event *event)
{
  assert (thread->id == event->thread);
  return driver_is_request (&thread->stop, event)
         || driver_is_request (&thread->watch, event)
         || driver_is_request (&thread->step, event);
}

/* At one place there may be requests of several threads, whose events come together: was
   one of those, or is one that still waits, what THREAD was let go for? */
static bool
is_beside (const struct driver *d, struct driven *thread, const struct jdwp_event *event)
{
  const struct jdwp *vm = d->vm;
  if (thread->packet == event->packet)
    return true;
  thread->packet = event->packet;
  for (uint32_t i = 0; i < vm->event_count && !is_own (thread, event); i++)
    {
      const struct jdwp_event *other
        = &vm->events[(vm->first_event + i) % JDWP_EVENTS_KEPT];
      if (other->packet == event->packet && is_own (thread, other))
        {
          thread->packet = 0;
          return true;
        }
    }
  return false;
}

bool
lead_note (struct driver *d, struct driven *thread, const struct jdwp_event *event)
{
  if (thread && thread->state != ENDED && is_beside (d, thread, event))
    return true;
  for (uint32_t i = 0; i < MOST_STARTERS; i++)
    if (driver_is_request (&d->starters[i], event))
      return note_start (d, thread, event);
  if (!thread || thread->state == ENDED)
    return (thread && adopt (d, thread, event)) || note_stranger (d, event);
  if (driver_is_request (&d->births, event))
    thread->state = HELD;
  else if (driver_is_request (&d->deaths, event))
    {
      thread->state = ENDED;
      return debuggee_resume (d->vm, thread->id)
             || driver_fail (d, "a thread cannot end");
    }
  else if (driver_is_request (&d->done, event))
    {
      thread->state = ENDED;
      return debuggee_resume (d->vm, thread->id) || driver_fail (d, "main cannot end");
    }
  else if (driver_is_request (&d->exceptions, event))
    return note_exception (d, thread, event);
  else if (is_own (thread, event))
    {
      thread->state = HELD;
      thread->at = event->location;
      thread->stepped |= event->kind == JDWP_EVENT_SINGLE_STEP;
      thread->watched |= driver_is_request (&thread->watch, event);
      if (driver_is_request (&thread->watch, event))
        thread->object = event->object;
    }
  else if (driver_tells_wait (thread, event) && thread->state == RUNNING
           && event->kind != JDWP_EVENT_MONITOR_WAIT)
    thread->state = BLOCKED;
  else if (driver_tells_wait (thread, event))
    {
      if (!driver_resume (d, thread))
        return false;
      thread->state = WAITING;
    }
  else
    return driver_resume (d, thread);
  return true;
}

/* ---- Running. ---- */

/* How often a thread may be about to wait on its way, and go on. */
#define MOST_WAITS 100

/* Let THREAD run until it is held or has ended.  What it has to wait for on the way is
   given to it, as the witness says: that it had to wait ends nothing. */
static bool
run (struct driver *d, struct driven *thread)
{
  assert (thread->id != 0);
  thread->at.type = 0;
  if (thread->state == HELD && !driver_resume (d, thread))
    return false;
  for (int waits = 0; waits < MOST_WAITS; waits++)
    {
      if (thread->state == WAITING)
        thread->state = RUNNING;
      if (thread->state == BLOCKED && !driver_resume (d, thread))
        return false;
      if (!driver_await (d, thread))
        return false;
      if (thread->state == HELD || thread->state == ENDED)
        return true;
    }
  return driver_go_astray (d, "a thread waits again and again");
}

static const char *
name_of (const struct driver *d, const struct itinerary_stop *stop)
{
  assert (stop->thread < d->itinerary->calls.count);
  return d->itinerary->calls.at[stop->thread].unit;
}

/* One step starts several threads, in a loop or in several places: let it go on until it
   has started THREAD. */
static bool
go_round (struct driver *d, struct driven *thread)
{
  struct driven *starter = &d->threads[thread->starter];
  struct debuggee_filter out
    = { .kind = JDWP_EVENT_SINGLE_STEP, .thread = starter->id, .out = true };
  assert (thread->id == 0 && thread->is_expected);
  while (thread->id == 0 && starter->state == HELD)
    {
      starter->halts = true;
      bool fine = run (d, starter);
      starter->halts = false;
      if (!fine || starter->state != HELD)
        return fine;
      fine = driver_request (d, &starter->step, &out) && run (d, starter);
      driver_clear (d, &starter->step);
      if (!fine)
        return false;
      starter->at.type = 0;
    }
  return true;
}

/* A thread that is not known yet is one of a pool: wait until one makes its first step.
 */
static bool
find_thread (struct driver *d, const struct itinerary_stop *stop)
{
  struct driven *thread = &d->threads[stop->thread];
  assert (stop->thread < d->itinerary->threads);
  if (thread->id == 0 && thread->is_expected && thread->has_siblings
      && !go_round (d, thread))
    return false;
  if (thread->id == 0 && !thread->stop.number)
    return driver_go_astray (d, "nobody has started %s before step %u", name_of (d, stop),
                             (unsigned) stop->step);
  if (thread->id == 0)
    {
      thread->state = RUNNING;
      return driver_await (d, thread);
    }
  return thread->state != RUNNING || driver_await (d, thread);
}

/* The thread of stop NUMBER is to stand before it. */
static bool
arrive (struct driver *d, uint32_t number)
{
  const struct itinerary_stop *stop = &d->itinerary->stops.at[number];
  const struct place *place = &d->places[number];
  struct driven *thread = &d->threads[stop->thread];
  if (!find_thread (d, stop))
    return false;
  if (stop->act != ITINERARY_ENTER && is_at (&thread->at, &place->location))
    return true;
  if (thread->state == ENDED)
    return driver_go_astray (d, "%s ended before step %u (%s): it took another way",
                             name_of (d, stop), (unsigned) stop->step, stop->place);
  struct debuggee_filter filter = { .kind = JDWP_EVENT_BREAKPOINT,
                                    .thread = thread->id,
                                    .location = place->location };
  assert (place->location.type && !thread->stop.number);
  bool fine = driver_request (d, &thread->stop, &filter) && run (d, thread);
  driver_clear (d, &thread->stop);
  if (fine && thread->state == ENDED)
    return driver_go_astray (d, "%s ended before step %u (%s): it took another way",
                             name_of (d, stop), (unsigned) stop->step, stop->place);
  return fine;
}

/* Ask for an event when THREAD has carried out one instruction. */
static bool
begin_step (struct driver *d, struct driven *thread)
{
  struct debuggee_filter filter
    = { .kind = JDWP_EVENT_SINGLE_STEP, .thread = thread->id };
  assert (!thread->step.number);
  thread->stepped = false;
  return driver_request (d, &thread->step, &filter);
}

static bool
step_over (struct driver *d, struct driven *thread)
{
  assert (thread->state == HELD);
  bool fine = begin_step (d, thread) && run (d, thread);
  driver_clear (d, &thread->step);
  return fine;
}

/* The next stop of the thread of stop NUMBER; the number of stops if there is none. */
static uint32_t
next_stop (const struct driver *d, uint32_t number)
{
  const struct itinerary *itinerary = d->itinerary;
  uint32_t i = number + 1;
  assert (number < itinerary->stops.count);
  while (i < itinerary->stops.count
         && itinerary->stops.at[i].thread != itinerary->stops.at[number].thread)
    i++;
  return i;
}

/* Carry out the instruction of stop NUMBER.  It may be a call that waits: then the next
   stop is there, too, and that is where it goes on; or there is none. */
static bool
carry_out (struct driver *d, uint32_t number)
{
  uint32_t next = next_stop (d, number);
  struct driven *thread = &d->threads[d->itinerary->stops.at[number].thread];
  assert (thread->state == HELD);
  if (next < d->itinerary->stops.count
      && !is_at (&d->places[next].location, &d->places[number].location))
    return step_over (d, thread);
  thread->at.type = 0;
  if (!begin_step (d, thread) || !driver_resume (d, thread) || !driver_await (d, thread))
    return false;
  thread->is_asleep = thread->state == BLOCKED || thread->state == WAITING;
  if (!thread->is_asleep)
    {
      driver_clear (d, &thread->step);
      return true;
    }
  if (thread->state == BLOCKED && !driver_resume (d, thread))
    return false;
  thread->state = WAITING;
  return true;
}

/* THREAD goes to sleep: its step will be over when it has been woken. */
static bool
go_to_sleep (struct driver *d, struct driven *thread)
{
  thread->at.type = 0;
  if (!begin_step (d, thread) || !driver_resume (d, thread) || !driver_await (d, thread))
    return false;
  if (thread->state == BLOCKED) /* about to be parked */
    {
      if (!driver_resume (d, thread))
        return false;
      thread->state = WAITING;
    }
  return thread->state == WAITING || driver_go_astray (d, "a thread does not wait");
}

static bool
wake_up (struct driver *d, struct driven *thread)
{
  bool fine = thread->state == HELD || run (d, thread);
  driver_clear (d, &thread->step);
  return fine;
}

/* THREAD runs to its end.  One of a pool then waits for more to do, and is let go. */
static bool
run_to_end (struct driver *d, struct driven *thread)
{
  thread->at.type = 0;
  if (thread->state == ENDED)
    return true;
  if (thread->state != HELD)
    return driver_go_astray (d, "a thread does not end");
  if (!driver_resume (d, thread) || !driver_await (d, thread))
    return false;
  if (thread->state == ENDED)
    return true;
  for (uint32_t i = 0; i < thread->park_count; i++)
    driver_clear (d, &thread->parks[i]);
  thread->park_count = 0;
  if (thread->state == BLOCKED && !driver_resume (d, thread))
    return false;
  thread->state = ENDED;
  return true;
}

/* The threads that STOP starts are expected; if a thread of a pool runs one, the first
   stop tells. */
static bool
expect_started (struct driver *d, const struct itinerary_stop *stop)
{
  for (uint32_t i = 0; i < stop->started.count; i++)
    {
      uint32_t t = stop->started.at[i], first = first_stop (d, t);
      struct driven *thread = &d->threads[t];
      thread->is_expected = true;
      thread->starter = stop->thread;
      thread->has_siblings = stop->started.count > 1;
      assert (thread->id == 0);
      if (first == d->itinerary->stops.count)
        continue;
      struct debuggee_filter filter
        = { .kind = JDWP_EVENT_BREAKPOINT, .location = d->places[first].location };
      if (!driver_request (d, &thread->stop, &filter))
        return false;
    }
  return true;
}

/* Those that have been started are watched from their beginning on. */
static bool
welcome (struct driver *d, const struct itinerary_stop *stop)
{
  assert (stop->act == ITINERARY_START);
  for (uint32_t i = 0; i < stop->started.count; i++)
    {
      struct driven *thread = &d->threads[stop->started.at[i]];
      if (thread->id != 0
          && ((thread->state == RUNNING && !driver_await (d, thread))
              || (thread->park_count == 0 && thread->state == HELD
                  && !driver_watch_waits (d, thread))))
        return false;
    }
  return true;
}

/* Be told of the exceptions of thread T, if it is the one whose assertion it is. */
static bool
watch_exceptions (struct driver *d, uint32_t t)
{
  struct debuggee_filter filter
    = { .kind = JDWP_EVENT_EXCEPTION, .thread = d->threads[t].id, .exceptions = true };
  assert (filter.thread != 0);
  return d->itinerary->question != ITINERARY_ASSERT || t != d->itinerary->claimant
         || d->exceptions.number || driver_request (d, &d->exceptions, &filter);
}

/* Make step NUMBER. */
static bool
make (struct driver *d, uint32_t number)
{
  const struct itinerary_stop *stop = &d->itinerary->stops.at[number];
  struct driven *thread = &d->threads[stop->thread];
  if (stop->act == ITINERARY_END)
    return find_thread (d, stop) && run_to_end (d, thread);
  if (stop->act == ITINERARY_WAKE || thread->is_asleep)
    {
      thread->is_asleep = false;
      if (number > 0 && d->itinerary->stops.at[number - 1].thread == stop->thread)
        return driver_go_astray (
          d,
          "at step %u (%s) %s is woken without a signal, which Java "
          "allows, and the JVM does not do",
          (unsigned) stop->step, stop->place, name_of (d, stop));
      return wake_up (d, thread);
    }
  if (!arrive (d, number))
    return false;
  if ((thread->park_count == 0 && !driver_watch_waits (d, thread))
      || !watch_exceptions (d, stop->thread))
    return false;
  switch (stop->act)
    {
    case ITINERARY_OVER:
      thread->is_known = false;
      return driver_is_same_object (d, number) && carry_out (d, number);
    case ITINERARY_START:
      return expect_started (d, stop) && step_over (d, thread) && welcome (d, stop);
    case ITINERARY_SLEEP: return go_to_sleep (d, thread);
    case ITINERARY_ENTER:
    case ITINERARY_WAKE:
    case ITINERARY_END:
    case ITINERARY_HERE: return true;
    }
  return true;
}

/* ---- The last steps. ---- */

/* The thread of stop NUMBER goes on to wait for a lock that it does not get. */
static bool
lock_up (struct driver *d, uint32_t number)
{
  const struct itinerary_stop *stop = &d->itinerary->stops.at[number];
  struct driven *thread = &d->threads[stop->thread];
  assert (d->itinerary->question == ITINERARY_DEADLOCK);
  bool entered = stop->index == 0; /* the lock of a `synchronized' method */
  if (entered ? !find_thread (d, stop) : !arrive (d, number))
    return false;
  struct debuggee_filter filter = { .kind = JDWP_EVENT_BREAKPOINT,
                                    .thread = thread->id,
                                    .location = d->places[number].location };
  bool fine
    = entered ? driver_request (d, &thread->stop, &filter) : begin_step (d, thread);
  if (!fine || !driver_resume (d, thread) || !driver_await (d, thread))
    return false;
  return thread->state == BLOCKED
         || driver_go_astray (d, "%s got the lock of step %u (%s)", name_of (d, stop),
                              (unsigned) stop->step, stop->place);
}

/* The thread whose assertion it is runs alone to its end. */
static bool
run_claimant (struct driver *d)
{
  struct driven *thread = &d->threads[d->itinerary->claimant];
  assert (d->itinerary->question == ITINERARY_ASSERT);
  if (thread->id != 0 && thread->state == HELD
      && (!watch_exceptions (d, d->itinerary->claimant) || !driver_resume (d, thread)
          || !driver_await (d, thread)))
    return false;
  return !d->thrown
         || debuggee_set_static (d->vm, d->machine->harness, "thrown", d->thrown)
         || driver_fail (d, "the exception");
}

static bool
make_last (struct driver *d)
{
  const struct itinerary *itinerary = d->itinerary;
  bool fine = true;
  for (uint32_t i = itinerary->meeting; i < itinerary->stops.count && fine; i++)
    {
      if (itinerary->question == ITINERARY_RACE)
        {
          d->threads[itinerary->stops.at[i].thread].is_known = false;
          fine = arrive (d, i) && driver_meet (d, i);
        }
      else if (itinerary->question == ITINERARY_DEADLOCK)
        fine = lock_up (d, i);
      d->drive.reached = i + fine;
    }
  return fine && (itinerary->question != ITINERARY_ASSERT || run_claimant (d));
}

/* ---- Beginning. ---- */

/* Threads are told by the methods that start them. */
static bool
watch_starts (struct driver *d)
{
  static const char *const classes[]
    = { "Ljava/lang/Thread;", "Ljava/lang/VirtualThread;" };
  static const char *const types[] = { "()V", "(Ljdk/internal/vm/ThreadContainer;)V" };
  struct debuggee_filter births = { .kind = JDWP_EVENT_THREAD_START },
                         deaths = { .kind = JDWP_EVENT_THREAD_DEATH };
  uint32_t count = 0;
  for (int c = 0; c < 2; c++)
    for (int i = 0; i < 2; i++)
      {
        uint64_t type;
        struct debuggee_member method;
        assert (count < MOST_STARTERS);
        if (!debuggee_find_type (d->vm, classes[c], &type)
            || !debuggee_find_method (d->vm, type, "start", types[i], &method))
          continue; /* of another version of Java */
        struct debuggee_filter filter
          = { .kind = JDWP_EVENT_BREAKPOINT, .location = { 1, type, method.id, 0 } };
        if (!driver_request (d, &d->starters[count++], &filter))
          return false;
      }
  return (count > 0 || driver_fail (d, "Thread.start"))
         && driver_request (d, &d->births, &births)
         && driver_request (d, &d->deaths, &deaths);
}

bool
lead_along (struct driver *d)
{
  const struct itinerary *itinerary = d->itinerary;
  assert (itinerary->is_program && d->threads[0].state == HELD);
  if (!watch_starts (d) || !driver_watch_waits (d, &d->threads[0]))
    return false;
  for (uint32_t i = 0; i < itinerary->meeting; i++)
    {
      if (!make (d, i))
        return false;
      d->drive.reached = i + 1;
    }
  return make_last (d);
}
