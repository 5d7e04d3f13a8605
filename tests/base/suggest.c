/* suggest.c -- tests of base/suggest.h. */
#include <config.h>

#include "base/suggest.h"

#include <stddef.h>
#include <string.h>

#include "random.h"
#include "tests/lib/tap.h"

/* The distance by its definition (optimal string alignment), from the end. */
static uint32_t
naive_distance (const char *a, const char *b, size_t m, size_t n)
{
  if (m == 0 || n == 0)
    return (uint32_t) (m + n);
  uint32_t best = naive_distance (a, b, m - 1, n - 1) + (a[m - 1] != b[n - 1]);
  uint32_t other = naive_distance (a, b, m - 1, n) + 1;
  best = other < best ? other : best;
  other = naive_distance (a, b, m, n - 1) + 1;
  best = other < best ? other : best;
  if (m > 1 && n > 1 && a[m - 1] == b[n - 2] && a[m - 2] == b[n - 1])
    {
      other = naive_distance (a, b, m - 2, n - 2) + 1;
      best = other < best ? other : best;
    }
  return best;
}

static bool
random_words_agree (void)
{
  uint64_t random = 5;
  for (unsigned round = 0; round < 2000; round++)
    {
      char a[8], b[8];
      size_t m = random_below (&random, 7), n = random_below (&random, 7);
      for (size_t i = 0; i < 8; i++)
        {
          a[i] = (char) ('a' + random_below (&random, 3));
          b[i] = (char) ('a' + random_below (&random, 3));
        }
      a[m] = b[n] = 0;
      uint32_t exact = naive_distance (a, b, m, n);
      if (suggest_distance (a, b, 10) != exact)
        return false;
      uint32_t limit = random_below (&random, 4);
      uint32_t within = suggest_distance (a, b, limit);
      if (exact <= limit ? within != exact : within <= limit)
        return false;
    }
  return true;
}

static const char *
closest (const char *word, const char *const *candidates)
{
  struct suggest suggest;
  suggest_init (&suggest, word);
  for (; *candidates; candidates++)
    suggest_offer (&suggest, *candidates);
  return suggest.best;
}

static bool
suggests (const char *word, const char *expected)
{
  static const char *const words[]
    = { "count", "data", "size", "s", "empty", "a_very_long_name", NULL };
  const char *best = closest (word, words);
  return best && expected ? strcmp (best, expected) == 0 : best == expected;
}

int
main (void)
{
  tap_ok (random_words_agree (), "distances are those of the definition");
  tap_ok (suggests ("cuont", "count"), "neighbours swapped");
  tap_ok (suggests ("dta", "data"), "a letter missing");
  tap_ok (suggests ("sizee", "size"), "a letter too many");
  tap_ok (suggests ("emptx", "empty"), "another letter");
  tap_ok (suggests ("a_veri_lng_nme", "a_very_long_name"), "three slips in a long name");
  tap_ok (suggests ("zzzz", NULL), "nothing is close");
  tap_ok (suggests ("x", NULL), "one letter for another is no suggestion");
  tap_ok (suggests ("counter_of_things", NULL), "a longer word is another word");

  char long_word[200];
  memset (long_word, 'x', sizeof long_word - 1);
  long_word[sizeof long_word - 1] = 0;
  tap_ok (suggest_distance (long_word, long_word + 1, 5) > 5,
          "long words are not compared");
  static const char *const two[] = { "read1", "read2", NULL };
  const char *first = closest ("read", two);
  tap_ok (first && strcmp (first, "read1") == 0, "of equally close words the first");
  return tap_done ();
}
