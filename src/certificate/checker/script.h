/* script.h -- orders in which the processes of a model with starts and joins can begin
 * and end (doc/theory-life-cycles.md).
 *
 * A cast is a question with a process for each of its threads, and other processes that
 * take part: the members.  A script puts starts and ends of members between the steps of
 * the question; it stands for an automaton, whose threads are the members that act in it.
 * A question is impossible for its processes if all scripts of one cast are: whatever
 * happens in the model happens in the order of one of them.
 *
 * Processes that are no members may do as they like: they may have started any process
 * that they can start, and joining them never blocks.  So any cast will do for a proof.
 *
 * The checker computes scripts and their automata by itself (ask/life_scripts.h does so
 * for the engines).
 */
#ifndef CERTIFICATE_CHECKER_SCRIPT_H
#define CERTIFICATE_CHECKER_SCRIPT_H

#include <assert.h>

#include "certificate/checker/part.h"

struct script_cast
{
  struct query query;
  const process_id *processes; /* by thread of the query; all different, all members */
  const bool *member;          /* by process */
  const bool *tracked;         /* by process: each of its starts is in the scripts */
  const bool *asleep;          /* by process: a member that only members start */
  bool played;                 /* all of its scripts were shown to be impossible */
};

enum script_kind
{
  SCRIPT_STEP, /* a step of the query; steps that happen together are one */
  SCRIPT_START,
  SCRIPT_END,
};

struct script_item
{
  enum script_kind kind;
  process_id actor; /* of a start or an end */
  idset processes;  /* of a start: those of a start action of the model */
};

struct script
{
  const struct script_cast *cast;
  VEC (struct script_item) items;
  struct query query;          /* its automaton, with the fields of the cast's query */
  const process_id *processes; /* by thread: those of the cast's query, then the other
                                  actors in the order of their numbers */
  bool played;                 /* it was shown to be impossible */
};

/* The phases of an automaton: steps that happen together are one. */
static inline uint32_t
script_phases (const struct pa_automaton *automaton)
{
  assert (0 < automaton->together && automaton->together <= automaton->steps.count);
  return automaton->steps.count - automaton->together + 1;
}

/* Set the tracked and sleeping processes of CAST.  EXTRA, by process: tracked besides the
   sleeping ones. */
void script_cast_init (struct script_cast *cast, const struct part_scene *scene,
                       const bool *extra, struct arena *arena);

/* Build the automaton of SCRIPT, whose cast and items are given.  False if they are no
   script: a step is missing or none is last, there are too many, or an actor is no
   member. */
bool script_init (struct script *script, const struct part_scene *scene,
                  struct arena *arena);

bool script_same (const struct script_item *a, uint32_t a_count,
                  const struct script_item *b, uint32_t b_count);

/* Call VISIT with every useful script of CAST, until it returns false; returns whether it
   never did.  May unwind. */
bool script_each (const struct script_cast *cast, const struct part_scene *scene,
                  bool (*visit) (void *context, const struct script_item *items,
                                 uint32_t count),
                  void *context, struct arena *scratch);

/* The question: can thread i await LOCKS[i] and hold LOCKS[i - 1] (thread 0: the last
   one), all of them at once? */
struct query script_circle (const lock_id *locks, uint32_t count, struct arena *arena);
bool script_same_circle (const struct pa_automaton *a, const struct pa_automaton *b);

#endif
