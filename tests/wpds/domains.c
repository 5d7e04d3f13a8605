/* domains.c -- see domains.h. */
#include <config.h>

#include "domains.h"

#include <assert.h>
#include <stdlib.h>

static wpds_weight
keep (void *context, wpds_weight a)
{
  (void) context;
  return a;
}

static void
drop (void *context, wpds_weight a)
{
  (void) context, (void) a;
}

static bool
same (void *context, wpds_weight a, wpds_weight b)
{
  (void) context;
  return a.bits == b.bits;
}

/* Boolean. */

static wpds_weight
boolean_one (void *context)
{
  (void) context;
  return (wpds_weight){ 1 };
}

static wpds_weight
boolean_zero (void *context)
{
  (void) context;
  return (wpds_weight){ 0 };
}

static bool
boolean_is_zero (void *context, wpds_weight a)
{
  (void) context;
  return !a.bits;
}

static wpds_weight
boolean_extend (void *context, wpds_weight a, wpds_weight b)
{
  (void) context;
  return (wpds_weight){ a.bits & b.bits };
}

static bool
boolean_combine (void *context, wpds_weight *sum, wpds_weight more,
                 wpds_weight *news)
{
  (void) context;
  if (!(more.bits & ~sum->bits))
    return false;
  *sum = more;
  if (news)
    *news = more;
  return true;
}

static void
boolean_print (void *context, wpds_weight a, FILE *file)
{
  (void) context;
  fputs (a.bits ? "true" : "false", file);
}

const struct wpds_domain boolean_domain
  = { NULL,           boolean_one,     boolean_zero, boolean_is_zero, same,
      boolean_extend, boolean_combine, keep,         drop, boolean_print };

bool
boolean_split (void *context, wpds_weight a, wpds_weight b, wpds_weight part,
               wpds_weight *left, wpds_weight *right)
{
  (void) context;
  *left = a;
  *right = b;
  return (part.bits & ~(a.bits & b.bits)) == 0;
}

/* Min-plus. */

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

const struct words *
words_of (wpds_weight a)
{
  return (const struct words *) a.bits;
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
  context->live++;
  return (wpds_weight){ (uintptr_t) words };
}

static wpds_weight
words_one (void *context)
{
  word empty = EMPTY_WORD;
  return words_make (context, &empty, 1);
}

static wpds_weight
words_zero (void *context)
{
  word none = EMPTY_WORD;
  return words_make (context, &none, 0);
}

static bool
words_is_zero (void *context, wpds_weight a)
{
  (void) context;
  return words_of (a)->count == 0;
}

static bool
words_equal (void *context, wpds_weight a, wpds_weight b)
{
  (void) context;
  const struct words *x = words_of (a), *y = words_of (b);
  if (x->count != y->count)
    return false;
  for (uint32_t i = 0; i < x->count; i++)
    if (x->at[i] != y->at[i])
      return false;
  return true;
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
  ((struct words *) a.bits)->references++;
  return a;
}

static void
words_release (void *context, wpds_weight a)
{
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
words_combine (void *context, wpds_weight *sum, wpds_weight more,
               wpds_weight *news)
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

static void
words_print (void *context, wpds_weight a, FILE *file)
{
  (void) context;
  fputc ('{', file);
  for (uint32_t i = 0; i < words_of (a)->count; i++)
    fprintf (file, " %llx", (unsigned long long) words_of (a)->at[i]);
  fputs (" }", file);
}

struct wpds_domain
words_domain (struct words_context *context)
{
  return (struct wpds_domain){ context,       words_one,     words_zero,
                               words_is_zero, words_equal,   words_extend,
                               words_combine, words_retain,  words_release,
                               words_print };
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
      if (word_length (x->at[i]) + word_length (y->at[j])
            == word_length (wanted)
          && word_append (x->at[i], y->at[j]) == wanted)
        {
          *left = words_make (context, &x->at[i], 1);
          *right = words_make (context, &y->at[j], 1);
          return true;
        }
  return false;
}
