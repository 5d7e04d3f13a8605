/* memory.h -- what has an address: globals, locals, objects of the heap, threads.
 *
 * Every object has an address, a number, so that pointers are numbers and can be
 * compared, stored and computed with.  An object consists of leaves: the scalars in it,
 * by path, with all cells of an array together.  Sync objects (a pthread_mutex_t) are
 * leaves as a whole.
 */
#ifndef LLVM_MEMORY_H
#define LLVM_MEMORY_H

#ifdef HAVE_LLVM

#include "llvm/c_program.h"

/* How many objects a place that allocates in a loop has; more are left out. */
#define HEAP_OBJECTS 3
/* Cells of an array whose values are followed. */
#define CELLS_MOST 4096

/* Find everything that has an address. */
void memory_lay_out (struct program *p);

/* The objects of VALUE, a global, an alloca, an allocation or a function: the first, and
   in *COUNT how many; NONE if it has none.  A variable that each thread has for itself
   has one for each, in the order of roots. */
uint32_t memory_objects_of (const struct program *p, LLVMValueRef value, uint32_t *count);

/* Does CALL allocate memory? */
bool memory_is_allocation (const struct program *p, LLVMValueRef call);

/* The leaf of OBJECT that BYTES bytes at OFFSET are a cell of; *CELL becomes which.  NONE
   if there is none of exactly that place and size.  BYTES 0: of any size. */
uint32_t memory_leaf_at (const struct program *p, uint32_t object, uint64_t offset,
                         uint32_t bytes, uint64_t *cell);

/* The mutex, semaphore ... of OBJECT that OFFSET is inside of; *INSIDE becomes where.
   NONE if there is none. */
uint32_t memory_sync_around (const struct program *p, uint32_t object, uint64_t offset,
                             uint64_t *inside);

/* OFFSET in OBJECT with all indices of arrays set to 0. */
uint64_t memory_first_cell (const struct program *p, uint32_t object, uint64_t offset);

/* Can control come to INSTRUCTION again? */
bool memory_is_in_loop (const struct program *p, LLVMValueRef instruction);

#endif
#endif
