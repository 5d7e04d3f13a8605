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
 */
#ifndef ENGINE_DECIDE_H
#define ENGINE_DECIDE_H

#include "engine/crew.h"
#include "engine/groundwork.h"
#include "query/decide_options.h"
#include "query/query.h"

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
};

/* PDS and OPTIONS are borrowed; what is computed once goes to MODEL_ARENA.  A decider
   must stay where it is. */
void decider_init (struct decider *decider, const struct pds *pds,
                   const struct decide_options *options, struct arena *model_arena);
void decider_clear (struct decider *decider);

/* The engine that a verdict names if none was asked. */
const struct engine *decide_first_engine (const struct decide_options *options);

/* The quota keeps the limits of this query until the next one, so that explaining a
   violation is part of the query. */
struct verdict decide_query (struct decider *decider, const struct query *query);
/* The violation is explained: free what the engine answered.  The next query and
   decider_clear do so, too. */
void decider_finish (struct decider *decider);

#endif
