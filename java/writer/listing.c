/* listing.c -- composing EML text. */
#include <config.h>

#include "java/writer/listing.h"

#include <assert.h>
#include <ctype.h>
#include <string.h>

void
listing_init (struct listing *listing, struct extraction *x)
{
  *listing = (struct listing){ .x = x, .line = 1 };
}

static void
put_bytes (struct listing *listing, const char *bytes, size_t length)
{
  struct arena *arena = &listing->x->run_arena;
  vec_reserve (arena, &listing->text, (uint64_t) listing->text.count + length);
  memcpy (listing->text.at + listing->text.count, bytes, length);
  assert (length <= UINT32_MAX - listing->text.count);
  listing->text.count += (uint32_t) length;
}

void
listing_put (struct listing *listing, const char *text)
{
  assert (!strchr (text, '\n'));
  put_bytes (listing, text, strlen (text));
}

/* The words of EML, which are names only in quotes. */
static const char *const keywords[] = {
  "model", "field",  "lock",     "atomicset", "proc",     "process", "sync",
  "unit",  "read",   "write",    "call",      "if",       "else",    "while",
  "loop",  "choose", "or",       "break",     "continue", "return",  "skip",
  "goto",  "label",  "unlock",   "start",     "join",     "wait",    "notify",
  "class", "object", "volatile", "notifyall", "this",     "int",     "bool",
  "true",  "false",  "self",     "assume",    "assert",   "atomic",  "exclusive",
  "when",
};

static bool
is_plain_word (const char *name)
{
  if (!isalpha ((unsigned char) *name) && *name != '_' && *name != '$')
    return false;
  for (const char *p = name; *p; p++)
    if (!isalnum ((unsigned char) *p) && *p != '_' && *p != '$' && *p != '.')
      return false;
  for (size_t i = 0; i < sizeof keywords / sizeof *keywords; i++)
    if (strcmp (keywords[i], name) == 0)
      return false;
  return true;
}

static void
put_quoted (struct listing *listing, const char *text)
{
  put_bytes (listing, "\"", 1);
  for (const char *p = text; *p; p++)
    {
      if (*p == '"' || *p == '\\')
        put_bytes (listing, "\\", 1);
      /* Java names may contain what no line of text may. */
      bool is_control = (unsigned char) *p < 0x20 || *p == 0x7f;
      put_bytes (listing, is_control ? "?" : p, 1);
    }
  put_bytes (listing, "\"", 1);
}

void
listing_name (struct listing *listing, const char *name)
{
  assert (*name);
  if (is_plain_word (name))
    listing_put (listing, name);
  else
    put_quoted (listing, name);
}

void
listing_position (struct listing *listing, struct java_member method,
                  uint32_t instruction)
{
  listing_put (listing, " @");
  put_quoted (listing, position_of (listing->x, method, instruction));
}

void
listing_begin (struct listing *listing)
{
  for (uint32_t i = 0; i < listing->indent; i++)
    put_bytes (listing, "  ", 2);
}

void
listing_end (struct listing *listing)
{
  assert (listing->line > 0);
  put_bytes (listing, "\n", 1);
  listing->line++;
}

void
listing_line (struct listing *listing, const char *text)
{
  listing_begin (listing);
  listing_put (listing, text);
  listing_end (listing);
}

void
listing_open (struct listing *listing, const char *head)
{
  listing_begin (listing);
  listing_put (listing, head);
  listing_put (listing, " {");
  listing_end (listing);
  listing->indent++;
}

void
listing_close (struct listing *listing)
{
  assert (listing->indent > 0);
  listing->indent--;
  listing_line (listing, "}");
}
