/* timeline.c -- see timeline.h. */
#include <config.h>

#include "explain/timeline.h"

#include <assert.h>
#include <string.h>

#include "base/scribe.h"
#include "base/text.h"

/* The most consecutive rows that are all shown, and how many stay at each end where
   there are more: of accesses and calls that the automaton does not ask about, and of
   rows of any kind. */
#define MOST_DULL 6
#define DULL_END 2
#define MOST_ROWS 24
#define ROWS_END 6

static const char about_to[] = "about to ";

struct builder
{
  const struct finding *finding;
  const struct witness *witness;
  struct arena *arena;
  /* By step that calls: the step that returns, if the call may be folded; else
     the step itself. */
  uint32_t *fold;
  struct timeline *timeline;
};

/* ---- Lanes. ---- */

static const char *
show_name (struct builder *b, const char *name)
{
  struct scribe scribe;
  text_show_name (scribe_start (&scribe, b->arena), name);
  return scribe_end (&scribe);
}

static void
add_lanes (struct builder *b)
{
  const struct finding *finding = b->finding;
  for (uint32_t t = 0; t < finding_cast (finding); t++)
    {
      struct timeline_lane lane;
      lane.title = lane.name
        = show_name (b, finding_process_name (finding, finding->processes[t]));
      *vec_push (b->arena, &b->timeline->lanes) = lane;
    }
  for (uint32_t t = 0; t < finding_threads (finding); t++)
    {
      struct scribe scribe;
      finding_print_role (finding, (thread_id){ t }, scribe_start (&scribe, b->arena));
      b->timeline->lanes.at[t].title = scribe_end (&scribe);
    }
}

/* ---- Which calls are folded. ---- */

static bool
matters (const struct witness_step *step)
{
  switch (step->action)
    {
    case WITNESS_ACQUIRE:
    case WITNESS_RELEASE:
    case WITNESS_UNIT_BEGIN:
    case WITNESS_UNIT_END: return step->phase != 0 || !step->nested;
    case WITNESS_START:
    case WITNESS_JOIN:
    case WITNESS_END:
    case WITNESS_AWAIT:
    case WITNESS_NOTIFY:
    case WITNESS_ASSERT:
    case WITNESS_WRONG:
    case WITNESS_STUCK: return true;
    case WITNESS_READ:
    case WITNESS_WRITE:
    case WITNESS_CALL:
    case WITNESS_RETURN:
    case WITNESS_SET:
    case WITNESS_CHOOSE:
    case WITNESS_BRANCH:
    case WITNESS_ASSUME: break;
    }
  return step->phase != 0;
}

/* A call that has not returned, and whether anything mattered since. */
struct open_call
{
  uint32_t step;
  bool mattered;
};

/* Calls are open only until another process makes a step: a call whose return comes
   later is not folded.  Each step is looked at once. */
static void
find_folds (struct builder *b)
{
  uint32_t count = b->witness->steps.count;
  b->fold = arena_calloc (b->arena, count + (size_t) 1, sizeof *b->fold);
  VEC (struct open_call) open = VEC_EMPTY;
  for (uint32_t i = 0; i < count; i++)
    {
      const struct witness_step *step = &b->witness->steps.at[i];
      b->fold[i] = i;
      if (i > 0 && !process_equal (b->witness->steps.at[i - 1].process, step->process))
        open.count = 0;
      if (step->action == WITNESS_CALL)
        *vec_push (b->arena, &open) = (struct open_call){ i, false };
      else if (step->action == WITNESS_RETURN && open.count > 0)
        {
          struct open_call call = open.at[--open.count];
          assert (call.step < i);
          assert (process_equal (b->witness->steps.at[call.step].process, step->process));
          if (!call.mattered)
            b->fold[call.step] = i;
          else if (open.count > 0)
            open.at[open.count - 1].mattered = true;
        }
      else if (matters (step) && open.count > 0)
        open.at[open.count - 1].mattered = true;
    }
}

/* ---- Rows. ---- */

static const char *
describe (struct builder *b, uint32_t first, uint32_t end)
{
  struct scribe scribe;
  FILE *file = scribe_start (&scribe, b->arena);
  const struct witness_step *step = &b->witness->steps.at[first];
  bool meets = first >= finding_meeting (b->finding);
  assert (first < end && (!meets || end - first == 1));
  assert (meets || step->action != WITNESS_AWAIT);
  if (meets && step->action != WITNESS_AWAIT && step->action != WITNESS_STUCK)
    fputs (about_to, file);
  finding_print_step (b->finding, first, file);
  if (end - first > 1)
    fprintf (file, " (%u steps)", (unsigned) (end - first));
  return scribe_end (&scribe);
}

/* The locks that are held after STEP.  Most rows have the text of the row before; it
   is composed only when it changes. */
static const char *
describe_held (struct builder *b, uint32_t step, const struct timeline_row *before)
{
  const struct finding *finding = b->finding;
  const struct idsets *idsets = &finding->subject->idsets;
  bool same = before != NULL;
  for (thread_id t = { 0 }; t.index < finding_cast (finding) && same; t.index++)
    same = idset_equal (finding_held (finding, step, t),
                        finding_held (finding, before->end - 1, t));
  if (same)
    return before->held;
  struct scribe scribe;
  FILE *file = scribe_start (&scribe, b->arena);
  const char *between = "";
  for (thread_id t = { 0 }; t.index < finding_cast (finding); t.index++)
    {
      idset held = finding_held (finding, step, t);
      if (idset_is_empty (held))
        continue;
      fprintf (file, "%s%s{", between, b->timeline->lanes.at[t.index].name);
      const char *comma = "";
      for (uint32_t l = idset_next (idsets, held, 0); l != UINT32_MAX;
           l = idset_next (idsets, held, l + 1))
        {
          fputs (comma, file);
          const char *lock = finding_lock_name (finding, (lock_id){ l });
          text_show_name (file, finding_short_name (finding, lock));
          comma = ",";
        }
      fputc ('}', file);
      between = " ";
    }
  return scribe_end (&scribe);
}

static void
add_row (struct builder *b, uint32_t first, uint32_t end, uint32_t depth)
{
  struct timeline *timeline = b->timeline;
  assert (first < end && end <= b->witness->steps.count);
  assert (timeline->rows.count == 0
          || timeline->rows.at[timeline->rows.count - 1].end <= first);
  const struct witness_step *step = &b->witness->steps.at[first];
  struct timeline_row row = { .first = first,
                              .end = end,
                              .lane = finding_thread (b->finding, step->process).index,
                              .depth = depth,
                              .phase = step->phase,
                              .meets = first >= finding_meeting (b->finding) };
  row.switches = timeline->rows.count > 0
                 && timeline->rows.at[timeline->rows.count - 1].lane != row.lane;
  *vec_push (b->arena, &timeline->rows) = row;
}

/* The texts of the rows, once it is known which are left. */
static void
fill_rows (struct builder *b)
{
  struct timeline *timeline = b->timeline;
  const struct timeline_row *before = NULL;
  for (uint32_t r = 0; r < timeline->rows.count; r++)
    {
      struct timeline_row *row = &timeline->rows.at[r];
      struct scribe scribe;
      row->held = describe_held (b, row->end - 1, before);
      before = row;
      if (row->elided > 0)
        {
          fprintf (scribe_start (&scribe, b->arena), "... (%u steps)",
                   (unsigned) row->elided);
          row->brief = row->text = scribe_end (&scribe);
          row->place = "";
          continue;
        }
      row->text = describe (b, row->first, row->end);
      bool is_next = strncmp (row->text, about_to, strlen (about_to)) == 0;
      row->brief = is_next ? row->text + strlen (about_to) : row->text;
      finding_print_place (b->finding, row->first, scribe_start (&scribe, b->arena));
      row->place = scribe_end (&scribe);
    }
}

/* An access or a call that the automaton does not ask about. */
static bool
is_dull (const struct builder *b, const struct timeline_row *row)
{
  enum witness_action action = b->witness->steps.at[row->first].action;
  return !row->phase
         && (action == WITNESS_READ || action == WITNESS_WRITE || action >= WITNESS_SET
             || row->end - row->first > 1);
}

/* The end of the rows from FIRST on in which one process goes on and the automaton
   makes no step; DULL: and in which all rows are dull. */
static uint32_t
quiet_end (const struct builder *b, uint32_t first, bool dull)
{
  const struct timeline_row *rows = b->timeline->rows.at;
  uint32_t end = first + 1;
  while (end < b->timeline->rows.count && !rows[first].phase && !rows[end].phase
         && rows[end].lane == rows[first].lane
         && (!dull || (is_dull (b, &rows[first]) && is_dull (b, &rows[end]))))
    end++;
  return end;
}

/* Of more than MOST such rows keep ENDS at each end, and put one row in place of the
   others: loops and recursion can be long. */
static void
shorten_rows (struct builder *b, bool dull, uint32_t most, uint32_t ends)
{
  struct timeline *timeline = b->timeline;
  uint32_t kept = 0;
  assert (2 * ends < most);
  for (uint32_t i = 0, end; i < timeline->rows.count; i = end)
    {
      struct timeline_row *rows = timeline->rows.at;
      end = quiet_end (b, i, dull);
      assert (kept <= i && i < end);
      bool too_many = end - i > most;
      uint32_t head = too_many ? ends : end - i, tail = end - ends;
      struct timeline_row gap = rows[end - 1];
      if (too_many)
        {
          gap = rows[tail - 1];
          gap.first = rows[i + head].first;
          gap.depth = rows[i + head - 1].depth;
          gap.elided = rows[tail].first - gap.first;
        }
      memmove (&rows[kept], &rows[i], head * sizeof *rows);
      kept += head;
      if (!too_many)
        continue;
      rows[kept++] = gap;
      memmove (&rows[kept], &rows[tail], ends * sizeof *rows);
      kept += ends;
    }
  timeline->rows.count = kept;
}

void
timeline_build (struct timeline *timeline, const struct finding *finding, bool unfold,
                struct arena *arena)
{
  uint32_t alone = finding_meeting (finding);
  *timeline = (struct timeline){ .steps = finding->witness->steps.count,
                                 .switches = witness_switches (finding->witness, alone) };
  struct builder b = {
    .finding = finding, .witness = finding->witness, .arena = arena, .timeline = timeline
  };
  assert (timeline->steps > 0 && finding->because);
  add_lanes (&b);
  find_folds (&b);
  uint32_t *depths = arena_calloc (arena, timeline->lanes.count, sizeof *depths);
  for (uint32_t i = 0; i < timeline->steps; i++)
    {
      const struct witness_step *step = &b.witness->steps.at[i];
      uint32_t *depth = &depths[finding_thread (finding, step->process).index];
      if (step->action == WITNESS_RETURN && *depth > 0)
        --*depth;
      if (!unfold && b.fold[i] > i)
        {
          add_row (&b, i, b.fold[i] + 1, *depth);
          i = b.fold[i];
          continue;
        }
      bool idle = step->action == WITNESS_RETURN || step->nested;
      if (unfold || !idle || step->phase)
        add_row (&b, i, i + 1, *depth);
      if (step->action == WITNESS_CALL)
        ++*depth;
    }
  if (!unfold)
    {
      shorten_rows (&b, true, MOST_DULL, DULL_END);
      shorten_rows (&b, false, MOST_ROWS, ROWS_END);
    }
  fill_rows (&b);
  timeline->meeting = 0;
  while (timeline->meeting < timeline->rows.count
         && !timeline->rows.at[timeline->meeting].meets)
    timeline->meeting++;
  assert (timeline->rows.count > 0 && timeline->rows.count <= timeline->steps);
}

const char *
timeline_meeting_places (const struct timeline *timeline, struct arena *arena)
{
  struct scribe scribe;
  FILE *file = scribe_start (&scribe, arena);
  assert (timeline->meeting < timeline->rows.count);
  for (uint32_t r = timeline->meeting; r < timeline->rows.count; r++)
    {
      bool known = false;
      for (uint32_t i = timeline->meeting; i < r && !known; i++)
        known = strcmp (timeline->rows.at[i].place, timeline->rows.at[r].place) == 0;
      if (!known)
        fprintf (file, "%s%s", r > timeline->meeting ? ", " : "",
                 timeline->rows.at[r].place);
    }
  return scribe_end (&scribe);
}
