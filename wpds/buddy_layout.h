/* buddy_layout.h -- the internals of BuDDy that diagram.c uses, and a check that they are
 * as declared.
 *
 * BuDDy's header does not show its table of nodes, nor its stack of intermediate results.
 * configure runs buddy_is_understood against the library that phaselock is built with;
 * tests/wpds/layout.sh runs it against one that differs.
 */
#ifndef WPDS_BUDDY_LAYOUT_H
#define WPDS_BUDDY_LAYOUT_H

#include <bdd.h>
#include <stdbool.h>

struct s_BddNode
{
  unsigned int references : 10;
  unsigned int level : 22; /* of a constant: larger than all variables */
  int low, high;
  int hash, next;
};
extern struct s_BddNode *bddnodes;
extern int bdd_makenode (unsigned int level, int low, int high);
extern int *bddrefstack, *bddrefstacktop;

/* Is the node of VARIABLE, which is in the table, laid out like struct s_BddNode? */
static inline bool
buddy_node_is_understood (int variable)
{
  int node = bdd_ithvar (variable);
  return (int) bddnodes[node].level == bdd_var (node)
         && bddnodes[node].low == bdd_low (node) && bddnodes[node].high == bdd_high (node)
         && (int) bddnodes[0].level > variable && (int) bddnodes[1].level > variable;
}

/* For configure: start BuDDy, and check that nodes, also one with children, are laid out
   as above, that bdd_addref counts in `references', that bdd_makenode finds a node again,
   and that the stack is empty between operations. */
static inline bool
buddy_is_understood (void)
{
  enum
  {
    VARIABLES = 3
  };
  if (bdd_init (1000, 100) < 0 || bdd_setvarnum (VARIABLES) < 0)
    return false;
  bool fine = bddrefstack && bddrefstacktop == bddrefstack;
  for (int i = 0; i < VARIABLES; i++)
    fine = fine && buddy_node_is_understood (i);
  int both = bdd_addref (bdd_and (bdd_ithvar (0), bdd_ithvar (2)));
  unsigned before = bddnodes[both].references;
  bdd_addref (both);
  fine = fine && bddnodes[both].references == before + 1 && bddnodes[both].level == 0
         && bddnodes[both].low == 0 && bddnodes[both].high == bdd_ithvar (2)
         && bdd_makenode (0, 0, bdd_ithvar (2)) == both;
  bdd_done ();
  return fine;
}

#endif
