/* lock_program.h -- all given code as what it does to locks: what the passes of this
 * room share.
 *
 *     flow.c          each method by itself: which locks it takes, gives back and calls
 *                     others with
 *     acquisitions.c  which locks a method takes, it or what it calls
 *     edges.c         taken while holding
 *     lock_circles.c  circles of edges
 *     ways.c          threads of a circle: their entries, and the chains of calls
 *     equations.c     which terms have to be one object
 *     circle_model.c  the model of a circle
 *
 * Everything is numbered in the order in which it is met, lives in one arena, and is made
 * once for a program.
 */
#ifndef JAVA_LOCKS_LOCK_PROGRAM_H
#define JAVA_LOCKS_LOCK_PROGRAM_H

#include "java/program/finality.h"
#include "java/program/java_program.h"
#include "java/program/library_tables.h"
#include "java/locks/lock_terms.h"

/* Locks that a method holds at once; further ones are not looked at. */
#define HELD_MOST 8
/* States of a method; further ones are not looked at. */
#define FLOW_STATES_MOST 4096
/* Fields on the way to an object; longer ways are symbols. */
#define TERM_FIELDS_MOST 3

/* Locks that a method holds, the last first; hash-consed. */
struct held
{
  uint32_t below; /* HELD_NONE: nothing */
  term_id lock;
  uint32_t site; /* the instruction that took it, or SITE_OF_METHOD */
  uint32_t depth;
};

#define HELD_NONE 0
/* The site of a synchronized method's monitor. */
#define SITE_OF_METHOD (UINT32_MAX >> 1)

enum flow_kind
{
  FLOW_ACQUIRE, /* waits for the lock */
  FLOW_TRY,     /* has got the lock without waiting for it */
  FLOW_RELEASE,
  FLOW_WAIT,  /* of a monitor or condition */
  FLOW_CALL,  /* operand: a call */
  FLOW_FORK,  /* perhaps control goes on at state OPERAND of the method */
  FLOW_HOLDS, /* if the lock is held, control goes on at state OPERAND, else further */
};

struct flow_event
{
  enum flow_kind kind;
  uint32_t instruction; /* SITE_OF_METHOD: at the beginning or end of the method */
  term_id lock;
  uint32_t operand;
  uint32_t held; /* before it */
};

/* A point of a method: what happens from there until paths part or meet. */
struct flow_state
{
  uint32_t instruction, held;
  uint32_t first_event, event_count;
  uint32_t first_next, next_count; /* states; none: the method ends */
};

struct lock_call
{
  uint32_t method; /* that calls */
  uint32_t instruction, held;
  uint32_t first_argument, argument_count; /* terms, the receiver first */
  struct java_member *targets;             /* with code */
  uint32_t target_count;
  uint32_t skipped; /* parameters of the targets that are given by no argument */
  bool is_wide;     /* there are too many targets: none is looked at */
  bool is_foreign;  /* the receiver's type is not given: code elsewhere may be one, too */
};

/* A call with too many targets. */
struct lock_wide
{
  uint32_t method, held;
  name_id name, descriptor; /* of what it calls */
};

/* A lock that a method waits for, in its own terms. */
struct acquisition
{
  term_id lock;
  uint32_t instruction;   /* of the method */
  uint32_t held;          /* there */
  uint32_t call;          /* in which it happens; UINT32_MAX: in the method itself */
  uint32_t target, inner; /* then: the method that is called, and its acquisition */
};

/* A lambda or method reference: what it runs, and what it has captured. */
struct lock_lambda
{
  struct method_handle handle;
  name_id interface;
  uint32_t first_argument, argument_count; /* terms of the method that makes it */
};

struct lock_method
{
  struct java_member member;
  const struct java_code *code;
  uint32_t first_state, state_count;
  uint32_t first_call, call_count;
  bool is_known; /* the flow was made */
  bool is_under_way;
  bool is_cut;     /* there is too much of it */
  bool is_crossed; /* it gives a lock back before one that it took later */
  bool is_partial; /* edges of it are not in the graph: with a lock held, it or what it
                      calls takes one of which nothing is known, returns with one, or
                      makes a call with too many targets */
  bool is_unseen;  /* it does so, with a lock held or not */
  bool has_result; /* what it returns is RESULT */
  term_id result;
  term_id monitor;                       /* of a synchronized method, or TERM_NOTHING */
  VEC (struct acquisition) acquisitions; /* the nearest for each lock */
  VEC (uint32_t) callers;                /* calls */
};

/* What is not a lock of its own: half of the read-write lock that another field of the
   same object has, or a condition of the lock there. */
struct lock_part
{
  enum term_kind kind;  /* TERM_HALF, TERM_CONDITION; TERM_OTHER: it is no part */
  enum term_kind whole; /* of a condition: of TERM_HALF or TERM_LOCK */
  uint32_t half;        /* which one */
  uint32_t field;       /* that has the lock; if no field does, the first with a part */
};

/* What is put into a field, in all given code. */
struct lock_field
{
  struct lock_part part;
  bool is_no_part; /* not always the same part */
  name_id type;    /* exactly, if it is always the same */
  bool is_set, is_mixed;
  bool is_shared;      /* not always a new object of its own */
  bool is_young;       /* not always an object that was given to the constructor, */
  bool is_own;         /* or, where that is so, the object whose field it is */
  bool is_lost;        /* code that is not followed gets hold of it, */
  bool loses_elements; /* or of the elements of the array, not all of which are new
                          objects of its own */
};

/* METHOD gives TERM to TARGET, as a parameter. */
struct lock_handing
{
  uint32_t method, instruction;
  term_id term;
  uint32_t target, parameter;
  uint32_t next; /* handing of the same parameter; PAIRMAP_FREE: none */
};

/* METHOD puts VALUE into a field. */
struct lock_put
{
  uint32_t method, field;
  term_id value;
};

/* A thread holds a lock and takes another one. */
struct lock_edge
{
  uint32_t method;
  uint32_t hold, take; /* nodes */
  uint32_t held;       /* the row of locks whose first one is the one that is held */
  struct acquisition taking;
};

/* Locks that code cannot tell apart. */
struct lock_node
{
  enum term_kind kind; /* TERM_LOCK, TERM_HALF, TERM_CLASS, TERM_INIT; else a monitor */
  uint32_t origin;     /* the number of the field that it is in, or UINT32_MAX */
  bool is_element;     /* of the array there */
  name_id type;        /* or the class of TERM_CLASS, TERM_INIT */
  bool is_exact;
  bool is_read; /* the read half */
};

/* All edges from one node to another. */
struct lock_pair
{
  uint32_t hold, take;
  VEC (uint32_t) edges;
  bool is_cut; /* there are more */
};

struct lock_program
{
  struct java *java;
  struct java_universe *universe;
  struct arena *arena;
  struct arena scratch; /* of the pass under way */
  struct arena trial;   /* of the circle that is tried */
  struct terms terms;
  bool knows_fields; /* the second pass */
  bool *initialises; /* by given class: its initialiser counts as a lock */
  class_id *users;   /* by given class: the only one whose code uses it, or CLASS_NONE */
  VEC (struct held) helds;
  struct pairmap held_entries, held_of;
  struct pairmap method_numbers;
  VEC (struct lock_method) methods;
  VEC (struct flow_state) states;
  VEC (struct flow_event) events;
  VEC (uint32_t) nexts;
  VEC (struct lock_call) calls;
  VEC (struct lock_wide) wide_calls;
  VEC (term_id) arguments;
  VEC (struct lock_lambda) lambdas;
  struct pairmap lambda_of;       /* (method, instruction) -> its number */
  VEC (struct lock_field) fields; /* by number */
  /* escapes.c; new objects are (method, the instruction that makes it): */
  VEC (struct lock_handing) handings;
  struct pairmap handings_of; /* (method, parameter) -> the last one */
  VEC (struct lock_put) puts;
  bool *is_made;               /* by given class: given code makes objects of it */
  struct pairmap gives_itself; /* (class, class): code of the first gives its own object
                                  to one of the second */
  struct pairmap known_pairs;  /* (type, type): is there such a pair among them? */
  struct pairmap lost_parameters;  /* (method, parameter) */
  struct pairmap lost_new, put_at; /* the first instruction that does */
  struct pairmap put_into;         /* what */
  struct pairmap mixed_arrays;     /* new arrays into which others than new objects go */
  /* Calls through types that are not given: (type, number of the method) -> targets. */
  struct pairmap foreign_methods, foreign;
  VEC (struct lock_call) foreign_calls;
  VEC (struct lock_node) nodes;
  struct pairmap node_keys, node_of, meetings;
  VEC (struct lock_edge) edges;
  VEC (struct lock_pair) pairs;
  struct pairmap pair_of;
};

/* ---- flow.c ---- */

/* The number of METHOD; its flow is made when it is asked for. */
uint32_t lock_method_number (struct lock_program *p, struct java_member method);
void flow_make (struct lock_program *p, uint32_t method);
/* OUTER with one more lock; HELD_NONE becomes a row of one. */
uint32_t held_push (struct lock_program *p, uint32_t below, term_id lock, uint32_t site);
/* Do all constructors put the same part of a lock into FIELD? */
bool lock_is_part (struct lock_program *p, uint32_t field);
/* What is put into FIELD. */
struct lock_field *lock_field (struct lock_program *p, uint32_t field);
/* Flows of all given methods, twice: what the first pass tells of fields the second
   knows. */
void flow_make_all (struct lock_program *p);

/* ---- escapes.c ---- */

void escapes_find (struct lock_program *p);
/* Is what is in FIELD, or in the array there, an object that was made for it, and that
   nobody gets hold of but by reading the field? */
bool lock_is_confined (struct lock_program *p, uint32_t field, bool is_element);
/* Can clients read and write FIELD? */
bool lock_is_open (const struct lock_program *p, uint32_t field);
/* Does METHOD, before instruction AT, have the object that MADE makes for itself? */
bool lock_is_fresh (const struct lock_program *p, uint32_t method, uint32_t made,
                    uint32_t at);

/* ---- initialisers.c ---- */

void initialisers_find (struct lock_program *p);
/* The initialiser that instruction AT of USER runs if it is the first to use the class;
   of CLASS_NONE if there is none. */
struct java_member lock_initialiser (struct lock_program *p, struct java_member user,
                                     const struct instruction *at);

/* ---- acquisitions.c ---- */

void acquisitions_find (struct lock_program *p);
/* LOCK of TARGET, which CALL runs, in the terms of the method that calls. */
term_id acquisition_lock (struct lock_program *p, const struct lock_call *call,
                          uint32_t target, term_id lock);
/* The first argument of TARGET: a receiver has the class of the method that runs. */
term_id lock_receiver (struct lock_program *p, uint32_t target, term_id receiver);

/* ---- edges.c ---- */

void edges_find (struct lock_program *p);
uint32_t lock_node_of (struct lock_program *p, term_id lock);
/* Can a lock of node TAKEN be one of node HELD, so that who takes it waits? */
bool lock_nodes_meet (struct lock_program *p, uint32_t taken, uint32_t held);
/* Can an object be of both types? */
bool lock_types_meet (struct lock_program *p, name_id a, bool a_exact, name_id b,
                      bool b_exact);

#endif
