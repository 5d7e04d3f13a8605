/* interleave.h -- find an interleaving with the fewest context switches, then the fewest
 * statements.
 *
 * The caller says what a process may do, place by place: schedule.c knows one path for
 * each process, best.c all of them.  A state is the places of all processes, the number
 * of steps that the automaton has made, which processes have been started and have
 * finished, and the process that moved last.  If the last steps of the automaton happen
 * together, a state in which each of their threads could make its step ends the search,
 * and the run ends with these steps.  The search is A*: there are at least as many
 * switches to come as the remaining steps of the automaton change threads, and the caller
 * has a lower bound for the statements of each process up to its next step.  With many
 * processes that bound is too weak, and the caller guesses.
 */
#ifndef WITNESS_INTERLEAVE_H
#define WITNESS_INTERLEAVE_H

#include "engine/run.h"
#include "phaseauto/instance.h"

/* One or more rules of a process, only the last of which may be blocked. */
struct interleave_move
{
  uint32_t to;       /* place */
  uint32_t visible;  /* statements */
  lock_id acquires;  /* which must be free; LOCK_NONE: acquires nothing */
  pds_action action; /* of the last rule */
  bool guarded;      /* the automaton may forbid the action in some states */
  bool steps;        /* the action makes a step of the automaton */
  bool orders;       /* the action is a start, a join, or the wake or end of a process */
  uint32_t tag;      /* for the caller */
};

struct interleave_moves
{
  VEC (struct interleave_move) list;
};

struct interleave
{
  const struct pds *pds;
  const struct pa_instance *instance;
  uint32_t count;              /* the number of processes: the threads, then others */
  const process_id *processes; /* by participant */
  const uint32_t *starts;      /* their first places */
  void *context;
  void (*list) (void *context, participant_id process, uint32_t place,
                struct interleave_moves *moves, struct arena *arena);
  /* The locks that are held at a place. */
  idset (*held) (void *context, participant_id process, uint32_t place);
  /* Append the rules of a move to RUN. */
  void (*write) (void *context, participant_id process,
                 const struct interleave_move *move, struct run *run,
                 struct arena *arena);
  /* A lower bound for the statements until the thread of STEP (from 0) can make it;
     UINT32_MAX: it never can.  Null: no bound is known. */
  uint32_t (*rest) (void *context, uint32_t step, uint32_t place);
  /* The statements that a process probably still executes; null: unknown.  This guess
     leads straight to an interleaving of many processes, which may have a few switches
     more than the best one. */
  uint32_t (*left) (void *context, participant_id process, uint32_t place);
  /* By participant: whom it may start and whom it may join, as masks of participants;
     null: unknown.  A process without locks that no other needs any more does not go
     on. */
  const uint64_t *starts_whom, *joins_whom;
  uint32_t states; /* the most states that are considered */
  bool hurry;      /* any interleaving will do: expand the state in which most is done */
  uint64_t bound;  /* only cheaper interleavings (interleave_cost); 0: any */
};

enum interleave_outcome
{
  INTERLEAVE_FOUND,
  INTERLEAVE_NONE,
  INTERLEAVE_LIMIT, /* undecided: there are too many states */
};

/* RUN lives in ARENA. */
enum interleave_outcome interleave_search (struct run *run,
                                           const struct interleave *interleave,
                                           struct quota *quota, struct arena *arena);

/* The cost of RUN, to be compared: switches, then statements. */
uint64_t interleave_cost (const struct pds *pds, const struct run *run);

#endif
