/* meetings.c -- what orders threads without being a lock: once, semaphores, barriers, the
 * initialisation of static variables in C++.
 *
 * Each such object counts as a lock.  A thread that arrives takes it and gives it back
 * before the call, one that goes on does so after it; so everything before a post is
 * before everything after the wait that it ended, and likewise for the others.
 */
#include <config.h>

#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
#include <threads.h>

#include "trace/record/lead.h"

static inline void
store_sync (const volatile void *object, uintptr_t place)
{
  assert (object && place);
  runtime_store (RAW_SYNC, runtime_address (object), 1, place, true);
}

/* ---- Once: the others wait until the first one has finished. ---- */

struct once
{
  void (*run) (void);
  const volatile void *object;
  uintptr_t place;
};
static __thread struct once current __attribute__ ((tls_model ("initial-exec")));

static void
run_once (void)
{
  struct once once = current;
  assert (once.run && once.object);
  runtime_store (RAW_ACQUIRE, runtime_address (once.object), 1, once.place, true);
  once.run ();
  lead (LEAD_SYNC, once.object, 1, once.place);
  runtime_store (RAW_RELEASE, runtime_address (once.object), 1, once.place, true);
}

DECLARE_NEXT (pthread_once);
HOOK int
pthread_once (pthread_once_t *control, void (*run) (void))
{
  struct once outer = current;
  lead (LEAD_SYNC, control, 1, CALLER);
  current = (struct once){ run, control, CALLER };
  int error = NEXT (pthread_once) (control, run_once);
  current = outer;
  store_sync (control, CALLER);
  return error;
}

DECLARE_NEXT (call_once);
HOOK void
call_once (once_flag *control, void (*run) (void))
{
  struct once outer = current;
  lead (LEAD_SYNC, control, 1, CALLER);
  current = (struct once){ run, control, CALLER };
  NEXT (call_once) (control, run_once);
  current = outer;
  store_sync (control, CALLER);
}

/* ---- Static variables of C++: the compiler's own double-checked locking. ---- */

HOOK int __cxa_guard_acquire (uint64_t *guard);
DECLARE_NEXT (__cxa_guard_acquire);
int
__cxa_guard_acquire (uint64_t *guard)
{
  int is_ours = NEXT (__cxa_guard_acquire) (guard);
  store_sync (guard, CALLER);
  return is_ours;
}

HOOK void __cxa_guard_release (uint64_t *guard);
DECLARE_NEXT (__cxa_guard_release);
void
__cxa_guard_release (uint64_t *guard)
{
  store_sync (guard, CALLER);
  NEXT (__cxa_guard_release) (guard);
}

/* ---- Semaphores and barriers. ---- */

DECLARE_NEXT (sem_init);
HOOK int
sem_init (sem_t *semaphore, int shared, unsigned value)
{
  lead (LEAD_SYNC, semaphore, 1, CALLER);
  return NEXT (sem_init) (semaphore, shared, value);
}

DECLARE_NEXT (pthread_barrier_init);
HOOK int
pthread_barrier_init (pthread_barrier_t *barrier, const pthread_barrierattr_t *attributes,
                      unsigned count)
{
  lead (LEAD_SYNC, barrier, 1, CALLER);
  return NEXT (pthread_barrier_init) (barrier, attributes, count);
}

DECLARE_NEXT (sem_post);
HOOK int
sem_post (sem_t *semaphore)
{
  lead (LEAD_SYNC, semaphore, 1, CALLER);
  store_sync (semaphore, CALLER);
  int error = NEXT (sem_post) (semaphore);
  lead_own (0, false);
  return error;
}

DECLARE_NEXT (sem_trywait);
static int
try_semaphore (void *semaphore)
{
  return NEXT (sem_trywait) (semaphore);
}

DECLARE_NEXT (sem_wait);
HOOK int
sem_wait (sem_t *semaphore)
{
  lead (LEAD_SYNC, semaphore, 1, CALLER);
  int error = lead_is_led () ? lead_get (try_semaphore, semaphore, -1) : -1;
  if (error != 0)
    error = NEXT (sem_wait) (semaphore);
  else
    lead_own (runtime_address (semaphore), false); /* a semaphore has no owner */
  if (error == 0)
    store_sync (semaphore, CALLER);
  return error;
}

HOOK int
sem_trywait (sem_t *semaphore)
{
  lead (LEAD_SYNC, semaphore, 1, CALLER);
  int error = try_semaphore (semaphore);
  if (error == 0)
    store_sync (semaphore, CALLER);
  return error;
}

#define WAITS(name, parameters, arguments)                                               \
  DECLARE_NEXT (name);                                                                   \
  HOOK int name parameters                                                               \
  {                                                                                      \
    lead (LEAD_SYNC, semaphore, 1, CALLER);                                              \
    int error = NEXT (name) arguments;                                                   \
    if (error == 0)                                                                      \
      store_sync (semaphore, CALLER);                                                    \
    return error;                                                                        \
  }
WAITS (sem_timedwait, (sem_t * semaphore, const struct timespec *until),
       (semaphore, until))
WAITS (sem_clockwait, (sem_t * semaphore, clockid_t clock, const struct timespec *until),
       (semaphore, clock, until))

DECLARE_NEXT (pthread_barrier_wait);
HOOK int
pthread_barrier_wait (pthread_barrier_t *barrier)
{
  lead (LEAD_SYNC, barrier, 1, CALLER);
  lead_done ();
  store_sync (barrier, CALLER);
  int error = NEXT (pthread_barrier_wait) (barrier);
  store_sync (barrier, CALLER);
  return error;
}
