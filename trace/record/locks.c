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

#include "trace/record/runtime.h"

static inline void
store_lock (enum raw_op op, const volatile void *lock, uintptr_t place)
{
  assert (op == RAW_ACQUIRE || op == RAW_ACQUIRE_SHARED || op == RAW_RELEASE);
  runtime_store (op, runtime_address (lock), 1, place, true);
}

/* A wrapper of the function NAME, which gets hold of LOCK if it returns 0 (for the lock
   of a process that died: EOWNERDEAD). */
#define GETS(op, name, lock, parameters, arguments)                                      \
  DECLARE_NEXT (name);                                                                   \
  HOOK int name parameters                                                               \
  {                                                                                      \
    int error = NEXT (name) arguments;                                                   \
    if (error == 0 || error == EOWNERDEAD)                                               \
      store_lock (op, lock, CALLER);                                                     \
    return error;                                                                        \
  }
#define GIVES(name, lock, parameters, arguments)                                         \
  DECLARE_NEXT (name);                                                                   \
  HOOK int name parameters                                                               \
  {                                                                                      \
    store_lock (RAW_RELEASE, lock, CALLER);                                              \
    return NEXT (name) arguments;                                                        \
  }

GETS (RAW_ACQUIRE, pthread_mutex_lock, mutex, (pthread_mutex_t * mutex), (mutex))
GETS (RAW_ACQUIRE, pthread_mutex_trylock, mutex, (pthread_mutex_t * mutex), (mutex))
GETS (RAW_ACQUIRE, pthread_mutex_timedlock, mutex,
      (pthread_mutex_t * mutex, const struct timespec *until), (mutex, until))
GETS (RAW_ACQUIRE, pthread_mutex_clocklock, mutex,
      (pthread_mutex_t * mutex, clockid_t clock, const struct timespec *until),
      (mutex, clock, until))
GIVES (pthread_mutex_unlock, mutex, (pthread_mutex_t * mutex), (mutex))

GETS (RAW_ACQUIRE, pthread_spin_lock, spin, (pthread_spinlock_t * spin), (spin))
GETS (RAW_ACQUIRE, pthread_spin_trylock, spin, (pthread_spinlock_t * spin), (spin))
GIVES (pthread_spin_unlock, spin, (pthread_spinlock_t * spin), (spin))

GETS (RAW_ACQUIRE_SHARED, pthread_rwlock_rdlock, lock, (pthread_rwlock_t * lock), (lock))
GETS (RAW_ACQUIRE_SHARED, pthread_rwlock_tryrdlock, lock, (pthread_rwlock_t * lock),
      (lock))
GETS (RAW_ACQUIRE_SHARED, pthread_rwlock_timedrdlock, lock,
      (pthread_rwlock_t * lock, const struct timespec *until), (lock, until))
GETS (RAW_ACQUIRE_SHARED, pthread_rwlock_clockrdlock, lock,
      (pthread_rwlock_t * lock, clockid_t clock, const struct timespec *until),
      (lock, clock, until))
GETS (RAW_ACQUIRE, pthread_rwlock_wrlock, lock, (pthread_rwlock_t * lock), (lock))
GETS (RAW_ACQUIRE, pthread_rwlock_trywrlock, lock, (pthread_rwlock_t * lock), (lock))
GETS (RAW_ACQUIRE, pthread_rwlock_timedwrlock, lock,
      (pthread_rwlock_t * lock, const struct timespec *until), (lock, until))
GETS (RAW_ACQUIRE, pthread_rwlock_clockwrlock, lock,
      (pthread_rwlock_t * lock, clockid_t clock, const struct timespec *until),
      (lock, clock, until))
GIVES (pthread_rwlock_unlock, lock, (pthread_rwlock_t * lock), (lock))

/* C11: the C library does not implement these by the functions above.  Success is 0. */
static_assert (thrd_success == 0, "as pthread_mutex_lock");
GETS (RAW_ACQUIRE, mtx_lock, mutex, (mtx_t * mutex), (mutex))
GETS (RAW_ACQUIRE, mtx_trylock, mutex, (mtx_t * mutex), (mutex))
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

/* A thread that is cancelled in its wait holds the mutex again when it is cleaned up. */
#define WAITS(name, mutex, parameters, arguments)                                        \
  DECLARE_NEXT (name);                                                                   \
  HOOK int name parameters                                                               \
  {                                                                                      \
    struct wait wait = { mutex, CALLER };                                                \
    int error;                                                                           \
    store_lock (RAW_RELEASE, mutex, CALLER);                                             \
    pthread_cleanup_push (store_wake, &wait);                                            \
    error = NEXT (name) arguments;                                                       \
    pthread_cleanup_pop (1);                                                             \
    return error;                                                                        \
  }

WAITS (pthread_cond_wait, mutex, (pthread_cond_t * condition, pthread_mutex_t *mutex),
       (condition, mutex))
WAITS (pthread_cond_timedwait, mutex,
       (pthread_cond_t * condition, pthread_mutex_t *mutex, const struct timespec *until),
       (condition, mutex, until))
WAITS (pthread_cond_clockwait, mutex,
       (pthread_cond_t * condition, pthread_mutex_t *mutex, clockid_t clock,
        const struct timespec *until),
       (condition, mutex, clock, until))
WAITS (cnd_wait, mutex, (cnd_t * condition, mtx_t *mutex), (condition, mutex))
WAITS (cnd_timedwait, mutex,
       (cnd_t * condition, mtx_t *mutex, const struct timespec *until),
       (condition, mutex, until))
