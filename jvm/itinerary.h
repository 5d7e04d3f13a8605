/* itinerary.h -- the witness of a finding as orders for a debugger: who calls what, and
 * where each thread is stopped, in which order.
 *
 * A stop is the place in bytecode right before a step of the witness that others can
 * notice: an access of a field, or the acquisition of a lock.  A method that is
 * `synchronized' takes its lock before its first instruction, so that its stop is the
 * call.  Releases have no stops: a thread that goes on to its next stop makes them.
 *
 * Everything is in the arena of the itinerary, or borrowed from the model.
 */
#ifndef JVM_ITINERARY_H
#define JVM_ITINERARY_H

#include "ir/subject.h"
#include "witness/witness.h"

enum itinerary_question
{
  ITINERARY_PATTERN,  /* do all steps */
  ITINERARY_RACE,     /* reach the last two, which access one field */
  ITINERARY_DEADLOCK, /* reach the last ones, and wait for each other */
  ITINERARY_ASSERT,   /* do all steps; then an exception leaves the last one's thread */
  ITINERARY_STUCK,    /* do all steps; then nobody can go on any more */
};

#define ITINERARY_MOST_THREADS 24

/* Of a program (program_itinerary.h): how a step is made once its thread stands before
 * it. */
enum itinerary_act
{
  ITINERARY_OVER,  /* its instruction is carried out */
  ITINERARY_ENTER, /* it is made by getting there: the lock of a `synchronized' method */
  ITINERARY_START, /* ... and a thread is started */
  ITINERARY_SLEEP, /* the thread begins to wait to be notified, and stays there */
  ITINERARY_WAKE,  /* it has been notified, and goes on */
  ITINERARY_END,   /* the thread runs to its end */
  ITINERARY_HERE, /* it is only reached, and no more: a race, a circle, a wait for ever */
};

struct itinerary_stop
{
  uint32_t thread;
  uint32_t step;          /* of the witness, from 1 */
  const char *class_name; /* null: the thread is about to begin its call number `call' */
  const char *method, *descriptor;
  uint32_t index, call;
  uint32_t statement; /* of the model: its offset */
  bool awaits;        /* a lock that somebody holds */
  bool is_kept;       /* while the itinerary is made */
  bool of_question;   /* a step of the pattern or race: its object is checked */
  const char
    *field;         /* the name of the field; of an element of an array or a lock: null */
  const char *what; /* of an access: the field of the model, elements included */
  bool is_access, writes, is_lock, is_release;
  bool after_wait; /* the thread waits to be notified on its way there */
  enum itinerary_act act;
  VEC (uint32_t) started; /* threads of the itinerary, by a START */
  const char *place;      /* "Stack.java:17" */
};

/* An access that a stand-in has to make, in the order of the list. */
struct itinerary_access
{
  const char *field;
  bool writes;
};

struct itinerary_call
{
  uint32_t thread;
  const char *unit; /* "push(Object)" */
};

/* A call that a client of the class makes, and the numbers that it gives. */
struct itinerary_way
{
  uint32_t thread;
  const struct provenance_way *way;
  VEC (int64_t) numbers;
};

struct itinerary
{
  enum itinerary_question question;
  const char *subject;             /* the class, or that with `main' */
  bool is_program;                 /* its threads are its own; the first one is main */
  bool is_of_clients;              /* ... or all are clients of the class, */
  const char *constructor;         /* whose objects this one makes: its descriptor, */
  VEC (struct itinerary_way) ways; /* and who call these, in their order */
  const char *claim;               /* of an assertion: "Stack.java:17" */
  uint32_t claimant;               /* the thread whose assertion it is */
  uint32_t threads;
  VEC (struct itinerary_call) calls; /* in the order of the witness */
  VEC (struct itinerary_stop) stops; /* in the order of the witness */
  uint32_t meeting;                  /* from this one on, stops are only reached */
  /* A stand-in: somebody else than in the witness makes one call, from its beginning to
     its end, at its only stop, and these accesses on the way. */
  bool has_stand_in;
  VEC (struct itinerary_access) accesses;
  /* Of two threads and a pattern: the units whose methods make all accesses of the second
     thread, as far as the model says. */
  VEC (const char *) rivals;
};

/* The thread of a stand-in: the second. */
#define ITINERARY_STAND_IN 1

/* The itinerary for WITNESS, whose threads are the processes CAST[0] to CAST[COUNT - 1].
   False: it cannot be driven, and *PROBLEM says why. */
bool itinerary_make (struct itinerary *itinerary, const struct ir_subject *subject,
                     enum itinerary_question question, const struct witness *witness,
                     const process_id *cast, uint32_t count, struct arena *arena,
                     const char **problem);

/* Does thread T call a method of another object, which is given the object? */
bool itinerary_is_elsewhere (const struct itinerary *itinerary, uint32_t t);

/* ITINERARY with a stand-in, which calls UNIT, in the place of what the second thread
   does.  False: the accesses of that are not in one piece, or cannot be observed. */
bool itinerary_replace (struct itinerary *other, const struct itinerary *itinerary,
                        const char *unit, struct arena *arena);

#endif
