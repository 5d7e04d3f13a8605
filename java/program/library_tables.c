/* library_tables.c -- looking up the tables of the Java library. */
#include <config.h>

#include "java/program/library_tables.h"

#include <assert.h>
#include <string.h>

struct type_line
{
  const char *name;
  enum library_kind kind;
};

static const struct type_line type_lines[] = {
#define TYPE(kind, name) { name, LIBRARY_##kind },
#include "java/program/library_types.def"
#undef TYPE
};

static const struct library_method method_lines[] = {
#define METHOD(group, name, effect, result)                                              \
  { GROUP_##group, name, LIBRARY_##effect, RESULT_##result, true },
#include "java/program/library_methods.def"
#undef METHOD
};

#define COUNT(table) ((uint32_t) (sizeof (table) / sizeof *(table)))

void
library_init (struct library *library, struct arena *arena,
              struct java_universe *universe)
{
  *library = (struct library){ .arena = arena, .universe = universe };
  pairmap_init (&library->listed, arena);
  pairmap_init (&library->methods, arena);
  for (uint32_t i = 0; i < COUNT (type_lines); i++)
    {
      name_id name = universe_name (universe, type_lines[i].name);
      *pairmap_at (&library->listed, 0, name.index) = type_lines[i].kind;
    }
  for (uint32_t i = 0; i < COUNT (method_lines); i++)
    {
      name_id name = universe_name (universe, method_lines[i].name);
      *pairmap_at (&library->methods, method_lines[i].group, name.index) = i;
    }
}

static enum library_kind
kind_by_name (struct library *library, name_id class)
{
  uint32_t kind = pairmap_get (&library->listed, 0, class.index);
  if (kind != PAIRMAP_FREE)
    return (enum library_kind) kind;
  const char *text = universe_text (library->universe, class);
  if (strncmp (text, "java/", 5) != 0)
    return LIBRARY_UNKNOWN;
  for (uint32_t i = 0; i < COUNT (type_lines); i++)
    {
      size_t length = strlen (type_lines[i].name);
      if (type_lines[i].name[length - 1] == '*'
          && strncmp (text, type_lines[i].name, length - 1) == 0)
        return type_lines[i].kind;
    }
  return LIBRARY_UNKNOWN;
}

static enum library_kind
find_kind (struct library *library, name_id class)
{
  enum library_kind kind = kind_by_name (library, class);
  if (kind != LIBRARY_UNKNOWN)
    return kind;
  class_id id = universe_find (library->universe, class);
  if (!class_is_known (id))
    return LIBRARY_UNKNOWN;
  const struct super_types *supers = universe_super_types (library->universe, id);
  for (uint32_t i = 0; i < supers->count && kind == LIBRARY_UNKNOWN; i++)
    kind = kind_by_name (library, supers->at[i]);
  return kind;
}

enum library_kind
library_kind (struct library *library, name_id class)
{
  if (class.index == NAME_NONE.index)
    return LIBRARY_UNKNOWN;
  while (library->kinds.count <= class.index)
    *vec_push (library->arena, &library->kinds) = 0;
  if (library->kinds.at[class.index] == 0)
    library->kinds.at[class.index] = (uint8_t) (find_kind (library, class) + 1);
  assert (library->kinds.at[class.index] <= LIBRARY_SEMAPHORE + 1);
  return (enum library_kind) (library->kinds.at[class.index] - 1);
}

bool
library_lists (struct library *library, name_id class)
{
  return class.index != NAME_NONE.index
         && kind_by_name (library, class) != LIBRARY_UNKNOWN;
}

bool
library_has_contents (enum library_kind kind)
{
  return kind >= LIBRARY_PLAIN && kind <= LIBRARY_VIEW;
}

struct library_method
library_method (struct library *library, enum library_group group, name_id name)
{
  uint32_t line = pairmap_get (&library->methods, group, name.index);
  if (line != PAIRMAP_FREE)
    return method_lines[line];
  return (struct library_method){
    .group = group,
    .name = universe_text (library->universe, name),
    .effect = group == GROUP_VIEW ? LIBRARY_READ : LIBRARY_CHANGE,
    .result = group == GROUP_VIEW ? RESULT_ELEMENT : RESULT_NONE,
  };
}
