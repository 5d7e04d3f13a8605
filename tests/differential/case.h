/* case.h -- what a seed stands for: a random model and some automata.
 *
 * The texts depend on the seed alone, and on how many of the models are to have life
 * cycles or waits.  Automata are taken from the shipped sets
 * or made at random, and are renamed a1, a2, ... so that they fit in one file.
 */
#ifndef TESTS_CASE_H
#define TESTS_CASE_H

#include <stdbool.h>
#include <stdint.h>

struct shipped_sets;

struct test_case
{
  char *model;
  char *twin; /* the same model without classes, or null */
  char *automata;
  bool meetings; /* races and the deadlock of the model are asked, too */
};

/* Read the shipped sets, once. */
struct shipped_sets *shipped_sets_new (void);
void shipped_sets_free (struct shipped_sets *sets);

/* Texts are owned by the caller.  LIVES: the percentage of models with life cycles or
   waits, which are asked for races and deadlocks.  The others do not depend on it. */
struct test_case test_case_make (const struct shipped_sets *sets, uint64_t seed,
                                 uint32_t lives);
void test_case_free (struct test_case *test_case);

#endif
