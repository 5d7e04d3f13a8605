/* classfile.c -- see classfile.h.  The format is that of JVMS 4.1. */
#include <config.h>

#include "java/reader/classfile.h"

#include <assert.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include "java/reader/attributes.h"
#include "java/reader/cursor.h"
#include "java/reader/descriptor.h"
#include "java/reader/modified_utf8.h"

#define MAGIC 0xCAFEBABEu
#define MANY_MEMBERS 16 /* from here on they are looked up in a map */

bool
class_refuse (const struct class_context *context, const struct java_class *class,
              uint32_t offset, const char *code, const char *format, ...)
{
  struct arena *arena = context->diags->arena;
  assert (context->severity != DIAG_NOTE && offset <= class->length);
  va_list arguments;
  va_start (arguments, format);
  const char *what = arena_vformat (arena, format, arguments);
  va_end (arguments);
  char *called = arena_copy (arena, "", 0);
  if (class->name.index != NAME_NONE.index)
    {
      called
        = arena_format (arena, "class %s, ", names_text (context->names, class->name));
      for (char *c = called; *c; c++)
        if (*c == '/')
          *c = '.';
    }
  diag_report (context->diags, context->severity, code, DIAG_WHOLE_FILE,
               "%s: %sbyte %u: %s", class->origin, called, (unsigned) offset, what);
  return false;
}

/* ---- The beginning: version, pool, names. ---- */

static bool
read_version (struct class_context *context, struct java_class *class,
              struct cursor *cursor)
{
  uint32_t magic = cursor_u4 (cursor);
  class->minor = cursor_u2 (cursor);
  class->major = cursor_u2 (cursor);
  if (cursor->failed || magic != MAGIC)
    return class_refuse (context, class, 0, "class-magic", "this is no class file");
  if (class->major < CLASS_VERSION_FIRST || class->major > CLASS_VERSION_LAST)
    return class_refuse (context, class, 4, "class-version",
                         "class files of version %u.%u are not known (only %u to %u)",
                         (unsigned) class->major, (unsigned) class->minor,
                         CLASS_VERSION_FIRST, CLASS_VERSION_LAST);
  return true;
}

/* Take the name of a class, not of an array; index 0 is NAME_NONE. */
static bool
take_name (struct class_context *context, const struct java_class *class,
           struct cursor *cursor, const char *what, name_id *name)
{
  assert (what && class->constants.count > 0);
  uint32_t begin = cursor->at, index = cursor_u2 (cursor);
  *name = NAME_NONE;
  if (index == 0 && !cursor->failed)
    return true;
  if (constants_tag (&class->constants, index) != CONSTANT_CLASS)
    return class_refuse (context, class, begin, "class-index", "constant %u should be %s",
                         (unsigned) index, what);
  *name = constants_class (&class->constants, index);
  if (names_text (context->names, *name)[0] == '[')
    return class_refuse (context, class, begin, "class-index", "an array cannot be %s",
                         what);
  return true;
}

static bool
read_names (struct class_context *context, struct java_class *class,
            struct cursor *cursor)
{
  class->access = cursor_u2 (cursor);
  uint32_t begin = cursor->at;
  name_id name;
  if (!take_name (context, class, cursor, "the class itself", &name))
    return false;
  if (name.index == NAME_NONE.index)
    return class_refuse (context, class, begin, "class-index", "the class has no name");
  class->name = name;
  if (!take_name (context, class, cursor, "the super class", &class->super))
    return false;
  uint32_t count = cursor_u2 (cursor);
  if (!cursor_holds (cursor, count, 2))
    return class_refuse (context, class, begin, "class-truncated",
                         "%u interfaces do not fit into the file", (unsigned) count);
  assert (!cursor->failed && !class->interfaces);
  class->interfaces = arena_calloc (context->arena, count, sizeof *class->interfaces);
  class->interface_count = count;
  for (uint32_t i = 0; i < count; i++)
    {
      begin = cursor->at;
      if (!take_name (context, class, cursor, "an interface", &class->interfaces[i]))
        return false;
      if (class->interfaces[i].index == NAME_NONE.index)
        return class_refuse (context, class, begin, "class-index",
                             "interface %u has no name", (unsigned) i);
    }
  return true;
}

/* ---- Fields and methods. ---- */

/* Access, name and descriptor of a field or method. */
static bool
take_member (struct class_context *context, const struct java_class *class,
             struct cursor *cursor, bool is_field, uint16_t *access, name_id *name,
             name_id *descriptor)
{
  const struct constants *constants = &class->constants;
  uint32_t begin = cursor->at;
  *access = cursor_u2 (cursor);
  uint32_t name_index = cursor_u2 (cursor), type_index = cursor_u2 (cursor);
  const char *what = is_field ? "field" : "method";
  if (cursor->failed)
    return class_refuse (context, class, begin, "class-truncated",
                         "the file ends in a %s", what);
  if (constants_tag (constants, name_index) != CONSTANT_UTF8
      || constants_tag (constants, type_index) != CONSTANT_UTF8)
    return class_refuse (context, class, begin, "class-index",
                         "name or type of a %s is no text", what);
  *name = constants_utf8 (constants, name_index);
  *descriptor = constants_utf8 (constants, type_index);
  const uint8_t *spelt = class->bytes + constants->offsets[name_index] + 3;
  const char *type = names_text (context->names, *descriptor);
  assert (spelt[-3] == CONSTANT_UTF8);
  size_t spelt_length = (size_t) (spelt[-2] << 8 | spelt[-1]);
  if (!modified_utf8_names_member (spelt, spelt_length))
    return class_refuse (context, class, begin, "class-name",
                         "a %s has a name that none can have", what);
  if (!(is_field ? descriptor_is_field : descriptor_is_method) (type, strlen (type)))
    return class_refuse (context, class, begin, "class-descriptor",
                         "'%s' is no type of a %s", type, what);
  return true;
}

static bool
read_fields (struct class_context *context, struct java_class *class,
             struct cursor *cursor)
{
  uint32_t begin = cursor->at, count = cursor_u2 (cursor);
  if (!cursor_holds (cursor, count, 8))
    return class_refuse (context, class, begin, "class-truncated",
                         "%u fields do not fit into the file", (unsigned) count);
  assert (!cursor->failed && !class->fields);
  class->fields = arena_calloc (context->arena, count, sizeof *class->fields);
  class->field_count = count;
  for (uint32_t i = 0; i < count; i++)
    {
      struct java_field *field = &class->fields[i];
      if (!take_member (context, class, cursor, true, &field->access, &field->name,
                        &field->descriptor)
          || !attributes_of_field (context, class, cursor, field))
        return false;
    }
  return true;
}

static bool
read_methods (struct class_context *context, struct java_class *class,
              struct cursor *cursor)
{
  uint32_t begin = cursor->at, count = cursor_u2 (cursor);
  if (!cursor_holds (cursor, count, 8))
    return class_refuse (context, class, begin, "class-truncated",
                         "%u methods do not fit into the file", (unsigned) count);
  assert (!cursor->failed && !class->methods);
  class->methods = arena_calloc (context->arena, count, sizeof *class->methods);
  class->method_count = count;
  for (uint32_t i = 0; i < count; i++)
    {
      struct java_method *method = &class->methods[i];
      if (!take_member (context, class, cursor, false, &method->access, &method->name,
                        &method->descriptor)
          || !attributes_of_method (context, class, cursor, method))
        return false;
    }
  return true;
}

/* ---- Looking members up. ---- */

/* What fields and methods begin with. */
struct member_key
{
  name_id name, descriptor;
};
static_assert (offsetof (struct java_field, name) == 0
                 && offsetof (struct java_method, name) == 0
                 && offsetof (struct java_field, descriptor) == sizeof (name_id)
                 && offsetof (struct java_method, descriptor) == sizeof (name_id),
               "fields and methods begin with a key");

static struct member_key
key_of (const void *members, size_t stride, uint32_t index)
{
  assert (members && stride > sizeof (struct member_key));
  struct member_key key;
  memcpy (&key, (const char *) members + index * stride, sizeof key);
  return key;
}

/* A map from names and descriptors to numbers of members, the first one of its kind
   each; null if there are so few that looking through them is as fast. */
static struct pairmap *
map_members (struct arena *arena, const void *members, size_t stride, uint32_t count)
{
  if (count < MANY_MEMBERS)
    return NULL;
  struct pairmap *map = arena_calloc (arena, 1, sizeof *map);
  pairmap_init (map, arena);
  for (uint32_t i = 0; i < count; i++)
    {
      struct member_key key = key_of (members, stride, i);
      uint32_t *number = pairmap_at (map, key.name.index, key.descriptor.index);
      assert (*number == PAIRMAP_FREE || *number < i);
      if (*number == PAIRMAP_FREE)
        *number = i;
    }
  return map;
}

static uint32_t
find_member (const struct pairmap *map, const void *members, size_t stride,
             uint32_t count, struct member_key wanted)
{
  static_assert (PAIRMAP_FREE == UINT32_MAX, "what is not in the map is no member");
  if (map)
    return pairmap_get (map, wanted.name.index, wanted.descriptor.index);
  assert (count < MANY_MEMBERS);
  for (uint32_t i = 0; i < count; i++)
    {
      struct member_key key = key_of (members, stride, i);
      if (key.name.index == wanted.name.index
          && key.descriptor.index == wanted.descriptor.index)
        return i;
    }
  return UINT32_MAX;
}

uint32_t
class_find_method (const struct java_class *class, name_id name, name_id descriptor)
{
  return find_member (class->method_map, class->methods, sizeof *class->methods,
                      class->method_count, (struct member_key){ name, descriptor });
}

uint32_t
class_find_field (const struct java_class *class, name_id name, name_id descriptor)
{
  return find_member (class->field_map, class->fields, sizeof *class->fields,
                      class->field_count, (struct member_key){ name, descriptor });
}

/* ---- All of it. ---- */

bool
class_read (struct class_context *context, const char *origin, const uint8_t *bytes,
            size_t length, struct java_class *class)
{
  assert (origin && (bytes || length == 0));
  *class = (struct java_class){
    .origin = origin,
    .bytes = bytes,
    .length = length > INT32_MAX ? INT32_MAX : (uint32_t) length,
    .name = NAME_NONE,
    .super = NAME_NONE,
    .source_file = NAME_NONE,
    .enclosing_class = NAME_NONE,
  };
  struct cursor cursor = { bytes, 0, class->length, false };
  if (length > INT32_MAX)
    return class_refuse (context, class, 0, "class-truncated", "larger than 2 GiB");
  if (!read_version (context, class, &cursor) || !constants_read (context, class, &cursor)
      || !read_names (context, class, &cursor) || !read_fields (context, class, &cursor)
      || !read_methods (context, class, &cursor)
      || !attributes_of_class (context, class, &cursor))
    return false;
  if (cursor.failed || cursor.at != cursor.end)
    return class_refuse (context, class, cursor.at, "class-truncated",
                         cursor.failed ? "the file ends before the class"
                                       : "the class ends before the file");
  assert (class->name.index != NAME_NONE.index);
  class->method_map = map_members (context->arena, class->methods, sizeof *class->methods,
                                   class->method_count);
  class->field_map = map_members (context->arena, class->fields, sizeof *class->fields,
                                  class->field_count);
  return true;
}

/* ---- Bootstrap methods, which attributes.c has checked. ---- */

static uint32_t
number_at (const struct java_class *class, uint32_t offset)
{
  assert (offset + 2 <= class->length);
  return (uint32_t) (class->bytes[offset] << 8 | class->bytes[offset + 1]);
}

struct bootstrap_method
class_bootstrap (const struct java_class *class, uint32_t number)
{
  assert (number < class->bootstrap_count);
  uint32_t at = class->bootstraps[number];
  return (struct bootstrap_method){
    constants_method_handle (&class->constants, number_at (class, at)),
    (uint16_t) number_at (class, at + 2),
  };
}

uint16_t
class_bootstrap_argument (const struct java_class *class, uint32_t number,
                          uint32_t argument)
{
  assert (number < class->bootstrap_count);
  uint32_t at = class->bootstraps[number];
  assert (argument < number_at (class, at + 2));
  return (uint16_t) number_at (class, at + 4 + 2 * argument);
}
