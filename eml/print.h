/* print.h -- prints a model as EML, for people to read.
 *
 * The text stands for the same steps: reading it gives the same declarations, and bodies
 * that do the same.  A body with several bindings is printed for each; classes and
 * parameters that are no values are gone.
 */
#ifndef EML_PRINT_H
#define EML_PRINT_H

#include "ir/statements.h"

/* The text of IR in ARENA; TITLE: the name of the model, or null.  Null: units or atomic
   blocks of some body are no blocks, so that there is no such text. */
const char *eml_print (const struct ir *ir, const char *title, struct arena *arena);

/* The statements of that text; none if it is null. */
void eml_print_statements (const struct ir *ir, struct ir_statements *statements,
                           struct arena *arena);

/* By slot: the names of the slots of BODY in that text; null: no statement names it. */
const char *const *eml_print_slots (const struct ir *ir, uint32_t body,
                                    struct arena *arena);

#endif
