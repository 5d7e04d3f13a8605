/* races.c -- both detectors against the definition, on random traces.
 *
 *     races [TRACES]
 *
 * For each trace and each discipline: the variables with races by locksets, by vector
 * clocks, by the closure of the happens-before relation, and, for exclusive accesses, by
 * the rules of the paper, applied to all variables at every event.  The two detectors
 * must report the same races in the same order.
 */
#include <config.h>

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "../lib/tap.h"
#include "random_trace.h"
#include "trace/races.h"

/* ---- The definition. ---- */

struct past
{
  uint64_t words[2]; /* by event */
};

static bool
has (const struct past *past, uint32_t event)
{
  return past->words[event / 64] >> event % 64 & 1;
}

static void
add (struct past *past, const struct past *pasts, uint32_t event)
{
  past->words[0] |= pasts[event].words[0];
  past->words[1] |= pasts[event].words[1];
  past->words[event / 64] |= UINT64_C (1) << event % 64;
}

/* pasts[i]: the events that happen before event i.  A thread that does nothing still
   ends after it is forked. */
static void
close_order (const struct random_trace *trace, struct past *pasts)
{
  for (uint32_t i = 0; i < trace->count; i++)
    {
      const struct trace_event *event = &trace->events[i];
      pasts[i] = (struct past){ { 0, 0 } };
      for (uint32_t j = 0; j < i; j++)
        {
          const struct trace_event *before = &trace->events[j];
          if (before->thread == event->thread
              || (before->op == TRACE_RELEASE && event->op == TRACE_ACQUIRE
                  && before->object == event->object)
              || (before->op == TRACE_FORK && before->object == event->thread)
              || (event->op == TRACE_JOIN
                  && (before->thread == event->object
                      || (before->op == TRACE_FORK && before->object == event->object))))
            add (&pasts[i], pasts, j);
        }
    }
}

static uint32_t
racy_by_definition (const struct random_trace *trace, enum race_discipline discipline)
{
  struct past pasts[RANDOM_EVENTS];
  uint32_t racy = 0;
  close_order (trace, pasts);
  for (uint32_t i = 0; i < trace->count; i++)
    for (uint32_t j = i + 1; j < trace->count; j++)
      {
        const struct trace_event *a = &trace->events[i], *b = &trace->events[j];
        /* A new object: the rest of the trace is about another variable. */
        if (b->op == TRACE_NEW && trace_is_access (a) && a->object / 2 == b->object)
          break;
        if (trace_is_access (a) && trace_is_access (b) && a->object == b->object
            && a->thread != b->thread && !has (&pasts[j], i)
            && (discipline == RACE_EXCLUSIVE || a->op == TRACE_WRITE
                || b->op == TRACE_WRITE))
          racy |= 1u << a->object;
      }
  return racy;
}

/* Section 3 of the paper: locksets of all variables, updated at every event.  Threads
   are the elements from 0 on, locks those from RANDOM_THREADS on.  JOIN_AS_PRINTED: the
   rule for join as the paper has it; otherwise what the joining thread holds joins the
   lockset, too. */
static uint32_t
racy_by_paper (const struct random_trace *trace, bool join_as_printed)
{
  uint32_t held[RANDOM_THREADS], sets[RANDOM_VARIABLES], racy = 0;
  uint32_t depth[RANDOM_LOCKS] = { 0 };
  for (uint32_t t = 0; t < RANDOM_THREADS; t++)
    held[t] = 1u << t;
  memset (sets, 0xff, sizeof sets);
  for (uint32_t i = 0; i < trace->count; i++)
    {
      const struct trace_event *event = &trace->events[i];
      uint32_t t = event->thread, o = event->object, asked = 0, joins = 0;
      if (trace_is_access (event))
        {
          if (!(sets[o] & held[t]))
            racy |= 1u << o;
          sets[o] = held[t];
        }
      else if (event->op == TRACE_NEW)
        sets[2 * o] = sets[2 * o + 1] = UINT32_MAX;
      else if (event->op == TRACE_ACQUIRE && depth[o]++ == 0)
        {
          held[t] |= 1u << (RANDOM_THREADS + o);
          asked = joins = held[t];
        }
      else if (event->op == TRACE_RELEASE && --depth[o] == 0)
        held[t] &= ~(1u << (RANDOM_THREADS + o));
      else if (event->op == TRACE_FORK)
        asked = held[t], joins = 1u << o;
      else if (event->op == TRACE_JOIN)
        asked = held[o], joins = join_as_printed ? 1u << t : held[t];
      for (uint32_t v = 0; v < RANDOM_VARIABLES; v++)
        if (sets[v] & asked)
          sets[v] |= joins;
    }
  return racy;
}

/* ---- The detectors. ---- */

struct heard
{
  struct race list[4 * RANDOM_EVENTS];
  uint32_t count;
  uint32_t racy;
};

static void
hear (void *context, const struct race *race)
{
  struct heard *heard = context;
  assert (heard->count < sizeof heard->list / sizeof *heard->list);
  heard->list[heard->count++] = *race;
  heard->racy |= 1u << race->variable;
}

static void
detect (const struct random_trace *trace, enum race_discipline discipline,
        enum race_detector detector, uint32_t collect_after, struct heard *heard)
{
  struct quota quota;
  struct arena arena;
  quota_init (&quota);
  arena_init (&arena, &quota);
  struct trace_names names = { .threads = { .arena = &arena } };
  for (uint32_t v = 0; v < RANDOM_VARIABLES; v++)
    {
      *vec_push (&arena, &names.object_of) = v / 2;
      *vec_push (&arena, &names.next_field) = v % 2 ? TRACE_NONE : v + 1;
      if (v % 2 == 0)
        *vec_push (&arena, &names.first_field) = v;
    }
  struct world world;
  world_init (&world, &names, &arena);
  struct races races;
  races_init (&races, &world, discipline, detector, &arena);
  races.all = true;
  races.report = hear;
  races.context = heard;
  races.collect_after = collect_after;
  heard->count = heard->racy = 0;
  struct trace_problem problem = { .line = 0 };
  for (uint32_t i = 0; i < trace->count; i++)
    {
      struct trace_event event = trace->events[i];
      bool fine = world_step (&world, &event, &problem);
      assert (fine);
      races_event (&races, &event);
    }
  assert (races.found == heard->count);
  arena_clear (&arena);
}

static bool
same_races (const struct heard *a, const struct heard *b)
{
  if (a->count != b->count)
    return false;
  for (uint32_t i = 0; i < a->count; i++)
    if (a->list[i].variable != b->list[i].variable
        || a->list[i].first.event != b->list[i].first.event
        || a->list[i].second.event != b->list[i].second.event)
      return false;
  return true;
}

/* ---- Random traces. ---- */

struct tally
{
  uint32_t traces, racy, clean, disagreements, reports_differ, paper, printed;
};

static void
try_trace (const struct random_trace *trace, uint32_t collect_after, struct tally *tally)
{
  static const enum race_discipline disciplines[]
    = { RACE_EXCLUSIVE, RACE_CONCURRENT_READS };
  for (uint32_t d = 0; d < 2; d++)
    {
      static struct heard locksets, clocks;
      detect (trace, disciplines[d], RACE_LOCKSETS, collect_after, &locksets);
      detect (trace, disciplines[d], RACE_CLOCKS, collect_after, &clocks);
      uint32_t racy = racy_by_definition (trace, disciplines[d]);
      tally->disagreements += locksets.racy != racy || clocks.racy != racy;
      tally->reports_differ += !same_races (&locksets, &clocks);
      tally->racy += racy != 0;
      tally->clean += racy == 0;
      if (disciplines[d] == RACE_EXCLUSIVE)
        {
          tally->paper += racy_by_paper (trace, false) != racy;
          tally->printed += racy_by_paper (trace, true) != racy;
        }
    }
  tally->traces++;
}

/* A lock that is held while another thread is joined passes the order on. */
static void
test_join (void)
{
  struct random_trace trace = { .count = 0 };
  random_add (&trace, TRACE_FORK, 0, 1);
  random_add (&trace, TRACE_FORK, 0, 2);
  random_add (&trace, TRACE_WRITE, 1, 0);
  random_add (&trace, TRACE_ACQUIRE, 0, 0);
  random_add (&trace, TRACE_JOIN, 0, 1);
  random_add (&trace, TRACE_RELEASE, 0, 0);
  random_add (&trace, TRACE_ACQUIRE, 2, 0);
  random_add (&trace, TRACE_WRITE, 2, 0);
  struct heard heard;
  detect (&trace, RACE_EXCLUSIVE, RACE_LOCKSETS, 1, &heard);
  tap_ok (heard.count == 0 && racy_by_definition (&trace, RACE_EXCLUSIVE) == 0,
          "a lock held during a join passes the order on");
  tap_ok (racy_by_paper (&trace, true) != 0, "by the paper's rule for join it does not");
}

int
main (int argc, char **argv)
{
  uint32_t count = argc > 1 ? (uint32_t) strtoul (argv[1], NULL, 10) : 6000;
  struct tally tally = { 0 };
  test_join ();
  for (uint32_t i = 0; i < count; i++)
    {
      uint64_t seed = i;
      struct random_shape shape = {
        .threads = 2 + random_below (&seed, RANDOM_THREADS - 1),
        .locks = 1 + random_below (&seed, RANDOM_LOCKS),
        .variables = 1 + random_below (&seed, RANDOM_VARIABLES),
        .events = 4 + random_below (&seed, RANDOM_EVENTS - 4),
        .nests = random_below (&seed, 2),
        .news = random_below (&seed, 3) == 0,
      };
      struct random_trace trace;
      random_trace_make (&trace, &shape, &seed);
      try_trace (&trace, 1 + random_below (&seed, 40), &tally);
    }
  printf (
    "# %u traces, racy %u times, clean %u times; the paper's rule for join is wrong "
    "%u times\n",
    tally.traces, tally.racy, tally.clean, tally.printed);
  tap_ok (tally.disagreements == 0, "locksets, vector clocks and the definition agree");
  tap_ok (tally.reports_differ == 0, "both detectors report the same races");
  tap_ok (tally.paper == 0, "the paper's locksets, with join mended, agree");
  tap_ok (tally.racy > count / 10 && tally.clean > count / 10,
          "there are traces with races and without");
  return tap_done ();
}
