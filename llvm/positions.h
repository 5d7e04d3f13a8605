/* positions.h -- where instructions come from: lines of C.
 *
 * A model has a text in which its steps are.  That of a C program is the file that
 * defines main, as it is; below it stands a line for each place that is not in that file:
 * the file, line and column, or the name of a function, if there are no debug data.  If
 * the file cannot be read, empty lines stand for its lines.
 */
#ifndef LLVM_POSITIONS_H
#define LLVM_POSITIONS_H

#ifdef HAVE_LLVM

#include "base/source.h"
#include "llvm/c_program.h"

struct positions
{
  const struct program *program;
  const char
    *file; /* the name of the file that is the text, as LLVM spells it, or null */
  VEC (char) text;
  VEC (uint32_t) lines;    /* where each line of the file begins */
  struct pairmap unplaced; /* by instruction without a line: its span */
  struct names names;      /* of places below the file */
  VEC (struct span) spans;
};

/* Where an instruction comes from. */
struct place
{
  LLVMMetadataRef file; /* null: it is not known */
  unsigned line, column;
};

/* Of what was inlined from a file of the system, such as the C++ library: where the
   program calls it. */
struct place positions_place (const struct program *p, LLVMValueRef instruction);

/* Is INSTRUCTION, wherever it was inlined to, of a file whose name ends with FILE? */
bool positions_is_of (const struct program *p, LLVMValueRef instruction,
                      const char *file);

/* The text of P; PATH is what was given, and is the text itself if it is C. */
void positions_init (struct positions *positions, const struct program *p,
                     const char *path);

/* The place of INSTRUCTION: up to the end of its line. */
struct span positions_find (struct positions *positions, LLVMValueRef instruction);

/* "bank.c:42", in the arena; null: it is not known. */
const char *positions_line (const struct program *p, LLVMValueRef instruction);

/* Is INSTRUCTION in the file that is the text? */
bool positions_is_inside (const struct positions *positions, LLVMValueRef instruction);

#endif
#endif
