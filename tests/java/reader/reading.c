/* reading.c -- see reading.h. */
#include <config.h>

#include "reading.h"

#include "java/reader/annotations.h"

void
reading_init (struct reading *reading)
{
  quota_init (&reading->quota);
  arena_init (&reading->arena, &reading->quota);
  reading->source = (struct source){ .path = "test" };
  diags_init (&reading->diags, &reading->arena, &reading->source);
  universe_init (&reading->universe, &reading->quota, &reading->diags);
}

void
reading_clear (struct reading *reading)
{
  universe_clear (&reading->universe);
  arena_clear (&reading->arena);
}

/* The constants that the operands of an instruction lead to. */
static void
visit_instruction (const struct java_class *class, const struct instruction *instruction)
{
  uint32_t index = (uint32_t) instruction->a;
  const struct constants *constants = &class->constants;
  switch (instruction->opcode)
    {
    case OP_GETFIELD:
    case OP_PUTFIELD:
    case OP_GETSTATIC:
    case OP_PUTSTATIC:
    case OP_INVOKEVIRTUAL:
    case OP_INVOKESPECIAL:
    case OP_INVOKESTATIC:
    case OP_INVOKEINTERFACE: constants_member (constants, index); break;
    case OP_NEW:
    case OP_ANEWARRAY:
    case OP_CHECKCAST:
    case OP_INSTANCEOF:
    case OP_MULTIANEWARRAY: constants_class (constants, index); break;
    case OP_INVOKEDYNAMIC:
      {
        uint16_t number = constants_dynamic (constants, index).bootstrap;
        struct bootstrap_method bootstrap = class_bootstrap (class, number);
        for (uint32_t i = 0; i < bootstrap.arguments; i++)
          class_bootstrap_argument (class, number, i);
        break;
      }
    default: break;
    }
}

static bool
visit_code (struct reading *reading, const struct java_class *class,
            const struct java_method *method)
{
  struct java_code code;
  if (!code_read (&reading->universe.context, class, method, &code))
    return false;
  for (uint32_t i = 0; i < code.count; i++)
    {
      visit_instruction (class, &code.at[i]);
      code_line_of (&code, i);
    }
  return true;
}

bool
reading_visit (struct reading *reading, const struct java_class *class)
{
  struct java_annotations list = { VEC_EMPTY };
  struct java_universe *universe = &reading->universe;
  bool fine = annotations_read (&universe->context, class, &class->annotations, &list);
  for (uint32_t i = 0; i < class->field_count; i++)
    {
      descriptor_type (&universe->names, class->fields[i].descriptor);
      fine &= annotations_read (&universe->context, class, &class->fields[i].annotations,
                                &list);
    }
  for (uint32_t i = 0; i < class->method_count; i++)
    {
      const struct java_method *method = &class->methods[i];
      universe_signature (universe, method->descriptor);
      fine &= annotations_read (&universe->context, class, &method->annotations, &list);
      if (method->code.begin < method->code.end)
        fine &= visit_code (reading, class, method);
    }
  return fine;
}

const char *
reading_try (struct reading *reading, const uint8_t *bytes, size_t length,
             struct java_class *class)
{
  bool fine = class_read (&reading->universe.context, "Test.class", bytes, length, class)
              && reading_visit (reading, class);
  if (fine)
    return NULL;
  return reading->diags.list.count ? reading->diags.list.at[0].code : "no message";
}
