/* choices.h -- which processes could play the threads of an automaton: the
 * questions of a query, one after the other.
 *
 *     choices_init (&choices, &groundwork, &options, query, numbered, arena);
 *     while (choices_next (&choices, &counts))
 *       choices_ask (&choices, &question);
 *
 * Copies of a process are alike, so processes are grouped into classes (same body,
 * allowed for the same threads).  A choice is a class for each thread, and stands for
 * the first processes of these classes that are still free.  Taking the classes in
 * the order of those processes lists the choices in the order of the declarations,
 * without ever listing all pairs of ten thousand copies.
 *
 * A class whose code cannot make some step of the thread is not a candidate: most
 * queries of a model end here, without work.
 *
 * For patterns and races; a deadlock has its own source of questions (circles.h).
 */
#ifndef ASK_CHOICES_H
#define ASK_CHOICES_H

#include "engine/engine.h"
#include "ask/groundwork.h"
#include "phaseauto/common_locks.h"
#include "ask/decide_options.h"
#include "query/query.h"

/* Processes that are alike for the query. */
struct process_class
{
  body_id body;
  VEC (process_id) members; /* in order */
  uint32_t taken;           /* how many of the first ones play a thread already */
};

/* The sets of locks that are held at the places of an access. */
struct held_sets
{
  bool known;
  VEC (idset) sets;
};

struct choices
{
  struct groundwork *groundwork;
  const struct decide_options *options;
  const struct query *query;
  bool numbered; /* processes can read their numbers, so that no two are alike */
  struct arena *arena;
  const struct factored_automaton *factored;
  uint32_t threads;
  struct watch **watches; /* by factor, by thread */
  VEC (struct process_class) classes;
  bool *candidate;        /* by thread * classes.count + class */
  struct held_sets *held; /* for races, by factor, thread and class */
  bool some;              /* there may be more questions */
  uint32_t *chosen;       /* by thread: class */
  process_id *processes;  /* by thread */
  int64_t *after;         /* by thread: the process tried last; -1: none */
  thread_id thread;       /* the next one to choose a process for */
  uint32_t factor;        /* the next one to try for the current choice */
};

/* All arguments are borrowed; everything lives in ARENA, whose quota may unwind any
   of these functions. */
void choices_init (struct choices *choices, struct groundwork *groundwork,
                   const struct decide_options *options, const struct query *query,
                   bool numbered, struct arena *arena);

/* Go to the next question; false: there is none.  Adds to COUNTS all choices that were
   considered, also those that were ruled out without asking an engine. */
bool choices_next (struct choices *choices, struct statistics *counts);

/* Fill in the current question, which lives as long as the arena. */
void choices_ask (const struct choices *choices, struct question *question);

/* A lock that two processes of the current question would need at the same time; false:
   none is known.  For choices with the reduction `units' but without `common-locks',
   which rules such questions out. */
bool choices_find_lock (const struct choices *choices, struct common_lock *found);

/* The factor of the automaton that the current question is about. */
uint32_t choices_factor (const struct choices *choices);

#endif
