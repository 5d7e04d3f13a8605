/* java.h -- from compiled Java to EML: the public face of this room.
 *
 *     struct java java;
 *     java_init (&java, &quota, &options);
 *     if (java_open (&java, paths, path_count))
 *       {
 *         struct java_model model;
 *         java_model_init (&model, &quota);
 *         if (java_extract (&java, "org.example.Stack", &model))
 *           use (model.text);
 *         java_model_clear (&model);
 *       }
 *     diags_render (&java.diags, stderr, false);
 *     java_clear (&java);
 *
 * A model is EML text, which the front end of EML reads like any other; its
 * statements have positions in the Java source.  Whatever the extraction leaves out or
 * adds is a note.  Nothing is printed; errors go to the diagnostics of struct java.
 * Options, paths and the quota are borrowed until java_clear; a model owns its arena
 * and is independent of struct java.
 */
#ifndef JAVA_JAVA_H
#define JAVA_JAVA_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/diag.h"
#include "base/vec.h"

struct java_universe;
struct finality;
struct library;
struct parameters;
struct callers;
struct extraction;

/* What models need not have, since no verdict depends on it; each with a switch.  Name on
   the command line, identifier, what it is. */
#define JAVA_REDUCTIONS(R)                                                               \
  R ("calls", CALLS, "calls of methods that do nothing to the object")                   \
  R ("early-ends", EARLY_ENDS, "ends of methods by exceptions nobody catches")           \
  R ("equal-points", EQUAL_POINTS, "points with equal futures, each by itself")          \
  R ("gotos", GOTOS, "labels and gotos instead of if, while and sync")

enum java_reduction_number
{
#define JAVA_REDUCTION_NUMBER(name, id, text) JAVA_REDUCTION_NUMBER_##id,
  JAVA_REDUCTIONS (JAVA_REDUCTION_NUMBER)
#undef JAVA_REDUCTION_NUMBER
    JAVA_REDUCTION_COUNT,
};

enum java_reduction
{
#define JAVA_REDUCTION_BIT(name, id, text)                                               \
  JAVA_KEEP_##id = 1 << JAVA_REDUCTION_NUMBER_##id,
  JAVA_REDUCTIONS (JAVA_REDUCTION_BIT)
#undef JAVA_REDUCTION_BIT
};

/* The name of reduction NUMBER, whose bit is 1 << NUMBER. */
const char *java_reduction_name (uint32_t number);

struct java_options
{
  const char *class_name; /* --class: this class only, "org.example.Stack"; or null */
  const char *main_name;  /* --main: the program that starts here; or null */
  const char *fields;     /* --fields: names or globs, commas between them; or null */
  const char *units;      /* --units: likewise, of methods; or null */
  uint32_t threads;       /* --threads: clients of a class; 0 means 2 */
  const char *const *classpath; /* --classpath: classes to look into */
  uint32_t classpath_count;
  const char *jdk; /* --jdk: a folder of extracted classes; or null */
  uint32_t kept;   /* --keep: bits of enum java_reduction */
};

/* An opened program: its classes are known, their code is read when it is needed. */
struct java
{
  struct arena arena;
  struct quota *quota;
  const struct java_options *options;
  struct source source; /* only its path, for messages */
  struct diags diags;
  struct java_universe *universe;
  struct finality *finality;             /* which fields are effectively final */
  struct library *library;               /* what is known of the Java library */
  struct parameters *parameters;         /* which methods have a parameter of a type */
  struct callers *callers;               /* which methods other classes call */
  VEC (struct extraction *) extractions; /* under way */
};

void java_init (struct java *java, struct quota *quota,
                const struct java_options *options);
void java_clear (struct java *java);

/* Open PATHS: class files, folders of them, jars.  False with errors in the
   diagnostics if one cannot be read or there is no class in them. */
bool java_open (struct java *java, const char *const *paths, uint32_t count);

/* ---- Which classes there are models of (--list). ---- */

struct java_candidate
{
  const char *class_name; /* "org.example.Stack", nested ones "org.example.Map$Node" */
  const char *path;   /* of the class file; in a jar "app.jar!org/example/Stack.class" */
  bool chosen;        /* without --class: there is a model of it */
  const char *reason; /* why, or why not: "2 mutable fields, synchronized" */
};

struct java_candidates
{
  struct java_candidate *at;
  uint32_t count;
  bool is_cut; /* of a program: there is too much code to look into all of it */
};

/* All classes in the order of their names; with --class only that one, with --main
   those that two threads share.  False with an error if --class or --main names a
   class that does not exist.  The list belongs to JAVA. */
bool java_candidates (struct java *java, struct java_candidates *candidates);

/* The full name of the class that people call NAME: "Stack" if only one of the given
   classes is called so.  Null with an error if there is none, or several. */
const char *java_find_class (struct java *java, const char *name);

/* ---- The model of a class. ---- */

enum java_note_kind
{
  JAVA_MAY_MISS,        /* the program can do what the model cannot */
  JAVA_ADDS_EXECUTIONS, /* the model can do what the program cannot */
};

/* Questions, as bits. */
enum java_question
{
  JAVA_PATTERN = 1,
  JAVA_RACE = 2,
  JAVA_DEADLOCK = 4,
};

struct java_note
{
  enum java_note_kind kind;
  unsigned removes;     /* for these questions the program can do what the model cannot */
  const char *location; /* the only one that this concerns, or null */
  const char *code;     /* a stable word: "dropped-lock" */
  const char *text;     /* a sentence, without the position */
  const char *position; /* "Stack.java:42", "Stack.pop()+17", or null */
};

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
  uint32_t methods, fields, locks;    /* "Stack: 5 methods, 2 fields, 1 lock" */
  uint32_t may_miss, adds_executions; /* notes of each kind */
  uint64_t steps;                     /* instructions that were interpreted to make it */
};

void java_model_init (struct java_model *model, struct quota *quota);
void java_model_clear (struct java_model *model);

/* The EML of CLASS_NAME.  False with an error if there is no such class or it has no
   entry.  A class without a mutable location is a model without fields (model->fields
   is 0), which is safe: the caller says so. */
bool java_extract (struct java *java, const char *class_name, struct java_model *model);

/* "may miss" or "adds executions". */
const char *java_note_kind_name (enum java_note_kind kind);

#endif
