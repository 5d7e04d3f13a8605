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

/* By body: null, or by access a set: what may follow it. */
typedef uint64_t **units_pairs;

struct units
{
  const struct survey *survey;
  struct arena *arena;
  uint32_t words;      /* of a set of accesses; 0: nothing is known */
  uint64_t *following; /* by symbol: a set */
  uint32_t *owner;     /* by symbol: a parent in the forest of procedures */
  uint32_t *first_exit, *next_exit; /* by root of a procedure, by symbol */
  units_pairs pairs;
  units_pairs *released; /* by lock: null, or what may follow behind its release */
  uint32_t layers;     /* locks for which that is known */
};

/* SURVEY has reached all bodies.  Scratch may be cleared afterwards; its quota may
   unwind the work, and then it has not begun. */
void units_init (struct units *units, const struct survey *survey, struct arena *arena,
                 struct arena *scratch);

/* Can a process with BODY make the own steps of ROLE, as far as the order of
   accesses in one unit goes?  FIELDS by parameter of the role. */
bool units_allow (struct units *units, body_id body, const struct pa_role *role,
                  const field_id *fields);

/* Is it certain that a process with BODY, from ACCESS to THEN in the same unit,
   does not release LOCK?  Accesses are units_access.  SCRATCH may be cleared. */
bool units_keep (struct units *units, body_id body, uint32_t access, uint32_t then,
                 lock_id lock, struct arena *scratch);

/* The number of an access. */
static inline uint32_t
units_access (field_id field, bool write)
{
  return field.index * 2 + write;
}

#endif
