/* checking.h -- a run of `check', and the work that is done for each model. */
#ifndef CLI_CHECKING_H
#define CLI_CHECKING_H

#include "cli/certificate_output.h"
#include "cli/check.h"
#include "cli/command.h"
#include "cli/confirming.h"
#include "cli/kept_verdicts.h"
#include "cli/model_table.h"
#include "cli/property.h"
#include "cli/provenance_text.h"
#include "cli/watch_changes.h"
#include "explain/suppress.h"
#include "io/destination.h"
#include "io/progress.h"
#include "report/report.h"
#include "results/baseline.h"
#include "results/sarif.h"

/* The third of --format. */
#define FORMAT_SARIF (FORMAT_JSONL + 1)
/* --witness-format yaml. */
#define FORMAT_YAML (FORMAT_SARIF + 1)

/* No --explain: none for several models, else first. */
#define EXPLAIN_UNASKED (EXPLAIN_NONE + 1)

struct check
{
  struct models models;
  struct query_options options;
  unsigned format;
  unsigned explain; /* enum check_explain, or EXPLAIN_UNASKED */
  bool quiet, stats, witness, first, watch, strict;
  unsigned witness_format;  /* 0: json, 1: yaml */
  struct property property; /* --property */
  bool has_witness;         /* --witness-format yaml: it was written */
  bool waiting;             /* --watch: all is decided */
  struct watch_changes changes;
  struct kept_verdicts kept; /* --watch */
  unsigned jobs;
  uint32_t confirm; /* --confirm: of how many causes, at most, findings are driven */
  struct confirming confirming;
  const char *path; /* -o */
  const char *root; /* of paths in a SARIF log; null: the current folder */
  const char *baseline_path;
  struct baseline baseline;
  struct suppressions suppressions;
  struct destination destination;
  struct sarif sarif;
  enum progress_mode progress_mode;
  struct progress progress;
  struct certificate_output certificate;
  const char *report_path; /* --report */
  struct report *report;   /* or null */
  bool stop;               /* --first found something, or a signal came */
  bool several;            /* there are several models */
  struct model_table table;
  uint32_t checked; /* models of which queries were asked */
  struct check_totals totals;
  struct provenance_totals made; /* notes about models that were made */
  bool asked[QUERY_KINDS];       /* by enum query_kind: such a query was decided */
};

/* Is text a table of models? */
bool checking_has_table (const struct check *check);

/* Decide the queries of SUBJECT, and write or show what was found.  The work of a struct
   reading (cli/reading.h); CONTEXT is a struct check. */
enum status checking_model (struct ir_subject *subject, const char *name, bool fine,
                            void *context);

#endif
