/* escape.h -- texts from strangers inside other languages.
 *
 * Names, positions and sentences with names in them go into Promela, DOT, Mermaid, SVG,
 * Markdown, EML and the script of a page.  There is one function for each of these, and
 * all are here: what a text may do to the language around it is thought about once.
 * Whatever the text, the reader of that language finds one comment, string or text, and
 * nothing after it that was not written by us.  tests/base/escape.c and
 * tests/cli/exports.sh try it, the latter with the programs that read those languages.
 *
 * Where a person reads the result, characters that are hostile to terminals
 * (text_is_hostile) and bytes that are no UTF-8 come out as text_print_safe has them.
 */
#ifndef BASE_ESCAPE_H
#define BASE_ESCAPE_H

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

/* In a comment of Promela or C, which goes on after the text.  Blanks separate characters
   that would begin or end a comment, and a backslash from the end of its line. */
void escape_comment (FILE *file, const char *text);

/* Between the quotes of a name of EML or of an automaton, and exactly this name: only
   quotes and backslashes are changed.  TEXT is on one line. */
void escape_quoted (FILE *file, const char *text);

/* Between the quotes of a string of DOT.  Graphviz interprets the entities of HTML, and
   backslashes before letters. */
void escape_dot (FILE *file, const char *text);

/* To the end of a line of a Mermaid diagram. */
void escape_mermaid (FILE *file, const char *text);

/* In a text of Markdown: no markup, no HTML. */
void escape_markdown (FILE *file, const char *text, size_t length);
/* As code of Markdown, with its quotes, which the text cannot end; in a table, too. */
void escape_markdown_code (FILE *file, const char *text);
/* The number of backquotes that must surround a block of lines with TEXT in it. */
uint32_t escape_fence (const char *text);

/* In an element or an attribute of XML. */
void escape_xml (FILE *file, const char *text);

/* Between the quotes of a string of JSON that stands in a <script> of a page: exactly
   these bytes, but for those that are no UTF-8. */
void escape_script (FILE *file, const char *bytes, size_t length);

#endif
