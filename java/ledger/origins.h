/* origins.h -- where the object comes from that an instruction works on: `this', or a
 * field that the method has read.
 *
 * One pass over the code in its order, with a stack of origins and nothing else: enough
 * to say that `data[i]' is about the field `data', also if that went through a local
 * variable.  It is code of the ledger, and shares nothing with the interpreter.
 */
#ifndef JAVA_ORIGINS_H
#define JAVA_ORIGINS_H

#include "java/reader/bytecode.h"

/* An origin; from ORIGIN_FIELD on: the instruction, plus ORIGIN_FIELD, that reads it. */
#define ORIGIN_NONE 0
#define ORIGIN_THIS 1
#define ORIGIN_FIELD 2

/* By instruction of CODE: the origin of the array that it loads from or stores into, of
   the object that it locks, of the receiver of the call.  Lives in ARENA. */
const uint32_t *origins_find (struct arena *arena, struct names *names,
                              const struct java_class *class,
                              const struct java_method *method,
                              const struct java_code *code);

#endif
