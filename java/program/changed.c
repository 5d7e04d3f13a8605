/* changed.c -- see changed.h. */
#include <config.h>

#include "java/program/changed.h"

#include <assert.h>
#include <string.h>

#include "base/text.h"
#include "java/program/java_program.h"
#include "java/program/universe.h"

/* Does PATH end with the parts of SUFFIX? */
static bool
ends_with_parts (const char *path, const char *suffix)
{
  size_t length = strlen (path), end = strlen (suffix);
  assert (end > 0);
  return text_ends_with (path, suffix)
         && (length == end || path[length - end - 1] == '/');
}

/* Where a compiler finds the source of CLASS, and where it puts the class file. */
static bool
is_one_of (struct java *java, const struct java_class *class, const char *const *paths,
           uint32_t count)
{
  const char *name = universe_text (java->universe, class->name);
  const char *slash = strrchr (name, '/');
  const char *file = arena_format (&java->arena, "%s.class", name);
  const char *source = NULL;
  if (class->source_file.index != NAME_NONE.index)
    source = arena_format (&java->arena, "%.*s%s", slash ? (int) (slash - name + 1) : 0,
                           name, universe_text (java->universe, class->source_file));
  for (uint32_t i = 0; i < count; i++)
    if (ends_with_parts (paths[i], file)
        || (source && ends_with_parts (paths[i], source))
        /* In a jar, which is one file. */
        || (class->origin && text_ends_with (paths[i], ".jar")
            && strncmp (class->origin, paths[i], strlen (paths[i])) == 0))
      return true;
  return false;
}

/* By name of a class: its code has changed, or what it means to call it. */
struct touched
{
  bool *at;
  uint32_t count;
};

static void
touch (struct java *java, struct touched *touched, name_id name)
{
  assert (name.index != NAME_NONE.index);
  if (name.index >= touched->count)
    {
      uint32_t count = name.index * 2 + 64;
      touched->at = arena_grow (&java->arena, touched->at, touched->count, count);
      memset (touched->at + touched->count, false, count - touched->count);
      touched->count = count;
    }
  touched->at[name.index] = true;
}

/* Who names CLASS or a type above it, but for Object, may come to it. */
static void
touch_class (struct java *java, struct touched *touched, class_id id)
{
  const struct java_class *class = universe_class (java->universe, id);
  const struct super_types *types = universe_super_types (java->universe, id);
  assert (class_is_known (id));
  touch (java, touched, class->name);
  for (uint32_t i = 0; i < types->count; i++)
    if (strcmp (universe_text (java->universe, types->at[i]), "java/lang/Object") != 0)
      touch (java, touched, types->at[i]);
}

static bool
names_touched (const struct java_class *class, const struct touched *touched)
{
  const struct constants *constants = &class->constants;
  for (uint32_t i = 1; i < constants->count; i++)
    {
      if (constants_tag (constants, i) != CONSTANT_CLASS)
        continue;
      name_id name = constants_class (constants, i);
      assert (name.index != NAME_NONE.index);
      if (name.index < touched->count && touched->at[name.index])
        return true;
    }
  return false;
}

const bool *
java_changed (struct java *java, const char *const *paths, uint32_t count)
{
  uint32_t given = java->universe->given;
  bool *changed = arena_calloc (&java->arena, given + (size_t) 1, sizeof *changed);
  struct touched touched = { NULL, 0 };
  assert (paths || count == 0);
  for (uint32_t i = 0; i < given; i++)
    if (is_one_of (java, universe_class (java->universe, (class_id){ i }), paths, count))
      {
        changed[i] = true;
        touch_class (java, &touched, (class_id){ i });
      }
  for (bool more = touched.count > 0; more;)
    {
      more = false;
      for (uint32_t i = 0; i < given; i++)
        if (!changed[i]
            && names_touched (universe_class (java->universe, (class_id){ i }), &touched))
          {
            more = changed[i] = true;
            touch_class (java, &touched, (class_id){ i });
          }
    }
  return changed;
}

bool
java_is_changed (struct java *java, const bool *changed, const char *name)
{
  class_id class = universe_find_text (java->universe, name);
  assert (changed);
  if (class_is_known (class) && class.index < java->universe->given)
    return changed[class.index];
  for (uint32_t i = 0; i < java->universe->given; i++)
    if (changed[i])
      return true;
  return false;
}
