/* explicit.h -- random systems, and runs of them one configuration at a time.
 *
 * This is the referee: it shares no code with the solvers.  It tells all pairs
 * (configuration, word) such that a run from the start with that word, at most
 * LONGEST letters, ends in the configuration.  Every push has a letter at least,
 * so these are finitely many and none is cut off.
 */
#ifndef TESTS_WPDS_EXPLICIT_H
#define TESTS_WPDS_EXPLICIT_H

#include <stdint.h>

#include "domains.h"
#include "tests/spec/language.h"

uint64_t random_next (uint64_t *seed);
/* Below N. */
uint32_t random_below (uint64_t *seed, uint32_t n);

/* The stack's hexadecimal digits after a leading 1, the top last. */
struct configuration
{
  uint32_t state;
  uint64_t stack;
};

uint32_t stack_height (uint64_t stack);
/* Top first, as the library wants it. */
void stack_symbols (uint64_t stack, wpds_symbol *symbols);
/* The step if the rule applies. */
bool configuration_step (struct configuration *c, const struct wpds_rule *rule);

/* A rule with one or two words that it may read: its letter is its label. */
struct random_rule
{
  struct wpds_rule rule;
  word words[2];
  uint32_t word_count;
};

struct random_system
{
  uint32_t states, symbols, rule_count;
  struct random_rule rules[15];
};

struct random_system random_system (uint64_t *seed);
struct configuration random_configuration (uint64_t *seed,
                                           const struct random_system *random,
                                           uint32_t most_height);

/* Build it; the cost of a rule in min-plus is the length of its shortest word. */
void build_words (struct wpds_system *system, struct arena *arena,
                  const struct wpds_domain *domain, struct words_context *context,
                  const struct random_system *random);
void build_plain (struct wpds_system *system, struct arena *arena,
                  const struct wpds_domain *domain, bool costs,
                  const struct random_system *random);

struct pair
{
  struct configuration at;
  word word;
};

struct runs
{
  VEC (struct pair) pairs;
};

/* False: too many. */
bool explore (struct runs *runs, struct arena *arena, const struct random_system *random,
              struct configuration start, unsigned longest);

/* Languages of stacks over the symbols. */
struct random_language
{
  bool final[4];
  struct language_edge edges[8];
  struct language language; /* made of the above */
};

void random_language (struct random_language *language, uint64_t *seed, uint32_t symbols);
bool language_has (const struct language *language, uint64_t stack);

#endif
