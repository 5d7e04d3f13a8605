/* because_meeting.c -- why no lock prevented a race or a deadlock, in sentences. */
#include <config.h>

#include <assert.h>

#include "base/text.h"
#include "explain/because.h"

/* ---- Races. ---- */

/* "'a' (since step 2) and 'b' (since step 4)", or "no lock". */
static void
print_locks (const struct finding *finding, thread_id thread, FILE *file)
{
  const struct idsets *idsets = &finding->subject->idsets;
  idset locks = finding_held (finding, finding->witness->steps.count - 1, thread);
  if (idset_is_empty (locks))
    fputs ("no lock", file);
  const char *before = "";
  for (uint32_t l = idset_next (idsets, locks, 0); l != UINT32_MAX;)
    {
      uint32_t next = idset_next (idsets, locks, l + 1);
      fputs (before, file);
      text_show_quoted (file, finding_lock_name (finding, (lock_id){ l }));
      fprintf (file, " (since step %u)",
               (unsigned) finding_taken (finding, thread, (lock_id){ l }) + 1);
      before = next != UINT32_MAX && idset_next (idsets, locks, next + 1) != UINT32_MAX
                 ? ", "
                 : " and ";
      l = next;
    }
}

/* " at x.eml:2:3 and x.eml:4:5", or one of them if they are the same. */
static void
print_places (const struct finding *finding, thread_id u, thread_id v, FILE *file)
{
  uint32_t write = finding_next_step (finding, u),
           access = finding_next_step (finding, v);
  const struct witness_step *steps = finding->witness->steps.at;
  fputs (" at ", file);
  finding_print_place (finding, write, file);
  if (steps[write].offset == steps[access].offset)
    return;
  fputs (" and ", file);
  finding_print_place (finding, access, file);
}

static void
print_race (const struct finding *finding, FILE *file)
{
  const thread_id u = { 0 }, v = { 1 };
  uint32_t last = finding->witness->steps.count - 1;
  bool held[] = { !idset_is_empty (finding_held (finding, last, u)),
                  !idset_is_empty (finding_held (finding, last, v)) };
  assert (finding_threads (finding) == 2);
  if (!held[0] && !held[1])
    {
      fputs ("neither ", file);
      finding_print_process (finding, u, file);
      fputs (" nor ", file);
      finding_print_process (finding, v, file);
      fputs (" holds a lock", file);
      print_places (finding, u, v, file);
      fputs (": nothing keeps them apart.", file);
      return;
    }
  for (thread_id t = u; t.index <= v.index; t.index++)
    {
      fputs (t.index == 0 ? "" : ", and ", file);
      finding_print_process (finding, t, file);
      fputs (" holds ", file);
      print_locks (finding, t, file);
      fputs (" at ", file);
      finding_print_place (finding, finding_next_step (finding, t), file);
    }
  fputs (held[0] && held[1] ? ": no lock that both hold keeps them apart."
                            : ": no lock keeps them apart.",
         file);
}

/* ---- Deadlocks. ---- */

/* "Kant took 'f1' at step 3 (Table.java:11) and waits at Table.java:12 for 'f2', which
   Hegel holds" */
static void
print_waiting (const struct finding *finding, thread_id thread, FILE *file)
{
  const struct pa_automaton *circle = finding_automaton (finding);
  const struct pa_step *step = &circle->steps.at[thread.index];
  uint32_t taken = finding_taken (finding, thread, step->holding);
  assert (step->kind == PA_AWAITS && thread_equal (step->thread, thread));
  finding_print_process (finding, thread, file);
  fputs (" took ", file);
  text_show_quoted (file, finding_lock_name (finding, step->holding));
  fprintf (file, " at step %u (", (unsigned) taken + 1);
  finding_print_place (finding, taken, file);
  fputs (") and waits at ", file);
  finding_print_place (finding, finding_next_step (finding, thread), file);
  fputs (" for ", file);
  text_show_quoted (file, finding_lock_name (finding, step->lock));
  fputs (", which ", file);
  finding_print_process (finding,
                         (thread_id){ (thread.index + 1) % circle->threads.count }, file);
  fputs (" holds", file);
}

void
because_print_meeting (const struct finding *finding, FILE *file)
{
  assert (finding->held && finding->query->kind != QUERY_PATTERN);
  if (finding->query->kind == QUERY_RACE)
    {
      print_race (finding, file);
      return;
    }
  for (thread_id t = { 0 }; t.index < finding_threads (finding); t.index++)
    {
      fputs (t.index == 0 ? "" : "; ", file);
      print_waiting (finding, t, file);
    }
  fputc ('.', file);
}
