/* casting.c -- see casting.h. */
#include <config.h>

#include "engine/casting.h"

#include <assert.h>
#include <string.h>

#include "phaseauto/reduction.h"

/* A process with more symbols is large (engine.h), unless the options say otherwise. */
#define LARGE 512

static uint32_t
thread_count (const struct casting *casting)
{
  return casting->instance->automaton->threads.count;
}

static struct participant
participant_of (const struct casting *casting, process_id process,
                const struct watch *watch)
{
  const struct pds *pds = casting->groundwork->pds;
  assert (process.index < pds->processes.count);
  return (struct participant){ pds->processes.at[process.index].body,
                               pds->processes.at[process.index].entry, watch };
}

struct participant *
casting_list (const struct casting *casting, uint32_t count, struct arena *arena)
{
  struct participant *participants = arena_alloc (arena, count * sizeof *participants);
  assert (count >= thread_count (casting));
  for (uint32_t t = 0; t < thread_count (casting); t++)
    participants[t]
      = participant_of (casting, casting->processes[t], &casting->watches[t]);
  return participants;
}

/* The processes that play no thread take part, too. */
static void
add_bystanders (const struct casting *casting, struct participant *participants,
                process_id *processes, uint32_t steps, struct arena *arena)
{
  uint32_t count = casting->groundwork->pds->processes.count;
  uint32_t threads = thread_count (casting), used = threads;
  struct watch *watch = arena_alloc (arena, sizeof *watch);
  watch_init_bystander (watch, steps);
  for (process_id p = { 0 }; p.index < count; p.index++)
    {
      bool plays = false;
      for (uint32_t t = 0; t < threads; t++)
        plays |= process_equal (casting->processes[t], p);
      if (plays)
        continue;
      participants[used] = participant_of (casting, p, watch);
      processes[used++] = p;
    }
  assert (used == count);
}

void
casting_ask (const struct casting *casting, struct question *question,
             struct arena *arena)
{
  struct groundwork *groundwork = casting->groundwork;
  const struct decide_options *options = casting->options;
  uint32_t threads = thread_count (casting), steps = casting->watches[0].steps;
  bool active = options->reductions & REDUCTION_ACTIVE;
  uint32_t count = active ? threads : groundwork->pds->processes.count;
  assert (threads > 0 && steps == pa_phases (casting->instance->automaton));
  struct participant *participants = casting_list (casting, count, arena);
  process_id *processes = arena_alloc (arena, count * sizeof *processes);
  memcpy (processes, casting->processes, threads * sizeof *processes);
  if (!active)
    add_bystanders (casting, participants, processes, steps, arena);
  *question = (struct question){ .survey = &groundwork->survey,
                                 .instance = casting->instance, .steps = steps,
                                 .participants = participants, .processes = processes,
                                 .threads = threads, .count = count,
                                 .reductions = options->reductions,
                                 .large = options->large ? options->large : LARGE,
                                 .explain = options->witness };
}
