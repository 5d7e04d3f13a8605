/* interleave.h -- find an interleaving: fewest context switches, then fewest
 * statements.
 *
 * What a process may do is told by its owner, place by place: schedule.c knows
 * one path for each, best.c all of them.  A state is where all processes are,
 * how many steps the automaton has made, and who moved last.  The search is A*:
 * at least as many switches are still to come as the remaining steps of the
 * automaton change threads, and each process has at least so many statements to
 * go to its next step as its owner says.
 */
#ifndef WITNESS_INTERLEAVE_H
#define WITNESS_INTERLEAVE_H

#include "engine/run.h"
#include "phaseauto/instance.h"

/* One or more rules that nothing can stand in the way of but the last. */
struct interleave_move
{
  uint32_t to;       /* place */
  uint32_t visible;  /* statements */
  lock_id acquires;  /* it must be free; LOCK_NONE: acquires nothing */
  pds_action action; /* of the last rule */
  bool guarded;      /* the automaton may forbid it for the moment */
  bool steps;        /* it makes a step of the automaton */
  uint32_t tag;      /* the owner's */
};

struct interleave_moves
{
  VEC (struct interleave_move) list;
};

struct interleave
{
  const struct pds *pds;
  const struct pa_instance *instance;
  uint32_t count;           /* of processes: the threads */
  const uint32_t *starts;   /* their places */
  void *context;
  void (*list) (void *context, participant_id process, uint32_t place,
                struct interleave_moves *moves, struct arena *arena);
  /* Locks that are held at a place. */
  idset (*held) (void *context, participant_id process, uint32_t place);
  /* The rules of a move, put behind those of RUN. */
  void (*write) (void *context, participant_id process,
                 const struct interleave_move *move, struct run *run,
                 struct arena *arena);
  /* At least so many statements until the thread of STEP (from 0) can make it,
     UINT32_MAX: it never can.  Null: nothing is known. */
  uint32_t (*rest) (void *context, uint32_t step, uint32_t place);
  uint32_t states;          /* no more are looked at */
  bool hurry;               /* any interleaving: go on where most is done */
  uint64_t bound;           /* only cheaper ones (interleave_cost); 0: any */
};

enum interleave_outcome
{
  INTERLEAVE_FOUND,
  INTERLEAVE_NONE,
  INTERLEAVE_LIMIT, /* there are too many states to know */
};

/* RUN lives in ARENA. */
enum interleave_outcome interleave_search (struct run *run,
                                           const struct interleave *interleave,
                                           struct quota *quota, struct arena *arena);

/* Switches, then statements. */
uint64_t interleave_cost (const struct pds *pds, const struct run *run);

#endif
