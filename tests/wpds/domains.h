/* domains.h -- two small weight domains, and how to split their weights.
 *
 *     Boolean    reachability
 *     words      sets of words of at most LONGEST letters, longer ones dropped:
 *                which runs there are.  (x) concatenates and does not commute.
 *
 * Words are reference counted, so that a reference lost or released twice shows
 * in `live' or to the address sanitizer.
 */
#ifndef TESTS_WPDS_DOMAINS_H
#define TESTS_WPDS_DOMAINS_H

#include <stdint.h>
#include <stdio.h>

#include "wpds/distance.h"

extern const struct wpds_domain boolean_domain;
bool boolean_split (void *context, wpds_weight a, wpds_weight b, wpds_weight part,
                    wpds_weight *left, wpds_weight *right);

/* Letters are hexadecimal digits after a leading 1: 0x1 is the empty word,
   0x1ab is ab. */
typedef uint64_t word;
#define EMPTY_WORD ((word) 1)
unsigned word_length (word w);
word word_append (word a, word b);

struct words
{
  uint32_t references, count;
  word at[]; /* increasing */
};

struct words_context
{
  unsigned longest;
  long live;       /* sets in memory */
  uint64_t joined; /* words put together by extend */
};

/* Of any domain: is each below the other? */
bool weights_equal (const struct wpds_domain *domain, wpds_weight a, wpds_weight b);
/* Of one of the domains of the tests. */
void print_weight (const struct wpds_domain *domain, wpds_weight a, FILE *file);

/* Context is borrowed by the domain. */
struct wpds_domain words_domain (struct words_context *context);
/* The set of these words, in any order. */
wpds_weight words_make (struct words_context *context, const word *list, uint32_t count);
const struct words *words_of (wpds_weight a);
bool words_split (void *context, wpds_weight a, wpds_weight b, wpds_weight part,
                  wpds_weight *left, wpds_weight *right);

#endif
