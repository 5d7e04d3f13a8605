/* data_search.h -- questions about a model with data, answered by explorations.
 *
 * An automaton has an exploration of its own, which is dropped with the next question.
 * Everything else is found in one, which is kept and goes on from question to question.
 */
#ifndef ENGINE_DATA_SEARCH_H
#define ENGINE_DATA_SEARCH_H

#include "engine/data/exploration.h"
#include "engine/engine.h"

/* What the engine counts. */
enum
{
  EXPLICIT_LOCKS,
  EXPLICIT_VISITED, /* repetitions counted */
  EXPLICIT_STORED,
};

struct data_search
{
  struct data_model *model;   /* null: not made yet */
  struct arena pattern;       /* of the exploration of an automaton */
  struct arena common;        /* of the one that is kept */
  struct exploration *kept;   /* null: not made yet */
  bool transactions;          /* it uses them, */
  struct process_filter only; /* ... and is about these processes */
};

void data_search_init (struct data_search *search, const struct engine_means *means);
void data_search_clear (struct data_search *search);

void data_search_decide (struct data_search *search, const struct control *control,
                         const struct question *question,
                         const struct engine_means *means, struct answer *answer);

#endif
