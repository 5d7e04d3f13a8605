/* reorder_search.c -- see reorder_search.h.
 *
 * Depth first.  Invariant: `stack' has the moves that lead to the present state, and what
 * it takes to take them back.  Cost: each state is expanded once, by at most two moves of
 * each thread.
 */
#include <config.h>

#include "trace/reorder_search.h"

#include <assert.h>
#include <string.h>

#include "base/hash.h"
#include "base/log.h"
#include "trace/pattern_trie.h"
#include "trace/reorder_cone.h"

#define XXH_INLINE_ALL
#include <xxhash.h>

/* The most states of the search in one cone, and the most cones for one question. */
#define CONE_BUDGET 2000
#define MOST_CONES 400
/* The most words of rows of states: 128 MB. */
#define MOST_WORDS ((uint64_t) 1 << 25)

/* A move, with what is needed to take it back. */
struct frame
{
  uint32_t thread; /* the thread that made it; TRACE_NONE at the beginning */
  uint32_t event;
  uint64_t written; /* of a write: the number of the write before it, */
  uint32_t writer;  /* and the index of that in the window */
  bool is_awaited;  /* a read that count_awaited counted */
  bool is_step;     /* it was a step of the automaton */
  bool is_new_role; /* it was the first step of a thread of the automaton */
  uint32_t next;    /* the next move from here: thread * 2 + is it no step? */
  bool forced;      /* only one move is tried from here */
};

struct search
{
  const struct trace_window *window;
  const struct reorder_question *question;
  struct arena *arena;
  uint32_t threads;
  struct window_lines lines;
  uint32_t budget;
  const uint32_t *bounds;  /* by thread: how many events it may make; null: no cone */
  uint32_t *awaited;       /* in a cone, by write: later reads that see it */
  uint32_t *first_awaited; /* by cell: later reads that see the value before the window */
  uint32_t *writer;        /* by cell: its last write in the window, or TRACE_NONE */
  uint32_t *rank;          /* by event: its rank in the guide */
  bool *is_private_cell;   /* by cell: only one thread accesses it */
  bool *is_private_lock;
  uint32_t lock_count;
  uint32_t *kept_cells; /* cells whose last write is a part of the state */
  uint32_t kept_count;
  /* The state. */
  uint32_t *at; /* by thread: events done */
  bool *runs, *strayed, *in_unit;
  uint32_t *holder; /* by lock */
  uint64_t *wrote;  /* by cell */
  uint32_t done;    /* steps of the automaton */
  uint32_t roles[PA_SIZE_LIMIT];
  /* States that were visited: rows of words. */
  VEC (uint32_t) rows;
  uint32_t row_words, row_count;
  struct hash_table table;
  VEC (struct frame) stack;
};

/* ---- Preparation. ---- */

static bool
is_access_op (enum trace_op op)
{
  return op == TRACE_READ || op == TRACE_WRITE;
}

static bool
is_lock_op (enum trace_op op)
{
  return op == TRACE_ACQUIRE || op == TRACE_RELEASE;
}

static uint32_t
count_locks (const struct trace_window *window)
{
  uint32_t count = 0;
  for (uint32_t i = 0; i < window->events.count; i++)
    if (is_lock_op (window->events.at[i].op) && window->events.at[i].object >= count)
      count = window->events.at[i].object + 1;
  for (uint32_t t = 0; t < window->threads.count; t++)
    for (uint32_t i = 0; i < window->threads.at[t].held.count; i++)
      if (window->threads.at[t].held.at[i] >= count)
        count = window->threads.at[t].held.at[i] + 1;
  return count;
}

static void
note_user (uint32_t *user, bool *is_private, uint32_t thread)
{
  assert (thread != TRACE_NONE);
  if (*user != TRACE_NONE && *user != thread)
    *is_private = false;
  *user = thread;
}

/* Find the cells and locks of only one thread, and the cells whose last write matters. */
static void
survey (struct search *s, uint32_t locks)
{
  const struct trace_window *window = s->window;
  uint32_t cells = window->cells.count;
  uint32_t *cell_user = arena_alloc (s->arena, cells * sizeof *cell_user);
  uint32_t *lock_user = arena_alloc (s->arena, locks * sizeof *lock_user);
  bool *is_read = arena_calloc (s->arena, cells, sizeof *is_read);
  memset (cell_user, 0xff, cells * sizeof *cell_user);
  memset (lock_user, 0xff, locks * sizeof *lock_user);
  memset (s->is_private_cell, true, cells * sizeof *s->is_private_cell);
  memset (s->is_private_lock, true, locks * sizeof *s->is_private_lock);
  for (uint32_t t = 0; t < s->threads; t++)
    for (uint32_t i = 0; i < window->threads.at[t].held.count; i++)
      {
        uint32_t lock = window->threads.at[t].held.at[i];
        assert (lock < locks);
        note_user (&lock_user[lock], &s->is_private_lock[lock], t);
      }
  for (uint32_t i = 0; i < window->events.count; i++)
    {
      const struct window_event *event = &window->events.at[i];
      assert (event->thread < s->threads);
      if (is_access_op (event->op))
        note_user (&cell_user[event->object], &s->is_private_cell[event->object],
                   event->thread);
      else if (is_lock_op (event->op))
        note_user (&lock_user[event->object], &s->is_private_lock[event->object],
                   event->thread);
      if (event->op == TRACE_READ)
        is_read[event->object] = true;
    }
  s->kept_cells = arena_alloc (s->arena, cells * sizeof *s->kept_cells);
  for (uint32_t c = 0; c < cells; c++)
    if (s->question->consistent_reads && is_read[c] && !s->is_private_cell[c])
      s->kept_cells[s->kept_count++] = c;
}

static void
rank_events (struct search *s, bool guided)
{
  uint32_t count = s->window->events.count;
  assert (s->question->guide_count <= count);
  for (uint32_t i = 0; i < count; i++)
    s->rank[i] = count + i; /* after the guide, in the order of the trace */
  for (uint32_t i = 0; guided && i < s->question->guide_count; i++)
    s->rank[s->question->guide[i]] = i;
}

/* Prepare what does not depend on the cone. */
static void
prepare (struct search *s)
{
  const struct trace_window *window = s->window;
  uint32_t locks = count_locks (window), cells = window->cells.count;
  assert (window->last_write.count == cells);
  s->threads = window->threads.count;
  window_lines_init (&s->lines, window, s->arena);
  s->is_private_cell = arena_calloc (s->arena, cells, sizeof (bool));
  s->is_private_lock = arena_calloc (s->arena, locks, sizeof (bool));
  s->rank = arena_calloc (s->arena, window->events.count, sizeof *s->rank);
  s->at = arena_calloc (s->arena, s->threads, sizeof *s->at);
  s->runs = arena_calloc (s->arena, s->threads, sizeof *s->runs);
  s->strayed = arena_calloc (s->arena, s->threads, sizeof *s->strayed);
  s->in_unit = arena_calloc (s->arena, s->threads, sizeof *s->in_unit);
  s->holder = arena_calloc (s->arena, locks, sizeof *s->holder);
  s->wrote = arena_calloc (s->arena, cells, sizeof *s->wrote);
  s->writer = arena_calloc (s->arena, cells, sizeof *s->writer);
  s->awaited = arena_calloc (s->arena, window->events.count, sizeof *s->awaited);
  s->first_awaited = arena_calloc (s->arena, cells, sizeof *s->first_awaited);
  s->lock_count = locks;
  survey (s, locks);
  uint32_t roles
    = s->question->kind == REORDER_PATTERN ? s->question->automaton->threads.count : 0;
  s->row_words = s->threads + 2 * s->kept_count + roles + 1;
}

/* The counter of the later reads that see the same write as READ. */
static uint32_t *
awaited_by (struct search *s, const struct window_event *read)
{
  assert (read->op == TRACE_READ);
  uint32_t write
    = read->source ? window_event_numbered (s->window, read->source) : TRACE_NONE;
  return write == TRACE_NONE ? &s->first_awaited[read->object] : &s->awaited[write];
}

/* In a cone, count the reads that see each write.  The last read of a thread may be a
   step, which may see anything. */
static void
count_awaited (struct search *s)
{
  assert (s->bounds);
  memset (s->awaited, 0, s->window->events.count * sizeof *s->awaited);
  memset (s->first_awaited, 0, s->window->cells.count * sizeof *s->first_awaited);
  uint32_t left_out = s->question->kind == REORDER_PATTERN;
  for (uint32_t t = 0; t < s->threads; t++)
    for (uint32_t i = 0; i + left_out < s->bounds[t]; i++)
      {
        const struct window_event *event = &s->window->events.at[s->lines.events[t][i]];
        if (event->op == TRACE_READ)
          ++*awaited_by (s, event);
      }
}

/* Begin to search: in the cone of BOUNDS, or everywhere if that is null. */
static void
start (struct search *s, const uint32_t *bounds, bool guided, uint32_t budget)
{
  const struct trace_window *window = s->window;
  assert (budget > 0);
  s->bounds = bounds;
  s->budget = budget;
  s->done = 0;
  memset (s->at, 0, s->threads * sizeof *s->at);
  memset (s->strayed, 0, s->threads * sizeof *s->strayed);
  memset (s->holder, 0xff, s->lock_count * sizeof *s->holder);
  memset (s->writer, 0xff, window->cells.count * sizeof *s->writer);
  for (uint32_t c = 0; c < window->cells.count; c++)
    s->wrote[c] = window->last_write.at[c];
  memset (s->roles, 0xff, sizeof s->roles);
  for (uint32_t t = 0; t < s->threads; t++)
    {
      s->runs[t] = true;
      s->in_unit[t] = window->threads.at[t].in_unit;
      for (uint32_t i = 0; i < window->threads.at[t].held.count; i++)
        s->holder[window->threads.at[t].held.at[i]] = t;
    }
  for (uint32_t i = 0; i < window->events.count; i++)
    if (window->events.at[i].op == TRACE_FORK)
      s->runs[window->events.at[i].object] = false;
  rank_events (s, guided);
  if (bounds && s->question->consistent_reads)
    count_awaited (s);
  s->row_count = 0;
  s->stack.count = 0;
  hash_table_init (&s->table, s->arena);
}

/* ---- States that were visited. ---- */

static uint32_t
hash_of_row (const void *context, uint32_t row)
{
  const struct search *s = context;
  return (uint32_t) XXH3_64bits (s->rows.at + (size_t) row * s->row_words,
                                 s->row_words * sizeof (uint32_t));
}

/* Write the state behind the rows.  How far a thread is determines what it holds, whether
   it is in a unit, and whom it has forked. */
static void
write_row (struct search *s)
{
  uint64_t needed = (uint64_t) (s->row_count + 1) * s->row_words;
  vec_reserve (s->arena, &s->rows, needed);
  uint32_t *word = s->rows.at + (size_t) s->row_count * s->row_words;
  for (uint32_t t = 0; t < s->threads; t++)
    *word++ = s->at[t] * 2 + s->strayed[t];
  for (uint32_t i = 0; i < s->kept_count; i++)
    {
      uint64_t wrote = s->wrote[s->kept_cells[i]];
      *word++ = (uint32_t) wrote;
      *word++ = (uint32_t) (wrote >> 32);
    }
  if (s->question->kind == REORDER_PATTERN)
    for (uint32_t r = 0; r < s->question->automaton->threads.count; r++)
      *word++ = s->roles[r];
  *word++ = s->done;
  assert (word == s->rows.at + needed);
}

/* Was the current state visited before?  Marks it as visited. */
static bool
was_visited (struct search *s)
{
  write_row (s);
  hash_reserve (&s->table, s->row_count, hash_of_row, s);
  const uint32_t *mine = s->rows.at + (size_t) s->row_count * s->row_words;
  uint32_t *slot = hash_first (&s->table, hash_of_row (s, s->row_count));
  for (; *slot != HASH_FREE; slot = hash_next (&s->table, slot))
    if (memcmp (s->rows.at + (size_t) *slot * s->row_words, mine,
                s->row_words * sizeof *mine)
        == 0)
      return true;
  *slot = s->row_count++;
  return false;
}

/* ---- Moves. ---- */

/* The next event of THREAD, or null: it has none, or may not go on. */
static const struct window_event *
next_of (const struct search *s, uint32_t thread)
{
  assert (thread < s->threads && s->at[thread] <= s->lines.lengths[thread]);
  if (!s->runs[thread] || s->strayed[thread] || s->at[thread] == s->lines.lengths[thread])
    return NULL;
  return &s->window->events.at[s->lines.events[thread][s->at[thread]]];
}

/* The next event of THREAD, or null as above, or at the edge of the cone. */
static const struct window_event *
next_move (const struct search *s, uint32_t thread)
{
  assert (thread < s->threads);
  if (s->bounds && s->at[thread] >= s->bounds[thread])
    return NULL;
  return next_of (s, thread);
}

/* In a cone, would EVENT, a write, hide the write that a later read has to see? */
static bool
hides (const struct search *s, const struct window_event *event)
{
  if (!s->bounds || !s->question->consistent_reads || event->op != TRACE_WRITE)
    return false;
  assert (event->object < s->window->cells.count);
  uint32_t writer = s->writer[event->object];
  return (writer == TRACE_NONE ? s->first_awaited[event->object] : s->awaited[writer])
         > 0;
}

static bool
is_consistent (const struct search *s, const struct window_event *event)
{
  return !s->question->consistent_reads || event->op != TRACE_READ
         || s->is_private_cell[event->object] || s->wrote[event->object] == event->source;
}

/* Can EVENT happen, were it not for what it reads? */
static bool
is_enabled (const struct search *s, const struct window_event *event)
{
  uint32_t object = event->object;
  if (event->op == TRACE_ACQUIRE)
    return s->holder[object] == TRACE_NONE;
  if (event->op == TRACE_JOIN)
    return s->runs[object] && !s->strayed[object]
           && s->at[object] == s->lines.lengths[object];
  return !hides (s, event);
}

/* Is EVENT the next step of the automaton? */
static bool
can_be_step (const struct search *s, const struct window_event *event)
{
  const struct pa_automaton *automaton = s->question->automaton;
  if (s->question->kind != REORDER_PATTERN || s->done == automaton->steps.count)
    return false;
  assert (s->done < automaton->steps.count);
  const struct pa_step *step = &automaton->steps.at[s->done];
  bool fits = step->kind == PA_BEGINS   ? event->op == TRACE_BEGIN
              : step->kind == PA_READS  ? event->op == TRACE_READ
              : step->kind == PA_WRITES ? event->op == TRACE_WRITE
                                        : is_access_op (event->op);
  if (!fits || (step->in_unit && !s->in_unit[event->thread])
      || (is_access_op (event->op)
          && s->question->cells[step->parameter.index] != event->object))
    return false;
  uint32_t role = s->roles[step->thread.index];
  if (role != TRACE_NONE)
    return role == event->thread;
  for (uint32_t r = 0; r < automaton->threads.count; r++)
    if (s->roles[r] == event->thread)
      return false;
  return true;
}

/* Does a clause forbid EVENT, unless it is the step? */
static bool
is_forbidden (const struct search *s, const struct window_event *event)
{
  if (s->question->kind != REORDER_PATTERN)
    return false;
  const struct pa_automaton *automaton = s->question->automaton;
  for (uint32_t c = 0; c < automaton->clauses.count; c++)
    {
      const struct pa_clause *clause = &automaton->clauses.at[c];
      if (!pa_clause_holds (clause, s->done)
          || s->roles[clause->thread.index] != event->thread)
        continue;
      if (clause->kind == PA_STAYS
            ? event->op == TRACE_END
            : is_access_op (event->op)
                && s->question->cells[clause->parameter.index] == event->object
                && (clause->access == PA_ACCESSES
                    || (clause->access == PA_WRITES) == (event->op == TRACE_WRITE)))
        return true;
    }
  return false;
}

/* Is it unnoticeable whether EVENT happens now or later, if it can happen now?  Then it
   is the only move that is tried.  A release and a fork can only help others, and no
   question is about a thread that stands before one. */
static bool
is_invisible (const struct search *s, const struct window_event *event)
{
  switch (event->op)
    {
    case TRACE_READ:
    case TRACE_WRITE:
      return s->is_private_cell[event->object] && !can_be_step (s, event)
             && !is_forbidden (s, event);
    case TRACE_ACQUIRE: return s->is_private_lock[event->object];
    case TRACE_RELEASE:
    case TRACE_FORK:
    case TRACE_JOIN: return true;
    case TRACE_BEGIN:
    case TRACE_END: return s->question->kind != REORDER_PATTERN;
    case TRACE_ENTER:
    case TRACE_EXIT:
    case TRACE_NEW: break;
    }
  assert (event->op <= TRACE_END); /* in a window */
  return false;
}

/* Did count_awaited count the next event of THREAD, a read? */
static bool
is_counted (const struct search *s, uint32_t thread)
{
  return s->bounds && s->question->consistent_reads
         && (s->question->kind != REORDER_PATTERN
             || s->at[thread] + 1 < s->bounds[thread]);
}

/* Let the next event of THREAD happen. */
static void
move (struct search *s, uint32_t thread, bool is_step)
{
  const struct window_event *event = next_of (s, thread);
  struct frame frame = { .thread = thread,
                         .event = s->lines.events[thread][s->at[thread]],
                         .is_step = is_step };
  uint32_t object = event->object;
  assert (is_enabled (s, event) && (!is_step || can_be_step (s, event)));
  if (event->op == TRACE_WRITE)
    {
      frame.written = s->wrote[object];
      frame.writer = s->writer[object];
      s->wrote[object] = event->number;
      s->writer[object] = frame.event;
    }
  else if (event->op == TRACE_READ)
    {
      s->strayed[thread] = !is_consistent (s, event);
      frame.is_awaited = is_counted (s, thread);
      if (frame.is_awaited)
        --*awaited_by (s, event);
    }
  else if (event->op == TRACE_ACQUIRE)
    s->holder[object] = thread;
  else if (event->op == TRACE_RELEASE)
    s->holder[object] = TRACE_NONE;
  else if (event->op == TRACE_FORK)
    s->runs[object] = true;
  else if (event->op == TRACE_BEGIN || event->op == TRACE_END)
    s->in_unit[thread] = event->op == TRACE_BEGIN;
  if (is_step)
    {
      uint32_t *role = &s->roles[s->question->automaton->steps.at[s->done].thread.index];
      frame.is_new_role = *role == TRACE_NONE;
      *role = thread;
      s->done++;
    }
  s->at[thread]++;
  *vec_push (s->arena, &s->stack) = frame;
}

/* Take the last move back. */
static void
take_back (struct search *s)
{
  assert (s->stack.count > 1);
  struct frame frame = s->stack.at[--s->stack.count];
  uint32_t thread = frame.thread;
  const struct window_event *event = &s->window->events.at[frame.event];
  uint32_t object = event->object;
  assert (s->at[thread] > 0);
  s->at[thread]--;
  s->strayed[thread] = false;
  if (frame.is_step)
    {
      s->done--;
      if (frame.is_new_role)
        s->roles[s->question->automaton->steps.at[s->done].thread.index] = TRACE_NONE;
    }
  if (event->op == TRACE_WRITE)
    {
      s->wrote[object] = frame.written;
      s->writer[object] = frame.writer;
    }
  else if (event->op == TRACE_READ && frame.is_awaited)
    ++*awaited_by (s, event);
  else if (event->op == TRACE_ACQUIRE)
    s->holder[object] = TRACE_NONE;
  else if (event->op == TRACE_RELEASE)
    s->holder[object] = thread;
  else if (event->op == TRACE_FORK)
    s->runs[object] = false;
  else if (event->op == TRACE_BEGIN || event->op == TRACE_END)
    s->in_unit[thread] = event->op == TRACE_END;
}

/* ---- What is looked for. ---- */

static bool
find_race (struct search *s, struct reorder_witness *witness)
{
  assert (s->question->kind == REORDER_RACE);
  uint32_t cell = s->question->cells[0], reader = TRACE_NONE, writer = TRACE_NONE;
  for (uint32_t t = 0; t < s->threads; t++)
    {
      const struct window_event *event = next_of (s, t);
      if (!event || !is_access_op (event->op) || event->object != cell)
        continue;
      uint32_t *other
        = event->op == TRACE_WRITE && writer == TRACE_NONE ? &writer : &reader;
      *other = t;
    }
  if (writer == TRACE_NONE || reader == TRACE_NONE)
    return false;
  assert (reader != writer);
  *vec_push (s->arena, &witness->steps) = s->lines.events[writer][s->at[writer]];
  *vec_push (s->arena, &witness->steps) = s->lines.events[reader][s->at[reader]];
  return true;
}

/* The thread that holds what THREAD waits for, or TRACE_NONE. */
static uint32_t
waits_for (const struct search *s, uint32_t thread)
{
  const struct window_event *event = next_of (s, thread);
  return event && event->op == TRACE_ACQUIRE ? s->holder[event->object] : TRACE_NONE;
}

static bool
find_deadlock (struct search *s, struct reorder_witness *witness)
{
  assert (s->question->kind == REORDER_DEADLOCK);
  for (uint32_t t = 0; t < s->threads; t++)
    {
      uint32_t at = waits_for (s, t), length = 1;
      while (at != TRACE_NONE && at != t && length <= s->threads)
        {
          at = waits_for (s, at);
          length++;
        }
      if (at != t)
        continue;
      do
        {
          *vec_push (s->arena, &witness->steps) = s->lines.events[at][s->at[at]];
          at = waits_for (s, at);
        }
      while (at != t);
      return true;
    }
  return false;
}

static bool
is_found (struct search *s, struct reorder_witness *witness)
{
  if (s->question->kind == REORDER_RACE)
    return find_race (s, witness);
  if (s->question->kind == REORDER_DEADLOCK)
    return find_deadlock (s, witness);
  return s->done == s->question->automaton->steps.count;
}

/* Write the moves made so far to WITNESS. */
static void
tell (struct search *s, struct reorder_witness *witness)
{
  assert (s->stack.count > 0 && s->stack.at[0].thread == TRACE_NONE);
  for (uint32_t i = 1; i < s->stack.count; i++)
    {
      *vec_push (s->arena, &witness->order) = s->stack.at[i].event;
      if (s->stack.at[i].is_step)
        *vec_push (s->arena, &witness->steps) = s->stack.at[i].event;
    }
  if (s->question->kind == REORDER_PATTERN)
    for (uint32_t r = 0; r < s->question->automaton->threads.count; r++)
      *vec_push (s->arena, &witness->threads) = s->roles[r];
}

/* ---- The search. ---- */

/* The thread whose next event has the least rank above AFTER. */
static uint32_t
next_candidate (const struct search *s, uint64_t after)
{
  uint32_t best = TRACE_NONE;
  uint64_t least = UINT64_MAX;
  for (uint32_t t = 0; t < s->threads; t++)
    {
      if (!next_move (s, t))
        continue;
      uint64_t rank = s->rank[s->lines.events[t][s->at[t]]];
      if (rank + 1 > after && rank < least)
        {
          least = rank;
          best = t;
        }
    }
  return best;
}

/* Make the only move that has to be tried from here; false: there is no such move. */
static bool
move_at_once (struct search *s)
{
  for (uint32_t t = 0; t < s->threads; t++)
    {
      const struct window_event *event = next_move (s, t);
      if (event && is_invisible (s, event) && is_enabled (s, event))
        {
          s->stack.at[s->stack.count - 1].forced = true;
          move (s, t, false);
          return true;
        }
    }
  return false;
}

/* Make the next move that was not tried from here; false: there is none.  A thread has up
   to two moves: a step of the automaton, or not. */
static bool
move_on (struct search *s)
{
  assert (s->stack.count > 0);
  struct frame *here = &s->stack.at[s->stack.count - 1];
  if (here->forced)
    return false;
  for (;;)
    {
      /* NEXT is twice the rank of the thread, plus one for its second move. */
      uint32_t t = next_candidate (s, here->next / 2);
      if (t == TRACE_NONE)
        return false;
      const struct window_event *event = next_move (s, t);
      assert (event);
      uint32_t rank = s->rank[s->lines.events[t][s->at[t]]];
      bool second = here->next == 2 * rank + 1;
      here->next = second ? 2 * (rank + 1) : 2 * rank + 1;
      if (!is_enabled (s, event))
        continue;
      if (!second && can_be_step (s, event))
        {
          move (s, t, true);
          return true;
        }
      if (second && is_consistent (s, event) && !is_forbidden (s, event))
        {
          move (s, t, false);
          return true;
        }
    }
}

/* Search from the beginning on. */
static enum reorder_answer
run (struct search *s, const uint32_t *bounds, bool guided, uint32_t budget,
     struct reorder_witness *witness)
{
  start (s, bounds, guided, budget);
  *vec_push (s->arena, &s->stack) = (struct frame){ .thread = TRACE_NONE };
  bool is_new = true;
  for (;;)
    {
      assert (s->stack.count > 0);
      quota_tick (s->arena->quota);
      if (is_new && is_found (s, witness))
        return REORDER_FOUND;
      if (is_new && move_at_once (s))
        continue;
      if (is_new && was_visited (s))
        s->stack.at[s->stack.count - 1].forced = true; /* nothing is tried from here */
      if (s->row_count > s->budget || (uint64_t) s->row_count * s->row_words > MOST_WORDS)
        return REORDER_UNKNOWN;
      is_new = move_on (s);
      if (!is_new && s->stack.count == 1)
        return REORDER_NONE;
      if (!is_new)
        take_back (s);
    }
}

/* Set BOUNDS to the cone of EVENTS.  False: what they need includes one of them, though
   all are to be about to happen.  If the cone is not wide, that is final. */
static bool
make_cone (struct search *s, const uint32_t *events, uint32_t count, bool wide,
           uint32_t *bounds)
{
  assert (count > 0 && bounds);
  bool inclusive = s->question->kind == REORDER_PATTERN;
  reorder_cone (s->window, &s->lines, events, count, inclusive, wide, bounds, s->arena);
  for (uint32_t i = 0; i < count && !inclusive; i++)
    if (bounds[s->window->events.at[events[i]].thread] > s->lines.place[events[i]])
      return false;
  return true;
}

/* Search in the cone of EVENTS.  REORDER_NONE: these events cannot be what is asked. */
static enum reorder_answer
try_cone (struct search *s, const uint32_t *events, uint32_t count,
          struct reorder_witness *witness)
{
  uint32_t *bounds = arena_calloc (s->arena, s->threads, sizeof *bounds);
  assert (count > 0);
  if (s->question->consistent_reads && !make_cone (s, events, count, false, bounds))
    return REORDER_NONE;
  if (make_cone (s, events, count, true, bounds)
      && (run (s, bounds, false, CONE_BUDGET, witness) == REORDER_FOUND
          || (s->question->guide_count > 0
              && run (s, bounds, true, CONE_BUDGET, witness) == REORDER_FOUND)))
    return REORDER_FOUND;
  return REORDER_UNKNOWN;
}

/* Search in the cones of pairs of accesses that may race, the nearest in the trace first.
   REORDER_NONE: none of them can race. */
static enum reorder_answer
try_pairs (struct search *s, struct reorder_witness *witness)
{
  assert (s->question->kind == REORDER_RACE);
  const struct trace_window *window = s->window;
  uint32_t cell = s->question->cells[0], cones = 0;
  VEC (uint32_t) accesses = VEC_EMPTY;
  enum reorder_answer answer = REORDER_NONE;
  for (uint32_t i = 0; i < window->events.count; i++)
    if (is_access_op (window->events.at[i].op) && window->events.at[i].object == cell)
      *vec_push (s->arena, &accesses) = i;
  for (uint32_t gap = 1; gap < accesses.count && answer != REORDER_FOUND; gap++)
    for (uint32_t i = 0; i + gap < accesses.count && answer != REORDER_FOUND; i++)
      {
        const uint32_t pair[] = { accesses.at[i], accesses.at[i + gap] };
        const struct window_event *a = &window->events.at[pair[0]];
        const struct window_event *b = &window->events.at[pair[1]];
        if (a->thread == b->thread || (a->op == TRACE_READ && b->op == TRACE_READ))
          continue;
        if (cones++ == MOST_CONES)
          return REORDER_UNKNOWN;
        enum reorder_answer this = try_cone (s, pair, 2, witness);
        answer = this == REORDER_NONE ? answer : this;
      }
  return answer;
}

static enum reorder_answer
search (struct search *s, struct reorder_witness *witness)
{
  const struct reorder_question *question = s->question;
  enum reorder_answer answer = REORDER_UNKNOWN;
  if (question->step_count > 0)
    answer = try_cone (s, question->steps, question->step_count, witness);
  if (answer != REORDER_FOUND && question->kind == REORDER_RACE
      && question->consistent_reads)
    {
      answer = try_pairs (s, witness);
      if (answer == REORDER_NONE)
        return REORDER_NONE;
    }
  if (answer == REORDER_FOUND)
    return REORDER_FOUND;
  return run (s, NULL, true, question->budget, witness);
}

enum reorder_answer
reorder_search (const struct trace_window *window,
                const struct reorder_question *question, struct reorder_witness *witness,
                struct arena *arena)
{
  assert (window->events.count > 0 && question->budget > 0);
  *witness = (struct reorder_witness){ .order = VEC_EMPTY };
  if (question->kind == REORDER_PATTERN && !pattern_can_be_asked (question->automaton))
    return REORDER_UNKNOWN;
  struct search s = { .window = window, .question = question, .arena = arena };
  prepare (&s);
  enum reorder_answer answer = search (&s, witness);
  if (answer == REORDER_FOUND)
    tell (&s, witness);
  LOG (2, "%u states", (unsigned) s.row_count);
  return answer;
}
