/* domains.c -- see domains.h. */
#include <config.h>

#include "domains.h"

#include <assert.h>
#include <stdlib.h>

/* Boolean. */

static wpds_weight
boolean_extend (void *context, wpds_weight a, wpds_weight b)
{
  (void) context;
  return (wpds_weight){ a.bits & b.bits };
}

static bool
boolean_combine (void *context, wpds_weight *sum, wpds_weight more, wpds_weight *news)
{
  (void) context;
  if (!(more.bits & ~sum->bits))
    return false;
  *sum = more;
  if (news)
    *news = more;
  return true;
}

const struct wpds_domain boolean_domain = { .one = { 1 },
                                            .zero = { 0 },
                                            .extend = boolean_extend,
                                            .combine = boolean_combine,
                                            .retain = wpds_retain_nothing,
                                            .release = wpds_release_nothing };

bool
boolean_split (void *context, wpds_weight a, wpds_weight b, wpds_weight part,
               wpds_weight *left, wpds_weight *right)
{
  (void) context;
  *left = a;
  *right = b;
  return (part.bits & ~(a.bits & b.bits)) == 0;
}

/* Words. */

unsigned
word_length (word w)
{
  assert (w);
  return (63 - (unsigned) __builtin_clzll (w)) / 4;
}

word
word_append (word a, word b)
{
  unsigned shift = 4 * word_length (b);
  assert (word_length (a) + word_length (b) <= 15);
  return a << shift | (b ^ (EMPTY_WORD << shift));
}

/* The empty set is the word 0; {the empty word} is never freed. */
static const struct words no_words = { .count = 0 };
static struct words empty_word = { .references = 1, .count = 1, .at = { EMPTY_WORD } };

const struct words *
words_of (wpds_weight a)
{
  return a.bits ? (const struct words *) a.bits : &no_words;
}

static int
compare_words (const void *a, const void *b)
{
  word x = *(const word *) a, y = *(const word *) b;
  return x < y ? -1 : x > y;
}

wpds_weight
words_make (struct words_context *context, const word *list, uint32_t count)
{
  struct words *words = malloc (sizeof *words + count * sizeof *words->at);
  if (!words)
    abort ();
  words->references = 1;
  words->count = 0;
  for (uint32_t i = 0; i < count; i++)
    if (word_length (list[i]) <= context->longest)
      words->at[words->count++] = list[i];
  qsort (words->at, words->count, sizeof *words->at, compare_words);
  uint32_t kept = 0;
  for (uint32_t i = 0; i < words->count; i++)
    if (kept == 0 || words->at[kept - 1] != words->at[i])
      words->at[kept++] = words->at[i];
  words->count = kept;
  if (kept == 0)
    {
      free (words);
      return (wpds_weight){ 0 };
    }
  context->live++;
  return (wpds_weight){ (uintptr_t) words };
}

static wpds_weight
words_extend (void *context, wpds_weight a, wpds_weight b)
{
  struct words_context *words = context;
  const struct words *x = words_of (a), *y = words_of (b);
  words->joined += (uint64_t) x->count * y->count;
  word *list = calloc ((size_t) x->count * y->count + 1, sizeof *list);
  if (!list)
    abort ();
  uint32_t count = 0;
  for (uint32_t i = 0; i < x->count; i++)
    for (uint32_t j = 0; j < y->count; j++)
      if (word_length (x->at[i]) + word_length (y->at[j]) <= words->longest)
        list[count++] = word_append (x->at[i], y->at[j]);
  wpds_weight result = words_make (words, list, count);
  free (list);
  return result;
}

static wpds_weight
words_retain (void *context, wpds_weight a)
{
  (void) context;
  if (a.bits)
    ((struct words *) a.bits)->references++;
  return a;
}

static void
words_release (void *context, wpds_weight a)
{
  if (!a.bits)
    return;
  struct words *words = (struct words *) a.bits;
  assert (words->references > 0);
  if (--words->references == 0)
    {
      ((struct words_context *) context)->live--;
      free (words);
    }
}

static bool
has_word (const struct words *words, word w)
{
  return bsearch (&w, words->at, words->count, sizeof w, compare_words);
}

static bool
words_combine (void *context, wpds_weight *sum, wpds_weight more, wpds_weight *news)
{
  const struct words *old = words_of (*sum), *extra = words_of (more);
  word *list = calloc ((size_t) old->count + extra->count + 1, sizeof *list);
  if (!list)
    abort ();
  uint32_t count = 0;
  for (uint32_t i = 0; i < extra->count; i++)
    if (!has_word (old, extra->at[i]))
      list[count++] = extra->at[i];
  if (count > 0)
    {
      if (news)
        *news = words_make (context, list, count);
      for (uint32_t i = 0; i < old->count; i++)
        list[count + i] = old->at[i];
      wpds_weight larger = words_make (context, list, count + old->count);
      words_release (context, *sum);
      *sum = larger;
    }
  free (list);
  return count > 0;
}

struct wpds_domain
words_domain (struct words_context *context)
{
  return (struct wpds_domain){ .context = context,
                               .one = { (uintptr_t) &empty_word },
                               .extend = words_extend,
                               .combine = words_combine,
                               .retain = words_retain,
                               .release = words_release };
}

/* Does a (+) b = a? */
static bool
is_below (const struct wpds_domain *domain, wpds_weight b, wpds_weight a)
{
  wpds_weight sum = wpds_retain (domain, a);
  bool grown = wpds_combine (domain, &sum, b, NULL);
  wpds_release (domain, sum);
  return !grown;
}

bool
weights_equal (const struct wpds_domain *domain, wpds_weight a, wpds_weight b)
{
  return is_below (domain, a, b) && is_below (domain, b, a);
}

void
print_weight (const struct wpds_domain *domain, wpds_weight a, FILE *file)
{
  if (domain->extend != words_extend)
    {
      fprintf (file, "%llx", (unsigned long long) a.bits);
      return;
    }
  fputc ('{', file);
  for (uint32_t i = 0; i < words_of (a)->count; i++)
    fprintf (file, " %llx", (unsigned long long) words_of (a)->at[i]);
  fputs (" }", file);
}

bool
words_split (void *context, wpds_weight a, wpds_weight b, wpds_weight part,
             wpds_weight *left, wpds_weight *right)
{
  const struct words *x = words_of (a), *y = words_of (b);
  assert (words_of (part)->count == 1);
  word wanted = words_of (part)->at[0];
  for (uint32_t i = 0; i < x->count; i++)
    for (uint32_t j = 0; j < y->count; j++)
      if (word_length (x->at[i]) + word_length (y->at[j]) == word_length (wanted)
          && word_append (x->at[i], y->at[j]) == wanted)
        {
          *left = words_make (context, &x->at[i], 1);
          *right = words_make (context, &y->at[j], 1);
          return true;
        }
  return false;
}
