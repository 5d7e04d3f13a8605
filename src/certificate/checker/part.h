/* part.h -- the checker's own view of a model, and of an automaton's thread in it.
 *
 * A scene is the multi-PDS with facts that the checker computes about it: which symbols a
 * body reaches, which procedures return, which locks are held at a symbol.  A part is a
 * phase automaton as one of its threads sees it, with the fields of a query: which
 * actions can be its steps, which ones it may not do.
 *
 * wpds/survey.h and phaseauto/watch.h compute the same facts for the engines.  No code is
 * shared, so that a mistake there is not repeated here.
 *
 * Everything is in the arena given; the multi-PDS and the automata are borrowed.
 */
#ifndef CERTIFICATE_CHECKER_PART_H
#define CERTIFICATE_CHECKER_PART_H

#include <stdbool.h>
#include <stdint.h>

#include "query/query.h"

/* ---- The model. ---- */

/* A start or a join, and the actions that a body can come to without it. */
struct scene_order
{
  uint32_t action;
  bool *free; /* by action */
};

struct scene_body
{
  uint32_t processes;     /* the number of processes with this body */
  pds_symbol entry;       /* where they start; this and the rest only if there are any */
  VEC (uint32_t) symbols; /* that it reaches, its entry first */
  bool *does;             /* by action: can it happen? */
  bool *locked;           /* by action: may it happen with a lock held? */
  VEC (struct scene_order) orders; /* its starts and joins (passed.h) */
};

struct part_scene
{
  const struct pds *pds;
  struct arena *arena;
  struct idsets *locks; /* for sets of locks */
  bool *returns;        /* by symbol: can its procedure still return? */
  bool *reached;        /* by symbol: by some body? */
  idset *held;          /* by symbol reached: the locks held there, if STEADY: */
  bool steady;          /* processes always hold the same locks at a symbol, and a
                           procedure returns with the locks that it was called with */
  uint32_t bodies;
  struct scene_body *body;
};

/* LOCKS is borrowed. */
void scene_init (struct part_scene *scene, const struct pds *pds, struct idsets *locks,
                 struct arena *arena);

/* ---- A thread. ---- */

/* What an action means to a thread: a bit for each state of the automaton. */
struct part_action
{
  uint64_t step;      /* it can be the step from this state */
  uint64_t forbidden; /* it may not happen in this state, unless it is the step */
};

struct part
{
  uint32_t steps;   /* steps that happen together at the end count as one */
  uint64_t foreign; /* bit x: another thread makes the step from x */
  lock_id holding;  /* of a last step that awaits a lock: a lock that is held there;
                       else LOCK_NONE */
  uint32_t action_count;
  struct part_action *actions;
};

void part_init (struct part *part, const struct pds *pds, const struct query *query,
                thread_id thread, struct arena *arena);
/* Do A and B ask the same of BODY? */
bool part_equal (const struct part *a, const struct part *b,
                 const struct scene_body *body);

/* Is the thread's last step, from STATE, to stand before an acquire without making it? */
static inline bool
part_awaits (const struct part *part, uint32_t state)
{
  return state + 1 == part->steps && part->holding.index != LOCK_NONE.index;
}

/* Can BODY, which some process has, make each of the thread's steps, one by one? */
bool part_can_be_played (const struct part *part, const struct scene_body *body);

/* By symbol that BODY reaches: is it quiet, so that no step of another thread need
   be guessed there?  KEPT: by lock, is it considered? */
bool *part_find_quiet (const struct part *part, const struct part_scene *scene,
                       const struct scene_body *body, const bool *kept,
                       struct arena *arena);

#endif
