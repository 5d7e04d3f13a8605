/* selection.c -- options and annotations that choose fields and units. */
#include <config.h>

#include "java/selection.h"

#include <assert.h>
#include <fnmatch.h>
#include <string.h>

#include "java/annotations.h"

bool
selection_matches (const char *list, const char *name)
{
  char pattern[1024];
  for (const char *at = list; *at;)
    {
      size_t length = strcspn (at, ",");
      if (length > 0 && length < sizeof pattern)
        {
          memcpy (pattern, at, length);
          pattern[length] = '\0';
          if (fnmatch (pattern, name, FNM_NOESCAPE) == 0)
            return true;
        }
      at += length + (at[length] == ',');
    }
  return false;
}

/* NAME, or what stands after its first or last dots. */
static bool
matches_ending (const char *list, const char *name)
{
  if (selection_matches (list, name))
    return true;
  for (const char *dot = strchr (name, '.'); dot; dot = strchr (dot + 1, '.'))
    if (selection_matches (list, dot + 1))
      return true;
  return false;
}

bool
selection_has_unit (struct extraction *x, struct java_member method)
{
  const char *units = x->java->options->units;
  if (!units)
    return true;
  const char *name
    = universe_text (x->universe, universe_method (x->universe, method)->name);
  return selection_matches (units, name)
         || selection_matches (units, method_name (x, method))
         || selection_matches (units, full_method_name (x, method));
}

bool
selection_has_location (struct extraction *x, uint32_t location)
{
  assert (location < x->heap.locations.count);
  const char *fields = x->java->options->fields;
  return !fields || matches_ending (fields, x->heap.locations.at[location].name);
}

/* Read the annotations of PARTS; broken ones are as good as none. */
static struct java_annotations
read_annotations (struct extraction *x, class_id class,
                  const struct annotation_parts *parts)
{
  struct java_annotations list = { .list = VEC_EMPTY };
  struct class_context context = {
    .arena = &x->arena,
    .names = &x->universe->names,
    .diags = &x->java->diags,
    .severity = DIAG_WARNING,
  };
  if (parts->visible.begin != parts->visible.end
      || parts->invisible.begin != parts->invisible.end)
    (void) annotations_read (&context, universe_class (x->universe, class), parts,
                             &list);
  return list;
}

static bool
has_annotation (struct extraction *x, class_id class,
                const struct annotation_parts *parts, const char *simple)
{
  struct java_annotations list = read_annotations (x, class, parts);
  for (uint32_t i = 0; i < list.list.count; i++)
    if (strcmp (universe_text (x->universe, list.list.at[i].simple), simple) == 0)
      return true;
  return false;
}

bool
selection_is_for_testing (struct extraction *x, struct java_member method)
{
  return has_annotation (x, method.class,
                         &universe_method (x->universe, method)->annotations,
                         "VisibleForTesting");
}
