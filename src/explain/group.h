/* group.h -- violations of a model that a person takes for one.
 *
 * Two are in one group if the automaton is the same, the fields are the same
 * in whatever order, and thread by thread the processes have the same body:
 * so they differ at most in the order of the fields and in the copy of a
 * process.  A group keeps its first violation, with its witness.
 */
#ifndef EXPLAIN_GROUP_H
#define EXPLAIN_GROUP_H

#include "explain/finding.h"

struct group
{
  struct finding first;
  VEC (uint32_t) others; /* queries, in their order */
};

struct groups
{
  struct arena *arena;
  struct pairmap keys;      /* a list of numbers, as a path of pairs */
  VEC (struct group) list;  /* in the order of their first queries */
};

void groups_init (struct groups *groups, struct arena *arena);

/* Add the violation of query NUMBER, which is not explained yet.  If it is the first of
   its group, the copy that the group keeps is returned, valid until the next one is
   added; else null. */
struct finding *groups_add (struct groups *groups, uint32_t number,
                            const struct finding *finding);

#endif
