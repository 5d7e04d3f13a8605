/* lsp_job.h -- this program, asked about a file in a child process, which can be given
 * up.
 */
#ifndef CLI_LSP_JOB_H
#define CLI_LSP_JOB_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

struct lsp_job
{
  pid_t child; /* 0: nothing is running */
  int output;  /* what it writes is read here */
  char *bytes;
  size_t length, capacity;
  uint64_t deadline; /* in milliseconds, as lsp_now counts them */
};

/* Milliseconds since some moment. */
uint64_t lsp_now (void);

/* Run this program with WORDS, the last one null, in FOLDER, with INPUT as its standard
   input (null: none), for at most SECONDS.  False: it cannot be started. */
bool lsp_job_start (struct lsp_job *job, const char *const *words, const char *folder,
                    const char *input, uint32_t seconds);

/* Read what there is; false: it has ended, or was given up, and has been waited for. */
bool lsp_job_read (struct lsp_job *job);

/* Give it up, if it is running, and forget what it wrote. */
void lsp_job_stop (struct lsp_job *job);

#endif
