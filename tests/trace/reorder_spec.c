/* reorder_spec.c -- all reorderings of small random traces, by exhaustive search: what
 * `phaselock trace --predict' has to find.
 *
 *     reorder_spec FIRST COUNT WINDOW FOLDER [consistent]
 *
 * Writes traces FIRST to FIRST + COUNT - 1 into FOLDER, as NUMBER.std, and prints a line
 * for each thing that some reordering of a window of WINDOW events shows:
 *
 *     NUMBER.std race o0.f1
 *     NUMBER.std pattern 12 o0.f0,o0.f1
 *     NUMBER.std deadlock
 *
 * Locks nest in traces below 400000.
 *
 * A state is what each thread has done, who wrote each variable last, who has read
 * something else than in the trace and may not go on, and the state of an automaton.
 */
#include <config.h>

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "phaseauto/read_automata.h"
#include "random_trace.h"

#define NOTHING 255
/* In traces from this number on, locks need not nest. */
#define NOT_NESTED 400000

/* ---- Sets of states. ---- */

struct state
{
  uint8_t done[RANDOM_THREADS];    /* events of the thread in the window */
  uint8_t wrote[RANDOM_VARIABLES]; /* the event that wrote it last, in the window */
  uint8_t strayed;                 /* a bit for each thread */
  uint8_t automaton;               /* steps done */
};

struct states
{
  struct state *list;
  uint32_t count, capacity;
  uint32_t *slots; /* number + 1 */
  uint32_t slot_count;
};

static uint64_t
hash (const struct state *state)
{
  uint64_t h = UINT64_C (14695981039346656037);
  for (size_t i = 0; i < sizeof *state; i++)
    h = (h ^ ((const uint8_t *) state)[i]) * UINT64_C (1099511628211);
  return h ^ h >> 29;
}

static void
clear (struct states *states)
{
  states->count = 0;
  memset (states->slots, 0, states->slot_count * sizeof *states->slots);
}

static void
enlarge (struct states *states)
{
  states->capacity = states->capacity ? states->capacity * 2 : 1024;
  states->list = realloc (states->list, states->capacity * sizeof *states->list);
  free (states->slots);
  states->slot_count = states->capacity * 2;
  states->slots = calloc (states->slot_count, sizeof *states->slots);
  if (!states->list || !states->slots)
    abort ();
  for (uint32_t i = 0; i < states->count; i++)
    {
      uint64_t at = hash (&states->list[i]) & (states->slot_count - 1);
      while (states->slots[at])
        at = (at + 1) & (states->slot_count - 1);
      states->slots[at] = i + 1;
    }
}

static void
insert (struct states *states, const struct state *state)
{
  if (states->count >= states->capacity)
    enlarge (states);
  uint64_t at = hash (state) & (states->slot_count - 1);
  for (; states->slots[at]; at = (at + 1) & (states->slot_count - 1))
    if (memcmp (&states->list[states->slots[at] - 1], state, sizeof *state) == 0)
      return;
  states->list[states->count++] = *state;
  states->slots[at] = states->count;
}

/* ---- A window. ---- */

struct slice
{
  const struct trace_event *events;
  uint32_t count;
  uint8_t by_thread[RANDOM_THREADS][RANDOM_EVENTS], lengths[RANDOM_THREADS];
  bool starts_later[RANDOM_THREADS]; /* it is forked in the window */
  uint32_t held[RANDOM_THREADS];     /* at the beginning: locks, a bit each */
  bool in_unit[RANDOM_THREADS];
  uint8_t source[RANDOM_EVENTS]; /* of a read: the write that it saw */
  bool consistent;
};

static void
cut (struct slice *slice, const struct random_trace *trace, uint32_t first,
     uint32_t count, bool consistent)
{
  uint8_t writes[RANDOM_VARIABLES];
  *slice = (struct slice){ .events = trace->events + first,
                           .count = count,
                           .consistent = consistent };
  for (uint32_t i = 0; i < first; i++)
    {
      const struct trace_event *event = &trace->events[i];
      if (event->op == TRACE_ACQUIRE)
        slice->held[event->thread] |= 1u << event->object;
      else if (event->op == TRACE_RELEASE)
        slice->held[event->thread] &= ~(1u << event->object);
      else if (event->op == TRACE_BEGIN || event->op == TRACE_END)
        slice->in_unit[event->thread] = event->op == TRACE_BEGIN;
    }
  memset (writes, NOTHING, sizeof writes);
  for (uint32_t i = 0; i < count; i++)
    {
      const struct trace_event *event = &slice->events[i];
      slice->by_thread[event->thread][slice->lengths[event->thread]++] = (uint8_t) i;
      if (event->op == TRACE_FORK)
        slice->starts_later[event->object] = true;
      else if (event->op == TRACE_READ)
        slice->source[i] = writes[event->object];
      else if (event->op == TRACE_WRITE)
        writes[event->object] = (uint8_t) i;
    }
}

/* The next event of thread T, or null. */
static const struct trace_event *
next_event (const struct slice *slice, const struct state *state, uint32_t t)
{
  return state->done[t] < slice->lengths[t]
           ? &slice->events[slice->by_thread[t][state->done[t]]]
           : NULL;
}

struct present
{
  uint32_t holder[RANDOM_LOCKS];
  bool runs[RANDOM_THREADS], in_unit[RANDOM_THREADS];
};

/* What the events that are done have left. */
static void
look (const struct slice *slice, const struct state *state, struct present *present)
{
  uint32_t held[RANDOM_THREADS];
  memcpy (held, slice->held, sizeof held);
  memcpy (present->in_unit, slice->in_unit, sizeof slice->in_unit);
  for (uint32_t t = 0; t < RANDOM_THREADS; t++)
    present->runs[t] = !slice->starts_later[t];
  for (uint32_t t = 0; t < RANDOM_THREADS; t++)
    for (uint32_t i = 0; i < state->done[t]; i++)
      {
        const struct trace_event *event = &slice->events[slice->by_thread[t][i]];
        if (event->op == TRACE_ACQUIRE)
          held[t] |= 1u << event->object;
        else if (event->op == TRACE_RELEASE)
          held[t] &= ~(1u << event->object);
        else if (event->op == TRACE_FORK)
          present->runs[event->object] = true;
        else if (event->op == TRACE_BEGIN || event->op == TRACE_END)
          present->in_unit[t] = event->op == TRACE_BEGIN;
      }
  for (uint32_t l = 0; l < RANDOM_LOCKS; l++)
    {
      present->holder[l] = TRACE_NONE;
      for (uint32_t t = 0; t < RANDOM_THREADS; t++)
        if (held[t] >> l & 1)
          present->holder[l] = t;
    }
}

static bool
can_go (const struct slice *slice, const struct state *state,
        const struct present *present, uint32_t t)
{
  return next_event (slice, state, t) && present->runs[t] && !(state->strayed >> t & 1);
}

static bool
can_happen (const struct slice *slice, const struct state *state,
            const struct present *present, uint32_t t)
{
  if (!can_go (slice, state, present, t))
    return false;
  const struct trace_event *event = next_event (slice, state, t);
  uint32_t o = event->object;
  if (event->op == TRACE_ACQUIRE)
    return present->holder[o] == TRACE_NONE;
  if (event->op == TRACE_JOIN)
    return present->runs[o] && state->done[o] == slice->lengths[o]
           && !(state->strayed >> o & 1);
  return true;
}

static struct state
after (const struct slice *slice, const struct state *state, uint32_t t)
{
  struct state next = *state;
  uint32_t i = slice->by_thread[t][state->done[t]];
  const struct trace_event *event = &slice->events[i];
  next.done[t]++;
  if (slice->consistent && event->op == TRACE_WRITE)
    next.wrote[event->object] = (uint8_t) i;
  if (slice->consistent && event->op == TRACE_READ
      && state->wrote[event->object] != slice->source[i])
    next.strayed |= (uint8_t) (1u << t);
  return next;
}

static struct state
beginning (void)
{
  struct state state = { .automaton = 0 };
  memset (state.wrote, NOTHING, sizeof state.wrote);
  return state;
}

/* ---- Questions. ---- */

static bool
deadlocks (const struct slice *slice, const struct state *state,
           const struct present *present)
{
  uint32_t waits_for[RANDOM_THREADS];
  for (uint32_t t = 0; t < RANDOM_THREADS; t++)
    {
      const struct trace_event *event = next_event (slice, state, t);
      waits_for[t] = can_go (slice, state, present, t) && event->op == TRACE_ACQUIRE
                       ? present->holder[event->object]
                       : TRACE_NONE;
    }
  for (uint32_t t = 0; t < RANDOM_THREADS; t++)
    {
      uint32_t at = t;
      for (uint32_t i = 0; i < RANDOM_THREADS && at != TRACE_NONE; i++)
        {
          at = waits_for[at];
          if (at == t)
            return true;
        }
    }
  return false;
}

/* The variables with a race, a bit each, and 1 << 31 for a deadlock. */
static uint32_t
meetings (const struct slice *slice, struct states *states)
{
  uint32_t found = 0;
  struct state start = beginning ();
  clear (states);
  insert (states, &start);
  for (uint32_t i = 0; i < states->count; i++)
    {
      struct state state = states->list[i];
      struct present present;
      look (slice, &state, &present);
      if (deadlocks (slice, &state, &present))
        found |= 1u << 31;
      for (uint32_t t = 0; t < RANDOM_THREADS; t++)
        {
          if (!can_go (slice, &state, &present, t))
            continue;
          const struct trace_event *a = next_event (slice, &state, t);
          for (uint32_t u = 0; u < t; u++)
            {
              const struct trace_event *b = next_event (slice, &state, u);
              if (can_go (slice, &state, &present, u) && trace_is_access (a)
                  && trace_is_access (b) && a->object == b->object
                  && (a->op == TRACE_WRITE || b->op == TRACE_WRITE))
                found |= 1u << a->object;
            }
          if (can_happen (slice, &state, &present, t))
            {
              struct state next = after (slice, &state, t);
              insert (states, &next);
            }
        }
    }
  return found;
}

static bool
does (enum pa_kind kind, enum trace_op op)
{
  return kind == PA_READS    ? op == TRACE_READ
         : kind == PA_WRITES ? op == TRACE_WRITE
         : kind == PA_BEGINS ? op == TRACE_BEGIN
                             : op == TRACE_READ || op == TRACE_WRITE;
}

static bool
happens (const struct slice *slice, const struct pa_automaton *automaton,
         const uint32_t *threads, const uint32_t *variables, struct states *states)
{
  struct state start = beginning ();
  clear (states);
  insert (states, &start);
  for (uint32_t i = 0; i < states->count; i++)
    {
      struct state state = states->list[i];
      if (state.automaton == automaton->steps.count)
        return true;
      struct present present;
      look (slice, &state, &present);
      for (uint32_t t = 0; t < RANDOM_THREADS; t++)
        {
          if (!can_happen (slice, &state, &present, t))
            continue;
          const struct trace_event *event = next_event (slice, &state, t);
          struct state next = after (slice, &state, t);
          bool loops = true;
          for (uint32_t c = 0; c < automaton->clauses.count; c++)
            {
              const struct pa_clause *clause = &automaton->clauses.at[c];
              assert (clause->kind == PA_STAYS);
              loops &= !(pa_clause_holds (clause, state.automaton)
                         && threads[clause->thread.index] == t && event->op == TRACE_END);
            }
          if (loops)
            insert (states, &next);
          const struct pa_step *step = &automaton->steps.at[state.automaton];
          if (threads[step->thread.index] == t && does (step->kind, event->op)
              && (!step->in_unit || present.in_unit[t])
              && (!pa_kind_is_access (step->kind)
                  || variables[step->parameter.index] == event->object))
            {
              next.automaton++;
              insert (states, &next);
            }
        }
    }
  return false;
}

/* Is there a choice of threads? */
static bool
happens_somehow (const struct slice *slice, const struct pa_automaton *automaton,
                 const uint32_t *variables, struct states *states)
{
  uint32_t threads[2];
  assert (automaton->threads.count == 2);
  for (threads[0] = 0; threads[0] < RANDOM_THREADS; threads[0]++)
    for (threads[1] = 0; threads[1] < RANDOM_THREADS; threads[1]++)
      if (threads[0] != threads[1] && slice->lengths[threads[0]]
          && slice->lengths[threads[1]]
          && happens (slice, automaton, threads, variables, states))
        return true;
  return false;
}

/* ---- Traces. ---- */

struct answers
{
  uint32_t meetings;
  bool patterns[64][RANDOM_VARIABLES][RANDOM_VARIABLES];
};

static void
ask (const struct slice *slice, const struct pa_set *set, struct states *states,
     struct answers *answers)
{
  answers->meetings |= meetings (slice, states);
  for (uint32_t a = 0; a < set->automata.count; a++)
    for (uint32_t v = 0; v < RANDOM_VARIABLES; v++)
      for (uint32_t w = 0; w < RANDOM_VARIABLES; w++)
        {
          const struct pa_automaton *automaton = &set->automata.at[a];
          bool two = automaton->parameters.count == 2;
          const uint32_t variables[] = { v, w };
          if (two ? v != w && v / 2 == w / 2 : w == 0)
            answers->patterns[a][v][w]
              |= happens_somehow (slice, automaton, variables, states);
        }
}

static void
print_answers (uint32_t number, const struct pa_set *set, const struct answers *answers)
{
  for (uint32_t v = 0; v < RANDOM_VARIABLES; v++)
    if (answers->meetings >> v & 1)
      printf ("%u.std race o%u.f%u\n", number, v / 2, v % 2);
  if (answers->meetings >> 31)
    printf ("%u.std deadlock\n", number);
  for (uint32_t a = 0; a < set->automata.count; a++)
    for (uint32_t v = 0; v < RANDOM_VARIABLES; v++)
      for (uint32_t w = 0; w < RANDOM_VARIABLES; w++)
        if (answers->patterns[a][v][w])
          {
            printf ("%u.std pattern %s o%u.f%u", number, set->automata.at[a].name, v / 2,
                    v % 2);
            if (set->automata.at[a].parameters.count == 2)
              printf (",o%u.f%u", w / 2, w % 2);
            putchar ('\n');
          }
}

static void
write_trace (const struct random_trace *trace, const char *folder, uint32_t number)
{
  char path[4096];
  snprintf (path, sizeof path, "%s/%u.std", folder, number);
  FILE *file = fopen (path, "w");
  if (!file)
    abort ();
  for (uint32_t i = 0; i < trace->count; i++)
    {
      const struct trace_event *event = &trace->events[i];
      unsigned o = event->object;
      fprintf (file, "T%u|%s", (unsigned) event->thread, trace_op_word (event->op));
      if (trace_is_access (event))
        fprintf (file, "(o%u.f%u)", o / 2, o % 2);
      else if (event->op == TRACE_ACQUIRE || event->op == TRACE_RELEASE)
        fprintf (file, "(L%u)", o);
      else if (event->op == TRACE_FORK || event->op == TRACE_JOIN)
        fprintf (file, "(T%u)", o);
      fprintf (file, "|%u\n", (unsigned) event->location);
    }
  if (fclose (file) != 0)
    abort ();
}

int
main (int argc, char **argv)
{
  if (argc < 5)
    return 2;
  uint32_t first = (uint32_t) strtoul (argv[1], NULL, 10);
  uint32_t count = (uint32_t) strtoul (argv[2], NULL, 10);
  uint32_t window = (uint32_t) strtoul (argv[3], NULL, 10);
  bool consistent = argc > 5;
  struct quota quota;
  quota_init (&quota);
  if (quota_checkpoint (&quota))
    abort ();
  struct pa pa;
  pa_init (&pa, &quota);
  if (!pa_read_shipped (&pa, PA_DEFAULT_SET))
    abort ();
  struct states states = { .count = 0 };
  enlarge (&states);
  for (uint32_t i = first; i < first + count; i++)
    {
      uint64_t seed = i;
      struct random_shape shape = {
        .threads = 2 + random_below (&seed, 2),
        .locks = 1 + random_below (&seed, 3),
        .variables = 1 + random_below (&seed, RANDOM_VARIABLES),
        .events = 6 + random_below (&seed, 13),
        .nests = i < NOT_NESTED,
        .units = true,
        .no_forks = random_below (&seed, 3) != 0,
      };
      struct random_trace trace;
      random_trace_make (&trace, &shape, &seed);
      write_trace (&trace, argv[4], i);
      struct answers answers = { .meetings = 0 };
      for (uint32_t begin = 0;; begin += window / 2)
        {
          struct slice slice;
          bool is_last = trace.count - begin <= window;
          cut (&slice, &trace, begin, is_last ? trace.count - begin : window, consistent);
          ask (&slice, &pa.set, &states, &answers);
          if (is_last)
            break;
        }
      print_answers (i, &pa.set, &answers);
    }
  free (states.list);
  free (states.slots);
  pa_clear (&pa);
  return 0;
}
