/* decide_data.h -- what engines that know data are asked about a query.
 */
#ifndef ASK_DECIDE_DATA_H
#define ASK_DECIDE_DATA_H

#include "ask/decide.h"

/* The options may have changed: is the data looked at? */
void decide_data_choose (struct decider *decider);

/* Is the current query left to an engine that knows data from the beginning?  So it is if
   one was asked for (-e), and where the other engines know nothing. */
bool decide_data_alone (const struct decider *decider);

/* Is the current query one question for such an engine, whatever the choice of processes?
   Only of a pattern it is asked choice by choice. */
bool decide_data_at_once (const struct decider *decider);

/* Ask about the current query; of a pattern, with the processes of the decider's question.
   The answer is in `data_answer'; a violation is named in the verdict.  Unknown, with
   the reason, if no such engine may be asked. */
enum verdict_kind decide_data_ask (struct decider *decider);

/* With `auto': is SUSPICION, of the current query, a violation with some values?  The run
   with these, in the scratch arena; null: nobody knows. */
const struct run *decide_data_confirm (struct decider *decider,
                                       const struct data_suspicion *suspicion);

#endif
