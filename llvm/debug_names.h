/* debug_names.h -- names of the source, where LLVM has numbers or mangled ones.
 *
 * LLVM's structs have members without names, and functions of C++ are called
 * `_ZN7Account3addEi'.  Debug data have what the source says: for a struct type its
 * members by their offsets, for a function its name and the scopes that it is in.
 * Without debug data nothing is known.
 */
#ifndef LLVM_DEBUG_NAMES_H
#define LLVM_DEBUG_NAMES_H

#ifdef HAVE_LLVM

#include "llvm/c_program.h"

/* Collect the types of P's debug data; before any pass drops some of them. */
void debug_names_find (struct program *p);

/* The member at OFFSET, in bytes, of the struct TYPE, whose debug data are *DEBUG, if
   that is not null; *DEBUG becomes its own.  "" if that is a base class, which has no
   name of its own; null: it is not known. */
const char *debug_member_name (const struct program *p, LLVMTypeRef type, uint64_t offset,
                               LLVMValueRef *debug);

/* The debug data of the cells of an array with debug data DEBUG, or null. */
LLVMValueRef debug_cell (const struct program *p, LLVMValueRef debug);

/* The name of the global VARIABLE, and the debug data of its type, or null. */
const char *debug_variable_name (const struct program *p, LLVMValueRef variable,
                                 LLVMValueRef *debug);

/* "Account::add", or LLVM's name if nothing better is known. */
const char *debug_function_name (const struct program *p, LLVMValueRef function);

#endif
#endif
