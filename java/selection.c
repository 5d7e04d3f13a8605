/* selection.c -- options and annotations that choose fields and units. */
#include <config.h>

#include "java/selection.h"

#include <assert.h>
#include <fnmatch.h>
#include <string.h>

#include "java/annotate.h"

bool
selection_matches (const char *list, const char *name)
{
  assert (list && name);
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
  assert (member_is_known (method));
  const char *units = x->java->options->units;
  if (!units)
    return !x->units_are_marked
           || annotation_of_method (x->java, method, "UnitFor") != NULL;
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

bool
selection_has_marked_units (struct extraction *x)
{
  const struct java_class *class = universe_class (x->universe, x->class);
  for (uint32_t i = 0; i < class->method_count; i++)
    if (annotation_of_method (x->java, (struct java_member){ x->class, i }, "UnitFor"))
      return true;
  return false;
}

bool
selection_is_confined (struct extraction *x, struct java_member field)
{
  assert (member_is_known (field));
  return annotation_of_field (x->java, field, "ThreadConfined") != NULL;
}

bool
selection_is_for_testing (struct extraction *x, struct java_member method)
{
  assert (member_is_known (method));
  return annotation_of_method (x->java, method, "VisibleForTesting")
         || annotation_of_method (x->java, method, "ThreadConfined");
}
