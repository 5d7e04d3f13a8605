/* ask.c -- what the referee finds in models, as a file EXPECTED has it.
 *
 *     ask MODEL...     `MODEL: 1:count race:count deadlock assert:12 wrong:14
 * exclusive:x'
 *
 * assert and wrong have the line of their statement.  A model that is not for the referee
 * is `MODEL: refused'.  The number of states goes to standard error. */
#include <config.h>

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "eml/eml.h"
#include "phaseauto/read_automata.h"
#include "referee.h"

#define MOST_STATES 2000000

/* All choices of different fields of one set for the parameters of AUTOMATON from
   parameter N on. */
static void
show_pattern (const struct referee *r, const struct pa_automaton *automaton,
              uint32_t *fields, uint32_t n)
{
  const struct world *world = &r->world;
  if (n == automaton->parameters.count)
    {
      if (!referee_finds (r, automaton, fields, world->fields.at[fields[0]].set))
        return;
      printf (" %s:", automaton->name);
      for (uint32_t i = 0; i < n; i++)
        printf ("%s%s", i ? "," : "", world->fields.at[fields[i]].name);
      return;
    }
  for (uint32_t f = 0; f < world->fields.count; f++)
    {
      bool fits = n == 0 || world->fields.at[f].set == world->fields.at[fields[0]].set;
      for (uint32_t i = 0; i < n; i++)
        fits &= fields[i] != f;
      fields[n] = f;
      if (fits)
        show_pattern (r, automaton, fields, n + 1);
    }
}

static void
show (const struct referee *r, const struct eml *eml, const struct pa_set *set)
{
  uint32_t fields[PA_SIZE_LIMIT];
  for (uint32_t a = 0; a < set->automata.count; a++)
    show_pattern (r, &set->automata.at[a], fields, 0);
  for (uint32_t f = 0; f < r->world.fields.count; f++)
    if (r->race[f] && !r->world.fields.at[f].is_volatile)
      printf (" race:%s", r->world.fields.at[f].name);
  if (r->deadlock)
    printf (" deadlock");
  for (uint32_t at = 0; at < eml->tree.stmts.count; at++)
    {
      const struct tree_stmt *stmt = &eml->tree.stmts.at[at];
      bool arm = stmt->kind == TREE_BLOCK && stmt->expr != TREE_NO_EXPR;
      struct span span = arm ? eml->tree.exprs.at[stmt->expr].span : stmt->span;
      uint32_t line = source_place (&eml->subject->source, span.begin).line;
      if (r->failed[at])
        printf (" assert:%" PRIu32, line);
      if (r->wrong[at])
        printf (" wrong:%" PRIu32, line);
    }
  for (uint32_t f = 0; f < r->world.fields.count; f++)
    if (r->exclusive[f])
      printf (" exclusive:%s", r->world.fields.at[f].name);
}

int
main (int argc, char **argv)
{
  struct quota quota;
  struct pa pa;
  quota_init (&quota);
  if (quota_checkpoint (&quota))
    abort ();
  pa_init (&pa, &quota);
  if (!pa_read_shipped (&pa, PA_DEFAULT_SET))
    abort ();
  int status = 0;
  for (int i = 1; i < argc; i++)
    {
      struct ir_subject subject;
      struct eml eml = { .subject = &subject };
      struct referee referee;
      const char *name = strrchr (argv[i], '/');
      ir_subject_init (&subject, &quota);
      printf ("%s:", name ? name + 1 : argv[i]);
      if (!eml_parse_path (&eml, argv[i]))
        {
          diags_render (&subject.diags, stderr, false);
          printf (" error");
          status = 1;
        }
      else if (!referee_explore (&referee, &eml.tree, &subject.arena, MOST_STATES))
        printf (" refused");
      else
        {
          fprintf (stderr, "%s: %" PRIu32 " states\n", argv[i], referee.count);
          show (&referee, &eml, &pa.set);
        }
      putchar ('\n');
      ir_subject_clear (&subject);
    }
  pa_clear (&pa);
  return status;
}
