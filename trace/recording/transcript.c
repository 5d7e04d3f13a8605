/* transcript.c -- see transcript.h. */
#include <config.h>

#include "trace/recording/transcript.h"

#include <assert.h>
#include <fnmatch.h>
#include <string.h>

void
transcript_init (struct transcript *transcript, struct arena *arena,
                 struct recording *recording, const char *folder, const char *units)
{
  assert (recording && folder);
  *transcript
    = (struct transcript){ .arena = arena, .recording = recording, .units = units };
  lines_init (&transcript->lines, arena, folder);
  cells_init (&transcript->cells, arena, &transcript->lines);
  holders_init (&transcript->holders, arena);
}

void
transcript_clear (struct transcript *transcript)
{
  lines_close (&transcript->lines);
  assert (!transcript->lines.dw);
}

/* ---- What there is, before anything is written. ---- */

static bool
is_access (enum raw_op op)
{
  return op == RAW_READ || op == RAW_WRITE || op == RAW_COPY_READ || op == RAW_COPY_WRITE
         || op == RAW_ATOMIC_READ || op == RAW_ATOMIC_WRITE || op == RAW_ATOMIC_UPDATE;
}

static bool
is_lock (enum raw_op op)
{
  return op == RAW_ACQUIRE || op == RAW_ACQUIRE_SHARED || op == RAW_RELEASE
         || op == RAW_SYNC;
}

static void
mark_instrumented (struct transcript *transcript, uint64_t place)
{
  uint32_t module = lines_find (&transcript->lines, place)->module;
  assert (module == LINES_NO_MODULE || module < transcript->instrumented.count);
  if (module != LINES_NO_MODULE)
    transcript->instrumented.at[module] = true;
}

/* Does EVENT count?  An access of the C library does if the accesses of its caller are
   recorded, too; otherwise the locks that protect it may be unknown. */
static bool
is_of_interest (struct transcript *transcript, const struct recorded_event *event)
{
  if (event->op != RAW_COPY_READ && event->op != RAW_COPY_WRITE)
    return true;
  uint32_t module = lines_find (&transcript->lines, event->place)->module;
  return module != LINES_NO_MODULE && transcript->instrumented.at[module];
}

static void
survey (struct transcript *transcript)
{
  assert (transcript->cells.list.count == 0 && transcript->summary.events == 0);
  struct recorded_event event;
  while (recording_next (transcript->recording, &event))
    {
      if (event.op == RAW_READ || event.op == RAW_WRITE || event.op == RAW_ENTER)
        mark_instrumented (transcript, event.place);
      if (is_access (event.op) || is_lock (event.op))
        cells_add (&transcript->cells, event.object, event.size);
      if (event.op == RAW_ACQUIRE_SHARED)
        holders_add_reader (&transcript->holders,
                            holders_find (&transcript->holders, event.object),
                            event.thread);
    }
  cells_seal (&transcript->cells);
  recording_rewind (transcript->recording);
}

/* ---- Lines. ---- */

static void
begin_line (struct transcript *transcript, uint32_t thread, const char *op)
{
  fprintf (transcript->stream, "T%u|%s", thread, op);
  transcript->summary.events++;
}

/* PLACE or, if that is in the system, where THREAD called the system from, as far as is
   known: only instrumented functions report that they are entered. */
static const char *
find_location (struct transcript *transcript, uint32_t thread, uint64_t place)
{
  const struct lines_place *innermost = lines_find (&transcript->lines, place);
  if (innermost->is_own)
    return innermost->line;
  const char *line = innermost->line;
  assert (thread < transcript->threads.count);
  const struct transcript_thread *it = &transcript->threads.at[thread];
  for (uint32_t i = it->frames.count; i-- > 0;)
    {
      const struct lines_place *outer
        = lines_find (&transcript->lines, it->frames.at[i].place);
      if (!outer->is_own)
        outer = lines_find (&transcript->lines, it->frames.at[i].caller);
      if (outer->is_own)
        return outer->line;
    }
  return line;
}

static void
end_line (struct transcript *transcript, uint32_t thread, uint64_t place)
{
  fprintf (transcript->stream, "|%s\n", find_location (transcript, thread, place));
}

static void
write_cell (struct transcript *transcript, uint32_t thread, const char *op, uint32_t cell,
            uint64_t place)
{
  begin_line (transcript, thread, op);
  fputc ('(', transcript->stream);
  cells_print (&transcript->cells, cell, transcript->stream);
  fputc (')', transcript->stream);
  end_line (transcript, thread, place);
}

static void
write_access (struct transcript *transcript, const struct recorded_event *event,
              const char *op)
{
  assert (is_access (event->op));
  uint32_t cell, end;
  cells_find (&transcript->cells, event->object, event->size, &cell, &end);
  assert (cell < end);
  for (; cell < end; cell++)
    write_cell (transcript, event->thread, op, cell, event->place);
}

static void
write_thread (struct transcript *transcript, uint32_t thread, const char *op,
              uint32_t object, uint64_t place)
{
  begin_line (transcript, thread, op);
  fprintf (transcript->stream, "(T%u)", object);
  end_line (transcript, thread, place);
}

/* ---- Locks. ---- */

/* The cell that a lock begins in. */
static uint32_t
lock_cell (const struct transcript *transcript, const struct recorded_event *event)
{
  uint32_t cell, end;
  cells_find (&transcript->cells, event->object, 1, &cell, &end);
  assert (end == cell + 1);
  return cell;
}

static uint32_t
lock_region (const struct transcript *transcript, const struct recorded_event *event)
{
  return cells_region (&transcript->cells, lock_cell (transcript, event));
}

/* Write the line for THREAD's operation on a lock: on the part of READER, a thread, or of
   the writers, if that is HOLDERS_NOBODY. */
static void
write_lock (struct transcript *transcript, uint32_t thread, const char *op,
            const struct recorded_event *event, uint32_t region, uint32_t reader)
{
  begin_line (transcript, thread, op);
  fputc ('(', transcript->stream);
  cells_print_lock (&transcript->cells, lock_cell (transcript, event), region,
                    transcript->stream);
  if (reader != HOLDERS_NOBODY)
    fprintf (transcript->stream, "@T%u", reader);
  fputc (')', transcript->stream);
  end_line (transcript, event->thread, event->place);
}

static void
release_whole (struct transcript *transcript, const struct recorded_event *event,
               struct holders_lock *lock)
{
  assert (lock->holder != HOLDERS_NOBODY);
  for (uint32_t i = lock->readers.count; i-- > 0;)
    write_lock (transcript, lock->holder, "rel", event, lock->region,
                lock->readers.at[i].thread);
  write_lock (transcript, lock->holder, "rel", event, lock->region, HOLDERS_NOBODY);
  lock->holder = HOLDERS_NOBODY;
  lock->depth = 0;
}

static void
release_shared (struct transcript *transcript, const struct recorded_event *event,
                struct holders_reader *reader)
{
  assert (reader->depth > 0);
  reader->depth = 0;
  write_lock (transcript, reader->thread, "rel", event, reader->region, reader->thread);
}

/* A thread acquires LOCK, so any conflicting holder must have released it unseen: another
   thread did so, or its memory was freed.  Write that release. */
static void
mend (struct transcript *transcript, const struct recorded_event *event,
      struct holders_lock *lock, bool is_shared)
{
  if (lock->holder != HOLDERS_NOBODY)
    {
      release_whole (transcript, event, lock);
      transcript->summary.mended++;
    }
  for (uint32_t i = 0; i < lock->readers.count && !is_shared; i++)
    if (lock->readers.at[i].depth > 0)
      {
        release_shared (transcript, event, &lock->readers.at[i]);
        transcript->summary.mended++;
      }
  assert (lock->holder == HOLDERS_NOBODY);
}

static void
acquire (struct transcript *transcript, const struct recorded_event *event)
{
  struct holders_lock *lock = holders_find (&transcript->holders, event->object);
  if (lock->holder == event->thread)
    {
      assert (lock->depth > 0);
      lock->depth++;
      return;
    }
  mend (transcript, event, lock, false);
  lock->holder = event->thread;
  lock->depth = 1;
  lock->region = lock_region (transcript, event);
  write_lock (transcript, event->thread, "acq", event, lock->region, HOLDERS_NOBODY);
  for (uint32_t i = 0; i < lock->readers.count; i++)
    {
      assert (lock->readers.at[i].depth == 0); /* mend saw to that */
      write_lock (transcript, event->thread, "acq", event, lock->region,
                  lock->readers.at[i].thread);
    }
}

static void
acquire_shared (struct transcript *transcript, const struct recorded_event *event)
{
  struct holders_lock *lock = holders_find (&transcript->holders, event->object);
  struct holders_reader *reader = holders_find_reader (lock, event->thread);
  assert (reader);
  mend (transcript, event, lock, true);
  if (reader->depth++ > 0)
    return;
  reader->region = lock_region (transcript, event);
  write_lock (transcript, event->thread, "acq", event, reader->region, event->thread);
}

static void
release (struct transcript *transcript, const struct recorded_event *event)
{
  struct holders_lock *lock = holders_find (&transcript->holders, event->object);
  struct holders_reader *reader = holders_find_reader (lock, event->thread);
  if (lock->holder == event->thread)
    {
      assert (lock->depth > 0);
      if (--lock->depth == 0)
        release_whole (transcript, event, lock);
    }
  else if (reader && reader->depth > 1)
    reader->depth--;
  else if (reader && reader->depth == 1)
    release_shared (transcript, event, reader);
}

/* Write FIRST and SECOND with the lock of an object held, unless it is a lock that is
   held already. */
static void
synchronise (struct transcript *transcript, const struct recorded_event *event,
             const char *first, const char *second)
{
  assert (event->size > 0);
  bool is_free
    = holders_find (&transcript->holders, event->object)->holder == HOLDERS_NOBODY;
  uint32_t region = lock_region (transcript, event);
  if (is_free)
    write_lock (transcript, event->thread, "acq", event, region, HOLDERS_NOBODY);
  if (first)
    write_access (transcript, event, first);
  if (second)
    write_access (transcript, event, second);
  if (is_free)
    write_lock (transcript, event->thread, "rel", event, region, HOLDERS_NOBODY);
}

/* ---- Functions, some of which are units. ---- */

static void
write_unit (struct transcript *transcript, const struct recorded_event *event,
            const char *op, const char *function)
{
  begin_line (transcript, event->thread, op);
  fprintf (transcript->stream, "(%s)", function);
  end_line (transcript, event->thread, event->place);
}

static void
enter_function (struct transcript *transcript, const struct recorded_event *event)
{
  assert (event->thread < transcript->threads.count);
  const char *function = lines_find (&transcript->lines, event->place)->function;
  bool is_unit
    = transcript->units && function && fnmatch (transcript->units, function, 0) == 0;
  *vec_push (transcript->arena, &transcript->threads.at[event->thread].frames)
    = (struct transcript_frame){ function, event->place, event->object, is_unit };
  transcript->summary.units += is_unit;
  if (is_unit)
    write_unit (transcript, event, "begin", function);
}

/* Leave a function.  One that was left by longjmp ends with its caller. */
static void
exit_function (struct transcript *transcript, const struct recorded_event *event)
{
  assert (event->thread < transcript->threads.count);
  const char *function = lines_find (&transcript->lines, event->place)->function;
  struct transcript_thread *thread = &transcript->threads.at[event->thread];
  uint32_t depth = thread->frames.count;
  while (depth > 0 && thread->frames.at[depth - 1].function != function)
    depth--;
  while (depth > 0 && thread->frames.count >= depth)
    {
      const struct transcript_frame *frame = &thread->frames.at[thread->frames.count - 1];
      assert (!frame->is_unit || frame->function);
      if (frame->is_unit)
        write_unit (transcript, event, "end", frame->function);
      thread->frames.count--;
    }
}

/* ---- The trace. ---- */

static void
write_new (struct transcript *transcript, const struct recorded_event *event)
{
  uint32_t region;
  if (!cells_begin_object (&transcript->cells, event->object, event->size, &region))
    return;
  assert (region < transcript->cells.regions.count);
  begin_line (transcript, event->thread, "new(");
  cells_print_region (&transcript->cells, region, transcript->stream);
  fputc (')', transcript->stream);
  end_line (transcript, event->thread, event->place);
}

static struct transcript_thread *
thread_at (struct transcript *transcript, uint32_t number)
{
  while (transcript->threads.count <= number)
    *vec_push (transcript->arena, &transcript->threads)
      = (struct transcript_thread){ .is_forked = transcript->threads.count <= 1 };
  return &transcript->threads.at[number];
}

/* A thread that the C library did not create appears: write its fork. */
static void
let_appear (struct transcript *transcript, const struct recorded_event *event)
{
  struct transcript_thread *thread = thread_at (transcript, event->thread);
  if (thread->is_forked)
    return;
  assert (event->thread > 0);
  thread->is_forked = true;
  write_thread (transcript, 0, "fork", event->thread, event->place);
}

static void
count_unresolved (struct transcript *transcript, const struct recorded_event *event)
{
  if (is_access (event->op)
      && !strchr (lines_find (&transcript->lines, event->place)->line, ':'))
    transcript->summary.unresolved++;
}

static void
write_event (struct transcript *transcript, const struct recorded_event *event)
{
  switch (event->op)
    {
    case RAW_READ:
    case RAW_COPY_READ: write_access (transcript, event, "r"); break;
    case RAW_WRITE:
    case RAW_COPY_WRITE: write_access (transcript, event, "w"); break;
    case RAW_ATOMIC_READ: synchronise (transcript, event, "r", NULL); break;
    case RAW_ATOMIC_WRITE: synchronise (transcript, event, "w", NULL); break;
    case RAW_ATOMIC_UPDATE: synchronise (transcript, event, "r", "w"); break;
    case RAW_SYNC: synchronise (transcript, event, NULL, NULL); break;
    case RAW_ACQUIRE: acquire (transcript, event); break;
    case RAW_ACQUIRE_SHARED: acquire_shared (transcript, event); break;
    case RAW_RELEASE: release (transcript, event); break;
    case RAW_FORK:
      thread_at (transcript, (uint32_t) event->object)->is_forked = true;
      write_thread (transcript, event->thread, "fork", (uint32_t) event->object,
                    event->place);
      break;
    case RAW_JOIN:
      write_thread (transcript, event->thread, "join", (uint32_t) event->object,
                    event->place);
      break;
    case RAW_STACK:
      cells_begin_stack (&transcript->cells, event->thread, event->object, event->size);
      break;
    case RAW_NEW: write_new (transcript, event); break;
    case RAW_FREE: cells_end_object (&transcript->cells, event->object); break;
    case RAW_ENTER: enter_function (transcript, event); break;
    case RAW_EXIT: exit_function (transcript, event); break;
    case RAW_BEGIN:
      begin_line (transcript, event->thread, "begin");
      end_line (transcript, event->thread, event->place);
      break;
    case RAW_END:
      begin_line (transcript, event->thread, "end");
      end_line (transcript, event->thread, event->place);
      break;
    case RAW_OPS: assert (false);
    }
}

void
transcript_write (struct transcript *transcript, FILE *stream)
{
  assert (!transcript->stream && stream);
  struct recording *recording = transcript->recording;
  transcript->stream = stream;
  for (uint32_t i = 0; i < recording->modules.count; i++)
    lines_add_modules (&transcript->lines, recording->modules.at[i]);
  for (uint32_t i = 0; i < transcript->lines.modules.count; i++)
    *vec_push (transcript->arena, &transcript->instrumented) = false;
  lines_open (&transcript->lines);
  assert (transcript->instrumented.count == transcript->lines.modules.count);
  survey (transcript);
  struct recorded_event event;
  while (recording_next (recording, &event))
    {
      let_appear (transcript, &event);
      if (!is_of_interest (transcript, &event))
        continue;
      count_unresolved (transcript, &event);
      write_event (transcript, &event);
    }
  transcript->summary.threads = recording->lanes.count;
  transcript->summary.is_cut = recording->lost != 0;
}
