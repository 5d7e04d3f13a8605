/* locks.c -- mutexes, read-write locks, spin locks, conditions.
 *
 * An acquire is recorded when the lock is held, a release while it still is.  Recursive
 * locks, and releases of locks that were not held, are sorted out when the recording is
 * read (trace/recording): the state of a lock is not known here.
 */
#include <config.h>

#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <threads.h>
#include <unistd.h>

#include "trace/record/lead.h"

static inline void
store_lock (enum raw_op op, const volatile void *lock, uintptr_t place)
{
  assert (op == RAW_ACQUIRE || op == RAW_ACQUIRE_SHARED || op == RAW_RELEASE);
  runtime_store (op, runtime_address (lock), 1, place, true);
}

/* The twin of a function that waits for a lock: it tries, for threads that are led. */
#define TRIES(name, type)                                                                \
  DECLARE_NEXT (name);                                                                   \
  static int try_##name (void *lock) { return NEXT (name) ((type *) lock); }
/* Try a mutex; one of the checking kind refuses its owner, as a lock of it does. */
DECLARE_NEXT (pthread_mutex_trylock);
static int
try_pthread_mutex_trylock (void *lock)
{
  const pthread_mutex_t *mutex = lock;
  assert (mutex);
  int error = NEXT (pthread_mutex_trylock) (lock);
  return error == EBUSY && (mutex->__data.__kind & 3) == PTHREAD_MUTEX_ERRORCHECK
             && mutex->__data.__owner == gettid ()
           ? EDEADLK
           : error;
}
TRIES (pthread_spin_trylock, pthread_spinlock_t)
TRIES (pthread_rwlock_tryrdlock, pthread_rwlock_t)
TRIES (pthread_rwlock_trywrlock, pthread_rwlock_t)
TRIES (mtx_trylock, mtx_t)

/* Is the current thread led?  Then it gets LOCK by trying, with the result in ERROR. */
#define IS_LED_TO(lock, try, busy)                                                       \
  (lead (LEAD_SYNC, lock, 1, CALLER), lead_is_led ())                                    \
    && (error = lead_get (try_##try, (void *) (uintptr_t) lock, busy)) != busy

/* A wrapper of the function NAME, which waits for LOCK. */
#define WAITS_FOR(op, name, lock, parameters, arguments, try, busy)                      \
  DECLARE_NEXT (name);                                                                   \
  HOOK int name parameters                                                               \
  {                                                                                      \
    int error;                                                                           \
    if (!(IS_LED_TO (lock, try, busy)))                                                  \
      error = NEXT (name) arguments;                                                     \
    if (error == 0 || error == EOWNERDEAD)                                               \
      store_lock (op, lock, CALLER);                                                     \
    return error;                                                                        \
  }

/* A wrapper of the function NAME, which gets hold of LOCK if it returns 0 (for the lock
   of a process that died: EOWNERDEAD). */
#define GETS(op, name, lock, parameters, arguments)                                      \
  DECLARE_NEXT (name);                                                                   \
  GETS_AGAIN (op, name, lock, parameters, arguments)
#define GETS_AGAIN(op, name, lock, parameters, arguments)                                \
  HOOK int name parameters                                                               \
  {                                                                                      \
    lead (LEAD_SYNC, lock, 1, CALLER);                                                   \
    int error = NEXT (name) arguments;                                                   \
    if (error == 0 || error == EOWNERDEAD)                                               \
      {                                                                                  \
        lead_own (runtime_address (lock), true);                                         \
        store_lock (op, lock, CALLER);                                                   \
      }                                                                                  \
    return error;                                                                        \
  }
#define GIVES(name, lock, parameters, arguments)                                         \
  DECLARE_NEXT (name);                                                                   \
  HOOK int name parameters                                                               \
  {                                                                                      \
    lead (LEAD_SYNC, lock, 1, CALLER);                                                   \
    store_lock (RAW_RELEASE, lock, CALLER);                                              \
    int error = NEXT (name) arguments;                                                   \
    lead_own (runtime_address (lock), false);                                            \
    return error;                                                                        \
  }

WAITS_FOR (RAW_ACQUIRE, pthread_mutex_lock, mutex, (pthread_mutex_t * mutex), (mutex),
           pthread_mutex_trylock, EBUSY)
GETS_AGAIN (RAW_ACQUIRE, pthread_mutex_trylock, mutex, (pthread_mutex_t * mutex), (mutex))
GETS (RAW_ACQUIRE, pthread_mutex_timedlock, mutex,
      (pthread_mutex_t * mutex, const struct timespec *until), (mutex, until))
GETS (RAW_ACQUIRE, pthread_mutex_clocklock, mutex,
      (pthread_mutex_t * mutex, clockid_t clock, const struct timespec *until),
      (mutex, clock, until))
GIVES (pthread_mutex_unlock, mutex, (pthread_mutex_t * mutex), (mutex))

WAITS_FOR (RAW_ACQUIRE, pthread_spin_lock, spin, (pthread_spinlock_t * spin), (spin),
           pthread_spin_trylock, EBUSY)
GETS_AGAIN (RAW_ACQUIRE, pthread_spin_trylock, spin, (pthread_spinlock_t * spin), (spin))
GIVES (pthread_spin_unlock, spin, (pthread_spinlock_t * spin), (spin))

WAITS_FOR (RAW_ACQUIRE_SHARED, pthread_rwlock_rdlock, lock, (pthread_rwlock_t * lock),
           (lock), pthread_rwlock_tryrdlock, EBUSY)
GETS_AGAIN (RAW_ACQUIRE_SHARED, pthread_rwlock_tryrdlock, lock, (pthread_rwlock_t * lock),
            (lock))
GETS (RAW_ACQUIRE_SHARED, pthread_rwlock_timedrdlock, lock,
      (pthread_rwlock_t * lock, const struct timespec *until), (lock, until))
GETS (RAW_ACQUIRE_SHARED, pthread_rwlock_clockrdlock, lock,
      (pthread_rwlock_t * lock, clockid_t clock, const struct timespec *until),
      (lock, clock, until))
WAITS_FOR (RAW_ACQUIRE, pthread_rwlock_wrlock, lock, (pthread_rwlock_t * lock), (lock),
           pthread_rwlock_trywrlock, EBUSY)
GETS_AGAIN (RAW_ACQUIRE, pthread_rwlock_trywrlock, lock, (pthread_rwlock_t * lock),
            (lock))
GETS (RAW_ACQUIRE, pthread_rwlock_timedwrlock, lock,
      (pthread_rwlock_t * lock, const struct timespec *until), (lock, until))
GETS (RAW_ACQUIRE, pthread_rwlock_clockwrlock, lock,
      (pthread_rwlock_t * lock, clockid_t clock, const struct timespec *until),
      (lock, clock, until))
GIVES (pthread_rwlock_unlock, lock, (pthread_rwlock_t * lock), (lock))

/* C11: the C library does not implement these by the functions above.  Success is 0. */
static_assert (thrd_success == 0, "as pthread_mutex_lock");
WAITS_FOR (RAW_ACQUIRE, mtx_lock, mutex, (mtx_t * mutex), (mutex), mtx_trylock, thrd_busy)
GETS_AGAIN (RAW_ACQUIRE, mtx_trylock, mutex, (mtx_t * mutex), (mutex))
GETS (RAW_ACQUIRE, mtx_timedlock, mutex, (mtx_t * mutex, const struct timespec *until),
      (mutex, until))
GIVES (mtx_unlock, mutex, (mtx_t * mutex), (mutex))

/* ---- Conditions: a wait gives the mutex back and gets it again. ---- */

struct wait
{
  const volatile void *mutex;
  uintptr_t place;
};

static void
store_wake (void *context)
{
  const struct wait *wait = context;
  assert (wait->mutex && wait->place);
  store_lock (RAW_ACQUIRE, wait->mutex, wait->place);
}

static void
give_mutex (pthread_mutex_t *mutex)
{
  NEXT (pthread_mutex_unlock) (mutex);
}

static void
get_mutex (pthread_mutex_t *mutex)
{
  NEXT (pthread_mutex_lock) (mutex);
}

static void
give_mtx (mtx_t *mutex)
{
  NEXT (mtx_unlock) (mutex);
}

static void
get_mtx (mtx_t *mutex)
{
  NEXT (mtx_lock) (mutex);
}

#define MUTEX give_mutex, get_mutex, try_pthread_mutex_trylock, EBUSY
#define MTX give_mtx, get_mtx, try_mtx_trylock, thrd_busy

/* A thread that is cancelled in its wait holds the mutex again when it is cleaned up. */
#define WAITS(...) WAITS_WITH (__VA_ARGS__)
#define WAITS_WITH(name, mutex, parameters, arguments, give, get, try, busy)             \
  DECLARE_NEXT (name);                                                                   \
  HOOK int name parameters                                                               \
  {                                                                                      \
    struct wait wait = { mutex, CALLER };                                                \
    int error;                                                                           \
    lead (LEAD_SYNC, mutex, 1, CALLER);                                                  \
    bool is_step = lead_is_making ();                                                    \
    store_lock (RAW_RELEASE, mutex, CALLER);                                             \
    if (lead_is_led ())                                                                  \
      {                                                                                  \
        /* POSIX lets a wait end at any time: it ends when the plan wants that. */       \
        give (mutex);                                                                    \
        lead_own (runtime_address (mutex), false);                                       \
        lead_sleep (runtime_address (mutex), CALLER, is_step);                           \
        if (lead_get (try, mutex, busy) == busy)                                         \
          get (mutex);                                                                   \
        store_wake (&wait);                                                              \
        return 0;                                                                        \
      }                                                                                  \
    pthread_cleanup_push (store_wake, &wait);                                            \
    error = NEXT (name) arguments;                                                       \
    pthread_cleanup_pop (1);                                                             \
    return error;                                                                        \
  }

WAITS (pthread_cond_wait, mutex, (pthread_cond_t * condition, pthread_mutex_t *mutex),
       (condition, mutex), MUTEX)
WAITS (pthread_cond_timedwait, mutex,
       (pthread_cond_t * condition, pthread_mutex_t *mutex, const struct timespec *until),
       (condition, mutex, until), MUTEX)
WAITS (pthread_cond_clockwait, mutex,
       (pthread_cond_t * condition, pthread_mutex_t *mutex, clockid_t clock,
        const struct timespec *until),
       (condition, mutex, clock, until), MUTEX)
WAITS (cnd_wait, mutex, (cnd_t * condition, mtx_t *mutex), (condition, mutex), MTX)
WAITS (cnd_timedwait, mutex,
       (cnd_t * condition, mtx_t *mutex, const struct timespec *until),
       (condition, mutex, until), MTX)
