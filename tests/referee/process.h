/* process.h -- what one process of a model can do next, straight from the syntax tree.
 *
 * A configuration is all that a process knows: how often it holds each lock and is in a
 * unit of each set, whether it is inside `atomic', and a stack of what is still to be
 * done, in which the frames of procedures have their locals.  Configurations are
 * interned, and only those are kept in which the next thing is a step that somebody else
 * could notice: everything local happens right after the step before it.
 */
#ifndef TESTS_REFEREE_PROCESS_H
#define TESTS_REFEREE_PROCESS_H

#include "base/hash.h"
#include "evaluate.h"

#define PROCESS_WORDS 400 /* more is refused */

/* A configuration under construction. */
struct process_work
{
  int64_t words[PROCESS_WORDS];
  uint32_t count;
  bool full;
  uint32_t ends; /* sets whose units have ended since the last step */
};

struct process_config
{
  uint32_t first, count; /* words */
  struct op op;          /* what is next */
};

/* A configuration that a process may be in after a step. */
struct process_outcome
{
  uint32_t config;
  uint32_t ends;
};

struct processes
{
  struct world *world;
  struct arena *arena;
  VEC (int64_t) pool;
  VEC (struct process_config) configs;
  struct hash_table table;
  VEC (struct process_outcome) outcomes; /* of the last call */
  bool refused;                          /* some configuration was too large */
  bool waits; /* a wait ends by a notify only, and a notify is a step */
};

void processes_init (struct processes *p, struct world *world, struct arena *arena);

/* Fill p->outcomes with the configurations that process SELF can begin in. */
void process_begin (struct processes *p, uint32_t self);

/* The same for process SELF in CONFIG when it has done what it was about to do, with this
   RESULT: the value read, the depth of the lock that was given back. */
void process_continue (struct processes *p, uint32_t self, uint32_t config,
                       int64_t result);

/* The same when an assume has gone wrong. */
void process_goes_wrong (struct processes *p, uint32_t self, uint32_t config);

/* How often the process holds LOCK. */
int64_t process_depth (const struct processes *p, uint32_t config, uint32_t lock);
/* The sets in whose units it is. */
uint32_t process_units (const struct processes *p, uint32_t config);
bool process_is_atomic (const struct processes *p, uint32_t config);
/* ... and has made a step there. */
bool process_is_amidst (const struct processes *p, uint32_t config);

/* Evaluate the assume that CONFIG is at with these CELLS: what it reads is noted in E,
   whose op says whether it went wrong. */
bool process_assume (const struct processes *p, uint32_t self, uint32_t config,
                     struct evaluation *e);

#endif
