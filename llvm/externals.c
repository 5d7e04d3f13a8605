/* externals.c -- see externals.h. */
#include <config.h>

#include "llvm/externals.h"

#include <assert.h>
#include <string.h>

struct row
{
  const char *name; /* with a `*' at its end: everything that begins so */
  enum external external;
  const char *shape; /* see externals.h */
};

static const struct row rows[] = {
  { "__assert_fail", EXTERNAL_ERROR, NULL },
  { "__assert", EXTERNAL_ERROR, NULL },
  { "__assert_rtn", EXTERNAL_ERROR, NULL },
  { "reach_error", EXTERNAL_ERROR, NULL },
  { "__VERIFIER_error", EXTERNAL_ERROR, NULL },
  { "__VERIFIER_assume", EXTERNAL_ASSUME, "*:i" },
  { "__VERIFIER_nondet_*", EXTERNAL_ANY, NULL },
  { "__VERIFIER_atomic_begin", EXTERNAL_ATOMIC_BEGIN, NULL },
  { "__VERIFIER_atomic_end", EXTERNAL_ATOMIC_END, NULL },
  { "phaselock.unit.begin", EXTERNAL_UNIT_BEGIN, NULL },
  { "phaselock.unit.end", EXTERNAL_UNIT_END, NULL },
  { "phaselock.wild", EXTERNAL_WILD, NULL },
  { "__cxa_guard_acquire", EXTERNAL_ONCE_ENTER, "i:p" },
  { "__cxa_guard_release", EXTERNAL_ONCE_LEAVE, "*:p" },
  { "phaselock.once.enter", EXTERNAL_ONCE_ENTER, "i:p" },
  { "phaselock.once.leave", EXTERNAL_ONCE_LEAVE, "i:p" },
  { "abort", EXTERNAL_STOP, NULL },
  { "exit", EXTERNAL_STOP, NULL },
  { "_exit", EXTERNAL_STOP, NULL },
  { "_Exit", EXTERNAL_STOP, NULL },
  { "quick_exit", EXTERNAL_STOP, NULL },
  { "llvm.trap", EXTERNAL_STOP, NULL },
  { "_ZSt9terminatev", EXTERNAL_STOP, NULL },
  { "__clang_call_terminate", EXTERNAL_STOP, NULL },
  { "__cxa_pure_virtual", EXTERNAL_STOP, NULL },
  { "__cxa_throw", EXTERNAL_THROW, NULL },
  { "__cxa_rethrow", EXTERNAL_THROW, NULL },
  { "_Unwind_Resume", EXTERNAL_THROW, NULL },
  { "_ZSt16__throw_*", EXTERNAL_THROW, NULL },
  { "_ZSt17__throw_*", EXTERNAL_THROW, NULL },
  { "_ZSt18__throw_*", EXTERNAL_THROW, NULL },
  { "_ZSt19__throw_*", EXTERNAL_THROW, NULL },
  { "_ZSt20__throw_system_errori", EXTERNAL_MISUSED, "*:i" },
  { "_ZSt20__throw_*", EXTERNAL_THROW, NULL },
  { "_ZSt21__throw_*", EXTERNAL_THROW, NULL },
  { "_ZSt22__throw_*", EXTERNAL_THROW, NULL },
  { "_ZSt23__throw_*", EXTERNAL_THROW, NULL },
  { "_ZSt24__throw_*", EXTERNAL_THROW, NULL },
  { "_ZSt25__throw_*", EXTERNAL_THROW, NULL },
  { "_ZSt28__throw_*", EXTERNAL_THROW, NULL },
  { "llvm.dbg.*", EXTERNAL_MARK, NULL },
  { "llvm.lifetime.*", EXTERNAL_MARK, NULL },
  { "llvm.assume", EXTERNAL_MARK, NULL },
  { "llvm.stacksave*", EXTERNAL_MARK, NULL },
  { "llvm.stackrestore*", EXTERNAL_MARK, NULL },
  { "llvm.donothing", EXTERNAL_MARK, NULL },
  { "llvm.invariant.*", EXTERNAL_MARK, NULL },
  { "llvm.experimental.noalias.scope.decl", EXTERNAL_MARK, NULL },
  { "llvm.prefetch*", EXTERNAL_MARK, NULL },
  { "llvm.expect*", EXTERNAL_SAME, NULL },
  { "llvm.memcpy*", EXTERNAL_COPY, NULL },
  { "llvm.memmove*", EXTERNAL_COPY, NULL },
  { "memcpy", EXTERNAL_COPY, "*:ppi" },
  { "memmove", EXTERNAL_COPY, "*:ppi" },
  { "llvm.memset*", EXTERNAL_SET, NULL },
  { "memset", EXTERNAL_SET, "*:pii" },
  { "llvm.sadd.with.overflow.*", EXTERNAL_OVERFLOW, NULL },
  { "llvm.uadd.with.overflow.*", EXTERNAL_OVERFLOW, NULL },
  { "llvm.ssub.with.overflow.*", EXTERNAL_OVERFLOW, NULL },
  { "llvm.usub.with.overflow.*", EXTERNAL_OVERFLOW, NULL },
  { "llvm.smul.with.overflow.*", EXTERNAL_OVERFLOW, NULL },
  { "llvm.umul.with.overflow.*", EXTERNAL_OVERFLOW, NULL },
  { "llvm.smax*", EXTERNAL_MINMAX, NULL },
  { "llvm.smin*", EXTERNAL_MINMAX, NULL },
  { "llvm.umax*", EXTERNAL_MINMAX, NULL },
  { "llvm.umin*", EXTERNAL_MINMAX, NULL },
  { "malloc", EXTERNAL_ALLOCATE, "p:i" },
  { "calloc", EXTERNAL_ALLOCATE, "p:ii" },
  { "aligned_alloc", EXTERNAL_ALLOCATE, "p:ii" },
  { "__rust_alloc", EXTERNAL_ALLOCATE, "p:ii" },
  { "__rust_alloc_zeroed", EXTERNAL_ALLOCATE, "p:ii" },
  { "__rust_dealloc", EXTERNAL_FREE, NULL },
  { "_ZN3std6thread6scoped9ScopeData*", EXTERNAL_MARK, NULL },
  { "_ZN5alloc5alloc18handle_alloc_error17h*", EXTERNAL_STOP, NULL },
  { "_ZN4core9panicking*", EXTERNAL_ERROR, NULL },
  { "_ZN4core6result13unwrap_failed17h*", EXTERNAL_ERROR, NULL },
  { "_ZN4core6option13expect_failed17h*", EXTERNAL_ERROR, NULL },
  { "_ZN3std9panicking11begin_panic*", EXTERNAL_ERROR, NULL },
  { "phaselock_waits", EXTERNAL_WAITS, NULL },
  { "_Znwm", EXTERNAL_ALLOCATE, "p:i" },
  { "_Znam", EXTERNAL_ALLOCATE, "p:i" },
  { "valloc", EXTERNAL_ALLOCATE, "p:i" },
  { "memalign", EXTERNAL_ALLOCATE, "p:ii" },
  { "phaselock_grown", EXTERNAL_GROWN, "p:p" },
  { "phaselock_more_than_the_model_has", EXTERNAL_LIMIT, NULL },
  { "signal", EXTERNAL_SIGNAL, NULL },
  { "sigaction", EXTERNAL_SIGNAL, NULL },
  { "raise", EXTERNAL_SIGNAL, NULL },
  { "kill", EXTERNAL_SIGNAL, NULL },
  { "pthread_kill", EXTERNAL_SIGNAL, NULL },
  { "alarm", EXTERNAL_SIGNAL, NULL },
  { "setitimer", EXTERNAL_SIGNAL, NULL },
  { "sigprocmask", EXTERNAL_ZERO, "i:*" },
  { "pthread_sigmask", EXTERNAL_ZERO, "i:*" },
  { "sigemptyset", EXTERNAL_ZERO, "i:*" },
  { "sigfillset", EXTERNAL_ZERO, "i:*" },
  { "sigaddset", EXTERNAL_ZERO, "i:*" },
  { "sigdelset", EXTERNAL_ZERO, "i:*" },
  { "setjmp", EXTERNAL_ZERO, "i:*" },
  { "_setjmp", EXTERNAL_ZERO, "i:*" },
  { "sigsetjmp", EXTERNAL_ZERO, "i:*" },
  { "__sigsetjmp", EXTERNAL_ZERO, "i:*" },
  { "__pthread_register_cancel", EXTERNAL_CLEANUP, NULL },
  { "__pthread_unregister_cancel", EXTERNAL_MARK, NULL },
  { "__pthread_unwind_next", EXTERNAL_STOP, NULL },
  { "free", EXTERNAL_FREE, NULL },
  { "_ZdaPv", EXTERNAL_FREE, NULL },
  { "_ZdlPv", EXTERNAL_FREE, NULL },
  { "_ZdlPvm", EXTERNAL_FREE, NULL },
  { "__cxa_atexit", EXTERNAL_AT_EXIT, "i:ppp" },
  { "_ZNSt8ios_base4InitC1Ev", EXTERNAL_MARK, NULL },
  { "_ZNSt8ios_base4InitD1Ev", EXTERNAL_MARK, NULL },
  { "_ZNSolsE*", EXTERNAL_PRINT, NULL },
  { "_ZStls*", EXTERNAL_PRINT, NULL },
  { "printf", EXTERNAL_PRINT, NULL },
  { "fprintf", EXTERNAL_PRINT, NULL },
  { "puts", EXTERNAL_PRINT, NULL },
  { "fputs", EXTERNAL_PRINT, NULL },
  { "perror", EXTERNAL_PRINT, NULL },
  { "strncmp", EXTERNAL_PRINT, NULL },
  { "strcasecmp", EXTERNAL_PRINT, NULL },
  { "strncasecmp", EXTERNAL_PRINT, NULL },
  { "memcmp", EXTERNAL_PRINT, NULL },
  { "open", EXTERNAL_PRINT, NULL },
  { "open64", EXTERNAL_PRINT, NULL },
  { "unlink", EXTERNAL_PRINT, NULL },
  { "remove", EXTERNAL_PRINT, NULL },
  { "rename", EXTERNAL_PRINT, NULL },
  { "access", EXTERNAL_PRINT, NULL },
  { "write", EXTERNAL_PRINT, NULL },
  { "send", EXTERNAL_PRINT, NULL },
  { "setsockopt", EXTERNAL_PRINT, NULL },
  { "close", EXTERNAL_NOTHING, NULL },
  { "socket", EXTERNAL_NOTHING, NULL },
  { "listen", EXTERNAL_NOTHING, NULL },
  { "shutdown", EXTERNAL_NOTHING, NULL },
  { "isatty", EXTERNAL_NOTHING, NULL },
  { "sysconf", EXTERNAL_NOTHING, NULL },
  { "getuid", EXTERNAL_NOTHING, NULL },
  { "geteuid", EXTERNAL_NOTHING, NULL },
  { "umask", EXTERNAL_NOTHING, NULL },
  { "fclose", EXTERNAL_NOTHING, NULL },
  { "ferror", EXTERNAL_NOTHING, NULL },
  { "feof", EXTERNAL_NOTHING, NULL },
  { "fileno", EXTERNAL_NOTHING, NULL },
  { "fgetc", EXTERNAL_NOTHING, NULL },
  { "getc", EXTERNAL_NOTHING, NULL },
  { "getchar", EXTERNAL_NOTHING, NULL },
  { "ungetc", EXTERNAL_NOTHING, NULL },
  { "putchar", EXTERNAL_NOTHING, NULL },
  { "fputc", EXTERNAL_NOTHING, NULL },
  { "putc", EXTERNAL_NOTHING, NULL },
  { "fflush", EXTERNAL_NOTHING, NULL },
  { "fwrite", EXTERNAL_PRINT, NULL },
  { "rand", EXTERNAL_NOTHING, NULL },
  { "random", EXTERNAL_NOTHING, NULL },
  { "srand", EXTERNAL_NOTHING, NULL },
  { "sleep", EXTERNAL_NOTHING, NULL },
  { "usleep", EXTERNAL_NOTHING, NULL },
  { "sched_yield", EXTERNAL_ZERO, "i:*" },
  { "pthread_yield", EXTERNAL_ZERO, "i:*" },
  { "thrd_yield", EXTERNAL_MARK, NULL },
  { "clock", EXTERNAL_NOTHING, NULL },
  { "getpid", EXTERNAL_NOTHING, NULL },
  { "atoi", EXTERNAL_PRINT, NULL },
  { "strlen", EXTERNAL_PRINT, NULL },
  { "strcmp", EXTERNAL_PRINT, NULL },
  { "pthread_create", EXTERNAL_THREAD_CREATE, "i:pppp" },
  { "thrd_create", EXTERNAL_THREAD_CREATE, "i:ppp" },
  { "pthread_join", EXTERNAL_THREAD_JOIN, "i:ip" },
  { "thrd_join", EXTERNAL_THREAD_JOIN, "i:ip" },
  { "pthread_exit", EXTERNAL_THREAD_EXIT, "*:p" },
  { "thrd_exit", EXTERNAL_THREAD_EXIT, "*:i" },
  { "pthread_self", EXTERNAL_THREAD_SELF, "i:" },
  { "thrd_current", EXTERNAL_THREAD_SELF, "i:" },
  { "pthread_detach", EXTERNAL_ZERO, "i:*" },
  { "thrd_detach", EXTERNAL_ZERO, "i:*" },
  { "pthread_attr_get*", EXTERNAL_UNKNOWN, NULL },
  { "pthread_attr_*", EXTERNAL_ZERO, "i:*" },
  { "pthread_setconcurrency", EXTERNAL_ZERO, "i:*" },
  { "pthread_mutexattr_get*", EXTERNAL_UNKNOWN, NULL },
  { "pthread_mutexattr_*", EXTERNAL_ZERO, "i:*" },
  { "pthread_condattr_get*", EXTERNAL_UNKNOWN, NULL },
  { "pthread_condattr_*", EXTERNAL_ZERO, "i:*" },
  { "pthread_rwlockattr_get*", EXTERNAL_UNKNOWN, NULL },
  { "pthread_rwlockattr_*", EXTERNAL_ZERO, "i:*" },
  { "pthread_mutex_init", EXTERNAL_MUTEX_INIT, "i:pp" },
  { "mtx_init", EXTERNAL_MUTEX_INIT, "i:pi" },
  { "pthread_mutex_destroy", EXTERNAL_MUTEX_DESTROY, "i:p" },
  { "mtx_destroy", EXTERNAL_MUTEX_DESTROY, "*:p" },
  { "pthread_mutex_lock", EXTERNAL_MUTEX_LOCK, "i:p" },
  { "mtx_lock", EXTERNAL_MUTEX_LOCK, "i:p" },
  { "pthread_mutex_trylock", EXTERNAL_MUTEX_TRY, "i:p" },
  { "mtx_trylock", EXTERNAL_MUTEX_TRY, "i:p" },
  { "pthread_mutex_unlock", EXTERNAL_MUTEX_UNLOCK, "i:p" },
  { "mtx_unlock", EXTERNAL_MUTEX_UNLOCK, "i:p" },
  { "pthread_spin_init", EXTERNAL_MUTEX_INIT, "i:pi" },
  { "pthread_spin_destroy", EXTERNAL_MUTEX_DESTROY, "i:p" },
  { "pthread_spin_lock", EXTERNAL_MUTEX_LOCK, "i:p" },
  { "pthread_spin_trylock", EXTERNAL_MUTEX_TRY, "i:p" },
  { "pthread_spin_unlock", EXTERNAL_MUTEX_UNLOCK, "i:p" },
  { "pthread_cond_init", EXTERNAL_ZERO, "i:*" },
  { "pthread_cond_destroy", EXTERNAL_ZERO, "i:*" },
  { "pthread_cond_signal", EXTERNAL_ZERO, "i:*" },
  { "pthread_cond_broadcast", EXTERNAL_ZERO, "i:*" },
  { "cnd_init", EXTERNAL_ZERO, "i:*" },
  { "cnd_destroy", EXTERNAL_MARK, NULL },
  { "cnd_signal", EXTERNAL_ZERO, "i:*" },
  { "cnd_broadcast", EXTERNAL_ZERO, "i:*" },
  { "pthread_cond_wait", EXTERNAL_COND_WAIT, "i:pp" },
  { "cnd_wait", EXTERNAL_COND_WAIT, "i:pp" },
  { "pthread_cond_timedwait", EXTERNAL_COND_TIMED_WAIT, "i:ppp" },
  { "cnd_timedwait", EXTERNAL_COND_TIMED_WAIT, "i:ppp" },
  { "pthread_rwlock_init", EXTERNAL_ZERO, "i:*" },
  { "pthread_rwlock_destroy", EXTERNAL_ZERO, "i:*" },
  { "pthread_rwlock_rdlock", EXTERNAL_RW_READ, "i:p" },
  { "pthread_rwlock_wrlock", EXTERNAL_RW_WRITE, "i:p" },
  { "pthread_rwlock_tryrdlock", EXTERNAL_RW_TRY_READ, "i:p" },
  { "pthread_rwlock_trywrlock", EXTERNAL_RW_TRY_WRITE, "i:p" },
  { "pthread_rwlock_unlock", EXTERNAL_RW_UNLOCK, "i:p" },
  { "sem_init", EXTERNAL_SEM_INIT, "i:pii" },
  { "sem_destroy", EXTERNAL_ZERO, "i:*" },
  { "sem_wait", EXTERNAL_SEM_WAIT, "i:p" },
  { "sem_trywait", EXTERNAL_SEM_TRY, "i:p" },
  { "sem_post", EXTERNAL_SEM_POST, "i:p" },
  { "sem_getvalue", EXTERNAL_SEM_VALUE, "i:pp" },
  { "pthread_barrier_init", EXTERNAL_BARRIER_INIT, "i:ppi" },
  { "pthread_barrier_destroy", EXTERNAL_ZERO, "i:*" },
  { "pthread_barrier_wait", EXTERNAL_BARRIER_WAIT, "i:p" },
  { "pthread_once", EXTERNAL_ONCE, "i:pp" },
  { "call_once", EXTERNAL_ONCE, "*:pp" },
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

static const struct row *
find (const char *name)
{
  assert (name);
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
    if (is_row (&rows[i], name))
      return &rows[i];
  return NULL;
}

enum external
externals_find (const char *name)
{
  const struct row *row = find (name);
  return row ? row->external : EXTERNAL_UNKNOWN;
}

const char *
externals_shape (const char *name)
{
  const struct row *row = find (name);
  return row ? row->shape : NULL;
}

bool
externals_is_error (const char *name)
{
  return externals_find (name) == EXTERNAL_ERROR;
}
