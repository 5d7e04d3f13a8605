/* states.h -- the states of a model, as gates, without any reduction.
 *
 * Every process is at one of its places (whereabouts.h); everything else is a row of
 * values:
 *
 *     cells of fields with a type
 *     owner of each lock     0: nobody; else the process, from 1
 *     started, finished      of each process
 *     waiting                of each process, if the query is about who waits for ever:
 *                            0: in no wait set; else in that of this lock, from 1
 *     done                   steps of the automaton, for a pattern
 *     midst                  who is in the midst of an atomic block; as an owner
 *     slots                  of each frame that a process can have open, named by the
 *                            place of the call, or PLACE_ENDED for the process itself;
 *                            0 while it is not open
 */
#ifndef CERTIFICATE_CHECKER_STATES_H
#define CERTIFICATE_CHECKER_STATES_H

#include "certificate/checker/whereabouts.h"
#include "certificate/checker/words.h"

/* A frame that a process can have open. */
struct frame_slots
{
  uint32_t process, below;
  const struct ir_graph *body;
  uint32_t first; /* the value of its first slot; the others follow */
};

struct system
{
  const struct ir_projection *lowering;
  struct arena *arena;
  struct whereabouts places;
  uint32_t steps; /* of the automaton; 0: there is none */
  /* Numbers of values: */
  uint32_t *first_cell; /* by field; UINT32_MAX: it has no values */
  uint32_t first_owner, first_started, first_finished, done, midst;
  uint32_t first_waiting;  /* UINT32_MAX: a wait may end by itself */
  struct pairmap frame_of; /* (process, place of the call) -> frame */
  VEC (struct frame_slots) frames;
  VEC (uint8_t) width; /* by value */
};

struct system_state
{
  gate **at; /* by process and index in its list: it is at this place */
  struct word *values;
};

/* False: the places cannot be listed.  WAITS: a wait needs a notify. */
bool system_init (struct system *system, const struct ir_projection *lowering,
                  uint32_t steps, bool waits, struct arena *arena);

static inline uint32_t
system_processes (const struct system *system)
{
  return system->lowering->pds.processes.count;
}

/* The frame of PROCESS with BELOW below it; null: there is none. */
const struct frame_slots *system_frame (const struct system *system, uint32_t process,
                                        uint32_t below);

/* Any state: every process is at one of its places, and values are arbitrary. */
struct system_state system_any_state (const struct system *system, struct gates *gates);
/* Any initial state. */
struct system_state system_first_state (const struct system *system, struct gates *gates);
struct system_state system_copy (const struct system *system,
                                 const struct system_state *state);

/* Is value number VALUE the number NUMBER?  (Not of a cell or slot, which have signs.) */
gate system_is (const struct system *system, struct gates *gates,
                const struct system_state *state, uint32_t value, uint32_t number);
/* Set value number VALUE to WORD, as wide, if WHEN. */
void system_set (const struct system *system, struct gates *gates,
                 struct system_state *state, uint32_t value, gate when, struct word word);
/* Set value number VALUE to NUMBER if WHEN. */
void system_set_number (const struct system *system, struct gates *gates,
                        struct system_state *state, uint32_t value, gate when,
                        uint32_t number);

/* The number of a process as an owner. */
static inline uint32_t
system_as_owner (uint32_t process)
{
  return process + 1;
}

/* At PLACE, is the frame over BELOW open? */
bool system_is_open (const struct system *system, uint32_t place, uint32_t below);

#endif
