/* word_fits.c -- see word_fits.h. */
#include <config.h>

#include "results/word_fits.h"

#include <assert.h>
#include <string.h>

#include "base/text.h"

void
word_fits_init (struct word_fits *fits, struct quota *quota)
{
  *fits = (struct word_fits){ .list = VEC_EMPTY };
  arena_init (&fits->arena, quota);
}

void
word_fits_clear (struct word_fits *fits)
{
  arena_clear (&fits->arena);
}

void
word_fits_add (struct word_fits *fits, const struct suggest *suggest, bool is_process,
               bool found)
{
  struct word_fit *fit = NULL;
  const char *word = suggest->word, *best = suggest->best;
  assert (word);
  for (uint32_t i = 0; i < fits->list.count && !fit; i++)
    if (fits->list.at[i].is_process == is_process
        && strcmp (fits->list.at[i].word, word) == 0)
      fit = &fits->list.at[i];
  if (!fit)
    {
      fit = vec_push (&fits->arena, &fits->list);
      *fit = (struct word_fit){ .word = arena_copy (&fits->arena, word, strlen (word)),
                                .is_process = is_process };
    }
  fit->fits |= found;
  if (best && (!fit->best || suggest->distance < fit->distance))
    {
      fit->best = arena_copy (&fits->arena, best, strlen (best));
      fit->distance = suggest->distance;
    }
}

bool
word_fits_end (const struct word_fits *fits, size_t count, FILE *file)
{
  bool fine = true;
  assert (count > 1);
  for (uint32_t i = 0; i < fits->list.count; i++)
    {
      const struct word_fit *fit = &fits->list.at[i];
      if (fit->fits)
        continue;
      fine = false;
      fprintf (file, "phaselock: error: no %s '", fit->is_process ? "process" : "field");
      text_print_safe (file, fit->word, strlen (fit->word));
      fprintf (file, "' in any of these %zu models", count);
      if (fit->best)
        {
          fputs ("; did you mean '", file);
          text_print_safe (file, fit->best, strlen (fit->best));
          fputs ("'?", file);
        }
      fputc ('\n', file);
    }
  return fine;
}
