/* mangled.c -- random models whose white space was thrown to the winds.
 *
 *     mangled [FIRST-SEED COUNT]
 *
 * What a fuzzer rarely makes: large models that parse, with line breaks and
 * comments between any two tokens.  All go through the harness of fuzz_eml.c,
 * which formats them twice.
 */
#include <config.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "fuzz_eml.h"
#include "models/families/chance.h"
#include "models/families/random_data.h"
#include "models/families/random_model.h"
#include "tests/lib/tap.h"

static bool
is_name (char c)
{
  return c
         && strchr ("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
                    "0123456789_$.",
                    c);
}

/* The end of the token at TEXT; comments count as one. */
static const char *
token_end (const char *text)
{
  const char *end = text + 1;
  if (text[0] == '/' && text[1] == '/')
    end = text + strcspn (text, "\n");
  else if (text[0] == '/' && text[1] == '*')
    end = strstr (text + 2, "*/") + 2;
  else if (*text == '"')
    {
      while (*end != '"')
        end += *end == '\\' ? 2 : 1;
      end++;
    }
  else if (is_name (*text))
    while (is_name (*end))
      end++;
  else
    end += strspn (end, *text == '=' || strchr ("<>!&|+-*/%^", *text) ? "=<>&|" : "");
  return end;
}

/* White space for after a token; WILD is a percentage. */
static const char *
draw_space (struct chance *chance, uint32_t wild)
{
  static const char *const tame[] = { " ", "\n", " ", "\n\n" };
  static const char *const spaces[] = {
    "\t",
    "\r\n",
    "\n\n\n",
    " /* c */ ",
    "/* a */",
    " // c\n",
    "\n// own line\n",
    "\n\n  // far\n\n",
    "/* two\n     lines */",
    "\n/* own */\n",
    "// one\n// two\n",
    " /* one */ /* two */ ",
    "/**/",
    "//\n",
    "\v\f",
    "  // trailing blanks  \r\n",
    " /* \xE5\xAD\x97 */ ",
    "/* crlf\r\n */\r\n",
    " // a comment that makes the line longer than a line should ever be, and more\n",
    "/* a comment that makes the line longer than a line should ever be, and more */"
  };
  if (!chance_percent (chance, wild))
    return tame[chance_below (chance, sizeof tame / sizeof *tame)];
  return spaces[chance_below (chance, sizeof spaces / sizeof *spaces)];
}

/* TEXT with other white space between its tokens, to OUT. */
static void
mangle (const char *text, FILE *out, struct chance *chance)
{
  uint32_t wild = chance_below (chance, 3) * 30 + 5;
  uint32_t changed = chance_below (chance, 3) * 40 + 10;
  while (*text)
    {
      const char *end = token_end (text);
      fwrite (text, 1, (size_t) (end - text), out);
      bool is_line_comment = text[0] == '/' && text[1] == '/';
      size_t blanks = strspn (end, " \t\r\n");
      if (is_line_comment)
        fputs ("\n", out);
      if (chance_percent (chance, changed))
        fputs (draw_space (chance, wild), out);
      else
        fwrite (end, 1, blanks, out);
      text = end + blanks;
    }
}

/* Every third model has data. */
static char *
random_text (uint64_t seed)
{
  struct random_model_params params = random_model_vary_params (seed);
  params.decoration = (uint32_t) (seed % 5) * 10;
  char *text;
  size_t length;
  FILE *file = open_memstream (&text, &length);
  if (!file)
    abort ();
  if (seed % 3 == 0)
    random_data_write (file, seed);
  else if (!random_model_write (file, &params))
    abort ();
  if (fclose (file) != 0)
    abort ();
  return text;
}

int
main (int count, char **words)
{
  uint64_t first = count > 1 ? strtoull (words[1], NULL, 10) : 1;
  uint64_t models = count > 2 ? strtoull (words[2], NULL, 10) : 500;
  for (uint64_t seed = first; seed < first + models; seed++)
    {
      struct chance chance = { seed };
      char *text = random_text (seed), *mangled;
      size_t length;
      FILE *file = open_memstream (&mangled, &length);
      if (!file)
        abort ();
      /* White space before the first token, too. */
      fputs (draw_space (&chance, 50), file);
      mangle (text + strspn (text, " \t\r\n"), file, &chance);
      fclose (file);
      printf ("# seed %llu\n", (unsigned long long) seed);
      fflush (stdout);
      LLVMFuzzerTestOneInput ((const uint8_t *) mangled, length);
      free (mangled);
      free (text);
    }
  tap_ok (true, "%u mangled models are formatted once and for all", (unsigned) models);
  return tap_done ();
}
