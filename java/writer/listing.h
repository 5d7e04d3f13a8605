/* listing.h -- EML text under way: lines, indentation, names in quotes where needed. */
#ifndef JAVA_LISTING_H
#define JAVA_LISTING_H

#include "java/interpreter/extraction.h"

struct listing
{
  struct extraction *x;
  VEC (char) text;
  uint32_t line;   /* the one that is being written, from 1 */
  uint32_t indent; /* blocks */
};

void listing_init (struct listing *listing, struct extraction *x);
/* Add text to the line. */
void listing_put (struct listing *listing, const char *text);
/* A name, in quotes unless it is a plain word. */
void listing_name (struct listing *listing, const char *name);
/* A position: @"Stack.java:42". */
void listing_position (struct listing *listing, struct java_member method,
                       uint32_t instruction);
/* Begin a line, end it. */
void listing_begin (struct listing *listing);
void listing_end (struct listing *listing);
/* A whole line. */
void listing_line (struct listing *listing, const char *text);
/* "HEAD {" and the end of such a block: "}". */
void listing_open (struct listing *listing, const char *head);
void listing_close (struct listing *listing);

#endif
