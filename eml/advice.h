/* advice.h -- advice about words of other languages: how to say the same in EML.
 *
 * People write models from Java programs, and its words slip in: `synchronized (m)',
 * `m.wait ()', `thread T'.  Such a word gets a note of its own.
 */
#ifndef EML_ADVICE_H
#define EML_ADVICE_H

#include <stdbool.h>

#include "base/arena.h"
#include "base/source.h"

/* What the grammar expects at the word. */
enum advice_place
{
  ADVICE_STATEMENT = 1,
  ADVICE_DECLARATION = 2,
  ADVICE_ANYWHERE = ADVICE_STATEMENT | ADVICE_DECLARATION,
};

/* The advice about the name at SPAN in SOURCE, in ARENA; null: it is no word of another
   language. "m.wait" counts as "wait". */
const char *advice_about (const struct source *source, struct span span,
                          enum advice_place place, struct arena *arena);

#endif
