/* cause.h -- what violations of a model have in common.
 *
 * The gaps of because.h say why no lock prevented a violation.  A lock that closes one
 * of them would have, so each gap is a cause: the two bodies between which no lock
 * stands, and the lock that one of them releases too early or does not take.  A body is
 * the procedure, or the process's own body, in which all steps of the automaton are made
 * (finding_site): copies of a process, and processes that call the same procedure, have
 * the same cause.
 *
 * A violation with several gaps belongs to one cause: the first of its gaps that is the
 * cause of an earlier violation, or if none is, the one that says most, by the order of
 * the kinds below.  So what is said of a cause is true of each of its violations, and
 * which causes there are depends only on the violations and their order.
 *
 * No decision is made here, and no repair is sought.
 */
#ifndef EXPLAIN_CAUSE_H
#define EXPLAIN_CAUSE_H

#include "explain/because.h"

enum cause_kind
{
  CAUSE_RELEASED,  /* BODY releases LOCK between two of its steps, and OTHER makes a step
                      with it after that, in between */
  CAUSE_MISSING,   /* BODY makes a step without LOCK, which OTHER holds at a step of it */
  CAUSE_UNLOCKED,  /* one of the two makes steps between two of the other, and needs no
                      lock for them; nor does the other hold one all the time.  Or it is
                      a race: they hold no lock in common */
  CAUSE_DEADLOCK,  /* they are in a circle of processes that wait for locks */
  CAUSE_NO_GAP,    /* no process makes a step between two of another */
  CAUSE_CLAIM,     /* an assert in BODY is false, */
  CAUSE_WRONG,     /* or a statement there goes wrong */
  CAUSE_EXCLUSIVE, /* BODY accesses a field whose access predicate does not hold */
};

struct cause
{
  enum cause_kind kind;
  body_id body, other;    /* where there is no lock, in the order of their numbers */
  lock_id lock;           /* or LOCK_NONE */
  uint32_t place;         /* of an assert: the claim; of an access predicate: the field */
  VEC (uint32_t) queries; /* whose violations it is the cause of, in their order */
};

struct causes
{
  struct arena *arena;
  struct pairmap keys;     /* kind, bodies and lock, as a path of pairs */
  VEC (struct cause) list; /* in the order of their first violations */
};

void causes_init (struct causes *causes, struct arena *arena);

/* Put the violation of query NUMBER, of which it is known why no lock prevented it, to
   its cause; numbers only grow.  The place of the cause in the list: the violation is its
   first if the cause has no other. */
uint32_t causes_add (struct causes *causes, uint32_t number,
                     const struct finding *finding);

/* Is CAUSE one of FINDING, of which it is known why no lock prevented it? */
bool cause_is_of (const struct cause *cause, const struct finding *finding);

/* The places of all causes in the list: those with the most violations first, and among
   these in their order. */
const uint32_t *causes_rank (const struct causes *causes, struct arena *arena);

/* "'s' is released in pop between two steps, and push gets in between": no capital, no
   full stop, safe to show. */
void cause_print (const struct cause *cause, const struct ir_model *model, FILE *file);

#endif
