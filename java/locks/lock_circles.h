/* lock_circles.h -- deadlocks of a program: the public face of this room.
 *
 * The circles of the lock graph of all given classes, found once.  Each is a model of its
 * own, with a process for each thread and a lock for each object, whose only question is
 * the deadlock.
 */
#ifndef JAVA_LOCKS_LOCK_CIRCLES_H
#define JAVA_LOCKS_LOCK_CIRCLES_H

#include "java/locks/circle.h"
#include "java/writer/java_model.h"

struct lock_circle
{
  const char *name; /* "org.example.Account.transfer+Account.close" */
  uint32_t count;   /* of threads */
  uint32_t edges[CIRCLE_MOST];
  struct circle_way ways[CIRCLE_MOST];
  enum circle_verdict verdict;
  uint32_t cost; /* how far-fetched it is */
  bool nests;    /* there is a model of it */
  class_id own;  /* the class whose own model has this circle, or CLASS_NONE */
};

struct lock_circles
{
  struct lock_program program;
  VEC (struct lock_circle) list;
  uint32_t left_out; /* circles without a model */
  bool *is_left_out; /* by given class: such a circle goes through it */
  bool is_cut;       /* there may be more, which were not found */
};

/* The circles of JAVA, which has been opened. */
struct lock_circles *lock_circles_of (struct java *java);
/* Is there a circle through CLASS, or may there be one, of which there is no model? */
bool lock_circles_leave_out (const struct lock_circles *circles, class_id class);
/* The circle called NAME, or null. */
const struct lock_circle *lock_circle_called (const struct lock_circles *circles,
                                              const char *name);
/* Does CIRCLE go through CLASS: as an entry, or as what is locked? */
bool lock_circle_touches (struct lock_circles *circles, const struct lock_circle *circle,
                          class_id class);
/* The class of the first entry. */
class_id lock_circle_class (const struct lock_circles *circles,
                            const struct lock_circle *circle);
/* "2 threads, 2 locks: ..." for --list. */
const char *lock_circle_reason (struct lock_circles *circles,
                                const struct lock_circle *circle);
void lock_circle_model (struct lock_circles *circles, const struct lock_circle *circle,
                        struct java_model *model);

/* ---- Between the files of this room. ---- */

/* CIRCLE with its equations solved, in ARENA. */
struct circle *lock_circle_solved (struct lock_circles *circles,
                                   const struct lock_circle *circle, struct arena *arena);

#endif
