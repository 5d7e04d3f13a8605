/* java_model.h -- the model of a class as the writer hands it over: what it declares
 * and does, where its steps come from, and what was abstracted.  It owns an arena with
 * everything but what it declares and does, which is in that of the ir. */
#ifndef JAVA_WRITER_JAVA_MODEL_H
#define JAVA_WRITER_JAVA_MODEL_H

#include "base/arena.h"
#include "base/vec.h"
#include "ir/ir.h"
#include "java/interpreter/java_note.h"

/* Where the steps with an offset come from. */
struct java_origin
{
  uint32_t offset;
  const char *class_name; /* "org.example.Stack" */
  const char *method;     /* "pop" */
  const char *descriptor; /* "(I)Ljava/lang/Object;" */
  uint32_t index;         /* of the instruction in the bytecode */
  const char *called;     /* the name of the method that it calls, or null */
  unsigned roles;         /* roles.h */
};

/* One of the ways in which a client calls something: the numbers of the object that it
   calls, and of one that it gives, from 0. */
struct java_call_way
{
  const char *method, *descriptor;
  uint32_t receiver, argument;
};

/* The monitor of I in a method. */
struct java_monitor
{
  uint32_t decl; /* of its bodies */
  lock_id lock;
  const char *name; /* what the method calls I, or of a circle the object of the lock:
                       "this", "Stack.this", "other"; null: it cannot name it */
  bool is_hidden;   /* ... but may not write that name */
  bool is_method;   /* it would hold the monitor if it were `synchronized' */
};

/* A part of a read-write lock: a lock that one process takes to read, and writers take
   with all others. */
struct java_half
{
  lock_id lock;      /* "Cache.lock[0]" */
  const char *whole; /* "Cache.lock" */
};

struct java_model
{
  struct arena arena;
  const char *name; /* of the class: "Stack" */
  struct ir_model *declared;
  struct ir *ir;
  VEC (struct java_note) notes;     /* by kind, then in the order of their positions */
  VEC (struct java_origin) origins; /* by offset */
  VEC (struct java_call_way) ways;  /* of clients: in the order of their choices */
  VEC (struct java_monitor) monitors;
  VEC (struct java_half) halves;
  VEC (uint32_t) inner; /* decls of entries that clients cannot call: given code does */
  bool is_circle;       /* of locks: it has no fields, and needs none */
  bool has_deadlocks_elsewhere;       /* in a model of the whole program */
  bool is_program;                    /* the whole program (java/partial) */
  bool is_of_clients;                 /* ... or threads that call a class */
  bool has_unit;                      /* some call is one */
  uint32_t methods, fields, locks;    /* "Stack: 5 methods, 2 fields, 1 lock" */
  uint32_t may_miss, adds_executions; /* notes of each kind */
  uint64_t steps;                     /* instructions that were interpreted to make it */
};

/* A model that is to be built in DECLARED, which is initialised (ir_builder.h), and IR.
 */
void java_model_init (struct java_model *model, struct quota *quota,
                      struct ir_model *declared, struct ir *ir);
void java_model_clear (struct java_model *model);

#endif
