/* pa_text.c -- see pa_text.h. */
#include <config.h>

#include "phaseauto/pa_text.h"

#include <assert.h>
#include <string.h>

#include "base/escape.h"
#include "base/text.h"

/* ---- From comments to texts. ---- */

/* The content of a line: without `///', the blank behind it, and blanks at the end. */
static struct span
content (const struct source *source, struct span line)
{
  assert (line.begin + 3 <= line.end);
  assert (memcmp (source->text + line.begin, "///", 3) == 0);
  line.begin += 3;
  while (line.end > line.begin && strchr (" \t\r", source->text[line.end - 1]))
    line.end--;
  if (line.begin < line.end && source->text[line.begin] == ' ')
    line.begin++;
  return line;
}

#define INDENT "    "

static bool
is_indented (const char *text, size_t length)
{
  return length > strlen (INDENT) && memcmp (text, INDENT, strlen (INDENT)) == 0;
}

/* Text that grows by lines of prose or of a program. */
typedef VEC (char) lines;

static void
append (lines *to, const char *text, size_t length, struct arena *arena)
{
  for (size_t i = 0; i < length; i++)
    *vec_push (arena, to) = text[i];
}

/* The text, terminated, or null if there is none. */
static const char *
finish (const lines *from, struct arena *arena)
{
  return from->count ? arena_copy (arena, from->at, from->count) : NULL;
}

struct pa_text
pa_text_of (const struct pa_raw *raw, const struct pa_raw_automaton *automaton,
            const struct source *source, struct arena *arena)
{
  assert (automaton->text.first + automaton->text.count <= raw->lines.count);
  lines says = { 0 }, harm = { 0 }, example = { 0 };
  bool first = true; /* in the first paragraph, or before it */
  uint32_t empty = 0;
  for (uint32_t i = 0; i < automaton->text.count; i++)
    {
      struct span line = content (source, raw->lines.at[automaton->text.first + i]);
      const char *text = source->text + line.begin;
      size_t length = line.end - line.begin;
      if (length == 0)
        {
          empty++;
          first = first && says.count == 0;
        }
      else if (is_indented (text, length))
        {
          /* Empty lines inside the example are part of it. */
          for (; example.count > 0 && empty > 0; empty--)
            append (&example, "\n", 1, arena);
          append (&example, text + strlen (INDENT), length - strlen (INDENT), arena);
          append (&example, "\n", 1, arena);
          empty = 0;
          first = first && says.count == 0;
        }
      else
        {
          lines *prose = first ? &says : &harm;
          for (; length > 0 && *text == ' '; length--)
            text++;
          append (prose, " ", prose->count > 0, arena);
          append (prose, text, length, arena);
          empty = 0;
        }
    }
  return (struct pa_text){ finish (&says, arena), finish (&harm, arena),
                           finish (&example, arena) };
}

/* ---- Printing. ---- */

/* The columns of the LENGTH bytes at WORD. */
static uint32_t
width_of (const char *word, size_t length)
{
  uint32_t width = 0, bytes;
  for (size_t i = 0; i < length; i += bytes)
    {
      uint32_t character = text_next (word + i, length - i, &bytes);
      width += character == TEXT_BROKEN ? 4 : text_width (character);
    }
  return width;
}

static void
print_prose (const char *text, const struct pa_text_style *style, FILE *file)
{
  assert (style->columns > strlen (style->prefix));
  uint32_t at = 0; /* the column; 0: nothing is on the line */
  while (*text)
    {
      size_t length = strcspn (text, " ");
      uint32_t width = width_of (text, length);
      if (at > 0 && at + 1 + width > style->columns)
        {
          fputc ('\n', file);
          at = 0;
        }
      if (at > 0)
        fputc (' ', file);
      else
        fputs (style->prefix, file);
      at += width + (at > 0 ? 1 : (uint32_t) strlen (style->prefix));
      if (style->markdown)
        escape_markdown (file, text, length);
      else
        text_print_safe (file, text, length);
      text += length;
      text += strspn (text, " ");
    }
  fputc ('\n', file);
}

/* The prefix without the blanks at its end. */
static void
print_empty_line (const struct pa_text_style *style, FILE *file)
{
  size_t length = strlen (style->prefix);
  while (length > 0 && style->prefix[length - 1] == ' ')
    length--;
  fprintf (file, "%.*s\n", (int) length, style->prefix);
}

/* The line before or after EXAMPLE, which says that it is in LANGUAGE. */
static void
print_fence (const char *example, const char *language, const struct pa_text_style *style,
             FILE *file)
{
  assert (style->markdown && example[strlen (example) - 1] == '\n');
  fputs (style->prefix, file);
  for (uint32_t i = escape_fence (example); i > 0; i--)
    fputc ('`', file);
  fprintf (file, "%s\n", language);
}

static void
print_example (const char *example, const struct pa_text_style *style, FILE *file)
{
  const char *whole = example;
  if (style->markdown)
    print_fence (whole, "java", style, file);
  while (*example)
    {
      size_t length = strcspn (example, "\n");
      assert (example[length] == '\n');
      if (length == 0)
        print_empty_line (style, file);
      else
        {
          fprintf (file, "%s%s", style->prefix, style->indent);
          text_print_safe (file, example, length);
          fputc ('\n', file);
        }
      example += length + 1;
    }
  if (style->markdown)
    print_fence (whole, "", style, file);
}

void
pa_text_print (const struct pa_text *text, const struct pa_text_style *style, FILE *file)
{
  assert (style->prefix && style->indent && file);
  if (text->says)
    print_prose (text->says, style, file);
  if (text->harm)
    {
      print_empty_line (style, file);
      print_prose (text->harm, style, file);
    }
  if (text->example)
    {
      if (text->says)
        print_empty_line (style, file);
      print_example (text->example, style, file);
    }
}
