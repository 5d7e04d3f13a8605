/* escape.c -- see escape.h. */
#include <config.h>

#include "base/escape.h"

#include <assert.h>
#include <string.h>

#include "base/text.h"

/* ---- Texts that a person reads. ---- */

/* How a language wants bytes of ASCII: FORMAT, which takes a byte, prints those in
   SPECIAL and those that are IS_SPECIAL between the bytes BEFORE and NEXT (0: none). */
struct escape_style
{
  const char *special, *format;
  bool (*is_special) (char before, char byte, char next);
  bool ampersand; /* & is &amp; */
};

/* Print LENGTH bytes, those of ASCII as STYLE wants them, also in what replaces
   characters that are not to be shown, such as <U+001B>. */
static void
escape (FILE *file, const char *text, size_t length, struct escape_style style)
{
  assert (file && text);
  uint32_t bytes;
  char before = 0;
  for (size_t i = 0; i < length; i += bytes)
    {
      char piece[16] = { text[i] };
      uint32_t character = text_next (text + i, length - i, &bytes);
      assert (text[i] && bytes <= length - i);
      if (character == TEXT_BROKEN)
        snprintf (piece, sizeof piece, "<%02X>", (unsigned) (unsigned char) text[i]);
      else if (text_is_hostile (character))
        snprintf (piece, sizeof piece, "<U+%04X>", (unsigned) character);
      else if (bytes > 1)
        {
          fwrite (text + i, 1, bytes, file);
          before = text[i + bytes - 1];
          continue;
        }
      for (const char *c = piece; *c; c++)
        {
          assert (0x20 <= *c && *c < 0x7F);
          char next = c[1] ? c[1] : i + bytes < length ? text[i + bytes] : 0;
          if (style.ampersand && *c == '&')
            fputs ("&amp;", file);
          else if (strchr (style.special, *c)
                   || (style.is_special && style.is_special (before, *c, next)))
            fprintf (file, style.format, *c);
          else
            fputc (*c, file);
          before = *c;
        }
    }
}

static bool
is_special_in_comment (char before, char byte, char next)
{
  (void) before;
  return (byte == '*' && next == '/') || (byte == '/' && next == '*')
         || (byte == '\\' && next == 0);
}

void
escape_comment (FILE *file, const char *text)
{
  escape (file, text, strlen (text),
          (struct escape_style){ "", "%c ", is_special_in_comment, false });
}

void
escape_dot (FILE *file, const char *text)
{
  escape (file, text, strlen (text), (struct escape_style){ "\"\\", "\\%c", NULL, true });
}

/* Two dollar signs begin a formula. */
static bool
is_special_in_mermaid (char before, char byte, char next)
{
  return byte == '$' && (before == '$' || next == '$');
}

void
escape_mermaid (FILE *file, const char *text)
{
  escape (file, text, strlen (text),
          (struct escape_style){ "#;<>\"'`&%:\\{}()[],", "#%d;", is_special_in_mermaid,
                                 false });
}

void
escape_markdown (FILE *file, const char *text, size_t length)
{
  escape (file, text, length,
          (struct escape_style){ "\\`*_[]<>#|&!~$", "\\%c", NULL, false });
}

/* The longest run of backquotes. */
static uint32_t
longest_run (const char *text)
{
  uint32_t longest = 0, run = 0;
  assert (strlen (text) < UINT32_MAX);
  for (; *text; text++)
    {
      run = *text == '`' ? run + 1 : 0;
      longest = run > longest ? run : longest;
    }
  return longest;
}

uint32_t
escape_fence (const char *text)
{
  assert (text);
  uint32_t run = longest_run (text);
  return run < 3 ? 3 : run + 1;
}

void
escape_markdown_code (FILE *file, const char *text)
{
  assert (file && !strchr (text, '\n'));
  uint32_t run = longest_run (text);
  const char *blank = run > 0 ? " " : ""; /* readers of Markdown remove it */
  for (uint32_t i = 0; i <= run; i++)
    fputc ('`', file);
  fputs (blank, file);
  escape (file, text, strlen (text), (struct escape_style){ "|", "\\%c", NULL, false });
  fputs (blank, file);
  for (uint32_t i = 0; i <= run; i++)
    fputc ('`', file);
}

void
escape_xml (FILE *file, const char *text)
{
  escape (file, text, strlen (text),
          (struct escape_style){ "&<>\"'", "&#%d;", NULL, false });
}

/* ---- Texts that have to come out as they are. ---- */

void
escape_quoted (FILE *file, const char *text)
{
  assert (file && !strpbrk (text, "\n\r"));
  for (; *text; text++)
    {
      if (*text == '"' || *text == '\\')
        fputc ('\\', file);
      fputc (*text, file);
    }
}

void
escape_script (FILE *file, const char *bytes, size_t length)
{
  assert (file && (bytes || length == 0));
  uint32_t size;
  for (size_t i = 0; i < length; i += size)
    {
      uint32_t character = text_next (bytes + i, length - i, &size);
      if (character == TEXT_BROKEN)
        fputs ("\\ufffd", file);
      /* < and > could end the script, U+2028 and U+2029 a line of it. */
      else if (character < 0x20 || character == 0x7F || character == 0x2028
               || character == 0x2029
               || (character < 0x80 && strchr ("\"\\<>&", (int) character)))
        fprintf (file, "\\u%04x", (unsigned) character);
      else
        fwrite (bytes + i, 1, size, file);
    }
}
