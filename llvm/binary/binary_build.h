/* binary_build.h -- a C program, compiled and linked with the recorder.
 *
 * What the compiler and the linker say is kept for the user.
 */
#ifndef BINARY_BUILD_H
#define BINARY_BUILD_H

#include "llvm/binary/binary_plan.h"
#include "llvm/llvm.h"

struct binary_build
{
  const char *library; /* the folder of the recorder */
  const char *folder;  /* for what is made, an absolute path */
  const char *program; /* what was made */
};

/* Build PATH, a file of C or C++, or a compile_commands.json, as OPTIONS say.  False with
 *PROBLEM. */
bool binary_build_make (struct binary_build *build, const char *path,
                        const struct llvm_options *options, struct arena *arena,
                        const char **problem);

typedef VEC (struct lead_range) binary_ranges;

/* Which code of PROGRAM is at the places of PLAN: by addresses.  False with *PROBLEM. */
bool binary_build_ranges (const char *program, const struct binary_plan *plan,
                          binary_ranges *ranges, struct arena *arena,
                          const char **problem);

#endif
