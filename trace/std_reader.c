/* std_reader.c -- see std_reader.h.
 *
 * A batch of lines is read in three rounds: split the lines, and ask for the slots of
 * their variables; ask for the names in the slots; look them up.  By the time that
 * memory is needed it has arrived, also with a million variables.
 */
#include <config.h>

#include "trace/std_reader.h"

#include <assert.h>
#include <string.h>

#include "base/log.h"

#define BUFFER_SIZE ((size_t) 256 << 10)

struct piece
{
  const char *bytes;
  size_t length;
};

static const char *const op_words[TRACE_OPS]
  = { "r", "w", "acq", "rel", "fork", "join", "begin", "end", "enter", "exit", "new" };

const char *
trace_op_word (enum trace_op op)
{
  assert ((unsigned) op < TRACE_OPS);
  return op_words[op];
}

void
trace_reader_init (struct trace_reader *reader, struct arena *arena, bool lenient)
{
  assert (reader && arena);
  *reader = (struct trace_reader){ .arena = arena, .lenient = lenient };
  struct trace_names *names = &reader->names;
  symbols_init (&names->threads, arena);
  symbols_init (&names->locks, arena);
  symbols_init (&names->variables, arena);
  symbols_init (&names->methods, arena);
  symbols_init (&names->objects, arena);
  symbols_init (&names->locations, arena);
  reader->buffer = arena_alloc (arena, BUFFER_SIZE);
}

void
trace_reader_clear (struct trace_reader *reader)
{
  assert (reader);
  trace_input_close (reader->input);
  reader->input = NULL;
}

bool
trace_reader_open (struct trace_reader *reader, const char *path)
{
  assert (!reader->input && path && !reader->problem.message[0]);
  reader->input
    = trace_input_open (path, reader->arena->quota->interrupted, &reader->problem);
  if (!reader->input)
    quota_check (reader->arena->quota); /* unwinds if a signal came */
  return reader->input != NULL;
}

bool
trace_reader_skip (struct trace_reader *reader, const struct trace_problem *problem)
{
  /* The reader may be ahead, and have a problem of its own with a later line. */
  assert (problem->message[0]);
  assert (!reader->problem.message[0] || reader->problem.line == 0
          || problem->line < reader->problem.line);
  if (!reader->lenient)
    {
      reader->problem = *problem;
      return false;
    }
  if (reader->skipped++ == 0)
    reader->first_skipped = *problem;
  return true;
}

/* ---- Lines. ---- */

static bool
refuse_length (struct trace_reader *reader)
{
  return trace_problem_set (&reader->problem, reader->lines + 1,
                            "the line is longer than %zu bytes", TRACE_LINE_LIMIT);
}

/* Get a whole line into the buffer: *LINE, without its end.  False at the end of the
   text, and on a problem; also, unless WAITING, if the rest is not there yet. */
static bool
next_line (struct trace_reader *reader, bool waiting, struct piece *line)
{
  for (;;)
    {
      char *start = reader->buffer + reader->begin;
      size_t available = reader->end - reader->begin;
      assert (reader->begin <= reader->end && reader->end <= BUFFER_SIZE);
      char *newline = available ? memchr (start, '\n', available) : NULL;
      if (newline || (reader->input_end && available))
        {
          size_t length = newline ? (size_t) (newline - start) : available;
          if (length > TRACE_LINE_LIMIT)
            return refuse_length (reader);
          reader->begin += length + (newline ? 1 : 0);
          reader->lines++;
          if (length > 0 && start[length - 1] == '\r')
            length--;
          *line = (struct piece){ start, length };
          return true;
        }
      if (reader->input_end || !waiting)
        return false;
      if (available > TRACE_LINE_LIMIT)
        return refuse_length (reader);
      memmove (reader->buffer, start, available);
      reader->begin = 0;
      reader->end = available;
      size_t count;
      if (!trace_input_read (reader->input, reader->buffer + available,
                             BUFFER_SIZE - available, &count, &reader->problem))
        {
          quota_check (reader->arena->quota);
          return false;
        }
      reader->has_nul |= count > 0 && memchr (reader->buffer + reader->end, '\0', count);
      reader->end += count;
      assert (reader->end <= BUFFER_SIZE);
      reader->input_end = count == 0;
    }
}

/* The operation called WORD, or TRACE_OPS. */
static unsigned
find_op (struct piece word)
{
  assert (word.length > 0);
  if (word.length == 1)
    return *word.bytes == 'r' ? TRACE_READ : *word.bytes == 'w' ? TRACE_WRITE : TRACE_OPS;
  for (unsigned op = TRACE_ACQUIRE; op < TRACE_OPS; op++)
    if (op_words[op][0] == *word.bytes && strlen (op_words[op]) == word.length
        && memcmp (op_words[op], word.bytes, word.length) == 0)
      return op;
  return TRACE_OPS;
}

/* The parts of a line. */
struct split
{
  struct piece thread, object, location;
  enum trace_op op;
  bool has_object, has_location;
};

static bool
split_operation (struct piece text, struct split *split, uint64_t line,
                 struct trace_problem *problem)
{
  const char *open = text.length ? memchr (text.bytes, '(', text.length) : NULL;
  struct piece word = { text.bytes, open ? (size_t) (open - text.bytes) : text.length };
  unsigned op = word.length ? find_op (word) : TRACE_OPS;
  if (op == TRACE_OPS)
    return trace_problem_set (problem, line, "there is no operation '%.*s'",
                              (int) (word.length < 40 ? word.length : 40), word.bytes);
  assert (op < TRACE_OPS);
  split->op = (enum trace_op) op;
  split->has_object = false;
  if (open)
    {
      if (text.bytes[text.length - 1] != ')')
        return trace_problem_set (problem, line, "'%s(' lacks its ')'", op_words[op]);
      split->object = (struct piece){ open + 1, text.length - word.length - 2 };
      split->has_object = split->object.length > 0;
    }
  /* The name of a unit does not count. */
  if (op == TRACE_BEGIN || op == TRACE_END)
    split->has_object = false;
  else if (!split->has_object)
    return trace_problem_set (problem, line, "'%s' needs an object: %s(...)",
                              op_words[op], op_words[op]);
  return true;
}

static bool
split_line (struct piece line, struct split *split, uint64_t number,
            struct trace_problem *problem)
{
  const char *bar = line.bytes, *end = line.bytes + line.length;
  while (bar < end && *bar != '|') /* threads have short names */
    bar++;
  if (bar == end)
    return trace_problem_set (problem, number, "an event is thread|op(object)|location");
  split->thread = (struct piece){ line.bytes, (size_t) (bar - line.bytes) };
  if (split->thread.length == 0)
    return trace_problem_set (problem, number, "the event has no thread");
  struct piece rest = { bar + 1, line.length - split->thread.length - 1 };
  bar = rest.length ? memchr (rest.bytes, '|', rest.length) : NULL;
  split->has_location = bar && bar + 1 < rest.bytes + rest.length;
  if (split->has_location)
    split->location
      = (struct piece){ bar + 1, rest.length - (size_t) (bar + 1 - rest.bytes) };
  if (bar)
    rest.length = (size_t) (bar - rest.bytes);
  return split_operation (rest, split, number, problem);
}

/* ---- Names. ---- */

/* Record a new variable: it belongs to the object before its last dot. */
static void
note_variable (struct trace_names *names, struct arena *arena, struct piece name)
{
  const char *dot = memrchr (name.bytes, '.', name.length);
  uint32_t variable = names->object_of.count, object = TRACE_NONE, next = TRACE_NONE;
  assert (variable + 1 == symbols_count (&names->variables));
  if (dot && dot > name.bytes)
    {
      object = symbols_number (&names->objects, name.bytes, (size_t) (dot - name.bytes));
      while (names->first_field.count <= object)
        *vec_push (arena, &names->first_field) = TRACE_NONE;
      next = names->first_field.at[object];
      names->first_field.at[object] = variable;
    }
  *vec_push (arena, &names->object_of) = object;
  *vec_push (arena, &names->next_field) = next;
}

static uint32_t
find_object (struct trace_reader *reader, const struct split *split)
{
  struct trace_names *names = &reader->names;
  const char *bytes = split->object.bytes;
  size_t length = split->object.length;
  assert (split->has_object || split->op == TRACE_BEGIN || split->op == TRACE_END);
  switch (split->op)
    {
    case TRACE_ACQUIRE:
    case TRACE_RELEASE: return symbols_number (&names->locks, bytes, length);
    case TRACE_FORK:
    case TRACE_JOIN: return symbols_number (&names->threads, bytes, length);
    case TRACE_ENTER:
    case TRACE_EXIT: return symbols_number (&names->methods, bytes, length);
    case TRACE_NEW:
      {
        uint32_t object = symbols_number (&names->objects, bytes, length);
        while (names->first_field.count <= object)
          *vec_push (reader->arena, &names->first_field) = TRACE_NONE;
        return object;
      }
    case TRACE_READ:
    case TRACE_WRITE:
    case TRACE_BEGIN:
    case TRACE_END: break;
    }
  return TRACE_NONE;
}

/* ---- Events. ---- */

/* The variables of the events of a batch, until they are looked up. */
struct waiting_names
{
  struct piece names[TRACE_BATCH];
  uint32_t hashes[TRACE_BATCH];
};

static void
look_up_variables (struct trace_reader *reader, struct trace_batch *batch,
                   const struct waiting_names *waiting)
{
  struct symbols *variables = &reader->names.variables;
  assert (batch->count <= TRACE_BATCH);
  for (uint32_t i = 0; i < batch->count; i++)
    if (trace_is_access (&batch->events[i]))
      symbols_prefetch_name (variables, waiting->hashes[i]);
  for (uint32_t i = 0; i < batch->count; i++)
    if (trace_is_access (&batch->events[i]))
      {
        uint32_t before = symbols_count (variables);
        uint32_t number = symbols_intern (variables, waiting->names[i].bytes,
                                          waiting->names[i].length, waiting->hashes[i]);
        assert (number <= before);
        batch->events[i].object = number;
        if (number == before)
          note_variable (&reader->names, reader->arena, waiting->names[i]);
      }
}

static void
add_event (struct trace_reader *reader, const struct split *split,
           struct trace_batch *batch, struct waiting_names *waiting)
{
  struct trace_names *names = &reader->names;
  assert (batch->count < TRACE_BATCH && split->thread.length > 0);
  uint32_t at = batch->count++;
  struct trace_event *event = &batch->events[at];
  event->number = ++reader->events;
  event->line = reader->lines;
  event->op = split->op;
  event->nested = false;
  event->thread
    = symbols_number (&names->threads, split->thread.bytes, split->thread.length);
  event->location = split->has_location ? location_number (
                      &names->locations, split->location.bytes, split->location.length)
                                        : TRACE_NONE;
  if (trace_is_access (event))
    {
      waiting->names[at] = split->object;
      waiting->hashes[at] = symbols_hash (split->object.bytes, split->object.length);
      symbols_prefetch (&names->variables, waiting->hashes[at]);
    }
  else
    event->object = find_object (reader, split);
  if (symbols_count (&names->threads) > TRACE_THREADS_LIMIT
      || reader->events > TRACE_EVENTS_LIMIT)
    quota_exhaust (reader->arena->quota, QUOTA_BOUND);
}

bool
trace_reader_next (struct trace_reader *reader, struct trace_batch *batch)
{
  assert (reader->input && reader->begin <= reader->end);
  struct waiting_names waiting;
  struct piece line = { NULL, 0 };
  struct trace_problem problem = { .line = 0 };
  batch->count = 0;
  if (reader->problem.message[0])
    return false;
  /* The names of waiting events are in the buffer, which moves only when waiting for
     input: so only the first line of a batch may wait. */
  while (batch->count < TRACE_BATCH && next_line (reader, batch->count == 0, &line))
    {
      struct split split = { .op = TRACE_NEW };
      if (line.length == 0 || line.bytes[0] == '#')
        continue;
      if (reader->has_nul && memchr (line.bytes, '\0', line.length))
        trace_problem_set (&problem, reader->lines, "the line has a NUL byte in it");
      else if (split_line (line, &split, reader->lines, &problem))
        {
          add_event (reader, &split, batch, &waiting);
          continue;
        }
      if (!trace_reader_skip (reader, &problem))
        break;
      problem.message[0] = 0;
    }
  look_up_variables (reader, batch, &waiting);
  LOG (3, "%u events up to line %llu", (unsigned) batch->count,
       (unsigned long long) reader->lines);
  return batch->count > 0;
}
