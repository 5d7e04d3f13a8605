/* naming.c -- names that a Java programmer recognises, and positions. */
#include <config.h>

#include <assert.h>
#include <ctype.h>
#include <string.h>

#include "java/program/naming.h"

/* The name without its package. */
static const char *
without_package (const char *name)
{
  const char *slash = strrchr (name, '/');
  return slash ? slash + 1 : name;
}

const char *
java_simple_name (const struct java_universe *universe, name_id class_name)
{
  assert (class_name.index != NAME_NONE.index);
  const char *base = without_package (universe_text (universe, class_name));
  const char *dollar = strrchr (base, '$');
  if (!dollar || dollar == base || dollar[1] == '\0'
      || isdigit ((unsigned char) dollar[1]))
    return base;
  return dollar + 1;
}

static const char *
type_name (const struct java_universe *universe, struct arena *arena,
           struct java_type type)
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
    case 'L': return java_simple_name (universe, type.class);
    default: break;
    }
  assert (type.kind == '[');
  const char *text = universe_text (universe, type.class);
  size_t dimensions = strspn (text, "[");
  const char *element = text + dimensions;
  struct java_type inner = { .kind = *element, .class = type.element };
  char *name = arena_format (arena, "%s", type_name (universe, arena, inner));
  for (size_t i = 0; i < dimensions; i++)
    name = arena_format (arena, "%s[]", name);
  return name;
}

const char *
java_method_name (struct java_universe *universe, struct arena *arena,
                  struct java_member method)
{
  assert (member_is_known (method));
  const struct java_method *header = universe_method (universe, method);
  const struct java_signature *signature
    = universe_signature (universe, header->descriptor);
  const char *name = universe_text (universe, header->name);
  if (strcmp (name, "<init>") == 0)
    name = "new";
  char *text = arena_format (arena, "%s(", name);
  for (uint32_t i = 0; i < signature->count; i++)
    text = arena_format (arena, "%s%s%s", text, i ? ", " : "",
                         type_name (universe, arena, signature->parameters[i]));
  return arena_format (arena, "%s)", text);
}

const char *
java_full_method_name (struct java_universe *universe, struct arena *arena,
                       struct java_member method)
{
  assert (member_is_known (method));
  name_id class = universe_class (universe, method.class)->name;
  return arena_format (arena, "%s.%s", java_simple_name (universe, class),
                       java_method_name (universe, arena, method));
}

const char *
java_position (struct java_universe *universe, struct arena *arena,
               struct java_member method, uint32_t instruction)
{
  assert (member_is_known (method));
  const struct java_code *code = universe_code (universe, method);
  const struct java_class *class = universe_class (universe, method.class);
  assert (code && instruction < code->count);
  uint32_t line = code_line_of (code, instruction);
  if (line != 0 && class->source_file.index != NAME_NONE.index)
    return arena_format (arena, "%s:%u", universe_text (universe, class->source_file),
                         line);
  return arena_format (arena, "%s+%u", java_full_method_name (universe, arena, method),
                       code->at[instruction].pc);
}

const char *
java_local_name (const struct java_universe *universe, const struct java_code *code,
                 uint32_t local)
{
  for (uint32_t i = 0; code && i < code->local_count; i++)
    if (code->locals[i].local == local && code->locals[i].begin == 0)
      return universe_text (universe, code->locals[i].name);
  return NULL;
}

const char *
java_parameter_name (struct java_universe *universe, struct arena *arena,
                     struct java_member method, uint32_t number)
{
  const struct java_method *header = universe_method (universe, method);
  const struct java_signature *signature
    = universe_signature (universe, header->descriptor);
  bool has_this = !(header->access & ACCESS_STATIC);
  uint32_t local = has_this;
  if (has_this && number == 0)
    return "this";
  assert (number - has_this < signature->count);
  for (uint32_t i = 0; i + has_this < number; i++)
    local += type_slots (signature->parameters[i]);
  const char *name = java_local_name (universe, universe_code (universe, method), local);
  return name ? name : arena_format (arena, "argument %u", number + !has_this);
}
