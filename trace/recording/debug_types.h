/* debug_types.h -- the source name of a part of a global variable: ".length",
   ".items[3].count", from the types in the debugging information (libdw, which
   debug_lines.h loads). */
#ifndef RECORDING_DEBUG_TYPES_H
#define RECORDING_DEBUG_TYPES_H

#ifdef HAVE_LIBDW
#include <elfutils/libdw.h>
#include <elfutils/libdwfl.h>

#include "base/arena.h"

/* clang-format off */
#define TYPES_FUNCTIONS(X)                                                               \
  X (dwfl_module_nextcu) X (dwarf_child) X (dwarf_siblingof) X (dwarf_diename)           \
  X (dwarf_formref_die) X (dwarf_attr_integrate) X (dwarf_getlocation)                   \
  X (dwarf_aggregate_size) X (dwarf_tag) X (dwarf_attr) X (dwarf_formudata)
/* clang-format on */

struct types_dw
{
#define TYPES_MEMBER(name) __typeof__ (name) *name;
  TYPES_FUNCTIONS (TYPES_MEMBER)
};

/* The global or static variable of MODULE that begins at ADDRESS; false: none. */
bool types_find_variable (const struct types_dw *dw, Dwfl_Module *module,
                          uint64_t address, Dwarf_Die *variable);

/* The name, in ARENA, of the outermost part of VARIABLE that begins at byte OFFSET and
   has at most EXTENT bytes.  Null: none, or one in a union or a bit field. */
const char *types_part_name (const struct types_dw *dw, Dwarf_Die *variable,
                             uint64_t offset, uint64_t extent, struct arena *arena);

#endif
#endif
