/* wrap.h -- sentences for a person, as the terminal can show them.
 *
 * Texts are safe to show already (base/text.h).  In a locale that is not UTF-8
 * characters that are not ASCII are spelt <U+00E9>.
 */
#ifndef IO_WRAP_H
#define IO_WRAP_H

#include "base/arena.h"
#include "io/terminal.h"

/* TEXT as the terminal can show it: itself, or a copy in ARENA. */
const char *wrap_localise (const struct terminal *terminal, const char *text,
                           struct arena *arena);

/* TEXT in lines of the terminal's width, broken at blanks where possible, at two
   blanks if a phrase fits into a line; all but the first, COLUMN columns of
   which are used, begin with two blanks. */
void wrap_print (const struct terminal *terminal, const char *text, uint32_t column,
                 struct arena *arena, FILE *file);

/* The same from the first column, but one line where nobody knows the width: it
   may be read by a script. */
void wrap_print_line (const struct terminal *terminal, const char *text,
                      struct arena *arena, FILE *file);

#endif
