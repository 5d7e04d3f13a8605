/* recording.h -- the events of a recording, in one order.
 *
 * A recording is the file that a recorded program leaves behind (trace/recording/raw.h).
 * The program could overwrite it by mistake, so nothing in it is trusted.  The events of
 * each thread are in the order of its slots; threads are merged by stamps.  The bytes are
 * borrowed; the rest lives in the arena.
 */
#ifndef RECORDING_RECORDING_H
#define RECORDING_RECORDING_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/arena.h"
#include "base/binary_heap.h"
#include "base/vec.h"
#include "trace/recording/raw.h"

/* The slots of a thread that have not been read yet. */
struct recording_lane
{
  VEC (uint64_t) chunks; /* their offsets in the file */
  uint32_t chunk;        /* the current chunk */
  uint64_t slot;         /* the current slot in it */
  uint64_t stamp;        /* of the next event; never smaller than the last one's */
};

struct recording
{
  struct arena *arena;
  const char *bytes;
  uint64_t length;
  uint64_t lost; /* events from this stamp on do not count; 0: all do */
  VEC (struct recording_lane) lanes; /* by thread */
  struct binary_heap queue;          /* threads with events left, by stamps */
  VEC (const char *) modules;        /* texts: see RAW_MODULES */
};

struct recorded_event
{
  uint32_t thread;
  enum raw_op op;
  uint64_t object;
  uint32_t size;
  uint64_t place; /* an address in the code, after the call of the hook */
};

/* The beginning of a file that a program may record into.  BYTES is RAW_PAGE long. */
void recording_prepare (void *bytes);

/* False: no program has recorded anything, or the file is no recording. */
bool recording_init (struct recording *recording, struct arena *arena, const void *bytes,
                     uint64_t length);

/* Begin with the first event (again). */
void recording_rewind (struct recording *recording);
/* The next event; false at the end. */
bool recording_next (struct recording *recording, struct recorded_event *event);

#endif
