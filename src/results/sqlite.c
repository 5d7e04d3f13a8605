/* sqlite.c -- see sqlite.h. */
#include <config.h>

#ifdef HAVE_SQLITE
#include "results/sqlite.h"

#include <assert.h>
#include <dlfcn.h>
#include <stdbool.h>
#include <stddef.h>

/* Fill LIBRARY from the file that HANDLE stands for. */
static bool
find_functions (struct sqlite *library, void *handle)
{
  assert (library && handle);
  /* A function has the size of a pointer (POSIX), but C has no cast for it. */
#define FIND(name)                                                                       \
  {                                                                                      \
    void *found = dlsym (handle, "sqlite3_" #name);                                      \
    if (!found)                                                                          \
      return false;                                                                      \
    *(void **) &library->name = found;                                                   \
  }
  SQLITE_FUNCTIONS (FIND)
#undef FIND
  return true;
}

const struct sqlite *
sqlite_library (void)
{
  static struct sqlite library;
  static bool tried, loaded;
  if (!tried)
    {
      tried = true;
      void *handle = dlopen ("libsqlite3.so.0", RTLD_NOW | RTLD_LOCAL);
      loaded = handle && find_functions (&library, handle);
      assert (!loaded || library.step);
    }
  return loaded ? &library : NULL;
}
#endif
