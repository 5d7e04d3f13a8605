/* baseline.h -- which violations are known from an earlier run (doc/results.md).
 *
 * A violation is known if the earlier results have one with its fingerprint, in the same
 * model.  A model that is not in them may have been renamed: then one in a model that is
 * gone counts as well.
 */
#ifndef RESULTS_BASELINE_H
#define RESULTS_BASELINE_H

#include <jansson.h>
#include <stdbool.h>

#include "inputs/inputs.h"
#include "io/status.h"
#include "results/query_record.h"

struct baseline
{
  json_t *findings; /* by fingerprint: an object with the names of its models */
  json_t *models;   /* by name: all models of the earlier run */
  json_t *present;  /* by name: all models of this run */
};

/* Read the result file PATH, JSON lines or SQLite, for a run on the models INPUTS, whose
   names are told apart.  Messages go to standard error; clear it in any case. */
enum status baseline_read (struct baseline *baseline, const char *path,
                           const struct inputs *inputs);
void baseline_clear (struct baseline *baseline);

/* Is VERDICT, of query NUMBER of MODEL, a violation that is known? */
bool baseline_knows (const struct baseline *baseline, const struct model_queries *model,
                     uint32_t number, const struct verdict *verdict);

/* What it knows, as a number: what is known in two runs differs only if it does. */
uint64_t baseline_hash (const struct baseline *baseline);

#endif
