/* texts.h -- the models that are compared: random ones of several families, by seeds. */
#ifndef TESTS_REFEREE_TEXTS_H
#define TESTS_REFEREE_TEXTS_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

struct text_family
{
  const char *name;
  void (*write) (FILE *out, uint64_t seed); /* or null: edits of models (edits.h) */
  bool ends; /* every process does, in most models at least */
};

struct texts
{
  const struct text_family *family; /* or null: all but the edits take turns, and */
  uint32_t turns; /* ... of so many models one is of each family but the last, which
                     has the others */
  char **models;  /* to edit, owned */
  uint32_t model_count;
};

/* Only the family NAME; false if there is none. */
bool texts_choose (struct texts *texts, const char *name);
/* Are random edits of models wanted? */
bool texts_are_edited (const struct texts *texts);
/* ... of those in the files PATHS. */
void texts_read (struct texts *texts, char **paths, uint32_t count);
void texts_clear (struct texts *texts);

/* What is in the file PATH, for the caller to free. */
char *text_of_file (const char *path);

const struct text_family *texts_family_of (const struct texts *texts, uint64_t seed);
/* The model of SEED, for the caller to free. */
char *text_of_seed (const struct texts *texts, uint64_t seed);

#endif
