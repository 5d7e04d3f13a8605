/* case.c -- see case.h. */
#include <config.h>

#include "case.h"

#include <assert.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "models/families/families.h"
#include "models/families/random_model.h"
#include "objects.h"
#include "phaseauto/print_automaton.h"
#include "phaseauto/read_automata.h"
#include "random_pa.h"
#include "soup.h"

#define MOST_SETS 8
#define AUTOMATA 16 /* in a case */
/* With life cycles: a query takes longer, and there are races and deadlocks, too. */
#define AUTOMATA_OF_LIVES 7
/* The percentage of models that are soup; the others use all of EML. */
#define SOUP_PERCENT 60
/* With life cycles: regular ones. */
#define FAMILY_PERCENT 3
/* ... and with classes. */
#define OBJECTS_PERCENT 10

struct shipped_sets
{
  struct quota quota;
  struct pa sets[MOST_SETS];
  uint32_t count;
};

struct shipped_sets *
shipped_sets_new (void)
{
  struct shipped_sets *sets = calloc (1, sizeof *sets);
  if (!sets)
    abort ();
  quota_init (&sets->quota);
  if (quota_checkpoint (&sets->quota))
    abort ();
  for (const struct pa_shipped *shipped = pa_shipped; shipped->name; shipped++)
    {
      assert (sets->count < MOST_SETS);
      struct pa *pa = &sets->sets[sets->count++];
      pa_init (pa, &sets->quota);
      if (!pa_read_shipped (pa, shipped->name))
        abort ();
    }
  assert (sets->count > 0);
  return sets;
}

void
shipped_sets_free (struct shipped_sets *sets)
{
  for (uint32_t i = 0; i < sets->count; i++)
    pa_clear (&sets->sets[i]);
  free (sets);
}

static void
write_automaton (FILE *out, const struct shipped_sets *sets, uint32_t number,
                 struct chance *chance, struct random_pa_limits limits)
{
  char name[16];
  snprintf (name, sizeof name, "a%" PRIu32, number + 1);
  if (chance_percent (chance, 40))
    {
      random_pa_write (out, name, chance, limits);
      return;
    }
  const struct pa_set *set = &sets->sets[chance_below (chance, sets->count)].set;
  struct pa_automaton copy = set->automata.at[chance_below (chance, set->automata.count)];
  /* Half of them over one field: these have violations more often. */
  if (copy.parameters.count > 1 && chance_percent (chance, 30))
    copy = set->automata.at[chance_below (chance, 5)];
  copy.numbered = false;
  copy.name = name;
  copy.title = NULL;
  pa_print_source (&copy, out);
}

static char *
finish (FILE *out, char **text)
{
  if (fclose (out) != 0 || !*text)
    abort ();
  return *text;
}

/* Mostly small, so that whatever way it is decided takes little time; and not
   calm, so that there are violations. */
static struct random_model_params
random_params (uint64_t seed, struct chance *chance)
{
  struct random_model_params params = random_model_vary_params (seed);
  if (params.calm < 100)
    params.calm /= 2;
  uint32_t size = chance_below (chance, 100);
  if (size >= 5 && params.locks > 3)
    params.locks = 3;
  if (size >= 20)
    {
      params.processes = chance_percent (chance, 75) ? 2 : 3;
      params.statements = chance_between (chance, 3, 7) * params.processes;
      params.procedures = chance_below (chance, 3);
      if (params.fields > 2)
        params.fields = 2;
      if (params.sets > 1)
        params.sets = 1;
    }
  return params;
}

/* The same with starts, joins and waits. */
static struct random_model_params
random_lives (uint64_t seed, struct chance *chance)
{
  struct random_model_params params = random_params (seed, chance);
  params.processes = chance_between (chance, 2, 4);
  params.statements = chance_between (chance, 2, 5) * params.processes;
  params.orders = chance_percent (chance, 85) ? chance_between (chance, 5, 30) : 0;
  params.waits = chance_percent (chance, 50) ? chance_between (chance, 10, 40) : 0;
  params.volatiles = chance_percent (chance, 20) ? 30 : 0;
  return params;
}

/* A small model of a family that has life cycles or circles of locks. */
static struct families_params
write_family (FILE *out, struct chance *chance)
{
  static const char *const names[]
    = { "workers", "stages", "relay", "philosophers", "gates" };
  uint32_t which = chance_below (chance, sizeof names / sizeof names[0]);
  const struct family *family = families_find (names[which]);
  assert (family);
  struct families_params params = family->defaults;
  params.processes = chance_between (chance, 2, 4);
  params.fields = chance_between (chance, 1, 2);
  if (family->uses & FAMILIES_LOCKS)
    params.locks = chance_between (chance, 2, 4);
  params.safe = chance_percent (chance, 50);
  families_write (out, family, &params);
  return params;
}

static char *
twin_of (struct chance chance)
{
  char *text = NULL;
  size_t size;
  FILE *out = open_memstream (&text, &size);
  if (!out)
    abort ();
  objects_write (out, &chance, true);
  return finish (out, &text);
}

struct test_case
test_case_make (const struct shipped_sets *sets, uint64_t seed, uint32_t lives)
{
  struct test_case made = { .model = NULL };
  struct chance kind = { chance_mix (seed ^ UINT64_C (0x6c69766573)) };
  made.meetings = chance_percent (&kind, lives);
  struct chance chance = { chance_mix (seed ^ UINT64_C (0x6175746f6d617461)) };
  char *text = NULL;
  size_t size;

  struct random_pa_limits limits = { .steps = chance_percent (&chance, 5) ? 6 : 5 };
  FILE *out = open_memstream (&text, &size);
  if (!out)
    abort ();
  if (made.meetings && chance_percent (&chance, OBJECTS_PERCENT))
    {
      struct chance again = chance;
      objects_write (out, &chance, false);
      made.twin = twin_of (again);
      limits.threads = OBJECTS_PROCESSES;
      limits.parameters = OBJECTS_FIELDS;
    }
  else if (made.meetings && chance_percent (&chance, FAMILY_PERCENT))
    {
      struct families_params params = write_family (out, &chance);
      limits.threads = 2;
      limits.parameters = params.fields;
    }
  else if (chance_percent (&chance, SOUP_PERCENT))
    {
      struct soup_params params
        = made.meetings ? soup_random_lives (&chance) : soup_random_params (&chance);
      soup_write (out, &params, &chance);
      limits.threads = params.processes;
      limits.parameters = params.fields;
    }
  else
    {
      struct random_model_params params
        = made.meetings ? random_lives (seed, &chance) : random_params (seed, &chance);
      if (!random_model_write (out, &params))
        abort ();
      limits.threads = params.processes;
      limits.parameters = params.fields;
    }
  made.model = finish (out, &text);

  if (limits.threads > 3 && chance_percent (&chance, 70))
    limits.threads = 3;
  if (limits.parameters > 3)
    limits.parameters = 3;
  text = NULL;
  out = open_memstream (&text, &size);
  if (!out)
    abort ();
  for (uint32_t i = 0; i < (made.meetings ? AUTOMATA_OF_LIVES : AUTOMATA); i++)
    write_automaton (out, sets, i, &chance, limits);
  made.automata = finish (out, &text);
  return made;
}

void
test_case_free (struct test_case *test_case)
{
  free (test_case->model);
  free (test_case->twin);
  free (test_case->automata);
}
