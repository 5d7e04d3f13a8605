/* finding.c -- see finding.h. */
#include <config.h>

#include "explain/finding.h"

#include <assert.h>
#include <string.h>

#include "base/text.h"
#include "phaseauto/print_automaton.h"

struct finding
finding_copy (const struct finding *finding, struct arena *arena)
{
  assert (finding->witness && !finding->because && !finding->repair);
  struct finding copy = *finding;
  uint32_t cast = finding_cast (finding);
  process_id *processes = arena_calloc (arena, cast, sizeof *processes);
  memcpy (processes, finding->processes, cast * sizeof *processes);
  copy.processes = processes;
  struct witness *witness = arena_alloc (arena, sizeof *witness);
  witness_copy (witness, finding->witness, arena);
  copy.witness = witness;
  return copy;
}

thread_id
finding_thread (const struct finding *finding, process_id process)
{
  thread_id thread = { 0 };
  while (!process_equal (finding->processes[thread.index], process))
    {
      thread.index++;
      assert (thread.index < finding_cast (finding));
    }
  return thread;
}

const char *
finding_process_name (const struct finding *finding, process_id process)
{
  assert (process.index < finding->subject->projection.pds.processes.count);
  return finding->subject->projection.pds.processes.at[process.index].name;
}

const char *
finding_body_name (const struct finding *finding, body_id body)
{
  const struct ir_model *model = &finding->subject->model;
  assert (body.index < model->bodies.count);
  return ir_body_title (model, body);
}

/* The length of the title of BODY without the number of a copy: "pop() #2". */
static size_t
title_length (const struct ir_model *model, body_id body)
{
  assert (body.index < model->bodies.count);
  const char *title = ir_body_title (model, body);
  const char *copy = model->is_made ? strstr (title, " #") : NULL;
  return copy ? (size_t) (copy - title) : strlen (title);
}

bool
finding_same_method (const struct ir_model *model, body_id a, body_id b)
{
  size_t length = title_length (model, a);
  return length == title_length (model, b)
         && strncmp (ir_body_title (model, a), ir_body_title (model, b), length) == 0;
}

void
finding_show_method (const struct ir_model *model, body_id body, FILE *file)
{
  char title[256];
  snprintf (title, sizeof title, "%.*s", (int) title_length (model, body),
            ir_body_title (model, body));
  text_show_name (file, title);
}

const char *
finding_lock_name (const struct finding *finding, lock_id lock)
{
  const struct ir_model *model = &finding->subject->model;
  assert (lock.index < model->locks.count);
  return ir_text (model, model->locks.at[lock.index].name);
}

const char *
finding_field_name (const struct finding *finding, parameter_id parameter)
{
  const struct ir_model *model = &finding->subject->model;
  assert (parameter.index < finding_automaton (finding)->parameters.count);
  field_id field = finding->query->fields[parameter.index];
  return ir_text (model, model->fields.at[field.index].name);
}

/* ---- Words. ---- */

/* Units of all sets need no names: they are the bare `unit'. */
static void
print_sets (const struct finding *finding, idset sets, FILE *file)
{
  const struct ir_model *model = &finding->subject->model;
  if (idset_equal (sets, model->all_sets))
    return;
  const char *between = " ";
  for (uint32_t s = idset_next (model->idsets, sets, 0); s != UINT32_MAX;
       s = idset_next (model->idsets, sets, s + 1))
    {
      fputs (between, file);
      text_show_name (file, ir_text (model, model->sets.at[s].name));
      between = ",";
    }
}

const char *
finding_short_name (const struct finding *finding, const char *name)
{
  const struct provenance *from = finding->subject->provenance;
  size_t length = from ? strlen (from->prefix) : 0;
  bool own = length > 0 && strncmp (name, from->prefix, length) == 0 && name[length];
  return own ? name + length : name;
}

static void
show_short (const struct finding *finding, const char *name, FILE *file)
{
  text_show_name (file, finding_short_name (finding, name));
}

/* What is done with data: "i = 2", "i < 8: true", "* takes way 2", "assume flag == 1",
   "assert count == 2 fails".  The texts are safe to show as they are. */
static void
print_data (const struct witness_step *step, FILE *file)
{
  bool any = strcmp (step->text, WITNESS_ANY) == 0;
  assert (step->text && step->action >= WITNESS_SET);
  if (step->action == WITNESS_BRANCH && any)
    {
      fprintf (file, "takes way %u", (unsigned) step->value + 1);
      return;
    }
  fprintf (file, "%s%s%s",
           step->action == WITNESS_ASSUME   ? "assume "
           : step->action == WITNESS_ASSERT ? "assert "
                                            : "",
           step->text, step->action == WITNESS_ASSERT ? " fails" : "");
  if (!step->has_value)
    return;
  fputs (step->action == WITNESS_BRANCH ? ": " : " = ", file);
  witness_print_value (file, step);
  if (step->action == WITNESS_CHOOSE && !any)
    fputs (" (any)", file);
}

/* "notify m: Consumer[1]", "notify m: nobody waits", "notifyall m". */
static void
print_notify (const struct finding *finding, const struct witness_step *step, FILE *file)
{
  assert (step->action == WITNESS_NOTIFY);
  fputs (step->has_value ? "notify " : "notifyall ", file);
  show_short (finding, finding_lock_name (finding, witness_lock (step)), file);
  if (!step->has_value)
    return;
  fputs (step->value == 0 ? ": nobody waits" : ": ", file);
  if (step->value != 0)
    text_show_name (
      file, finding_process_name (finding, (process_id){ (uint32_t) step->value - 1 }));
}

void
finding_print_step (const struct finding *finding, uint32_t number, FILE *file)
{
  const struct ir_model *model = &finding->subject->model;
  assert (number < finding->witness->steps.count);
  const struct witness_step *step = &finding->witness->steps.at[number];
  switch (step->action)
    {
    case WITNESS_ACQUIRE:
    case WITNESS_RELEASE:
      fputs (step->action == WITNESS_ACQUIRE ? "acquire " : "release ", file);
      show_short (finding, finding_lock_name (finding, witness_lock (step)), file);
      break;
    case WITNESS_READ:
    case WITNESS_WRITE:
      fputs (step->action == WITNESS_READ ? "read " : "write ", file);
      show_short (finding, witness_object_name (model, step), file);
      witness_print_cell (file, step);
      break;
    case WITNESS_UNIT_BEGIN:
    case WITNESS_UNIT_END:
      fputs (step->action == WITNESS_UNIT_BEGIN ? "begin unit" : "end unit", file);
      print_sets (finding, step->sets, file);
      break;
    case WITNESS_CALL:
    case WITNESS_RETURN:
      fputs (step->action == WITNESS_CALL ? "call " : "return from ", file);
      text_show_name (file, finding_body_name (finding, witness_body (step)));
      break;
    case WITNESS_START:
    case WITNESS_JOIN:
      fputs (step->action == WITNESS_START ? "start " : "join ", file);
      witness_print_processes (file, model, witness_processes (step));
      break;
    case WITNESS_END: fputs ("end", file); break;
    case WITNESS_AWAIT:
      assert (!step->nested);
      fputs ("waits for ", file);
      show_short (finding, finding_lock_name (finding, witness_lock (step)), file);
      break;
    case WITNESS_SET:
    case WITNESS_CHOOSE:
    case WITNESS_BRANCH:
    case WITNESS_ASSUME:
    case WITNESS_ASSERT:
    case WITNESS_WRONG: print_data (step, file); return;
    case WITNESS_NOTIFY: print_notify (finding, step, file); return;
    case WITNESS_STUCK: fprintf (file, "%s, for ever", step->text); return;
    }
  if (step->has_value)
    {
      fputs (step->action == WITNESS_RETURN ? ": " : " = ", file);
      witness_print_value (file, step);
    }
  if (step->waits && step->action != WITNESS_AWAIT)
    fputs (" (wait)", file);
  if (step->nested)
    fputs (" (nested)", file);
}

void
finding_print_position (const struct ir_subject *subject, name_id position,
                        uint32_t offset, FILE *file)
{
  if (position.index != NAME_NONE.index)
    {
      const char *text = names_text (&subject->names, position);
      text_print_safe (file, text, strlen (text));
      return;
    }
  if (subject->provenance)
    {
      text_print_safe (file, subject->provenance->subject,
                       strlen (subject->provenance->subject));
      return;
    }
  const char *slash = strrchr (subject->source.path, '/');
  const char *base = slash && slash[1] ? slash + 1 : subject->source.path;
  struct source_place place = source_place (&subject->source, offset);
  text_print_safe (file, base, strlen (base));
  fprintf (file, ":%u:%u", (unsigned) place.line, (unsigned) place.column);
}

void
finding_print_process (const struct finding *finding, thread_id thread, FILE *file)
{
  text_show_name (file, finding_process_name (finding, finding->processes[thread.index]));
}

void
finding_print_place (const struct finding *finding, uint32_t number, FILE *file)
{
  assert (number < finding->witness->steps.count);
  const struct witness_step *step = &finding->witness->steps.at[number];
  finding_print_position (finding->subject, step->position, step->offset, file);
}

/* ---- The pattern. ---- */

void
finding_print_thread (const struct finding *finding, thread_id thread, FILE *file)
{
  pa_print_thread (finding_automaton (finding), thread, file);
}

void
finding_print_player (const struct finding *finding, thread_id thread, FILE *file)
{
  if (finding_threads (finding) > 1 && finding->query->kind != QUERY_DEADLOCK
      && finding->query->kind != QUERY_STUCK)
    {
      finding_print_thread (finding, thread, file);
      fputs (" = ", file);
    }
  text_show_name (file, finding_process_name (finding, finding->processes[thread.index]));
}

void
finding_print_role (const struct finding *finding, thread_id thread, FILE *file)
{
  assert (finding->sites);
  finding_print_player (finding, thread, file);
  if (!finding->sites[thread.index].called)
    return;
  fputs (" in ", file);
  text_show_name (file, finding_body_name (finding, finding->sites[thread.index].body));
}

void
finding_print_automaton (const struct finding *finding, FILE *file)
{
  const struct pa_automaton *automaton = finding_automaton (finding);
  if (finding->query->kind == QUERY_ASSERT)
    {
      claim_print (finding->subject, finding->query->claim, file);
      if (!finding->subject->flow.claims.at[finding->query->claim].is_assert)
        fputs (" goes wrong", file);
      return;
    }
  if (finding->query->kind != QUERY_PATTERN)
    {
      fputs (automaton->title, file);
      return;
    }
  fputs ("pattern ", file);
  text_show_name (file, automaton->name);
  if (!automaton->title)
    return;
  fputs (", ", file);
  text_print_safe (file, automaton->title, strlen (automaton->title));
}

void
finding_print_pattern (const struct finding *finding, FILE *file)
{
  const struct pa_automaton *automaton = finding_automaton (finding);
  for (uint32_t i = 0; i < automaton->steps.count; i++)
    {
      const struct pa_step *step = &automaton->steps.at[i];
      fputs (i ? " " : "", file);
      pa_print_letter (automaton, step, file);
      if (step->kind == PA_AWAITS)
        {
          fputc ('(', file);
          text_show_name (file, finding_lock_name (finding, step->lock));
          fputc (')', file);
        }
      if (pa_kind_is_access (step->kind))
        {
          fputc ('(', file);
          text_show_name (file, finding_field_name (finding, step->parameter));
          fputc (')', file);
        }
    }
}

void
finding_print_fields (const struct finding *finding, FILE *file)
{
  uint32_t count = finding_automaton (finding)->parameters.count;
  if (count == 0)
    return;
  fputs (count == 1 ? "field " : "fields ", file);
  for (parameter_id i = { 0 }; i.index < count; i.index++)
    {
      fputs (i.index ? "," : "", file);
      text_show_name (file, finding_field_name (finding, i));
    }
}

/* ---- Claims. ---- */

#define CLAIM_LONGEST 60

void
claim_print (const struct ir_subject *subject, uint32_t number, FILE *file)
{
  assert (number < subject->flow.claims.count);
  struct span span = subject->flow.claims.at[number].span;
  if (subject->source.length == 0)
    { /* There is no text of a model that was made from a program. */
      name_id position = subject->flow.claims.at[number].position;
      assert (position.index != NAME_NONE.index);
      const char *place = names_text (&subject->names, position);
      fputs ("assert at ", file);
      text_print_safe (file, place, strlen (place));
      return;
    }
  const char *text = subject->source.text + span.begin;
  size_t length = span.end - span.begin, shown = 0;
  bool blank = false;
  assert (span.begin <= span.end && span.end <= subject->source.length);
  while (length > 0 && strchr (" \t\r\n;{", text[length - 1]))
    length--;
  for (size_t i = 0; i < length && shown < CLAIM_LONGEST;)
    {
      uint32_t bytes;
      text_next (text + i, length - i, &bytes);
      bool space = strchr (" \t\r\n", text[i]) != NULL;
      if (space && !blank)
        fputc (' ', file);
      else if (!space)
        text_print_safe (file, text + i, bytes);
      shown += !(space && blank);
      blank = space;
      i += bytes;
    }
  fputs (shown == CLAIM_LONGEST ? "..." : "", file);
}

/* ---- Locks held. ---- */

const idset *
finding_list_held (const struct finding *finding, struct arena *arena)
{
  const struct witness *witness = finding->witness;
  struct idsets *idsets = &finding->subject->idsets;
  uint32_t cast = finding_cast (finding);
  idset *held
    = arena_calloc (arena, (witness->steps.count + (size_t) 1) * cast, sizeof *held);
  for (uint32_t i = 0; i < witness->steps.count; i++)
    {
      const struct witness_step *step = &witness->steps.at[i];
      idset *row = &held[(size_t) i * cast];
      if (i > 0)
        memcpy (row, row - cast, cast * sizeof *row);
      idset *own = &row[finding_thread (finding, step->process).index];
      if (step->nested)
        continue;
      if (step->action == WITNESS_ACQUIRE)
        {
          for (uint32_t t = 0; t < cast; t++)
            assert (!idset_has (idsets, row[t], witness_lock (step).index));
          *own = idset_add (idsets, *own, witness_lock (step).index);
        }
      else if (step->action == WITNESS_RELEASE)
        {
          assert (idset_has (idsets, *own, witness_lock (step).index));
          *own = idset_minus (idsets, *own,
                              idset_add (idsets, IDSET_EMPTY, witness_lock (step).index));
        }
    }
  return held;
}

/* ---- Calls. ---- */

struct frame
{
  uint32_t id; /* counts calls */
  body_id body;
  uint32_t call; /* the step that called it */
};

struct frames
{
  VEC (struct frame) list;
};

struct finding_place *
finding_places (const struct finding *finding, struct arena *arena)
{
  const struct witness *witness = finding->witness;
  uint32_t cast = finding_cast (finding);
  struct finding_place *places
    = arena_calloc (arena, witness->steps.count + (size_t) 1, sizeof *places);
  struct frames *stacks = arena_calloc (arena, cast, sizeof *stacks);
  for (uint32_t t = 0; t < cast; t++)
    *vec_push (arena, &stacks[t].list) = (struct frame){
      .body = witness_process_of (&finding->subject->model, finding->processes[t]).body
    };
  for (uint32_t i = 0; i < witness->steps.count; i++)
    {
      const struct witness_step *step = &witness->steps.at[i];
      struct frames *stack = &stacks[finding_thread (finding, step->process).index];
      uint32_t depth = stack->list.count;
      assert (depth > 0);
      places[i] = (struct finding_place){ stack->list.at[depth - 1].body, depth - 1 };
      if (step->action == WITNESS_CALL)
        *vec_push (arena, &stack->list) = (struct frame){ .body = witness_body (step) };
      else if (step->action == WITNESS_RETURN && depth > 1)
        stack->list.count--;
    }
  return places;
}

static void
copy_frames (struct frames *copy, const struct frames *frames, struct arena *arena)
{
  copy->list.count = 0;
  for (uint32_t d = 0; d < frames->list.count; d++)
    *vec_push (arena, &copy->list) = frames->list.at[d];
}

/* One pass over the steps of the process.  The activations that all steps so far have in
   common are the first COMMON ones of the first step's stack.  ENDS: the steps are FROM
   and TO, else those of the automaton between them. */
static struct finding_site
find_site (const struct finding *finding, thread_id thread, uint32_t from, uint32_t to,
           bool ends, struct arena *arena)
{
  const struct witness *witness = finding->witness;
  assert (thread.index < finding_threads (finding) && from <= to
          && to < witness->steps.count);
  process_id process = finding->processes[thread.index];
  uint32_t common = 0;
  body_id own = witness_process_of (&finding->subject->model, process).body;
  struct frames now = { VEC_EMPTY };
  struct frames first = { VEC_EMPTY }, last = { VEC_EMPTY }; /* at these steps: */
  uint32_t first_step = UINT32_MAX, last_step = UINT32_MAX;
  *vec_push (arena, &now.list) = (struct frame){ 0, own, 0 };
  for (uint32_t i = 0; i <= to; i++)
    {
      const struct witness_step *step = &witness->steps.at[i];
      if (!process_equal (step->process, process))
        continue;
      if (ends ? i == from || i == to : step->phase && i >= from)
        {
          if (first_step == UINT32_MAX)
            {
              first_step = i;
              copy_frames (&first, &now, arena);
              common = now.list.count;
            }
          last_step = i;
          copy_frames (&last, &now, arena);
          uint32_t same = 0;
          while (same < common && same < now.list.count
                 && first.list.at[same].id == now.list.at[same].id)
            same++;
          common = same;
          assert (common > 0);
        }
      if (step->action == WITNESS_CALL)
        *vec_push (arena, &now.list) = (struct frame){ i + 1, witness_body (step), i };
      else if (step->action == WITNESS_RETURN)
        now.list.count -= now.list.count > 1;
    }
  assert (first_step != UINT32_MAX);
  uint32_t a = first.list.count > common ? first.list.at[common].call : first_step;
  uint32_t b = last.list.count > common ? last.list.at[common].call : last_step;
  return (struct finding_site){ .body = first.list.at[common - 1].body,
                                .called = common > 1,
                                .first = witness->steps.at[a].offset,
                                .last = witness->steps.at[b].offset };
}

struct finding_site
finding_site (const struct finding *finding, thread_id thread, uint32_t from, uint32_t to,
              struct arena *arena)
{
  return find_site (finding, thread, from, to, false, arena);
}

struct finding_site
finding_site_between (const struct finding *finding, thread_id thread, uint32_t from,
                      uint32_t to, struct arena *arena)
{
  assert (process_equal (finding->witness->steps.at[from].process,
                         finding->witness->steps.at[to].process));
  return find_site (finding, thread, from, to, true, arena);
}

body_id
finding_method (const struct finding *finding, thread_id thread)
{
  const struct witness *witness = finding->witness;
  process_id process = finding->processes[thread.index];
  assert (thread.index < finding_threads (finding));
  uint32_t units = 0, outer = 0; /* units begun; calls made before the outermost one */
  VEC (body_id) calls = VEC_EMPTY;
  struct arena arena;
  arena_init (&arena, finding->subject->arena.quota);
  for (uint32_t i = 0; i < witness->steps.count; i++)
    {
      const struct witness_step *step = &witness->steps.at[i];
      if (!process_equal (step->process, process))
        continue;
      if (step->phase)
        break;
      if (step->action == WITNESS_CALL)
        *vec_push (&arena, &calls) = witness_body (step);
      else if (step->action == WITNESS_RETURN)
        calls.count -= calls.count > 0;
      else if (step->action == WITNESS_UNIT_BEGIN && units++ == 0)
        outer = calls.count;
      else if (step->action == WITNESS_UNIT_END)
        units -= units > 0;
    }
  /* A unit that somebody wrote is in the procedure of that name; one that was made from a
     program is around the call of a method. */
  bool around = finding->subject->provenance && calls.count > outer;
  body_id method = calls.count == 0
                     ? witness_process_of (&finding->subject->model, process).body
                   : units > 0 && around    ? calls.at[outer]
                   : units > 0 && outer > 0 ? calls.at[outer - 1]
                                            : calls.at[0];
  arena_clear (&arena);
  return method;
}

void
finding_print_methods (const struct finding *finding, FILE *file)
{
  const struct pa_automaton *automaton = finding_automaton (finding);
  assert (finding->subject->provenance && finding->witness);
  for (thread_id t = { 0 }; t.index < automaton->threads.count; t.index++)
    {
      fputs (t.index ? ", " : "", file);
      pa_print_thread (automaton, t, file);
      fputs (" = ", file);
      text_show_name (file, finding_body_name (finding, finding_method (finding, t)));
    }
}

/* ---- Meetings. ---- */

uint32_t
finding_meeting (const struct finding *finding)
{
  uint32_t count = finding->witness->steps.count;
  uint32_t together = finding_automaton (finding)->together;
  if (finding->query->kind == QUERY_PATTERN || together < 2)
    return count;
  assert (together <= count);
  return count - together;
}

uint32_t
finding_next_step (const struct finding *finding, thread_id thread)
{
  uint32_t step = finding_meeting (finding);
  while (!process_equal (finding->witness->steps.at[step].process,
                         finding->processes[thread.index]))
    {
      step++;
      assert (step < finding->witness->steps.count);
    }
  assert (finding->witness->steps.at[step].phase);
  return step;
}

uint32_t
finding_taken (const struct finding *finding, thread_id thread, lock_id lock)
{
  const struct witness_step *steps = finding->witness->steps.at;
  uint32_t i = finding->witness->steps.count;
  do
    assert (i > 0); /* a lock that is held was taken */
  while (steps[--i].action != WITNESS_ACQUIRE || steps[i].nested
         || !process_equal (steps[i].process, finding->processes[thread.index])
         || !lock_equal (witness_lock (&steps[i]), lock));
  return i;
}
