/* predicting.h -- `trace --predict': what could have happened, window by window.
 *
 * A window becomes a model (trace/window_model.h), whose queries are judged like those of
 * any model.  The witness of a violation is told as a reordering of the events of the
 * window, which is replayed once more, against the window.
 *
 * Where the model can do more than what is asked for, since reads have to be consistent
 * or locks do not nest, a violation of the model only says where to search for a
 * reordering (trace/reorder_search.h).
 */
#ifndef CLI_PREDICTING_H
#define CLI_PREDICTING_H

#include "base/names.h"
#include "cli/trace_finding.h"
#include "results/query_options.h"
#include "trace/window.h"

struct predicting
{
  struct arena *arena; /* of the trace */
  const struct trace_names *names;
  const struct query_options *options;
  const char *file;
  bool consistent_reads; /* reads see the same writes as in the trace */
  bool all;              /* also what was found in the same places before */
  /* Is VARIABLE asked about? */
  bool (*is_asked) (void *context, uint32_t variable);
  void (*report) (void *context, const struct trace_finding *finding);
  /* A question about events FIRST to LAST was not decided.  QUESTION: "race" and so on.
   */
  void (*give_up) (void *context, const struct query *query, const char *question,
                   const char *variables, uint64_t first, uint64_t last,
                   const char *reason);
  void *context;

  struct windows windows;
  struct names reported;   /* what was found, as texts */
  uint64_t found[3];       /* by enum query_kind */
  uint64_t asked, unknown; /* queries */
  uint64_t unnested;       /* windows in which locks do not nest */
  uint64_t large;          /* windows with an object that has too many fields */
  bool bug;                /* something happened that must not */
};

/* Windows of SIZE events.  NAMES and OPTIONS, which are prepared, are borrowed. */
void predicting_init (struct predicting *predicting, const struct trace_names *names,
                      const struct query_options *options, uint32_t size,
                      struct arena *arena);

#endif
