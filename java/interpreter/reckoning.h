/* reckoning.h -- the account of a model: what became of every access, use and
 * acquisition.
 */
#ifndef JAVA_RECKONING_H
#define JAVA_RECKONING_H

#include "java/interpreter/extraction.h"
#include "java/ledger/uses.h"

enum account_row_kind
{
  ACCOUNT_ROW_READ, /* of a field; of contents: of the field that leads to them */
  ACCOUNT_ROW_WRITE,
  ACCOUNT_ROW_CONTENTS,
  ACCOUNT_ROW_LOCK,
};

struct account_row
{
  enum account_row_kind kind;
  const char *what;  /* "Stack.count", "Stack.data[]", "this", "?" */
  uint32_t location; /* or LOCATION_NONE */
  struct java_member method;
  uint32_t instruction;
  enum ledger_reason reason;
};

typedef void account_visitor (struct extraction *x, const struct account_row *row,
                              void *context);

/* After the run of a class: VISIT each row.  X has no threads. */
void accounting_each (struct extraction *x, account_visitor *visit, void *context);

#endif
