/* inlining.h -- which functions are inlined.
 *
 * All that are not recursive, if what comes out is small.  If not, large functions that
 * are called in several places stay procedures, as recursive ones are, first those that
 * create no thread, take no lock and wait for nobody: what they do to locks need not be
 * known where they are called.
 */
#ifndef LLVM_INLINING_H
#define LLVM_INLINING_H

#ifdef HAVE_LLVM

#include "llvm/c_program.h"

struct inlined_function
{
  LLVMValueRef function;
  uint32_t instructions; /* its own */
  uint64_t size;         /* with all that is inlined into it */
  uint32_t calls;        /* how many instructions call it, or use its address */
  bool may_be;           /* inlined */
  bool is_inlined;
  bool is_thread;         /* it is given to pthread_create */
  bool is_needed;         /* it has to be: threads or locks are in it */
  VEC (uint32_t) callees; /* one for each call */
};

struct inlining
{
  struct program *p;
  struct pairmap number_of; /* by a function's address */
  VEC (struct inlined_function) functions;
};

void inlining_begin (struct inlining *inlining, struct program *p);
void inlining_add (struct inlining *inlining, LLVMValueRef function, bool may_be);
/* False: however it is done, the program becomes too large, which P says. */
bool inlining_choose (struct inlining *inlining);

#endif
#endif
