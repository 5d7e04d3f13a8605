/* assemble.c -- the assembler for scripts: assemble IN.asm OUT.class */
#include <config.h>

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

#include "assembler.h"

#define TEXT_MOST ((size_t) 1 << 20)

int
main (int count, char **words)
{
  FILE *in = count == 3 ? fopen (words[1], "r") : NULL;
  char *text = calloc (TEXT_MOST, 1);
  if (!in || !text || fread (text, 1, TEXT_MOST - 1, in) == 0 || fclose (in) != 0)
    {
      fprintf (stderr, "usage: assemble IN.asm OUT.class\n");
      return 2;
    }
  struct assembled class = assemble (text);
  FILE *out = fopen (words[2], "wb");
  bool fine = out && fwrite (class.bytes, 1, class.length, out) == class.length;
  fine = out && fclose (out) == 0 && fine;
  free (class.bytes);
  free (text);
  return fine ? 0 : 2;
}
