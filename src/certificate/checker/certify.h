/* certify.h -- check a certificate against its model (doc/certificates.md).
 *
 * The checker shares no code with what made the certificate: of the rest of phaselock it
 * uses the model's multi-PDS and flow graphs, the automata as they were read, the list of
 * queries, and src/base.  It trusts nothing: it compares indices with their tables,
 * checks that claims are closed, computes the reductions itself, and tries every choice
 * of processes.
 *
 * It reads line by line and stops at the first wrong one.  It may unwind to the quota of
 * its arena; then nothing is confirmed.
 */
#ifndef CERTIFICATE_CHECKER_CERTIFY_H
#define CERTIFICATE_CHECKER_CERTIFY_H

#include "base/source.h"
#include "certificate/checker/lines.h"
#include "ir/project.h"
#include "query/query.h"

/* The newest version of the format; all others are read, too. */
#define CERTIFY_VERSION 3

#define CERTIFY_PROBLEM 400

/* Room for a digest as text: 32 digits and the final NUL. */
#define CERTIFY_DIGEST 33
void certify_digest (const void *text, size_t length, char digest[CERTIFY_DIGEST]);

struct certify_head
{
  char model[CERTIFY_DIGEST], automata[CERTIFY_DIGEST];
  const char *automata_name; /* in the certificate, not terminated */
  uint32_t automata_length;
};

enum certify_answer
{
  CERTIFY_SILENT, /* the certificate says nothing about the query */
  CERTIFY_OPEN,   /* it says that it has no proof for it */
  CERTIFY_CONFIRMED,
};

struct certify
{
  /* Given, borrowed. */
  const struct source *certificate;
  const struct ir_projection *lowering;
  const struct pds *pds; /* of the lowering */
  const struct pa_set *automata;
  const struct queries *queries; /* all queries of the model */
  struct arena *arena;           /* for what lives as long as the answers */
  struct arena *scratch;         /* for what does not */
  /* Found. */
  enum certify_answer *answers; /* by query */
  const bool **allowed;         /* by thread below FILTERED, by process: do the answers
                                   cover that it plays the thread? */
  uint32_t filtered;
  uint32_t confirmed, open;
  uint32_t roles, places, sets, tuples;
  uint32_t invariants, clauses;
  uint64_t work;
  uint32_t line; /* the line that is wrong; 0: none */
  char problem[CERTIFY_PROBLEM];
  struct lines lines;          /* what is left to read */
  struct gates_solver *solver; /* at work on an invariant */
};

/* Is the certificate whole, and what is it about?  False: PROBLEM says why not. */
bool certify_read_head (struct certify *certify, struct certify_head *head);

/* Check what follows the head that certify_read_head has read, against the model and
   the automata that it names.  False: PROBLEM says what is wrong. */
bool certify_check (struct certify *certify);

/* To be called at the end, also after an unwinding: frees what is in no arena. */
void certify_end (struct certify *certify);

#endif
