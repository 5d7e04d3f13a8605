/* diagram.h -- operations on the nodes of BuDDy that can be stopped.  Only buddy.c
 * includes this.
 *
 * An operation of BuDDy cannot be stopped: it calls a hook only when it collects garbage
 * or grows its table, and one that finds most of its nodes in the table, but not in its
 * cache, does neither for minutes.  So BuDDy keeps only the table of nodes, with
 * references and garbage.  The recursions over it are here: the algorithms of
 * [Bryant1986], with one cache for all, each spending work on every step that is not in
 * the cache.  Between two steps at most one node is made, which costs at worst a
 * collection, and the size of the table bounds that.
 *
 * Nodes are those of BuDDy, variables are its levels, which are never reordered.  A
 * result has no reference.  Arguments need one, or have to be among the results of the
 * same operation.
 */
#ifndef WPDS_DIAGRAM_H
#define WPDS_DIAGRAM_H

#include <stdbool.h>
#include <stdint.h>

#include "base/quota.h"

enum diagram_operator
{
  DIAGRAM_AND,
  DIAGRAM_OR,
  DIAGRAM_MINUS,
  DIAGRAM_IFF,
};

struct diagram_entry
{
  int a, b, c; /* c: an operator, a renaming, or a cube; see diagram.c */
  int result;
};

/* The cache, and the quota that steps are charged to. */
struct diagrams
{
  struct quota *quota;
  struct diagram_entry *cache;
  uint32_t mask;  /* the number of entries, a power of two, minus one */
  uint64_t steps; /* of recursions so far */
};

/* Bytes of a cache for a table of NODES nodes. */
uint64_t diagrams_cache_bytes (uint64_t nodes);
/* Forget all results, and fit the cache to a table of NODES nodes.  False: there is
   no memory for it, and now there is no cache. */
bool diagrams_fit (struct diagrams *diagrams, uint64_t nodes);
/* Forget all results, since nodes were collected. */
void diagrams_forget (struct diagrams *diagrams);
void diagrams_clear (struct diagrams *diagrams);

int diagram_apply (struct diagrams *diagrams, int a, int b, enum diagram_operator op);
/* Exists CUBE, a conjunction of variables: A and B. */
int diagram_and_exists (struct diagrams *diagrams, int a, int b, int cube);
/* Rename each variable v to TO[v].  NUMBER, below 2^30, identifies TO in the cache. */
int diagram_rename (struct diagrams *diagrams, int a, const int *to, uint32_t number);

#endif
