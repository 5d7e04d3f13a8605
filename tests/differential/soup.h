/* soup.h -- small random models that are mostly locks.
 *
 * random_model.h uses all of EML; these use little of it, but nest locks in
 * different orders with accesses before, between and after, which is where
 * lock histories, and cycles of them, decide.  With life cycles they have starts and
 * joins anywhere, and often a process that starts and joins the others in some order;
 * with waits, monitors that give their lock back, in procedures, too.  Every model is
 * valid.
 */
#ifndef TESTS_SOUP_H
#define TESTS_SOUP_H

#include <stdio.h>

#include "models/families/chance.h"

struct soup_params
{
  uint32_t processes, locks, fields;
  uint32_t statements; /* per process, about */
  uint32_t depth;      /* of blocks */
  uint32_t procedures;
  bool ring;       /* process i nests lock i + 1 in lock i: cycles */
  uint32_t places; /* of a ring that have accesses, a bit each; 0: at random */
  /* Only in soup_random_lives: percentages of statements, and shapes. */
  uint32_t orders;  /* starts and joins */
  uint32_t waits;   /* wait and notify, where a lock is held */
  bool leads;       /* the first process starts and joins the others */
  bool chain;       /* ... or each the next one */
  bool is_volatile; /* the last field is */
};

#define SOUP_PROCESSES 4 /* at most */

struct soup_params soup_random_params (struct chance *chance);
/* The same with life cycles and waits. */
struct soup_params soup_random_lives (struct chance *chance);
void soup_write (FILE *out, const struct soup_params *params, struct chance *chance);

#endif
