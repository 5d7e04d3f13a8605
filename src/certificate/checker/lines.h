/* lines.h -- read a certificate as lines of words.
 *
 * Words are separated by one space.  A number has decimal digits only, no leading
 * zeros, and fits into 32 bits.  What follows " #" is a comment.
 */
#ifndef CERTIFICATE_CHECKER_LINES_H
#define CERTIFICATE_CHECKER_LINES_H

#include <stdbool.h>
#include <stdint.h>

struct lines
{
  const char *next, *end;    /* the rest of the text */
  uint32_t number;           /* of the current line, from 1; 0: none yet */
  const char *at, *line_end; /* the rest of the current line */
};

void lines_start (struct lines *lines, const char *text, uint32_t length);
/* Go to the next line; false at the end of the text. */
bool lines_next (struct lines *lines);

/* Is the current line read to its end, or to its comment? */
bool lines_at_end (const struct lines *lines);

/* Each of these reads the next word of the current line if it is what is wanted: */
/* WORD; */
bool lines_word (struct lines *lines, const char *word);
/* a number below LIMIT; */
bool lines_number (struct lines *lines, uint32_t limit, uint32_t *number);
/* LENGTH hexadecimal digits, copied to DIGITS and terminated. */
bool lines_hex (struct lines *lines, char *digits, uint32_t length);

/* Read all that is left of the line. */
const char *lines_rest (struct lines *lines, uint32_t *length);

/* A list of ranges as the next word: "3,7-9,12", with each number above the one
   before it and below LIMIT.  First lines_ranges, then lines_range until it returns
   false; then FINE tells whether the list was well formed. */
struct lines_range
{
  struct lines *lines;
  uint32_t limit;
  uint32_t begin, end; /* the current range: begin <= i < end */
  bool fine, over;
};
struct lines_range lines_ranges (struct lines *lines, uint32_t limit);
bool lines_range (struct lines_range *range);

#endif
