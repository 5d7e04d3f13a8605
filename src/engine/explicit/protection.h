/* protection.h -- who has a cell for himself: exclusive access, inferred while searching.
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
 * and beside it, in models with life cycles, that t is alone with x (sole_access.h).
 *
 * Nothing is believed.  Each access that the search comes to is noted, before it is
 * decided what it is: an access by a second process ends LOCAL; a lock that is not held
 * at an access leaves M(x), which begins with all locks; a declared predicate is given up
 * if it is false at an access, if it holds for two processes at an access, or if a write
 * of one process changes it for another (conditions (i) and (ii) of section 4.1).  When
 * that makes E smaller, states whose visit relied on it are visited again; the mask says
 * which
 * (`lost').  A smaller M(x) that is not empty only makes E larger.
 *
 * The automaton's state is one more cell, the only one of a model without values.
 *
 * What a step touches: its cells; for a write to a field that some predicate in use looks
 * at, all that this predicate looks at; and, while it is not known whether a field's own
 * predicate is kept to, but that predicate is given up for reduction, what it looks at.
 *
 * Meetings.  Races and deadlocks are states in which two processes are about to do
 * something, so that these places must not be inside of transactions.  Where no automaton
 * says which places these are, a place is one
 *
 *   - if it accesses a field that is not volatile and to which its process has no
 * exclusive access (two processes never have it at once: then there is no race);
 *   - if it acquires a lock l while its process holds a lock h, and the order of locks,
 * as met so far, leads from l to h as well.  A new edge that closes a circle is `lost',
 *     too.
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

/* A declared predicate. */
enum predicate_state
{
  PREDICATE_NONE,
  PREDICATE_IN_USE,  /* for the reduction */
  PREDICATE_CHECKED, /* only: it does not say who has exclusive access */
  PREDICATE_BROKEN,  /* some access does not keep to it: nothing more to know */
};

/* M of a cell.  As long as nobody has accessed it that is all locks; then it is never
   more than somebody held, so that all these sets together are as small as what was held.
 */
struct protection_locks
{
  bool known; /* somebody has accessed it */
  uint32_t count;
  uint32_t *at; /* in their order */
};

struct protection_edge
{
  uint32_t to;
  uint32_t next; /* of the same lock, from 1; 0: none */
};

struct protection
{
  bool on;    /* off: there are no transactions */
  bool meets; /* races and deadlocks are looked for, without an automaton */
  const struct program *program;
  struct data_model *data; /* of the program */
  struct arena *arena;
  uint32_t cells; /* without the automaton, which is one more */
  struct sole_access solitude;
  uint8_t *kinds;     /* by cell, the automaton last: enum protection_kind */
  uint32_t *accessor; /* by cell: the process that accessed it, from 1; 0: nobody yet */
  struct protection_locks *locks; /* by cell: M */
  uint8_t *predicates;            /* by field: enum predicate_state */
  uint64_t **support;             /* by field with a predicate: the fields in it, a set */
  uint32_t field_words;
  VEC (uint32_t) held; /* by a process, for a moment: its locks, in their order */
  /* The order of locks: from each one to others, without those that follow. */
  uint32_t *first_edge; /* by lock, from 1; 0: none */
  VEC (struct protection_edge) edges;
  uint64_t *seen; /* by lock: the number of the last walk along the order */
  uint64_t walks;
  VEC (uint32_t) walk; /* for a moment: locks that it has come to */
  VEC (uint32_t) foot; /* what a step touches, for a moment */
  uint8_t lost;        /* states that relied on one of these are to be visited again */
};

/* What a state may rely on: a bit for the order of locks, and for some fields each of the
   others. */
#define PROTECTION_ORDER 0x80

void protection_init (struct protection *protection, const struct program *program,
                      bool on, struct arena *arena);

/* For protection_note: NEXT touches something. */
void protection_note_touch (struct protection *protection, const struct state *state,
                            uint32_t process, const struct next_step *next);

/* NEXT of PROCESS, which may run, in STATE. */
static inline void
protection_note (struct protection *protection, const struct state *state,
                 uint32_t process, const struct next_step *next)
{
  if (protection->on
      && (next->watched || next->touched.count > 0
          || (protection->meets && next->kind == STEP_ACQUIRE)))
    protection_note_touch (protection, state, process, next);
}

/* PROCESS has written to CELL, where OLD was. */
void protection_note_write (struct protection *protection, struct state *state,
                            uint32_t process, uint32_t cell, int64_t old);

/* Does the declared predicate of what NEXT touches not hold?  Then *FIELD is the field.
   Only predicates that are not known to be broken. */
bool protection_is_broken (struct protection *protection, const struct state *state,
                           uint32_t process, const struct next_step *next,
                           uint32_t *field);

/* That is known now of FIELD. */
void protection_break (struct protection *protection, uint32_t field);

/* Has PROCESS exclusive access to all that NEXT touches and, if AUTOMATON, to the
   automaton?  Adds to *RELIED what this relies on. */
bool protection_is_exclusive (struct protection *protection, const struct state *state,
                              uint32_t process, const struct next_step *next,
                              bool automaton, uint8_t *relied);

/* Is NEXT a meeting place, of a race or deadlock?  Adds to *RELIED what a "no" relies on.
 */
bool protection_is_meeting (struct protection *protection, const struct state *state,
                            uint32_t process, const struct next_step *next,
                            uint8_t *relied);

#endif
