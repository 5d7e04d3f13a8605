/* provenance.h -- what a model was made from, if nobody wrote it.
 *
 * A front end for programs writes the text of a model itself (src/inputs).  Whoever
 * shows results to a person asks here what was looked at, and what the model leaves
 * out or adds; the model's own text, which the person never saw, is not talked about.
 * All strings are in the arena of the model.
 */
#ifndef IR_PROVENANCE_H
#define IR_PROVENANCE_H

#include <stdbool.h>
#include <stdint.h>

#include "base/vec.h"

/* Questions, as bits: those for which a model that was made may lack executions. */
enum provenance_question
{
  PROVENANCE_PATTERN = 1,
  PROVENANCE_RACE = 2,
  PROVENANCE_DEADLOCK = 4,
  PROVENANCE_ASSERT = 8,
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

/* Where the statement in a line of the model's text comes from. */
struct provenance_statement
{
  uint32_t line;          /* from 1 */
  const char *class_name; /* "org.example.Stack" */
  const char *method;     /* "pop" */
  const char *descriptor; /* "(I)Ljava/lang/Object;" */
  uint32_t index;         /* of the instruction */
};

/* The lock that the method of PROCEDURE would hold if it were `synchronized'. */
struct provenance_monitor
{
  const char *procedure, *lock; /* as the model calls them */
};

/* A part of a read-write lock: one process takes it to read; writers take all. */
struct provenance_half
{
  const char *lock, *whole; /* as the model calls it, as the program does */
};

struct provenance
{
  const char *language; /* "Java" */
  const char *subject;  /* what was looked at: "org.example.Stack" */
  const char *prefix;   /* what its own fields begin with: "Stack." */
  bool is_circle;       /* of locks: it has no fields, and needs none */
  uint32_t methods, fields, locks;
  VEC (struct provenance_note) notes;           /* those that may miss something first */
  uint32_t may_miss;                            /* how many these are */
  VEC (struct provenance_statement) statements; /* by line */
  VEC (struct provenance_monitor) monitors;
  VEC (struct provenance_half) halves;
  /* Where its source may be: folders, and the packages in them ("org/example"). */
  VEC (const char *) folders;
  VEC (const char *) packages;
  /* What names this model on a command line: options and paths. */
  VEC (const char *) words;
};

/* Where the statement in LINE of the text comes from, or null. */
const struct provenance_statement *provenance_find (const struct provenance *provenance,
                                                    uint32_t line);

/* "may miss" or "adds executions". */
static inline const char *
provenance_note_kind (const struct provenance_note *note)
{
  return note->may_miss ? "may miss" : "adds executions";
}

#endif
