/* names.c -- tests of base/names.h. */
#include <config.h>

#include "base/names.h"

#include <stdio.h>
#include <string.h>

#include "tests/lib/tap.h"

#define COUNT 20000u

static int
write_name (char *buffer, size_t size, uint32_t i)
{
  return snprintf (buffer, size, i % 3 ? "n%u" : "\xC3\xA4 \"%u", (unsigned) i);
}

int
main (void)
{
  struct quota quota;
  struct arena arena;
  struct names names;
  quota_init (&quota);
  arena_init (&arena, &quota);
  names_init (&names, &arena);
  char buffer[64];

  bool dense = true, same = true, text = true;
  for (uint32_t i = 0; i < COUNT; i++)
    {
      int length = write_name (buffer, sizeof buffer, i);
      dense &= names_intern (&names, buffer, (size_t) length).index == i;
    }
  tap_ok (dense, "new names count up from zero");
  for (uint32_t i = 0; i < COUNT; i++)
    {
      int length = write_name (buffer, sizeof buffer, i);
      name_id name = names_intern (&names, buffer, (size_t) length);
      same &= name.index == i;
      text &= strcmp (names_text (&names, name), buffer) == 0;
    }
  tap_ok (same && names.entries.count == COUNT, "known names keep their number");
  tap_ok (text, "and their text");

  tap_ok (names_intern (&names, "prefix", 3).index
            != names_intern (&names, "prefix", 6).index,
          "a prefix is another name");
  tap_ok (names_intern (&names, "", 0).index == names_intern (&names, "x", 0).index,
          "the empty name is one name");
  memset (buffer, 'x', sizeof buffer);
  name_id copied = names_intern (&names, buffer, 5);
  memset (buffer, 'y', sizeof buffer);
  tap_ok (strcmp (names_text (&names, copied), "xxxxx") == 0, "names are copied");
  tap_ok (NAME_NONE.index == UINT32_MAX, "no name has the last number");
  arena_clear (&arena);
  tap_ok (quota.bytes == 0, "all goes with the arena");
  return tap_done ();
}
