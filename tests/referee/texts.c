/* texts.c -- see texts.h. */
#include <config.h>

#include "texts.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "edits.h"
#include "eml/eml.h"
#include "models/families/random_data.h"
#include "tests/bmc/handover.h"
#include "values.h"
#include "waits.h"

static const struct text_family families[] = {
  { "data", random_data_write, false }, { "values", values_write, false },
  { "handover", handover_write, true }, { "edited", NULL, true },
  { "waits", waits_write, false },
};

#define FAMILIES (sizeof families / sizeof *families)
/* Those that take turns. */
#define TURNS (FAMILIES - 2)

/* Edits that are tried until there is a model again. */
#define ATTEMPTS 12

bool
texts_choose (struct texts *texts, const char *name)
{
  texts->family = NULL;
  for (size_t f = 0; f < FAMILIES; f++)
    if (strcmp (families[f].name, name) == 0)
      texts->family = &families[f];
  return texts->family != NULL;
}

bool
texts_are_edited (const struct texts *texts)
{
  return texts->family && !texts->family->write;
}

char *
text_of_file (const char *path)
{
  FILE *in = fopen (path, "r");
  char *text = NULL;
  size_t size = 0;
  if (!in || getdelim (&text, &size, '\0', in) < 0)
    abort ();
  fclose (in);
  return text;
}

void
texts_read (struct texts *texts, char **paths, uint32_t count)
{
  assert (texts_are_edited (texts) && count > 0 && !texts->models);
  texts->models = calloc (count, sizeof *texts->models);
  if (!texts->models)
    abort ();
  texts->model_count = count;
  for (uint32_t i = 0; i < count; i++)
    texts->models[i] = text_of_file (paths[i]);
}

void
texts_clear (struct texts *texts)
{
  for (uint32_t i = 0; i < texts->model_count; i++)
    free (texts->models[i]);
  free (texts->models);
  *texts = (struct texts){ .turns = texts->turns };
}

const struct text_family *
texts_family_of (const struct texts *texts, uint64_t seed)
{
  assert (texts->turns > 0);
  uint64_t turn = seed % texts->turns;
  return texts->family ? texts->family : &families[turn < TURNS ? turn : TURNS - 1];
}

static char *
draw (const struct texts *texts, uint64_t seed, uint64_t attempt)
{
  const struct text_family *family = texts_family_of (texts, seed);
  char *text = NULL;
  size_t length = 0;
  FILE *out = open_memstream (&text, &length);
  assert (family->write || texts->model_count > 0);
  if (!out)
    abort ();
  if (family->write)
    family->write (out, seed);
  else
    edits_write (out, texts->models[seed % texts->model_count],
                 ATTEMPTS * seed + attempt);
  if (fclose (out) != 0 || !text)
    abort ();
  return text;
}

static bool
is_valid (const char *text)
{
  struct quota quota;
  struct ir_subject subject;
  quota_init (&quota);
  ir_subject_init (&subject, &quota);
  if (quota_checkpoint (&quota))
    abort ();
  bool valid = eml_read_text (&subject, "", text, strlen (text));
  ir_subject_clear (&subject);
  return valid;
}

char *
text_of_seed (const struct texts *texts, uint64_t seed)
{
  char *text = draw (texts, seed, 0);
  for (uint64_t attempt = 1;
       texts_are_edited (texts) && attempt < ATTEMPTS && !is_valid (text); attempt++)
    {
      free (text);
      text = draw (texts, seed, attempt);
    }
  return text;
}
