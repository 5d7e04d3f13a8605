/* nesting_report.h -- reports locks that do not nest, with a path to each place. */
#ifndef EML_NESTING_REPORT_H
#define EML_NESTING_REPORT_H

#include "base/diag.h"
#include "eml/tree.h"
#include "ir/ir.h"

/* Report an error for each of the MISTAKES in FLOW, made from TREE. */
void nesting_report (const struct ir *flow, const struct tree *tree,
                     const struct ir_mistakes *mistakes, struct diags *diags);

#endif
