/* provenance.h -- what a model was made from, if nobody wrote it.
 *
 * A front end for programs builds a model that nobody wrote (src/inputs).  Whoever shows
 * results to a person asks here what was looked at, and what the model leaves out or
 * adds; its offsets are no places in a text, but numbers of these statements.
 * All strings are in the arena of the model.
 */
#ifndef IR_PROVENANCE_H
#define IR_PROVENANCE_H

#include <stdbool.h>
#include <stdint.h>

#include "base/ids.h"
#include "base/vec.h"

/* Questions, as bits: those for which a model that was made may lack executions. */
enum provenance_question
{
  PROVENANCE_PATTERN = 1,
  PROVENANCE_RACE = 2,
  PROVENANCE_DEADLOCK = 4,
  PROVENANCE_ASSERT = 8,
  PROVENANCE_STUCK = 16,
};

/* Something that the model does not say as the program does. */
struct provenance_note
{
  bool may_miss;        /* the program can do what the model cannot; else the model adds
                           executions that the program does not have */
  const char *code;     /* a stable word */
  const char *text;     /* a sentence, without the position */
  const char *position; /* "Stack.java:42", or null */
  bool is_premise;      /* every finding of the model depends on it, and says so */
  unsigned removes;     /* questions for which the model lacks executions */
  const char *field;    /* the only one that this concerns, or null */
};

/* What an access is to a reader of the program, as bits: for the order in which findings
   are shown, and for no verdict. */
enum provenance_role
{
  PROVENANCE_IS_ELEMENT = 1,  /* of an array, not of a collection */
  PROVENANCE_IS_LOOK = 2,     /* whether there is something, or how much: size () */
  PROVENANCE_IS_VOLATILE = 4, /* its field */
  PROVENANCE_IS_NULL = 8,     /* what is written */
  PROVENANCE_TESTS = 16,      /* what is read is compared with null, */
  PROVENANCE_FOLLOWS = 32,    /* or is the object of a call or access */
};

/* Where the steps of a model with an offset come from. */
struct provenance_statement
{
  uint32_t offset;
  const char *class_name; /* "org.example.Stack" */
  const char *method;     /* "pop" */
  const char *descriptor; /* "(I)Ljava/lang/Object;" */
  uint32_t index;         /* of the instruction */
  const char *called;     /* the name of the method that it calls, or null */
  unsigned roles;         /* of the access */
};

/* What the program's authors do not want to hear (src/explain/suppress.h). */
struct provenance_ignored
{
  const char *class_name;
  const char *method, *descriptor; /* as above, or null */
  const char *field;               /* as the model calls it, or null */
  const char *questions;           /* as -p takes them; null: all */
  const char *reason;              /* or null */
};

/* The monitor of the object that is asked about, in a method. */
struct provenance_monitor
{
  uint32_t decl; /* of its bodies */
  lock_id lock;
  const char *name; /* what the method calls that object; null: it cannot name it */
  bool is_method;   /* it would hold the monitor if it were `synchronized' */
};

/* A part of a read-write lock: one process takes it to read; writers take all. */
struct provenance_half
{
  lock_id lock;
  const char *whole; /* as the program calls it */
};

struct provenance
{
  const char *language; /* "Java" */
  const char *subject;  /* what was looked at: "org.example.Stack" */
  const char *prefix;   /* what its own fields begin with: "Stack." */
  bool is_32_bit;       /* pointers of the program have 32 bits */
  bool is_circle;       /* of locks: it has no fields, and needs none */
  bool is_program;   /* all of it, with its values: asked for asserts, deadlocks and who
                        waits for ever, and for nothing else */
  bool has_no_units; /* nobody said what belongs together: no pattern is asked about */
  bool has_program;  /* it is of a program that is such a model, too */
  uint64_t data_budget; /* for a question about its values: states; 0: the default */
  uint32_t methods, fields, locks;
  VEC (struct provenance_note) notes;           /* those that may miss something first */
  uint32_t may_miss;                            /* how many these are */
  VEC (struct provenance_statement) statements; /* by offset */
  VEC (struct provenance_monitor) monitors;
  VEC (struct provenance_half) halves;
  VEC (uint32_t)
  inner; /* decls of methods that only given code can call, which may hold
            locks that the model does not know */
  VEC (struct provenance_ignored) ignored; /* in the whole program */
  /* Where its source may be: folders, and the packages in them ("org/example"). */
  VEC (const char *) folders;
  VEC (const char *) packages;
  /* What names this model on a command line: options and paths. */
  VEC (const char *) words;
};

/* Where the steps with OFFSET come from, or null. */
const struct provenance_statement *provenance_find (const struct provenance *provenance,
                                                    uint32_t offset);

/* "may miss" or "adds executions". */
static inline const char *
provenance_note_kind (const struct provenance_note *note)
{
  return note->may_miss ? "may miss" : "adds executions";
}

#endif
