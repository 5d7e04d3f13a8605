/* refusal.h -- why something is refused: a message in an array of fixed size.
 *
 *     if (length > LIMIT)
 *       return REFUSE (reader->problem, "there are more than %u names", LIMIT);
 */
#ifndef BASE_REFUSAL_H
#define BASE_REFUSAL_H

#include <stdbool.h>
#include <stddef.h>

/* Put the message into the SIZE bytes at MESSAGE, cut if it is longer; false, so that a
   function can return it. */
bool refusal_format (char *message, size_t size, const char *format, ...)
  __attribute__ ((format (printf, 3, 4)));

/* Put the message, a format and what it needs, into ARRAY. */
#define REFUSE(array, ...) refusal_format ((array), sizeof (array), __VA_ARGS__)

#endif
