/* text.c -- see text.h. */
#include <config.h>

#include "base/text.h"

#include <assert.h>
#include <string.h>

uint32_t
text_utf8_length (const char *text, size_t available)
{
  assert (text);
  const unsigned char *byte = (const unsigned char *) text;
  if (available == 0)
    return 0;
  if (byte[0] < 0x80)
    return 1;
  uint32_t length = byte[0] < 0xC2   ? 0
                    : byte[0] < 0xE0 ? 2
                    : byte[0] < 0xF0 ? 3
                    : byte[0] < 0xF5 ? 4
                                     : 0;
  if (!length || available < length)
    return 0;
  for (uint32_t i = 1; i < length; i++)
    if ((byte[i] & 0xC0) != 0x80)
      return 0;
  bool overlong
    = (byte[0] == 0xE0 && byte[1] < 0xA0) || (byte[0] == 0xF0 && byte[1] < 0x90);
  bool surrogate = byte[0] == 0xED && byte[1] >= 0xA0;
  bool too_large = byte[0] == 0xF4 && byte[1] >= 0x90;
  return overlong || surrogate || too_large ? 0 : length;
}

bool
text_starts_character (char byte)
{
  return ((unsigned char) byte & 0xC0) != 0x80;
}

uint32_t
text_decode (const char *text, uint32_t *bytes)
{
  const unsigned char *byte = (const unsigned char *) text;
  if (byte[0] < 0x80)
    {
      *bytes = 1;
      return byte[0];
    }
  assert (0xC2 <= byte[0] && byte[0] < 0xF5);
  uint32_t length = byte[0] < 0xE0 ? 2 : byte[0] < 0xF0 ? 3 : 4;
  uint32_t character = byte[0] & (0x7Fu >> length);
  for (uint32_t i = 1; i < length; i++)
    character = character << 6 | (byte[i] & 0x3F);
  *bytes = length;
  return character;
}

uint32_t
text_next (const char *text, size_t available, uint32_t *bytes)
{
  assert (available > 0);
  if (text_utf8_length (text, available))
    return text_decode (text, bytes);
  *bytes = 1;
  return TEXT_BROKEN;
}

struct range
{
  uint32_t first, last;
};

static bool
in_ranges (const struct range *ranges, size_t count, uint32_t character)
{
  for (size_t i = 0; i < count; i++)
    if (ranges[i].first <= character && character <= ranges[i].last)
      return true;
  return false;
}

#define IN(ranges, character)                                                            \
  in_ranges (ranges, sizeof ranges / sizeof *ranges, character)

uint32_t
text_width (uint32_t character)
{
  assert (character <= 0x10FFFF);
  /* Blocks of combining marks, and of wide characters: by block rather than
     by character, which is right for all text that people write. */
  static const struct range zero[] = {
    { 0x0300, 0x036F }, { 0x0483, 0x0489 }, { 0x0591, 0x05BD }, { 0x0610, 0x061A },
    { 0x064B, 0x065F }, { 0x1AB0, 0x1AFF }, { 0x1DC0, 0x1DFF }, { 0x200B, 0x200F },
    { 0x20D0, 0x20FF }, { 0xFE00, 0xFE0F }, { 0xFE20, 0xFE2F }, { 0xE0100, 0xE01EF }
  };
  static const struct range wide[] = {
    { 0x1100, 0x115F },   { 0x2E80, 0x303E },   { 0x3041, 0x33FF },   { 0x3400, 0x4DBF },
    { 0x4E00, 0x9FFF },   { 0xA000, 0xA4CF },   { 0xA960, 0xA97F },   { 0xAC00, 0xD7A3 },
    { 0xF900, 0xFAFF },   { 0xFE30, 0xFE6F },   { 0xFF00, 0xFF60 },   { 0xFFE0, 0xFFE6 },
    { 0x1F300, 0x1F64F }, { 0x1F680, 0x1F6FF }, { 0x1F900, 0x1F9FF }, { 0x20000, 0x3FFFD }
  };
  if (character < 0x300)
    return 1;
  if (IN (zero, character))
    return 0;
  return IN (wide, character) ? 2 : 1;
}

bool
text_is_hostile (uint32_t character)
{
  assert (character <= 0x10FFFF);
  static const struct range hostile[] = {
    { 0x00, 0x1F },     { 0x7F, 0x9F },     { 0xAD, 0xAD },     { 0x061C, 0x061C },
    { 0x180E, 0x180E }, { 0x200B, 0x200F }, { 0x2028, 0x202E }, { 0x2060, 0x206F },
    { 0xFEFF, 0xFEFF }, { 0xFFF9, 0xFFFB }, { 0xFFFE, 0xFFFF }, { 0xE0000, 0xE007F }
  };
  return IN (hostile, character);
}

uint32_t
text_columns (const char *text)
{
  uint32_t columns = 0, bytes;
  for (size_t i = 0, length = strlen (text); i < length; i += bytes)
    {
      uint32_t character = text_next (text + i, length - i, &bytes);
      columns += character == TEXT_BROKEN ? (uint32_t) strlen ("<FF>")
                 : text_is_hostile (character)
                   ? (uint32_t) snprintf (NULL, 0, "<U+%04X>", (unsigned) character)
                   : text_width (character);
    }
  return columns;
}

void
text_print_safe (FILE *file, const char *text, size_t length)
{
  assert (file && (text || length == 0));
  uint32_t bytes;
  for (size_t i = 0; i < length; i += bytes)
    {
      uint32_t character = text_next (text + i, length - i, &bytes);
      if (character == TEXT_BROKEN)
        fprintf (file, "<%02X>", (unsigned) (unsigned char) text[i]);
      else if (text_is_hostile (character))
        fprintf (file, "<U+%04X>", (unsigned) character);
      else
        fwrite (text + i, 1, bytes, file);
    }
}

static void
print_escaped (FILE *file, const char *text, bool safely)
{
  assert (file && text);
  for (const char *c = text; *c;)
    {
      size_t plain = strcspn (c, "\"\\");
      if (safely)
        text_print_safe (file, c, plain);
      else
        fwrite (c, 1, plain, file);
      c += plain;
      if (*c)
        fprintf (file, "\\%c", *c++);
    }
}

/* The length of the word that TEXT begins with. */
static size_t
word_length (const char *text)
{
  return strspn (text, "abcdefghijklmnopqrstuvwxyz"
                       "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_$.[]");
}

/* Does only a number, if anything, follow the bracket: `)', `) #2'? */
static bool
is_end_of_call (const char *bracket)
{
  assert (*bracket == ')');
  if (strncmp (bracket + 1, " #", 2) != 0)
    return bracket[1] == 0;
  size_t digits = strspn (bracket + 3, "0123456789");
  return digits > 0 && bracket[3 + digits] == 0;
}

/* Is NAME a word with arguments, as in `transfer(savings, giro)' or `pop() #2'? */
static bool
is_call (const char *name)
{
  size_t word = word_length (name);
  if (word == 0 || name[word] != '(')
    return false;
  if (name[word + 1] == ')')
    return is_end_of_call (name + word + 1);
  for (const char *at = name + word + 1;; at += 2)
    {
      word = word_length (at);
      at += word;
      if (word == 0)
        return false;
      if (*at == ')')
        return is_end_of_call (at);
      if (at[0] != ',' || at[1] != ' ')
        return false;
    }
}

static void
print_name (FILE *file, const char *name, bool safely)
{
  if ((*name && name[word_length (name)] == 0) || (safely && is_call (name)))
    {
      fputs (name, file);
      return;
    }
  fputc ('"', file);
  print_escaped (file, name, safely);
  fputc ('"', file);
}

void
text_print_name (FILE *file, const char *name)
{
  print_name (file, name, false);
}

void
text_show_name (FILE *file, const char *name)
{
  print_name (file, name, true);
}

void
text_show_quoted (FILE *file, const char *name)
{
  fputc ('\'', file);
  text_print_safe (file, name, strlen (name));
  fputc ('\'', file);
}

size_t
text_fit (const char *text, uint32_t columns)
{
  size_t length = strlen (text), fits = 0;
  for (uint32_t bytes; fits < length; fits += bytes)
    {
      uint32_t character = text_next (text + fits, length - fits, &bytes);
      if (character == TEXT_BROKEN || text_width (character) > columns)
        break;
      columns -= text_width (character);
    }
  assert (fits == length || fits == 0 || text_starts_character (text[fits]));
  return fits;
}

bool
text_ends_with (const char *text, const char *end)
{
  size_t length = strlen (text), tail = strlen (end);
  return length > tail && strcmp (text + length - tail, end) == 0;
}
