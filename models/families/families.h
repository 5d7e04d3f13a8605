/* families.h -- scaling families of EML models, for benchmarks and tests.
 *
 * A family is a regular model with a few sizes to turn: the same sizes give the
 * same text, to the byte, on every machine.  Each family has a broken variant,
 * which has a violation for all sizes, and a safe one, which has none, so a test
 * can scale a family and still know the verdict.
 *
 * Everything is written as it is made and nothing is stored: memory does not
 * grow with the model.  Arguments are borrowed; nothing is owned by the caller.
 */
#ifndef FAMILIES_H
#define FAMILIES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

/* The sizes of a model.  A family uses only those in its `uses`. */
struct families_params
{
  uint32_t locks;      /* k, at least 1 */
  uint32_t size;       /* n; each family counts something else */
  uint32_t processes;  /* at least 2, since one process alone breaks nothing */
  uint32_t fields;     /* at least 1; all in one atomic set */
  uint32_t depth;      /* of nested loops, at least 1 */
  uint32_t procedures; /* at least one for each entry */
  uint32_t entries;    /* procedures that clients call, at least 1 */
  uint32_t unlocked;   /* percentage of accesses without a lock */
  uint32_t callbacks;  /* percentage of calls that may go anywhere */
  uint64_t seed;       /* what the random part of a family is drawn from */
  bool safe;           /* the variant without a violation */
  bool positions;      /* say where each access comes from, as a front end does;
                        * a statement then takes 30 bytes instead of 10 */
};

/* One bit for each size that a family may use. */
enum families_size
{
  FAMILIES_LOCKS = 1 << 0,
  FAMILIES_SIZE = 1 << 1,
  FAMILIES_PROCESSES = 1 << 2,
  FAMILIES_FIELDS = 1 << 3,
  FAMILIES_DEPTH = 1 << 4,
  FAMILIES_PROCEDURES = 1 << 5,
  FAMILIES_ENTRIES = 1 << 6,
  FAMILIES_UNLOCKED = 1 << 7,
  FAMILIES_CALLBACKS = 1 << 8,
  FAMILIES_SEED = 1 << 9
};

struct family
{
  const char *name;
  const char *summary;     /* one line, without a final stop */
  unsigned uses;           /* of enum families_size */
  uint32_t least_size;     /* below it the broken variant would be safe */
  uint32_t least_locks;    /* 0: one */
  uint32_t most_processes; /* 0: as many as EML takes */
  bool has_data;           /* and no positions */
  struct families_params defaults;
  void (*write_body) (FILE *out, const struct families_params *params);
};

/* Families are numbered from 0 to families_count () - 1, in the order of the manual. */
size_t families_count (void);
const struct family *families_at (size_t index);

/* The family of that name, or NULL. */
const struct family *families_find (const char *name);

/* What is wrong with `params` for this family, a phrase such as "locks must be
 * at least 1", or NULL when families_write will take them. */
const char *families_check_params (const struct family *family,
                                   const struct families_params *params);

/* Write the model, headed by a comment with the command that makes it again and
 * the verdict to expect.  Stops early once `out` has an error: ask ferror. */
void families_write (FILE *out, const struct family *family,
                     const struct families_params *params);

#endif
