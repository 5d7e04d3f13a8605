/* nesting_report.h -- what to say of locks that do not nest, and a path to each place. */
#ifndef EML_NESTING_REPORT_H
#define EML_NESTING_REPORT_H

#include "base/diag.h"
#include "eml/tree.h"
#include "ir/ir.h"

/* An error for each of the MISTAKES that FLOW, made from TREE, has. */
void nesting_report (const struct ir *flow, const struct tree *tree,
                     const struct ir_mistakes *mistakes, struct diags *diags);

#endif
