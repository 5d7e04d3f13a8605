/* ignored.c -- see ignored.h. */
#include <config.h>

#include "java/program/ignored.h"

#include <assert.h>

#include "java/program/annotate.h"
#include "java/program/java_program.h"
#include "java/program/naming.h"

#define IGNORE "PhaselockIgnore"

/* Several values are one list; none, or an empty one, are all questions. */
static const char *
questions_of (struct java *java, const struct java_annotation *annotation)
{
  const char *all = NULL;
  for (uint32_t i = 0; i < annotation->values.count; i++)
    {
      const char *one = universe_text (java->universe, annotation->values.at[i]);
      assert (one);
      if (*one)
        all = all ? arena_format (&java->arena, "%s,%s", all, one) : one;
    }
  return all;
}

/* If ANNOTATION is there, add what it says about WHERE. */
static void
add (struct java *java, struct java_ignored_list *list,
     const struct java_annotation *annotation, struct java_ignored where)
{
  assert (where.class_name && !(where.method && where.location));
  if (!annotation)
    return;
  where.questions = questions_of (java, annotation);
  if (annotation->reason.index != NAME_NONE.index)
    where.reason = universe_text (java->universe, annotation->reason);
  *vec_push (&java->arena, &list->list) = where;
}

static void
add_class (struct java *java, struct java_ignored_list *list, class_id id)
{
  struct java_universe *universe = java->universe;
  const struct java_class *class = universe_class (universe, id);
  const char *name = universe_dotted (universe, class->name);
  assert (class_is_known (id));
  add (java, list, annotation_of_class (java, id, IGNORE),
       (struct java_ignored){ .class_name = name });
  for (uint32_t i = 0; i < class->field_count; i++)
    {
      const char *location
        = arena_format (&java->arena, "%s.%s", java_simple_name (universe, class->name),
                        universe_text (universe, class->fields[i].name));
      add (java, list, annotation_of_field (java, (struct java_member){ id, i }, IGNORE),
           (struct java_ignored){ .class_name = name, .location = location });
    }
  for (uint32_t i = 0; i < class->method_count; i++)
    add (java, list, annotation_of_method (java, (struct java_member){ id, i }, IGNORE),
         (struct java_ignored){
           .class_name = name,
           .method = universe_text (universe, class->methods[i].name),
           .descriptor = universe_text (universe, class->methods[i].descriptor) });
}

struct java_ignored_list
java_ignored (struct java *java)
{
  struct java_ignored_list list = { .list = VEC_EMPTY };
  assert (java->universe);
  for (uint32_t i = 0; i < java->universe->given; i++)
    add_class (java, &list, (class_id){ i });
  return list;
}
