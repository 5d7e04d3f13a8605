/* extraction.h -- the interpretation of one class: what its passes share.
 *
 *     entries.c      which methods the client calls, with I where
 *     interpret.c    methods become graphs of effects, for each row of arguments
 *
 * The interpreter runs until it has nothing to correct: a lock that does not nest, a
 * wait that needs to know what callers hold, a constructor that tells more about a final
 * field are remembered here, and everything in run_arena is made again.
 */
#ifndef JAVA_EXTRACTION_H
#define JAVA_EXTRACTION_H

#include <assert.h>

#include "base/log.h"
#include "java/interpreter/abstract_value.h"
#include "java/interpreter/rows.h"
#include "java/interpreter/agenda.h"
#include "java/program/finality.h"
#include "java/interpreter/client.h"
#include "java/interpreter/graph.h"
#include "java/interpreter/heap.h"
#include "java/interpreter/java_note.h"
#include "java/program/java_program.h"
#include "java/program/library_tables.h"
#include "java/program/naming.h"
#include "java/interpreter/formulas.h"
#include "java/interpreter/ownership.h"
#include "java/ledger/access_ledger.h"
#include "java/reader/code_flow.h"
#include "java/program/universe.h"

/* The different values that a method returns, as far as callers tell them apart. */
#define RETURNS_MOST 4

/* Clones of methods by the values of their arguments; then arguments are widened. */
#define INSTANCES_MOST 4096
/* Then nothing more is looked into; nor if the code of all clones has together more than
   this many instructions.  So the cost of a model has a bound, however large the program
   is, and that of all models is linear in its size. */
#define INSTANCES_LIMIT (2 * INSTANCES_MOST)
#define CODE_LIMIT 20000
/* The same for a program, which is one. */
#define PROGRAM_LIMIT (2 * CODE_LIMIT)

/* Monitors that a method may have entered at once. */
#define MONITORS_MOST 32

/* A method with certain arguments. */
struct instance
{
  struct java_member method;
  const struct java_method *header;
  const struct java_code *code; /* null: none */
  const struct code_flow *flow; /* of the code */
  const struct java_signature *signature;
  const struct unit_loops *loops; /* that are units; or null */
  uint32_t arguments;             /* a row */
  uint32_t outer; /* locks that callers hold, a row; if that is asked for */
  struct graph graph;
  value_id returns[RETURNS_MOST];
  uint32_t return_count;
  bool throws;            /* something that its callers may see */
  bool overflows;         /* it is part of a recursion: a call may overflow the stack */
  bool released;          /* it is no longer waited for: an initialiser */
  VEC (uint32_t) waiters; /* states that call it: to be looked at again */
  uint64_t published;     /* arguments that it stores where others see them */
  uint32_t body;          /* of the writer: the number of its procedure */
};

/* What must be done differently in the next run. */
struct corrections
{
  struct pairmap dropped_sites; /* (method, instruction): acquisitions that do not nest */
  VEC (struct java_note) notes; /* about these, for every run */
  bool by_outer;                /* instances differ in what their callers hold */
  bool access_order;            /* some LinkedHashMap is written by its get */
  bool interrupts;              /* of a program: some thread interrupts others */
  bool again;                   /* this run found something to correct */
  uint64_t last_step;           /* then it goes on until here: there may be more */
};

struct threads;

struct extraction
{
  struct java *java;
  struct java_universe *universe;
  struct arena arena;     /* of the extraction */
  struct arena run_arena; /* of one run of the interpreter */
  class_id class;         /* of I */
  /* "<init>", "java/lang/Object", "java/lang/Throwable" */
  name_id init_name, object_name, throwable_name;
  bool units_are_marked; /* by @UnitFor */
  bool has_statics;      /* methods of other objects of the class matter to I: the classes
                            of its nest have mutable statics, or two locks are static */
  struct values values;
  struct heap heap;
  struct library *library; /* of JAVA */
  struct corrections corrections;
  struct threads *threads;            /* of a program (--main); or null */
  struct pairmap methods;             /* (class, index) -> a number of the method */
  VEC (struct method_handle) handles; /* of lambdas */
  struct pairmap handle_of;           /* (class, constant) -> number of a handle */
  uint64_t all_steps;                 /* of all runs: instructions interpreted */
  /* Of one run: */
  struct rows rows;
  struct formulas formulas; /* with --values */
  struct pairmap doubtful;  /* (field, 0): one that is written where I may not be seen */
  bool is_blind;            /* code that may call I back was not looked into */
  VEC (struct instance) instances;
  uint64_t code_size;     /* instructions of all instances */
  uint64_t code_limit;    /* when it is reached, no further call is looked into: */
  bool is_cut;            /* some was not */
  VEC (uint32_t) awaited; /* static initialisers that states wait for */
  struct pairmap instance_keys, instance_of; /* ((method, arguments), outer) */
  struct agenda agenda;
  uint64_t steps; /* instructions that were interpreted */
  struct client client;
  struct ownership ownership;
  struct accounts accounts; /* what was done with accesses, for the ledger */
  struct names note_texts;
  struct pairmap note_keys;      /* (text, position) -> its number */
  struct pairmap note_instances; /* (its number, instance that it is about) */
  VEC (struct java_note) notes;
};

/* ---- Notes (note.c). ---- */

/* A note about INSTRUCTION of INSTANCE (UINT32_MAX: about the class), once. */
void note_at (struct extraction *x, enum java_note_kind kind, const char *code,
              uint32_t instance, uint32_t instruction, const char *format, ...)
  __attribute__ ((format (printf, 6, 7)));
/* The same for what concerns queries about LOCATION, and about no other. */
void note_location (struct extraction *x, enum java_note_kind kind, const char *code,
                    uint32_t location, uint32_t instance, uint32_t instruction,
                    const char *format, ...) __attribute__ ((format (printf, 7, 8)));
/* The same for what removes executions for the questions REMOVES. */
void note_removing (struct extraction *x, unsigned removes, const char *code,
                    uint32_t instance, uint32_t instruction, const char *format, ...)
  __attribute__ ((format (printf, 6, 7)));
/* Code of which nothing is known is called, and may call the object back.  That is a unit
   of its own, as every call from outside; left out are the locks that are held here: a
   gap for deadlocks, if there are any.  HOLDS: the method itself has taken one. */
void note_call_back (struct extraction *x, const char *code, bool holds,
                     uint32_t instance, uint32_t instruction, const char *format, ...)
  __attribute__ ((format (printf, 6, 7)));
/* The questions for which an abstraction removes executions: bits of enum java_question.
 */
unsigned note_removes (enum java_note_kind kind, const char *code);
/* The same for what is corrected in the next run: it stays. */
void note_correction (struct extraction *x, enum java_note_kind kind, const char *code,
                      uint32_t instance, uint32_t instruction, const char *format, ...)
  __attribute__ ((format (printf, 6, 7)));
/* After the run: what matters only where a lock is held. */
void notes_settle (struct extraction *x);
/* Begin a run: only notes about corrections are left. */
void notes_reset (struct extraction *x);
/* ---- Names (program/naming.h). ---- */

static inline const char *
simple_name (const struct extraction *x, name_id class_name)
{
  return java_simple_name (x->universe, class_name);
}
static inline const char *
method_name (struct extraction *x, struct java_member method)
{
  return java_method_name (x->universe, &x->arena, method);
}
static inline const char *
full_method_name (struct extraction *x, struct java_member method)
{
  return java_full_method_name (x->universe, &x->arena, method);
}
static inline const char *
position_of (struct extraction *x, struct java_member method, uint32_t instruction)
{
  return java_position (x->universe, &x->arena, method, instruction);
}

/* ---- Instances (instance.c). ---- */

#define INSTANCE_NONE UINT32_MAX
/* METHOD with COUNT ARGUMENTS, the receiver first; it is interpreted if it is new.
   OUTER is what callers hold. */
uint32_t instance_of (struct extraction *x, struct java_member method,
                      const value_id *arguments, uint32_t count, uint32_t outer);
/* The same for a call: INSTANCE_NONE if that would be too much. */
uint32_t instance_called (struct extraction *x, struct java_member method,
                          const value_id *arguments, uint32_t count, uint32_t outer);
/* By instance, after the run: may a caller hold a lock of the model? */
const bool *instances_under_lock (struct extraction *x);
/* INSTANCE stores VALUE, a private object; if it is an argument, its callers see. */
void instance_publishes (struct extraction *x, uint32_t instance, value_id value);
/* INSTANCE returns VALUE, or throws: its callers hear of it. */
void instance_returns (struct extraction *x, uint32_t instance, value_id value);
void instance_throws (struct extraction *x, uint32_t instance);
/* When nothing more is to be interpreted: is there a recursion that was not seen before,
   of methods that throw nothing?  Then its calls are interpreted again. */
bool instances_overflow (struct extraction *x);
/* Begin a run. */
void instances_reset (struct extraction *x);
/* The number of METHOD, for tables. */
uint32_t method_number (struct extraction *x, struct java_member method);
/* STATE needs what INSTANCE, a static initialiser, tells: it is interpreted again then.
   False if that has happened, and STATE goes on. */
bool instance_waits (struct extraction *x, uint32_t instance, uint32_t state);
/* Nothing more is to be interpreted, but initialisers are waited for that do not come to
   their end, since they wait for each other: let one state go on.  False if there is
   none. */
bool instances_release (struct extraction *x);
/* Interpret until nothing changes. */
void interpret_all (struct extraction *x);

/* ---- Passes. ---- */

/* Is CLASS that of I, a super of it, or nested with it? */
bool extraction_is_of_nest (struct extraction *x, class_id class);

/* This run has found something that the next one must know. */
void extraction_correct (struct extraction *x, const char *why);
/* Is it of no use to go on with this run? */
bool extraction_gives_up (const struct extraction *x);

/* Interpret the static initialiser of CLASS, which has final statics; INSTANCE_NONE if
   there is none that could tell more. */
uint32_t statics_learn (struct extraction *x, class_id class);

/* Find the entries and interpret them, as often as there is something to correct. */
bool extraction_run (struct extraction *x);
/* Begin the extraction of CLASS; the last one that began is freed first. */
struct extraction *extraction_new (struct java *java, class_id class);
void extraction_free (struct extraction *x);
void entries_find (struct extraction *x);
/* After the run: notes about calls on objects that may be I (aliases.c). */
void aliases_check (struct extraction *x);
/* After the run: notes about what constructors do when others see I (publication.c). */
void publication_check (struct extraction *x);
/* After the run: notes about accesses that are not accounted for (accounting.c). */
void accounting_check (struct extraction *x);

#endif
