/* circle.h -- a circle of the lock graph: threads, each of which runs from an entry along
 * a chain of calls, holds a lock and waits for the one that the next thread holds.
 *
 * What a thread locks is said in terms of its own entry: `this', an argument, a field of
 * one of them.  A circle is a system of equations between such terms: what thread i
 * takes is what thread i + 1 holds.  Solving it (congruence closure: equal objects have
 * equal fields) says which further locks are the same, and whether the circle can be at
 * all: two class objects are never equal, nor are two fields that always have new objects
 * of their own.
 */
#ifndef JAVA_LOCKS_CIRCLE_H
#define JAVA_LOCKS_CIRCLE_H

#include "java/locks/lock_program.h"

/* Threads of a circle. */
#define CIRCLE_MOST 4

/* A method in a thread, with its arguments as terms of the thread, and the locks that its
   callers hold. */
struct circle_instance
{
  uint32_t thread, method;
  term_id *arguments;
  uint32_t argument_count;
  term_id *outer;
  uint32_t outer_count;
  uint32_t left; /* on a chain: the instruction at which that goes on */
};

/* A way from an entry to a method: calls, from the outermost on. */
struct circle_way
{
  uint32_t entry; /* a method */
  uint32_t *calls;
  uint32_t count;
};

struct circle_thread
{
  uint32_t edge;
  struct circle_way way;
  /* Of the walk along the chain: */
  uint32_t instance; /* of the entry */
  uint32_t depth;    /* calls on the chain */
  uint32_t choices;  /* methods that calls on the chain could run instead, multiplied; */
  uint32_t guesses;  /* those of objects that others ran on before, too */
  uint32_t last;     /* of the method that takes the lock */
  uint32_t instruction; /* there */
  term_id hold, take;   /* locks */
  VEC (term_id) held;   /* all locks at the end */
  bool nests;           /* locks are given back in the opposite order */
};

enum circle_verdict
{
  CIRCLE_IMPOSSIBLE, /* its equations have no solution */
  CIRCLE_GUARDED,    /* two threads need one lock to get there */
  CIRCLE_OPEN,
};

struct circle
{
  struct lock_program *p;
  struct arena *arena;
  uint32_t count; /* of threads */
  struct circle_thread threads[CIRCLE_MOST];
  VEC (struct circle_instance) instances;
  /* The equations: terms, and for each term that stands for others the representative. */
  VEC (term_id) terms;
  struct pairmap parents; /* (term, 0) -> another term of its class */
  bool is_broken;
};

/* ---- ways.c ---- */

/* Ways to METHOD from at most MOST entries, near ones first. */
uint32_t circle_ways (struct lock_program *p, struct arena *arena, uint32_t method,
                      struct circle_way *ways, uint32_t most);
/* Follow the chains of all threads: their instances, and what they hold and take. */
void circle_walk (struct circle *circle);
/* METHOD in THREAD; the one that is there already if there is one. */
uint32_t circle_instance (struct circle *circle, struct circle_instance instance);
/* The instance that CALL of INSTANCE runs, whose method is TARGET. */
uint32_t circle_call (struct circle *circle, uint32_t instance,
                      const struct lock_call *call, uint32_t target);
/* TERM of INSTANCE's method as one of the thread. */
term_id circle_term (struct circle *circle, uint32_t instance, term_id term);

/* ---- circle_names.c ---- */

/* What the method of INSTANCE calls the object of LOCK: "this", "to", "this.parent";
   null: it has no name for it.  MAY it write that: is no field on the way hidden from it?
 */
const char *circle_name_in (const struct circle *circle, uint32_t instance, term_id lock,
                            bool *may_write);

/* ---- doubts.c ---- */

enum circle_doubt
{
  DOUBT_EACH_OTHER = 1,
  DOUBT_FOREIGN_CLASS = 2,
  DOUBT_FOREIGN_OBJECT = 4,
  DOUBT_FIRST_USE = 8,
  DOUBT_ONE_OF_MANY = 16,
  DOUBT_GUESSED_TYPE = 32,
};

/* What else CIRCLE, which is solved, asks for. */
unsigned circle_doubts (struct circle *circle);

enum lock_presence
{
  PRESENCE_NEVER,   /* nobody puts such an object there, */
  PRESENCE_FOREIGN, /* or only code that is not given */
  PRESENCE_GIVEN,
};

/* Can FIELD hold an object of the type of WANTED? */
enum lock_presence lock_field_presence (struct lock_program *p, uint32_t field,
                                        const struct term *wanted);

/* ---- equations.c ---- */

/* Solve the equations, and say what becomes of the circle. */
enum circle_verdict circle_solve (struct circle *circle);
/* One more term; equations_close finds its class.  False: it was there. */
bool equations_add (struct circle *circle, term_id term);
void equations_close (struct circle *circle);
/* Can TERM be one with all that it is equal to? */
bool circle_can_be (struct circle *circle, term_id term);
/* Are they one lock (halves of a read-write lock count as the whole)? */
bool circle_same_lock (const struct circle *circle, term_id a, term_id b);
/* Does nobody write the fields on the way to LOCK? */
bool circle_is_stable (const struct circle *circle, term_id lock);
/* The object whose lock it is. */
term_id circle_object (const struct circle *circle, term_id lock);

#endif
