/* agenda.h -- the states of the interpreter: each once, and which of them are to be
 * interpreted, or to be interpreted again. */
#ifndef JAVA_INTERPRETER_AGENDA_H
#define JAVA_INTERPRETER_AGENDA_H

#include "base/pairmap.h"
#include "base/vec.h"

/* States at one instruction of an instance; then locals are widened. */
#define STATES_MOST 48

/* A state is at a node of an instance's graph. */
struct state
{
  uint32_t instance, node;
  uint32_t instruction;
  uint32_t frame; /* a row, see machine.h */
  bool queued;
};

struct agenda
{
  struct arena *arena;
  VEC (struct state) list;
  struct pairmap places, known; /* ((instance, instruction), frame) */
  VEC (uint32_t) at;            /* by place: how many */
  VEC (uint32_t) worklist;
};

#define STATE_NONE PAIRMAP_FREE

void agenda_init (struct agenda *agenda, struct arena *arena);
/* The number of a place, for the next three. */
uint32_t agenda_place (struct agenda *agenda, uint32_t instance, uint32_t instruction);
/* How many states are there? */
uint32_t agenda_count_at (const struct agenda *agenda, uint32_t place);
/* The one with FRAME, or STATE_NONE. */
uint32_t agenda_find (const struct agenda *agenda, uint32_t place, uint32_t frame);
/* A new one, to be interpreted; its number. */
uint32_t agenda_add (struct agenda *agenda, uint32_t place, struct state state);
/* NUMBER is to be interpreted again. */
void agenda_wake (struct agenda *agenda, uint32_t number);

#endif
