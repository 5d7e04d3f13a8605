/* operands.c -- do instructions refer to constants that they can use?  JVMS 4.9.1. */
#include <config.h>

#include "java/reader/code_parts.h"

#include <assert.h>
#include <string.h>

/* Does a computed constant have a type of one slot, or of two? */
static bool
dynamic_has_slots (const struct code_reader *reader, uint32_t index, bool two)
{
  assert (constants_tag (&reader->class->constants, index) == CONSTANT_DYNAMIC);
  name_id type = constants_dynamic (&reader->class->constants, index).descriptor;
  char kind = names_text (reader->context->names, type)[0];
  return (kind == 'J' || kind == 'D') == two;
}

static bool
can_be_loaded (const struct code_reader *reader, uint32_t index, bool two)
{
  switch (constants_tag (&reader->class->constants, index))
    {
    case CONSTANT_INTEGER:
    case CONSTANT_FLOAT:
    case CONSTANT_STRING:
    case CONSTANT_CLASS:
    case CONSTANT_METHOD_HANDLE:
    case CONSTANT_METHOD_TYPE: return !two;
    case CONSTANT_LONG:
    case CONSTANT_DOUBLE: return two;
    case CONSTANT_DYNAMIC: return dynamic_has_slots (reader, index, two);
    case CONSTANT_NONE:
    case CONSTANT_UTF8:
    case CONSTANT_FIELD:
    case CONSTANT_METHOD:
    case CONSTANT_INTERFACE_METHOD:
    case CONSTANT_NAME_AND_TYPE:
    case CONSTANT_INVOKE_DYNAMIC:
    case CONSTANT_MODULE:
    case CONSTANT_PACKAGE: return false;
    }
  return false;
}

/* A class that is no array, an array of at least DIMENSIONS. */
static bool
names_class (const struct code_reader *reader, uint32_t index, uint32_t dimensions)
{
  assert (dimensions <= 255);
  name_id class = constants_class (&reader->class->constants, index);
  size_t found = strspn (names_text (reader->context->names, class), "[");
  return dimensions ? found >= dimensions : found == 0;
}

bool
code_operand_is_sound (const struct code_reader *reader,
                       const struct instruction *instruction)
{
  uint32_t index = (uint32_t) instruction->a;
  enum constant_tag tag = constants_tag (&reader->class->constants, index);
  switch (instruction->opcode)
    {
    case OP_LDC: return can_be_loaded (reader, index, false);
    case OP_LDC2_W: return can_be_loaded (reader, index, true);
    case OP_GETSTATIC:
    case OP_PUTSTATIC:
    case OP_GETFIELD:
    case OP_PUTFIELD: return tag == CONSTANT_FIELD;
    case OP_INVOKEVIRTUAL: return tag == CONSTANT_METHOD;
    case OP_INVOKESPECIAL:
    case OP_INVOKESTATIC:
      return tag == CONSTANT_METHOD || tag == CONSTANT_INTERFACE_METHOD;
    case OP_INVOKEINTERFACE: return tag == CONSTANT_INTERFACE_METHOD;
    case OP_INVOKEDYNAMIC: return tag == CONSTANT_INVOKE_DYNAMIC;
    case OP_NEW: return tag == CONSTANT_CLASS && names_class (reader, index, 0);
    case OP_ANEWARRAY:
    case OP_CHECKCAST:
    case OP_INSTANCEOF: return tag == CONSTANT_CLASS;
    case OP_MULTIANEWARRAY:
      return tag == CONSTANT_CLASS && instruction->b > 0
             && names_class (reader, index, (uint32_t) instruction->b);
    default:
      assert (instruction->opcode != OP_LDC_W && instruction->opcode != OP_WIDE);
      return true;
    }
}
