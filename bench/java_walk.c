/* java_walk.c -- a plain walk over the bytecode of class files, for bench/java.sh.
 *
 *     java_walk PATH...
 *
 * Reads all classes of the paths and decodes all their code; prints how much there
 * is.  What is broken goes to standard error.
 */
#include <config.h>

#include <stdio.h>

#include "java/program/universe.h"

struct totals
{
  unsigned long long classes, methods, bytes, instructions, file_bytes;
};

static void
walk (struct java_universe *universe, struct totals *totals)
{
  for (class_id id = { 0 }; id.index < universe->given; id.index++)
    {
      const struct java_class *class = universe_class (universe, id);
      totals->classes++;
      totals->file_bytes += class->length;
      for (uint32_t i = 0; i < class->method_count; i++)
        {
          const struct java_code *code
            = universe_code (universe, (struct java_member){ id, i });
          totals->methods++;
          totals->bytes += code ? code->bytes : 0;
          totals->instructions += code ? code->count : 0;
        }
    }
}

/* Kept out of the frame of setjmp. */
struct work
{
  struct quota quota;
  struct arena arena;
  struct source source;
  struct diags diags;
  struct java_universe universe;
  struct totals totals;
  bool fine;
};

static bool
walk_paths (struct work *work, char **paths, int count)
{
  bool fine = true;
  for (int i = 0; i < count; i++)
    fine &= universe_add_given (&work->universe, paths[i]);
  if (!fine || !universe_link (&work->universe))
    return false;
  walk (&work->universe, &work->totals);
  return true;
}

int
main (int count, char **words)
{
  struct work work = { .source = { .path = "java_walk" } };
  quota_init (&work.quota);
  arena_init (&work.arena, &work.quota);
  diags_init (&work.diags, &work.arena, &work.source);
  universe_init (&work.universe, &work.quota, &work.diags);
  if (!quota_checkpoint (&work.quota))
    work.fine = walk_paths (&work, words + 1, count - 1);
  diags_render (&work.diags, stderr, false);
  printf ("%llu classes, %llu methods, %llu bytes of class files, %llu of bytecode, "
          "%llu instructions, %llu KiB of memory\n",
          work.totals.classes, work.totals.methods, work.totals.file_bytes,
          work.totals.bytes, work.totals.instructions,
          (unsigned long long) work.quota.peak >> 10);
  universe_clear (&work.universe);
  arena_clear (&work.arena);
  return !work.fine;
}
