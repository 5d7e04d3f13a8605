/* universe.c -- classes and their names: see universe.h. */
#include <config.h>

#include "java/program/universe_parts.h"

#include <assert.h>
#include <dirent.h>
#include <stdlib.h>
#include <string.h>

#include "base/log.h"
#include "java/reader/code_flow.h"

void
universe_init (struct java_universe *universe, struct quota *quota, struct diags *diags)
{
  assert (diags);
  *universe = (struct java_universe){ .diags = diags, .broken = { CLASS_NONE, 0 } };
  arena_init (&universe->arena, quota);
  names_init (&universe->names, &universe->arena);
  pairmap_init (&universe->entries, &universe->arena);
  pairmap_init (&universe->called, &universe->arena);
  pairmap_init (&universe->targets_of, &universe->arena);
  universe->context
    = (struct class_context){ &universe->arena, &universe->names, diags, DIAG_WARNING };
}

void
universe_clear (struct java_universe *universe)
{
  for (uint32_t i = 0; i < universe->archives.count; i++)
    archive_close (universe->archives.at[i]);
  if (universe->folder)
    closedir (universe->folder);
  arena_clear (&universe->arena);
  *universe = (struct java_universe){ .diags = universe->diags };
}

/* ---- Names. ---- */

const char *
universe_text (const struct java_universe *universe, name_id name)
{
  return names_text (&universe->names, name);
}

name_id
universe_name (struct java_universe *universe, const char *text)
{
  return names_intern (&universe->names, text, strlen (text));
}

static const char *
with_other_dots (struct java_universe *universe, const char *text, char from, char to)
{
  assert (text && from != to);
  char *copy = arena_copy (&universe->arena, text, strlen (text));
  for (char *c = copy; *c; c++)
    if (*c == from)
      *c = to;
  return copy;
}

const char *
universe_dotted (struct java_universe *universe, name_id name)
{
  return with_other_dots (universe, universe_text (universe, name), '/', '.');
}

struct name_state *
universe_state (struct java_universe *universe, name_id name)
{
  assert (name.index < universe->names.entries.count);
  if (name.index >= universe->states.count)
    {
      /* For all names there are: they come in numbers. */
      vec_reserve (&universe->arena, &universe->states, universe->names.entries.count);
      while (universe->states.count < universe->names.entries.count)
        universe->states.at[universe->states.count++]
          = (struct name_state){ STATE_NOT_LOOKED_FOR, 0, NULL };
    }
  return &universe->states.at[name.index];
}

/* ---- Classes. ---- */

struct universe_class *
universe_at (const struct java_universe *universe, class_id class)
{
  assert (class.index < universe->classes.count);
  return universe->classes.at[class.index];
}

const struct java_class *
universe_class (const struct java_universe *universe, class_id class)
{
  return &universe_at (universe, class)->class;
}

enum class_role
universe_role (const struct java_universe *universe, class_id class)
{
  return universe_at (universe, class)->role;
}

struct universe_class *
universe_take_bytes (struct java_universe *universe, const char *origin,
                     const uint8_t *bytes, size_t length, enum class_role role,
                     enum diag_severity severity)
{
  struct universe_class *entry = arena_calloc (&universe->arena, 1, sizeof *entry);
  /* Its bytes were inflated, and are read: each is work. */
  quota_work (universe->arena.quota, QUOTA_TICK + length);
  universe->context.severity = severity;
  bool fine = class_read (&universe->context, origin, bytes, length, &entry->class);
  universe->context.severity = DIAG_WARNING;
  if (!fine)
    return NULL;
  LOG (3, "class %s from %s", universe_text (universe, entry->class.name), origin);
  entry->role = role;
  entry->super = CLASS_NONE;
  *vec_push (&universe->arena, &universe->classes) = entry;
  return entry;
}

/* Look for NAME in the libraries, the first that has it counts. */
static class_id
load (struct java_universe *universe, name_id name)
{
  for (uint32_t i = 0; i < universe->libraries.count; i++)
    {
      assert (universe->libraries.at[i]->role != CLASS_IS_GIVEN);
      const char *origin;
      const uint8_t *bytes;
      size_t length;
      if (!library_read (universe, i, name, &origin, &bytes, &length))
        continue;
      struct universe_class *entry = universe_take_bytes (
        universe, origin, bytes, length, universe->libraries.at[i]->role, DIAG_WARNING);
      if (!entry)
        return CLASS_NONE;
      if (entry->class.name.index == name.index)
        return (class_id){ universe->classes.count - 1 };
      universe->classes.count--;
      diag_warning_file (universe->diags, "class-misplaced", "%s: this is class %s",
                         origin, universe_text (universe, entry->class.name));
      return CLASS_NONE;
    }
  return CLASS_NONE;
}

class_id
universe_find (struct java_universe *universe, name_id name)
{
  struct name_state *state = universe_state (universe, name);
  if (state->class != STATE_NOT_LOOKED_FOR)
    return (class_id){ state->class };
  assert (universe->given > 0 || universe->classes.count == 0);
  /* Classes that are not linked yet belong to somebody who finds supers right now, and
     will find those of this one, too. */
  bool alone = universe->linked == universe->classes.count;
  class_id class = load (universe, name);
  universe_state (universe, name)->class = class.index;
  if (alone && class_is_known (class))
    universe_link_new (universe);
  return class;
}

class_id
universe_find_text (struct java_universe *universe, const char *text)
{
  const char *slashes = with_other_dots (universe, text, '.', '/');
  return universe_find (universe, universe_name (universe, slashes));
}

/* ---- The given classes, when all are there. ---- */

struct class_order
{
  const char *name;
  uint32_t index; /* in the order in which they were read */
  struct universe_class *entry;
};

static int
compare_classes (const void *left, const void *right)
{
  const struct class_order *a = left, *b = right;
  int order = strcmp (a->name, b->name);
  return order ? order : a->index < b->index ? -1 : a->index > b->index;
}

/* Order them by name; of several of one name the first stays. */
static void
number_given (struct java_universe *universe)
{
  uint32_t count = universe->classes.count;
  struct class_order *order = arena_calloc (&universe->arena, count, sizeof *order);
  for (uint32_t i = 0; i < count; i++)
    {
      struct universe_class *entry = universe->classes.at[i];
      order[i]
        = (struct class_order){ universe_text (universe, entry->class.name), i, entry };
    }
  if (count)
    qsort (order, count, sizeof *order, compare_classes);
  universe->classes.count = 0;
  for (uint32_t i = 0; i < count; i++)
    {
      struct universe_class *entry = order[i].entry;
      struct name_state *state = universe_state (universe, entry->class.name);
      if (state->class == STATE_NOT_LOOKED_FOR)
        {
          state->class = universe->classes.count;
          universe->classes.at[universe->classes.count++] = entry;
        }
      else
        diag_warning_file (
          universe->diags, "class-twice", "%s: class %s is also in %s, which counts",
          entry->class.origin, universe_dotted (universe, entry->class.name),
          universe->classes.at[state->class]->class.origin);
    }
  assert (universe->classes.count <= count);
  universe->given = universe->classes.count;
}

bool
universe_link (struct java_universe *universe)
{
  assert (universe->linked == 0 && universe->given == 0);
  number_given (universe);
  LOG (1, "%u classes", (unsigned) universe->given);
  universe_link_new (universe);
  assert (universe->linked == universe->classes.count);
  return universe->given > 0;
}

/* ---- Code. ---- */

const struct java_method *
universe_method (const struct java_universe *universe, struct java_member method)
{
  const struct java_class *class = universe_class (universe, method.class);
  assert (method.index < class->method_count);
  return &class->methods[method.index];
}

const struct java_field *
universe_field (const struct java_universe *universe, struct java_member field)
{
  const struct java_class *class = universe_class (universe, field.class);
  assert (field.index < class->field_count);
  return &class->fields[field.index];
}

const struct java_code *
universe_code (struct java_universe *universe, struct java_member method)
{
  struct universe_class *entry = universe_at (universe, method.class);
  const struct java_method *called = universe_method (universe, method);
  struct arena *arena = &universe->arena;
  if (called->code.begin == called->code.end)
    return NULL;
  if (!entry->codes)
    entry->codes = arena_calloc (arena, entry->class.method_count, sizeof *entry->codes);
  struct java_code *code = entry->codes[method.index];
  if (!code)
    {
      quota_work (arena->quota, QUOTA_TICK + called->code.end - called->code.begin);
      code = arena_calloc (arena, 1, sizeof *code);
      entry->codes[method.index] = code;
      universe->context.severity
        = entry->role == CLASS_IS_GIVEN ? DIAG_ERROR : DIAG_WARNING;
      /* One that is broken has no instructions. */
      if (!code_read (&universe->context, &entry->class, called, code))
        code->count = 0;
      universe->context.severity = DIAG_WARNING;
    }
  if (code->count == 0 && entry->role == CLASS_IS_GIVEN)
    universe->broken = method;
  return code->count ? code : NULL;
}

const struct code_flow *
universe_flow (struct java_universe *universe, struct java_member method)
{
  struct universe_class *entry = universe_at (universe, method.class);
  struct java_code *code = entry->codes[method.index];
  assert (code && code->count > 0);
  if (!code->flow)
    {
      const char *name
        = universe_text (universe, universe_method (universe, method)->name);
      code->flow = code_flow (&universe->arena, code, strcmp (name, "<init>") == 0);
    }
  return code->flow;
}

const struct java_signature *
universe_signature (struct java_universe *universe, name_id descriptor)
{
  struct java_signature *signature = universe_state (universe, descriptor)->signature;
  if (!signature)
    {
      signature = arena_alloc (&universe->arena, sizeof *signature);
      *signature = descriptor_signature (&universe->names, &universe->arena, descriptor);
      universe_state (universe, descriptor)->signature = signature;
    }
  return signature;
}
