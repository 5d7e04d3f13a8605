/* attributes.h -- the attributes of a class, a field, a method or a code. */
#ifndef JAVA_ATTRIBUTES_H
#define JAVA_ATTRIBUTES_H

#include "java/reader/classfile.h"
#include "java/reader/cursor.h"

/* Take one attribute of the name constant *NAME at CURSOR and move past it; OWNER says
   whose it is, for messages.  False, with a diagnostic, if it does not fit into what
   CURSOR has. */
bool attribute_take (struct class_context *context, const struct java_class *class,
                     struct cursor *cursor, const char *owner, uint32_t *name,
                     struct class_part *part);

/* A cursor over PART. */
struct cursor attribute_cursor (const struct java_class *class, struct class_part part);

/* Those of a class, a field and a method: at CURSOR is their number. */
bool attributes_of_class (struct class_context *context, struct java_class *class,
                          struct cursor *cursor);
bool attributes_of_field (struct class_context *context, const struct java_class *class,
                          struct cursor *cursor, struct java_field *field);
bool attributes_of_method (struct class_context *context, const struct java_class *class,
                           struct cursor *cursor, struct java_method *method);

#endif
