/* locking.h -- which classes use a lock: only those claim that several threads may use an
 * object of theirs, and are checked without being named. */
#ifndef JAVA_PROGRAM_LOCKING_H
#define JAVA_PROGRAM_LOCKING_H

#include "java/program/java_program.h"
#include "java/program/universe.h"

/* How a class uses locks. */
struct locking
{
  bool is_synchronized; /* a method or block */
  bool has_lock;     /* a field that is a lock, a concurrent collection or an atomic, or
                        is volatile; or it calls methods of a lock */
  bool locks_itself; /* its objects have the lock: synchronized methods, or a field */
};

/* How CLASS and its given super classes use locks. */
struct locking locking_of (struct java *java, class_id class);
/* Do the objects of CLASS have a lock of their own?  Asked as often as one likes. */
bool locking_itself (struct java *java, class_id class);

#endif
