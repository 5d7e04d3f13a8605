/* diag.c -- tests of base/diag.h: order, caps, and what a person sees. */
#include <config.h>

#include "base/diag.h"

#include <stdlib.h>
#include <string.h>

#include "tests/lib/tap.h"

static struct quota quota;
static struct arena arena;
static struct source source;
static struct diags diags;

static void
start (const char *text)
{
  struct source_error error;
  if (!source_set (&source, &arena, "t.eml", text, strlen (text), &error))
    abort ();
  diags_init (&diags, &arena, &source);
}

static char *
rendered (bool colour)
{
  char *text;
  size_t size;
  FILE *file = open_memstream (&text, &size);
  if (!file)
    abort ();
  diags_render (&diags, file, colour);
  fclose (file);
  return text;
}

static void
renders (const char *expected, const char *what)
{
  char *text = rendered (false);
  if (!tap_ok (strcmp (text, expected) == 0, "%s", what))
    {
      printf ("# rendered\n");
      for (const char *c = text; *c; c++)
        {
          if (c == text || c[-1] == '\n')
            printf ("# ");
          putchar (*c);
        }
    }
  free (text);
}

static struct span
span_of (const char *part)
{
  const char *at = strstr (source.text, part);
  if (!at)
    abort ();
  uint32_t begin = (uint32_t) (at - source.text);
  return (struct span){ begin, begin + (uint32_t) strlen (part) };
}

static void
test_rendering (void)
{
  start ("field a;\nread   count;\n");
  diag_error (&diags, "unknown-name", span_of ("count"), "no field '%s'", "count");
  renders ("t.eml:2:8: error: no field 'count' [unknown-name]\n"
           "    2 | read   count;\n"
           "      |        ^~~~~\n",
           "position, line, caret and tildes");

  start ("\tread\tcount;\n");
  diag_warning (&diags, "w", span_of ("count"), "tabs");
  renders ("t.eml:1:7: warning: tabs [w]\n"
           "    1 | \tread\tcount;\n"
           "      | \t    \t^~~~~\n",
           "tabs stay tabs before the caret");

  start ("x \"\xE5\xAD\x97\xE5\xAD\x97\" e\xCC\x81 \"\xE5\xAD\x97\" y;\n");
  diag_error (&diags, "c", span_of ("y"), "wide");
  diag_note (&diags, span_of ("\"\xE5\xAD\x97\" y"), "here");
  renders ("t.eml:1:15: error: wide [c]\n"
           "    1 | x \"\xE5\xAD\x97\xE5\xAD\x97\" e\xCC\x81 \"\xE5\xAD\x97\" y;\n"
           "      |                 ^\n"
           "t.eml:1:11: note: here\n"
           "    1 | x \"\xE5\xAD\x97\xE5\xAD\x97\" e\xCC\x81 \"\xE5\xAD\x97\" y;\n"
           "      |            ^~~~~~\n",
           "wide characters take two columns, marks none");

  start ("ab\r\ncd");
  diag_error (&diags, "c", (struct span){ 2, 2 }, "at the line's end");
  diag_error (&diags, "c", (struct span){ 6, 6 }, "at the file's end");
  diag_error (&diags, "c", (struct span){ 1, 6 }, "over two lines");
  renders ("t.eml:1:3: error: at the line's end [c]\n"
           "    1 | ab\n"
           "      |   ^\n"
           "t.eml:2:3: error: at the file's end [c]\n"
           "    2 | cd\n"
           "      |   ^\n"
           "t.eml:1:2: error: over two lines [c]\n"
           "    1 | ab\n"
           "      |  ^\n",
           "ends of lines and of the file");

  start ("x \xE2\x80\xAE \x1B[31m y;\n");
  diag_error (&diags, "c", span_of ("y"), "bad \x1B character");
  renders ("t.eml:1:11: error: bad <U+001B> character [c]\n"
           "    1 | x ? ?[31m y;\n"
           "      |           ^\n",
           "hostile characters do not reach the terminal");

  start ("");
  diag_error (&diags, "c", (struct span){ 0, 0 }, "empty");
  diag_error_file (&diags, "f", "of the file");
  renders ("t.eml:1:1: error: empty [c]\n"
           "t.eml: error: of the file [f]\n",
           "an empty text has nothing to show");
}

static void
test_long_lines (void)
{
  char text[1001];
  for (unsigned i = 0; i < 1000; i++)
    text[i] = (char) ('a' + i % 26);
  memcpy (text + 500, "SPAN", 4);
  text[1000] = 0;
  start (text);
  diag_error (&diags, "c", span_of ("SPAN"), "long");
  char *shown = rendered (false);
  const char *line = strstr (shown, "...");
  const char *caret = strchr (shown, '^');
  tap_ok (strlen (shown) < 400 && line && caret, "of a long line only a part is shown");
  /* The caret stands in its line where the span stands in the line above. */
  const char *begin = strchr (shown, '\n') + 1, *second = strchr (begin, '\n') + 1;
  tap_ok (caret && strstr (begin, "SPAN") - begin == caret - second
            && strncmp (caret, "^~~~", 4) == 0,
          "with the caret under the span");
  free (shown);

  /* Two-byte characters all over: the part shown must consist of whole ones. */
  for (unsigned shift = 0; shift < 2; shift++)
    {
      memset (text, 'x', 1000);
      for (unsigned i = shift; i + 1 < 1000; i += 2)
        memcpy (text + i, "\xC3\xA9", 2);
      memcpy (text + 500 + shift, "SP", 2);
      start (text);
      diag_error (&diags, "c", span_of ("SP"), "long");
      shown = rendered (false);
      tap_ok (!strstr (shown, "\xA9\xA9") && !strstr (shown, "\xC3\xC3")
                && !strstr (shown, "...\xA9") && !strstr (shown, "\xC3..."),
              "no character is cut in two (%u)", shift);
      free (shown);
    }
}

static void
test_order (void)
{
  start ("0123456789\n");
  diag_error (&diags, "b", (struct span){ 5, 6 }, "second");
  diag_note (&diags, (struct span){ 0, 1 }, "of the second");
  diag_note (&diags, (struct span){ 9, 9 }, "of the second, too");
  diag_error_file (&diags, "f", "of the file");
  diag_warning (&diags, "a", (struct span){ 2, 3 }, "first");
  diag_error (&diags, "c", (struct span){ 5, 6 }, "third, same place");
  diags_sort (&diags);
  static const char *const expected[] = {
    "first",      "second", "of the second", "of the second, too", "third, same place",
    "of the file"
  };
  bool fine = diags.list.count == 6;
  for (uint32_t i = 0; fine && i < 6; i++)
    fine = strcmp (diags.list.at[i].message, expected[i]) == 0;
  tap_ok (fine, "sorted by place, notes after their error, the file last");
  diags_sort (&diags);
  tap_ok (strcmp (diags.list.at[0].message, "first") == 0 && diags.list.count == 6,
          "sorting again changes nothing");
  tap_ok (diags.errors == 3 && diags.warnings == 1, "errors and warnings are counted");
  start ("");
  diags_sort (&diags);
  tap_ok (diags.list.count == 0, "nothing can be sorted");
}

static void
test_caps (void)
{
  start ("x\n");
  for (unsigned i = 0; i < DIAG_MOST + 7; i++)
    {
      diag_error (&diags, "e", (struct span){ 0, 1 }, "error %u", i);
      diag_note (&diags, (struct span){ 0, 1 }, "note %u", i);
    }
  for (unsigned i = 0; i < DIAG_MOST + 3; i++)
    diag_warning (&diags, "w", (struct span){ 0, 1 }, "warning %u", i);
  tap_ok (diags.list.count == 3 * DIAG_MOST,
          "at most %d errors and as many warnings are kept", DIAG_MOST);
  tap_ok (diags.errors == DIAG_MOST + 7 && diags.warnings == DIAG_MOST + 3,
          "more are counted");
  char *text = rendered (false);
  tap_ok (strstr (text, "t.eml: 7 more errors not shown\n")
            && strstr (text, "t.eml: 3 more warnings not shown\n")
            && strstr (text, "note 49") && !strstr (text, "note 50"),
          "and the rest is mentioned");
  free (text);
}

static void
test_colour (void)
{
  start ("x\n");
  diag_error (&diags, "e", (struct span){ 0, 1 }, "message");
  char *plain = rendered (false), *colour = rendered (true);
  tap_ok (!strchr (plain, '\x1B') && strchr (colour, '\x1B'), "colour only if asked for");
  /* Without the escapes it is the same text. */
  size_t length = 0;
  for (const char *c = colour; *c; c++)
    if (*c == '\x1B')
      c = strchr (c, 'm');
    else
      colour[length++] = *c;
  colour[length] = 0;
  tap_ok (strcmp (plain, colour) == 0, "and of the same text");
  free (plain);
  free (colour);
  tap_ok (strcmp (diag_severity_name (DIAG_ERROR), "error") == 0
            && strcmp (diag_severity_name (DIAG_WARNING), "warning") == 0
            && strcmp (diag_severity_name (DIAG_NOTE), "note") == 0,
          "severities have names");
}

int
main (void)
{
  quota_init (&quota);
  arena_init (&arena, &quota);
  test_rendering ();
  test_long_lines ();
  test_order ();
  test_caps ();
  test_colour ();
  arena_clear (&arena);
  tap_ok (quota.bytes == 0, "all goes with the arena");
  return tap_done ();
}
