/* wrap.h -- sentences for a person, as the terminal can show them.
 *
 * Texts are already safe to show (base/text.h).  In a locale other than UTF-8,
 * characters outside ASCII are spelt <U+00E9>.
 */
#ifndef IO_WRAP_H
#define IO_WRAP_H

#include "base/arena.h"
#include "io/terminal.h"

/* TEXT as the terminal can show it: itself, or a copy in ARENA. */
const char *wrap_localise (const struct terminal *terminal, const char *text,
                           struct arena *arena);

/* Print TEXT in lines of the terminal's width, broken at blanks where possible, or
   at two blanks where the phrase between them fits on a line.  The first line
   starts at COLUMN, all others begin with two blanks. */
void wrap_print (const struct terminal *terminal, const char *text, uint32_t column,
                 struct arena *arena, FILE *file);

/* As wrap_print from the first column on, but on one line if the width is not known,
   since a script may read it. */
void wrap_print_line (const struct terminal *terminal, const char *text,
                      struct arena *arena, FILE *file);

#endif
