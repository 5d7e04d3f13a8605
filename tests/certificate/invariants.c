/* invariants.c -- certificates of what only the values make safe: confirmed where it is,
 * and refused where it is not.
 *
 *   - an invariant made by hand is confirmed, and refused without any of its clauses or
 * with a literal turned round, with the number of the clause that is not inductive;
 *   - the safe queries of models with data that have an invariant are confirmed;
 *   - no invariant of another query, and nothing that random changes make of it, passes
 * for that of a violation;
 *   - what makes no sense is refused, and says why;
 *   - the solver stops when it is told to, however few conflicts it has had.
 *
 *     invariants [FROM COUNT]    other random models
 */
#include <config.h>

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../lib/tap.h"
#include "answers.h"
#include "certificate/checker/gates.h"
#include "mutation.h"

/* ---- By hand. ---- */

/* n0 acquire, n1 and n2 write, n3 release, n4 acquire, n5 read, n6 assert, n7 release. */
static const char model[]
  = "field int(2) x = 0;\nlock l;\n"
    "process P[2] { sync l { x = 1; x = 0; } sync l { assert (x == 0); } }\n";

/* Places 2 to 10 are n0 to n8.  Who holds the lock owns it; x is 1 only at n2 of a
   process; and a process at n6 has read 0. */
static const char head[]
  = "place 0 0\nplace 1 0\nplace 2 0\nplace 3 0\nplace 4 0\nplace 5 0\nplace 6 0\n"
    "place 7 0\nplace 8 0\nplaces 0-2,6,10\nplaces 4\nplaces 0-7,9-10\n"
    "places 2\nvalue owner 0\nvalue cell 0 0\nvalue slot 0 0 0\nvalue slot 1 0 0\n";

static const char *const clauses[]
  = { "+ 0 0 at 0 0", "+ 0 1 at 1 0",        /* outside, or the owner is 1, or 2 */
      "- 1 1",        "- 1 0 at 0 1 at 1 1", /* x is 0, or a process is at n2 */
      "- 2 0 at 0 2", "- 2 1 at 0 2",        /* what was read */
      "- 3 0 at 1 2", "- 3 1 at 1 2" };
#define CLAUSES (sizeof clauses / sizeof *clauses)

/* The head of a certificate about SUBJECT, which the caller closes. */
static FILE *
begin (struct subject *subject, char **text, size_t *length)
{
  char digest[CERTIFY_DIGEST], automata[CERTIFY_DIGEST];
  FILE *memory = open_memstream (text, length);
  if (!memory)
    abort ();
  certify_digest (subject->model.source.text, subject->model.source.length, digest);
  certify_digest (subject->pa.source.text, subject->pa.source.length, automata);
  fprintf (memory, "phaselock-certificate 3\ntool test\nmodel %s\nautomata %s strict\n",
           digest, automata);
  return memory;
}

/* What the checker says of LINES. */
static struct sealed_answer
check_lines (struct subject *subject, const char *lines)
{
  char *text = NULL;
  size_t length = 0;
  FILE *memory = begin (subject, &text, &length);
  fputs (lines, memory);
  fclose (memory);
  struct sealed sealed = sealed_again (text, length);
  struct sealed_answer answer = sealed_check (subject, &sealed);
  free (sealed.text);
  free (text);
  return answer;
}

/* The invariant by hand; WITHOUT: that clause is not there; CHANGED: it is this one, or
   one more. */
static char *
by_hand (size_t without, const char *changed)
{
  char *text = NULL;
  size_t length = 0;
  FILE *memory = open_memstream (&text, &length);
  if (!memory)
    abort ();
  fprintf (memory, "%sinvariant assert 0\n", head);
  for (size_t c = 0; c < CLAUSES + (changed && without == CLAUSES); c++)
    if (c != without || changed)
      fprintf (memory, "clause %s\n", c == without ? changed : clauses[c]);
  fprintf (memory, "proved assert 0 : 0\n");
  fclose (memory);
  return text;
}

static void
test_by_hand (struct subject *subject)
{
  char *text = by_hand (CLAUSES, NULL);
  struct sealed_answer answer = check_lines (subject, text);
  uint32_t refused = 0, told = 0, turned = 0;
  free (text);
  tap_ok (answer.fine && answer.confirmed == 1, "by hand: confirmed %s", answer.problem);
  for (size_t c = 0; c < CLAUSES; c++)
    {
      text = by_hand (c, NULL);
      answer = check_lines (subject, text);
      refused += !answer.fine;
      told += strstr (answer.problem, "is not inductive: all clauses hold, P[") != NULL
              || strstr (answer.problem, "not safe") != NULL;
      if (answer.fine)
        printf ("# confirmed without clause %zu\n", c + 1);
      free (text);
      char other[40];
      snprintf (other, sizeof other, "%s", clauses[c]);
      *other = *other == '+' ? '-' : '+';
      text = by_hand (c, other);
      turned += !check_lines (subject, text).fine;
      free (text);
    }
  tap_ok (refused == CLAUSES && told == CLAUSES,
          "by hand: refused without any of %u clauses, %u times with the step",
          (unsigned) CLAUSES, (unsigned) told);
  tap_ok (turned == CLAUSES, "by hand: refused with a literal turned round, %u times",
          (unsigned) turned);
  /* The last process stays where it is: until it makes a step. */
  text = by_hand (CLAUSES, "at 1 3");
  answer = check_lines (subject, text);
  tap_ok (!answer.fine
            && strstr (answer.problem, "clause 9 is not inductive: all clauses "
                                       "hold, P[1] makes the step in line 3"),
          "by hand: refused because of the last process: %s", answer.problem);
  free (text);
}

struct nonsense
{
  const char *lines, *problem;
};

static void
test_nonsense (struct subject *subject)
{
  static const struct nonsense list[]
    = { { "place 99 0\n", "malformed: a place" },
        { "place 0 1\n", "malformed: a place" },
        { "place 0 2\n", "malformed: a place" },
        { "places 2\n", "malformed: a set of places" },
        { "value slot 0 0\n", "malformed: a value" },
        { "value slot 2 0 0\n", "malformed: a value" },
        { "value cell 0 1\n", "malformed: a value" },
        { "value cell 1 0\n", "malformed: a value" },
        { "value owner 1\n", "malformed: a value" },
        { "value luck\n", "malformed: a value" },
        { "clause\n", "clauses belong to an invariant" },
        { "invariant assert 7\n", "the model has no such query" },
        { "invariant exclusive 0\n", "the model has no such query" },
        { "invariant assert 0 : 0\n", "malformed: an invariant" },
        { "invariant 0 0 : 0 0\nclause\n", "malformed: an invariant of a pattern" },
        { "invariant 0 0 : 0\nclause\n", "malformed: an invariant of a pattern" },
        { "invariant assert 0\nclause + 0 0\n", "malformed: a clause" },
        { "value done\ninvariant assert 0\nclause * 0 0\n", "malformed: a clause" },
        { "value done\ninvariant assert 0\nclause + 0 1\nproved assert 0 : 0\n",
          "there is no such slot or bit" },
        { "value slot 0 0 9\ninvariant assert 0\nclause + 0 0\nproved assert 0 : 0\n",
          "there is no such slot or bit" },
        { "invariant assert 0\nclause\nproved assert 0 : 0\n",
          "invariant 0: clause 1 is false at the beginning" },
        { "invariant assert 0\nproved assert 0 : 0\n", "not safe" },
        { "proved assert 0 :\n", "the query needs an invariant" },
        { "proved assert 0 : 0\n", "malformed: numbers of invariants" },
        { "invariant race 0\nproved assert 0 : 0\n", "not safe" },
        { "invariant deadlock\nproved assert 0 : 0\n", "about something else" },
        { "query assert 0 :\n", "no roles can show" },
        { "open assert 0 : budget\nopen assert 0 : budget\n", "wrong place" } };
  for (size_t i = 0; i < sizeof list / sizeof *list; i++)
    {
      struct sealed_answer answer = check_lines (subject, list[i].lines);
      tap_ok (!answer.fine && strstr (answer.problem, list[i].problem) && answer.line > 4,
              "refused: %s: %s", list[i].problem, answer.problem);
    }
}

/* A pattern needs an invariant for each choice of processes. */
static void
test_missing (void)
{
  struct subject subject;
  subject_init (&subject, "units",
                "field int(2) x;\nprocess P[2] { unit { x = x + 1; } }\n", NULL);
  struct sealed_answer answer = check_lines (&subject, "proved 0 0 :\n");
  tap_ok (!answer.fine && strstr (answer.problem, "an invariant is missing"),
          "refused: %s", answer.problem);
  subject_clear (&subject);
}

/* Who waits for ever: a signal that may be lost. */
static void
test_waiting (void)
{
  static const struct
  {
    const char *lines, *problem;
  } list[]
    = { { "invariant stuck\nproved stuck : 0\n", "not safe" },
        { "value waiting 0\ninvariant stuck\nclause - 0 0\nproved stuck : 0\n",
          "hold, Waiter makes the step in line 2" },
        { "value waiting 0\ninvariant deadlock\nclause - 0 0\nproved deadlock : 0\n",
          "there is no such slot or bit" } };
  struct subject subject;
  subject_init_stuck (&subject, "waiting",
                      "lock m;\nprocess Waiter { sync m { wait m; } }\n"
                      "process Setter { sync m { notify m; } }\n");
  for (size_t i = 0; i < sizeof list / sizeof *list; i++)
    {
      struct sealed_answer answer = check_lines (&subject, list[i].lines);
      tap_ok (!answer.fine && strstr (answer.problem, list[i].problem), "refused: %s: %s",
              list[i].problem, answer.problem);
    }
  subject_clear (&subject);
}

/* ---- Random models. ---- */

struct tally
{
  uint32_t models, safe, confirmed, open, invariants, violations, forged, changed, lies;
  char problem[CERTIFY_PROBLEM];
};

/* Patterns cost most: only a few of them. */
static bool
is_wanted (const struct subject *subject, uint32_t query, uint32_t number)
{
  return subject->verdicts[query] == VERDICT_SAFE && subject->with_data[query]
         && (subject->queries.list.at[query].kind != QUERY_PATTERN
             || query % 16 == number);
}

/* The tables and the clauses of a certificate, as if they were about QUERY. */
static struct sealed
forge (struct subject *subject, const struct sealed *sealed, uint32_t query)
{
  char *text = NULL, *about = subject_about (subject, query);
  size_t length = 0;
  const struct query *asked = &subject->queries.list.at[query];
  bool opened = false;
  FILE *memory = begin (subject, &text, &length);
  for (const char *at = strchr (sealed->text, '\n') + 1, *end; *at; at = end)
    {
      end = strchr (at, '\n') + 1;
      bool table = strncmp (at, "place", 5) == 0 || strncmp (at, "value ", 6) == 0;
      bool clause = strncmp (at, "clause ", 7) == 0;
      if (clause && !opened)
        {
          fprintf (memory, "invariant %s", about);
          for (uint32_t t = 0;
               asked->kind == QUERY_PATTERN && t < asked->automaton->threads.count; t++)
            fprintf (memory, "%s %u", t ? "" : " :", (unsigned) t);
          fprintf (memory, "\n");
          opened = true;
        }
      if ((table && !opened) || clause)
        fwrite (at, 1, (size_t) (end - at), memory);
      if (opened && !clause)
        break;
    }
  if (!opened)
    fprintf (memory, "invariant %s\n", about);
  fprintf (memory, "proved %s : 0\n", about);
  fclose (memory);
  struct sealed result = sealed_again (text, length);
  free (text);
  free (about);
  return result;
}

static void
check_subject (struct subject *subject, struct tally *tally, struct chance *chance)
{
  uint32_t count = subject->queries.list.count, forged = 0;
  struct sealed sealed = sealed_make (subject, is_wanted, tally->models % 16);
  struct sealed_answer answer = sealed_check (subject, &sealed);
  tally->models++;
  for (uint32_t q = 0; q < count; q++)
    tally->safe += is_wanted (subject, q, (tally->models - 1) % 16);
  tally->confirmed += answer.confirmed;
  tally->open += answer.open;
  tally->lies += answer.lies;
  for (const char *at = sealed.text; (at = strstr (at, "\ninvariant ")); at++)
    tally->invariants++;
  if (!answer.fine)
    memcpy (tally->problem, answer.problem, sizeof tally->problem);
  for (uint32_t i = 0; i < 10; i++)
    {
      struct sealed changed = mutation_random (&sealed, chance);
      tally->changed++;
      tally->lies += sealed_check (subject, &changed).lies;
      free (changed.text);
    }
  for (uint32_t q = 0; q < count && forged < 3; q++)
    {
      if (subject->verdicts[q] != VERDICT_VIOLATION)
        continue;
      forged++;
      struct sealed forgery = forge (subject, &sealed, q);
      struct sealed_answer other = sealed_check (subject, &forgery);
      tally->violations++;
      tally->forged += !other.fine;
      tally->lies += other.lies;
      for (uint32_t i = 0; i < 4; i++)
        {
          struct sealed changed = mutation_random (&forgery, chance);
          tally->changed++;
          tally->lies += sealed_check (subject, &changed).lies;
          free (changed.text);
        }
      free (forgery.text);
    }
  free (sealed.text);
}

/* Is TEXT a model that the program accepts? */
static bool
is_valid (const char *text)
{
  struct quota quota;
  struct ir_subject random;
  quota_init (&quota);
  ir_subject_init (&random, &quota);
  bool valid = !quota_checkpoint (&quota)
               && eml_read_text (&random, "random", text, strlen (text));
  ir_subject_clear (&random);
  return valid;
}

static void
test_random (uint64_t from, uint64_t count)
{
  struct tally tally = { .models = 0 };
  struct chance chance = { from };
  for (uint64_t seed = from; seed < from + count; seed++)
    {
      char *text = answers_text_of_seed (seed), name[40];
      struct subject subject;
      snprintf (name, sizeof name, "seed %" PRIu64, seed);
      if (is_valid (text))
        {
          uint32_t before = tally.safe - tally.confirmed - tally.open, lies = tally.lies;
          subject_init (&subject, name, text, NULL);
          check_subject (&subject, &tally, &chance);
          if (tally.safe - tally.confirmed - tally.open != before || tally.lies != lies)
            printf ("# %s: %s\n", name, tally.problem);
          subject_clear (&subject);
        }
      free (text);
    }
  tap_ok (
    tally.confirmed + tally.open == tally.safe && tally.invariants > 0
      && tally.open <= tally.safe / 10,
    "random models: %u safe by their values, %u confirmed, %u open, %u invariants %s",
    (unsigned) tally.safe, (unsigned) tally.confirmed, (unsigned) tally.open,
    (unsigned) tally.invariants, tally.problem);
  tap_ok (
    tally.violations > 0 && tally.forged == tally.violations && tally.lies == 0,
    "random models: %u violations, %u forged invariants refused, %u changed, %u lies",
    (unsigned) tally.violations, (unsigned) tally.forged, (unsigned) tally.changed,
    (unsigned) tally.lies);
}

/* ---- Stopping. ---- */

#define PIGEONS 6

/* In every hole at most one of more pigeons than holes; INTERRUPTED is set as soon as the
   question is made.  Was it answered? */
static bool
ask_pigeons (struct quota *quota, volatile sig_atomic_t *interrupted, bool stop,
             struct gates_solver **solver, struct arena *arena)
{
  struct gates gates;
  gate in[PIGEONS][PIGEONS - 1];
  if (quota_checkpoint (quota))
    return false;
  gates_init (&gates, solver, arena);
  for (uint32_t p = 0; p < PIGEONS; p++)
    {
      for (uint32_t h = 0; h < PIGEONS - 1; h++)
        in[p][h] = gate_input (&gates);
      gates_require (&gates, in[p], PIGEONS - 1);
    }
  for (uint32_t h = 0; h < PIGEONS - 1; h++)
    for (uint32_t p = 0; p < PIGEONS; p++)
      for (uint32_t q = 0; q < p; q++)
        gates_require (&gates, (gate[]){ gate_not (in[p][h]), gate_not (in[q][h]) }, 2);
  *interrupted = stop;
  return !gates_satisfy (&gates, GATE_TRUE);
}

static void
test_stop (void)
{
  for (int stop = 0; stop < 2; stop++)
    {
      struct quota quota;
      struct arena arena;
      struct gates_solver *solver = NULL;
      static volatile sig_atomic_t interrupted;
      quota_init (&quota);
      interrupted = 0;
      quota.interrupted = &interrupted;
      arena_init (&arena, &quota);
      bool answered = ask_pigeons (&quota, &interrupted, stop, &solver, &arena);
      tap_ok (stop ? !answered && quota.reason == QUOTA_INTERRUPTED : answered,
              stop ? "a signal ends the question at the first look"
                   : "six pigeons in five holes: refuted");
      gates_free_solver (&solver);
      arena_clear (&arena);
    }
}

int
main (int argc, char **argv)
{
  if (argc == 3)
    {
      test_random (strtoull (argv[1], NULL, 10), strtoull (argv[2], NULL, 10));
      return tap_done ();
    }
  struct subject subject;
  subject_init (&subject, "by hand", model, NULL);
  test_by_hand (&subject);
  test_nonsense (&subject);
  subject_clear (&subject);
  test_missing ();
  test_waiting ();
  test_stop ();
  test_random (1, 20);
  return tap_done ();
}
