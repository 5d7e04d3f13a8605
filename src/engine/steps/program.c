/* program.c -- see program.h. */
#include <config.h>

#include "engine/steps/program.h"

#include <assert.h>

#include "engine/steps/state.h"

/* Number the locks that the participants use. */
static void
number_locks (struct program *program)
{
  const struct pds *pds = program->pds;
  if (program->data)
    {
      program->locks = program->data->locks;
      return;
    }
  lock_numbers_init (&program->locks, pds->locks.count, program->arena);
  for (uint32_t p = 0; p < program->count; p++)
    {
      body_id body = pds->processes.at[program->processes[p].index].body;
      const struct control_locks *locks = &program->control->locks[body.index];
      for (uint32_t i = 0; i < locks->count; i++)
        lock_numbers_add (&program->locks, locks->at[i]);
    }
}

static const process_id *
list_all_processes (const struct pds *pds, struct arena *arena)
{
  process_id *all = arena_alloc (arena, pds->processes.count * sizeof *all);
  for (uint32_t p = 0; p < pds->processes.count; p++)
    all[p] = (process_id){ p };
  return all;
}

void
program_init (struct program *program, const struct control *control,
              struct data_model *data, const process_id *processes, uint32_t count,
              struct arena *arena)
{
  const struct pds *pds = control->pds;
  assert (!data || (!processes && data->pds == pds));
  *program = (struct program){
    .pds = pds,
    .control = control,
    .data = data,
    .arena = arena,
    .processes = processes ? processes : list_all_processes (pds, arena),
    .count = processes ? count : pds->processes.count,
    .lives = pds->life_cycles ? pds->processes.count : 0,
  };
  number_locks (program);
}

void
program_count_waits (struct program *program)
{
  assert (program->data && !program->instance);
  program->waits = true;
  program->lives = program->pds->processes.count;
}

void
program_watch (struct program *program, const struct pa_instance *instance,
               const process_id *players)
{
  const struct pa_automaton *automaton = instance->automaton;
  uint32_t steps = automaton->steps.count;
  assert (steps > 0 && automaton->threads.count <= program->count);
  program->instance = instance;
  program->threads = automaton->threads.count;
  program->meets = automaton->together > 1;
  program->alone = steps - (program->meets ? automaton->together : 0);
  watching_init (&program->watching, program->pds, instance, program->arena);
  program->plays = arena_alloc (program->arena, program->count * sizeof *program->plays);
  for (uint32_t p = 0; p < program->count; p++)
    {
      program->plays[p] = THREAD_NONE;
      for (uint32_t t = 0; t < program->threads; t++)
        if (players[t].index == program->processes[p].index)
          program->plays[p] = (thread_id){ t };
    }
}

static idset
held_by (const struct program *program, const struct state *state, uint32_t process)
{
  idset held = IDSET_EMPTY;
  for (uint32_t l = 0; l < program->locks.count; l++)
    if (state->owners[l] == process + 1)
      held = idset_add (program->pds->idsets, held, program->locks.lock[l].index);
  return held;
}

bool
program_is_poised (const struct program *program, const struct state *state,
                   uint32_t process, uint32_t symbol)
{
  thread_id thread = program_thread (program, process);
  assert (program->meets && pa_instance_meets (program->instance, thread));
  pds_action action = program_action (program, symbol);
  return (watching_of (&program->watching, thread, action) & WATCHED_MEETING)
         && pa_instance_poised (program->instance, thread,
                                &program->pds->actions.at[action.index],
                                held_by (program, state, process));
}
