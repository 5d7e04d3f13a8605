/* program.h -- the program that a question is about: processes, their locks and values,
 * and the automaton that watches them.
 *
 * A question is about some processes of a multi-PDS, its participants; they are numbered
 * from 0 on.  If the model has values that are not to be ignored, `data' says what its
 * steps do with them; otherwise it is null, and a step is what the action of its rule
 * says.  Everything else is the same for both.
 *
 * The rules of a symbol all have the same action, and only skips and tests have several
 * (ir/project.h).  So a symbol stands for one step, which has choices (next_step.h).
 *
 * If the last steps of an automaton happen together (phaseauto/meetings.h), no process
 * makes them: the goal is a state in which all of their threads are poised to.
 *
 * All pointers are borrowed, except into the arena given to program_init.
 */
#ifndef ENGINE_PROGRAM_H
#define ENGINE_PROGRAM_H

#include "engine/steps/control.h"
#include "engine/steps/data_model.h"
#include "engine/steps/watching.h"
#include "phaseauto/instance.h"
#include "wpds/lock_numbers.h"

/* The most frames of recursive calls on a stack. */
#define PROGRAM_STACK_BOUND 8

struct state;

struct program
{
  const struct pds *pds;
  const struct control *control;
  struct data_model *data; /* null: values are ignored, or the model has none */
  struct arena *arena;
  const process_id *processes; /* by participant */
  uint32_t count;
  struct lock_numbers locks; /* those that the participants use */
  uint32_t lives;            /* the processes of the model; 0: it has no life cycles */
  bool waits;                /* a wait ends by a notify only (doc/theory-stuck.md) */
  /* The automaton, if there is one. */
  const struct pa_instance *instance; /* or null */
  struct watching watching;
  uint32_t threads;
  thread_id *plays; /* by participant: its thread, or THREAD_NONE */
  uint32_t alone;   /* how many steps of the automaton do not happen together */
  bool meets;       /* some steps do */
};

/* PROCESSES, COUNT of them, take part; null: all of the model. */
void program_init (struct program *program, const struct control *control,
                   struct data_model *data, const process_id *processes, uint32_t count,
                   struct arena *arena);

/* Let waits of PROGRAM, which has values, end by a notify only.  To be called before
   there are any states. */
void program_count_waits (struct program *program);

/* Let INSTANCE watch the program; PLAYERS, by thread, are participants. */
void program_watch (struct program *program, const struct pa_instance *instance,
                    const process_id *players);

/* PROCESS, whose thread has one of the steps that happen together, is at SYMBOL in STATE:
   is it poised to make that step? */
bool program_is_poised (const struct program *program, const struct state *state,
                        uint32_t process, uint32_t symbol);

/* The action of all rules of SYMBOL. */
static inline pds_action
program_action (const struct program *program, uint32_t symbol)
{
  uint32_t rule = pds_rules_of (program->pds, (pds_symbol){ symbol }).begin;
  return program->pds->rules.at[rule].action;
}

/* The thread that PROCESS plays, or THREAD_NONE. */
static inline thread_id
program_thread (const struct program *program, uint32_t process)
{
  assert (process < program->count);
  return program->instance ? program->plays[process] : THREAD_NONE;
}

#endif
