/* repair_try.h -- trying candidates of a repair, one after the other: what the seekers
 * of repairs share (repair.h).
 *
 * A candidate is a lock with one or two statement ranges.  It is put into the text, the
 * changed model is read and the query decided in it; the best candidate so far is kept.
 * Everything that is found lives in the seeker's arena.
 */
#ifndef EXPLAIN_REPAIR_TRY_H
#define EXPLAIN_REPAIR_TRY_H

#include "explain/repair.h"
#include "explain/statement_range.h"

struct repair_seeker
{
  const struct finding *finding;
  const struct decide_options *options; /* for all processes that are asked about, */
  struct decide_options only;           /* and for those of the violation */
  const struct repairs *earlier;        /* or null */
  struct arena *arena;
  uint32_t *budget;
  uint32_t left;         /* candidates that may still be tried */
  enum repair_kind kind; /* of the next candidates, */
  lock_id before;        /* and the lock that REPAIR_ORDER is about */
  struct repair *best;   /* so far; or null */
  VEC (struct repair) tried;
};

/* A statement range of BODY with steps of THREAD in it. */
struct repair_range
{
  thread_id thread;
  body_id body;
  struct statement_range range;
};

/* Try LOCK around COUNT ranges at once.  True: the query is safe then, and there is no
   new cycle in the order of locks, so that nothing better can be found. */
bool repair_try_ranges (struct repair_seeker *s, lock_id lock,
                        const struct repair_range *ranges, uint32_t count);

/* The same with these ranges, then wider and wider ones: the units around them, the
   bodies. */
bool repair_try_widening (struct repair_seeker *s, lock_id lock,
                          const struct repair_range *narrow, uint32_t count);

/* The same with each of LOCKS around one RANGE. */
bool repair_try_locks (struct repair_seeker *s, idset locks,
                       const struct repair_range *range);

/* The statements in which THREAD makes its steps of the automaton from step FROM to step
   TO; false: no range has them. */
bool repair_find_range (const struct repair_seeker *s, struct repair_range *range,
                        thread_id thread, uint32_t from, uint32_t to);

/* The same for the statements of SITE. */
bool repair_find_places (const struct repair_seeker *s, struct repair_range *range,
                         const struct finding_site *site);

/* Which bodies the process of a thread may run, and the locks that are taken there. */
struct repair_habits
{
  bool *bodies, *locks; /* by body, by lock */
};

struct repair_habits repair_find_habits (const struct repair_seeker *s, thread_id thread);

/* Locks in the order in which they are tried. */
struct repair_ranking
{
  bool *ranked; /* by lock */
  VEC (lock_id) locks;
};

void repair_rank_start (const struct repair_seeker *s, struct repair_ranking *ranking);
/* Locks that are ranked already keep their places. */
void repair_rank_lock (const struct repair_seeker *s, struct repair_ranking *ranking,
                       lock_id lock);
void repair_rank_locks (const struct repair_seeker *s, struct repair_ranking *ranking,
                        idset locks);

/* The monitors of the bodies of BOTH ranges, which nobody may take yet: the methods of a
   program can be made synchronized. */
void repair_rank_monitors (const struct repair_seeker *s, struct repair_ranking *ranking,
                           const struct repair_range both[2]);

/* Of a class: the methods of the two threads, wherever they make their steps, become
   synchronized; one of them, or both.  True: as repair_try_ranges. */
bool repair_try_methods (struct repair_seeker *s);

/* Does a thread make its steps in a lambda?  There a lock is held by people only if the
   method that runs it cannot hold it. */
bool repair_is_in_lambda (const struct repair_seeker *s);

/* RANGE is one more place of CANDIDATE, or part of one: of two that are one within the
   other one is enough. */
void repair_add_place (const struct repair_seeker *s, struct repair *candidate,
                       const struct repair_range *range);

/* One call instead of the two of GAP, if there is such a one (repair_call.c). */
bool repair_try_call (struct repair_seeker *s, const struct because_gap *gap);

/* Try CANDIDATE, if there is time.  True: the query is safe then, and nothing better can
   be found. */
bool repair_try (struct repair_seeker *s, struct repair candidate);

/* All candidates for a race, a deadlock, and who waits for ever (repair_meetings.c). */
void repair_try_race (struct repair_seeker *s);
void repair_try_deadlock (struct repair_seeker *s);
void repair_try_stuck (struct repair_seeker *s);

#endif
