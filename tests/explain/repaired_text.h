/* repaired_text.h -- what a repair would be if somebody edited the text. */
#ifndef TESTS_REPAIRED_TEXT_H
#define TESTS_REPAIRED_TEXT_H

#include "explain/repair.h"

/* The text of the model with REPAIRS in it, those that come first outside; null: some
   lock cannot be written where it is to be held. */
char *repaired_text (const struct repairs *repairs, const struct finding *finding,
                     struct arena *arena);

#endif
