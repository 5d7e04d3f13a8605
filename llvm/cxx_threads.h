/* cxx_threads.h -- the threads of the C++ library, in terms of POSIX threads.
 *
 * Mutexes, locks and atomics of C++ are templates and inline functions, which clang
 * compiles with the program.  What libstdc++ has only as machine code, starting and
 * joining threads and condition variables, is defined by this text, which every C++ file
 * includes first.
 */
#ifndef LLVM_CXX_THREADS_H
#define LLVM_CXX_THREADS_H

extern const char cxx_threads[];

#endif
