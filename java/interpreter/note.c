/* note.c -- what was abstracted, for the user: each thing once. */
#include <config.h>

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "java/interpreter/extraction.h"

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
  x->notes.at[number].needs_lock = x->notes.at[number].needs_lock && note.needs_lock;
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
    { "escaping-this", JAVA_PATTERN | JAVA_RACE },
    { "field-by-name", JAVA_PATTERN | JAVA_RACE },
    { "lock-circle", JAVA_DEADLOCK },
    { "same-argument", JAVA_PATTERN | JAVA_DEADLOCK },
    { "semaphore", JAVA_DEADLOCK },
    { "unknown-call", JAVA_DEADLOCK },
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
note_removing (struct extraction *x, unsigned removes, const char *code,
               uint32_t instance, uint32_t instruction, const char *format, ...)
{
  va_list arguments;
  va_start (arguments, format);
  struct java_note note
    = make_note (x, JAVA_MAY_MISS, code, instance, instruction, format, arguments);
  va_end (arguments);
  assert (removes != 0);
  note.removes = removes;
  add_note (x, note, instance);
}

void
note_call_back (struct extraction *x, const char *code, bool holds, uint32_t instance,
                uint32_t instruction, const char *format, ...)
{
  va_list arguments;
  va_start (arguments, format);
  struct java_note note
    = make_note (x, JAVA_MAY_MISS, code, instance, instruction, format, arguments);
  va_end (arguments);
  note.removes = JAVA_DEADLOCK;
  note.needs_lock = !holds;
  add_note (x, note, instance);
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
notes_settle (struct extraction *x)
{
  const bool *under_lock = instances_under_lock (x);
  bool *counts = arena_calloc (&x->run_arena, x->notes.count + 1, sizeof *counts);
  for (uint32_t i = 0; i < x->note_instances.entries.count; i++)
    {
      uint32_t instance = x->note_instances.entries.at[i].second;
      uint32_t note = x->note_instances.entries.at[i].first;
      counts[note] = counts[note] || instance == UINT32_MAX || under_lock[instance];
    }
  for (uint32_t i = 0; i < x->notes.count; i++)
    if (x->notes.at[i].needs_lock && !counts[i])
      x->notes.at[i].removes &= ~(unsigned) JAVA_DEADLOCK;
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
