/* access_ways.h -- all ways from one access to others: within a unit, past a place to
 * wait.
 *
 * One search for each access that a thread may make first, forwards from all its places
 * at once, finds for every other access a way there; if the thread has to wait in
 * between, one that passes a place where it may.  A way goes up into callers (OUT) and
 * then down into procedures (INTO), and never up again from where it went down: so each
 * way is that of a run, whose stack at the start consists of the calls that it returns
 * from.  Queries about the same access, whatever their patterns and their second fields,
 * share the search.  A *fan* is the ways that one search found.
 *
 * Only the ways are kept, not the tree: some tens of edges for each pair of accesses.
 */
#ifndef DIRECT_ACCESS_WAYS_H
#define DIRECT_ACCESS_WAYS_H

#include "engine/direct/ways.h"

/* What the ways of a fan have in common. */
struct access_ways_terms
{
  const struct ways *unit;       /* for what happens between the accesses */
  const struct ways *everywhere; /* for what happens before; its levels must be known */
  const struct ways_tree *reach; /* of the process, everywhere */
  const struct survey_body *body;
  const bool *waits;  /* by symbol: the thread may wait here; null: it never has to */
  const bool *wanted; /* by action: an access to which ways are wanted */
  uint32_t wanted_count;
};

struct fans
{
  struct arena *arena;
  VEC (struct way_edge) edges; /* of all ways, each in the order of its run */
  struct pairmap found;        /* (fan, action) -> into starts */
  VEC (uint32_t) starts;       /* into edges; a way ends where the next one starts */
};

/* Everything goes to ARENA. */
void fans_init (struct fans *fans, struct arena *arena);

/* Search from the places of the COUNT actions ACTIONS; the ways belong to fan FAN,
   a number of the caller's. */
void fans_search (struct fans *fans, uint32_t fan, const struct access_ways_terms *terms,
                  const uint32_t *actions, uint32_t count, struct arena *scratch);

/* Can a thread wait anywhere between two of the accesses wanted? */
bool access_ways_may_wait (const struct access_ways_terms *terms, struct arena *scratch);

/* A way; its first edge is the first access itself. */
struct access_ways_way
{
  const struct way_edge *edges; /* null: there is none; valid until the next search */
  uint32_t count;
  uint32_t action; /* the access that it leads to, at its last symbol */
};

/* The shortest way of FAN to one of the COUNT actions ACTIONS. */
struct access_ways_way fans_find (const struct fans *fans, uint32_t fan,
                                  const uint32_t *actions, uint32_t count);

#endif
