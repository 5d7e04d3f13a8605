/* cells.h -- the variables of a recorded program: cells of memory, and their names.
 *
 * A trace has variables, a program has bytes.  A cell is a longest range of bytes that
 * no access tells apart: the beginnings and ends of all accesses cut the memory into
 * cells, and an access is one of every cell in its range.  So two accesses meet in a cell
 * exactly if they overlap, and what is never accessed apart is one variable.  This needs
 * all accesses to be known first: add them, seal the cells, then ask.
 *
 * Names are those of the debugger for global variables, with the part that the cell is
 * where it is not the whole of it: "balance", "queue.length", "table.[3]"; "accounts.8",
 * by its offset, if no type says more.  Objects on the heap are numbered, "heap3.16" is
 * the cell at byte 16 of one; an object that is created where another one was freed has
 * its name ("new" in the trace says so).  What is on a thread's stack is "stack2.5", and
 * everything else is "memory7", numbered as it comes. A lock has the name of the variable
 * that begins where it does.
 */
#ifndef RECORDING_CELLS_H
#define RECORDING_CELLS_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include "base/arena.h"
#include "base/names.h"
#include "base/pairmap.h"
#include "base/vec.h"
#include "trace/recording/debug_lines.h"

struct recorded_cell
{
  uint64_t address;
  uint32_t region;  /* the object that contains it now, or CELLS_NO_REGION */
  const char *name; /* its name outside of objects; null: not needed so far */
  const char *lock; /* its name as a lock */
};

#define CELLS_NO_REGION UINT32_MAX

/* An object on the heap, or a stack: a range of bytes. */
struct region
{
  uint64_t address;
  uint64_t size;
  uint32_t number;
  uint32_t cells; /* of a stack: how many of its cells are numbered */
  bool is_stack;
};

struct cells
{
  struct arena *arena;
  struct debug_lines *lines;
  struct pairmap bounds; /* by address; once sealed, the number of the cell there */
  VEC (struct recorded_cell)
  list; /* by address; the last one begins where the last access ends */
  VEC (struct region) regions;
  struct pairmap heap;     /* address of an object -> its region */
  struct pairmap stacks;   /* thread -> its region */
  struct pairmap on_stack; /* (cell, region) -> the number of the cell there */
  uint32_t heap_count, memory_count;
  struct names names;    /* names of global variables */
  VEC (uint64_t) owners; /* by name: the address of the variable that has it */
};

void cells_init (struct cells *cells, struct arena *arena, struct debug_lines *lines);
void cells_add (struct cells *cells, uint64_t address, uint64_t size);
void cells_seal (struct cells *cells);

/* The first cell of an access that was added, and the one after its last cell. */
void cells_find (const struct cells *cells, uint64_t address, uint64_t size,
                 uint32_t *begin, uint32_t *end);

/* Begin an object, *REGION; false: nothing in it is ever accessed. */
bool cells_begin_object (struct cells *cells, uint64_t address, uint64_t size,
                         uint32_t *region);
void cells_end_object (struct cells *cells, uint64_t address);
/* Begin the stack of THREAD. */
void cells_begin_stack (struct cells *cells, uint32_t thread, uint64_t address,
                        uint64_t size);

/* Print the name of an object: "heap3". */
void cells_print_region (const struct cells *cells, uint32_t region, FILE *stream);
/* Print the name of a variable: "heap3.16". */
void cells_print (struct cells *cells, uint32_t cell, FILE *stream);
/* The region of CELL now; and the name of a lock that was created in CELL when that was
   in REGION: it stays, even if its memory has been freed since. */
uint32_t cells_region (const struct cells *cells, uint32_t cell);
void cells_print_lock (struct cells *cells, uint32_t cell, uint32_t region, FILE *stream);

#endif
