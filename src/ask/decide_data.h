/* decide_data.h -- what engines that know data are asked about a query. */
#ifndef ASK_DECIDE_DATA_H
#define ASK_DECIDE_DATA_H

#include "ask/decide.h"

/* The model as a whole, in the form in which QUERY should be asked with the options of
   DECIDER; null: the options want casts only, or the model has none.  Who waits for ever
   is always asked of the whole model. */
const struct ir_projection *decide_data_model (const struct decider *decider,
                                               const struct query *query);
/* Do the values of that model count? */
bool decide_data_has_values (const struct decider *decider, const struct query *query);

/* Is QUERY left to an engine that knows data from the beginning?  Yes if one was asked
   for (-e), and where the other engines cannot decide anything. */
bool decide_data_alone (const struct decider *decider, const struct query *query);

/* Is QUERY a single question for such an engine, for all processes at once?  Only
   patterns are asked choice by choice. */
bool decide_data_at_once (const struct query *query);

/* Ask about the query of DECISION; of a pattern, with the processes of its question.  A
   violation is stored in DECISION.  Unknown, with the reason: no engine may be. */
enum verdict_kind decide_data_ask (struct decider *decider, struct decision *decision);

/* With `auto': is SUSPICION, of the query of DECISION, a violation with some values?
   Returns the run with these values, in the scratch arena; null: no engine found any. */
const struct run *decide_data_confirm (struct decider *decider, struct decision *decision,
                                       const struct suspicion *suspicion);

#endif
