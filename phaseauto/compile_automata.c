/* compile_automata.c -- from the .pa files that ship to the tables of shipped.h.
 *
 *     compile_automata strict.pa spin09.pa complete.pa >TABLES
 *
 * Runs when phaselock is built, with the front end that reads the automata of users.  A
 * set is named like its file, without folder and extension.  An automaton without a text
 * gets that of the automaton with its name and title in another set, if there is one: the
 * sets share many automata, and a text is written once.
 */
#include <config.h>

#include <assert.h>
#include <inttypes.h>
#include <libgen.h>
#include <stdlib.h>
#include <string.h>

#include "phaseauto/read_automata.h"

struct compiled
{
  struct pa pa;
  char name[64];
};

/* ---- C source. ---- */

/* TEXT as a string constant, a line of it on each line; null is NULL. */
static void
print_string (const char *text)
{
  if (!text)
    {
      fputs ("NULL", stdout);
      return;
    }
  putchar ('"');
  for (const char *c = text; *c; c++)
    if (*c == '\n')
      fputs (c[1] ? "\\n\"\n    \"" : "\\n", stdout);
    else if (*c == '"' || *c == '\\' || *c == '?')
      printf ("\\%c", *c);
    else if ((unsigned char) *c < 0x20 || (unsigned char) *c >= 0x7f)
      printf ("\\%03o", (unsigned) (unsigned char) *c);
    else
      putchar (*c);
  putchar ('"');
}

static void
print_span (struct span span)
{
  printf ("{ %" PRIu32 ", %" PRIu32 " }", span.begin, span.end);
}

static void
print_symbols (const char *what, uint32_t set, uint32_t number, const pa_symbols *symbols)
{
  printf ("static const struct pa_symbol %s_%u_%u[] = {", what, (unsigned) set,
          (unsigned) number);
  for (uint32_t i = 0; i < symbols->count; i++)
    {
      fputs (" { ", stdout);
      print_string (symbols->at[i].name);
      fputs (", ", stdout);
      print_span (symbols->at[i].span);
      fputs (" },", stdout);
    }
  puts (symbols->count > 0 ? " };" : " { NULL, { 0, 0 } } };");
}

static void
print_steps (uint32_t set, uint32_t number, const struct pa_automaton *automaton)
{
  printf ("static const struct pa_step steps_%u_%u[] = {\n", (unsigned) set,
          (unsigned) number);
  for (uint32_t i = 0; i < automaton->steps.count; i++)
    {
      const struct pa_step *step = &automaton->steps.at[i];
      assert (step->kind <= PA_ENDS);
      printf ("  { .thread = { %u }, .kind = (enum pa_kind) %d, .parameter = { %u }, "
              ".in_unit = %d, .span = ",
              (unsigned) step->thread.index, (int) step->kind,
              (unsigned) step->parameter.index, step->in_unit);
      print_span (step->span);
      puts (" },");
    }
  puts ("};");
}

static void
print_clauses (uint32_t set, uint32_t number, const struct pa_automaton *automaton)
{
  printf ("static const struct pa_clause clauses_%u_%u[] = {\n", (unsigned) set,
          (unsigned) number);
  for (uint32_t i = 0; i < automaton->clauses.count; i++)
    {
      const struct pa_clause *clause = &automaton->clauses.at[i];
      assert (!pa_clause_orders (clause));
      printf ("  { .kind = (enum pa_clause_kind) %d, .thread = { %u }, "
              ".access = (enum pa_kind) %d, .parameter = { %u }, .from = %u, .to = %u, "
              ".span = ",
              (int) clause->kind, (unsigned) clause->thread.index, (int) clause->access,
              (unsigned) clause->parameter.index, (unsigned) clause->from,
              (unsigned) clause->to);
      print_span (clause->span);
      puts (" },");
    }
  puts (automaton->clauses.count > 0 ? "};" : "  { .from = 0 },\n};");
}

static void
print_row (uint32_t set, uint32_t number, const struct pa_automaton *automaton)
{
  fputs ("  { .name = ", stdout);
  print_string (automaton->name);
  fputs (", .title = ", stdout);
  print_string (automaton->title);
  printf (", .numbered = %d, .number = %u,\n    .text = { ", automaton->numbered,
          (unsigned) automaton->number);
  print_string (automaton->text.says);
  fputs (",\n    ", stdout);
  print_string (automaton->text.harm);
  fputs (",\n    ", stdout);
  print_string (automaton->text.example);
  fputs (" },\n    .span = ", stdout);
  print_span (automaton->span);
  printf (", .parameters = parameters_%u_%u, .threads = threads_%u_%u, "
          ".steps = steps_%u_%u, .clauses = clauses_%u_%u,\n"
          "    .parameter_count = %u, .thread_count = %u, .step_count = %u, "
          ".clause_count = %u },\n",
          (unsigned) set, (unsigned) number, (unsigned) set, (unsigned) number,
          (unsigned) set, (unsigned) number, (unsigned) set, (unsigned) number,
          (unsigned) automaton->parameters.count, (unsigned) automaton->threads.count,
          (unsigned) automaton->steps.count, (unsigned) automaton->clauses.count);
}

static void
print_set (uint32_t set, const struct pa_set *from)
{
  for (uint32_t i = 0; i < from->automata.count; i++)
    {
      const struct pa_automaton *automaton = &from->automata.at[i];
      print_symbols ("parameters", set, i, &automaton->parameters);
      print_symbols ("threads", set, i, &automaton->threads);
      print_steps (set, i, automaton);
      print_clauses (set, i, automaton);
    }
  printf ("static const struct pa_row rows_%u[] = {\n", (unsigned) set);
  for (uint32_t i = 0; i < from->automata.count; i++)
    print_row (set, i, &from->automata.at[i]);
  puts ("};\n");
}

/* ---- Texts. ---- */

/* Give the automata of TO that have no text the text of their namesakes in FROM. */
static void
borrow_texts (struct pa_set *to, const struct pa_set *from)
{
  for (uint32_t i = 0; i < to->automata.count; i++)
    for (uint32_t k = 0; k < from->automata.count; k++)
      {
        struct pa_automaton *borrower = &to->automata.at[i];
        const struct pa_automaton *lender = &from->automata.at[k];
        if (!borrower->text.says && borrower->title && lender->title
            && strcmp (borrower->name, lender->name) == 0
            && strcmp (borrower->title, lender->title) == 0)
          borrower->text = lender->text;
      }
}

/* ---- Sets. ---- */

static void
read_set (struct compiled *compiled, struct quota *quota, char *path)
{
  pa_init (&compiled->pa, quota);
  if (!pa_read (&compiled->pa, path))
    {
      diags_render (&compiled->pa.diags, stderr, false);
      exit (1);
    }
  snprintf (compiled->name, sizeof compiled->name, "%s", basename (path));
  char *dot = strrchr (compiled->name, '.');
  assert (dot);
  *dot = '\0';
}

int
main (int argc, char **argv)
{
  struct quota quota;
  quota_init (&quota);
  uint32_t count = (uint32_t) argc - 1;
  struct compiled *sets = calloc (count + 1, sizeof *sets);
  if (count == 0 || !sets || quota_checkpoint (&quota))
    return 1;
  for (uint32_t i = 0; i < count; i++)
    read_set (&sets[i], &quota, argv[i + 1]);
  puts ("/* Made by compile_automata: change the .pa files instead. */\n"
        "#include <config.h>\n\n"
        "#include \"phaseauto/shipped.h\"\n");
  for (uint32_t i = 0; i < count; i++)
    {
      for (uint32_t k = 0; k < count; k++)
        borrow_texts (&sets[i].pa.set, &sets[k].pa.set);
      print_set (i, &sets[i].pa.set);
    }
  puts ("const struct pa_shipped pa_shipped[] = {");
  for (uint32_t i = 0; i < count; i++)
    {
      const struct source *source = &sets[i].pa.source;
      printf ("  { .name = \"%s\", .length = %" PRIu32
              ",\n    .rows = rows_%u, .count = %u,"
              "\n    .text = ",
              sets[i].name, source->length, (unsigned) i,
              (unsigned) sets[i].pa.set.automata.count);
      print_string (source->text);
      puts (" },");
    }
  puts ("  { .name = NULL },\n};");
  for (uint32_t i = 0; i < count; i++)
    pa_clear (&sets[i].pa);
  free (sets);
  return ferror (stdout) || fflush (stdout) ? 1 : 0;
}
