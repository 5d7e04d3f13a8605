/* code_parts.h -- between the files that read the attribute Code: bytecode.c
 * (instructions), operands.c (their constants) and code.c (the tables around them).
 */
#ifndef JAVA_CODE_PARTS_H
#define JAVA_CODE_PARTS_H

#include "java/reader/bytecode.h"

struct code_reader
{
  struct class_context *context;
  const struct java_class *class;
  const struct java_method *method;
  const uint8_t *bytes; /* the bytecode */
  uint32_t length;
};

/* Report that the instruction at PC is wrong; always false. */
bool code_refuse (const struct code_reader *reader, uint32_t pc, const char *code,
                  const char *format, ...) __attribute__ ((format (printf, 4, 5)));

/* Fill in the instructions and targets of CODE, of which max_locals is known. */
bool code_decode (struct code_reader *reader, struct java_code *code);

/* Has the constant of INSTRUCTION the tag and type that the instruction needs?  Also
   true of an instruction without a constant. */
bool code_operand_is_sound (const struct code_reader *reader,
                            const struct instruction *instruction);

/* The last instruction that begins at PC or before; whether it begins there. */
uint32_t code_instruction_at (const struct java_code *code, uint32_t pc);
bool code_begins_at (const struct java_code *code, uint32_t pc, uint32_t *index);

#endif
