/* raw.h -- the file that a recorded program leaves behind.
 *
 * The program maps the file and stores its events there, so that what was stored
 * is in the file however the program ends.  Nothing is ever completed or closed:
 *
 *     page 0          struct raw_header
 *     from then on    chunks, whole pages; each begins with a struct raw_chunk
 *
 * A chunk of events belongs to one thread.  Slots with stamp 0 are empty: the end of
 * a chunk that was not filled, or an event whose thread died while it was stored.  A
 * page where a chunk should begin and that has no magic belongs to a chunk that was
 * allotted but not yet opened.
 *
 * Included by the recorder (trace/record) and by what reads the file (this folder).
 */
#ifndef RECORDING_RAW_H
#define RECORDING_RAW_H

#include <stdint.h>

#define RAW_MAGIC UINT64_C (0x312d6365722d6c70)       /* pl-rec-1 */
#define RAW_CHUNK_MAGIC UINT64_C (0x6b6e756863636572) /* reccchunk */
#define RAW_PAGE 4096

struct raw_header
{
  uint64_t magic;
  uint32_t owner;   /* the process that writes; 0: none yet */
  uint32_t threads; /* how many have been numbered, the first one is 0 */
  uint64_t end;     /* where the next chunk will begin */
  uint64_t lost;    /* events with this stamp or a later one are incomplete; 0: none */
  uint64_t padding[4];
  uint64_t clock; /* even; in a cache line of its own, since all threads count it */
};

enum raw_chunk_kind
{
  RAW_EVENTS = 1,  /* struct raw_event, one after the other */
  RAW_MODULES = 2, /* lines "LOAD-ADDRESS PATH", ended by a NUL */
};

struct raw_chunk
{
  uint64_t magic;
  uint64_t bytes; /* with this header; whole pages */
  uint32_t kind;
  uint32_t thread;
};

/* The kind of an event.  It is stored before a thread gives something away (a release, a
   fork) and after it got something (an acquire, a join), so that the order of the stamps
   is an order in which the events can have happened. */
/* Accesses and operations on locks come first: they have a size. */
enum raw_op
{
  RAW_READ = 1, /* by instrumented code: SIZE bytes at OBJECT */
  RAW_WRITE,
  RAW_COPY_READ, /* by a function of the C library for its caller */
  RAW_COPY_WRITE,
  RAW_ATOMIC_READ,
  RAW_ATOMIC_WRITE,
  RAW_ATOMIC_UPDATE, /* reads and writes */
  RAW_SYNC,          /* takes the lock of OBJECT and gives it back, no access */
  RAW_ACQUIRE,       /* of the lock at OBJECT */
  RAW_ACQUIRE_SHARED,
  RAW_RELEASE, /* of what the thread holds of it: shared or not */
  RAW_FORK,    /* of thread number OBJECT */
  RAW_JOIN,
  RAW_STACK, /* the thread's stack is at OBJECT, SIZE bytes */
  RAW_NEW,   /* SIZE bytes on the heap at OBJECT */
  RAW_FREE,
  RAW_ENTER, /* a function, which PLACE is in; it will return to OBJECT */
  RAW_EXIT,  /* of the function that PLACE is in */
  RAW_BEGIN, /* a unit */
  RAW_END,
  RAW_OPS
};

/* Packed into three words: 48 bits for a stamp, an address, a place in the code; 32
   bits for a size, 8 for the operation.  The word with the stamp is stored last. */
struct raw_event
{
  uint64_t stamp_and_size;  /* the upper half of the size */
  uint64_t object_and_size; /* the lower half */
  uint64_t place_and_op;
};

#define RAW_SIZE_LIMIT UINT32_MAX
#define RAW_LOW_48 ((UINT64_C (1) << 48) - 1)

static inline uint64_t
raw_stamp (const struct raw_event *event)
{
  return event->stamp_and_size & RAW_LOW_48;
}

static inline uint64_t
raw_object (const struct raw_event *event)
{
  return event->object_and_size & RAW_LOW_48;
}

static inline uint64_t
raw_place (const struct raw_event *event)
{
  return event->place_and_op & RAW_LOW_48;
}

static inline uint32_t
raw_size (const struct raw_event *event)
{
  return (uint32_t) (event->stamp_and_size >> 48 << 16 | event->object_and_size >> 48);
}

static inline uint32_t
raw_op (const struct raw_event *event)
{
  return (uint32_t) (event->place_and_op >> 56);
}

#endif
