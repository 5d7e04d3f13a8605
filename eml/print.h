/* print.h -- the text of a model that somebody built, for people to read.
 *
 * What comes out is EML that stands for the same steps: reading it gives the same
 * declarations, and bodies that do the same.  A body that is bound several times is
 * written as often; classes and parameters that are no values are gone.
 */
#ifndef EML_PRINT_H
#define EML_PRINT_H

#include "ir/statements.h"

/* The text of IR in ARENA; TITLE: the name of the model, or null: it has none.  Null:
   units or atomic blocks of some body are no blocks, so that no text says the same. */
const char *eml_print (const struct ir *ir, const char *title, struct arena *arena);

/* The statements that are in it; none if it is null. */
void eml_print_statements (const struct ir *ir, struct ir_statements *statements,
                           struct arena *arena);

/* What the slots of BODY are called there, by slot; null: no statement names it. */
const char *const *eml_print_slots (const struct ir *ir, uint32_t body,
                                    struct arena *arena);

#endif
