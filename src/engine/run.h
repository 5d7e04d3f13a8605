/* run.h -- runs of pushdown processes: of one, and of several interleaved.
 *
 * A local path is what one process does; a run is an interleaving of local paths.  Both
 * name rules of the multi-PDS, in the order in which they are used, and mark those that
 * make a step of the automaton.
 */
#ifndef ENGINE_RUN_H
#define ENGINE_RUN_H

#include <stdbool.h>
#include <stdint.h>

#include "base/vec.h"
#include "wpds/pds.h"

struct local_step
{
  uint32_t rule;
  bool moves; /* the automaton */
};

struct local_path
{
  pds_symbol entry;
  VEC (struct local_step) steps;
};

struct run_step
{
  participant_id participant;
  uint32_t rule;
  bool moves;
};

struct run
{
  VEC (struct run_step) steps;
  uint32_t switches; /* how often the running participant changes */
  /* Of a model with data (question.h), or null: */
  const int64_t *values;  /* by step: the value that an IR_ANY chose */
  const int64_t *initial; /* by cell: the value that it starts with */
};

/* Is RULE a statement that a person would see: anything but a plain skip? */
static inline bool
rule_is_visible (const struct pds_rule *rule)
{
  return rule->action.index != 0 || pds_rule_is_call (rule) || pds_rule_is_return (rule);
}

#endif
