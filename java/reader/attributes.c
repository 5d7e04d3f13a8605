/* attributes.c -- see attributes.h.  Attributes that are not needed are skipped. */
#include <config.h>

#include "java/reader/attributes.h"

#include <assert.h>

bool
attribute_take (struct class_context *context, const struct java_class *class,
                struct cursor *cursor, const char *owner, uint32_t *name,
                struct class_part *part)
{
  uint32_t begin = cursor->at;
  *name = cursor_u2 (cursor);
  uint32_t length = cursor_u4 (cursor);
  if (!cursor_holds (cursor, length, 1))
    return class_refuse (context, class, begin, "class-truncated",
                         "an attribute of %s, of %u bytes, does not fit", owner,
                         (unsigned) length);
  if (constants_tag (&class->constants, *name) != CONSTANT_UTF8)
    return class_refuse (context, class, begin, "class-index",
                         "the name of an attribute of %s is no text", owner);
  *part = (struct class_part){ cursor->at, cursor->at + length };
  cursor_skip (cursor, length);
  assert (!cursor->failed && cursor->at == part->end);
  return true;
}

struct cursor
attribute_cursor (const struct java_class *class, struct class_part part)
{
  assert (part.begin <= part.end && part.end <= class->length);
  return (struct cursor){ class->bytes, part.begin, part.end, false };
}

/* Is the attribute one of annotations?  Then it is in PARTS now. */
static bool
take_annotations (const struct java_class *class, uint32_t name, struct class_part part,
                  struct annotation_parts *parts)
{
  if (constants_utf8_is (&class->constants, name, "RuntimeVisibleAnnotations"))
    parts->visible = part;
  else if (constants_utf8_is (&class->constants, name, "RuntimeInvisibleAnnotations"))
    parts->invisible = part;
  else
    return false;
  return true;
}

static bool
refuse_attribute (struct class_context *context, const struct java_class *class,
                  struct class_part part, const char *what)
{
  assert (part.end <= class->length);
  return class_refuse (context, class, part.begin, "class-attribute",
                       "the attribute %s is broken", what);
}

bool
attributes_of_field (struct class_context *context, const struct java_class *class,
                     struct cursor *cursor, struct java_field *field)
{
  assert (field->name.index != NAME_NONE.index && field->constant == 0);
  uint32_t count = cursor_u2 (cursor);
  for (uint32_t i = 0; i < count; i++)
    {
      uint32_t name;
      struct class_part part = { 0, 0 };
      if (!attribute_take (context, class, cursor, "a field", &name, &part))
        return false;
      if (take_annotations (class, name, part, &field->annotations)
          || !constants_utf8_is (&class->constants, name, "ConstantValue"))
        continue;
      struct cursor inside = attribute_cursor (class, part);
      field->constant = cursor_u2 (&inside);
      enum constant_tag tag = constants_tag (&class->constants, field->constant);
      if (inside.failed || inside.at != inside.end
          || !((tag >= CONSTANT_INTEGER && tag <= CONSTANT_DOUBLE)
               || tag == CONSTANT_STRING))
        return refuse_attribute (context, class, part, "ConstantValue");
    }
  return true;
}

bool
attributes_of_method (struct class_context *context, const struct java_class *class,
                      struct cursor *cursor, struct java_method *method)
{
  assert (method->name.index != NAME_NONE.index && method->code.end == 0);
  uint32_t count = cursor_u2 (cursor);
  for (uint32_t i = 0; i < count; i++)
    {
      uint32_t name;
      struct class_part part = { 0, 0 };
      if (!attribute_take (context, class, cursor, "a method", &name, &part))
        return false;
      if (take_annotations (class, name, part, &method->annotations)
          || !constants_utf8_is (&class->constants, name, "Code"))
        continue;
      if (method->code.end || part.begin == part.end
          || method->access & (ACCESS_ABSTRACT | ACCESS_NATIVE))
        return refuse_attribute (context, class, part,
                                 "Code (of a method that has two, "
                                 "or should have none)");
      method->code = part;
    }
  return true;
}

/* ---- Of a class. ---- */

/* The name of class constant INDEX, which may be 0: NAME_NONE. */
static bool
take_class_name (const struct java_class *class, uint32_t index, name_id *name)
{
  assert (index <= UINT16_MAX);
  *name = NAME_NONE;
  if (index == 0)
    return true;
  if (constants_tag (&class->constants, index) != CONSTANT_CLASS)
    return false;
  *name = constants_class (&class->constants, index);
  return true;
}

static bool
take_text (const struct java_class *class, uint32_t index, name_id *name)
{
  assert (index <= UINT16_MAX);
  *name = NAME_NONE;
  if (index == 0)
    return true;
  if (constants_tag (&class->constants, index) != CONSTANT_UTF8)
    return false;
  *name = constants_utf8 (&class->constants, index);
  return true;
}

static bool
read_inner_classes (struct class_context *context, struct java_class *class,
                    struct class_part part)
{
  struct cursor cursor = attribute_cursor (class, part);
  uint32_t count = cursor_u2 (&cursor);
  if (!cursor_holds (&cursor, count, 8) || class->inner_classes)
    return refuse_attribute (context, class, part, "InnerClasses");
  assert (class->inner_class_count == 0 && !cursor.failed);
  class->inner_classes
    = arena_calloc (context->arena, count, sizeof *class->inner_classes);
  class->inner_class_count = count;
  for (uint32_t i = 0; i < count; i++)
    {
      struct inner_class *inner = &class->inner_classes[i];
      bool fine = take_class_name (class, cursor_u2 (&cursor), &inner->inner)
                  && inner->inner.index != NAME_NONE.index
                  && take_class_name (class, cursor_u2 (&cursor), &inner->outer)
                  && take_text (class, cursor_u2 (&cursor), &inner->name);
      inner->access = cursor_u2 (&cursor);
      if (!fine)
        return refuse_attribute (context, class, part, "InnerClasses");
    }
  return true;
}

/* Can constant INDEX be an argument of a bootstrap method? */
static bool
is_loadable (const struct java_class *class, uint32_t index)
{
  enum constant_tag tag = constants_tag (&class->constants, index);
  return (tag >= CONSTANT_INTEGER && tag <= CONSTANT_STRING)
         || (tag >= CONSTANT_METHOD_HANDLE && tag <= CONSTANT_DYNAMIC);
}

static bool
read_bootstraps (struct class_context *context, struct java_class *class,
                 struct class_part part)
{
  struct cursor cursor = attribute_cursor (class, part);
  uint32_t count = cursor_u2 (&cursor);
  if (!cursor_holds (&cursor, count, 4) || class->bootstraps)
    return refuse_attribute (context, class, part, "BootstrapMethods");
  assert (class->bootstrap_count == 0 && !cursor.failed);
  class->bootstraps = arena_calloc (context->arena, count, sizeof *class->bootstraps);
  class->bootstrap_count = count;
  for (uint32_t i = 0; i < count; i++)
    {
      class->bootstraps[i] = cursor.at;
      uint32_t handle = cursor_u2 (&cursor), arguments = cursor_u2 (&cursor);
      bool fine = cursor_holds (&cursor, arguments, 2)
                  && constants_tag (&class->constants, handle) == CONSTANT_METHOD_HANDLE;
      for (uint32_t k = 0; fine && k < arguments; k++)
        fine = is_loadable (class, cursor_u2 (&cursor));
      if (!fine)
        return refuse_attribute (context, class, part, "BootstrapMethods");
    }
  return true;
}

/* Every dynamic constant names a bootstrap method that is there. */
static bool
check_dynamic_constants (struct class_context *context, const struct java_class *class)
{
  const struct constants *constants = &class->constants;
  for (uint32_t i = 1; i < constants->count; i++)
    {
      enum constant_tag tag = constants_tag (constants, i);
      if ((tag == CONSTANT_DYNAMIC || tag == CONSTANT_INVOKE_DYNAMIC)
          && constants_dynamic (constants, i).bootstrap >= class->bootstrap_count)
        return class_refuse (context, class, constants->offsets[i], "class-index",
                             "constant %u names a bootstrap method that is missing",
                             (unsigned) i);
    }
  return true;
}

static bool
take_class_attribute (struct class_context *context, struct java_class *class,
                      uint32_t name, struct class_part part)
{
  const struct constants *constants = &class->constants;
  struct cursor cursor = attribute_cursor (class, part);
  if (take_annotations (class, name, part, &class->annotations))
    return true;
  if (constants_utf8_is (constants, name, "InnerClasses"))
    return read_inner_classes (context, class, part);
  if (constants_utf8_is (constants, name, "BootstrapMethods"))
    return read_bootstraps (context, class, part);
  if (constants_utf8_is (constants, name, "Record"))
    class->is_record = true;
  else if (constants_utf8_is (constants, name, "SourceFile"))
    return (take_text (class, cursor_u2 (&cursor), &class->source_file)
            && class->source_file.index != NAME_NONE.index)
           || refuse_attribute (context, class, part, "SourceFile");
  else if (constants_utf8_is (constants, name, "EnclosingMethod"))
    return take_class_name (class, cursor_u2 (&cursor), &class->enclosing_class)
           || refuse_attribute (context, class, part, "EnclosingMethod");
  return true;
}

bool
attributes_of_class (struct class_context *context, struct java_class *class,
                     struct cursor *cursor)
{
  uint32_t count = cursor_u2 (cursor);
  for (uint32_t i = 0; i < count; i++)
    {
      uint32_t name;
      struct class_part part = { 0, 0 };
      if (!attribute_take (context, class, cursor, "the class", &name, &part)
          || !take_class_attribute (context, class, name, part))
        return false;
    }
  assert (!cursor->failed || count == 0);
  return check_dynamic_constants (context, class);
}
