/* soup.c -- see soup.h. */
#include <config.h>

#include "soup.h"

#include <assert.h>
#include <inttypes.h>

struct soup
{
  FILE *out;
  const struct soup_params *params;
  struct chance *chance;
  uint32_t budget;     /* statements left */
  uint32_t procedures; /* that may be called: those already written */
};

/* Accesses are in one of the five places of a ring or in two: with some in all
   of them there is nearly always a way round the locks.  What waits inside the
   outer lock, before or after the inner one, tells most. */
static const uint32_t telling[] = {
  1u << 3, 1u << 1 | 1u << 4, 1u << 1, 1u << 0 | 1u << 3,
};
#define TELLING (sizeof telling / sizeof telling[0])

struct soup_params
soup_random_params (struct chance *chance)
{
  struct soup_params params = { .places = 0 };
  params.processes = chance_percent (chance, 70) ? 2 : 3;
  params.locks = chance_percent (chance, 70) ? 2 : 3;
  params.fields = chance_percent (chance, 60) ? 1 : 2;
  params.statements = chance_between (chance, 4, 8);
  params.depth = chance_between (chance, 2, 4);
  params.procedures = chance_percent (chance, 30) ? 1 : 0;
  params.ring = chance_percent (chance, 40);
  if (params.ring)
    {
      params.locks = params.processes = chance_percent (chance, 60) ? 2 : 3;
      params.fields = chance_percent (chance, 80) ? 1 : 2;
      if (chance_percent (chance, 50))
        params.places = telling[chance_below (chance, TELLING)];
      params.statements = 5;
    }
  return params;
}

static void
indent (const struct soup *soup, uint32_t level)
{
  fprintf (soup->out, "%*s", (int) (2 * level), "");
}

static void write_statements (struct soup *soup, uint32_t level);

static void
write_block (struct soup *soup, uint32_t level)
{
  fputs (" {\n", soup->out);
  write_statements (soup, level + 1);
  indent (soup, level);
  fputs ("}\n", soup->out);
}

static void
write_access (struct soup *soup)
{
  uint32_t writes = soup->params->ring ? 75 : 50;
  const char *verb = chance_percent (soup->chance, writes) ? "write" : "read";
  uint32_t field = chance_below (soup->chance, soup->params->fields);
  fprintf (soup->out, "%s f%" PRIu32 ";\n", verb, field + 1);
}

static void
write_statement (struct soup *soup, uint32_t level)
{
  indent (soup, level);
  soup->budget--;
  uint32_t kind = chance_below (soup->chance, 100);
  if (level > soup->params->depth || kind < 35)
    write_access (soup);
  else if (kind < 80)
    {
      uint32_t lock = chance_below (soup->chance, soup->params->locks);
      fprintf (soup->out, "sync l%" PRIu32, lock + 1);
      write_block (soup, level);
    }
  else if (kind < 90)
    {
      fputs ("unit", soup->out);
      write_block (soup, level);
    }
  else if (kind < 94)
    {
      fputs ("if (*)", soup->out);
      write_block (soup, level);
    }
  else if (kind < 96)
    {
      fputs ("while (*)", soup->out);
      write_block (soup, level);
    }
  else if (kind < 98 || soup->procedures == 0)
    fputs ("return;\n", soup->out);
  else
    {
      uint32_t callee = chance_below (soup->chance, soup->procedures);
      fprintf (soup->out, "call p%" PRIu32 ";\n", callee + 1);
    }
}

static void
write_statements (struct soup *soup, uint32_t level)
{
  uint32_t count = chance_below (soup->chance, 3);
  if (level == 1)
    count = soup->params->statements;
  for (uint32_t i = 0; i < count && soup->budget > 0; i++)
    write_statement (soup, level);
}

/* Some accesses, if PLACE is one of PLACES; now and then a statement. */
static void
write_place (struct soup *soup, uint32_t places, uint32_t place, uint32_t level)
{
  if (chance_percent (soup->chance, 6) && soup->budget > 0)
    write_statement (soup, level);
  if (!(places >> place & 1))
    return;
  uint32_t count = chance_between (soup->chance, 1, 3);
  for (uint32_t i = 0; i < count; i++)
    {
      indent (soup, level);
      write_access (soup);
    }
}

static uint32_t
random_places (const struct soup *soup)
{
  struct chance *chance = soup->chance;
  if (soup->params->places)
    return soup->params->places;
  if (chance_percent (chance, 60))
    return telling[chance_below (chance, TELLING)];
  uint32_t places = 1u << chance_below (chance, 5);
  if (chance_percent (chance, 40))
    places |= 1u << chance_below (chance, 5);
  return places;
}

/* sync li { .. sync lk { .. } .. } with lk the next of the ring. */
static void
write_ring (struct soup *soup, uint32_t number, uint32_t level)
{
  uint32_t locks = soup->params->locks;
  uint32_t places = random_places (soup);
  write_place (soup, places, 0, level);
  indent (soup, level);
  fprintf (soup->out, "sync l%" PRIu32 " {\n", number % locks + 1);
  write_place (soup, places, 1, level + 1);
  indent (soup, level + 1);
  fprintf (soup->out, "sync l%" PRIu32 " {\n", (number + 1) % locks + 1);
  write_place (soup, places, 2, level + 2);
  indent (soup, level + 1);
  fputs ("}\n", soup->out);
  write_place (soup, places, 3, level + 1);
  indent (soup, level);
  fputs ("}\n", soup->out);
  write_place (soup, places, 4, level);
}

static void
write_body (struct soup *soup, const char *word, char prefix, uint32_t number,
            uint32_t budget)
{
  fprintf (soup->out, "%s %c%" PRIu32, word, prefix, number + 1);
  if (prefix == 'P' && chance_percent (soup->chance, 10))
    fputs ("[2]", soup->out);
  soup->budget = budget;
  /* Half of the processes hold a unit around all they do. */
  bool unit = prefix == 'P' && chance_percent (soup->chance, 50);
  fputs (unit ? " {\n  unit" : "", soup->out);
  if (prefix == 'P' && soup->params->ring)
    {
      fputs (" {\n", soup->out);
      write_ring (soup, number, unit ? 2 : 1);
      fputs (unit ? "  }\n" : "}\n", soup->out);
    }
  else
    write_block (soup, unit ? 1 : 0);
  fputs (unit ? "}\n" : "", soup->out);
}

static void
write_names (const struct soup *soup, const char *word, char prefix, uint32_t count)
{
  assert (count > 0);
  fprintf (soup->out, "%s %c1", word, prefix);
  for (uint32_t i = 1; i < count; i++)
    fprintf (soup->out, ", %c%" PRIu32, prefix, i + 1);
  fputs (";\n", soup->out);
}

void
soup_write (FILE *out, const struct soup_params *params, struct chance *chance)
{
  struct soup soup = { .out = out, .params = params, .chance = chance };
  write_names (&soup, "field", 'f', params->fields);
  write_names (&soup, "lock", 'l', params->locks);
  for (; soup.procedures < params->procedures; soup.procedures++)
    write_body (&soup, "proc", 'p', soup.procedures, params->statements);
  for (uint32_t i = 0; i < params->processes; i++)
    write_body (&soup, "process", 'P', i, params->statements);
}
