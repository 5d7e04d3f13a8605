/* why_safe_print.c -- what protects a safe query, in sentences. */
#include <config.h>

#include <assert.h>

#include "base/text.h"
#include "explain/finding.h"
#include "explain/why_safe.h"

/* Places and locks that are written out. */
#define MOST_PLACES 2
#define MOST_LOCKS 8

struct printer
{
  const struct why_safe *why;
  struct finding finding; /* the query, and the processes of a choice */
  bool restricted;
  FILE *file;
};

/* ---- No process can play a thread. ---- */

/* "unit", or "unit of Elements" where there are several atomic sets. */
static void
print_unit (const struct printer *p)
{
  const struct pds *pds = &p->finding.subject->projection.pds;
  uint32_t set = p->finding.query->set.index;
  assert (set < pds->sets.count);
  fputs ("unit", p->file);
  if (pds->sets.count == 1)
    return;
  fputs (" of ", p->file);
  text_show_name (p->file, pds->sets.at[set]);
}

/* "reads count", "begins a unit". */
static void
print_step (const struct printer *p, const struct pa_step *step)
{
  static const char *const verbs[] = {
    [PA_READS] = "reads ",        [PA_WRITES] = "writes ", [PA_ACCESSES] = "accesses ",
    [PA_BEGINS] = "begins a ",    [PA_ENDS] = "ends a ",   [PA_AWAITS] = "waits for ",
    [PA_STARTS] = "starts ",      [PA_FINISHES] = "ends",  [PA_FAILS] = "fails",
    [PA_WAITS] = "waits for ever"
  };
  fputs (verbs[step->kind], p->file);
  if (pa_kind_is_access (step->kind))
    text_show_name (p->file, finding_field_name (&p->finding, step->parameter));
  else
    print_unit (p);
}

/* "no process", or "no process that may be u". */
static void
print_nobody (const struct printer *p)
{
  fputs ("no process ", p->file);
  if (!p->restricted)
    return;
  fputs ("that may be ", p->file);
  finding_print_thread (&p->finding, p->why->thread, p->file);
  fputc (' ', p->file);
}

static bool
is_race (const struct printer *p)
{
  return p->finding.query->kind == QUERY_RACE;
}

static void
print_missing_step (const struct printer *p)
{
  const struct pa_automaton *automaton = p->finding.query->automaton;
  assert (p->why->step < automaton->steps.count);
  print_nobody (p);
  print_step (p, &automaton->steps.at[p->why->step]);
  if (is_race (p))
    {
      fputc ('.', p->file);
      return;
    }
  if (automaton->steps.at[p->why->step].in_unit)
    {
      fputs (" inside a ", p->file);
      print_unit (p);
    }
  fprintf (p->file, " (step %u of the pattern).", (unsigned) p->why->step + 1);
}

/* Does THREAD have to stay in its unit from its step FIRST to its step LAST? */
static bool
stays (const struct pa_automaton *automaton, thread_id thread, uint32_t first,
       uint32_t last)
{
  for (uint32_t state = first + 1; state <= last; state++)
    {
      bool kept = false;
      for (uint32_t i = 0; i < automaton->clauses.count; i++)
        {
          const struct pa_clause *clause = &automaton->clauses.at[i];
          kept |= clause->kind == PA_STAYS && thread_equal (clause->thread, thread)
                  && pa_clause_holds (clause, state);
        }
      if (!kept)
        return false;
    }
  return automaton->steps.at[first].in_unit;
}

static void
print_unplayed (const struct printer *p)
{
  const struct pa_automaton *automaton = p->finding.query->automaton;
  thread_id thread = p->why->thread;
  uint32_t first = UINT32_MAX, last = 0;
  const struct pa_step *before = NULL;
  print_nobody (p);
  for (uint32_t i = 0; i < automaton->steps.count; i++)
    {
      const struct pa_step *step = &automaton->steps.at[i];
      if (!thread_equal (step->thread, thread))
        continue;
      if (before && before->kind == step->kind
          && parameter_equal (before->parameter, step->parameter))
        fputs (" and then again", p->file);
      else
        {
          fputs (before ? " and then " : "", p->file);
          print_step (p, step);
        }
      before = step;
      first = first == UINT32_MAX ? i : first;
      last = i;
    }
  assert (first <= last);
  if (first < last && stays (automaton, thread, first, last))
    {
      fputs (" in one ", p->file);
      print_unit (p);
    }
  fputs (", as ", p->file);
  finding_print_thread (&p->finding, thread, p->file);
  fputs (" has to.", p->file);
}

static void
print_too_few (const struct printer *p)
{
  uint32_t threads = finding_threads (&p->finding);
  if (is_race (p))
    {
      fprintf (p->file, "no two different processes%s access ",
               p->restricted ? " of those asked about" : "");
      text_show_name (p->file, finding_field_name (&p->finding, (parameter_id){ 0 }));
      fputs (", one of them to write.", p->file);
      return;
    }
  fprintf (p->file, "there are no %u different processes%s that can make the steps of ",
           (unsigned) threads, p->restricted ? " among those asked about" : "");
  for (thread_id t = { 0 }; t.index < threads; t.index++)
    {
      fputs (t.index == 0 ? "" : t.index + 1 < threads ? ", " : " and ", p->file);
      finding_print_thread (&p->finding, t, p->file);
    }
  fputs (", one thread each.", p->file);
}

/* ---- Locks. ---- */

static void
print_lock (const struct printer *p, lock_id lock)
{
  text_show_quoted (p->file, finding_lock_name (&p->finding, lock));
}

static void
print_places (const struct printer *p, const struct why_safe_places *places)
{
  assert (places->list.count > 0);
  fputs (" (acquired at ", p->file);
  for (uint32_t i = 0; i < places->list.count && i < MOST_PLACES; i++)
    {
      fputs (i ? ", " : "", p->file);
      finding_print_position (p->finding.subject, places->list.at[i]->position,
                              places->list.at[i]->offset, p->file);
    }
  if (places->list.count > MOST_PLACES)
    fprintf (p->file, " and %u more", (unsigned) (places->list.count - MOST_PLACES));
  fputc (')', p->file);
}

/* Of a race, after "P holds 'm' (...)". */
static void
print_race (struct printer *p, const struct why_safe_choice *choice)
{
  const char *field = finding_field_name (&p->finding, (parameter_id){ 0 });
  fputs (" wherever it writes ", p->file);
  text_show_name (p->file, field);
  fputs (", and ", p->file);
  text_show_name (p->file, finding_process_name (
                             &p->finding, choice->processes[choice->lock.other.index]));
  fputs (" holds it", p->file);
  print_places (p, &choice->other);
  fputs (" wherever it accesses ", p->file);
  text_show_name (p->file, field);
  fputc ('.', p->file);
  p->finding.processes = NULL;
}

static void
print_choice (struct printer *p, const struct why_safe_choice *choice)
{
  const struct common_lock *lock = &choice->lock;
  p->finding.processes = choice->processes;
  assert (is_race (p) || (lock->first < lock->between && lock->between < lock->last));
  if (p->why->choices > 1)
    {
      fputs (choice == p->why->shown.at ? "with " : "With ", p->file);
      for (thread_id t = { 0 }; t.index < finding_threads (&p->finding); t.index++)
        {
          fputs (t.index ? ", " : "", p->file);
          finding_print_player (&p->finding, t, p->file);
        }
      fputs (", ", p->file);
    }
  const process_id *processes = choice->processes;
  text_show_name (p->file,
                  finding_process_name (&p->finding, processes[lock->keeper.index]));
  fputs (" holds ", p->file);
  print_lock (p, lock->lock);
  print_places (p, &choice->keeper);
  if (is_race (p))
    {
      print_race (p, choice);
      return;
    }
  fprintf (p->file, " from step %u to step %u of the pattern, and ",
           (unsigned) lock->first + 1, (unsigned) lock->last + 1);
  text_show_name (p->file,
                  finding_process_name (&p->finding, processes[lock->other.index]));
  fputs (" needs it", p->file);
  print_places (p, &choice->other);
  fprintf (p->file, " for step %u.", (unsigned) lock->between + 1);
  p->finding.processes = NULL;
}

static void
print_list (const struct printer *p, const struct why_safe_locks *locks)
{
  uint32_t count = locks->list.count;
  assert (count > 0);
  if (count > MOST_LOCKS)
    {
      fprintf (p->file, "%u locks", (unsigned) count);
      return;
    }
  for (uint32_t i = 0; i < count; i++)
    {
      fputs (i == 0 ? "" : i + 1 < count ? ", " : " and ", p->file);
      print_lock (p, locks->list.at[i]);
    }
}

/* What would happen without one of the locks of the list? */
static void
print_missed (const struct printer *p, const struct why_safe_locks *locks)
{
  uint32_t count = locks->list.count, missed = 0;
  for (uint32_t i = 0; locks->missed && i < count; i++)
    missed += locks->missed[i];
  if (locks->missed && missed == count)
    fprintf (p->file, ", and without %s some interleaving would match",
             count == 1   ? "it"
             : count == 2 ? "either one"
                          : "any one of them");
  else if (locks->missed)
    fputs (", but other locks would also do", p->file);
  fputc ('.', p->file);
}

static void
print_locks (const struct printer *p, const struct why_safe_locks *locks)
{
  uint32_t count = locks->list.count;
  if (count == 0)
    {
      fputs (is_race (p)
               ? "starts and joins keep the accesses apart: without any lock it is safe, "
                 "too."
               : "no order of the steps is possible whatever the locks: without any lock "
                 "it is safe, too.",
             p->file);
      return;
    }
  fputs (p->why->life_cycles ? "beside starts and joins, " : "", p->file);
  print_list (p, locks);
  fprintf (p->file, count == 1 ? " alone prevents it" : " together prevent it");
  if (locks->least)
    print_missed (p, locks);
  else
    fprintf (p->file, "; %s not found out.",
             count == 1 ? "whether it is needed was" : "which of them are needed was");
}

static void
print_choices (struct printer *p)
{
  const struct why_safe *why = p->why;
  uint32_t more = why->excluded - why->shown.count;
  uint32_t left = why->choices - why->excluded;
  for (uint32_t i = 0; i < why->shown.count; i++)
    {
      fputs (i ? "\n" : "", p->file);
      print_choice (p, &why->shown.at[i]);
    }
  if (more > 0)
    fprintf (p->file,
             "\nIn the same way, one lock prevents it for %u more choice%s of "
             "processes.",
             (unsigned) more, more == 1 ? "" : "s");
  if (left == 0)
    return;
  if (why->excluded > 0)
    fprintf (p->file, "\nThat leaves %u choice%s of processes; for all choices, ",
             (unsigned) left, left == 1 ? "" : "s");
  print_locks (p, &why->locks);
}

void
why_safe_print (const struct why_safe *why, struct ir_subject *subject,
                const struct query *query, bool restricted, FILE *file)
{
  struct printer p = { .why = why,
                       .finding = { .subject = subject, .query = query },
                       .restricted = restricted,
                       .file = file };
  assert (why->excluded <= why->choices);
  switch (why->kind)
    {
    case WHY_SAFE_STEP: print_missing_step (&p); break;
    case WHY_SAFE_THREAD: print_unplayed (&p); break;
    case WHY_SAFE_PROCESSES: print_too_few (&p); break;
    case WHY_SAFE_LOCKS: print_choices (&p); break;
    }
}
