/* runs.h -- running sets of automata over interleavings of two units.
 *
 * A letter is one action of one of two processes; all accesses are to one of
 * two fields and happen inside a unit.  A run steps all instances of a set at
 * once: every automaton, every choice of the processes for its threads, every
 * ordered choice of fields.
 */
#ifndef TESTS_PHASEAUTO_RUNS_H
#define TESTS_PHASEAUTO_RUNS_H

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "phaseauto/instance.h"
#include "phaseauto/read_automata.h"

enum
{
  /* Letters below 8: bit 0 the field, bit 1 a write, bit 2 the process. */
  LETTER_FIELD = 1,
  LETTER_WRITE = 2,
  LETTER_PROCESS = 4,
  LETTER_ACCESSES = 8,
  /* The others: bit 0 an end, bit 2 the process. */
  LETTER_BEGIN = 8,
  LETTER_END = 9,
  LETTER_COUNT = 16,
};

/* By letter: the states that may loop and those that may step, as bits. */
struct run_instance
{
  uint32_t automaton;
  uint8_t loop[LETTER_COUNT], step[LETTER_COUNT];
  uint8_t final;
};

#define RUN_INSTANCES_MOST 128

struct run_set
{
  struct pa pa;
  struct idsets idsets;
  struct run_instance instances[RUN_INSTANCES_MOST];
  uint32_t count;
};

static inline struct pds_action_info
letter_action (struct run_set *set, unsigned letter)
{
  struct pds_action_info action = { .sets = idset_add (&set->idsets, IDSET_EMPTY, 0) };
  if (letter < LETTER_ACCESSES)
    {
      action.op = letter & LETTER_WRITE ? PDS_WRITE : PDS_READ;
      action.object.field = (field_id){ letter & LETTER_FIELD };
    }
  else
    action.op = letter & 1 ? PDS_END : PDS_BEGIN;
  return action;
}

static inline void
run_set_add (struct run_set *set, uint32_t index, bool swap_threads, bool swap_fields)
{
  const struct pa_automaton *automaton = &set->pa.set.automata.at[index];
  field_id fields[2] = { { swap_fields }, { !swap_fields } };
  struct pa_instance instance = { automaton, fields, { 0 }, &set->idsets };
  assert (set->count < RUN_INSTANCES_MOST && automaton->threads.count == 2);
  struct run_instance *run = &set->instances[set->count++];
  memset (run, 0, sizeof *run);
  run->automaton = index;
  run->final = (uint8_t) (1u << automaton->steps.count);
  for (unsigned letter = 0; letter < LETTER_COUNT; letter++)
    for (uint32_t x = 0; x <= automaton->steps.count; x++)
      {
        struct pds_action_info action = letter_action (set, letter);
        thread_id thread = { (letter & LETTER_PROCESS ? 1u : 0u) ^ swap_threads };
        struct pa_moves moves = pa_instance_moves (&instance, x, thread, &action);
        run->loop[letter] = (uint8_t) (run->loop[letter] | moves.loop << x);
        run->step[letter] = (uint8_t) (run->step[letter] | moves.step << x);
      }
}

/* All instances of the shipped set NAME. */
static inline void
run_set_init (struct run_set *set, struct quota *quota, const char *name)
{
  pa_init (&set->pa, quota);
  if (!pa_read_shipped (&set->pa, name))
    abort ();
  idsets_init (&set->idsets, &set->pa.arena);
  set->count = 0;
  for (uint32_t i = 0; i < set->pa.set.automata.count; i++)
    for (unsigned choice = 0; choice < 4; choice++)
      run_set_add (set, i, choice & 1, choice & 2);
}

/* The states of one instance after one more letter. */
static inline uint8_t
run_step (const struct run_instance *run, uint8_t states, unsigned letter)
{
  return (uint8_t) ((states & run->loop[letter]) | (states & run->step[letter]) << 1);
}

/* Does automaton INDEX of SET, in the given order of threads and fields, accept
   the LENGTH letters? */
static inline bool
run_accepts (const struct run_set *set, uint32_t instance, const unsigned char *letters,
             size_t length)
{
  uint8_t states = 1;
  for (size_t i = 0; i < length; i++)
    states = run_step (&set->instances[instance], states, letters[i]);
  return states & set->instances[instance].final;
}

#endif
