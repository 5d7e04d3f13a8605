/* buddy.h -- binary decision diagrams [Bryant1986]: the only way to BuDDy [BuDDy].
 *
 * BuDDy keeps one global table of nodes.  No other module includes its header; this
 * one replaces its conventions by ours:
 *
 *   - every result carries a reference, which its owner gives back;
 *   - running out of nodes or memory unwinds to the checkpoint of the quota
 *     that the manager was started with, and never yields an empty set;
 *   - nothing is ever printed.
 *
 * There is one manager per process.  buddy_start may be called once for each query
 * and keeps the table; after an unwinding, which the caller reports by buddy_abandon,
 * the next start builds a new table.  Arguments are borrowed, results are owned by
 * the caller.
 *
 * Where there are several threads, each calls buddy_enter before it uses any other
 * function and buddy_leave afterwards: the manager serves one thread at a time.  A
 * thread that leaves keeps the sets and maps it owns, as long as the table exists.
 */
#ifndef WPDS_BUDDY_H
#define WPDS_BUDDY_H

#include <stdbool.h>
#include <stdint.h>

#include "base/quota.h"

/* A Boolean function of the variables 0, 1, 2 ... */
typedef struct
{
  int node;
} buddy_set;

/* A renaming of variables. */
struct buddy_map;

struct buddy_limits
{
  uint32_t variables; /* at least this number */
  uint64_t bytes;     /* for the table and the caches; 0: 4 GiB */
};

struct buddy_counts
{
  uint64_t nodes;       /* in use now, garbage included */
  uint64_t peak_nodes;  /* the most since buddy_start */
  uint64_t collections; /* since buddy_start */
  uint64_t operations;  /* since buddy_start */
};

/* The version of BuDDy: 24 for 2.4. */
unsigned buddy_version (void);

/* Wait until no other thread is inside, and enter.  Waiting is part of the work under
   QUOTA, which may unwind; null: wait without limit.  A thread that is still inside,
   because it was unwound, stays. */
void buddy_enter (struct quota *quota);
void buddy_leave (void);

/* Make the manager ready for work under QUOTA.  True: the table is new, and
   all earlier sets and maps are gone; false: they are all still valid. */
bool buddy_start (struct quota *quota, struct buddy_limits limits);
/* The number of the current table: sets and maps are gone when it has changed. */
uint64_t buddy_table (void);
/* Report that work was unwound: references are lost, and the next start makes a table. */
void buddy_abandon (void);
/* Free the table, and all sets and maps. */
void buddy_stop (void);

struct buddy_counts buddy_counts (void);

/* For tests: collect garbage so often that every missing reference shows. */
void buddy_collect_often (bool often);

buddy_set buddy_false (void);
buddy_set buddy_true (void);
buddy_set buddy_variable (uint32_t variable);
buddy_set buddy_not_variable (uint32_t variable);

buddy_set buddy_retain (buddy_set set);
void buddy_release (buddy_set set);

buddy_set buddy_and (buddy_set a, buddy_set b);
buddy_set buddy_or (buddy_set a, buddy_set b);
buddy_set buddy_minus (buddy_set a, buddy_set b);
buddy_set buddy_iff (buddy_set a, buddy_set b);
buddy_set buddy_not (buddy_set a);

/* The conjunction of COUNT variables, for quantifying. */
buddy_set buddy_cube (const uint32_t *variables, uint32_t count);
buddy_set buddy_exists (buddy_set set, buddy_set cube);
/* Exists CUBE: A and B. */
buddy_set buddy_and_exists (buddy_set a, buddy_set b, buddy_set cube);

/* Rename FROM[i] to TO[i].  A map lives until it or its table is freed. */
struct buddy_map *buddy_map_new (const uint32_t *from, const uint32_t *to,
                                 uint32_t count);
void buddy_map_free (struct buddy_map *map);
buddy_set buddy_rename (buddy_set set, const struct buddy_map *map);

/* *A = *A and B, *A = *A or B: the old value is released, B is not. */
void buddy_and_into (buddy_set *a, buddy_set b);
void buddy_or_into (buddy_set *a, buddy_set b);

bool buddy_is_false (buddy_set set);
bool buddy_equal (buddy_set a, buddy_set b);
uint64_t buddy_node_count (buddy_set set);

/* Is the assignment (a value for every variable) in SET? */
bool buddy_holds (buddy_set set, const bool *assignment);
/* Put some assignment of SET, which is not empty, into ASSIGNMENT; variables
   that do not matter become false. */
void buddy_pick (buddy_set set, bool *assignment, uint32_t variables);

#endif
