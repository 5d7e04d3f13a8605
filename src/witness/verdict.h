/* verdict.h -- the result of a query, for users. */
#ifndef WITNESS_VERDICT_H
#define WITNESS_VERDICT_H

#include <stdio.h>

#include "ask/decision.h"
#include "witness/grade.h"
#include "witness/witness.h"

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
  enum quota_reason reason; /* of unknown */
  /* Of a violation: the automaton whose steps happened, which is the query's, or the
     circle of a deadlock (phaseauto/meetings.h); and a process for each thread. */
  const struct pa_automaton *automaton;
  const process_id *processes;
  uint32_t cast;   /* the number of processes in that list: the threads and, after the
                      replay, others that the witness needs */
  uint32_t factor; /* of a violation: the factor of the automaton that happened */
  /* Of a violation that was replayed (witness/judge.h); valid until the next query. */
  const struct witness *witness;
  /* If `lists', other violations, replayed as well. */
  bool lists;
  const struct verdict_more *more;
  uint32_t more_count;
  bool more_are_all; /* `more' is complete; otherwise that is not known */
  /* Of unknown, in a model with data: an interleaving of the model without its data,
     which may not exist with it.  Then the automaton and the processes are those of a
     violation.  Valid until the next query. */
  const struct witness *suspicion;
  enum grade grade; /* of a violation: how sure it is */
  bool with_data;   /* an engine that knows data has decided it, or a part of it */
  const char *bug;  /* of unknown: the description of a bug; or null */
  const char *engine;
  const char *why; /* why this engine was asked: a word of doc/json.md */
  uint64_t nanoseconds;
  struct statistics counts;
};

/* The verdict of DECISION, before a replay. */
struct verdict verdict_of_decision (const struct decision *decision);

/* VERDICT, a violation, with number NUMBER of the others in place of the first. */
struct verdict verdict_of_more (const struct verdict *verdict, uint32_t number);

/* The statistic that says how far the engine of VERDICT came, and its value in *NUMBER;
   null if there is none. */
const struct statistic *verdict_reached (const struct verdict *verdict, uint64_t *number);
/* The reason of VERDICT, an unknown one, for people: "timeout", "bound; depth 12". */
void verdict_print_reason (const struct verdict *verdict, FILE *file);

#endif
