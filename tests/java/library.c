/* library.c -- libphaselock on compiled classes: PATH!CLASS, as another program would use
 * it.
 *
 *     library PATH...        a line for each query of each: question, fields, verdict
 *
 * Messages go to standard error.  Status 2: a class could not be read.
 */
#include <stdio.h>

#include "phaselock.h"

static const char *const verdicts[] = { "safe", "violation", "unknown" };

static void
print_queries (struct phaselock_check *check)
{
  for (size_t q = 0; q < phaselock_check_queries (check); q++)
    {
      enum phaselock_verdict verdict;
      if (phaselock_decide (check, q, &verdict) != PHASELOCK_OK)
        {
          printf ("query %zu was not decided\n", q);
          continue;
        }
      printf ("%s", phaselock_query_pattern (check, q));
      for (size_t f = 0; f < phaselock_query_fields (check, q); f++)
        printf ("%c%s", f ? ',' : ' ', phaselock_query_field (check, q, f));
      printf (" %s\n", verdicts[verdict]);
    }
}

/* The steps of the first violation, where they are in the Java source. */
static void
print_witness (struct phaselock_check *check)
{
  for (size_t q = 0; q < phaselock_check_queries (check); q++)
    {
      const struct phaselock_witness *witness = phaselock_query_witness (check, q);
      for (size_t i = 0; witness && i < phaselock_witness_steps (witness); i++)
        if (phaselock_step_phase (witness, i) > 0)
          printf ("step %u: %s %s %s\n", phaselock_step_phase (witness, i),
                  phaselock_step_action (witness, i), phaselock_step_object (witness, i),
                  phaselock_step_source (witness, i));
      if (witness)
        return;
    }
}

static int
check_class (const char *path)
{
  struct phaselock_model *model;
  struct phaselock_automata *automata = NULL;
  struct phaselock_check *check = NULL;
  enum phaselock_status status = phaselock_model_read (&model, path);
  fputs (phaselock_messages_text (phaselock_model_messages (model)), stderr);
  if (status == PHASELOCK_OK
      && phaselock_automata_read (&automata, "complete") == PHASELOCK_OK
      && phaselock_check_new (&check, model, automata) == PHASELOCK_OK)
    {
      print_queries (check);
      print_witness (check);
    }
  else
    fprintf (stderr, "status: %s\n", phaselock_status_text (status));
  phaselock_check_free (check);
  phaselock_automata_free (automata);
  phaselock_model_free (model);
  return status == PHASELOCK_OK ? 0 : 2;
}

int
main (int argc, char **argv)
{
  int status = 0;
  for (int i = 1; i < argc; i++)
    status |= check_class (argv[i]);
  return status;
}
