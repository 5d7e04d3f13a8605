/* decide.h -- decide the queries of one model.
 *
 *     query -> choices.h: questions -> portfolio.h, or the engine asked for: answers
 *
 * A decider holds what the queries of a model share.  A query is a violation if
 * one of its questions is; questions are asked in the order of the declarations, and
 * the first violation ends the query.
 *
 * A resource that runs out (memory, time, patience) costs the current query its
 * answer, the verdict is unknown, and nothing else is lost (retry.h).
 *
 * A violation found here is what an engine says.  Violations for users come from
 * witness/judge.h, which has them replayed.
 *
 * Data.  Most engines look at the model without its data, which can do more: that it is
 * safe says that the model is, but a violation is only a suspicion (doc/data.md).  It is
 * confirmed if its own interleaving is one with data (`confirm', by whoever can replay);
 * otherwise an engine that knows data is asked (decide_data.h).
 */
#ifndef ASK_DECIDE_H
#define ASK_DECIDE_H

#include "ask/crew.h"
#include "ask/groundwork.h"
#include "query/decide_options.h"
#include "query/query.h"

/* How a violation was found. */
enum decide_found
{
  FOUND_WITHOUT_DATA, /* the model has none: `question' and `answer' tell */
  FOUND_CONFIRMED,    /* a suspicion that `confirm' confirmed */
  FOUND_WITH_DATA,    /* `data_answer' tells */
};

/* Who confirms suspicions.  The verdict names the processes, `question' and `answer' are
   what an engine was asked and answered. */
struct decide_confirm
{
  void *context;
  void (*start) (void *context);   /* of the query; again, if memory ran out */
  bool (*confirm) (void *context); /* null: nobody does */
};

struct decider
{
  const struct decide_options *options;
  struct groundwork groundwork;
  struct quota quota;         /* of the current query */
  struct arena scratch;       /* of the current query, until decider_finish */
  struct crew crew;
  const struct query *query;  /* the current one */
  struct verdict verdict;     /* its verdict so far, */
  /* and, if that is a violation to be explained, what the engine was asked and
     answered last. */
  struct question question;
  struct answer answer;
  uint32_t patience;          /* of the questions, see engine.h */
  /* Models with data. */
  const struct ir_projection *model;    /* whose data may be used, or null */
  const struct ir_projection *lowering; /* the same, or null: there is none, or it does not
                                           count for the engine that is asked */
  bool without_data;      /* it has no data, or none that is to be looked at */
  bool looked_at_data;             /* once is enough */
  bool hidden_locks;               /* engines without data do not see all locks */
  struct decide_confirm confirm;
  enum decide_found found;
  struct data_answer data_answer;
};

/* PDS and OPTIONS are borrowed; what is computed once goes to MODEL_ARENA.  A decider
   must stay where it is. */
void decider_init (struct decider *decider, const struct pds *pds,
                   const struct decide_options *options, struct arena *model_arena);
void decider_clear (struct decider *decider);

/* Decide with the data of LOWERING, if there is any and the options do not ignore it. */
void decider_use_data (struct decider *decider, const struct ir_projection *lowering);

/* The engine that a verdict names if none was asked. */
const struct engine *decide_first_engine (const struct decide_options *options);

/* The quota keeps the limits of this query until the next one, so that explaining a
   violation is part of the query. */
struct verdict decide_query (struct decider *decider, const struct query *query);
/* The violation is explained: free what the engine answered.  The next query and
   decider_clear do so, too. */
void decider_finish (struct decider *decider);

#endif
