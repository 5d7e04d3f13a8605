/* unused.h -- warnings of what no process reaches: procedures, objects, fields. */
#ifndef EML_UNUSED_H
#define EML_UNUSED_H

#include "eml/lower.h"
#include "eml/resolved.h"

/* Warn of procedures that are never called, of objects that are never used, and of fields
   that are never accessed in a unit. */
void unused_warn (const struct lowering *lowering, const struct resolved *resolved,
                  struct diags *diags);

#endif
