/* classfile.h -- a class file: what a class is called, extends and has.
 *
 * class_read takes the constant pool and the headers of fields and methods, checked
 * to the last byte, and only finds out where the rest is: code (bytecode.h),
 * annotations (annotations.h) and bootstrap methods are read when they are asked for.
 * Versions 45 to 65, which is Java 1.0 to 21.
 *
 * A class borrows its bytes; its tables live in the arena given to class_read, its
 * names in the names of the universe.  Classes are called by their internal names,
 * "java/util/Map$Entry".
 */
#ifndef JAVA_CLASSFILE_H
#define JAVA_CLASSFILE_H

#include "base/diag.h"
#include "base/pairmap.h"
#include "java/reader/constants.h"

#define CLASS_VERSION_FIRST 45
#define CLASS_VERSION_LAST 65

enum class_access
{
  ACCESS_PUBLIC = 0x0001,
  ACCESS_PRIVATE = 0x0002,
  ACCESS_PROTECTED = 0x0004,
  ACCESS_STATIC = 0x0008,
  ACCESS_FINAL = 0x0010,
  ACCESS_SYNCHRONIZED = 0x0020, /* of a method */
  ACCESS_VOLATILE = 0x0040,     /* of a field */
  ACCESS_BRIDGE = 0x0040,       /* of a method */
  ACCESS_TRANSIENT = 0x0080,    /* of a field */
  ACCESS_VARARGS = 0x0080,      /* of a method */
  ACCESS_NATIVE = 0x0100,
  ACCESS_INTERFACE = 0x0200,
  ACCESS_ABSTRACT = 0x0400,
  ACCESS_SYNTHETIC = 0x1000,
  ACCESS_ANNOTATION = 0x2000,
  ACCESS_ENUM = 0x4000,
  ACCESS_MODULE = 0x8000,
};

/* A part of the class file; without bytes: there is none. */
struct class_part
{
  uint32_t begin, end; /* offsets */
};

/* RuntimeVisibleAnnotations and RuntimeInvisibleAnnotations. */
struct annotation_parts
{
  struct class_part visible, invisible;
};

struct java_field
{
  name_id name;
  name_id descriptor;
  uint16_t access;
  uint16_t constant; /* index of its ConstantValue; 0: none */
  struct annotation_parts annotations;
};

struct java_method
{
  name_id name; /* "<init>" and "<clinit>" included */
  name_id descriptor;
  uint16_t access;
  struct class_part code; /* without bytes: abstract, native, or stripped */
  struct annotation_parts annotations;
};

/* A line of InnerClasses. */
struct inner_class
{
  name_id inner;   /* "java/util/Map$Entry" */
  name_id outer;   /* "java/util/Map"; NAME_NONE for local and anonymous classes */
  name_id name;    /* "Entry"; NAME_NONE for anonymous classes */
  uint16_t access; /* as it stands in the source */
};

struct java_class
{
  const char *origin; /* of messages: "Stack.class", "app.jar!org/example/Stack.class" */
  const uint8_t *bytes;
  uint32_t length;
  uint16_t major, minor;
  uint16_t access;
  name_id name;
  name_id super; /* NAME_NONE: java/lang/Object, or a module */
  name_id *interfaces;
  uint32_t interface_count;
  struct java_field *fields;
  uint32_t field_count;
  struct java_method *methods;
  uint32_t method_count;
  struct inner_class *inner_classes;
  uint32_t inner_class_count;
  name_id source_file;     /* "Stack.java", or NAME_NONE */
  name_id enclosing_class; /* of a local or anonymous class, or NAME_NONE */
  bool is_record;          /* has an attribute Record */
  struct annotation_parts annotations;
  struct constants constants;
  uint32_t *bootstraps; /* offset of each bootstrap method */
  uint32_t bootstrap_count;
  struct pairmap *method_map, *field_map; /* of classes with many; or null */
};

/* What reading a class needs; all borrowed. */
struct class_context
{
  struct arena *arena;
  struct names *names;
  struct diags *diags;
  enum diag_severity severity; /* of what is wrong with a class: error or warning */
};

/* Read LENGTH BYTES into CLASS, which borrows them and ORIGIN.  False, with a
   diagnostic that names the class and the offset, if they are no class file. */
bool class_read (struct class_context *context, const char *origin, const uint8_t *bytes,
                 size_t length, struct java_class *class);

/* The index of the method or field, or UINT32_MAX if there is none. */
uint32_t class_find_method (const struct java_class *class, name_id name,
                            name_id descriptor);
uint32_t class_find_field (const struct java_class *class, name_id name,
                           name_id descriptor);

/* What invokedynamic calls for its call site. */
struct bootstrap_method
{
  struct method_handle handle;
  uint16_t arguments; /* how many; class_bootstrap_argument: which constants */
};
struct bootstrap_method class_bootstrap (const struct java_class *class, uint32_t number);
uint16_t class_bootstrap_argument (const struct java_class *class, uint32_t number,
                                   uint32_t argument);

/* Report that CLASS is wrong at OFFSET; always false. */
bool class_refuse (const struct class_context *context, const struct java_class *class,
                   uint32_t offset, const char *code, const char *format, ...)
  __attribute__ ((format (printf, 5, 6)));

#endif
