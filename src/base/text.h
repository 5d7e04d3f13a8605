/* text.h -- UTF-8, the width of characters on a terminal, safe output.
 *
 * Names and source lines come from strangers: what is shown to a person goes
 * through text_print_safe, so that no control character reaches a terminal.
 * Nothing here depends on the locale: the same bytes come out everywhere.
 */
#ifndef BASE_TEXT_H
#define BASE_TEXT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

/* Bytes of the well-formed UTF-8 sequence at TEXT (RFC 3629: shortest form, no
   surrogates, at most U+10FFFF), or 0. */
uint32_t text_utf8_length (const char *text, size_t available);

/* Is BYTE the first one of a character? */
bool text_starts_character (char byte);

/* Decode the character at TEXT, which is well-formed. */
uint32_t text_decode (const char *text, uint32_t *bytes);

/* Decode the character at TEXT, where any bytes may be, at least one.  A byte that begins
   no UTF-8 is TEXT_BROKEN, one byte long. */
#define TEXT_BROKEN UINT32_MAX
uint32_t text_next (const char *text, size_t available, uint32_t *bytes);

/* Columns that a character takes: 0, 1 or 2. */
uint32_t text_width (uint32_t character);

/* Columns that TEXT takes when text_print_safe prints it. */
uint32_t text_columns (const char *text);

/* Does the character show nothing or change how its neighbours are shown
   (control characters, directional marks, line separators, what is no character)? */
bool text_is_hostile (uint32_t character);

/* Print LENGTH bytes; hostile characters as <U+001B>, bytes that are no UTF-8
   (paths may have them) as <FF>. */
void text_print_safe (FILE *file, const char *text, size_t length);

/* Print NAME so that it is one word: as it is if it consists of letters,
   digits and _ $ . [ ], otherwise in quotes with \" and \\ escaped.  For records
   only: hostile characters stay. */
void text_print_name (FILE *file, const char *name);
/* Print NAME for a person: as text_print_name, but hostile characters as text_print_safe,
   and calls, `transfer(savings, giro)', `pop()' or `pop() #2', as they are. */
void text_show_name (FILE *file, const char *name);
/* 'NAME', in sentences; hostile characters as text_print_safe prints them. */
void text_show_quoted (FILE *file, const char *name);

/* Does TEXT end with END, and with something before it? */
bool text_ends_with (const char *text, const char *end);

/* The length in bytes of the longest beginning of TEXT that takes no more than
   COLUMNS.  TEXT is safe to show. */
size_t text_fit (const char *text, uint32_t columns);

#endif
