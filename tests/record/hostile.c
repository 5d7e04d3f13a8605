/* hostile.c -- recordings with anything in them: whatever a program wrote there by
   mistake, a trace comes out in which locks alternate, or nothing. */
#include <config.h>

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "tests/lib/tap.h"
#include "trace/recording/transcript.h"

#define PAGES 12
#define RUNS 2000

/* gcc 12's LeakSanitizer takes the thread-local variables of libdw, which is loaded late,
   for something else, and crashes: no search for leaks here. */
__attribute__ ((visibility ("default"))) const char *__lsan_default_options (void);
const char *
__lsan_default_options (void)
{
  return "detect_leaks=0";
}

static uint64_t seed;

static uint32_t
draw (uint32_t below)
{
  seed = seed * UINT64_C (6364136223846793005) + UINT64_C (1442695040888963407);
  return (uint32_t) (seed >> 33) % below;
}

static void
store (struct raw_event *event, uint64_t stamp, uint32_t op, uint64_t object,
       uint32_t size)
{
  event->stamp_and_size = stamp | (uint64_t) (size >> 16) << 48;
  event->object_and_size = object | (uint64_t) size << 48;
  event->place_and_op = (UINT64_C (0x5000) + draw (64)) | (uint64_t) op << 56;
}

/* Chunks of random threads with random events; most of them make sense one by one. */
static void
make_recording (char *bytes)
{
  memset (bytes, 0, PAGES * RAW_PAGE);
  recording_prepare (bytes);
  ((struct raw_header *) (void *) bytes)->owner = 1;
  if (draw (4) == 0)
    ((struct raw_header *) (void *) bytes)->lost = 1 + draw (2000);
  uint64_t stamp = 1;
  for (uint32_t page = 1; page < PAGES;)
    {
      struct raw_chunk *chunk = (void *) (bytes + page * RAW_PAGE);
      uint32_t pages = 1 + draw (2);
      *chunk = (struct raw_chunk){ RAW_CHUNK_MAGIC, (uint64_t) pages * RAW_PAGE,
                                   draw (9) == 0 ? RAW_MODULES : RAW_EVENTS, draw (4) };
      page += pages;
      if (page > PAGES)
        break;
      struct raw_event *events = (void *) (chunk + 1);
      for (uint32_t i = 0; i < 40 && chunk->kind == RAW_EVENTS; i++)
        store (&events[i], stamp += draw (3), draw (RAW_OPS),
               draw (8) ? 0x1000 + draw (64) : draw (6),
               draw (10) ? draw (24) : draw (1u << 20));
      if (chunk->kind == RAW_MODULES)
        strcpy ((char *) events,
                draw (2) ? "1000 /bin/true\n2000 /nowhere\n" : "x\n\n 7 y");
    }
  for (uint32_t n = draw (3) ? 0 : draw (200); n > 0; n--)
    bytes[draw (PAGES * RAW_PAGE)] = (char) draw (256);
}

/* Locks alternate: as in order.awk, for few locks and threads. */
static bool
check_line (char *line, char holders[][40], char names[][40], unsigned *count)
{
  char *op = strchr (line, '|'), *place = op ? strchr (op + 1, '|') : NULL;
  if (!op || !place)
    return false;
  *op++ = *place++ = '\0';
  bool acquires = strncmp (op, "acq(", 4) == 0, releases = strncmp (op, "rel(", 4) == 0;
  if (!acquires && !releases)
    return *place != '\0';
  unsigned i = 0;
  while (i < *count && strcmp (names[i], op + 3) != 0)
    i++;
  if (i == *count)
    {
      snprintf (names[i], 40, "%s", op + 3);
      holders[i][0] = '\0';
      ++*count;
    }
  bool fine = acquires ? !holders[i][0] : strcmp (holders[i], line) == 0;
  snprintf (holders[i], 40, "%s", acquires ? line : "");
  return fine && *count < 4000;
}

static bool
check (char *text)
{
  static char holders[4001][40], names[4001][40];
  unsigned count = 0;
  char *rest = text, *line;
  while ((line = strsep (&rest, "\n")) && *line)
    if (!check_line (line, holders, names, &count))
      return false;
  return true;
}

static bool
run (uint64_t number, uint64_t *events)
{
  static _Alignas(RAW_PAGE) char bytes[PAGES * RAW_PAGE];
  struct quota quota;
  struct arena arena;
  struct recording recording;
  struct transcript transcript;
  volatile bool fine = true;
  seed = number;
  make_recording (bytes);
  quota_init (&quota);
  quota.limit = (size_t) 256 << 20;
  arena_init (&arena, &quota);
  memset (&transcript, 0, sizeof transcript);
  if (quota_checkpoint (&quota))
    fine = false;
  else if (recording_init (&recording, &arena, bytes, sizeof bytes))
    {
      char *text = NULL;
      size_t length;
      FILE *stream = open_memstream (&text, &length);
      transcript_init (&transcript, &arena, &recording, "/", draw (2) ? "*" : NULL);
      transcript_write (&transcript, stream);
      fclose (stream);
      *events += transcript.summary.events;
      fine = check (text);
      free (text);
    }
  transcript_clear (&transcript);
  arena_clear (&arena);
  return fine;
}

int
main (int count, char **words)
{
  uint64_t from = count > 1 ? strtoull (words[1], NULL, 10) : 0;
  uint64_t runs = count > 1 ? 1 : RUNS, events = 0, bad = UINT64_MAX;
  for (uint64_t i = from; i < from + runs && bad == UINT64_MAX; i++)
    if (!run (i, &events))
      bad = i;
  tap_ok (bad == UINT64_MAX, "recordings with anything in them%s",
          bad == UINT64_MAX ? "" : ": one of them breaks it");
  tap_ok (events > 100 * runs, "and they have events");
  return tap_done ();
}
