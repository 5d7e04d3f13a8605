/* truths.c -- what is said of violations is true, on random models.
 *
 * Locks are simulated once more, with counters, from the steps alone; what
 * because.h says of them is checked against that.  A repair is decided again by
 * another engine, from the text.  Timelines show what must be shown and keep
 * to their width.  What is said of a cause is true of each of its violations.
 */
#include <config.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../lib/random_eml.h"
#include "../lib/tap.h"
#include "base/text.h"
#include "phaseauto/read_automata.h"
#include "phaseauto/reduction.h"
#include "explain/cause.h"
#include "witness/judge.h"
#include "ask/decide.h"
#include "explain/explain.h"
#include "explain/timeline.h"
#include "eml/print.h"
#include "repaired_text.h"

struct totals
{
  uint64_t violations, gaps, kinds[5], repairs, partial, twofold, others, printed,
    otherwise, folded, elided, causes[5], grouped;
};

static bool fine_because = true, fine_repairs = true, fine_rows = true, fine_width = true,
            fine_causes = true;

#define SAY(which, ...) (which = false, printf ("# " __VA_ARGS__), putchar ('\n'))

/* ---- Locks, once more. ---- */

/* By step, process and lock: is it held once the step is done? */
struct simulation
{
  uint32_t locks, processes;
  bool *held;
};

static bool
holds (const struct simulation *s, uint32_t step, process_id process, lock_id lock)
{
  return s->held[((size_t) step * s->processes + process.index) * s->locks + lock.index];
}

static struct simulation
simulate (const struct finding *finding, struct arena *arena)
{
  const struct ir_model *model = &finding->subject->model;
  struct simulation s = { model->locks.count, model->processes, NULL };
  size_t row = (size_t) s.locks * s.processes;
  uint32_t count = finding->witness->steps.count;
  s.held = arena_calloc (arena, row * count + 1, sizeof *s.held);
  uint32_t *depth = arena_calloc (arena, row + 1, sizeof *depth);
  for (uint32_t i = 0; i < count; i++)
    {
      const struct witness_step *step = &finding->witness->steps.at[i];
      if (witness_is_operation (step))
        {
          size_t own = (size_t) step->process.index * s.locks + witness_lock (step).index;
          depth[own] += step->action == WITNESS_ACQUIRE ? 1 : UINT32_MAX;
        }
      for (size_t k = 0; k < row; k++)
        s.held[i * row + k] = depth[k] > 0;
    }
  return s;
}

/* ---- Because. ---- */

static void
check_gap (const struct finding *finding, const struct because_gap *gap,
           const struct simulation *s, struct totals *totals)
{
  process_id u = finding->processes[gap->holder.index];
  process_id v = finding->processes[gap->other.index];
  const struct witness_step *steps = finding->witness->steps.at;
  bool fine = !thread_equal (gap->holder, gap->other) && gap->from < gap->to
              && process_equal (steps[gap->from].process, u)
              && process_equal (steps[gap->to].process, u) && steps[gap->from].phase
              && steps[gap->to].phase && gap->between.count > 0;
  uint32_t expected = 0, last_with = 0;
  for (uint32_t i = gap->from + 1; i < gap->to; i++)
    if (steps[i].phase && process_equal (steps[i].process, v))
      {
        fine &= expected < gap->between.count && gap->between.at[expected] == i;
        expected++;
      }
    else
      fine &= !(steps[i].phase && process_equal (steps[i].process, u));
  fine &= expected == gap->between.count;
  for (lock_id l = { 0 }; l.index < s->locks; l.index++)
    {
      bool throughout = true, needed = false;
      for (uint32_t i = gap->from; i <= gap->to; i++)
        throughout &= holds (s, i, u, l);
      for (uint32_t k = 0; k < gap->between.count; k++)
        {
          bool has = holds (s, gap->between.at[k], v, l);
          needed |= has;
          if (has && gap->kind != BECAUSE_UNLOCKED && lock_equal (l, gap->lock))
            last_with = gap->between.at[k];
        }
      fine &= !(throughout && needed);
      fine
        &= throughout == idset_has (&finding->subject->idsets, gap->throughout, l.index);
      fine &= needed == idset_has (&finding->subject->idsets, gap->needed, l.index);
      fine &= !(needed && gap->kind == BECAUSE_UNLOCKED);
    }
  if (gap->kind != BECAUSE_UNLOCKED)
    {
      lock_id l = gap->lock;
      fine &= last_with > 0;
      bool before = false;
      for (uint32_t i = gap->from; i < gap->step; i++)
        before |= holds (s, i, u, l);
      switch (gap->kind)
        {
        case BECAUSE_LETS_GO:
          fine &= holds (s, gap->from, u, l) && holds (s, gap->step - 1, u, l)
                  && !holds (s, gap->step, u, l) && gap->step < last_with;
          break;
        case BECAUSE_TOO_LATE:
          fine &= !before && holds (s, gap->step, u, l) && gap->step > last_with;
          break;
        case BECAUSE_BRIEFLY:
          fine &= before && !holds (s, gap->from, u, l) && holds (s, gap->step - 1, u, l)
                  && gap->step < last_with;
          for (uint32_t i = gap->step; i <= last_with; i++)
            fine &= !holds (s, i, u, l);
          break;
        case BECAUSE_NEVER:
          for (uint32_t i = gap->from; i <= gap->to; i++)
            fine &= !holds (s, i, u, l);
          break;
        case BECAUSE_UNLOCKED: break;
        }
    }
  totals->kinds[gap->kind]++;
  totals->gaps++;
  if (!fine)
    SAY (fine_because, "a gap from step %u to step %u, kind %d", (unsigned) gap->from + 1,
         (unsigned) gap->to + 1, (int) gap->kind);
}

/* How many gaps are there, by pairs of steps of the automaton? */
static uint32_t
count_gaps (const struct finding *finding)
{
  const struct pa_automaton *automaton = finding->query->automaton;
  uint32_t count = 0;
  for (uint32_t a = 0; a < automaton->steps.count; a++)
    for (uint32_t b = a + 1; b < automaton->steps.count; b++)
      {
        if (!thread_equal (automaton->steps.at[b].thread, automaton->steps.at[a].thread))
          continue;
        for (uint32_t t = 0; t < automaton->threads.count; t++)
          {
            bool between = false;
            for (uint32_t k = a + 1; k < b; k++)
              between |= automaton->steps.at[k].thread.index == t;
            count += between;
          }
        break;
      }
  return count;
}

/* The sentence names the steps of its first gap. */
static void
check_sentence (const struct finding *finding)
{
  const struct because *because = finding->because;
  char *text = NULL, wanted[64];
  size_t size = 0;
  FILE *file = open_memstream (&text, &size);
  because_print (finding, file);
  fclose (file);
  const struct because_gap *gap = because->gaps.at;
  bool fine = true;
  if (because->gaps.count > 0)
    {
      snprintf (wanted, sizeof wanted, " at step%s %u", gap->between.count > 1 ? "s" : "",
                (unsigned) gap->between.at[0] + 1);
      fine = strstr (text, wanted) != NULL;
      snprintf (wanted, sizeof wanted, "from step %u to step %u",
                (unsigned) gap->from + 1, (unsigned) gap->to + 1);
      if (gap->kind != BECAUSE_UNLOCKED || !idset_is_empty (gap->throughout))
        fine &= strstr (text, wanted) != NULL;
    }
  if (!fine)
    SAY (fine_because, "the sentence: %s", text);
  free (text);
}

/* ---- Repairs. ---- */

/* Is there a warning about the order of locks? */
static bool
has_cycle (const struct ir_subject *subject)
{
  for (uint32_t i = 0; i < subject->diags.list.count; i++)
    if (subject->diags.list.at[i].code
        && strcmp (subject->diags.list.at[i].code, "lock-order") == 0)
      return true;
  return false;
}

/* Is the changed model what was said, and is the query safe in it by ENGINE? */
static void
check_repair (const struct finding *finding, const struct engine *engine,
              struct arena *arena)
{
  const struct repair *repair = finding->repair;
  struct repairs alone = { .list = VEC_EMPTY };
  *vec_push (arena, &alone.list) = repair;
  const char *text = repaired_text (&alone, finding, arena);
  const char *old = finding->subject->source.text;
  size_t length = finding->subject->source.length, head = length, tail = length;
  bool fine = repair->count == 1 || repair->count == 2;
  for (uint32_t i = 0; i < repair->count; i++)
    {
      const struct repair_place *place = &repair->places[i];
      head = place->range.begin < head ? place->range.begin : head;
      tail = length - place->range.end < tail ? length - place->range.end : tail;
      fine &= place->first_line <= place->last_line;
    }
  fine &= memcmp (text, old, head) == 0 && strncmp (text + head, "sync ", 5) == 0
          && strcmp (text + strlen (text) - tail, old + length - tail) == 0;
  struct quota quota;
  struct ir_subject subject;
  quota_init (&quota);
  if (quota_checkpoint (&quota))
    abort ();
  ir_subject_init (&subject, &quota);
  fine &= eml_read_text (&subject, "repaired.eml", text, strlen (text));
  /* What is said of the order of locks is what `lint' says of the changed model. */
  fine &= repair->cycle == 0 || has_cycle (&subject);
  fine &= repair->cycle > 0 || !has_cycle (&subject) || has_cycle (finding->subject);
  if (fine)
    {
      struct decide_options options
        = { .engine = engine, .reductions = 0, .timeout = 200000000 };
      struct decider decider;
      decider_init (&decider, &subject.projection.pds, &options, &subject.arena);
      struct decision verdict;
      decide_query (&decider, finding->query, NULL, &verdict);
      /* A violation by others, where only these were promised. */
      bool by_others = !repair->safe && verdict.kind == VERDICT_VIOLATION;
      bool same = by_others;
      for (uint32_t t = 0; t < finding->query->automaton->threads.count && same; t++)
        same = process_equal (verdict.processes[t], finding->processes[t]);
      fine &= by_others ? !same : verdict.kind != VERDICT_VIOLATION;
      decider_clear (&decider);
    }
  ir_subject_clear (&subject);
  if (!fine)
    SAY (fine_repairs, "a repair of lines %u to %u",
         (unsigned) repair->places[0].first_line, (unsigned) repair->places[0].last_line);
}

/* ---- Timelines. ---- */

static void
check_rows (const struct finding *finding, const struct timeline *timeline, bool unfold,
            struct totals *totals)
{
  const struct witness_step *steps = finding->witness->steps.at;
  uint32_t count = finding->witness->steps.count;
  bool *shown = calloc (count, sizeof *shown);
  bool fine = shown != NULL && timeline->rows.count > 0;
  uint32_t at = 0, switches = 0;
  for (uint32_t r = 0; r < timeline->rows.count && fine; r++)
    {
      const struct timeline_row *row = &timeline->rows.at[r];
      process_id process = finding->processes[row->lane];
      bool elided = row->elided > 0;
      fine &= row->first >= at && row->end > row->first && row->end <= count;
      fine &= row->phase == (elided ? 0 : steps[row->first].phase);
      at = row->end;
      switches += row->switches && !row->meets;
      for (uint32_t i = row->first; i < row->end; i++)
        {
          /* One process goes on, and the automaton does not. */
          fine &= process_equal (steps[i].process, process);
          if (i > row->first || elided)
            fine &= steps[i].phase == 0;
          /* A call is folded only if nothing in it matters. */
          bool lock = steps[i].action == WITNESS_ACQUIRE
                      || steps[i].action == WITNESS_RELEASE
                      || steps[i].action == WITNESS_UNIT_BEGIN
                      || steps[i].action == WITNESS_UNIT_END;
          if (row->end - row->first > 1 && !elided)
            fine &= !(lock && !steps[i].nested);
        }
      shown[row->first] = true;
      totals->folded += row->end - row->first > 1 && !elided;
      totals->elided += elided;
    }
  for (uint32_t i = 0; i < count && fine; i++)
    fine &= shown[i] || (!unfold && steps[i].phase == 0);
  fine &= !unfold || timeline->rows.count == count;
  fine &= unfold ? switches == timeline->switches : switches <= timeline->switches;
  free (shown);
  if (!fine)
    SAY (fine_rows, "rows of a timeline of %u steps, %s", (unsigned) count,
         unfold ? "unfolded" : "folded");
}

static void
check_width (const struct finding *finding, const struct timeline *timeline,
             struct arena *arena)
{
  for (uint32_t width = TERMINAL_NARROWEST; width <= 120; width += 12)
    for (unsigned utf8 = 0; utf8 < 2; utf8++)
      {
        struct terminal terminal = { .width = width, .known = true, .utf8 = utf8 };
        char *text = NULL;
        size_t size = 0;
        FILE *file = open_memstream (&text, &size);
        timeline_print (finding, timeline, &terminal, arena, file);
        fclose (file);
        for (char *line = strtok (text, "\n"); line; line = strtok (NULL, "\n"))
          {
            bool ascii = true;
            for (const char *c = line; *c; c++)
              ascii &= (unsigned char) *c < 0x80;
            if (text_columns (line) > width || (!utf8 && !ascii))
              SAY (fine_width, "%u columns: %s", (unsigned) width, line);
          }
        free (text);
      }
}

/* ---- Causes. ---- */

struct record
{
  uint32_t query;
  struct finding finding;
};

/* Does the lock of CAUSE guard the only field of FINDING? */
static bool
is_guard (const struct cause *cause, const struct finding *finding, struct arena *arena)
{
  struct discipline *discipline = discipline_new (finding->subject, arena);
  return finding->query->automaton->parameters.count == 1
         && lock_equal (discipline_of (discipline, finding->query->fields[0]).guard,
                        cause->lock);
}

/* Is it true of FINDING that A releases the lock of CAUSE, lacks it, or needs none, where
   B makes its steps? */
static bool
is_cause (const struct cause *cause, const struct finding *finding,
          const struct simulation *s, process_id a, process_id b, struct arena *arena)
{
  const struct witness_step *steps = finding->witness->steps.at;
  uint32_t count = finding->witness->steps.count;
  bool without = false, with = false;
  for (uint32_t i = 0; i < count; i++)
    {
      if (!steps[i].phase)
        continue;
      if (cause->kind == CAUSE_MISSING)
        {
          without |= process_equal (steps[i].process, a) && !holds (s, i, a, cause->lock);
          with |= process_equal (steps[i].process, b) && holds (s, i, b, cause->lock);
        }
      for (uint32_t k = i + 2; k < count && process_equal (steps[i].process, a); k++)
        {
          if (!steps[k].phase || !process_equal (steps[k].process, a))
            continue;
          bool released = false;
          for (uint32_t j = i + 1; j < k; j++)
            {
              if (cause->kind == CAUSE_RELEASED)
                released
                  |= holds (s, j - 1, a, cause->lock) && !holds (s, j, a, cause->lock);
              if (!steps[j].phase || !process_equal (steps[j].process, b))
                continue;
              if (cause->kind == CAUSE_RELEASED && released
                  && holds (s, j, b, cause->lock))
                return true;
              bool none = true;
              for (lock_id l = { 0 }; l.index < s->locks; l.index++)
                none &= !holds (s, j, b, l);
              if (cause->kind >= CAUSE_UNLOCKED && none)
                return true;
            }
          break;
        }
    }
  return without && (with || is_guard (cause, finding, arena));
}

/* With any two processes that make their steps in its bodies. */
static bool
is_true (const struct cause *cause, const struct finding *finding,
         const struct simulation *s, struct arena *arena)
{
  uint32_t threads = finding->query->automaton->threads.count;
  if (cause->kind == CAUSE_NO_GAP)
    return count_gaps (finding) == 0;
  for (uint32_t t = 0; t < threads; t++)
    for (uint32_t o = 0; o < threads; o++)
      {
        body_id a = finding->sites[t].body, b = finding->sites[o].body;
        bool same = (body_equal (a, cause->body) || cause->kind == CAUSE_UNGUARDED)
                    && idset_has (&finding->subject->idsets, cause->others, b.index);
        if (t != o && same
            && is_cause (cause, finding, s, finding->processes[t], finding->processes[o],
                         arena))
          return true;
      }
  return false;
}

static bool
is_same (const struct cause *a, const struct cause *b)
{
  return strcmp (a->key, b->key) == 0;
}

static void
check_causes (const struct causes *causes, const struct record *records, uint32_t count,
              struct totals *totals, struct arena *arena)
{
  const uint32_t *ranked = causes_rank (causes, arena);
  uint32_t all = 0;
  bool fine = true;
  for (uint32_t c = 0; c < causes->list.count; c++)
    {
      const struct cause *cause = &causes->list.at[c];
      all += cause->queries.count;
      totals->causes[cause->kind]++;
      for (uint32_t d = 0; d < c; d++)
        fine &= !is_same (cause, &causes->list.at[d]) && ranked[c] != ranked[d];
      if (c > 0)
        {
          const struct cause *worse = &causes->list.at[ranked[c - 1]];
          const struct cause *next = &causes->list.at[ranked[c]];
          int order = rank_compare (&worse->rank, &next->rank);
          fine &= order < 0 || (order == 0 && ranked[c - 1] < ranked[c]);
        }
    }
  fine &= all == count;
  for (uint32_t i = 0; i < count; i++)
    {
      struct simulation simulation = simulate (&records[i].finding, arena);
      uint32_t homes = 0, could_be = 0;
      for (uint32_t c = 0; c < causes->list.count; c++)
        {
          const struct cause *cause = &causes->list.at[c];
          bool member = false;
          for (uint32_t k = 0; k < cause->queries.count; k++)
            member |= cause->queries.at[k] == records[i].query;
          homes += member;
          could_be += is_true (cause, &records[i].finding, &simulation, arena);
          fine &= !member || is_true (cause, &records[i].finding, &simulation, arena);
        }
      fine &= homes == 1 && could_be >= 1;
    }
  totals->grouped += count;
  if (!fine)
    SAY (fine_causes, "causes of %u violations", (unsigned) count);
}

/* ---- Models. ---- */

static bool
read_random (struct ir_subject *subject, uint64_t seed)
{
  struct random_model_params params = random_model_vary_params (seed);
  params.calm = seed % 3 ? 40 : 0;
  return random_eml_read (subject, &params);
}

/* Is the repair the same if the model has no text, and so the statements of what would be
   printed of it? */
static void
check_printed (struct finding *finding, struct totals *totals, struct arena *arena)
{
  const struct decide_options options = { .reductions = REDUCTION_ALL };
  const struct repair *repair = finding->repair;
  struct ir_statements text = finding->subject->statements;
  uint32_t budget = REPAIR_DECISIONS;
  eml_print_statements (&finding->subject->flow, &finding->subject->statements, arena);
  const struct repair *printed = repair_find (finding, &options, NULL, &budget, arena);
  finding->subject->statements = text;
  bool same = !repair == !printed;
  if (repair && printed)
    same = repair->safe == printed->safe && lock_equal (repair->lock, printed->lock)
           && repair->count == printed->count && repair->cycle == printed->cycle
           && repair->kind == printed->kind && repair->by_name == printed->by_name;
  for (uint32_t i = 0; same && repair && i < repair->count; i++)
    same = body_equal (repair->places[i].body, printed->places[i].body);
  totals->printed += same;
  totals->otherwise += !same;
}

static void
check_finding (struct finding *finding, struct totals *totals, struct arena *arena)
{
  struct simulation simulation = simulate (finding, arena);
  bool repaired = totals->violations % 8 == 0;
  struct decide_options options = { .reductions = REDUCTION_ALL };
  uint32_t budget = repaired ? REPAIR_DECISIONS : 0;
  finding_explain (finding, &options, &budget, arena);
  const struct because *because = finding->because;
  for (uint32_t i = 0; i < because->gaps.count; i++)
    check_gap (finding, &because->gaps.at[i], &simulation, totals);
  if (because->gaps.count != count_gaps (finding))
    SAY (fine_because, "%u gaps", (unsigned) because->gaps.count);
  check_sentence (finding);
  const struct repair *repair = finding->repair;
  if (repaired && budget == REPAIR_DECISIONS && because->gaps.count > 0
      && !idset_is_empty (because->gaps.at[0].needed))
    SAY (fine_repairs, "nothing was tried");
  if (!repaired && repair)
    SAY (fine_repairs, "a repair without a decision");
  if (repaired)
    {
      totals->repairs += repair && repair->safe;
      totals->partial += repair && !repair->safe;
      totals->twofold += repair && repair->count == 2;
      totals->others += !repair;
      check_printed (finding, totals, arena);
    }
  if (repair)
    {
      check_repair (finding, &explicit_engine, arena);
      check_repair (finding, &antichain_engine, arena);
    }
  struct timeline folded, all;
  timeline_build (&folded, finding, false, arena);
  timeline_build (&all, finding, true, arena);
  check_rows (finding, &folded, false, totals);
  check_rows (finding, &all, true, totals);
  if (totals->violations % 4 == 0)
    check_width (finding, totals->violations % 8 ? &folded : &all, arena);
}

static void
try_model (uint64_t seed, struct totals *totals)
{
  struct quota quota;
  struct ir_subject subject;
  struct pa pa;
  quota_init (&quota);
  if (quota_checkpoint (&quota))
    abort ();
  ir_subject_init (&subject, &quota);
  pa_init (&pa, &quota);
  if (pa_read_shipped (&pa, seed % 2 ? "strict" : "spin09")
      && read_random (&subject, seed))
    {
      struct queries queries;
      struct query_filter filter = { .automata = NULL };
      queries_list (&queries, &pa.set, &subject.projection.pds, &filter, &subject.arena);
      struct decide_options options = { .engine = &antichain_engine,
                                        .reductions = REDUCTION_ALL,
                                        .timeout = 1000000000,
                                        .best_witness = seed % 2 == 0 };
      struct judge judge;
      struct causes causes;
      VEC (struct record) records = VEC_EMPTY;
      causes_init (&causes, discipline_new (&subject, &subject.arena), &subject.arena);
      judge_init (&judge, &subject, &options);
      for (uint32_t q = 0; q < queries.list.count && q < 100; q++)
        {
          struct verdict verdict = judge_query (&judge, &queries.list.at[q]);
          if (verdict.kind != VERDICT_VIOLATION)
            continue;
          struct finding finding = finding_of (&subject, &queries.list.at[q], &verdict);
          struct record *record = vec_push (&subject.arena, &records);
          *record = (struct record){ q, finding_copy (&finding, &subject.arena) };
          finding_explain_locks (&record->finding, &subject.arena);
          causes_add (&causes, q, &record->finding);
        }
      judge_clear (&judge);
      check_causes (&causes, records.at, records.count, totals, &subject.arena);
      for (uint32_t i = 0; i < records.count && i < 24; i++)
        {
          struct arena arena;
          arena_init (&arena, &quota);
          check_finding (&records.at[i].finding, totals, &arena);
          totals->violations++;
          arena_clear (&arena);
        }
    }
  pa_clear (&pa);
  ir_subject_clear (&subject);
}

int
main (void)
{
  struct totals totals = { 0 };
  for (uint64_t seed = 1; seed <= 70; seed++)
    try_model (seed, &totals);
  tap_ok (fine_because, "why no lock prevented it is true");
  tap_ok (fine_repairs, "what would have prevented it is so for other engines");
  tap_ok (fine_rows, "rows have what matters");
  tap_ok (fine_width, "tables keep to the width, and to ASCII where they should");
  tap_ok (fine_causes, "what is said of a cause is true of each of its violations");
  for (uint32_t k = 0; k < 5; k++)
    tap_ok (totals.kinds[k] > 0, "reason %u was met", (unsigned) k);
  tap_ok (totals.repairs > 5 && totals.partial > 0 && totals.twofold > 0
            && totals.others > 0,
          "some can be repaired, some in part, some in two places, some cannot");
  /* Blocks are not always printed as they were written. */
  tap_ok (totals.printed > 9 * totals.otherwise,
          "%llu repairs are the same without text, %llu are not",
          (unsigned long long) totals.printed, (unsigned long long) totals.otherwise);
  tap_ok (totals.folded > 10 && totals.elided > 0, "some calls were folded");
  for (uint32_t k = 0; k < 3; k++)
    tap_ok (totals.causes[k] > 0, "cause %u was met", (unsigned) k);
  tap_ok (totals.causes[0] + totals.causes[1] + totals.causes[2] < totals.grouped,
          "some violations have the same cause");
  printf ("# %llu violations, %llu gaps; %llu repairs, %llu in part, %llu without; %llu "
          "folded, %llu "
          "elided; %llu violations, causes: %llu released, %llu missing, %llu unlocked\n",
          (unsigned long long) totals.violations, (unsigned long long) totals.gaps,
          (unsigned long long) totals.repairs, (unsigned long long) totals.partial,
          (unsigned long long) totals.others, (unsigned long long) totals.folded,
          (unsigned long long) totals.elided, (unsigned long long) totals.grouped,
          (unsigned long long) totals.causes[0], (unsigned long long) totals.causes[1],
          (unsigned long long) totals.causes[2]);
  return tap_done ();
}
