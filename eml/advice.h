/* advice.h -- how to say in EML what another language has a word for.
 *
 * People write models with a program in Java before them, and its words slip in:
 * `synchronized (m)', `m.wait ()', `thread T'.  Such a word gets a note of its own.
 */
#ifndef EML_ADVICE_H
#define EML_ADVICE_H

#include <stdbool.h>

#include "base/arena.h"
#include "base/source.h"

/* What should begin where the word stands. */
enum advice_place
{
  ADVICE_STATEMENT = 1,
  ADVICE_DECLARATION = 2,
  ADVICE_ANYWHERE = ADVICE_STATEMENT | ADVICE_DECLARATION,
};

/* The advice about the name at SPAN in SOURCE, or null if it is no word of another
   language: "m.wait" counts as "wait".  Made in ARENA. */
const char *advice_about (const struct source *source, struct span span,
                          enum advice_place place, struct arena *arena);

#endif
