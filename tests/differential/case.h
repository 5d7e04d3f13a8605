/* case.h -- what a seed stands for: a random model and some automata.
 *
 * The texts depend on the seed alone.  Automata are taken from the shipped sets
 * or made at random, and are renamed a1, a2, ... so that they fit in one file.
 */
#ifndef TESTS_CASE_H
#define TESTS_CASE_H

#include <stdint.h>

struct shipped_sets;

struct test_case
{
  char *model;
  char *automata;
};

/* Read the shipped sets, once. */
struct shipped_sets *shipped_sets_new (void);
void shipped_sets_free (struct shipped_sets *sets);

/* Texts are owned by the caller. */
struct test_case test_case_make (const struct shipped_sets *sets, uint64_t seed);
void test_case_free (struct test_case *test_case);

#endif
