/* suggest.h -- "did you mean": the closest of several words. */
#ifndef BASE_SUGGEST_H
#define BASE_SUGGEST_H

#include <stdint.h>

/* A search for the word closest to WORD; all pointers are borrowed. */
struct suggest
{
  const char *word;
  const char *best;  /* null while nothing is close enough */
  uint32_t distance; /* of BEST */
};

void suggest_init (struct suggest *suggest, const char *word);
void suggest_offer (struct suggest *suggest, const char *candidate);

/* Edits (insert, delete, replace, swap neighbours) from A to B, or any number
   above LIMIT if there are more than LIMIT of them. */
uint32_t suggest_distance (const char *a, const char *b, uint32_t limit);

#endif
