/* annotations.c -- see annotations.h.  The format is that of JVMS 4.7.16; of the
 * elements only the texts of `value' and `reason' are kept.
 */
#include <config.h>

#include "java/reader/annotations.h"

#include <assert.h>
#include <string.h>

#include "java/reader/attributes.h"
#include "java/reader/descriptor.h"

#define DEPTH_MOST 16 /* of annotations and arrays in each other */

struct annotation_reader
{
  struct class_context *context;
  const struct java_class *class;
  struct cursor cursor;
};

static bool take_element (struct annotation_reader *reader, unsigned depth,
                          struct java_annotation *owner, bool is_reason);

static bool
is_text (const struct annotation_reader *reader, uint32_t index)
{
  assert (index <= UINT16_MAX);
  return constants_tag (&reader->class->constants, index) == CONSTANT_UTF8;
}

/* An annotation: its type, and its elements; those inside another one, whose OWNER is
   null, are skipped. */
static bool
take_annotation (struct annotation_reader *reader, unsigned depth,
                 struct java_annotation *owner)
{
  struct cursor *cursor = &reader->cursor;
  const struct constants *constants = &reader->class->constants;
  uint32_t type = cursor_u2 (cursor), count = cursor_u2 (cursor);
  if (!is_text (reader, type) || !cursor_holds (cursor, count, 5) || depth > DEPTH_MOST)
    return false;
  if (owner)
    {
      const char *text
        = names_text (reader->context->names, constants_utf8 (constants, type));
      if (text[0] != 'L' || !descriptor_is_field (text, strlen (text)))
        return false;
      struct java_type taken
        = descriptor_type (reader->context->names, constants_utf8 (constants, type));
      owner->type = taken.class;
      assert (taken.kind == 'L' && owner->type.index != NAME_NONE.index);
      const char *name = names_text (reader->context->names, taken.class);
      const char *simple = name + strlen (name);
      while (simple > name && simple[-1] != '/' && simple[-1] != '$')
        simple--;
      owner->simple = names_intern (reader->context->names, simple, strlen (simple));
    }
  for (uint32_t i = 0; i < count; i++)
    {
      uint32_t name = cursor_u2 (cursor);
      if (!is_text (reader, name))
        return false;
      bool is_reason = constants_utf8_is (constants, name, "reason");
      bool is_kept = is_reason || constants_utf8_is (constants, name, "value");
      if (!take_element (reader, depth + 1, is_kept ? owner : NULL, is_reason))
        return false;
    }
  return !cursor->failed;
}

/* The value of an element; texts are values of OWNER, or its reason, unless it is null.
 */
static bool
take_element (struct annotation_reader *reader, unsigned depth,
              struct java_annotation *owner, bool is_reason)
{
  struct cursor *cursor = &reader->cursor;
  assert (cursor->end <= reader->class->length);
  uint8_t tag = cursor_u1 (cursor);
  if (cursor->failed || depth > DEPTH_MOST || tag == 0)
    return false;
  if (tag == '@')
    return take_annotation (reader, depth + 1, NULL);
  if (tag == '[')
    {
      uint32_t count = cursor_u2 (cursor);
      for (uint32_t i = 0; i < count; i++)
        if (!take_element (reader, depth + 1, owner, is_reason))
          return false;
      return !cursor->failed;
    }
  uint32_t constant = cursor_u2 (cursor);
  if (tag == 'e')
    cursor_u2 (cursor);
  else if (tag == 's')
    {
      if (!is_text (reader, constant))
        return false;
      name_id text = constants_utf8 (&reader->class->constants, constant);
      if (owner && is_reason)
        owner->reason = text;
      else if (owner)
        *vec_push (reader->context->arena, &owner->values) = text;
    }
  else if (!strchr ("BCDFIJSZc", tag))
    return false;
  return !cursor->failed;
}

static bool
read_part (struct class_context *context, const struct java_class *class,
           struct class_part part, struct java_annotations *list)
{
  if (part.begin == part.end)
    return true;
  struct annotation_reader reader = { context, class, attribute_cursor (class, part) };
  uint32_t count = cursor_u2 (&reader.cursor);
  for (uint32_t i = 0; i < count; i++)
    {
      struct java_annotation annotation = { NAME_NONE, NAME_NONE, VEC_EMPTY, NAME_NONE };
      uint32_t begin = reader.cursor.at;
      if (!take_annotation (&reader, 0, &annotation))
        return class_refuse (context, class, begin, "class-annotation",
                             "annotation %u of %u is broken", (unsigned) i + 1,
                             (unsigned) count);
      assert (annotation.type.index != NAME_NONE.index);
      assert (reader.cursor.at > begin);
      *vec_push (context->arena, &list->list) = annotation;
    }
  return true;
}

bool
annotations_read (struct class_context *context, const struct java_class *class,
                  const struct annotation_parts *parts, struct java_annotations *list)
{
  assert (class->bytes);
  return read_part (context, class, parts->visible, list)
         && read_part (context, class, parts->invisible, list);
}
