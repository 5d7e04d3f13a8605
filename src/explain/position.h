/* position.h -- what a model says of where something comes from: "Stack.java:42",
 * or "Stack.java:42:7" with a column.
 *
 * A model may say anything; only text of this form is a place in a file.
 */
#ifndef WITNESS_POSITION_H
#define WITNESS_POSITION_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct position
{
  size_t file;     /* so many bytes are the path */
  uint32_t line;   /* from 1 */
  uint32_t column; /* from 1, or 0: none */
};

bool position_parse (const char *text, struct position *position);

#endif
