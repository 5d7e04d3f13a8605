/* text.c -- tests of base/text.h. */
#include <config.h>

#include "base/text.h"

#include <stdlib.h>
#include <string.h>

#include "tests/lib/tap.h"

/* RFC 3629, the table of section 4, byte by byte: the reference. */
static uint32_t
table_length (const unsigned char *b, size_t available)
{
  static const struct
  {
    unsigned char low[4], high[4];
    uint32_t length;
  } rows[] = {
    { { 0x00 }, { 0x7F }, 1 },
    { { 0xC2, 0x80 }, { 0xDF, 0xBF }, 2 },
    { { 0xE0, 0xA0, 0x80 }, { 0xE0, 0xBF, 0xBF }, 3 },
    { { 0xE1, 0x80, 0x80 }, { 0xEC, 0xBF, 0xBF }, 3 },
    { { 0xED, 0x80, 0x80 }, { 0xED, 0x9F, 0xBF }, 3 },
    { { 0xEE, 0x80, 0x80 }, { 0xEF, 0xBF, 0xBF }, 3 },
    { { 0xF0, 0x90, 0x80, 0x80 }, { 0xF0, 0xBF, 0xBF, 0xBF }, 4 },
    { { 0xF1, 0x80, 0x80, 0x80 }, { 0xF3, 0xBF, 0xBF, 0xBF }, 4 },
    { { 0xF4, 0x80, 0x80, 0x80 }, { 0xF4, 0x8F, 0xBF, 0xBF }, 4 },
  };
  for (size_t r = 0; r < sizeof rows / sizeof *rows; r++)
    {
      bool fits = rows[r].length <= available;
      for (uint32_t i = 0; fits && i < rows[r].length; i++)
        fits = rows[r].low[i] <= b[i] && b[i] <= rows[r].high[i];
      if (fits)
        return rows[r].length;
    }
  return 0;
}

/* All sequences of bytes that matter: every first two, interesting others. */
static bool
validity_is_the_table (void)
{
  static const unsigned char others[] = { 0x00, 0x41, 0x7F, 0x80, 0xBF, 0xC0, 0xFF };
  const size_t n = sizeof others;
  for (unsigned first = 0; first < 256; first++)
    for (unsigned second = 0; second < 256; second++)
      for (size_t rest = 0; rest < n * n; rest++)
        {
          unsigned char bytes[4] = { (unsigned char) first, (unsigned char) second,
                                     others[rest / n], others[rest % n] };
          for (size_t available = 0; available <= 4; available++)
            if (text_utf8_length ((const char *) bytes, available)
                != table_length (bytes, available))
              return false;
        }
  return true;
}

static uint32_t
encode (uint32_t character, char *bytes)
{
  if (character < 0x80)
    {
      bytes[0] = (char) character;
      return 1;
    }
  uint32_t length = character < 0x800 ? 2 : character < 0x10000 ? 3 : 4;
  for (uint32_t i = length; i-- > 1; character >>= 6)
    bytes[i] = (char) (0x80 | (character & 0x3F));
  bytes[0] = (char) ((0xF00u >> length & 0xF0) | character);
  return length;
}

static bool
all_characters_decode (void)
{
  for (uint32_t c = 1; c <= 0x10FFFF; c++)
    {
      char bytes[5] = { 0 };
      uint32_t length = encode (c, bytes), decoded_length;
      bool surrogate = 0xD800 <= c && c <= 0xDFFF;
      if (text_utf8_length (bytes, length) != (surrogate ? 0 : length))
        return false;
      if (!surrogate
          && (text_decode (bytes, &decoded_length) != c || decoded_length != length))
        return false;
      for (uint32_t i = 0; i < length; i++)
        if (text_starts_character (bytes[i]) != (i == 0))
          return false;
    }
  return true;
}

/* What print_safe (or show_name, for LENGTH -1) makes of TEXT. */
static bool
prints (const char *text, long length, const char *expected)
{
  char *printed;
  size_t size;
  FILE *file = open_memstream (&printed, &size);
  if (!file)
    return false;
  if (length < 0)
    text_show_name (file, text);
  else
    text_print_safe (file, text, (size_t) length);
  fclose (file);
  bool same = strcmp (printed, expected) == 0;
  if (!same)
    printf ("# printed %s\n", printed);
  free (printed);
  return same;
}

int
main (void)
{
  tap_ok (validity_is_the_table (), "UTF-8 is what RFC 3629 says");
  tap_ok (all_characters_decode (), "every character is decoded");

  static const struct
  {
    uint32_t character, width;
  } widths[]
    = { { 'a', 1 },     { 0xE9, 1 },    { 0x3B1, 1 },  { 0x301, 0 },  { 0x2014, 1 },
        { 0x3042, 2 },  { 0x5B57, 2 },  { 0xAC00, 2 }, { 0xFF21, 2 }, { 0xFF71, 1 },
        { 0x1F600, 2 }, { 0x20BB7, 2 }, { 0xFE0F, 0 }, { 0x1D11E, 1 } };
  bool fine = true;
  for (size_t i = 0; i < sizeof widths / sizeof *widths; i++)
    fine &= text_width (widths[i].character) == widths[i].width;
  tap_ok (fine, "letters, marks and wide characters have their widths");

  static const uint32_t hostile[]
    = { 0,      7,      0x1B,   0x7F,   0x85,   0x9B,   0xAD,
        0x200B, 0x200E, 0x2028, 0x202E, 0x2066, 0xFEFF, 0xE0041 };
  static const uint32_t harmless[]
    = { ' ', 'a', '~', 0xA0, 0xE9, 0x2014, 0x5B57, 0x1F600 };
  fine = true;
  for (size_t i = 0; i < sizeof hostile / sizeof *hostile; i++)
    fine &= text_is_hostile (hostile[i]);
  for (size_t i = 0; i < sizeof harmless / sizeof *harmless; i++)
    fine &= !text_is_hostile (harmless[i]);
  tap_ok (fine, "hostile characters are known");

  tap_ok (prints ("plain \xC3\xA9", 8, "plain \xC3\xA9"),
          "plain text is printed as it is");
  tap_ok (prints ("a\x1B[31m", 6, "a<U+001B>[31m"), "an escape is not");
  tap_ok (prints ("\xE2\x80\xAE", 3, "<U+202E>"), "nor a change of direction");
  tap_ok (prints ("\xFFx\xC3", 3, "<FF>x<C3>"), "nor a byte that is no UTF-8");
  tap_ok (prints ("a\nb", 3, "a<U+000A>b"), "nor a line break");
  tap_ok (prints ("P[0].x$_9", -1, "P[0].x$_9"), "a plain name is one word");
  tap_ok (prints ("a \"b\" \\", -1, "\"a \\\"b\\\" \\\\\""), "others are quoted");
  tap_ok (prints ("move(a.m, $x[0])", -1, "move(a.m, $x[0])"),
          "a word with arguments is shown as it is");
  tap_ok (prints ("f()", -1, "f()") && prints ("f(a[]) #12", -1, "f(a[]) #12"),
          "also without any, or with a number");
  static const char *const odd[]
    = { "f(a) #", "f() #2x", "()",      "(a)",    "f(a", "f(a,b)",
        "f(a, )", "f(a) ",   "f(a)(b)", "f(a b)", "a, b" };
  fine = true;
  for (size_t i = 0; i < sizeof odd / sizeof *odd; i++)
    {
      char quoted[32];
      snprintf (quoted, sizeof quoted, "\"%s\"", odd[i]);
      fine &= prints (odd[i], -1, quoted);
    }
  tap_ok (fine, "nothing else with parentheses is");
  tap_ok (prints ("", -1, "\"\""), "the empty name, too");
  tap_ok (prints ("a\x1B\"", -1, "\"a<U+001B>\\\"\""),
          "a person sees what is hostile in them");
  return tap_done ();
}
