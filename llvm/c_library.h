/* c_library.h -- functions of the C library, in C.
 *
 * What a table cannot say (externals.h), a text can: clang compiles those of these
 * functions that the program calls, and they are linked to it.  Names that begin with
 * `phaselock_' are ours: what they stand for concerns nobody's questions.
 */
#ifndef LLVM_C_LIBRARY_H
#define LLVM_C_LIBRARY_H

/* What is in the text: null at the end.  NAME stands behind #ifdef NEED_NAME. */
extern const char *const c_library_names[];
extern const char c_library[];

#endif
