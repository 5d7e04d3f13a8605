/* ways.h -- ways through a multi-PDS, over calls and into them.
 *
 * Some actions of the multi-PDS are barred: the ways do not use them.  A way is a list of
 * edges:
 *
 *     STEP  s -> t           an ordinary rule
 *     OVER  s -> e u, to u   a call that returns
 *     INTO  s -> e u, to e   a call that has not returned when the way ends
 *     OUT   s ->, to u       a return to where the call r -> e u was made
 *
 * A call that returns takes a shortest way through the procedure (`exit_rule'), so a
 * way is as short as the text that it passes, while the run that it stands for may
 * be much longer: a track (track.h) spells it out.
 *
 * Everything is computed when it is first asked for, once for all queries, in time
 * linear in the model (and a logarithm, for shortest ways); it lives in the arena
 * given to ways_new, whose quota may unwind any of these functions.
 */
#ifndef DIRECT_WAYS_H
#define DIRECT_WAYS_H

#include "wpds/survey.h"

#define WAYS_NONE UINT32_MAX

enum way_kind
{
  WAY_STEP,
  WAY_OVER,
  WAY_INTO,
  WAY_OUT,
};

struct way_edge
{
  uint32_t from; /* symbol; of OUT: where the call was made that is returned from */
  uint32_t rule : 30;
  uint32_t kind : 2; /* enum way_kind */
};

static_assert (sizeof (struct way_edge) == 8, "ways are kept by the thousand");

/* The most rules that a model may have here. */
#define WAYS_RULES_LIMIT ((uint32_t) 1 << 30)

/* Ways from a start: a tree. */
struct ways_tree
{
  pds_symbol start;
  struct way_edge *edge; /* by symbol: the last one of the way there */
  uint32_t *rank;        /* by symbol: the order in which they were met, or WAYS_NONE */
};

/* Shortest ways out of procedures. */
struct ways_exits
{
  uint32_t *rule; /* by symbol: the first rule of the way; WAYS_NONE: there is none */
  uint32_t *cost; /* by symbol: rules of the run, with the return; or WAYS_NONE */
};

struct ways
{
  const struct survey *survey;
  const struct pds *pds;
  struct arena *arena;
  const bool *barred;       /* by action */
  struct ways_exits exits;  /* where something is called */
  uint32_t *entry;          /* by symbol: the entry of its procedure; WAYS_NONE: no way
                               leads here from one */
  struct way_edge *level;   /* by symbol: the last edge of a way from that entry, which
                               has only STEP and OVER */
  struct ways_tree **reach; /* by body: from its entry, without OUT; or null */
};

/* All arguments are borrowed. */
struct ways *ways_new (const struct survey *survey, const bool *barred,
                       struct arena *arena);

/* Is RULE barred? */
static inline bool
ways_bar (const struct ways *ways, const struct pds_rule *rule)
{
  return ways->barred[rule->action.index];
}

/* Does a call of CALLEE return? */
static inline bool
ways_return (const struct ways *ways, pds_symbol callee)
{
  return ways->exits.cost[callee.index] != WAYS_NONE;
}

/* The ways of BODY from its entry ENTRY. */
const struct ways_tree *ways_reach (struct ways *ways, body_id body, pds_symbol entry);

/* Make sure that `entry' and `level' are known. */
void ways_need_levels (struct ways *ways);

#endif
