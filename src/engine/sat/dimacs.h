/* dimacs.h -- the last question to a solver, in the format that all solvers read.
 *
 * A solver that records (solver.h) reports clauses and assumptions as they come.  In the
 * file the assumptions of the last call are clauses of one literal, so that another
 * solver can be asked the same question.  The memory is malloc's, and outlives the query.
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
  struct dimacs_literals clauses;     /* each ends with 0 */
  struct dimacs_literals assumptions; /* of the last call, or for the next one */
  uint64_t count;                     /* the number of clauses */
  int variables;
  bool asked;         /* the assumptions are those of a call that was made */
  bool is_false;      /* the question was false without a call */
  const char *what;   /* the question in words: a string constant, or null */
  uint32_t depth;     /* the depth that it was asked at */
  const char *answer; /* "satisfiable" or "unsatisfiable"; null: unknown */
};

/* Forget everything; the memory stays. */
void dimacs_start (struct dimacs *dimacs);
void dimacs_free (struct dimacs *dimacs);

/* Like solver_add and solver_assume.  False: out of memory. */
bool dimacs_add (struct dimacs *dimacs, int literal);
bool dimacs_assume (struct dimacs *dimacs, int literal);
/* A call begins; it had this ANSWER. */
void dimacs_call (struct dimacs *dimacs, int variables);
void dimacs_answer (struct dimacs *dimacs, const char *answer);
/* The question WHAT at DEPTH was refuted without a call. */
void dimacs_refute (struct dimacs *dimacs, const char *what, uint32_t depth);

void dimacs_write (const struct dimacs *dimacs, FILE *file);

#endif
