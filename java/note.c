/* note.c -- what was abstracted, for the user: each thing once. */
#include <config.h>

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "java/extraction.h"

/* Is NOTE, about INSTANCE or (UINT32_MAX) the class, new in this run? */
static bool
add_note (struct extraction *x, struct java_note note, uint32_t instance)
{
  assert (note.text && note.code);
  struct names *names = &x->note_texts;
  uint32_t first = names_intern (names, note.text, strlen (note.text)).index;
  const char *where = note.position ? note.position : "";
  uint32_t second = names_intern (names, where, strlen (where)).index;
  uint32_t *slot = pairmap_at (&x->note_keys, first, second);
  bool is_new = *slot == PAIRMAP_FREE;
  if (is_new)
    {
      *slot = x->notes.count;
      *vec_push (&x->arena, &x->notes) = note;
    }
  uint32_t number = *slot;
  *pairmap_at (&x->note_instances, number, instance) = number;
  assert (number < x->notes.count);
  return is_new;
}

/* For which questions an abstraction removes executions (doc/java.md has the table). What
   adds executions for races, since a lock is missing, removes them for deadlock.  What an
   unknown call does to the object it also does alone, with fewer locks: no race is
   missed. The state of a library object is no location that anybody asks about. */
unsigned
note_removes (enum java_note_kind kind, const char *code)
{
  static const struct
  {
    const char *code;
    unsigned removes;
  } rows[] = {
    { "dropped-lock", JAVA_DEADLOCK },
    { "library-object", 0 },
    { "same-argument", JAVA_PATTERN | JAVA_DEADLOCK },
    { "semaphore", JAVA_DEADLOCK },
    { "unknown-call", JAVA_PATTERN | JAVA_DEADLOCK },
    { "unknown-lock", JAVA_DEADLOCK },
    { "wait-gives-back", JAVA_DEADLOCK },
  };
  assert (code);
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
    if (strcmp (rows[i].code, code) == 0)
      return rows[i].removes;
  return kind == JAVA_MAY_MISS ? JAVA_PATTERN | JAVA_RACE | JAVA_DEADLOCK : 0;
}

static struct java_note
make_note (struct extraction *x, enum java_note_kind kind, const char *code,
           uint32_t instance, uint32_t instruction, const char *format, va_list arguments)
{
  assert (instance == UINT32_MAX || instance < x->instances.count);
  struct java_note note
    = { .kind = kind, .code = code, .removes = note_removes (kind, code) };
  note.text = arena_vformat (&x->arena, format, arguments);
  if (instance != UINT32_MAX)
    note.position = position_of (x, x->instances.at[instance].method, instruction);
  return note;
}

void
note_at (struct extraction *x, enum java_note_kind kind, const char *code,
         uint32_t instance, uint32_t instruction, const char *format, ...)
{
  va_list arguments;
  va_start (arguments, format);
  add_note (x, make_note (x, kind, code, instance, instruction, format, arguments),
            instance);
  va_end (arguments);
}

void
note_location (struct extraction *x, enum java_note_kind kind, const char *code,
               uint32_t location, uint32_t instance, uint32_t instruction,
               const char *format, ...)
{
  assert (location < x->heap.locations.count);
  va_list arguments;
  va_start (arguments, format);
  struct java_note note
    = make_note (x, kind, code, instance, instruction, format, arguments);
  va_end (arguments);
  note.location = x->heap.locations.at[location].name;
  add_note (x, note, instance);
}

void
note_correction (struct extraction *x, enum java_note_kind kind, const char *code,
                 uint32_t instance, uint32_t instruction, const char *format, ...)
{
  va_list arguments;
  va_start (arguments, format);
  struct java_note note
    = make_note (x, kind, code, instance, instruction, format, arguments);
  va_end (arguments);
  if (add_note (x, note, UINT32_MAX))
    *vec_push (&x->arena, &x->corrections.notes) = note;
}

void
notes_reset (struct extraction *x)
{
  x->notes.count = 0;
  pairmap_init (&x->note_keys, &x->arena);
  pairmap_init (&x->note_instances, &x->arena);
  for (uint32_t i = 0; i < x->corrections.notes.count; i++)
    add_note (x, x->corrections.notes.at[i], UINT32_MAX);
}

const char *
java_note_kind_name (enum java_note_kind kind)
{
  assert (kind == JAVA_MAY_MISS || kind == JAVA_ADDS_EXECUTIONS);
  return kind == JAVA_MAY_MISS ? "may miss" : "adds executions";
}

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
notes_give (struct extraction *x)
{
  assert (x->model->notes.count == 0);
  struct java_model *model = x->model;
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
