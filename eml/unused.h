/* unused.h -- warnings about procedures, objects and fields that no process reaches. */
#ifndef EML_UNUSED_H
#define EML_UNUSED_H

#include "eml/resolved.h"
#include "ir/project.h"

/* Warn of procedures that are never called, of objects that are never used, and of fields
   that are never accessed in a unit. */
void unused_warn (const struct ir_projection *lowering, const struct resolved *resolved,
                  struct diags *diags);

#endif
