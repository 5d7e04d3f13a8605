/* constants.c -- see constants.h.
 *
 * Two walks: the first finds where each entry is, the second checks what the entries
 * say of each other, since they may refer to later ones.  Both are linear in the
 * bytes of the pool.
 */
#include <config.h>

#include "java/reader/constants.h"

#include <assert.h>
#include <string.h>

#include "java/reader/classfile.h"
#include "java/reader/cursor.h"
#include "java/reader/descriptor.h"
#include "java/reader/modified_utf8.h"

/* Bytes after the tag; a text has its own length.  0: no such tag. */
static uint32_t
bytes_after_tag (uint8_t tag)
{
  switch (tag)
    {
    case CONSTANT_UTF8:
    case CONSTANT_CLASS:
    case CONSTANT_STRING:
    case CONSTANT_METHOD_TYPE:
    case CONSTANT_MODULE:
    case CONSTANT_PACKAGE: return 2;
    case CONSTANT_METHOD_HANDLE: return 3;
    case CONSTANT_INTEGER:
    case CONSTANT_FLOAT:
    case CONSTANT_FIELD:
    case CONSTANT_METHOD:
    case CONSTANT_INTERFACE_METHOD:
    case CONSTANT_NAME_AND_TYPE:
    case CONSTANT_DYNAMIC:
    case CONSTANT_INVOKE_DYNAMIC: return 4;
    case CONSTANT_LONG:
    case CONSTANT_DOUBLE: return 8;
    default: return 0;
    }
}

static uint32_t
number_at (const struct constants *constants, uint32_t offset, uint32_t size)
{
  assert (constants->bytes && size <= 4);
  uint32_t value = 0;
  for (uint32_t i = 0; i < size; i++)
    value = value << 8 | constants->bytes[offset + i];
  return value;
}

/* The two-byte number that follows the tag of INDEX after SKIPPED bytes. */
static uint32_t
operand (const struct constants *constants, uint32_t index, uint32_t skipped)
{
  assert (index < constants->count && constants->offsets[index]);
  return number_at (constants, constants->offsets[index] + 1 + skipped, 2);
}

enum constant_tag
constants_tag (const struct constants *constants, uint32_t index)
{
  if (index >= constants->count || !constants->offsets[index])
    return CONSTANT_NONE;
  return (enum constant_tag) constants->bytes[constants->offsets[index]];
}

/* The bytes of a text. */
static const uint8_t *
text_of (const struct constants *constants, uint32_t index, size_t *length)
{
  assert (constants_tag (constants, index) == CONSTANT_UTF8);
  *length = operand (constants, index, 0);
  return constants->bytes + constants->offsets[index] + 3;
}

/* ---- Where the entries are. ---- */

static bool
find_entries (struct class_context *context, struct java_class *class,
              struct cursor *cursor)
{
  struct constants *constants = &class->constants;
  for (uint32_t i = 1; i < constants->count; i++)
    {
      uint32_t begin = cursor->at;
      uint8_t tag = cursor_u1 (cursor);
      uint32_t more = bytes_after_tag (tag);
      if (!cursor->failed && !more)
        return class_refuse (context, class, begin, "class-constant",
                             "constant %u has the unknown tag %u", (unsigned) i,
                             (unsigned) tag);
      if (tag == CONSTANT_UTF8)
        cursor_skip (cursor, cursor_u2 (cursor));
      else
        cursor_skip (cursor, more);
      if (cursor->failed)
        return class_refuse (context, class, begin, "class-truncated",
                             "the file ends in constant %u of %u", (unsigned) i,
                             (unsigned) constants->count - 1);
      assert (cursor->at > begin && begin > 0);
      constants->offsets[i] = begin;
      /* A long or double counts as two (JVMS 4.4.5). */
      if (tag == CONSTANT_LONG || tag == CONSTANT_DOUBLE)
        i++;
      if (i >= constants->count)
        return class_refuse (context, class, begin, "class-constant",
                             "a long or double has no room in the constant pool");
    }
  return true;
}

/* ---- What they say of each other. ---- */

static bool
is_text_that (const struct constants *constants, uint32_t index,
              bool (*test) (const uint8_t *bytes, size_t length))
{
  size_t length;
  if (constants_tag (constants, index) != CONSTANT_UTF8)
    return false;
  const uint8_t *bytes = text_of (constants, index, &length);
  return test (bytes, length);
}

static bool
is_class_name (const uint8_t *bytes, size_t length)
{
  if (length > 0 && bytes[0] == '[')
    return descriptor_is_field ((const char *) bytes, length);
  return modified_utf8_names_class (bytes, length);
}

static bool
is_field_descriptor (const uint8_t *bytes, size_t length)
{
  return descriptor_is_field ((const char *) bytes, length);
}

static bool
is_method_descriptor (const uint8_t *bytes, size_t length)
{
  return descriptor_is_method ((const char *) bytes, length);
}

static bool
is_any (const uint8_t *bytes, size_t length)
{
  (void) bytes, (void) length;
  return true;
}

/* Is the second half of a name and type what a field or method has? */
static bool
is_named (const struct constants *constants, uint32_t index, bool of_field)
{
  if (constants_tag (constants, index) != CONSTANT_NAME_AND_TYPE)
    return false;
  return is_text_that (constants, operand (constants, index, 2),
                       of_field ? is_field_descriptor : is_method_descriptor);
}

static bool
is_member (const struct constants *constants, uint32_t index, bool of_field)
{
  return constants_tag (constants, operand (constants, index, 0)) == CONSTANT_CLASS
         && is_named (constants, operand (constants, index, 2), of_field);
}

static bool
is_method_handle (const struct constants *constants, uint32_t index)
{
  uint32_t kind = constants->bytes[constants->offsets[index] + 1];
  enum constant_tag tag = constants_tag (constants, operand (constants, index, 1));
  if (kind < HANDLE_GET_FIELD || kind > HANDLE_INVOKE_INTERFACE)
    return false;
  if (kind <= HANDLE_PUT_STATIC)
    return tag == CONSTANT_FIELD;
  if (kind == HANDLE_INVOKE_INTERFACE)
    return tag == CONSTANT_INTERFACE_METHOD;
  return tag == CONSTANT_METHOD
         || (tag == CONSTANT_INTERFACE_METHOD
             && (kind == HANDLE_INVOKE_STATIC || kind == HANDLE_INVOKE_SPECIAL));
}

static bool
is_text (const struct constants *constants, uint32_t index)
{
  size_t length, wrong;
  const uint8_t *bytes = text_of (constants, index, &length);
  return modified_utf8_is_valid (bytes, length, &wrong);
}

/* Does entry INDEX refer to entries of the right kind? */
static bool
is_sound (const struct constants *constants, uint32_t index)
{
  uint32_t first = 0;
  enum constant_tag tag = constants_tag (constants, index);
  if (tag != CONSTANT_NONE && bytes_after_tag ((uint8_t) tag) < 8)
    first = operand (constants, index, 0);
  switch (tag)
    {
    case CONSTANT_CLASS: return is_text_that (constants, first, is_class_name);
    case CONSTANT_STRING:
    case CONSTANT_MODULE:
    case CONSTANT_PACKAGE: return is_text_that (constants, first, is_any);
    case CONSTANT_METHOD_TYPE:
      return is_text_that (constants, first, is_method_descriptor);
    case CONSTANT_NAME_AND_TYPE:
      return is_text_that (constants, first, modified_utf8_names_member)
             && (is_text_that (constants, operand (constants, index, 2),
                               is_field_descriptor)
                 || is_text_that (constants, operand (constants, index, 2),
                                  is_method_descriptor));
    case CONSTANT_FIELD: return is_member (constants, index, true);
    case CONSTANT_METHOD:
    case CONSTANT_INTERFACE_METHOD: return is_member (constants, index, false);
    case CONSTANT_METHOD_HANDLE: return is_method_handle (constants, index);
    case CONSTANT_DYNAMIC:
      return is_named (constants, operand (constants, index, 2), true);
    case CONSTANT_INVOKE_DYNAMIC:
      return is_named (constants, operand (constants, index, 2), false);
    case CONSTANT_NONE:
    case CONSTANT_UTF8:
    case CONSTANT_INTEGER:
    case CONSTANT_FLOAT:
    case CONSTANT_LONG:
    case CONSTANT_DOUBLE: break;
    }
  return true;
}

/* Texts first: what looks into them may then rely on their encoding. */
static bool
check_entries (struct class_context *context, const struct java_class *class)
{
  const struct constants *constants = &class->constants;
  for (uint32_t i = 1; i < constants->count; i++)
    if (constants_tag (constants, i) == CONSTANT_UTF8 && !is_text (constants, i))
      return class_refuse (context, class, constants->offsets[i], "class-text",
                           "constant %u is no text in modified UTF-8", (unsigned) i);
  for (uint32_t i = 1; i < constants->count; i++)
    if (!is_sound (constants, i))
      return class_refuse (context, class, constants->offsets[i], "class-constant",
                           "constant %u, of tag %u, refers to a constant that is "
                           "missing, of another kind, or no such name",
                           (unsigned) i, (unsigned) constants_tag (constants, i));
  return true;
}

bool
constants_read (struct class_context *context, struct java_class *class,
                struct cursor *cursor)
{
  struct constants *constants = &class->constants;
  uint32_t begin = cursor->at;
  uint32_t count = cursor_u2 (cursor);
  /* The shortest entry is an empty text; a long takes five bytes of two entries. */
  if (count == 0 || !cursor_holds (cursor, count - 1, 3))
    return class_refuse (context, class, begin, "class-truncated",
                         "a constant pool of %u entries does not fit into the file",
                         (unsigned) count);
  *constants = (struct constants){
    .bytes = class->bytes,
    .names = context->names,
    .count = count,
    .offsets = arena_calloc (context->arena, count, sizeof *constants->offsets),
    .interned = arena_alloc (context->arena, count * sizeof *constants->interned),
  };
  for (uint32_t i = 0; i < count; i++)
    constants->interned[i] = NAME_NONE;
  return find_entries (context, class, cursor) && check_entries (context, class);
}

/* ---- Entries of a pool that was checked. ---- */

name_id
constants_utf8 (const struct constants *constants, uint32_t index)
{
  assert (constants_tag (constants, index) == CONSTANT_UTF8);
  name_id *name = &constants->interned[index];
  if (name->index == NAME_NONE.index)
    {
      size_t length;
      const uint8_t *bytes = text_of (constants, index, &length);
      *name
        = modified_utf8_intern (constants->names, constants->names->arena, bytes, length);
    }
  return *name;
}

int32_t
constants_integer (const struct constants *constants, uint32_t index)
{
  assert (constants_tag (constants, index) == CONSTANT_INTEGER);
  return (int32_t) number_at (constants, constants->offsets[index] + 1, 4);
}

int64_t
constants_long (const struct constants *constants, uint32_t index)
{
  assert (constants_tag (constants, index) == CONSTANT_LONG);
  uint64_t high = number_at (constants, constants->offsets[index] + 1, 4);
  return (int64_t) (high << 32 | number_at (constants, constants->offsets[index] + 5, 4));
}

name_id
constants_string (const struct constants *constants, uint32_t index)
{
  assert (constants_tag (constants, index) == CONSTANT_STRING);
  return constants_utf8 (constants, operand (constants, index, 0));
}

name_id
constants_class (const struct constants *constants, uint32_t index)
{
  assert (constants_tag (constants, index) == CONSTANT_CLASS);
  return constants_utf8 (constants, operand (constants, index, 0));
}

struct member_reference
constants_member (const struct constants *constants, uint32_t index)
{
  enum constant_tag tag = constants_tag (constants, index);
  assert (tag == CONSTANT_FIELD || tag == CONSTANT_METHOD
          || tag == CONSTANT_INTERFACE_METHOD);
  uint32_t name_and_type = operand (constants, index, 2);
  return (struct member_reference){
    .class = constants_class (constants, operand (constants, index, 0)),
    .name = constants_utf8 (constants, operand (constants, name_and_type, 0)),
    .descriptor = constants_utf8 (constants, operand (constants, name_and_type, 2)),
    .in_interface = tag == CONSTANT_INTERFACE_METHOD,
  };
}

struct method_handle
constants_method_handle (const struct constants *constants, uint32_t index)
{
  assert (constants_tag (constants, index) == CONSTANT_METHOD_HANDLE);
  uint8_t kind = constants->bytes[constants->offsets[index] + 1];
  assert (kind >= HANDLE_GET_FIELD && kind <= HANDLE_INVOKE_INTERFACE);
  return (struct method_handle){
    .kind = (enum handle_kind) kind,
    .member = constants_member (constants, operand (constants, index, 1)),
  };
}

struct dynamic_reference
constants_dynamic (const struct constants *constants, uint32_t index)
{
  enum constant_tag tag = constants_tag (constants, index);
  assert (tag == CONSTANT_DYNAMIC || tag == CONSTANT_INVOKE_DYNAMIC);
  uint32_t name_and_type = operand (constants, index, 2);
  return (struct dynamic_reference){
    .bootstrap = (uint16_t) operand (constants, index, 0),
    .name = constants_utf8 (constants, operand (constants, name_and_type, 0)),
    .descriptor = constants_utf8 (constants, operand (constants, name_and_type, 2)),
  };
}

bool
constants_utf8_is (const struct constants *constants, uint32_t index, const char *text)
{
  size_t length;
  const uint8_t *bytes = text_of (constants, index, &length);
  return length == strlen (text) && memcmp (bytes, text, length) == 0;
}
