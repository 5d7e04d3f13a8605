/* decide.h -- decide the queries of one model.
 *
 *     query -> choices.h: questions -> portfolio.h, or the engine asked for: answers
 *
 * A decider holds what the queries of a model share.  A query is a violation if
 * one of its questions is; questions are asked in the order of the declarations, and
 * the first violation ends the query.
 *
 * If a resource runs out (memory, time, patience), the decision about the current query
 * is "unknown", and nothing else is lost (retry.h).
 *
 * Data.  Most engines look at the model without its data, which can do more than the
 * model: if it is safe the model is, too, but a violation is only a suspicion
 * (doc/data.md).  A suspicion is confirmed if its interleaving exists with data
 * (`confirm', by a caller who can replay); otherwise an engine that knows data is asked
 * (decide_data.h).
 */
#ifndef ASK_DECIDE_H
#define ASK_DECIDE_H

#include "ask/engine_pool.h"
#include "ask/decision.h"
#include "ask/groundwork.h"

/* How to confirm suspicions.  DECISION names the automaton and the processes, and has
   what an engine was asked and answered. */
struct decide_confirm
{
  void *context;
  void (*start) (void *context); /* at the start of the query; again, if memory ran out */
  bool (*confirm) (void *context, struct decision *decision);
};

struct decider
{
  const struct decide_options *options;
  struct groundwork groundwork;
  struct quota quota;   /* the resources of the current query */
  struct arena scratch; /* memory of the current query, until decider_finish */
  struct engine_pool pool;
  /* For models with data: */
  const struct ir_projection *model; /* whose data may be used, or null */
  bool numbered;     /* processes can read their numbers (`self'): no two are alike */
  bool hidden_locks; /* engines without data do not see all locks */
};

/* PDS and OPTIONS are borrowed; what is computed once goes to MODEL_ARENA.  A decider
   must not move. */
void decider_init (struct decider *decider, const struct pds *pds,
                   const struct decide_options *options, struct arena *model_arena);
void decider_clear (struct decider *decider);

/* From now on, use the data of LOWERING, if it has any and the options allow it. */
void decider_use_data (struct decider *decider, const struct ir_projection *lowering);

/* The engine that a decision names if no engine was asked. */
const struct engine *decide_first_engine (const struct decide_options *options);

/* Decide QUERY, and fill in DECISION.  CONFIRM may be null: then no suspicion is
   confirmed.  The quota keeps the limits of this query until the next one, so that
   explaining a violation is part of the query. */
void decide_query (struct decider *decider, const struct query *query,
                   const struct decide_confirm *confirm, struct decision *decision);
/* The violation has been explained: free the engine's answer.  The next query and
   decider_clear do so, too. */
void decider_finish (struct decider *decider);

#endif
