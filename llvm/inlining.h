/* inlining.h -- which functions are inlined.
 *
 * All that are not recursive, if what comes out is small.  If not, large functions that
 * are called in several places stay procedures, as recursive ones are: first those that
 * take no lock and wait for nobody, then others, but for those that create threads.
 */
#ifndef LLVM_INLINING_H
#define LLVM_INLINING_H

#ifdef HAVE_LLVM

#include "llvm/c_program.h"

/* Why a function should be inlined: the most important reason. */
enum inlining_need
{
  INLINING_SMALL,   /* its values are told apart by who calls it */
  INLINING_LOCKS,   /* it takes locks, or waits: its locks are told apart */
  INLINING_THREADS, /* it creates or ends threads, or is a unit: it has to be */
};

struct inlined_function
{
  LLVMValueRef function;
  uint32_t instructions; /* its own */
  uint64_t size;         /* with all that is inlined into it */
  uint32_t calls;        /* how many instructions call it, or use its address */
  bool may_be;           /* inlined */
  bool is_inlined;
  bool is_thread;          /* it is given to pthread_create */
  enum inlining_need need; /* of it and what it calls */
  VEC (uint32_t) callees;  /* one for each call */
};

struct inlining
{
  struct program *p;
  struct pairmap number_of; /* by a function's address */
  VEC (struct inlined_function) functions;
  uint64_t size; /* of the program when it is done: instructions */
};

void inlining_begin (struct inlining *inlining, struct program *p);
void inlining_add (struct inlining *inlining, LLVMValueRef function, bool may_be);
/* False: however it is done, the program becomes too large, which P says. */
bool inlining_choose (struct inlining *inlining);

#endif
#endif
