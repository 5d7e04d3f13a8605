/* prepare.h -- a module as the translation wants it.
 *
 * LLVM's own passes do most of the work: calls are inlined, unless they are recursive;
 * locals become values, unless their addresses are needed; loops that run a small number
 * of times are unrolled.  None of these passes adds, removes or moves an access to memory
 * that others can see.
 *
 * Each call of pthread_create gets a function of its own, phaselock.thread.N, into which
 * the thread's function is inlined: so every thread is translated with its own argument,
 * and has locals of its own.  A call that may be made more than once, in a loop, gets as
 * many as the options say.
 */
#ifndef LLVM_PREPARE_H
#define LLVM_PREPARE_H

#ifdef HAVE_LLVM

#include "llvm/c_program.h"

/* Threads of a program, main included. */
#define THREADS_MOST 64

/* False: P says what is wrong. */
bool prepare (struct program *p);

#endif
#endif
