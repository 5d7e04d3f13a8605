/* violations.c -- an example for libphaselock: decides the queries of models and
 * tells, for each violation, how it comes about.
 *
 *     cc violations.c $(pkg-config --cflags --libs phaselock) -o violations
 *     ./violations stack.eml
 */
#include <phaselock.h>
#include <stdio.h>

static void
print_witness (const struct phaselock_witness *witness)
{
  for (size_t i = 0; i < phaselock_witness_steps (witness); i++)
    {
      const char *source = phaselock_step_source (witness, i);
      printf ("  %c %-12s %-10s %-8s %s\n", phaselock_step_phase (witness, i) ? '*' : ' ',
              phaselock_step_process (witness, i), phaselock_step_action (witness, i),
              phaselock_step_object (witness, i),
              source ? source : phaselock_step_place (witness, i));
    }
}

static void
print_query (const struct phaselock_check *check, size_t query)
{
  printf ("pattern %s", phaselock_query_pattern (check, query));
  for (size_t i = 0; i < phaselock_query_fields (check, query); i++)
    printf ("%s%s", i ? "," : " of ", phaselock_query_field (check, query, i));
}

/* Returns the number of violations, or -1. */
static int
decide_all (struct phaselock_check *check)
{
  int violations = 0;
  for (size_t q = 0; q < phaselock_check_queries (check); q++)
    {
      enum phaselock_verdict verdict;
      enum phaselock_status status = phaselock_decide (check, q, &verdict);
      if (status != PHASELOCK_OK)
        {
          fprintf (stderr, "%s\n", phaselock_status_text (status));
          return -1;
        }
      if (verdict == PHASELOCK_SAFE)
        continue;
      print_query (check, q);
      if (verdict == PHASELOCK_UNKNOWN)
        printf (": unknown (%s)\n", phaselock_query_reason (check, q));
      else
        {
          printf (": violation\n");
          print_witness (phaselock_query_witness (check, q));
          violations++;
        }
    }
  return violations;
}

static int
decide_file (const char *path, const struct phaselock_automata *automata)
{
  struct phaselock_model *model;
  struct phaselock_check *check = NULL;
  int violations = -1;
  enum phaselock_status status = phaselock_model_read (&model, path);
  /* Warnings are there, too, if it is fine. */
  fputs (phaselock_messages_text (phaselock_model_messages (model)), stderr);
  if (status == PHASELOCK_OK)
    status = phaselock_check_new (&check, model, automata);
  if (status == PHASELOCK_OK)
    status = phaselock_set_limits (check, 60, 1000);
  if (status == PHASELOCK_OK)
    violations = decide_all (check);
  else
    fprintf (stderr, "%s: %s\n", path, phaselock_status_text (status));
  phaselock_check_free (check);
  phaselock_model_free (model);
  return violations;
}

int
main (int argc, char **argv)
{
  struct phaselock_automata *automata;
  int result = 0;
  if (phaselock_automata_read (&automata, "complete") != PHASELOCK_OK)
    return 1;
  for (int i = 1; i < argc; i++)
    {
      int violations = decide_file (argv[i], automata);
      if (violations >= 0)
        printf ("%s: %d violations\n", argv[i], violations);
      if (violations != 0)
        result = 1;
    }
  phaselock_automata_free (automata);
  return result;
}
