/* check_text.c -- what was found in a model, for a person.
 *
 * A table of all queries (check_matrix.c).  Then the violations by their causes, the
 * worst cause first: a sentence, the timelines that were asked for, and for each
 * violation the command that shows it.  One line each if it is to be short.
 */
#include <config.h>

#include <assert.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "base/scribe.h"
#include "base/text.h"
#include "cli/check.h"
#include "cli/command.h"
#include "cli/command_line.h"
#include "cli/confirming.h"
#include "cli/empty_reason.h"
#include "cli/provenance_text.h"
#include "explain/timeline.h"
#include "io/wrap.h"
#include "phaseauto/print_automaton.h"

#define MOST_LISTED 6 /* violations of a cause that has a timeline */

void
check_say (const struct check_model *model, const char *text, struct arena *arena)
{
  wrap_print_line (&model->terminal, text, arena, model->file);
}

/* ---- Findings. ---- */

/* "  P awaits b, Q awaits a" */
static void
print_circle (const struct check_model *model, const struct verdict *verdict, FILE *file)
{
  const struct pds *pds = &model->model->subject->projection.pds;
  assert (verdict->automaton->steps.count == verdict->automaton->threads.count);
  for (uint32_t t = 0; t < verdict->automaton->threads.count; t++)
    {
      fputs (t ? ", " : "  ", file);
      text_show_name (file, pds->processes.at[verdict->processes[t].index].name);
      fputs (" awaits ", file);
      text_show_name (file, pds->locks.at[verdict->automaton->steps.at[t].lock.index]);
    }
}

/* QUIET: one line of its own, however long; scripts may read it. */
static void
print_finding (const struct check_model *model, uint32_t q, bool quiet,
               struct arena *arena)
{
  const struct query *query = check_query (model, q);
  const struct verdict *verdict = &model->verdicts[q];
  const struct race_lines *races = model->races[q];
  bool violation = verdict->kind == VERDICT_VIOLATION;
  assert (verdict->kind != VERDICT_SAFE);
  struct scribe scribe;
  FILE *memory = scribe_start (&scribe, arena);
  const char *word = model->known[q] ? "known    " : "VIOLATION";
  const struct pa_automaton *automaton
    = violation ? verdict->automaton : query->automaton;
  fprintf (memory, "%s  ", violation ? word : "UNKNOWN  ");
  query_show_question (memory, model->model, query);
  if (query->automaton->parameters.count > 0)
    fputs ("  ", memory);
  query_show_fields (memory, model->model, query);
  if (query->kind == QUERY_PATTERN)
    {
      fputs ("  ", memory);
      pa_print_pattern (automaton, memory);
    }
  if (violation && query->kind == QUERY_DEADLOCK)
    print_circle (model, verdict, memory);
  else if (violation && quiet && races)
    ; /* each line says who */
  else if (violation && model->methods[q])
    fprintf (memory, "  %s", model->methods[q]);
  else if (violation)
    for (uint32_t t = 0; t < automaton->threads.count; t++)
      {
        const struct pds *pds = &model->model->subject->projection.pds;
        assert (verdict->processes[t].index < pds->processes.count);
        fputs (t ? ", " : "  ", memory);
        pa_print_thread (automaton, (thread_id){ t }, memory);
        fputs (" = ", memory);
        text_show_name (memory, pds->processes.at[verdict->processes[t].index].name);
      }
  else
    {
      fputs ("  (", memory);
      verdict_print_reason (verdict, memory);
      fputs (verdict->suspicion ? "; suspected without data)" : ")", memory);
    }
  if (verdict->grade != GRADE_NONE)
    fprintf (memory, "  (%s)", grade_word (verdict->grade));
  const char *text = scribe_end (&scribe);
  for (uint32_t i = 0; races && quiet && i < races->list.count; i++)
    fprintf (model->file, "%s  %s\n", wrap_localise (&model->terminal, text, arena),
             races->list.at[i]);
  if (races && quiet)
    return;
  if (quiet)
    fprintf (model->file, "%s\n", wrap_localise (&model->terminal, text, arena));
  else
    check_say (model, text, arena);
}

/* ---- Causes. ---- */

static void
print_command (const struct check_model *model, uint32_t q, struct arena *arena)
{
  struct command_line line;
  assert (model->verdicts[q].kind != VERDICT_SAFE);
  command_line_explain (&line, model->model, q, model->options, arena);
  command_line_add_option (&line, "--cause", model->other_causes[q]);
  command_line_add_sources (&line, model->inputs);
  command_line_print (&line, &model->terminal, model->file);
}

/* "Cause 1 of 2, lost update, 3 violations of count and data: ..." */
static void
print_cause (const struct check_model *model, uint32_t rank, struct arena *arena)
{
  const struct cause *cause = &model->causes->list.at[model->ranked[rank]];
  uint32_t causes = model->causes->list.count, count = cause->queries.count;
  struct scribe scribe;
  FILE *memory = scribe_start (&scribe, arena);
  assert (rank < causes && count > 0);
  if (causes > 1)
    fprintf (memory, "Cause %u of %u, ", (unsigned) rank + 1, (unsigned) causes);
  else
    fputs ("One cause, ", memory);
  const struct ir_subject *subject = model->model->subject;
  rank_print (&cause->rank, subject, memory);
  fputs (", ", memory);
  fprintf (memory, "%u violation%s", (unsigned) count, count == 1 ? "" : "s");
  cause_print_fields (cause, subject, memory);
  fputs (": ", memory);
  cause_print (cause, subject, memory);
  fputc ('.', memory);
  check_say (model, scribe_end (&scribe), arena);
}

static void
print_timeline (const struct check_model *model, uint32_t q, struct arena *arena)
{
  const struct finding *finding = model->findings[q];
  assert (finding->explained);
  struct timeline timeline;
  timeline_build (&timeline, finding, false, arena);
  timeline_print (finding, &timeline, &model->terminal, arena, model->file);
  const struct execution *execution = model->executions[q];
  if (!execution)
    return;
  struct scribe scribe;
  fprintf (scribe_start (&scribe, arena), "On a JVM: %s.",
           execution_word (execution->grade));
  check_say (model, scribe_end (&scribe), arena);
  confirming_print (execution, &model->terminal, arena, model->file);
}

/* The command that lists the violations that were left out. */
static void
print_rest (const struct check_model *model, uint32_t count, struct arena *arena)
{
  struct command_line line;
  command_line_start (&line, "check", arena);
  command_line_add_option (&line, "--explain", "none");
  command_line_add_queries (&line, model->options);
  command_line_add_option (&line, "--baseline", model->baseline);
  command_line_add_model (&line, model->model->subject);
  struct scribe scribe;
  fprintf (scribe_start (&scribe, arena),
           "  and %u more, which are listed by:", (unsigned) count);
  check_say (model, scribe_end (&scribe), arena);
  command_line_print (&line, &model->terminal, model->file);
}

/* The violations of CAUSE: the timelines that there are, and how to see each one. */
static void
print_violations (const struct check_model *model, const struct cause *cause,
                  struct arena *arena)
{
  uint32_t count = cause->queries.count, shown = 0;
  for (uint32_t i = 0; i < count; i++)
    shown += model->findings[cause->queries.at[i]] != NULL;
  assert (shown <= 1 || shown == count);
  for (uint32_t i = 0; i < count && i < shown; i++)
    {
      print_timeline (model, cause->queries.at[i], arena);
      if (shown < count)
        break;
      print_command (model, cause->queries.at[i], arena);
      fputs (i + 1 < count ? "\n" : "", model->file);
    }
  if (shown == count)
    return;
  /* Of a program, any interleaving was taken for violations that are not shown. */
  uint32_t most = model->model->subject->provenance ? 1 : MOST_LISTED;
  uint32_t listed = shown > 0 && count > most ? most : count;
  if (listed > 1)
    check_say (model, "To see them one by one:", arena);
  for (uint32_t i = 0; i < listed; i++)
    print_command (model, cause->queries.at[i], arena);
  if (listed < count)
    print_rest (model, count - listed, arena);
}

/* "14 more causes: 2 lost updates, 12 minor ones": those that are not shown, and the
   command that shows them. */
static void
print_more_causes (const struct check_model *model, struct arena *arena)
{
  uint32_t count = model->causes->list.count, counts[RANKS] = { 0 };
  struct scribe scribe;
  struct command_line line;
  assert (count > CHECK_CAUSES);
  for (uint32_t c = CHECK_CAUSES; c < count; c++)
    counts[model->causes->list.at[model->ranked[c]].rank.kind]++;
  FILE *memory = scribe_start (&scribe, arena);
  fputc ('\n', model->file);
  ranks_print (counts, memory);
  fputs ("; to see them all:", memory);
  check_say (model, scribe_end (&scribe), arena);
  command_line_start (&line, "check", arena);
  command_line_add_option (&line, "--explain", "all");
  command_line_add_queries (&line, model->options);
  command_line_add_option (&line, "--baseline", model->baseline);
  command_line_add_sources (&line, model->inputs);
  command_line_add_model (&line, model->model->subject);
  command_line_print (&line, &model->terminal, model->file);
}

static void
print_causes (const struct check_model *model, struct arena *arena)
{
  uint32_t count = model->causes->list.count;
  bool all = model->shows_all || count <= CHECK_CAUSES;
  for (uint32_t c = 0; c < (all ? count : CHECK_CAUSES); c++)
    {
      fputc ('\n', model->file);
      print_cause (model, c, arena);
      print_violations (model, &model->causes->list.at[model->ranked[c]], arena);
    }
  if (!all)
    print_more_causes (model, arena);
  if (count > 0)
    fputc ('\n', model->file);
}

/* --all-races: a line for each race of a field. */
static void
print_races (const struct check_model *model, struct arena *arena)
{
  for (uint32_t q = 0; q < model->decided; q++)
    {
      const struct race_lines *races = model->races[q];
      struct scribe scribe;
      if (!races)
        continue;
      assert (races->list.count > 0 && model->verdicts[q].kind == VERDICT_VIOLATION);
      FILE *memory = scribe_start (&scribe, arena);
      query_show_fields (memory, model->model, check_query (model, q));
      fprintf (memory, ": %u pair%s of statements race%s", (unsigned) races->pairs,
               races->pairs == 1 ? "" : "s", races->pairs == 1 ? "s" : "");
      uint64_t number;
      const struct statistic *reached = verdict_reached (&model->verdicts[q], &number);
      if (!model->verdicts[q].more_are_all && reached)
        fprintf (memory, "; the search ended at %s %" PRIu64 ", and there may be others",
                 reached->name, number);
      fputc (':', memory);
      check_say (model, scribe_end (&scribe), arena);
      for (uint32_t i = 0; i < races->list.count; i++)
        check_say (model, arena_format (arena, "  %s", races->list.at[i]), arena);
    }
}

/* ---- The work. ---- */

/* How many queries each engine has decided. */
static void
print_deciders (const struct check_model *model, FILE *file)
{
  const char *before = " queries decided";
  uint32_t others = 0;
  assert (engine_count > 0 && file);
  for (uint32_t e = 0; e < engine_count; e++)
    {
      uint32_t decided = 0;
      for (uint32_t q = 0; q < model->decided; q++)
        decided += strcmp (model->verdicts[q].why, "none") != 0
                   && strcmp (model->verdicts[q].engine, engines[e]->name) == 0;
      others += decided;
      if (decided == 0)
        continue;
      fprintf (file, "%u%s by %s, ", (unsigned) decided, before, engines[e]->name);
      before = "";
    }
  assert (others <= model->decided);
  fprintf (file, "%u%s by no engine", (unsigned) (model->decided - others), before);
}

static void
print_stats (const struct check_model *model, FILE *file)
{
  struct statistics sum = { 0 };
  uint64_t slowest = 0, time = 0, value;
  uint32_t races = 0, number = 0;
  for (uint32_t q = 0; q < model->decided; q++)
    {
      const struct verdict *verdict = &model->verdicts[q];
      assert (verdict->engine && verdict->why);
      statistics_add (&sum, &verdict->counts);
      races += model->races[q] ? model->races[q]->pairs : 0;
      if (slowest < verdict->nanoseconds)
        slowest = verdict->nanoseconds;
      time += verdict->nanoseconds;
    }
  assert (slowest <= time);
  /* The one that -e names; auto may have asked several. */
  fputs ("stats: ", file);
  if (model->decided && strcmp (model->verdicts[0].why, "asked") == 0)
    fprintf (file, "engine %s", model->verdicts[0].engine);
  else
    print_deciders (model, file);
  fprintf (file, "; %" PRIu64 " choices of processes; ", sum.choices);
  const struct statistic *statistic;
  while ((statistic = statistics_next (&number, &sum, &value)))
    if (value > 0)
      fprintf (file, "%s%" PRIu64 " %s; ",
               statistic->kind == STATISTIC_MOST ? "at most " : "", value,
               statistic->text);
  if (decide_options_list (&model->options->decide))
    fprintf (file, "%u races; ", (unsigned) races);
  fprintf (file, "%.3f s, slowest query %.3f s", (double) time / 1e9,
           (double) slowest / 1e9);
}

void
check_print_stats (const struct check_model *model, struct arena *arena)
{
  struct scribe scribe;
  assert (model->stats);
  print_stats (model, scribe_start (&scribe, arena));
  check_say (model, scribe_end (&scribe), arena);
}

void
check_print_known (const struct check_totals *totals, FILE *file)
{
  uint32_t all = totals->count[VERDICT_VIOLATION];
  assert (totals->known <= all);
  if (totals->known == 0)
    return;
  if (totals->known < all)
    fprintf (file, ", %u known", (unsigned) totals->known);
  else
    fputs (all == 1 ? ", known" : all == 2 ? ", both known" : ", all known", file);
  if (totals->suppressed > 0)
    fprintf (file, " (%u suppressed in the source)", (unsigned) totals->suppressed);
}

void
check_print_safe (const struct check_totals *totals, FILE *file)
{
  uint32_t all = totals->count[VERDICT_SAFE];
  assert (totals->gaps <= all);
  if (totals->gaps < all || all == 0)
    fprintf (file, "%u safe%s", (unsigned) (all - totals->gaps),
             totals->gaps ? ", " : "");
  if (totals->gaps)
    fprintf (file, "%u no violation found", (unsigned) totals->gaps);
}

/* What was not looked at for queries without a violation: the codes of these notes. */
static void
print_gaps (const struct check_model *model, struct arena *arena)
{
  const struct provenance *provenance = model->model->subject->provenance;
  if (model->totals.gaps == 0)
    return;
  assert (provenance);
  struct scribe scribe;
  FILE *memory = scribe_start (&scribe, arena);
  fprintf (memory, "No violation found in %u quer%s; not looked at:",
           (unsigned) model->totals.gaps, model->totals.gaps == 1 ? "y" : "ies");
  const char *mark = " ";
  for (uint32_t i = 0; i < provenance->notes.count; i++)
    {
      const struct provenance_note *note = &provenance->notes.at[i];
      bool is_new = note->removes != 0;
      uint32_t count = 0;
      for (uint32_t k = 0; k < provenance->notes.count && is_new; k++)
        {
          bool same = strcmp (provenance->notes.at[k].code, note->code) == 0;
          is_new = !(same && k < i);
          count += same;
        }
      if (!is_new)
        continue;
      fprintf (memory, "%s%s", mark, note->code);
      if (count > 1)
        fprintf (memory, " (%u)", (unsigned) count);
      mark = ", ";
    }
  fputs (".", memory);
  check_say (model, scribe_end (&scribe), arena);
}

void
check_print_counts (const struct check_totals *totals, const char *mark, bool some,
                    FILE *file)
{
  const uint32_t *counts = totals->count;
  uint32_t all
    = counts[VERDICT_SAFE] + counts[VERDICT_VIOLATION] + counts[VERDICT_UNKNOWN];
  assert (mark && file);
  fprintf (file, "%u quer%s%s ", (unsigned) all, all == 1 ? "y" : "ies", mark);
  if (counts[VERDICT_VIOLATION])
    {
      fprintf (file, "%u violation%s", (unsigned) counts[VERDICT_VIOLATION],
               counts[VERDICT_VIOLATION] == 1 ? "" : "s");
      check_print_known (totals, file);
      fputs (", ", file);
    }
  if (counts[VERDICT_UNKNOWN])
    fprintf (file, "%u unknown, ", (unsigned) counts[VERDICT_UNKNOWN]);
  check_print_safe (totals, file);
  if (counts[VERDICT_SAFE] && some)
    fputs (" " CHECK_ONLY_THESE, file);
}

/* Where the program says not to report query Q, and why. */
static void
print_suppression (const struct check_model *model, uint32_t q, struct arena *arena)
{
  const struct suppression *one = model->suppressed[q];
  struct scribe scribe;
  FILE *memory = scribe_start (&scribe, arena);
  assert (model->known[q]);
  fputs ("           suppressed at ", memory);
  command_print_safe (memory, one->where);
  fputs (": ", memory);
  command_print_safe (memory, one->reason ? one->reason : "no reason is given");
  check_say (model, scribe_end (&scribe), arena);
}

void
check_print_text (const struct check_model *model, bool quiet)
{
  struct arena *arena = &model->model->subject->arena;
  assert (model->decided <= model->model->queries.list.count && model->file);
  const uint32_t *counts = model->totals.count;
  assert (counts[VERDICT_SAFE] + counts[VERDICT_VIOLATION] + counts[VERDICT_UNKNOWN]
          == model->decided);
  uint32_t findings = counts[VERDICT_VIOLATION] + counts[VERDICT_UNKNOWN];
  struct scribe scribe;
  const struct provenance *provenance = model->model->subject->provenance;
  if (provenance && !quiet)
    {
      provenance_print_summary (provenance, scribe_start (&scribe, arena));
      check_say (model, scribe_end (&scribe), arena);
    }
  if (provenance && model->inputs->notes)
    provenance_print_notes (provenance, model->file);
  if (!quiet || findings > model->totals.known)
    {
      FILE *memory = scribe_start (&scribe, arena);
      command_print_safe (memory, ir_subject_title (model->model->subject));
      fputs (": ", memory);
      check_print_counts (&model->totals, ",", model->model->decide.only.filtered > 0,
                          memory);
      check_say (model, scribe_end (&scribe), arena);
    }
  if (!quiet)
    print_gaps (model, arena);
  if (!quiet && model->model->decide.ignores_data
      && ir_has_data (&model->model->subject->flow))
    check_say (model,
               "Decided without its data: conditions go either way, an assume "
               "always holds, atomic blocks can be interrupted, and a lock that an "
               "index chooses is not taken.",
               arena);
  const char *empty = quiet ? NULL : empty_reason_of (model);
  if (empty)
    check_say (model, empty, arena);
  if (!quiet && findings > 0)
    check_print_matrix (model, arena);
  if (model->causes)
    print_causes (model, arena);
  if (!quiet)
    print_races (model, arena);
  for (uint32_t q = 0; q < model->decided; q++)
    if (model->known[q]
          ? !quiet
          : model->verdicts[q].kind == VERDICT_UNKNOWN
              || (model->verdicts[q].kind == VERDICT_VIOLATION && !model->causes))
      {
        print_finding (model, q, quiet, arena);
        if (!quiet && model->verdicts[q].kind == VERDICT_UNKNOWN && model->findings[q])
          print_timeline (model, q, arena);
        if (!quiet && model->suppressed[q])
          print_suppression (model, q, arena);
        if (!quiet && (model->known[q] || model->verdicts[q].suspicion))
          print_command (model, q, arena);
      }
  if (model->stats)
    check_print_stats (model, arena);
}
