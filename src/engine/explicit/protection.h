/* protection.h -- which process has a cell to itself: exclusive access, inferred while
 * searching.
 *
 * The reduction of [FlanaganQadeer2003] needs to know of a step whether its process has
 * exclusive access to all that the step touches.  For each cell x and process t there is
 * a predicate E(t, x), of one of these kinds, the first that is not disproved:
 *
 *     PREDICATE  what the model declares with `exclusive'
 *     LOCAL      only t accesses x
 *     LOCKS      t holds all locks of M(x), and there is one
 *     BARE       never
 *
 * In models with life cycles, a process may also be alone with x (sole_access.h).
 *
 * No annotation is trusted.  Each access that the search comes to is noted before it is
 * classified: an access by a second process ends LOCAL; a lock that is not held at an
 * access leaves M(x), which begins with all locks; a declared predicate is given up if it
 * is false at an access, if it holds for two processes at an access, or if a write of one
 * process changes it for another (conditions (i) and (ii) of section 4.1).  When that
 * makes E smaller, states whose visit relied on it are visited again; `lost' says which.
 * A smaller M(x) that is not empty only makes E larger.
 *
 * The automaton's state counts as one more cell, the only one of a model without values.
 *
 * A step touches its cells; if it writes a field that some predicate in use reads, all
 * that this predicate reads; and if it accesses a field whose predicate is only checked
 * (PREDICATE_CHECKED), what that predicate reads.
 *
 * Meetings.  Races and deadlocks are states in which two processes are about to do
 * something, so these places must not be inside of transactions.  Where no automaton says
 * which places these are, a place is one
 *
 *   - if it accesses a field that is not volatile and to which its process has no
 *     exclusive access (two processes never have it at once: then there is no race);
 *   - if it acquires a lock l while its process holds a lock h, and the order of locks,
 *     as seen so far, leads from l to h as well.  A new edge that closes a circle is
 *     `lost', too.
 */
#ifndef ENGINE_PROTECTION_H
#define ENGINE_PROTECTION_H

#include "engine/steps/next_step.h"
#include "engine/explicit/sole_access.h"

enum protection_kind
{
  PROTECTION_PREDICATE,
  PROTECTION_LOCAL,
  PROTECTION_LOCKS,
  PROTECTION_BARE,
};

/* The state of a declared predicate. */
enum predicate_state
{
  PREDICATE_NONE,
  PREDICATE_IN_USE,  /* used by the reduction */
  PREDICATE_CHECKED, /* only checked at accesses: it does not imply exclusive access */
  PREDICATE_BROKEN,  /* some access violates it: it is no longer checked */
};

/* M of a cell: all locks until the cell is first accessed, then a subset of what was
   held, so that all these sets together are no larger than what was held. */
struct protection_locks
{
  bool known; /* it was accessed */
  uint32_t count;
  uint32_t *at; /* in ascending order */
};

struct protection_edge
{
  uint32_t to;
  uint32_t next; /* the next edge of the same lock, from 1; 0: none */
};

struct protection
{
  bool on;    /* off: there are no transactions */
  bool meets; /* races and deadlocks are searched for, without an automaton */
  const struct program *program;
  struct data_model *data; /* of the program */
  struct arena *arena;
  uint32_t cells; /* not counting the automaton, which is one more */
  struct sole_access solitude;
  uint8_t *kinds;     /* by cell, the automaton last: enum protection_kind */
  uint32_t *accessor; /* by cell: the process that accessed it, from 1; 0: nobody yet */
  struct protection_locks *locks; /* by cell: M */
  uint8_t *predicates;            /* by field: enum predicate_state */
  uint64_t **support;             /* by field with a predicate: the fields in it, a set */
  uint32_t field_words;
  VEC (uint32_t) held; /* buffer: the locks that a process holds, ascending */
  /* The order of locks: edges from each lock to others, but for transitive ones. */
  uint32_t *first_edge; /* by lock, from 1; 0: none */
  VEC (struct protection_edge) edges;
  uint64_t *seen; /* by lock: the number of the last walk along the order */
  uint64_t walks;
  VEC (uint32_t) walk; /* buffer: the locks that the walk has reached */
  VEC (uint32_t) foot; /* buffer: what a step touches */
  uint8_t lost;        /* mask: states that relied on these are visited again */
};

/* What a state may rely on: a bit for the order of locks; others for groups of fields. */
#define PROTECTION_ORDER 0x80

void protection_init (struct protection *protection, const struct program *program,
                      bool on, struct arena *arena);

/* The part of protection_note for a step that touches something. */
void protection_note_touch (struct protection *protection, const struct state *state,
                            uint32_t process, const struct next_step *next);

/* Note what NEXT of PROCESS, which may run, touches in STATE. */
static inline void
protection_note (struct protection *protection, const struct state *state,
                 uint32_t process, const struct next_step *next)
{
  if (protection->on
      && (next->watched || next->touched.count > 0
          || (protection->meets && next->kind == STEP_ACQUIRE)))
    protection_note_touch (protection, state, process, next);
}

/* Note that PROCESS has written to CELL, whose value was OLD. */
void protection_note_write (struct protection *protection, struct state *state,
                            uint32_t process, uint32_t cell, int64_t old);

/* Is a declared predicate of what NEXT touches false?  Then *FIELD is its field.  Only
   predicates that are not known to be broken count. */
bool protection_is_broken (struct protection *protection, const struct state *state,
                           uint32_t process, const struct next_step *next,
                           uint32_t *field);

/* Mark the predicate of FIELD as broken. */
void protection_break (struct protection *protection, uint32_t field);

/* Has PROCESS exclusive access to all that NEXT touches and, if AUTOMATON, to the
   automaton?  Adds to *RELIED what the answer relies on. */
bool protection_is_exclusive (struct protection *protection, const struct state *state,
                              uint32_t process, const struct next_step *next,
                              bool automaton, uint8_t *relied);

/* Is NEXT where a race or deadlock may meet?  Adds to *RELIED what "no" relies on. */
bool protection_is_meeting (struct protection *protection, const struct state *state,
                            uint32_t process, const struct next_step *next,
                            uint8_t *relied);

#endif
