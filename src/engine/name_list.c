/* name_list.c -- see name_list.h. */
#include <config.h>

#include "engine/name_list.h"

#include <assert.h>

static void
append (struct name_list *list, const char *text)
{
  for (; *text; text++)
    *vec_push (list->arena, &list->text) = *text;
}

void
name_list_add (struct name_list *list, const char *before, const char *name)
{
  assert (list->arena && before && name);
  if (list->text.count > 0)
    list->text.count--;
  append (list, before);
  append (list, name);
  *vec_push (list->arena, &list->text) = 0;
}

const char *
name_list_of_locks (const struct pds *pds, idset set, struct arena *arena)
{
  struct name_list list = { .arena = arena };
  IDSET_EACH (l, pds->idsets, set)
    {
      assert (l < pds->locks.count);
      name_list_add (&list, list.text.count ? ", " : "{ ", pds->locks.at[l]);
    }
  name_list_add (&list, "", list.text.count ? " }" : "{}");
  return list.text.at;
}
