/* access.c -- what the compiler calls before each access (-fsanitize=thread), and at the
 * beginning and end of each function.
 *
 * A program that is compiled so has these calls anyway; linked with ThreadSanitizer's
 * runtime they look for races, linked with us they are stored.  The names and their
 * arguments are the compiler's.
 */
#include <config.h>

#include <assert.h>

#include "trace/record/lead.h"

static inline void
store_read (const volatile void *address, uint32_t size, uintptr_t place)
{
  assert (size > 0);
  lead (LEAD_READ, address, size, place);
  runtime_store (RAW_READ, runtime_address (address), size, place, false);
}

static inline void
store_write (const volatile void *address, uint32_t size, uintptr_t place)
{
  assert (size > 0);
  lead (LEAD_WRITE, address, size, place);
  runtime_store (RAW_WRITE, runtime_address (address), size, place, true);
}

static inline uint32_t
cut (unsigned long size)
{
  return size < RAW_SIZE_LIMIT ? (uint32_t) size : RAW_SIZE_LIMIT;
}

#define READ_HOOK(name, size)                                                            \
  HOOK void name (void *address);                                                        \
  void name (void *address) { store_read (address, size, CALLER); }
#define WRITE_HOOK(name, size)                                                           \
  HOOK void name (void *address);                                                        \
  void name (void *address) { store_write (address, size, CALLER); }
/* clang: one hook for a read and a write of the same place. */
#define BOTH_HOOK(name, size)                                                            \
  HOOK void name (void *address);                                                        \
  void name (void *address)                                                              \
  {                                                                                      \
    lead (LEAD_UPDATE, address, size, CALLER);                                           \
    runtime_store (RAW_READ, runtime_address (address), size, CALLER, false);            \
    runtime_store (RAW_WRITE, runtime_address (address), size, CALLER, true);            \
  }
#define ACCESS_HOOKS(size)                                                               \
  READ_HOOK (__tsan_read##size, size)                                                    \
  WRITE_HOOK (__tsan_write##size, size)                                                  \
  BOTH_HOOK (__tsan_read_write##size, size)                                              \
  READ_HOOK (__tsan_unaligned_read##size, size)                                          \
  WRITE_HOOK (__tsan_unaligned_write##size, size)                                        \
  BOTH_HOOK (__tsan_unaligned_read_write##size, size)                                    \
  READ_HOOK (__tsan_volatile_read##size, size)                                           \
  WRITE_HOOK (__tsan_volatile_write##size, size)                                         \
  READ_HOOK (__tsan_unaligned_volatile_read##size, size)                                 \
  WRITE_HOOK (__tsan_unaligned_volatile_write##size, size)

ACCESS_HOOKS (1)
ACCESS_HOOKS (2)
ACCESS_HOOKS (4)
ACCESS_HOOKS (8)
ACCESS_HOOKS (16)

/* The pointer to the virtual functions: a constructor's write of the value that is
   there already is no write. */
READ_HOOK (__tsan_vptr_read, sizeof (void *))

HOOK void __tsan_vptr_update (void **address, void *value);
void
__tsan_vptr_update (void **address, void *value)
{
  if (*address != value)
    store_write (address, sizeof *address, CALLER);
}

HOOK void __tsan_read_range (void *address, unsigned long size);
void
__tsan_read_range (void *address, unsigned long size)
{
  if (size > 0)
    store_read (address, cut (size), CALLER);
}

HOOK void __tsan_write_range (void *address, unsigned long size);
void
__tsan_write_range (void *address, unsigned long size)
{
  if (size > 0)
    store_write (address, cut (size), CALLER);
}

/* ---- Functions. ---- */

HOOK void __tsan_func_entry (void *return_address);
void
__tsan_func_entry (void *return_address)
{
  lead_done ();
  runtime_store (RAW_ENTER, runtime_address (return_address), 0, CALLER, false);
}

HOOK void __tsan_func_exit (void);
void
__tsan_func_exit (void)
{
  lead_done ();
  runtime_store (RAW_EXIT, 0, 0, CALLER, false);
}

/* ---- What programs call themselves: phaselock/unit.h, annotations. ---- */

HOOK void phaselock_begin_unit (void);
void
phaselock_begin_unit (void)
{
  runtime_store (RAW_BEGIN, 0, 0, CALLER, false);
}

HOOK void phaselock_end_unit (void);
void
phaselock_end_unit (void)
{
  runtime_store (RAW_END, 0, 0, CALLER, false);
}

HOOK void __tsan_acquire (void *address);
void
__tsan_acquire (void *address)
{
  runtime_store (RAW_SYNC, runtime_address (address), 1, CALLER, true);
}

HOOK void __tsan_release (void *address);
void
__tsan_release (void *address)
{
  runtime_store (RAW_SYNC, runtime_address (address), 1, CALLER, true);
}

/* Called once for each file of the program; our constructor has done everything. */
HOOK void __tsan_init (void);
void
__tsan_init (void)
{
}

HOOK void __tsan_ignore_thread_begin (void);
void
__tsan_ignore_thread_begin (void)
{
}

HOOK void __tsan_ignore_thread_end (void);
void
__tsan_ignore_thread_end (void)
{
}
