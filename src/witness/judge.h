/* judge.h -- the only place that says "violation": decide a query, find an
 * interleaving for what the engine found, and have it replayed.
 *
 *     decide.h: an engine's answer -> find.h: run -> story.h: witness -> replay.h
 *
 * The program and the library get every answer this way.  The engine, whichever it was,
 * is done before the search for a witness begins; the replay shares no code with either.
 * A violation without an interleaving is not reported: the verdict is unknown, because of
 * a limit (the shortest run is too long to be written down, or time or memory ran out) or
 * because of a bug (`internal'), which the user is asked to report.
 *
 * In a model with data, a violation without its data is a suspicion.  If its interleaving
 * exists with data, it is confirmed; if no engine that knows data decides, the verdict is
 * unknown (`data'), and the suspicion is shown as such.
 */
#ifndef WITNESS_JUDGE_H
#define WITNESS_JUDGE_H

#include "ask/decide.h"
#include "ir/subject.h"
#include "witness/find.h"
#include "witness/verdict.h"

struct judge
{
  const struct ir_subject *subject;
  struct decider decider;
  struct decide_options options;
  /* For the current query: the decision, and the verdict that is being made from it. */
  struct decision *decision;
  struct verdict verdict;
  struct arena search; /* memory of the search for a run, until its story is told */
  struct run run;      /* of the last violation */
  enum witness_outcome outcome;
  struct arena arena; /* memory of the last witness */
  /* For models with data: */
  struct arena tries;              /* memory of a witness that is tried */
  const struct witness *confirmed; /* a suspicion with data, replayed; or null */
  struct judge_suspicion
  {
    const struct witness *witness; /* or null */
    const struct pa_automaton *automaton;
    const process_id *processes;
    uint32_t cast;
  } suspicion;   /* the first suspicion that was not confirmed */
  char bug[320]; /* of the last verdict: the description of a bug, or "" */
};

/* SUBJECT, which was read and projected, is borrowed; OPTIONS are copied. */
void judge_init (struct judge *judge, struct ir_subject *subject,
                 const struct decide_options *options);
void judge_clear (struct judge *judge);

/* The witness of a violation is valid until the next query. */
struct verdict judge_query (struct judge *judge, const struct query *query);

#endif
