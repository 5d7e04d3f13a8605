/* data.c -- the search of models with data: all questions, with and without transactions.
 *
 *     data FILE...    prints what it finds in these models, and the states that it took
 *
 * The search without transactions visits every state; it is the referee.  Both must answer
 * alike about each claim, race, access predicate and the deadlock, and each run must end
 * where its finding is.
 */
#include <config.h>

#include <stdlib.h>
#include <string.h>

#include "eml/eml.h"
#include "engine/data/retrace.h"
#include "tests/lib/tap.h"

/* One search of a model, to its end. */
struct search_of
{
  struct arena arena;
  struct exploration *e;
};

static void
search_start (struct search_of *s, struct data_model *model, bool transactions,
              struct quota *quota)
{
  arena_init (&s->arena, quota);
  s->e = arena_alloc (&s->arena, sizeof *s->e);
  exploration_init (s->e, model, NULL, NULL, NULL, transactions, &s->arena);
  while (exploration_goes_on (s->e))
    ;
}

static struct data_model *
prepare (struct eml *eml, struct arena *arena)
{
  const struct control *control = control_new (&eml->lowering.pds, arena);
  return data_model_new (&eml->lowering, control, arena);
}

/* What was found, by name, in a fixed order. */
static uint32_t
list_findings (struct exploration *e, const struct finding **list, const char **names,
               uint32_t *numbers)
{
  uint32_t count = 0;
  const struct flow *flow = e->model->flow;
  for (uint32_t c = 0; c < flow->claims.count; c++)
    {
      names[count] = flow->claims.at[c].is_assert ? "assert" : "wrong";
      numbers[count] = c;
      list[count++] = &e->findings.claims[c];
    }
  for (uint32_t f = 0; f < flow->model->fields.count; f++)
    {
      names[count] = "race";
      numbers[count] = f;
      list[count++] = &e->findings.races[f];
      names[count] = "exclusive";
      numbers[count] = f;
      list[count++] = &e->findings.exclusives[f];
    }
  names[count] = "deadlock";
  numbers[count] = 0;
  list[count++] = &e->findings.deadlock;
  return count;
}

#define FINDINGS 10000

/* Print what is found, if asked; false if the two searches differ. */
static bool
compare (struct search_of *with, struct search_of *without, bool print)
{
  static const struct finding *a[FINDINGS], *b[FINDINGS];
  static const char *names[FINDINGS];
  static uint32_t numbers[FINDINGS];
  uint32_t count = list_findings (with->e, a, names, numbers);
  list_findings (without->e, b, names, numbers);
  bool same = true;
  for (uint32_t i = 0; i < count; i++)
    {
      same &= a[i]->found == b[i]->found;
      if (a[i]->found != b[i]->found)
        printf ("# %s %u: %sfound with transactions, %sfound without\n", names[i],
                (unsigned) numbers[i], a[i]->found ? "" : "not ",
                b[i]->found ? "" : "not ");
      else if (print && a[i]->found)
        printf ("# %s %u\n", names[i], (unsigned) numbers[i]);
      if (a[i]->found)
        retrace (with->e, a[i], &with->arena);
      if (b[i]->found)
        retrace (without->e, b[i], &without->arena);
    }
  return same;
}

/* The same answers for the model that EML has read? */
static bool
agrees (struct eml *eml, struct quota *quota, bool print)
{
  struct arena arena;
  struct search_of with, without;
  arena_init (&arena, quota);
  struct data_model *model = prepare (eml, &arena);
  search_start (&with, model, true, quota);
  search_start (&without, model, false, quota);
  bool same = compare (&with, &without, print);
  if (print)
    printf ("# states: %u with transactions, %u without; %u bytes each; cut %d %d, sampled "
            "%d %d\n",
            (unsigned) worlds_count (&with.e->worlds),
            (unsigned) worlds_count (&without.e->worlds), (unsigned) with.e->worlds.words * 4,
            with.e->cut, without.e->cut, with.e->sampled, without.e->sampled);
  arena_clear (&with.arena);
  arena_clear (&without.arena);
  arena_clear (&arena);
  return same;
}

static void
check_file (const char *path)
{
  struct quota quota;
  struct eml eml;
  quota_init (&quota);
  if (quota_checkpoint (&quota))
    {
      tap_ok (false, "%s: out of memory", path);
      return;
    }
  eml_init (&eml, &quota);
  if (!eml_read (&eml, path))
    {
      diags_render (&eml.diags, stderr, false);
      tap_ok (false, "%s can be read", path);
    }
  else if (eml.flow.codes.count > 0)
    tap_ok (agrees (&eml, &quota, true), "%s", path);
  eml_clear (&eml);
}

int
main (int argc, char **argv)
{
  for (int i = 1; i < argc; i++)
    check_file (argv[i]);
  return tap_done ();
}
