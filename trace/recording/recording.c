/* recording.c -- see recording.h. */
#include <config.h>

#include "trace/recording/recording.h"

#include <assert.h>
#include <string.h>

/* The most threads with a number but no chunk: those that could not be created. */
#define MOST_FAILURES 100000

static bool
is_thread (const struct recording *recording, uint64_t number)
{
  return number < recording->length / RAW_PAGE + MOST_FAILURES;
}

void
recording_prepare (void *bytes)
{
  memset (bytes, 0, RAW_PAGE);
  struct raw_header *header = bytes;
  static_assert (sizeof *header <= RAW_PAGE, "a page");
  header->magic = RAW_MAGIC;
  header->end = RAW_PAGE;
  header->clock = 2;
}

/* ---- Chunks. ---- */

static const struct raw_chunk *
chunk_at (const struct recording *recording, uint64_t offset)
{
  assert (offset % RAW_PAGE == 0 && offset + RAW_PAGE <= recording->length);
  return (const void *) (recording->bytes + offset);
}

static bool
is_chunk (const struct recording *recording, uint64_t offset)
{
  const struct raw_chunk *chunk = chunk_at (recording, offset);
  return chunk->magic == RAW_CHUNK_MAGIC && chunk->bytes >= RAW_PAGE
         && chunk->bytes % RAW_PAGE == 0 && chunk->bytes <= recording->length - offset
         && (chunk->kind == RAW_MODULES
             || (chunk->kind == RAW_EVENTS && is_thread (recording, chunk->thread)));
}

static void
add_chunk (struct recording *recording, uint64_t offset)
{
  const struct raw_chunk *chunk = chunk_at (recording, offset);
  assert (is_chunk (recording, offset));
  if (chunk->kind == RAW_MODULES)
    {
      const char *text = (const char *) (chunk + 1);
      if (memchr (text, '\0', chunk->bytes - sizeof *chunk))
        *vec_push (recording->arena, &recording->modules) = text;
      return;
    }
  assert (is_thread (recording, chunk->thread));
  while (recording->lanes.count <= chunk->thread)
    *vec_push (recording->arena, &recording->lanes)
      = (struct recording_lane){ .chunks = VEC_EMPTY };
  *vec_push (recording->arena, &recording->lanes.at[chunk->thread].chunks) = offset;
}

bool
recording_init (struct recording *recording, struct arena *arena, const void *bytes,
                uint64_t length)
{
  assert (arena && bytes);
  const struct raw_header *header = bytes;
  *recording = (struct recording){ .arena = arena, .bytes = bytes, .length = length };
  if (length < RAW_PAGE || header->magic != RAW_MAGIC || header->owner == 0)
    return false;
  recording->lost = header->lost;
  uint64_t offset = RAW_PAGE;
  while (length - offset >= RAW_PAGE)
    if (is_chunk (recording, offset))
      {
        add_chunk (recording, offset);
        offset += chunk_at (recording, offset)->bytes;
      }
    else
      offset += RAW_PAGE;
  assert (offset <= length);
  recording_rewind (recording);
  return true;
}

/* ---- Events. ---- */

static const struct raw_event *
event_of (const struct recording *recording, const struct recording_lane *lane)
{
  const struct raw_chunk *chunk = chunk_at (recording, lane->chunks.at[lane->chunk]);
  assert (lane->slot < (chunk->bytes - sizeof *chunk) / sizeof (struct raw_event));
  return (const struct raw_event *) (chunk + 1) + lane->slot;
}

static bool
counts (const struct recording *recording, const struct raw_event *event)
{
  uint64_t stamp = raw_stamp (event);
  uint32_t op = raw_op (event);
  return stamp > 0 && op > 0 && op < RAW_OPS
         && ((op != RAW_FORK && op != RAW_JOIN)
             || is_thread (recording, raw_object (event)))
         && (op > RAW_RELEASE || raw_size (event) > 0)
         && (recording->lost == 0 || stamp < recording->lost);
}

/* Move the lane to an event that counts, from the current slot on; false: none is left.
   A stamp that is too small belongs to an event that a signal handler interrupted: it
   happened after what the handler stored. */
static bool
settle (const struct recording *recording, struct recording_lane *lane)
{
  for (; lane->chunk < lane->chunks.count; lane->chunk++, lane->slot = 0)
    {
      const struct raw_chunk *chunk = chunk_at (recording, lane->chunks.at[lane->chunk]);
      uint64_t slots = (chunk->bytes - sizeof *chunk) / sizeof (struct raw_event);
      for (; lane->slot < slots; lane->slot++)
        {
          const struct raw_event *event = event_of (recording, lane);
          if (!counts (recording, event))
            continue;
          if (raw_stamp (event) > lane->stamp)
            lane->stamp = raw_stamp (event);
          assert (lane->stamp > 0);
          return true;
        }
    }
  return false;
}

/* Of two events with one stamp, that of the first thread comes first. */
static struct heap_item
place_in_queue (const struct recording_lane *lane, uint32_t thread)
{
  assert (lane->stamp > 0 && lane->chunk < lane->chunks.count);
  return (struct heap_item){ .key = lane->stamp, .tie = thread, .value = thread };
}

void
recording_rewind (struct recording *recording)
{
  recording->queue.items.count = 0;
  for (uint32_t thread = 0; thread < recording->lanes.count; thread++)
    {
      struct recording_lane *lane = &recording->lanes.at[thread];
      lane->chunk = 0;
      lane->slot = lane->stamp = 0;
      if (settle (recording, lane))
        heap_add (&recording->queue, recording->arena, place_in_queue (lane, thread));
    }
  assert (recording->queue.items.count <= recording->lanes.count);
}

bool
recording_next (struct recording *recording, struct recorded_event *event)
{
  if (recording->queue.items.count == 0)
    return false;
  uint32_t thread = heap_first (&recording->queue).value;
  assert (thread < recording->lanes.count);
  struct recording_lane *lane = &recording->lanes.at[thread];
  const struct raw_event *raw = event_of (recording, lane);
  *event = (struct recorded_event){ .thread = thread,
                                    .op = (enum raw_op) raw_op (raw),
                                    .object = raw_object (raw),
                                    .size = raw_size (raw),
                                    .place = raw_place (raw) };
  uint64_t stamp = lane->stamp;
  assert (recording->lost == 0 || stamp < recording->lost);
  lane->slot++;
  if (!settle (recording, lane))
    heap_take (&recording->queue);
  else
    {
      assert (lane->stamp >= stamp); /* nobody goes back in time */
      heap_replace_first (&recording->queue, place_in_queue (lane, thread));
    }
  return true;
}
