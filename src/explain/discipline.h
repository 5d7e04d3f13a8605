/* discipline.h -- by which lock a model guards each of its fields, and how thoroughly.
 *
 * A field is guarded by the lock that is held at most of the places where it is accessed.
 * If that lock is missing at a few of them, those are likely to be mistakes: "held at 12
 * of 13 places" (FindBugs counts in this way, too).  A place is a line of the program, or
 * a statement of a model that somebody wrote.  A lock counts as held at a place if it is
 * held in every way to get there: locks of the body itself, and those that all its
 * callers hold.
 */
#ifndef EXPLAIN_DISCIPLINE_H
#define EXPLAIN_DISCIPLINE_H

#include <stdio.h>

#include "ir/subject.h"

struct discipline_field
{
  lock_id guard;   /* the lock that is held most often, or LOCK_NONE: none ever is */
  uint32_t locked; /* places where the guard is held */
  uint32_t places;
};

/* Found out when the first finding asks: most models have none. */
struct discipline
{
  struct ir_subject *subject;
  struct arena *arena;
  const struct discipline_field *fields; /* by field; null: nobody has asked yet */
  bool takes_locks;                      /* some body that is reached takes a lock */
};

/* The discipline of SUBJECT, which goes to ARENA. */
struct discipline *discipline_new (struct ir_subject *subject, struct arena *arena);
struct discipline_field discipline_of (struct discipline *discipline, field_id field);
bool discipline_takes_locks (struct discipline *discipline);

/* What the program calls LOCK: of a part of a read-write lock, the whole. */
const char *discipline_lock_name (const struct ir_subject *subject, lock_id lock);

/* "'this'", or "the write lock of 'Prices.lock'" of a part of a read-write lock: safe to
   show. */
void discipline_show_guard (const struct ir_subject *subject, lock_id lock, FILE *file);

#endif
