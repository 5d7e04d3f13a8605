/* escape.c -- see escape.h. */
#include <config.h>

#include "base/escape.h"

#include <assert.h>
#include <string.h>

#include "base/text.h"

/* ---- Texts that a person reads. ---- */

/* Prints BYTE, which is ASCII, between BEFORE and NEXT; these are 0 at the ends. */
typedef void put_byte (FILE *file, char before, char byte, char next);

/* Prints LENGTH bytes by characters: those of ASCII, and what is said in ASCII about
   those that are not to be shown, with PUT. */
static void
escape (FILE *file, const char *text, size_t length, put_byte *put)
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
          put (file, before, *c, c[1] ? c[1] : i + bytes < length ? text[i + bytes] : 0);
          before = *c;
        }
    }
}

static void
put_in_comment (FILE *file, char before, char byte, char next)
{
  (void) before;
  bool apart = (byte == '*' && next == '/') || (byte == '/' && next == '*')
               || (byte == '\\' && next == 0);
  fprintf (file, apart ? "%c " : "%c", byte);
}

void
escape_comment (FILE *file, const char *text)
{
  escape (file, text, strlen (text), put_in_comment);
}

static void
put_in_dot (FILE *file, char before, char byte, char next)
{
  (void) before;
  (void) next;
  if (byte == '&')
    fputs ("&amp;", file);
  else
    fprintf (file, byte == '"' || byte == '\\' ? "\\%c" : "%c", byte);
}

void
escape_dot (FILE *file, const char *text)
{
  escape (file, text, strlen (text), put_in_dot);
}

/* Two dollar signs begin a formula. */
static void
put_in_mermaid (FILE *file, char before, char byte, char next)
{
  bool special = byte == '$' ? before == '$' || next == '$'
                             : strchr ("#;<>\"'`&%:\\{}()[],", byte) != NULL;
  fprintf (file, special ? "#%d;" : "%c", byte);
}

void
escape_mermaid (FILE *file, const char *text)
{
  escape (file, text, strlen (text), put_in_mermaid);
}

static void
put_in_markdown (FILE *file, char before, char byte, char next)
{
  (void) before;
  (void) next;
  fprintf (file, strchr ("\\`*_[]<>#|&!~$", byte) ? "\\%c" : "%c", byte);
}

void
escape_markdown (FILE *file, const char *text, size_t length)
{
  escape (file, text, length, put_in_markdown);
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

static void
put_in_markdown_code (FILE *file, char before, char byte, char next)
{
  (void) before;
  (void) next;
  fprintf (file, byte == '|' ? "\\%c" : "%c", byte);
}

void
escape_markdown_code (FILE *file, const char *text)
{
  assert (file && !strchr (text, '\n'));
  uint32_t run = longest_run (text);
  const char *blank = run > 0 ? " " : ""; /* is taken off again */
  for (uint32_t i = 0; i <= run; i++)
    fputc ('`', file);
  fputs (blank, file);
  escape (file, text, strlen (text), put_in_markdown_code);
  fputs (blank, file);
  for (uint32_t i = 0; i <= run; i++)
    fputc ('`', file);
}

static void
put_in_xml (FILE *file, char before, char byte, char next)
{
  (void) before;
  (void) next;
  fprintf (file, strchr ("&<>\"'", byte) ? "&#%d;" : "%c", byte);
}

void
escape_xml (FILE *file, const char *text)
{
  escape (file, text, strlen (text), put_in_xml);
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
