/* statement_range.h -- ranges of statements of a body that a lock can be put around. */
#ifndef EXPLAIN_STATEMENT_RANGE_H
#define EXPLAIN_STATEMENT_RANGE_H

#include "ir/statements.h"

/* Statements FIRST to LAST, which belong to one sequence: the children of PARENT,
   or the body itself. */
struct statement_range
{
  uint32_t parent; /* a statement; UINT32_MAX: the body */
  uint32_t first, last;
};

/* The smallest range of BODY that holds the offsets A and B; false: there is none. */
bool statement_range_find (struct statement_range *range,
                           const struct ir_statements *statements, body_id body,
                           uint32_t a, uint32_t b);

/* Widen RANGE to the innermost unit around it; false: there is none. */
bool statement_range_widen_to_unit (struct statement_range *range,
                                    const struct ir_statements *statements, body_id body);
void statement_range_widen_to_body (struct statement_range *range,
                                    const struct ir_statements *statements, body_id body);

/* From the beginning of its text to the beginning of the statement after it: the
   closing brace goes there, so that a position written after a block stays with
   that block. */
struct span statement_range_span (const struct statement_range *range,
                                  const struct ir_statements *statements, body_id body);

/* From where on a jump to the beginning of RANGE goes round a loop whose whole body it
   is: UINT32_MAX if it is not. */
uint32_t statement_range_again (const struct statement_range *range,
                                const struct ir_statements *statements);

/* Where the text of STMT ends: after the last of its tokens that is known. */
uint32_t statement_reach (const struct ir_statements *statements, uint32_t stmt);

#endif
