/* diag_render.c -- diagnostics for a person: position, message, line, caret.
 *
 * The caret stands under the first character of the span, tildes follow up to
 * the end of the span.  The blanks before the caret imitate the source line: a
 * tab stays a tab, so that the caret is right however wide the terminal makes a
 * tab, and a wide character becomes two blanks.  Of a long line only the
 * neighbourhood of the span is shown.
 */
#include <config.h>

#include "base/diag.h"

#include <assert.h>
#include <string.h>

#include "base/text.h"

#define WINDOW 100 /* columns of a source line that are shown */
#define BEFORE 40  /* of which before the span, on a long line */

static const char *
colour_of (enum diag_severity severity)
{
  assert (severity <= DIAG_NOTE);
  static const char *const colours[] = { "\033[1;31m", "\033[1;35m", "\033[1;36m" };
  return colours[severity];
}

/* The part of LINE that is shown: whole characters around the span. */
static struct span
window_of (const struct source *source, struct span line, struct span span)
{
  assert (line.begin <= span.begin && span.begin <= line.end);
  if (line.end - line.begin <= WINDOW)
    return line;
  struct span shown = line;
  if (span.begin - line.begin > BEFORE)
    shown.begin = span.begin - BEFORE;
  if (shown.end - shown.begin > WINDOW)
    shown.end = shown.begin + WINDOW;
  while (shown.begin < span.begin && !text_starts_character (source->text[shown.begin]))
    shown.begin++;
  while (shown.end < line.end && !text_starts_character (source->text[shown.end]))
    shown.end++;
  assert (shown.begin <= span.begin && shown.end <= line.end);
  return shown;
}

static bool
is_unprintable (uint32_t character)
{
  return character == TEXT_BROKEN || text_is_hostile (character);
}

/* Print the characters of SPAN, or as many blanks as they take; a tab stays. */
static void
print_columns (FILE *file, const struct source *source, struct span span, bool blank)
{
  assert (span.begin <= span.end && span.end <= source->length);
  for (uint32_t i = span.begin; i < span.end;)
    {
      uint32_t bytes;
      uint32_t character = text_next (source->text + i, source->length - i, &bytes);
      if (character == '\t')
        fputc ('\t', file);
      else if (is_unprintable (character))
        fputc (blank ? ' ' : '?', file);
      else if (!blank)
        fwrite (source->text + i, 1, bytes, file);
      else
        for (uint32_t w = text_width (character); w > 0; w--)
          fputc (' ', file);
      i += bytes;
    }
}

static uint32_t
columns_of (const struct source *source, struct span span)
{
  assert (span.begin <= span.end && span.end <= source->length);
  uint32_t columns = 0;
  for (uint32_t i = span.begin; i < span.end;)
    {
      uint32_t bytes;
      uint32_t character = text_next (source->text + i, source->length - i, &bytes);
      columns += is_unprintable (character) ? 1 : text_width (character);
      i += bytes;
    }
  return columns;
}

static void
render_excerpt (const struct source *source, struct span span, FILE *file, const char *on,
                const char *off)
{
  struct source_place place = source_place (source, span.begin);
  struct span line = source_line (source, place.line);
  if (span.begin > line.end)
    span.begin = line.end;
  struct span shown = window_of (source, line, span);
  int digits = fprintf (file, "%5u", (unsigned) place.line);
  fprintf (file, " | %s", shown.begin > line.begin ? "..." : "");
  print_columns (file, source, shown, false);
  fprintf (file, "%s\n%*s | %s", shown.end < line.end ? "..." : "", digits, "",
           shown.begin > line.begin ? "   " : "");
  print_columns (file, source, (struct span){ shown.begin, span.begin }, true);
  struct span rest = { span.begin, span.end < shown.end ? span.end : shown.end };
  fprintf (file, "%s^", on);
  for (uint32_t columns = rest.begin < rest.end ? columns_of (source, rest) : 1;
       columns > 1; columns--)
    fputc ('~', file);
  fprintf (file, "%s\n", off);
}

/* Say how many errors or warnings (WORD), of COUNT, were not kept. */
static void
render_rest (const struct source *source, uint32_t count, const char *word, FILE *file)
{
  if (count <= DIAG_MOST)
    return;
  text_print_safe (file, source->path, strlen (source->path));
  uint32_t left_out = count - DIAG_MOST;
  fprintf (file, ": %u more %s%s not shown\n", (unsigned) left_out, word,
           left_out == 1 ? "" : "s");
}

void
diags_render (const struct diags *diags, FILE *file, bool colour)
{
  assert (diags->source && diags->source->path);
  const struct source *source = diags->source;
  const char *off = colour ? "\033[0m" : "";
  const char *bold = colour ? "\033[1m" : "";
  for (uint32_t i = 0; i < diags->list.count; i++)
    {
      const struct diag *diag = &diags->list.at[i];
      const char *on = colour ? colour_of (diag->severity) : "";
      fputs (bold, file);
      text_print_safe (file, source->path, strlen (source->path));
      if (diag->located)
        {
          struct source_place place = source_place (source, diag->span.begin);
          fprintf (file, ":%u:%u", (unsigned) place.line, (unsigned) place.column);
        }
      fprintf (file, ":%s %s%s:%s %s", off, on, diag_severity_name (diag->severity), off,
               bold);
      text_print_safe (file, diag->message, strlen (diag->message));
      fputs (off, file);
      if (diag->code)
        fprintf (file, " [%s]", diag->code);
      fputc ('\n', file);
      /* A note about the same place does not show that place again. */
      bool seen = i > 0 && diag->severity == DIAG_NOTE && diags->list.at[i - 1].located
                  && diags->list.at[i - 1].span.begin == diag->span.begin
                  && diags->list.at[i - 1].span.end == diag->span.end;
      if (diag->located && source->length > 0 && !seen)
        render_excerpt (source, diag->span, file, on, off);
    }
  render_rest (source, diags->errors, "error", file);
  render_rest (source, diags->warnings, "warning", file);
}
