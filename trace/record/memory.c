/* memory.c -- objects on the heap, and the accesses of memcpy and its kin.
 *
 * Memory comes from the C library under its other names (__libc_malloc and so on), since
 * finding a function by its name may itself need memory.
 */
#include <config.h>

#include <assert.h>
#include <dlfcn.h>
#include <errno.h>
#include <malloc.h>
#include <stdlib.h>
#include <string.h>

#include "trace/record/lead.h"

void *__libc_malloc (size_t size);
void *__libc_calloc (size_t count, size_t size);
void *__libc_realloc (void *old, size_t size);
void *__libc_memalign (size_t alignment, size_t size);
void __libc_free (void *address);

static uint32_t
cut (size_t size)
{
  return size < RAW_SIZE_LIMIT ? (uint32_t) size : RAW_SIZE_LIMIT;
}

/* ---- Allocation. ---- */

/* The caller of `operator new', while that runs. */
static __thread uintptr_t new_caller __attribute__ ((tls_model ("initial-exec")));

static void *
store_new (void *address, size_t size, uintptr_t place)
{
  assert (place);
  if (address)
    runtime_store (RAW_NEW, runtime_address (address), cut (size),
                   new_caller ? new_caller : place, true);
  return address;
}

static void
store_free (const void *address, uintptr_t place)
{
  assert (place);
  if (address)
    runtime_store (RAW_FREE, runtime_address (address), 1, place, true);
}

HOOK void *
malloc (size_t size)
{
  return store_new (__libc_malloc (size), size, CALLER);
}

HOOK void *
calloc (size_t count, size_t size)
{
  return store_new (__libc_calloc (count, size), count * size, CALLER);
}

/* The old object ends even if it stays where it is; if realloc fails it is a new one. */
HOOK void *
realloc (void *old, size_t size)
{
  store_free (old, CALLER);
  void *address = __libc_realloc (old, size);
  if (!address && old && size > 0)
    store_new (old, size, CALLER);
  return store_new (address, size, CALLER);
}

HOOK void
free (void *address)
{
  store_free (address, CALLER);
  __libc_free (address);
}

HOOK void *
memalign (size_t alignment, size_t size)
{
  return store_new (__libc_memalign (alignment, size), size, CALLER);
}

HOOK void *
aligned_alloc (size_t alignment, size_t size)
{
  return store_new (__libc_memalign (alignment, size), size, CALLER);
}

HOOK int
posix_memalign (void **result, size_t alignment, size_t size)
{
  if (alignment % sizeof (void *) != 0 || (alignment & (alignment - 1)) != 0
      || alignment == 0)
    return EINVAL;
  void *address = store_new (__libc_memalign (alignment, size), size, CALLER);
  if (!address)
    return ENOMEM;
  assert (runtime_address (address) % alignment == 0);
  *result = address;
  return 0;
}

/* C++: `operator new' of its library calls malloc, but the caller is of interest. */
#define NEW_HOOK(name, parameters, arguments)                                            \
  HOOK void *name parameters;                                                            \
  DECLARE_NEXT (name);                                                                   \
  void *name parameters                                                                  \
  {                                                                                      \
    uintptr_t outer = new_caller;                                                        \
    new_caller = CALLER;                                                                 \
    void *address = NEXT (name) arguments;                                               \
    new_caller = outer;                                                                  \
    return address;                                                                      \
  }
NEW_HOOK (_Znwm, (size_t size), (size))
NEW_HOOK (_Znam, (size_t size), (size))
NEW_HOOK (_ZnwmSt11align_val_t, (size_t size, size_t alignment), (size, alignment))
NEW_HOOK (_ZnamSt11align_val_t, (size_t size, size_t alignment), (size, alignment))

/* ---- Accesses for others. ---- */

static void
store_copy (enum raw_op op, const void *address, size_t size, uintptr_t place)
{
  assert (op == RAW_COPY_READ || op == RAW_COPY_WRITE);
  assert (place);
  if (size == 0)
    return;
  lead (LEAD_UPDATE, address, cut (size), place);
  runtime_store (op, runtime_address (address), cut (size), place, op == RAW_COPY_WRITE);
}

/* HOOKED is the function of the C library, or the name that clang has for it. */
#define COPY_HOOK(hooked, name)                                                          \
  HOOK void *hooked (void *to, const void *from, size_t size);                           \
  void *hooked (void *to, const void *from, size_t size)                                 \
  {                                                                                      \
    store_copy (RAW_COPY_READ, from, size, CALLER);                                      \
    store_copy (RAW_COPY_WRITE, to, size, CALLER);                                       \
    return NEXT (name) (to, from, size);                                                 \
  }
#define FILL_HOOK(hooked, name)                                                          \
  HOOK void *hooked (void *to, int byte, size_t size);                                   \
  void *hooked (void *to, int byte, size_t size)                                         \
  {                                                                                      \
    store_copy (RAW_COPY_WRITE, to, size, CALLER);                                       \
    return NEXT (name) (to, byte, size);                                                 \
  }
DECLARE_NEXT (memcpy);
DECLARE_NEXT (memmove);
DECLARE_NEXT (memset);
COPY_HOOK (memcpy, memcpy)
COPY_HOOK (memmove, memmove)
FILL_HOOK (memset, memset)
COPY_HOOK (__tsan_memcpy, memcpy)
COPY_HOOK (__tsan_memmove, memmove)
FILL_HOOK (__tsan_memset, memset)

/* ---- Libraries that come later have code and variables, too. ---- */

DECLARE_NEXT (dlopen);
HOOK void *
dlopen (const char *path, int mode)
{
  void *handle = NEXT (dlopen) (path, mode);
  if (handle)
    runtime_store_modules ();
  return handle;
}
