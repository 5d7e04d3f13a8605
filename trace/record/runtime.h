/* runtime.h -- how a recorded program stores its events.
 *
 * The recorder is loaded into other people's programs, at any time and in any state:
 * inside signal handlers, between fork and exec, with a full disk, before its own
 * constructor.  So it allocates nothing, takes no lock to store an event, and does
 * nothing at all unless `phaselock record' gave it a file (PHASELOCK_RECORD).  Its few
 * variables are global by nature: the hooks of the compiler have no argument for them.
 */
#ifndef RECORD_RUNTIME_H
#define RECORD_RUNTIME_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "trace/recording/raw.h"

/* What the program calls; all else is hidden from it. */
#define HOOK __attribute__ ((visibility ("default")))
/* Where the program called the hook from. */
#define CALLER ((uintptr_t) __builtin_return_address (0))

/* The slots of the current thread: the next one, and where its chunk ends. */
struct runtime_lane
{
  char *cursor;
  char *end;
  uint32_t thread;
  uint32_t next_bytes; /* how large the next chunk will be; 0: there was none yet */
};

extern struct raw_header *runtime_header; /* null: nothing is recorded */
extern __thread struct runtime_lane runtime_lane
  __attribute__ ((tls_model ("initial-exec")));

/* The next slot, in a chunk that may have to be opened first; null: there is no room, and
   the recording ends before STAMP. */
struct raw_event *runtime_next_slot (uint64_t stamp);

/* A number for a thread that is about to be created; and, in the thread, its use. */
uint32_t runtime_number_thread (void);
void runtime_begin_thread (uint32_t number);

/* Store where the program and its libraries are in memory; once more after dlopen. */
void runtime_store_modules (void);

/* The function NAME that the program would have called without us; *FOUND caches it. */
void *runtime_find_next (void **found, const char *name);
#define DECLARE_NEXT(function) static void *next_##function
#define NEXT(function)                                                                   \
  ((__typeof__ (&function)) runtime_find_next (&next_##function, #function))

/* The next slot, by a single instruction that a signal cannot cut in two: a handler
   that stores events of its own returns with the cursor moved on.  No other thread
   knows the cursor, so the bus need not be locked. */
static inline char *
runtime_advance (char **cursor)
{
  uintptr_t old = sizeof (struct raw_event);
#if defined __x86_64__
  __asm__ volatile("xaddq %0, %1" : "+r"(old), "+m"(*cursor) : : "memory", "cc");
  return (char *) old;
#else
  return __atomic_fetch_add (cursor, old, __ATOMIC_RELAXED);
#endif
}

/* Stamps order the events of all threads.  Most events take one of their own, an odd
   one; then the clock has moved on.  What commutes with the neighbours, such as a read
   with a read, only looks at the clock, and is before whatever takes that stamp.  The
   stamp comes first and the slot second: an event that a signal handler interrupts in
   between is after the handler's, which have later stamps and earlier slots; whoever
   reads the slots in their order, and never goes back in time, has a possible order. */
static inline uint64_t
runtime_stamp (struct raw_header *header, bool takes)
{
  return takes ? __atomic_fetch_add (&header->clock, 2, __ATOMIC_SEQ_CST) + 1
               : __atomic_load_n (&header->clock, __ATOMIC_SEQ_CST);
}

static inline void
runtime_store (enum raw_op op, uint64_t object, uint32_t size, uintptr_t place,
               bool takes)
{
  struct raw_header *header = runtime_header;
  if (!header)
    return;
  uint64_t stamp = runtime_stamp (header, takes);
  /* The end before the cursor: chunks of a thread have rising addresses, so a slot that
     is below an old end is in the old chunk, even if a handler has opened a new one. */
  char *end = runtime_lane.end;
  __asm__ volatile("" : : : "memory");
  char *slot = runtime_advance (&runtime_lane.cursor);
  struct raw_event *event = (struct raw_event *) (void *) slot;
  if (__builtin_expect ((uintptr_t) slot + sizeof *event > (uintptr_t) end, 0)
      && !(event = runtime_next_slot (stamp)))
    return;
  event->object_and_size = (object & RAW_LOW_48) | (uint64_t) size << 48;
  event->place_and_op = (place & RAW_LOW_48) | (uint64_t) op << 56;
  __atomic_store_n (&event->stamp_and_size, stamp | (uint64_t) (size >> 16) << 48,
                    __ATOMIC_RELEASE);
}

static inline uint64_t
runtime_address (const volatile void *address)
{
  return (uint64_t) (uintptr_t) address;
}

#endif
