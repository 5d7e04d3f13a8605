/* token.h -- what the scanners of our languages have in common.
 *
 * EML and the language of phase automata have the same names, quotes, numbers
 * and comments, with the same limits and messages.  A token is given by its span
 * in the source that DIAGS reports about; results live in the arenas of the
 * arguments.
 */
#ifndef BASE_TOKEN_H
#define BASE_TOKEN_H

#include <stdbool.h>
#include <stdint.h>

#include "base/diag.h"
#include "base/names.h"

/* Longer names are refused. */
#define TOKEN_NAME_LIMIT 65536

/* The name at SPAN, without or with quotes.  A name that is refused, with an
   error, becomes "?".  WHAT ("name", "position") is the word for messages. */
name_id token_name (struct names *names, struct diags *diags, struct span span);
name_id token_unquote (struct names *names, struct diags *diags, struct span span,
                       const char *what);

/* The value of LENGTH digits, or UINT32_MAX if it is larger. */
uint32_t token_number (const char *digits, size_t length);

/* Report a quote or a comment that never ends, a character that begins no token. */
name_id token_report_open_quote (struct names *names, struct diags *diags,
                                 struct span span);
void token_report_open_comment (struct diags *diags, struct span span);
/* LANGUAGE and HINT ("" or "; ...") go into the message. */
void token_report_character (struct diags *diags, struct span span, const char *language,
                             const char *hint);

/* The first character of SPAN. */
uint32_t token_character (const struct source *source, struct span span);

/* Is WORD one of KEYWORDS, a table that ends with a null? */
bool token_is_keyword (const char *const *keywords, const char *word);

/* May NAME stand without quotes in a language with these keywords? */
bool token_name_is_plain (const char *const *keywords, const char *name);

#endif
