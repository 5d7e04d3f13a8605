/* resume.h -- what the journal of an earlier batch knows already. */
#ifndef BATCH_RESUME_H
#define BATCH_RESUME_H

#include "batch/plan.h"
#include "batch/records.h"

struct resume
{
  const struct plan *plan;
  struct records *records;
  char *header;            /* as the journal should begin */
  bool first;              /* --first */
  uint32_t known, violations;
  /* For itself. */
  bool begun;
  uint32_t *by_id;         /* queries, sorted by id, then by number */
};

/* Read the journal, or begin it; complains if it is another batch's. */
enum status resume_begin (struct resume *resume, struct arena *arena);

/* The last line of a journal that is kept although its file was written: HASH
   is that of the file. */
enum status resume_mark_end (struct records *records, const uint64_t hash[2]);

/* Is the file that is there the one that this journal has written? */
bool resume_wrote_file (const struct records *records);

#endif
