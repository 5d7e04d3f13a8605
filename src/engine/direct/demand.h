/* demand.h -- what a question demands of a thread, where that is simple: one access or
   two, and a unit that goes on between them. */
#ifndef DIRECT_DEMAND_H
#define DIRECT_DEMAND_H

#include "engine/engine.h"

/* Sets of actions have numbers: equal sets have equal ones. */
struct action_sets
{
  struct arena *arena;
  struct pairmap numbers; /* (number of the set without its last action, that action) */
  VEC (uint32_t) first;   /* by number: into actions */
  VEC (uint32_t) actions; /* a set ends where the next one begins */
};

void action_sets_init (struct action_sets *sets, struct arena *arena);

struct demand
{
  uint32_t first, second; /* the states of the automaton from which its steps are made;
                             without a second one DEMAND_NONE */
  bool waits;             /* others make steps in between */
  bool rests;             /* others make steps afterwards */
  uint32_t start, goal;   /* actions that can be the first, the second step */
  uint32_t barred;        /* a set of actions that are forbidden in between */
};

#define DEMAND_NONE UINT32_MAX

/* The demand of thread T of QUESTION; false if it is not that simple. */
bool demand_of (struct demand *demand, struct action_sets *sets,
                const struct question *question, uint32_t t);

/* Does every step of QUESTION belong to one thread? */
bool demand_is_sequence (const struct question *question);

#endif
