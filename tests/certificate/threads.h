/* threads.h -- small random models whose processes start, join and wait. */
#ifndef TESTS_CERTIFICATE_THREADS_H
#define TESTS_CERTIFICATE_THREADS_H

#include <stdint.h>

/* The text of a model, which depends on the seed alone; owned by the caller. */
char *threads_model (uint64_t seed);

#endif
