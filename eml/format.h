/* format.h -- the one way to lay out EML.
 *
 * Indentation and spacing are fixed, and each statement has a line of its own.  Whether a
 * block of one statement is on the line of its head is the writer's choice, as long as it
 * fits; several blank lines become one.  Comments stay where they are.  Formatting is
 * idempotent.
 */
#ifndef EML_FORMAT_H
#define EML_FORMAT_H

#include "base/diag.h"
#include "base/source.h"
#include "base/vec.h"

struct format_text
{
  VEC (char) bytes;
};

/* Lay out SOURCE, which parses without errors, into TEXT (in ARENA). */
void format_source (struct format_text *text, const struct source *source,
                    struct arena *arena);

#endif
