/* escape.c -- texts from strangers inside other languages: each special sequence of a
 * language, and all strings of a few characters that are special somewhere.
 */
#include <config.h>

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "base/escape.h"
#include "tests/lib/tap.h"

typedef void escape (FILE *file, const char *text);

static void
escape_markdown_text (FILE *file, const char *text)
{
  escape_markdown (file, text, strlen (text));
}

static void
escape_script_text (FILE *file, const char *text)
{
  escape_script (file, text, strlen (text));
}

static char *
escaped (escape *print, const char *text)
{
  char *printed = NULL;
  size_t length;
  FILE *file = open_memstream (&printed, &length);
  if (file)
    print (file, text);
  if (!file || fclose (file) != 0)
    abort ();
  return printed;
}

static bool
gives (escape *print, const char *text, const char *expected)
{
  char *printed = escaped (print, text);
  bool same = strcmp (printed, expected) == 0;
  if (!same)
    printf ("# %s\n# wanted %s\n", printed, expected);
  free (printed);
  return same;
}

/* Is there a SEQUENCE in what PRINT makes of TEXT? */
static bool
lets_through (escape *print, const char *text, const char *sequence)
{
  char *printed = escaped (print, text);
  bool found = strstr (printed, sequence) != NULL;
  if (found)
    printf ("# %s: %s\n", text, printed);
  free (printed);
  return found;
}

static void
test_sequences (void)
{
  tap_ok (gives (escape_comment, "P */ active proctype E() {} /*",
                 "P * / active proctype E() {} / *"),
          "a comment is not ended");
  tap_ok (gives (escape_comment, "*/*/", "* / * /")
            && gives (escape_comment, "/*/", "/ * /")
            && gives (escape_comment, "a\\", "a\\ ")
            && gives (escape_comment, "a/b*c", "a/b*c"),
          "nor by what is left of two ends; a backslash is not the last of its line");
  tap_ok (gives (escape_comment, "a\n#define b\r\033[2J\xE2\x80\xA8\xFF",
                 "a<U+000A>#define b<U+000D><U+001B>[2J<U+2028><FF>"),
          "a comment has no line of its own, and nothing hostile");
  tap_ok (gives (escape_quoted, "a\"b\\", "a\\\"b\\\\"), "a name in quotes");
  tap_ok (gives (escape_dot, "\"]; evil [label=\"\\N&lt;\n",
                 "\\\"]; evil [label=\\\"\\\\N&amp;lt;<U+000A>"),
          "a string of DOT: quotes, backslashes, entities, lines");
  tap_ok (gives (escape_mermaid, "a;b#c%%{init}$$x$$ $",
                 "a#59;b#35;c#37;#37;#123;init#125;#36;#36;x#36;#36; $")
            && gives (escape_mermaid, "a\n", "a#60;U+000A#62;"),
          "a line of Mermaid: ends, comments, directives, formulas");
  tap_ok (gives (escape_xml, "]]><script>&'\"-->",
                 "]]&#62;&#60;script&#62;&#38;&#39;&#34;--&#62;")
            && gives (escape_xml, "\xEF\xBF\xBE\001\xC2\x85\xFF",
                      "&#60;U+FFFE&#62;&#60;U+0001&#62;&#60;U+0085&#62;&#60;FF&#62;"),
          "XML: elements, entities, what it does not allow");
  tap_ok (gives (escape_markdown_text, "<b> [a](b) `c` &lt; |",
                 "\\<b\\> \\[a\\](b) \\`c\\` \\&lt; \\|"),
          "Markdown");
  tap_ok (gives (escape_markdown_code, "R(l)", "`R(l)`")
            && gives (escape_markdown_code, "a``b`|", "``` a``b`\\| ```")
            && escape_fence ("a") == 3 && escape_fence ("``") == 3
            && escape_fence ("x\n````\n") == 5,
          "code of Markdown has quotes that it does not contain");
  tap_ok (gives (escape_script_text, "</script><!--\"\\\xE2\x80\xA8\xE2\x80\xA9\xFF\n",
                 "\\u003c/script\\u003e\\u003c!--\\u0022\\u005c\\u2028\\u2029"
                 "\\ufffd\\u000a"),
          "a script: its end, quotes, lines, bytes that are no text");
}

/* All texts of up to six of these characters: what ends the place where they stand is
   in none of the results. */
static void
test_all_short (void)
{
  static const char letters[] = "*/\\\"&;";
  static const struct
  {
    escape *print;
    const char *ends;
  } cases[] = { { escape_comment, "*/" },
                { escape_comment, "/*" },
                { escape_xml, "\"" },
                { escape_mermaid, "\\" },
                { escape_script_text, "\"" } };
  unsigned count = sizeof letters - 1, wrong = 0, texts = 0;
  for (unsigned length = 1, all = count; length <= 6; length++, all *= count)
    for (unsigned number = 0; number < all; number++)
      {
        char text[8] = { 0 };
        for (unsigned i = 0, rest = number; i < length; i++, rest /= count)
          text[i] = letters[rest % count];
        for (size_t c = 0; c < sizeof cases / sizeof *cases; c++)
          wrong += lets_through (cases[c].print, text, cases[c].ends);
        /* Strings: each quote has an odd number of backslashes before it, and there is
           an even number at the end. */
        escape *const strings[] = { escape_quoted, escape_dot };
        for (size_t s = 0; s < 2; s++)
          {
            char *printed = escaped (strings[s], text);
            bool odd = false;
            for (const char *c = printed; *c; c++)
              {
                wrong += *c == '"' && !odd;
                odd = *c == '\\' && !odd;
              }
            wrong += odd;
            free (printed);
          }
        texts++;
      }
  tap_ok (wrong == 0 && texts > 50000, "%u short texts: none gets out", texts);
}

int
main (void)
{
  test_sequences ();
  test_all_short ();
  return tap_done ();
}
