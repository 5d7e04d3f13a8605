/* kept_verdicts.h -- `check --watch': the verdicts of models that have not changed.
 *
 * A verdict, with its interleaving, follows from the model, the question and the options,
 * and the options are those of the run.  So the verdicts of a model are kept by a digest
 * of all that engines, the search for an interleaving and its replay look at, and of
 * the numbers by which an interleaving names things; and when a model with that digest
 * comes again, they are noted as if they had been decided.  Everything that is made of
 * verdicts, causes, suppressions, repairs and what the baseline knows, is made anew.
 *
 * Kept are models of which every query was decided: an unknown one is tried again.
 */
#ifndef CLI_KEPT_VERDICTS_H
#define CLI_KEPT_VERDICTS_H

#include "results/query_options.h"
#include "witness/verdict.h"

struct kept_bytes
{
  char *bytes;
  size_t length;
};

struct kept_model
{
  uint64_t digest[2];
  uint32_t queries, count;     /* those that it has, and those whose verdict is here */
  struct kept_bytes *verdicts; /* by query */
  bool wanted;                 /* it came in this round */
  struct kept_model *next;
};

struct kept_verdicts
{
  struct kept_model *models;
  struct kept_model *now; /* its queries are being decided; or null */
  uint32_t again;         /* models of this round that were decided */
};

/* The verdicts of MODEL, or null: they are to be decided now, and added. */
const struct kept_model *kept_find (struct kept_verdicts *kept,
                                    const struct model_queries *model);

/* Query Q of MODEL, the next one, has VERDICT. */
void kept_add (struct kept_verdicts *kept, const struct model_queries *model, uint32_t q,
               const struct verdict *verdict);

/* No more is decided of the model that was not found. */
void kept_end (struct kept_verdicts *kept);

/* The verdict of query Q of MODEL, in ARENA. */
struct verdict kept_verdict (const struct kept_model *found,
                             const struct model_queries *model, uint32_t q,
                             struct arena *arena);

/* A round begins.  Models that did not come in the last one are forgotten, if that was
   WHOLE. */
void kept_begin_round (struct kept_verdicts *kept, bool whole);
void kept_clear (struct kept_verdicts *kept);

#endif
