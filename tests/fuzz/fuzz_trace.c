/* fuzz_trace.c -- fuzz harness for traces.
 *
 * Any bytes as a trace, strictly and leniently: both detectors must report the same
 * races, a pattern is looked for, and each window must become a model without errors, of
 * which the window itself, in the order of the trace, is a reordering.  A sanitizer, an
 * assert, or memory that is left over is a find.
 */
#include <config.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "fuzz_eml.h"

#include "eml/eml.h"
#include "trace/atomicity.h"
#include "trace/pass.h"
#include "trace/races.h"
#include "trace/reorder_search.h"
#include "trace/reordering.h"
#include "trace/window_model.h"

#ifndef FUZZ_MEMORY_MB
#define FUZZ_MEMORY_MB 64
#endif

static void
insist (bool fine, const char *what)
{
  if (fine)
    return;
  fprintf (stderr, "fuzz_trace: %s\n", what);
  abort ();
}

/* ---- Windows. ---- */

/* What happened is a reordering, with the same reads. */
static void
check_order (const struct trace_window *window, struct arena *arena)
{
  uint32_t count = window->events.count;
  uint32_t *order = arena_calloc (arena, count, sizeof *order);
  for (uint32_t i = 0; i < count; i++)
    order[i] = i;
  struct reordering reordering
    = { .order = order, .count = count, .consistent_reads = true };
  insist (reordering_check (window, &reordering, arena),
          "a window is no reordering of itself");
}

/* What the search finds is a reordering. */
static void
check_search (const struct trace_window *window, const struct window_model *model,
              struct arena *arena)
{
  for (uint32_t c = 0; c <= model->cell_of_field.count && c < 4; c++)
    {
      bool is_race = c < model->cell_of_field.count;
      struct reorder_question question
        = { .kind = is_race ? REORDER_RACE : REORDER_DEADLOCK,
            .cells = is_race ? &model->cell_of_field.at[c] : NULL,
            .consistent_reads = c % 2 == 0,
            .budget = 200 };
      struct reorder_witness witness;
      if (reorder_search (window, &question, &witness, arena) != REORDER_FOUND)
        continue;
      struct reordering reordering = { .order = witness.order.at,
                                       .count = witness.order.count,
                                       .ends = witness.steps.at,
                                       .end_count = witness.steps.count,
                                       .consistent_reads = question.consistent_reads };
      insist (reordering_check (window, &reordering, arena),
              "what the search found is no reordering");
    }
}

static void
check_window (void *context, const struct trace_window *window)
{
  struct quota *quota = context;
  struct arena arena;
  struct ir_subject subject;
  arena_init (&arena, quota);
  ir_subject_init (&subject, quota);
  struct window_model model;
  ir_subject_begin (&subject, "window");
  window_model_build (&model, window, &subject, &arena);
  insist (ir_subject_end (&subject), "the model of a window has errors");
  check_order (window, &arena);
  check_search (window, &model, &arena);
  ir_subject_clear (&subject);
  arena_clear (&arena);
}

/* ---- One pass. ---- */

static void
hear_races (void *context, const struct trace_event *event)
{
  races_event (context, event);
}

static void
hear_units (void *context, const struct trace_event *event)
{
  atomicity_event (context, event);
}

static void
hear_window (void *context, const struct trace_event *event)
{
  windows_event (context, event);
}

/* u reads l in unit; v writes l; u writes l; u stays in unit from 1 to 3. */
static void
make_pattern (struct pa_set *set, struct arena *arena)
{
  struct pa_automaton *automaton = vec_push (arena, &set->automata);
  *automaton = (struct pa_automaton){ .name = "1", .together = 1 };
  automaton->threads.count = 2;
  automaton->parameters.count = 1;
  for (uint32_t i = 0; i < 3; i++)
    *vec_push (arena, &automaton->steps) = (struct pa_step){
      .thread = { i % 2 }, .kind = i ? PA_WRITES : PA_READS, .in_unit = i == 0
    };
  *vec_push (arena, &automaton->clauses)
    = (struct pa_clause){ .kind = PA_STAYS, .from = 1, .to = 3 };
}

static bool
every_method (void *context, const char *method)
{
  (void) context;
  return method[0] != 'x';
}

static void
try_trace (const char *path, bool lenient, struct quota *quota, struct arena *arena,
           struct trace_pass *pass)
{
  trace_pass_init (pass, lenient, arena);
  struct races locksets, clocks;
  enum race_discipline discipline = lenient ? RACE_EXCLUSIVE : RACE_CONCURRENT_READS;
  races_init (&locksets, &pass->world, discipline, RACE_LOCKSETS, arena);
  races_init (&clocks, &pass->world, discipline, RACE_CLOCKS, arena);
  struct pa_set set = { .name = "fuzz" };
  make_pattern (&set, arena);
  struct pattern_trie trie;
  pattern_trie_build (&trie, &set, NULL, arena);
  struct atomicity atomicity;
  atomicity_init (&atomicity, &pass->reader.names, &trie, arena);
  atomicity.filter.is_unit = every_method;
  struct windows windows;
  windows_init (&windows, &pass->reader.names, 24, arena);
  windows.filter.is_unit = every_method;
  windows.work = check_window;
  windows.context = quota;
  const struct trace_listener listeners[] = { { hear_races, NULL, &locksets },
                                              { hear_races, NULL, &clocks },
                                              { hear_units, NULL, &atomicity },
                                              { hear_window, NULL, &windows } };
  if (trace_pass_run (pass, path, listeners, 4))
    windows_end (&windows);
  insist (locksets.seen == clocks.seen && locksets.racy == clocks.racy,
          "the detectors disagree");
}

int
LLVMFuzzerTestOneInput (const uint8_t *data, size_t size)
{
  int descriptor = memfd_create ("trace", 0);
  char path[64];
  snprintf (path, sizeof path, "/proc/self/fd/%d", descriptor);
  if (descriptor < 0 || write (descriptor, data, size) != (ssize_t) size)
    abort ();
  for (int lenient = 0; lenient < 2; lenient++)
    {
      static struct trace_pass pass;
      struct quota quota;
      struct arena arena;
      quota_init (&quota);
      quota.limit = (size_t) FUZZ_MEMORY_MB << 20;
      arena_init (&arena, &quota);
      memset (&pass, 0, sizeof pass);
      if (!quota_checkpoint (&quota))
        try_trace (path, lenient, &quota, &arena, &pass);
      trace_pass_clear (&pass);
      arena_clear (&arena);
    }
  close (descriptor);
  return 0;
}
