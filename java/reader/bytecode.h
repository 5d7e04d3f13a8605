/* bytecode.h -- the code of a method as a table of plain instructions.
 *
 * code_read decodes the attribute Code.  Whatever was written, the table is plain:
 * short and long forms of an instruction are one (iload_0, wide iload: iload; iconst_0,
 * sipush: bipush; ldc_w: ldc; goto_w, jsr_w: goto, jsr), targets are numbers of
 * instructions, not offsets, and operands are checked: a target begins an
 * instruction, a local is below max_locals, a constant has the right tag, a descriptor
 * has the right shape, no instruction runs past the end of the code.  What is not
 * checked is what needs data flow: heights of the stack and types.  The last instruction
 * may fall off the end of the code; then its successor is `count', which is none.
 */
#ifndef JAVA_BYTECODE_H
#define JAVA_BYTECODE_H

#include "java/reader/classfile.h"

enum opcode
{
#define OPCODE(code, name, format, plain, operand, pops, pushes, traits) OP_##name = code,
#include "java/reader/opcodes.def"
#undef OPCODE
};

enum opcode_traits
{
  OPCODE_THROWS = 1, /* can throw what a program catches */
  OPCODE_JUMPS = 2,  /* has targets */
  OPCODE_ENDS = 4,   /* never goes on to the next instruction */
};

/* An instruction of struct java_code.  What A and B are:

     bipush                       a: the number
     ldc, ldc2_w                  a: index of a constant
     loads, stores, ret           a: the local
     iinc                         a: the local, b: what is added
     ifXX, goto, jsr              a: the target
     tableswitch, lookupswitch    a: first of `targets', b: how many; the default is last
     fields, methods, new, ...    a: index of a constant
     invokedynamic                a: index of a constant
     newarray                     a: 4 to 11, the type of the elements (JVMS 6.5)
     multianewarray               a: index of a constant, b: dimensions
*/
struct instruction
{
  uint32_t pc;    /* offset in the code: what Java tools call the bytecode index */
  uint8_t opcode; /* enum opcode, plain */
  int32_t a, b;
};

/* Instructions BEGIN to END - 1 go to TARGET when TYPE is thrown. */
struct handler
{
  uint32_t begin, end, target;
  name_id type; /* NAME_NONE: everything (finally) */
};

/* From instruction BEGIN on the code is that of LINE. */
struct code_line
{
  uint32_t begin;
  uint32_t line;
};

/* A line of LocalVariableTable. */
struct code_local
{
  uint32_t begin, end; /* instructions */
  uint32_t local;
  name_id name;
  name_id descriptor;
};

struct java_code
{
  uint32_t max_stack, max_locals;
  uint32_t bytes; /* of bytecode */
  struct instruction *at;
  uint32_t count;
  uint32_t *targets; /* of all switches */
  int32_t *cases;    /* the number for which control goes to each; of a default 0 */
  uint32_t target_count;
  struct handler *handlers; /* the first that fits is taken */
  uint32_t handler_count;
  struct code_line *lines; /* by begin; none with -g:none */
  uint32_t line_count;
  struct code_local *locals; /* in the order of the file; none without -g */
  uint32_t local_count;
  struct code_flow *flow; /* code_flow.h; null until it is asked for */
};

/* Read the code of METHOD, which has some.  False, with a diagnostic that names the
   class, the method and the offset, if it is broken. */
bool code_read (struct class_context *context, const struct java_class *class,
                const struct java_method *method, struct java_code *code);

/* The source line of an instruction; 0: unknown. */
uint32_t code_line_of (const struct java_code *code, uint32_t instruction);

/* "INVOKEVIRTUAL". */
const char *opcode_name (enum opcode opcode);
/* The columns of opcodes.def. */
const char *opcode_pops (enum opcode opcode);
const char *opcode_pushes (enum opcode opcode);
unsigned opcode_traits (enum opcode opcode);

#endif
