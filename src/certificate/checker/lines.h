/* lines.h -- a certificate as lines of words, for who reads one.
 *
 * A word ends at a space; a number has digits only, no superfluous zeros, and
 * fits into 32 bits.  What stands behind " #" is for people.
 */
#ifndef CERTIFICATE_LINES_H
#define CERTIFICATE_LINES_H

#include <stdbool.h>
#include <stdint.h>

#include "base/source.h"

struct lines
{
  const char *next, *end;  /* the rest of the text */
  uint32_t number;         /* of the line at hand, from 1; 0: none yet */
  const char *at, *line_end; /* the rest of the line at hand */
};

void lines_start (struct lines *lines, const char *text, uint32_t length);
/* Go to the next line; false at the end of the text. */
bool lines_next (struct lines *lines);

/* Is nothing left of the line? */
bool lines_at_end (const struct lines *lines);
/* The next word is WORD, and is passed. */
bool lines_word (struct lines *lines, const char *word);
/* The next word is a number below LIMIT, and is passed. */
bool lines_number (struct lines *lines, uint32_t limit, uint32_t *number);
/* The next word has LENGTH hexadecimal digits; copied, and passed. */
bool lines_hex (struct lines *lines, char *digits, uint32_t length);
/* All that is left of the line; passed. */
const char *lines_rest (struct lines *lines, uint32_t *length);

/* A list of ranges, "3,7-9,12", each number above the one before it and below
   LIMIT, as the next word.  First lines_ranges, then lines_range until it
   returns false; RANGE.fine tells whether all was well. */
struct lines_range
{
  struct lines *lines;
  uint32_t limit;
  int64_t last;            /* the last number; -1: none yet */
  uint32_t begin, end;     /* the range at hand: begin <= i < end */
  bool fine, over;
};
struct lines_range lines_ranges (struct lines *lines, uint32_t limit);
bool lines_range (struct lines_range *range);

#endif
