/* header.h -- whose journal is it?  Its first line says so. */
#ifndef BATCH_HEADER_H
#define BATCH_HEADER_H

#include "batch/batch.h"
#include "batch/plan.h"

/* What the records depend on: the models, automata and fields, by the ids of
   all queries; the options; the program.  A line, to be freed; null: no memory. */
char *header_make (const struct batch_options *options, const struct plan *plan);

/* Is LINE, the first of the journal PATH, the same as HEADER?  Complains if
   not. */
bool header_fits (const char *header, const char *line, size_t length,
                  const char *path);

#endif
