/* data_lint.h -- warnings about values that are set and never read. */
#ifndef EML_DATA_LINT_H
#define EML_DATA_LINT_H

#include "base/diag.h"
#include "eml/resolved.h"
#include "ir/ir.h"

/* Warn of locals that are never read, of values of locals that are never read, and of
   fields that have values that are never read. */
void data_lint (const struct ir *flow, const struct resolved *resolved,
                struct arena *arena, struct diags *diags);

#endif
