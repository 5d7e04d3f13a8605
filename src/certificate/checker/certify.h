/* certify.h -- check a certificate against its model (doc/certificates.md).
 *
 * The checker shares no code with what made the certificate: of ours it uses
 * the model's multi-PDS and the automata as read, and src/base.  It believes
 * nothing: tables are bounded, claims are checked to be closed, the reductions
 * are found again, and every choice of processes is tried.
 *
 * It reads line by line and stops at the first thing that is wrong.  It may
 * unwind to the quota of its arena; then nothing is confirmed.
 */
#ifndef CERTIFICATE_CERTIFY_H
#define CERTIFICATE_CERTIFY_H

#include "base/source.h"
#include "query/query.h"

#define CERTIFY_PROBLEM 400

/* A digest as text: 32 digits and the end. */
#define CERTIFY_DIGEST 33
void certify_digest (const char *text, size_t length, char digest[CERTIFY_DIGEST]);

struct certify_head
{
  char model[CERTIFY_DIGEST], automata[CERTIFY_DIGEST];
  const char *automata_name, *tool;  /* in the certificate, not terminated */
  uint32_t automata_length, tool_length;
};

enum certify_answer
{
  CERTIFY_SILENT,    /* the certificate says nothing about the query */
  CERTIFY_OPEN,      /* it says that it has no proof for it */
  CERTIFY_CONFIRMED,
};

struct certify
{
  /* Given, borrowed. */
  const struct source *certificate;
  const struct pds *pds;
  const struct pa_set *automata;
  const struct queries *queries;    /* all that the model has */
  struct arena *arena;              /* for what lives as long as the answers */
  struct arena *scratch;            /* cleared in between */
  /* Found. */
  enum certify_answer *answers;     /* by query */
  const bool **allowed;             /* by thread: by process; only these are
                                       spoken of */
  uint32_t filtered;
  uint32_t confirmed, open;
  uint32_t roles, contexts, places, sets, tuples;
  uint64_t work;
  uint32_t line;                    /* where it went wrong; 0: nowhere in it */
  char problem[CERTIFY_PROBLEM];
};

/* Is the certificate whole, and what is it about?  Else PROBLEM is set. */
bool certify_read_head (struct certify *certify, struct certify_head *head);

/* Behind certify_read_head, for the model and the automata that it names. */
bool certify_check (struct certify *certify);

#endif
