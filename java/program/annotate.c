/* annotate.c -- finding annotations. */
#include <config.h>

#include "java/program/annotate.h"

#include <assert.h>
#include <string.h>

#include "java/program/java_program.h"

static const struct java_annotation *
find (struct java *java, class_id class, const struct annotation_parts *parts,
      const char *simple)
{
  if (parts->visible.begin == parts->visible.end
      && parts->invisible.begin == parts->invisible.end)
    return NULL;
  struct java_annotations all = { .list = VEC_EMPTY };
  struct class_context context = {
    .arena = &java->arena,
    .names = &java->universe->names,
    .diags = &java->diags,
    .severity = DIAG_WARNING,
  };
  /* Broken ones are as good as none; those before them count. */
  (void) annotations_read (&context, universe_class (java->universe, class), parts, &all);
  for (uint32_t i = 0; i < all.list.count; i++)
    if (strcmp (universe_text (java->universe, all.list.at[i].simple), simple) == 0)
      return &all.list.at[i];
  return NULL;
}

const struct java_annotation *
annotation_of_class (struct java *java, class_id class, const char *simple)
{
  assert (class_is_known (class));
  return find (java, class, &universe_class (java->universe, class)->annotations, simple);
}

const struct java_annotation *
annotation_of_field (struct java *java, struct java_member field, const char *simple)
{
  assert (member_is_known (field));
  return find (java, field.class, &universe_field (java->universe, field)->annotations,
               simple);
}

const struct java_annotation *
annotation_of_method (struct java *java, struct java_member method, const char *simple)
{
  assert (member_is_known (method));
  return find (java, method.class, &universe_method (java->universe, method)->annotations,
               simple);
}

const char *
annotation_text (struct java *java, const struct java_annotation *annotation)
{
  if (!annotation || annotation->values.count == 0)
    return NULL;
  return universe_text (java->universe, annotation->values.at[0]);
}
