/* circles.h -- which processes could wait for each other in a circle: the questions of
 * a deadlock query, one after the other.
 *
 *     circles_init (&circles, &groundwork, &options, arena);
 *     while (circles_next (&circles, &counts))
 *       circles_ask (&circles, &question);
 *
 * A process waits in front of an acquisition, with locks held that the survey knows.
 * So a *waiter* is a body, the lock it awaits and the set of locks it holds there; a
 * circle is a cycle of waiters, each holding the lock that the one before awaits:
 *
 *     Left:  holds { a }, awaits b   -->   Right:  holds { b }, awaits a   --> Left
 *
 * played by different processes that hold no lock in common.  Whether they can all get
 * there is what the engine is asked, with the automaton pa_circle (meetings.h).
 *
 * Edges of the order of locks that lie on no cycle are dropped first, in linear time:
 * a program that takes its locks in one order ends here.  The rest is searched depth
 * first, short circles before long ones, each circle once, from the smallest of its
 * waiters.  There can be exponentially many; a bound on the work makes the verdict
 * unknown (QUOTA_BOUND).
 */
#ifndef ASK_CIRCLES_H
#define ASK_CIRCLES_H

#include "engine/engine.h"
#include "ask/groundwork.h"
#include "ask/decide_options.h"

struct waiter
{
  uint32_t crowd; /* into crowds */
  lock_id awaits;
  idset holds;
};

/* The processes of one body that may take part. */
struct crowd
{
  body_id body;
  VEC (process_id) members;
  uint32_t taken; /* how many of them, from the first on, wait in the circle already */
};

struct circles
{
  struct groundwork *groundwork;
  const struct decide_options *options;
  struct arena *arena;
  bool disjoint; /* two waiters that hold one lock are never in a circle */
  VEC (struct crowd) crowds;
  VEC (struct waiter) waiters;
  uint32_t *first_holder;  /* by lock: where its part of `holders' begins; and an end */
  uint32_t *holders;       /* by lock: the waiters that hold it, in their order */
  uint32_t *first_awaiter; /* likewise for the waiters that await it */
  uint32_t *awaiters;
  uint32_t *shortest; /* by waiter: a lower bound on circles from it; 0: not known */
  uint32_t *distance; /* by lock: the least number of waiters from one that awaits
                         it to the first waiter of the circle; UINT32_MAX: none */
  uint32_t *queue;    /* room for all locks */
  uint32_t length, longest; /* of the circles that are listed now; of any circle */
  bool capped;              /* `longest' is the limit of an automaton, not of the model */
  /* The circle so far: its waiters, and for each the index in `holders' to go on from. */
  uint32_t depth;
  uint32_t *circle, *next;
  bool *awaited;  /* by lock: a waiter of the circle awaits it */
  uint32_t first; /* the next waiter to begin a circle with */
  lock_id *locks; /* of the current circle */
  process_id *processes;
  uint64_t work; /* the number of waiters considered */
};

/* All arguments are borrowed; everything lives in ARENA, whose quota may unwind any
   of these functions. */
void circles_init (struct circles *circles, struct groundwork *groundwork,
                   const struct decide_options *options, struct arena *arena);

/* Go to the next circle; false: there is none.  It counts as a choice. */
bool circles_next (struct circles *circles, struct statistics *counts);

/* The automaton of the current circle, in ARENA. */
const struct pa_automaton *circles_automaton (const struct circles *circles,
                                              struct arena *arena);

/* Fill in the question that the current circle stands for. */
void circles_ask (const struct circles *circles, struct question *question);

#endif
