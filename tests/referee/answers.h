/* answers.h -- what the referee says about the queries of the program; and random models
 * to ask about. */
#ifndef TESTS_REFEREE_ANSWERS_H
#define TESTS_REFEREE_ANSWERS_H

#include <stdio.h>

#include "eml/eml.h"
#include "query/query.h"
#include "referee.h"

/* Is QUERY a violation in the model of EML, whose states R has found? */
bool answers_of (const struct referee *r, const struct eml *eml,
                 const struct query *query);

/* The model of SEED: two kinds of random models take turns. */
void answers_write_seed (FILE *out, uint64_t seed);
/* The same as a text, for the caller to free. */
char *answers_text_of_seed (uint64_t seed);

#endif
