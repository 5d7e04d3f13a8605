/* mutation.c -- see mutation.h. */
#include <config.h>

#include "mutation.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- A text as lines. ---- */

struct split_lines
{
  char **at; /* without their ends; owned */
  uint32_t count;
};

/* All but the seal. */
static struct split_lines
split (const struct sealed *sealed)
{
  struct split_lines lines = { NULL, 0 };
  uint32_t room = 0;
  for (const char *at = sealed->text; *at;)
    {
      const char *end = strchr (at, '\n');
      size_t length = (size_t) (end - at);
      if (lines.count == room)
        lines.at = realloc (lines.at, (room = room * 2 + 64) * sizeof *lines.at);
      lines.at[lines.count++] = strndup (at, length);
      at = end + 1;
    }
  free (lines.at[--lines.count]);
  return lines;
}

static void
release (struct split_lines *lines)
{
  for (uint32_t i = 0; i < lines->count; i++)
    free (lines->at[i]);
  free (lines->at);
}

/* Seal the lines, with TEXT in place of line CHANGED; null: without it. */
static struct sealed
join (const struct split_lines *lines, uint32_t changed, const char *text)
{
  char *whole = NULL;
  size_t length = 0;
  FILE *memory = open_memstream (&whole, &length);
  for (uint32_t i = 0; i < lines->count; i++)
    if (i != changed)
      fprintf (memory, "%s\n", lines->at[i]);
    else if (text)
      fprintf (memory, "%s\n", text);
  fclose (memory);
  struct sealed sealed = sealed_again (whole, length);
  free (whole);
  return sealed;
}

/* ---- Systematic changes. ---- */

struct visitor
{
  const struct split_lines *lines;
  void (*visit) (const struct sealed *changed, const char *what, void *context);
  void *context;
};

static void
offer (const struct visitor *v, uint32_t line, const char *text, const char *what)
{
  char name[120];
  snprintf (name, sizeof name, "%s in line %u: %.60s", what, (unsigned) line + 1,
            v->lines->at[line]);
  struct sealed changed = join (v->lines, line, text);
  v->visit (&changed, name, v->context);
  free (changed.text);
}

/* Without each of its words but the first FIXED. */
static void
drop_words (const struct visitor *v, uint32_t line, uint32_t fixed, const char *what)
{
  const char *text = v->lines->at[line];
  uint32_t word = 0;
  for (const char *at = text; *at; word++)
    {
      const char *end = strchr (at, ' ');
      end = end ? end + 1 : at + strlen (at);
      if (word >= fixed)
        {
          char *shorter = NULL;
          size_t length = strlen (text) - (size_t) (end - at);
          shorter = malloc (length + 1);
          memcpy (shorter, text, (size_t) (at - text));
          strcpy (shorter + (at - text), end);
          if (length > 0 && shorter[length - 1] == ' ')
            shorter[length - 1] = 0;
          offer (v, line, shorter, what);
          free (shorter);
        }
      at = end;
    }
}

/* "w STATE SET RANGES": every range without its first, without its last. */
static void
trim_ranges (const struct visitor *v, uint32_t line)
{
  const char *text = v->lines->at[line];
  const char *ranges = strrchr (text, ' ') + 1;
  for (const char *at = ranges; *at;)
    {
      char *end;
      unsigned long first = strtoul (at, &end, 10), last = first;
      if (*end == '-')
        last = strtoul (end + 1, &end, 10);
      for (int side = 0; side < 2; side++)
        {
          unsigned long from = first + (side == 0), to = last - (side == 1);
          char middle[64] = "";
          if (from <= to && last > first)
            snprintf (middle, sizeof middle, from < to ? "%lu-%lu" : "%lu", from, to);
          char *changed = NULL;
          const char *rest = *middle || !*end ? end : end + 1;
          if (asprintf (&changed, "%.*s%s%s", (int) (at - text), text, middle, rest) < 0)
            abort ();
          size_t length = strlen (changed);
          if (changed[length - 1] == ',')
            changed[length - 1] = 0;
          offer (v, line, changed, "without a symbol");
          free (changed);
        }
      at = *end ? end + 1 : end;
    }
}

/* Is the set of locks in line A ("s 0,2-3") part of that in line B, and
   smaller? */
static uint64_t
locks_in (const char *line)
{
  uint64_t locks = 0;
  for (const char *at = line + 2; *at;)
    {
      char *end;
      unsigned long first = strtoul (at, &end, 10), last = first;
      if (*end == '-')
        last = strtoul (end + 1, &end, 10);
      for (unsigned long l = first; l <= last && l < 64; l++)
        locks |= (uint64_t) 1 << l;
      at = *end ? end + 1 : end;
    }
  return locks;
}

/* "f R A U ORDERS": a larger set for U and each order. */
static void
enlarge_orders (const struct visitor *v, uint32_t line, const uint64_t *sets,
                uint32_t count)
{
  const char *text = v->lines->at[line];
  uint32_t word = 0;
  for (const char *at = text + 2; *at; word++)
    {
      char *end;
      unsigned long set = strtoul (at, &end, 10);
      for (uint32_t other = 0; word >= 2 && other < count; other++)
        if (other != set && (sets[set] & ~sets[other]) == 0)
          {
            char *changed = NULL;
            if (asprintf (&changed, "%.*s%u%s", (int) (at - text), text, (unsigned) other,
                          end)
                < 0)
              abort ();
            offer (v, line, changed, "with a larger order");
            free (changed);
          }
      at = *end ? end + 1 : end;
    }
}

void
mutation_each (const struct sealed *sealed,
               void (*visit) (const struct sealed *changed, const char *what,
                              void *context),
               void *context)
{
  struct split_lines lines = split (sealed);
  struct visitor v = { &lines, visit, context };
  uint64_t *sets = calloc (lines.count + (size_t) 1, sizeof *sets);
  uint32_t count = 1; /* set 0 is empty */
  for (uint32_t i = 0; i < lines.count; i++)
    {
      const char *line = lines.at[i];
      if (strncmp (line, "query", 5) != 0)
        offer (&v, i, NULL, "without the line");
      if (strncmp (line, "a ", 2) == 0)
        drop_words (&v, i, 1, "without a tuple");
      if (strncmp (line, "w ", 2) == 0)
        trim_ranges (&v, i);
      if (strncmp (line, "s ", 2) == 0)
        sets[count++] = locks_in (line);
      if (strncmp (line, "f ", 2) == 0)
        enlarge_orders (&v, i, sets, count);
    }
  free (sets);
  release (&lines);
}

void
mutation_each_role (const struct sealed *sealed, uint32_t line, uint32_t count,
                    void (*visit) (const struct sealed *changed, const char *what,
                                   void *context),
                    void *context)
{
  struct split_lines lines = split (sealed);
  struct visitor v = { &lines, visit, context };
  const char *text = lines.at[line - 1];
  for (const char *at = strchr (text, ':'); at && (at = strchr (at, ' '));)
    {
      const char *end = strchr (++at, ' ');
      for (uint32_t role = 0; role < count; role++)
        {
          char *changed = NULL;
          if (asprintf (&changed, "%.*s%u%s", (int) (at - text), text, (unsigned) role,
                        end ? end : "")
              < 0)
            abort ();
          offer (&v, line - 1, changed, "another role");
          free (changed);
        }
    }
  release (&lines);
}

/* ---- Random changes. ---- */

static char *
change_number (const char *line, struct chance *chance)
{
  uint32_t numbers = 0;
  for (const char *at = line; *at; at++)
    numbers
      += at[0] >= '0' && at[0] <= '9' && (at == line || at[-1] < '0' || at[-1] > '9');
  if (numbers == 0)
    return strdup (line);
  uint32_t chosen = chance_below (chance, numbers);
  for (const char *at = line; *at; at++)
    if (at[0] >= '0' && at[0] <= '9' && (at == line || at[-1] < '0' || at[-1] > '9')
        && chosen-- == 0)
      {
        char *end, *changed = NULL;
        unsigned long value = strtoul (at, &end, 10);
        unsigned long other;
        switch (chance_below (chance, 5))
          {
          case 0: other = value + 1; break;
          case 1: other = value ? value - 1 : 0; break;
          case 2: other = chance_below (chance, 12); break;
          case 3: other = chance_below (chance, UINT32_MAX); break;
          default: other = value ? chance_below (chance, (uint32_t) value + 1) : 1; break;
          }
        if (asprintf (&changed, "%.*s%lu%s", (int) (at - line), line, other, end) < 0)
          abort ();
        return changed;
      }
  return strdup (line);
}

static void
change_line (struct split_lines *lines, struct chance *chance)
{
  uint32_t i = chance_below (chance, lines->count);
  uint32_t j = chance_below (chance, lines->count);
  char *line = lines->at[i], *changed;
  switch (chance_below (chance, 7))
    {
    case 0: /* lost */
      free (line);
      memmove (lines->at + i, lines->at + i + 1,
               (lines->count - i - 1) * sizeof *lines->at);
      lines->count--;
      return;
    case 1: /* another one in its place */ changed = strdup (lines->at[j]); break;
    case 2: /* exchanged */
      lines->at[i] = lines->at[j];
      lines->at[j] = line;
      return;
    case 3: /* the last word lost */
      changed = strdup (line);
      if (strrchr (changed, ' '))
        *strrchr (changed, ' ') = 0;
      break;
    default: changed = change_number (line, chance); break;
    }
  free (line);
  lines->at[i] = changed;
}

struct sealed
mutation_random (const struct sealed *sealed, struct chance *chance)
{
  struct split_lines lines = split (sealed);
  uint32_t changes = 1 + chance_below (chance, 3);
  for (uint32_t i = 0; i < changes && lines.count > 1; i++)
    change_line (&lines, chance);
  struct sealed changed = join (&lines, UINT32_MAX, NULL);
  release (&lines);
  return changed;
}
