/* llvm.h -- C programs in, models and notes out: the public face of this room.
 *
 * A program is a file of C, which clang compiles, or LLVM's bitcode or assembly.  Its
 * threads become processes, its shared memory fields with values, its mutexes locks.
 * doc/c.md has the rules, and what each of them costs.
 */
#ifndef LLVM_LLVM_H
#define LLVM_LLVM_H

#include <stdbool.h>
#include <stdint.h>

#include "ir/ir.h"
#include "ir/provenance.h"

struct llvm_options
{
  const char *main_name;      /* --main: where the program begins; null: main */
  const char *main_file;      /* of several: the file with that function; or null */
  const char *clang;          /* --clang: the compiler; null: clang */
  const char *unit_functions; /* --units: a glob of functions that are units; or null */
  uint32_t threads;           /* --threads: of a pthread_create in a loop; 0: two */
  char **arguments;           /* --cflags: for clang */
  uint32_t argument_count;
};

/* A program that was read. */
struct llvm_model
{
  struct ir_model *model; /* to be filled */
  struct ir *ir;
  struct provenance *provenance;
  /* The text that steps and claims are in, from the start of the arena's life. */
  const char *text;
  size_t length;
};

/* Why there is no model. */
struct llvm_error
{
  const char *code, *message;
};

/* Can files of C be read by this build? */
bool llvm_is_there (void);

/* Read PATH and build its model; everything is in the arena of the model's members.
   RESET is called, with CONTEXT, before each attempt: it makes `model' an empty one.
   False: *ERROR says why. */
bool llvm_read (struct llvm_model *result, const char *path,
                const struct llvm_options *options, struct arena *arena,
                void (*reset) (void *context), void *context, struct llvm_error *error);

#endif
