/* list.c -- what the reader makes of class files, for scripts.
 *
 *     list [--code] [--library PATH]... PATH...
 *
 * One line for each given class: name, super, role of the super; with --code one for
 * each instruction: class, method, offset, name, operands (targets as offsets).
 * Messages go to standard error; the status is 2 if a path cannot be read.
 */
#include <config.h>

#include <stdio.h>
#include <string.h>

#include "reading.h"

static void
list_operands (const struct java_code *code, const struct instruction *instruction)
{
  if (instruction->opcode == OP_TABLESWITCH || instruction->opcode == OP_LOOKUPSWITCH)
    for (int32_t i = 0; i < instruction->b; i++)
      printf (" %u", (unsigned) code->at[code->targets[instruction->a + i]].pc);
  else if (opcode_traits (instruction->opcode) & OPCODE_JUMPS)
    printf (" %u", (unsigned) code->at[instruction->a].pc);
  else
    printf (" %d %d", (int) instruction->a, (int) instruction->b);
}

static void
list_code (struct java_universe *universe, struct java_member member)
{
  const struct java_code *code = universe_code (universe, member);
  const struct java_method *method = universe_method (universe, member);
  for (uint32_t i = 0; code && i < code->count; i++)
    {
      printf ("%s %s%s %u %s",
              universe_dotted (universe, universe_class (universe, member.class)->name),
              universe_text (universe, method->name),
              universe_text (universe, method->descriptor), (unsigned) code->at[i].pc,
              opcode_name (code->at[i].opcode));
      list_operands (code, &code->at[i]);
      printf ("\n");
    }
}

static void
list_class (struct java_universe *universe, class_id id)
{
  static const char *const roles[] = { "given", "classpath", "jdk" };
  const struct java_class *class = universe_class (universe, id);
  class_id super = universe_super (universe, id);
  printf ("%s", universe_dotted (universe, class->name));
  if (class->super.index != NAME_NONE.index)
    printf (" extends %s (%s)", universe_dotted (universe, class->super),
            class_is_known (super) ? roles[universe_role (universe, super)] : "unknown");
  printf ("\n");
}

static bool
list_all (struct reading *reading, char **words, bool *with_code)
{
  struct java_universe *universe = &reading->universe;
  bool fine = true;
  for (; *words; words++)
    if (strcmp (*words, "--code") == 0)
      *with_code = true;
    else if (strcmp (*words, "--library") == 0 && words[1])
      fine &= universe_add_library (universe, *++words, CLASS_FROM_CLASSPATH);
    else
      fine &= universe_add_given (universe, *words);
  if (!fine || !universe_link (universe))
    return false;
  for (class_id id = { 0 }; id.index < universe->given; id.index++)
    if (!*with_code)
      list_class (universe, id);
    else
      for (uint32_t i = 0; i < universe_class (universe, id)->method_count; i++)
        list_code (universe, (struct java_member){ id, i });
  return true;
}

int
main (int count, char **words)
{
  static struct reading reading;
  static bool fine, with_code;
  (void) count;
  reading_init (&reading);
  if (!quota_checkpoint (&reading.quota))
    fine = list_all (&reading, words + 1, &with_code);
  diags_render (&reading.diags, stderr, false);
  reading_clear (&reading);
  return fine ? 0 : 2;
}
