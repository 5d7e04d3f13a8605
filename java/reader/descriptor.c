/* descriptor.c -- see descriptor.h.  The grammar is that of JVMS 4.3. */
#include <config.h>

#include "java/reader/descriptor.h"

#include <assert.h>
#include <string.h>

#define DIMENSIONS_MOST 255 /* of an array */
#define SLOTS_MOST 255      /* of the parameters of a method, `this' aside */

/* The end of the type at TEXT + AT, or 0 if there is none. */
static size_t
type_end (const char *text, size_t length, size_t at)
{
  size_t dimensions = 0;
  for (; at < length && text[at] == '['; at++)
    dimensions++;
  if (at == length || dimensions > DIMENSIONS_MOST)
    return 0;
  if (text[at] != 'L')
    return memchr ("BCDFIJSZ", text[at], 8) ? at + 1 : 0;
  /* Of a class: parts with slashes between them, none of them empty, and no
     character that a terminal would obey. */
  bool part_is_empty = true;
  for (at++; at < length && text[at] != ';'; at++)
    {
      unsigned char c = (unsigned char) text[at];
      if (c < ' ' || c == 0x7F || c == '.' || c == '[' || (c == '/' && part_is_empty))
        return 0;
      part_is_empty = c == '/';
    }
  return at < length && !part_is_empty ? at + 1 : 0;
}

bool
descriptor_is_field (const char *text, size_t length)
{
  assert (text || length == 0);
  return length > 0 && type_end (text, length, 0) == length;
}

bool
descriptor_is_method (const char *text, size_t length)
{
  assert (text || length == 0);
  if (length < 3 || text[0] != '(')
    return false;
  size_t at = 1, slots = 0;
  while (at < length && text[at] != ')')
    {
      slots += text[at] == 'J' || text[at] == 'D' ? 2 : 1;
      at = type_end (text, length, at);
      if (at == 0 || slots > SLOTS_MOST)
        return false;
    }
  if (at + 1 >= length)
    return false;
  return (text[at + 1] == 'V' && at + 2 == length)
         || type_end (text, length, at + 1) == length;
}

/* The type at TEXT, LENGTH bytes long, which is one. */
static struct java_type
take_type (struct names *names, const char *text, size_t length)
{
  assert (length > 0);
  struct java_type type = { text[0], NAME_NONE, NAME_NONE };
  if (text[0] == 'L')
    type.class = names_intern (names, text + 1, length - 2);
  else if (text[0] == '[')
    {
      size_t dimensions = strspn (text, "[");
      assert (dimensions < length);
      type.class = names_intern (names, text, length);
      if (text[dimensions] == 'L')
        type.element
          = names_intern (names, text + dimensions + 1, length - dimensions - 2);
    }
  return type;
}

/* Interning moves the table of names, not the texts: a text stays where it is. */
struct java_type
descriptor_type (struct names *names, name_id descriptor)
{
  const char *text = names_text (names, descriptor);
  assert (descriptor_is_field (text, strlen (text)));
  return take_type (names, text, strlen (text));
}

struct java_signature
descriptor_signature (struct names *names, struct arena *arena, name_id descriptor)
{
  const char *text = names_text (names, descriptor);
  size_t length = strlen (text), at = 1;
  assert (descriptor_is_method (text, length));
  struct java_signature signature = { NULL, 0, 0, { 'V', NAME_NONE, NAME_NONE } };
  for (; text[at] != ')'; at = type_end (text, length, at))
    signature.count++;
  signature.parameters
    = arena_calloc (arena, signature.count, sizeof *signature.parameters);
  at = 1;
  for (uint32_t i = 0; i < signature.count; i++)
    {
      size_t end = type_end (text, length, at);
      assert (end > at);
      signature.parameters[i] = take_type (names, text + at, end - at);
      signature.slots += type_slots (signature.parameters[i]);
      at = end;
    }
  assert (text[at] == ')' && signature.slots <= SLOTS_MOST);
  signature.result = take_type (names, text + at + 1, length - at - 1);
  return signature;
}
