/* property.c -- see property.h. */
#include <config.h>

#include "cli/property.h"

#include <assert.h>
#include <ctype.h>
#include <errno.h>
#include <stdio.h>
#include <string.h>

/* FORMULA without blanks, in TEXT of SIZE bytes; false: it is too long. */
static bool
squeeze (const char *formula, char *text, size_t size)
{
  size_t length = 0;
  assert (size > 0);
  for (; *formula; formula++)
    if (!isspace ((unsigned char) *formula))
      {
        if (length + 1 >= size)
          return false;
        text[length++] = *formula;
      }
  text[length] = 0;
  return true;
}

/* "CHECK(init(main()),LTL(G!FORMULA))" */
static bool
understand (struct property *property)
{
  char text[sizeof property->text];
  int main_end = 0, rest = 0;
  assert (property->text[0] && property->kind == PROPERTY_NONE);
  if (!squeeze (property->text, text, sizeof text)
      || sscanf (text, "CHECK(init(%99[A-Za-z0-9_]()%n),%n", property->main, &main_end,
                 &rest)
           != 1
      || main_end == 0 || rest == 0)
    return false;
  const char *formula = text + rest;
  property->kind = strcmp (formula, "LTL(G!call(reach_error())))") == 0
                       || strcmp (formula, "LTL(G!call(__VERIFIER_error())))") == 0
                     ? PROPERTY_UNREACH_CALL
                   : strcmp (formula, "LTL(G!data-race))") == 0 ? PROPERTY_NO_DATA_RACE
                                                                : PROPERTY_OTHER;
  return true;
}

bool
property_read (struct property *property)
{
  char line[sizeof property->text];
  uint32_t found = 0;
  assert (property->path && property->kind == PROPERTY_NONE);
  FILE *file = fopen (property->path, "r");
  if (!file)
    return false;
  while (fgets (line, sizeof line, file))
    {
      size_t begin = strspn (line, " \t"), end = strlen (line);
      while (end > begin && isspace ((unsigned char) line[end - 1]))
        end--;
      if (end == begin)
        continue;
      found++;
      assert (begin < end && end - begin < sizeof property->text);
      memcpy (property->text, line + begin, end - begin);
      property->text[end - begin] = 0;
    }
  bool read = !ferror (file);
  fclose (file);
  errno = read ? 0 : errno;
  if (!read || found == 0 || !understand (property))
    return false;
  if (found > 1) /* several at once */
    property->kind = PROPERTY_OTHER;
  return true;
}

const char *
property_word (const struct property *property)
{
  assert (property->kind == PROPERTY_UNREACH_CALL
          || property->kind == PROPERTY_NO_DATA_RACE);
  return property->kind == PROPERTY_UNREACH_CALL ? "unreach-call" : "no-data-race";
}

const char *
property_answer (const struct property *property, enum status status)
{
  assert (property->kind != PROPERTY_NONE);
  if (status == STATUS_FINE)
    return "true";
  if (status == STATUS_UNDECIDED)
    return "unknown";
  if (status != STATUS_FOUND)
    return NULL;
  assert (property->kind != PROPERTY_OTHER);
  return property->kind == PROPERTY_UNREACH_CALL ? "false(unreach-call)"
                                                 : "false(no-data-race)";
}
