/* soup.c -- see soup.h. */
#include <config.h>

#include "soup.h"

#include <assert.h>
#include <inttypes.h>

#define NOBODY UINT32_MAX
#define MOST_HELD 32

struct soup
{
  FILE *out;
  const struct soup_params *params;
  struct chance *chance;
  uint32_t budget;     /* statements left */
  uint32_t procedures; /* that may be called: those already written */
  /* For life cycles and waits. */
  uint32_t copies[SOUP_PROCESSES];
  uint32_t self;            /* the process being written; NOBODY: a procedure */
  uint32_t held[MOST_HELD]; /* locks of the syncs around this point */
  uint32_t depth;           /* of them */
};

/* Waits.  A wait must be for the lock that was taken last (eml.md, wait-crosses).  In
   a process that is the innermost sync, if it is not a second one with another lock in
   between.  A procedure does not know what its callers have taken; so procedures wait
   only for l1, and are called only where the caller could wait for l1.

   Orders.  A process must not start or join itself, not even by way of a procedure.  So
   the last process calls no procedure, and procedures start and join only this one. */

/* Accesses are in one of the five places of a ring or in two: with some in all
   of them there is nearly always a way round the locks.  What waits inside the
   outer lock, before or after the inner one, tells most. */
static const uint32_t telling[] = {
  1u << 3,
  1u << 1 | 1u << 4,
  1u << 1,
  1u << 0 | 1u << 3,
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

struct soup_params
soup_random_lives (struct chance *chance)
{
  struct soup_params params = soup_random_params (chance);
  bool few = chance_percent (chance, 75);
  if (!params.ring)
    params.processes = chance_between (chance, 2, few ? 3 : SOUP_PROCESSES);
  params.statements = chance_between (chance, 3, few ? 6 : 4);
  params.procedures = chance_percent (chance, 35) ? 1 : 0;
  if (chance_percent (chance, 85))
    {
      params.orders = chance_percent (chance, 50) ? 4 : chance_between (chance, 10, 25);
      params.leads = chance_percent (chance, 60);
      params.chain = !params.leads && chance_percent (chance, 50);
    }
  params.waits = chance_percent (chance, 40) ? chance_between (chance, 10, 40) : 0;
  params.is_volatile = chance_percent (chance, 10);
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
open_sync (struct soup *soup, uint32_t lock)
{
  assert (soup->depth < MOST_HELD);
  fprintf (soup->out, "sync l%" PRIu32, lock + 1);
  soup->held[soup->depth++] = lock;
}

static void
close_sync (struct soup *soup)
{
  assert (soup->depth > 0);
  soup->depth--;
}

/* Could there be a wait for LOCK here? */
static bool
may_wait (const struct soup *soup, uint32_t lock)
{
  uint32_t i = soup->depth;
  while (i > 0 && soup->held[i - 1] == lock)
    i--;
  if (soup->self == NOBODY)
    return lock == 0 && i == 0; /* callers hold l1 */
  bool found = i < soup->depth;
  while (i > 0)
    if (soup->held[--i] == lock)
      return false;
  return found;
}

static bool
may_call (const struct soup *soup)
{
  if (soup->procedures == 0)
    return false;
  if (soup->params->orders > 0 && soup->self == soup->params->processes - 1)
    return false;
  return soup->params->waits == 0 || may_wait (soup, 0);
}

/* A wait or notify, if there can be one here. */
static bool
write_wait (struct soup *soup)
{
  uint32_t lock = soup->depth > 0 ? soup->held[soup->depth - 1] : 0;
  if (!may_wait (soup, lock))
    return false;
  static const char *const words[] = { "wait", "wait", "wait", "notify", "notifyall" };
  uint32_t word = chance_below (soup->chance, sizeof words / sizeof words[0]);
  fprintf (soup->out, "%s l%" PRIu32 ";\n", words[word], lock + 1);
  return true;
}

/* One that this body may start or join, or NOBODY. */
static uint32_t
pick_other (const struct soup *soup, bool later)
{
  uint32_t last = soup->params->processes - 1, self = soup->self;
  if (self == NOBODY)
    return last;
  if (later && self < last)
    return chance_between (soup->chance, self + 1, last);
  uint32_t other = chance_below (soup->chance, last + 1);
  return other == self ? NOBODY : other;
}

/* All copies of OTHER, or COPY. */
static void
write_order (const struct soup *soup, const char *word, uint32_t other, uint32_t copy)
{
  fprintf (soup->out, "%s P%" PRIu32, word, other + 1);
  if (copy != NOBODY)
    fprintf (soup->out, "[%" PRIu32 "]", copy);
  fputs (";\n", soup->out);
}

static uint32_t
pick_copy (const struct soup *soup, uint32_t other)
{
  uint32_t copies = soup->copies[other];
  bool single = copies > 1 && chance_percent (soup->chance, 50);
  return single ? chance_below (soup->chance, copies) : NOBODY;
}

/* A start or join, if there is someone. */
static bool
write_random_order (struct soup *soup)
{
  bool starts = chance_percent (soup->chance, 45);
  bool later = chance_percent (soup->chance, starts ? 90 : 60);
  uint32_t other = pick_other (soup, later);
  if (other == NOBODY)
    return false;
  write_order (soup, starts ? "start" : "join", other, pick_copy (soup, other));
  return true;
}

static bool
write_new_statement (struct soup *soup)
{
  /* No draw without them: the models of soup_random_params stay what they are. */
  if (soup->params->orders && chance_percent (soup->chance, soup->params->orders))
    return write_random_order (soup);
  if (soup->params->waits && chance_percent (soup->chance, soup->params->waits))
    return write_wait (soup);
  return false;
}

static void
write_statement (struct soup *soup, uint32_t level)
{
  indent (soup, level);
  soup->budget--;
  if (write_new_statement (soup))
    return;
  uint32_t kind = chance_below (soup->chance, 100);
  if (level > soup->params->depth || kind < 35)
    write_access (soup);
  else if (kind < 80)
    {
      open_sync (soup, chance_below (soup->chance, soup->params->locks));
      write_block (soup, level);
      close_sync (soup);
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
  else if ((kind < 98 && !soup->params->orders) || !may_call (soup))
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
  open_sync (soup, number % locks);
  fputs (" {\n", soup->out);
  write_place (soup, places, 1, level + 1);
  indent (soup, level + 1);
  open_sync (soup, (number + 1) % locks);
  fputs (" {\n", soup->out);
  write_place (soup, places, 2, level + 2);
  indent (soup, level + 1);
  fputs ("}\n", soup->out);
  close_sync (soup);
  write_place (soup, places, 3, level + 1);
  indent (soup, level);
  fputs ("}\n", soup->out);
  close_sync (soup);
  write_place (soup, places, 4, level);
}

/* WORD of OTHER, now and then in a block, with a statement before or after it: whoever
   holds a lock there is in the way of others until it gets on. */
static void
write_order_somewhere (struct soup *soup, const char *word, uint32_t other, uint32_t copy,
                       uint32_t level)
{
  struct chance *chance = soup->chance;
  static const char *const heads[] = { "unit", "if (*)", "while (*)" };
  bool around = chance_percent (chance, 30);
  bool locked = around && chance_percent (chance, 60);
  if (chance_percent (chance, 40) && soup->budget > 0)
    write_statement (soup, level);
  indent (soup, level);
  if (locked)
    open_sync (soup, chance_below (chance, soup->params->locks));
  else if (around)
    fputs (heads[chance_below (chance, sizeof heads / sizeof heads[0])], soup->out);
  if (around)
    fputs (" {\n", soup->out);
  if (around && chance_percent (chance, 50))
    write_access (soup);
  write_order (soup, word, other, copy);
  if (around && chance_percent (chance, 30) && soup->budget > 0)
    write_statement (soup, level + 1);
  if (around)
    fputs ("}\n", soup->out);
  if (locked)
    close_sync (soup);
}

/* The others in some order: each is started, then, as a rule, joined.  FIRST to LAST:
   the others. */
static void
write_leading (struct soup *soup, uint32_t first, uint32_t last, uint32_t level)
{
  struct chance *chance = soup->chance;
  uint32_t copy[SOUP_PROCESSES], joined = first;
  for (uint32_t other = first; other <= last; other++)
    {
      copy[other] = pick_copy (soup, other);
      if (chance_percent (chance, 95))
        write_order_somewhere (soup, "start", other, copy[other], level);
      /* The next one may have to wait for this one. */
      for (; joined <= other && chance_percent (chance, 25); joined++)
        write_order_somewhere (soup, "join", joined, copy[joined], level);
    }
  for (; joined <= last; joined++)
    if (chance_percent (chance, 75))
      write_order_somewhere (soup, "join", joined, copy[joined], level);
}

static void
write_leading_of (struct soup *soup, uint32_t level)
{
  uint32_t self = soup->self, last = soup->params->processes - 1;
  if (soup->params->leads && self == 0 && last > 0)
    write_leading (soup, 1, last, level);
  if (soup->params->chain && self != NOBODY && self < last)
    write_leading (soup, self + 1, self + 1, level);
}

static void
write_body (struct soup *soup, const char *word, char prefix, uint32_t number,
            uint32_t budget)
{
  bool process = prefix == 'P';
  fprintf (soup->out, "%s %c%" PRIu32, word, prefix, number + 1);
  soup->self = process ? number : NOBODY;
  if (process && !soup->copies[number])
    soup->copies[number] = chance_percent (soup->chance, 10) ? 2 : 1;
  if (process && soup->copies[number] > 1)
    fprintf (soup->out, "[%" PRIu32 "]", soup->copies[number]);
  soup->budget = budget;
  /* Half of the processes hold a unit around all they do. */
  bool unit = process && chance_percent (soup->chance, 50);
  bool late = soup->params->orders && chance_percent (soup->chance, 20);
  bool plain = soup->params->leads && number == 0 && chance_percent (soup->chance, 70);
  uint32_t level = unit ? 2 : 1;
  fputs (unit ? " {\n  unit {\n" : " {\n", soup->out);
  if (!late)
    write_leading_of (soup, level);
  if (process && soup->params->ring && !plain)
    write_ring (soup, number, level);
  else
    write_statements (soup, level);
  if (late)
    write_leading_of (soup, level);
  fputs (unit ? "  }\n}\n" : "}\n", soup->out);
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

static void
write_fields (const struct soup *soup)
{
  uint32_t fields = soup->params->fields;
  if (soup->params->is_volatile && fields > 1)
    fprintf (soup->out, "field volatile f%" PRIu32 ";\n", fields);
  else if (soup->params->is_volatile)
    {
      fputs ("field volatile f1;\n", soup->out);
      return;
    }
  write_names (soup, "field", 'f', fields - soup->params->is_volatile);
}

void
soup_write (FILE *out, const struct soup_params *params, struct chance *chance)
{
  struct soup soup = { .out = out, .params = params, .chance = chance };
  assert (params->processes <= SOUP_PROCESSES);
  for (uint32_t i = 0; params->orders && i < params->processes; i++)
    soup.copies[i] = chance_percent (chance, 20) ? 2 : 1;
  write_fields (&soup);
  write_names (&soup, "lock", 'l', params->locks);
  for (; soup.procedures < params->procedures; soup.procedures++)
    write_body (&soup, "proc", 'p', soup.procedures, params->statements);
  for (uint32_t i = 0; i < params->processes; i++)
    write_body (&soup, "process", 'P', i, params->statements);
}
