/* casting.c -- see casting.h. */
#include <config.h>

#include "ask/casting.h"

#include <assert.h>
#include <string.h>

#include "ask/companions.h"
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

/* List the processes of the question: threads, companions, others.  *NEEDED: threads and
   companions.  Returns the number of all. */
static uint32_t
list_processes (const struct casting *casting, process_id *processes, uint32_t *needed,
                struct arena *arena)
{
  const struct groundwork *groundwork = casting->groundwork;
  uint32_t all = groundwork->pds->processes.count, threads = thread_count (casting);
  memcpy (processes, casting->processes, threads * sizeof *processes);
  *needed = companions_add (&groundwork->life_cycles, processes, threads, arena);
  if (casting->options->reductions & REDUCTION_ACTIVE)
    return *needed;
  uint32_t count = *needed;
  bool *in = arena_calloc (arena, all, sizeof *in);
  for (uint32_t i = 0; i < count; i++)
    in[processes[i].index] = true;
  for (process_id p = { 0 }; p.index < all; p.index++)
    if (!in[p.index])
      processes[count++] = p;
  assert (count == all);
  return count;
}

/* Let the processes that play no thread take part as bystanders. */
static void
add_bystanders (const struct casting *casting, struct participant *participants,
                const process_id *processes, uint32_t count, struct arena *arena)
{
  struct watch *watch = arena_alloc (arena, sizeof *watch);
  watch_init_bystander (watch, casting->watches[0].steps);
  for (uint32_t i = thread_count (casting); i < count; i++)
    participants[i] = participant_of (casting, processes[i], watch);
}

void
casting_ask (const struct casting *casting, struct question *question,
             struct arena *arena)
{
  struct groundwork *groundwork = casting->groundwork;
  const struct decide_options *options = casting->options;
  uint32_t threads = thread_count (casting), steps = casting->watches[0].steps;
  assert (threads > 0 && steps == pa_phases (casting->instance->automaton));
  bool alone = (options->reductions & REDUCTION_ACTIVE) && !groundwork->pds->life_cycles;
  uint32_t room = alone ? threads : groundwork->pds->processes.count, needed;
  process_id *processes = arena_alloc (arena, room * sizeof *processes);
  uint32_t count = list_processes (casting, processes, &needed, arena);
  struct participant *participants = casting_list (casting, count, arena);
  if (count > threads)
    add_bystanders (casting, participants, processes, count, arena);
  *question = (struct question){ .survey = &groundwork->survey,
                                 .instance = casting->instance,
                                 .steps = steps,
                                 .participants = participants,
                                 .processes = processes,
                                 .threads = threads,
                                 .needed = needed,
                                 .count = count,
                                 .reductions = options->reductions,
                                 .large = options->large ? options->large : LARGE,
                                 .explain = options->witness,
                                 .shown = options->witness && options->best_witness };
}
