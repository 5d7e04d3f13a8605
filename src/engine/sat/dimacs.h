/* dimacs.h -- what a solver was asked last, in the format that all solvers read.
 *
 * A solver that records (solver.h) tells clauses and assumptions as they come; the
 * assumptions of the last call are clauses of one literal in the text.  So another solver
 * can be asked the same.  What is kept is malloc's, and outlives the query.
 */
#ifndef ENGINE_SAT_DIMACS_H
#define ENGINE_SAT_DIMACS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

struct dimacs_literals
{
  int *at;
  size_t count, room;
};

struct dimacs
{
  struct dimacs_literals clauses;     /* each with its 0 */
  struct dimacs_literals assumptions; /* of the last call, or of the next one */
  uint64_t count;                     /* of the clauses */
  int variables;
  bool asked;         /* ... the assumptions are those of a call */
  bool is_false;      /* the question was false without a call */
  const char *what;   /* the last call asks; a string constant, or null */
  uint32_t depth;     /* ... at this depth */
  const char *answer; /* "satisfiable", or null: not yet, or not known */
};

/* Forget everything; the memory stays. */
void dimacs_start (struct dimacs *dimacs);
void dimacs_free (struct dimacs *dimacs);

/* As solver_add and solver_assume.  False: there is no memory. */
bool dimacs_add (struct dimacs *dimacs, int literal);
bool dimacs_assume (struct dimacs *dimacs, int literal);
/* A call begins; it has this ANSWER. */
void dimacs_call (struct dimacs *dimacs, int variables);
void dimacs_answer (struct dimacs *dimacs, const char *answer);
/* The question WHAT at DEPTH is false: no call is needed. */
void dimacs_refute (struct dimacs *dimacs, const char *what, uint32_t depth);

void dimacs_write (const struct dimacs *dimacs, FILE *file);

#endif
