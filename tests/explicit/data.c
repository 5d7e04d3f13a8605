/* data.c -- the search of models with data: all questions, with and without transactions.
 *
 *     data FILE...              what it finds in these models, and the states that it
 * took data -s FIRST-SEED COUNT  more random models than those of `make check'
 *
 * The search without transactions visits every state; it is the referee.  Both must
 * answer alike about each claim, race, access predicate and the deadlock, and each run
 * must end where its violation is.
 */
#include <config.h>

#include <stdlib.h>
#include <string.h>

#include "automata.h"
#include "data_cases.h"
#include "eml/eml.h"
#include "engine/explicit/retrace.h"
#include "models/families/random_data.h"
#include "phaseauto/read_automata.h"
#include "tests/lib/tap.h"

/* One search of a model, to its end. */
struct search_of
{
  struct arena arena;
  struct search *e;
  bool whole;
};

static void
search_all (struct search_of *s, struct data_model *model, bool transactions,
            struct quota *quota, uint32_t limit)
{
  arena_init (&s->arena, quota);
  s->e = arena_alloc (&s->arena, sizeof *s->e);
  search_init (s->e,
               &(struct search_options){
                 .control = model->control, .data = model, .transactions = transactions },
               &s->arena);
  bool more = true;
  while (more && states_count (&s->e->states) < limit)
    more = search_goes_on (s->e);
  s->whole = !more;
}

static struct data_model *
prepare (struct ir_subject *subject, struct arena *arena)
{
  const struct control *control = control_new (&subject->projection.pds, arena);
  return data_model_new (&subject->projection, control, arena);
}

/* What was found, by name, in a fixed order. */
static uint32_t
list_violations (struct search *e, const struct violation **list, const char **names,
                 uint32_t *numbers)
{
  uint32_t count = 0;
  const struct ir *flow = e->program.data->flow;
  for (uint32_t c = 0; c < flow->claims.count; c++)
    {
      names[count] = flow->claims.at[c].is_assert ? "assert" : "wrong";
      numbers[count] = c;
      list[count++] = &e->violations.claims[c];
    }
  for (uint32_t f = 0; f < flow->model->fields.count; f++)
    {
      names[count] = "race";
      numbers[count] = f;
      list[count++] = &e->violations.races[f];
      names[count] = "exclusive";
      numbers[count] = f;
      list[count++] = &e->violations.exclusives[f];
    }
  names[count] = "deadlock";
  numbers[count] = 0;
  list[count++] = &e->violations.deadlock;
  return count;
}

#define VIOLATIONS 10000

/* Print what is found, if asked; false if the two searches differ. */
static bool
compare (struct search_of *with, struct search_of *without, bool print, uint32_t *found)
{
  static const struct violation *a[VIOLATIONS], *b[VIOLATIONS];
  static const char *names[VIOLATIONS];
  static uint32_t numbers[VIOLATIONS];
  uint32_t count = list_violations (with->e, a, names, numbers);
  list_violations (without->e, b, names, numbers);
  bool same = true;
  for (uint32_t i = 0; i < count; i++)
    {
      same &= a[i]->found == b[i]->found;
      *found += b[i]->found;
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

/* What E found, as in data_cases.h. */
static const char *
say_violations (struct search *e)
{
  static const struct violation *list[VIOLATIONS];
  static const char *names[VIOLATIONS];
  static uint32_t numbers[VIOLATIONS];
  static char text[1000];
  uint32_t count = list_violations (e, list, names, numbers);
  text[0] = '\0';
  for (uint32_t i = 0; i < count; i++)
    if (list[i]->found)
      {
        char word[40];
        bool numbered = strcmp (names[i], "deadlock") != 0;
        snprintf (word, sizeof word, numbered ? " %s%u" : " %s", names[i],
                  (unsigned) numbers[i]);
        strcat (text, word);
      }
  strcat (text, e->cut ? " cut" : "");
  strcat (text, e->sampled ? " sampled" : "");
  return text[0] ? text + 1 : text;
}

static void
check_case (const struct data_case *c)
{
  struct quota quota;
  struct ir_subject subject;
  quota_init (&quota);
  if (quota_checkpoint (&quota))
    abort ();
  ir_subject_init (&subject, &quota);
  if (!eml_read_text (&subject, "case.eml", c->text, strlen (c->text)))
    {
      diags_render (&subject.diags, stdout, false);
      tap_ok (false, "%s: can be read", c->name);
    }
  else
    {
      struct arena arena;
      arena_init (&arena, &quota);
      struct data_model *model = prepare (&subject, &arena);
      for (int transactions = 0; transactions < 2; transactions++)
        {
          struct search_of s;
          search_all (&s, model, transactions, &quota, UINT32_MAX);
          const char *found = say_violations (s.e);
          if (!tap_ok (strcmp (found, c->violations) == 0, "%s, %s transactions", c->name,
                       transactions ? "with" : "without"))
            printf ("# found '%s', expected '%s'\n", found, c->violations);
          arena_clear (&s.arena);
        }
      arena_clear (&arena);
    }
  ir_subject_clear (&subject);
}

struct tally
{
  uint32_t models, large, found;
  uint32_t questions, violations; /* patterns */
  uint64_t with, without;         /* states */
};

/* Can AUTOMATON be made by the processes from FIRST on?  Unknown: too many states. */
static enum verdict_kind
ask_pattern (struct data_model *model, const struct pa_automaton *automaton,
             uint32_t first, bool transactions, struct quota *quota, uint32_t limit)
{
  const struct pds *pds = model->pds;
  struct arena arena;
  arena_init (&arena, quota);
  field_id fields[2]
    = { { first % pds->fields.count }, { (first + 1) % pds->fields.count } };
  process_id players[3];
  for (uint32_t t = 0; t < automaton->threads.count; t++)
    players[t] = (process_id){ (first + t) % pds->processes.count };
  struct pa_instance instance
    = { automaton, fields, pds->fields.at[fields[0].index].set, pds->idsets };
  struct search *e = arena_alloc (&arena, sizeof *e);
  search_init (e,
               &(struct search_options){ .control = model->control,
                                         .data = model,
                                         .instance = &instance,
                                         .players = players,
                                         .transactions = transactions },
               &arena);
  bool more = true;
  while (more && !e->violations.pattern.found && states_count (&e->states) < limit)
    more = search_goes_on (e);
  enum verdict_kind kind = e->violations.pattern.found ? VERDICT_VIOLATION
                           : more                      ? VERDICT_UNKNOWN
                                                       : VERDICT_SAFE;
  if (kind == VERDICT_VIOLATION)
    {
      const struct run *run = retrace (e, &e->violations.pattern, &arena);
      uint32_t moves = 0;
      for (uint32_t i = 0; i < run->steps.count; i++)
        moves += run->steps.at[i].moves;
      if (moves != automaton->steps.count)
        abort ();
    }
  arena_clear (&arena);
  return kind;
}

/* The same for two automata of SET, with and without transactions? */
static bool
patterns_agree (struct data_model *model, const struct pa_set *set, uint64_t seed,
                struct quota *quota, uint32_t limit, struct tally *tally)
{
  bool same = true;
  for (uint64_t a = seed; a < seed + 2; a++)
    {
      const struct pa_automaton *automaton = &set->automata.at[a % set->automata.count];
      if (automaton->threads.count > model->pds->processes.count
          || automaton->parameters.count > model->pds->fields.count)
        continue;
      uint32_t first = (uint32_t) (seed / 7 % 60);
      enum verdict_kind with = ask_pattern (model, automaton, first, true, quota, limit);
      enum verdict_kind without
        = ask_pattern (model, automaton, first, false, quota, limit);
      tally->questions++;
      tally->violations += without == VERDICT_VIOLATION;
      if (with == without || with == VERDICT_UNKNOWN || without == VERDICT_UNKNOWN)
        continue;
      printf ("# automaton %u: %s with transactions, %s without\n",
              (unsigned) automaton->number, verdict_word (with), verdict_word (without));
      same = false;
    }
  return same;
}

/* The same answers for the model of SUBJECT? */
static bool
agrees (struct ir_subject *subject, struct quota *quota, uint32_t limit,
        const struct pa_set *set, uint64_t seed, struct tally *tally)
{
  bool print = !set;
  struct arena arena;
  struct search_of with, without;
  arena_init (&arena, quota);
  struct data_model *model = prepare (subject, &arena);
  search_all (&with, model, true, quota, limit);
  search_all (&without, model, false, quota, limit);
  tally->models++;
  bool same = true;
  if (with.whole && without.whole)
    {
      tally->with += states_count (&with.e->states);
      tally->without += states_count (&without.e->states);
      same = compare (&with, &without, print, &tally->found);
    }
  else
    tally->large++;
  if (set)
    same &= patterns_agree (model, set, seed, quota, limit, tally);
  if (print)
    printf ("# states: %u with transactions, %u%s without; %u bytes each%s%s\n",
            (unsigned) states_count (&with.e->states),
            (unsigned) states_count (&without.e->states), without.whole ? "" : " or more",
            (unsigned) with.e->states.words * 4, with.e->cut ? "; cut" : "",
            with.e->sampled ? "; sampled" : "");
  arena_clear (&with.arena);
  arena_clear (&without.arena);
  arena_clear (&arena);
  return same;
}

/* States of a model of the user, at most; what has more is not compared. */
#define LARGE 2000000

static void
check_file (const char *path)
{
  struct quota quota;
  struct ir_subject subject;
  struct tally tally = { 0 };
  quota_init (&quota);
  if (quota_checkpoint (&quota))
    {
      tap_ok (false, "%s: out of memory", path);
      return;
    }
  ir_subject_init (&subject, &quota);
  if (!eml_read (&subject, path))
    {
      diags_render (&subject.diags, stderr, false);
      tap_ok (false, "%s can be read", path);
    }
  else if (subject.flow.has_values)
    tap_ok (agrees (&subject, &quota, LARGE, NULL, 0, &tally), "%s", path);
  ir_subject_clear (&subject);
}

/* States of a random model, at most. */
#define LIMIT 20000

static bool
check_seed (uint64_t seed, const struct pa_set *set, struct tally *tally)
{
  struct quota quota;
  struct ir_subject subject;
  char *text = NULL;
  size_t size = 0;
  FILE *out = open_memstream (&text, &size);
  random_data_write (out, seed);
  if (!out || fclose (out) != 0)
    abort ();
  quota_init (&quota);
  if (quota_checkpoint (&quota))
    abort ();
  ir_subject_init (&subject, &quota);
  bool same = !eml_read_text (&subject, "random.eml", text, size)
              || !subject.flow.has_values
              || agrees (&subject, &quota, LIMIT, set, seed, tally);
  ir_subject_clear (&subject);
  free (text);
  return same;
}

/* The number of seeds for which the searches differ. */
static uint32_t
count_wrong (uint64_t first, uint64_t count, const struct pa_set *set,
             struct tally *tally)
{
  uint32_t wrong = 0;
  for (uint64_t seed = first; seed < first + count; seed++)
    if (!check_seed (seed, set, tally))
      {
        printf ("# seed %llu\n", (unsigned long long) seed);
        wrong++;
      }
  return wrong;
}

static void
check_seeds (uint64_t first, uint64_t count)
{
  struct tally tally = { 0 };
  struct quota quota;
  struct pa pa;
  quota_init (&quota);
  if (quota_checkpoint (&quota))
    abort ();
  pa_init (&pa, &quota);
  if (!pa_read_text (&pa, "test.pa", test_automata, sizeof test_automata - 1))
    abort ();
  tap_ok (count_wrong (first, count, &pa.set, &tally) == 0,
          "random models: the same violations with and without transactions");
  printf (
    "# %u models, %u too large, %u violations; states: %llu with transactions, %llu "
    "without; %u patterns, %u violations\n",
    (unsigned) tally.models, (unsigned) tally.large, (unsigned) tally.found,
    (unsigned long long) tally.with, (unsigned long long) tally.without,
    (unsigned) tally.questions, (unsigned) tally.violations);
  tap_ok (tally.found > tally.models / 4 && tally.large < tally.models / 2,
          "many violations, few models that are too large");
  tap_ok (tally.violations > tally.questions / 40, "many patterns");
  tap_ok (tally.with < tally.without / 2, "half of the states are enough");
  pa_clear (&pa);
}

int
main (int argc, char **argv)
{
  for (size_t i = 0; argc == 1 && i < sizeof data_cases / sizeof *data_cases; i++)
    check_case (&data_cases[i]);
  if (argc == 1)
    check_seeds (1, 200);
  else if (argc == 4 && strcmp (argv[1], "-s") == 0)
    check_seeds (strtoull (argv[2], NULL, 10), strtoull (argv[3], NULL, 10));
  else
    for (int i = 1; i < argc; i++)
      check_file (argv[i]);
  return tap_done ();
}
