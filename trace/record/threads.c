/* threads.c -- threads: created, joined.
 *
 * A fork is recorded before the thread is created, a join after it has ended.  A table
 * has the number of each pthread_t: the creator enters it, and so does the new thread, in
 * case it is joined before its creator has returned.  A value that the C library uses
 * again belongs to the thread with the largest number.
 */
#include <config.h>

#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <threads.h>

#include "trace/record/lead.h"

/* ---- The numbers of the threads. ---- */

struct thread_entry
{
  pthread_t thread;
  uint32_t number;
  bool is_used;
};

/* Open addressing, at most half full; the memory is the kernel's, since the program's
   may be in any state.  Guarded by table_lock. */
static struct thread_entry *table;
static size_t table_slots, table_used;
static char table_lock;

static void
lock_table (void)
{
  while (__atomic_test_and_set (&table_lock, __ATOMIC_ACQUIRE))
    ;
}

static void
unlock_table (void)
{
  assert (__atomic_load_n (&table_lock, __ATOMIC_RELAXED));
  __atomic_clear (&table_lock, __ATOMIC_RELEASE);
}

static struct thread_entry *
find (struct thread_entry *entries, size_t slots, pthread_t thread)
{
  assert (slots > 0 && table_used < slots); /* so that the search ends */
  size_t i = ((uintptr_t) thread >> 6) * 0x9e3779b1u % slots;
  while (entries[i].is_used && !pthread_equal (entries[i].thread, thread))
    i = (i + 1) % slots;
  return &entries[i];
}

static bool
make_room (void)
{
  if (table_used < table_slots / 2)
    return true;
  assert (table_used <= table_slots);
  size_t slots = table_slots ? 2 * table_slots : 512;
  struct thread_entry *larger
    = mmap (NULL, slots * sizeof *larger, PROT_READ | PROT_WRITE,
            MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (larger == MAP_FAILED)
    return false;
  for (size_t i = 0; i < table_slots; i++)
    if (table[i].is_used)
      *find (larger, slots, table[i].thread) = table[i];
  if (table)
    munmap (table, table_slots * sizeof *table);
  table = larger;
  table_slots = slots;
  assert (table_used < table_slots / 2);
  return true;
}

static void
enter (pthread_t thread, uint32_t number)
{
  lock_table ();
  if (make_room ())
    {
      struct thread_entry *entry = find (table, table_slots, thread);
      if (!entry->is_used)
        table_used++;
      if (!entry->is_used || entry->number < number)
        *entry = (struct thread_entry){ thread, number, true };
      assert (table_used <= table_slots / 2);
    }
  unlock_table ();
}

/* The number of THREAD; UINT32_MAX: not known. */
static uint32_t
look_up (pthread_t thread)
{
  uint32_t number = UINT32_MAX;
  lock_table ();
  assert (!table == (table_slots == 0));
  if (table_slots > 0)
    {
      struct thread_entry *entry = find (table, table_slots, thread);
      if (entry->is_used)
        number = entry->number;
    }
  unlock_table ();
  return number;
}

/* ---- Creating and joining. ---- */

struct start
{
  void *(*run) (void *);
  int (*run_c11) (void *); /* or this one */
  void *argument;
  uint32_t number;
  bool has_mask; /* signals are blocked until the thread has its number */
  sigset_t mask; /* and then these ones are */
};

/* Free the memory of the creator, and return what was in it. */
static struct start
take_start (void *argument)
{
  assert (argument);
  struct start start = *(struct start *) argument;
  assert (!start.run != !start.run_c11);
  runtime_begin_thread (start.number);
  enter (pthread_self (), start.number);
  lead_begin (start.number);
  free (argument);
  if (start.has_mask)
    pthread_sigmask (SIG_SETMASK, &start.mask, NULL);
  return start;
}

static void *
run_thread (void *argument)
{
  struct start start = take_start (argument);
  assert (start.run);
  void *result;
  pthread_cleanup_push (lead_end, NULL);
  result = start.run (start.argument);
  pthread_cleanup_pop (1);
  return result;
}

static int
run_c11_thread (void *argument)
{
  struct start start = take_start (argument);
  assert (start.run_c11);
  int result;
  pthread_cleanup_push (lead_end, NULL);
  result = start.run_c11 (start.argument);
  pthread_cleanup_pop (1);
  return result;
}

static struct start *
make_start (uintptr_t place)
{
  assert (place);
  struct start *start = malloc (sizeof *start);
  if (!start)
    return NULL;
  start->run = NULL;
  start->run_c11 = NULL;
  start->number = runtime_number_thread ();
  start->has_mask = false;
  lead_create (start->number, place);
  runtime_store (RAW_FORK, start->number, 0, place, true);
  return start;
}

/* Block all signals until after the creation: a thread inherits the mask. */
static void
block_signals (struct start *start)
{
  sigset_t all;
  sigfillset (&all);
  start->has_mask = pthread_sigmask (SIG_BLOCK, &all, &start->mask) == 0;
}

DECLARE_NEXT (pthread_create);
HOOK int
pthread_create (pthread_t *thread, const pthread_attr_t *attributes,
                void *(*run) (void *), void *argument)
{
  if (!runtime_header)
    return NEXT (pthread_create) (thread, attributes, run, argument);
  struct start *start = make_start (CALLER);
  if (!start)
    return EAGAIN;
  uint32_t number = start->number;
  sigset_t mask;
  start->run = run;
  start->argument = argument;
  if (!attributes || pthread_attr_getsigmask_np (attributes, &mask) != 0)
    block_signals (start); /* else the thread has a mask of its own */
  bool has_mask = start->has_mask;
  mask = start->mask;
  int error = NEXT (pthread_create) (thread, attributes, run_thread, start);
  if (has_mask)
    pthread_sigmask (SIG_SETMASK, &mask, NULL);
  if (error)
    free (start);
  else
    enter (*thread, number);
  return error;
}

DECLARE_NEXT (thrd_create);
HOOK int
thrd_create (thrd_t *thread, thrd_start_t run, void *argument)
{
  if (!runtime_header)
    return NEXT (thrd_create) (thread, run, argument);
  struct start *start = make_start (CALLER);
  if (!start)
    return thrd_nomem;
  uint32_t number = start->number;
  start->run_c11 = run;
  start->argument = argument;
  block_signals (start);
  bool has_mask = start->has_mask;
  sigset_t mask = start->mask;
  int error = NEXT (thrd_create) (thread, run_c11_thread, start);
  if (has_mask)
    pthread_sigmask (SIG_SETMASK, &mask, NULL);
  if (error != thrd_success)
    free (start);
  else
    enter (*thread, number);
  return error;
}

/* The number is looked up before the join: afterwards another thread may have THREAD. */
#define JOIN(thread, call)                                                               \
  uint32_t number = look_up (thread);                                                    \
  lead (LEAD_JOIN, NULL, 0, CALLER);                                                     \
  lead_join (number, true);                                                              \
  int error = call;                                                                      \
  lead_join (number, false);                                                             \
  if (error == 0 && number != UINT32_MAX)                                                \
    runtime_store (RAW_JOIN, number, 0, CALLER, true);                                   \
  return error

DECLARE_NEXT (pthread_join);
HOOK int
pthread_join (pthread_t thread, void **result)
{
  JOIN (thread, NEXT (pthread_join) (thread, result));
}

DECLARE_NEXT (pthread_tryjoin_np);
HOOK int
pthread_tryjoin_np (pthread_t thread, void **result)
{
  JOIN (thread, NEXT (pthread_tryjoin_np) (thread, result));
}

DECLARE_NEXT (pthread_timedjoin_np);
HOOK int
pthread_timedjoin_np (pthread_t thread, void **result, const struct timespec *until)
{
  JOIN (thread, NEXT (pthread_timedjoin_np) (thread, result, until));
}

DECLARE_NEXT (thrd_join);
HOOK int
thrd_join (thrd_t thread, int *result)
{
  static_assert (thrd_success == 0, "as pthread_join");
  JOIN (thread, NEXT (thrd_join) (thread, result));
}
