/* rank.h -- which findings to look at first.
 *
 * A rank is a judgement, not a verdict: every violation that is reported is an execution
 * of the model, and its rank says how likely it is to be a mistake that costs something.
 * It depends on the finding and its model alone, so that it is the same in every list:
 * text, records, page and SARIF.
 *
 * The kinds below are in the order of their danger.  RANK_MINOR has a reason: what such
 * findings have in common is that those who wrote the code usually know, and do not mind.
 */
#ifndef EXPLAIN_RANK_H
#define EXPLAIN_RANK_H

#include "explain/discipline.h"
#include "explain/finding.h"
#include "witness/grade.h"

enum rank_kind
{
  RANK_DEADLOCK,    /* or an assertion that fails */
  RANK_NULL_USED,   /* a reference is tested, and null when it is used */
  RANK_HALF_LOCKED, /* a race on a field whose lock is held at most places */
  RANK_LOST_UPDATE,
  RANK_DEADLOCK_IF, /* a deadlock, if objects that are reached in two ways are the same,
                       or of a class that is a guess */
  RANK_TORN_PAIR,   /* two fields are seen or left in a state that no serial order has */
  RANK_OTHER,
  RANK_MINOR,
  RANKS,
};

enum rank_reason
{
  RANK_NO_REASON,
  RANK_EACH_OTHER,    /* a deadlock of objects that have to contain each other */
  RANK_FIRST_USE,     /* ... or that needs a class to be used for the first time */
  RANK_FOREIGN,       /* it needs an object that no given code makes, or puts there */
  RANK_ONE_OF_MANY,   /* or calls that run one of many methods */
  RANK_ORDERED,       /* values may decide the order of its locks */
  RANK_NO_LOCK,       /* the class uses no lock at all */
  RANK_SETTER_GETTER, /* a setter meets a getter */
  RANK_CONFIGURATION, /* what is written, a setter or initialiser writes */
  RANK_DESCRIPTION,   /* toString, hashCode, equals */
  RANK_STATISTICS,    /* a figure is read that may be old */
  RANK_ITERATOR,      /* an iterator is used by two threads */
  RANK_OUTSIDE,       /* a method of another object goes about this one in steps */
  RANK_SAME,          /* a method is given its own object */
  RANK_INNER,         /* who calls it may hold the lock that it lacks */
  RANK_FLAG,          /* ... or a flag may keep others out */
  RANK_CLOSING,       /* it is closed twice */
  RANK_LIFE_CYCLE,    /* only what starts or ends it writes, or lacks the lock */
  RANK_REASONS,
};

struct rank
{
  enum rank_kind kind;
  enum rank_reason reason; /* of RANK_MINOR */
  const char *title;       /* "race", "unrepeatable read", "deadlock" */
  bool is_guessed;         /* a deadlock of objects whose class is a guess */
  bool is_let_go;    /* of an update that is lost: the lock is held at both ends of it */
  uint32_t premises; /* of a deadlock: how much is taken for granted */
  enum execution_grade execution; /* harmful ones come first, with the deadlocks */
  enum grade grade; /* of a model with values: within a kind, feasible ones first */
  /* Of the field of a race, or the first field of a pattern: the lock that guards it most
     often, at LOCKED of PLACES places; LOCK_NONE: no lock ever does. */
  lock_id guard;
  uint32_t locked, places;
};

/* The rank of FINDING, whose locks are known, in a model with this DISCIPLINE. */
struct rank rank_of (const struct finding *finding, struct discipline *discipline);

/* Which of the two comes first: less than, equal to or greater than 0. */
int rank_compare (const struct rank *a, const struct rank *b);

/* A stable word of the kind: "deadlock", "half-locked", "lost-update" ... */
const char *rank_word (enum rank_kind kind);
/* ... and of the reason: "no-lock", "setter-getter" ... */
const char *rank_reason_word (enum rank_reason reason);

/* How many causes of each kind there are, at least one: "14 more causes: 2 lost updates,
   12 minor ones". */
void ranks_print (const uint32_t counts[RANKS], FILE *file);

/* Why it has that rank: "'this' is held at 12 of 13 places", "a setter meets a getter".
   False: nothing is printed, since its kind says it all. */
bool rank_print_why (const struct rank *rank, const struct ir_subject *subject,
                     FILE *file);

/* "deadlock", "race ('this' is held at 12 of 13 places)", "race (minor: a setter meets a
   getter)". */
void rank_print (const struct rank *rank, const struct ir_subject *subject, FILE *file);

/* Is it worth a place among what is shown first, by its kind, or since it was seen to do
   harm? */
bool rank_is_strong (const struct rank *rank);
/* As SARIF has them: "error", "warning" or "note"; and a number from 0 to 100, which is
   the most important. */
const char *rank_level (const struct rank *rank);
int rank_number (const struct rank *rank);
/* A number by which records are put into the order of rank_compare, the least first. */
int64_t rank_order (const struct rank *rank);

#endif
