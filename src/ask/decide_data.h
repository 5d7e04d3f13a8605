/* decide_data.h -- what engines that know data are asked about a query.
 */
#ifndef ASK_DECIDE_DATA_H
#define ASK_DECIDE_DATA_H

#include "ask/decide.h"

/* The model as a whole, as the options of DECIDER want it looked at for QUERY; null: they
   want casts only, or there is none.  Who waits for ever is always asked of the whole. */
const struct ir_projection *decide_data_model (const struct decider *decider,
                                               const struct query *query);
/* ... and its values count. */
bool decide_data_has_values (const struct decider *decider, const struct query *query);

/* Is QUERY left to an engine that knows data from the beginning?  So it is if one was
   asked for (-e), and where the other engines know nothing. */
bool decide_data_alone (const struct decider *decider, const struct query *query);

/* Is QUERY one question for such an engine, whatever the choice of processes?  Only of a
   pattern it is asked choice by choice. */
bool decide_data_at_once (const struct query *query);

/* Ask about the query of DECISION; of a pattern, with the processes of its question.  A
   violation is named in it.  Unknown, with the reason, if no such engine may be asked. */
enum verdict_kind decide_data_ask (struct decider *decider, struct decision *decision);

/* With `auto': is SUSPICION, of the query of DECISION, a violation with some values?  The
   run with these, in the scratch arena; null: nobody knows. */
const struct run *decide_data_confirm (struct decider *decider, struct decision *decision,
                                       const struct suspicion *suspicion);

#endif
