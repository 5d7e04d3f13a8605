/* execution.h -- stateless search: execute, go back, execute differently.
 *
 *     struct stateless_search execution;
 *     execution_init (&execution, control, &instance, processes, count, true, arena);
 *     if (execution_search (&execution) == VERDICT_VIOLATION)
 *       execution_witness (&execution, &run, arena);
 *
 * One execution at a time is tried, and none is stored: memory grows with the length of
 * an execution.  A process runs until it has to wait; then another one does.  At the end
 * the search goes back to the last step where another process has to be tried: where a
 * race was seen (dependence.h).  At such a place all choices of a process, since its code
 * may branch, are tried.  Exact for processes without loops; a loop head may be passed
 * EXECUTION_VISITS times by a process, and if that limit was reached and no violation was
 * found, the answer is unknown.
 *
 * After [ElmasQadeer05], section 5, with the places to go back to of
 * [FlanaganGodefroid2005] and [Abdulla2014], and sleep sets; doc/engine-stateless.md has
 * the argument.
 */
#ifndef ENGINE_EXECUTION_H
#define ENGINE_EXECUTION_H

#include "engine/stateless/dependence.h"
#include "engine/verdict_kind.h"

/* How often a process may come to one loop head, or one recursive entry. */
#define EXECUTION_VISITS 3

/* What is known of a process in a node. */
enum
{
  NODE_ENABLED = 1, /* it can do something */
  NODE_READY = 2,   /* and it waits for nothing, and nothing of it sleeps */
  NODE_AWAKE = 4,   /* it can do something that is not asleep */
  NODE_WANTED = 8,  /* it has to be tried */
  NODE_TRIED = 16,  /* it was tried, with all its choices */
};

/* A state of the current execution, and the choice that was made there. */
struct node
{
  uint8_t *flags;             /* by process */
  struct choices_of *choices; /* by process */
  participant_id process;     /* the process that goes on from here, or
                                 PARTICIPANT_NONE */
  uint32_t choice;            /* among its choices */
  struct actor actor;         /* where the process was */
  bool counts_visit;          /* its step led to a loop head */
};

struct stateless_search
{
  struct program program;
  struct frames frames;
  struct state state;   /* without the stacks, which are in `actors' */
  struct actor *actors; /* by process */
  struct order order;
  struct arena *arena;
  bool reduces;             /* false: every process is tried everywhere */
  VEC (struct node) nodes;  /* those from DEPTH on are kept for their memory */
  uint32_t depth;           /* of the current execution */
  struct next_step next;    /* of one process */
  struct event_races races; /* of one of its choices */
  uint32_t *seen;           /* by process: the last event examined for races with it */
  uint32_t *head;           /* by symbol: the number of the loop head, or UINT32_MAX */
  uint32_t heads;
  uint8_t *visits; /* by process, loop head */
  bool *met;       /* by process: it has made its meeting, and stays */
  uint32_t met_count, to_meet;
  bool cut;
  struct
  {
    uint64_t visited, executions; /* steps, and executions */
  } counts;
};

void execution_init (struct stateless_search *execution, const struct control *control,
                     const struct pa_instance *instance, const process_id *processes,
                     uint32_t count, bool reduces, struct arena *arena);

enum verdict_kind execution_search (struct stateless_search *execution);

/* Write the execution that was found to RUN; participants are indices in PROCESSES. */
void execution_witness (struct stateless_search *execution, struct run *run,
                        struct arena *arena);

#endif
