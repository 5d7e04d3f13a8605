/* locks.c -- every kind of lock and meeting, for tests/record/recorder.sh. */
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdatomic.h>
#include <stdio.h>
#include <threads.h>
#include <time.h>

static pthread_mutex_t plain = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t recursive, checked;
static pthread_rwlock_t shared = PTHREAD_RWLOCK_INITIALIZER;
static pthread_spinlock_t spin;
static pthread_cond_t wake = PTHREAD_COND_INITIALIZER;
static pthread_once_t once = PTHREAD_ONCE_INIT;
static pthread_barrier_t barrier;
static sem_t semaphore;
static mtx_t c11;
static cnd_t c11_wake;
static once_flag c11_once = ONCE_FLAG_INIT;
static atomic_int counter;
static _Atomic unsigned char small;
static _Atomic long long large;
static long by_plain, by_recursive, by_shared, by_spin, by_c11, by_once, by_c11_once;
static int ready, c11_ready;

static void
initialise (void)
{
  by_once++;
}

static void
initialise_c11 (void)
{
  by_c11_once++;
}

static struct timespec
soon (void)
{
  struct timespec time;
  clock_gettime (CLOCK_REALTIME, &time);
  time.tv_sec += 10;
  return time;
}

static void
use_mutexes (void)
{
  struct timespec until = soon ();
  pthread_mutex_lock (&plain);
  by_plain++;
  pthread_mutex_unlock (&plain);
  if (pthread_mutex_trylock (&plain) == 0)
    {
      by_plain++;
      pthread_mutex_unlock (&plain);
    }
  if (pthread_mutex_timedlock (&plain, &until) == 0)
    {
      by_plain++;
      pthread_mutex_unlock (&plain);
    }
  pthread_mutex_lock (&recursive);
  pthread_mutex_lock (&recursive);
  by_recursive++;
  pthread_mutex_unlock (&recursive);
  by_recursive++;
  pthread_mutex_unlock (&recursive);
  /* Nothing is given back that was not taken. */
  assert (pthread_mutex_unlock (&checked) == EPERM);
}

static void
use_others (void)
{
  pthread_spin_lock (&spin);
  by_spin++;
  pthread_spin_unlock (&spin);
  pthread_rwlock_rdlock (&shared);
  pthread_rwlock_rdlock (&shared);
  assert (by_shared >= 0);
  pthread_rwlock_unlock (&shared);
  assert (by_shared >= 0);
  pthread_rwlock_unlock (&shared);
  pthread_rwlock_wrlock (&shared);
  by_shared++;
  pthread_rwlock_unlock (&shared);
  mtx_lock (&c11);
  by_c11++;
  mtx_unlock (&c11);
  pthread_once (&once, initialise);
  call_once (&c11_once, initialise_c11);
  assert (by_once == 1 && by_c11_once == 1);
}

static void
use_atomics (void)
{
  int expected = atomic_load (&counter);
  while (!atomic_compare_exchange_weak (&counter, &expected, expected + 1))
    ;
  atomic_fetch_add (&small, 3);
  atomic_fetch_xor (&large, 5);
  atomic_exchange (&large, 7);
  atomic_store_explicit (&small, 1, memory_order_release);
  atomic_thread_fence (memory_order_seq_cst);
}

static void
use_all (void)
{
  for (int i = 0; i < 20; i++)
    {
      use_mutexes ();
      use_others ();
      use_atomics ();
    }
  pthread_barrier_wait (&barrier);
}

static void *
work (void *argument)
{
  pthread_mutex_lock (&plain);
  while (!ready)
    pthread_cond_wait (&wake, &plain);
  pthread_mutex_unlock (&plain);
  use_all ();
  sem_post (&semaphore);
  return argument;
}

static int
work_c11 (void *argument)
{
  (void) argument;
  mtx_lock (&c11);
  while (!c11_ready)
    cnd_wait (&c11_wake, &c11);
  mtx_unlock (&c11);
  use_all ();
  sem_post (&semaphore);
  return 5;
}

int
main (void)
{
  pthread_mutexattr_t attributes;
  pthread_mutexattr_init (&attributes);
  pthread_mutexattr_settype (&attributes, PTHREAD_MUTEX_RECURSIVE);
  pthread_mutex_init (&recursive, &attributes);
  pthread_mutexattr_settype (&attributes, PTHREAD_MUTEX_ERRORCHECK);
  pthread_mutex_init (&checked, &attributes);
  pthread_spin_init (&spin, PTHREAD_PROCESS_PRIVATE);
  pthread_barrier_init (&barrier, NULL, 3);
  sem_init (&semaphore, 0, 0);
  mtx_init (&c11, mtx_plain);
  cnd_init (&c11_wake);
  pthread_t first, second;
  thrd_t third;
  pthread_create (&first, NULL, work, NULL);
  pthread_create (&second, NULL, work, NULL);
  thrd_create (&third, work_c11, NULL);
  pthread_mutex_lock (&plain);
  ready = 1;
  pthread_cond_broadcast (&wake);
  pthread_mutex_unlock (&plain);
  mtx_lock (&c11);
  c11_ready = 1;
  cnd_broadcast (&c11_wake);
  mtx_unlock (&c11);
  for (int i = 0; i < 3; i++)
    sem_wait (&semaphore);
  int result;
  pthread_join (first, NULL);
  pthread_join (second, NULL);
  thrd_join (third, &result);
  assert (result == 5 && atomic_load (&counter) == 60 && by_spin == 60);
  printf ("%ld %ld %ld\n", by_recursive, by_shared, by_c11);
  return 0;
}
