/* calls.c -- see calls.h. */
#include <config.h>

#include "llvm/calls.h"

#ifdef HAVE_LLVM

#include <assert.h>
#include <dlfcn.h>

/* The library as LLVM's versions, and distributions, call it. */
static void *
open_library (void)
{
  static const char *const names[]
    = { ("libLLVM-" LLVM_MAJOR ".so.1"), ("libLLVM-" LLVM_MAJOR ".so"),
        ("libLLVM.so." LLVM_MAJOR ".1"), ("libLLVM.so." LLVM_MAJOR) };
  void *handle = NULL;
  for (unsigned i = 0; i < sizeof names / sizeof *names && !handle; i++)
    handle = dlopen (names[i], RTLD_NOW | RTLD_LOCAL);
  return handle;
}

const struct llvm_calls *
calls_load (struct arena *arena)
{
  assert (arena);
  void *handle = open_library ();
  if (!handle)
    return NULL;
  struct llvm_calls *calls = arena_calloc (arena, 1, sizeof *calls);
  /* A function has the size of a pointer (POSIX), but C has no cast for it. */
#define FIND(name)                                                                       \
  {                                                                                      \
    void *found = dlsym (handle, "LLVM" #name);                                          \
    if (!found)                                                                          \
      return NULL;                                                                       \
    *(void **) &calls->name = found;                                                     \
  }
  LLVM_CALLS (FIND)
#undef FIND
  return calls;
}

#endif
