/* packed_verdict.h -- a verdict as bytes.
 *
 * A worker is a fork of the process that receives its verdict, so constants of the
 * program (the name of the engine) are pointers; what a worker computed is stored as
 * bytes, and the automaton of a deadlock, or of who waits for ever, as its locks.  A
 * witness names things of the model by numbers, which mean the same on both sides.
 */
#ifndef BATCH_PACKED_VERDICT_H
#define BATCH_PACKED_VERDICT_H

#include <stddef.h>

#include "explain/repair.h"
#include "query/query.h"
#include "witness/verdict.h"

/* VERDICT about QUERY as bytes, with REPAIR, which points only to texts of the model, or
   null.  The caller frees the result; null: out of memory. */
char *packed_verdict_pack (const struct query *query, const struct verdict *verdict,
                           const struct repair *repair, size_t *length);

/* The verdict about QUERY in BYTES, and its repair, or null: in ARENA. */
struct verdict packed_verdict_unpack (const struct query *query, const char *bytes,
                                      size_t length, const struct repair **repair,
                                      struct arena *arena);

#endif
