/* provenance.h -- the origin of a model that was not written by hand.
 *
 * A front end for programs builds a model automatically (src/inputs).  Its provenance
 * says what was looked at, and what the model leaves out or adds; its offsets are no
 * places in a text, but numbers of the statements here.  All strings are in the arena of
 * the model.
 */
#ifndef IR_PROVENANCE_H
#define IR_PROVENANCE_H

#include <stdbool.h>
#include <stdint.h>

#include "base/ids.h"
#include "base/vec.h"

/* Questions, as bits: for a note, those for which the model may lack executions. */
enum provenance_question
{
  PROVENANCE_PATTERN = 1,
  PROVENANCE_RACE = 2,
  PROVENANCE_DEADLOCK = 4,
  PROVENANCE_ASSERT = 8,
  PROVENANCE_STUCK = 16,
};

/* A difference between the model and the program. */
struct provenance_note
{
  bool may_miss;        /* the program can do what the model cannot; else the model adds
                           executions that the program does not have */
  const char *code;     /* a stable word */
  const char *text;     /* a sentence, without the position */
  const char *position; /* "Stack.java:42", or null */
  bool is_premise;      /* every finding of the model depends on it, and mentions it */
  unsigned removes;     /* questions for which the model lacks executions */
  const char *field;    /* the only field that this concerns, or null */
};

/* What an access means to a reader of the program, as bits: they order the findings that
   are shown, and affect no verdict. */
enum provenance_role
{
  PROVENANCE_IS_ELEMENT = 1,  /* the access is to an element of an array, not of a
                                 collection */
  PROVENANCE_IS_LOOK = 2,     /* it asks whether there is something: size () */
  PROVENANCE_IS_VOLATILE = 4, /* its field is volatile */
  PROVENANCE_IS_NULL = 8,     /* it writes null */
  PROVENANCE_TESTS = 16,      /* what it reads is compared with null, */
  PROVENANCE_FOLLOWS = 32,    /* or used as the object of a call or access */
  PROVENANCE_IS_NUMBER = 64,  /* it writes a constant number, true or false */
  PROVENANCE_SWAPS = 128,     /* it writes in one piece with a read: compareAndSet () */
};

/* Where the steps of a model with an offset come from. */
struct provenance_statement
{
  uint32_t offset;
  const char *class_name; /* "org.example.Stack" */
  const char *method;     /* "pop" */
  const char *descriptor; /* "(I)Ljava/lang/Object;" */
  uint32_t index;         /* the index of the instruction */
  const char *called;     /* the name of the method that it calls, or null */
  unsigned roles;         /* enum provenance_role, of the access */
};

/* One of the ways in which a client of a class calls something: the numbers of the object
   that it calls, and of one that it gives, from 0. */
struct provenance_way
{
  const char *method, *descriptor;
  uint32_t receiver, argument;
};

/* Findings that the program's authors have suppressed (src/explain/suppress.h). */
struct provenance_ignored
{
  const char *class_name;
  const char *method, *descriptor; /* as in provenance_statement, or null */
  const char *field;               /* as the model calls it, or null */
  const char *questions;           /* as -p takes them; null: all */
  const char *reason;              /* or null */
};

/* The monitor of the object under analysis, in a method. */
struct provenance_monitor
{
  uint32_t decl; /* the declaration of its bodies */
  lock_id lock;
  const char *name; /* what the method calls its object; null: it cannot name it */
  bool is_hidden;   /* but the method may not write that name */
  bool is_method;   /* it would hold the monitor if it were `synchronized' */
};

/* A part of a read-write lock: a reader takes its own part, a writer takes all. */
struct provenance_half
{
  lock_id lock;
  const char *whole; /* the name of the whole lock in the program */
};

struct provenance
{
  const char *language; /* "Java" */
  const char *subject;  /* what was looked at: "org.example.Stack" */
  const char *prefix;   /* the prefix of its own fields: "Stack." */
  bool is_32_bit;       /* pointers of the program have 32 bits */
  bool is_class;        /* it is an object of a class, whose methods anybody may call: no
                           program says who does */
  bool is_circle;       /* it is about a circle of locks, and needs no fields */
  bool is_program;    /* it is the whole program, with its values: only asserts, deadlocks
                         and who waits for ever are asked about */
  bool is_of_clients; /* its program is a class with clients: no deadlocks */
  bool has_no_units;  /* units are not known: no pattern is asked about */
  bool has_program;   /* there is such a model of its program, too */
  bool has_deadlocks_elsewhere; /* that model knows all about deadlocks */
  uint64_t data_budget;         /* budget of states for values; 0: the default */
  uint32_t methods, fields, locks;
  VEC (struct provenance_note)
  notes;                                        /* those with `may_miss' first */
  uint32_t may_miss;                            /* how many notes have `may_miss' */
  VEC (struct provenance_statement) statements; /* by offset */
  VEC (struct provenance_way) ways; /* of clients: in the order of their choices */
  VEC (struct provenance_monitor) monitors;
  VEC (struct provenance_half) halves;
  VEC (uint32_t)
  inner; /* declarations of methods that only given code can call, perhaps with locks held
            that the model does not know */
  VEC (struct provenance_ignored) ignored; /* in the whole program */
  /* Where its source may be: folders, and packages in them ("org/example"). */
  VEC (const char *) folders;
  VEC (const char *) packages;
  /* What names this model on a command line: options and paths. */
  VEC (const char *) words;
};

/* The origin of the steps with OFFSET, or null. */
const struct provenance_statement *provenance_find (const struct provenance *provenance,
                                                    uint32_t offset);

/* "may miss" or "adds executions". */
static inline const char *
provenance_note_kind (const struct provenance_note *note)
{
  return note->may_miss ? "may miss" : "adds executions";
}

#endif
