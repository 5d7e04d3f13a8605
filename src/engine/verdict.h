/* verdict.h -- what was found out about a query. */
#ifndef ENGINE_VERDICT_H
#define ENGINE_VERDICT_H

#include <stdint.h>
#include <stdio.h>

#include "base/ids.h"
#include "base/quota.h"

enum verdict_kind
{
  VERDICT_SAFE,
  VERDICT_VIOLATION,
  VERDICT_UNKNOWN,
};

/* What it took to decide a query.  Each line has a name, which is a member of records
   (doc/json.md) and of the struct below, in the order of records; how the numbers of
   two queries are combined, SUM or MOST; and what is counted.  Numbers that an engine
   does not count stay zero. */
#define VERDICT_COUNTS(C)                                                               \
  C (choices, SUM, "choices of processes that were considered")                         \
  C (locks, MOST, "locks that were kept")                                               \
  C (symbols, SUM, "symbols of all products, the phases not counted")                   \
  C (rules, SUM, "rules of all products")                                               \
  C (roles, SUM, "roles computed")                                                      \
  C (roles_reused, SUM, "roles that another query had computed")                        \
  C (looks, SUM, "looks of the antichains, each with one more lock (5j)")               \
  C (tuples, MOST, "tuples of an antichain")                                            \
  C (work, SUM, "compositions and comparisons of tuples")                               \
  C (peak_nodes, MOST, "nodes of BDDs")                                                 \
  C (operations, SUM, "operations on BDDs")                                             \
  C (visited, SUM, "states of the explicit search, repetitions counted; steps of the "  \
     "stateless one; states of the intersections of cpds")                              \
  C (stored, SUM, "states that the explicit search kept")                               \
  C (executions, SUM, "executions of the stateless search")                             \
  C (letters, MOST, "letters up to which cpds knows words exactly")                     \
  C (words, MOST, "nodes of sets of words")                                             \
  C (depth, MOST, "steps of one process that the bounded search considered")            \
  C (clauses, MOST, "clauses of the bounded search")                                    \
  C (frames, MOST, "frames of the proof by induction")                                  \
  C (learned, SUM, "clauses that it learned")                                           \
  C (calls, SUM, "calls of the solver of ic3")                                          \
  C (conflicts, SUM, "conflicts in them")

struct verdict_counts
{
#define VERDICT_COUNT(name, combine, meaning) uint64_t name;
  VERDICT_COUNTS (VERDICT_COUNT)
#undef VERDICT_COUNT
};

/* Combine MORE into COUNTS. */
void verdict_counts_add (struct verdict_counts *counts,
                         const struct verdict_counts *more);

struct pa_automaton; /* phaseauto/phase_automaton.h */
struct witness; /* witness/witness.h */

/* One more violation of the same query, at other statements (--all-races). */
struct verdict_more
{
  const struct witness *witness;
  const process_id *processes;
  uint32_t cast;
};

struct verdict
{
  enum verdict_kind kind;
  enum quota_reason reason;   /* of unknown */
  /* Of a violation: the automaton whose steps happened, which is the query's, or the
     circle of a deadlock (phaseauto/meetings.h); and a process for each thread. */
  const struct pa_automaton *automaton;
  const process_id *processes;
  uint32_t cast;              /* processes in that list: those of the threads and, once
                                 it was replayed, others that the witness needs */
  uint32_t factor;            /* of a violation: the factor of the automaton it is of */
  /* Of a violation that was replayed (witness/judge.h); valid until the next query. */
  const struct witness *witness;
  /* ... and others, replayed, too. */
  const struct verdict_more *more;
  uint32_t more_count;
  bool more_are_all;          /* there are no others; else nobody knows */
  /* Of unknown, in a model with data: an interleaving that the model has without its
     data, and nobody knows whether with it.  Then the automaton and the processes are
     those of a violation.  Valid until the next query. */
  const struct witness *suspicion;
  bool with_data;             /* an engine that looked at data has decided it, or a part */
  const char *bug;            /* of unknown: what must never happen; or null */
  const char *engine;
  const char *why;            /* this engine was asked: a word of doc/json.md */
  uint64_t nanoseconds;
  struct verdict_counts counts;
};

/* VERDICT, a violation, with number NUMBER of the others in place of the first. */
struct verdict verdict_of_more (const struct verdict *verdict, uint32_t number);

/* "violation", "safe", "unknown". */
const char *verdict_word (enum verdict_kind kind);
/* "timeout", "memory" and so on. */
const char *verdict_reason_word (enum quota_reason reason);
/* VERDICT, an unknown one, is of a bounded search: the depth that it had reached when it
   ended.  Else 0. */
uint64_t verdict_depth (const struct verdict *verdict);
/* The reason of VERDICT, an unknown one, for people: "timeout", "bound; depth 12". */
void verdict_print_reason (const struct verdict *verdict, FILE *file);

#endif
