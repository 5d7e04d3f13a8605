/* random_eml.h -- for unit tests: a random model, read. */
#ifndef TESTS_RANDOM_EML_H
#define TESTS_RANDOM_EML_H

#include <stdio.h>
#include <stdlib.h>

#include "eml/eml.h"
#include "models/families/random_model.h"

/* Read the model that PARAMS stand for into SUBJECT. */
static inline bool
random_eml_read (struct ir_subject *subject, const struct random_model_params *params)
{
  char *text = NULL;
  size_t size = 0;
  FILE *out = open_memstream (&text, &size);
  if (!out || !random_model_write (out, params) || fclose (out) != 0)
    abort ();
  bool fine = eml_read_text (subject, "random.eml", text, size);
  free (text);
  return fine;
}

#endif
