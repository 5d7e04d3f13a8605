/* program.h -- what the processes of one question may do.
 *
 * A question: can these processes make all steps of this automaton?  The first
 * processes play its threads, in order; the others are bystanders.  The search names
 * a process by its place among them, a participant_id.
 *
 * In a state each process has edges.  An action of a rule is one edge where the
 * automaton loops and another where it moves (phaseauto/instance.h), and the two may
 * be of different kinds:
 *
 *     FREE     touches nothing that is shared: a skip, call or return, an action
 *              that the automaton never watches, and also the loop of an action
 *              that is a step somewhere but forbidden nowhere
 *     ACQUIRE  RELEASE
 *     ACCESS   depends on the automaton's state: a move, or the loop of an action
 *              that is forbidden somewhere
 *     ORDER    a start, a join, the first or last action of a process: depends on, or
 *              changes, what has happened to processes
 *
 * Accesses are listed in every state, enabled or not: whether they become enabled
 * depends on what others do, and transactions.c must know about them.
 *
 * Of an automaton whose last steps happen together (phaseauto/meetings.h) these are no
 * edges: the goal is a state in which all of their threads are poised.  A place where
 * a thread may be poised, with whatever locks, is a meeting place.
 *
 * Everything is borrowed but what lives in the arena given to program_init.
 */
#ifndef ENGINE_PROGRAM_H
#define ENGINE_PROGRAM_H

#include "engine/steps/control.h"
#include "engine/steps/lives.h"
#include "engine/steps/state.h"
#include "engine/steps/watching.h"
#include "phaseauto/instance.h"
#include "wpds/lock_numbers.h"

/* The most frames of recursive calls on a stack. */
#define PROGRAM_STACK_BOUND 8

enum edge_kind
{
  EDGE_FREE,
  EDGE_ACCESS,
  EDGE_ACQUIRE, /* from here on: changes what others may do */
  EDGE_RELEASE,
  EDGE_ORDER,
};

struct edge
{
  uint32_t rule;
  enum edge_kind kind;
  bool moves; /* the automaton */
  bool enabled;
  bool cut; /* a call not enabled because of the bound */
};

struct edges
{
  VEC (struct edge) list;
};

struct program
{
  const struct pds *pds;
  const struct control *control;
  const struct pa_instance *instance;
  const process_id *processes; /* of the PDS */
  uint32_t count;
  uint32_t threads;          /* the number of processes that play a thread */
  struct lock_numbers locks; /* those that the processes use */
  uint32_t lives;            /* processes of the model; 0: it has no life cycles */
  uint32_t alone;            /* steps of the automaton that do not happen together, */
  bool meets;                /* ... and are there others? */
  struct watching watching;
  struct arena *arena;
};

void program_init (struct program *program, const struct control *control,
                   const struct pa_instance *instance, const process_id *processes,
                   uint32_t count, struct arena *arena);

/* All processes at their entries. */
void program_start (const struct program *program, struct states *states,
                    struct state *state);

/* What PROCESS may do in STATE, in the order of its rules, loops first. */
void program_list_edges (const struct program *program, struct states *states,
                         const struct state *state, participant_id process,
                         struct edges *edges);

/* EDGE of PROCESS, an access, is not enabled: can it be when more steps are done? */
bool program_has_hope (const struct program *program, const struct state *state,
                       participant_id process, const struct edge *edge);

/* Is PROCESS at a meeting place of its thread?  There is one only if the program
   meets. */
bool program_is_meeting_place (const struct program *program, const struct states *states,
                               const struct state *state, participant_id process);

/* When all other steps are done: is PROCESS poised, by *RULE?  Its thread meets. */
bool program_is_poised (const struct program *program, const struct states *states,
                        const struct state *state, participant_id process,
                        uint32_t *rule);

/* When all other steps are done: are all threads poised that have a step among those
   that happen together?  RULES, by participant, if not null: the rule of each. */
bool program_is_meeting (const struct program *program, const struct states *states,
                         const struct state *state, uint32_t *rules);

/* PROCESS goes along EDGE, which is enabled. */
void program_take (const struct program *program, struct states *states,
                   struct state *state, participant_id process, const struct edge *edge);
/* Undo that; STACK is the one that PROCESS had before. */
void program_untake (const struct program *program, struct state *state,
                     participant_id process, const struct edge *edge, pds_stack stack);

#endif
