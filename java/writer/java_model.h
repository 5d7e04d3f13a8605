/* java_model.h -- the model of a class as the writer hands it over: text, where its
 * statements come from, and what was abstracted.  It owns an arena with all of it. */
#ifndef JAVA_WRITER_JAVA_MODEL_H
#define JAVA_WRITER_JAVA_MODEL_H

#include <stddef.h>

#include "base/arena.h"
#include "base/vec.h"
#include "java/interpreter/java_note.h"

/* Where the statement in a line of the text comes from. */
struct java_origin
{
  uint32_t line;          /* of the EML text, from 1 */
  const char *class_name; /* "org.example.Stack" */
  const char *method;     /* "pop" */
  const char *descriptor; /* "(I)Ljava/lang/Object;" */
  uint32_t index;         /* of the instruction in the bytecode */
};

/* The lock that the method of PROCEDURE would hold if it were `synchronized'. */
struct java_monitor
{
  const char *procedure, *lock; /* as the text calls them */
};

/* A part of a read-write lock: a lock that one process takes to read, and writers take
   with all others. */
struct java_half
{
  const char *lock, *whole; /* "Cache.lock[0]" of "Cache.lock" */
};

struct java_model
{
  struct arena arena;
  const char *name; /* of the class: "Stack" */
  const char *text; /* the EML */
  size_t length;
  VEC (struct java_note) notes;     /* by kind, then in the order of their positions */
  VEC (struct java_origin) origins; /* by line */
  VEC (struct java_monitor) monitors;
  VEC (struct java_half) halves;
  bool is_circle;                     /* of locks: it has no fields, and needs none */
  uint32_t methods, fields, locks;    /* "Stack: 5 methods, 2 fields, 1 lock" */
  uint32_t may_miss, adds_executions; /* notes of each kind */
  uint64_t steps;                     /* instructions that were interpreted to make it */
};

void java_model_init (struct java_model *model, struct quota *quota);
void java_model_clear (struct java_model *model);

#endif
