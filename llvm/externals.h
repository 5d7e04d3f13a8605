/* externals.h -- functions that are not in the program, and what the model does for them.
 *
 * A table by name.  What is not in it may do anything: that is a gap for every question.
 */
#ifndef LLVM_EXTERNALS_H
#define LLVM_EXTERNALS_H

#include <stdbool.h>
#include <stdint.h>

enum external
{
  EXTERNAL_UNKNOWN,
  EXTERNAL_NOTHING, /* no effect that a thread could see; any result */
  EXTERNAL_ZERO,    /* no effect; the result is 0 */
  EXTERNAL_PRINT,   /* reads what its arguments point to, which is not followed */
  EXTERNAL_ERROR,   /* should not be reached */
  EXTERNAL_STOP,    /* does not return */
  EXTERNAL_THROW,   /* throws: what is caught is not followed */
  EXTERNAL_MISUSED, /* std::system_error: a lock is used as it must not be */
  EXTERNAL_AT_EXIT, /* what it is given runs when the program ends; the result is 0 */
  EXTERNAL_ASSUME,  /* goes on if its argument is not 0 */
  EXTERNAL_ANY,     /* __VERIFIER_nondet_...: any value */
  EXTERNAL_ALLOCATE,
  EXTERNAL_FREE,
  EXTERNAL_GROWN,    /* what realloc returns: the object stays where it is */
  EXTERNAL_LIMIT,    /* of the model: not reached, if calls are few */
  EXTERNAL_CLEANUP,  /* registers what pthread_exit and pthread_cancel run */
  EXTERNAL_OVERFLOW, /* arithmetic: a result, and whether it is wrong */
  EXTERNAL_WAITS,    /* for something that is no lock to the model */
  EXTERNAL_SIGNAL,   /* of signals, which never come */
  EXTERNAL_MARK,     /* a marker of ours, or a hint for compilers */
  EXTERNAL_ATOMIC_BEGIN,
  EXTERNAL_ATOMIC_END,
  EXTERNAL_UNIT_BEGIN,
  EXTERNAL_UNIT_END,
  EXTERNAL_WILD, /* a call through a pointer to no function */
  EXTERNAL_SAME, /* the result is the first argument */
  EXTERNAL_COPY,
  EXTERNAL_SET,
  EXTERNAL_THREAD_CREATE,
  EXTERNAL_THREAD_JOIN,
  EXTERNAL_THREAD_EXIT,
  EXTERNAL_THREAD_SELF,
  EXTERNAL_MUTEX_INIT,
  EXTERNAL_MUTEX_DESTROY,
  EXTERNAL_MUTEX_LOCK,
  EXTERNAL_MUTEX_TRY,
  EXTERNAL_MUTEX_UNLOCK,
  EXTERNAL_COND_WAIT,
  EXTERNAL_COND_TIMED_WAIT,
  EXTERNAL_RW_READ,
  EXTERNAL_RW_WRITE,
  EXTERNAL_RW_TRY_READ,
  EXTERNAL_RW_TRY_WRITE,
  EXTERNAL_RW_UNLOCK,
  EXTERNAL_SEM_INIT,
  EXTERNAL_SEM_WAIT,
  EXTERNAL_SEM_TRY,
  EXTERNAL_SEM_POST,
  EXTERNAL_SEM_VALUE,
  EXTERNAL_BARRIER_INIT,
  EXTERNAL_BARRIER_WAIT,
  EXTERNAL_ONCE_ENTER, /* what pthread_once becomes: before its function, and after */
  EXTERNAL_ONCE_LEAVE,
  EXTERNAL_ONCE,
  EXTERNAL_MINMAX,
};

enum external externals_find (const char *name);

/* What the model relies on in a call of NAME: the kind of its result, a colon, and the
   kind of each argument: `i' an integer, `p' a pointer, `*' anything; as the last one,
   any number of them.  Null: nothing.  A program may declare a function of this name
   with other types: that is not the one of the table (program_external). */
const char *externals_shape (const char *name);

/* Is NAME a function that should not be reached, even if it is given? */
bool externals_is_error (const char *name);

#endif
