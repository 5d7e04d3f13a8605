/* units.h -- which accesses can follow each other in one unit of work?
 *
 * Most automata want a thread to make its steps within one unit, and most pairs of fields
 * of a large model never occur in one.  One pass over the model finds the pairs that may,
 * for all accesses at once: going backwards, for every symbol, the accesses that can come
 * before the unit of their set ends.  What comes before a procedure returns is found
 * first, so a call is followed by what comes after it; a procedure whose caller is not
 * known returns to any of its callers.  No pair is missed (5l).
 *
 * Accesses to a field are distinguished by the locks that are held: a *class* of accesses
 * is one field, read or written, with one set of locks.
 *
 * Cost: the symbols, times a word per 64 classes; as much memory, twice.  Where that is
 * too much nothing is computed, and any access may follow any other.
 */
#ifndef PHASEAUTO_UNITS_H
#define PHASEAUTO_UNITS_H

#include <stdbool.h>
#include <stdint.h>

#include "phaseauto/role.h"
#include "wpds/survey.h"

/* By body: null, or for each class the set of classes that may follow it; and at the end
   the set of classes that the body has. */
typedef uint64_t **units_pairs;

struct units
{
  const struct survey *survey;
  struct arena *arena;
  uint32_t words;        /* of a set of classes; 0: nothing is known */
  uint32_t *class_of;    /* by rule: of an access with the locks held there; or none */
  uint32_t *first_class; /* by access, and the end: its classes */
  idset *held;           /* by class */
  uint64_t *within;      /* by symbol: the set of those before its procedure returns */
  uint64_t *following;   /* by symbol: the set of all */
  uint32_t *owner;       /* by symbol: its parent in the forest of procedures */
  uint32_t *first_exit, *next_exit; /* by root of a procedure; by symbol */
  units_pairs pairs;
  units_pairs *released; /* by lock: null, or the classes that may follow after the
                            lock is released */
  uint32_t layers;       /* locks for which `released' is known */
};

/* SURVEY has reached all bodies.  SCRATCH may be cleared afterwards; its quota may
   unwind the work: then UNITS is as if it had not begun. */
void units_init (struct units *units, const struct survey *survey, struct arena *arena,
                 struct arena *scratch);

/* Can a process with BODY make the own steps of ROLE, judging by the order of accesses in
   units?  FIELDS by parameter. */
bool units_allow (struct units *units, body_id body, const struct pa_role *role,
                  const field_id *fields);

/* Has BODY accesses of CLASS; and may THEN follow CLASS in one unit? */
bool units_have (struct units *units, body_id body, uint32_t class);
bool units_follow (struct units *units, body_id body, uint32_t class, uint32_t then);

/* Is it certain that a process with BODY, from an access of CLASS to one of THEN in the
   same unit, does not release LOCK, which is held there?  SCRATCH may be cleared
   afterwards. */
bool units_keep (struct units *units, body_id body, uint32_t class, uint32_t then,
                 lock_id lock, struct arena *scratch);

/* The number of an access. */
static inline uint32_t
units_access (field_id field, bool write)
{
  return field.index * 2 + write;
}

#endif
