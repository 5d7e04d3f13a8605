/* bytecode.c -- from bytes to plain instructions: see bytecode.h.
 *
 * Three walks, each linear: the first finds out how long each instruction is and
 * whether it ends within the code, so that the tables can have their size; the second
 * takes the operands; the third, in which all instructions are known, makes their
 * numbers from offsets (by binary search) and checks constants and locals.
 */
#include <config.h>

#include "java/reader/code_parts.h"

#include <assert.h>

enum format
{
  FORMAT_NONE,
  FORMAT_IMPLIED, /* the operand is in the opcode */
  FORMAT_BYTE,    /* a number */
  FORMAT_SHORT,
  FORMAT_CONSTANT1, /* an index of one byte */
  FORMAT_CONSTANT2,
  FORMAT_LOCAL,
  FORMAT_INCREMENT, /* local and number */
  FORMAT_BRANCH2,
  FORMAT_BRANCH4,
  FORMAT_FIELD,
  FORMAT_METHOD,
  FORMAT_INTERFACE_METHOD, /* index, a count, a zero */
  FORMAT_DYNAMIC,          /* index, two zeros */
  FORMAT_CLASS,
  FORMAT_ARRAY_TYPE,
  FORMAT_DIMENSIONS, /* class and number */
  FORMAT_TABLE,
  FORMAT_LOOKUP,
  FORMAT_WIDE,
};

/* Bytes of an instruction by its format; 0 for those that say themselves. */
static const uint8_t lengths[] = {
  [FORMAT_NONE] = 1,
  [FORMAT_IMPLIED] = 1,
  [FORMAT_BYTE] = 2,
  [FORMAT_SHORT] = 3,
  [FORMAT_CONSTANT1] = 2,
  [FORMAT_CONSTANT2] = 3,
  [FORMAT_LOCAL] = 2,
  [FORMAT_INCREMENT] = 3,
  [FORMAT_BRANCH2] = 3,
  [FORMAT_BRANCH4] = 5,
  [FORMAT_FIELD] = 3,
  [FORMAT_METHOD] = 3,
  [FORMAT_INTERFACE_METHOD] = 5,
  [FORMAT_DYNAMIC] = 5,
  [FORMAT_CLASS] = 3,
  [FORMAT_ARRAY_TYPE] = 2,
  [FORMAT_DIMENSIONS] = 4,
  [FORMAT_TABLE] = 0,
  [FORMAT_LOOKUP] = 0,
  [FORMAT_WIDE] = 0,
};

#define THROWS OPCODE_THROWS
#define JUMPS OPCODE_JUMPS
#define ENDS OPCODE_ENDS

static const struct opcode_row
{
  uint8_t format;
  uint8_t plain;
  int8_t operand;
  uint8_t traits;
  const char *name, *pops, *pushes;
} opcodes[] = {
#define OPCODE(code, name, format, plain, operand, pops, pushes, traits)                 \
  [code] = { FORMAT_##format, OP_##plain, operand, traits, #name, pops, pushes },
#include "java/reader/opcodes.def"
#undef OPCODE
};

#define OPCODE_COUNT (sizeof opcodes / sizeof *opcodes)

const char *
opcode_name (enum opcode opcode)
{
  assert (opcode < OPCODE_COUNT);
  return opcodes[opcode].name;
}

const char *
opcode_pops (enum opcode opcode)
{
  assert (opcode < OPCODE_COUNT);
  return opcodes[opcode].pops;
}

const char *
opcode_pushes (enum opcode opcode)
{
  assert (opcode < OPCODE_COUNT);
  return opcodes[opcode].pushes;
}

unsigned
opcode_traits (enum opcode opcode)
{
  assert (opcode < OPCODE_COUNT);
  return opcodes[opcode].traits;
}

/* ---- Where instructions end. ---- */

/* Big-endian numbers in the code. */
static int32_t
number (const struct code_reader *reader, uint32_t pc, uint32_t size)
{
  assert (pc + size <= reader->length);
  uint32_t value = 0;
  for (uint32_t i = 0; i < size; i++)
    value = value << 8 | reader->bytes[pc + i];
  return (int32_t) value;
}

static int32_t
signed_number (const struct code_reader *reader, uint32_t pc, uint32_t size)
{
  uint32_t value = (uint32_t) number (reader, pc, size);
  uint32_t sign = UINT32_C (1) << (8 * size - 1);
  assert (size > 0 && size <= 4);
  return (int32_t) ((value ^ sign) - sign);
}

/* The operands of a switch begin at a multiple of four. */
static uint32_t
aligned (uint32_t pc)
{
  assert (pc <= UINT16_MAX);
  return (pc + 4) & ~UINT32_C (3);
}

/* How many targets the switch at PC has besides the default, or UINT32_MAX if it
   does not fit into the code. */
static uint32_t
switch_cases (const struct code_reader *reader, uint32_t pc, bool is_table)
{
  uint32_t at = aligned (pc), head = is_table ? 12 : 8, size = is_table ? 4 : 8;
  if (at + head > reader->length)
    return UINT32_MAX;
  int64_t count = number (reader, at + 4, 4);
  if (is_table)
    count = (int64_t) number (reader, at + 8, 4) - count + 1;
  if (count < 0 || count > (reader->length - at - head) / size)
    return UINT32_MAX;
  return (uint32_t) count;
}

static uint32_t
wide_length (const struct code_reader *reader, uint32_t pc)
{
  uint8_t opcode = pc + 1 < reader->length ? reader->bytes[pc + 1] : OP_NOP;
  if (opcode == OP_IINC)
    return 6;
  return opcode < OPCODE_COUNT && opcodes[opcode].format == FORMAT_LOCAL ? 4 : 0;
}

/* Bytes of the instruction at PC, 0 if there is none that fits; counts targets of
   switches. */
static uint32_t
instruction_length (const struct code_reader *reader, uint32_t pc, uint32_t *targets)
{
  uint8_t opcode = reader->bytes[pc];
  if (opcode >= OPCODE_COUNT)
    return 0;
  enum format format = opcodes[opcode].format;
  uint32_t length = lengths[format];
  if (format == FORMAT_WIDE)
    length = wide_length (reader, pc);
  else if (format == FORMAT_TABLE || format == FORMAT_LOOKUP)
    {
      uint32_t cases = switch_cases (reader, pc, format == FORMAT_TABLE);
      if (cases == UINT32_MAX)
        return 0;
      *targets += cases + 1;
      length = aligned (pc) - pc + (format == FORMAT_TABLE ? 12 : 8)
               + cases * (format == FORMAT_TABLE ? 4 : 8);
    }
  return length <= reader->length - pc ? length : 0;
}

static bool
measure (struct code_reader *reader, struct java_code *code)
{
  assert (code->count == 0 && code->target_count == 0);
  for (uint32_t pc = 0; pc < reader->length;)
    {
      uint32_t length = instruction_length (reader, pc, &code->target_count);
      if (length == 0)
        return code_refuse (reader, pc, "class-bytecode",
                            reader->bytes[pc] >= OPCODE_COUNT
                              ? "%u is no instruction"
                              : "instruction %u runs past the end of the code",
                            (unsigned) reader->bytes[pc]);
      code->count++;
      pc += length;
    }
  return true;
}

/* ---- Operands.  Targets are still offsets. ---- */

static void
take_switch (const struct code_reader *reader, struct java_code *code,
             struct instruction *instruction)
{
  uint32_t pc = instruction->pc, at = aligned (pc);
  bool is_table = instruction->opcode == OP_TABLESWITCH;
  uint32_t cases = switch_cases (reader, pc, is_table);
  assert (cases < UINT32_MAX);
  assert (is_table || instruction->opcode == OP_LOOKUPSWITCH);
  instruction->a = (int32_t) code->target_count;
  instruction->b = (int32_t) cases + 1;
  for (uint32_t i = 0; i < cases; i++)
    {
      uint32_t match = (uint32_t) number (reader, is_table ? at + 4 : at + 8 + 8 * i, 4);
      code->cases[code->target_count] = (int32_t) (match + (is_table ? i : 0));
      code->targets[code->target_count++]
        = pc
          + (uint32_t) number (reader, is_table ? at + 12 + 4 * i : at + 12 + 8 * i, 4);
    }
  code->cases[code->target_count] = 0;
  code->targets[code->target_count++] = pc + (uint32_t) number (reader, at, 4);
}

static void
take_wide (const struct code_reader *reader, struct instruction *instruction)
{
  uint32_t pc = instruction->pc;
  assert (reader->bytes[pc] == OP_WIDE);
  instruction->opcode = reader->bytes[pc + 1];
  instruction->a = number (reader, pc + 2, 2);
  if (instruction->opcode == OP_IINC)
    instruction->b = signed_number (reader, pc + 4, 2);
}

static void
take_operands (const struct code_reader *reader, struct java_code *code,
               struct instruction *instruction)
{
  uint32_t pc = instruction->pc;
  const struct opcode_row *row = &opcodes[instruction->opcode];
  instruction->opcode = row->plain;
  switch ((enum format) row->format)
    {
    case FORMAT_NONE: break;
    case FORMAT_IMPLIED: instruction->a = row->operand; break;
    case FORMAT_BYTE: instruction->a = signed_number (reader, pc + 1, 1); break;
    case FORMAT_SHORT: instruction->a = signed_number (reader, pc + 1, 2); break;
    case FORMAT_CONSTANT1:
    case FORMAT_LOCAL:
    case FORMAT_ARRAY_TYPE: instruction->a = number (reader, pc + 1, 1); break;
    case FORMAT_INCREMENT:
      instruction->a = number (reader, pc + 1, 1);
      instruction->b = signed_number (reader, pc + 2, 1);
      break;
    case FORMAT_BRANCH2:
      instruction->a = (int32_t) pc + signed_number (reader, pc + 1, 2);
      break;
    case FORMAT_BRANCH4:
      instruction->a = (int32_t) (pc + (uint32_t) number (reader, pc + 1, 4));
      break;
    case FORMAT_CONSTANT2:
    case FORMAT_FIELD:
    case FORMAT_METHOD:
    case FORMAT_INTERFACE_METHOD:
    case FORMAT_DYNAMIC:
    case FORMAT_CLASS: instruction->a = number (reader, pc + 1, 2); break;
    case FORMAT_DIMENSIONS:
      instruction->a = number (reader, pc + 1, 2);
      instruction->b = number (reader, pc + 3, 1);
      break;
    case FORMAT_TABLE:
    case FORMAT_LOOKUP: take_switch (reader, code, instruction); break;
    case FORMAT_WIDE: take_wide (reader, instruction); break;
    }
}

static void
take_instructions (const struct code_reader *reader, struct java_code *code)
{
  uint32_t pc = 0, ignored = 0, targets = code->target_count;
  code->target_count = 0;
  for (uint32_t i = 0; i < code->count; i++)
    {
      code->at[i] = (struct instruction){ .pc = pc, .opcode = reader->bytes[pc] };
      take_operands (reader, code, &code->at[i]);
      pc += instruction_length (reader, pc, &ignored);
    }
  assert (pc == reader->length && code->target_count == targets);
}

/* ---- Checks. ---- */

uint32_t
code_instruction_at (const struct java_code *code, uint32_t pc)
{
  assert (code->count > 0);
  return vec_search (&code->at->pc, sizeof *code->at, 0, code->count, pc);
}

bool
code_begins_at (const struct java_code *code, uint32_t pc, uint32_t *index)
{
  *index = code_instruction_at (code, pc);
  return code->at[*index].pc == pc;
}

static bool
check_targets (struct code_reader *reader, struct java_code *code,
               struct instruction *instruction)
{
  uint32_t index = 0;
  bool fine = true;
  if (instruction->opcode == OP_TABLESWITCH || instruction->opcode == OP_LOOKUPSWITCH)
    for (int32_t k = 0; fine && k < instruction->b; k++)
      {
        uint32_t *target = &code->targets[instruction->a + k];
        fine = code_begins_at (code, *target, &index);
        *target = index;
      }
  else
    {
      fine = code_begins_at (code, (uint32_t) instruction->a, &index);
      instruction->a = (int32_t) index;
    }
  return fine
         || code_refuse (reader, instruction->pc, "class-bytecode",
                         "a jump to where no instruction begins");
}

/* Locals that the instruction has: 0, 1 or 2. */
static uint32_t
local_slots (const struct instruction *instruction)
{
  if (opcodes[instruction->opcode].format == FORMAT_INCREMENT)
    return 1;
  if (opcodes[instruction->opcode].format != FORMAT_LOCAL)
    return 0;
  switch (instruction->opcode)
    {
    case OP_LLOAD:
    case OP_DLOAD:
    case OP_LSTORE:
    case OP_DSTORE: return 2;
    default: return 1;
    }
}

static bool
check_instruction (struct code_reader *reader, struct java_code *code,
                   struct instruction *instruction)
{
  enum opcode opcode = instruction->opcode;
  assert (opcodes[opcode].plain == opcode);
  if (opcodes[opcode].traits & OPCODE_JUMPS)
    return check_targets (reader, code, instruction);
  uint32_t slots = local_slots (instruction);
  if (slots)
    return (uint32_t) instruction->a + slots <= code->max_locals
           || code_refuse (reader, instruction->pc, "class-bytecode", "local %d of %u",
                           (int) instruction->a, (unsigned) code->max_locals);
  if (opcode == OP_NEWARRAY)
    return (instruction->a >= 4 && instruction->a <= 11)
           || code_refuse (reader, instruction->pc, "class-bytecode",
                           "an array of the unknown type %d", (int) instruction->a);
  return code_operand_is_sound (reader, instruction)
         || code_refuse (reader, instruction->pc, "class-index",
                         "constant %d is nothing that %s can use", (int) instruction->a,
                         opcode_name (opcode));
}

bool
code_decode (struct code_reader *reader, struct java_code *code)
{
  if (!measure (reader, code))
    return false;
  struct arena *arena = reader->context->arena;
  assert (code->count > 0 && code->count <= reader->length);
  code->at = arena_alloc (arena, code->count * sizeof *code->at);
  code->targets = arena_alloc (arena, code->target_count * sizeof *code->targets);
  code->cases = arena_alloc (arena, code->target_count * sizeof *code->cases);
  take_instructions (reader, code);
  for (uint32_t i = 0; i < code->count; i++)
    if (!check_instruction (reader, code, &code->at[i]))
      return false;
  return true;
}
