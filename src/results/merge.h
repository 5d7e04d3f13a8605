/* merge.h -- joining the results of shards: order, and what is missing.
 *
 * The order of a merged file is that of the queries, not that in which shards
 * came.  Records carry enough for that: the model, and which query of how many of
 * that model they answer.  So any one record of a model tells whether the model is
 * complete; that a model has no record at all, only a list of what was asked
 * (`batch --list') can tell, which also gives the order where models were not asked
 * in that of their names.  And where one of the files has all the records already,
 * model by model and in the order of their numbers, as `batch' and `merge' write
 * them, its order stays: merging what was merged changes nothing.
 */
#ifndef RESULTS_MERGE_H
#define RESULTS_MERGE_H

#include "results/results.h"

struct merged
{
  VEC (uint32_t) order; /* records to write, as indices of the results' list */
};

/* The ids of RESULTS in the order of the first file that has all of them, in
   good order; if there is none, no ids.  To be called before results_join. */
struct merge_order
{
  VEC (name_id) ids;
};
void merge_find_order (struct merge_order *order, const struct results *results);

/* Put the records of RESULTS, at most one per id, into ORDER, or that of their
   models' names.  STATUS_UNDECIDED if some are missing, with messages which;
   STATUS_BAD_INPUT if the records cannot be parts of one whole. */
enum status merge_by_place (struct merged *merged, const struct results *results,
                            const struct merge_order *order);

/* Put the records from FROM on into the order of the queries before FROM; the
   same statuses.  A record that was not expected is bad input. */
enum status merge_by_list (struct merged *merged, const struct results *results,
                           uint32_t from);

#endif
