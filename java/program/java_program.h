/* java_program.h -- an opened program, before anything of it is interpreted: its classes,
 * what is known of them as a whole, and what the user asks for.
 *
 * java.h opens it, and owns everything here.
 */
#ifndef JAVA_PROGRAM_JAVA_PROGRAM_H
#define JAVA_PROGRAM_JAVA_PROGRAM_H

#include "base/diag.h"
#include "base/vec.h"

struct java_universe;
struct finality;
struct library;
struct parameters;
struct callers;
struct ledger;

/* What models need not have, since no verdict depends on it; each with a switch.  Name on
   the command line, identifier, what it is. */
#define JAVA_REDUCTIONS(R)                                                               \
  R ("calls", CALLS, "calls of methods that do nothing to the object")                   \
  R ("early-ends", EARLY_ENDS, "ends of methods by exceptions nobody catches")           \
  R ("equal-points", EQUAL_POINTS, "points with equal futures, each by itself")

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

struct java_options
{
  const char *class_name; /* --class: this class only, "org.example.Stack"; or null */
  const char *main_name;  /* --main: the program that starts here; or null */
  const char *fields;     /* --fields: names or globs, commas between them; or null */
  const char *units;      /* --units: likewise, of methods; or null */
  uint32_t threads;       /* --threads: clients of a class; 0 means 2 */
  const char *const *classpath; /* --classpath: classes to look into */
  uint32_t classpath_count;
  const char *jdk;         /* --jdk: a folder of extracted classes; or null */
  bool values;             /* --values: the model has those that conditions depend on */
  bool without_programs;   /* --values off */
  uint32_t values_seconds; /* of work for a question about them; 0: the default */
  bool no_programs, no_clients; /* nobody asks what only a program as a whole is asked, or
                                   the clients of a class with its values */
  bool reach;    /* --reach: all objects that are reached count as parts of one */
  uint32_t kept; /* --keep: bits of enum java_reduction */
};

/* How far the work has come that is not about one class. */
struct java_headway
{
  const char *stage;  /* "classes searched for locks"; null: classes are read */
  uint32_t done, all; /* ALL is 0 where nobody knows */
};

/* An opened program: its classes are known, their code is read when it is needed. */
struct java
{
  struct arena arena;
  struct quota *quota;
  const struct java_options *options;
  struct source source; /* only its path, for messages */
  struct diags diags;
  struct java_headway headway;
  struct java_universe *universe;
  struct finality *finality;     /* which fields are effectively final */
  struct library *library;       /* what is known of the Java library */
  struct parameters *parameters; /* which methods have a parameter of a type */
  struct callers *callers;       /* which methods other classes call */
  struct ledger *ledger;  /* every access in the given bytecode; null until asked for */
  void *lock_circles;     /* of java/locks, when somebody has asked for them */
  int program_knows;      /* 1, -1: isolate_knows_deadlocks was asked, and said so */
  VEC (uint8_t) lockings; /* by class: see locking.c */
  VEC (struct arena *) lent; /* arenas of models under way: java_clear clears them */
};

#endif
