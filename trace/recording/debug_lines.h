/* debug_lines.h -- addresses of a program that has ended: source lines, functions,
 * variables.
 *
 * Read from the debugging information of the program and its libraries (libdw).  In a
 * build without libdw, and for code without such information, a place is called by its
 * module and its address there, for addr2line.  Code that was inlined from a header of
 * the system (std::mutex, say) belongs to the line that it was inlined into.  Symbols of
 * C++ are written as a programmer would, if its library can be loaded.  Texts live in the
 * arena; what is asked twice is answered from a table.
 */
#ifndef RECORDING_DEBUG_LINES_H
#define RECORDING_DEBUG_LINES_H

#include <stdbool.h>
#include <stdint.h>

#include "base/arena.h"
#include "base/names.h"
#include "base/pairmap.h"
#include "base/vec.h"

struct lines_module
{
  uint64_t base;
  const char *path;
};

#define LINES_NO_MODULE UINT32_MAX

/* A place in the code. */
struct lines_place
{
  const char *line;     /* "bank.c:17"; or a substitute */
  const char *function; /* its name without parameters, or null; unique pointers */
  uint32_t module;      /* or LINES_NO_MODULE */
  bool is_own;          /* LINE is in the program's source, not in a system header */
};

struct debug_lines
{
  struct arena *arena;
  const char *folder; /* files below it are named relative to it */
  VEC (struct lines_module) modules;
  struct pairmap numbers; /* address -> index in `places' */
  VEC (struct lines_place) places;
  struct names functions;
  struct lines_dw *dw; /* libdw; null: not there */
  /* __cxa_demangle of C++; or null */
  char *(*demangle) (const char *symbol, char *buffer, size_t *length, int *status);
};

/* FOLDER is absolute.  Add the modules (RAW_MODULES), then open, then ask; close it. */
void lines_init (struct debug_lines *lines, struct arena *arena, const char *folder);
void lines_add_modules (struct debug_lines *lines, const char *text);
void lines_open (struct debug_lines *lines);
void lines_close (struct debug_lines *lines);

/* The place before ADDRESS, to which a call returns; valid until the next question. */
const struct lines_place *lines_find (struct debug_lines *lines, uint64_t address);

/* The variable at ADDRESS: its name, SIZE, and the OFFSET of ADDRESS in it; or null. */
const char *lines_find_variable (struct debug_lines *lines, uint64_t address,
                                 uint64_t *offset, uint64_t *size);

/* The part of the variable at ADDRESS that begins at OFFSET and has at most EXTENT bytes:
   ".length", ".items[3]"; null: its type is not known. */
const char *lines_find_part (const struct debug_lines *lines, uint64_t address,
                             uint64_t offset, uint64_t extent);

#endif
