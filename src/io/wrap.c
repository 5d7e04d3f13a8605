/* wrap.c -- see wrap.h. */
#include <config.h>

#include "io/wrap.h"

#include <assert.h>
#include <string.h>

#include "base/scribe.h"
#include "base/text.h"

const char *
wrap_localise (const struct terminal *terminal, const char *text, struct arena *arena)
{
  assert (text);
  const char *c = text;
  while (*c && (unsigned char) *c < 0x80)
    c++;
  if (*c == 0 || terminal->utf8)
    return text;
  struct scribe scribe;
  FILE *file = scribe_start (&scribe, arena);
  for (c = text; *c;)
    {
      uint32_t bytes, character = text_decode (c, &bytes);
      if (character < 0x80)
        fputc (*c, file);
      else
        fprintf (file, "<U+%04X>", (unsigned) character);
      c += bytes;
    }
  return scribe_end (&scribe);
}

/* The length of the phrase at TEXT, up to two blanks, which should stay on one line. */
static size_t
phrase_length (const char *text)
{
  const char *end = strstr (text, "  ");
  return end ? (size_t) (end - text) : strlen (text);
}

void
wrap_print (const struct terminal *terminal, const char *text, uint32_t column,
            struct arena *arena, FILE *file)
{
  uint32_t width = terminal->width;
  assert (width >= TERMINAL_NARROWEST);
  text = wrap_localise (terminal, text, arena);
  const char *start = text;
  while (*text)
    {
      size_t blanks = strspn (text, " "), word = strcspn (text + blanks, " ");
      const char *piece = arena_copy (arena, text, blanks + word);
      uint32_t wanted = text_columns (piece);
      if (blanks > 1 && text > start)
        {
          uint32_t phrase = text_columns (
            arena_copy (arena, text + blanks, phrase_length (text + blanks)));
          if (phrase + 2 <= width && phrase + blanks > wanted)
            wanted = phrase + (uint32_t) blanks;
        }
      if (column > 0 && column + wanted > width)
        {
          fputs ("\n ", file);
          column = 1;
          piece += blanks > 0 ? blanks - 1 : 0;
        }
      while (column + text_columns (piece) > width)
        {
          assert (column < width);
          size_t bytes = text_fit (piece, width - column);
          fwrite (piece, 1, bytes, file);
          fputs ("\n  ", file);
          column = 2;
          piece += bytes;
        }
      fputs (piece, file);
      column += text_columns (piece);
      text += blanks + word;
    }
  fputc ('\n', file);
}

void
wrap_print_line (const struct terminal *terminal, const char *text, struct arena *arena,
                 FILE *file)
{
  if (terminal->known)
    wrap_print (terminal, text, 0, arena, file);
  else
    fprintf (file, "%s\n", wrap_localise (terminal, text, arena));
}
