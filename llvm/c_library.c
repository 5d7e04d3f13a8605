/* c_library.c -- see c_library.h.
 *
 * A key's values are in a variable that each thread has for itself; prepare.c calls
 * phaselock_thread_ends where a thread ends, and phaselock_program_ends where main does.
 */
#include <config.h>

#include "llvm/c_library.h"

#include <stddef.h>

const char *const c_library_names[] = { "__errno_location",
                                        "atexit",
                                        "clock_gettime",
                                        "gettimeofday",
                                        "mtx_timedlock",
                                        "nanosleep",
                                        "posix_memalign",
                                        "pthread_getspecific",
                                        "pthread_key_create",
                                        "pthread_key_delete",
                                        "pthread_mutex_clocklock",
                                        "pthread_mutex_timedlock",
                                        "pthread_rwlock_timedrdlock",
                                        "pthread_rwlock_timedwrlock",
                                        "pthread_setspecific",
                                        "realloc",
                                        "sem_timedwait",
                                        "time",
                                        "tss_create",
                                        "tss_delete",
                                        "tss_get",
                                        "tss_set",
                                        NULL };

const char c_library[]
  = "#define _GNU_SOURCE\n"
    "#include <errno.h>\n"
    "#include <pthread.h>\n"
    "#include <semaphore.h>\n"
    "#include <stdlib.h>\n"
    "#include <sys/time.h>\n"
    "#include <threads.h>\n"
    "#include <time.h>\n"
    "int __VERIFIER_nondet_int (void);\n"
    "long __VERIFIER_nondet_long (void);\n"
    "void *phaselock_grown (void *);\n"
    "void phaselock_more_than_the_model_has (void);\n"
    "#undef errno\n"
    "#ifdef NEED___errno_location\n"
    "static _Thread_local int phaselock_errno;\n"
    "int *__errno_location (void) { return &phaselock_errno; }\n"
    "#endif\n"
    /* Who finds the lock free gets it; who does not, waits for it, or not. */
    "#define TIMED(name, parameters, try, busy, wait, late) \\\n"
    "  int name parameters \\\n"
    "  { int result = try; \\\n"
    "    if (result != busy) return result; \\\n"
    "    if (__VERIFIER_nondet_int ()) return late; \\\n"
    "    return wait; }\n"
    "#ifdef NEED_pthread_mutex_timedlock\n"
    "TIMED (pthread_mutex_timedlock, (pthread_mutex_t *m, const struct timespec *t),\n"
    "  pthread_mutex_trylock (m), EBUSY, pthread_mutex_lock (m), ETIMEDOUT)\n"
    "#endif\n"
    "#ifdef NEED_pthread_mutex_clocklock\n"
    "TIMED (pthread_mutex_clocklock,\n"
    "  (pthread_mutex_t *m, clockid_t c, const struct timespec *t),\n"
    "  pthread_mutex_trylock (m), EBUSY, pthread_mutex_lock (m), ETIMEDOUT)\n"
    "#endif\n"
    "#ifdef NEED_mtx_timedlock\n"
    "TIMED (mtx_timedlock, (mtx_t *m, const struct timespec *t),\n"
    "  mtx_trylock (m), thrd_busy, mtx_lock (m), thrd_timedout)\n"
    "#endif\n"
    "#ifdef NEED_pthread_rwlock_timedrdlock\n"
    "TIMED (pthread_rwlock_timedrdlock, (pthread_rwlock_t *l, const struct timespec "
    "*t),\n"
    "  pthread_rwlock_tryrdlock (l), EBUSY, pthread_rwlock_rdlock (l), ETIMEDOUT)\n"
    "#endif\n"
    "#ifdef NEED_pthread_rwlock_timedwrlock\n"
    "TIMED (pthread_rwlock_timedwrlock, (pthread_rwlock_t *l, const struct timespec "
    "*t),\n"
    "  pthread_rwlock_trywrlock (l), EBUSY, pthread_rwlock_wrlock (l), ETIMEDOUT)\n"
    "#endif\n"
    "#ifdef NEED_sem_timedwait\n"
    "TIMED (sem_timedwait, (sem_t *s, const struct timespec *t),\n"
    "  sem_trywait (s), -1, sem_wait (s), -1)\n"
    "#endif\n"
    "#define KEYS 8\n"
    "static _Thread_local const void *phaselock_values[KEYS];\n"
    "static void (*phaselock_destructors[KEYS]) (void *);\n"
    "static unsigned phaselock_keys;\n"
    "static int create (unsigned *key, void (*destructor) (void *))\n"
    "{ unsigned k = __atomic_fetch_add (&phaselock_keys, 1, __ATOMIC_SEQ_CST);\n"
    "  if (k >= KEYS) { phaselock_more_than_the_model_has (); return EAGAIN; }\n"
    "  phaselock_destructors[k] = destructor;\n"
    "  *key = k;\n"
    "  return 0; }\n"
    "#ifdef NEED_pthread_key_create\n"
    "int pthread_key_create (pthread_key_t *k, void (*d) (void *)) { return create (k, "
    "d); "
    "}\n"
    "#endif\n"
    "#ifdef NEED_tss_create\n"
    "int tss_create (tss_t *k, tss_dtor_t d) { return create (k, d); }\n"
    "#endif\n"
    "#if defined NEED_pthread_key_create || defined NEED_tss_create\n"
    "void phaselock_thread_ends (void)\n"
    "{ for (unsigned k = 0; k < KEYS; k++)\n"
    "    if (phaselock_destructors[k] && phaselock_values[k])\n"
    "      { void *value = (void *) phaselock_values[k];\n"
    "        phaselock_values[k] = 0;\n"
    "        phaselock_destructors[k] (value); } }\n"
    "#endif\n"
    "#ifdef NEED_pthread_key_delete\n"
    "int pthread_key_delete (pthread_key_t k) { phaselock_destructors[k] = 0; return 0; "
    "}\n"
    "#endif\n"
    "#ifdef NEED_tss_delete\n"
    "void tss_delete (tss_t k) { phaselock_destructors[k] = 0; }\n"
    "#endif\n"
    "#ifdef NEED_pthread_setspecific\n"
    "int pthread_setspecific (pthread_key_t k, const void *v)\n"
    "{ phaselock_values[k] = v; return 0; }\n"
    "#endif\n"
    "#ifdef NEED_tss_set\n"
    "int tss_set (tss_t k, void *v) { phaselock_values[k] = v; return thrd_success; }\n"
    "#endif\n"
    "#ifdef NEED_pthread_getspecific\n"
    "void *pthread_getspecific (pthread_key_t k) { return (void *) phaselock_values[k]; "
    "}\n"
    "#endif\n"
    "#ifdef NEED_tss_get\n"
    "void *tss_get (tss_t k) { return (void *) phaselock_values[k]; }\n"
    "#endif\n"
    "#ifdef NEED_atexit\n"
    "static void (*phaselock_handlers[KEYS]) (void);\n"
    "static unsigned phaselock_registered;\n"
    "int atexit (void (*f) (void))\n"
    "{ unsigned k = __atomic_fetch_add (&phaselock_registered, 1, __ATOMIC_SEQ_CST);\n"
    "  if (k >= KEYS) { phaselock_more_than_the_model_has (); return 1; }\n"
    "  phaselock_handlers[k] = f;\n"
    "  return 0; }\n"
    "void phaselock_program_ends (void)\n"
    "{ for (unsigned k = KEYS; k-- > 0;)\n"
    "    if (phaselock_handlers[k]) phaselock_handlers[k] (); }\n"
    "#endif\n"
    "#ifdef NEED_realloc\n"
    "void *realloc (void *p, size_t n) { return p ? phaselock_grown (p) : malloc (n); }\n"
    "#endif\n"
    "#ifdef NEED_posix_memalign\n"
    "int posix_memalign (void **p, size_t a, size_t n) { *p = malloc (n); return 0; }\n"
    "#endif\n"
    "#ifdef NEED_clock_gettime\n"
    "int clock_gettime (clockid_t c, struct timespec *t)\n"
    "{ t->tv_sec = __VERIFIER_nondet_long (); t->tv_nsec = __VERIFIER_nondet_long ();\n"
    "  return 0; }\n"
    "#endif\n"
    "#ifdef NEED_time\n"
    "time_t time (time_t *t)\n"
    "{ time_t now = __VERIFIER_nondet_long (); if (t) *t = now; return now; }\n"
    "#endif\n"
    "#ifdef NEED_nanosleep\n"
    "int nanosleep (const struct timespec *t, struct timespec *left)\n"
    "{ return t->tv_sec < 0 || t->tv_nsec < 0 ? -1 : 0; }\n"
    "#endif\n"
    "#ifdef NEED_gettimeofday\n"
    "int gettimeofday (struct timeval *restrict t, void *restrict z)\n"
    "{ t->tv_sec = __VERIFIER_nondet_long (); t->tv_usec = __VERIFIER_nondet_long ();\n"
    "  return 0; }\n"
    "#endif\n";
