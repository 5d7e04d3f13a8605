/* fuzz_eml.h -- the entry that libFuzzer expects, for replay.c to call, too. */
#ifndef TESTS_FUZZ_EML_H
#define TESTS_FUZZ_EML_H

#include <stddef.h>
#include <stdint.h>

/* Try one input; returns 0, or dies if it found something. */
int LLVMFuzzerTestOneInput (const uint8_t *data, size_t size);

#endif
