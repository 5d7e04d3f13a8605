/* referee.h -- all questions about a small model with data, by exhausting its states.
 *
 * Every interleaving of every process is tried, step by step (process.h), the graph of
 * states is kept, and each question is decided on it as EML2 and doc/eml.md define it.
 * No reduction, nothing clever: that is for the engines, which are compared with this.
 */
#ifndef TESTS_REFEREE_REFEREE_H
#define TESTS_REFEREE_REFEREE_H

#include "phaseauto/phase_automaton.h"
#include "process.h"

/* Process `process' leads from one state to another: accesses, one after the other, in
   units of `units'; then units of `ends' have ended. */
struct referee_edge
{
  uint32_t from, to;
  uint32_t process;
  uint32_t first_access, access_count;
  uint32_t units, ends;
};

struct referee
{
  struct arena *arena;
  struct world world;
  struct processes processes;
  uint32_t width; /* words of a state */
  VEC (int64_t)
  rows;           /* configurations, cells, who is in a wait set, who was started,
                     who is amidst */
  uint32_t count; /* states */
  uint32_t most;  /* ... at most */
  struct hash_table table;
  VEC (struct referee_edge) edges; /* in the order of `from' */
  VEC (struct access) accesses;
  VEC (uint32_t) first_edge; /* by state */
  bool refused;              /* there are too many states, or something is too large */
  bool deadlock;
  bool stuck;             /* see referee_find_stuck */
  bool *failed, *wrong;   /* by statement */
  bool *race, *exclusive; /* by field */
};

/* Find all states of the model whose TREE is given, which the program accepts; false if
   they are more than MOST or the model is not for the referee.  Then what was found is
   real, and nothing else is known. */
bool referee_explore (struct referee *referee, const struct tree *tree,
                      struct arena *arena, uint32_t most);

/* Can a process of the model, which was explored, wait for ever, where a wait ends by a
   notify only?  Then `stuck'.  All states are found once more; false if they are too
   many. */
bool referee_find_stuck (struct referee *referee);

/* Can processes play AUTOMATON over these FIELDS of SET, all of them by their numbers in
   the world? */
bool referee_finds (const struct referee *referee, const struct pa_automaton *automaton,
                    const uint32_t *fields, uint32_t set);

#endif
