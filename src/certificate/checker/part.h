/* part.h -- the checker's own view of a model, and of a thread in it.
 *
 * Half of it is about the multi-PDS: which symbols a body reaches, which
 * procedures return.  The other half is a phase automaton as
 * one thread, a part, sees it: which actions are its steps, which it may not
 * do.  Both say again what wpds/survey.h and phaseauto/watch.h know, in code
 * that shares nothing with them: who checks a certificate must not repeat the
 * mistakes of who made it.
 *
 * Everything is in the arena given; PDS and automata are borrowed.
 */
#ifndef CERTIFICATE_PART_H
#define CERTIFICATE_PART_H

#include <stdbool.h>
#include <stdint.h>

#include "base/arena.h"
#include "phaseauto/phase_automaton.h"
#include "wpds/pds.h"

/* ---- The model. ---- */

struct scene_body
{
  uint32_t processes;     /* how many have this body; 0: none */
  pds_symbol entry;
  VEC (uint32_t) symbols; /* reachable ones */
  bool *does;             /* by action: can it happen? */
};

struct scene
{
  const struct pds *pds;
  struct arena *arena;
  bool *returns;          /* by symbol: can its procedure still return? */
  uint32_t bodies;
  struct scene_body *body;
};

void scene_init (struct scene *scene, const struct pds *pds, struct arena *arena);

/* ---- A thread. ---- */

/* What an action is to a thread: bits by state of the automaton. */
struct part_action
{
  uint64_t step;       /* it can be the step from this state */
  uint64_t forbidden;  /* it may not happen here, unless it is the step */
};

struct part
{
  uint32_t steps;
  uint64_t foreign;    /* bit x: the step from x is another thread's */
  uint32_t action_count;
  struct part_action *actions;
};

/* FIELDS stand for the parameters, all of the atomic set SET. */
void part_init (struct part *part, const struct pds *pds,
                const struct pa_automaton *automaton, thread_id thread,
                const field_id *fields, set_id set, struct arena *arena);
bool part_equal (const struct part *a, const struct part *b);

/* Can BODY do each of the thread's steps, one by one? */
bool part_can_be_played (const struct part *part, const struct scene_body *body);

/* By symbol: need no step of another thread be guessed there?  KEPT: by lock,
   is it not ignored? */
bool *part_find_quiet (const struct part *part, const struct scene *scene,
                       const struct scene_body *body, const bool *kept,
                       struct arena *arena);

#endif
