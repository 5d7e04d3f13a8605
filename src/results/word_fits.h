/* word_fits.h -- the words of -f and -P, when several models are asked: which of them fit
 * something in one of the models?
 *
 * A field that only some classes of a folder have is no mistake; one that none has is.
 */
#ifndef RESULTS_WORD_FITS_H
#define RESULTS_WORD_FITS_H

#include <stdbool.h>
#include <stdio.h>

#include "base/suggest.h"
#include "base/vec.h"

struct word_fit
{
  const char *word;
  bool is_process; /* or a field */
  bool fits;
  const char *best; /* the closest name that a model has, or null, */
  uint32_t distance;
};

struct word_fits
{
  struct arena arena;
  VEC (struct word_fit) list;
};

void word_fits_init (struct word_fits *fits, struct quota *quota);
void word_fits_clear (struct word_fits *fits);

/* In one more model, the word that SUGGEST has looked for FITS, or does not. */
void word_fits_add (struct word_fits *fits, const struct suggest *suggest,
                    bool is_process, bool found);

/* Complain on FILE of every word that fits in none of the COUNT models; false: there is
   one. */
bool word_fits_end (const struct word_fits *fits, size_t count, FILE *file);

#endif
