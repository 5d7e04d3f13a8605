/* entries.h -- what the files that make entries share (entries.c, outside.c). */
#ifndef JAVA_INTERPRETER_ENTRIES_H
#define JAVA_INTERPRETER_ENTRIES_H

#include "java/interpreter/extraction.h"

/* ---- entries.c ---- */

/* The arguments of METHOD: OTHER, or WIDE where it has a long or double; the receiver
   first.  How many there are. */
uint32_t entry_arguments (struct extraction *x, struct java_member method,
                          value_id receiver, value_id *arguments);
/* Clients call METHOD; HOW: where I is, null: as `this'.  Its instance. */
uint32_t entry_add (struct extraction *x, struct java_member method,
                    const value_id *arguments, uint32_t count, const char *how);
/* METHOD of I, with I as `this', as an argument, and of another object. */
void entry_add_own (struct extraction *x, struct java_member method);
/* METHOD once for each parameter that can hold I, with I there.  STRICTLY: it is no
   method of I. */
void entry_add_with_parameter (struct extraction *x, struct java_member method,
                               value_id receiver, bool strictly);
/* Can a parameter or field of TYPE hold I?  STRICTLY: only if a given type says so. */
bool entry_can_hold (struct extraction *x, struct java_type type, bool strictly);
/* The methods that an object of CLASS has from given classes: overridden ones left out.
 */
void entry_methods (struct extraction *x, class_id class, bool only_public,
                    struct java_members *methods);

/* ---- outside.c ---- */

/* Enter methods of I that are not public through those that call them. */
void outside_enter (struct extraction *x);
/* After that was interpreted: those that were not entered so become entries. */
void outside_finish (struct extraction *x);

#endif
