/* markup.c -- is a picture well formed?
 *
 *     markup svg|dot|mermaid FILE      complaints, and status 1 if there are any
 *
 * svg: well-formed XML (tags nest, attributes are quoted, entities are known, no
 * character that XML forbids, no script and nothing from elsewhere).  dot: the
 * grammar of DOT as far as our pictures use it.  mermaid: each line is a
 * statement of a sequence diagram, and texts hold nothing that ends them.
 */
#include <config.h>

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"

static const char *text, *at, *end;

static bool
fail (const char *what)
{
  unsigned line = 1;
  for (const char *c = text; c < at; c++)
    line += *c == '\n';
  printf ("line %u: %s: %.40s\n", line, what, at);
  return false;
}

static bool
take (const char *word)
{
  size_t length = strlen (word);
  if (strncmp (at, word, length) != 0)
    return false;
  at += length;
  return true;
}

/* ---- XML. ---- */

static bool
is_name (char c)
{
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9')
         || c == ':' || c == '-' || c == '_';
}

/* Characters up to one of STOP. */
static bool
read_characters (const char *stop)
{
  while (*at && !strchr (stop, *at))
    {
      uint32_t bytes = text_utf8_length (at, (size_t) (end - at));
      if (bytes == 0)
        return fail ("no UTF-8");
      uint32_t character = text_decode (at, &bytes);
      if ((character < 0x20 && character != '\n' && character != '\t')
          || character == 0xFFFE || character == 0xFFFF)
        return fail ("a character that XML forbids");
      if (text_is_hostile (character) && character >= 0x20)
        return fail ("a hostile character");
      if (character == '&')
        {
          at++;
          if (!take ("#") || strspn (at, "0123456789") == 0)
            return fail ("an entity that is none");
          at += strspn (at, "0123456789");
          if (*at != ';')
            return fail ("an entity without its end");
          bytes = 1;
        }
      at += bytes;
    }
  return *at || fail ("the text ends");
}

static bool
read_attributes (void)
{
  for (;;)
    {
      at += strspn (at, " \n");
      if (!is_name (*at))
        return true;
      while (is_name (*at))
        at++;
      if (!take ("=\""))
        return fail ("an attribute without a value");
      if (!read_characters ("\"<"))
        return false;
      if (!take ("\""))
        return fail ("an attribute that does not end");
    }
}

static bool
check_svg (void)
{
  char *open[64];
  unsigned depth = 0, roots = 0;
  if (!take ("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"))
    return fail ("no XML declaration");
  while (*at)
    {
      if (depth == 0 && at[strspn (at, "\n")] == 0)
        break;
      if (!read_characters ("<>"))
        return false;
      if (!take ("<"))
        return fail ("a > outside a tag");
      bool closes = take ("/");
      const char *name = at;
      while (is_name (*at))
        at++;
      char *tag = strndup (name, (size_t) (at - name));
      if (!tag || !*tag)
        return fail ("a tag without a name");
      if (strcmp (tag, "script") == 0 || strcmp (tag, "image") == 0
          || strcmp (tag, "foreignObject") == 0)
        return fail ("a picture draws");
      if (closes)
        {
          if (depth == 0 || strcmp (open[--depth], tag) != 0)
            return fail ("a tag that is not open");
          free (open[depth]);
          free (tag);
          if (!take (">"))
            return fail ("no end of a tag");
          continue;
        }
      if (!read_attributes ())
        return false;
      roots += depth == 0;
      if (take ("/>"))
        free (tag);
      else if (!take (">") || depth == 64)
        return fail ("no end of a tag");
      else
        open[depth++] = tag;
    }
  if (strstr (text, "href") || strstr (text, "url(") || strstr (text, "@import"))
    return fail ("something from elsewhere");
  return (depth == 0 && roots == 1) || fail ("tags are left open");
}

/* ---- DOT. ---- */

static void
skip_blanks (void)
{
  at += strspn (at, " \n");
}

static bool
read_id (void)
{
  skip_blanks ();
  if (*at != '"')
    {
      size_t length = strspn (at, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
                                  "0123456789_.");
      at += length;
      return length > 0 || fail ("no word");
    }
  for (at++; *at && *at != '"'; at++)
    {
      if (*at == '\n')
        return fail ("a line ends in a string");
      if (*at == '\\' && !strchr ("\"\\n", *++at))
        return fail ("an escape that is none");
    }
  return take ("\"") || fail ("a string does not end");
}

static bool
read_dot_attributes (void)
{
  do
    {
      if (!read_id ())
        return false;
      if (!take ("=") || !read_id ())
        return fail ("an attribute without a value");
    }
  while (take (","));
  return take ("]") || fail ("attributes do not end");
}

static bool
check_dot (void)
{
  unsigned depth = 0;
  if (!take ("digraph violation {"))
    return fail ("no digraph");
  for (depth = 1, skip_blanks (); depth > 0; skip_blanks ())
    {
      if (take ("}"))
        {
          depth--;
          continue;
        }
      bool subgraph = take ("subgraph ");
      if (!read_id ())
        return false;
      skip_blanks ();
      if (subgraph)
        {
          if (!take ("{"))
            return fail ("a subgraph without a body");
          depth++;
          continue;
        }
      if (take ("=") || take ("-> "))
        if (!read_id ())
          return false;
      skip_blanks ();
      if (take ("[") && !read_dot_attributes ())
        return false;
      if (!take (";"))
        return fail ("no ;");
    }
  return *at == 0 || fail ("something after the graph");
}

/* ---- Mermaid. ---- */

/* The rest of a line: letters, and #35; for what means something. */
static bool
read_text (void)
{
  for (; *at && *at != '\n'; at++)
    {
      if (*at == '#')
        {
          at++;
          size_t digits = strspn (at, "0123456789");
          if (digits == 0 || at[digits] != ';')
            return fail ("a # that begins nothing");
          at += digits;
        }
      else if (strchr (";<>\"`&%{}", *at) || (unsigned char) *at < 0x20)
        return fail ("a character that ends the text");
    }
  return take ("\n") || fail ("no end of line");
}

static bool
read_participant (void)
{
  if (!take ("p"))
    return fail ("no participant");
  size_t digits = strspn (at, "0123456789");
  at += digits;
  return digits > 0 || fail ("no participant");
}

static bool
check_mermaid (void)
{
  unsigned blocks = 0, active[64] = { 0 };
  if (!take ("sequenceDiagram\n"))
    return fail ("no diagram");
  while (*at)
    {
      bool fine = true;
      if (!take ("  "))
        return fail ("no statement");
      if (take ("title "))
        fine = read_text ();
      else if (take ("participant "))
        fine = read_participant () && (take (" as ") || fail ("no name")) && read_text ();
      else if (take ("Note over "))
        {
          fine = read_participant ();
          if (fine && take (","))
            fine = read_participant ();
          fine = fine && (take (": ") || fail ("no text")) && read_text ();
        }
      else if (take ("rect rgb("))
        {
          blocks++;
          at += strspn (at, "0123456789, ");
          fine = take (")\n") || fail ("no colour");
        }
      else if (take ("end\n"))
        fine = blocks-- > 0 || fail ("no block is open");
      else if (take ("activate p"))
        {
          active[strtoul (at, NULL, 10) % 64]++;
          fine = read_text ();
        }
      else if (take ("deactivate p"))
        fine = (active[strtoul (at, NULL, 10) % 64]-- > 0 || fail ("not active"))
               && read_text ();
      else
        fine = read_participant () && (take ("->>") || fail ("no statement"))
               && read_participant () && (take (": ") || fail ("no text"))
               && read_text ();
      if (!fine)
        return false;
    }
  return blocks == 0 || fail ("a block does not end");
}

int
main (int argc, char **argv)
{
  FILE *file = argc == 3 ? fopen (argv[2], "r") : NULL;
  static char buffer[1 << 22];
  size_t length = file ? fread (buffer, 1, sizeof buffer - 1, file) : 0;
  if (length == 0 || strlen (buffer) != length)
    {
      puts ("nothing there, or a NUL");
      return 1;
    }
  fclose (file);
  text = at = buffer;
  end = buffer + length;
  bool fine = strcmp (argv[1], "svg") == 0       ? check_svg ()
              : strcmp (argv[1], "dot") == 0     ? check_dot ()
              : strcmp (argv[1], "mermaid") == 0 ? check_mermaid ()
                                                 : fail ("no such format");
  return !fine;
}
