/* random_model.h -- random EML models that use every construct of the language.
 *
 * Every model is valid: it may get warnings, never an error.  The text depends
 * on the parameters alone, the seed being one of them, and is the same to the
 * byte on every machine.  Arguments are borrowed; nothing is owned by the caller.
 */
#ifndef RANDOM_MODEL_H
#define RANDOM_MODEL_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

struct random_model_params
{
  uint64_t seed;
  uint32_t statements; /* approximate number in all, guards not counted; at least 1 */
  uint32_t procedures;
  uint32_t processes; /* 1 to 1,000, copies P[n] counted */
  uint32_t locks;
  uint32_t fields; /* at least 1 */
  uint32_t sets;   /* named atomic sets, at most 64; 0: all fields are one set */
  uint32_t depth;  /* of nested blocks, guards not counted; at most 1,000 */

  /* Percentages, 0 to 100. */
  uint32_t sharing;    /* of choices of a field, lock or procedure among all of
                        * them, and not among those kept for the process */
  uint32_t calm;       /* of units and accesses put under the lock that guards
                        * their set; at 100, and with a lock, the model is safe */
  uint32_t recursion;  /* of calls that may go to any procedure; 0: no recursion */
  uint32_t decoration; /* of quoted names, positions, comments, odd spellings */
  uint32_t orders;     /* of statements that start or join a process */
  uint32_t waits;      /* of statements, under a lock, that wait or notify */
  uint32_t volatiles;  /* of fields that are volatile */
};

/* A small model for differential tests: two processes or three, a set or none. */
struct random_model_params random_model_default_params (uint64_t seed);

/* Sizes and percentages that are themselves drawn from the seed, for tests that
 * want variety: up to four processes, five locks, four fields, two sets. */
struct random_model_params random_model_vary_params (uint64_t seed);

/* What is wrong with `params`, a phrase such as "fields must be at least 1", or NULL. */
const char *random_model_check_params (const struct random_model_params *params);

/* Write the model.  False if memory ran out, and then the text is incomplete;
 * for errors of `out` ask ferror. */
bool random_model_write (FILE *out, const struct random_model_params *params);

#endif
