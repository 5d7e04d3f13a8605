/* module.h -- a file of C, bitcode or assembly as LLVM's module. */
#ifndef LLVM_MODULE_H
#define LLVM_MODULE_H

#ifdef HAVE_LLVM

#include "llvm/c_program.h"

/* Read PATH; C is compiled first.  False: P says what is wrong. */
bool module_read (struct program *p, const char *path);
void module_free (struct program *p);

#endif
#endif
