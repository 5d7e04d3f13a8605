/* edits.h -- models that ship, with a few random edits.
 *
 * What people write is not what a grammar draws, and next to a model that is right are
 * those that are just wrong: a statement moves out of its lock or into an atomic block,
 * two change places, a process is there twice, somebody waits for something else.  Most
 * models get a probe, too: one process sets a flag and claims a little later that another
 * one has not answered yet; that one waits for the flag, and answers.  So it is asked
 * whether it can run in between, at two places of the model that chance chose.
 */
#ifndef TESTS_REFEREE_EDITS_H
#define TESTS_REFEREE_EDITS_H

#include <stdint.h>
#include <stdio.h>

/* The model TEXT after the edits of SEED.  It need not be valid. */
void edits_write (FILE *out, const char *text, uint64_t seed);

#endif
