/* phase_automaton.h -- phase automata as data.
 *
 * A phase automaton is a chain of states 0 .. n [SPIN09, section 2]: step i
 * (from 1 to n) leads from state i - 1 to state i and is one action of one
 * thread; every state loops on all actions but those that are forbidden there.
 * The state is the number of steps done.
 *
 *     state 0 --u reads l1--> state 1 --v writes l1--> state 2 ...
 *
 * A clause `from i to j' is in force in the states i <= x < j: after step i has
 * happened, until step j happens.  It forbids actions to loop, never to be the
 * step.  Threads and parameters are numbered from 0 in the order of their
 * declarations.  No automaton is written in C: all of them, the shipped ones
 * included, are read from their language (doc/automata.md).
 *
 * Sets own their automata, and live in the arena they were read into.
 */
#ifndef PHASEAUTO_PHASE_AUTOMATON_H
#define PHASEAUTO_PHASE_AUTOMATON_H

#include <assert.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include "base/ids.h"
#include "base/idset.h"
#include "base/names.h"
#include "base/source.h"
#include "base/vec.h"

/* An automaton has at most this number of steps, threads and parameters each:
   sets of them are masks of 64 bits, and states are one more than steps. */
#define PA_SIZE_LIMIT 63
/* An automaton has at most this number of `accesses' steps; n stand for 2^n automata. */
#define PA_ACCESSES_LIMIT 10

/* What a thread does. */
enum pa_kind
{
  PA_READS,
  PA_WRITES,
  PA_ACCESSES, /* reads or writes */
  PA_BEGINS,   /* the unit */
  PA_ENDS,
  /* Only in automata that the program makes (meetings.h, ask/life_scripts.h). */
  PA_AWAITS,   /* is about to acquire a lock that is not free, and stays there */
  PA_STARTS,   /* processes */
  PA_FINISHES, /* its last action */
  PA_FAILS,    /* finds that an assert is false, or goes wrong */
  PA_WAITS,    /* waits, and nothing that can still happen will wake it */
};

/* A thread or a parameter. */
struct pa_symbol
{
  const char *name;
  struct span span;
};

typedef VEC (struct pa_symbol) pa_symbols;

struct pa_step
{
  thread_id thread;
  enum pa_kind kind;
  parameter_id parameter; /* of an access */
  bool in_unit;           /* only an access made inside a unit counts */
  lock_id lock;           /* of PA_AWAITS: the lock, */
  lock_id holding;        /* and one that the thread holds meanwhile */
  idset processes;        /* of PA_STARTS: exactly these */
  struct span span;
};

enum pa_clause_kind
{
  PA_STAYS, /* THREAD does not end the unit */
  PA_NEVER, /* THREAD does not do ACCESS to PARAMETER */
  /* Only in automata that the program makes. */
  PA_SLEEPS,   /* THREAD does not wake */
  PA_NO_START, /* THREAD starts none of PROCESSES */
  PA_NO_JOIN,  /* THREAD joins none of PROCESSES */
};

struct pa_clause
{
  enum pa_clause_kind kind;
  thread_id thread;
  enum pa_kind access;
  parameter_id parameter;
  idset processes;   /* of PA_NO_START and PA_NO_JOIN */
  uint32_t from, to; /* steps, counted from 1; from < to.  FROM is 0, from the
                        beginning, only in automata that the program makes. */
  struct span span;
};

/* The description of an automaton (doc/automata.md, Texts), any of it or null.  It is no
   part of the automaton's question: records do not depend on it. */
struct pa_text
{
  const char *says;    /* what happens */
  const char *harm;    /* why that is bad */
  const char *example; /* lines of a program */
};

struct pa_automaton
{
  const char *name; /* of a numbered automaton: the digits */
  bool numbered;
  uint32_t number;   /* if NUMBERED */
  const char *title; /* or null */
  struct pa_text text;
  struct span span; /* of its name */
  pa_symbols parameters, threads;
  VEC (struct pa_step) steps;
  VEC (struct pa_clause) clauses;
  /* The number of last steps that happen together: in one global state each of their
     threads, all different, can make its step next.  It is 1, but for meetings.h.  The
     phases of the automaton are its states up to there: steps - together + 1. */
  uint32_t together;
  const struct pa_automaton *origin; /* the automaton that this is a factor of, or null */
};

struct pa_set
{
  const char *name; /* "strict", or the path of a file */
  VEC (struct pa_automaton) automata;
};

static inline bool
pa_kind_is_access (enum pa_kind kind)
{
  return kind == PA_READS || kind == PA_WRITES || kind == PA_ACCESSES;
}

/* The states that an execution can be in before the end: the steps, those that happen
   together counted as one. */
static inline uint32_t
pa_phases (const struct pa_automaton *automaton)
{
  assert (0 < automaton->together && automaton->together <= automaton->steps.count);
  return automaton->steps.count - automaton->together + 1;
}

/* Is CLAUSE about life cycles, which are not in the language? */
static inline bool
pa_clause_orders (const struct pa_clause *clause)
{
  return clause->kind != PA_STAYS && clause->kind != PA_NEVER;
}

/* Is CLAUSE in force when STATE steps are done? */
static inline bool
pa_clause_holds (const struct pa_clause *clause, uint32_t state)
{
  assert (clause->from < clause->to);
  return clause->from <= state && state < clause->to;
}

/* Assert that all indices are in range, for --enable-expensive-checks and tests. */
void pa_check (const struct pa_automaton *automaton);

/* The automata that AUTOMATON stands for: one for every choice of a read or a
   write for each of its `accesses' steps, reads first, the last step varying
   fastest.  An execution makes all steps of AUTOMATON iff it makes those of
   one of the factors.  The factors share everything with AUTOMATON but the
   steps; their `origin' is AUTOMATON, the one that users know. */
struct pa_factors
{
  VEC (struct pa_automaton) list;
};
void pa_factor (struct pa_factors *factors, const struct pa_automaton *automaton,
                struct arena *arena);

#endif
