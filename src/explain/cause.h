/* cause.h -- what violations have in common: that one repair repairs them.
 *
 * The gaps of because.h say why no lock prevented a violation.  A lock that closes one
 * of them would have, so a gap is a cause: the method that releases a lock too early or
 * does not take it, and that lock, whoever gets in between and whatever fields show it.
 * A race that no lock of the model could have prevented has its field as the cause, a
 * deadlock its locks.  Of several gaps the first of the most telling kind counts, in the
 * order of the kinds below.
 *
 * The method is the public one that a person would change; in a model that somebody
 * wrote, the body in which all steps of the automaton are made (finding_site): copies of
 * a process, and processes that call the same procedure, have the same cause.
 *
 * A cause has a key, which depends on its violation alone: the same in every run and in
 * every model that has the same method, such as those of subclasses.  Causes are ordered
 * by the rank of their most dangerous violation, and then as they were found.
 *
 * No decision is made here, and no repair is sought.
 */
#ifndef EXPLAIN_CAUSE_H
#define EXPLAIN_CAUSE_H

#include "base/names.h"
#include "explain/because.h"
#include "explain/rank.h"

enum cause_kind
{
  CAUSE_RELEASED, /* BODY releases LOCK between two of its steps, and OTHER makes a step
                     with it after that, in between */
  CAUSE_MISSING,  /* BODY makes a step without LOCK, which OTHER holds at a step of it, or
                     which is the guard of their only field */
  CAUSE_UNLOCKED, /* OTHER makes steps between two of BODY, and needs no lock for them;
                     nor does BODY hold one all the time */
  CAUSE_UNGUARDED, /* the same, or a race, with one field, which has no guard */
  CAUSE_DEADLOCK,  /* they are in a circle of processes that wait for locks */
  CAUSE_NO_GAP,    /* no process makes a step between two of another */
  CAUSE_CLAIM,     /* an assert in BODY is false, */
  CAUSE_WRONG,     /* or a statement there goes wrong */
  CAUSE_EXCLUSIVE, /* BODY accesses a field whose access predicate does not hold */
  CAUSE_STUCK,     /* BODY waits, and nobody will ever wake it */
};

struct cause
{
  enum cause_kind kind;
  body_id body, other; /* of the most dangerous violation */
  lock_id lock;        /* or LOCK_NONE */
  uint32_t threads;    /* of the most dangerous violation: how many there are */
  const char *key;     /* "released this in Stack.pop()" */
  struct rank rank;    /* of the most dangerous violation */
  idset fields;        /* of all violations */
  idset others;        /* OTHER of all violations: bodies with different titles */
  VEC (uint32_t)
  queries; /* of all violations: the most dangerous one first, then in
              their order */
};

struct causes
{
  struct arena *arena;
  struct discipline *discipline;
  struct names keys;       /* by number of the name: a cause in the list */
  VEC (struct cause) list; /* in the order of their first violations */
};

/* The cause of FINDING, of which it is known why no lock prevented it, in a model with
   that DISCIPLINE: without queries; the key is in ARENA. */
struct cause cause_of (const struct finding *finding, struct discipline *discipline,
                       struct arena *arena);

/* For the violations of a model with that DISCIPLINE. */
void causes_init (struct causes *causes, struct discipline *discipline,
                  struct arena *arena);

/* Put the violation of query NUMBER, of which it is known why no lock prevented it, to
   its cause; numbers only grow.  The place of the cause in the list: the violation is
   its most dangerous one so far if it is the first of its queries. */
uint32_t causes_add (struct causes *causes, uint32_t number,
                     const struct finding *finding);

/* The places of all causes in the list, the most dangerous first. */
const uint32_t *causes_rank (const struct causes *causes, struct arena *arena);

/* "'s' is released in pop between two steps, and push gets in between": no capital, no
   full stop, safe to show. */
void cause_print (const struct cause *cause, const struct ir_subject *subject,
                  FILE *file);

/* "Only if 'this' of the first is 'owner' of the second, and ...": which objects of the
   two methods that cause_print names a deadlock takes to be one, in ARENA; null if it
   takes none. */
const char *cause_condition (const struct cause *cause, const struct finding *finding,
                             struct arena *arena);

/* " of count and data": the fields of its violations, a few of many; nothing of a
   deadlock. */
void cause_print_fields (const struct cause *cause, const struct ir_subject *subject,
                         FILE *file);

/* "lost update of count and data: 's' is released in pop ...": all of it in a line. */
void cause_print_whole (const struct cause *cause, const struct ir_subject *subject,
                        FILE *file);

#endif
