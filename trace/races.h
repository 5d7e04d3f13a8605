/* races.h -- races in a trace: two accesses to one variable, by different threads, that
 * are not ordered by happens-before.
 *
 * Two disciplines: `exclusive' asks that any two accesses are ordered, `concurrent
 * reads' that each write is ordered with every other access [ElmasQadeer05, sections 3
 * and 6].  Two orders decide, with one answer: locksets.h and clocks.h.
 *
 * What is remembered of a variable: its last write, and the reads since then that no
 * later read came after [FastTrack]; of an exclusive variable its last access.  An
 * access is compared with these: if an earlier one races with it, and no race was
 * reported between the two, so does one of these.  So every variable that has a race is
 * reported, and its first race, whatever the order of its later ones.
 */
#ifndef TRACE_RACES_H
#define TRACE_RACES_H

#include "base/pairmap.h"
#include "trace/clocks.h"
#include "trace/locksets.h"
#include "trace/world.h"

enum race_discipline
{
  RACE_EXCLUSIVE,
  RACE_CONCURRENT_READS,
};

enum race_detector
{
  RACE_LOCKSETS,
  RACE_CLOCKS,
};

/* A race.  Chains of held locks are valid during the report. */
struct race
{
  uint32_t variable;
  struct access first, second;
};

/* The state of a variable: one line of the cache. */
struct race_variable
{
  struct access write; /* exclusive: the last access */
  struct access read;  /* the only read since the write; or: */
  uint32_t reads;      /* several reads: a table of cells, by thread; 0: none */
  uint32_t reads_count : 24;
  uint32_t reads_log : 7; /* the table has 2^this cells */
  uint32_t is_racy : 1;
  uint64_t unused;
};

typedef VEC (uint32_t) race_numbers;

struct races
{
  struct arena *arena;
  struct world *world;
  enum race_discipline discipline;
  enum race_detector detector;
  bool all; /* report every race, not one for each pair of locations */
  void (*report) (void *context, const struct race *race);
  void *context;

  race_numbers times;                        /* by thread */
  race_numbers thread_element, lock_element; /* or TRACE_NONE: no edge yet */
  uint32_t elements;
  struct locksets locksets;
  struct clocks clocks;

  VEC (struct race_variable) variables;
  VEC (struct access) cells; /* cell 0 is not used */
  uint32_t free_cells[32];   /* by the logarithm of the size: a free table, or 0 */
  uint32_t collect_after;    /* edges before a collection; at least */
  uint32_t since_collection; /* edges since the last collection */
  VEC (bool) live;           /* while collecting: by thread */

  struct pairmap pairs;     /* reported pairs of locations */
  struct pairmap unlocated; /* reported variables, without locations */
  uint64_t found;           /* races that were reported */
  uint64_t seen;            /* all races */
  uint32_t racy;            /* variables with a race */
};

/* WORLD is borrowed. */
void races_init (struct races *races, struct world *world,
                 enum race_discipline discipline, enum race_detector detector,
                 struct arena *arena);

/* Process the next event, which the world has allowed. */
void races_event (struct races *races, const struct trace_event *event);

/* Fetch memory ahead for the events of BATCH. */
void races_prefetch (struct races *races, const struct trace_batch *batch);

#endif
