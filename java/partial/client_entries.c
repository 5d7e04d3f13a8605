/* client_entries.c -- the methods of a class that the interpreter takes for entries. */
#include <config.h>

#include <assert.h>
#include <string.h>

#include "java/interpreter/entries.h"
#include "java/partial/client_entries.h"

struct java_member *
client_entries (struct java *java, class_id class, bool only_public, struct arena *arena,
                uint32_t *count)
{
  struct java_members methods = { .list = VEC_EMPTY };
  struct extraction *x = extraction_new (java, class);
  assert (class_is_known (class));
  entry_methods (x, class, only_public, &methods);
  *count = methods.list.count;
  struct java_member *list
    = arena_alloc (arena, (methods.list.count + (size_t) 1) * sizeof *list);
  if (*count > 0)
    memcpy (list, methods.list.at, *count * sizeof *list);
  extraction_free (x);
  return list;
}
