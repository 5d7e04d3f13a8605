/* atomicity.c -- the patterns in a trace, found in one pass, against the definition, on
 * random traces.
 *
 *     atomicity [TRACES]
 *
 * The definition: for each automaton, each choice of threads and each choice of variables
 * of one set, all states that the automaton can be in, event by event.
 */
#include <config.h>

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "../lib/tap.h"
#include "phaseauto/read_automata.h"
#include "random_trace.h"
#include "trace/atomicity.h"

#define MOST_AUTOMATA 64
/* Instances of an automaton with two threads and two parameters. */
#define INSTANCES (RANDOM_THREADS * RANDOM_THREADS * RANDOM_VARIABLES * RANDOM_VARIABLES)

struct verdicts
{
  bool found[MOST_AUTOMATA][INSTANCES];
};

static uint32_t
instance_number (const uint32_t *threads, const uint32_t *variables)
{
  return ((threads[0] * RANDOM_THREADS + threads[1]) * RANDOM_VARIABLES + variables[0])
           * RANDOM_VARIABLES
         + variables[1];
}

/* ---- The definition. ---- */

static bool
does (enum pa_kind kind, enum trace_op op)
{
  return kind == PA_READS      ? op == TRACE_READ
         : kind == PA_WRITES   ? op == TRACE_WRITE
         : kind == PA_ACCESSES ? op == TRACE_READ || op == TRACE_WRITE
         : kind == PA_BEGINS   ? op == TRACE_BEGIN
                               : op == TRACE_END;
}

static bool
happens (const struct random_trace *trace, const struct pa_automaton *automaton,
         const uint32_t *threads, const uint32_t *variables)
{
  uint32_t states = 1, units[RANDOM_THREADS] = { 0 }, count = automaton->steps.count;
  uint32_t begins = 0; /* steps before the first access */
  while (!pa_kind_is_access (automaton->steps.at[begins].kind))
    begins++;
  for (uint32_t i = 0; i < trace->count; i++)
    {
      const struct trace_event *event = &trace->events[i];
      uint32_t next = 0;
      /* The variables are others from now on. */
      if (event->op == TRACE_NEW && event->object == variables[0] / 2)
        states &= ((2u << begins) - 1) | 1u << count;
      for (uint32_t s = 0; s <= count; s++)
        {
          if (!(states >> s & 1))
            continue;
          bool loops = true;
          for (uint32_t c = 0; c < automaton->clauses.count; c++)
            {
              const struct pa_clause *clause = &automaton->clauses.at[c];
              if (pa_clause_holds (clause, s)
                  && threads[clause->thread.index] == event->thread
                  && (clause->kind == PA_STAYS
                        ? event->op == TRACE_END
                        : does (clause->access, event->op)
                            && variables[clause->parameter.index] == event->object))
                loops = false;
            }
          next |= loops ? 1u << s : 0;
          const struct pa_step *step = s < count ? &automaton->steps.at[s] : NULL;
          if (step && threads[step->thread.index] == event->thread
              && does (step->kind, event->op) && (!step->in_unit || units[event->thread])
              && (!pa_kind_is_access (step->kind)
                  || variables[step->parameter.index] == event->object))
            next |= 1u << (s + 1);
        }
      /* A clause never ends what has happened. */
      states = next | (states & 1u << count);
      if (event->op == TRACE_BEGIN || event->op == TRACE_END)
        units[event->thread] = event->op == TRACE_BEGIN;
    }
  return states >> count & 1;
}

static void
define (const struct random_trace *trace, const struct pa_set *set,
        struct verdicts *verdicts)
{
  memset (verdicts, 0, sizeof *verdicts);
  uint32_t threads[2], variables[2];
  for (uint32_t a = 0; a < set->automata.count; a++)
    for (uint32_t i = 0; i < INSTANCES; i++)
      {
        const struct pa_automaton *automaton = &set->automata.at[a];
        variables[1] = i % RANDOM_VARIABLES;
        variables[0] = i / RANDOM_VARIABLES % RANDOM_VARIABLES;
        threads[1] = i / (RANDOM_VARIABLES * RANDOM_VARIABLES) % RANDOM_THREADS;
        threads[0] = i / (RANDOM_VARIABLES * RANDOM_VARIABLES * RANDOM_THREADS);
        bool two = automaton->parameters.count == 2;
        assert (automaton->threads.count == 2);
        if (threads[0] == threads[1]
            || (two ? variables[0] == variables[1] || variables[0] / 2 != variables[1] / 2
                    : variables[1] != 0))
          continue;
        verdicts->found[a][i] = happens (trace, automaton, threads, variables);
      }
}

/* ---- One pass. ---- */

struct hearing
{
  const struct pa_set *set;
  struct verdicts *verdicts;
};

static void
hear (void *context, const struct pa_automaton *automaton, const struct match *match)
{
  struct hearing *hearing = context;
  uint32_t variables[2] = { match->variables[0], match->variables[1] };
  if (automaton->parameters.count == 1)
    variables[1] = 0;
  hearing->verdicts->found[automaton - hearing->set->automata.at]
                          [instance_number (match->threads, variables)]
    = true;
}

static void
pass (const struct random_trace *trace, const struct pa_set *set, struct quota *quota,
      struct verdicts *verdicts)
{
  struct arena arena;
  arena_init (&arena, quota);
  struct pattern_trie trie;
  pattern_trie_build (&trie, set, NULL, &arena);
  assert (trie.left_out.count == 0);
  struct trace_names names = { .threads = { .arena = &arena } };
  for (uint32_t v = 0; v < RANDOM_VARIABLES; v++)
    *vec_push (&arena, &names.object_of) = v / 2;
  memset (verdicts, 0, sizeof *verdicts);
  struct hearing hearing = { set, verdicts };
  struct atomicity atomicity;
  atomicity_init (&atomicity, &names, &trie, &arena);
  atomicity.all = true;
  atomicity.report = hear;
  atomicity.context = &hearing;
  for (uint32_t i = 0; i < trace->count; i++)
    atomicity_event (&atomicity, &trace->events[i]);
  arena_clear (&arena);
}

/* ---- */

static void
compare (const char *name, const struct pa_set *set, struct quota *quota, uint32_t count)
{
  static struct verdicts defined, found;
  uint32_t differences = 0, matches = 0;
  for (uint32_t i = 0; i < count; i++)
    {
      uint64_t seed = i;
      struct random_shape shape = {
        .threads = 2 + random_below (&seed, 2),
        .locks = 1 + random_below (&seed, RANDOM_LOCKS),
        .variables = 1 + random_below (&seed, RANDOM_VARIABLES),
        .events = 4 + random_below (&seed, 40),
        .nests = true,
        .units = true,
        .news = random_below (&seed, 2),
        .no_forks = random_below (&seed, 4) != 0,
      };
      struct random_trace trace;
      random_trace_make (&trace, &shape, &seed);
      define (&trace, set, &defined);
      pass (&trace, set, quota, &found);
      differences += memcmp (&defined, &found, sizeof found) != 0;
      for (uint32_t a = 0; a < set->automata.count; a++)
        for (uint32_t j = 0; j < INSTANCES; j++)
          matches += defined.found[a][j];
    }
  printf ("# %s: %u traces, %u instances that happen\n", name, count, matches);
  tap_ok (differences == 0, "%s: one pass finds what the definition says", name);
  tap_ok (matches > count / 8, "%s: there is something to find", name);
}

/* An automaton with a forbidden access, and some that a trace cannot be asked. */
static const char mine[]
  = "automaton 1 \"quiet\" (l) { threads u, v; u reads l in unit; v writes l; u reads l; "
    "u stays in unit from 1 to 3; never u writes l from 1 to 3; }\n";
static const char impossible[] = "automaton 1 \"late\" (l, m) { threads u, v; u reads l "
                                 "in unit; v writes l; u reads m; "
                                 "never u writes m from 1 to 3; }\n"
                                 "automaton 2 \"ends\" (l) { threads u, v; u reads l in "
                                 "unit; u ends unit; v writes l; "
                                 "}\n";

int
main (int argc, char **argv)
{
  uint32_t count = argc > 1 ? (uint32_t) strtoul (argv[1], NULL, 10) : 300;
  static const char *const sets[] = { "complete", "strict", "spin09" };
  struct quota quota;
  quota_init (&quota);
  if (quota_checkpoint (&quota))
    abort ();
  for (uint32_t i = 0; i < 3; i++)
    {
      struct pa pa;
      pa_init (&pa, &quota);
      bool fine = pa_read_shipped (&pa, sets[i]);
      assert (fine);
      compare (sets[i], &pa.set, &quota, count);
      pa_clear (&pa);
    }
  struct pa pa;
  pa_init (&pa, &quota);
  bool fine = pa_read_text (&pa, "mine.pa", mine, sizeof mine - 1);
  tap_ok (fine, "an automaton that forbids an access");
  compare ("mine", &pa.set, &quota, 4 * count);
  pa_clear (&pa);
  pa_init (&pa, &quota);
  fine = pa_read_text (&pa, "impossible.pa", impossible, sizeof impossible - 1);
  struct pattern_trie trie;
  pattern_trie_build (&trie, &pa.set, NULL, &pa.arena);
  tap_ok (fine && trie.left_out.count == 2 && trie.ends.count == 0,
          "what a trace cannot be asked is left out");
  pa_clear (&pa);
  return tap_done ();
}
