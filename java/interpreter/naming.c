/* naming.c -- names that a Java programmer recognises, and positions. */
#include <config.h>

#include <assert.h>
#include <ctype.h>
#include <string.h>

#include "java/interpreter/extraction.h"

/* The name without its package. */
static const char *
without_package (const char *name)
{
  const char *slash = strrchr (name, '/');
  return slash ? slash + 1 : name;
}

const char *
simple_name (struct extraction *x, name_id class_name)
{
  assert (class_name.index != NAME_NONE.index);
  const char *base = without_package (universe_text (x->universe, class_name));
  const char *dollar = strrchr (base, '$');
  if (!dollar || dollar == base || dollar[1] == '\0'
      || isdigit ((unsigned char) dollar[1]))
    return base;
  return dollar + 1;
}

static const char *
type_name (struct extraction *x, struct java_type type)
{
  switch (type.kind)
    {
    case 'B': return "byte";
    case 'C': return "char";
    case 'D': return "double";
    case 'F': return "float";
    case 'I': return "int";
    case 'J': return "long";
    case 'S': return "short";
    case 'Z': return "boolean";
    case 'L': return simple_name (x, type.class);
    default: break;
    }
  assert (type.kind == '[');
  const char *text = universe_text (x->universe, type.class);
  size_t dimensions = strspn (text, "[");
  const char *element = text + dimensions;
  struct java_type inner = { .kind = *element, .class = type.element };
  char *name = arena_format (&x->arena, "%s", type_name (x, inner));
  for (size_t i = 0; i < dimensions; i++)
    name = arena_format (&x->arena, "%s[]", name);
  return name;
}

const char *
method_name (struct extraction *x, struct java_member method)
{
  assert (member_is_known (method));
  const struct java_method *header = universe_method (x->universe, method);
  const struct java_signature *signature
    = universe_signature (x->universe, header->descriptor);
  const char *name = universe_text (x->universe, header->name);
  if (strcmp (name, "<init>") == 0)
    name = "new";
  char *text = arena_format (&x->arena, "%s(", name);
  for (uint32_t i = 0; i < signature->count; i++)
    text = arena_format (&x->arena, "%s%s%s", text, i ? ", " : "",
                         type_name (x, signature->parameters[i]));
  return arena_format (&x->arena, "%s)", text);
}

const char *
full_method_name (struct extraction *x, struct java_member method)
{
  assert (member_is_known (method));
  name_id class = universe_class (x->universe, method.class)->name;
  return arena_format (&x->arena, "%s.%s", simple_name (x, class),
                       method_name (x, method));
}

const char *
position_of (struct extraction *x, struct java_member method, uint32_t instruction)
{
  assert (member_is_known (method));
  const struct java_code *code = universe_code (x->universe, method);
  const struct java_class *class = universe_class (x->universe, method.class);
  assert (code && instruction < code->count);
  uint32_t line = code_line_of (code, instruction);
  if (line != 0 && class->source_file.index != NAME_NONE.index)
    return arena_format (&x->arena, "%s:%u",
                         universe_text (x->universe, class->source_file), line);
  return arena_format (&x->arena, "%s+%u", full_method_name (x, method),
                       code->at[instruction].pc);
}
