/* scenarios.h -- which scenario is tried next: a variant of arguments and a prefix, the
 * calls that bring the object into some state before the threads start.
 *
 * A tree for each variant: a node is a prefix, its children have one call more.  A prefix
 * that leaves the object as one before did is put off to the end.  Short ones come first;
 * every second one makes what got farthest along the witness longer.  The order depends
 * on what the harness says about states and on how far tries got, and on nothing else.
 */
#ifndef JVM_SCENARIOS_H
#define JVM_SCENARIOS_H

#include <stdbool.h>

#include "base/vec.h"

#define SCENARIO_VARIANTS 4

struct scenario
{
  const char *calls; /* each with a tab before it */
  uint32_t variant, depth;
  uint32_t children; /* that were handed out */
  uint64_t state;    /* a digest */
  uint32_t score;    /* stops that its try reached */
  bool again;        /* somebody else has tried it */
  enum
  {
    SCENARIO_OPEN,   /* it is about to be built */
    SCENARIO_DRIVEN, /* it was, and may have children */
    SCENARIO_TWIN,   /* it is like one before, and put off */
    SCENARIO_BARREN, /* it cannot be built, or was put off and driven */
  } kind;
};

struct scenarios
{
  struct arena *arena;
  VEC (const char *) steps; /* methods that a prefix may call */
  VEC (struct scenario) nodes;
  uint32_t turn;
};

/* STEPS has a tab before each. */
void scenarios_init (struct scenarios *all, const char *steps, struct arena *arena);

/* The number of the node that is tried next, or UINT32_MAX: there are no more. */
uint32_t scenarios_next (struct scenarios *all);

/* Node NUMBER brought the object into a state; false: one before did, too, and it is put
   off. */
bool scenarios_note_state (struct scenarios *all, uint32_t number, uint64_t state);
/* It was tried, as far as SCORE stops; or it cannot be built. */
void scenarios_note_score (struct scenarios *all, uint32_t number, uint32_t score);
void scenarios_note_refusal (struct scenarios *all, uint32_t number);

/* Of those that were tried one for somebody else to try, whom REPEATED counts: the first,
   what got farthest, the second, and so on, each once; UINT32_MAX: there are no more. */
uint32_t scenarios_again (struct scenarios *all, uint32_t repeated);
/* Somebody else begins. */
void scenarios_rewind (struct scenarios *all);

#endif
