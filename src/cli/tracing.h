/* tracing.h -- a run of `trace': what is asked of each trace, and what was found. */
#ifndef CLI_TRACING_H
#define CLI_TRACING_H

#include "cli/command.h"
#include "cli/trace_finding.h"
#include "cli/predicting.h"
#include "io/destination.h"
#include "results/query_options.h"
#include "report/report.h"
#include "trace/atomicity.h"
#include "trace/pass.h"
#include "trace/races.h"

/* Names, which may have * and ? in them. */
typedef VEC (const char *) glob_list;

struct tracing
{
  struct files files;
  struct query_options options;
  bool races, atomicity, predict; /* what is asked */
  bool consistent_reads;
  uint32_t window; /* --window */
  bool all, lenient, quiet;
  const char *units;   /* --units, or null */
  unsigned discipline; /* enum race_discipline */
  unsigned detector;   /* enum race_detector */
  unsigned format;
  const char *path; /* -o */
  const char *root; /* of paths in a SARIF log; null: the current folder */
  struct destination destination;
  const char *report_path; /* --report */
  struct report *report;   /* or null */
  struct sarif sarif;
  struct pattern_choice rules; /* of SARIF */
  /* Of the current trace: */
  const char *file;
  struct trace_pass *pass;
  struct arena *arena;      /* of the pass */
  glob_list unit_globs;     /* the words of --units */
  bool units_fit;           /* one of them has fitted a method */
  glob_list variable_globs; /* the words of -f */
  VEC (uint8_t) variables;  /* 0: not asked yet, 1: not in -f, 2: in it */
  struct races race_pass;
  struct atomicity atomicity_pass;
  struct predicting predicting;
  enum status status; /* of writing what was found */
  /* Of all traces: */
  uint64_t found;
};

/* The third of --format. */
#define TRACING_SARIF (FORMAT_JSONL + 1)

/* Read the trace at PATH and report what is in it. */
enum status tracing_file (struct tracing *tracing, const char *path);

#endif
