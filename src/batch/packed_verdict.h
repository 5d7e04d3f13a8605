/* packed_verdict.h -- a verdict as bytes.
 *
 * A worker is a fork of the process that takes its verdict, so what is constant in the
 * program (the name of the engine) is kept as a pointer; what a worker made is kept as
 * bytes, and the automaton of a deadlock, or of who waits for ever, as its locks.  A
 * witness names things of the model by numbers, which mean the same on both sides.
 */
#ifndef BATCH_PACKED_VERDICT_H
#define BATCH_PACKED_VERDICT_H

#include <stddef.h>

#include "explain/repair.h"
#include "query/query.h"
#include "witness/verdict.h"

/* VERDICT about QUERY, and REPAIR, which points to texts of the model only, or null.  To
   be freed; null: no memory. */
char *packed_verdict_pack (const struct query *query, const struct verdict *verdict,
                           const struct repair *repair, size_t *length);

/* The verdict about QUERY that BYTES say, and its repair, or null: in ARENA. */
struct verdict packed_verdict_unpack (const struct query *query, const char *bytes,
                                      size_t length, const struct repair **repair,
                                      struct arena *arena);

#endif
