/* pa_syntax.h -- helpers of the scanner and the parser: building and messages.
 *
 * These are functions here, so that pa_scan.l has little but the tokens and pa_parse.y
 * the grammar.  Everything goes into the parser's arena.
 */
#ifndef PHASEAUTO_PA_SYNTAX_H
#define PHASEAUTO_PA_SYNTAX_H

#include "phaseauto/pa_parser.h"

/* A list of names, one longer. */
struct pa_words pa_add_word (struct pa_parser *parser, struct pa_words words,
                             struct pa_word word);

/* A line of a text, with its `///'. */
void pa_add_text_line (struct pa_parser *parser, struct span line);

/* Open an automaton with its head, add its threads and items, close it with its brace. */
void pa_open (struct pa_parser *parser, struct pa_word name, name_id title,
              struct pa_words parameters);
void pa_open_numbered (struct pa_parser *parser, struct pa_number number, name_id title,
                       struct pa_words parameters);
void pa_set_threads (struct pa_parser *parser, struct pa_words threads);
void pa_add_item (struct pa_parser *parser, struct pa_raw_item item);
void pa_close (struct pa_parser *parser);

/* A character that has no meaning. */
void pa_report_character (struct pa_parser *parser, struct span span);

/* Report that the token at SPAN does not fit; TOKENS, in the grammar's words, would. */
void pa_report_syntax_error (struct pa_parser *parser, struct span span, bool at_end,
                             const char *const *tokens, unsigned count);

#endif
