/* random_pa.c -- see random_pa.h.
 *
 * Steps come first; only the threads and parameters that they use are declared
 * afterwards, so that none is idle.
 */
#include <config.h>

#include "random_pa.h"

#include <assert.h>
#include <inttypes.h>

#define MOST_STEPS 6
#define MOST_THREADS 4
#define MOST_PARAMETERS 3

static const char *const thread_names[MOST_THREADS] = { "u", "v", "w", "x" };
static const char *const parameter_names[MOST_PARAMETERS] = { "a", "b", "c" };
static const char *const access_words[] = { "reads", "writes", "accesses" };

struct step
{
  uint32_t thread, parameter;
  uint32_t kind; /* 0 to 2: an access; 3 begins, 4 ends */
  bool in_unit;
};

struct plan
{
  struct step steps[MOST_STEPS];
  uint32_t count;
  bool has_thread[MOST_THREADS], has_parameter[MOST_PARAMETERS];
};

static uint32_t
random_access (struct chance *chance, uint32_t writes)
{
  if (chance_percent (chance, 12))
    return 2;
  return chance_percent (chance, writes) ? 1 : 0;
}

static void
plan_steps (struct plan *plan, struct chance *chance, struct random_pa_limits limits)
{
  uint32_t threads = chance_between (chance, 1, limits.threads);
  uint32_t parameters = chance_between (chance, 1, limits.parameters);
  /* Two or three steps more often than one or six. */
  uint32_t first = chance_between (chance, 1, limits.steps);
  uint32_t second = chance_between (chance, 1, limits.steps);
  plan->count = (first + second + 1) / 2;
  uint32_t units = chance_below (chance, 4) * 10;
  /* Some have nearly only writes, and some take the threads in turn: an order
     of steps in which all threads are in the middle of something. */
  uint32_t writes = chance_percent (chance, 50) ? 90 : 50;
  bool in_turn = chance_percent (chance, 35);
  for (uint32_t i = 0; i < plan->count; i++)
    {
      struct step *step = &plan->steps[i];
      step->thread = in_turn ? i % threads : chance_below (chance, threads);
      /* The first step is an access: without one there is no parameter. */
      bool boundary = i > 0 && chance_percent (chance, units);
      if (boundary)
        step->kind = chance_between (chance, 3, 4);
      else
        {
          step->kind = random_access (chance, writes);
          step->parameter = chance_below (chance, parameters);
          step->in_unit = chance_percent (chance, 40);
          plan->has_parameter[step->parameter] = true;
        }
      plan->has_thread[step->thread] = true;
    }
}

static uint32_t
pick_true (struct chance *chance, const bool *flags, uint32_t count)
{
  uint32_t i;
  do
    i = chance_below (chance, count);
  while (!flags[i]);
  return i;
}

static void
put_list (FILE *out, const char *const *names, const bool *flags, uint32_t count)
{
  const char *before = "";
  for (uint32_t i = 0; i < count; i++)
    if (flags[i])
      {
        fprintf (out, "%s%s", before, names[i]);
        before = ", ";
      }
}

static void
put_step (FILE *out, const struct step *step)
{
  const char *thread = thread_names[step->thread];
  if (step->kind >= 3)
    fprintf (out, "  %s %s unit;\n", thread, step->kind == 3 ? "begins" : "ends");
  else
    fprintf (out, "  %s %s %s%s;\n", thread, access_words[step->kind],
             parameter_names[step->parameter], step->in_unit ? " in unit" : "");
}

static void
put_clause (FILE *out, const struct plan *plan, struct chance *chance)
{
  assert (plan->count >= 2);
  uint32_t from = chance_between (chance, 1, plan->count - 1);
  uint32_t to = chance_between (chance, from + 1, plan->count);
  const char *thread = thread_names[pick_true (chance, plan->has_thread, MOST_THREADS)];
  if (chance_percent (chance, 60))
    fprintf (out, "  %s stays in unit", thread);
  else
    {
      const char *access = access_words[random_access (chance, 50)];
      uint32_t parameter = pick_true (chance, plan->has_parameter, MOST_PARAMETERS);
      fprintf (out, "  never %s %s %s", thread, access, parameter_names[parameter]);
    }
  fprintf (out, " from %" PRIu32 " to %" PRIu32 ";\n", from, to);
}

void
random_pa_write (FILE *out, const char *name, struct chance *chance,
                 struct random_pa_limits limits)
{
  assert (1 <= limits.threads && limits.threads <= MOST_THREADS);
  assert (1 <= limits.parameters && limits.parameters <= MOST_PARAMETERS);
  assert (1 <= limits.steps && limits.steps <= MOST_STEPS);
  struct plan plan = { .count = 0 };
  plan_steps (&plan, chance, limits);
  fprintf (out, "automaton %s (", name);
  put_list (out, parameter_names, plan.has_parameter, MOST_PARAMETERS);
  fputs (") {\n  threads ", out);
  put_list (out, thread_names, plan.has_thread, MOST_THREADS);
  fputs (";\n", out);
  for (uint32_t i = 0; i < plan.count; i++)
    put_step (out, &plan.steps[i]);
  uint32_t clauses = plan.count < 2 ? 0 : chance_below (chance, 4);
  for (uint32_t i = 0; i < clauses; i++)
    put_clause (out, &plan, chance);
  fputs ("}\n", out);
}
