/* constants.h -- the constant pool of a class file.
 *
 * constants_read checks the whole pool once: every entry has a known tag, every index
 * in it leads to an entry of the right kind, every text is modified UTF-8, every
 * descriptor is one.  So what asks for an entry afterwards cannot fail; the caller
 * has to know that the index is good and has the right tag (bytecode.h has checked
 * the operands of instructions, classfile.h those of the structures it reads).
 *
 * Texts become names of the universe when somebody first asks for them: most of a pool
 * never is.  They are well-formed UTF-8 then; a NUL or a lone surrogate becomes
 * U+FFFD and its four hexadecimal digits.
 */
#ifndef JAVA_CONSTANTS_H
#define JAVA_CONSTANTS_H

#include <stdbool.h>
#include <stdint.h>

#include "base/arena.h"
#include "base/names.h"

enum constant_tag
{
  CONSTANT_NONE = 0, /* no entry: index 0, after a long or double, or out of range */
  CONSTANT_UTF8 = 1,
  CONSTANT_INTEGER = 3,
  CONSTANT_FLOAT = 4,
  CONSTANT_LONG = 5,
  CONSTANT_DOUBLE = 6,
  CONSTANT_CLASS = 7,
  CONSTANT_STRING = 8,
  CONSTANT_FIELD = 9,
  CONSTANT_METHOD = 10,
  CONSTANT_INTERFACE_METHOD = 11,
  CONSTANT_NAME_AND_TYPE = 12,
  CONSTANT_METHOD_HANDLE = 15,
  CONSTANT_METHOD_TYPE = 16,
  CONSTANT_DYNAMIC = 17,
  CONSTANT_INVOKE_DYNAMIC = 18,
  CONSTANT_MODULE = 19,
  CONSTANT_PACKAGE = 20,
};

struct constants
{
  const uint8_t *bytes; /* of the class file */
  uint32_t *offsets;    /* of the tag of each entry; 0: there is none */
  name_id *interned;    /* of a text that was asked for */
  struct names *names;
  uint32_t count; /* entries, number 0 included */
};

/* A field or method by name, as instructions name them. */
struct member_reference
{
  name_id class; /* "java/util/Vector", for a method of an array "[I" */
  name_id name;
  name_id descriptor;
  bool in_interface; /* a method of an interface */
};

/* What a method handle does (JVMS 4.4.8). */
enum handle_kind
{
  HANDLE_GET_FIELD = 1,
  HANDLE_GET_STATIC,
  HANDLE_PUT_FIELD,
  HANDLE_PUT_STATIC,
  HANDLE_INVOKE_VIRTUAL,
  HANDLE_INVOKE_STATIC,
  HANDLE_INVOKE_SPECIAL,
  HANDLE_NEW,
  HANDLE_INVOKE_INTERFACE,
};

struct method_handle
{
  enum handle_kind kind;
  struct member_reference member;
};

/* invokedynamic, and constants that are computed. */
struct dynamic_reference
{
  uint16_t bootstrap; /* number of a bootstrap method (classfile.h) */
  name_id name;
  name_id descriptor;
};

struct class_context;
struct java_class;
struct cursor;

/* Read the pool of CLASS at CURSOR.  False, with a diagnostic, if it is broken. */
bool constants_read (struct class_context *context, struct java_class *class,
                     struct cursor *cursor);

/* CONSTANT_NONE if there is no entry of this number. */
enum constant_tag constants_tag (const struct constants *constants, uint32_t index);

/* For the entry INDEX, of the tag that the function's name says. */
name_id constants_utf8 (const struct constants *constants, uint32_t index);
int32_t constants_integer (const struct constants *constants, uint32_t index);
int64_t constants_long (const struct constants *constants, uint32_t index);
name_id constants_string (const struct constants *constants, uint32_t index);
name_id constants_class (const struct constants *constants, uint32_t index);
/* A field, method or method of an interface. */
struct member_reference constants_member (const struct constants *constants,
                                          uint32_t index);
struct method_handle constants_method_handle (const struct constants *constants,
                                              uint32_t index);
/* Both dynamic tags. */
struct dynamic_reference constants_dynamic (const struct constants *constants,
                                            uint32_t index);

/* Is the text of the entry TEXT?  Makes no name. */
bool constants_utf8_is (const struct constants *constants, uint32_t index,
                        const char *text);

#endif
