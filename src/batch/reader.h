/* reader.h -- a worker's model: read, projected, its queries listed, with a judge.
 *
 * A worker has one model open at a time.  What can be read only once (standard input, a
 * pipe) the parent has saved before; other files are read again by each worker that needs
 * them, so that the parent stays small.
 */
#ifndef BATCH_READER_H
#define BATCH_READER_H

#include "batch/pool.h"
#include "inputs/inputs.h"
#include "io/status.h"
#include "results/query_options.h"
#include "witness/judge.h"

struct reader
{
  bool open, judging;
  uint32_t number;    /* the number of the model for the caller */
  struct quota quota; /* of the model; the caller takes the checkpoint */
  struct ir_subject subject;
  struct model_queries queries;
  struct judge judge;
};

/* Nanoseconds after which the parent kills a worker that reads a model; 0: never. */
uint64_t reader_model_limit (const struct decide_options *options);
/* The limit for what a worker does between items; never 0. */
uint64_t reader_grace (const struct decide_options *options);

/* In a worker: announce that query NUMBER is decided, and the search for its repair
   (explain/repair.h), which has time of its own, begins. */
void reader_announce_repair (const struct model_queries *model, uint32_t number,
                             struct pool_link *link);

/* Open input NUMBER.  Diagnostics go to MESSAGES, or nowhere if it is null.
   Unless the status is fine, only READER->subject.source is of use.  Unwinds to
   the checkpoint on READER->quota. */
enum status reader_open (struct reader *reader, const struct query_options *options,
                         const struct inputs *inputs, uint32_t number, FILE *messages);
/* Announce query NUMBER of MODEL, which observes the time itself; if it does not, the
   parent kills the worker. */
void reader_announce_query (const struct model_queries *model, uint32_t number,
                            struct pool_link *link);

/* The judge of the open model, created if there is none. */
struct judge *reader_judge (struct reader *reader);
/* Drop what earlier queries left. */
void reader_forget (struct reader *reader);
void reader_close (struct reader *reader);

#endif
