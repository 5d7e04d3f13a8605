/* externals.c -- see externals.h. */
#include <config.h>

#include "llvm/externals.h"

#include <assert.h>
#include <string.h>

struct row
{
  const char *name; /* with a `*' at its end: everything that begins so */
  enum external external;
};

static const struct row rows[] = {
  { "__assert_fail", EXTERNAL_ERROR },
  { "__assert", EXTERNAL_ERROR },
  { "__assert_rtn", EXTERNAL_ERROR },
  { "reach_error", EXTERNAL_ERROR },
  { "__VERIFIER_error", EXTERNAL_ERROR },
  { "__VERIFIER_assume", EXTERNAL_ASSUME },
  { "__VERIFIER_nondet_*", EXTERNAL_ANY },
  { "__VERIFIER_atomic_begin", EXTERNAL_ATOMIC_BEGIN },
  { "__VERIFIER_atomic_end", EXTERNAL_ATOMIC_END },
  { "phaselock.unit.begin", EXTERNAL_UNIT_BEGIN },
  { "phaselock.unit.end", EXTERNAL_UNIT_END },
  { "phaselock.wild", EXTERNAL_WILD },
  { "phaselock.once.enter", EXTERNAL_ONCE_ENTER },
  { "phaselock.once.leave", EXTERNAL_ONCE_LEAVE },
  { "abort", EXTERNAL_STOP },
  { "exit", EXTERNAL_STOP },
  { "_exit", EXTERNAL_STOP },
  { "_Exit", EXTERNAL_STOP },
  { "quick_exit", EXTERNAL_STOP },
  { "llvm.trap", EXTERNAL_STOP },
  { "llvm.dbg.*", EXTERNAL_MARK },
  { "llvm.lifetime.*", EXTERNAL_MARK },
  { "llvm.assume", EXTERNAL_MARK },
  { "llvm.stacksave*", EXTERNAL_MARK },
  { "llvm.stackrestore*", EXTERNAL_MARK },
  { "llvm.donothing", EXTERNAL_MARK },
  { "llvm.invariant.*", EXTERNAL_MARK },
  { "llvm.experimental.noalias.scope.decl", EXTERNAL_MARK },
  { "llvm.prefetch*", EXTERNAL_MARK },
  { "llvm.expect*", EXTERNAL_SAME },
  { "llvm.memcpy*", EXTERNAL_COPY },
  { "llvm.memmove*", EXTERNAL_COPY },
  { "memcpy", EXTERNAL_COPY },
  { "memmove", EXTERNAL_COPY },
  { "llvm.memset*", EXTERNAL_SET },
  { "memset", EXTERNAL_SET },
  { "llvm.smax*", EXTERNAL_MINMAX },
  { "llvm.smin*", EXTERNAL_MINMAX },
  { "llvm.umax*", EXTERNAL_MINMAX },
  { "llvm.umin*", EXTERNAL_MINMAX },
  { "malloc", EXTERNAL_ALLOCATE },
  { "calloc", EXTERNAL_ALLOCATE },
  { "aligned_alloc", EXTERNAL_ALLOCATE },
  { "_Znwm", EXTERNAL_ALLOCATE },
  { "_Znam", EXTERNAL_ALLOCATE },
  { "free", EXTERNAL_FREE },
  { "_ZdlPv", EXTERNAL_FREE },
  { "_ZdlPvm", EXTERNAL_FREE },
  { "printf", EXTERNAL_PRINT },
  { "fprintf", EXTERNAL_PRINT },
  { "puts", EXTERNAL_PRINT },
  { "fputs", EXTERNAL_PRINT },
  { "perror", EXTERNAL_PRINT },
  { "putchar", EXTERNAL_NOTHING },
  { "fputc", EXTERNAL_NOTHING },
  { "putc", EXTERNAL_NOTHING },
  { "fflush", EXTERNAL_NOTHING },
  { "fwrite", EXTERNAL_PRINT },
  { "rand", EXTERNAL_NOTHING },
  { "random", EXTERNAL_NOTHING },
  { "srand", EXTERNAL_NOTHING },
  { "sleep", EXTERNAL_NOTHING },
  { "usleep", EXTERNAL_NOTHING },
  { "nanosleep", EXTERNAL_NOTHING },
  { "sched_yield", EXTERNAL_ZERO },
  { "pthread_yield", EXTERNAL_ZERO },
  { "thrd_yield", EXTERNAL_MARK },
  { "time", EXTERNAL_NOTHING },
  { "clock", EXTERNAL_NOTHING },
  { "getpid", EXTERNAL_NOTHING },
  { "atoi", EXTERNAL_NOTHING },
  { "strlen", EXTERNAL_PRINT },
  { "strcmp", EXTERNAL_PRINT },
  { "pthread_create", EXTERNAL_THREAD_CREATE },
  { "thrd_create", EXTERNAL_THREAD_CREATE },
  { "pthread_join", EXTERNAL_THREAD_JOIN },
  { "thrd_join", EXTERNAL_THREAD_JOIN },
  { "pthread_exit", EXTERNAL_THREAD_EXIT },
  { "thrd_exit", EXTERNAL_THREAD_EXIT },
  { "pthread_self", EXTERNAL_THREAD_SELF },
  { "thrd_current", EXTERNAL_THREAD_SELF },
  { "pthread_detach", EXTERNAL_ZERO },
  { "thrd_detach", EXTERNAL_ZERO },
  { "pthread_attr_*", EXTERNAL_ZERO },
  { "pthread_setconcurrency", EXTERNAL_ZERO },
  { "pthread_mutexattr_*", EXTERNAL_ZERO },
  { "pthread_condattr_*", EXTERNAL_ZERO },
  { "pthread_rwlockattr_*", EXTERNAL_ZERO },
  { "pthread_mutex_init", EXTERNAL_MUTEX_INIT },
  { "mtx_init", EXTERNAL_MUTEX_INIT },
  { "pthread_mutex_destroy", EXTERNAL_MUTEX_DESTROY },
  { "mtx_destroy", EXTERNAL_MUTEX_DESTROY },
  { "pthread_mutex_lock", EXTERNAL_MUTEX_LOCK },
  { "mtx_lock", EXTERNAL_MUTEX_LOCK },
  { "pthread_mutex_trylock", EXTERNAL_MUTEX_TRY },
  { "mtx_trylock", EXTERNAL_MUTEX_TRY },
  { "pthread_mutex_unlock", EXTERNAL_MUTEX_UNLOCK },
  { "mtx_unlock", EXTERNAL_MUTEX_UNLOCK },
  { "pthread_spin_init", EXTERNAL_MUTEX_INIT },
  { "pthread_spin_destroy", EXTERNAL_MUTEX_DESTROY },
  { "pthread_spin_lock", EXTERNAL_MUTEX_LOCK },
  { "pthread_spin_trylock", EXTERNAL_MUTEX_TRY },
  { "pthread_spin_unlock", EXTERNAL_MUTEX_UNLOCK },
  { "pthread_cond_init", EXTERNAL_ZERO },
  { "pthread_cond_destroy", EXTERNAL_ZERO },
  { "pthread_cond_signal", EXTERNAL_ZERO },
  { "pthread_cond_broadcast", EXTERNAL_ZERO },
  { "cnd_init", EXTERNAL_ZERO },
  { "cnd_destroy", EXTERNAL_MARK },
  { "cnd_signal", EXTERNAL_ZERO },
  { "cnd_broadcast", EXTERNAL_ZERO },
  { "pthread_cond_wait", EXTERNAL_COND_WAIT },
  { "cnd_wait", EXTERNAL_COND_WAIT },
  { "pthread_cond_timedwait", EXTERNAL_COND_TIMED_WAIT },
  { "cnd_timedwait", EXTERNAL_COND_TIMED_WAIT },
  { "pthread_rwlock_init", EXTERNAL_ZERO },
  { "pthread_rwlock_destroy", EXTERNAL_ZERO },
  { "pthread_rwlock_rdlock", EXTERNAL_RW_READ },
  { "pthread_rwlock_wrlock", EXTERNAL_RW_WRITE },
  { "pthread_rwlock_tryrdlock", EXTERNAL_RW_TRY_READ },
  { "pthread_rwlock_trywrlock", EXTERNAL_RW_TRY_WRITE },
  { "pthread_rwlock_unlock", EXTERNAL_RW_UNLOCK },
  { "sem_init", EXTERNAL_SEM_INIT },
  { "sem_destroy", EXTERNAL_ZERO },
  { "sem_wait", EXTERNAL_SEM_WAIT },
  { "sem_trywait", EXTERNAL_SEM_TRY },
  { "sem_post", EXTERNAL_SEM_POST },
  { "sem_getvalue", EXTERNAL_SEM_VALUE },
  { "pthread_barrier_init", EXTERNAL_BARRIER_INIT },
  { "pthread_barrier_destroy", EXTERNAL_ZERO },
  { "pthread_barrier_wait", EXTERNAL_BARRIER_WAIT },
  { "pthread_once", EXTERNAL_ONCE },
  { "call_once", EXTERNAL_ONCE },
};

static bool
is_row (const struct row *row, const char *name)
{
  size_t length = strlen (row->name);
  assert (length > 0);
  assert (strcspn (row->name, "*") >= length - 1);
  return row->name[length - 1] == '*' ? strncmp (row->name, name, length - 1) == 0
                                      : strcmp (row->name, name) == 0;
}

enum external
externals_find (const char *name)
{
  assert (name);
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
    if (is_row (&rows[i], name))
      return rows[i].external;
  return EXTERNAL_UNKNOWN;
}

bool
externals_creates_thread (const char *name)
{
  return externals_find (name) == EXTERNAL_THREAD_CREATE;
}

bool
externals_takes_thread (const char *name, uint32_t argument)
{
  assert (name);
  return (strcmp (name, "pthread_create") == 0 && argument == 2)
         || (strcmp (name, "thrd_create") == 0 && argument == 1)
         || (externals_find (name) == EXTERNAL_ONCE && argument == 1);
}

bool
externals_is_error (const char *name)
{
  return externals_find (name) == EXTERNAL_ERROR;
}
