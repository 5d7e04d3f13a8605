/* decision.h -- what was decided about a query, and how.
 *
 * A violation found by an engine is not reported to users yet: witness/judge.h has it
 * replayed, and turns it into a verdict.
 */
#ifndef ASK_DECISION_H
#define ASK_DECISION_H

#include "engine/question.h"
#include "engine/statistics.h"
#include "phaseauto/phase_automaton.h"

/* How a violation was found. */
enum decision_found
{
  FOUND_IN_CAST,   /* by an engine that was asked about a cast, without values */
  FOUND_CONFIRMED, /* likewise, in a model with data: a suspicion that was confirmed */
  FOUND_IN_MODEL,  /* by an engine that was asked about the whole model */
};

struct decision
{
  const struct query *query;
  enum verdict_kind kind;
  enum quota_reason reason; /* of unknown */
  /* Of a violation: the automaton whose steps happened, which is the query's, or the
     circle of a deadlock (phaseauto/meetings.h); and a process for each thread. */
  const struct pa_automaton *automaton;
  const process_id *processes;
  uint32_t cast;   /* the number of processes in that list */
  uint32_t factor; /* of a violation: the factor of the automaton that happened */
  bool values;     /* the model has values, and they were not ignored */
  bool with_data;  /* an engine that knows data has decided it, or a part of it */
  const char *engine;
  const char *why; /* why this engine was asked: a word of doc/json.md */
  uint64_t nanoseconds;
  struct statistics counts;
  /* The last question to the engine and its answer; of a violation, valid until the next
     query or decider_finish. */
  enum decision_found found;
  struct question question;
  struct answer answer;
};

#endif
