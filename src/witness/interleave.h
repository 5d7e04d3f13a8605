/* interleave.h -- find an interleaving: fewest context switches, then fewest
 * statements.
 *
 * The caller tells what a process may do, place by place: schedule.c knows one path
 * for each process, best.c all of them.  A state is the places of all processes, the
 * number of steps that the automaton has made, which processes have been started and
 * have finished, and the process that moved last.  Where the last steps of the automaton
 * happen together, a state in which each of their threads could make its step ends the
 * search, and the run ends with these steps.  The search is A*: there are at least as
 * many switches to come as the remaining steps of the automaton change threads, and the
 * caller has a lower bound for the statements of each process up to its next step.  With
 * many processes that is too weak a bound, and the caller guesses.
 */
#ifndef WITNESS_INTERLEAVE_H
#define WITNESS_INTERLEAVE_H

#include "engine/run.h"
#include "phaseauto/instance.h"

/* One or more rules of a process, of which only the last can be blocked. */
struct interleave_move
{
  uint32_t to;       /* place */
  uint32_t visible;  /* statements */
  lock_id acquires;  /* which must be free; LOCK_NONE: acquires nothing */
  pds_action action; /* of the last rule */
  bool guarded;      /* the automaton may forbid the action in some states */
  bool steps;        /* the action makes a step of the automaton */
  bool orders;       /* the action is a start, a join, or the first or last of a
                        process */
  uint32_t tag;      /* the caller's */
};

struct interleave_moves
{
  VEC (struct interleave_move) list;
};

struct interleave
{
  const struct pds *pds;
  const struct pa_instance *instance;
  uint32_t count;              /* of processes: the threads, then others */
  const process_id *processes; /* by participant */
  const uint32_t *starts;      /* their places */
  void *context;
  void (*list) (void *context, participant_id process, uint32_t place,
                struct interleave_moves *moves, struct arena *arena);
  /* Locks that are held at a place. */
  idset (*held) (void *context, participant_id process, uint32_t place);
  /* Append the rules of a move to RUN. */
  void (*write) (void *context, participant_id process,
                 const struct interleave_move *move, struct run *run,
                 struct arena *arena);
  /* A lower bound for the statements until the thread of STEP (from 0) can make it,
     UINT32_MAX: it never can.  Null: nothing is known. */
  uint32_t (*rest) (void *context, uint32_t step, uint32_t place);
  /* Statements that a process most probably still executes before the end; null: nothing
     is known.  A guess that leads straight to an interleaving of many processes, which
     may then have a switch more than the best one. */
  uint32_t (*left) (void *context, participant_id process, uint32_t place);
  /* By participant: whom it may start and whom it may join, as masks of participants;
     null: nothing is known.  Who is needed by nobody any more and holds no lock does
     not go on. */
  const uint64_t *starts_whom, *joins_whom;
  uint32_t states; /* the most that are considered */
  bool hurry;      /* any interleaving will do: go on where most is done */
  uint64_t bound;  /* only cheaper interleavings (interleave_cost); 0: any */
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

/* The cost of RUN, to be compared: switches, then statements. */
uint64_t interleave_cost (const struct pds *pds, const struct run *run);

#endif
