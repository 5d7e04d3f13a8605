/* model_notes.c -- which notes matter for the model, sorted. */
#include <config.h>

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "java/writer/writer.h"

/* By kind, then by file and line: "A.java:9" before "A.java:10". */
static int
compare_notes (const void *left, const void *right)
{
  const struct java_note *a = left, *b = right;
  if (a->kind != b->kind)
    return a->kind < b->kind ? -1 : 1;
  const char *p = a->position ? a->position : "", *q = b->position ? b->position : "";
  size_t to_colon = strcspn (p, ":+");
  if (to_colon == strcspn (q, ":+") && strncmp (p, q, to_colon) == 0 && p[to_colon]
      && q[to_colon])
    {
      long m = strtol (p + to_colon + 1, NULL, 10);
      long n = strtol (q + to_colon + 1, NULL, 10);
      if (m != n)
        return m < n ? -1 : 1;
    }
  int order = strcmp (p, q);
  return order ? order : strcmp (a->text, b->text);
}

/* By instance: is it one of the model, or called by one that is? */
static const bool *
find_called_by_bodies (struct extraction *x)
{
  struct arena *arena = &x->run_arena;
  bool *called = arena_calloc (arena, x->instances.count + 1, sizeof *called);
  VEC (uint32_t) work = VEC_EMPTY;
  for (uint32_t i = 0; i < x->instances.count; i++)
    if (x->instances.at[i].body != UINT32_MAX)
      {
        called[i] = true;
        *vec_push (arena, &work) = i;
      }
  while (work.count > 0)
    {
      const struct graph *graph = &x->instances.at[work.at[--work.count]].graph;
      for (uint32_t e = 0; e < graph->edges.count; e++)
        {
          const struct graph_edge *edge = &graph->edges.at[e];
          assert (edge->kind != EFFECT_CALL || edge->operand < x->instances.count);
          if (edge->kind != EFFECT_CALL || called[edge->operand])
            continue;
          called[edge->operand] = true;
          *vec_push (arena, &work) = edge->operand;
        }
    }
  return called;
}

/* By note: does it matter?  What adds executions to a method matters only if that does
   something to the object; and a method that does nothing to its argument does the same
   if that is the object itself. */
static const bool *
find_notes_that_matter (struct extraction *x)
{
  const bool *called = find_called_by_bodies (x);
  bool *matters = arena_calloc (&x->run_arena, x->notes.count + 1, sizeof *matters);
  for (uint32_t i = 0; i < x->note_instances.entries.count; i++)
    {
      uint32_t number = x->note_instances.entries.at[i].first;
      uint32_t instance = x->note_instances.entries.at[i].second;
      assert (number < x->notes.count);
      const struct java_note *note = &x->notes.at[number];
      if (instance == UINT32_MAX || x->threads
          || x->instances.at[instance].body != UINT32_MAX
          /* A lock that is left out may be part of a circle with those of a caller. */
          || (note->removes && called[instance])
          || (note->kind == JAVA_MAY_MISS && strcmp (note->code, "same-argument") != 0))
        matters[number] = true;
    }
  return matters;
}

void
notes_give (struct extraction *x, struct java_model *model)
{
  assert (model->notes.count == 0);
  const bool *matters = find_notes_that_matter (x);
  for (uint32_t i = 0; i < x->notes.count; i++)
    {
      struct java_note note = x->notes.at[i];
      if (!matters[i])
        continue;
      note.text = arena_copy (&model->arena, note.text, strlen (note.text));
      if (note.location)
        note.location = arena_copy (&model->arena, note.location, strlen (note.location));
      if (note.position)
        note.position = arena_copy (&model->arena, note.position, strlen (note.position));
      *vec_push (&model->arena, &model->notes) = note;
      if (note.kind == JAVA_MAY_MISS)
        model->may_miss++;
      else
        model->adds_executions++;
    }
  if (model->notes.count > 0)
    qsort (model->notes.at, model->notes.count, sizeof *model->notes.at, compare_notes);
  assert (model->may_miss + model->adds_executions == model->notes.count);
}
