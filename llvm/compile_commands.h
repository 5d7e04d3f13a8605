/* compile_commands.h -- compile_commands.json: how each file of a program is compiled.
 *
 * CMake, Meson, Bear and others write it.  A row has the folder that the compiler is run
 * in, a file, and the compiler's command line, of which what a program's meaning does not
 * depend on is dropped.
 */
#ifndef LLVM_COMPILE_COMMANDS_H
#define LLVM_COMPILE_COMMANDS_H

#include <stdbool.h>

#include "base/vec.h"

struct compile_command
{
  const char *folder; /* where the compiler is run */
  const char *file;   /* as the row has it */
  VEC (char *) words; /* options, without the compiler, the file, and where output goes */
  bool is_ours;       /* the file is: options for all of the program's are not for it */
};

struct compile_commands
{
  VEC (struct compile_command) list; /* each file once */
};

/* Is PATH such a file, by its name? */
bool compile_commands_takes (const char *path);

/* Read PATH; all is in ARENA.  False: *MESSAGE says why. */
bool compile_commands_read (struct compile_commands *commands, const char *path,
                            struct arena *arena, const char **message);

#endif
