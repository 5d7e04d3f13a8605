/* source.c -- tests of base/source.h. */
#include <config.h>

#include "base/source.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "tests/lib/tap.h"

static struct quota quota;
static struct arena arena;

static bool
set (struct source *source, const char *text, struct source_error *error)
{
  return source_set (source, &arena, "t.eml", text, strlen (text), error);
}

static bool
place_is (const struct source *source, uint32_t offset, uint32_t line, uint32_t column)
{
  struct source_place place = source_place (source, offset);
  return place.line == line && place.column == column;
}

static bool
line_is (const struct source *source, uint32_t line, const char *text)
{
  struct span span = source_line (source, line);
  return span.end - span.begin == strlen (text)
         && memcmp (source->text + span.begin, text, strlen (text)) == 0;
}

static void
test_places (void)
{
  struct source source;
  struct source_error error;
  tap_ok (set (&source,
               "ab\n\n\tc\xC3\xA9"
               "d\r\nlast",
               &error),
          "a text of four lines");
  tap_ok (source.lines.count == 4, "has four lines");
  tap_ok (line_is (&source, 1, "ab") && line_is (&source, 2, "")
            && line_is (&source, 3,
                        "\tc\xC3\xA9"
                        "d")
            && line_is (&source, 4, "last"),
          "with LF or CR LF at their ends");
  tap_ok (place_is (&source, 0, 1, 1) && place_is (&source, 1, 1, 2)
            && place_is (&source, 2, 1, 3) && place_is (&source, 3, 2, 1),
          "places in the first lines");
  tap_ok (place_is (&source, 4, 3, 1) && place_is (&source, 5, 3, 2)
            && place_is (&source, 6, 3, 3) && place_is (&source, 8, 3, 4),
          "a tab and a character of two bytes are one column each");
  tap_ok (place_is (&source, source.length, 4, 5), "the end of the text is a place");

  tap_ok (set (&source, "x\n", &error) && source.lines.count == 2
            && line_is (&source, 2, "") && place_is (&source, 2, 2, 1),
          "after the last line feed an empty line starts");
  tap_ok (set (&source, "", &error) && source.lines.count == 1 && line_is (&source, 1, "")
            && place_is (&source, 0, 1, 1),
          "an empty text has one line");
  tap_ok (set (&source, "\xEF\xBB\xBFmodel", &error) && source.length == 5
            && place_is (&source, 1, 1, 2) && line_is (&source, 1, "model"),
          "a byte order mark at the start is dropped");
  tap_ok (set (&source, "ab", &error) && source.text[2] == 0 && source.text[3] == 0,
          "two NUL bytes follow the text");

  /* Lines are found by halving: all places of a larger text. */
  char text[2000];
  uint32_t length = 0;
  for (uint32_t i = 0; i < 60; i++)
    length += (uint32_t) sprintf (text + length, "%.*s\n", (int) (i % 17),
                                  "abcdefghijklmnopq");
  bool fine = source_set (&source, &arena, "t", text, length, &error);
  uint32_t line = 1, column = 1;
  for (uint32_t i = 0; i < length; i++)
    {
      fine &= place_is (&source, i, line, column);
      column++;
      if (text[i] == '\n')
        {
          line++;
          column = 1;
        }
    }
  tap_ok (fine, "every byte of sixty lines has its place");
}

static void
refused (const char *bytes, size_t length, const char *code, uint32_t at)
{
  struct source source;
  struct source_error error = { .code = "none" };
  bool fine = !source_set (&source, &arena, "t.eml", bytes, length, &error)
              && strcmp (error.code, code) == 0 && error.located && error.at.begin == at;
  tap_ok (fine, "%s at byte %u is refused", code, (unsigned) at);
  /* And can be shown. */
  source_place (&source, error.at.begin);
}

static void
test_files (void)
{
  struct source source;
  struct source_error error;
  tap_ok (!source_read (&source, &arena, "/nonexistent/file.eml", &error)
            && strcmp (error.code, "unreadable") == 0 && !error.located,
          "a file that is not there is unreadable");
  tap_ok (!source_read (&source, &arena, "/", &error)
            && strcmp (error.code, "unreadable") == 0,
          "a folder, too");
  char path[] = "/tmp/phaselock-source-XXXXXX";
  int file = mkstemp (path);
  bool fine = file >= 0;
  FILE *stream = fine ? fdopen (file, "w") : NULL;
  const uint32_t lines = 50000;
  for (uint32_t i = 0; stream && i < lines; i++)
    fprintf (stream, "line number %u\n", (unsigned) i);
  fine &= stream && fclose (stream) == 0;
  fine = fine && source_read (&source, &arena, path, &error);
  tap_ok (fine && source.lines.count == lines + 1
            && line_is (&source, 40001, "line number 40000")
            && source.text[source.length] == 0,
          "a large file is read as it is");
  unlink (path);
  tap_ok (!source_read (&source, &arena, "/dev/zero", &error)
            && strcmp (error.code, "nul-byte") == 0,
          "an endless file of NUL bytes ends at once");
}

int
main (void)
{
  quota_init (&quota);
  arena_init (&arena, &quota);
  test_places ();
  refused ("a\0b", 3, "nul-byte", 1);
  refused ("ab\rc", 4, "lone-cr", 2);
  refused ("ab\r", 3, "lone-cr", 2);
  refused ("\n\xC3(", 3, "broken-utf8", 1);
  refused ("abc\xE2\x82", 5, "broken-utf8", 3);
  refused ("\xED\xA0\x80", 3, "broken-utf8", 0);
  test_files ();
  arena_clear (&arena);
  tap_ok (quota.bytes == 0, "all goes with the arena");
  return tap_done ();
}
