/* choices.h -- which processes could play the threads of an automaton: the
 * questions of a query, one after the other.
 *
 *     choices_init (&choices, &groundwork, &options, query, arena);
 *     while (choices_next (&choices, &counts))
 *       choices_ask (&choices, &question);
 *
 * Copies of a process are alike, so processes are grouped into classes (same body,
 * allowed for the same threads), and a choice is a class for each thread; it stands
 * for the first processes of these classes that are still free.  Taking the classes
 * in the order of those processes lists the choices in the order of the
 * declarations, without ever listing all pairs of ten thousand copies.
 *
 * A class that cannot make a step of the thread, anywhere in its code, is not a
 * candidate: most queries of a model end here, without work.
 */
#ifndef ENGINE_CHOICES_H
#define ENGINE_CHOICES_H

#include "engine/engine.h"
#include "engine/groundwork.h"
#include "query/decide_options.h"
#include "query/query.h"

/* Processes that are alike for the query. */
struct process_class
{
  body_id body;
  process_id first;
  uint32_t taken;            /* how many of them play a thread already */
  uint32_t count;
  const process_id *processes; /* in order */
};

struct choices
{
  struct groundwork *groundwork;
  const struct decide_options *options;
  const struct query *query;
  struct arena *arena;
  const struct factored_automaton *factored;
  uint32_t threads;
  struct watch **watches;         /* by factor, by thread */
  struct process_class *classes;
  uint32_t class_count;
  bool *candidate;                /* by thread * class_count + class */
  bool some;                      /* every thread has a candidate */
  uint32_t *chosen;               /* by thread: class */
  process_id *processes;          /* by thread */
  int64_t *after;                 /* by thread: the process tried last; -1: none */
  uint32_t thread;                /* the next one to choose for */
  uint32_t factor;                /* the next one to try for the current choice */
};

/* All is borrowed; what is needed on the way is in ARENA, whose quota may unwind
   any of these functions. */
void choices_init (struct choices *choices, struct groundwork *groundwork,
                   const struct decide_options *options, const struct query *query,
                   struct arena *arena);

/* Go to the next question; false if there is none.  COUNTS says how many choices
   were looked at, those included that one pass over the model answers. */
bool choices_next (struct choices *choices, struct verdict_counts *counts);

/* The current one; it lives in the arena, as long as that. */
void choices_ask (const struct choices *choices, struct question *question);

/* Which factor of the automaton the current question is about. */
uint32_t choices_factor (const struct choices *choices);

#endif
