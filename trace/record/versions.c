/* versions.c -- functions that the C library has in two versions.
 *
 * A program that was linked with ThreadSanitizer's runtime calls what that one intercepts
 * without saying which version of the C library it means.  Once the runtime is not there,
 * the loader would take the oldest version: conditions of another layout, a realpath that
 * allocates nothing.  So whatever differs is passed on to the newest version from here.
 */
#include <config.h>

#include <glob.h>
#include <pthread.h>
#include <sched.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>

#include "trace/record/runtime.h"

#define FORWARD(type, name, parameters, arguments)                                       \
  DECLARE_NEXT (name);                                                                   \
  HOOK type name parameters { return NEXT (name) arguments; }

FORWARD (int, pthread_cond_init,
         (pthread_cond_t * condition, const pthread_condattr_t *attributes),
         (condition, attributes))
FORWARD (int, pthread_cond_destroy, (pthread_cond_t * condition), (condition))
FORWARD (int, pthread_cond_signal, (pthread_cond_t * condition), (condition))
FORWARD (int, pthread_cond_broadcast, (pthread_cond_t * condition), (condition))

FORWARD (char *, realpath, (const char *path, char *resolved), (path, resolved))
FORWARD (FILE *, fmemopen, (void *buffer, size_t size, const char *mode),
         (buffer, size, mode))
FORWARD (int, glob,
         (const char *pattern, int flags, int (*error) (const char *, int),
          glob_t *found),
         (pattern, flags, error, found))
FORWARD (int, posix_spawn,
         (pid_t * child, const char *path, const posix_spawn_file_actions_t *actions,
          const posix_spawnattr_t *attributes, char *const words[],
          char *const environment[]),
         (child, path, actions, attributes, words, environment))
FORWARD (int, posix_spawnp,
         (pid_t * child, const char *file, const posix_spawn_file_actions_t *actions,
          const posix_spawnattr_t *attributes, char *const words[],
          char *const environment[]),
         (child, file, actions, attributes, words, environment))
FORWARD (int, sched_getaffinity, (pid_t process, size_t size, cpu_set_t *set),
         (process, size, set))
FORWARD (int, pthread_attr_getaffinity_np,
         (const pthread_attr_t *attributes, size_t size, cpu_set_t *set),
         (attributes, size, set))
