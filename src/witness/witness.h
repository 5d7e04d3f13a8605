/* witness.h -- the story of a violation, statement by statement.
 *
 * Names things as the model does: processes by their number (copies counted),
 * locks, fields and bodies by their index, places by their offset in the text.
 * No header of wpds/ is behind it, so that the replayer can know it and still
 * share nothing with the engines.
 */
#ifndef WITNESS_WITNESS_H
#define WITNESS_WITNESS_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include "eml/model.h"

enum witness_action
{
  WITNESS_ACQUIRE,
  WITNESS_RELEASE,
  WITNESS_READ,
  WITNESS_WRITE,
  WITNESS_UNIT_BEGIN,
  WITNESS_UNIT_END,
  WITNESS_CALL,
  WITNESS_RETURN,
};

#define WITNESS_ACTIONS 8

struct witness_step
{
  uint32_t process;
  enum witness_action action;
  uint32_t object;   /* lock, field, or body that is called or left */
  idset sets;        /* of a unit boundary */
  bool nested;       /* lock or unit: not the outermost */
  uint32_t phase;    /* it is this step of the automaton, from 1; 0: none */
  uint32_t offset;   /* where it stands in the model */
  name_id position;  /* where the model says that it comes from, or none */
};

struct witness
{
  VEC (struct witness_step) steps;
  uint32_t switches;
};

/* "acquire", "unit-begin" and so on: as in records. */
const char *witness_action_word (enum witness_action action);

/* The name of the lock, field or body of STEP; null for a unit boundary, whose
   sets are a list. */
const char *witness_object_name (const struct model *model,
                                 const struct witness_step *step);
/* Names of sets with commas between, each one word. */
void witness_print_sets (FILE *file, const struct model *model, idset sets);

/* Which body does process NUMBER run, and which copy of it is it? */
struct witness_process
{
  uint32_t body, copy;
};
struct witness_process witness_process_of (const struct model *model, uint32_t number);

#endif
