/* naming.h -- names that a Java programmer recognises, and positions; made in ARENA. */
#ifndef JAVA_PROGRAM_NAMING_H
#define JAVA_PROGRAM_NAMING_H

#include "java/program/universe.h"

/* "Node" for "org/example/Map$Node", "Map$1" for an anonymous class. */
const char *java_simple_name (const struct java_universe *universe, name_id class_name);
/* "pop(int)". */
const char *java_method_name (struct java_universe *universe, struct arena *arena,
                              struct java_member method);
/* "Stack.pop(int)". */
const char *java_full_method_name (struct java_universe *universe, struct arena *arena,
                                   struct java_member method);
/* "Stack.java:42", or "Stack.pop()+17" without line numbers. */
const char *java_position (struct java_universe *universe, struct arena *arena,
                           struct java_member method, uint32_t instruction);

/* "to": what the source calls parameter NUMBER of METHOD, the receiver, if it has one, is
   0; "argument 2" if nobody wrote it down (-g). */
const char *java_parameter_name (struct java_universe *universe, struct arena *arena,
                                 struct java_member method, uint32_t number);
/* The parameter in LOCAL of CODE; null: nobody wrote it down. */
const char *java_local_name (const struct java_universe *universe,
                             const struct java_code *code, uint32_t local);

#endif
