/* binary.h -- does a finding of a C program happen when the program is run?
 *
 *     struct binary binary;
 *     binary_init (&binary, &options, library, &arena);
 *     binary_try (&binary, path, subject, witness, question, &seen, &arena);
 *     binary_clear (&binary);
 *
 * The program is compiled with the recorder's hooks, once, and run with its threads held
 * at the positions of the witness, one step after the other (trace/record/lead.c).  It is
 * EXECUTED: in a folder of its own that is removed, without input, without output, with
 * limits, and nothing of it is left running.
 */
#ifndef BINARY_BINARY_H
#define BINARY_BINARY_H

#include <signal.h>

#include "ir/subject.h"
#include "llvm/binary/binary_build.h"
#include "witness/driven.h"

struct binary
{
  const struct llvm_options *options;
  const volatile sig_atomic_t *interrupted;
  struct arena *arena; /* of what was built */
  struct binary_build build;
  const char *path;    /* what was built, or null */
  const char *problem; /* why it was not, or null */
};

/* LIBRARY is the folder of the recorder.  Everything is borrowed. */
void binary_init (struct binary *binary, const struct llvm_options *options,
                  const char *library, const volatile sig_atomic_t *interrupted,
                  struct arena *arena);
void binary_clear (struct binary *binary);

/* Lead the program in PATH along WITNESS.  DEADLINE is on quota_clock.  Texts of *SEEN
   are in ARENA. */
void binary_try (struct binary *binary, const char *path,
                 const struct ir_subject *subject, const struct witness *witness,
                 enum lead_question question, uint64_t deadline, struct execution *seen,
                 struct arena *arena);

#endif
