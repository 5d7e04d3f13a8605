/* units.h -- which accesses can follow each other in one unit of work?
 *
 * Most automata want a thread to make its steps within one unit, and most pairs
 * of fields of a large model never meet in one.  One pass over the model finds,
 * for all pairs of accesses at once, those that may: backwards, for every
 * symbol, the accesses that can come before the unit of their set ends.  What a
 * procedure returns to is taken to be any of its callers, so some pairs are too
 * many, none is missing.
 *
 * Cost: the symbols, times a word per 32 fields; as much memory.  With very many
 * fields nothing is computed, and everything may follow everything.
 */
#ifndef PHASEAUTO_UNITS_H
#define PHASEAUTO_UNITS_H

#include <stdbool.h>
#include <stdint.h>

#include "phaseauto/role.h"
#include "wpds/survey.h"

struct units
{
  const struct survey *survey;
  struct arena *arena;
  uint32_t words;      /* of a set of accesses; 0: nothing is known */
  uint64_t *following; /* by symbol: a set */
  uint64_t **pairs;    /* by body: null, or by access a set: what may follow it */
};

/* SURVEY has reached all bodies.  Scratch may be cleared afterwards. */
void units_init (struct units *units, const struct survey *survey, struct arena *arena,
                 struct arena *scratch);

/* Can a process with BODY make the own steps of ROLE, as far as the order of
   accesses in one unit goes?  FIELDS by parameter of the role. */
bool units_allow (struct units *units, uint32_t body, const struct pa_role *role,
                  const uint32_t *fields);

#endif
