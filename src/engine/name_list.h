/* name_list.h -- names with something between them, for the log.
 *
 *     struct name_list list = { .arena = arena };
 *     name_list_add (&list, "", "first");
 *     name_list_add (&list, ", ", "second");
 *     LOG (2, "%s", list.text.at);
 *
 * For the log alone, and only where LOGS says that it is wanted.
 */
#ifndef ENGINE_NAME_LIST_H
#define ENGINE_NAME_LIST_H

#include "wpds/pds.h"

struct name_list
{
  struct arena *arena;
  VEC (char) text; /* ends with a null byte, once a name was added */
};

void name_list_add (struct name_list *list, const char *before, const char *name);

/* "{ a, b }": the locks of SET. */
const char *name_list_of_locks (const struct pds *pds, idset set, struct arena *arena);

#endif
