/* position.h -- where a statement comes from, as a model gives it: "Stack.java:42",
 * or "Stack.java:42:7" with a column.
 *
 * A model may give any text; only text of this form is a place in a file.
 */
#ifndef EXPLAIN_POSITION_H
#define EXPLAIN_POSITION_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct position
{
  size_t file;     /* the length of the path, in bytes */
  uint32_t line;   /* from 1 */
  uint32_t column; /* from 1, or 0: none */
};

/* False: TEXT has another form. */
bool position_parse (const char *text, struct position *position);

#endif
